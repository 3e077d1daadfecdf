"""Damage to what was synced long ago: the longest valid beginning, the original kept, the loss named.

A picture of a disk at rest is bent in one place, in the file or in its log, and opened with the real archive.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.journal import Entry
from companion.games.loader import glen_more_2
from companion.storage.archive import Archive, ArchiveTrouble
from companion.storage.logscan import changes_behind_a_break
from companion.storage.salvage import beside
from tests.power.evening import FILE, Evening, shelf
from tests.power.images import SECTOR, Cut, Image, lay

BENDINGS = 120
LOG = f"{FILE}-wal"
HEAD, FRAME = 32, 24 + 4096
Games = dict[int, list[Entry]]


def at_rest(evening: Evening) -> Image:
    """All that was synced after the last step that people were told is kept."""
    cut = Cut()
    for op in evening.disk.log[: evening.steps[-1].position]:
        cut.take(op)
    return next(cut.images(Random(0), 0))


def played(room: Path, seed: int, steps: int, checkpoint: int) -> tuple[Image, Games]:
    """The picture after an evening, and what must be in it."""
    folder = room / "evening"
    folder.mkdir()
    evening = Evening(folder, seed, checkpoint, breaks=0)
    evening.play(steps)
    image = at_rest(evening)
    games = all_games(evening.archive)
    evening.archive.close()
    return image, games


def all_games(archive: Archive) -> Games:
    game = glen_more_2()
    return {kept[0]: list(archive.load(kept[0], game).entries) for kept in shelf(archive)}


def flip(content: bytearray, at: int, dice: Random) -> None:
    content[at] ^= dice.randint(1, 255)


def empty_sector(content: bytearray, at: int, _dice: Random) -> None:
    start = at - at % SECTOR
    content[start : start + SECTOR] = bytes(len(content[start : start + SECTOR]))


def rubbish(content: bytearray, at: int, dice: Random) -> None:
    start = at - at % SECTOR
    content[start : start + SECTOR] = dice.randbytes(len(content[start : start + SECTOR]))


class Opened:
    """What the companion finds when it is switched on with this picture, and says about it."""

    def __init__(self, image: Image, room: Path) -> None:
        folder = room / "picture"
        folder.mkdir()
        lay(image, folder)
        with Archive(folder / FILE) as archive:
            self.games = all_games(archive)  # may mend more
            self.games = all_games(archive)
            self.message = [str(message) for message in archive.mended]
        kept = sorted(folder.glob(f"{FILE}.damaged-?"))
        self.kept = {
            ending: (folder / f"{kept[0].name}{ending}").read_bytes() if kept else b"" for ending in ("", "-wal")
        }
        shutil.rmtree(folder)


@pytest.fixture(params=[(31, 60, 1000), (32, 90, 30)], ids=["all in the log", "moved into the file"])
def evening(request: pytest.FixtureRequest, room: Path) -> tuple[Image, Games]:
    seed, steps, checkpoint = request.param
    return played(room, seed, steps, checkpoint)


@pytest.mark.parametrize("bend", [flip, empty_sector, rubbish])
def test_a_bent_place_leaves_a_beginning_of_each_game_and_every_loss_is_named(
    bend: Callable[[bytearray, int, Random], None],
    evening: tuple[Image, Games],
    room: Path,
    record_property: Any,
) -> None:
    image, games = evening
    dice, named = Random(bend.__name__), 0
    for _ in range(BENDINGS // 2):
        name = dice.choice([n for n in image if n in (FILE, LOG) and image[n]])
        content = bytearray(image[name])
        bend(content, dice.randrange(len(content)), dice)
        if bytes(content) == image[name]:
            continue
        bent = {**image, name: bytes(content)}
        found = Opened(bent, room)
        assert_beginnings(found.games, games)
        if found.message:
            named += 1
            assert found.kept[""] == bent[FILE]
            assert found.kept["-wal"] == bent.get(LOG, b"")
        if found.games != games and not only_the_end_is_missing(found.games, games):
            assert len(found.message) > 1, found.message
    record_property("damaged pictures opened", BENDINGS // 2)
    assert named > 5


def assert_beginnings(found: Games, whole: Games) -> None:
    for number, entries in found.items():
        # A game that was deleted comes back when the log that deleted it is bent.
        if number in whole:
            assert entries == whole[number][: len(entries)]


def only_the_end_is_missing(found: Games, whole: Games) -> bool:
    """A bent last change or two look like one that the power cut: nobody can tell, nobody is told."""
    missing = [entry for number in whole for entry in whole[number][len(found.get(number, [])) :]]
    return len({entry.batch or entry.number for entry in missing}) <= 2


# The log


@pytest.fixture
def log(room: Path) -> bytes:
    return played(room, 33, 80, 10_000)[0][LOG]


def frames(log: bytes) -> int:
    return (len(log) - HEAD) // FRAME


def commits(log: bytes) -> list[int]:
    """The frames that end a change."""
    return [n for n in range(frames(log)) if any(log[HEAD + n * FRAME + 4 : HEAD + n * FRAME + 8])]


def scanned(content: bytes, room: Path) -> int:
    (room / "log").write_bytes(content)
    return changes_behind_a_break(room / "log")


def test_a_whole_log_and_one_cut_anywhere_have_no_break(log: bytes, room: Path) -> None:
    assert scanned(log, room) == 0
    assert scanned(b"", room) == 0
    dice = Random(1)
    for _ in range(40):
        assert scanned(log[: dice.randrange(len(log))], room) == 0


def test_a_torn_last_change_is_no_break(log: bytes, room: Path) -> None:
    ends = commits(log)
    number = next(n for n in range(len(ends) - 1, 0, -1) if ends[n] > ends[n - 1] + 1)
    before, last = ends[number - 1], ends[number]
    log = log[: HEAD + (last + 1) * FRAME]
    for torn in range(before + 1, last + 1):
        place = HEAD + torn * FRAME + 100
        assert scanned(log[:place] + b"!!" + log[place + 2 :], room) == 0


def test_what_lies_behind_a_bent_frame_is_counted_in_changes(log: bytes, room: Path) -> None:
    ends = commits(log)
    for broken in (0, ends[3], ends[3] + 1, ends[-3]):
        place = HEAD + broken * FRAME + 500
        lost = sum(end >= broken for end in ends)
        assert scanned(log[:place] + b"\xa5\x5a" + log[place + 2 :], room) == lost


def test_a_log_with_a_bent_head_is_lost_whole_and_that_is_seen(log: bytes, room: Path) -> None:
    for place in (0, 3, 5, 9, 17, 25):
        assert scanned(log[:place] + bytes([log[place] ^ 3]) + log[place + 1 :], room) == len(commits(log))


def test_an_older_log_under_a_new_one_is_no_break(room: Path) -> None:
    """After all was moved into the file SQLite writes over its log from the start, with other salts."""
    folder = room / "evening"
    folder.mkdir()
    evening = Evening(folder, 34, checkpoint=20)
    longest = 0
    for _ in range(60):
        evening.play(1)
        content = beside(evening.path).read_bytes() if beside(evening.path).exists() else b""
        longest = max(longest, len(content))
        assert scanned(content, room) == 0
    assert longest > 20 * FRAME
    evening.archive.close()


# The plug is pulled while a damaged file is mended


class PluggedOut(BaseException):
    """Nothing catches this one."""


STEPS_OF_MENDING = ("fsync", "replace", "unlink", "copyfile")


@pytest.fixture
def pulled(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], None]]:
    """`pulled(n)`: the n-th thing done to the disk from now on is not done any more."""
    left = [10**9]

    def counting(real: Callable[..., Any]) -> Callable[..., Any]:
        def do(*args: Any, **more: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise PluggedOut
            return real(*args, **more)

        return do

    monkeypatch.setattr(os, "fsync", counting(os.fsync))
    monkeypatch.setattr(Path, "replace", counting(Path.replace))
    monkeypatch.setattr(Path, "unlink", counting(Path.unlink))
    monkeypatch.setattr(shutil, "copyfile", counting(shutil.copyfile))

    def pull(after: int) -> None:
        left[0] = after

    yield pull
    left[0] = 10**9


def test_the_plug_pulled_while_mending_loses_nothing_that_could_be_saved(
    room: Path, pulled: Callable[[int], None]
) -> None:
    image, *_ = played(room, 35, 60, 10_000)
    place = HEAD + commits(image[LOG])[20] * FRAME + 500
    bent = {**image, LOG: image[LOG][:place] + b"\xa5\x5a" + image[LOG][place + 2 :]}
    saved = Opened(bent, room)
    assert any(saved.games.values())
    silent = 0
    for after in range(40):
        folder = room / "picture"
        folder.mkdir()
        lay(bent, folder)
        pulled(after)
        try:
            Archive(folder / FILE).close()
        except (PluggedOut, ArchiveTrouble):
            done = False
        else:
            done = True
        pulled(10**9)
        with Archive(folder / FILE) as archive:
            assert all_games(archive) == saved.games, after
            silent += not (done or archive.mended)
        kept = [beside(each).read_bytes() for each in folder.glob(f"{FILE}.damaged-?") if beside(each).exists()]
        assert bent[LOG] in kept
        shutil.rmtree(folder)
        if done:
            break
    assert done
    assert after > 8
    assert silent <= 1  # when all is done and only the last sync is not
