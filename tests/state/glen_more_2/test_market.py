"""The market: five rows, coins from the left, prices that follow."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import GOODS, Cost
from tests.state.glen_more_2.table import Table, facts_of, with_piece

VECTORS = {v["id"]: v for v in json.loads((Path(__file__).parents[2] / "vectors" / "base.json").read_text())}


def stall(coins: int = 30, **rows: int) -> Table:
    """Red is on turn, rich, before taking a tile; rows hold so many stacks of coins."""
    table = Table(3)
    table.arrange("red S-1 S-2 blue S-3 yellow S-4", market={**table.state.market, **rows})
    table.has("red", coins=coins)
    return table


@pytest.mark.rule("GM-MKT-01")
def test_five_rows_one_for_each_good() -> None:
    assert [row.good for row in Table(2).view.market] == list(GOODS)
    assert set(GOODS) == {"wood", "stone", "barley", "sheep", "cattle"}


@pytest.mark.rule("GM-MKT-01", "GM-MKT-10")
@pytest.mark.parametrize(
    ("filled", "buy", "sell", "coins"), [(0, 1, None, 0), (1, 2, 1, 1), (2, 3, 2, 3), (3, None, 3, 6)]
)
def test_the_printed_prices(filled: int, buy: int | None, sell: int | None, coins: int) -> None:
    row = next(r for r in stall(cattle=filled).view.market if r.good == "cattle")
    assert (row.filled, row.buy, row.sell, row.coins) == (filled, buy, sell, coins)


@pytest.mark.rule("GM-SET-16")
@pytest.mark.parametrize(("players", "stacks"), [(2, 1), (3, 1), (4, 0)])
def test_one_coin_in_each_row_at_the_start_of_a_small_game(players: int, stacks: int) -> None:
    assert Table(players).state.market == dict.fromkeys(GOODS, stacks)


@pytest.mark.rule("GM-MKT-03", "GM-MKT-05")
def test_the_printed_purchase_of_cattle() -> None:
    vector = VECTORS["gm-market-buy-cattle"]
    given, expect = vector["given"], vector["expect"]
    table = stall(coins=5, cattle=len(given["spaces_filled"]))
    before = table.player("red")
    table.enters("red", "buy", given["row"])
    bought = table.happened(ev.GoodBought)[0]
    assert bought.coins == expect["coins_paid"] == 2
    assert table.state.market["cattle"] == expect["coins_put_on_space"] == given["first_free_space"]
    after = table.player("red")
    assert after.coins == before.coins - 2
    assert (after.barrels, after.scots, after.tiles, after.points) == (before.barrels, 0, 2, {}), "no good is kept"


@pytest.mark.rule("GM-MKT-07")
def test_the_printed_sale_of_sheep() -> None:
    vector = VECTORS["gm-market-sell-sheep"]
    given, expect = vector["given"], vector["expect"]
    table = stall(coins=5, sheep=given["rightmost_stack"])
    table.enters("red", "sell", given["row"])
    assert table.happened(ev.GoodSold)[0].coins == expect["coins_gained"] == 3
    assert table.state.market["sheep"] == len(expect["spaces_filled_after"])
    assert table.player("red").coins == 8


@pytest.mark.rule("GM-MKT-03")
def test_a_full_row_cannot_be_bought_from() -> None:
    table = stall(wood=3)
    assert "wood" not in table.choices("ledger", "buy", player="red")
    refusal = table.refused("ledger", "buy", "wood", anyway=True, player="red")
    assert refusal.reason.rule == "GM-MKT-03"
    assert not refusal.is_soft
    assert str(refusal.reason.text) == "The wood row is full."


@pytest.mark.rule("GM-MKT-07")
def test_nothing_is_sold_from_an_empty_row() -> None:
    table = stall(wood=0)
    refusal = table.refused("ledger", "sell", "wood", anyway=True, player="red")
    assert (refusal.reason.rule, str(refusal.reason.text)) == ("GM-MKT-07", "The wood row holds no coins.")


def test_when_no_row_holds_coins_selling_is_closed_as_a_whole() -> None:
    table = stall(**dict.fromkeys(GOODS, 0))
    closed = table.offer("ledger", "sell", "red").closed
    assert closed is not None
    assert (closed.rule, str(closed.text)) == ("GM-MKT-07", "No row holds coins.")
    assert "buy" in table.offers("ledger", "red")


@pytest.mark.rule("GM-MKT-04", "GM-MKT-08")
def test_any_number_and_mix_in_one_turn() -> None:
    table = stall(coins=30)
    for good in ("wood", "wood", "stone", "cattle"):
        table.enters("red", "buy", good)
    assert table.player("red").coins == 30 - 2 - 3 - 2 - 2
    for good in ("wood", "wood", "wood", "stone"):
        table.enters("red", "sell", good)
    assert table.player("red").coins == 21 + 3 + 2 + 1 + 2
    assert table.state.market == {"wood": 0, "stone": 1, "barley": 1, "sheep": 1, "cattle": 2}


@pytest.mark.rule("GM-MKT-02", "GM-TRN-09")
def test_the_market_is_open_before_and_after_taking() -> None:
    table = stall()
    table.enters("red", "sell", "wood")
    table.takes("red", "S-1")
    table.enters("red", "buy", "wood")
    assert not any("late" in line for line in table.told())
    assert table.offer("ledger", "sell", "red").key == "UP"
    assert table.offer("ledger", "buy", "red").key == "UP+"


@pytest.mark.rule("GM-MKT-02")
def test_who_is_not_on_turn_has_no_button_for_it_and_is_booked_late() -> None:
    table = stall()
    assert table.offer("ledger", "sell", "blue").key == ""
    table.enters("blue", "sell", "wood")
    assert table.happened(ev.LateEntryMade) == [ev.LateEntryMade("blue")]
    assert table.told()[-1].startswith("Blue")
    assert table.told()[-1].endswith("in Red's turn")


@pytest.mark.rule("GM-MKT-05", "GM-MKT-06")
def test_a_good_of_a_cost_may_be_bought_whatever_is_owned() -> None:
    table = Table(3)
    table.arrange("red castle_stalker blue S-3 yellow S-4")
    coins = table.player("red").coins
    table.takes("red", "castle_stalker")
    assert table.words("good_cost") == "Cost: your own wood, or bought?"
    assert table.offers("good_cost")[:2] == ["own", "market"]
    table.answers("good_cost", "market")
    assert table.happened(ev.GoodBought) == [ev.GoodBought("red", "wood", 2)]
    assert table.player("red").coins == coins - 2 + 3, "the card brings 3"
    assert table.state.market["wood"] == 2


def test_an_own_good_of_a_cost_moves_nothing() -> None:
    table = Table(3)
    table.arrange("red castle_stalker blue S-3 yellow S-4")
    table.takes("red", "castle_stalker")
    coins = table.player("red").coins
    table.answers("good_cost", "own")
    assert table.player("red").coins == coins
    assert table.state.market["wood"] == 1


def test_a_good_whose_row_is_full_is_not_asked_about() -> None:
    table = Table(3)
    table.arrange("red castle_stalker blue S-3 yellow S-4", market={**table.state.market, "wood": 3})
    table.takes("red", "castle_stalker")
    assert "good_cost" not in table.kinds()


@pytest.mark.rule("GM-MKT-09")
def test_barrels_and_scots_are_never_traded() -> None:
    table = stall()
    for offer in ("sell", "buy"):
        assert set(table.choices("ledger", offer, player="red")) == set(GOODS)
    for what in ("whisky", "scot"):
        assert table.refused("ledger", "sell", what, player="red").reason.rule == ""


def test_coins_are_neither_made_nor_lost_by_trading() -> None:
    table = stall(coins=30)

    def all_coins() -> int:
        return table.player("red").coins + sum(row.coins for row in table.view.market)

    before = all_coins()
    for entry, good in (("buy", "wood"), ("sell", "stone"), ("buy", "wood"), ("sell", "wood"), ("buy", "sheep")):
        table.enters("red", entry, good)
        assert all_coins() == before


# ---- prices beyond what the buyer has by the book


@pytest.mark.rule("GM-MKT-03")
def test_a_purchase_that_the_coins_do_not_pay_is_asked_about_at_once() -> None:
    table = stall(coins=2, cattle=2, sheep=1)
    refusal = table.refused("ledger", "buy", "cattle", player="red")
    assert (refusal.is_soft, refusal.reason.rule) == (True, "GM-MKT-03")
    assert str(refusal.reason.text) == "The market wants 3 for cattle; the companion has Red on 2 coins."
    table.enters("red", "buy", "sheep")
    table.enters("red", "buy", "cattle", anyway=True)
    assert table.player("red").coins == -3
    assert table.happened(ev.Overruled)[0].rule == "GM-MKT-03"


@pytest.mark.rule("GM-MKT-03", "GM-TAK-02")
def test_a_good_of_a_cost_from_a_market_too_dear_is_asked_about_at_once() -> None:
    facts = with_piece(facts_of("complete"), "S-1", cost=(Cost("stone", 1),))
    table = Table(3, facts=facts)
    table.arrange("red S-1 S-2 blue S-3 yellow S-4", market={**table.state.market, "stone": 2})
    table.has("red", coins=1)
    table.takes("red", "S-1")
    refusal = table.refused("good_cost", "market")
    assert (refusal.is_soft, str(refusal.reason.text)) == (
        True,
        "The market wants 3 for stone; the companion has Red on 1 coin.",
    )
    table.undo()
    table.enters("red", "coins_in", 2)
    table.takes("red", "S-1")
    table.answers("good_cost", "market")
    assert table.player("red").coins == 0


@pytest.mark.rule("GM-MKT-03", "GM-ACT-16")
def test_of_any_good_only_the_rows_that_are_too_dear_are_asked_about() -> None:
    facts = with_piece(facts_of("complete"), "S-1", cost=(Cost("any_good", 1),))
    table = Table(3, facts=facts)
    table.arrange("red S-1 S-2 blue S-3 yellow S-4", market={**dict.fromkeys(GOODS, 0), "sheep": 1})
    table.has("red", coins=1)
    table.takes("red", "S-1")
    assert table.refused("good_cost", "market", "sheep").reason.rule == "GM-MKT-03"
    table.answers("good_cost", "market", "wood")
