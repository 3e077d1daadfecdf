"""What comes into the application and what it gives back: values that devices, page and loop share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine.message import Message
from companion.engine.offers import Answer, Question
from companion.engine.outline import GameOutline
from companion.games.definition import AnyGame
from companion.menu.pages import Page
from companion.screens.game_screens import ShownGame
from companion.session.foresight import Foreseen

if TYPE_CHECKING:
    from PIL.Image import Image


class TagSeen(msgspec.Struct, frozen=True):
    """A tag was laid on the reader."""

    tag: str
    """What the reader read: "uid:04a1…", "uid:04a1…+04b2…" where another came together with it, "#" and what is
    written on the sticker behind it; from the page also "tile:…" or "card:…"."""


class Pressed(msgspec.Struct, frozen=True):
    """A button was pressed."""

    button: str
    """One of `devices.BUTTONS`, OFF or REPORT."""
    long: bool = False
    """Held for 0.8 seconds."""


class Answered(msgspec.Struct, frozen=True):
    """Somebody answered on a page."""

    answer: Answer
    """It names its question, so that one given twice or too late is refused."""


class Opened(msgspec.Struct, frozen=True):
    """Somebody wants to answer on the panel: the form of an offer is laid open there, begun with these values."""

    answer: Answer
    """Its values may be too few; what is left is asked."""


class Visit(msgspec.Struct, frozen=True):
    """Somebody away from the panel does something, or looks something up, and is told there."""

    act: Callable[[Any], str]
    """Called with the session, on its thread; gives the signal, "" for none."""


class DeviceNotice(msgspec.Struct, frozen=True):
    """Something about a device that people must hear: it is lost, or back."""

    kind: str
    """As in `NoticePage.kind`."""
    text: Message
    """The sentence."""


class Undrawn(msgspec.Struct, frozen=True):
    """A page could not be drawn: the glass shows a notice in its place."""

    page: Page
    """The page."""


class Quiet(msgspec.Struct, frozen=True):
    """Nobody did anything, but there is something to tell."""


Input = TagSeen | Pressed | Answered | Opened | DeviceNotice | Undrawn | Quiet | Visit


class Reaction(msgspec.Struct, frozen=True):
    """What came of an input."""

    signal: str
    """One of `devices.SIGNALS`, or "" for none."""
    sentence: Message | None
    """The notice that it laid on the screen; None for none."""
    page: Page
    """What is on the screen after it."""


class Snapshot(msgspec.Struct, frozen=True):
    """The whole application at one moment: replaced as a whole, so that any thread may read it."""

    game: AnyGame
    """The game on the table."""
    state: Any
    """How it stands."""
    view: Any
    """What everybody may see of that."""
    outline: GameOutline
    """The little of it that every game has."""
    page: Page
    """What stands on the screen."""
    questions: tuple[Question, ...]
    """Those that are open, secret ones included."""
    correcting: Callable[[], Question | None]
    """Makes `corrections`."""
    foresee: Callable[[str], Foreseen]
    """What a tap of a piece, or "card:…", would do now."""
    number: int = 0
    """The number of the game in the archive."""
    teaches: bool = False
    """Its box can be told about outside of play."""
    told_of: str = ""
    """The piece whose fields lie open on the case: where a sticker must say which one it is, that was tapped."""
    handled: int = 0
    """Inputs so far."""
    drawn: int = -1
    """The value of `handled` that the picture on the panel belongs to; -1 before the first."""
    image: Image | None = None
    """That picture."""
    signals_count: int = 0
    """Signals given so far."""
    sound: bool = True
    """Signals are heard, not only seen."""
    last_signal: str = ""
    """One of `devices.SIGNALS`; "" before the first."""
    trouble: Message | None = None
    """What is wrong with the panel, for whoever shows it elsewhere."""
    then: ShownGame | None = None
    """As in `ShownGame.then`."""

    @property
    def shown(self) -> ShownGame:
        """The game as a picture of the page needs it."""
        return ShownGame(self.game.screens, self.view, self.outline, self.then)

    @property
    def corrections(self) -> Question | None:
        """The question that is always open; made when somebody wants it."""
        return self.correcting()
