"""What version 0.1.0 wrote opens, stands where it stood, and goes on from any entry."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.cli import main
from companion.engine.history import History
from companion.engine.journal import Entry
from companion.engine.offers import Answer, Refusal
from companion.games.glen_more_2 import GAME
from companion.games.glen_more_2.random_play import Plan, RandomPlayer, step
from companion.storage.archive import Archive
from companion.storage.transfer import export_journal
from tests.migration.old_files import JOURNALS, ends, lines, old_game, unpack_data_folder

TO_THE_END = 23
"""Of so many places in a journal one is played on to the end of the game, the others for some answers."""


@pytest.mark.parametrize("name", JOURNALS)
def test_a_journal_ends_as_it_did(name: str) -> None:
    history, end = old_game(name), ends()[name]
    summary = GAME.summary(history.state)
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
    player, dice, game = RandomPlayer(Plan(4, seed, taps=0.1)), Random(seed), GAME.rules
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
            history = archive.load(each.id, GAME.rules)
            assert len(history.entries) == each.entries
            if not each.finished:
                before = len(history.entries)
                step(history, RandomPlayer(Plan(4, each.id)))
                archive.append(each.id, history.entries[before:], history.game)
    with Archive(data / "games.sqlite") as archive:
        assert [each.entries for each in archive.games()] == [each.entries + (not each.finished) for each in kept]
        assert archive.mended == []


@pytest.mark.parametrize("name", JOURNALS)
def test_the_same_answers_decided_anew_end_the_same(name: str) -> None:
    """Version 2 asks the same questions with the same numbers, takes the same answers, and counts the same."""
    old, again = old_game(name), History(old_game(name).game, old_game(name).header)
    for entry in old.standing:
        assert isinstance(entry.answer, Answer)
        entries = again.propose(entry.answer)
        assert not isinstance(entries, Refusal), (entry, entries)
        again.add(entries)
    end, summary = ends()[name]["summary"], again.game.summary(again.state)
    assert summary == end


def test_what_version_1_decided_is_said_and_the_rest_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = old_game(JOURNALS[0])
    file = tmp_path / "old.jsonl"
    file.write_bytes(b"".join(lines(JOURNALS[0])))
    assert main(["replay", str(file), "--check"]) == 0
    assert "Version 1 of the rules decided it; its entries are taken as they stand." in capsys.readouterr().out
    history = History(old.game, old.header, old.entries[: len(old.entries) // 2])
    for _ in range(3):
        step(history, RandomPlayer(Plan(4, 1)))
    file.write_bytes(b"".join(export_journal(history)))
    assert main(["replay", str(file), "--check"]) == 0
    told = f"Version 1 of the rules decided {len(old.entries) // 2} of its entries"
    assert told in capsys.readouterr().out
    file.write_bytes(file.read_bytes().replace(history.hash().encode(), b"0" * 64))
    assert main(["replay", str(file), "--check"]) != 0
    assert "does not lead to the state it names" in capsys.readouterr().err


def test_an_entry_of_a_newer_version_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = lines(JOURNALS[0])
    newer = rows[3].rstrip(b"}\n") + b',"rules":99}\n'
    file = tmp_path / "newer.jsonl"
    file.write_bytes(b"".join([*rows[:3], newer, *rows[4:]]))
    assert main(["replay", str(file)]) != 0
    assert (
        "Line 4: the file is from a newer companion; install that version to read it." in capsys.readouterr().err
    )
