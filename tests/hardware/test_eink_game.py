"""A recorded game whose pictures go to a panel on its controller, with all that can happen to it on the way."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.desk_player import INPUT_TIMEOUT, DeskPlayer
from companion.engine.message import literal
from companion.hardware.desk import DeskButtons, DeskReader, DeskSignal
from companion.hardware.devices import Devices
from companion.session.recording import Recording, play_recording
from tests.hardware.eink_worlds import EinkWorld
from tests.hardware_fakes.clock import FakeClock
from tests.hardware_fakes.eink_chip import COPIES, KEEPS
from tools.players.record import end_of, facts_of
from tools.presses import end_of_recording, recording_of

LONG, THOUGHT = 60.0, 5.0
"""Seconds that a fault lasts, and that people think before each input, on the clock of the panel."""


class SharedClock(FakeClock):
    """One that the panel's thread moves while it works, and the people when it has nothing to do."""

    def __init__(self) -> None:
        super().__init__()
        self._one = threading.RLock()

    def sleep(self, seconds: float) -> None:
        with self._one:
            super().sleep(seconds)


class Game:
    """The companion on a panel; `play` gives the end of the recording."""

    def __init__(self, recording: Recording, panel: str, folder: Path, after_partial: str = KEEPS) -> None:
        self.recording = msgspec.structs.replace(
            recording, head=msgspec.structs.replace(recording.head, panel=panel)
        )
        self.world = EinkWorld(panel, after_partial, clock=SharedClock())
        self.signal = DeskSignal()
        head = self.recording.head
        self.player = DeskPlayer(head, folder, facts_of(head), devices=self._devices)
        self.troubles: list[str] = []

    def _devices(self) -> Devices:
        return Devices(DeskReader(), self.world.screen, DeskButtons(), self.signal)

    def play(self, happens: dict[int, Callable[[], Any]]) -> dict[str, Any]:
        """From the first input to the last; `happens` at inputs of these numbers."""
        for number, _ in enumerate(play_recording(self.recording, self.player)):
            now = self.player.app.wait(
                lambda now: now.drawn >= now.handled or now.trouble is not None, INPUT_TIMEOUT
            )
            if now.trouble:
                self.troubles.append(str(now.trouble))
            self.world.clock.sleep(THOUGHT)
            happens.get(number, lambda: None)()
        return end_of(self.player)

    @property
    def wrong(self) -> int:
        """Pixels on the glass that are not of the last picture."""
        image = self.player.drawn().image
        assert image is not None
        return self.world.chip.wrong_pixels(image)


@pytest.mark.parametrize(
    ("panel", "after_partial"), [("4in2", KEEPS), pytest.param("7in5", COPIES, marks=pytest.mark.long)]
)
def test_a_recorded_game_ends_with_the_winner_on_the_glass(tmp_path: Path, panel: str, after_partial: str) -> None:
    game = Game(recording_of("three_players"), panel, tmp_path, after_partial)
    with game.player as player:
        assert game.play({}) == end_of_recording("three_players")
        assert game.wrong == 0
        app = player.app
    chip = game.world.chip
    assert app.snapshot.view.over
    assert chip.wrong_pixels(app.snapshot.image) == 0, "what is left is what was last shown"
    assert not chip.powered
    assert chip.most_partials <= 8
    assert game.world.kinds[0] == "full"
    assert game.troubles == []


def test_whatever_happens_to_the_panel_the_game_ends_as_it_ended(tmp_path: Path) -> None:
    game = Game(recording_of("four_players_cards"), "4in2", tmp_path)
    world, chip = game.world, game.world.chip

    def for_a_while(begin: Callable[[], Any], end: Callable[[], Any]) -> Callable[[], None]:
        def happen() -> None:
            begin()
            world.clock.after(LONG, end)

        return happen

    def stuck(level: int | None) -> Callable[[], None]:
        return lambda: setattr(chip, "stuck", level)

    def blink() -> None:
        chip.at_refresh.append(
            lambda each: for_a_while(
                lambda: world.clock.after(each.seconds / 2, chip.unplug), lambda: chip.plug()
            )()
        )

    faults = [
        for_a_while(chip.unplug, chip.plug),
        for_a_while(stuck(1), stuck(None)),
        for_a_while(stuck(0), stuck(None)),
        for_a_while(
            lambda: setattr(world.board.bus, "failing", 1e9), lambda: setattr(world.board.bus, "failing", 0)
        ),
        for_a_while(lambda: setattr(chip, "slow", 3.0), lambda: setattr(chip, "slow", 1.0)),
        blink,
    ]
    inputs = len(game.recording.inputs)
    step = inputs // (len(faults) + 3)
    with game.player:
        happens = {step * number: fault for number, fault in enumerate(faults, 1)}
        assert game.play(happens) == end_of_recording("four_players_cards")
        assert game.wrong == 0
    assert game.troubles, "it was told"
    assert game.troubles[-1].startswith("The panel does not answer")
    assert game.player.app.snapshot.trouble is None, "and that it is over"
    assert "trouble" in game.signal.given


def test_the_splash_comes_first_and_the_farewell_stays(tmp_path: Path) -> None:
    recording = recording_of("three_players")
    world = EinkWorld("2in9", clock=SharedClock())
    head = msgspec.structs.replace(recording.head, panel="2in9")
    player = DeskPlayer(
        head,
        tmp_path,
        facts_of(head),
        devices=lambda: Devices(DeskReader(), world.screen, DeskButtons(), DeskSignal()),
    )
    player.app.start()
    before = player.drawn()
    assert [each.kind for each in world.chip.refreshes] == ["full", "partial"], "splash, then the game"
    player.app.stop(literal("Switched off. The game is kept."))
    last = player.app.snapshot.image
    assert last is not None
    assert last.tobytes() != before.image.tobytes()
    assert world.chip.wrong_pixels(last) == 0
    assert world.kinds[-1] == "full"
    assert not world.chip.powered
