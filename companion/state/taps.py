"""What a tap can mean now: a tap is evidence of what happened. Gives answers that are offered, and words.

Decides nothing: each way is an ordinary answer.
"""

from __future__ import annotations

from companion.frame.game import CORRECTION, Tapped, Way
from companion.frame.offers import Answer, Offer, Pick, Question
from companion.frame.said import Said, say
from companion.state import labels
from companion.state.facts import CARD, HOME, WORLDS_END, Piece
from companion.state.located import fits, gone, owner_of, whereabouts
from companion.state.model import Open, State
from companion.state.questions.kinds import KINDS
from companion.state.questions.take import AHEAD
from companion.state.questions.turn import next_taker
from companion.state.ring import place_of_piece, room, tiles_ahead

WAITING = ("ledger", "take", "end", "layout")


def tapped(state: State, piece: str) -> Tapped:
    """Every way to read this tap, the likeliest first."""
    if piece.startswith("card:"):
        return card_tapped(state, piece.removeprefix("card:"))
    look = whereabouts(state, piece)
    known = state.facts.pieces.get(piece)
    if known is None:
        return Tapped(say("This piece is not of this game."))
    if ways := _of_duties(state, piece):
        return Tapped(look, None, ways)
    if known.sort in (CARD, HOME):
        return Tapped(look)
    if layout := state.opened("layout"):
        return _laid_out(state, layout, known, look)
    if take := state.opened("take"):
        return _taken(state, take, known, look)
    if end := state.opened("end"):
        return _after_taking(state, end, known, look)
    return Tapped(look)


def _of_duties(state: State, piece: str) -> tuple[Way, ...]:
    """A question in front of people that names this piece among its choices."""
    for question in state.open:
        if question.kind in WAITING:
            continue
        asked = KINDS[question.kind].ask(state, question)
        if ways := tuple(_ways_of(asked, piece)):
            return ways
    return ()


def _ways_of(asked: Question, piece: str) -> list[Way]:
    found = []
    for offer in asked.offers:
        if offer.closed or len(offer.parts) != 1 or not isinstance(offer.parts[0], Pick):
            continue
        for choice in offer.parts[0].choices:
            if choice.piece == piece and not choice.closed and not choice.then:
                found.append(Way(choice.label, Answer(asked.number, offer.name, (choice.value,))))
    return found


def _laid_out(state: State, layout: Open, known: Piece, look: Said) -> Tapped:
    asked = KINDS["layout"].ask(state, layout)
    ways = tuple(_ways_of(asked, known.id))
    return Tapped(look, None, ways)


# ---- while a tile is expected


def _taken(state: State, take: Open, known: Piece, look: Said) -> Tapped:
    """On the rondel: taken. Else: which untold tile ahead was it? Else: it is not where we thought."""
    if known.id == WORLDS_END:
        return Tapped(look)
    who = labels.figure(state, take.player)
    ways = take_ways(state, take.number, "take", known)
    if len(ways) == 1:
        return Tapped(look, None, ways)
    if ways:
        return Tapped(
            look, say("{player}: which tile ahead was {tile}?", player=who, tile=_name(state, known)), ways
        )
    return _elsewhere(state, known, look)


def take_ways(state: State, question: int, offer: str, known: Piece) -> tuple[Way, ...]:
    """The tiles ahead that this piece can be."""
    places = tiles_ahead(state.line)
    for ahead, place in enumerate(places, 1):
        if state.line[place].piece == known.id:
            return (Way(_ahead(state, ahead, place), Answer(question, offer, (known.id,))),)
    if known.id in gone(state):
        return ()
    return tuple(
        Way(_ahead(state, ahead, place), Answer(question, offer, (f"{AHEAD}{ahead}", known.id)))
        for ahead, place in enumerate(places, 1)
        if state.line[place].untold and fits(known, state.line[place].deck)
    )


def _ahead(state: State, ahead: int, place: int) -> Said:
    return say("tile {n} ahead, {tile}", n=ahead, tile=labels.tile(state.facts, state.line[place]))


def _elsewhere(state: State, known: Piece, look: Said) -> Tapped:
    """It is believed elsewhere: it lies on tile n after all, another player took it, or it was only shown."""
    ways = [
        Way(
            say("It lies on tile {n} ahead", n=ahead),
            Answer(CORRECTION, "found", (known.id, f"space:{place}")),
        )
        for ahead, place in enumerate(tiles_ahead(state.line), 1)
        if state.line[place].piece != WORLDS_END
    ]
    owner = owner_of(state, known.id)
    ways += [
        Way(
            say("{player} took it", player=labels.figure(state, p.id)),
            Answer(CORRECTION, "piece", (known.id, p.id)),
        )
        for p in state.players
        if p.id != owner
    ]
    return Tapped(
        look, say("{tile} was believed elsewhere. What happened?", tile=_name(state, known)), tuple(ways)
    )


def _name(state: State, known: Piece) -> Said:
    return labels.piece(state.facts, known.id)


# ---- while the turn waits for its end


def _after_taking(state: State, end: Open, known: Piece, look: Said) -> Tapped:
    """Laid out, taken by the next player, or taken instead of the first."""
    if known.id == state.turn.tile:
        return Tapped(look)
    laid = _laid(state, end, known)
    if place_of_piece(state.line, known.id) < 0 and known.id in gone(state):
        return _elsewhere(state, known, look)
    next_ways = _taken_next(state, end, known)
    instead = _instead(state, known)
    ways = (*laid, *next_ways, *instead)
    if len(ways) <= 1:
        return Tapped(look, None, ways)
    return Tapped(look, say("{tile}: what happened?", tile=_name(state, known)), ways)


def _laid(state: State, end: Open, known: Piece) -> tuple[Way, ...]:
    if not room(state.line, state.spaces) or known.id in gone(state):
        return ()
    following = state.next_deck(state.deck)
    if known.id == WORLDS_END and state.deck != "D":
        return ()
    if fits(known, state.deck) and state.deck_of(state.deck).left:
        return (Way(say("It was laid out"), Answer(end.number, "laid", (known.id,))),)
    if following and known.deck == following:
        text = say("Deck {deck} is empty: it was laid out", deck=state.deck)
        return (Way(text, Answer(end.number, "deck_empty", (0,))),)
    return ()


def _taken_next(state: State, end: Open, known: Piece) -> tuple[Way, ...]:
    """A tap of a tile ahead of the next figure ends this turn and takes it."""
    taker = next_taker(state)
    if taker is None or known.id == WORLDS_END:
        return ()
    who, choices = taker
    label = say("{player} took it", player=labels.figure(state, who))
    found = []
    for choice in choices:
        if choice.value == known.id:
            return (Way(label, Answer(end.number, "next", (known.id,))),)
        if choice.value.startswith(AHEAD) and any(
            c.value == known.id for part in choice.then if isinstance(part, Pick) for c in part.choices
        ):
            text = say("{player} took it: {tile}", player=labels.figure(state, who), tile=choice.label)
            found.append(Way(text, Answer(end.number, "next", (choice.value, known.id))))
    return tuple(found)


def _instead(state: State, known: Piece) -> tuple[Way, ...]:
    """A second tile before anything was entered: taken instead of the first, in one step."""
    turn = state.turn
    if turn.entries or turn.laid or not turn.question or known.id == WORLDS_END:
        return ()
    if place_of_piece(state.line, known.id) < 0:
        return ()
    first = labels.piece(state.facts, turn.tile, turn.deck)
    text = say("{player} took it instead of {tile}", player=labels.figure(state, turn.player), tile=first)
    return (Way(text, Answer(turn.question, "take", (known.id,)), replaces=True),)


# ---- command cards

CARD_WORDS = {
    "sell": "sell",
    "buy": "buy",
    "points": "points",
    "coins": "coins_in",
    "pay": "coins_out",
    "crest": "crest",
}


def card_tapped(state: State, card: str) -> Tapped:
    """A command card: one tap for what the buttons would say."""
    nothing = Tapped(say("That card means nothing now."))
    end, take = state.opened("end"), state.opened("take")
    if card == "done":
        return Tapped(nothing.look, None, (Way(say("Done"), Answer(end.number, "done")),)) if end else nothing
    if card == "worlds_end":
        way = Way(say("Onto World's End"), Answer(take.number, "worlds_end")) if take else None
        return Tapped(nothing.look, None, (way,)) if way else nothing
    who = state.turn.player or (state.players[0].id if state.players else "")
    ledger = next((o for o in state.open if o.kind == "ledger" and o.player == who), None)
    if ledger is None:
        return nothing
    crest = _crest_card(state, card)
    if crest is not None:
        return crest
    answer = _entry(card, ledger.number)
    if answer is None:
        return nothing
    if answer.offer == "crest":
        return _with_parts(KINDS["ledger"].ask(state, ledger), "crest", str(answer.values[0])) or nothing
    return Tapped(nothing.look, None, (Way(say("entered"), answer),))


def _crest_card(state: State, card: str) -> Tapped | None:
    """A crest card while a crest is asked answers that question."""
    question = state.opened("crest")
    if question is None or not card.startswith("crest_"):
        return None
    return _with_parts(KINDS["crest"].ask(state, question), "crest", card.removeprefix("crest_"))


def _with_parts(asked: Question, offer: str, value: str) -> Tapped | None:
    """A choice that may need the coins of its road: each sum is a way, the likeliest first."""
    found = next((o for o in asked.offers if o.name == offer), None)
    if found is None:
        return None
    if found.closed:
        return Tapped(found.closed.text)
    return _crest_ways(asked.number, found, value)


def _crest_ways(number: int, offer: Offer, value: str) -> Tapped | None:
    pick = offer.parts[0]
    choice = next((c for c in pick.choices if c.value == value), None) if isinstance(pick, Pick) else None
    if choice is None:
        return None
    if choice.closed:
        return Tapped(choice.closed.text)
    if not choice.then:
        return Tapped(choice.label, None, (Way(choice.label, Answer(number, offer.name, (value,))),))
    road = choice.then[0]
    assert not isinstance(road, Pick)
    usual = getattr(road, "usual", 0)
    sums = sorted(range(6), key=lambda n: n != usual)
    ways = tuple(Way(say("{n} coins", n=n), Answer(number, offer.name, (value, n))) for n in sums)
    return Tapped(choice.label, road.text, ways)


def _entry(card: str, ledger: int) -> Answer | None:
    """The ledger entry that a card stands for."""
    plain: dict[str, Answer] = {
        "barrel": Answer(ledger, "barrel"),
        "pay_barrel": Answer(ledger, "barrels_out", (1,)),
        "scot_home": Answer(ledger, "scots_in", (1,)),
        "scot_away": Answer(ledger, "scots_out", (1,)),
    }
    if card in plain:
        return plain[card]
    word, _, rest = card.partition("_")
    if word not in CARD_WORDS:
        return None
    if word == "points":
        return Answer(ledger, "points", ("exchange", int(rest)))
    return Answer(ledger, CARD_WORDS[word], (int(rest) if rest.isdecimal() else rest,))


def free_slot(state: State, stickers: set[str]) -> str | None:
    """A nameless slot that an unknown sticker may stand for now, None where no tile is expected."""
    placed = gone(state) | stickers
    decks = expected_decks(state)
    for piece in state.facts.pieces.values():
        if not piece.name and piece.deck in decks and piece.id not in placed:
            return piece.id
    return None


def expected_decks(state: State) -> tuple[str, ...]:
    """Letters of the tiles that may come now: untold ones ahead, or those being laid."""
    untold = tuple(dict.fromkeys(state.line[i].deck for i in tiles_ahead(state.line) if state.line[i].untold))
    if state.opened("take"):
        return untold
    if state.opened("end"):
        return (state.deck, *untold)
    if state.opened("layout"):
        return tuple(d.letter for d in state.decks if d.left)[:1]
    return ()
