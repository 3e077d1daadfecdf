"""A turn: what a tile costs and gives at once, trade, points, chieftains (sections 4 to 12 of the ledger)."""

from __future__ import annotations

import pytest

from companion.engine.offers import Amount, Pick
from companion.state.glen_more import events as ev
from tests.state.glen_more.table import GAME, Table, at


def taking(piece: str, **counts: object) -> Table:
    """A table where the tile lies straight ahead of who is on turn."""
    table = at(f"p1 {piece} 1-04 p2 p3 p4 1-03")
    table.sets("p1", **counts)
    return table


def taken(piece: str, **counts: object) -> Table:
    table = taking(piece, **counts)
    table.answers("take", "take", piece)
    return table


def owed(table: Table) -> list[str]:
    return [str(line) for line in table.view.table_tasks]


@pytest.mark.rule("G1-TRN-02")
def test_what_the_counts_say_can_not_be_paid_is_asked_about_and_may_be_done_anyway() -> None:
    table = taking("2-16")
    refusal = table.refused("take", "take", "2-16")
    assert (refusal.is_soft, refusal.reason.rule) == (True, "G1-TRN-02")
    assert str(refusal.reason.text) == "It costs 1 barrel; the companion has player 1 on none."
    table.answers("take", "take", "2-16", anyway=True)
    assert table.happened(ev.Overruled) == [ev.Overruled("G1-TRN-02")]
    assert table.player("p1").barrels == -1
    assert table.refused("end", "done").reason.rule == "G1-APP-03", "an entry is missing"


@pytest.mark.rule("G1-TRN-02")
def test_any_tile_ahead_may_be_taken_near_or_far() -> None:
    table = at("p1 0-01 p2 0-02 p3 p4 0-03 1-07")
    pick = table.offer("take", "take").parts[0]
    assert isinstance(pick, Pick)
    assert [choice.value for choice in pick.choices if not choice.closed] == ["0-01", "0-02", "0-03", "1-07"]


@pytest.mark.rule("G1-TRN-03", "G1-TRN-02")
def test_goods_that_a_tile_costs_are_told_and_paid_by_hand() -> None:
    table = taken("1-12")
    assert "Pay 1 wood" in owed(table)
    assert [line for line in owed(table) if line.startswith("Pay")] == ["Pay 1 wood", "Pay 1 stone", "Pay 1 grain"]
    assert not [line for line in owed(taken("1-03")) if line.startswith("Pay")]


@pytest.mark.rule("G1-TRN-04", "G1-CLN-01")
def test_a_village_brings_a_scot() -> None:
    table = taken("1-14")
    assert (table.player("p1").scots, table.view.players[0].villages) == (2, 2)


@pytest.mark.rule("G1-DST-01", "G1-DST-03")
def test_a_distillery_brings_a_barrel_beside_the_territory() -> None:
    table = taken("1-05", barrels=3)
    assert table.player("p1").barrels == 4, "no limit of 3 touches barrels"


@pytest.mark.rule("G1-CLN-02", "G1-LOC-02")
@pytest.mark.parametrize(
    ("piece", "card"),
    [("1-11", "armadale_castle"), ("2-07", "iona_abbey"), ("2-18", "loch_morar"), ("3-17", "loch_shiel")],
)
def test_a_special_location_brings_its_card(piece: str, card: str) -> None:
    assert taken(piece).player("p1").cards == (card,)


@pytest.mark.rule("G1-CRD-02")
def test_armadale_castle_gives_three_coins_and_a_scot() -> None:
    player = taken("1-11").player("p1")
    assert (player.coins, player.scots) == (9, 2)


@pytest.mark.rule("G1-CRD-03")
def test_castle_moil_gives_a_barrel() -> None:
    player = taken("1-12").player("p1")
    assert (player.barrels, player.scots) == (1, 2)


@pytest.mark.rule("G1-CRD-04")
def test_castle_stalker_gives_two_scots_in_all() -> None:
    assert taken("1-13").player("p1").scots == 3


@pytest.mark.rule("G1-CRD-11")
def test_donan_castle_gives_two_barrels() -> None:
    assert taken("3-08").player("p1").barrels == 2


@pytest.mark.rule("G1-CRD-10")
def test_cawdor_castle_counts_three_bonnets() -> None:
    table = taken("3-07")
    assert table.view.players[0].bonnets == 3
    assert table.player("p1").coins == 6


@pytest.mark.rule("G1-CRD-01", "G1-CRD-06", "G1-CRD-12", "G1-CRD-13")
@pytest.mark.parametrize(
    ("piece", "told"),
    [
        ("1-23", "Put 2 goods of your choice onto Loch Lochy"),
        ("2-19", "Once a turn activate any one tile more"),
        ("3-16", "Activate all your tiles, not only its neighbours"),
        ("3-17", "Put 1 good onto each of your empty tiles that make goods"),
    ],
)
def test_what_a_card_does_with_goods_is_told(piece: str, told: str) -> None:
    assert told in owed(taken(piece, scots=2))


@pytest.mark.rule("G1-LOC-03")
def test_a_loch_gives_its_card_and_nothing_else() -> None:
    table = taken("2-18")
    player = table.player("p1")
    assert (player.coins, player.barrels, player.scots, player.chieftains) == (6, 0, 1, 0)
    assert table.happened(ev.CountChanged) == []


@pytest.mark.rule("G1-LOC-04")
def test_loch_ness_is_paid_with_a_scot_or_a_chieftain() -> None:
    table = taken("2-19", scots=2)
    assert (table.player("p1").scots, table.state.find_question("pay")) == (1, None), (
        "no chieftain: nothing to ask"
    )
    table = taken("2-19", scots=2, chieftains=1)
    table.answers("pay", "chieftain")
    assert (table.player("p1").scots, table.player("p1").chieftains) == (2, 0)
    table = taken("2-19", scots=2, chieftains=1)
    table.answers("pay", "scot")
    assert (table.player("p1").scots, table.player("p1").chieftains) == (1, 1)
    assert taking("2-19", scots=0).refused("take", "take", "2-19").reason.rule == "G1-LOC-04"


@pytest.mark.rule("G1-LOC-05")
def test_loch_oich_is_paid_with_two_different_goods() -> None:
    assert owed(taken("3-16"))[0] == "Pay 2 different goods"


# ---- trade


@pytest.mark.rule("G1-WHS-02")
def test_trade_is_open_before_and_after_the_take_for_who_is_on_turn() -> None:
    table = taking("1-03")
    assert table.state.find_question("ledger").player == "p1"  # type: ignore[union-attr]
    table.answers("ledger", "buy", "wood")
    table.answers("take", "take", "1-03")
    table.answers("ledger", "sell", "wood")
    assert table.player("p1").coins == 6
    assert [o.player for o in table.state.open_questions if o.kind == "ledger"] == ["p1"]


@pytest.mark.rule("G1-WHS-03", "G1-WHS-06")
def test_buying_costs_what_the_cheapest_free_space_says_until_the_row_is_full() -> None:
    table = taking("1-03", coins=6)
    for coins, filled in ((5, 1), (3, 2), (0, 3)):
        table.answers("ledger", "buy", "sheep")
        assert (table.player("p1").coins, table.state.market["sheep"]) == (coins, filled)
    assert table.refused("ledger", "buy", "sheep").reason.rule == "G1-WHS-03"
    soft = table.refused("ledger", "buy", "wood")
    assert (soft.is_soft, soft.reason.rule) == (True, "G1-WHS-03")
    assert str(soft.reason.text) == "The market wants 1 for wood; the companion has player 1 on 0 coins."


@pytest.mark.rule("G1-WHS-05", "G1-WHS-06")
def test_selling_brings_the_coins_of_the_dearest_covered_space_until_the_row_is_empty() -> None:
    table = taking("1-03")
    table.answers("correct", "row", "grain", 3)
    for coins, filled in ((9, 2), (11, 1), (12, 0)):
        table.answers("ledger", "sell", "grain")
        assert (table.player("p1").coins, table.state.market["grain"]) == (coins, filled)
    assert table.refused("ledger", "sell", "grain").reason.rule == "G1-WHS-05"


@pytest.mark.rule("G1-WHS-07", "G1-CMP-06")
def test_whisky_and_scots_are_no_goods_of_the_market() -> None:
    pick = table_pick(taking("1-03"), "sell"), table_pick(taking("1-03"), "buy")
    for each in pick:
        assert [choice.value for choice in each.choices] == ["wood", "stone", "sheep", "cattle", "grain"]


def table_pick(table: Table, offer: str) -> Pick:
    part = table.offer("ledger", offer).parts[0]
    assert isinstance(part, Pick)
    return part


@pytest.mark.rule("G1-WHS-08")
def test_the_whole_turn_of_the_example() -> None:
    table = taking("2-07", coins=3)
    for good, filled in (("cattle", 2), ("stone", 1), ("sheep", 2), ("grain", 0)):
        table.answers("correct", "row", good, filled)
    table.answers("ledger", "sell", "cattle")
    table.answers("ledger", "buy", "stone")
    table.answers("ledger", "buy", "sheep")
    assert table.player("p1").coins == 0
    table.answers("take", "take", "2-07")
    table.answers("ledger", "sell", "sheep")
    table.answers("ledger", "buy", "grain")
    table.answers("ledger", "points", 8)
    market = table.state.market
    assert (market["cattle"], market["stone"], market["sheep"], market["grain"]) == (1, 2, 2, 1)
    assert (table.player("p1").coins, table.player("p1").total) == (2, 8)


# ---- what activation and movement gave


@pytest.mark.rule("G1-BRN-01", "G1-BRN-03", "G1-BRN-06", "G1-SCR-05")
def test_points_of_brown_tiles_are_entered() -> None:
    table = taking("1-03")
    number = table.offer("ledger", "points").parts[0]
    assert isinstance(number, Amount)
    assert {2, 4, 5, 7, 3, 1, 8, 12} == set(number.suggestions)
    table.answers("ledger", "points", 5)
    table.answers("ledger", "points", 3)
    assert table.player("p1").points == {"tile": 8}


@pytest.mark.rule("G1-DST-02")
def test_barrels_of_activated_distilleries_are_entered() -> None:
    table = taking("1-03")
    table.answers("ledger", "barrels", 2)
    assert table.player("p1").barrels == 2


@pytest.mark.rule("G1-CLN-05", "G1-CLN-06")
def test_a_scot_becomes_chieftain_and_stays_one() -> None:
    table = taking("1-03", scots=3)
    table.answers("ledger", "chieftain")
    table.answers("ledger", "chieftain")
    assert (table.player("p1").scots, table.player("p1").chieftains) == (1, 2)
    question = GAME.question(table.state, table.number("ledger"))
    assert question
    assert [offer.name for offer in question.offers] == ["points", "chieftain", "barrels", "sell", "buy"], (
        "no way back"
    )


@pytest.mark.rule("G1-CLN-07")
def test_the_last_scot_is_warned_about_and_may_go() -> None:
    table = taking("1-03", scots=1)
    refusal = table.refused("ledger", "chieftain")
    assert (refusal.is_soft, refusal.reason.rule) == (True, "G1-CLN-07")
    assert str(refusal.reason.text) == "Player 1 keeps no Scot in the territory then."
    table.answers("ledger", "chieftain", anyway=True)
    assert (table.player("p1").scots, table.player("p1").chieftains) == (0, 1)


@pytest.mark.rule("G1-CMP-04")
def test_no_supply_is_used_up() -> None:
    table = taking("1-05", barrels=16)
    table.answers("take", "take", "1-05")
    table.answers("ledger", "barrels", 2)
    assert table.player("p1").barrels == 19, "16 barrels are in the box"


@pytest.mark.rule("G1-APP-03")
def test_all_that_is_counted_stands_in_the_view() -> None:
    table = taken("1-11")
    table.answers("ledger", "points", 3)
    player = table.view.players[0]
    assert (player.coins, player.barrels, player.scots, player.chieftains, player.bonnets) == (9, 0, 2, 0, 1)
    assert (player.tiles, player.green_tiles, player.yellow_tiles, player.villages, player.points) == (
        2,
        0,
        0,
        1,
        3,
    )
    assert list(map(str, player.cards)) == ["Armadale Castle"]


# ---- command cards


def test_a_command_card_is_one_entry() -> None:
    table = taking("1-03")
    for card, told in (("buy_wood", (5, 0)), ("points_5", (5, 5)), ("barrel", (5, 5))):
        table.taps(f"card:{card}")
        assert (table.player("p1").coins, table.player("p1").total) == told
    assert table.player("p1").barrels == 1
    table.answers("take", "take", "1-03")
    turn = table.state.turn.number
    table.taps("card:done")
    assert (table.state.stage, table.state.turn.number) == ("take", turn + 1)


def test_another_past_says_what_hands_change() -> None:
    one, other = taking("1-11"), taking("1-11")
    one.answers("ledger", "buy", "wood")
    other.answers("ledger", "buy", "grain")
    other.answers("take", "take", "1-11")
    lines = [str(each.text) for each in GAME.reconcile_table(one.state, other.state, (), ())]
    assert lines[:4] == [
        "player 1: coins 8",
        "player 1: Scots in the territory 2",
        "Armadale Castle to player 1",
        "Armadale Castle to player 1",
    ]
    assert lines[4:6] == ["the wood row: coins on 0 spaces", "the grain row: coins on 1 space"]
    assert lines[6:] == ["The rondel, from behind: player 1, pasture, player 2, player 3, player 4, meadow"]
    assert GAME.reconcile_table(one.state, one.state, (), ()) == ()
