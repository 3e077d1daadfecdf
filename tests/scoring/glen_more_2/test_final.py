"""The final scoring and the ties (ledger sections 18 and 19, Armadale Castle)."""

from __future__ import annotations

import pytest

from companion.scoring.gains import is_tie_broken, players_with_most_points
from companion.scoring.glen_more_2.model import Standing
from companion.scoring.glen_more_2.scoring import score_standings
from tests.scoring.glen_more_2.tables import PLAIN, each, standing
from tests.scoring.reading import points_from, reasons, totals


@pytest.mark.rule("GM-END-07")
def test_the_final_scoring_begins_with_a_scoring_round() -> None:
    result = score_standings("final", each(whisky=(5, 3, 1), scots_in_home_castle=(0, 1, 0)))
    assert points_from(result, "whisky") == (5, 2, 0)
    assert points_from(result, "scots_in_home_castle") == (0, 1, 0)


@pytest.mark.rule("GM-END-07", "GM-END-08", "GM-END-09", "GM-END-10")
def test_the_steps_stand_in_their_order() -> None:
    ann = standing("Ann", whisky=1, tiles=5, coins=1, landmarks=("armadale_castle",))
    [gains, _] = [player.gains for player in score_standings("final", [ann, standing("Bob")]).players]
    assert [gain.source for gain in gains] == ["landmarks", "whisky", "territory", "coins", "armadale_castle"]


@pytest.mark.rule("GM-END-08")
@pytest.mark.parametrize(
    ("tiles", "lost"),
    [
        ((15, 13, 16), (-6, 0, -9)),
        ((10, 10), (0, 0)),
        ((2, 3), (0, -3)),
        ((30, 12, 12, 13), (-54, 0, 0, -3)),
    ],
)
def test_each_tile_more_than_the_smallest_territory_costs_three(
    tiles: tuple[int, ...], lost: tuple[int, ...]
) -> None:
    result = score_standings("final", each(tiles=tiles))
    assert points_from(result, "territory") == lost
    assert totals(result) == lost


@pytest.mark.rule("GM-END-08")
def test_the_penalty_tells_its_arithmetic() -> None:
    result = score_standings("final", each(tiles=(15, 13, 16)))
    assert reasons(result, "Cleo") == ["3 tiles more than Bob: -9 points (16 to 13)"]


@pytest.mark.rule("GM-PER-03")
def test_persons_do_not_make_a_territory_larger() -> None:
    standings = each(tiles=(8, 10), persons=(7, 0), david_hume=(True, False))
    assert points_from(score_standings("final", standings), "territory") == (0, -6)


@pytest.mark.rule("GM-RBD-11")
def test_a_stack_of_tiles_is_one_tile_of_the_territory() -> None:
    """Ann built three of her twelve tiles over: nine places, as many as Bob has."""
    laid, built_over = 12, 3
    standings = each(tiles=(laid - built_over, 9))
    assert points_from(score_standings("final", standings), "territory") == (0, 0)


@pytest.mark.rule("GM-END-09")
@pytest.mark.parametrize("coins", [0, 1, 8, 23])
def test_a_coin_left_is_a_point(coins: int) -> None:
    result = score_standings("final", each(coins=(coins, 0)))
    assert points_from(result, "coins") == (coins, 0)


@pytest.mark.rule("GM-END-09")
@pytest.mark.parametrize(("coins", "told"), [(1, "1 coin left, points: 1"), (2, "2 coins left, points: 2")])
def test_coins_are_counted_in_words(coins: int, told: str) -> None:
    assert reasons(score_standings("final", each(coins=(coins, 0))), "Ann") == [told]


@pytest.mark.rule("GM-LMK-01", "GM-END-10")
@pytest.mark.parametrize(
    ("coins", "both"), [(0, 0), (1, 2), (5, 10), (7, 14), (8, 16), (9, 17), (11, 19), (30, 38)]
)
def test_armadale_castle_makes_the_first_eight_coins_worth_two(coins: int, both: int) -> None:
    result = score_standings("final", each(coins=(coins, coins), landmarks=(("armadale_castle",), ("loch_ness",))))
    of_coins = points_from(result, "coins"), points_from(result, "armadale_castle")
    assert of_coins == ((coins, coins), (both - coins, 0))


@pytest.mark.rule("GM-LMK-01")
@pytest.mark.parametrize(
    ("coins", "told"),
    [(1, "1 coin: +1"), (11, "8 coins: +1 each")],
)
def test_armadale_castle_tells_what_it_adds(coins: int, told: str) -> None:
    result = score_standings("final", each(coins=(coins, 0), landmarks=(("armadale_castle",), ("loch_ness",))))
    assert reasons(result, "Ann")[-1] == told


@pytest.mark.rule("GM-END-10")
def test_no_other_landmark_card_gives_points_at_the_end() -> None:
    result = score_standings("final", each(coins=(9, 9), landmarks=(PLAIN, (*PLAIN[:-1], "castle_moil"))))
    assert totals(result) == (9, 9)


@pytest.mark.rule("GM-END-10", "GM-END-09", "GM-END-08")
def test_nothing_of_the_end_is_scored_in_an_earlier_round() -> None:
    standings = each(tiles=(9, 2), coins=(9, 0), landmarks=(("armadale_castle",), ("loch_ness",)))
    assert totals(score_standings("C", standings)) == (0, 0)


@pytest.mark.rule("GM-END-11")
def test_most_points_win() -> None:
    result = score_standings("final", each(points=(30, 41, 40), tiles=(2, 2, 2)))
    assert result.winners == ("Bob",)
    assert [player.rank for player in result.players] == [3, 1, 2]


@pytest.mark.rule("GM-END-11")
def test_a_total_may_be_below_zero_and_still_win() -> None:
    result = score_standings("final", each(points=(0, -40), tiles=(12, 2)))
    assert totals(result) == (-30, -40)
    assert result.winners == ("Ann",)


@pytest.mark.rule("GM-END-12")
def test_goods_left_bring_no_points() -> None:
    result = score_standings("final", each(goods=(12, 0), points=(4, 5)))
    assert totals(result) == (4, 5)
    assert result.winners == ("Bob",)


@pytest.mark.rule("GM-TIE-01")
def test_the_one_of_the_tied_with_most_goods_wins() -> None:
    result = score_standings("final", each(points=(20, 20, 20), goods=(3, 7, 6)))
    assert result.winners == ("Bob",)


@pytest.mark.rule("GM-TIE-01")
def test_goods_of_somebody_who_is_not_tied_decide_nothing() -> None:
    result = score_standings("final", each(points=(20, 20, 19), goods=(3, 2, 9)))
    assert result.winners == ("Ann",)


@pytest.mark.rule("GM-TIE-01", "GM-CMP-16")
def test_barrels_and_coins_break_no_tie() -> None:
    """Cleo has the fewest barrels, so Ann's lead and Bob's coins bring both to the same points."""
    standings = each(points=(10, 10, 0), whisky=(3, 0, 0), coins=(0, 3, 0), goods=(1, 2, 0))
    result = score_standings("final", standings)
    assert totals(result) == (13, 13, 0)
    assert result.winners == ("Bob",)


@pytest.mark.rule("GM-TIE-02")
def test_equal_goods_share_the_victory() -> None:
    result = score_standings("final", each(points=(20, 20, 20, 8), goods=(5, 5, 1, 9)))
    assert result.winners == ("Ann", "Bob")


@pytest.mark.rule("GM-TIE-02")
@pytest.mark.parametrize(
    ("points", "goods", "ranks"),
    [
        ((50, 50, 50), (5, 5, 2), (1, 1, 3)),
        ((50, 50, 50), (2, 5, 5), (3, 1, 1)),
        ((50, 50, 40), (1, 2, 9), (2, 1, 3)),
        ((50, 40, 40, 40), (0, 3, 7, 3), (1, 3, 2, 3)),
        ((50, 50, 40), (4, None, 9), (1, 1, 3)),
        ((-2, -2), (0, 1), (2, 1)),
    ],
)
def test_goods_decide_places_as_they_decide_the_win(
    points: tuple[int, ...], goods: tuple[int | None, ...], ranks: tuple[int, ...]
) -> None:
    result = score_standings("final", each(points=points, goods=goods))
    assert tuple(player.rank for player in result.players) == ranks
    assert is_tie_broken(result.players) is (len(set(ranks)) > len(set(points)))


@pytest.mark.rule("GM-TIE-02")
def test_before_the_end_goods_decide_no_place() -> None:
    result = score_standings("C", each(points=(8, 8, 3), goods=(1, 4, 9)))
    assert [player.rank for player in result.players] == [1, 1, 3]
    assert not is_tie_broken(result.players)


@pytest.mark.rule("GM-TIE-01")
@pytest.mark.parametrize(
    ("points", "tied"),
    [
        ((20, 20, 8), ("Ann", "Bob")),
        ((5, 9, 9), ("Bob", "Cleo")),
        ((7, 7, 7), ("Ann", "Bob", "Cleo")),
        ((9, 8, 8), ("Ann",)),
    ],
)
def test_the_most_points_lead(points: tuple[int, ...], tied: tuple[str, ...]) -> None:
    assert (
        players_with_most_points(score_standings("final", each(points=points, goods=(None, None, None))).players)
        == tied
    )


@pytest.mark.rule("GM-TIE-01")
def test_who_is_tied_is_known_only_after_everything_is_scored() -> None:
    standings = each(points=(20, 22), coins=(2, 0), goods=(None, None))
    assert players_with_most_points(score_standings("final", standings).players) == ("Ann", "Bob")


@pytest.mark.rule("GM-TIE-02")
def test_goods_nobody_counted_leave_the_victory_shared() -> None:
    assert score_standings("final", each(points=(20, 20), goods=(4, None))).winners == ("Ann", "Bob")


def test_goods_of_others_need_not_be_counted() -> None:
    assert score_standings("final", each(points=(20, 20, 3), goods=(4, 5, None))).winners == ("Bob",)


def test_a_territory_nobody_counted_is_a_mistake_of_the_caller() -> None:
    uncounted: list[Standing] = [standing("Ann", tiles=None), standing("Bob")]
    with pytest.raises(ValueError, match="tiles of Ann"):
        score_standings("final", uncounted)
    assert totals(score_standings("A", uncounted)) == (0, 0)
