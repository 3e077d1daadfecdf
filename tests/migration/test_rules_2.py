"""Games that began under version 2 of the rules keep its rulings: decided again they give the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from companion.engine.history import History, check
from companion.engine.journal import decided_by
from companion.games.glen_more_2 import GAME
from companion.games.glen_more_2.random_play import Plan, RandomPlayer, step
from companion.state.glen_more_2 import rulings
from companion.storage.transfer import export_journal, read_journals
from tests.migration.old_files import FILES_RULES_2, JOURNALS, JOURNALS_RULES_2, ends, lines, old_game

EVERY = 7
"""Of so many places in a journal one is gone on from."""


def kept(name: str) -> History:
    return old_game(name, FILES_RULES_2)


@pytest.mark.parametrize("name", JOURNALS_RULES_2)
def test_a_game_of_version_2_ends_as_it_did(name: str) -> None:
    """Its reading compares every hash already; here the whole of its end."""
    history, end = kept(name), ends(FILES_RULES_2)[name]
    assert history.header.rules == 2
    assert (len(history.entries), len(history.standing)) == (end["entries"], end["standing"])
    assert {**GAME.summary(history.state), "state_hash": history.hash()} == end["summary"]


@pytest.mark.parametrize("name", JOURNALS_RULES_2)
def test_replay_check_decides_every_entry_of_version_2_again(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(lines(name, FILES_RULES_2)))
    assert main(["replay", str(file), "--check"]) == 0
    assert "Every entry gives the same when it is decided again." in capsys.readouterr().out


def test_a_hash_of_version_2_that_is_not_right_is_found(tmp_path: Path) -> None:
    rows = lines(JOURNALS_RULES_2[0], FILES_RULES_2)
    last = kept(JOURNALS_RULES_2[0]).entries[-1].hash.encode()
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(rows).replace(last, b"0" * 64))
    assert main(["replay", str(file)]) != 0


@pytest.mark.parametrize("name", JOURNALS_RULES_2)
def test_a_game_of_version_2_goes_on_by_version_2_from_any_entry(name: str) -> None:
    whole = kept(name)
    for at in range(0, len(whole.entries), EVERY):
        history = History(whole.game, whole.header, whole.entries[:at])
        player = RandomPlayer(Plan(4, at))
        for _ in range(3):
            step(history, player)
        assert {decided_by(history.header, entry) for entry in history.entries} == {2}
        assert check(history) is None
        assert history.state.rules.version == 2


@pytest.mark.parametrize("name", JOURNALS_RULES_2)
def test_by_the_newest_rulings_a_kept_game_would_go_otherwise(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    history = kept(name)
    monkeypatch.setattr(rulings, "since", lambda _state, _version: True)
    assert check(history) is not None


@pytest.mark.parametrize(
    "ruling", ["out_at_worlds_end", "purses_are_compared", "die_leaves_by_its_tile", "die_moves_unasked"]
)
def test_each_changed_ruling_asks_the_version_that_the_game_began_with(ruling: str) -> None:
    setup = kept(JOURNALS_RULES_2[0]).header.setup
    said = [getattr(rulings, ruling)(GAME.rules.start(setup, version)) for version in (1, 2, 3)]
    assert said == [False, False, True]


def test_what_goes_on_from_version_1_is_decided_by_version_2_and_can_be_decided_again() -> None:
    old = old_game(JOURNALS[0])
    history = History(old.game, old.header, old.entries[: len(old.entries) // 2])
    for _ in range(5):
        step(history, RandomPlayer(Plan(4, 1)))
    new = history.entries[len(old.entries) // 2 :]
    assert {decided_by(history.header, entry) for entry in new} == {2}
    (again,) = read_journals(list(export_journal(history)), lambda _id: GAME.rules)
    assert again.state == history.state
    assert check(again) is None


def test_a_game_begun_now_goes_by_the_newest_rules() -> None:
    state = GAME.rules.start(kept(JOURNALS_RULES_2[0]).header.setup, GAME.rules.rules_version)
    assert state.rules.version == GAME.rules.rules_version == 4
