"""The whole companion is killed at random moments, many times, and loses nothing it has acknowledged."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.storage.archive import Archive
from tests.power.evening import FILE, Evening
from tests.power.killing import Lost, Told, check
from tests.power.test_power_cuts import Record

ROOT = Path(__file__).parents[2]
KILLS, LONG_KILLS, SHARES = 60, 10_000, 2


def killed(room: Path, kills: int, seed: int) -> dict[str, int]:
    """The figures of so many kills, by a process that has only one thread of its own."""
    command = [sys.executable, "-m", "tests.power.killing", str(room), "--kills", str(kills), "--seed", str(seed)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    figures: dict[str, int] = json.loads(done.stdout)
    return figures


@pytest.mark.parametrize("share", range(SHARES))
def test_a_killed_companion_has_all_that_was_acknowledged(share: int, room: Path, record_property: Record) -> None:
    figures = killed(room, KILLS // SHARES, share)
    record_property("kills survived", figures["kills survived"])
    assert figures["kills survived"] == KILLS // SHARES
    assert figures["answers acknowledged"] > KILLS // SHARES // 4


@pytest.mark.long
@pytest.mark.parametrize("share", range(SHARES))
def test_thousands_of_kills_too(share: int, room: Path, record_property: Record) -> None:
    figures = killed(room, LONG_KILLS // SHARES, 100 + share)
    record_property("kills survived", figures["kills survived"])
    assert figures["kills survived"] == LONG_KILLS // SHARES


def test_the_check_sees_a_loss(room: Path) -> None:
    game = game_rules()
    with pytest.raises(Lost, match="was told, None is there"):
        check(room, [Told(1, 0, "x")], game)
    evening = Evening(room, 40, breaks=0)
    evening.play(30)
    history = evening.running.history
    told = Told(evening.running.id, len(history.entries), history.hash())
    evening.archive.close()
    assert check(room, [told], game) == told
    for wrong in (told._replace(entries=told.entries + 1), told._replace(hash="x"), told._replace(game=99)):
        with pytest.raises(Lost):
            check(room, [wrong], game)
    with Archive(room / FILE) as archive:
        archive.append(told.game, history.propose_undo(), game)
    found = check(room, [told], game)
    assert found
    assert found.entries == told.entries + 1
