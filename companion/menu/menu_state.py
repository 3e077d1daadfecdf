"""What may lie open on the box's screen: menus, lists and forms as frozen values, and what a press may ask for.

Says nothing about how a level looks (`companion.menu.options`) or what a button does (`companion.menu.menu`).
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from companion.engine.game import CORRECTION, Interpretation, PutBack
from companion.engine.message import Message
from companion.engine.offers import Answer, Question, Reason, Value
from companion.menu.pages import NoticePage


class OfferList(msgspec.Struct, frozen=True):
    """The offers of one question. `edit`: it is the past answer with that number that is being changed."""

    question: int
    cursor: int = 0
    edit: int = 0


class OfferForm(msgspec.Struct, frozen=True):
    """An offer being filled in, part by part. `cursor` is a row, or the number itself where one is set."""

    question: int
    offer: str
    values: tuple[Value, ...] = ()
    group: Message | None = None
    cursor: int = 0
    edit: int = 0


class MoreOffers(msgspec.Struct, frozen=True):
    """Everything the resting questions offer."""

    cursor: int = 0


class MainMenu(msgspec.Struct, frozen=True):
    """The main menu."""

    cursor: int = 0


class CautionPrompt(msgspec.Struct, frozen=True):
    """A soft rule speaks against `answer`: anyway, correct it, or cancel."""

    answer: Answer
    reason: Reason
    cursor: int = 0
    edit: int = 0


class KeptRoll(msgspec.Struct, frozen=True):
    """A die that was rolled and taken back: it stays as it fell, unless people rolled again."""

    answer: Answer
    cursor: int = 0


class InterpretationList(msgspec.Struct, frozen=True):
    """What a tap may have meant."""

    title: Message
    choices: tuple[Interpretation, ...]
    cursor: int = 0


class PutBackList(msgspec.Struct, frozen=True):
    """What the hands put back, and what of it is done."""

    items: tuple[PutBack, ...]
    ticked: tuple[bool, ...]
    cursor: int = 0


class HistoryLine(msgspec.Struct, frozen=True):
    """One entry of the history in words."""

    number: int
    text: Message


class HistoryList(msgspec.Struct, frozen=True):
    """The entries that stand, newest first."""

    lines: tuple[HistoryLine, ...]
    cursor: int = 0


class EntryMenu(msgspec.Struct, frozen=True):
    """What can be done about one earlier entry."""

    line: HistoryLine
    cursor: int = 0


class UnfitList(msgspec.Struct, frozen=True):
    """The later entries that a changed past would drop, shown before it is done."""

    edit: EditEntry
    lines: tuple[tuple[Message, Reason], ...]
    cursor: int = 0


class GameItem(msgspec.Struct, frozen=True):
    """One kept game."""

    id: str
    title: Message
    running: bool = False
    details: Message | None = None
    """When it began, points and winner, as far as they are known."""


class GameList(msgspec.Struct, frozen=True):
    """All kept games."""

    lines: tuple[GameItem, ...]
    cursor: int = 0


class GameMenu(msgspec.Struct, frozen=True):
    """What can be done with one kept game."""

    line: GameItem
    cursor: int = 0


class GameChoice(msgspec.Struct, frozen=True):
    """Which of several installed games is to be played."""

    cursor: int = 0


class ConfirmPrompt(msgspec.Struct, frozen=True):
    """A last question before something big; the cursor starts on no."""

    title: Message
    yes: Message
    act: Act
    cursor: int = 0


class SheetLevel(msgspec.Struct, frozen=True):
    """A sheet of the game's own, over everything. `page` counts from 0."""

    kind: str
    page: int = 0


class GiveAnswer(msgspec.Struct, frozen=True):
    """The table answers. `replaces`: instead of the last entry."""

    answer: Answer
    replaces: bool = False


class Undo(msgspec.Struct, frozen=True):
    """The last entry that stands is taken back."""


class Redo(msgspec.Struct, frozen=True):
    """The last taking back is taken back."""


class BackTo(msgspec.Struct, frozen=True):
    """Everything after entry `number` is taken back."""

    number: int


class EditEntry(msgspec.Struct, frozen=True):
    """Entry `number` becomes `instead`, or is removed. `sure`: people saw what no longer fits."""

    number: int
    instead: Answer | None = None
    sure: bool = False


class FetchData(msgspec.Struct, frozen=True):
    """The menu needs what only the application has: "history", "games", "change" (entry `number`'s question)."""

    what: str
    number: int = 0


class NewGame(msgspec.Struct, frozen=True):
    """A new game begins; the running one is kept. game: the id of its kind, "" for that of the running one."""

    game: str = ""


class Resume(msgspec.Struct, frozen=True):
    """A kept game goes on."""

    id: str


class Delete(msgspec.Struct, frozen=True):
    """A kept game goes for ever."""

    id: str


class SwitchOff(msgspec.Struct, frozen=True):
    """The machine is switched off."""


Act = GiveAnswer | Undo | Redo | BackTo | EditEntry | FetchData | NewGame | Resume | Delete | SwitchOff
Level = (
    OfferList
    | OfferForm
    | MoreOffers
    | MainMenu
    | CautionPrompt
    | KeptRoll
    | InterpretationList
    | PutBackList
    | HistoryList
    | EntryMenu
    | UnfitList
    | GameList
    | GameMenu
    | GameChoice
    | ConfirmPrompt
    | SheetLevel
)


class SheetEntry(msgspec.Struct, frozen=True):
    """A sheet that can be opened now: what the main menu calls it, its pages, the button that opens it, if any."""

    label: Message
    pages: int = 1
    key: str = ""
    hint: Message | None = None


def nothing_to_correct() -> Question | None:
    """For games without corrections, and for pages that offer none."""
    return None


class MenuContext(msgspec.Struct, frozen=True):
    """What the menu sees of the game: open questions, the question of corrections, and what people did before.

    corrections is asked only when somebody corrects: it is long, and most presses need none of it.
    recent: `companion.menu.forms.recent_key` -> the values given last time. subject: what the turn is about.
    kept: the die roll taken back last, when its question is open again. sheets: by kind, those that there are now.
    playable: the games that can be begun, by id; empty where there is only one and nobody need be asked.
    """

    questions: tuple[Question, ...] = ()
    corrections: Callable[[], Question | None] = nothing_to_correct
    recent: dict[str, tuple[Value, ...]] = {}
    subject: str = ""
    kept: Answer | None = None
    redo: bool = False
    sheets: dict[str, SheetEntry] = {}
    playable: dict[str, Message] = {}
    may_switch_off: bool = False

    @property
    def pressing(self) -> tuple[Question, ...]:
        """The questions that are put in front of people."""
        return tuple(q for q in self.questions if not q.non_blocking)

    def question(self, number: int) -> Question | None:
        """The open question with that number, the one of corrections included."""
        if number == CORRECTION:
            return self.corrections()
        return next((q for q in self.questions if q.number == number), None)


class Menu(msgspec.Struct, frozen=True):
    """What lies open: `levels`, the last on top; none = the question in front, or the home page.

    aside: the question that people left with BACK to see the home page. notice: a sentence over everything, until
    the next input. owed: what the last taking back left to put back. past: the question of an entry being changed.
    rolled_again: people said that a die taken back was rolled again.
    """

    levels: tuple[Level, ...] = ()
    aside: int = 0
    notice: NoticePage | None = None
    owed: tuple[PutBack, ...] = ()
    past: Question | None = None
    rolled_again: bool = False


HOME = Menu()
