"""Buttons, LED and beeper by gpiozero on its mock pins, which bounce here and call back from a mortal thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero.threads import GPIOThread

from companion.hardware.devices import BUTTONS, OFF, OFF_HOLD_SECONDS, REPORT, SIGNALS, Press
from companion.hardware.gpio import (
    BEEP_PATTERNS,
    LED_PATTERNS,
    GpioButtons,
    GpioSignal,
    OutputLine,
    Pattern,
    beeper_pin,
    input_pin,
    led_pin,
)
from tests.hardware_fakes.buttons_chip import ButtonBoard, ThreadedPin
from tests.hardware_fakes.clock import FakeClock
from tests.waiting import LONG, comes

ENDLESS = Pattern(3600.0, 0.1, 1)


@pytest.fixture
def board() -> Iterator[ButtonBoard]:
    board = ButtonBoard(FakeClock())
    yield board
    board.close()


@pytest.fixture
def buttons(board: ButtonBoard) -> Iterator[GpioButtons]:
    buttons = board.open()
    yield buttons
    buttons.close()


def told(buttons: GpioButtons, board: ButtonBoard, seconds: float) -> list[Press]:
    until, presses = board.clock.now + seconds, []
    while board.clock.now < until:
        press = buttons.next(0.2)
        if press:
            presses.append(press)
    return presses


def test_a_press_that_bounces_is_one_press(buttons: GpioButtons, board: ButtonBoard) -> None:
    for number in range(50):
        board.press(BUTTONS[number % 5], 0.05 + number * 0.01)
        assert told(buttons, board, 1) == [Press(BUTTONS[number % 5])]
    assert board.edges > 50 * 2 * 5


def test_a_long_press_is_told_before_it_is_let_go(buttons: GpioButtons, board: ButtonBoard) -> None:
    board.down("OK")
    assert told(buttons, board, 0.7) == []
    assert told(buttons, board, 0.2) == [Press("OK", long=True)]
    board.up("OK")
    assert told(buttons, board, 2) == []


def test_held_on_back_switches_off_and_no_other_button_does(buttons: GpioButtons, board: ButtonBoard) -> None:
    board.press("UNDO", OFF_HOLD_SECONDS + 1)
    assert told(buttons, board, OFF_HOLD_SECONDS + 2) == [Press("UNDO", long=True)]
    board.press("BACK", OFF_HOLD_SECONDS + 1)
    assert told(buttons, board, OFF_HOLD_SECONDS + 2) == [Press("BACK", long=True), Press(OFF)]


def test_two_at_once_are_two_presses(buttons: GpioButtons, board: ButtonBoard) -> None:
    board.press("UP", 0.3)
    board.press("DOWN", 0.2, after=0.001)
    assert told(buttons, board, 1) == [Press("DOWN"), Press("UP")]
    board.press("UP", 1.0)
    board.press("OK", 0.1, after=0.2)
    assert told(buttons, board, 2) == [Press("OK"), Press("UP", long=True)]


def test_up_and_down_held_are_one_wish_and_neither_is_a_long_press(
    buttons: GpioButtons, board: ButtonBoard
) -> None:
    for _ in range(2):
        board.down("UP")
        board.down("DOWN", after=0.3)
        assert told(buttons, board, 0.6) == []
        assert told(buttons, board, 3) == [Press(REPORT)], "UP held for 0.8 s is no press of its own"
        board.up("UP")
        board.up("DOWN")
        assert told(buttons, board, 2) == []
    board.press("DOWN", 1.0)
    assert told(buttons, board, 2) == [Press("DOWN", long=True)]
    board.press("UP", 1.0)
    board.press("OK", 1.0, after=0.1)
    assert told(buttons, board, 3) == [Press("UP", long=True), Press("OK", long=True)]


def test_beside_a_button_that_sticks_the_other_is_held_alone(buttons: GpioButtons, board: ButtonBoard) -> None:
    board.down("DOWN")
    assert told(buttons, board, 5) == [Press("DOWN", long=True)]
    board.press("UP", 1.0)
    assert told(buttons, board, 3) == [Press("UP", long=True)]


def test_a_button_held_at_the_start_is_no_press_until_it_was_let_go(board: ButtonBoard) -> None:
    board.pin("UP").drive_low()
    buttons = board.open()
    assert told(buttons, board, 10) == []
    board.up("UP")
    assert told(buttons, board, 1) == []
    board.press("UP")
    assert told(buttons, board, 1) == [Press("UP")]
    buttons.close()


def test_a_button_that_sticks_is_one_long_press_and_the_others_work(
    buttons: GpioButtons, board: ButtonBoard
) -> None:
    board.down("DOWN")
    assert told(buttons, board, 60) == [Press("DOWN", long=True)]
    board.press("OK")
    assert told(buttons, board, 1) == [Press("OK")]


def test_a_disturbance_is_no_press(buttons: GpioButtons, board: ButtonBoard) -> None:
    for _ in range(20):
        board.press("OK", 0.008, bounces=1)
        assert told(buttons, board, 0.1) == []


def test_presses_wait_for_whoever_is_late(buttons: GpioButtons, board: ButtonBoard) -> None:
    """The thread that asks may be kept waiting: the edges have their times."""
    board.press("OK", 0.1)
    board.press("BACK", 1.0, after=0.5)
    board.press("UP", 0.1, after=2)
    board.clock.sleep(5)
    assert [buttons.next(0) for _ in range(4)] == [Press("OK"), Press("BACK", long=True), Press("UP"), None]


def test_who_was_kept_from_looking_takes_no_short_press_for_a_long_one(
    buttons: GpioButtons, board: ButtonBoard
) -> None:
    board.down("OK", bounces=1)
    assert buttons.next(0.005) is None  # the edge is known, the level not yet steady
    board.up("OK", bounces=1, after=0.1)
    board.clock.sleep(3)
    assert buttons.next(0) == Press("OK")
    board.down("OK", bounces=1)
    assert buttons.next(0.1) is None  # it is steady
    board.up("OK", bounces=1, after=0.1)
    board.clock.sleep(3)
    assert buttons.next(0) == Press("OK")


def test_an_edge_that_the_kernel_drops_is_made_up_for(buttons: GpioButtons, board: ButtonBoard) -> None:
    pin = board.pin("OK")
    board.press("OK", 0.3, bounces=1)
    board.clock.after(0.29, lambda: setattr(pin, "edges", "none"))  # the release is never told
    assert told(buttons, board, 1) == [Press("OK")]
    pin.edges = "both"
    board.press("OK", 0.3, bounces=1)
    assert told(buttons, board, 1) == [Press("OK")]


def test_callbacks_come_from_the_librarys_thread_which_an_exception_would_end(board: ButtonBoard) -> None:
    """The fake is as mortal as lgpio; what follows shows that we don't kill it."""
    pin: Any = input_pin(5, board.factory)
    threads: list[str] = []

    def callback() -> None:
        threads.append(threading.current_thread().name)
        raise ZeroDivisionError

    pin.when_activated = callback
    board.pin("UP").drive_low()
    assert threads == ["lgpio's"]
    assert isinstance(board.thread.died_of, ZeroDivisionError)
    board.pin("UP").drive_high()
    board.pin("UP").drive_low()
    assert threads == ["lgpio's"], "all buttons are dead now"
    pin.close()


def test_our_callbacks_never_end_it(buttons: GpioButtons, board: ButtonBoard) -> None:
    for number in range(200):
        board.press(BUTTONS[number % 5], 0.02, after=number * 0.03)
    board.clock.sleep(10)
    assert board.thread.died_of is None
    assert len(told(buttons, board, 3)) == 200


def test_buttons_still_work_a_little_when_the_thread_is_dead(buttons: GpioButtons, board: ButtonBoard) -> None:
    board.thread.died_of = RuntimeError()
    board.press("OK", 0.5)
    assert told(buttons, board, 2) == [Press("OK")]


def test_a_waiting_thread_is_woken_by_a_press(board: ButtonBoard) -> None:
    """In our time, with the queue that is used in earnest."""
    names = {"UP": 5, "OK": 13}
    buttons = GpioButtons({name: input_pin(pin, board.factory) for name, pin in names.items()})
    heard: list[Press | None] = []
    waiting = threading.Thread(target=lambda: heard.append(buttons.next(5)))
    waiting.start()
    pin = board.pin("OK")
    pin.drive_low()
    time.sleep(0.03)
    pin.drive_high()
    waiting.join(2)
    assert heard == [Press("OK")]
    buttons.close()


def test_nobody_is_woken_without_need(buttons: GpioButtons, board: ButtonBoard) -> None:
    asked = 0
    get = buttons._edges.get

    def counted(*, timeout: float) -> Any:
        nonlocal asked
        asked += timeout > 0
        return get(timeout=timeout)

    buttons._edges.get = counted  # type: ignore[method-assign]
    assert told(buttons, board, 60) == []
    assert asked / 60 < 6


# Signals


def levels(pin: Any) -> list[bool]:
    return [state.state for state in pin.states]


def settled(pin: Any) -> list[bool]:
    """The levels of a pin when no pattern is under way any more."""
    for thread in threading.enumerate():
        if isinstance(thread, GPIOThread):
            thread.join(LONG)
    return levels(pin)


def hasty(patterns: Any) -> Any:
    return {kind: pattern._replace(on=pattern.on / 20, off=pattern.off / 20) for kind, pattern in patterns.items()}


@pytest.fixture
def signal(board: ButtonBoard) -> Iterator[GpioSignal]:
    signal = GpioSignal(
        led_pin(26, board.factory), beeper_pin(22, board.factory), hasty(LED_PATTERNS), hasty(BEEP_PATTERNS)
    )
    yield signal
    signal.close()


@pytest.mark.parametrize("kind", SIGNALS)
def test_each_signal_has_its_pattern_and_ends_dark_and_silent(
    signal: GpioSignal, board: ButtonBoard, kind: str
) -> None:
    led, beeper = board.factory.pin(26), board.factory.pin(22)
    signal.give(kind)
    assert sum(settled(beeper)) == BEEP_PATTERNS[kind].times
    assert sum(settled(led)) == LED_PATTERNS[kind].times
    assert not levels(led)[-1]
    assert not levels(beeper)[-1]


def test_signals_can_be_told_apart_by_ear_and_by_eye() -> None:
    for patterns in (BEEP_PATTERNS, LED_PATTERNS):
        assert set(patterns) == set(SIGNALS)
        shapes = {(pattern.times, pattern.on > 0.35) for pattern in patterns.values()}
        assert len(shapes) == len(SIGNALS)


def test_a_signal_is_heard_at_once_and_keeps_nobody_waiting(board: ButtonBoard) -> None:
    signal = GpioSignal(None, beeper_pin(22, board.factory), beeps={"trouble": ENDLESS})
    signal.give("trouble")
    assert comes(lambda: bool(board.factory.pin(22).state))
    signal.close()


def test_a_new_signal_cuts_the_one_before_short(board: ButtonBoard) -> None:
    beeps = {"refused": ENDLESS, "accepted": BEEP_PATTERNS["accepted"]}
    signal = GpioSignal(None, beeper_pin(22, board.factory), beeps=beeps)
    signal.give("refused")
    assert comes(lambda: bool(board.factory.pin(22).state))
    signal.give("accepted")
    assert settled(board.factory.pin(22)) == [False, True, False, True, False]
    signal.close()


def test_without_led_and_beeper_every_signal_is_silence() -> None:
    for kind in SIGNALS:
        GpioSignal(None, None).give(kind)
    with pytest.raises(ValueError, match="hooray"):
        GpioSignal(None, None).give("hooray")


def test_a_signal_that_cannot_be_given_is_no_ones_business(caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        works = False
        given = 0

        def off(self) -> None:
            if not self.works:
                raise OSError("GPIO busy")

        def blink(self, *_pattern: Any, background: bool) -> None:
            assert background
            self.given += 1

        def close(self) -> None:
            raise AssertionError

    beeper = Broken()
    signal = GpioSignal(None, beeper)
    for kind in SIGNALS:
        signal.give(kind)
    assert [record.message for record in caplog.records] == ["no signal could be given: OSError: GPIO busy"]
    beeper.works = True
    signal.give("accepted")
    assert beeper.given == 1


def test_a_reset_line_is_high_until_it_is_pulled(board: ButtonBoard) -> None:
    line = OutputLine(20, board.factory)
    pin = board.factory.pin(20)
    assert isinstance(pin, ThreadedPin)
    assert line.value is True
    line.direction = "as the driver likes"
    line.value = False
    assert pin.state is False
    line.value = True
    assert pin.state is True
    line.close()
