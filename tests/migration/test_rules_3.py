"""Games that began under version 3 of the rules keep its rulings; what was made otherwise later is version 4's."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from companion.engine.history import History, check
from companion.engine.journal import decided_by
from companion.games.glen_more_2 import GAME
from companion.games.glen_more_2.random_play import Plan, RandomPlayer, step
from companion.state.glen_more_2 import rulings
from tests.migration.old_files import FILES_RULES_3, JOURNALS_RULES_3, ends, lines, old_game

EVERY = 23
"""Of so many places in a journal one is gone on from."""


@pytest.mark.parametrize("name", JOURNALS_RULES_3)
def test_a_game_of_version_3_ends_as_it_did(name: str) -> None:
    history, end = old_game(name, FILES_RULES_3), ends(FILES_RULES_3)[name]
    assert history.header.rules == 3
    assert (len(history.entries), len(history.standing)) == (end["entries"], end["standing"])
    assert {**GAME.summary(history.state), "state_hash": history.hash()} == end["summary"]


@pytest.mark.parametrize("name", JOURNALS_RULES_3)
def test_replay_check_decides_every_entry_of_version_3_again(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Taken up in mid-game, a haggis rolled by hand, more barrels paid than were counted."""
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(lines(name, FILES_RULES_3)))
    assert main(["replay", str(file), "--check"]) == 0
    assert "Every entry gives the same when it is decided again." in capsys.readouterr().out


@pytest.mark.parametrize("name", JOURNALS_RULES_3)
def test_a_game_of_version_3_goes_on_by_version_3_from_any_entry(name: str) -> None:
    whole = old_game(name, FILES_RULES_3)
    for at in range(0, len(whole.entries), EVERY):
        history = History(whole.game, whole.header, whole.entries[:at])
        player = RandomPlayer(Plan(3, at))
        for _ in range(3):
            if not GAME.finished(history.state):
                step(history, player)
        assert {decided_by(history.header, entry) for entry in history.entries} == {3}
        assert check(history) is None


@pytest.mark.parametrize("name", JOURNALS_RULES_3)
def test_by_the_newest_rulings_a_kept_game_would_go_otherwise(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    history = old_game(name, FILES_RULES_3)
    monkeypatch.setattr(rulings, "since", lambda _state, _version: True)
    assert check(history) is not None


@pytest.mark.parametrize(
    "ruling",
    [
        "a_full_rondel_has_no_gaps",
        "barrels_are_compared",
        "by_hand_only_what_lies_there_is_told",
        "scots_are_counted_by_hand",
        "members_are_watched",
        "told_persons_move_no_scot",
        "goods_decide_every_place",
    ],
)
def test_each_changed_ruling_asks_the_version_that_the_game_began_with(ruling: str) -> None:
    setup = old_game(JOURNALS_RULES_3[0], FILES_RULES_3).header.setup
    said = [getattr(rulings, ruling)(GAME.rules.start(setup, version)) for version in (2, 3, 4)]
    assert said == [False, False, True]
