"""What a game knows of the pieces on this table, as the application needs it. Says nothing of any piece."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Protocol

from companion.catalogue.sticker_registry import Registry, TagNames


class OwnersBox(Protocol):
    """One game's box on this table: its catalogue with what its owner found out. A game in play never looks here.

    Every method may raise BadFile where somebody wrote nonsense into the file.
    """

    def tag_names(self) -> TagNames:
        """All that a sticker may be on, whichever parts of the box are played with."""

    def facts(self, stickered: Collection[str] = ()) -> Any:
        """What is known of the pieces now, for a new game; `stickered` are the ids of those with a sticker."""

    def learn(self, facts: Sequence[Any], stickers: Registry) -> None:
        """Write down what a game told of the box (`GameDefinition.learned`) and correct its stickers by it."""
