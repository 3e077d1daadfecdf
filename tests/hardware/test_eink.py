"""The e-ink screen over Waveshare's drivers and the controllers' models: the glass shows what was meant."""

from __future__ import annotations

import itertools

import pytest
from PIL import Image

from companion.hardware.devices import PersistentScreen
from companion.hardware.refresh_policy import RefreshPolicy
from companion.screens.paper import PANELS
from tests.hardware.eink_worlds import EinkWorld, game_pictures
from tests.hardware_fakes.eink_chip import COPIES, GLASSES, KEEPS, SWAPS

PARTIAL_OVERHEAD = 250
"""Bytes beside the two pictures: the 2.9" panel gets a waveform with each partial refresh."""


@pytest.fixture(params=PANELS)
def world(request: pytest.FixtureRequest) -> EinkWorld:
    return EinkWorld(request.param)


def test_it_is_a_screen_that_lasts(world: EinkWorld) -> None:
    assert isinstance(world.screen, PersistentScreen)


@pytest.mark.parametrize("after_partial", [KEEPS, COPIES, SWAPS])
@pytest.mark.parametrize("name", PANELS)
def test_the_glass_shows_what_was_meant_after_every_kind_of_refresh(name: str, after_partial: str) -> None:
    world = EinkWorld(name, after_partial)
    wrong = []
    for _ in range(20):
        world.show()
        wrong.append(world.wrong)
    assert wrong == [0] * 20
    assert world.kinds == ["full", *["partial"] * 8, "fast", *["partial"] * 8, "fast", "partial"]
    assert all(world.chip.in_step), "the memory of the picture before holds what the glass shows"
    assert world.chip.ignored == 0, "nothing is said to a panel that doesn't listen"
    assert world.chip.unknown <= {0x80}, "the vendor's 2.13 inch driver says one thing that is none"


@pytest.mark.parametrize("after_partial", [KEEPS, COPIES])
@pytest.mark.parametrize("name", PANELS)
def test_the_screens_of_a_game_stand_without_a_wrong_pixel(name: str, after_partial: str) -> None:
    world = EinkWorld(name, after_partial)
    wrong = 0
    for image, ended in game_pictures(name):
        world.screen.expect(ended)
        world.screen.show(image)
        wrong += world.chip.wrong_pixels(image)
        world.most_ghosts = max(world.most_ghosts, world.chip.ghosting)
    flashes = len(world.kinds) - world.chip.count("partial")
    assert wrong == 0
    assert world.chip.count("full") == 1
    assert world.chip.flashes_in_a_row == 0
    assert world.chip.most_partials <= 8
    assert flashes <= 60 / 4, world.kinds
    assert world.most_ghosts < 0.72, "this share of the glass was moved without a flash at the worst time"


def test_a_picture_is_there_within_the_panels_own_time(world: EinkWorld) -> None:
    world.show(2)
    glass, plane = GLASSES[world.panel.name], world.panel.width * world.panel.height
    wires = 2 * plane / 4_000_000
    assert glass.partial < world.took() < glass.partial + wires + 0.06


def test_a_picture_costs_two_memories_and_next_to_nothing_more(world: EinkWorld) -> None:
    world.show(2)
    before = world.chip.bytes
    world.show()
    plane = GLASSES[world.panel.name].stride * GLASSES[world.panel.name].height
    assert 2 * plane <= world.chip.bytes - before <= 2 * plane + PARTIAL_OVERHEAD


def test_a_picture_of_another_size_is_a_mistake_of_ours(world: EinkWorld) -> None:
    with pytest.raises(ValueError, match="a picture of"):
        world.screen.show(Image.new("1", (world.panel.height, world.panel.width)))
    assert world.chip.bytes == 0


def test_grey_becomes_black_or_white_without_dots() -> None:
    world = EinkWorld()
    grey = Image.new("L", (400, 300), 100)
    grey.paste(180, (0, 0, 200, 300))
    world.screen.show(grey)
    assert world.chip.glass_image().getcolors() == [(60000, 0), (60000, 255)]


def test_the_bus_is_opened_once_however_often_the_panel_is_set_up() -> None:
    world = EinkWorld(policy=RefreshPolicy(max_partials=1))
    world.show(20)
    assert world.kinds.count("fast") > 8
    assert world.board.bus.opened == 1


def test_once_a_day_the_glass_is_refreshed_fully() -> None:
    world = EinkWorld(policy=RefreshPolicy(sleep_after=1e9))
    world.show(3)
    world.clock.sleep(24 * 3600)
    world.show(2)
    assert world.kinds[-2:] == ["full", "partial"]


# Rest


def test_an_idle_panel_is_cleaned_and_sleeps_and_keeps_its_picture(world: EinkWorld) -> None:
    world.show(3)
    left = world.screen.rest()
    assert left == pytest.approx(120)
    world.clock.sleep(left)
    assert world.screen.rest() is None
    assert world.kinds[-1] == "fast"
    assert not world.chip.powered
    assert world.wrong == 0
    assert world.screen.rest() is None, "it sleeps already"


def test_a_new_picture_wakes_the_panel_with_a_full_refresh(world: EinkWorld) -> None:
    world.show(3)
    world.clock.sleep(121)
    world.screen.rest()
    world.show()
    assert (world.kinds[-1], world.wrong) == ("full", 0)
    world.show(9)
    assert world.wrong == 0


def test_a_clean_glass_sleeps_without_another_flash() -> None:
    world = EinkWorld()
    world.show()
    world.clock.sleep(121)
    assert world.screen.rest() is None
    assert world.kinds == ["full"]
    assert not world.chip.powered


def test_every_new_picture_puts_sleep_off() -> None:
    world = EinkWorld()
    for _ in range(5):
        world.show()
        world.clock.sleep(100)
        assert world.screen.rest() == pytest.approx(20)
    assert world.chip.powered


def test_a_panel_without_a_power_pin_sleeps_and_wakes_too(world: EinkWorld) -> None:
    other = EinkWorld(world.panel.name, has_power_pin=False)
    other.show(2)
    other.clock.sleep(121)
    other.screen.rest()
    assert other.wrong == 0
    other.show()
    assert (other.kinds[-1], other.wrong) == ("full", 0)


# The end


def test_the_last_picture_is_left_clean_and_the_panel_off(world: EinkWorld) -> None:
    world.show(3)
    began = world.clock()
    last = world.picture()
    world.screen.leave(last)
    assert world.clock() - began < 9, "the unit's time to stop"
    assert world.kinds[-1] == "full"
    assert world.wrong == 0
    assert not world.chip.powered
    assert world.chip.ghosting == 0


def test_without_a_last_picture_the_one_there_is_cleaned_if_it_needs_it() -> None:
    world = EinkWorld()
    world.show(3)
    world.screen.leave(None)
    assert (world.kinds[-1], world.wrong, world.chip.powered) == ("full", 0, False)
    clean = EinkWorld()
    clean.show()
    clean.screen.leave(None)
    assert clean.kinds == ["full"]
    assert not clean.chip.powered


def test_a_sleeping_panel_is_left_as_it_is_or_woken_for_the_last_picture() -> None:
    world = EinkWorld()
    world.show(2)
    world.clock.sleep(121)
    world.screen.rest()
    before = world.chip.bytes
    world.screen.leave(None)
    assert world.chip.bytes == before
    world.screen.leave(world.picture())
    assert (world.wrong, world.chip.powered) == (0, False)


def test_after_the_end_it_may_begin_again(world: EinkWorld) -> None:
    world.show(2)
    world.screen.leave(None)
    world.show(3)
    assert world.wrong == 0


def test_flashes_by_kind_are_what_the_policy_wants_even_when_the_moment_is_lost_between_two_pictures() -> None:
    world = EinkWorld()
    world.show(2)
    world.screen.expect("scoring")
    world.show(2)
    assert world.kinds == ["full", "partial", "fast", "partial"], "a moment is for one picture"
    assert not any(one != "partial" and other != "partial" for one, other in itertools.pairwise(world.kinds))
