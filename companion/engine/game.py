"""The interface of a game's rules (`Game`) and the values that it returns to journal, undo, menus and history.

All methods are pure: the same setup and answers give the same events and states. What the application needs
besides (pictures, stickers, files, commands) is in `companion.games.definition.GameDefinition`.

`GameOutline` is the part of a view that every game has, used by lists, headings, sounds and pages: players, whose
turn it is, whether the game is over, the latest result. What is particular to a game is in its own view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from companion.engine.message import Message, UserError, literal, tr, trn
from companion.engine.offers import Answer, Question, Refusal

TABLE_VIEWER = ""
"""The viewer id of the public view; a player's id gives what that player may see."""

CORRECTION = 0
"""The number of the correction question, which is always open and never stale."""

State = Any
Event = Any


class Decision(msgspec.Struct, frozen=True):
    """The result of an accepted answer."""

    events: tuple[Event, ...]
    """In the order in which they happened."""
    state: State
    """The state after applying all events."""


class Interpretation(msgspec.Struct, frozen=True):
    """One answer that a tap may mean."""

    label: Message
    """Text of the entry that it would make."""
    answer: Answer
    """The answer to give if this is meant; offered now, or when the last entry was made."""
    replaces: bool = False
    """True if it replaces the last entry, which is undone in the same step."""
    brief: Message | None = None
    """As in `Choice.brief`."""
    group: Message | None = None
    """Heading of the list row that collects consecutive interpretations with the same group; None: a row of its
    own.
    """


class TapMeaning(msgspec.Struct, frozen=True):
    """What tapping a piece can mean in the current state."""

    description: Message
    """Position and known facts of the piece, shown if the tap means nothing else."""
    title: Message | None = None
    """The question to the player; None with exactly one interpretation: it is entered without asking."""
    interpretations: tuple[Interpretation, ...] = ()
    """The most likely first; empty if the piece is only shown."""
    in_order: bool = False
    """As in `Pick.in_order`."""
    is_repeat: bool = False
    """True if the tap repeats what has just been entered: no message, and the open question stays on the screen.
    """
    is_refusal: bool = False
    """True if `look` is the reason why the tap has no effect; it is shown in front of any open question."""


class TableInstruction(msgspec.Struct, frozen=True):
    """One thing the players must do with pieces after an undo or a history edit."""

    text: Message
    piece: str = ""
    """The piece whose tap marks it as done; "" if only a key press does."""
    is_forward: bool = False
    """True if it brings the table forward to an edited history, False if it takes something back."""
    subject: str = ""
    """What on the table it is about, the same key for undo and redo; "" if it has no counterpart."""


class TurnMark(NamedTuple):
    """The turn that a state belongs to."""

    number: int
    """0 before the first turn."""
    figure: str
    """The id of the figure whose turn it is; "" for none."""


class MissingPart(UserError):
    """Raised if a game needs a part, such as an expansion, that is not installed.

    `message` is shown after a colon.
    """


class Game(Protocol):
    """The rules of a game; implemented once per game."""

    slug: str
    rules_version: int
    """The version of the rules; games of another version are not read."""

    def start(self, setup: msgspec.Raw) -> State:
        """Return the state before the first answer. setup: the game's own part of the journal's header."""

    def questions(self, state: State) -> tuple[Question, ...]:
        """Return all open questions except the correction question, the most urgent first."""

    def question(self, state: State, number: int) -> Question | None:
        """Return the open question with that number, CORRECTION included; None if it is not open."""

    def decide(self, state: State, answer: Answer) -> Decision | Refusal:
        """Return the result of an answer, or why it is refused; STALE if its question is not open."""

    def apply(self, state: State, event: Event) -> State:
        """Return the state after one event. States change in no other way."""

    def tap_meaning(self, state: State, piece: str) -> TapMeaning:
        """Return what a tap of this piece or command card can mean now."""

    def encode_events(self, events: Sequence[Event]) -> bytes:
        """Return the events as a JSON array."""

    def decode_events(self, raw: bytes) -> tuple[Event, ...]:
        """Return the events of a JSON array. Raises msgspec.ValidationError if it is not of this game."""

    def canonical(self, state: State) -> bytes:
        """Return the canonical JSON of a state for its hash, without history, texts and times."""

    def history_text(self, state: State, answer: Answer, events: Sequence[Event]) -> Message:
        """Return the history line of an answer given in `state` and of its events."""

    def turn(self, state: State, answer: Answer | None = None, /) -> TurnMark:
        """Return the current turn; with an answer, the turn that the answer belongs to.

        A turn may be over before its last entry. Must be cheap: the history calls it for every entry.
        """

    def turn_text(self, state: State, figure: str, events: Sequence[Event]) -> Message:
        """Return a short summary of a turn of `figure`. state: any later state."""

    def undo_instructions(self, state: State, events: Sequence[Event]) -> tuple[TableInstruction, ...]:
        """Return the instructions for undoing these events, the last first, from `state`."""

    def reconcile_table(
        self, old: State, new: State, removed_events: Sequence[Event], new_events: Sequence[Event]
    ) -> tuple[TableInstruction, ...]:
        """Return the instructions that turn a table in state `old` into state `new`, after a history edit.

        removed_events: events since the two histories differ. new_events: the events that replace them.
        """

    def rescoring_text(self, removed_events: Sequence[Event], new_events: Sequence[Event]) -> Message | None:
        """Return the notice about scorings that an edit changes; None if it changes none."""


class Figure(msgspec.Struct, frozen=True, gc=False):
    """A participant that has turns: a player, a die or a neutral figure."""

    id: str
    """As in `Question.asked` and in answers."""
    label: Message
    """The displayed name."""
    name: str = ""
    """The name that a player entered; "" without one."""
    colour: str = ""
    """The colour of the player's pieces, for pages in colour; "" for none."""
    seat: int | None = None
    """A player's place at the table, from 0; black-and-white screens mark players by it. None: not a player."""
    points: int | None = None
    """The points so far; None in a game without points."""
    is_die: bool = False
    """True if it is a die."""
    icon: str = ""
    """The name of its icon in the game's icon set, for figures without a seat; "" for none."""
    picture: tuple[str, ...] = ()
    """A small bitmap of the icon, rows of "#" and " ", used if the set has no icon of that name."""

    def is_called(self, name: str) -> bool:
        """True if `name` is its id or its entered name."""
        return bool(name) and name in (self.id, self.name)

    @property
    def has_own_name(self) -> bool:
        """True if the label is an entered name, which is not translated and may be shortened."""
        return self.label.text == literal("").text


class GameOutline(msgspec.Struct, frozen=True, gc=False):
    """The part of a view that every game can give; the defaults are those of a game without the feature."""

    title: Message
    """The game's title in lists, for example the players' names."""
    figures: tuple[Figure, ...] = ()
    """All figures that may have turns: players first, in the order of their seats."""
    turn: int = 0
    """The number of the turn, 0 before the first."""
    phase_title: Message | None = None
    """Title of what is in progress while no figure has the turn; None for nothing."""
    on_turn: str = ""
    """The id of the figure on turn, "" for none. The panel does a full refresh when turn or figure change."""
    over: bool = False
    """True if the game is finished."""
    winners: tuple[str, ...] = ()
    """The ids of the winners, several for a shared victory; empty before the end."""
    sheets: tuple[str, ...] = ()
    """The kinds of sheets that have content now, see `GameScreens.sheets`."""
    announced_sheet: str = ""
    """The sheet to show unasked until the players continue, for a new result; "" for none."""
    result_count: int = 0
    """The number of results so far; a new number means a new result in `announced`."""
    subject: str = ""
    """The subject of this turn, for example its tile: the last entry made for it is suggested again."""

    def figure(self, name: str) -> Figure:
        """Return the figure with that id or name; an unknown one is labelled with the given text."""
        return next((each for each in self.figures if each.is_called(name)), unknown_figure(name))

    @property
    def announcement(self) -> tuple[str, int] | tuple[()]:
        """A key that identifies the result to show unasked; () for none."""
        return (self.announced_sheet, self.result_count) if self.announced_sheet else ()

    @property
    def players(self) -> tuple[Figure, ...]:
        """The figures that are players, in the order of their seats."""
        return tuple(each for each in self.figures if each.seat is not None)


def unknown_figure(name: str) -> Figure:
    """Return a figure that is labelled with its id."""
    return Figure(name, literal(name))


def player_range_text(name: str | Message, low: int, high: int) -> Message:
    """Return a sentence that says for how many players something is."""
    if low == high:
        return trn("{name} is for {n} player.", "{name} is for {n} players.", low, name=name)
    return tr("{name} is for {n} to {most} players.", name=name, n=low, most=high)
