"""The controllers' models under Waveshare's drivers alone: they show what a panel would, and forgive as little."""

from __future__ import annotations

from typing import Any

import pytest
from gpiozero.exc import GPIODeviceClosed
from PIL import Image

from companion.hardware.eink_driver import vendor_module
from companion.screens.paper import PANELS
from tests.hardware.eink_worlds import EinkWorld, game_pictures
from tests.hardware_fakes.clock import FakeClock
from tests.hardware_fakes.eink_board import FakeEpdConfig
from tests.hardware_fakes.eink_chip import COPIES, GLASSES, KEEPS, chip_for

STOCK = {
    "4in2": ("init", "display", "display_Partial"),
    "7in5": ("init", "display", "display_Partial"),
    "2in9": ("init", "display_Base", "display_Partial"),
    "2in13": ("init", "displayPartBaseImage", "displayPartial"),
}


class Stock:
    """The vendor's driver as it comes, with its own buffers, on a chip."""

    def __init__(self, name: str, after_partial: str = KEEPS) -> None:
        self.name, self.clock = name, FakeClock()
        self.chip = chip_for(name, self.clock, after_partial)
        self.board = FakeEpdConfig(self.chip)
        # One of the drivers asks for BUSY as fast as it can.
        self.board.bus.overhead = 0.002
        self.epd: Any = vendor_module(PANELS[name].module, self.board).EPD()

    def full(self, image: Image.Image) -> None:
        init, show, _ = STOCK[self.name]
        assert getattr(self.epd, init)() == 0
        getattr(self.epd, show)(self.epd.getbuffer(image))

    def partial(self, image: Image.Image) -> None:
        window = (0, 0, 800, 480) if self.name == "7in5" else ()
        getattr(self.epd, STOCK[self.name][2])(self.epd.getbuffer(image), *window)


def pictures(name: str, count: int) -> list[Image.Image]:
    return [image for image, _ in game_pictures(name)[:count]]


@pytest.mark.parametrize("name", PANELS)
def test_the_vendors_full_refresh_shows_the_picture_in_the_panels_time(name: str) -> None:
    stock, (image,) = Stock(name), pictures(name, 1)
    began = stock.clock()
    stock.full(image)
    glass = GLASSES[name]
    assert stock.chip.wrong_pixels(image) == 0
    assert glass.full < stock.clock() - began < glass.full + 1.3
    assert stock.chip.glass_image().size == (PANELS[name].width, PANELS[name].height)


@pytest.mark.parametrize("name", ["4in2", "2in9", "2in13"])
def test_the_vendors_partial_refresh_ghosts_where_the_controller_does_not_copy(name: str) -> None:
    """So the model would show it if we did so too."""
    wrong = {}
    for after_partial in (KEEPS, COPIES):
        stock = Stock(name, after_partial)
        first, *later = pictures(name, 8)
        stock.full(first)
        for image in later:
            stock.partial(image)
        wrong[after_partial] = stock.chip.wrong_pixels(later[-1])
    assert wrong[KEEPS] > 500
    assert wrong[COPIES] == 0


def test_our_partial_refresh_of_the_large_panel_says_what_the_vendors_does_and_the_old_picture() -> None:
    """One method of that driver is not called but said again; it must go on saying the same."""
    first, second = pictures("7in5", 2)
    stock = Stock("7in5")
    stock.board.bus.listening = True
    stock.epd.init_part()
    stock.partial(second)
    ours = EinkWorld("7in5")
    ours.board.bus.listening = True
    ours.driver.refresh("partial", second.tobytes(), first.tobytes(), ours.clock() + 25)
    assert message(ours.board) == message(stock.board)


def message(board: FakeEpdConfig) -> list[tuple[int, bytes]]:
    """Commands with their data, without the memory of the picture before and questions about BUSY."""
    commands: list[tuple[int, bytes]] = []
    for is_data, data in board.bus.heard:
        if is_data:
            command, before = commands.pop()
            commands.append((command, before + data))
        else:
            commands += [(command, b"") for command in data]
    return [each for each in commands if each[0] not in (0x10, 0x71)]


def test_the_chip_is_silent_without_power_and_while_it_sleeps() -> None:
    stock, (image,) = Stock("4in2"), pictures("4in2", 1)
    stock.full(image)
    stock.board.digital_write(25, 0)
    stock.epd.send_command(0x10)
    stock.epd.send_data(0x01)
    before = stock.chip.ignored
    stock.epd.send_command(0x12)
    assert stock.chip.ignored == before + 1
    stock.epd.reset()
    stock.epd.send_command(0x12)
    assert stock.chip.ignored == before + 1
    stock.chip.unplug()
    stock.epd.send_command(0x12)
    assert stock.chip.ignored == before + 2
    assert stock.chip.wrong_pixels(image) == 0, "the glass needs no power"


def test_what_is_said_while_busy_is_lost() -> None:
    stock, (image,) = Stock("4in2"), pictures("4in2", 1)
    stock.full(image)
    stock.epd.send_command(0x20)
    assert stock.chip.busy_level() == 1
    stock.epd.send_command(0x22)
    assert stock.chip.ignored == 1


def test_a_closed_bus_takes_nothing_and_pins_given_back_are_gone() -> None:
    stock = Stock("4in2")
    with pytest.raises(OSError, match="Bad file descriptor"):
        stock.epd.send_command(0x12)
    stock.epd.init()
    stock.epd.sleep()
    with pytest.raises(OSError, match="Bad file descriptor"):
        stock.epd.send_command(0x12)
    stock.board.module_exit(cleanup=True)
    with pytest.raises(GPIODeviceClosed):
        stock.epd.init()


@pytest.mark.parametrize("name", PANELS)
def test_power_lost_while_driving_leaves_a_picture_that_is_neither(name: str) -> None:
    stock = Stock(name)
    image, other = pictures(name, 2)
    stock.full(image)
    stock.chip.at_refresh.append(lambda each: stock.clock.after(each.seconds / 2, stock.chip.unplug))
    stock.clock.after(8, lambda: setattr(stock.chip, "stuck", 1 - stock.chip.BUSY_LEVEL))
    stock.full(other)
    assert stock.chip.wrong_pixels(image) > 500
    assert stock.chip.wrong_pixels(other) > 500


@pytest.mark.parametrize("name", PANELS)
def test_ghosts_and_flashes_are_counted(name: str) -> None:
    world = EinkWorld(name)
    world.show()
    assert world.chip.ghosting == 0
    world.show()
    some = world.chip.ghosting
    world.show()
    assert 0 < some <= world.chip.ghosting < 0.4
    world.screen.leave(world.picture())
    assert world.chip.ghosting == 0
    assert (world.chip.count("partial"), world.chip.most_partials, world.chip.flashes_in_a_row) == (2, 2, 0)
    world.screen.leave(world.picture())
    assert world.chip.flashes_in_a_row == 1


def test_buffers_are_what_the_vendor_makes_of_a_picture_pixel_by_pixel() -> None:
    for name, panel in PANELS.items():
        stock, (image,) = Stock(name), pictures(name, 1)
        ours = EinkWorld(name)
        sent = ours.screen._buffer(image)
        expected = bytes(value & 0xFF for value in stock.epd.getbuffer(image))
        assert (bytes(255 - each for each in sent) if panel.inverted else sent) == expected


def test_the_models_are_of_the_panels_we_drive() -> None:
    assert {name: glass.module for name, glass in GLASSES.items()} == {n: p.module for n, p in PANELS.items()}
    assert all(glass.partial < glass.fast < glass.full for glass in GLASSES.values())


def by_hand(stock: Stock, *commands: tuple[int, bytes]) -> None:
    """Commands with their data, as any driver could send them."""
    for command, data in commands:
        stock.epd.send_command(command)
        for value in data:
            stock.epd.send_data(value)


def shown_at(degrees: int, load: int) -> str:
    """The kind of refresh after 0x1A said so many degrees, and 0x22 what is loaded before it shows."""
    stock, (image,) = Stock("4in2"), pictures("4in2", 1)
    stock.full(image)
    by_hand(stock, (0x18, b"\x80"), (0x1A, bytes([degrees])), (0x22, bytes([load])), (0x20, b""))
    stock.epd.ReadBusy()
    by_hand(stock, (0x22, b"\xc7"), (0x20, b""))
    return stock.chip.refreshes[-1].kind


def test_only_a_temperature_that_no_glass_has_makes_a_fast_refresh() -> None:
    load_waveform, measure_and_load = 0x91, 0xB1
    assert shown_at(0x6E, load_waveform) == "fast"
    assert shown_at(0x14, load_waveform) == "full", "20 degrees is a room"
    assert shown_at(0x6E, measure_and_load) == "full", "measured anew, whatever was said"


def test_a_sensor_that_is_not_there_is_no_sensor() -> None:
    stock = Stock("4in2")
    stock.epd.init()
    by_hand(stock, (0x18, b"\x48"))
    with pytest.raises(AssertionError, match="no such sensor"):
        by_hand(stock, (0x18, b"\x12"))


@pytest.mark.parametrize("name", ["4in2", "2in9", "2in13"])
def test_the_border_is_left_alone_by_our_partial_refreshes(name: str) -> None:
    ours = EinkWorld(name)
    ours.show(12)
    assert {held for kind, held in ours.chip.borders if kind == "partial"} == {True}
    assert ours.chip.count("partial") > 8
    stock, (first, second) = Stock(name), pictures(name, 2)
    stock.full(first)
    by_hand(stock, (0x3C, b"\x05"), (0x22, b"\xff"), (0x20, b""))
    assert stock.chip.borders[-1] == ("partial", False), "one that drives it would be seen"
    assert second.size == first.size


def test_outputs_that_a_wide_panel_needs_must_not_be_left_out() -> None:
    """0x21 has a second byte: 0x80 drives 160 columns, enough for the small panels alone."""
    stock, (image,) = Stock("4in2"), pictures("4in2", 1)
    stock.full(image)
    by_hand(stock, (0x21, b"\x40\x80"), (0x22, b"\xf7"))
    with pytest.raises(AssertionError, match="columns of this glass are not driven"):
        by_hand(stock, (0x20, b""))
    small, (image,) = Stock("2in13"), pictures("2in13", 1)
    small.full(image)
    assert small.chip.wrong_pixels(image) == 0


@pytest.mark.parametrize(("method", "wrong"), [("init", 0), ("init_fast", 0), ("init_part", 800 * 480)])
def test_only_a_partial_refresh_of_the_large_panel_needs_the_old_picture(method: str, wrong: int) -> None:
    """The UC8179 drives every pixel else, whatever its other memory holds: here a black picture."""
    stock = Stock("7in5")
    white, black = (Image.new("1", (800, 480), ink) for ink in (1, 0))
    stock.full(white)
    getattr(stock.epd, method)()
    for memory in (0x10, 0x13):
        stock.epd.send_command(memory)
        stock.epd.send_data2(stock.chip.new if memory == 0x10 else stock.epd.getbuffer(black))
    stock.chip.old[:] = stock.chip.new
    stock.epd.send_command(0x12)
    stock.clock.sleep(6)
    assert stock.chip.wrong_pixels(black) == wrong
