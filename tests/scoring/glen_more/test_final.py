"""The final scoring of Glen More (ledger section 14)."""

from __future__ import annotations

import pytest

from companion.scoring.glen_more.result import Round, score_standings
from companion.state.glen_more.model import HouseRules
from tests.scoring.glen_more.tables import PLAIN, each
from tests.scoring.reading import points_from, reasons, totals


@pytest.mark.rule("G1-FIN-01")
def test_the_third_round_and_then_the_final_scoring() -> None:
    result = score_standings("final", each(whisky=(4, 0), coins=(0, 2), tiles=(9, 8)))
    assert totals(result) == (5 - 3, 2)
    assert result.winners == ("Ann", "Bob")


@pytest.mark.rule("G1-FIN-01", "G1-FIN-02", "G1-FIN-03", "G1-FIN-04")
@pytest.mark.parametrize("round", ["1", "2", "3"])
def test_nothing_of_the_end_is_scored_in_a_round(round: Round) -> None:
    cards = ("loch_morar", "iona_abbey", "duart_castle")
    counts = {"green_tiles": (3, 0), "yellow_tiles": (3, 0), "villages": (3, 1), "coins": (7, 0), "tiles": (20, 3)}
    assert totals(score_standings(round, each(cards=(cards, PLAIN[:3]), **counts))) == (0, 0)


@pytest.mark.rule("G1-CRD-05", "G1-FIN-02")
def test_loch_morar_brings_two_points_a_green_tile() -> None:
    result = score_standings(
        "final", each(cards=(("loch_morar",), PLAIN[:1]), green_tiles=(5, 5), yellow_tiles=(1, 1))
    )
    assert points_from(result, "loch_morar") == (10, 0)
    assert reasons(result, "Ann") == ["5 green tiles, points: 10"]


@pytest.mark.rule("G1-CRD-07", "G1-FIN-02")
def test_iona_abbey_brings_two_points_a_yellow_tile() -> None:
    result = score_standings(
        "final", each(cards=(("iona_abbey",), PLAIN[:1]), yellow_tiles=(1, 4), green_tiles=(3, 3))
    )
    assert points_from(result, "iona_abbey") == (2, 0)
    assert reasons(result, "Ann") == ["1 yellow tile, points: 2"]


@pytest.mark.rule("G1-CRD-09", "G1-FIN-02")
@pytest.mark.parametrize(
    ("villages", "start_counts", "told"),
    [
        (4, True, ["4 villages, points: 12"]),
        (1, True, ["1 village, points: 3"]),
        (4, False, ["3 villages without the start village, points: 9"]),
        (2, False, ["1 village without the start village, points: 3"]),
        (1, False, []),
        (0, False, []),
    ],
)
def test_duart_castle_brings_three_points_a_village(villages: int, start_counts: bool, told: list[str]) -> None:
    rules = HouseRules(duart_counts_start=start_counts)
    result = score_standings("final", each(cards=(("duart_castle",), PLAIN[:1]), villages=(villages, 3)), rules)
    assert reasons(result, "Ann") == told
    assert totals(result) == (3 * max(0, villages - (not start_counts)), 0)


@pytest.mark.rule("G1-FIN-03")
@pytest.mark.parametrize(("coins", "told"), [(1, ["1 coin left, points: 1"]), (7, ["7 coins left, points: 7"])])
def test_a_coin_is_a_point(coins: int, told: list[str]) -> None:
    result = score_standings("final", each(coins=(coins, 0)))
    assert (totals(result), reasons(result, "Ann")) == ((coins, 0), told)


@pytest.mark.rule("G1-FIN-04")
def test_each_tile_more_than_the_smallest_territory_costs_three() -> None:
    result = score_standings("final", each(tiles=(18, 20, 23)))
    assert points_from(result, "territory") == (0, -6, -15)
    assert reasons(result, "Cleo") == ["5 tiles more than Ann: -15 points (23 to 18)"]


@pytest.mark.rule("G1-FIN-05")
def test_goods_left_bring_no_points() -> None:
    result = score_standings("final", each(goods=(9, 0), points=(4, 5)))
    assert (totals(result), result.winners) == ((4, 5), ("Bob",))


@pytest.mark.rule("G1-FIN-06")
@pytest.mark.parametrize(
    ("points", "goods", "winners", "ranks"),
    [
        ((20, 20, 19), (3, 4, 9), ("Bob",), (2, 1, 3)),
        ((20, 20, 20), (3, 3, 1), ("Ann", "Bob"), (1, 1, 3)),
        ((20, 20, 8), (None, 2, 2), ("Ann", "Bob"), (1, 1, 3)),
        ((5, 5), (0, 0), ("Ann", "Bob"), (1, 1)),
    ],
)
def test_goods_break_a_tie_and_else_the_victory_is_shared(
    points: tuple[int, ...], goods: tuple[int | None, ...], winners: tuple[str, ...], ranks: tuple[int, ...]
) -> None:
    result = score_standings("final", each(points=points, goods=goods))
    assert result.winners == winners
    assert tuple(player.rank for player in result.players) == ranks


@pytest.mark.rule("G1-FIN-01", "G1-FIN-07")
def test_the_total_is_all_of_it_and_most_points_win() -> None:
    cards = ("iona_abbey", "duart_castle")
    standings = each(
        points=(30, 44), cards=(cards, PLAIN[:1]), whisky=(4, 3), chieftains=(0, 2), coins=(5, 6), tiles=(20, 19),
        yellow_tiles=(6, 0), villages=(4, 1),
    )  # fmt: skip
    result = score_standings("final", standings)
    assert totals(result) == (30 + 1 + 1 + 12 + 12 + 5 - 3, 44 + 2 + 6)
    assert result.winners == ("Ann",)
    assert [gain.source for gain in result.players[0].gains] == [
        "whisky", "special_locations", "iona_abbey", "duart_castle", "coins", "territory",
    ]  # fmt: skip
