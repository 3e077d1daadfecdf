"""A case for the tests: the application on real drivers over chips, and hands that tap stickers and press metal.

Time runs faster here than on the table, but it runs: threads are those of the application.
"""

from __future__ import annotations

import queue
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.app import App, build_app
from companion.desk_player import INPUT_INTERVAL, INPUT_TIMEOUT
from companion.games.glen_more_2.catalogue.box import Box
from companion.games.glen_more_2.catalogue.owner_box import tag_names_of_box
from companion.games.glen_more_2.catalogue.shipped import home_id
from companion.games.glen_more_2.definition import GAME
from companion.games.sticker_registry import Registry, StickerFile
from companion.hardware.desk import DeskScreen
from companion.hardware.devices import BUTTONS, Devices
from companion.hardware.gpio import (
    BEEP_PATTERNS,
    LED_PATTERNS,
    Edge,
    GpioButtons,
    GpioSignal,
    beeper_pin,
    input_pin,
    led_pin,
)
from companion.hardware.pn532 import LinuxI2c, Pn532Reader, i2c_link, uart_link
from companion.hardware.wiring import ButtonsWiring
from companion.session.inputs import ButtonPressed, Reaction, Snapshot, TagSeen
from companion.session.recording import Recording, Tap
from companion.settings import Settings
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.game import make_library
from companion.state.glen_more_2.model import HouseRules
from tests.hardware.worlds import hasty
from tests.hardware_fakes.buttons_chip import ButtonBoard
from tests.hardware_fakes.clock import FastClock, drivers_wait_on
from tests.hardware_fakes.pn532_chip import Pn532Chip, Tag
from tests.hardware_fakes.pn532_wires import ChipSmBus, SerialPort

FACTOR = 15.0
AWAY = 1.2
MISSED = 14
ONE_POLL = 2
"""Seconds, and looks for tags, after which a tag that was lifted is surely gone; looks of one poll."""


class FastEdges:
    """The queue of edges, whose waits are as short as the clock is fast."""

    def __init__(self) -> None:
        self._edges: queue.SimpleQueue[Edge] = queue.SimpleQueue()
        self.put = self._edges.put

    def get(self, *, timeout: float) -> Edge:
        return self._edges.get(timeout=timeout / FACTOR)


class Case:
    """Plays recordings like a DeskPlayer, on chips. `inputs` is what the devices told the application."""

    def __init__(
        self,
        recording: Recording,
        data: Path,
        facts: Facts,
        monkeypatch: pytest.MonkeyPatch,
        wire: str = "uart",
        screen: Any = None,
    ) -> None:
        self.clock = FastClock(FACTOR)
        drivers_wait_on(self.clock, monkeypatch)
        # Time runs so fast here that a chip would seem silent whenever the machine is busy.
        monkeypatch.setattr("companion.hardware.pn532.SILENT_POLLS", 1_000_000)
        self.chip = Pn532Chip(self.clock)
        self.port = SerialPort(self.chip)
        self.board = ButtonBoard(self.clock)  # type: ignore[arg-type]
        self.screen = screen or DeskScreen()
        self.inputs: list[Any] = []
        self._wire, self._now = wire, 0.0
        self._head, self._data, self._facts = recording.head, data, facts
        self._dice = Random(recording.head.seed)
        self._stickers = _enrolled(recording, data / "stickers.toml", facts)
        self._lifted: dict[str, tuple[float, int]] = {}
        self._chance = Random(3)
        self._spy(monkeypatch)
        monkeypatch.setattr(
            "companion.session.threads.RECONNECT_PAUSES", tuple(p / FACTOR for p in (0.5, 1.0, 2.0, 5.0))
        )
        self.app = self._plugged_in()

    def _spy(self, monkeypatch: pytest.MonkeyPatch) -> None:
        submit = App.submit

        def noting(app: App, given: Any) -> Any:
            future = submit(app, given)
            self.inputs.append((given, future))
            return future

        monkeypatch.setattr(App, "submit", noting)

    def _connect(self) -> Any:
        return uart_link(self.port.open()) if self._wire == "uart" else i2c_link(LinuxI2c(ChipSmBus(self.chip)))

    def _plugged_in(self) -> App:
        """Power for everything."""
        pins, factory = ButtonsWiring(), self.board.factory
        self.chip.replug()
        self.reader = Pn532Reader(self._connect, self.clock, self.clock.sleep)
        self.buttons = GpioButtons(
            {name: input_pin(getattr(pins, name.lower()), factory) for name in BUTTONS}, self.clock, FastEdges()
        )
        self.signal = GpioSignal(
            led_pin(26, factory), beeper_pin(22, factory), hasty(LED_PATTERNS), hasty(BEEP_PATTERNS)
        )
        return build_app(
            Settings(panel=self._head.panel, data_folder=str(self._data)),
            Devices(self.reader, self.screen, self.buttons, self.signal),
            facts=self._facts,
            game="glen_more_2",
            house_rules=HouseRules(),
            dice=self._dice,
            clock=lambda: self._now,
        )

    def __enter__(self) -> Case:
        self._start()
        return self

    def _start(self) -> None:
        self.app.start()
        self.settle()

    def __exit__(self, *_: object) -> None:
        self.app.stop()
        self.board.close()

    def settle(self) -> None:
        """Wait as people do, who look at the panel before they tap; tags of the first polls are no taps."""
        while self.chip.powered and self.reader._start_polls:
            self.clock.sleep(0.02)

    def tap(self, tag: str) -> Snapshot:
        """Hold a sticker to the antenna until the companion has it."""
        uid = self._stickers[tag]
        self._until_away(uid)
        self.settle()
        sticker = Tag(uid)
        self._do(lambda: self.chip.lay(sticker), TagSeen(f"uid:{uid}"))
        self.chip.lift(sticker)
        self._lifted[uid] = self.clock(), len(self.chip.polls)
        self._until_polled(ONE_POLL)  # else the next one would lie there in the same poll as this one
        return self.app.snapshot

    def _until_away(self, uid: str) -> None:
        """A tag that is laid down too soon after it was lifted was never away for the reader."""
        when, polls = self._lifted.get(uid, (-AWAY, -MISSED))
        while self.clock() < when + AWAY or len(self.chip.polls) < polls + MISSED:
            self.clock.sleep(0.02)

    def _until_polled(self, times: int) -> None:
        polls = len(self.chip.polls)
        while len(self.chip.polls) < polls + times and self.chip.powered:
            self.clock.sleep(0.02)

    def press(self, button: str, long: bool = False) -> Snapshot:
        """Metal on metal, trembling at both ends; a long press is held until it is taken."""
        if long:
            self._do(lambda: self._hold(button), ButtonPressed(button, True))
            with self.clock.still():
                self._tremble(button, False)
                self.clock.sleep(0.02)
        else:
            self._do(lambda: self._push(button), ButtonPressed(button, False))
        return self.app.snapshot

    def restart(self) -> Snapshot:
        """Pull the plug and put it in again."""
        self.app.stop()
        self.app = self._plugged_in()
        self._start()
        return self.app.snapshot

    def drawn(self) -> Snapshot:
        return self.app.wait(lambda now: now.drawn >= now.handled, INPUT_TIMEOUT)

    def told(self) -> list[Any]:
        """Everything the devices told, in order."""
        return [given for given, _ in self.inputs]

    def wait_for(self, wanted: Any, since: int = 0) -> Reaction:
        """What came of an input, once it is there."""
        deadline = self.clock() + INPUT_TIMEOUT * FACTOR
        while self.clock() < deadline:
            for given, future in self.inputs[since:]:
                if given == wanted:
                    reaction: Reaction = future.result(INPUT_TIMEOUT)
                    return reaction
            self.clock.sleep(0.01)
        raise TimeoutError(str(wanted))

    def _do(self, act: Callable[[], None], wanted: Any) -> None:
        self._now += INPUT_INTERVAL
        since = len(self.inputs)
        act()
        self.wait_for(wanted, since)

    def _push(self, button: str) -> None:
        with self.clock.still():
            self._tremble(button, True)
            self.clock.sleep(0.08)
            self._tremble(button, False)
            self.clock.sleep(0.02)

    def _hold(self, button: str) -> None:
        with self.clock.still():
            self._tremble(button, True)

    def _tremble(self, button: str, down: bool) -> None:
        for _ in range(self._chance.randrange(2, 6)):
            self.board.move(button, down)
            self.clock.sleep(0.0004)
            self.board.move(button, not down)
            self.clock.sleep(0.0003)
        self.board.move(button, down)


def _enrolled(recording: Recording, stickers: Path, facts: Facts) -> dict[str, str]:
    """The number of the sticker that carries each tag of a recording; those nobody knows carry their own."""
    registry, uids = Registry(StickerFile(stickers), tag_names_of_box(facts, Box(), make_library()), GAME.tags), {}
    for tag in dict.fromkeys(each.tap for each in recording.inputs if isinstance(each, Tap)):
        kind, _, rest = tag.partition(":")
        if kind == "uid":
            uids[tag] = rest
            continue
        uids[tag] = f"04{len(uids):012x}"
        if not stickers.exists() or uids[tag] not in registry.stickers:
            registry.enrol(uids[tag], {"card": tag, "home": home_id(rest)}.get(kind, rest))
    return uids
