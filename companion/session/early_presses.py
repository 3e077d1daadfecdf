"""Presses that come before people can have read a page which came up by itself.

They were meant for the page before, and choose nothing; a beep of their own says so, and the page, for whom hears
none. A page of keys comes up so
after a tap too; any page where somebody away from the case brings it. Whoever opened the page with a key knows
what comes, and need not wait.
Changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from companion.engine.message import tr
from companion.menu.pages import KeysPage, ListPage, MapPage, NumberPage, Page
from companion.session.inputs import Input, Pressed, Reaction, Visit

CHOOSING = ("UP", "DOWN", "OK")
"""The buttons that choose."""
EARLY = 0.5
"""Seconds in which nobody has read a page yet."""
SIGNAL = "early"
"""People hear that the press was not taken, or they wait for what never comes."""
TOO_SOON = tr("Too soon: this has only just come up. Press again.")


class EarlyPresses:
    """Remembers what stands on the screen, and when it came up by itself. `entries`: those there are already."""

    def __init__(self, clock: Callable[[], float], entries: int) -> None:
        self._clock, self._came_up = clock, -EARLY
        self._page: Page | None = None
        self._told: Page | None = None
        self._unread = False
        self._entries = entries

    def unread(self, given: Input) -> Reaction | None:
        """What comes of a press that chooses on a page which came up just now: word of it. None: it isn't one."""
        chooses = isinstance(given, Pressed) and given.button in CHOOSING
        if not (chooses and self._page and self._unread and self._clock() - self._came_up < EARLY):
            return None
        self._told = told(self._page)
        return Reaction(SIGNAL, TOO_SOON, self._told)

    def shown(self, given: Input, page: Page, entries: int) -> None:
        """After each input: the page, and how many entries there are now."""
        if page == self._told != self._page:
            return  # the same one, with a word more
        opened = isinstance(given, Pressed) and entries == self._entries
        if page != self._page:
            self._unread = isinstance(given, Visit) or (isinstance(page, KeysPage) and not opened)
            self._came_up = self._clock()
        self._page, self._entries = page, entries


def told(page: Page) -> Page:
    """The page with the word that a press was not taken, where it has a title."""
    if not isinstance(page, KeysPage | ListPage | NumberPage | MapPage):
        return page
    return msgspec.structs.replace(page, title=tr("Too soon, press again: {question}", question=page.title))
