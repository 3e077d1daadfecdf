"""What the companion says it booked, and apart from it what people still owe."""

from __future__ import annotations

import pytest

from companion.state.glen_more_2.facts import Cost, Effect
from tests.state.glen_more_2.table import Table, facts_of, with_piece

COST = "Enter what the tile cost"


def taking(piece: str, ring: str = "red yellow blue {} S-2", **more: object) -> Table:
    table = Table(3, **more)  # type: ignore[arg-type]
    table.arrange(ring.format(piece), deck="A")
    table.takes("red", piece)
    return table


@pytest.mark.rule("GM-TRN-04", "GM-ONE-01")
def test_what_a_card_gave_is_booked_with_its_cause() -> None:
    table = taking("castle_stalker")
    assert table.booked == ["+3 coins: Castle Stalker", "Took Castle Stalker: its card"]


@pytest.mark.rule("GM-TIL-02")
def test_the_cost_stands_with_the_taking() -> None:
    facts = with_piece(facts_of("complete"), "A-6", cost=(Cost("coin", 2), Cost("whisky", 1)))
    assert taking("A-6", facts=facts).booked == ["Took Barley Row: -2 coins, -1 barrel"]


@pytest.mark.rule("GM-CLN-02")
def test_roads_and_markers_are_told() -> None:
    table = taking("donan_castle")
    table.answers("good_cost", "own")
    table.answers("crest", "crest", "macleod")
    assert table.booked == ["+3 coins: MacLeod", "Marker on MacLeod", "Took Donan Castle: its card"]
    table = taking("donan_castle")
    table.answers("good_cost", "own")
    table.answers("crest", "crest", "ross")
    assert "-1 coin: the roads" in table.booked


def test_what_is_booked_for_another_player_has_the_name() -> None:
    table = taking("A-6")
    table.enters("yellow", "coins_in", 2)
    assert table.booked[0] == "Yellow: +2 coins: entered"


def test_what_is_booked_is_gone_with_undo_and_with_the_next_taking() -> None:
    table = taking("castle_stalker")
    table.declines()
    table.undo()
    table.undo()
    assert table.booked == []
    table.takes("red", "castle_stalker")
    table.declines()
    table.done()
    assert (table.on_turn, table.booked) == ("yellow", [])


def test_a_scoring_round_on_the_way_is_one_line() -> None:
    table = Table(3)
    table.arrange("red S-1 blue S-2 yellow S-3 A?", deck="A", left={"A": 2})
    table.has("red", scots=3)
    table.takes("red", "S-3")
    table.done()
    table.answers("deck_end", "yes")
    table.answers("count_scots", "counted", 3, 0, 0)
    table.answers("count_rest", "right")
    line = next(line for line in table.booked if line.startswith("scoring round A"))
    assert "Red +" in line
    assert not any("Scots at home" in line for line in table.booked), "its parts stand on the sheet of the round"


@pytest.mark.rule("GM-TIL-02")
def test_a_sale_does_not_pay_an_unknown_cost() -> None:
    table = taking("A-6", box="bare")
    assert COST in table.owes
    table.enters("red", "sell", "wood")
    assert COST in table.owes
    table.enters("red", "coins_out", 1)
    assert COST not in table.owes


@pytest.mark.rule("GM-TIL-02")
def test_that_a_tile_was_free_can_be_said() -> None:
    table = taking("A-6", box="bare")
    table.enters("red", "free")
    assert COST not in table.owes
    assert "free" not in table.offers("ledger", "red")
    table.declines()
    table.done()
    assert not {"coins", "barrels"} & set(table.player("red").doubtful)


@pytest.mark.rule("GM-TIL-02")
def test_after_a_sale_alone_the_counts_are_in_doubt() -> None:
    table = taking("A-6", box="bare")
    table.enters("red", "sell", "wood")
    table.declines()
    table.done()
    assert {"coins", "barrels"} <= set(table.player("red").doubtful)


@pytest.mark.rule("GM-TRN-04")
@pytest.mark.parametrize("effect", [Effect("scots", n=1), Effect("remove_tiles", n=1), Effect("gain", "coin", 2)])
def test_an_effect_that_is_booked_or_asked_is_not_left_to_the_hands(effect: Effect) -> None:
    facts = with_piece(facts_of("complete"), "A-6", one_time=(effect,), cost=())
    assert taking("A-6", facts=facts).chores == []


@pytest.mark.rule("GM-END-05", "GM-SET-11")
def test_worlds_end_is_announced_when_it_appears_and_when_a_pawn_passes_it() -> None:
    table = Table(3)
    table.arrange("red S-1 blue yellow D-1 D-2", deck="D", left={"D": 3})
    table.takes("red", "D-1")
    table.declines()
    table.answers("end", "end_laid", "1")
    assert "World's End lies on the rondel" in table.booked
    table = Table(3)
    table.arrange("red yellow blue END D-3 D-12", deck="D", left={"D": 0})
    table.takes("red", "D-3")
    assert "Red has passed World's End" in table.booked
    table.undo()
    table.answers("take", "worlds_end")
    assert table.booked == ["Red stops on World's End"]


@pytest.mark.rule("GM-TIL-02", "GM-MKT-03")
def test_only_what_is_entered_after_the_taking_can_have_paid_for_the_tile() -> None:
    table = Table(3, box="bare")
    table.arrange("red yellow blue A-6 S-2")
    table.has("red", coins=9)
    table.enters("red", "buy", "wood")
    table.enters("red", "coins_out", 1)
    table.takes("red", "A-6")
    assert COST in table.owes
    table.enters("red", "buy", "stone")
    assert COST not in table.owes
