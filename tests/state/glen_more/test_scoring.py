"""Scoring rounds, the end, ties, and counts that were wrong (sections 13 and 14 of the ledger)."""

from __future__ import annotations

import pytest

from companion.state.glen_more.model import State
from tests.independent_scorer_glen_more import score_sheet
from tests.state.glen_more.table import GAME, Table, at

END = "p1 0-02 0-08 p2 0-04 p3 1-07 1-08 1-09 1-10 1-03 1-23"


def before_scoring(deck: str, players: int = 4, **house: bool) -> Table:
    """The last tile of that deck was just laid."""
    line = END.replace("p3", "p3 p4") if players == 4 else END
    table = Table(players, **house)
    left = {f"d{each}": 0 for each in "0123" if each < deck} | {f"d{deck}": 1}
    table.arrange(line, **left)
    table.answers("take", "take", "0-02")
    table.answers("end", "done")
    return table


def sheet(state: State, due: str) -> dict[str, object]:
    """The counts as `companion score` reads them."""
    table_view = [
        {
            "name": p.id,
            "points": p.total,
            "coins": p.coins,
            "goods": state.tiebreak_goods.get(p.id, 0),
            "tiles": 1 + len(p.taken_tiles) + p.tile_corrections.get("tiles", 0),
            "whisky": p.barrels,
            "chieftains": p.chieftains,
            "cards": list(p.cards),
            "green_tiles": sum(state.facts.tiles[t].border == "green" for t in p.taken_tiles)
            + p.tile_corrections.get("green_tiles", 0),
            "yellow_tiles": sum(state.facts.tiles[t].border == "yellow" for t in p.taken_tiles)
            + p.tile_corrections.get("yellow_tiles", 0),
            "villages": 1
            + sum(state.facts.tiles[t].kind == "village" for t in p.taken_tiles)
            + p.tile_corrections.get("villages", 0),
        }
        for p in state.players
    ]
    return {"schema": 1, "round": due, "house_rules": {}, "players": table_view}


@pytest.mark.rule("G1-SCR-01", "G1-SCR-02", "G1-SCR-03")
def test_barrels_chieftains_and_cards_are_compared_with_the_fewest() -> None:
    table = before_scoring("1")
    table.sets("p1", barrels=4, chieftains=1)
    table.sets("p2", chieftains=6)
    table.sets("p3", cards=("castle_moil", "armadale_castle"))
    table.answers("count", "score")
    assert [p.points for p in table.state.players] == [
        {"whisky": 5, "chieftains": 1},
        {"chieftains": 8},
        {"chieftains": 2, "special_locations": 2},
        {},
    ]


@pytest.mark.rule("G1-SCR-04")
def test_nothing_is_spent_by_a_scoring() -> None:
    table = before_scoring("2")
    table.sets("p1", barrels=4, chieftains=1, cards=("castle_moil",))
    table.answers("count", "score")
    player = table.player("p1")
    assert (player.barrels, player.chieftains, player.cards, player.coins) == (4, 1, ("castle_moil",), 6)


@pytest.mark.rule("G1-CRD-08")
def test_castle_of_mey_counts_in_every_round() -> None:
    for deck, due in (("1", "1"), ("2", "2"), ("3", "final")):
        table = before_scoring(deck)
        table.sets("p1", chieftains=2, cards=("castle_of_mey",))
        table.answers("count", "score")
        assert table.state.done_scorings == (due,)
        assert table.player("p1").points["chieftains"] == 8, "twice 2 and a bonnet: 5 more"


def test_a_count_is_put_right_before_the_scoring() -> None:
    table = before_scoring("1")
    assert "0 barrels, 0 chieftains" in str(GAME.questions(table.state)[0].text)
    table.answers("count", "set", "p2", "barrels", 2)
    table.answers("count", "score")
    assert table.player("p2").points == {"whisky": 2}


@pytest.mark.rule("G1-SCR-06")
def test_running_points_are_shown() -> None:
    table = at(END.replace("p3", "p3 p4"))
    table.sets("p1", barrels=1)
    assert table.view.next_scoring is not None
    assert [each.points for each in table.view.next_scoring.players] == [1, 0, 0, 0]
    table.answers("ledger", "points", 4)
    assert table.view.players[0].points == 4


@pytest.mark.rule("G1-FIN-01", "G1-FIN-02", "G1-FIN-03", "G1-FIN-04", "G1-FIN-05", "G1-FIN-07")
def test_after_the_third_round_the_end_is_scored_with_it_and_most_points_win() -> None:
    table = before_scoring("3")
    table.sets("p2", taken_tiles=("0-01", "0-03", "0-04"), cards=("loch_morar",), coins=9)
    table.sets("p3", coins=1, barrels=1, points={"tile": 3})
    wanted = score_sheet(sheet(table.state, "final"))
    table.answers("count", "score")
    assert {p.id: p.total for p in table.state.players} == {
        each["name"]: each["points"] for each in wanted["players"]
    }
    assert list(table.state.winners) == wanted["winners"]
    assert table.player("p2").points == {"special_locations": 1, "loch_morar": 4, "coins": 9, "territory": -9}


@pytest.mark.rule("G1-FIN-06")
def test_equal_points_are_decided_by_goods_then_shared() -> None:
    for goods, winners in (((3, 1, 3), ("p2", "p4")), ((2, 4, 3), ("p3",))):
        table = before_scoring("3")
        table.answers("count", "score")
        assert [p.total for p in table.state.players] == [3, 6, 6, 6], "p1 has a tile more"
        assert not table.view.over
        table.answers("goods", "goods", *goods)
        assert table.state.winners == winners


def test_after_the_end_a_count_put_right_brings_the_last_scoring_again() -> None:
    table = before_scoring("3")
    table.sets("p2", coins=20)
    table.answers("count", "score")
    assert table.state.winners == ("p2",)
    table.answers("correct", "count", "p3", "coins", 30)
    assert not table.view.over
    table.answers("count", "score")
    assert (table.state.winners, table.player("p3").total) == (("p3",), 30)
    assert table.player("p2").total == 20


def test_corrections_say_how_it_really_is() -> None:
    table = at(END.replace("p3", "p3 p4"))
    table.answers("correct", "count", "p1", "coins", 2)
    table.answers("correct", "count", "p1", "green_tiles", 3)
    table.answers("correct", "count", "p1", "points", 7)
    player = table.view.players[0]
    assert (player.coins, player.green_tiles, player.points) == (2, 3, 7)
    table.answers("correct", "deck", 5)
    assert table.view.left == 5
    table.answers("correct", "tile", "0-02", "p2")
    assert table.player("p2").taken_tiles == ("0-02",)
    assert table.line.startswith("p1 0? 0-08")
    table.answers("correct", "card", "iona_abbey", "p3")
    table.answers("correct", "card", "iona_abbey", "p4")
    assert [p.cards for p in table.state.players] == [(), (), (), ("iona_abbey",)]
    table.answers("correct", "pawn", "p1", "p2")
    assert (table.state.turn.figure, table.line[:2]) == ("p2", "p2")
