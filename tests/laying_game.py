"""The counting game with a map: each turn that ends lays a stone on a cell that people choose (in tests only)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from companion.engine.game import TableInstruction
from companion.engine.help_topics import Article, GameHelp
from companion.engine.history import History
from companion.engine.journal import SCHEMA, Header
from companion.engine.message import Message, literal, tr
from companion.engine.offers import Answer, Choice, MapTile, Place, Reason, cell_value, parse_cell
from companion.engine.question_kinds import ActionForm
from companion.games.definition import RandomGame, RandomPlay
from companion.games.random_play import RandomPlayer
from tests.counting_game import GAME as COUNTING
from tests.counting_game.rules import (
    EVENTS,
    KINDS,
    Action,
    Asking,
    CountingGame,
    Event,
    EventRow,
    Heap,
    QuestionKind,
    Resolution,
    Setup,
)
from tests.counting_game.screens import HEAP
from tests.counting_game.view import HeapView
from tests.counting_game.view import view as heap_view

PLACE = 1000
"""Added to the turn: the number of the question where its stone lies."""
RULE = "CG-09"
SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))
CORNERS = ((1, 1), (-1, 1), (-1, -1), (1, -1))


class Land(Heap, frozen=True):
    """The cells where stones lie, besides the home stone at 0,0, in the order of the turns."""

    laid: tuple[str, ...] = ()

    @property
    def open_questions(self) -> tuple[Asking, ...]:
        where = (Asking(PLACE + self.turn, "place", "Ann"),) if self.turn - 1 != len(self.laid) else ()
        return (*where, *super().open_questions)


class LandView(HeapView, frozen=True, kw_only=True):
    laid: tuple[str, ...]


def view(state: Land, viewer: str) -> LandView:
    return LandView(**msgspec.structs.asdict(heap_view(state, viewer)), laid=state.laid)


class StoneLaid(Event):
    cell: str


def place(state: Land) -> Place:
    """Beside any stone; only at a corner of one it is closed."""
    stones = [(0, 0), *map(parse_cell, state.laid)]
    around = dict.fromkeys((x + east, y + north) for x, y in stones for east, north in (*SIDES, *CORNERS))
    free = [cell for cell in around if cell not in stones]
    cells = tuple(Choice(cell_value(*cell), *_told(cell, stones)) for cell in free)
    map_tiles = tuple(_stone(state, *cell) for cell in stones)
    return Place(
        "cell",
        tr("Where does the stone lie?"),
        cells,
        map_tiles=map_tiles,
        new_tile=MapTile(0, 0, literal("Stone"), "heap"),
    )


def _told(cell: tuple[int, int], stones: Sequence[tuple[int, int]]) -> tuple[Message, Reason | None]:
    beside = [(x, y) for x, y in stones if abs(x - cell[0]) + abs(y - cell[1]) == 1]
    if not beside:
        return tr("Only at a corner"), Reason(RULE, tr("A stone lies beside another one, not at its corner."))
    return tr("Beside the stone at {x}, {y}", x=beside[0][0], y=beside[0][1]), None


def _stone(state: Land, x: int, y: int) -> MapTile:
    lines = (("river", "north_south"),) if x == 0 else (("road", "east_west"),) if y == 0 else ()
    pieces = (("heap", len(state.laid) % 3 + 1),) if x else ()
    return MapTile(
        x, y, tr("Stone at {x}, {y}", x=x, y=y), "heap" if y else "", lines, pieces, figures=2 * (x == y)
    )


def _lay(resolution: Resolution, _asking: Asking, answer: Answer) -> None:
    resolution.do(StoneLaid(str(answer.values[0])))


def _lay_form(state: Heap, _asking: Asking) -> ActionForm:
    assert isinstance(state, Land)
    return ActionForm(tr("Lay the stone"), (place(state),))


def _stone_laid(state: Heap, event: StoneLaid) -> Heap:
    assert isinstance(state, Land)
    return replace(state, laid=(*state.laid, event.cell))


def _stone_off(_state: Heap, event: StoneLaid) -> TableInstruction:
    return TableInstruction(tr("the stone off {cell}", cell=event.cell))


LAY = QuestionKind(
    "place", tr("Where does the stone lie?"), (Action("lay", _lay_form, _lay),), rule=RULE, stays_open=True
)
STONE_LAID = EventRow(StoneLaid, _stone_laid, undo_instructions=_stone_off)


class LayingGame(CountingGame):
    slug = "laying"

    def __init__(self) -> None:
        super().__init__({**KINDS, LAY.name: LAY}, {**EVENTS, StoneLaid: STONE_LAID})

    def start(self, setup: msgspec.Raw, _rules: int = 2) -> Land:
        return Land(msgspec.json.decode(setup, type=Setup).stones)


def _begin(wanted: RandomGame) -> tuple[History, RandomPlayer]:
    header = Header(SCHEMA, GAME.id, 2, msgspec.Raw(b'{"stones":4}'))
    return History(GAME.rules, header), RandomPlayer(wanted.seed)


def _article(_state: object, key: str) -> Article | None:
    return Article(key, tr("Beside"), (tr("Stones touch each other with their sides."),)) if key == RULE else None


GAME = replace(
    COUNTING,
    id="laying",
    name=literal("Laying"),
    title=literal("Laying"),
    place=98,
    make_rules=LayingGame,
    view=view,
    summary=lambda state: {"heap": state.heap, "laid": len(state.laid)},
    random_play=RandomPlay(_begin),
    look_up=GameHelp(_article),
    screens=replace(COUNTING.screens, icons={"heap": HEAP}),
    commands=(),
    parts=("tests.laying_game",),
    words=(),
)
