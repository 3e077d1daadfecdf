"""Checks the contracts of the connected devices, with the help of a user where a clause needs one.

The clauses are in `companion.hardware.device_contract`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.doctor.devices import test_picture
from companion.doctor.findings import (
    NOTE,
    BoxUser,
    Finding,
    note_finding,
    ok_finding,
    one_line_error,
    trouble_finding,
)
from companion.engine.message import Message, tr
from companion.hardware import device_contract
from companion.hardware.device_contract import MACHINE, NOBODY, USER
from companion.hardware.device_opening import (
    BUTTONS_LABEL,
    PANEL_LABEL,
    READER_LABEL,
    SIGNAL_LABEL,
    open_buttons,
    open_reader,
    open_screen,
    open_signal,
)
from companion.hardware.devices import Buttons, PersistentScreen, Screen, Signal, TagReader
from companion.hardware.wiring import DESK
from companion.screens.paper import PANELS, Panel
from companion.settings import Settings

if TYPE_CHECKING:
    from PIL.Image import Image

SIGNAL_SECONDS = 3.0
"""Seconds of the longest signal."""


class UserReader(NamedTuple):
    """ReaderWorld in which a user moves the stickers."""

    reader: TagReader
    people: BoxUser
    """User who lays stickers down."""
    tags: tuple[str, str] = ("", "")
    """Texts of the two tags; empty if the user has not laid two stickers down."""

    @property
    def patience(self) -> float:
        return max(1.0, self.people.patience)

    def tap(self, tag: str) -> None:
        which = tr("first") if tag == self.tags[0] else tr("second")
        self.people.ask(tr("Lay the {which} sticker on the reader and lift it again.", which=which))

    def clock(self) -> float:
        return time.monotonic()

    def after(self, _seconds: float, act: Callable[[], None]) -> None:
        act()


class UserButtons(NamedTuple):
    """ButtonsWorld in which a user presses."""

    buttons: Buttons
    people: BoxUser
    """User who presses the buttons."""

    @property
    def patience(self) -> float:
        return max(1.0, self.people.patience)

    def press(self, button: str, long: bool) -> None:
        asked = tr("Hold {button} for a second.", button=button) if long else tr("Press {button}.", button=button)
        self.people.ask(asked)

    def settle(self) -> None:
        pass


class RealSignal:
    """SignalWorld in which every signal without an error counts as given."""

    def __init__(self, signal: Signal, wait: Callable[[float], None]) -> None:
        self._given: list[str] = []
        outer, given = signal, self._given

        class Waiting:
            def give(self, kind: str, aloud: bool = True) -> None:
                outer.give(kind, aloud)
                given.append(kind)
                wait(SIGNAL_SECONDS)

        self.signal: Signal = Waiting()

    def signals_given(self) -> list[str]:
        return self._given


class RealScreen(NamedTuple):
    """ScreenWorld in which only a user can see the panel."""

    screen: Screen
    panel: Panel
    """Panel, for the size of the pictures."""

    @property
    def pictures(self) -> Sequence[Image]:
        return [test_picture(self.panel, changed) for changed in (False, True)]

    def glass(self) -> Image | None:
        return None


def check_contracts(settings: Settings, user: BoxUser) -> Iterator[Finding]:
    """Yield the result of every clause of every connected device, and a reason for the others."""
    yield from _device(READER_LABEL, settings.reader.kind, lambda: _reader(settings, user))
    yield from _device(PANEL_LABEL, settings.display.kind, lambda: _screen(settings, user))
    yield from _device(BUTTONS_LABEL, settings.buttons.kind, lambda: _buttons(settings, user))
    yield from _device(SIGNAL_LABEL, settings.signal.kind, lambda: _signal(settings, user))


def _device(part: Message, kind: str, run: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    if kind == DESK:
        yield note_finding(
            part, tr("Its contract was not tried: it is simulated here, and the tests try that version.")
        )
        return
    try:
        yield from run()
    except Exception as error:  # The examination of the device has already reported the error.
        yield note_finding(part, tr("Its contract was not tried: {why}.", why=one_line_error(error)))


def _reader(settings: Settings, user: BoxUser) -> Iterator[Finding]:
    reader: Any = open_reader(settings.reader)
    try:
        reader.version()
        world = UserReader(reader, user, _two_tags(reader, user))
        yield from _clauses(
            READER_LABEL,
            device_contract.READER_CLAUSES,
            world,
            _available_user(user) if world.tags[1] else NOBODY,
        )
    finally:
        reader.close()


def _two_tags(reader: TagReader, user: BoxUser) -> tuple[str, str]:
    """Return the texts of two different tags that the user lays down one after the other."""
    found: list[str] = []
    for which in (tr("first"), tr("second")):
        if not user.patience:
            break
        user.ask(tr("Lay the {which} sticker on the reader and lift it again.", which=which))
        tag = reader.read(user.patience)
        if tag is None or tag in found:
            break
        found.append(tag)
    return (found[0], found[1]) if len(found) > 1 else ("", "")


def _buttons(settings: Settings, user: BoxUser) -> Iterator[Finding]:
    buttons: Any = open_buttons(settings.buttons)
    try:
        yield from _clauses(
            BUTTONS_LABEL, device_contract.BUTTON_CLAUSES, UserButtons(buttons, user), _available_user(user)
        )
    finally:
        buttons.close()


def _signal(settings: Settings, user: BoxUser) -> Iterator[Finding]:
    signal: Any = open_signal(settings.signal)
    try:
        yield from _clauses(
            SIGNAL_LABEL, device_contract.SIGNAL_CLAUSES, RealSignal(signal, time.sleep), _available_user(user)
        )
    finally:
        signal.close()


def _screen(settings: Settings, user: BoxUser) -> Iterator[Finding]:
    screen: Any = open_screen(settings)
    try:
        yield from _clauses(
            PANEL_LABEL,
            device_contract.SCREEN_CLAUSES,
            RealScreen(screen, PANELS[settings.panel]),
            _available_user(user),
        )
    finally:
        if isinstance(screen, PersistentScreen):
            screen.leave(None)
        screen.free()


def _available_user(user: BoxUser) -> int:
    return USER if user.patience else NOBODY


def _clauses(part: Message, clauses: Sequence[Any], world: Any, able: int) -> Iterator[Finding]:
    for clause in clauses:
        if clause.needs > able:
            yield _skipped_finding(part, clause.says, clause.needs)
            continue
        try:
            clause.check(world)
        except Exception as error:  # A device that violates its contract may raise anything.
            yield trouble_finding(
                part, tr("Broken: {clause} ({why}).", clause=clause.says, why=one_line_error(error))
            )
        else:
            yield ok_finding(part, tr("Kept: {clause}.", clause=clause.says))


def _skipped_finding(part: Message, clause: Message, needs: int) -> Finding:
    if needs == MACHINE:
        why = tr("people's hands are too slow; the tests try it on the chip")
    else:
        why = tr("nobody was there to lay two stickers down or to press")
    return Finding(part, NOTE, tr("Not tried: {clause} ({why}).", clause=clause, why=why))
