"""What every version of a screen must do: on the desk, each panel's driver over its controller, the real thing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import pytest
from PIL import Image

from companion.hardware.desk import DeskScreen
from companion.hardware.devices import LastingScreen, Screen
from companion.hardware.eink import open_eink
from companion.hardware.wiring import DisplayWiring
from companion.screens.panels import PANELS
from tests.hardware.eink_worlds import EinkWorld, game_pictures

REAL_PANEL = "COMPANION_REAL_PANEL"
"""Set to the name of the panel, such as "4in2", where one is connected on the usual pins."""


class ScreenWorld(NamedTuple):
    """`glass`: what stands there; None where only people could see it."""

    screen: Screen
    panel: str
    glass: Callable[[], Image.Image | None]


def desk_screen() -> Iterator[ScreenWorld]:
    screen = DeskScreen()
    yield ScreenWorld(screen, "4in2", lambda: screen.image)


def chip_screen(name: str) -> Iterator[ScreenWorld]:
    world = EinkWorld(name)
    yield ScreenWorld(world.screen, name, world.chip.glass_image)


def real_screen() -> Iterator[ScreenWorld]:
    name = os.environ.get(REAL_PANEL)
    if not name:
        pytest.skip(f"no panel is connected here: name it in {REAL_PANEL}")
    screen = open_eink(PANELS[name], DisplayWiring("eink"))
    yield ScreenWorld(screen, name, lambda: None)
    screen.leave(None)
    screen.free()


SCREENS = {"desk": desk_screen, **{name: partial(chip_screen, name) for name in PANELS}, "real": real_screen}


@pytest.fixture(params=SCREENS)
def world(request: pytest.FixtureRequest) -> Iterator[ScreenWorld]:
    yield from SCREENS[request.param]()


def stands(world: ScreenWorld, picture: Image.Image) -> bool:
    glass = world.glass()
    return glass is None or glass.tobytes() == picture.tobytes()


def pictures(world: ScreenWorld, count: int) -> list[Image.Image]:
    return [image for image, _ in game_pictures(world.panel)[:count]]


def test_the_picture_stands_on_the_glass_when_show_returns(world: ScreenWorld) -> None:
    for picture in pictures(world, 12):
        world.screen.show(picture)
        assert stands(world, picture)


def test_single_pixels_in_all_corners_are_where_they_were_meant(world: ScreenWorld) -> None:
    panel = PANELS[world.panel]
    for x in (0, 1, panel.width - 1):
        for y in (0, panel.height - 2, panel.height - 1):
            picture = Image.new("1", (panel.width, panel.height), 1)
            picture.putpixel((x, y), 0)
            world.screen.show(picture)
            assert stands(world, picture)


def test_the_same_picture_may_be_shown_again(world: ScreenWorld) -> None:
    (picture,) = pictures(world, 1)
    for _ in range(3):
        world.screen.show(picture)
    assert stands(world, picture)


def test_what_happens_to_a_picture_after_it_was_shown_does_not_show(world: ScreenWorld) -> None:
    first, second = (image.copy() for image in pictures(world, 2))
    world.screen.show(first)
    first.paste(0, (0, 0, 50, 50))
    if isinstance(world.screen, LastingScreen):
        world.screen.show(second)
        assert stands(world, second)


def test_a_lasting_screen_keeps_its_picture_when_it_rests_and_when_it_is_left(world: ScreenWorld) -> None:
    first, second = pictures(world, 2)
    world.screen.show(first)
    if not isinstance(world.screen, LastingScreen):
        assert stands(world, first)
        return
    world.screen.expect("turn")
    assert (world.screen.rest() or 0) > 1
    world.screen.leave(second)
    assert stands(world, second)
    world.screen.show(first)
    assert stands(world, first)
