"""The 23 crests: what touches a count is booked, what a map decides is asked, the rest is said in words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.engine.offers import Amount
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import HouseRules, Tile
from companion.state.territory.track import tile_indexes_ahead
from tests.state.glen_more_2.table import Table, facts_of

TIERS = {"brodie": "GM-CRS-01", "grant": "GM-CRS-05", "sutherland": "GM-CRS-23"}


def table_of(crest: str, **counts: object) -> Table:
    """Red has taken Robert the Bruce and put the clan marker on this crest; all roads were free."""
    table = Table(3)
    table.arrange("red blue S-1 S-2 yellow robert_the_bruce S-3", discards=(Tile("A-6", "A"), Tile("", "A")))
    table.has("red", **{"coins": 21, **counts})
    roads = table.state.facts.roads
    free = replace(table.state.facts, roads=tuple(replace(road, coins=0) for road in roads))
    table.stage(replace(table.state, facts=free))
    table.takes("red", "robert_the_bruce")
    table.answers("crest", "crest", crest)
    return table


def activating() -> Table:
    """Red owns MacLachlan and has taken a tile of the territory."""
    table = Table(3)
    table.arrange("red blue S-1 S-2 yellow A-6 S-3")
    table.has("red", crests=("maclachlan",))
    table.takes("red", "A-6")
    table.declines()
    return table


def told(table: Table) -> str:
    return " ".join(table.chores)


# ---- tiers


@pytest.mark.rule("GM-CRS-01", "GM-CRS-05", "GM-CRS-23")
@pytest.mark.parametrize("crest", TIERS)
@pytest.mark.parametrize("points", [0, 5, 8])
def test_what_the_map_decides_is_asked(crest: str, points: int) -> None:
    table = table_of(crest)
    assert table.offers("tier") == ["points_0", "points_5", "points_8"]
    assert table.question("tier").rule == TIERS[crest]
    table.answers("tier", f"points_{points}")
    assert table.player("red").points == ({f"crest:{crest}": points} if points else {})


@pytest.mark.rule("GM-CRS-01", "GM-CRS-05")
def test_each_row_says_which_numbers_it_is_for() -> None:
    """No number fits two rows, whether the steps follow each other or leave some between them."""
    said = {
        crest: {str(offer.label) for offer in table_of(crest).question("tier").offers} for crest in sorted(TIERS)
    }
    assert {"fewer: no points", "3: 5 points", "4 or more: 8 points"} in said.values()
    assert {"fewer: no points", "4 to 5: 5 points", "6 or more: 8 points"} in said.values()


@pytest.mark.rule("GM-CRS-14")
@pytest.mark.parametrize(("rebuilds", "proposed"), [(0, 0), (1, 0), (2, 5), (3, 8), (4, 8)])
def test_macpherson_is_proposed_from_the_rebuild_tiles_taken(rebuilds: int, proposed: int) -> None:
    table = table_of("macpherson", rebuilds=rebuilds)
    assert table.offers("tier")[0] == f"points_{proposed}"
    assert set(table.offers("tier")) == {"points_0", "points_5", "points_8"}


@pytest.mark.rule("GM-CRS-14")
def test_every_rebuild_tile_taken_counts_for_macpherson_covered_or_not() -> None:
    table = Table(3)
    table.arrange("red B-7 blue S-1 S-2 yellow S-3")
    table.takes("red", "B-7")
    assert table.player("red").rebuilds == 1
    assert table.player("red").tiles == 2


@pytest.mark.rule("GM-CRS-20")
@pytest.mark.parametrize(("coins", "points"), [(8, 0), (9, 5), (11, 5), (12, 8), (20, 8)])
def test_oliphant_is_computed_from_the_coins_which_are_kept(coins: int, points: int) -> None:
    table = table_of("oliphant", coins=coins + 1)  # Robert the Bruce costs 1
    assert "tier" not in table.kinds()
    assert table.player("red").points.get("crest:oliphant", 0) == points
    assert table.player("red").coins == coins


@pytest.mark.rule("GM-CRS-20")
def test_oliphant_counts_after_the_road_is_paid() -> None:
    table = Table(3)
    table.arrange("red robert_the_bruce blue S-1 S-2 yellow S-3")
    table.has("red", coins=14)  # 1 for the person, 5 for the roads
    table.takes("red", "robert_the_bruce")
    table.answers("crest", "crest", "oliphant")
    assert table.player("red").coins == 8
    assert table.happened(ev.PointsScored) == []


# ---- booked


@pytest.mark.rule("GM-CRS-04")
def test_douglas_gives_3_points() -> None:
    assert table_of("douglas").player("red").points == {"crest:douglas": 3}


@pytest.mark.rule("GM-CRS-15")
def test_macleod_gives_3_coins() -> None:
    assert table_of("macleod").player("red").coins == 23


@pytest.mark.rule("GM-CRS-17")
def test_mckenzie_gives_a_barrel_and_barley_for_the_hands() -> None:
    table = table_of("mckenzie")
    assert table.player("red").barrels == 1
    assert "put 1 barley on any of your tiles" in told(table)


@pytest.mark.rule("GM-CRS-17")
def test_mckenzie_can_be_left_out_by_house_rule() -> None:
    table = Table(3, house=HouseRules(mckenzie=False))
    table.arrange("red robert_the_bruce blue S-1 S-2 yellow S-3")
    table.takes("red", "robert_the_bruce")
    crests = table.choices("crest", "crest")
    assert "mckenzie" not in crests
    assert len(crests) == 23, "22 crests and none"


@pytest.mark.rule("GM-CRS-18")
@pytest.mark.parametrize("home", [0, 1])
def test_mckinnon_gives_2_coins_and_a_scot_perhaps_at_home(home: int) -> None:
    table = table_of("mckinnon")
    assert table.player("red").coins == 22
    table.answers("scots_home", "home", home)
    assert table.player("red").scots == home


@pytest.mark.rule("GM-CRS-03")
@pytest.mark.parametrize("home", [0, 1])
def test_chisholm_asks_whether_the_scot_goes_home_and_tells_of_barley(home: int) -> None:
    table = table_of("chisholm")
    assert "barley" in told(table)
    table.answers("scots_home", "home", home)
    assert table.player("red").scots == home


@pytest.mark.rule("GM-CRS-21")
@pytest.mark.parametrize("home", [0, 1, 2])
def test_ross_asks_how_many_of_two_scots_go_home(home: int) -> None:
    table = table_of("ross")
    (part,) = table.offer("scots_home", "home").parts
    assert isinstance(part, Amount)
    assert (part.low, part.high) == (0, 2)
    table.answers("scots_home", "home", home)
    assert table.player("red").scots == home


@pytest.mark.rule("GM-CRS-21", "GM-CMP-03")
def test_more_than_nine_scots_never_stand_at_home() -> None:
    table = table_of("ross", scots=8)
    assert table.refused("scots_home", "home", 2).reason.text.text == "It must be from {low} to {high}."
    table.answers("scots_home", "home", 1)
    assert table.player("red").scots == 9


@pytest.mark.rule("GM-CRS-16", "GM-PER-07")
def test_mckay_brings_david_hume_who_counts_twice_and_brings_no_marker() -> None:
    table = table_of("mckay")
    assert table.player("red").persons == ("robert_the_bruce", "david_hume")
    assert table.view.players[0].persons == 3
    assert table.kinds() == ["end"], "no second marker"


@pytest.mark.rule("GM-CMP-14")
@pytest.mark.parametrize("box", ["complete", "bare"])
def test_there_is_one_david_hume_and_he_lies_in_no_deck(box: str) -> None:
    table = Table(3, box=box)
    assert [p.deck for p in table.state.facts.pieces.values() if p.name == "David Hume"] == [""]
    assert not any(way.answer.offer == "take" for way in table.taps("david_hume").interpretations)
    table.arrange("red S? yellow A? blue robert_the_bruce")
    table.has("red", crests=("ross",))
    table.has("blue", persons=("david_hume",), taken_tiles=(Tile("david_hume", ""),))
    table.takes("red", "robert_the_bruce")
    table.answers("crest", "crest", "mckay", *([2] if box == "bare" else []), anyway=True)
    assert "david_hume" not in table.player("red").persons, "nobody gets him twice"


@pytest.mark.rule("GM-PER-07", "GM-CRS-16")
@pytest.mark.parametrize("place", ["removed", "discards", "deck"])
def test_david_hume_comes_from_wherever_the_table_said_he_was(place: str) -> None:
    table = Table(3)
    table.arrange("red robert_the_bruce blue S-1 S-2 yellow S-3")
    table.has("red", coins=20)
    table.corrects("piece", "david_hume", place)
    table.takes("red", "robert_the_bruce")
    table.answers("crest", "crest", "mckay")
    assert table.player("red").persons == ("robert_the_bruce", "david_hume")
    assert [tile.piece for tile in table.player("red").taken_tiles].count("david_hume") == 1
    away = [tile.piece for tile in (*table.state.discards, *table.state.removed_tiles)]
    assert "david_hume" not in away, "he is in one place"
    table.fits()


@pytest.mark.rule("GM-CRS-13", "GM-EDG-04")
@pytest.mark.parametrize(("tiles", "scots"), [(0, 0), (1, 0), (1, 2)])
def test_macmillan_asks_for_one_tile_and_its_scots(tiles: int, scots: int) -> None:
    table = table_of("macmillan", tiles=6)
    if tiles:
        assert table.refused("removed", "removed", 2, 0).reason.text.text == "It must be from {low} to {high}."
        table.answers("removed", "removed", tiles, scots)
    else:
        table.answers("removed", "none")
    assert table.player("red").tiles == 6 - tiles
    assert table.player("red").scots == scots
    assert len(table.state.discards) == 2, "a removed tile is out of the game"


@pytest.mark.rule("GM-CRS-13", "GM-EDG-04")
def test_the_home_tile_is_never_removed() -> None:
    table = table_of("macmillan", tiles=2)
    assert "removed" not in table.kinds(), "there is nothing to answer"
    assert "Only the home tile lies there: no tile leaves" in table.chores


# ---- lasting ones


@pytest.mark.rule("GM-CRS-09")
def test_macgregors_owner_chooses_the_barrel_or_3_points() -> None:
    table = table_of("macgregor")
    table.enters("red", "barrel", "points")
    assert (table.player("red").barrels, table.player("red").points) == (0, {"crest:macgregor": 3})
    table.enters("red", "barrel", "barrel")
    assert (table.player("red").barrels, table.player("red").total) == (1, 3)
    assert table.offer("ledger", "barrel", "blue").parts == (), "nobody else is asked"


@pytest.mark.rule("GM-CRS-09")
def test_macgregor_is_asked_on_a_tap_of_the_barrel_card_too() -> None:
    table = table_of("macgregor")
    table.taps("card:barrel", "3 points instead")
    assert table.player("red").points == {"crest:macgregor": 3}


@pytest.mark.rule("GM-CRS-11")
@pytest.mark.parametrize("unused", [0, 3])
def test_maclachlans_owner_is_asked_for_unused_movement_at_the_end_of_the_turn(unused: int) -> None:
    table = activating()
    table.done()
    assert table.kinds()[0] == "movement"
    table.answers("movement", "unused", unused)
    assert table.player("red").points.get("crest:maclachlan", 0) == unused
    assert table.on_turn == "blue", "asked once, then the turn is over"


@pytest.mark.rule("GM-CRS-11", "GM-PER-02")
def test_maclachlan_is_not_asked_after_a_person_for_persons_activate_nothing() -> None:
    table = table_of("maclachlan")
    table.done()
    assert table.on_turn == "blue"


@pytest.mark.rule("GM-CRS-11")
def test_maclachlan_is_asked_again_in_the_next_turn_and_nobody_else_is() -> None:
    table = activating()
    table.done()
    table.answers("movement", "unused", 1)
    for who in ("blue", "yellow", "red"):
        table.takes(who, ahead=len(tile_indexes_ahead(table.state.track)))
        table.declines()
        table.done()
        assert (table.kinds()[0] == "movement") == (who == "red")


@pytest.mark.rule("GM-CRS-11")
def test_maclachlan_is_asked_even_when_the_next_player_ends_the_turn_with_a_tap() -> None:
    table = activating()
    table.enters("red", "barrel")
    table.taps("S-1")
    assert table.state.turn.figure == "blue"
    assert table.question("movement_late").player == "red"
    table.answers("movement_late", "unused", 2)
    assert table.player("red").points == {"crest:maclachlan": 2}
    assert table.state.turn.figure == "blue"


@pytest.mark.rule("GM-CRS-22")
def test_sinclairs_owner_may_enter_a_coin_for_a_good() -> None:
    table = table_of("sinclair")
    table.enters("red", "sinclair")
    assert table.player("red").coins == 19
    assert table.happened(ev.CoinsPaid) == [ev.CoinsPaid("red", 1, "sinclair")]
    assert "sinclair" not in table.offers("ledger", "blue")
    assert table.state.market["wood"] == 1, "the coin goes to the supply"


# ---- Munro


@pytest.mark.rule("GM-CRS-19")
def test_munro_takes_a_tile_of_the_pile_for_nothing() -> None:
    table = Table(3)
    table.arrange("red robert_the_bruce blue S-1 S-2 yellow S-3", discards=(Tile("castle_stalker", "A"),))
    table.has("red", coins=20, crests=("gunn",))
    table.takes("red", "robert_the_bruce")
    table.answers("crest", "crest", "munro")
    table.taps("castle_stalker")
    red = table.player("red")
    assert red.taken_tiles[-1] == Tile("castle_stalker", "A")
    assert red.landmarks == ("castle_stalker",)
    assert red.coins == 20 - 1 - 1 + 3, "person, road, card; the tile's wood is not asked"
    assert red.tiles == 3
    assert table.state.discards == ()


@pytest.mark.rule("GM-CRS-19")
def test_a_person_of_the_pile_brings_a_marker_with_its_road() -> None:
    table = Table(3)
    table.arrange("red robert_the_bruce blue S-1 S-2 yellow S-3", discards=(Tile("B-13", "B"),))
    table.has("red", coins=20, crests=("gunn",))
    table.takes("red", "robert_the_bruce")
    table.answers("crest", "crest", "munro")
    table.answers("from_discards", "tile", "B-13")
    assert table.player("red").persons == ("robert_the_bruce", "B-13")
    table.answers("crest", "crest", "cameron")
    assert table.player("red").coins == 20 - 1 - 1 - 1, "no cost of the tile, but the road"


@pytest.mark.rule("GM-CRS-19")
def test_tiles_discarded_by_this_very_move_are_in_the_pile() -> None:
    table = Table(3)
    table.arrange("red S-4 robert_the_bruce blue S-1 S-2 yellow S-3")
    table.has("red", coins=20, crests=("gunn",))
    table.takes("red", "robert_the_bruce")
    table.answers("crest", "crest", "munro")
    assert "S-4" in table.choices("from_discards", "tile")


@pytest.mark.rule("GM-CRS-19")
def test_an_empty_pile_gives_nothing() -> None:
    table = Table(3)
    table.arrange("red robert_the_bruce blue S-1 S-2 yellow S-3")
    table.has("red", coins=20, crests=("gunn",))
    table.takes("red", "robert_the_bruce")
    table.answers("crest", "crest", "munro")
    assert "from_discards" not in table.kinds(), "there is nothing to answer"
    assert "The discard pile is empty: no tile comes from it" in table.chores


@pytest.mark.rule("GM-CRS-19")
@pytest.mark.parametrize("piece", ["A-7", "S-1", "halkirk", "B-5"])
def test_any_tile_in_no_territory_is_accepted_for_munro(piece: str) -> None:
    """An untold tile of the pile, one that is believed on the rondel, and ones believed in their decks."""
    table = table_of("munro")
    table.taps(piece)
    assert table.player("red").taken_tiles[-1].piece == piece
    assert table.reads().count(piece) == 0
    table.fits()


@pytest.mark.rule("GM-CRS-19")
def test_the_untold_tile_of_the_pile_is_the_one_that_was_tapped() -> None:
    table = table_of("munro")
    table.taps("A-7")
    assert table.state.discards == (Tile("A-6", "A"),)


@pytest.mark.rule("GM-CRS-19")
def test_a_tile_in_a_territory_is_not_taken_for_munro() -> None:
    table = table_of("munro")
    assert "robert_the_bruce" not in table.choices("from_discards", "tile")
    assert table.refused("from_discards", "tile", "robert_the_bruce").reason.rule == ""


def test_munro_can_be_declined() -> None:
    table = table_of("munro")
    table.answers("from_discards", "none")
    assert len(table.player("red").taken_tiles) == 1


# ---- in words


@pytest.mark.parametrize(
    ("crest", "words"),
    [
        ("cameron", "use 3 movement points"),
        ("gunn", "1 sheep and 1 cattle"),
        ("macdonald", "1 stone and 1 wood"),
        ("macdonell", "1 material tile and 1 whisky tile"),
        ("mackintosh", "your castles count as holding a Scot"),
        ("maclean", "1 animal tile and 1 whisky tile"),
    ],
)
def test_what_needs_the_territory_is_said_in_words(crest: str, words: str) -> None:
    table = table_of(crest)
    assert words in told(table)
    assert (table.player("red").total, table.player("red").barrels) == (0, 0)
    table.done()
    assert words not in told(table), "only in this turn"


def test_all_crests_are_in_the_game_and_each_can_be_taken_and_declined() -> None:
    crests = facts_of("complete").crests
    assert len(crests) == 23
    for crest in crests:
        table = table_of(crest)
        table.declines()
        table.done()
        table.declines()
        assert table.player("red").crests == (crest,)
        assert table.on_turn == "blue"
        table.fits()
