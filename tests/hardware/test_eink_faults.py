"""What can happen to a panel: unplugged, stuck, slow, silent. It is lost within its time, and it comes back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from companion.hardware.devices import ScreenLost
from companion.hardware.eink import RETRY_INTERVAL
from companion.hardware.eink_driver import TOTAL_TIMEOUT
from companion.screens.paper import PANELS
from tests.hardware.eink_worlds import EinkWorld
from tests.hardware_fakes.eink_chip import Refresh

LONGEST = TOTAL_TIMEOUT + 1
"""Seconds after which a screen must have given up."""


@pytest.fixture(params=PANELS)
def world(request: pytest.FixtureRequest) -> EinkWorld:
    return EinkWorld(request.param)


def lost(world: EinkWorld) -> float:
    """Show a picture that can't be shown; seconds until that was said."""
    began = world.clock()
    with pytest.raises(ScreenLost):
        world.show()
    return world.clock() - began


def back(world: EinkWorld) -> None:
    """After the pause the same picture stands there, and the panel works on as ever."""
    world.clock.sleep(RETRY_INTERVAL)
    world.screen.show(world.picture(0.0))
    assert world.kinds[-1] == "full"
    assert world.wrong == 0
    world.show(4)
    assert world.kinds[-4:] == ["partial"] * 4
    assert world.wrong == 0


def break_the_bus(world: EinkWorld) -> None:
    world.board.bus.failing = float("inf")


def mend_the_bus(world: EinkWorld) -> None:
    world.board.bus.failing = 0


def fail_to_begin(world: EinkWorld) -> None:
    world.board.init_answer = -1


def begin_again(world: EinkWorld) -> None:
    world.board.init_answer = 0


def stick(level: int | None) -> Callable[[EinkWorld], None]:
    def act(world: EinkWorld) -> None:
        world.chip.stuck = level

    return act


FAULTS: dict[str, tuple[Callable[[EinkWorld], None], Callable[[EinkWorld], None]]] = {
    "unplugged": (lambda world: world.chip.unplug(), lambda world: world.chip.plug()),
    "busy stuck at 0": (stick(0), stick(None)),
    "busy stuck at 1": (stick(1), stick(None)),
    "bus broken": (break_the_bus, mend_the_bus),
    "init fails": (fail_to_begin, begin_again),
}


@pytest.mark.parametrize("after", [0, 1, 3])
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_loses_the_panel_within_its_time_and_its_end_brings_it_back(
    world: EinkWorld, fault: str, after: int
) -> None:
    happens, ends = FAULTS[fault]
    world.show(after)
    if fault == "init fails" and after:
        world.screen.leave(None)  # else nothing is begun
    happens(world)
    assert lost(world) <= LONGEST
    assert lost(world) <= LONGEST
    ends(world)
    back(world)


@pytest.mark.parametrize("share", [0.1, 0.5])
@pytest.mark.parametrize("pictures", [1, 2, 10])
def test_power_lost_in_the_middle_of_a_refresh(world: EinkWorld, pictures: int, share: float) -> None:
    """The glass is left half done. At the latest the next picture finds that out."""
    world.show(pictures - 1)
    world.chip.at_refresh.append(lambda each: world.clock.after(each.seconds * share, world.chip.unplug))
    with suppress(ScreenLost):
        world.show()
    assert world.wrong > 0
    assert len(world.kinds) == pictures, "it was refreshing"
    lost(world)
    world.chip.plug()
    back(world)


def test_a_blink_of_the_power_while_the_glass_is_moving_is_noticed_and_made_good(world: EinkWorld) -> None:
    world.show(3)

    def blink(each: Refresh) -> None:
        world.clock.after(each.seconds / 2, world.chip.unplug)
        world.clock.after(each.seconds / 2 + 0.05, world.chip.plug)

    world.chip.at_refresh.append(blink)
    world.show()
    assert world.kinds[-2:] == ["partial", "full"]
    assert world.wrong == 0


def test_a_cable_out_and_in_again_between_two_pictures_leaves_nothing_wrong(world: EinkWorld) -> None:
    world.show(3)
    world.chip.unplug()
    world.chip.plug()
    world.show()
    assert world.wrong == 0
    world.show(10)
    assert world.wrong == 0


def test_a_slow_panel_is_waited_for(world: EinkWorld) -> None:
    world.chip.slow = 3
    world.show(12)
    assert world.kinds == ["full", *["partial"] * 8, "fast", "partial", "partial"]
    assert world.wrong == 0


def test_a_panel_that_gets_warm_is_quicker_and_not_taken_for_a_lost_one(world: EinkWorld) -> None:
    world.chip.slow = 2
    world.show(2)
    for slow in (1.7, 1.4, 1.2, 1.0):
        world.chip.slow = slow
        world.show(2)
    assert world.kinds.count("full") == 1


def test_one_failure_is_made_good_by_a_new_beginning(world: EinkWorld) -> None:
    world.show(3)
    world.board.bus.failing = 1
    world.show()
    assert world.board.bus.failing == 0
    assert (world.kinds[-1], world.wrong) == ("full", 0)


def test_a_panel_that_kept_us_waiting_is_left_alone_for_a_while() -> None:
    world = EinkWorld()
    world.show()
    world.chip.stuck = 1
    assert lost(world) > 10
    before = world.chip.bytes
    assert [lost(world) for _ in range(5)] == [0.0] * 5
    assert world.chip.bytes == before
    world.clock.sleep(RETRY_INTERVAL)
    assert lost(world) > 4, "tried again, once, with a full refresh"


def test_a_panel_that_is_simply_not_there_is_tried_with_every_picture() -> None:
    world = EinkWorld()
    world.show()
    world.chip.unplug()
    assert max(lost(world) for _ in range(3)) < 2
    world.chip.plug()
    world.show()
    assert (world.kinds[-1], world.wrong) == ("full", 0)


def test_waiting_does_not_eat_the_processor(world: EinkWorld) -> None:
    world.show()
    reads = []
    level = world.chip.busy_level

    def counted() -> int:
        reads.append(world.clock())
        return level()

    world.chip.busy_level = counted  # type: ignore[method-assign]
    world.chip.stuck = world.chip.BUSY_LEVEL
    seconds = lost(world)
    assert len(reads) < 105 * seconds


def test_an_idle_panel_whose_cable_is_out_never_keeps_anybody_waiting(world: EinkWorld) -> None:
    world.show(3)
    world.clock.sleep(121)
    world.chip.unplug()
    began = world.clock()
    with pytest.raises(ScreenLost):
        world.screen.rest()
    assert world.clock() - began < LONGEST
    assert world.screen.rest() is None
    world.chip.plug()
    back(world)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_panel_does_not_keep_the_companion_from_ending(world: EinkWorld, fault: str) -> None:
    world.show(2)
    FAULTS[fault][0](world)
    began = world.clock()
    world.screen.leave(world.picture())
    assert world.clock() - began < LONGEST
    lost_one = EinkWorld(world.panel.name)
    FAULTS[fault][0](lost_one)
    lost(lost_one)
    began = lost_one.clock()
    lost_one.screen.leave(lost_one.picture())
    assert lost_one.clock() == began, "it is lost, and known to be"
