"""One-time effects: what is booked by itself, what is asked, what is left for the hands."""

from __future__ import annotations

import pytest

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import Effect
from companion.state.glen_more_2.model import Tile
from tests.state.glen_more_2.table import Table, facts_of, with_piece


def taking(piece: str, *steps: Effect, **counts: object) -> Table:
    """Red takes a free tile with these effects."""
    facts = facts_of("complete")
    if steps:
        facts = with_piece(facts, piece, cost=(), one_time=steps)
    table = Table(3, facts=facts)
    table.arrange(f"red yellow blue {piece} S-2")
    table.has("red", **counts)
    table.takes("red", piece)
    return table


@pytest.mark.rule("GM-ONE-08", "GM-TIL-06", "GM-TRN-04")
def test_whisky_goes_to_the_own_supply() -> None:
    assert taking("A-8").player("red").barrels == 1


@pytest.mark.rule("GM-ONE-09", "GM-TIL-06")
def test_coins_come_from_the_supply() -> None:
    assert taking("A-6", Effect("gain", "coin", 3)).player("red").coins == 8


@pytest.mark.rule("GM-ONE-10", "GM-TIL-06")
def test_printed_points_are_scored_with_the_tile_as_their_source() -> None:
    table = taking("A-6", Effect("gain", "vp", 4))
    assert table.player("red").points == {"tile:A-6": 4}


@pytest.mark.rule("GM-ONE-07")
def test_a_clan_marker_is_placed_with_its_road() -> None:
    table = taking("A-6", Effect("clan_marker"))
    table.answers("crest", "crest", "mckay")
    assert table.player("red").crests == ("mckay",)
    assert table.player("red").coins == 3


@pytest.mark.rule("GM-ONE-04", "GM-ONE-03", "GM-ONE-11")
def test_a_landmark_card_is_always_taken_and_its_effect_booked() -> None:
    table = taking("loch_lochy")
    assert table.player("red").landmarks == ("loch_lochy",)
    assert table.happened(ev.LandmarkGained) == [ev.LandmarkGained("red", "loch_lochy")]
    assert table.refused("ledger", "landmark", "loch_lochy", player="yellow").reason.rule == "GM-ONE-04"


@pytest.mark.rule("GM-TIL-11", "GM-ONE-02")
def test_several_symbols_are_all_booked() -> None:
    table = taking("A-6", Effect("gain", "whisky", 2), Effect("gain", "coin", 1), Effect("gain", "vp", 2))
    red = table.player("red")
    assert (red.barrels, red.coins, red.total) == (2, 6, 2)


@pytest.mark.rule("GM-ONE-02", "GM-EDG-10")
def test_two_questions_of_one_tile_are_answered_in_any_order_before_results() -> None:
    table = taking("A-6", Effect("clan_marker"), Effect("scots", n=2))
    assert set(table.kinds()) == {"crest", "scots_home", "end"}
    table.answers("scots_home", "home", 1)
    table.answers("crest", "crest", "macleod")
    assert (table.player("red").scots, table.player("red").crests) == (1, ("macleod",))
    table.done()


@pytest.mark.rule("GM-EDG-10", "GM-ONE-03")
def test_an_open_effect_stands_in_front_of_the_end_of_the_turn() -> None:
    table = taking("A-6", Effect("clan_marker"))
    refusal = table.refused("end", "done")
    assert (refusal.is_soft, refusal.reason.rule) == (True, "GM-TRN-04")
    assert str(refusal.reason.text) == "A question is still open"
    table.done(anyway=True)
    assert "crest" not in table.kinds()


@pytest.mark.rule("GM-ONE-11")
def test_every_other_gain_may_be_declined() -> None:
    table = taking("A-6", Effect("clan_marker"), Effect("scots", n=2))
    table.answers("crest", "crest", "none")
    table.answers("scots_home", "home", 0)
    assert (table.player("red").scots, table.player("red").crests) == (0, ())
    table.done()


@pytest.mark.rule("GM-EDG-09")
def test_without_a_marker_that_part_is_lost_and_the_rest_is_carried_out() -> None:
    crests = tuple(sorted(facts_of("complete").crests))[:10]
    table = taking("A-6", Effect("clan_marker"), Effect("gain", "coin", 2), crests=crests)
    assert table.kinds() == ["end"]
    assert table.player("red").coins == 7
    assert table.chores == ["No clan marker is left: that part is lost"]


@pytest.mark.rule("GM-TRN-04")
def test_goods_and_scots_on_the_tile_are_told_in_words_and_booked_nowhere() -> None:
    table = taking("A-6", Effect("gain", "sheep", 1), Effect("scot_on_tile", n=1))
    assert table.chores == ["Barley Row: Put 1 sheep on it, Put 1 Scot on it"]
    assert table.player("red").scots == 0


@pytest.mark.rule("GM-CMP-09")
def test_barrels_coins_and_points_never_run_out() -> None:
    table = taking("A-6", Effect("gain", "whisky", 30), Effect("gain", "coin", 90), Effect("gain", "vp", 600))
    red = table.player("red")
    assert (red.barrels, red.coins, red.total) == (30, 95, 600)


@pytest.mark.rule("GM-CMP-16")
def test_barrels_and_scots_are_not_bought_or_sold() -> None:
    table = taking("S-1")
    goods = {"wood", "stone", "barley", "sheep", "cattle"}
    assert set(table.choices("ledger", "buy", player="red")) == goods
    assert set(table.choices("ledger", "sell", player="red")) == goods


@pytest.mark.rule("GM-ONE-01")
def test_effects_come_when_the_tile_is_laid_before_any_result() -> None:
    kinds = [type(event).__name__ for event in taking("A-8").events]
    assert kinds.index("TileTaken") < kinds.index("TileCountChanged") < kinds.index("BarrelsGained")


@pytest.mark.rule("GM-EDG-11")
def test_points_and_coins_are_open() -> None:
    table = taking("A-6", Effect("gain", "vp", 4))
    assert [(p.points, p.coins) for p in table.view.players] == [(4, 5), (0, 6), (0, 7)]
    assert table.history.game.view(table.state, "yellow") == table.view


@pytest.mark.rule("GM-EDG-02")
def test_a_good_may_be_sold_before_results_are_entered() -> None:
    table = taking("S-1")
    table.enters("red", "sell", "wood")
    table.enters("red", "points", "exchange", 3)
    assert (table.player("red").coins, table.player("red").total) == (6, 3)


@pytest.mark.rule("GM-EDG-04")
def test_a_tile_removed_is_one_fewer_lies_on_no_pile_and_its_scots_come_home() -> None:
    table = taking("S-1", tiles=6)
    table.enters("red", "removed", 1, 2)
    red = table.player("red")
    assert (red.tiles, red.scots) == (6, 2)
    assert table.state.discards == ()


@pytest.mark.rule("GM-EDG-04")
def test_the_home_tile_is_never_removed() -> None:
    table = taking("robert_the_bruce")
    table.answers("crest", "crest", "none")
    before = table.player("red").tiles
    entry = table.offer("ledger", "removed", player="red")
    assert entry.closed
    assert table.refused("ledger", "removed", 1, 0, player="red").reason.rule == "GM-EDG-04"
    assert table.player("red").tiles == before == 2


@pytest.mark.rule("GM-EDG-05")
def test_a_card_stays_with_its_owner_when_its_tile_is_removed() -> None:
    table = taking("loch_lochy", tiles=5)
    table.declines()
    table.corrects("piece", "loch_lochy", "removed")
    assert (table.player("red").tiles, Tile("loch_lochy", "A") in table.state.removed_tiles) == (5, True)
    assert "loch_lochy" not in table.choices("ledger", "landmark", player="red"), "nobody gains it again"
    scored = table.view.if_scored_now
    assert scored is not None
    assert [(g.source, g.points) for g in scored.players[0].gains if g.source == "landmarks"] == [("landmarks", 1)]


@pytest.mark.rule("GM-EDG-08")
def test_only_scots_in_the_home_castle_are_counted() -> None:
    table = taking("A-6", Effect("scots", n=2))
    assert table.words("scots_home") == "Barley Row: how many of the 2 Scots go to the home castle?"
    table.answers("scots_home", "home", 0)
    assert table.player("red").scots == 0


@pytest.mark.rule("GM-CMP-03")
def test_never_more_than_nine_scots_stand_in_the_home_castle() -> None:
    table = taking("A-6", Effect("scots", n=2), scots=8)
    assert str(table.refused("scots_home", "home", 2).reason.text) == "It must be from 0 to 1."
    table.answers("scots_home", "home", 1)
    assert table.refused("ledger", "scots_in", 1, player="red").reason.rule == "GM-CMP-03"


@pytest.mark.rule("GM-TIL-03")
def test_the_sort_tells_persons_from_tiles_and_is_asked_once() -> None:
    table = Table(3, box="bare")
    table.arrange("red yellow blue A-1 A-2 S-2")
    table.takes("red", "A-1")
    assert table.words("sort") == "What kind of tile from deck A is it?"
    table.answers("sort", "person")
    assert (table.player("red").persons, table.player("red").tiles) == (("A-1",), 2)
    assert table.state.facts.pieces["A-1"].category == "person"
    assert ("A-1", "sort", "person") in [(f.piece, f.field, f.value) for f in table.state.learned_facts]
