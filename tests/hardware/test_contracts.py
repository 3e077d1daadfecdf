"""The contract of reader, buttons, signal and screen, clause by clause: on the desk, and on every chip.

On the real things `companion doctor --contract` runs the same clauses (tests/commands/test_doctor.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import pytest
from PIL import Image

from companion.hardware import device_contract
from companion.hardware.desk import DeskScreen
from companion.hardware.device_contract import (
    ButtonsClause,
    ContractBroken,
    ReaderClause,
    ScreenClause,
    SignalClause,
)
from companion.hardware.devices import Press, Screen
from companion.screens.paper import PANELS
from tests.hardware.eink_worlds import EinkWorld, game_pictures
from tests.hardware.worlds import BUTTON_SETS, READERS, SIGNALLERS, ButtonsWorld, ReaderWorld, SignalWorld

PICTURES = 12


class ScreenWorld(NamedTuple):
    """`glass`: what stands there."""

    screen: Screen
    panel: str
    glass: Callable[[], Image.Image | None]

    @property
    def pictures(self) -> Sequence[Image.Image]:
        return [image for image, _ in game_pictures(self.panel)[:PICTURES]]


def desk_screen() -> ScreenWorld:
    screen = DeskScreen()
    return ScreenWorld(screen, "4in2", lambda: screen.image)


def chip_screen(name: str) -> ScreenWorld:
    world = EinkWorld(name)
    return ScreenWorld(world.screen, name, world.chip.glass_image)


SCREENS = {"desk": desk_screen, **{name: partial(chip_screen, name) for name in PANELS}}


@pytest.fixture(params=READERS)
def reader_world(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[ReaderWorld]:
    yield from READERS[request.param](monkeypatch)


@pytest.fixture(params=BUTTON_SETS)
def buttons_world(request: pytest.FixtureRequest) -> Iterator[ButtonsWorld]:
    yield from BUTTON_SETS[request.param]()


@pytest.fixture(params=SIGNALLERS)
def signal_world(request: pytest.FixtureRequest) -> Iterator[SignalWorld]:
    yield from SIGNALLERS[request.param]()


@pytest.fixture(params=SCREENS)
def screen_world(request: pytest.FixtureRequest) -> ScreenWorld:
    return SCREENS[request.param]()


def clause_name(clause: object) -> str:
    return str(getattr(clause, "says", clause))


@pytest.mark.parametrize("clause", device_contract.READER_CLAUSES, ids=clause_name)
def test_every_reader_keeps_the_contract(clause: ReaderClause, reader_world: ReaderWorld) -> None:
    assert clause.check(reader_world) is None, "a broken clause raises"


@pytest.mark.parametrize("clause", device_contract.BUTTON_CLAUSES, ids=clause_name)
def test_all_buttons_keep_the_contract(clause: ButtonsClause, buttons_world: ButtonsWorld) -> None:
    assert clause.check(buttons_world) is None, "a broken clause raises"


@pytest.mark.parametrize("clause", device_contract.SIGNAL_CLAUSES, ids=clause_name)
def test_every_signal_keeps_the_contract(clause: SignalClause, signal_world: SignalWorld) -> None:
    assert clause.check(signal_world) is None, "a broken clause raises"


@pytest.mark.parametrize("clause", device_contract.SCREEN_CLAUSES, ids=clause_name)
def test_every_screen_keeps_the_contract(clause: ScreenClause, screen_world: ScreenWorld) -> None:
    assert clause.check(screen_world) is None, "a broken clause raises"


# Clauses that let everything through would be no contract


class Dead:
    """A reader, buttons, a signal and a screen that do the wrong thing."""

    patience, tags, panel = 1.0, ("uid:04", "uid:05"), "4in2"

    def __init__(self) -> None:
        self.reader = self.buttons = self.signal = self.screen = self
        self.pictures = [Image.new("1", (400, 300), 1)] * 2

    def read(self, _timeout: float) -> str | None:
        return "uid:06"

    def next(self, _timeout: float) -> Press | None:
        return Press("UNDO", long=True)

    def give(self, _kind: str, aloud: bool = True) -> None:
        pass

    def signals_given(self) -> list[str]:
        return []

    def show(self, _image: Image.Image) -> None:
        pass

    def glass(self) -> Image.Image:
        return Image.new("1", (400, 300), 0)

    def clock(self) -> float:
        return 0.0

    def after(self, _seconds: float, _act: Callable[[], None]) -> None:
        pass

    def settle(self) -> None:
        pass

    def tap(self, _tag: str) -> None:
        pass

    def press(self, _button: str, _long: bool) -> None:
        pass


CLAUSES = (
    *device_contract.READER_CLAUSES,
    *device_contract.BUTTON_CLAUSES,
    *device_contract.SIGNAL_CLAUSES,
    *device_contract.SCREEN_CLAUSES,
)
SHOWS_ONLY_ON_PANELS = "what happens to a picture after it was shown does not show"


@pytest.mark.parametrize(
    "clause", [each for each in CLAUSES if str(each.says) != SHOWS_ONLY_ON_PANELS], ids=clause_name
)
def test_every_clause_can_be_broken(clause: ReaderClause) -> None:
    with pytest.raises(ContractBroken):
        clause.check(Dead())
