"""The head of a page about the past: which turn it is about and whose that was, so that nobody takes it for now.

Draws nothing; knows no list's rows.
"""

from __future__ import annotations

from companion.engine.message import Message, begun, tr
from companion.menu import menu_state
from companion.menu.menu_state import Menu

_OPENED = menu_state.TurnEntryList | menu_state.EntryMenu | menu_state.ForgottenList


def is_past(menu: Menu) -> bool:
    """It is about a turn of the history, an entry of one, or what was forgotten in one."""
    return any(isinstance(level, _OPENED) for level in menu.levels)


def title_in_past(menu: Menu, title: Message) -> Message:
    """The title of a page about the past, with its turn; what only a change asks is said to be of it."""
    past, level = menu.past, menu.levels[-1]
    if past is None or isinstance(level, menu_state.TurnEntryList):
        return title  # the title of that list is the turn
    if past.asked_now and getattr(level, "question", 0) == past.asked_now.number:
        return _asked_by_change(past, title)
    if past.turn is None:
        return title
    whose = None if past.whose and _begins_with(title, past.whose) else past.whose
    return tr("{turn}. {title}", turn=named(past.turn, whose), title=begun(title))


def _begins_with(title: Message, name: Message) -> bool:
    """Whether words say first whose turn it was: English ones tell it for every language."""
    return str(title).casefold().startswith(str(name).casefold())


def named(turn: int, whose: Message | None = None) -> Message:
    """A turn by its number and whose it was."""
    if turn and whose:
        return tr("Turn {n}, {who}", n=turn, who=whose)
    return tr("Turn {n}", n=turn) if turn else tr("Set-up")


def _asked_by_change(past: menu_state.PastEntry, title: Message) -> Message:
    if not past.asked_in:
        return tr("The change asks: {question}", question=title)
    if past.asked_whose is None:
        return tr("The change asks in turn {n}: {question}", n=past.asked_in, question=title)
    return tr(
        "The change asks in turn {n}, {who}: {question}", n=past.asked_in, who=past.asked_whose, question=title
    )
