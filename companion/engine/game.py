"""The small door between the frame and a game: start, decide, apply, view.

Everything the frame (journal, undo, menus, loop, history) knows of a game stands here. A game is pure:
the same setup and answers give the same events and states, always.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from companion.engine.message import Message
from companion.engine.offers import Answer, Question, Refusal

if TYPE_CHECKING:
    from companion.engine.journal import Entry

TABLE = ""
"""The viewer that stands for everybody at the table; a player's id sees what that player may."""

CORRECTION = 0
"""The number of the question that is always open and never stale: putting right what is wrong."""

State = Any
Event = Any


class Decision(msgspec.Struct, frozen=True):
    """What an answer makes happen."""

    events: tuple[Event, ...]
    state: State
    """The state after them: what applying them one by one gives."""


class Interpretation(msgspec.Struct, frozen=True):
    """One answer that a tap may have meant, in words.

    replaces: it is given instead of the last entry, which is taken back in the same step.
    """

    label: Message
    answer: Answer
    replaces: bool = False


class TapMeaning(msgspec.Struct, frozen=True):
    """What a tap of a piece can mean now.

    One interpretation and no title: it is taken as said. Several: people are asked `title`. None: only looked at.
    """

    look: Message
    title: Message | None = None
    interpretations: tuple[Interpretation, ...] = ()


class PutBack(msgspec.Struct, frozen=True):
    """One thing the hands put back after a taking back; `piece` ticks it off when tapped."""

    text: Message
    piece: str = ""


class PlayerStanding(msgspec.Struct, frozen=True):
    """How one player stands, for lists of games."""

    name: Message
    """What people call the player."""
    points: int
    """Victory points now, as everybody may know them."""
    winner: bool = False
    """Has the game ended with this player's victory? Several may share it."""


class Game(Protocol):
    """A game as the frame sees it."""

    slug: str
    rules_version: int

    def start(self, setup: msgspec.Raw, rules: int) -> State:
        """The state before the first answer; `setup` is the first row's own part, `rules` the version it names."""

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

    def told(self, state: State, answer: Answer, events: Sequence[Event]) -> Message:
        """One line of the history: what was answered in `state` and what came of it."""

    def put_back(self, state: State, events: Sequence[Event]) -> tuple[PutBack, ...]:
        """What goes back on the table when these events, the last first, are taken back from `state`."""


class TableGame(Game, Protocol):
    """What the application needs beside: pictures, stickers, the list of games, facts told in play."""

    def view(self, state: State, viewer: str) -> Any:
        """What this viewer may see, TABLE for everybody; the screens know its type."""

    def free_slots(self, state: State, taken: AbstractSet[str]) -> tuple[str, ...]:
        """Nameless pieces that an unknown sticker may be on, none of `taken`: one of each sort expected now."""

    def summary(self, state: State) -> dict[str, Any]:
        """The state in plain JSON, for checks from outside."""

    def view_of_export(self, entry: Entry) -> Entry:
        """An entry of a running game as everybody at the table may see it: itself where it tells no secret."""

    def learned(self, events: Sequence[Event]) -> tuple[Any, ...]:
        """The facts of the box that people told in these events."""

    def finished(self, state: State) -> bool:
        """Whether nothing is left to play."""

    def title(self, state: State) -> Message:
        """What the list of games calls it."""

    def standings(self, state: State) -> tuple[PlayerStanding, ...]:
        """How the players stand, in the order of the seats; empty before anybody sat down."""

    def setup(self, facts: Any, house_rules: Any, names: Sequence[str] = ()) -> msgspec.Raw:
        """The game's own part of a new header; `names` of earlier games may be offered."""

    def tray(self, state: State) -> Sequence[Any]:
        """Pieces and cards that the desk can tap, in groups."""
