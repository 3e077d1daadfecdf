"""What the companion says it booked, and apart from it what people still owe."""

from __future__ import annotations

import pytest

from companion.screens.paper import PANELS
from companion.state.glen_more_2.facts import Cost, Effect, format_costs
from tests.chronicles import on_glass
from tests.state.glen_more_2.table import Table, facts_of, with_piece

COST = "Before OK enter the tile's cost, even 0"


def taking(piece: str, ring: str = "red yellow blue {} S-2", **more: object) -> Table:
    table = Table(3, **more)  # type: ignore[arg-type]
    table.arrange(ring.format(piece), deck="A")
    table.takes("red", piece)
    return table


@pytest.mark.parametrize("panel", ["4in2", "7in5"])
def test_what_was_entered_last_stands_first_and_what_has_no_room_is_counted(panel: str) -> None:
    table = taking("A-6", box="bare")
    table.declines()
    table.enters("red", "coins_out", 1)
    table.enters("red", "barrel")
    table.enters("red", "points", "exchange", 3)
    table.enters("red", "scots_in", 1)
    last = "+1 barrel, +1 Scot at home (entered by hand)"
    assert (table.booked[0], len(table.booked)) == (last, 4)
    read = on_glass.home_words(table, panel).replace("\u2212", "-")
    amounts, rest = "+1 barrel, +1 Scot at home", "-1 coin, +3 points"
    shown = (f"{last} · 3 more booked: {rest}", f"{last} · {rest}", f"{amounts} · {rest}")
    assert any(each in read for each in shown)


@pytest.mark.parametrize("panel", PANELS)
def test_money_is_seen_where_its_words_have_no_room(panel: str) -> None:
    """What was entered last tells of no money; on small paper only the number of all of it stands."""
    table = taking("A-6", box="bare")
    table.declines()
    table.enters("red", "coins_out", 2)
    table.enters("red", "points", "exchange", 3)
    table.enters("red", "buy", "sheep")
    assert table.view.turn_log_coins == (-2, 0, -2, 0)
    read = on_glass.home_words(table, panel).replace("\u2212", "-")
    told = (
        "+3 points (exchange) · 2 more booked: -2 coins",
        "3 more booked: -2 coins, +3 points",
        "· -4 coins, +3 points",
        "Bought sheep: -2 coins · -2 coins, +3 points",
    )
    assert any(each in read for each in told), read


@pytest.mark.rule("GM-TIL-02")
def test_what_a_tile_cost_is_said_once() -> None:
    table = taking("A-1", box="bare")
    table.declines()
    table.enters("red", "coins_out", 1)
    assert "Took a tile of deck A" in table.booked
    assert "Paid: -1 coin" in table.booked
    table.enters("red", "keep_cost")
    turn = str(table.history.turn_summary(table.history.turns()[0]))
    assert turn.count("-1 coin") == 1, turn


def test_what_was_paid_is_said_in_one_form_whether_it_is_owed_or_not() -> None:
    table = taking("A-1", box="bare")
    table.declines()
    for _ in ("owed", "settled"):
        rows = [
            str(words)
            for name in ("coins_out", "barrels_out")
            for words in (
                table.offer("ledger", name).label,
                *(r.label for r in table.offer("ledger", name).presets),
            )
        ]
        assert len(rows) >= 5
        assert all(row.startswith("Paid ") for row in rows), rows
        table.enters("red", "coins_out", 1)


@pytest.mark.rule("GM-TRN-04", "GM-ONE-01")
def test_what_a_card_gave_is_booked_with_its_cause() -> None:
    table = taking("castle_stalker")
    assert table.booked == ["+3 coins (Castle Stalker)", "Took Castle Stalker: its card"]


@pytest.mark.rule("GM-TIL-02")
def test_the_cost_stands_with_the_taking() -> None:
    facts = with_piece(facts_of("complete"), "A-6", cost=(Cost("coin", 2), Cost("whisky", 1)))
    assert taking("A-6", facts=facts).booked == ["Took Barley Row: -2 coins, -1 barrel"]


@pytest.mark.rule("GM-CLN-02")
def test_roads_and_markers_are_told() -> None:
    table = taking("donan_castle")
    table.answers("good_cost", "own")
    table.answers("crest", "crest", "macleod")
    assert table.booked == ["+3 coins (MacLeod)", "Marker on MacLeod", "Took Donan Castle: its card"]
    table = taking("donan_castle")
    table.answers("good_cost", "own")
    table.answers("crest", "crest", "ross")
    assert "-1 coin (the roads)" in table.booked


@pytest.mark.rule("GM-CLN-01")
@pytest.mark.parametrize("panel", PANELS)
def test_a_clan_marker_is_owed_to_the_board_until_hands_have_put_it(panel: str) -> None:
    """Its crest's coins are booked; the marker itself only lies there when somebody has put it."""
    table = taking("donan_castle")
    table.answers("good_cost", "own")
    table.answers("crest", "crest", "macleod")
    assert "Put a clan marker on MacLeod" in on_glass.home_words(table, panel)
    table.done()
    assert "clan marker" not in on_glass.everything_owed(table, panel)


def test_what_is_booked_for_another_player_has_the_name() -> None:
    table = taking("A-6")
    table.enters("yellow", "coins_in", 2)
    assert table.booked[0] == "Yellow: +2 coins (entered by hand)"


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
    line = next(line for line in table.booked if line.startswith("Scoring round A"))
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
    assert not {"coins", "barrels"} & set(table.player("red").uncertain_counts)


@pytest.mark.rule("GM-TIL-02")
def test_after_a_sale_alone_the_counts_are_in_doubt() -> None:
    table = taking("A-6", box="bare")
    table.enters("red", "sell", "wood")
    table.declines()
    table.done()
    assert {"coins", "barrels"} <= set(table.player("red").uncertain_counts)


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
def test_coins_that_were_entered_before_the_taking_paid_for_something_else() -> None:
    table = Table(3, box="bare")
    table.arrange("red yellow blue A-6 S-2")
    table.has("red", coins=9)
    table.enters("red", "coins_out", 1)
    table.takes("red", "A-6")
    assert COST in table.owes
    table.enters("red", "buy", "stone")
    assert COST not in table.owes


@pytest.mark.rule("GM-TRN-09", "GM-MKT-05")
def test_a_good_bought_before_the_tile_is_taken_is_for_its_unknown_cost() -> None:
    table = Table(3, box="bare")
    table.arrange("red yellow blue A-6 S-2")
    table.has("red", coins=9)
    table.enters("red", "buy", "wood")
    table.takes("red", "A-6")
    assert COST not in table.owes
    table.declines()
    assert table.booked[0] == "Paid with the bought wood, own goods aren't counted"
    table.done()
    assert not {"coins", "barrels"} & set(table.player("red").uncertain_counts)


@pytest.mark.rule("GM-MKT-05")
def test_a_good_that_an_exchange_used_did_not_pay_for_the_tile() -> None:
    table = Table(3, box="bare")
    table.arrange("red yellow blue A-6 S-2")
    table.has("red", coins=9)
    table.enters("red", "buy", "wood")
    table.enters("red", "points", "exchange", 3)
    table.takes("red", "A-6")
    assert COST in table.owes


@pytest.mark.rule("GM-TRN-09", "GM-MKT-05", "GM-TAK-02")
def test_a_good_of_a_known_cost_that_was_bought_before_is_not_asked_again() -> None:
    cost = (Cost("wood", 1), Cost("any_good", 1))
    facts = with_piece(facts_of("complete"), "A-6", cost=cost)
    table = Table(3, facts=facts)
    table.arrange("red yellow blue A-6 S-2")
    table.has("red", coins=9)
    table.enters("red", "buy", "wood")
    coins = table.player("red").coins
    table.takes("red", "A-6")
    assert [o.args[0] for o in table.state.open_questions if o.kind == "good_cost"] == ["any_good"], (
        "the wood is paid"
    )
    assert table.player("red").coins == coins


@pytest.mark.rule("GM-TAK-02")
def test_that_own_goods_paid_can_be_said() -> None:
    table = taking("A-6", box="bare")
    table.enters("red", "own_goods")
    assert COST not in table.owes
    assert "Paid with own goods" in table.booked
    assert "own_goods" not in table.offers("ledger", "red")


@pytest.mark.rule("GM-TIL-02")
@pytest.mark.parametrize(
    "entry", [("coins_out", 2), ("barrels_out", 1), ("free",), ("own_goods",), ("buy", "wood")]
)
def test_a_payment_that_is_entered_after_the_turn_settles_the_doubt(entry: tuple[str, str | int]) -> None:
    table = taking("A-6", box="bare")
    table.declines()
    table.done()
    assert {"coins", "barrels"} <= set(table.player("red").uncertain_counts)
    assert table.on_turn == "yellow"
    table.enters("red", *entry)
    assert not {"coins", "barrels"} & set(table.player("red").uncertain_counts)
    assert "free" not in table.offers("ledger", "red"), "nothing is owed any more"


@pytest.mark.rule("GM-TIL-02")
def test_each_late_payment_settles_one_tile() -> None:
    table = Table(2, box="bare")
    table.arrange("red A-6 yellow A-7 A-8 S-3 S-4")
    table.has("red", coins=9)
    for player, piece in (("red", "A-6"), ("red", "A-7")):
        table.arrange(f"{player} {piece} yellow S-3 S-4 S-5")
        table.takes(player, piece)
        table.declines()
        table.done()
    table.enters("red", "coins_out", 1)
    assert {"coins", "barrels"} <= set(table.player("red").uncertain_counts), "the other tile is still owed"
    table.enters("red", "free")
    assert not {"coins", "barrels"} & set(table.player("red").uncertain_counts)


@pytest.mark.rule("GM-TIL-02")
def test_a_late_payment_settles_no_doubt_of_another_kind() -> None:
    table = taking("A-6", box="bare")
    table.enters("red", "barrels_out", 25, anyway=True)
    table.declines()
    table.answers("end", "done", anyway=True)
    assert "barrels" in table.player("red").uncertain_counts
    table.enters("red", "coins_out", 1)
    assert "barrels" in table.player("red").uncertain_counts


@pytest.mark.rule("GM-TIL-02")
def test_what_was_paid_for_a_tile_can_be_kept_as_its_cost() -> None:
    table = taking("A-6", box="bare")
    table.declines()
    table.enters("red", "barrel")
    assert "keep_cost" not in table.offers("ledger", "red"), "nothing was paid yet, and nothing is guessed"
    table.enters("red", "coins_out", 1)
    table.enters("red", "barrels_out", 1)
    assert "OK also remembers its cost: 1 coin, 1 barrel" in table.owes
    table.enters("red", "keep_cost")
    assert table.state.facts.pieces["A-6"].cost == (Cost("coin", 1), Cost("whisky", 1))
    assert table.state.turn.player != "red", "the same press ends the turn"


@pytest.mark.rule("GM-TIL-02")
@pytest.mark.parametrize(
    ("said", "cost"),
    [(("sheep", 1), [("sheep", 1)]), (("any_good", 2), [("any_good", 2)])],
)
def test_of_a_cost_in_own_goods_people_say_which_are_printed(
    said: tuple[str, int], cost: list[tuple[str, int]]
) -> None:
    table = taking("A-6", box="bare")
    table.declines()
    table.enters("red", "own_goods")
    assert "OK asks what this tile costs" in table.owes
    table.enters("red", "keep_cost", *said)
    assert table.state.facts.pieces["A-6"].cost == tuple(Cost(*each) for each in cost)
    assert table.state.turn.player != "red"


@pytest.mark.rule("GM-TIL-02", "GM-TAK-02")
@pytest.mark.parametrize(
    ("entered", "said", "cost"),
    [
        (["buy wood"], ("own", "stone", 1), "wood 1, stone 1"),
        (["own_goods", "buy wood"], ("stone", 1), "wood 1, stone 1"),
        (["buy wood", "own_goods"], ("wood", 1), "wood 2"),
        (["buy wood"], ("own", "all_any", 1), "any_good 2"),
        (["buy wood"], ("own", "any_good", 1), "wood 1, any_good 1"),
        (["coins_out 2", "own_goods"], ("sheep", 1), "coin 2, sheep 1"),
        (["barrels_out 1", "own_goods"], ("cattle", 2), "whisky 1, cattle 2"),
        (["own_goods"], ("several", "wood", 1, "stone", 2, "enough"), "wood 1, stone 2"),
        (
            ["coins_out 1", "buy wood", "buy wood"],
            ("own", "several", "wood", 1, "stone", 1, "sheep", 1),
            "coin 1, wood 1, stone 1, sheep 1",
        ),
    ],
)
def test_bought_and_own_goods_together_can_be_the_cost(
    entered: list[str], said: tuple[str | int, ...], cost: str
) -> None:
    table = Table(3, box="bare")
    table.arrange("red yellow blue A-6 S-2")
    table.has("red", coins=9, barrels=1)
    table.takes("red", "A-6")
    table.declines()
    for each in entered:
        name, *values = each.split()
        table.enters("red", name, *(int(v) if v.isdecimal() else v for v in values), anyway=True)
    table.enters("red", "keep_cost", *said)
    assert format_costs(table.state.facts.pieces["A-6"].cost or ()) == cost
    assert table.state.turn.player != "red", "the same answer ends the turn"


@pytest.mark.rule("GM-TIL-02")
def test_of_goods_bought_for_the_cost_and_for_something_else_one_alone_can_be_the_cost() -> None:
    table = taking("A-6", box="bare")
    table.declines()
    table.enters("red", "buy", "wood")
    table.enters("red", "buy", "sheep")
    table.enters("red", "keep_cost", "wood 1")
    assert table.state.facts.pieces["A-6"].cost == (Cost("wood", 1),)


@pytest.mark.rule("GM-TIL-02")
def test_what_is_bought_for_a_tile_that_cost_nothing_is_no_part_of_its_cost() -> None:
    table = taking("A-6", box="bare")
    table.declines()
    table.enters("red", "free")
    table.enters("red", "buy", "stone")
    assert "OK also remembers its cost: nothing" in table.owes
    table.enters("red", "keep_cost")
    assert table.state.facts.pieces["A-6"].cost == ()


@pytest.mark.rule("GM-TAK-01")
def test_more_barrels_than_the_companion_counts_are_asked_about() -> None:
    table = taking("A-6")
    table.declines()
    refusal = table.refused("ledger", "barrels_out", 1, player="red")
    assert str(refusal.reason.text) == "The companion has Red on 0 barrels."


@pytest.mark.rule("GM-TIL-02")
@pytest.mark.parametrize("said", ["coin 1, sheep 1", "coin 1, any_good 1"])
def test_a_good_that_was_bought_is_printed_itself_or_stands_for_any(said: str) -> None:
    table = taking("A-6", box="bare")
    table.declines()
    table.enters("red", "coins_out", 1)
    table.enters("red", "buy", "sheep")
    table.enters("red", "keep_cost", said)
    kept = table.state.facts.pieces["A-6"].cost
    assert kept is not None
    assert ", ".join(f"{cost.what} {cost.n}" for cost in kept) == said


@pytest.mark.rule("GM-TIL-06")
@pytest.mark.parametrize("when", ["one_time", "activation"])
def test_what_a_tile_gave_is_kept_as_what_it_does_once_or_always(when: str) -> None:
    table = taking("A-6", box="bare")
    assert "keep_effect" not in table.offers("ledger", "red")
    table.enters("red", "coins_in", 2)
    table.enters("red", "barrel")
    before = table.player("red").coins
    table.enters("red", "keep_effect", when)
    steps = (Effect("gain", "coin", 2), Effect("gain", "whisky", 1))
    assert getattr(table.state.facts.pieces["A-6"], when) == steps
    assert table.player("red").coins == before, "it was booked already"


@pytest.mark.rule("GM-CLN-02")
def test_the_choice_of_a_crest_says_what_its_road_costs_and_what_keeps_a_cost_from_being_booked() -> None:
    table = taking("donan_castle")
    cost = table.question("good_cost")
    assert "We settle it ourselves: nothing is booked" in [str(offer.label) for offer in cost.offers]
    table.answers("good_cost", "own")
    (pick,) = table.offer("crest", "crest").parts
    assert "Ross: the road costs 1 coin" in [str(choice.label) for choice in pick.choices]


@pytest.mark.parametrize("panel", PANELS)
def test_a_tile_that_nobody_paid_is_read_on_the_next_players_screen_until_it_is_paid(panel: str) -> None:
    table = taking("A-6", box="bare")
    table.declines()
    table.done(anyway=True)
    assert table.on_turn == "yellow"
    assert "Red: the tile's cost is not entered yet" in on_glass.home_words(table, panel)
    table.enters("red", "coins_out", 1)
    assert "not entered yet" not in on_glass.home_words(table, panel)
