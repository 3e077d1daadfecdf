"""Bench of the panels: time from a tap to the visible picture, bytes on the bus, and flashes in a game.

The application and Waveshare's drivers run in real time on models of the controllers; physical times (BUSY, bus,
pauses of the drivers) are simulated. The models draw no picture here.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec
from PIL import Image, ImageChops

from companion.desk_player import INPUT_TIMEOUT, DeskPlayer
from companion.hardware.desk import DeskButtons, DeskReader, DeskSignal
from companion.hardware.devices import Devices
from companion.hardware.eink import EinkScreen
from companion.hardware.eink_driver import DRIVER_CALLS, load_driver
from companion.hardware.refresh_policy import PARTIAL
from companion.screens.paper import PANELS, REFERENCE_PANEL
from companion.session.recording import Recording, Restart, play_recording
from tests.hardware_fakes.clock import FakeClock
from tests.hardware_fakes.eink_board import FakeEpdConfig
from tests.hardware_fakes.eink_chip import EinkChip, chip_for
from tools.bench.figures import Figure, Sizes, percentile
from tools.players.record import facts_of
from tools.presses import MODES, end_of_recording, recording_of

SHARE_PERCENT = 2
VISIBLE_SECONDS = {"4in2": 0.6, "7in5": 0.8, "2in9": 0.9, "2in13": 0.7}
"""Goals in seconds: a partial refresh, its bytes on the bus, and a tenth of a second."""
BYTES_OF_LEAST = 1.05


class Input(NamedTuple):
    """Input that changed the picture: seconds of the software, simulated seconds of panel and of BUSY."""

    kind: str
    software: float
    panel: float
    busy: float
    bytes: int
    window: int


class Played(NamedTuple):
    """A recorded game, or its beginning, on a panel."""

    inputs: list[Input]
    chip: EinkChip


def figures(sizes: Sizes, folder: Path) -> Iterator[Figure]:
    """Yield all figures of the panels."""
    for name in PANELS:
        yield from _panel(
            name, play_on_panel(recording_of(MODES["all_tiles_tapped"]), name, folder, max(8, sizes.taps // 4))
        )
    for mode, name in MODES.items():
        yield _flashes(mode, name, play_on_panel(recording_of(name), REFERENCE_PANEL, folder, sizes.taps * 2))


def play_on_panel(recording: Recording, panel: str, folder: Path, most: int) -> Played:
    """Play up to `most` inputs of the recording, waiting for the picture after each."""
    clock, head = FakeClock(), msgspec.structs.replace(recording.head, panel=panel)
    chip = chip_for(panel, clock, blind=True)
    driver = load_driver(PANELS[panel], DRIVER_CALLS[panel], FakeEpdConfig(chip), clock, clock.sleep)
    screen = EinkScreen(PANELS[panel], driver, clock)
    devices = Devices(DeskReader(), screen, DeskButtons(), DeskSignal())
    inputs: list[Input] = []
    with (
        TemporaryDirectory(dir=folder) as room,
        DeskPlayer(head, Path(room), facts_of(head), devices=lambda: devices) as player,
    ):
        before = player.drawn().image
        steps = play_recording(recording, player)
        while most > len(inputs):
            began, then, sent, count = time.perf_counter(), clock(), chip.bytes, len(chip.refreshes)
            if next(steps, None) is None:
                break
            image = player.app.wait(lambda now: now.drawn >= now.handled, INPUT_TIMEOUT).image
            spent = time.perf_counter() - began
            if image is not None and before is not None and len(chip.refreshes) == count + 1:
                done = chip.refreshes[-1]
                row = (spent, clock() - then, done.seconds, chip.bytes - sent, _window(before, image))
                inputs.append(Input(done.kind, *row))
            before = image
    return Played(inputs, chip)


def _window(before: Image.Image, after: Image.Image) -> int:
    """Return the bytes of the smallest window that contains all changes."""
    left, top, right, bottom = ImageChops.logical_xor(before, after).getbbox() or (0, 0, 0, 0)
    return (-(-right // 8) - left // 8) * (bottom - top)


def _panel(name: str, game: Played) -> Iterator[Figure]:
    quick = [each for each in game.inputs if each.kind == PARTIAL]
    whole = [each.software + each.panel for each in quick]
    shares = [100 * each.software / each.busy for each in quick]
    more = {
        "p95_s": percentile(whole, 95),
        "busy_s": percentile([each.busy for each in quick], 50),
        "of": len(quick),
    }
    yield Figure(f"tap_to_glass_{name}_s", percentile(whole, 50), VISIBLE_SECONDS[name], more)
    software = {
        "p95_percent": percentile(shares, 95),
        "median_ms": percentile([1000 * e.software for e in quick], 50),
    }
    yield Figure(f"tap_to_glass_{name}_software_percent", percentile(shares, 50), SHARE_PERCENT, software)
    least = 2 * game.chip.glass.stride * game.chip.glass.height
    sent = sum(each.bytes for each in quick) / len(quick)
    windows = 2 * sum(each.window for each in quick) / len(quick)
    about = {"bytes": round(sent), "both_memories_bytes": least, "changed_windows_bytes": round(windows)}
    yield Figure(f"eink_bytes_of_least_{name}_ratio", sent / least, BYTES_OF_LEAST, about)


def _flashes(mode: str, name: str, game: Played) -> Figure:
    kinds = [each.kind for each in game.chip.refreshes]
    flashes = len(kinds) - kinds.count(PARTIAL)
    more = {
        "pictures": len(kinds),
        "player_turns": end_of_recording(name)["player_turns"],
        "restarts": sum(isinstance(each, Restart) for each in recording_of(name).inputs),
        # Counts the last flash before a restart and the first one after it.
        "in_a_row": game.chip.flashes_in_a_row,
        "most_partials": game.chip.most_partials,
    }
    return Figure(f"flashes_in_a_game_{mode}", flashes, None, more)
