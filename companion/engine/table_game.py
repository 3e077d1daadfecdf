"""The table-driven game: one implementation of `engine.game.Game` for games whose rules are tables.

A game hands over its kinds of questions, its event rows and its course, and adds what is particular to it
(`TableGame`). `Resolution` collects the events of one answer. The events that every such game has (questions,
stages, notes) are defined here, because `decide` itself records them. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from companion.engine.event_rows import EventRow, answer_text, collect_undo_instructions, history_line
from companion.engine.game import CORRECTION, Decision, TableInstruction
from companion.engine.message import Message, tr
from companion.engine.offers import STALE, Answer, Question, Refusal
from companion.engine.question_kinds import QuestionKind


class Event(msgspec.Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Base class of events."""


class StageEntered(Event, frozen=True):
    """The game entered another stage of its course."""

    stage: str


class QuestionAsked(Event, frozen=True):
    """A question opened; its number is the next one of the game."""

    kind: str
    """Name of its row in the table of questions."""
    player: str = ""
    """Id of the player who answers; empty for all players."""
    args: tuple[str | int, ...] = ()
    """What the question is about; the meaning depends on its kind."""


class QuestionClosed(Event, frozen=True):
    """A question closed: it was answered or is no longer needed."""

    number: int


class Overruled(Event, frozen=True):
    """Players did something that a soft rule forbids."""

    rule: str
    """Rule id; empty if the rule has none."""


class NoteMade(Event, frozen=True):
    """Players entered a note; it changes nothing."""

    words: str


class PlayerSeated(Event, frozen=True):
    """A player joined the game; a game may add fields."""

    player: str
    """Id of the player."""
    name: str = ""
    """Name of the player; "" until it is entered."""


class PlayerNamed(Event, frozen=True):
    """Players entered the name of a player."""

    player: str
    name: str


COMMON_EVENTS: tuple[type[Event], ...] = (
    *(StageEntered, QuestionAsked, QuestionClosed, Overruled, NoteMade, PlayerNamed),
)
"""The events of this module that games use as they are."""


def unchanged_state(state: Any, _event: Any) -> Any:
    """Return the unchanged state, for events that are only recorded."""
    return state


def close_question(state: Any, e: QuestionClosed) -> Any:
    """Return the state without an open question."""
    return replace(state, open_questions=tuple(each for each in state.open_questions if each.number != e.number))


def name_player(state: Any, e: PlayerNamed) -> Any:
    """Return the state with the name of a player."""
    players = tuple(replace(each, name=e.name) if each.id == e.player else each for each in state.players)
    return replace(state, players=players)


def overruled_text(_state: Any, overruled: Sequence[Overruled]) -> Message:
    """Return the remark that follows the action, because history and undo show the action first."""
    against_rule = any(each.rule for each in overruled)
    return tr("done anyway, against a rule") if against_rule else tr("done anyway")


def common_event_rows(
    row: Callable[..., EventRow[Any]], **apply: Callable[[Any, Any], Any]
) -> tuple[EventRow[Any], ...]:
    """Return the rows of `COMMON_EVENTS`, made with a game's `EventTable.row`.

    apply: the game's own changes of its state, by the name of the event; `QuestionAsked` is always the game's.
    """
    changes = {
        "StageEntered": lambda state, e: replace(state, stage=e.stage),
        "QuestionClosed": close_question,
        "PlayerNamed": name_player,
        **apply,
    }
    return (
        row(PlayerNamed, changes["PlayerNamed"], tr("{player} is called {name}")),
        row(StageEntered, changes["StageEntered"]),
        row(QuestionAsked, changes["QuestionAsked"]),
        row(QuestionClosed, changes["QuestionClosed"]),
        # Listed after the act itself, which readers look for.
        row(Overruled, unchanged_state, group_history=overruled_text),
        row(NoteMade, unchanged_state, tr("note: {words}")),
    )


class OpenQuestion(Protocol):
    """What the game needs of an open question in its state."""

    @property
    def number(self) -> int: ...

    @property
    def kind(self) -> str: ...

    @property
    def player(self) -> str: ...


class TableState(Protocol):
    """What the game needs of its state."""

    @property
    def stage(self) -> str:
        """Current stage of the course."""

    @property
    def open_questions(self) -> Sequence[OpenQuestion]:
        """Open questions, oldest first."""


S = TypeVar("S", bound=TableState)


class Resolution(Generic[S]):
    """Collects events and applies each at once, so that later steps see the new state.

    It is the only mutable object of the rules and exists only during one `decide`. It contains no rule.
    """

    def __init__(self, state: S) -> None:
        self.state = state
        self.events: list[Any] = []

    def apply(self, state: S, event: Any) -> S:
        """Return the state after one event."""
        raise NotImplementedError

    @property
    def stage(self) -> str:
        """Current stage of the course. Setting it records `StageEntered`; only the stage machine does that."""
        return self.state.stage

    @stage.setter
    def stage(self, name: str) -> None:
        self.do(StageEntered(name))

    def do(self, event: Any) -> None:
        """Record an event."""
        self.events.append(event)
        self.state = self.apply(self.state, event)

    def ask(self, kind: str, player: str = "", *args: str | int) -> None:
        """Record a new question."""
        self.do(QuestionAsked(kind, player, args))

    def close(self, question: OpenQuestion) -> None:
        """Record that a question closes."""
        self.do(QuestionClosed(question.number))

    def close_all(self, kind: str) -> None:
        """Record that all open questions of a kind close."""
        for question in self.state.open_questions:
            if question.kind == kind:
                self.do(QuestionClosed(question.number))


CANONICAL = msgspec.json.Encoder(order="deterministic")
"""Encoder of setups and of states for their hashes."""


def encode_setup(setup: msgspec.Struct) -> msgspec.Raw:
    """Return the game's part of the first journal row."""
    return msgspec.Raw(CANONICAL.encode(setup))


OVER = "over"
"""The stage of a finished game."""


class TableGame(Generic[S]):
    """The parts of `engine.game.Game` that follow from the tables; a game adds the rest."""

    correction: OpenQuestion
    """The correction question, which is always open."""

    def __init__(
        self,
        kinds: Mapping[str, QuestionKind[Any, Any, Any]],
        rows: Mapping[type[Any], EventRow[Any]],
    ) -> None:
        """kinds: every kind of question by name.

        rows: the row of every event that a journal may contain; more may come, when a part of the game is loaded.
        """
        self.kinds = kinds
        self.rows = rows
        self._decodable = 0

    def kinds_in(self, _state: S) -> Mapping[str, QuestionKind[Any, Any, Any]]:
        """Return the kinds of questions in the game of this state."""
        return self.kinds

    def ordered_questions(self, state: S) -> Iterable[OpenQuestion]:
        """Return the open questions, the most urgent first."""
        return state.open_questions

    def resolution(self, state: S) -> Any:
        """Return the `Resolution` of an answer that is given in this state."""
        raise NotImplementedError

    def run_course(self, resolution: Any) -> None:
        """Continue the course after an answer until a question holds it up."""

    def history_line(self, state: S, events: Sequence[Any]) -> Message | None:
        """Return the line of the events of an entry; None if they have no text."""
        return history_line(self.rows, state, events)

    def is_finished(self, state: S) -> bool:
        return state.stage == OVER

    # Implements the interface of `engine.game.Game`.

    def questions(self, state: S) -> tuple[Question, ...]:
        kinds = self.kinds_in(state)
        return tuple(kinds[each.kind].question(state, each) for each in self.ordered_questions(state))

    def question(self, state: S, number: int) -> Question | None:
        opened = self._opened(state, number)
        return self.kinds_in(state)[opened.kind].question(state, opened) if opened else None

    def decide(self, state: S, answer: Answer) -> Decision | Refusal:
        """Return the events of an answer that is offered, otherwise a refusal with the rule and its values."""
        opened = self._opened(state, answer.question)
        if opened is None:
            return STALE
        kind = self.kinds_in(state)[opened.kind]
        against = kind.objection(state, opened, answer)
        if against and against.refuses(answer):
            return against
        resolution = self.resolution(state)
        if against:
            resolution.do(Overruled(against.reason.rule))
        if not kind.stays_open and opened is not self.correction:
            resolution.close(opened)
        kind.resolve(answer.offer)(resolution, opened, answer)
        self.run_course(resolution)
        return Decision(tuple(resolution.events), resolution.state)

    def encode_events(self, events: Sequence[Any]) -> bytes:
        return msgspec.json.encode(events)

    def decode_events(self, raw: bytes) -> tuple[Any, ...]:
        decoded: tuple[Any, ...] = self._decoder.decode(raw)
        return decoded

    def canonical(self, state: S) -> bytes:
        return CANONICAL.encode(state)

    def history_text(self, state: S, answer: Answer, events: Sequence[Any]) -> Message:
        line = self.history_line(state, events)
        if line is None:
            return answer_text(self.question(state, answer.question), answer)
        return tr("corrected: {what}", what=line) if answer.question == CORRECTION else line

    def turn_text(self, state: S, figure: str, events: Sequence[Any]) -> Message:  # noqa: ARG002  # Glen More II's needs it
        return self.history_line(state, events) or tr("nothing was booked")

    def undo_instructions(self, state: S, events: Sequence[Any]) -> tuple[TableInstruction, ...]:
        return tuple(collect_undo_instructions(self.rows, state, events))

    @property
    def _decoder(self) -> msgspec.json.Decoder[Any]:
        if self._decodable != len(self.rows):
            any_event: Any = reduce(or_, self.rows)
            self._decodable, self._made_decoder = len(self.rows), msgspec.json.Decoder(tuple[any_event, ...])
        return self._made_decoder

    def _opened(self, state: S, number: int) -> OpenQuestion | None:
        if number == CORRECTION:
            return self.correction
        return next((each for each in state.open_questions if each.number == number), None)
