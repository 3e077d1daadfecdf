"""What stands in a game's first list beside the game's own rows: the menu, and in a rematch another order.

Small paper has no words for held keys, and who holds the case for the first time knows none. Knows no game.
"""

from __future__ import annotations

from functools import partial

from companion.engine.message import tr
from companion.menu import menu_state
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import Option, OptionList, pushed
from companion.menu.pages import ListItem


def with_ways_out(menu: Menu, context: MenuContext, shown: OptionList) -> OptionList:
    """The list on top with these rows, where it is the first of a game."""
    if not _in_front(menu, context):
        return shown
    options = [*shown.options]
    if context.rematch:
        another = ListItem(tr("A new order"))
        options.insert(1, Option(another, partial(menu_state.OnceMore, True), brief=tr("order")))
        shown = shown._replace(title=tr("{order} {text}", order=context.rematch, text=shown.title))
    if context.unbegun:
        row = ListItem(tr("Menu"), tr("or hold BACK"))
        options.append(Option(row, partial(pushed, menu, menu_state.MainMenu()), brief=tr("menu")))
    return shown._replace(options=options)


def _in_front(menu: Menu, context: MenuContext) -> bool:
    """Whether the list on top was put in front of people, and opened from nowhere."""
    first, pressing = menu.levels[0], context.pressing
    if len(menu.levels) > 1 or not isinstance(first, menu_state.OfferList) or not pressing:
        return False
    return first.question == pressing[0].number


def row_of(context: MenuContext, offer: int) -> int:
    """Where in that list an offer of the game stands."""
    return offer + 1 if context.rematch and offer else offer
