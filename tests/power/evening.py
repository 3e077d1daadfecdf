"""Random evenings: people answer, take back, change the past, begin and delete games; every step is written down.

What they were told is kept was, each time, a `Step`: what the archive must hold from then on, whatever happens.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.engine.journal import Entry
from companion.engine.offers import Refusal
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer
from companion.games.glen_more_2.catalogue.box import read_box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.glen_more_2.definition import GAME
from companion.games.installed import InstalledGames
from companion.games.random_play import NoLegalMove
from companion.session.game_on_table import table_games
from companion.session.running_game import RunningGame
from companion.state.glen_more_2.facts import Facts
from companion.storage.archive import Archive
from companion.storage.archive_file import ArchiveError
from companion.storage.game_summary import GameSummary
from tests.power.disk import SOUND, Disk, Fault

BOX = Path(__file__).parent.parent / "boxes" / "complete.toml"
FILE = "games.sqlite"
Shelf = tuple[tuple[int, int, bool, GameSummary], ...]
"""Every game of an archive: id, number of entries, running, what lists say of it."""


@cache
def facts() -> Facts:
    return effective_facts(read_box(BOX))


def shelf(archive: Archive) -> Shelf:
    return tuple((k.id, k.entries, k.running, k.summary) for k in archive.games())


def ends(archive: Archive, games: Shelf) -> dict[int, str]:
    """The last entry of each game, as it lies in the file."""
    sql = "SELECT body FROM entries WHERE game = ? ORDER BY number DESC LIMIT 1"
    return {game[0]: str(archive._ask(sql, game[0])) for game in games}


class Step(NamedTuple):
    """After so many operations of the disk people were told that this is kept, or that it can't be kept.

    ends: the last entry of each game, which holds the hash of its state.
    """

    position: int
    shelf: Shelf
    ends: dict[int, str]
    acknowledged: bool = True


class Watched(Archive):
    """An archive that writes down what it has acknowledged, at the moment when it does."""

    def __init__(self, disk: Disk, path: Path, steps: list[Step]) -> None:
        self.steps, self._disk = steps, disk
        super().__init__(path, disk.connect)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        tried: tuple[Shelf, dict[int, str]] | None = None
        try:
            with super()._writing():
                yield
                now = shelf(self)
                tried = (now, ends(self, now))
        except ArchiveError:
            if tried:
                self.steps.append(Step(len(self._disk.log), *tried, acknowledged=False))
            raise
        assert tried
        self.steps.append(Step(len(self._disk.log), *tried))


class Evening:
    """A table whose people do random things, on a disk that remembers. breaks: how often it is switched off."""

    def __init__(self, folder: Path, seed: int, checkpoint: int = 40, breaks: float = 0.02) -> None:
        self._breaks = breaks
        self.path = folder / FILE
        self.disk = Disk(checkpoint)
        self.steps = [Step(0, (), {})]
        self._dice = Random(seed)
        self._now = datetime(2026, 1, 1, tzinfo=UTC)
        self._player = RandomPlayer(RandomGamePlan(3, seed, die=bool(seed % 2)))
        self._game = GAME.rules
        self._games = table_games(InstalledGames([GAME]), folder, lambda task: task(), lambda _game: None, facts())
        self._sit_down()

    def _sit_down(self) -> None:
        self.archive = Watched(self.disk, self.path, self.steps)
        self.running = RunningGame(self._games, self.archive, tuple, now=self._later)
        self._is_open = True

    def _later(self) -> datetime:
        """Every game begins at another hour."""
        self._now += timedelta(hours=1)
        return self._now

    def play(self, steps: int, fault: Fault = SOUND) -> int:
        """So many more things happen; now and then the companion is switched off and on.

        With a faulty disk some of them can't be kept: how many. Whoever switches on waits until the disk is sound.
        """
        troubles = 0
        self.disk.fault = fault
        for _ in range(steps):
            try:
                self.something()
            except ArchiveError:
                troubles += 1
                self._look_again(fault)
        self.disk.fault = SOUND
        return troubles

    def _look_again(self, fault: Fault) -> None:
        """After trouble in the middle of a change of games, the companion goes on with what the archive has."""
        self.disk.fault = SOUND
        if not self._is_open or self.archive.running() != self.running.id:
            self.archive.close()
            self._sit_down()
        self.disk.fault = fault

    def something(self) -> None:
        chance = self._dice.random()
        if chance < self._breaks:
            self._is_open = False
            self.archive.close()
            self._sit_down()
        elif self._dice.random() < 0.03:
            self._another_game()
        else:
            self._entry(chance)
            self.running.label()

    def _another_game(self) -> None:
        others = [kept.id for kept in self.archive.games() if kept.id != self.running.id]
        chance = self._dice.random()
        if others and chance < 0.5:
            self.running.resume(self._dice.choice(others))
        elif others and chance < 0.65:
            self.running.delete(self._dice.choice([*others, self.running.id]))
        else:
            self.running.new()

    def _entry(self, chance: float) -> None:
        entries = self._proposed(chance)
        if not isinstance(entries, Refusal) and entries:
            self.running.store(entries, lambda: None)

    def _proposed(self, chance: float) -> tuple[Entry, ...] | Refusal:
        history = self.running.history
        if chance < 0.12:
            return history.propose_undo()
        if chance < 0.16:
            return history.propose_redo()
        if chance < 0.18 and history.standing:
            return history.propose_edit(self._dice.choice(history.standing).number, None).entries
        if chance < 0.22:
            return history.propose(self._player.correction(history))
        if GAME.finished(history.state):
            self.running.new()
            return ()
        try:
            return history.propose(self._player.answer(self._game.questions(history.state)))
        except NoLegalMove:  # people corrected themselves into a corner
            return history.propose_undo()
