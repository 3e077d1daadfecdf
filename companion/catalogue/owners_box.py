"""What a game knows of the pieces on this table, as the application needs it. Says nothing of any piece."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from companion.catalogue.sticker_registry import Registry, TagNames
from companion.engine.message import Message
from companion.engine.teaching import BoxTaught, TakenIn


class OwnersBox(Protocol):
    """One game's box on this table: its catalogue with what its owner found out. A game in play never looks here.

    Every method may raise BadFile where somebody wrote nonsense into the file.
    """

    def tag_names(self) -> TagNames:
        """All that a sticker may be on, whichever parts of the box are played with."""

    def facts(self, stickered: Collection[str] = (), practice: Any = None) -> Any:
        """What is known of the pieces now, for a new game; `stickered` are the ids of those with a sticker.

        practice: a box of the same game with what was made up of pieces that nobody has; it says what this one
        doesn't, of pieces without a sticker alone.
        """

    def learn(self, facts: Sequence[Any], stickers: Registry) -> None:
        """Write down what a game told of the box (`GameDefinition.learned`) and correct its stickers by it."""


@runtime_checkable
class TaughtBox(Protocol):
    """A box whose owner tells what is printed on its pieces, outside of play, and which is shared by that.

    May raise BadFile, as above.
    """

    def forget(self, facts: Sequence[Any], now: Any, stickers: Registry) -> None:
        """Take out what a game told and takes back: each is as the game's own facts have it `now`, unless somebody
        has told it otherwise since.
        """

    def taught(self, stickered: Collection[str] = ()) -> BoxTaught:
        """How far its pieces are known."""

    def teach(self, piece: str, values: Mapping[str, str | None], stickers: Registry) -> None:
        """Write down what is told of one piece, all of it or nothing; None = nobody knows that any more."""

    def shared(self) -> tuple[bytes, Message | None]:
        """The file for other owners, and what is left out of it."""

    def take_in(
        self, tables: Mapping[str, Any], file: str, theirs: Mapping[str, bool], stickers: Registry
    ) -> TakenIn:
        """Lay another owner's box over this one, all of it or nothing.

        theirs: by the key of a difference, whether what the file says is taken.
        """
