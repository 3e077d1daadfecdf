"""A whole companion is killed at random moments, again and again in one folder: `python -m tests.power.killing`.

Each life is a process of its own, forked from this one so that it need not load everything anew: the real App on
desk devices, its threads, its archive. It says on a pipe what people were told is kept. Afterwards the archive is
opened and must hold that, and at most one thing more, with what the companion rolled on its heels. Prints the
figures as JSON; ends with 1 at the first loss.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import shutil
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.app import App, build_app
from companion.engine.game import Game
from companion.engine.history import History
from companion.engine.journal import Entry
from companion.engine.offers import COMPANION_ROLLS, Answer
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer
from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.games.random_play import NoLegalMove
from companion.session.inputs import AnswerSubmitted, ButtonPressed
from companion.settings import Settings
from companion.storage.archive import Archive
from tests.power.evening import FILE, facts

LIVES_OF_A_FOLDER = 40
WORDS = 3
"""So many words of a life are waited for at most before it is killed: on a busy machine too some are told."""
LATEST = 0.06
"""Seconds after that until it is killed at the latest."""
PATIENCE = 30.0


class Told(NamedTuple):
    """What people were told is kept: so many entries of this game, ending in this state."""

    game: int
    entries: int
    hash: str


def live(folder: Path, seed: int, pipe: int) -> None:
    """Play until somebody pulls the plug."""
    app = build_app(Settings(data_folder=str(folder)), facts=facts(), game="glen_more_2", dice=Random(seed))
    app.start()
    tr(pipe, app)
    dice, player = Random(seed), RandomPlayer(RandomGamePlan(2 + seed % 3, seed))
    while True:
        with suppress(NoLegalMove):
            act(app, dice, player)
            tr(pipe, app)


def act(app: App, dice: Random, player: RandomPlayer) -> None:
    """One thing that people do; it is over when they were told how it went."""
    chance = dice.random()
    if chance < 0.1:
        done = app.submit(ButtonPressed("UNDO"))
    elif chance < 0.12:
        done = app.submit(ButtonPressed("UNDO", long=True))
    else:
        done = app.submit(AnswerSubmitted(player.answer(app.snapshot.questions)))
    reaction = done.result(PATIENCE)
    assert reaction.signal != "trouble", reaction.sentence


def tr(pipe: int, app: App) -> None:
    # The state thread may be at work no more: nothing was handed in since the last future was done.
    history = app.running.history
    line = json.dumps([app.running.id, len(history.entries), history.hash()]) + "\n"
    os.write(pipe, line.encode())


def one_life(folder: Path, seed: int, dice: Random) -> list[Told]:
    """What was told in a life that ended suddenly."""
    ear, mouth = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(ear)
            live(folder, seed, mouth)
        finally:
            os._exit(3)
    os.close(mouth)
    heard = listen_and_kill(child, ear, dice)
    os.close(ear)
    return [Told(*json.loads(line)) for line in heard.split(b"\n")[:-1]]


def listen_and_kill(child: int, ear: int, dice: Random) -> bytes:
    """Kill it somewhere between its birth and a little after one of its first words."""
    heard = b""
    words = dice.randint(1, WORDS) if dice.random() < 0.8 else 0  # 0: it may be killed before it has said anything
    while heard.count(b"\n") < words:
        ready, _, _ = select.select([ear], [], [], PATIENCE)
        assert ready, "a companion that says nothing"
        more = os.read(ear, 65536)
        assert more, "a companion that ended by itself"
        heard += more
    time.sleep(dice.random() * LATEST)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), f"it ended by itself with {os.waitstatus_to_exitcode(status)}"
    while more := os.read(ear, 65536):
        heard += more
    return heard


class Lost(Exception):
    """Something that was acknowledged is not there."""


def check(folder: Path, told: list[Told], game: Game) -> Told | None:
    """The archive after a life; raises Lost."""
    with Archive(folder / FILE) as archive:
        if archive.mended:
            raise Lost([str(message) for message in archive.mended])
        running = archive.running()
        history = archive.load(running, game) if running else None
    found = Told(running or 0, len(history.entries), history.hash()) if history else None
    for last in told[-1:]:
        if history is None or found is None or found.game != last.game or found.entries < last.entries:
            raise Lost(f"{last} was told, {found} is there")
        if not one_thing(history.entries[last.entries :]):
            raise Lost(f"{last} was told, and more than one thing is there: {found}")
        then = (
            history
            if found.entries == last.entries
            else History(game, history.header, history.entries[: last.entries])
        )
        if then.hash() != last.hash:
            raise Lost(f"{last} was told, another state is there")
    return found


def one_thing(entries: Sequence[Entry]) -> bool:
    """Whether people did at most one thing; what the companion rolled on its heels is part of it."""
    return all(isinstance(each.answer, Answer) and each.answer.offer == COMPANION_ROLLS for each in entries[1:])


def killed(folder: Path, kills: int, seed: int) -> dict[str, int]:
    """So many lives; what they had to say."""
    dice, game = Random(seed), game_rules()
    facts()  # loaded once for all lives
    survived = acknowledged = one_more = 0
    for number in range(kills):
        if number % LIVES_OF_A_FOLDER == 0:
            shutil.rmtree(folder / "data", ignore_errors=True)
        told = one_life(folder / "data", seed * 1_000_003 + number, dice)
        found = check(folder / "data", told, game)
        survived += 1
        acknowledged += max(len(told) - 1, 0)
        one_more += bool(told and found and found.entries > told[-1].entries)
    return {"kills survived": survived, "answers acknowledged": acknowledged, "one more on the disk": one_more}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    typed = parser.parse_args()
    try:
        figures = killed(typed.folder, typed.kills, typed.seed)
    except Lost as lost:
        print(lost, file=sys.stderr)
        return 1
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
