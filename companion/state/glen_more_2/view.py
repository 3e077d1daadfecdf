"""What may be seen of a game: frozen values for screens, pages and history.

A secret is absent from a view, not hidden in it. Knows no screen.
"""

from __future__ import annotations

import msgspec

from companion.engine.lazy import Lazy, ready
from companion.engine.message import Message
from companion.scoring.glen_more_2.standing import Result


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """One player's counts. `doubtful` names the counts that may be behind the table (shown with "~")."""

    id: str
    colour: str
    name: str
    points: int
    coins: int
    barrels: int
    scots_home: int
    landmarks: int
    persons: int
    tiles: int
    crests: int
    markers_left: int
    doubtful: tuple[str, ...] = ()
    sources: tuple[tuple[str, int], ...] = ()
    lines: tuple[Message, ...] = ()


class RowView(msgspec.Struct, frozen=True, gc=False):
    """A market row: spaces filled from the left, what a good costs, what selling brings (None: no).

    label: what people call it.
    """

    good: str
    filled: int
    coins: int
    buy: int | None
    sell: int | None
    label: Message | None = None


class SpaceView(msgspec.Struct, frozen=True, gc=False):
    """One space of the ring, from the last figure forward.

    figures: player ids, "die". piece: its id, "" when nobody told. label: how people call it. deck: its letter.
    ahead: which tile ahead of the last figure it is, 0 when it is none.
    """

    figures: tuple[str, ...]
    piece: str
    label: Message | None
    deck: str
    ahead: int
    known: bool


NOT_SCORED: Lazy[Result | None] = ready(None)
NO_SOURCES: Lazy[tuple[tuple[str, Message], ...]] = ready(())


class View(msgspec.Struct, frozen=True):
    """Everything the table may see.

    on_turn: the player on turn, "die", or "" before the game. next_up: who comes next if nothing else moves.
    deck: the letter now laid, `left` tiles in it. until: what the end of the deck brings.
    chronicles: those in play; lines: what they have to show (a player's own stand with the player).
    table_instructions: what the hands do now, most pressing first. manual_steps: what else is left to do by hand.
    taken: the tile of this turn; stands: what the figure on turn stopped on instead; no_tile: none could be taken.
    result: the last scoring (with its round); `fresh`: it was just scored and nobody has gone on.
    coming, sources: what `if_scored_now` and `source_words` are made of.
    """

    phase: str
    turn: int
    on_turn: str
    next_up: str
    players: tuple[PlayerView, ...]
    market: tuple[RowView, ...]
    ring: tuple[SpaceView, ...]
    spaces: int
    deck: str
    left: int
    discards: tuple[str, ...]
    table_instructions: tuple[Message, ...]
    manual_steps: tuple[Message, ...]
    taken: Message | None = None
    result: Result | None = None
    fresh: bool = False
    over: bool = False
    coming: Lazy[Result | None] = msgspec.field(default=NOT_SCORED, name="if_scored_now")
    chronicles: tuple[Message, ...] = ()
    lines: tuple[Message, ...] = ()
    stands: Message | None = None
    no_tile: bool = False
    sources: Lazy[tuple[tuple[str, Message], ...]] = msgspec.field(default=NO_SOURCES, name="source_words")

    @property
    def if_scored_now(self) -> Result | None:
        """The scoring as it would be now; worked out when it is first read."""
        return self.coming.value

    @property
    def source_words(self) -> tuple[tuple[str, Message], ...]:
        """What people call each source of points, in the order of a table."""
        return self.sources.value


class TrayPiece(msgspec.Struct, frozen=True, gc=False):
    """Something the desk can tap: its tag and what it is called."""

    tag: str
    label: Message


class TrayGroup(msgspec.Struct, frozen=True, gc=False):
    """Pieces that belong together."""

    label: Message
    pieces: tuple[TrayPiece, ...]
