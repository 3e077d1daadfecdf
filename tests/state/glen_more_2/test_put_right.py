"""What hands do on the table when the past is told otherwise: both ways, and nothing that cancels out."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine.history import History
from companion.engine.offers import Answer
from companion.games.definition import RandomGame
from companion.games.glen_more_2.definition import GAME
from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.games.random_play import play_step
from companion.state.glen_more_2.model import Tile
from tests.sampled import half
from tests.state.glen_more_2.table import Table

RING = "red S-1 S-2 yellow blue S-3 A-6 A?"


def at(ring: str = RING, **more: object) -> Table:
    table = Table(3)
    table.arrange(ring, **more)  # type: ignore[arg-type]
    return table


def told(table: Table, number: int, instead: Answer | None = None, before: bool = False) -> list[str]:
    """What the hands are told when the entry of that number is changed (or goes, or something comes before it)."""
    edit = table.history.propose_edit(number, instead, before)
    assert edit.refusal is None
    assert edit.unfit_entries == ()
    return [str(line.text) for line in table.history.undo_instructions(*edit.entries)]


def ledger(table: Table, who: str, offer: str, *values: str | int) -> Answer:
    return Answer(table.question("ledger", who).number, offer, values)


def test_counts_are_told_by_what_is_more_or_less_of_them() -> None:
    table = at()
    table.enters("red", "coins_in", 3)
    table.enters("red", "barrel")
    assert told(table, 1, ledger(table, "red", "coins_in", 5)) == ["Red takes 2 coins"]
    assert told(table, 1, ledger(table, "red", "coins_out", 1)) == ["Red gives back 4 coins"]
    assert told(table, 1, ledger(table, "yellow", "coins_in", 3)) == [
        "Red gives back 3 coins",
        "Yellow takes 3 coins",
    ]
    assert told(table, 2, ledger(table, "red", "scots_in", 1)) == [
        "Red gives back 1 barrel",
        "1 Scot of Red into the home castle",
    ]
    assert told(table, 1, ledger(table, "red", "points", "other", 2), before=True) == ["Red takes 2 points"]


def test_what_cancels_out_is_not_told() -> None:
    table = at()
    table.enters("red", "points", "exchange", 5)
    table.takes("red", "S-1")
    assert told(table, 1, ledger(table, "red", "points", "tile", 5)) == []


def test_a_later_price_that_changes_moves_only_the_difference() -> None:
    """Without the first sale the second one brings 1 coin more, and 1 sheep stays."""
    table = at(market=dict.fromkeys(("wood", "stone", "barley", "sheep", "cattle"), 3))
    table.enters("red", "sell", "sheep")
    table.enters("red", "sell", "sheep")
    assert told(table, 1) == [
        "Red: 1 sheep back to the territory",
        "The sheep row: coins on 2 spaces",
        "Red gives back 2 coins",
    ]


def test_cards_and_markers_change_hands() -> None:
    table = at()
    table.enters("red", "landmark", "inverness")
    other = ledger(table, "yellow", "landmark", "inverness")
    assert "The card Inverness to Yellow" in told(table, 1, other)
    assert told(table, 1)[-1] == "The card Inverness back from Red"


def test_a_tile_goes_where_the_other_past_has_it_and_the_pawn_with_it() -> None:
    table = at("red S-1 S-2 yellow blue S-3 A-6 A?", discards=(Tile("S-4", "S"),))
    table.takes("red", "S-1")
    take = table.history.standing[0].answer
    assert isinstance(take, Answer)
    assert told(table, 1, Answer(take.question, "take", ("S-2",))) == [
        "Two Pines from the rondel to Red",
        "Whistling Ford from Red to the discard pile",
        "The pawn of Red: 1 space behind Yellow",
    ]


def test_a_tile_that_only_had_another_name_moves_nothing_but_itself() -> None:
    table = at("red A? yellow blue S-3 A?")
    table.takes("red", "A-7", ahead=1)
    take = table.history.standing[0].answer
    assert isinstance(take, Answer)
    lines = told(table, 1, Answer(take.question, "take", ("ahead:1", "A-6")))
    assert not [line for line in lines if "pawn" in line]


def test_a_scoring_after_the_change_is_said_to_be_counted_again() -> None:
    table = at("red S-1 yellow blue S-2 S-3", left={"A": 1})
    table.enters("red", "barrel")
    table.takes("red", "S-1")
    table.done()
    table.answers("deck_end", "yes")
    table.answers("count_scots", "counted", *[p.scots for p in table.state.players])
    table.answers("count_rest", "right")
    assert table.state.done_scorings == ("A",)
    more = Answer(table.history.game.questions(table.history.state_before(0))[1].number, "barrel")
    edit = table.history.propose_edit(1, more, before=True)
    assert edit.refusal is None
    again = table.history.rescoring_text(*edit.entries)
    assert str(again) == "Scored again, with other points: scoring round A."
    five = table.history.propose_edit(1, Answer(more.question, "points", ("other", 5)), before=True)
    again = table.history.rescoring_text(*five.entries)
    assert str(again) == "Scored again, with the same points: scoring round A.", "only had more before it"
    early = Answer(more.question, "coins_in", (1,))
    same = table.history.propose_edit(1, early, before=True)
    again = table.history.rescoring_text(*same.entries)
    assert str(again) == "Scored again, with the same points: scoring round A."
    last = table.history.propose_edit(len(table.history.entries), None)
    again = table.history.rescoring_text(*last.entries)
    assert str(again) == "Asked again: scoring round A.", "its own answer was removed"
    back = at("red S-1 yellow blue S-2 S-3")
    back.enters("red", "barrel")
    assert back.history.rescoring_text(*back.history.propose_edit(1, None).entries) is None


@pytest.mark.parametrize("seed", half(range(3)))
def test_any_entry_of_any_game_can_go_and_hands_are_told_something_true(seed: int) -> None:
    """No two tiles are sent to one space, and no space is counted from a figure that is sent elsewhere itself."""
    slugs = tuple(game_rules().library.expansions)
    history, player = GAME.random_play.begin(RandomGame(3, seed, (slugs[seed], slugs[seed + 4])))
    while len(history.standing) < 120 and not history.game.is_finished(history.state):
        play_step(history, player)
    for entry in Random(seed).sample(list(history.standing), 8):
        edit = history.propose_edit(entry.number, None)
        there = history.undo_instructions(*edit.entries)
        lines = [str(line.text) for line in there]
        changed = History(history.game, history.header, [*history.entries, *edit.entries])
        back = changed.undo_instructions(*changed.propose_undo())
        both = [{line.subject for line in way if not line.subject.startswith("tiles ")} for way in (there, back)]
        assert both[1] <= both[0], "line by line"
        assert changed.undo_instructions(*changed.propose_undo(), unmoved={"": tuple(history.standing)}) == ()
        spots = [line.partition(" to the rondel, ")[2] for line in lines if " to the rondel, " in line]
        assert len(set(spots)) == len(spots), "two tiles on one space"
        stands = [line.partition(": ") for line in lines if " ahead of " in line or " behind " in line]
        sent = {who.removeprefix("The pawn of ") for who, _colon, where in stands if where}
        assert not [line for line in lines for who in sent if line.endswith((f"ahead of {who}", f"behind {who}"))]


def test_another_set_up_is_laid_out_anew() -> None:
    table = Table(0)
    table.sits("red", "blue")
    table.answers("start", "go")
    table.answers("layout", "done")
    seat = next(e for e in table.history.standing if isinstance(e.answer, Answer) and e.answer.values == ("blue",))
    assert isinstance(seat.answer, Answer)
    edit = table.history.propose_edit(seat.number, Answer(seat.answer.question, "seat", ("green",)))
    assert [str(line.text) for line in table.history.undo_instructions(*edit.entries)] == [
        "Another set-up: lay the game out again"
    ]
