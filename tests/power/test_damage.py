"""Damage to what was synced long ago: the longest valid beginning, the original kept, the loss named.

A picture of a disk at rest is bent in one place, in the file or in its log, and opened with the real archive. No
power cut does that: a disk that changes what it has synced is failing (`test_power_cuts` is about the others).
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
from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.storage.archive import Archive
from companion.storage.archive_file import ArchiveError
from companion.storage.salvage import log_path
from tests.power.evening import FILE, Evening, shelf
from tests.power.images import SECTOR, Cut, Image, lay

BENDINGS = 120
LOG = f"{FILE}-wal"
PAGE = 4096
Games = dict[int, list[Entry]]
Bend = Callable[[bytearray, int, Random], None]


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
    game = game_rules()
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
            self.told = [str(message) for message in archive.mended]
        kept = sorted(folder.glob(f"{FILE}.damaged-?"))
        beside = {ending: folder / f"{kept[0].name}{ending}" for ending in ("", "-wal")} if kept else {}
        self.kept = {ending: path.read_bytes() if path.exists() else b"" for ending, path in beside.items()}
        shutil.rmtree(folder)


@pytest.fixture
def moved(room: Path) -> tuple[Image, Games]:
    """Most of the evening was moved into the file."""
    return played(room, 32, 90, checkpoint=30)


def bent_ones(image: Image, name: str, bend: Bend) -> Iterator[Image]:
    """The picture with one file bent, each time elsewhere."""
    dice = Random(bend.__name__)
    for _ in range(BENDINGS // 3):
        content = bytearray(image[name])
        bend(content, dice.randrange(len(content)), dice)
        if bytes(content) != image[name]:
            yield {**image, name: bytes(content)}


@pytest.mark.parametrize("bend", [flip, empty_sector, rubbish])
def test_a_bent_place_leaves_a_beginning_of_each_game_and_every_loss_is_named(
    bend: Bend, moved: tuple[Image, Games], room: Path, record_property: Any
) -> None:
    image, games = moved
    named = late = 0
    for count, bent in enumerate(bent_ones(image, FILE, bend), 1):
        record_property("damaged pictures opened", count)
        found = Opened(bent, room)
        assert_beginnings(found.games, games)
        if found.told:
            named += 1
            # Damage that is met only when a game is read is kept as it stands then: with the log folded in.
            if found.kept["-wal"]:
                assert found.kept == {"": bent[FILE], "-wal": bent.get(LOG, b"")}
            else:
                late += 1
                assert found.kept[""]
        if found.games != games:
            assert len(found.told) > 1, found.told
    assert named > 5
    assert late <= 1


@pytest.mark.parametrize("bend", [flip, empty_sector, rubbish])
@pytest.mark.parametrize("checkpoint", [1000, 30], ids=["all in the log", "moved into the file"])
def test_a_bent_log_leaves_a_beginning_of_each_game(bend: Bend, checkpoint: int, room: Path) -> None:
    """Where the log is bent SQLite takes it for torn, and leaves out what lies behind it without a word.

    To tell that from a power cut one must read the log's checksums by hand. Of the thousands of pictures that
    power cuts leave (`test_power_cuts`) not one needs that, so it isn't done. What is there is a beginning of each
    game and can be played on. The log is emptied whenever the companion ends as it should, so a failing card can
    reach what it holds only between a power cut and the next start.
    """
    image, games = played(room, 31, 60, checkpoint)
    less = 0
    for bent in bent_ones(image, LOG, bend):
        found = Opened(bent, room)
        assert_beginnings(found.games, games)
        less += found.games != games
        if found.told:
            assert found.kept == {"": bent[FILE], "-wal": bent[LOG]}
    assert less > 3


def assert_beginnings(found: Games, whole: Games) -> None:
    for number, entries in found.items():
        # A game that was deleted comes back when the log that deleted it is bent.
        if number in whole:
            assert entries == whole[number][: len(entries)]


# The plug is pulled while a damaged file is mended


class PluggedOut(BaseException):
    """Nothing catches this one."""


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
    image, games = played(room, 35, 90, 30)
    # A page that isn't in the log too, and that holds something.
    pages = range(PAGE, len(image[FILE]), PAGE)
    bends = ({**image, FILE: image[FILE][:at] + b"\xa5\x5a" + image[FILE][at + 2 :]} for at in pages)
    opened = ((bent, Opened(bent, room)) for bent in bends)
    bent, saved = next(
        (bent, found) for bent, found in opened if any(found.games.values()) and found.games != games
    )
    silent = 0
    for after in range(40):
        folder = room / "picture"
        folder.mkdir()
        lay(bent, folder)
        pulled(after)
        try:
            Archive(folder / FILE).close()
        except (PluggedOut, ArchiveError):
            done = False
        else:
            done = True
        pulled(10**9)
        with Archive(folder / FILE) as archive:
            assert all_games(archive) == saved.games, after
            silent += not (done or archive.mended)
        kept = list(folder.glob(f"{FILE}.damaged-?"))
        assert bent[FILE] in [each.read_bytes() for each in kept]
        assert bent[LOG] in [log_path(each).read_bytes() for each in kept if log_path(each).exists()]
        shutil.rmtree(folder)
        if done:
            break
    assert done
    assert after > 8
    assert silent <= 1  # when all is done and only the last sync is not
