"""The rules of a game as journal, undo, menus and history need them: start, decide, apply.

They are pure: the same setup and answers give the same events and states, always. What the application needs of a
game beside (pictures, stickers, files, commands) is its `companion.games.definition.GameDefinition`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from companion.engine.message import Message, UserError
from companion.engine.offers import Answer, Question, Refusal

TABLE = ""
"""The viewer that stands for everybody at the table; a player's id sees what that player may."""

CORRECTION = 0
"""The number of the question that is always open and never stale: putting right what is wrong."""

State = Any
Event = Any


class Decision(msgspec.Struct, frozen=True):
    """What an answer makes happen."""

    events: tuple[Event, ...]
    """In the order in which they happened."""
    state: State
    """The state after them: what applying them one by one gives."""


class Interpretation(msgspec.Struct, frozen=True):
    """One answer that a tap may have meant."""

    label: Message
    """What would have happened, in words."""
    answer: Answer
    """What is given if it was meant; the game offers it, or offered it for the last entry."""
    replaces: bool = False
    """It is given instead of the last entry, which is taken back in the same step."""
    brief: Message | None = None
    """As in `Choice.brief`."""
    group: Message | None = None
    """Several that follow each other with the same words here lie behind one row, which says these."""


class TapMeaning(msgspec.Struct, frozen=True):
    """What a tap of a piece can mean now."""

    look: Message
    """Where the piece is and what is known of it, for a tap that means nothing else."""
    title: Message | None = None
    """What people are asked; None with one interpretation = it is taken as said."""
    interpretations: tuple[Interpretation, ...] = ()
    """The likeliest first; none = the piece is only looked at."""
    in_order: bool = False
    """As in `Pick.in_order`."""
    known: bool = False
    """It says what was booked a moment ago: nothing to tell, and what is asked stays on the screen."""
    why_not: bool = False
    """`look` says why nothing comes of it: people read that, whatever is asked in front of them."""


class PutBack(msgspec.Struct, frozen=True):
    """One thing the hands put back after a taking back, or do after a change of the past."""

    text: Message
    piece: str = ""
    """What ticks it off when tapped; "" = only a press does."""
    forward: bool = False
    """It brings the table to where another past leads, instead of back."""
    about: str = ""
    """What on the table it is about, the same for the way there and the way back; "" where no way back is told."""


class TurnMark(NamedTuple):
    """Which turn a state belongs to."""

    number: int
    """0 before the first."""
    figure: str
    """The id of whose turn it is, "" for nobody."""


class MissingPart(UserError):
    """A game was begun with a part, such as an expansion, that is not installed; `message` follows a colon."""


class Game(Protocol):
    """The rules of a game."""

    slug: str
    rules_version: int
    """The version of the rules; games of another version are not read."""

    def start(self, setup: msgspec.Raw) -> State:
        """The state before the first answer; `setup` is the first row's own part."""

    def questions(self, state: State) -> tuple[Question, ...]:
        """All open questions, the most pressing first; the correction question is not among them."""

    def question(self, state: State, number: int) -> Question | None:
        """The open question with that number, CORRECTION included; None when it is not open."""

    def decide(self, state: State, answer: Answer) -> Decision | Refusal:
        """What an answer makes happen, or why not; STALE where its question isn't open (any more)."""

    def apply(self, state: State, event: Event) -> State:
        """The state after one event; the only way a state changes."""

    def tapped(self, state: State, piece: str) -> TapMeaning:
        """What a tap of this piece (or command card) can mean now."""

    def encode_events(self, events: Sequence[Event]) -> bytes:
        """Events as a JSON array."""

    def decode_events(self, raw: bytes) -> tuple[Event, ...]:
        """The events of a JSON array; msgspec.ValidationError where it isn't one of this game."""

    def canonical(self, state: State) -> bytes:
        """The canonical JSON of a state, for its hash: no history, no words, no time."""

    def history_text(self, state: State, answer: Answer, events: Sequence[Event]) -> Message:
        """One line of the history: what was answered in `state` and what came of it."""

    def turn(self, state: State, answer: Answer | None = None, /) -> TurnMark:
        """The turn that runs; with an answer: the one that it belongs to, for a turn may be over before its last
        entry. Cheap, for the history asks it of every entry.
        """

    def turn_text(self, state: State, figure: str, events: Sequence[Event]) -> Message:
        """What a turn of `figure` brought, in a few words; `state` is any later one."""

    def put_back(self, state: State, events: Sequence[Event]) -> tuple[PutBack, ...]:
        """What goes back on the table when these events, the last first, are taken back from `state`."""

    def put_right(
        self, old: State, new: State, gone: Sequence[Event], came: Sequence[Event]
    ) -> tuple[PutBack, ...]:
        """What the hands do on a table that stands as in `old`, so that it stands as in `new`, another past.

        gone: what happened since the two pasts part. came: what happened instead.
        """

    def counted_again(self, gone: Sequence[Event], came: Sequence[Event]) -> Message | None:
        """What people are told of scorings that another past decides again; None where there is none."""
