"""The question of a turn: which tile is taken (GM-RND-02, GM-TAK-01..08), World's End, or nothing at all."""

from __future__ import annotations

from companion.engine.memoize import lately
from companion.engine.message import say
from companion.engine.offers import Answer, Choice, Offer, Pick, Question, Reason, Value
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.effects import gain_piece
from companion.state.glen_more_2.expansions import objection, pile_of
from companion.state.glen_more_2.facts import WORLDS_END, Learned
from companion.state.glen_more_2.model import Open, Space, State
from companion.state.glen_more_2.piece_locations import piece_choices
from companion.state.glen_more_2.questions.question_kinds import kind
from companion.state.glen_more_2.resolution import Course
from companion.state.glen_more_2.ring import ahead_of, laid, place_of, place_of_piece, tiles_ahead
from companion.state.glen_more_2.turns import discard_passed, move_pawn, untold_of_d, untold_passed

AHEAD = "ahead:"
FOREMOST = "foremost"


@lately
def space_choices(state: State, figure: str) -> tuple[Choice, ...]:
    """Every tile ahead, nearest first; an untold one may be named. What stands against a stop is said."""
    names: dict[str, Pick] = {}
    choices = []
    for ahead, place in enumerate(tiles_ahead(state.line), 1):
        space = state.line[place]
        if space.piece == WORLDS_END:
            continue
        if space.piece:
            label = say("{n}: {tile}", n=ahead, tile=labels.tile(state.facts, space))
            closed, caution = objection(state, figure, space.piece)
            caution = caution or barred(state, space.piece)
            choices.append(Choice(space.piece, label, closed, caution, piece=space.piece))
            continue
        pick = names.setdefault(
            space.deck, Pick("piece", say("Which tile is it?"), piece_choices(state, space.deck))
        )
        label = say("{n}: {tile}", n=ahead, tile=labels.tile(state.facts, space))
        choices.append(Choice(f"{AHEAD}{ahead}", label, then=(pick,)))
    return tuple(choices)


def barred(state: State, piece: str) -> Reason | None:
    """A pawn may pass this tile but not stop on it."""
    known = state.facts.pieces.get(piece)
    if not (known and known.barred):
        return None
    return Reason("GM-TIL-08", say("No pawn may stop on {tile}.", tile=labels.piece(state.facts, piece)))


def ask_take(state: State, question: Open) -> Question:
    spaces = space_choices(state, state.turn.figure)
    left = tuple(c for c in spaces if not c.closed and not stays(state, c.value))
    text = say("{player}: tap the tile you take.", player=labels.figure(state, question.player))
    offers = [Offer("take", say("Take a tile"), (Pick("tile", say("Which tile?"), spaces),), key="OK")]
    if all(choice.closed for choice in spaces):
        reason = Reason("GM-RND-02", say("No tile lies ahead."))
        offers = [Offer("take", say("Take a tile"), closed=reason)]
    offers.append(_worlds_end(state))
    if left:
        offers.append(
            Offer(
                "nothing",
                say("No tile can be taken"),
                (Pick("tile", say("Move to which tile?"), left), _instead()),
            )
        )
    return Question(
        question.number, question.kind, text, tuple(offers), question.player, home=True, rule="GM-RND-01"
    )


def _worlds_end(state: State) -> Offer:
    """Moving onto World's End is an answer, not a tap (GM-END-03); where nobody told, it is told now."""
    label = say("Move onto World's End")
    if state.worlds_end_found:
        return Offer("worlds_end", label)
    if where := _places_of_end(state):
        return Offer("worlds_end", label, (Pick("where", say("Which tile ahead is it?"), where),))
    return Offer("worlds_end", label, closed=Reason("GM-SET-11", say("World's End is still in deck D.")))


def _places_of_end(state: State) -> tuple[Choice, ...]:
    """Untold tiles that it can be; with deck D out and none of them left it lies ahead of everything."""
    untold = untold_of_d(state)
    aheads = [n for n, place in enumerate(tiles_ahead(state.line), 1) if place in untold]
    choices = tuple(Choice(f"{AHEAD}{n}", say("tile {n} ahead", n=n)) for n in aheads)
    out = state.deck == "D" and not state.deck_of("D").left
    return choices or ((Choice(FOREMOST, say("ahead of all tiles")),) if out else ())


def _instead() -> Pick:
    """What a player who can take nothing gets (GM-TAK-07)."""
    choices = (Choice("coin", say("1 coin")), Choice("movement", say("1 movement point")))
    return Pick("instead", say("What instead?"), choices)


def settle_take(course: Course, question: Open, answer: Answer) -> None:
    values = answer.values
    if before := course.state.opened("untold_end"):
        course.settle(before)
    if answer.offer == "worlds_end":
        _find_end(course, values)
        values = (WORLDS_END,)
    if not _ask_untold(course, question, answer.offer, values):
        carry_out(course, question, answer.offer, values)


def _find_end(course: Course, where: tuple[Value, ...]) -> None:
    """World's End lies where the player moves, if nobody told before."""
    if where == (FOREMOST,):
        at = laid(course.state.line, Space())[1]
        course.do(ev.SpaceSet(at, WORLDS_END, "D"))
    elif where:
        course.do(ev.TileTold(int(str(where[0]).removeprefix(AHEAD)), WORLDS_END))


def place_meant(state: State, values: tuple[Value, ...]) -> tuple[int, str, tuple[Value, ...]]:
    """The place in the line, the piece that is named, and the values that are left."""
    first = str(values[0])
    if first.startswith(AHEAD):
        return tiles_ahead(state.line)[int(first.removeprefix(AHEAD)) - 1], str(values[1]), values[2:]
    return place_of_piece(state.line, first), first, values[1:]


def _ask_untold(course: Course, question: Open, offer: str, values: tuple[Value, ...]) -> bool:
    """No untold D tile is discarded before World's End is found, unless the table says so."""
    place, piece, _ = place_meant(course.state, values)
    if piece == WORLDS_END:
        return False
    passed = untold_passed(course.state, place)
    if passed:
        course.ask("untold_end", question.player, len(passed), offer, *values)
    return bool(passed)


def carry_out(course: Course, question: Open, offer: str, values: tuple[Value, ...]) -> None:
    """Move, take, discard what was passed; then the tile's own consequences."""
    who, figure = question.player, course.state.turn.figure
    place, piece, rest = place_meant(course.state, values)
    ahead = ahead_of(course.state.line, place)
    deck = course.state.line[place].deck
    course.settle(question)
    tell(course, ahead, piece)
    move_pawn(course, figure, ahead, place)
    if stays(course.state, piece):
        discard_passed(course)
        course.do(ev.PawnStopped(figure, piece))
    elif offer == "nothing":
        _take_nothing(course, who, piece, deck, str(rest[0]))
    else:
        course.do(ev.TileTaken(who, piece, deck))
        discard_passed(course)
        gain_piece(course, who, piece, deck)
    course.go("taken")
    course.ask("end", who)


def stays(state: State, piece: str) -> bool:
    """World's End, a fixture, or a tile that nobody takes: the figure stands on it."""
    known = state.facts.pieces.get(piece)
    return piece == WORLDS_END or bool(known and known.stays)


def tell(course: Course, ahead: int, piece: str) -> None:
    """An untold tile gets its name; a tile whose deck nobody knew is now known to be of this one."""
    space = course.state.line[tiles_ahead(course.state.line)[ahead - 1]]
    if space.untold and piece:
        course.do(ev.TileTold(ahead, piece))
        learn_deck(course, piece, space.deck)


def learn_deck(course: Course, piece: str, deck: str) -> None:
    known = course.state.facts.pieces.get(piece)
    if known and known.deck is None:
        course.do(ev.FactLearned(Learned(piece, "deck", deck)))


def _take_nothing(course: Course, who: str, piece: str, deck: str, instead: str) -> None:
    """The tile goes to the pile; a coin or a movement point for it (GM-TAK-07)."""
    place = place_of(course.state.line, course.state.turn.figure)
    course.do(ev.TileDiscarded(piece, deck, place, "GM-TAK-07", pile_of(course.state)))
    discard_passed(course)
    if instead == "coin":
        course.do(ev.CoinsGained(who, 1, "nothing"))
    else:
        course.do(ev.Told("movement_point"))


def ask_untold_end(_state: State, question: Open) -> Question:
    """Was World's End among the passed tiles that nobody told about?"""
    passed = int(question.args[0])
    text = say("{n} untold tiles of deck D are passed. Is World's End among them?", n=passed)
    which = tuple(Choice(str(i), say("tile {n} of them, from behind", n=i)) for i in range(1, passed + 1))
    offers = (
        Offer("no", say("No")),
        Offer("yes", say("Yes, it is there"), (Pick("which", say("Which of them?"), which),)),
    )
    return Question(question.number, question.kind, text, offers, question.player, rule="GM-END-05")


def settle_untold_end(course: Course, question: Open, answer: Answer) -> None:
    offer, values = str(question.args[1]), question.args[2:]
    course.settle(question)
    take = course.state.opened("take")
    assert take is not None
    if answer.offer == "yes":
        place, _, _ = place_meant(course.state, values)
        found = untold_passed(course.state, place)[int(answer.values[0]) - 1]
        course.do(ev.TileTold(ahead_of(course.state.line, found), WORLDS_END))
    carry_out(course, take, offer, values)


kind("take", ask_take, settle_take, rests=True)
kind("untold_end", ask_untold_end, settle_untold_end)
