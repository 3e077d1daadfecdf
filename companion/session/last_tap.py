"""The tap before this one: a tag that is read twice in a moment is one tap. Looks at no clock."""

from __future__ import annotations

from typing import NamedTuple

from companion.menu.menu_state import Menu

SAME_TAP = 1.5
"""Seconds in which the same tag again is the same tap, also after what it entered; not after anything else."""


class LastTap(NamedTuple):
    tag: str
    at: float
    """Seconds by the session's clock."""
    entries: int
    """Entries of the game after it: are there more, something else was entered in between."""
    menu: Menu
    """The menu after it."""
    signal: str
    """What was given for it, given again when it is read again."""

    def is_this(self, tag: str, entries: int, menu: Menu, now: float) -> bool:
        """Whether this tag is the same tap still."""
        return (self.tag, self.entries, self.menu) == (tag, entries, menu) and now - self.at < SAME_TAP
