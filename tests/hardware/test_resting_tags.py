"""A tag that lies on the reader when it starts or comes back is no tap, and one sentence says so."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.app import STICKER_LIES_THERE
from companion.engine.message import tr
from companion.hardware.pn532 import Pn532Reader
from companion.menu.pages import NoticePage
from companion.session.inputs import DeviceNotice, TagSeen
from companion.session.recording import Recording
from tests.hardware.case import Case
from tests.hardware.worlds import ChipWorld
from tests.hardware_fakes.pn532_chip import Tag
from tools.players.record import facts_of
from tools.presses import recording_of

PLAYED, POINTS, UNDO, TILE = 20, "card:points_2", "card:undo", "tile:halkirk"
"""Inputs of the recording that are played; tags that each enter something in that position."""
BACK = DeviceNotice("told", tr("The reader is back."))
SETTLED = 3.0
"""Seconds after which the first polls are over."""


class Evening(NamedTuple):
    """Data folders of one game: after a proper stop, and as a crash leaves it."""

    recording: Recording
    stopped: Path
    crashed: Path


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    folder = tmp_path_factory.mktemp("evening")
    recording = recording_of("four_players_cards")
    with pytest.MonkeyPatch.context() as patch:
        with Case(recording, folder / "stopped", facts_of(recording.head), patch) as case:
            for each in recording.inputs[:PLAYED]:
                if tag := getattr(each, "tap", ""):
                    case.tap(tag)
                else:
                    case.press(each.press, each.long)  # type: ignore[union-attr]
            case.drawn()
            shutil.copytree(folder / "stopped", folder / "crashed")
        yield Evening(recording, folder / "stopped", folder / "crashed")


def entries(case: Case) -> int:
    return len(case.app.running.history.entries)


def check_nothing_entered(case: Case, before: int, since: int) -> None:
    case.settle()
    case.clock.sleep(1)
    for future in [future for _, future in case.inputs[since:]]:
        future.result(10)
    told = case.told()[since:]
    assert [each for each in told if isinstance(each, TagSeen)] == []
    assert entries(case) == before
    sentences = [each.text for each in told if isinstance(each, DeviceNotice)]
    assert sentences.count(STICKER_LIES_THERE) == 1
    page = case.drawn().page
    while isinstance(page, NoticePage) and page.text != STICKER_LIES_THERE:
        page = case.press("OK").page  # What the start says of the last entry is not lost.
    assert isinstance(page, NoticePage), "the sentence is on the panel"
    case.press("OK")
    assert entries(case) == before


def begin(folder: Path, evening: Evening, wire: str, tmp_path: Path, patch: pytest.MonkeyPatch) -> Case:
    shutil.copytree(folder, tmp_path / "data")
    return Case(evening.recording, tmp_path / "data", facts_of(evening.recording.head), patch, wire)


tags = pytest.mark.parametrize("tag", [POINTS, UNDO, TILE])
wires = pytest.mark.parametrize("wire", ["uart", "i2c"])


@wires
@tags
@pytest.mark.parametrize("folder", ["stopped", "crashed"])
def test_what_lies_there_at_a_start_is_no_tap(
    folder: str, tag: str, wire: str, evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = begin(getattr(evening, folder), evening, wire, tmp_path, monkeypatch)
    before, sticker = entries(case), Tag(case._stickers[tag])
    case.chip.lay(sticker)
    with case:
        check_nothing_entered(case, before, 0)
        case.chip.lift(sticker)
        case._lifted[case._stickers[tag]] = case.clock(), len(case.chip.polls)
        case.tap(tag)
        assert entries(case) != before or case.app.snapshot.page.kind == "keys", (
            "lifted and laid down, it is a tap"
        )


@wires
@tags
@pytest.mark.parametrize("again", ["watchdog", "cable", "cable, laid meanwhile"])
def test_what_lies_there_when_the_reader_comes_back_is_no_tap(
    again: str, tag: str, wire: str, evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sticker: Tag
    with begin(evening.stopped, evening, wire, tmp_path, monkeypatch) as case:
        sticker = Tag(case._stickers[tag])
        if again != "cable, laid meanwhile":
            case._do(lambda: case.chip.lay(sticker), TagSeen(f"uid:{sticker.uid.hex()}"))
        before, since = entries(case), len(case.inputs)
        if again == "watchdog":
            monkeypatch.setattr(case.chip, "replug", lambda: None)  # Only the program starts again.
            case.restart()
        else:
            case.chip.unplug()
            case.clock.sleep(5)
            case.chip.lay(sticker)
            case.chip.replug()
            case.wait_for(BACK, since)
        check_nothing_entered(case, before, since)


def heard(world: ChipWorld, seconds: float) -> list[str]:
    until, read = world.clock.now + seconds, []
    while world.clock.now < until:
        if tag := world.reader.read(0.2):
            read.append(tag)
    return read


@pytest.fixture(params=["uart", "i2c"])
def world(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ChipWorld:
    return ChipWorld(request.param, monkeypatch)


def reported(reader: Pn532Reader) -> list[bool]:
    found: list[bool] = []
    reader.on_resting_tag = lambda: found.append(True)
    return found


LOOSE: dict[str, Callable[[ChipWorld], None]] = {
    "power": lambda world: (world.chip.unplug(), world.clock.after(1.0, world.chip.replug))[0],
    "a moment": lambda world: (world.chip.unplug(), world.chip.replug())[0],
}


@pytest.mark.parametrize("fault", LOOSE.values(), ids=LOOSE)
def test_polls_that_the_chip_does_not_answer_are_no_misses(
    fault: Callable[[ChipWorld], None], world: ChipWorld
) -> None:
    """A loose contact that is over before the chip is asked for its version."""
    found = reported(world.reader)
    assert heard(world, SETTLED) == []
    world.chip.lay(Tag("04a1b2c3d4e5f6"))
    assert heard(world, 60) == ["uid:04a1b2c3d4e5f6"]
    fault(world)
    read: list[str] = []
    for _ in range(20):
        try:
            read += heard(world, 0.5)
        except Exception:
            world.clock.sleep(0.5)
    assert read == []
    assert found in ([], [True])


@pytest.mark.parametrize("mood", [{"every_second": True}, {"loss": 0.3}, {}])
def test_a_board_that_misses_resting_tags_finds_them_at_the_start(
    world: ChipWorld, mood: dict[str, object]
) -> None:
    for name, value in mood.items():
        setattr(world.chip, name, value)
    found = reported(world.reader)
    world.chip.lay(Tag("04a1b2c3d4e5f6"))
    world.chip.lay(Tag("04ffffffffffff"))
    assert heard(world, 60) == []
    assert found == [True]


def test_an_empty_antenna_is_not_reported_and_the_first_tap_after_it_counts(world: ChipWorld) -> None:
    found = reported(world.reader)
    assert heard(world, SETTLED) == []
    world.tap("uid:04a1b2c3d4e5f6")
    assert heard(world, 2) == ["uid:04a1b2c3d4e5f6"]
    assert found == []
