"""The whole box at once: stickers, metal, glass and a disk that can fail, and the game stays the same.

The beginning of a recorded game, with one fault after another in its middle; the long tests have a game for each.
Whole games are in test_case and test_eink_game.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import apsw
import msgspec
import pytest

from companion.desk_player import DeskPlayer
from companion.menu.pages import HomePage, NoticePage
from companion.session.recording import Recording, Tap, play_recording
from companion.storage import other_version
from tests.hardware.case import Case
from tests.hardware.eink_worlds import EinkWorld
from tests.hardware.test_eink_game import LONG, THOUGHT, SharedClock
from tests.power.disk import SOUND, SYNC, TRUNCATE, WRITE, Disk, Fault, failing, slow
from tools.players.record import facts_of
from tools.presses import recording_of

INPUTS, FAULT_AT = 110, 20
STORM = 400
"""Edges of a contact that only trembles."""


@cache
def beginning() -> Recording:
    whole = recording_of("three_players")
    return msgspec.structs.replace(whole, inputs=whole.inputs[:INPUTS])


def state_of(app: Any) -> tuple[int, str]:
    """How many entries the game has, and the hash of where it stands."""
    history = app.running.history
    return len(history.standing), history.hash()


@cache
def at_the_desk() -> tuple[int, str]:
    """The same beginning where nothing ever happens."""
    head = beginning().head
    with tempfile.TemporaryDirectory() as folder, DeskPlayer(head, Path(folder), facts_of(head)) as player:
        for _ in play_recording(beginning(), player):
            pass
        return state_of(player.app)


class Box(NamedTuple):
    """A case with a panel and a disk of its own."""

    case: Case
    panel: EinkWorld
    disk: Disk

    def wrong_pixels(self) -> int:
        """On the glass, against what was last drawn."""
        image = self.case.drawn().image
        assert image is not None
        return self.panel.chip.wrong_pixels(image)


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Box:
    disk, panel, archive = Disk(), EinkWorld(clock=SharedClock()), other_version.Archive
    monkeypatch.setattr(other_version, "Archive", lambda path: archive(path, disk.connect))
    head = beginning().head
    return Box(Case(beginning(), tmp_path, facts_of(head), monkeypatch, "uart", panel.screen), panel, disk)


Happens = Callable[[Box], Any]


def panel_for_a_while(begin: Happens, end: Happens) -> Happens:
    def happen(box: Box) -> None:
        begin(box)
        box.panel.clock.after(LONG, lambda: end(box))

    return happen


def stuck(level: int) -> Happens:
    return panel_for_a_while(
        lambda box: setattr(box.panel.chip, "stuck", level), lambda box: setattr(box.panel.chip, "stuck", None)
    )


def power_lost_in_a_refresh(box: Box) -> None:
    chip = box.panel.chip

    def cut(refresh: Any) -> None:
        box.panel.clock.after(refresh.seconds / 2, chip.unplug)
        box.panel.clock.after(LONG, chip.plug)

    chip.at_refresh.append(cut)


def reader_for_a_while(box: Box) -> None:
    box.case.chip.unplug()
    box.case.clock.sleep(4)
    box.case.chip.replug()
    box.case.clock.sleep(4)


def everything_unplugged(box: Box) -> None:
    panel_for_a_while(lambda each: each.panel.chip.unplug(), lambda each: each.panel.chip.plug())(box)
    reader_for_a_while(box)


def plug_pulled_while_reader_and_panel_are_out(box: Box) -> None:
    everything_unplugged(box)
    box.case.restart()


def contact_trembles(box: Box) -> None:
    """No edge lasts long enough to be a press."""
    case = box.case
    before = len(case.told())
    with case.clock.still():
        for number in range(STORM):
            case.board.move("OK", number % 2 == 0)
            case.clock.sleep(0.001)
    case.clock.sleep(1)
    assert len(case.told()) == before


def back_is_stuck(box: Box) -> None:
    """At home it says nothing but that it is held."""
    case = box.case
    while not isinstance(case.app.snapshot.page, HomePage):
        case.press("BACK")
    case.board.move("BACK", True)
    case.clock.sleep(7)
    case.board.move("BACK", False)
    case.clock.sleep(0.5)
    if isinstance(case.app.snapshot.page, NoticePage):
        case.press("BACK")


FAULTS: dict[str, Happens] = {
    "panel unplugged": panel_for_a_while(lambda box: box.panel.chip.unplug(), lambda box: box.panel.chip.plug()),
    "BUSY stuck high": stuck(1),
    "BUSY stuck low": stuck(0),
    "bus of the panel broken": panel_for_a_while(
        lambda box: setattr(box.panel.board.bus, "failing", 1e9),
        lambda box: setattr(box.panel.board.bus, "failing", 0),
    ),
    "power lost in a refresh": power_lost_in_a_refresh,
    "reader unplugged": reader_for_a_while,
    "reader and panel unplugged": everything_unplugged,
    "plug pulled then": plug_pulled_while_reader_and_panel_are_out,
    "a contact trembles": contact_trembles,
    "BACK is stuck": back_is_stuck,
    "the disk stalls": lambda box: setattr(box.disk, "fault", slow(0.1)),
}  # fmt: skip


def played(box: Box, *happen: Happens) -> None:
    """Play the beginning; after its first inputs these happen, each before the tap that begins another answer.

    Notices are put away as people do.
    """
    case, due = box.case, [*happen]
    for number, (each, _) in enumerate(play_recording(beginning(), case)):
        case.app.wait(lambda now: now.drawn >= now.handled or now.trouble is not None)
        box.panel.clock.sleep(THOUGHT)
        later = beginning().inputs[number + 1 :]
        if number >= FAULT_AT and due and later and isinstance(later[0], Tap) and not isinstance(each, Tap):
            due.pop(0)(box)
            box.panel.clock.sleep(LONG)
            if isinstance(case.app.snapshot.page, NoticePage):
                case.press("BACK")
    assert due == []


@pytest.mark.parametrize(
    "names", [[*FAULTS], *(pytest.param([name], marks=pytest.mark.long) for name in FAULTS)], ids="; ".join
)
def test_whatever_happens_the_game_is_the_same_and_stands_on_the_glass(box: Box, names: list[str]) -> None:
    with box.case:
        played(box, *(FAULTS[name] for name in names))
        assert state_of(box.case.app) == at_the_desk()
        box.panel.clock.sleep(LONG)
        box.case.press("DOWN")  # a picture more, for a panel that was away until the end
        assert box.wrong_pixels() == 0


def test_nothing_happens_and_the_game_is_the_same(box: Box) -> None:
    """Else the others would show nothing."""
    with box.case:
        played(box)
        assert state_of(box.case.app) == at_the_desk()
        assert box.wrong_pixels() == 0
        assert box.panel.chip.count("full") == 1
    assert at_the_desk()[0] > 15


DISKS: dict[str, Fault] = {
    "full": failing(apsw.SQLITE_FULL, WRITE),
    "read-only": failing(apsw.SQLITE_READONLY, WRITE, TRUNCATE),
    "unwritable": failing(apsw.SQLITE_IOERR_WRITE, WRITE),
    "not syncing": failing(apsw.SQLITE_IOERR_FSYNC, SYNC),
}


@pytest.mark.parametrize(
    "names", [[*DISKS], *(pytest.param([name], marks=pytest.mark.long) for name in DISKS)], ids="; ".join
)
def test_a_tap_that_the_disk_refused_is_tapped_again_and_the_game_is_the_same(box: Box, names: list[str]) -> None:
    case, faults, refused = box.case, [DISKS[name] for name in names], 0
    with case:
        for number, each in enumerate(beginning().inputs):
            due = isinstance(each, Tap) and number >= FAULT_AT and refused < len(faults)
            box.disk.fault = faults[refused] if due else SOUND
            before = state_of(case.app)
            given = msgspec.structs.replace(beginning(), inputs=(each,))
            _ = list(play_recording(given, case))
            if due and case.app.snapshot.last_signal == "trouble":
                refused += 1
                assert state_of(case.app) == before, "what was not kept is not true"
                assert isinstance(case.app.snapshot.page, NoticePage)
                box.disk.fault = SOUND
                case.press("BACK")
                _ = list(play_recording(given, case))
        assert refused == len(faults)
        assert state_of(case.app) == at_the_desk()
        assert box.wrong_pixels() == 0
