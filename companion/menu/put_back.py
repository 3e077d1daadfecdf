"""The list of what the hands put back or do, after a taking back or a change of the past. Changes nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from companion.engine.game import PutBack
from companion.engine.message import Message, tr
from companion.menu import menu_state
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import Option, OptionList, on_top
from companion.menu.pages import ListItem

PUT_BACK, PUT_RIGHT = tr("Put back on the table"), tr("Change on the table")


def owed_words(items: Sequence[PutBack]) -> Message:
    """What a list of this is called."""
    return PUT_RIGHT if any(item.forward for item in items) else PUT_BACK


def options_for_put_back(menu: Menu, _context: MenuContext, level: menu_state.PutBackList) -> OptionList:
    options = [Option(ListItem(tr("All done")), lambda: Menu())]
    options += [
        Option(ListItem(item.text, ticked=done), partial(ticked, menu, level, index, not done))
        for index, (item, done) in enumerate(zip(level.items, level.ticked, strict=True))
    ]
    return OptionList("put_back", level.title or owed_words(level.items), options, ok=tr("done"))


def ticked(menu: Menu, level: menu_state.PutBackList, index: int, done_now: bool = True) -> Menu:
    """The list with one thing done, or not done after all; when all are, it closes."""
    done = tuple(done_now if i == index else was for i, was in enumerate(level.ticked))
    if all(done):
        return Menu()
    left = tuple(item for item, was in zip(level.items, done, strict=True) if not was)
    now = on_top(menu, msgspec.structs.replace(level, ticked=done))
    return msgspec.structs.replace(now, owed=left)


def put_back_list(menu: Menu, title: Message | None = None) -> Menu:
    """The list of what is still owed to the table."""
    level = menu_state.PutBackList(menu.owed, (False,) * len(menu.owed), title=title)
    return Menu((level,), owed=menu.owed)
