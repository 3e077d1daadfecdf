"""The map on the case: which cell a press leads to, and the page that shows it. Lays nothing and knows no tile."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.message import Message, tr
from companion.engine.offers import Place, cell_of
from companion.menu import looking, menu_state
from companion.menu.forms import next_part
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import Option, OptionList, question_of
from companion.menu.pages import Hint, MapPage


def place_on_top(menu: Menu, context: MenuContext) -> Place | None:
    """The place that the form on top of the menu is at."""
    level = menu.levels[-1]
    if not isinstance(level, menu_state.OfferForm):
        return None
    question = question_of(menu, context, level)
    offer = question.offer(level.offer) if question else None
    part = next_part(offer, level.values) if offer else None
    return part if isinstance(part, Place) else None


def page_of(menu: Menu, context: MenuContext, place: Place, shown: OptionList, at: int) -> MapPage:
    """shown: its cells; at: the one where the cursor is."""
    rows = tuple(option.row for option in shown.options)
    hints = (*_steps(shown.options, at), *_taking(menu, context, shown, at), *_leaving(shown))
    return MapPage(shown.title, rows, at, place.tracts, place.laid, hints, shown.asked)


def _leaving(shown: OptionList) -> tuple[Hint, ...]:
    return (Hint("BACK", shown.back or tr("back")), Hint("UNDO", tr("undo")))


def _steps(options: Sequence[Option], at: int) -> tuple[Hint, ...]:
    if len(options) < 2:
        return ()
    held = ((key, words, next_row(options, at, way)) for key, words, way in _HELD)
    rows = (Hint(key, words) for key, words, to in held if to != at)
    return (Hint("UP", tr("before")), Hint("DOWN", tr("next")), *rows)


_HELD: tuple[tuple[str, Message, int], ...] = (("UP+", tr("up"), -1), ("DOWN+", tr("down"), 1))


def _taking(menu: Menu, context: MenuContext, shown: OptionList, at: int) -> tuple[Hint, ...]:
    """OK, where it takes the cell; held, what explains it or why it is closed."""
    if not shown.options:
        return ()
    option = shown.options[at]
    takes = () if option.row.closed else (Hint("OK", shown.ok),)
    if looking.held(menu, context, option) is None:
        return takes
    return (*takes, Hint("OK+", tr("why?") if option.row.closed else looking.EXPLAIN))


def next_row(options: Sequence[Option], at: int, way: int) -> int:
    """Where a held key leads, up (-1) or down (1): in the next row of the map with an open cell the
    nearest of them; from the last such row to the first.
    """
    x, y = cell_of(options[at].row.sign)
    cells = [(n, *cell_of(option.row.sign)) for n, option in enumerate(options) if not option.row.closed]
    others = [(n, east, (y - north) * way) for n, east, north in cells if north != y]
    if not others:
        return at
    ahead = [each for each in others if each[2] > 0] or others
    row = min(each[2] for each in ahead)
    return min((abs(east - x), n) for n, east, south in ahead if south == row)[1]
