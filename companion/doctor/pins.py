"""Buttons, LED and beeper examined: who has their pins, what is held down, presses, a beep.

Frees every pin it took.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from companion.doctor import computer
from companion.doctor.findings import Finding, People, note, root_of, simulated, trouble, unavailable, well
from companion.engine.message import Message, listed, tr
from companion.hardware.devices import BUTTONS
from companion.hardware.gpio import input_pin
from companion.hardware.opening import BUTTON_SET, SIGNALLER, DeviceUnavailable, open_buttons, open_signal, prepare
from companion.hardware.wiring import DESK, UNCONNECTED, ButtonsWiring, SignalWiring, Wiring, pins_of

CHIP = "/dev/gpiochip0"
BOUNCE = 0.3
SOUNDS = 1.0
"""Seconds until the signal of the test is over."""


def buttons(wiring: ButtonsWiring, people: People) -> Iterator[Finding]:
    """The five buttons."""
    if wiring.kind == DESK:
        yield simulated(BUTTON_SET, "buttons.kind")
        return
    try:
        opened: Any = open_buttons(wiring)
    except DeviceUnavailable as error:
        yield unavailable(BUTTON_SET, error, *remedies(root_of(error), "buttons", wiring))
        return
    try:
        yield from _held(opened, wiring)
        if people.patience:
            yield from (_pressed(opened, name, wiring, people) for name in BUTTONS if name not in opened.held())
    finally:
        opened.close()


def _held(opened: Any, wiring: ButtonsWiring) -> Iterator[Finding]:
    opened.next(BOUNCE)
    held = opened.held()
    for name in held:
        yield trouble(
            BUTTON_SET,
            tr("{button} is down all the time.", button=name),
            tr(
                "Let go of it; else its wire on GPIO {n} (buttons.{key}) touches ground, or the button is turned "
                "by a quarter.",
                n=getattr(wiring, name.lower()), key=name.lower(),
            ),
        )  # fmt: skip
    if not held:
        yield well(BUTTON_SET, tr("Five buttons are on their pins, and none is stuck."))


def _pressed(opened: Any, name: str, wiring: ButtonsWiring, people: People) -> Finding:
    people.ask(tr("Press {button}, within {n} seconds.", button=name, n=round(people.patience)))
    press = opened.next(people.patience)
    if press is None:
        return trouble(
            BUTTON_SET,
            tr("{button} was not felt.", button=name),
            tr(
                "Look at its two wires: one to GPIO {n} (buttons.{key}), the other to ground.",
                n=getattr(wiring, name.lower()), key=name.lower(),
            ),
        )  # fmt: skip
    if press.button != name:
        return trouble(
            BUTTON_SET,
            tr("{button} was asked for and {other} was felt.", button=name, other=press.button),
            tr("Change the two wires, or the two pins under [buttons] in companion.toml."),
        )
    return well(BUTTON_SET, tr("{button} was felt.", button=name))


def signal(wiring: SignalWiring) -> Iterator[Finding]:
    """LED and beeper; only people can tell what came out of them."""
    if wiring.kind == DESK:
        yield simulated(SIGNALLER, "signal.kind")
        return
    try:
        opened: Any = open_signal(wiring)
    except DeviceUnavailable as error:
        yield unavailable(SIGNALLER, error, *remedies(root_of(error), "signal", wiring))
        return
    try:
        opened.give("asks")
        time.sleep(SOUNDS)
    finally:
        opened.close()
    yield well(SIGNALLER, tr("Two beeps and three flashes were given on {pins}.", pins=listed(_outputs(wiring))))
    yield note(
        SIGNALLER,
        tr("Nothing heard or seen?"),
        tr(
            "The beeper is an active one (it sounds by itself on 3.3 V), its + on the pin; the LED has a resistor."
        ),
    )


def _outputs(wiring: SignalWiring) -> list[str]:
    pins = {"LED": wiring.led, "beeper": wiring.beeper}
    return [f"GPIO {pin} ({name})" for name, pin in pins.items() if pin != UNCONNECTED]


def remedies(error: BaseException, table: str, wiring: Wiring) -> Iterator[Message]:
    """What to do about pins that can't be had."""
    words = f"{type(error).__name__} {error}".lower()
    if isinstance(error, ModuleNotFoundError):
        yield computer.INSTALL
    elif "busy" in words or "inuse" in words:
        yield from _busy(table, wiring)
        yield computer.STOP_OTHER
    elif isinstance(error, PermissionError) or (computer.is_there(CHIP) and not computer.is_allowed(CHIP)):
        yield computer.join(computer.group_of(CHIP) or "gpio")
    elif not computer.is_pi():
        yield computer.not_a_pi()
    else:
        yield tr('Let the system\'s own library drive the pins: "sudo apt install python3-lgpio".')
        yield computer.STOP_OTHER


def _busy(table: str, wiring: Wiring) -> Iterator[Message]:
    """Which of the pins it is."""
    prepare()
    for field, pin in pins_of(wiring):
        if pin != UNCONNECTED and _is_busy(pin):
            yield tr("GPIO {n} ({table}.{key}) is taken.", n=pin, table=table, key=field)


def _is_busy(pin: int) -> bool:
    try:
        input_pin(pin).close()
    except Exception:
        return True
    return False
