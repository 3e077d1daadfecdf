"""Bench of a full map on the largest panel: from a press that moves the cursor to the finished picture.

It is compared with the same cells as a list, and with Pillow's time to write the picture as PNG.
"""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from itertools import cycle, islice

from msgspec.structs import replace

from companion.games.glen_more_2.definition import GAME
from companion.menu.pages import ListPage
from companion.screens.paper import PANELS
from companion.screens.picture import make_picture
from companion.screens.translator import Translator
from tests.screens.maps import large, shown
from tools.bench.figures import Figure, Sizes, percentile

PICTURE_MS = 40
PANEL = "7in5"


def figures(sizes: Sizes) -> Iterator[Figure]:
    """Yield the figure for 25 tiles, with the cursor on one cell after the other."""
    page, game = shown(large()), GAME.shown(None)
    paper, translate = PANELS[PANEL].paper(), Translator("cs")
    listed = ListPage("question", page.title, page.rows, 0, page.hints)
    maps, lists, written = list[float](), list[float](), list[float]()
    for cursor in islice(cycle(range(len(page.rows))), sizes.taps):
        began = time.perf_counter()
        image = make_picture(game, replace(page, cursor=cursor), paper, translate)
        drawn = time.perf_counter()
        make_picture(game, replace(listed, cursor=cursor), paper, translate)
        beside = time.perf_counter()
        image.save(io.BytesIO(), "png")
        done = time.perf_counter()
        maps.append(1000 * (drawn - began))
        lists.append(1000 * (beside - drawn))
        written.append(1000 * (done - beside))
    more = {
        "median_ms": percentile(maps, 50),
        "as_list_p95_ms": percentile(lists, 95),
        "png_p95_ms": percentile(written, 95),
    }
    yield Figure("full_map_picture_p95_ms", percentile(maps, 95), PICTURE_MS, {**more, "of": len(maps)})
