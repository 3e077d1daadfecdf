"""Recorded games in the case: stickers, metal buttons, real drivers over chips, and faults in their middle."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.engine.message import tr
from companion.menu.pages import NoticePage
from companion.session.inputs import ButtonPressed, DeviceNotice, TagSeen
from companion.session.recording import Press, Recording, Tap, play_recording
from tests.games.played import played
from tests.hardware.case import Case
from tests.hardware.eink_worlds import EinkWorld
from tests.hardware_fakes.pn532_chip import cut, flipped, late, stale, swallowed
from tools.players.record import end_of, facts_of
from tools.presses import recording_of

GAME = "three_players_taken"
BACK = tr("The reader is back.")


def given(recording: Recording) -> list[tuple[str, bool]]:
    return [
        ("tap", False) if isinstance(each, Tap) else (each.press, each.long)
        for each in recording.inputs
        if isinstance(each, Tap | Press)
    ]


def told(case: Case) -> list[tuple[str, bool]]:
    return [
        ("tap", False) if isinstance(each, TagSeen) else (each.button, each.long)
        for each in case.told()
        if isinstance(each, TagSeen | ButtonPressed)
    ]


@pytest.mark.parametrize(
    ("name", "wire"),
    [
        pytest.param("three_players", "i2c", marks=pytest.mark.xdist_group("three_players")),
        pytest.param(GAME, "uart", marks=pytest.mark.long),
        pytest.param("four_players_cards", "uart", marks=pytest.mark.long),
        pytest.param("two_players_bare", "i2c", marks=pytest.mark.long),
    ],
)
def test_a_recorded_game_ends_in_the_case_as_it_ended_at_the_desk(
    name: str, wire: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording, desk = recording_of(name), played(name).end
    panel = EinkWorld(recording.head.panel)
    with Case(recording, tmp_path, facts_of(recording.head), monkeypatch, wire, panel.screen) as case:
        for _ in play_recording(recording, case):
            pass
        assert end_of(case) == desk
        shown = case.drawn()
        assert shown.page.kind == "final", "the winner"
        assert panel.chip.wrong_pixels(shown.image) == 0
        assert told(case) == given(recording), "each tap and each press once, and nothing else"
        assert case.board.thread.died_of is None
        assert case.board.edges > 4 * sum(button != "tap" for button, _ in told(case))


# Faults in the middle of a game


def power_away(case: Case) -> None:
    case.chip.unplug()
    case.clock.sleep(4)
    case.chip.replug()


def loose_contact(case: Case) -> None:
    case.chip.unplug()
    case.chip.replug()


def adapter_pulled(case: Case) -> None:
    case.port.pull()
    case.clock.sleep(2)
    case.port.plug()


def wire_breaks(case: Case) -> None:
    case.chip.break_at_byte(5)
    case.clock.sleep(5)
    case.chip.replug()


def bus_hangs(case: Case) -> None:
    case.chip.hangs = True
    case.clock.sleep(8)
    case.chip.hangs = False


def noise(case: Case) -> None:
    case.chip.spoil("ack", *[flipped(2)] * 8)
    case.chip.spoil("answer", *[flipped(5)] * 8)


def bent_frames(case: Case) -> None:
    case.chip.spoil("answer", cut(5), stale, late(0.3), swallowed)
    case.chip.spoil("ack", late(0.3))


FAULTS: dict[str, tuple[Callable[[Case], None], ...]] = {
    "uart": (power_away, loose_contact, adapter_pulled, wire_breaks, bus_hangs, noise, bent_frames),
    "i2c": (power_away, loose_contact, wire_breaks, bus_hangs, noise, bent_frames),
}
EVERY = 40
"""Inputs between two faults."""


def survive(case: Case, fault: Callable[[Case], None]) -> bool:
    """Do it, wait until the reader is well again, and put its notice away as people do. True: it was told."""
    before = len(case.inputs)
    fault(case)
    case.clock.sleep(5)
    lost = [each for each in case.told()[before:] if isinstance(each, DeviceNotice) and each.kind == "trouble"]
    if lost:
        case.wait_for(DeviceNotice("told", BACK), before)
    if isinstance(case.app.snapshot.page, NoticePage):
        case.press("BACK")
    return bool(lost)


@pytest.mark.xdist_group(GAME)
@pytest.mark.parametrize("wire", ["uart", pytest.param("i2c", marks=pytest.mark.long)])
def test_a_game_with_every_fault_in_its_middle_ends_the_same(
    wire: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording, faults, lost = recording_of(GAME), itertools.cycle(FAULTS[wire]), 0
    desk = played(GAME).end
    with Case(recording, tmp_path, facts_of(recording.head), monkeypatch, wire) as case:
        due = EVERY
        for number, _ in enumerate(play_recording(recording, case)):
            if number >= due and not isinstance(case.app.snapshot.page, NoticePage):
                lost += survive(case, next(faults))
                due = number + EVERY
        assert end_of(case) == desk
        assert lost >= 6
        taps = [each for each in case.told() if isinstance(each, TagSeen)]
        assert len(taps) == sum(isinstance(each, Tap) for each in recording.inputs)
        troubles = [each.kind for each in case.told() if isinstance(each, DeviceNotice)]
        assert troubles == ["trouble", "told"] * lost, "lost once and back once, each time"
