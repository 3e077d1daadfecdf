"""Values that devices, pages and the main loop share: inputs, reactions, snapshots, and checks on early inputs.

`preview_tap` says what a tap would do. `PrematurePresses` refuses presses on a page that has just come up by
itself, because they were meant for the page before. `TapDebounce` recognises a tag that is read twice in a moment
as one tap. Nothing here changes a game.
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
    """What tapping one piece would do now."""

    text: Message
    """What would be entered or asked, or what is known about the piece."""
    brief: Message | None = None
    """Short form, two or three words; None if nothing would be entered."""
    ways: tuple[Message, ...] = ()
    """The possible answers if the tap asks, the most likely first."""


def preview_tap(menu: Menu, context: MenuContext, tapped: Callable[[str], TapMeaning], piece: str) -> TapPreview:
    """Return the effect of a tap on the open list, else by the rules. tapped: the game's `tap_meaning` method."""
    if piece == UNDO_CARD:
        return TapPreview(tr("Takes back the last entry"), tr("takes back"))
    outcome = taps.tap_any_piece(menu, context, (piece,))
    told = tapped(piece) if outcome is None else None
    if outcome is None and told:
        outcome = taps.show_tap_meaning(Menu(), told)
    if isinstance(outcome, Menu) and outcome.notice:
        return TapPreview(outcome.notice.text)
    if told and told.is_repeat:
        return TapPreview(told.description)
    if told is None:
        return TapPreview(tr("Answers what the panel asks"), tr("answers"))
    if isinstance(outcome, Menu):
        ways = tuple(dict.fromkeys(way.group or way.label for way in told.interpretations))
        return TapPreview(told.title or told.description, tr("asks first"), ways)
    return _entry_preview(context, told)


def _entry_preview(context: MenuContext, meaning: TapMeaning) -> TapPreview:
    """Return the only possible entry, in the words of its offer."""
    way = meaning.interpretations[0]
    number = way.answer.question
    question = None if way.replaces or number == CORRECTION else context.question(number)
    offer = question.offer(way.answer.offer) if question else None
    if offer is None or offer.label == way.label:
        return TapPreview(way.label, way.label)
    return TapPreview(tr("{entry}: {what}", entry=offer.label, what=way.label), offer.label)


class TagSeen(msgspec.Struct, frozen=True):
    """A tag was laid on the reader."""

    tag: str
    """The tag: "uid:04a1…", "uid:04a1…+04b2…" if another one came with it, with "#" and the sticker's record after
    it; from the page also "tile:…" or "card:…".
    """


class ButtonPressed(msgspec.Struct, frozen=True):
    """A key was pressed."""

    button: str
    """One of `devices.BUTTONS`, OFF or REPORT."""
    long: bool = False
    """True if held for 0.8 seconds."""


class AnswerSubmitted(msgspec.Struct, frozen=True):
    """A question was answered on a page."""

    answer: Answer
    """Its question number lets a late or repeated answer be refused."""


class FormOpened(msgspec.Struct, frozen=True):
    """A form was started on a page and is to be continued on the panel, with these values."""

    answer: Answer
    """The remaining parts are asked."""


class SessionCall(msgspec.Struct, frozen=True):
    """A request from a page or phone, whose result is shown there."""

    act: Callable[[Any], str]
    """Called with the session on its thread; returns the signal, "" for none."""


class DeviceNotice(msgspec.Struct, frozen=True):
    """A notice about a device: it is lost, or back."""

    kind: str
    """As in `NoticePage.kind`."""
    text: Message
    """The sentence."""


class PageNotDrawn(msgspec.Struct, frozen=True):
    """A page could not be drawn; the panel shows a notice instead."""

    page: Page
    """The page that failed."""


class IdleInput(msgspec.Struct, frozen=True):
    """No input, but a notice may be waiting."""


Input = (
    TagSeen | ButtonPressed | AnswerSubmitted | FormOpened | DeviceNotice | PageNotDrawn | IdleInput | SessionCall
)


class Reaction(msgspec.Struct, frozen=True):
    """The result of an input."""

    signal: str
    """One of `devices.SIGNALS`, or "" for none."""
    sentence: Message | None
    """The text of the notice on the screen; None for none."""
    page: Page
    """The page on the screen after it."""


class Snapshot(msgspec.Struct, frozen=True):
    """The state of the whole application at one moment. It is replaced as a whole, so any thread may read it."""

    game: AnyGame
    """The game on the table."""
    state: Any
    """Its state."""
    view: Any
    """The public view of the state."""
    outline: GameOutline
    """The part of the view that every game has."""
    page: Page
    """The page on the screen."""
    questions: tuple[Question, ...]
    """The open questions, secret ones included."""
    make_corrections: Callable[[], Question | None]
    """Returns `corrections`."""
    tap_preview: Callable[[str], TapPreview]
    """Returns what a tap of a piece, or "card:…", would do now."""
    number: int = 0
    """The number of the game in the archive."""
    can_edit_facts: bool = False
    """True if facts of its box can be entered outside a game."""
    open_fact_piece: str = ""
    """The piece whose facts are open on the panel; if only its sticker identifies it, the tapped one."""
    handled: int = 0
    """The number of inputs so far."""
    drawn: int = -1
    """The value of `handled` for the picture on the panel; -1 before the first."""
    image: Image | None = None
    """The picture on the panel."""
    signals_count: int = 0
    """The number of signals so far."""
    sound: bool = True
    """True if signals sound, False if they are only shown."""
    last_signal: str = ""
    """One of `devices.SIGNALS`; "" before the first."""
    trouble: Message | None = None
    """The fault of the panel, shown on pages; None for none."""
    then: ShownGame | None = None
    """As in `ShownGame.then`."""

    typed: Question | None = None
    """The question of the entry that is open in the history, if it takes text; a page answers it again."""

    @property
    def shown(self) -> ShownGame:
        """The game as the pictures of the page need it."""
        return ShownGame(self.game.screens, self.view, self.outline, self.then)

    @property
    def corrections(self) -> Question | None:
        """The correction question, made on demand."""
        return self.make_corrections()


CHOOSING_KEYS = ("UP", "DOWN", "OK")
"""The keys that choose something on a page."""
PREMATURE_SECONDS = 0.5
"""Seconds in which nobody can have read a new page."""
PREMATURE_SIGNAL = "early"
"""The signal for a press that was not accepted."""
TOO_SOON = tr("Too soon: this has only just come up. Press again.")


class PrematurePresses:
    """Remembers the page on the screen and when it came up by itself. entries: the number of existing entries."""

    def __init__(self, clock: Callable[[], float], entries: int) -> None:
        self._clock, self._came_up = clock, -PREMATURE_SECONDS
        self._page: Page | None = None
        self._told: Page | None = None
        self._unread = False
        self._entries = entries

    def unread(self, input: Input) -> Reaction | None:
        """Return the reaction to a press that chooses on a page that just came up; None for any other input."""
        chooses = isinstance(input, ButtonPressed) and input.button in CHOOSING_KEYS
        if not (chooses and self._page and self._unread and self._clock() - self._came_up < PREMATURE_SECONDS):
            return None
        self._told = with_premature_notice(self._page)
        return Reaction(PREMATURE_SIGNAL, TOO_SOON, self._told)

    def shown(self, input: Input, page: Page, entries: int) -> None:
        """Note the page after an input. entries: the number of entries now."""
        if page == self._told != self._page:
            return  # The same page with the notice added does not count as new.
        opened = isinstance(input, ButtonPressed) and entries == self._entries
        if page != self._page:
            self._unread = isinstance(input, SessionCall) or (isinstance(page, KeysPage) and not opened)
            self._came_up = self._clock()
        self._page, self._entries = page, entries


def with_premature_notice(page: Page) -> Page:
    """Return the page with "too soon" in its title, if it has one."""
    if not isinstance(page, KeysPage | ListPage | NumberPage | MapPage):
        return page
    return msgspec.structs.replace(page, title=tr("Too soon, press again: {question}", question=page.title))


SAME_TAP_SECONDS = 1.5
"""Seconds in which the same tag counts as the same tap, unless something else was entered."""


class TapDebounce(NamedTuple):
    tag: str
    at: float
    """Seconds on the session's clock."""
    entries: int
    """The number of entries after the tap, to notice other entries in between."""
    menu: Menu
    """The menu after the tap."""
    signal: str
    """The signal of the tap, given again for a repeated reading."""

    def is_this(self, tag: str, entries: int, menu: Menu, now: float) -> bool:
        """True if this tag is still the same tap."""
        return (self.tag, self.entries, self.menu) == (tag, entries, menu) and now - self.at < SAME_TAP_SECONDS
