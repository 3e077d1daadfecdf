"""Maps for tests: as small as a game begins with, as large as they become, and every kind of tile."""

from __future__ import annotations

from companion.engine.message import Message, literal, tr
from companion.engine.offers import Choice, MapTile, Offer, Place, Question, Reason, cell_value
from companion.menu.menu import menu_page, press_button
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.pages import MapPage

SIGNS = ("sheep", "wood", "barley", "stone", "cattle", "barrel", "card", "")
RIVER, ROAD = ("river", "north_south"), ("road", "east_west")
LAID = MapTile(0, 0, literal("Halkirk"), "card", (RIVER,))
TITLE = tr("Where does {tile} lie?", tile="Halkirk")
BESIDE = tr("Beside {tiles}", tiles=literal("sheep and fair"))
NO_SCOT = Reason(
    "CG-02",
    tr("No Scot of {who} stands on a tile beside it, nor on one that touches its corner.", who="Konstantinos"),
)


def large(said: Message = BESIDE, why: Reason = NO_SCOT, laid: MapTile | None = LAID) -> Place:
    """Five times five tiles with a river and a road, goods, Scots and rebuilt ones; cells all around them."""
    map_tiles = tuple(_tract(x, y) for y in range(2, -3, -1) for x in range(-2, 3))
    ring = [(x, y) for x in range(-3, 4) for y in range(-3, 4) if 3 in (abs(x), abs(y))]
    cells = tuple(Choice(cell_value(x, y), said, closed=why if (x + y) % 3 == 0 else None) for x, y in ring)
    rebuilt = Choice(cell_value(1, 1), tr("Over {tile}", tile=literal("sheep")))
    return Place("where", TITLE, (*cells, rebuilt), map_tiles=map_tiles, new_tile=laid)


def _tract(x: int, y: int) -> MapTile:
    at = (x * 5 + y * 3) % len(SIGNS)
    lines = (*((RIVER,) if x == 0 else ()), *((ROAD,) if y == 0 else ()))
    own = ((SIGNS[at], at % 3 + 1),) if at < 5 else ()
    goods = own or ((("wood", 1), ("sheep", 2)) if x == 1 else ())
    scots = (x + 2 * y) % 4 if y < 2 else 0
    return MapTile(x, y, literal("Loch Ness"), SIGNS[at], lines, goods, scots, height=1 + (x == y) + (x == y == 1))


def first(open_cells: tuple[tuple[int, int], ...] = ((1, 0),)) -> Place:
    """One tile, and the four cells around it."""
    around = ((0, 1), (1, 0), (0, -1), (-1, 0))
    cells = tuple(
        Choice(cell_value(*cell), BESIDE, closed=None if cell in open_cells else NO_SCOT) for cell in around
    )
    home = MapTile(0, 0, literal("home"), "", (RIVER, ROAD), figures=1)
    return Place("where", TITLE, cells, map_tiles=(home,), new_tile=LAID)


def asked(place: Place, **more: object) -> MenuContext:
    """The question that asks for it, alone."""
    question = Question(7, "place", place.text, (Offer("lay", tr("Lay it"), (place,)),), player="red")
    return MenuContext(questions=(question,), **more)  # type: ignore[arg-type]


def shown(place: Place, *keys: str) -> MapPage:
    """The page that people see after these keys."""
    menu = Menu()
    for key in keys:
        after = press_button(menu, asked(place), key.rstrip("+"), key.endswith("+"))
        assert isinstance(after, Menu), after
        menu = after
    there = menu_page(menu, asked(place))
    assert isinstance(there, MapPage), there
    return there
