"""The question of a turn: which tile is taken, or none (G1-TRN-01, G1-TRN-02, G1-TRN-07)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.engine.memoize import memoize_last
from companion.engine.message import Message, begun, literal, or_by_hand, tr
from companion.engine.offers import Answer, Choice, Pick, Reason, Value
from companion.state.glen_more import events as ev
from companion.state.glen_more import labels
from companion.state.glen_more.course import fire
from companion.state.glen_more.gains import cannot_pay, last_scot, take_effects
from companion.state.glen_more.model import OpenQuestion, State
from companion.state.glen_more.questions.setup import may_be_laid
from companion.state.glen_more.referee.placing import Takeable
from companion.state.glen_more.refill import throw_out
from companion.state.glen_more.resolution import Resolution
from companion.state.glen_more.rows import Action, Form, QuestionKind
from companion.state.territory.track import Space, place_of, place_of_piece, tiles_ahead

AHEAD = "ahead:"
"""What stands in an answer for a tile that nobody has told about, before how many tiles ahead it lies."""
Judge = Callable[[Choice, str], Choice]
"""A choice as it may be picked, by the tile that it means."""


@memoize_last
def reach(state: State, player_id: str) -> tuple[Choice, ...]:
    """Every tile ahead, near or far, nearest first; one that nobody told about is named (G1-TRN-02)."""
    judged = _judge(state, player_id)
    names = {deck: Pick("piece", tr("Which tile is it?"), _names(state, judged, deck)) for deck in _untold(state)}
    return tuple(
        _choice(state, judged, n, state.line[place], names) for n, place in enumerate(tiles_ahead(state.line), 1)
    )


def _judge(state: State, player_id: str) -> Judge:
    """What speaks against taking a tile: counts that may be behind, at referee depth what is known (G1-TRN-02)."""
    if not state.follows:
        return lambda choice, piece: replace(choice, caution=cannot_pay(state, player_id, piece))
    takeable = Takeable(state, player_id)
    return lambda choice, piece: replace(choice, closed=takeable.why_not(piece))


def _choice(state: State, judged: Judge, n: int, space: Space, names: dict[str, Pick]) -> Choice:
    label = tr("tile {n} ahead, {tile}", n=n, tile=labels.piece(state.facts, space.piece, space.deck))
    brief = literal(str(n))
    if not space.piece:
        return Choice(f"{AHEAD}{n}", label, then=(names[space.deck],), brief=brief)
    return judged(Choice(space.piece, label, piece=space.piece, brief=brief), space.piece)


def _untold(state: State) -> set[str]:
    return {space.deck for space in state.line if space.unidentified}


def _names(state: State, judged: Judge, deck: str) -> tuple[Choice, ...]:
    return tuple(judged(choice, choice.value) for choice in may_be_laid(state, (deck,)))


def _text(state: State, question: OpenQuestion) -> Message:
    player = labels.figure(state, question.player)
    return or_by_hand(
        tr("{Player}, tap the tile you take", Player=player), tr("{Player}, take a tile", Player=player)
    )


def _take(state: State, question: OpenQuestion) -> Form:
    which = Pick(
        "tile",
        tr("Which tile ahead of you? Count tiles only."),
        reach(state, question.player),
        steady=True,
        in_order=True,
    )
    return Form(tr("Take a tile"), (which,))


def _nothing(state: State, question: OpenQuestion) -> Form:
    """Who can take none moves to any tile ahead, which leaves the game (G1-TRN-07)."""
    found = reach(state, question.player)
    open_one = next((choice for choice in found if state.follows and not choice.then and not choice.closed), None)
    words = tr("{tile} can be taken.", tile=begun(open_one.label)) if open_one else None
    plain = tuple(replace(choice, closed=None, caution=None, then=()) for choice in found)
    closed = Reason("G1-TRN-07", words) if words else None
    return Form(
        tr("No tile can be taken"), (Pick("tile", tr("Move to which tile?"), plain, in_order=True),), closed
    )


def place_meant(state: State, value: Value) -> int:
    """Where the tile lies that an answer means."""
    if str(value).startswith(AHEAD):
        return tiles_ahead(state.line)[int(str(value).removeprefix(AHEAD)) - 1]
    return place_of_piece(state.line, str(value))


def move(resolution: Resolution, figure: str, place: int) -> None:
    """Onto the tile at that place; what it goes by is told in the event (G1-TRK-04)."""
    line = resolution.state.line
    passed = tuple(s.piece or s.deck for s in line[place_of(line, figure) + 1 : place] if s.has_tile)
    resolution.do(ev.PawnMoved(figure, tiles_ahead(line).index(place) + 1, passed))


def take(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """The pawn moves there, the tile comes into the territory, what is counted of it is booked."""
    player, place = question.player, place_meant(resolution.state, answer.values[0])
    if len(answer.values) > 1:
        resolution.do(ev.TileIdentified(place, str(answer.values[1])))
    space = resolution.state.line[place]
    move(resolution, player, place)
    resolution.do(ev.TileTaken(player, space.piece, space.deck))
    if resolution.state.follows:
        fire(resolution, "to_be_laid")
        return
    fire(resolution, "taken")
    take_effects(resolution, player, space.piece)


def _take_nothing(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    place = place_meant(resolution.state, answer.values[0])
    move(resolution, question.player, place)
    throw_out(resolution, place_of(resolution.state.line, question.player), "G1-TRN-07")
    fire(resolution, "nothing_taken" if resolution.state.follows else "taken")


# ---- Loch Ness is paid with one of the two (G1-LOC-04)


def _pay_text(state: State, question: OpenQuestion) -> Message:
    return tr("{Player} pays a Scot or a chieftain?", Player=labels.figure(state, question.player))


def _pay_scot(state: State, question: OpenQuestion) -> Form:
    return Form(tr("A Scot"), caution=last_scot(state, state.player(question.player)))


def _pay(count: str) -> Callable[[Resolution, OpenQuestion, Answer], None]:
    def pay(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
        resolution.do(ev.CountChanged(question.player, count, -1, "cost"))

    return pay


KINDS = (
    QuestionKind(
        "take",
        _text,
        (
            Action("take", _take, take, "OK", tr("take")),
            Action("nothing", _nothing, _take_nothing, seldom=True),
        ),
        rule="G1-TRN-02",
        non_blocking=True,
    ),
    QuestionKind(
        "pay",
        _pay_text,
        (
            Action("chieftain", Form(tr("A chieftain")), _pay("chieftains")),
            Action("scot", _pay_scot, _pay("scots")),
        ),
        rule="G1-LOC-04",
    ),
)
