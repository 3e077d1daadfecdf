"""What version 0.1.0 wrote opens, stands where it stood, and goes on from any entry."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.commands.journals import game_of
from companion.engine.history import History
from companion.engine.journal import Entry
from companion.games.random_play import Plan, RandomPlayer, step
from companion.storage.archive import Archive
from tests.migration.old_files import JOURNALS, ends, old_game, unpack_data_folder

TO_THE_END = 23
"""Of so many places in a journal one is played on to the end of the game, the others for some answers."""


@pytest.mark.parametrize("name", JOURNALS)
def test_a_journal_ends_as_it_did(name: str) -> None:
    history, end = old_game(name), ends()[name]
    summary = game_of(history.header.game).summary(history.state)
    summary.pop("state_hash")
    assert (len(history.entries), len(history.standing)) == (end["entries"], end["standing"])
    assert summary == end["summary"]


@pytest.mark.parametrize("name", JOURNALS)
def test_a_journal_goes_on_from_any_entry(name: str) -> None:
    whole = old_game(name)
    for at in range(len(whole.entries) + 1):
        history = History(whole.game, whole.header, whole.entries[:at])
        go_on(history, seed=at, answers=4000 if at % TO_THE_END == 0 else 2)


def go_on(history: History, seed: int, answers: int) -> None:
    """Play on at random, as far as the game goes; UNDO back into the old part must work at any time."""
    player, dice, game = RandomPlayer(Plan(4, seed, taps=0.1)), Random(seed), game_of(history.header.game)
    for _ in range(answers):
        if game.finished(history.state):
            return
        step(history, player)
        if dice.random() < 0.01:
            history.add(undone(history))
    assert answers < 100, "no end in sight"


def undone(history: History) -> tuple[Entry, ...]:
    return history.propose_back_to(history.standing[-min(9, len(history.standing))].number)


def test_a_data_folder_goes_on(tmp_path: Path) -> None:
    data = unpack_data_folder(tmp_path)
    with Archive(data / "games.sqlite") as archive:
        kept = archive.games()
        assert [(each.name, each.finished, each.running) for each in kept] == [
            ("Bob, Ann, Eva", False, True),
            ("Ann, Bob, Cleo, Dora", False, False),
            ("Ann, Bob", False, False),
            ("Ann, Bob, Cleo", True, False),
        ]
        for each in kept:
            history = archive.load(each.id, game_of(each.header.game))
            assert len(history.entries) == each.entries
            if not each.finished:
                before = len(history.entries)
                step(history, RandomPlayer(Plan(4, each.id)))
                archive.append(each.id, history.entries[before:], history.game)
    with Archive(data / "games.sqlite") as archive:
        assert [each.entries for each in archive.games()] == [each.entries + (not each.finished) for each in kept]
        assert archive.mended == []
