"""Recorded games again: up to an entry, and decided anew."""

from __future__ import annotations

import json

import pytest

from companion.engine.history import Difference
from companion.engine.message import tr
from companion.engine.offers import Refusal, refuse_answer
from companion.storage.transfer import BadJournal, NoSuchEntry, difference_text, export_journal, replay_journals
from tests.counting_game.rules import CountingGame, add, fill, game_of
from tests.engine.test_history import played, undo


def recorded(*stones: int) -> list[bytes]:
    history = played(*(add(turn, n) for turn, n in enumerate(stones, 1)))
    undo(history)
    return list(export_journal(history))


class Stricter(CountingGame):
    """Rules that changed since: no more than two stones at a time."""

    def decide(self, state, answer):
        if answer.values == (3,):
            return refuse_answer("CG-09", tr("At most two stones."))
        return super().decide(state, answer)


def stricter_of(slug: str) -> CountingGame:
    return Stricter()


def test_a_game_is_replayed_to_its_end() -> None:
    (game,) = replay_journals(recorded(1, 2, 3), game_of)
    assert game.history.state.heap == 7
    assert game.difference is None


@pytest.mark.parametrize(("upto", "heap"), [(0, 4), (1, 5), (2, 7), (3, 10), (4, 7)])
def test_upto_counts_entries_undo_entries_included(upto: int, heap: int) -> None:
    (game,) = replay_journals(recorded(1, 2, 3), game_of, upto)
    assert game.history.state.heap == heap
    assert len(game.history.entries) == upto


@pytest.mark.parametrize("upto", [-1, 5])
def test_an_entry_that_is_not_there_is_told(upto: int) -> None:
    with pytest.raises(NoSuchEntry) as bad:
        replay_journals(recorded(1, 2, 3), game_of, upto)
    assert str(bad.value.message) == f"There is no entry {upto}; say a number from 0 to 4."


def test_of_several_games_a_shorter_one_is_shown_as_it_ended() -> None:
    games = replay_journals([*recorded(1), *recorded(1, 2, 3)], game_of, 3)
    assert [len(game.history.entries) for game in games] == [2, 3]


def test_a_fault_after_the_entry_to_stop_at_is_still_a_fault() -> None:
    rows = recorded(1, 2, 3)
    with pytest.raises(BadJournal):
        replay_journals([*rows[:-1], b"x\n"], game_of, 1)


def test_a_faithful_game_is_checked_without_a_difference() -> None:
    assert [game.difference for game in replay_journals(recorded(1, 2, 3), game_of, checks_results=True)] == [None]


def test_a_check_names_the_first_entry_that_would_be_refused_today() -> None:
    rows = recorded(1, 3, 1, 3, 1)
    assert replay_journals(rows, stricter_of)[0].difference is None
    difference = replay_journals(rows, stricter_of, checks_results=True)[0].difference
    assert difference
    assert difference.number == 2
    assert str(difference_text(difference)) == (
        "Entry 2 is refused when it is decided again: At most two stones. (CG-09)"
    )


def test_what_is_taken_back_is_not_checked() -> None:
    assert replay_journals(recorded(1, 1, 3), stricter_of, checks_results=True)[0].difference is None


def test_a_check_names_an_entry_whose_answer_gives_something_else() -> None:
    rows = recorded(1, 2, 3)
    row = json.loads(rows[2])
    row["answer"]["values"] = [1]
    rows[2] = json.dumps(row).encode() + b"\n"
    difference = replay_journals(rows, game_of, checks_results=True)[0].difference
    assert difference == Difference(2)
    assert str(difference_text(difference)) == "Entry 2 gives something else when it is decided again."


def test_a_refusal_without_a_rule_is_told_without_one() -> None:
    no = played(add(1)).propose(fill(2, "red", 99))
    assert isinstance(no, Refusal)
    assert str(difference_text(Difference(2, no))) == (
        "Entry 2 is refused when it is decided again: It must be from 1 to 5."
    )
