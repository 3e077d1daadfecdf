"""What the application lays open in the menu: reasons, lists that only it can fill, sheets.

Pure like the menu itself: every function gives a new menu.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.engine.game import PutBack
from companion.engine.message import Said, say
from companion.engine.offers import Answer, Question, Refusal
from companion.menu import menu_state as lv
from companion.menu import options as lists
from companion.menu.menu_state import Around, Menu
from companion.menu.options import Outcome, noticed, pushed


def rest(menu: Menu) -> Menu:
    """Everything closed: after something was done."""
    return Menu(owed=menu.owed)


def refused(menu: Menu, answer: Answer, refusal: Refusal, edit: int = 0) -> Menu:
    """The menu after an answer was not taken: the reason, and for a soft rule what people want to do about it."""
    if refusal.soft:
        return pushed(msgspec.structs.replace(menu, notice=None), lv.Caution(answer, refusal.reason, edit=edit))
    return lists.because(menu, refusal.reason)


def owing(menu: Menu, items: Sequence[PutBack]) -> Menu:
    """The menu after a taking back: what goes back on the table, together with what is still owed from before."""
    earlier = menu.owed if any(isinstance(level, lv.PutBackList) for level in menu.levels) else ()
    owed = (*earlier, *items)
    return lists.put_back_list(Menu(owed=owed)) if owed else Menu()


def history(menu: Menu, lines: Sequence[tuple[int, Said]]) -> Menu:
    """The history, newest first."""
    if not lines:
        return noticed(menu, "told", say("Nothing has been entered yet."))
    return _over(menu, lv.HistoryList(tuple(lv.Line(number, text) for number, text in reversed(lines))))


def games(menu: Menu, lines: Sequence[lv.GameLine]) -> Menu:
    """The list of kept games."""
    return _over(menu, lv.GameList(tuple(lines)))


def _over(menu: Menu, level: lv.Level) -> Menu:
    """A level over the home page or the main menu, never over a list of its own kind."""
    kept = tuple(below for below in menu.levels if isinstance(below, lv.Main | lv.More))
    return msgspec.structs.replace(menu, levels=(*kept, level), notice=None)


def change(menu: Menu, around: Around, number: int, question: Question) -> Outcome:
    """Entry `number` answered anew: its question as it was asked then."""
    menu = msgspec.structs.replace(menu, past=question, notice=None)
    if len(question.offers) == 1:
        return lists.opened(menu, around, question, question.offers[0], edit=number)
    return pushed(menu, lv.Offers(question.number, edit=number))


def unfit(menu: Menu, edit: lv.Edit, lines: Sequence[tuple[Said, Refusal]]) -> Menu:
    """What a changed past would drop, before it is done."""
    return pushed(menu, lv.Unfit(edit, tuple((text, refusal.reason) for text, refusal in lines)))


def sheet(menu: Menu, kind: str) -> Menu:
    """A sheet over everything, until OK."""
    return pushed(menu, lv.Open(kind))
