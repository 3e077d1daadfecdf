"""Putting right what is wrong: always possible, never part of a question, marked in the history."""

from __future__ import annotations

from companion.frame.game import CORRECTION
from companion.frame.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason, Text
from companion.frame.said import Said, literal, say
from companion.state import events as ev
from companion.state import labels
from companion.state.course import Course
from companion.state.facts import CARD, GOODS, HOME, Facts
from companion.state.lately import lately
from companion.state.market import SPACES
from companion.state.model import DIE, Open, State
from companion.state.questions.kinds import kind
from companion.state.questions.scoring import COUNT_MOST, own_value
from companion.state.questions.setup import SPACES_FEWEST, SPACES_MOST, name_player
from companion.state.ring import place_of_piece
from companion.state.turns import take_again

COUNTS = ("points", "coins", "barrels", "scots", "tiles", "persons")
BEFORE_PLAY = ("setup",)
NOBODY = "nobody"
PLACES = {
    "discards": say("on the discard pile"),
    "removed": say("out of the game"),
    "deck": say("in its deck"),
}


def correction_question(state: State) -> Question:
    """Every correction there is; in set-up and after the end only names and notes."""
    offers = [_note(), *([_name(state)] if state.players else [])]
    if state.phase not in ("setup", "layout", "over"):
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
            _rondel(),
            *offers,
        ]
    return Question(CORRECTION, "correct", say("What is put right?"), tuple(offers), home=True)


def _people(state: State) -> tuple[Choice, ...]:
    return tuple(Choice(p.id, labels.figure(state, p.id)) for p in state.players)


def _count(state: State) -> Offer:
    who = []
    for player in state.players:
        counts = tuple(
            Choice(
                count,
                say("{count}: {n}", count=labels.COUNT_WORDS[count], n=own_value(player, count)),
                then=(_new_count(count, own_value(player, count)),),
            )
            for count in COUNTS
        )
        which = Pick("count", say("Which count?"), counts)
        who.append(Choice(player.id, labels.figure(state, player.id), then=(which,)))
    return Offer("count", say("A count of a player"), (Pick("player", say("Whose?"), tuple(who)),))


def _new_count(count: str, now: int) -> Amount:
    low = -COUNT_MOST[count] if count == "points" else 0
    high = COUNT_MOST[count]
    return Amount(count, labels.COUNT_WORDS[count], low, high, min(max(now, low), high))


def _row(state: State) -> Offer:
    choices = tuple(
        Choice(
            good,
            labels.GOODS_WORDS[good],
            then=(Amount("filled", say("Coins lie on how many spaces?"), 0, SPACES, state.market[good]),),
        )
        for good in GOODS
    )
    return Offer("row", say("A row of the market"), (Pick("good", say("Which row?"), choices),))


def _deck(state: State) -> Offer:
    choices = tuple(
        Choice(d.letter, literal(d.letter), then=(_left(d.letter, d.size, d.left),)) for d in state.decks
    )
    return Offer("deck", say("Tiles left in a deck"), (Pick("deck", say("Which deck?"), choices),))


def _left(letter: str, size: int, left: int) -> Amount:
    return Amount("left", say("How many tiles are left in deck {deck}?", deck=letter), 0, size + 5, left)


@lately
def _space_names(state: State) -> list[Said]:
    """Every space of the ring from the back, with what is on it."""
    names = []
    for place in range(state.spaces - 1):
        if place >= len(state.line):
            names.append(say("space {n}: empty", n=place + 1))
            continue
        space = state.line[place]
        on_it: Said = labels.tile(state.facts, space) if space.has_tile else say("empty")
        if space.figures:
            on_it = labels.figure(state, space.figures[0])
        names.append(say("space {n}: {what}", n=place + 1, what=on_it))
    return names


def _figure(state: State) -> Offer:
    """Which space a figure stands on; one that another figure holds is taken (but for World's End)."""
    figures = [f for space in state.line for f in space.figures]
    names = _space_names(state)
    spaces = []
    for place, name in enumerate(names):
        held = place < len(state.line) and state.line[place].figures and not state.line[place].has_tile
        closed = Reason("GM-RND-02", say("Another figure stands there.")) if held else None
        spaces.append(Choice(f"space:{place}", name, closed))
    where = Pick("space", say("On which space, counted from the back?"), tuple(spaces))
    who = tuple(Choice(f, labels.figure(state, f), then=(where,)) for f in figures)
    return Offer("figure", say("Where a figure stands"), (Pick("figure", say("Which figure?"), who),))


def _space(state: State) -> Offer:
    """What lies on a space: nothing, an untold tile of a deck, or a named one by its own correction."""
    contents = [Choice("empty", say("nothing"))]
    contents += [Choice(d.letter, say("a tile of deck {deck}", deck=d.letter)) for d in state.decks]
    what = Pick("content", say("What lies there?"), tuple(contents))
    spaces = []
    for place, name in enumerate(_space_names(state)):
        held = place < len(state.line) and bool(state.line[place].figures)
        closed = Reason("GM-RND-02", say("A figure stands there.")) if held else None
        spaces.append(Choice(f"space:{place}", name, closed, then=(what,)))
    return Offer("space", say("What lies on a space"), (Pick("space", say("Which space?"), tuple(spaces)),))


def _found(state: State) -> Offer:
    """A known tile lies on that space, whatever was believed."""
    spaces = []
    for place, name in enumerate(_space_names(state)):
        held = place < len(state.line) and bool(state.line[place].figures)
        closed = Reason("GM-RND-02", say("A figure stands there.")) if held else None
        spaces.append(Choice(f"space:{place}", name, closed))
    where = Pick("space", say("On which space, counted from the back?"), tuple(spaces))
    return Offer("found", say("A tile lies on the rondel"), (_pieces(state, where),))


def _pieces(state: State, then: Pick) -> Pick:
    pieces = tuple(Choice(id, name, then=(then,), piece=id, group=deck) for id, name, deck in _tiles(state.facts))
    return Pick("piece", say("Which tile?"), pieces)


@lately
def _tiles(facts: Facts) -> tuple[tuple[str, Said, Said], ...]:
    """Every tile's id, name and heading."""
    tiles = (p for p in facts.pieces.values() if p.sort not in (HOME, CARD))
    return tuple((p.id, labels.piece(facts, p.id), _deck_words(p.deck)) for p in tiles)


def _deck_words(deck: str | None) -> Said:
    return say("deck {deck}", deck=deck) if deck else say("other tiles")


def _piece(state: State) -> Offer:
    places = (*_people(state), *(Choice(place, words) for place, words in PLACES.items()))
    return Offer("piece", say("Where a tile is"), (_pieces(state, Pick("place", say("Where is it?"), places)),))


def _card(state: State) -> Offer:
    holders = (*_people(state), Choice(NOBODY, say("nobody")))
    who = Pick("player", say("Who has it?"), holders)
    cards = tuple(
        Choice(c, labels.landmark(state.facts, c), then=(who,), piece=f"card_{c}") for c in state.facts.landmarks
    )
    return Offer("card", say("Who has a landmark card"), (Pick("card", say("Which card?"), cards),))


def _marker(state: State) -> Offer:
    holders = (*_people(state), Choice(NOBODY, say("nobody")))
    who = Pick("player", say("Whose marker lies there?"), holders)
    crests = tuple(Choice(c, labels.crest(state.facts, c), then=(who,)) for c in state.facts.crests)
    return Offer("marker", say("Whose marker lies on a crest"), (Pick("crest", say("Which crest?"), crests),))


def _rondel() -> Offer:
    text = say("How many spaces does your rondel have?")
    return Offer("rondel", say("Spaces of the rondel"), (Amount("spaces", text, SPACES_FEWEST, SPACES_MOST, 14),))


def _name(state: State) -> Offer:
    text = Text("name", say("What is the name?"), 12)
    known = tuple(Choice(f"name:{n}", literal(n)) for n in state.names)
    names = Pick("which", say("Which name?"), (*known, Choice("new", say("another name"), then=(text,))))
    who = tuple(Choice(p.id, labels.figure(state, p.id), then=(names,)) for p in state.players)
    return Offer("name", say("The name of a player"), (Pick("player", say("Which player?"), who),))


def _note() -> Offer:
    return Offer("note", say("A note"), (Text("text", say("What is to be remembered?"), 120),))


def ask_correction(state: State, _question: Open) -> Question:
    return correction_question(state)


def settle_correction(course: Course, _question: Open, answer: Answer) -> None:
    """Changes what was believed; whoever is last on the ring afterwards is on turn."""
    match answer.offer:
        case "note":
            course.do(ev.Noted(str(answer.values[0])))
        case "name":
            name_player(course, answer)
        case "rondel":
            course.do(ev.SpacesCounted(int(answer.values[0])))
        case "count":
            course.do(ev.CountSet(str(answer.values[0]), str(answer.values[1]), int(answer.values[2])))
        case "row":
            course.do(ev.RowSet(str(answer.values[0]), int(answer.values[1])))
        case "deck":
            course.do(ev.DeckCounted(str(answer.values[0]), int(answer.values[1])))
        case "card":
            course.do(ev.CardPlaced(str(answer.values[0]), _person(answer.values[1])))
        case "marker":
            course.do(ev.MarkerPlaced(str(answer.values[0]), _person(answer.values[1])))
        case _:
            _correct_ring(course, answer)
            take_again(course)


def _person(value: str | int) -> str:
    return "" if value == NOBODY else str(value)


def _place(value: str | int) -> int:
    return int(str(value).removeprefix("space:"))


def _correct_ring(course: Course, answer: Answer) -> None:
    first, second = str(answer.values[0]), str(answer.values[1])
    match answer.offer:
        case "figure":
            course.do(ev.FigurePlaced(first, _place(second)))
        case "space":
            course.do(ev.SpaceSet(_place(first), "", "" if second == "empty" else second))
        case "found":
            put_on_space(course, first, _place(second))
        case "piece":
            course.do(ev.PiecePlaced(first, second))


def put_on_space(course: Course, piece: str, place: int) -> None:
    """A known tile lies on that space; what was believed to lie there is untold again."""
    deck = course.state.facts.pieces[piece].deck or course.state.deck
    old = place_of_piece(course.state.line, piece)
    if old >= 0:
        course.do(ev.SpaceSet(old, "", course.state.line[old].deck))
    elif piece in _lying_elsewhere(course.state):
        course.do(ev.PiecePlaced(piece, "deck"))
    course.do(ev.SpaceSet(place, piece, deck))


def _lying_elsewhere(state: State) -> set[str]:
    taken = (t.piece for p in state.players for t in p.taken)
    return {*taken, *(t.piece for t in state.discards), *(t.piece for t in state.removed)}


def is_die(figure: str) -> bool:
    return figure == DIE


kind("correct", ask_correction, settle_correction)
