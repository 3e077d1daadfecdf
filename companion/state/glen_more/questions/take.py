"""The question of a turn: which tile is taken, or none (G1-TRN-01, G1-TRN-02, G1-TRN-07)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.engine.message import Message, literal, or_by_hand, tr
from companion.engine.offers import Answer, Choice, Pick, Value
from companion.state.glen_more import events as ev
from companion.state.glen_more import labels
from companion.state.glen_more.course import fire
from companion.state.glen_more.gains import cannot_pay, last_scot, take_effects
from companion.state.glen_more.model import OpenQuestion, State
from companion.state.glen_more.questions.setup import may_be_laid
from companion.state.glen_more.resolution import Resolution
from companion.state.glen_more.rows import Action, Form, QuestionKind
from companion.state.line import Space, place_of, place_of_piece, tiles_ahead

AHEAD = "ahead:"
"""What stands in an answer for a tile that nobody has told about, before how many tiles ahead it lies."""


def reach(state: State, player_id: str) -> tuple[Choice, ...]:
    """Every tile ahead, near or far, nearest first; one that nobody told about is named (G1-TRN-02)."""
    names = {
        deck: Pick("piece", tr("Which tile is it?"), _names(state, player_id, deck)) for deck in _untold(state)
    }
    return tuple(
        _choice(state, player_id, n, state.line[place], names)
        for n, place in enumerate(tiles_ahead(state.line), 1)
    )


def _choice(state: State, player_id: str, n: int, space: Space, names: dict[str, Pick]) -> Choice:
    label = tr("tile {n} ahead, {tile}", n=n, tile=labels.piece(state.facts, space.piece, space.deck))
    brief = literal(str(n))
    if not space.piece:
        return Choice(f"{AHEAD}{n}", label, then=(names[space.deck],), brief=brief)
    caution = cannot_pay(state, player_id, space.piece)
    return Choice(space.piece, label, caution=caution, piece=space.piece, brief=brief)


def _untold(state: State) -> set[str]:
    return {space.deck for space in state.line if space.unidentified}


def _names(state: State, player_id: str, deck: str) -> tuple[Choice, ...]:
    return tuple(
        replace(choice, caution=cannot_pay(state, player_id, choice.value))
        for choice in may_be_laid(state, (deck,))
    )


def _text(state: State, question: OpenQuestion) -> Message:
    player = labels.figure(state, question.player)
    return or_by_hand(
        tr("{Player}, tap the tile you take", Player=player), tr("{Player}, take a tile", Player=player)
    )


def _take(state: State, question: OpenQuestion) -> Form:
    which = Pick(
        "tile",
        tr("Which tile ahead of you, pawns not counted?"),
        reach(state, question.player),
        steady=True,
        in_order=True,
    )
    return Form(tr("Take a tile"), (which,))


def _nothing(state: State, question: OpenQuestion) -> Form:
    """Who can take none moves to any tile ahead, which leaves the game (G1-TRN-07)."""
    plain = tuple(replace(choice, caution=None, then=()) for choice in reach(state, question.player))
    return Form(tr("No tile can be taken"), (Pick("tile", tr("Move to which tile?"), plain, in_order=True),))


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
    fire(resolution, "taken")
    take_effects(resolution, player, space.piece)


def _take_nothing(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    place = place_meant(resolution.state, answer.values[0])
    tile = resolution.state.line[place]
    move(resolution, question.player, place)
    now = place_of(resolution.state.line, question.player)
    resolution.do(ev.TileRemoved(tile.piece, tile.deck, now, "G1-TRN-07"))
    fire(resolution, "taken")


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
