"""What the rulebook of Glen More II forbids at referee depth, what counts once, and what the refusals say."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.offers import Answer, Pick
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import Cost, Effect, Facts
from companion.state.glen_more_2.model import Tile
from tests.state.glen_more_2.followed import Followed, spot
from tests.state.glen_more_2.table import Table, facts_of, with_piece
from tests.state.glen_more_2.test_referee import DRY, box, table_with
from tests.state.glen_more_2.test_referee_activating import FREE, laid, trade, ways

SCALE = (
    Effect("exchange", pay={"animal": 1}, get={"vp": 2}),
    Effect("exchange", pay={"animal": 3}, get={"vp": 8}),
)


def overruled(events: tuple[Any, ...]) -> list[str]:
    return [each.rule for each in events if isinstance(each, ev.Overruled)]


# ---- one activation counts once


@pytest.mark.rule("GM-ACT-20")
def test_exchanges_of_other_goods_are_made_both() -> None:
    wood, stone = (Effect("exchange", pay={good: 1}, get={"vp": 2}) for good in ("wood", "stone"))
    table = laid(trade(wood, stone), wood=1, stone=1)
    table.answers("end", "use_S-2", "0:wood")
    table.answers("end", "use_S-2")
    assert table.player("red").points == {"S-2": 4}


@pytest.mark.rule("GM-CRS-22")
def test_with_the_coin_of_sinclair_each_price_is_listed_once() -> None:
    for coins in (1, 9):
        table = table_with("S-2", facts=trade(Effect("exchange", pay={"different_good": 2}, get={"vp": 4})))
        table.lies("red", spot("S-1", 1, 1, wood=1), crests=("sinclair",), coins=coins)
        table.lays("red", "S-2", 0, 1)
        found = ways(table)
        assert len(found) == len(set(found))
        assert coins > 1 or found == ["only"], "the coin and the wood"


def test_a_price_of_two_free_kinds_is_listed_once() -> None:
    table = laid(trade(Effect("exchange", pay={"any_good": 1, "animal": 1}, get={"vp": 4})), sheep=2, cattle=2)
    found = ways(table)
    assert len(found) == len(set(found))


def test_animals_are_named_where_only_animals_pay() -> None:
    table = laid(trade(SCALE[0]), sheep=1, cattle=1)
    label = str(table.offer("end", "use_S-2").label)
    assert label.endswith(": 1 sheep or cattle for 2 points")


# ---- a tile that is laid for nothing


@pytest.mark.rule("GM-CRS-19", "GM-EDG-03")
@pytest.mark.parametrize("piece", ["S-4", "loch_ness"])
def test_munro_pays_no_scot_for_a_tile_of_the_pile(piece: str) -> None:
    scot = {**FREE, "cost": (Cost("scot", 1),)}
    table = table_with("S-2", facts=box(S_4=scot, loch_ness=scot, S_2=DRY))
    table.stage(_with_pile(table, piece))
    table.enters("red", "crest", "munro")
    table.answers("from_discards", "tile", piece)
    table.answers("place", "place", "0,1")
    assert table.player("red").taken_tiles[-1].piece == piece
    assert sum(each.scots for each in table.player("red").territory.spots) == 1


def _with_pile(table: Followed, piece: str) -> Any:
    return replace(table.state, discards=(Tile(piece, table.state.facts.pieces[piece].deck or "S"),))


# ---- what only the rules of the turn allow


@pytest.mark.rule("GM-TAK-07")
def test_while_a_tile_can_be_taken_none_is_refused() -> None:
    table = table_with("S-2", facts=box(S_2=DRY, S_3=DRY))
    refusal = table.refused("take", "nothing", "S-2", "coin")
    assert (refusal.reason.rule, str(refusal.reason.text)) == (
        "GM-TAK-07",
        "Tile 1 ahead, Two Pines can be taken.",
    )
    assert table.refused("take", "nothing", "S-2", "coin", anyway=True).reason.rule == "GM-TAK-07"


@pytest.mark.rule("GM-TAK-07")
def test_a_player_who_can_take_none_moves_on() -> None:
    dear = {**DRY, "cost": (Cost("whisky", 1),)}
    table = table_with("S-2", facts=box(**dict.fromkeys(("S_1", "S_2", "S_3", "S_4", "S_5"), dear)))
    table.answers("take", "nothing", "S-2", "coin")
    assert table.state.discards == (Tile("S-2", "S"),)


@pytest.mark.rule("GM-MKT-05")
def test_a_good_is_bought_by_hand_only_where_something_is_to_be_paid() -> None:
    table = table_with("S-2", facts=box(S_2=DRY))
    refusal = table.refused("ledger", "buy", "wood", player="red")
    assert refusal.reason.rule == "GM-MKT-05"
    assert overruled(table.enters("red", "buy", "wood", anyway=True)) == ["GM-MKT-05"]
    unknown = table_with("S-2", facts=box(S_2={**DRY, "cost": None}))
    unknown.lays("red", "S-2", 0, 1)
    unknown.enters("red", "buy", "wood")


@pytest.mark.rule("GM-MKT-05", "GM-TAK-02")
@pytest.mark.parametrize(("entry", "values", "rules"), [("coins_out", (1,), []), ("free", (), ["GM-MKT-05"])])
def test_a_good_is_bought_for_an_unknown_cost_until_it_is_said_to_be_free(
    entry: str, values: tuple[int, ...], rules: list[str]
) -> None:
    """A coin that was entered may be a part of the cost."""
    table = table_with("S-2", facts=box(S_2={**DRY, "cost": None}))
    table.lays("red", "S-2", 0, 1)
    table.enters("red", entry, *values)
    assert overruled(table.enters("red", "buy", "wood", anyway=bool(rules))) == rules


@pytest.mark.rule("GM-MKT-02")
def test_only_the_player_on_turn_trades() -> None:
    table = table_with("S-2", facts=box(S_2=DRY))
    table.lies("yellow", spot("S-5", 1, 1, wood=1))
    table.has("yellow", coins=5)
    for entry in ("buy", "sell"):
        refusal = table.refused("ledger", entry, "wood", player="yellow")
        assert (refusal.reason.rule, str(refusal.reason.text)) == ("GM-MKT-02", "It is not Yellow's turn.")
    assert overruled(table.enters("yellow", "sell", "wood", anyway=True)) == ["GM-MKT-02"]


@pytest.mark.rule("GM-CRS-22")
def test_the_coin_of_sinclair_needs_a_coin() -> None:
    table = table_with("S-2", facts=box(S_2=DRY))
    table.has("red", crests=("sinclair",), coins=0)
    assert table.refused("ledger", "sinclair", player="red").reason.rule == "GM-TAK-01"
    table.has("red", coins=1)
    table.enters("red", "sinclair")
    assert table.player("red").coins == 0


@pytest.mark.rule("GM-CLN-06")
def test_a_road_may_cost_more_than_five_and_no_more_than_the_coins() -> None:
    table = Table(3, box="bare")
    table.arrange("red S-1 yellow S-2 blue S-3")
    pick = table.offer("ledger", "crest", player="red").parts[0]
    assert isinstance(pick, Pick)
    asked = next(choice for choice in pick.choices if choice.then and not choice.closed)
    table.has("red", coins=7)
    refusal = table.refused("ledger", "crest", asked.value, 8, player="red")
    assert refusal.reason.rule == "GM-TAK-01"
    table.enters("red", "crest", asked.value, 7)
    assert table.player("red").coins == 0


# ---- what costs nothing


@pytest.mark.rule("GM-ACT-10")
def test_two_goods_where_one_fits_come_at_the_end_of_the_turn() -> None:
    facts = trade(Effect("gain", "wood", 2))
    table = table_with("S-3", facts=facts)
    table.lies("red", spot("S-2", 0, 1, stone=2))
    table.lays("red", "S-3", 1, 1)
    assert table.spot("red", 0, 1).goods == {"stone": 2}, "a sale could make room for both"
    table.done()
    assert table.spot("red", 0, 1).goods == {"stone": 2, "wood": 1}


def test_nothing_is_activated_at_the_end_where_players_activate_by_hand() -> None:
    table = table_with("S-3", facts=trade(Effect("gain", "wood", 2)))
    table.lies("red", spot("S-2", 0, 1, stone=2))
    table.answers("take", "by_hand")
    table.lays("red", "S-3", 1, 1)
    table.done()
    assert table.spot("red", 0, 1).goods == {"stone": 2}


# ---- why a tile cannot be paid


@pytest.mark.rule("GM-MKT-03", "GM-TAK-01")
def test_a_row_without_a_good_is_the_reason_and_not_the_price() -> None:
    sheep = {**DRY, "cost": (Cost("sheep", 1),)}
    table = table_with("S-2", facts=box(S_2=sheep))
    table.stage(_with_row(table, "sheep", 3))
    refusal = table.refused("take", "take", "S-2")
    assert str(refusal.reason.text) == "Red has no sheep, and the market has none left."
    table.stage(_with_row(table, "sheep", 2))
    table.has("red", coins=1)
    dear = str(table.refused("take", "take", "S-2").reason.text)
    assert dear == "It costs 1 sheep: too dear with 1 coin and all that can be sold."


def _with_row(table: Followed, good: str, filled: int) -> Any:
    return replace(table.state, market={**table.state.market, good: filled})


# ---- the die and chronicle symbols


def with_symbols(*pieces: str) -> Facts:
    facts = facts_of("complete")
    for id in facts.pieces:
        facts = with_piece(facts, id, symbol=id in pieces)
    return facts


def at(ring: str, *pieces: str, **more: Any) -> Table:
    table = Table(3, die=True, facts=with_symbols(*pieces), chronicles=("great_glen",))
    table.arrange(ring, **more)
    return table


@pytest.mark.rule("GM-DIE-04", "GM-TIL-05")
def test_the_die_goes_on_when_the_tile_is_named_and_has_a_symbol() -> None:
    table = at("die red yellow blue A? A? S-3", "A-9")
    table.answers("roll", "face_1")
    table.answers("hit", "named", "A-9")
    assert table.reads() == "red yellow blue A-9 die S-3"
    assert table.state.discards == (Tile("", "A"),)


@pytest.mark.rule("GM-DIE-04", "GM-TIL-05")
def test_a_tapped_tile_with_a_symbol_is_not_discarded() -> None:
    table = at("die red yellow blue A? A? S-3", "A-9")
    table.answers("roll", "face_1")
    table.taps("A-9")
    assert table.reads() == "red yellow blue A-9 die S-3"


@pytest.mark.rule("GM-DIE-03", "GM-DIE-04")
def test_the_die_does_not_go_past_a_tile_that_suits_it() -> None:
    table = at("die red yellow blue A? S-2 S-3", "A-9")
    table.answers("roll", "face_1")
    assert table.refused("hit", "further", "3").reason.rule == "GM-DIE-03"
    assert overruled(table.answers("hit", "further", "3", anyway=True)) == ["GM-DIE-03"]
    assert table.reads() == "red yellow blue A? S-2 die"


@pytest.mark.rule("GM-DIE-04")
def test_a_tile_with_a_symbol_is_not_the_one_seen() -> None:
    table = at("die red yellow blue S-1 S-2 S-3", "S-2")
    assert table.refused("roll", "seen", "2").reason.rule == "GM-DIE-04"
    table.answers("roll", "seen", "3")
    assert table.reads() == "red yellow blue S-1 S-2 die"


@pytest.mark.rule("GM-DIE-02", "GM-DIE-03")
def test_no_roll_reaches_the_fourth_tile_unless_symbols_lie_between() -> None:
    ring = "die red yellow blue S-1 S-2 S-3 S-4"
    assert at(ring).refused("roll", "seen", "4").reason.rule == "GM-DIE-03"
    at(ring, "S-3").answers("roll", "seen", "4")


@pytest.mark.rule("GM-DIE-07", "GM-TIL-05")
def test_an_unknown_tile_laid_for_the_waiting_die_is_asked_about() -> None:
    table = at("die . . red yellow blue S-1", "A-9", spaces=9)
    table.answers("roll", "face_3")
    table.takes("red", "S-1")
    table.declines()
    table.done()
    assert table.kinds()[0] == "die_lands"
    table.answers("die_lands", "symbol")
    assert table.state.is_die_waiting
    table.answers("die_lands", "lands")
    assert not table.state.is_die_waiting
    assert table.state.discards[-1] == Tile("", "A")


@pytest.mark.rule("GM-DIE-07")
def test_a_named_tile_with_a_symbol_lets_the_die_wait_on() -> None:
    table = at("die . . red yellow blue S-1", "A-9", spaces=9)
    table.answers("roll", "face_3")
    table.takes("red", "S-1")
    table.declines()
    table.done()
    table.answers("die_lands", "named", "A-9")
    assert table.state.is_die_waiting or table.kinds()[0] != "die_lands"
    assert "A-9" in table.reads()


@pytest.mark.rule("GM-DIE-07", "GM-RND-06")
def test_the_space_that_the_waiting_die_leaves_is_filled() -> None:
    table = Table(2, die=True)
    table.arrange("die . . yellow S-1 red A-6", spaces=9)
    table.answers("roll", "face_3")
    table.takes("yellow", "S-1")
    table.declines()
    table.done()
    assert table.reads() == "yellow red A-6 A? die A? A? A?"
    assert len(table.state.track) == table.state.spaces - 1


@pytest.mark.rule("GM-RND-06", "GM-DIE-06", "GM-DIE-11")
@pytest.mark.parametrize("ring", ["yellow S-1 END+red . A-6", "yellow S-1 END . A-6 red"])
def test_the_space_of_a_die_that_left_beyond_worlds_end_is_filled(ring: str) -> None:
    table = Table(2)
    table.arrange(ring, spaces=9)
    table.takes("yellow", "S-1")
    table.declines()
    table.done()
    assert "." not in table.reads().split()
    assert len(table.state.track) == table.state.spaces - 1


def test_a_question_about_a_refused_answer_stays_open() -> None:
    table = table_with("S-2", facts=box(S_2=DRY, S_3=DRY))
    number = table.question("take").number
    table.refused("take", "nothing", "S-2", "coin")
    assert table.question("take").number == number
    table.answer(Answer(number, "take", ("S-2",)))
