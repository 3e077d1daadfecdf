"""Single casks where territories are followed: a distillery that is activated matures, or makes a barrel."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.chronicles.single_cask.model import FIRST_CELLAR, OWN_STATE
from companion.state.glen_more_2.facts import Effect
from companion.state.glen_more_2.model import Tile
from tests.chronicles.followed import FollowedWith, chooses
from tests.state.glen_more_2.followed import spot

STILL, WHICH = "ben_wyvis", "single_cask.which"
WAYS = {"mature": "single_cask.mature", "both": "single_cask.produce"}


def seated(barrels: int = 0, **goods: int) -> FollowedWith:
    """Red is on turn, Ben Wyvis ahead; goods lie on a tile above the castle, barrels in the cellar."""
    table = FollowedWith("single_cask")
    table.prints(**{STILL: {"kind": "whisky"}, "S_1": {}, "S_2": {}})
    table.ring(STILL, "S-2")
    table.lies("red", spot("S-1", 1, 1, **goods))
    for _ in range(barrels):
        table.enters("red", "barrel")
    return table


def places(table: FollowedWith) -> tuple[str, ...]:
    return tuple(sorted(OWN_STATE.of(table.state).barrel_places["red"]))


@pytest.mark.rule("C3-11", "C3-15")
def test_a_distillery_matures_a_barrel_and_then_does_nothing_else() -> None:
    table = seated(1, barley=1, wood=1)
    table.lays("red", STILL, 0, 1)
    assert WAYS["mature"] in table.choices("end", f"use_{STILL}")
    table.answers("end", f"use_{STILL}", WAYS["mature"])
    table.answers(WHICH, "matures", "1.1")
    assert places(table) == ("1.2",)
    assert f"use_{STILL}" not in table.offers("end"), "of symbols with a slash between them one is used"
    assert table.goods("red") == {"barley": 1, "wood": 1}


@pytest.mark.rule("C3-27", "GM-CRS-19")
def test_a_sale_tile_on_the_pile_is_laid_by_nobody() -> None:
    table = seated()
    table.stage(replace(table.state, discards=(Tile("single_cask_sale_b", "B"), Tile("S-3", "S"))))
    table.enters("red", "crest", "munro")
    named = table.choices("from_discards", "tile")
    assert "S-3" in named
    assert not [piece for piece in named if "sale" in piece]


@pytest.mark.rule("C3-16")
def test_barley_and_wood_make_a_barrel_and_one_may_mature_besides() -> None:
    table = seated(0, barley=1, wood=1)
    table.lays("red", STILL, 0, 1)
    table.answers("end", f"use_{STILL}", WAYS["both"])
    assert (table.goods("red"), table.player("red").barrels, places(table)) == ({}, 1, ("1.1",))
    table.answers(WHICH, "none")
    assert places(table) == ("1.1",)


@pytest.mark.rule("C3-16", "C0-12")
def test_what_is_missing_is_bought_or_the_way_is_not_offered() -> None:
    table = seated(0, barley=1)
    table.has("red", coins=0)
    table.lays("red", STILL, 0, 1)
    assert table.offer("end", f"use_{STILL}").label is not None
    assert "single_cask.produce" not in str(table.offer("end", f"use_{STILL}").parts)
    assert table.refused("ledger", "single_cask.produce", player="red").reason.rule == "C3-16"


@pytest.mark.rule("C3-11")
def test_without_a_barrel_that_can_move_nothing_matures() -> None:
    table = seated(len(FIRST_CELLAR), barley=1, wood=1)
    table.lays("red", STILL, 0, 1)
    assert places(table) == ("1.1", "1.2", "1.3")
    assert WAYS["mature"] not in table.choices("end", f"use_{STILL}")


@pytest.mark.rule("GM-CRS-09")
def test_macgregor_takes_points_in_place_of_the_barrel() -> None:
    table = seated(0, barley=1, wood=1)
    table.has("red", crests=("macgregor",))
    table.lays("red", STILL, 0, 1)
    table.answers("end", f"use_{STILL}", "points")
    assert table.player("red").points == {"crest:macgregor": 3}
    assert table.goods("red") == {"barley": 1, "wood": 1}


@pytest.mark.rule("C3-17")
def test_a_cellar_is_paid_with_goods_of_the_territory_too() -> None:
    table = seated(0, stone=2)
    table.has("red", coins=3)
    table.enters("red", "single_cask.build", 2, "stone", 2)
    assert (table.goods("red"), table.player("red").coins) == ({}, 1)
    assert OWN_STATE.of(table.state).cellar_counts["red"] == 2


def test_maturing_with_buttons(tmp_path: Path) -> None:
    table = seated(1)
    table.lays("red", STILL, 0, 1)
    with table.desk(tmp_path) as desk:
        desk.press("DOWN")
        chooses(desk, "Ben Wyvis")
        if "matures" not in desk.says:
            chooses(desk, "a barrel matures")
        chooses(desk, "Mature a barrel")
        assert OWN_STATE.of(desk.app.running.history.state).barrel_places["red"] == ("1.2",)


@pytest.mark.rule("C3-15", "GM-ACT-05", "GM-ACT-17")
@pytest.mark.parametrize("crests", [(), ("macgregor",)])
def test_a_known_printed_exchange_is_one_of_the_symbols_and_not_one_more(crests: tuple[str, ...]) -> None:
    still = Effect("exchange", pay={"barley": 1}, get={"whisky": 1})
    table = FollowedWith("single_cask")
    table.prints(**{STILL: {"kind": "whisky", "activation": (still,)}, "S_1": {}, "S_2": {}})
    table.ring(STILL, "S-2")
    table.lies("red", spot("S-1", 1, 1, barley=2), crests=crests)
    table.lays("red", STILL, 0, 1)
    found = [str(choice.label) for choice in table.offer("end", f"use_{STILL}").parts[0].choices]
    assert found.count("1 barley for 1 barrel") == 1
    assert found.count("3 points") == len(crests)
    table.answers("end", f"use_{STILL}", "barley")
    assert table.player("red").barrels == 1
    assert not table.state.find_question("end") or f"use_{STILL}" not in table.offers("end")


@pytest.mark.rule("C3-17")
def test_a_cellar_is_built_in_the_own_turn_with_coins_that_are_there() -> None:
    table = seated()
    table.has("red", coins=0)
    refusal = table.refused("ledger", "single_cask.build", 2, "none", player="red")
    assert refusal.reason.rule == "GM-TAK-01"
    assert table.refused("ledger", "single_cask.build", 0, "none", player="yellow").reason.rule == "C3-17"
    table.enters("red", "single_cask.build", 2, "none", anyway=True)
    assert OWN_STATE.of(table.state).cellar_counts["red"] == 2
