"""The plug is pulled at any moment: what people were told is kept is there, and at most one thing more.

Random evenings are played on a disk that remembers what was synced. After each of its steps the pictures that a
power cut may leave are built and opened with the real archive.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.storage.archive import Archive
from tests.power.disk import SYNC, WRITE, Op
from tests.power.evening import FILE, Evening, Shelf, Step, ends, shelf
from tests.power.images import Image, cuts, digest, lay
from tests.sampled import half

STEPS, MOST = 60, 2
LONG_STEPS, MAX_LONG = 300, 4
EVERY = 10
"""So many pictures are only looked at until one is loaded whole."""


Record = Callable[[str, object], None]


class Found(NamedTuple):
    """What is in an archive, and what it said of damage."""

    shelf: Shelf
    ends: dict[int, str]
    mended: list[str]


def looked_at(image: Image, room: Path, whole: bool) -> Found:
    """Open a picture as the companion would; `whole`: load all games too, and go on playing one."""
    folder = room / "picture"
    folder.mkdir()
    lay(image, folder)
    try:
        with Archive(folder / FILE) as archive:
            games = shelf(archive)
            last = ends(archive, games)
            if whole:
                load_all(archive, games)
            return Found(games, last, [str(message) for message in archive.mended])
    finally:
        shutil.rmtree(folder)


def load_all(archive: Archive, games: Shelf) -> None:
    """Every game can be gone on with, in the state that its last entry says."""
    game = game_rules()
    for game_id, entries, *_ in games:
        history = archive.load(game_id, game)
        assert len(history.entries) == entries
        if history.entries:
            assert history.entries[-1].hash == history.hash()
            archive.append(game_id, history.propose_undo() or history.propose_redo(), game)


def pictures(evening: Evening, most: int, dice: Random) -> Iterator[tuple[int, Image]]:
    """Every different picture with the moment it may be left at."""
    seen: set[bytes] = set()
    for moment, cut in cuts(evening.disk.log):
        for image in cut.images(dice, most):
            name = digest(image) + str(standing_at(evening.steps, moment)).encode()
            if name not in seen:
                seen.add(name)
                yield moment, image


def standing_at(steps: list[Step], moment: int) -> int:
    """Which step was acknowledged last."""
    return max(number for number, step in enumerate(steps) if step.acknowledged and step.position <= moment)


def is_kept(found: Found, steps: list[Step], moment: int) -> bool:
    """All that was acknowledged is there, and at most one step too that was not, whole."""
    at = standing_at(steps, moment)
    then = next((n for n, step in enumerate(steps) if n > at and step.acknowledged), len(steps) - 1)
    return any((found.shelf, found.ends) == (step.shelf, step.ends) for step in steps[at : then + 1])


def opened(evening: Evening, room: Path, most: int, seed: int) -> int:
    """Open all pictures of an evening; how many there were."""
    evening.archive.close()
    count = 0
    for count, (moment, image) in enumerate(pictures(evening, most, Random(seed)), 1):
        found = looked_at(image, room, whole=count % EVERY == 0)
        assert found.mended == [], (seed, moment)
        assert is_kept(found, evening.steps, moment), (seed, moment, found)
    return count


@pytest.mark.parametrize("seed", half([1, 2, 3]))
def test_every_picture_that_a_power_cut_leaves_holds_all_that_was_acknowledged(
    seed: int, room: Path, record_property: Record
) -> None:
    evening = Evening(room, seed)
    evening.play(STEPS)
    assert len(evening.steps) > STEPS // 2
    count = opened(evening, room, MOST, seed)
    record_property("crash images opened", count)
    assert count > 300


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 14))
def test_long_evenings_too(seed: int, room: Path, record_property: Record) -> None:
    evening = Evening(room, seed, checkpoint=(10, 40, 1000)[seed % 3])
    evening.play(LONG_STEPS)
    count = opened(evening, room, MAX_LONG, seed)
    record_property("crash images opened", count)
    assert count > 5000


def test_nothing_is_acknowledged_before_the_sync_that_holds_it(room: Path) -> None:
    """Of what the step wrote into the log, nothing is still on its way when people hear of it."""
    evening = Evening(room, 5)
    evening.play(80)
    acknowledged = {step.position for step in evening.steps[1:]}
    written = 0
    for moment, cut in cuts(evening.disk.log):
        if moment in acknowledged:
            on_their_way = [op for ops in cut.loose.values() for op in ops if op.name.endswith("-wal")]
            assert on_their_way == [], moment
        written += moment > 0 and evening.disk.log[moment - 1].kind == WRITE
    assert written > len(acknowledged) > 80
    evening.archive.close()


def test_the_disk_of_the_tests_does_lose_what_is_not_synced(room: Path) -> None:
    """A disk on which nothing can be lost would prove nothing: without syncs entries are gone."""
    evening = Evening(room, 6)
    evening.play(30)
    evening.archive.close()
    evening.disk.log[:] = [Op(WRITE) if op.kind == SYNC else op for op in evening.disk.log]
    some = [picture for count, picture in enumerate(pictures(evening, 1, Random(0))) if count % 10 == 0]
    lost = [1 for moment, image in some if not is_kept(looked_at(image, room, False), evening.steps, moment)]
    assert len(lost) > len(some) // 4
