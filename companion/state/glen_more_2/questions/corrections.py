"""Putting right what is wrong: always possible, never part of a question, marked in the history."""

from __future__ import annotations

from companion.engine.game import CORRECTION
from companion.engine.memoize import memoize_last
from companion.engine.message import Message, literal, tr
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason, Text
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.die_moves import aim_die, take_again
from companion.state.glen_more_2.expansions import expansions_of
from companion.state.glen_more_2.facts import (
    CARD,
    DAVID_HUME,
    FIXTURE,
    HOME,
    LANDMARK,
    PERSON,
    START_DECK,
    TOKEN,
    WORLDS_END,
    Facts,
    Learned,
)
from companion.state.glen_more_2.market import SPACES
from companion.state.glen_more_2.model import HOME_TILES, OpenQuestion, Player, Space, State
from companion.state.glen_more_2.piece_locations import owner_of
from companion.state.glen_more_2.questions.crests import no_marker
from companion.state.glen_more_2.questions.question_kinds import question_kind
from companion.state.glen_more_2.questions.scoring import count_again, count_pick
from companion.state.glen_more_2.questions.setup import MAX_SPACES, MIN_SPACES, name_player
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import place_of_piece

COUNTS = ("points", "coins", "barrels", "scots", "tiles", "persons")
NOBODY = "nobody"
MAX_FACT = 60
OVERTAKEN = ("untold_end", "hit")
"""Questions about certain spaces: when the ring was put right they are asked anew."""


def correction_question(state: State) -> Question:
    """Every correction there is: in set-up names and notes, after the end also what is scored."""
    offers = [_note(), *([_name(state)] if state.players else [])]
    if state.phase == "over":
        offers = [_count(state), _card(state), *offers]
    elif state.phase not in ("setup", "layout"):
        offers = [
            _count(state),
            _row(state),
            _deck(state),
            _figure(state),
            _space(state),
            _found(state),
            _piece(state),
            _card(state),
            _marker(state),
            _rondel(state),
            *_facts(state),
            *offers,
        ]
    return Question(CORRECTION, "correct", tr("What is put right?"), tuple(offers), non_blocking=True)


def _people(state: State) -> tuple[Choice, ...]:
    return tuple(Choice(p.id, labels.figure(state, p.id)) for p in state.players)


def _count(state: State) -> Offer:
    players = tuple(Choice(p.id, labels.figure(state, p.id), then=(count_pick(p, COUNTS),)) for p in state.players)
    return Offer("count", tr("A count of a player"), (Pick("player", tr("Whose?"), players),))


def _row(state: State) -> Offer:
    choices = tuple(
        Choice(
            good,
            labels.row(state, good),
            then=(Amount("filled", tr("Coins lie on how many spaces?"), 0, SPACES, state.market[good]),),
        )
        for good in state.market
    )
    return Offer("row", tr("A row of the market"), (Pick("good", tr("Which row?"), choices),))


def _deck(state: State) -> Offer:
    """Any deck but the start tiles, which all lie from the beginning."""
    decks = (d for d in state.decks if d.letter != START_DECK)
    choices = tuple(Choice(d.letter, literal(d.letter), then=(_left(d.letter, d.size, d.left),)) for d in decks)
    return Offer("deck", tr("Tiles left in a deck"), (Pick("deck", tr("Which deck?"), choices),))


def _left(letter: str, size: int, left: int) -> Amount:
    return Amount("left", tr("How many tiles are left in deck {deck}?", deck=letter), 0, size + 5, left)


@memoize_last
def _space_names(state: State) -> list[Message]:
    """Every space of the ring from the back, with what is on it."""
    names = []
    for place in range(max(state.spaces - 1, len(state.line))):
        if place >= len(state.line):
            names.append(tr("space {n}: empty", n=place + 1))
            continue
        space = state.line[place]
        on_it: Message = labels.tile(state.facts, space) if space.has_tile else tr("empty")
        if space.figures:
            on_it = labels.figure(state, space.figures[0])
        names.append(tr("space {n}: {what}", n=place + 1, what=on_it))
    return names


def _spaces(state: State, then: tuple[Pick, ...] = (), figure: bool = False) -> Pick:
    """Every space, counted from the back; where a figure stands only World's End has room for more."""
    spaces = []
    for place, name in enumerate(_space_names(state)):
        space = state.line[place] if place < len(state.line) else Space()
        closed = _not_there(space, figure)
        spaces.append(Choice(f"space:{place}", name, closed, then=then))
    return Pick("space", tr("On which space, counted from the back?"), tuple(spaces))


def _not_there(space: Space, figure: bool) -> Reason | None:
    """Why nothing else can be on a space: a figure stands there, or it is covered for good."""
    if space.fixed and not (figure and space.has_tile):
        return Reason("GM-RND-06", tr("No tile can lie there."))
    held = space.figures and not (figure and space.piece == WORLDS_END)
    return Reason("GM-RND-02", tr("A figure stands there.")) if held else None


def _figure(state: State) -> Offer:
    """Which space a figure stands on."""
    where = _spaces(state, figure=True)
    figures = (f for space in state.line for f in space.figures)
    players = tuple(Choice(f, labels.figure(state, f), then=(where,)) for f in figures)
    return Offer("figure", tr("Where a figure stands"), (Pick("figure", tr("Which figure?"), players),))


def _space(state: State) -> Offer:
    """What lies on a space: nothing, or an untold tile of a deck; a named one has its own correction."""
    decks = (Choice(d.letter, tr("a tile of deck {deck}", deck=d.letter)) for d in state.decks)
    what = Pick("content", tr("What lies there?"), (Choice("empty", tr("nothing")), *decks))
    return Offer("space", tr("What lies on a space"), (_spaces(state, (what,)),))


def _found(state: State) -> Offer:
    """A known tile lies on that space, whatever was believed."""
    return Offer("found", tr("A tile lies on the rondel"), (_pieces(state, _spaces(state), DAVID_HUME),))


def _pieces(state: State, then: Pick, but: str) -> Pick:
    """Every tile but one: World's End is never taken, David Hume never lies on the rondel."""
    tiles = ((id, name, deck) for id, name, deck in _tiles(state.facts) if id != but)
    pieces = tuple(Choice(id, name, then=(then,), piece=id, group=deck) for id, name, deck in tiles)
    return Pick("piece", tr("Which tile?"), pieces)


@memoize_last
def _tiles(facts: Facts) -> tuple[tuple[str, Message, Message], ...]:
    """Every tile's id, name and heading."""
    tiles = (p for p in facts.pieces.values() if p.category not in (HOME, CARD, FIXTURE, TOKEN))
    return tuple((p.id, labels.piece(facts, p.id), _deck_words(p.deck)) for p in tiles)


def _deck_words(deck: str | None) -> Message:
    return tr("deck {deck}", deck=deck) if deck else tr("other tiles")


def _piece(state: State) -> Offer:
    places = (*_people(state), *(Choice(place, words) for place, words in labels.PLACES.items()))
    return Offer(
        "piece", tr("Where a tile is"), (_pieces(state, Pick("place", tr("Where is it?"), places), WORLDS_END),)
    )


def _card(state: State) -> Offer:
    holders = (*_people(state), Choice(NOBODY, tr("nobody")))
    holder = Pick("player", tr("Who has it?"), holders)
    cards = tuple(
        Choice(c, labels.landmark(state.facts, c), then=(holder,), piece=f"card_{c}")
        for c in state.facts.landmarks
    )
    return Offer("card", tr("Who has a landmark card"), (Pick("card", tr("Which card?"), cards),))


def _marker(state: State) -> Offer:
    """Whose marker lies on a crest; on one that is used again and again, how many."""
    full = {p.id: None if p.markers > 0 else no_marker() for p in state.players}
    nobody = Choice(NOBODY, tr("nobody"))
    once = tuple(Choice(p.id, labels.figure(state, p.id), full[p.id]) for p in state.players)
    crests = []
    for id, crest in state.facts.crests.items():
        often = tuple(Choice(p.id, labels.figure(state, p.id), then=(_markers(p, id),)) for p in state.players)
        holders = Pick("player", tr("Whose marker lies there?"), (*(often if crest.repeatable else once), nobody))
        crests.append(Choice(id, labels.crest(state.facts, id), then=(holders,)))
    return Offer("marker", tr("Whose marker lies on a crest"), (Pick("crest", tr("Which crest?"), tuple(crests)),))


def _markers(player: Player, crest: str) -> Amount:
    lying = player.crests.count(crest)
    return Amount("markers", tr("How many markers lie there?"), 0, lying + max(0, player.markers), lying)


def _facts(state: State) -> tuple[Offer, ...]:
    """Numbers on pieces that a chronicle in play asked for once: they can be told anew."""
    choices = []
    for plug in expansions_of(state):
        for fact, value in state.facts.more.items():
            of_a_piece = any(fact.endswith(id) for id in state.facts.pieces)  # what a piece shows may be a secret
            if fact.startswith(f"{plug.slug}.") and isinstance(value, int) and not of_a_piece:
                what = literal(fact.partition(".")[2].replace("_", " ").replace(".", " "))
                new = tr("What is it really?")
                part = Amount("value", new, 0, MAX_FACT, min(value, MAX_FACT))
                label = tr("{chronicle}: {what} = {value}", chronicle=plug.name, what=what, value=str(value))
                choices.append(Choice(fact, label, then=(part,)))
    if not choices:
        return ()
    return (Offer("fact", tr("A fact of the box"), (Pick("fact", tr("Which one?"), tuple(choices)),)),)


def _rondel(state: State) -> Offer:
    text = tr("How many spaces does your rondel have?")
    now = min(max(state.spaces, MIN_SPACES), MAX_SPACES)
    return Offer("rondel", tr("Spaces of the rondel"), (Amount("spaces", text, MIN_SPACES, MAX_SPACES, now),))


def _name(state: State) -> Offer:
    text = Text("name", tr("What is the name?"), 12)
    known = tuple(Choice(f"name:{n}", literal(n)) for n in state.names)
    names = Pick("which", tr("Which name?"), (*known, Choice("new", tr("another name"), then=(text,))))
    players = tuple(Choice(p.id, labels.figure(state, p.id), then=(names,)) for p in state.players)
    return Offer("name", tr("The name of a player"), (Pick("player", tr("Which player?"), players),))


def _note() -> Offer:
    return Offer("note", tr("A note"), (Text("text", tr("What is to be remembered?"), 120),))


def ask_correction(state: State, _question: OpenQuestion) -> Question:
    return correction_question(state)


def settle_correction(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Changes what was believed; whoever is last on the ring afterwards is on turn."""
    values = answer.values
    match answer.offer:
        case "fact":
            resolution.do(ev.FactLearned(Learned("", str(answer.values[0]), answer.values[1])))
        case "note":
            resolution.do(ev.Noted(str(values[0])))
        case "name":
            name_player(resolution, answer)
        case "count" | "card":
            _correct_what_scores(resolution, answer)
        case "row":
            resolution.do(ev.RowSet(str(values[0]), int(values[1])))
        case "deck":
            resolution.do(ev.DeckCounted(str(values[0]), int(values[1])))
        case "marker":
            markers = int(values[2]) if len(values) > 2 else 1
            resolution.do(ev.MarkerPlaced(str(values[0]), _person(values[1]), markers))
        case _:
            _correct_ring(resolution, answer)
            _ask_anew(resolution)


def _correct_what_scores(resolution: Resolution, answer: Answer) -> None:
    """After the end the final scoring comes again."""
    values = answer.values
    if answer.offer == "card":
        resolution.do(ev.CardPlaced(str(values[0]), _person(values[1])))
    else:
        resolution.do(ev.CountSet(str(values[0]), str(values[1]), int(values[2])))
    if resolution.state.phase == "over":
        count_again(resolution)


def _person(value: str | int) -> str:
    return "" if value == NOBODY else str(value)


def _place(value: str | int) -> int:
    return int(str(value).removeprefix("space:"))


def _correct_ring(resolution: Resolution, answer: Answer) -> None:
    first, second = answer.values[0], answer.values[-1]
    match answer.offer:
        case "rondel":
            resolution.do(ev.SpacesCounted(int(first)))
            resolution.do(ev.FactLearned(Learned("", "rondel_spaces", int(first))))
        case "figure":
            resolution.do(ev.FigurePlaced(str(first), _place(second)))
        case "space":
            resolution.do(ev.SpaceSet(_place(first), "", "" if second == "empty" else str(second)))
        case "found":
            put_on_space(resolution, str(first), _place(second))
        case "piece":
            put_elsewhere(resolution, str(first), str(second))


def _ask_anew(resolution: Resolution) -> None:
    """What was asked about the ring as it was believed; whose turn it is."""
    overtaken = [o for o in resolution.state.open if o.kind in OVERTAKEN]
    for question in overtaken:
        resolution.close(question)
    take_again(resolution)
    if resolution.state.phase == "roll" and any(o.kind == "hit" for o in overtaken) and resolution.state.rolled:
        aim_die(resolution)


def put_on_space(resolution: Resolution, piece: str, place: int) -> None:
    """A known tile lies on that space. What was believed to lie there lies, nameless, where this tile was.

    Whoever was believed to have it took another one: the number of tiles stays, the card goes.
    """
    line = resolution.state.line
    believed = line[place] if place < len(line) else Space()
    deck = resolution.state.facts.pieces[piece].deck or believed.deck or resolution.state.deck
    old, owner = place_of_piece(line, piece), owner_of(resolution.state, piece)
    if old < 0:
        resolution.do(ev.PiecePlaced(piece, "deck"))
    resolution.do(ev.SpaceSet(place, piece, deck))
    if old >= 0 and old != place:
        resolution.do(ev.SpaceSet(old, "", believed.deck))
    if owner:
        _card_goes_along(resolution, piece, "")
        resolution.do(ev.CountsDoubted(owner, ("barrels", "coins", "persons", "tiles")))


def put_elsewhere(resolution: Resolution, piece: str, place: str) -> None:
    """A tile is with somebody else, on the pile, out of the game or in its deck: what it counts for goes along."""
    before = owner_of(resolution.state, piece)
    resolution.do(ev.PiecePlaced(piece, place))
    after = owner_of(resolution.state, piece)
    if before == after:
        return
    for player_id, by in ((before, -1), (after, 1)):
        if player_id:
            _count_tile(resolution, player_id, piece, by)
            resolution.do(ev.CountsDoubted(player_id, ("barrels", "coins")))
    if place != "removed":  # a card stays with the owner of a tile that left the territory (GM-EDG-05)
        _card_goes_along(resolution, piece, after)


def _count_tile(resolution: Resolution, player_id: str, piece: str, by: int) -> None:
    """One tile more or fewer in a territory; persons are counted as such, a rebuild tile adds nothing."""
    known, player = resolution.state.facts.pieces[piece], resolution.state.player(player_id)
    if known.category == PERSON:
        return
    if known.rebuild:
        if player.rebuilds + by >= 0:
            resolution.do(ev.TilesChanged(player_id, 0, "rebuilt" if by > 0 else "uncovered", "GM-RBD-11"))
    elif player.tiles + by >= HOME_TILES:
        resolution.do(ev.TilesChanged(player_id, by, "corrected"))


def _card_goes_along(resolution: Resolution, piece: str, player: str) -> None:
    if resolution.state.facts.pieces[piece].category == LANDMARK:
        resolution.do(ev.CardPlaced(piece, player))


question_kind("correct", ask_correction, settle_correction)
