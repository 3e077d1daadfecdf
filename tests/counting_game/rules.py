"""The rules of a tiny made-up game: Ann puts stones into a heap and into two bowls, Bob bets on an odd heap.

It is here to prove that the engine knows no game, and to have every kind of question, part and rule in few lines.
What may be answered and what happens stand in tables: a row for each action, a row for each event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.engine import event_rows, question_kinds, table_game
from companion.engine.game import CORRECTION, Interpretation, TableInstruction, TapMeaning, TurnMark
from companion.engine.journal import SCHEMA, Header
from companion.engine.message import Message, literal, tr
from companion.engine.offers import (
    Amount,
    Answer,
    Choice,
    Pick,
    Reason,
    Text,
)
from companion.engine.question_kinds import ActionForm
from companion.engine.table_game import OVER, Overruled, TableGame

BOWLS = ("red", "blue")
FULL = 20
"""A heap above this ends the game."""
PIECES = {
    "stone": tr("A stone"),
    "shell": tr("A shell, worth two"),
    "pebble": tr("A pebble, worth nothing"),
}
"""All that can be tapped, command cards aside."""


class Heap(msgspec.Struct, frozen=True):
    """What the game keeps: the heap, two bowls, the turn, and what Bob bet this turn."""

    heap: int
    red: int = 0
    blue: int = 0
    turn: int = 1
    bet: str = ""
    note: str = ""

    @property
    def stage(self) -> str:
        return OVER if self.heap > FULL else "play"

    @property
    def open_questions(self) -> tuple[Asking, ...]:
        """The questions that are open: Ann's move, and Bob's bet on an odd heap."""
        move, bet = Asking(2 * self.turn, "move", "Ann"), Asking(2 * self.turn + 1, "bet", "Bob")
        return (move, bet) if self.heap % 2 and not self.bet else (move,)


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stones: int
    colours: dict[str, int] = {}
    note: str = ""


class Event(msgspec.Struct, frozen=True, tag=True):
    """Base of all events."""


class StonesAdded(Event):
    stones: int


class StonesMoved(Event):
    bowl: str
    stones: int


class BetMade(Event):
    side: str


class HeapCorrected(Event):
    stones: int


class NoteMade(Event):
    words: str


class TurnEnded(Event):
    pass


class Asking(msgspec.Struct, frozen=True):
    """A question that is open: its number, its kind, and whom it is asked."""

    number: int
    kind: str
    player: str = ""


class Resolution(table_game.Resolution[Heap]):
    """One answer being carried out: the events so far and the heap after them."""

    def __init__(self, state: Heap, rows: Mapping[type[Any], EventRow]) -> None:
        super().__init__(state)
        self.rows = rows

    def apply(self, state: Heap, event: Any) -> Heap:
        return self.rows[type(event)].apply(state, event)


Action = question_kinds.Action[Heap, Resolution, Asking]
QuestionKind = question_kinds.QuestionKind[Heap, Resolution, Asking]
EventRow = event_rows.EventRow[Heap]


# What happens: a row for each event


def _moved(state: Heap, event: StonesMoved) -> Heap:
    left = replace(state, heap=state.heap - event.stones)
    return replace(left, **{event.bowl: getattr(state, event.bowl) + event.stones})


def _off_the_heap(state: Heap, event: StonesAdded) -> TableInstruction:
    return TableInstruction(tr("{n} stones off the heap of {heap}", n=event.stones, heap=state.heap), "stone")


EVENTS: dict[type[Any], EventRow] = {
    row.event: row
    for row in (
        EventRow(StonesAdded, lambda s, e: replace(s, heap=s.heap + e.stones), undo_instructions=_off_the_heap),
        EventRow(StonesMoved, _moved),
        EventRow(BetMade, lambda s, e: replace(s, bet=e.side)),
        EventRow(HeapCorrected, lambda s, e: replace(s, heap=e.stones)),
        EventRow(NoteMade, lambda s, e: replace(s, note=e.words)),
        EventRow(Overruled, lambda s, _e: s),
        EventRow(TurnEnded, lambda s, _e: replace(s, turn=s.turn + 1, bet="")),
    )
}


# What may be answered: a row for each action


def _fill_form(state: Heap, _asking: Asking) -> ActionForm:
    few = Reason("CG-02", tr("The heap has {n} stones.", n=state.heap)) if state.heap < 1 else None
    stones = Amount("stones", tr("How many?"), 1, max(1, state.heap), 1)
    bowls = tuple(Choice(bowl, literal(bowl), then=(stones,)) for bowl in BOWLS)
    return ActionForm(tr("Fill a bowl"), (Pick("bowl", tr("Which?"), bowls),), closed=few)


def _double_form(state: Heap, _asking: Asking) -> ActionForm:
    much = Reason("CG-03", tr("The heap has {n} stones already.", n=state.heap)) if state.heap > 9 else None
    return ActionForm(tr("Double the heap"), caution=much)


def _add(resolution: Resolution, _asking: Asking, answer: Answer) -> None:
    resolution.do(StonesAdded(int(answer.values[0])))
    resolution.do(TurnEnded())


def _fill(resolution: Resolution, _asking: Asking, answer: Answer) -> None:
    bowl, stones = answer.values
    resolution.do(StonesMoved(str(bowl), int(stones)))
    resolution.do(TurnEnded())


def _double(resolution: Resolution, _asking: Asking, _answer: Answer) -> None:
    resolution.do(StonesAdded(resolution.state.heap))
    resolution.do(TurnEnded())


def _bet(resolution: Resolution, _asking: Asking, answer: Answer) -> None:
    resolution.do(BetMade(answer.offer))


def _heap(resolution: Resolution, _asking: Asking, answer: Answer) -> None:
    resolution.do(HeapCorrected(int(answer.values[0])))


def _note(resolution: Resolution, _asking: Asking, answer: Answer) -> None:
    resolution.do(NoteMade(str(answer.values[0])))


MOVE = QuestionKind(
    "move",
    tr("Your move?"),
    (
        Action("add", ActionForm(tr("Add stones"), (Amount("stones", tr("How many?"), 1, 3, 2),)), _add),
        Action("fill", _fill_form, _fill),
        Action("double", _double_form, _double),
    ),
    non_blocking=True,
    stays_open=True,
)
BET = QuestionKind(
    "bet",
    tr("What do you bet?"),
    (Action("more", ActionForm(tr("It grows")), _bet), Action("less", ActionForm(tr("It shrinks")), _bet)),
    secret=True,
    stays_open=True,
)
CORRECT = QuestionKind(
    "correction",
    tr("What is wrong?"),
    (
        Action("heap", ActionForm(tr("Set the heap"), (Amount("stones", tr("How many?"), 0, 99, 0),)), _heap),
        Action("note", ActionForm(tr("A note"), (Text("words", tr("Which words?")),)), _note),
    ),
)
KINDS = {kind.name: kind for kind in (MOVE, BET, CORRECT)}


class CountingGame(TableGame[Heap]):
    """The game as the engine sees it: all of it looks into the tables."""

    slug = "counting"
    rules_version = 1
    correction = Asking(CORRECTION, CORRECT.name)

    def __init__(
        self, kinds: Mapping[str, QuestionKind] = KINDS, rows: Mapping[type[Any], EventRow] = EVENTS
    ) -> None:
        super().__init__(kinds, rows)

    def start(self, setup: msgspec.Raw) -> Heap:
        made = msgspec.json.decode(setup, type=Setup)
        return Heap(made.stones, note=made.note)

    def resolution(self, state: Heap) -> Resolution:
        return Resolution(state, self.rows)

    def apply(self, state: Heap, event: Event) -> Heap:
        return self.rows[type(event)].apply(state, event)

    def tap_meaning(self, state: Heap, piece: str) -> TapMeaning:
        answer = {
            "stone": Answer(2 * state.turn, "add", (1,)),
            "shell": Answer(2 * state.turn, "add", (2,)),
            "card:double": Answer(2 * state.turn, "double"),
        }.get(piece)
        ways = (Interpretation(PIECES.get(piece, tr("Double")), answer),) if answer else ()
        return TapMeaning(literal(piece), None, ways)

    def history_text(self, state: Heap, answer: Answer, events: Sequence[Event]) -> Message:
        return tr("Turn {turn}: {what} ({n})", turn=state.turn, what=answer.offer, n=len(events))

    def turn(self, state: Heap, _answer: Answer | None = None) -> TurnMark:
        return TurnMark(state.turn, "Ann")

    def turn_text(self, _state: Heap, _figure: str, events: Sequence[Event]) -> Message:
        return tr("{n} events", n=len(events))

    def reconcile_table(
        self, old: Heap, new: Heap, _gone: Sequence[Event], _came: Sequence[Event]
    ) -> tuple[TableInstruction, ...]:
        by = new.heap - old.heap
        if by < 0:
            return (TableInstruction(tr("{n} stones off the heap of {heap}", n=-by, heap=old.heap), "stone"),)
        return (TableInstruction(tr("{n} stones onto the heap", n=by), "stone", is_forward=True),) if by else ()

    def rescoring_text(self, _gone: Sequence[Event], _came: Sequence[Event]) -> Message | None:
        return None


GAME = CountingGame()


def header(stones: int = 4) -> Header:
    return Header(SCHEMA, GAME.slug, GAME.rules_version, msgspec.Raw(b'{"stones":%d}' % stones))


def game_of(slug: str) -> CountingGame:
    """The game with that name; KeyError when there is none."""
    return {GAME.slug: GAME}[slug]


def add(history_turn: int, stones: int = 1) -> Answer:
    """Ann puts stones on the heap in that turn."""
    return Answer(2 * history_turn, "add", (stones,))


def fill(turn: int, bowl: str, stones: int) -> Answer:
    return Answer(2 * turn, "fill", (bowl, stones))


def bet(turn: int, side: str) -> Answer:
    return Answer(2 * turn + 1, side)


def heap(stones: int) -> Answer:
    return Answer(CORRECTION, "heap", (stones,))
