"""The contract of each device as clauses that run on desk versions, on simulated chips and on real hardware.

A clause gets a device together with its world (taps, presses, what is visible) and raises ContractBroken, or
whatever the device raises. No driver is known here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from companion.engine.message import Message, tr
from companion.hardware.devices import (
    BUTTONS,
    SIGNALS,
    TURN_ENDED,
    Buttons,
    PersistentScreen,
    Press,
    Screen,
    Signal,
    TagReader,
)

if TYPE_CHECKING:
    from PIL.Image import Image

NOBODY, USER, MACHINE = 0, 1, 2
"""What a clause needs: the device alone, a user who taps and presses, or a program faster than any user."""
STORM_PRESSES = 300
"""Number of presses."""


class ContractBroken(AssertionError):
    """A device violates its contract."""


class ReaderWorld(Protocol):
    """A reader and two tags. `tap` lays a tag down and removes it, after the taps before it."""

    @property
    def reader(self) -> TagReader: ...
    @property
    def tags(self) -> tuple[str, str]: ...
    @property
    def patience(self) -> float: ...

    def tap(self, tag: str, /) -> None: ...
    def clock(self) -> float: ...
    def after(self, seconds: float, act: Callable[[], None], /) -> None: ...


class ButtonsWorld(Protocol):
    """A set of buttons. `press` presses after the presses before it; `settle` waits until all have happened."""

    @property
    def buttons(self) -> Buttons: ...
    @property
    def patience(self) -> float: ...

    def press(self, button: str, long: bool, /) -> None: ...
    def settle(self) -> None: ...


class SignalWorld(Protocol):
    """A beeper and LED. `given` returns the signals given, as observed from outside."""

    @property
    def signal(self) -> Signal: ...

    def signals_given(self) -> list[str]: ...


class ScreenWorld(Protocol):
    """A screen. `glass` returns the visible picture; None if only a user could see it."""

    @property
    def screen(self) -> Screen: ...
    @property
    def pictures(self) -> Sequence[Image]: ...

    def glass(self) -> Image | None: ...


class ReaderClause(NamedTuple):
    """A clause for readers. The clauses of the other devices have the same fields."""

    says: Message
    """Contract as half a sentence."""
    check: Callable[[ReaderWorld], None]
    """Raises ContractBroken if the device violates the clause."""
    needs: int = NOBODY
    """NOBODY, USER or MACHINE."""


class ButtonsClause(NamedTuple):
    """A clause for buttons."""

    says: Message
    """Contract as half a sentence."""
    check: Callable[[ButtonsWorld], None]
    """Raises ContractBroken if the device violates the clause."""
    needs: int = NOBODY
    """NOBODY, USER or MACHINE."""


class SignalClause(NamedTuple):
    """A clause for LED and beeper."""

    says: Message
    """Contract as half a sentence."""
    check: Callable[[SignalWorld], None]
    """Raises ContractBroken if the device violates the clause."""
    needs: int = NOBODY
    """NOBODY, USER or MACHINE."""


class ScreenClause(NamedTuple):
    """A clause for screens."""

    says: Message
    """Contract as half a sentence."""
    check: Callable[[ScreenWorld], None]
    """Raises ContractBroken if the device violates the clause."""
    needs: int = NOBODY
    """NOBODY, USER or MACHINE."""


def _expect_equal(wanted: object, found: object) -> None:
    if wanted != found:
        raise ContractBroken(f"{wanted} was agreed, {found} came")


def _reads_none_when_empty(world: ReaderWorld) -> None:
    began = world.clock()
    _expect_equal(None, world.reader.read(0.05))
    took = world.clock() - began
    if not 0.04 <= took < 2:
        raise ContractBroken(f"it took {took:.2f} s instead of 0.05 s")


def _reads_once_in_order(world: ReaderWorld) -> None:
    for tag in world.tags:
        world.tap(tag)
    for tag in world.tags:
        _expect_equal(tag, world.reader.read(world.patience))
    _expect_equal(None, world.reader.read(0))


def _reads_again(world: ReaderWorld) -> None:
    one, _ = world.tags
    world.tap(one)
    world.tap(one)
    for _ in range(2):
        _expect_equal(one, world.reader.read(world.patience))


def _wakes_on_tap(world: ReaderWorld) -> None:
    one, _ = world.tags
    world.after(0.05, lambda: world.tap(one))
    began = world.clock()
    _expect_equal(one, world.reader.read(world.patience))
    took = world.clock() - began
    if took >= world.patience:
        raise ContractBroken(f"it took {took:.2f} s")


READER_CLAUSES = (
    ReaderClause(tr("an empty antenna is reported as empty, in time"), _reads_none_when_empty),
    ReaderClause(tr("a sticker is read once per tap, in order"), _reads_once_in_order, USER),
    ReaderClause(tr("the same sticker laid down twice is two taps"), _reads_again, USER),
    ReaderClause(tr("a tap wakes a waiting reader"), _wakes_on_tap, USER),
)


def _no_press_when_quiet(world: ButtonsWorld) -> None:
    _expect_equal(None, world.buttons.next(0.02))


def _short_and_long(world: ButtonsWorld) -> None:
    presses = [Press(name, name == "OK") for name in BUTTONS]
    for button, long in ((press.button, press.long) for press in presses):
        world.press(button, long)
    for press in presses:
        _expect_equal(press, world.buttons.next(world.patience))


def _survives_storm(world: ButtonsWorld) -> None:
    for _ in range(STORM_PRESSES):
        world.press("UP", False)
    world.settle()
    _expect_equal(STORM_PRESSES, sum(world.buttons.next(0) is not None for _ in range(STORM_PRESSES + 1)))


BUTTON_CLAUSES = (
    ButtonsClause(tr("nobody presses, and nothing is felt"), _no_press_when_quiet),
    ButtonsClause(tr("presses come in order, short ones and long ones"), _short_and_long, USER),
    ButtonsClause(tr("a storm of presses loses none"), _survives_storm, MACHINE),
)


def _every_signal(world: SignalWorld) -> None:
    for kind in SIGNALS:
        world.signal.give(kind)
    _expect_equal(list(SIGNALS), world.signals_given())


SIGNAL_CLAUSES = (SignalClause(tr("every signal can be given"), _every_signal),)


def _expect_picture(world: ScreenWorld, picture: Image) -> None:
    glass = world.glass()
    if glass is not None and glass.tobytes() != picture.tobytes():
        raise ContractBroken("another picture stands on the glass")


def _stands_when_shown(world: ScreenWorld) -> None:
    for picture in world.pictures:
        world.screen.show(picture)
        _expect_picture(world, picture)


def _corners(world: ScreenWorld) -> None:
    blank = world.pictures[0].copy()
    wide, high = blank.size
    for x in (0, 1, wide - 1):
        for y in (0, high - 2, high - 1):
            blank.paste(1, (0, 0, wide, high))
            blank.putpixel((x, y), 0)
            world.screen.show(blank)
            _expect_picture(world, blank)


def _shows_again(world: ScreenWorld) -> None:
    picture = world.pictures[0]
    for _ in range(3):
        world.screen.show(picture)
    _expect_picture(world, picture)


def _keeps_copy(world: ScreenWorld) -> None:
    first, second = (picture.copy() for picture in world.pictures[:2])
    world.screen.show(first)
    first.paste(0, (0, 0, 50, 50))
    if isinstance(world.screen, PersistentScreen):
        world.screen.show(second)
        _expect_picture(world, second)


def _picture_lasts(world: ScreenWorld) -> None:
    first, second = world.pictures[:2]
    world.screen.show(first)
    if not isinstance(world.screen, PersistentScreen):
        _expect_picture(world, first)
        return
    world.screen.expect(TURN_ENDED)
    if (world.screen.rest() or 0) <= 1:
        raise ContractBroken("it would sleep at once")
    world.screen.leave(second)
    _expect_picture(world, second)
    world.screen.show(first)
    _expect_picture(world, first)


SCREEN_CLAUSES = (
    ScreenClause(tr("a picture stands on the glass when it was shown"), _stands_when_shown),
    ScreenClause(tr("single dots in all corners are where they were meant"), _corners),
    ScreenClause(tr("the same picture may be shown again"), _shows_again),
    ScreenClause(tr("what happens to a picture after it was shown does not show"), _keeps_copy),
    ScreenClause(tr("a picture stays when the panel rests, and when it is left"), _picture_lasts),
)
