"""What a game shows between the title of a question and its choices, in as much room as these leave it.

Knows no game: the game says what it is, in words from long to short.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.outline import GameOutline
from companion.menu.pages import KeysPage, ListPage, MapPage, NumberPage
from companion.screens.game_screens import ShownGame, SmallTable
from companion.screens.paper import Box
from companion.screens.pen import Pen

HasRoom = Callable[[Box], bool]
"""Whether the choices can do with the room that is left."""


def tables_over(game: ShownGame | None, page: ListPage | KeysPage | NumberPage | MapPage) -> Sequence[SmallTable]:
    """Only over questions: menus have nothing to do with it. In the past nothing is to do, and it was as then."""
    if game is None or game.view is None or getattr(page, "kind", "question") != "question":
        return ()
    if page.past:
        then = game.then
        return then.screens.over_list(then.view) if then and isinstance(page, ListPage) and page.rows else ()
    over_list = game.screens.over_list(game.view) if isinstance(page, ListPage) and page.rows else ()
    return over_list or game.screens.over_question(game.view)


def moment_of(game: ShownGame | None, page: ListPage | KeysPage | NumberPage | MapPage) -> GameOutline | None:
    """The game in outline at the time that a page is about; None where that is not known."""
    if game is None or not page.past:
        return game and game.outline
    return game.then and game.then.outline


def under_table(pen: Pen, tables: Sequence[SmallTable], box: Box, at_ease: HasRoom, at_least: HasRoom) -> Box:
    """Draws the first that leaves the choices at ease, else the last if it leaves them what they need at least.

    Gives the room that is left.
    """
    wanted = [*((table, at_ease) for table in tables), *((table, at_least) for table in tables[-1:])]
    for table, has_room in wanted:
        left = box.below(table.height(pen) + (1 if pen.paper.tight else pen.paper.px(10)))
        if has_room(left):
            table.draw(pen, Box(pen.paper.margin, box.y, pen.paper.width - 2 * pen.paper.margin, box.h))
            return left
    return box
