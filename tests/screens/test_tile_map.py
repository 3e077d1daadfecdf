"""The map on the glass: the whole of it on big panels, a window on small ones, words that are whole everywhere."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PIL import ImageChops

from companion.engine.message import Translate, literal, tr
from companion.engine.offers import Choice, MapTile, Place, Reason, cell_value, parse_cell
from companion.games.glen_more_2.definition import GAME
from companion.menu.pages import MapPage
from companion.screens.paper import PANELS, Box, Paper
from companion.screens.pen import DrawnElement, Pen
from companion.screens.tile_map import draw_tile
from companion.screens.translator import Translator
from tests.screens.layout import holds, problems
from tests.screens.maps import BESIDE, NO_SCOT, ROAD, TITLE, first, large, shown
from tests.screens.samples import VIEW, pseudo
from tests.screens.shown import drawing

BIG, SMALL = ("4in2", "7in5"), ("2in9", "2in13")
LANGUAGES: dict[str, Translate] = {"en": Translator("en"), "cs": Translator("cs"), "pseudo": pseudo}
on_each_panel = pytest.mark.parametrize("panel", PANELS)


def glass(page: MapPage, panel: str, translate: Translate = str) -> Pen:
    return drawing(VIEW, page, PANELS[panel].paper(), translate)


def words(pen: Pen) -> str:
    return " ".join(each.text for each in pen.drawn if each.text)


def cursor(pen: Pen) -> Box:
    """The one black cell."""
    (found,) = (each.box for each in pen.drawn if each.kind == "bar")
    return found


def tiles(pen: Pen) -> list[Box]:
    return [each.box for each in pen.drawn if each.kind == "frame"]


@on_each_panel
@pytest.mark.parametrize("language", LANGUAGES)
def test_wherever_the_cursor_is_the_sentence_of_its_cell_is_whole(panel: str, language: str) -> None:
    page = shown(large())
    for at, row in enumerate(page.rows):
        pen = glass(replace(page, cursor=at), panel, LANGUAGES[language])
        assert problems(pen) == []
        said = words(pen)
        for part in (row.label, row.note):
            assert part is None or LANGUAGES[language](part) in said, (row.sign, said)


@on_each_panel
def test_the_keys_have_one_word_each_in_czech_too(panel: str) -> None:
    assert {"before", "next", "lay it", "not now", "undo"} <= set(_texts(glass(shown(large()), panel)))
    czech = set(_texts(glass(shown(large()), panel, LANGUAGES["cs"])))
    assert {"zpátky", "další", "položit", "teď ne", "vrátit"} <= czech
    assert ({"výš", "níž"} <= czech) == (panel in BIG)


def _texts(pen: Pen) -> list[str]:
    return [each.text for each in pen.drawn]


@pytest.mark.parametrize("panel", BIG)
def test_twenty_five_tiles_are_whole_and_stand_still_while_the_cursor_walks(panel: str) -> None:
    page = shown(large())
    open_cells = [at for at, row in enumerate(page.rows) if not row.closed and row.sign != "1,1"]
    seen = {tuple(tiles(glass(replace(page, cursor=at), panel))) for at in open_cells}
    (places,) = seen
    # The rebuilt one that something may be laid on has a dotted border.
    assert len(places) == 24
    assert min(box.w for box in places) >= 26
    side = places[0].w + 1
    assert {(box.x - places[0].x) % side for box in places} == {0}


@pytest.mark.parametrize("panel", SMALL)
def test_on_small_glass_a_window_follows_the_cursor(panel: str) -> None:
    page = shown(large())
    for at, row in enumerate(page.rows):
        x, y = parse_cell(row.sign)
        pen = glass(replace(page, cursor=at), panel)
        there, every = cursor(pen), tiles(pen)
        assert 4 <= len(every) < 25
        assert {box.w for box in every} == {there.w}
        # Who stands at an edge sees the tiles on its other side.
        if abs(y) < 3:
            assert any(box.x < there.x for box in every) == (x > -3)
        if abs(x) < 3:
            assert any(box.y < there.y for box in every) == (y < 3)


@on_each_panel
def test_a_map_as_long_as_can_be_keeps_its_cursor_in_sight(panel: str) -> None:
    map_tiles = tuple(MapTile(x, 0, literal("sheep"), "sheep") for x in range(-15, 16))
    cells = tuple(Choice(f"{x},1", BESIDE) for x in range(-15, 16))
    page = shown(Place("where", TITLE, cells, map_tiles=map_tiles))
    for at in range(len(cells)):
        pen = glass(replace(page, cursor=at), panel)
        assert problems(pen) == []
        assert holds(pen.paper.box, cursor(pen))
        assert len(tiles(pen)) >= 4


@on_each_panel
def test_the_longest_reason_takes_the_room_it_needs(panel: str) -> None:
    why = Reason("", tr("And the road would end at the side of {tile}.", tile="Castle of Mey"))
    page = shown(first(), "UP")
    row = replace(page.rows[page.cursor], note=tr("{a} {b}", a=NO_SCOT.text, b=why.text))
    rows = tuple(row if at == page.cursor else each for at, each in enumerate(page.rows))
    pen = glass(replace(page, rows=rows), panel)
    assert problems(pen) == []
    assert str(why.text) in words(pen)


@on_each_panel
def test_a_map_without_any_cell_is_drawn_too(panel: str) -> None:
    empty = MapPage(TITLE, (), 0, first().map_tiles, None, ())
    assert problems(glass(empty, panel)) == []
    assert problems(glass(replace(empty, map_tiles=()), panel)) == []


def test_closed_cells_at_the_rim_give_way_to_tiles_that_can_be_read() -> None:
    """Until the cursor goes to one of them."""
    land = tuple(MapTile(x, y, literal("Inverness")) for x in range(4) for y in range(4))
    rim = [(x, y) for x in range(-1, 5) for y in range(-1, 5) if -1 in (x, y) or 4 in (x, y)]
    cells = tuple(Choice(cell_value(*at), BESIDE, closed=None if at == (-1, 1) else NO_SCOT) for at in rim)
    page = shown(Place("where", TITLE, cells, map_tiles=land))
    pen = glass(page, "4in2")
    assert problems(pen) == []
    assert [each.text for each in pen.drawn].count("Inverness") == len(land)
    closed = next(at for at, row in enumerate(page.rows) if row.sign == "4,4")
    there = glass(replace(page, cursor=closed), "4in2")
    assert cursor(there).w < cursor(pen).w
    assert cursor(there).x > max(box.x for box in tiles(there))


@pytest.mark.parametrize("panel", BIG)
def test_cells_are_wider_than_high_where_there_is_room(panel: str) -> None:
    box = cursor(glass(shown(first()), panel))
    assert box.h < box.w <= 2 * box.h


# A tile


def one(map_tile: MapTile, side: int, wide: int = 0) -> Pen:
    pen = Pen(Paper(110, 90), str)
    draw_tile(pen, Box(10, 10, wide or side, side), map_tile, VIEW_ICONS)
    return pen


@pytest.mark.parametrize("name", ["Inverness", "Edradour", "Loch Lochy", "start village", "výchozí vesnice"])
def test_a_name_is_whole_beside_a_scot_and_over_goods(name: str) -> None:
    map_tile = MapTile(0, 0, literal(name), lines=(("river", "east_west"),), pieces=(("barley", 1),), figures=1)
    assert words(one(map_tile, 57, 85)) == name
    assert problems(one(map_tile, 57, 85)) == []


def test_a_name_that_has_no_room_is_cut_to_the_same_length() -> None:
    cut = {words(one(MapTile(0, 0, literal("Inverness")), side)) for side in (34, 36, 38)}
    assert cut == {"Inver."}


def test_goods_and_scots_have_pictures_on_wide_tiles_as_low_as_those_of_a_long_map() -> None:
    map_tile = MapTile(
        0, 0, literal("Inverness"), lines=(("river", "east_west"),), pieces=(("sheep", 2),), figures=1
    )
    pen = one(map_tile, 43, 64)
    pictures = [each.box for each in pen.drawn if each.kind == "mark" and each.box.h >= 12]
    assert len(pictures) == 2
    assert words(pen) in ("2 Inverness", "Inverness 2")
    assert problems(pen) == []


VIEW_ICONS = GAME.screens.icons
SIDES = (25, 30, 38, 45, 46, 50, 58, 70)
PLAIN = MapTile(0, 0, literal("sheep"), "sheep")
MARKS = {
    "a river": replace(PLAIN, lines=(("river", "north_south"),)),
    "a road": replace(PLAIN, lines=(ROAD,)),
    "a river along the other axis": replace(PLAIN, lines=(("river", "east_west"),)),
    "a road along the other axis": replace(PLAIN, lines=(("road", "north_south"),)),
    "goods": replace(PLAIN, pieces=(("sheep", 3),)),
    "other goods": replace(PLAIN, pieces=(("wood", 1), ("stone", 1))),
    "a Scot": replace(PLAIN, figures=1),
    "two Scots": replace(PLAIN, figures=2),
    "what lies on another": replace(PLAIN, height=2),
    "where it starts": replace(PLAIN, marked=True),
}


@pytest.mark.parametrize("side", SIDES)
def test_whatever_is_on_a_tile_changes_its_picture_and_nothing_collides(side: int) -> None:
    pictures = {name: one(map_tile, side) for name, map_tile in {"plain": PLAIN, **MARKS}.items()}
    assert all(problems(pen) == [] for pen in pictures.values())
    assert len({pen.image.tobytes() for pen in pictures.values()}) == len(pictures)
    full = replace(MARKS["goods"], figures=4, height=3, lines=(("river", "north_south"), ROAD), marked=True)
    assert problems(one(full, side)) == []
    nameless = replace(full, label=literal("Wwwww"), sign="nothing of the kind")
    assert problems(one(nameless, side)) == []


@pytest.mark.parametrize("side", SIDES)
def test_a_sign_without_a_picture_is_the_name_or_says_that_it_is_cut(side: int) -> None:
    (letters,) = (each.text for each in one(MapTile(0, 0, literal("Halkirk"), "?"), side).drawn if each.text)
    assert letters == "Halkirk" or ("Halkirk".startswith(letters.rstrip(".")) and letters.endswith("."))
    assert len(letters) >= 3


def test_a_name_of_two_words_stands_in_two_lines_where_there_is_room() -> None:
    drawn = one(MapTile(0, 0, literal("Loch Ness"), "?"), 46).drawn
    assert [each.text for each in drawn if each.text] == ["Loch", "Ness"]


@on_each_panel
def test_a_closed_cell_is_seen_before_the_cursor_is_there(panel: str) -> None:
    """A light cross: no border as an open one has, and nothing at all where no cell is."""
    page = shown(first())
    pen = glass(page, panel)
    assert problems(pen) == []
    here = cursor(pen)
    west = Box(here.x - 2 * (here.w + 1), here.y, here.w, here.h)
    corners = ((west.x, west.y), (west.right - 1, west.bottom - 1))
    assert all(pen.image.getpixel(at) for at in corners)
    assert pen.image.getpixel((west.x + west.w // 2, west.y + west.h // 2)) == 0


def test_goods_are_counted_in_squares_or_by_their_pictures_where_there_is_room() -> None:
    def squares(pen: Pen) -> list[DrawnElement]:
        return [each for each in pen.drawn if each.kind == "mark" and each.box.w == each.box.h < 10]

    assert len(squares(one(MARKS["goods"], 25))) == 3
    others = replace(PLAIN, pieces=(("wood", 1), ("stone", 2)))
    assert len(squares(one(others, 25))) == 3
    large_one = one(others, 58)
    assert squares(large_one) == []
    assert words(large_one) == "2", "one piece of wood, two of stone"


def test_a_river_and_a_road_run_on_over_the_edge_to_the_next_tile() -> None:
    for lines, step in ((("river", "north_south"), (0, 26)), (ROAD, (26, 0))):
        pen = Pen(Paper(90, 90), str)
        for n in range(2):
            box = Box(10 + n * step[0], 10 + n * step[1], 25, 25)
            draw_tile(pen, box, MapTile(0, 0, literal("sheep"), "sheep", (lines,)), VIEW_ICONS)
        ink = ImageChops.invert(pen.image.convert("L"))
        # The white between the two tiles has ink where the line crosses it, and nowhere else.
        gap = (8, 35, 36, 36) if step[1] else (35, 8, 36, 37)
        across = ink.crop(gap).getbbox()
        assert across
        wide = across[2] - across[0] if step[1] else across[3] - across[1]
        assert 1 <= wide <= 3
