"""The counting game with a map: each turn that ends lays a stone on a cell that people choose (in tests only)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from companion.engine.game import Decision, TableInstruction
from companion.engine.help_topics import Article, GameHelp
from companion.engine.history import History
from companion.engine.journal import SCHEMA, Header
from companion.engine.message import Message, literal, tr
from companion.engine.offers import (
    Answer,
    Choice,
    MapTile,
    Offer,
    Place,
    Question,
    Reason,
    Refusal,
    cell_of,
    cell_value,
    refusal_reason,
)
from companion.games.definition import RandomGame, RandomPlay
from companion.games.random_play import RandomPlayer
from tests.counting_game import GAME as COUNTING
from tests.counting_game.rules import EVENTS, KINDS, Asking, CountingGame, Event, EventRow, Heap, Setup, QuestionKind, Action, Resolution
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


class LandView(HeapView, frozen=True, kw_only=True):
    laid: tuple[str, ...]


def view(state: Land, viewer: str) -> LandView:
    return LandView(**msgspec.structs.asdict(heap_view(state, viewer)), laid=state.laid)


class StoneLaid(Event):
    cell: str


DECODER = msgspec.json.Decoder(tuple[ANY_EVENT | StoneLaid, ...])


def place(state: Land) -> Place:
    """Beside any stone; only at a corner of one it is closed."""
    stones = [(0, 0), *map(cell_of, state.laid)]
    around = dict.fromkeys((x + east, y + north) for x, y in stones for east, north in (*SIDES, *CORNERS))
    free = [cell for cell in around if cell not in stones]
    cells = tuple(Choice(cell_value(*cell), *_told(cell, stones)) for cell in free)
    map_tiles = tuple(_stone(state, *cell) for cell in stones)
    return Place(
        "cell",
        tr("Where does the stone lie?"),
        cells,
        map_tiles=map_tiles,
        laid=MapTile(0, 0, literal("Stone"), "heap"),
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


class LayingGame(CountingGame):
    slug = "laying"

    def start(self, setup: msgspec.Raw, _rules: int = 2) -> Land:
        return Land(msgspec.json.decode(setup, type=Setup).stones)

    def _asked(self, state: Land) -> Question | None:
        if state.turn - 1 == len(state.laid):
            return None
        offer = Offer("lay", tr("Lay the stone"), (place(state),))
        return Question(PLACE + state.turn, "place", tr("Where does the stone lie?"), (offer,), "Ann", rule=RULE)

    def questions(self, state: Heap) -> tuple[Question, ...]:
        assert isinstance(state, Land)
        asked = self._asked(state)
        return (*((asked,) if asked else ()), *super().questions(state))

    def question(self, state: Heap, number: int) -> Question | None:
        assert isinstance(state, Land)
        asked = self._asked(state)
        return asked if asked and asked.number == number else super().question(state, number)

    def decide(self, state: Heap, answer: Answer) -> Decision | Refusal:
        assert isinstance(state, Land)
        asked = self._asked(state)
        if asked is None or asked.number != answer.question:
            return super().decide(state, answer)
        if refusal := refusal_reason(asked, answer):
            return refusal
        event = StoneLaid(str(answer.values[0]))
        return Decision((event,), self.apply(state, event))

    def apply(self, state: Heap, event: Event) -> Heap:
        if isinstance(event, StoneLaid):
            assert isinstance(state, Land)
            return replace(state, laid=(*state.laid, event.cell))
        return super().apply(state, event)

    def decode_events(self, raw: bytes) -> tuple[Event, ...]:
        events: tuple[Event, ...] = DECODER.decode(raw)
        return events

    def undo_instructions(self, state: Heap, events: Sequence[Event]) -> tuple[TableInstruction, ...]:
        laid = tuple(
            TableInstruction(tr("the stone off {cell}", cell=e.cell)) for e in events if isinstance(e, StoneLaid)
        )
        return (*laid, *super().undo_instructions(state, [e for e in events if not isinstance(e, StoneLaid)]))


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
