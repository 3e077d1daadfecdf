"""What comes into the application and what it gives back: values that devices, page and loop share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine.message import Message
from companion.engine.offers import Answer, Question
from companion.menu.pages import Page

if TYPE_CHECKING:
    from PIL.Image import Image


class TagSeen(msgspec.Struct, frozen=True):
    """A tag was laid on the reader."""

    tag: str


class Pressed(msgspec.Struct, frozen=True):
    """A button was pressed."""

    button: str
    long: bool = False


class Answered(msgspec.Struct, frozen=True):
    """Somebody answered on a page."""

    answer: Answer


class DeviceNotice(msgspec.Struct, frozen=True):
    """A device has something to say. kind: as of a notice."""

    kind: str
    text: Message


Input = TagSeen | Pressed | Answered | DeviceNotice


class Reaction(msgspec.Struct, frozen=True):
    """What came of an input. signal: "accepted", "refused", "asks", "trouble", or "" for none."""

    signal: str
    sentence: Message | None
    page: Page


class Snapshot(msgspec.Struct, frozen=True):
    """How everything stands: one value, swapped whole.

    handled: inputs so far. drawn: the value of `handled` that the picture on the panel belongs to.
    trouble: what is wrong with the panel, for whoever shows it elsewhere.
    """

    view: Any
    page: Page
    questions: tuple[Question, ...]
    correcting: Callable[[], Question | None]
    handled: int = 0
    drawn: int = -1
    image: Image | None = None
    signals_count: int = 0
    last_signal: str = ""
    trouble: Message | None = None

    @property
    def corrections(self) -> Question | None:
        """The question that is always open; made when somebody wants it."""
        return self.correcting()
