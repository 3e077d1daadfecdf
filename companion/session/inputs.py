"""What comes into the application and what it gives back: values that devices, page and loop share.

What a tap would do, told before anybody taps, by the menu and the rules that would handle it.

Presses that come before people can have read a page which came up by itself.

They were meant for the page before, and choose nothing; a beep of their own says so, and the page, for whom hears
none. A page of keys comes up so
after a tap too; any page where somebody away from the case brings it. Whoever opened the page with a key knows
what comes, and need not wait.
Changes nothing.

The tap before this one: a tag that is read twice in a moment is one tap. Looks at no clock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from companion.engine.game import CORRECTION, GameOutline, TapMeaning
from companion.engine.message import Message, tr
from companion.engine.offers import Answer, Question
from companion.games.definition import AnyGame
from companion.menu import taps
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.pages import KeysPage, ListPage, MapPage, NumberPage, Page
from companion.screens.game_screens import ShownGame

if TYPE_CHECKING:
    from PIL.Image import Image


UNDO_CARD = "card:undo"


class TapPreview(msgspec.Struct, frozen=True, gc=False):
    """What a tap of one piece would do now."""

    text: Message
    """What is entered, what is asked, or what can be seen of the piece."""
    brief: Message | None = None
    """The same in two or three words; None where nothing is entered."""
    ways: tuple[Message, ...] = ()
    """Where the tap asks: what people can say then, the likeliest first."""


def preview_tap(menu: Menu, context: MenuContext, tapped: Callable[[str], TapMeaning], piece: str) -> TapPreview:
    """By the list that lies open, else by the rules: `tapped` is the game's own."""
    if piece == UNDO_CARD:
        return TapPreview(tr("Takes back the last entry"), tr("takes back"))
    outcome = taps.tap_any_piece(menu, context, (piece,))
    told = tapped(piece) if outcome is None else None
    if outcome is None and told:
        outcome = taps.show_tap_meaning(Menu(), told)
    if isinstance(outcome, Menu) and outcome.notice:
        return TapPreview(outcome.notice.text)
    if told and told.known:
        return TapPreview(told.look)
    if told is None:
        return TapPreview(tr("Answers what the panel asks"), tr("answers"))
    if isinstance(outcome, Menu):
        ways = tuple(dict.fromkeys(way.group or way.label for way in told.interpretations))
        return TapPreview(told.title or told.look, tr("asks first"), ways)
    return _entry_preview(context, told)


def _entry_preview(context: MenuContext, told: TapMeaning) -> TapPreview:
    """The only thing that the tap can mean, in the words of its offer."""
    way = told.interpretations[0]
    number = way.answer.question
    question = None if way.replaces or number == CORRECTION else context.question(number)
    offer = question.offer(way.answer.offer) if question else None
    if offer is None or offer.label == way.label:
        return TapPreview(way.label, way.label)
    return TapPreview(tr("{entry}: {what}", entry=offer.label, what=way.label), offer.label)


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


class FormOpened(msgspec.Struct, frozen=True):
    """Somebody wants to answer on the panel: the form of an offer is laid open there, begun with these values."""

    answer: Answer
    """Its values may be too few; what is left is asked."""


class SessionCall(msgspec.Struct, frozen=True):
    """Somebody away from the panel does something, or looks something up, and is told there."""

    act: Callable[[Any], str]
    """Called with the session, on its thread; gives the signal, "" for none."""


class DeviceNotice(msgspec.Struct, frozen=True):
    """Something about a device that people must hear: it is lost, or back."""

    kind: str
    """As in `NoticePage.kind`."""
    text: Message
    """The sentence."""


class PageNotDrawn(msgspec.Struct, frozen=True):
    """A page could not be drawn: the glass shows a notice in its place."""

    page: Page
    """The page."""


class IdleInput(msgspec.Struct, frozen=True):
    """Nobody did anything, but there is something to tell."""


Input = TagSeen | Pressed | Answered | FormOpened | DeviceNotice | PageNotDrawn | IdleInput | SessionCall


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
    tap_preview: Callable[[str], TapPreview]
    """What a tap of a piece, or "card:…", would do now."""
    number: int = 0
    """The number of the game in the archive."""
    can_edit_facts: bool = False
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


CHOOSING_PAGES = ("UP", "DOWN", "OK")
"""The buttons that choose."""
PREMATURE_SECONDS = 0.5
"""Seconds in which nobody has read a page yet."""
PREMATURE_SIGNAL = "early"
"""People hear that the press was not taken, or they wait for what never comes."""
TOO_SOON = tr("Too soon: this has only just come up. Press again.")


class PrematurePresses:
    """Remembers what stands on the screen, and when it came up by itself. `entries`: those there are already."""

    def __init__(self, clock: Callable[[], float], entries: int) -> None:
        self._clock, self._came_up = clock, -PREMATURE_SECONDS
        self._page: Page | None = None
        self._told: Page | None = None
        self._unread = False
        self._entries = entries

    def unread(self, given: Input) -> Reaction | None:
        """What comes of a press that chooses on a page which came up just now: word of it. None: it isn't one."""
        chooses = isinstance(given, Pressed) and given.button in CHOOSING_PAGES
        if not (chooses and self._page and self._unread and self._clock() - self._came_up < PREMATURE_SECONDS):
            return None
        self._told = with_premature_notice(self._page)
        return Reaction(PREMATURE_SIGNAL, TOO_SOON, self._told)

    def shown(self, given: Input, page: Page, entries: int) -> None:
        """After each input: the page, and how many entries there are now."""
        if page == self._told != self._page:
            return  # the same one, with a word more
        opened = isinstance(given, Pressed) and entries == self._entries
        if page != self._page:
            self._unread = isinstance(given, SessionCall) or (isinstance(page, KeysPage) and not opened)
            self._came_up = self._clock()
        self._page, self._entries = page, entries


def with_premature_notice(page: Page) -> Page:
    """The page with the word that a press was not taken, where it has a title."""
    if not isinstance(page, KeysPage | ListPage | NumberPage | MapPage):
        return page
    return msgspec.structs.replace(page, title=tr("Too soon, press again: {question}", question=page.title))


SAME_TAP_SECONDS = 1.5
"""Seconds in which the same tag again is the same tap, also after what it entered; not after anything else."""


class TapDebounce(NamedTuple):
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
        return (self.tag, self.entries, self.menu) == (tag, entries, menu) and now - self.at < SAME_TAP_SECONDS
