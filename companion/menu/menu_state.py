"""What may lie open on the box's screen: menus, lists and forms as frozen values, and what a press may ask for.

Says nothing about how a level looks (`companion.menu.options`) or what a button does (`companion.menu.menu`).
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from companion.engine.game import CORRECTION, PutBack, Way
from companion.engine.message import Said
from companion.engine.offers import Answer, Question, Reason, Value
from companion.menu.pages import Notice


class Offers(msgspec.Struct, frozen=True):
    """The offers of one question. `edit`: it is the past answer with that number that is being changed."""

    question: int
    cursor: int = 0
    edit: int = 0


class Form(msgspec.Struct, frozen=True):
    """An offer being filled in, part by part. `cursor` is a row, or the number itself where one is set."""

    question: int
    offer: str
    values: tuple[Value, ...] = ()
    group: Said | None = None
    cursor: int = 0
    edit: int = 0


class More(msgspec.Struct, frozen=True):
    """Everything the resting questions offer."""

    cursor: int = 0


class Main(msgspec.Struct, frozen=True):
    """The main menu."""

    cursor: int = 0


class Caution(msgspec.Struct, frozen=True):
    """A soft rule speaks against `answer`: anyway, correct it, or cancel."""

    answer: Answer
    reason: Reason
    cursor: int = 0
    edit: int = 0


class Kept(msgspec.Struct, frozen=True):
    """A die that was rolled and taken back: it stays as it fell, unless people rolled again."""

    answer: Answer
    cursor: int = 0


class Ways(msgspec.Struct, frozen=True):
    """What a tap may have meant."""

    title: Said
    ways: tuple[Way, ...]
    cursor: int = 0


class PutBackList(msgspec.Struct, frozen=True):
    """What the hands put back, and what of it is done."""

    items: tuple[PutBack, ...]
    ticked: tuple[bool, ...]
    cursor: int = 0


class Line(msgspec.Struct, frozen=True):
    """One entry of the history in words."""

    number: int
    text: Said


class HistoryList(msgspec.Struct, frozen=True):
    """The entries that stand, newest first."""

    lines: tuple[Line, ...]
    cursor: int = 0


class EntryMenu(msgspec.Struct, frozen=True):
    """What can be done about one earlier entry."""

    line: Line
    cursor: int = 0


class Unfit(msgspec.Struct, frozen=True):
    """The later entries that a changed past would drop, shown before it is done."""

    edit: Edit
    lines: tuple[tuple[Said, Reason], ...]
    cursor: int = 0


class GameLine(msgspec.Struct, frozen=True):
    """One kept game."""

    id: str
    title: Said
    running: bool = False


class GameList(msgspec.Struct, frozen=True):
    """All kept games."""

    lines: tuple[GameLine, ...]
    cursor: int = 0


class GameMenu(msgspec.Struct, frozen=True):
    """What can be done with one kept game."""

    line: GameLine
    cursor: int = 0


class Sure(msgspec.Struct, frozen=True):
    """A last question before something big; the cursor starts on no."""

    title: Said
    yes: Said
    act: Act
    cursor: int = 0


class Open(msgspec.Struct, frozen=True):
    """A sheet of the game's own, over everything. `page` counts from 0."""

    kind: str
    page: int = 0


class Give(msgspec.Struct, frozen=True):
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


class Edit(msgspec.Struct, frozen=True):
    """Entry `number` becomes `instead`, or is removed. `sure`: people saw what no longer fits."""

    number: int
    instead: Answer | None = None
    sure: bool = False


class Fetch(msgspec.Struct, frozen=True):
    """The menu needs what only the application has: "history", "games", "change" (entry `number`'s question)."""

    what: str
    number: int = 0


class NewGame(msgspec.Struct, frozen=True):
    """A new game begins; the running one is kept."""


class Resume(msgspec.Struct, frozen=True):
    """A kept game goes on."""

    id: str


class Delete(msgspec.Struct, frozen=True):
    """A kept game goes for ever."""

    id: str


class SwitchOff(msgspec.Struct, frozen=True):
    """The machine is switched off."""


Act = Give | Undo | Redo | BackTo | Edit | Fetch | NewGame | Resume | Delete | SwitchOff
Level = (
    Offers
    | Form
    | More
    | Main
    | Caution
    | Kept
    | Ways
    | PutBackList
    | HistoryList
    | EntryMenu
    | Unfit
    | GameList
    | GameMenu
    | Sure
    | Open
)


def nothing_to_correct() -> Question | None:
    """For games without corrections, and for pages that offer none."""
    return None


class Around(msgspec.Struct, frozen=True):
    """What the menu sees of the game: open questions, the question of corrections, and what people did before.

    corrections is asked only when somebody corrects: it is long, and most presses need none of it.
    recent: `companion.menu.forms.recent_key` -> the values given last time. tile: what the turn is about.
    kept: the die roll taken back last, when its question is open again. sheets: kind -> pages, of those there are.
    """

    questions: tuple[Question, ...] = ()
    corrections: Callable[[], Question | None] = nothing_to_correct
    recent: dict[str, tuple[Value, ...]] = {}
    tile: str = ""
    kept: Answer | None = None
    redo: bool = False
    sheets: dict[str, int] = {}
    may_switch_off: bool = False

    @property
    def pressing(self) -> tuple[Question, ...]:
        """The questions that are put in front of people."""
        return tuple(q for q in self.questions if not q.home)

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
    notice: Notice | None = None
    owed: tuple[PutBack, ...] = ()
    past: Question | None = None
    rolled_again: bool = False


HOME = Menu()
