"""What a tap can mean now: a tap is evidence of what happened. Gives answers that are offered, and words.

Decides nothing: each way is an ordinary answer.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.engine.game import CORRECTION, Interpretation, TapMeaning
from companion.engine.message import Message, literal, tr
from companion.engine.offers import Answer, Choice, Offer, Pick, Question
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.card_taps import card_tapped
from companion.state.glen_more_2.effects import has_card
from companion.state.glen_more_2.facts import CARD, HOME, WORLDS_END, Piece, is_nobodys
from companion.state.glen_more_2.model import OpenQuestion, State, is_neutral
from companion.state.glen_more_2.owed_to_die import thrown_out
from companion.state.glen_more_2.piece_locations import fits, gone, owner_of, whereabouts
from companion.state.glen_more_2.questions.ahead import AHEAD, space_choices
from companion.state.glen_more_2.questions.corrections import TAKEN
from companion.state.glen_more_2.questions.mid_game import HOLDERS
from companion.state.glen_more_2.questions.setup import layout_deck
from companion.state.glen_more_2.questions.turn import next_taker
from companion.state.glen_more_2.ring import ahead_of, place_of_piece, tiles_ahead
from companion.state.glen_more_2.ruleset import (
    build_question,
    interpretations_of,
    objection,
    rules_of,
    unidentified_of,
)
from companion.state.glen_more_2.worlds_end import unidentified_of_d

TOOK = tr("took it")
LIES_AHEAD = tr("It lies ahead, nobody took it")


def tapped(state: State, piece: str) -> TapMeaning:
    """Every way to read this tap, the likeliest first."""
    if piece.startswith("card:"):
        return card_tapped(state, piece.removeprefix("card:"))
    known = state.facts.pieces.get(piece)
    # Chronicles first: most of their pieces mean nothing to the base game; of tiles it has its own ways beside.
    if own := interpretations_of(state, piece):
        core = _of_the_core(state, known) if known and known.deck else None
        ways = (*own, *(core.interpretations if core else ()))
        title = labels.what_happened(state.facts, piece)
        return TapMeaning(whereabouts(state, piece), title if len(ways) > 1 else None, ways)
    return _of_the_core(state, known)


def _of_the_core(state: State, known: Piece | None) -> TapMeaning:
    """What it means to the base game."""
    if known is None:
        return TapMeaning(tr("You play this game without that piece; put it back into the box."))
    look = whereabouts(state, known.id)
    if duty := _of_duties(state, known.id, look):
        return duty
    if known.category == CARD:
        return _landmark_card(state, known, look)
    if known.category == HOME or known.deck == "":
        return TapMeaning(look)
    if layout := state.opened("layout"):
        return TapMeaning(look, None, tuple(_ways_of(build_question(state, layout), known.id)))
    if take := state.opened("take"):
        return _taken(state, take, known, look)
    if end := state.opened("end"):
        return _after_taking(state, end, known, look)
    return TapMeaning(look)


def _of_duties(state: State, piece: str, look: Message) -> TapMeaning | None:
    """A question in front of people that names this piece among its choices."""
    for waiting in state.open:
        if rules_of(state).kinds[waiting.kind].non_blocking:
            continue
        asked = build_question(state, waiting)
        if ways := tuple(_ways_of(asked, piece)):
            return TapMeaning(look, asked.text if len(ways) > 1 else None, ways)
    return None


def _ways_of(asked: Question, piece: str) -> list[Interpretation]:
    found = []
    for offer in asked.offers:
        # Only what one tap says whole; a form with more parts is for people to fill in.
        if offer.closed or len(offer.parts) != 1 or not isinstance(offer.parts[0], Pick):
            continue
        for choice in offer.parts[0].choices:
            if choice.piece == piece and not choice.closed and not choice.then:
                found.append(Interpretation(choice.label, Answer(asked.number, offer.name, (choice.value,))))
            elif choice.piece == piece and asked.kind == HOLDERS:
                found += _holders(asked, offer, choice)
    return found


def _holders(asked: Question, offer: Offer, choice: Choice) -> list[Interpretation]:
    """Who may have the piece that was tapped, where nothing else is asked of it."""
    (holder,) = choice.then
    people = holder.choices if isinstance(holder, Pick) else ()
    return [
        Interpretation(each.label, Answer(asked.number, offer.name, (choice.value, each.value)))
        for each in people
        if not each.closed and not each.then
    ]


def _landmark_card(state: State, known: Piece, look: Message) -> TapMeaning:
    """A card that is counted already is confirmed; one that nobody has may have come with this turn's tile."""
    card = known.id.removeprefix("card_")
    if state.turn.took and card == state.turn.tile and has_card(state, card):
        return TapMeaning(look, known=True)  # it came with this turn's tile
    ledger = next((o for o in state.open if o.kind == "ledger" and o.player == state.turn.player), None)
    if not state.turn.took or ledger is None or has_card(state, card):
        return TapMeaning(look)
    player = labels.figure(state, state.turn.player)
    text = tr("{player} gets the card {card}", player=player, card=labels.landmark(state.facts, card))
    return TapMeaning(look, text, (Interpretation(text, Answer(ledger.number, "landmark", (card,))),))


# ---- while a tile is expected


def _taken(state: State, take: OpenQuestion, known: Piece, look: Message) -> TapMeaning:
    """On the rondel: taken. Else: which untold tile ahead was it? Else: it is not where we thought."""
    if known.id == WORLDS_END:
        return _end_tapped(state, take, look)
    player = labels.figure(state, take.player)
    spaces = space_choices(state, state.turn.figure)
    if closed := next((c.closed for c in spaces if c.value == known.id and c.closed), None):
        return TapMeaning(closed.text)
    thrown = any(each.piece == known.id for each in thrown_out(state))
    ways = () if thrown else take_interpretations(state, take.number, "take", known)
    if ways and place_of_piece(state.line, known.id) < 0:
        ways = (*ways, *_thrown_out(state, known))
    if len(ways) > 1:
        return TapMeaning(look, _which_ahead(state, player, known), ways, in_order=True)
    if ways and known.id == state.turn.before:
        # Laid a moment ago with a tap: the same tap may have been read twice.
        return TapMeaning(look, _is_taken(player, known), ways)
    return TapMeaning(look, None, ways) if ways or thrown else _elsewhere(state, known, look)


def _which_ahead(state: State, player: Message, known: Piece) -> Message:
    """Tiles are counted from the figure that moves, and its player's pawn may stand elsewhere."""
    tile = labels.called(known)
    if is_neutral(state.turn.figure):
        figure = labels.figure(state, state.turn.figure)
        if tile:
            return tr(
                "{player}: which tile ahead of {figure} was {tile}?", player=player, figure=figure, tile=tile
            )
        return tr("{player}: which tile ahead of {figure} was it?", player=player, figure=figure)
    if tile:
        return tr("{player}: which tile ahead was {tile}?", player=player, tile=tile)
    return tr("{player}: which tile ahead was it?", player=player)


def _is_taken(player: Message, known: Piece) -> Message:
    if tile := labels.called(known):
        return tr("{player}: is {tile} taken?", player=player, tile=tile)
    return tr("{player}: is this tile taken?", player=player)


def _end_tapped(state: State, take: OpenQuestion, look: Message) -> TapMeaning:
    """The move onto World's End (GM-END-03); where nobody has said where it lies, a tap may only tell that."""
    player = labels.figure(state, take.player)
    if state.worlds_end_found:
        move = Interpretation(
            tr("{player} moves onto World's End", player=player), Answer(take.number, "worlds_end"), brief=TOOK
        )
        # Laid a moment ago with a tap: the same tap may have been read twice.
        again = state.turn.before == WORLDS_END
        return TapMeaning(look, tr("{player}: onto World's End?", player=player) if again else None, (move,))
    places = unidentified_of_d(state)
    aheads = [n for n, place in enumerate(tiles_ahead(state.line), 1) if place in places]
    moves = (
        Interpretation(
            tr("{player} moves onto it, tile {n} ahead", player=player, n=n),
            Answer(take.number, "worlds_end", (f"{AHEAD}{n}",)),
        )
        for n in aheads
    )
    ways = (*moves, *_end_found(state))
    return TapMeaning(look, tr("World's End: what happened?") if ways else None, ways)


def _end_found(state: State) -> tuple[Interpretation, ...]:
    """The untold tiles that World's End can be."""
    return tuple(_found(state, WORLDS_END, place) for place in unidentified_of_d(state))


def take_interpretations(state: State, question: int, offer: str, known: Piece) -> tuple[Interpretation, ...]:
    """The tiles ahead that this piece can be."""
    places = tiles_ahead(state.line)
    for ahead, place in enumerate(places, 1):
        if state.line[place].piece == known.id:
            return (Interpretation(_ahead(state, ahead, place), Answer(question, offer, (known.id,)), brief=TOOK),)
    if known.id in gone(state):
        return ()
    return tuple(
        Interpretation(
            _ahead(state, ahead, place),
            Answer(question, offer, (f"{AHEAD}{ahead}", known.id)),
            brief=literal(str(ahead)),
        )
        for ahead, place in enumerate(places, 1)
        if state.line[place].unidentified and fits(known, state.line[place].deck)
    )


def _ahead(state: State, ahead: int, place: int) -> Message:
    return tr("tile {n} ahead, {tile}", n=ahead, tile=labels.tile(state.facts, state.line[place]))


def _elsewhere(state: State, known: Piece, look: Message) -> TapMeaning:
    """It is believed elsewhere: it lies on tile n after all, and is taken or not; another player took it.

    Which tile ahead comes after what happened, so that a full rondel makes no long list.
    """
    places = [
        place
        for place in tiles_ahead(state.line)
        if state.line[place].piece != WORLDS_END and not state.line[place].figures and not state.line[place].fixed
    ]
    ways = [*_thrown_out(state, known), *_taken_there(state, known, places)]
    ways += [replace(_found(state, known.id, place), group=LIES_AHEAD) for place in places]
    owner = owner_of(state, known.id)
    ways += [
        Interpretation(
            tr("{player} took it", player=labels.figure(state, p.id)),
            Answer(CORRECTION, "piece", (known.id, p.id)),
        )
        for p in sorted(state.still_in, key=lambda p: p.id != state.turn.player)
        if p.id != owner
    ]
    return TapMeaning(look, _believed_elsewhere(known), tuple(ways))


def _believed_elsewhere(known: Piece) -> Message:
    if tile := labels.called(known):
        return tr("The companion has {tile} elsewhere. What happened?", tile=tile)
    return tr("The companion has this tile elsewhere. What happened?")


def _thrown_out(state: State, known: Piece) -> Iterator[Interpretation]:
    """The tile that the die has just thrown out, where nobody has told which it was."""
    nameless = any(not each.piece and fits(known, each.deck) for each in thrown_out(state))
    if nameless:
        text = tr("The die discarded it")
        yield Interpretation(text, Answer(CORRECTION, "piece", (known.id, "discards")), brief=tr("out"))


def _taken_there(state: State, known: Piece, places: list[int]) -> list[Interpretation]:
    """The player on turn takes it from where it really lies: of its own deck's tiles, if any lies ahead."""
    if not state.opened("take") or objection(state, state.turn.figure, known.id)[0]:
        return []
    own = [place for place in places if fits(known, state.line[place].deck)]
    player = labels.figure(state, state.turn.player)
    ahead = ((ahead_of(state.line, place), place) for place in own or places)
    return [
        Interpretation(
            tr("{player} takes it: tile {n} ahead", player=player, n=n),
            Answer(CORRECTION, "found", (known.id, f"{TAKEN}{place}")),
            brief=literal(str(n)),
            group=tr("{player} takes it from the rondel", player=player),
        )
        for n, place in ahead
    ]


def _found(state: State, piece: str, place: int) -> Interpretation:
    n = ahead_of(state.line, place)
    return Interpretation(
        tr("It lies on tile {n} ahead", n=n),
        Answer(CORRECTION, "found", (piece, f"space:{place}")),
        brief=literal(str(n)),
    )


# ---- while the turn waits for its end


def _after_taking(state: State, end: OpenQuestion, known: Piece, look: Message) -> TapMeaning:
    """Laid out, taken by the next player, or taken instead of the first."""
    if known.id == state.turn.tile:
        return TapMeaning(look)
    following, instead = _taken_next(state, end, known), _instead(state, known)
    laid = _laid(state, end, known, likely=not following)
    if laid and laid[0].answer.offer == "laid" and _lays_by_taps(state):
        # What the line for the hands asks for. Where it was meant otherwise, the next tap of it asks.
        return TapMeaning(look, None, laid)
    ways = (*following, *laid, *instead) if following else (*laid, *instead)
    if not ways and known.id == WORLDS_END:
        ways = _end_found(state)
        return TapMeaning(look, tr("Where does World's End lie?") if ways else None, ways, in_order=True)
    if not ways and place_of_piece(state.line, known.id) < 0:
        return _elsewhere(state, known, look)
    just_laid = any(tile.piece == known.id for tile in state.turn.laid)
    title = labels.what_happened(state.facts, known.id) if len(ways) > 1 or just_laid else None
    return TapMeaning(look, title if ways else None, ways, in_order=len(following) > 1)


def _lays_by_taps(state: State) -> bool:
    """Whether this table taps what it lays: a told tile lies ahead, or only the layout was laid."""
    ahead = (state.line[place] for place in tiles_ahead(state.line))
    told = any(space.piece and space.piece != WORLDS_END and not space.fixed for space in ahead)
    return told or sum(len(player.taken) for player in state.players) <= 1


def _laid(state: State, end: OpenQuestion, known: Piece, likely: bool) -> tuple[Interpretation, ...]:
    """As the refill; from a deck that should be empty only where nothing else is likely."""
    offered = {way.answer.offer: way.answer for way in _ways_of(build_question(state, end), known.id)}
    if "laid" in offered and (likely or state.deck_of(state.deck).left):
        return (Interpretation(tr("It was laid out"), offered["laid"], brief=tr("laid")),)
    if "laid_next" in offered:
        return (
            Interpretation(
                tr("It was laid out, deck {deck} is empty", deck=state.deck),
                offered["laid_next"],
                brief=tr("laid"),
            ),
        )
    return ()


def _taken_next(state: State, end: OpenQuestion, known: Piece) -> tuple[Interpretation, ...]:
    """A tap of a tile ahead of the next figure ends this turn and takes it."""
    taker = next_taker(state)
    if taker is None:
        return ()
    player = labels.figure(state, taker[0])
    if known.id == WORLDS_END:
        found = state.worlds_end_found
        label = tr("{player} moves onto World's End", player=player)
        way = Interpretation(label, Answer(end.number, "next", (WORLDS_END,)), brief=TOOK)
        return (way,) if found else ()
    ways = take_interpretations(state, end.number, "next", known)
    return tuple(
        replace(
            way,
            label=tr("{player} took it: {tile}", player=player, tile=way.label),
            brief=way.brief if len(ways) > 1 else TOOK,
        )
        for way in ways
    )


def _instead(state: State, known: Piece) -> tuple[Interpretation, ...]:
    """A second tile before anything was entered: taken instead of the first, in one step."""
    turn = state.turn
    # What was entered since belongs to the first tile; a tap can't say what becomes of it, UNDO can.
    if turn.touched or turn.laid or not turn.deck or known.id == WORLDS_END:
        return ()
    answer = Answer(turn.question, "take", (known.id,))
    passed = any(tile.piece == known.id for tile in turn.discarded)
    if not passed and place_of_piece(state.line, known.id) < 0:
        if known.id in gone(state) or not turn.unidentified or not fits(known, turn.deck):
            return ()
        answer = Answer(turn.question, "take", (f"{AHEAD}{turn.unidentified}", known.id))
    first = labels.piece(state.facts, turn.tile, turn.deck)
    text = tr("{player} took it instead of {tile}", player=labels.figure(state, turn.player), tile=first)
    return (Interpretation(text, answer, replaces=True, brief=tr("instead")),)


# ---- stickers that nobody knows


def unidentified_pieces(state: State, stickers: set[str]) -> tuple[str, ...]:
    """Nameless slots that an unknown sticker may stand for now, one of each deck that it can be of.

    While tiles are laid it is thought to be one of those; none where no tile is expected. A slot of which anything
    was told is some other tile: a new sticker inherits nothing.
    """
    if own := unidentified_of(state, stickers):
        return own
    placed = gone(state) | stickers
    nameless = [p for p in state.facts.pieces.values() if is_nobodys(p) and p.id not in placed]
    firsts = (next((p.id for p in nameless if deck and p.deck == deck), "") for deck in expected_decks(state))
    slots = tuple(dict.fromkeys(slot for slot in firsts if slot))
    return slots[:1] if state.opened("end") or state.opened("layout") else slots


def expected_decks(state: State) -> tuple[str, ...]:
    """Letters of the tiles that may come now: those being laid, untold ones ahead, thrown out or on the pile."""
    ahead = tuple(dict.fromkeys(state.line[i].deck for i in tiles_ahead(state.line) if state.line[i].unidentified))
    if state.opened("from_discards"):
        return tuple(dict.fromkeys(tile.deck for tile in state.discards if not tile.piece))
    if state.opened("take") or state.opened("hit"):
        return tuple(dict.fromkeys((*ahead, *(each.deck for each in thrown_out(state) if not each.piece))))
    if state.opened("end"):
        return (state.deck, *ahead, state.next_deck(state.deck))
    return (layout_deck(state),) if state.opened("layout") else ()
