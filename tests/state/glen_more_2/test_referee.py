"""A turn of Glen More II at referee depth: a tile is paid, laid, brings what it brings (sections 8 to 12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from companion.engine.history import History
from companion.engine.journal import SCHEMA, Header
from companion.engine.message import tr
from companion.engine.offers import Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion, RefereeExtension
from companion.state.glen_more_2.facts import Cost, Effect, Facts, LearnedFact, Piece, parse_steps
from companion.state.glen_more_2.game import GlenMore2, make_library
from companion.state.glen_more_2.model import HouseRules
from companion.state.glen_more_2.questions.take import takeable_choices
from companion.state.glen_more_2.questions.tile_facts import activation_part
from companion.state.glen_more_2.referee.placement import TakeableTiles
from companion.state.glen_more_2.view import GOODS_LEFT_LABEL
from companion.state.territory.model import REFEREE, SCOREKEEPER
from tests.state.glen_more_2.followed import Followed, spot
from tests.state.glen_more_2.ninth import CHRONICLE as NINTH
from tests.state.glen_more_2.ninth import STONE
from tests.state.glen_more_2.table import Table, facts_of, with_piece
from tests.state.glen_more_2.test_vectors import vector
from tools.players.boxes import referee_box as whole_box

DRY: dict[str, object] = {"river": False}


def box(**tiles: dict[str, object]) -> Facts:
    """The box of the referee with something else printed on these tiles."""
    facts = whole_box()
    for id, fields in tiles.items():
        facts = with_piece(facts, id.replace("_", "-") if id[1:2] == "_" else id, **fields)
    return facts


def table_with(*pieces: str, facts: Facts | None = None, **parts: object) -> Followed:
    """Red is on turn, the others and these tiles lie ahead."""
    table = Followed(3, facts=facts, **parts)
    table.arrange(" ".join(("red", pieces[0], "yellow", *pieces[1:], "blue", "A? A?")))
    return table


def activated(events: Iterable[object]) -> dict[str, dict[str, int]]:
    """What each tile gave as it was activated, as the vectors write it."""
    found: dict[str, dict[str, int]] = {e.piece: {} for e in events if isinstance(e, ev.TileActivated)}
    for each in events:
        if isinstance(each, ev.MovementGained):
            found[each.why.partition(":")[2]]["mp"] = each.n
        if isinstance(each, ev.GoodsGained) and each.why.startswith("activation:"):
            found[each.why.partition(":")[2]][each.good] = each.n
    return found


# ---- the depth


def test_the_depth_is_chosen_at_set_up_and_shown() -> None:
    table = Followed(2)
    assert table.state.tracks_territories
    assert len(table.player("red").territory.spots) == 2


def test_a_game_where_nobody_chose_it_goes_by_the_usual_depth() -> None:
    table = Table(2)
    assert not table.state.tracks_territories
    assert "followed" not in str(table.history.game.canonical(table.state))


@pytest.mark.rule("GM-CMP-12", "GM-SET-02")
def test_the_home_tile_is_two_tiles_with_a_scot_on_the_village() -> None:
    table = Followed(2)
    village, castle = table.player("red").territory.spots
    assert [(village.x, village.y, village.scots), (castle.x, castle.y, castle.scots)] == [(0, 0, 1), (1, 0, 0)]
    assert table.player("red").tiles == 2


def with_the_ninth(ninth: Expansion) -> Table:
    """A table where the made-up chronicle is installed alone; nothing is chosen yet."""
    table = Table(0)
    game = GlenMore2(make_library((ninth,)))
    made = game.setup(whole_box(), HouseRules(), (), (), None)
    table.history = History(game, Header(SCHEMA, game.slug, game.rules_version, made))
    table.sits("red", "yellow")
    return table


def test_a_chronicle_that_is_not_refereed_closes_the_row_and_says_why() -> None:
    table = with_the_ninth(NINTH)
    table.answers("start", "depth", "referee")
    table.answers("start", "chronicle", STONE)
    row = table.offer("start", "depth")
    assert row.closed
    assert str(row.closed.text) == "With Lucky Stone you tell what your territory gave."
    assert table.state.depth == SCOREKEEPER
    table = with_the_ninth(
        replace(NINTH, referee=RefereeExtension(untracked_reason=tr("Stones roll everywhere.")))
    )
    table.answers("start", "chronicle", STONE)
    row = table.offer("start", "depth")
    assert row.closed
    assert str(row.closed.text) == "Stones roll everywhere."


def test_a_chronicle_that_is_refereed_leaves_the_depth_as_it_was_chosen() -> None:
    table = with_the_ninth(replace(NINTH, referee=RefereeExtension()))
    table.answers("start", "depth", "referee")
    table.answers("start", "chronicle", STONE)
    assert (table.offer("start", "depth").closed, table.state.depth) == (None, REFEREE)


def test_the_names_of_untold_tiles_are_looked_through_once_for_all_that_lie_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Followed(3)
    table.arrange("red A? A? yellow A? A? blue A? A?")
    looked = Counter[str]()
    why_not = TakeableTiles.why_not

    def counting(self: TakeableTiles, piece: Piece) -> Reason | None:
        looked[piece.id] += 1
        return why_not(self, piece)

    monkeypatch.setattr(TakeableTiles, "why_not", counting)
    assert len(takeable_choices.__wrapped__(table.state, "red")) == 6
    assert set(looked.values()) == {1}


# ---- where a tile may lie (sections 9 to 11)


@pytest.mark.rule("GM-PLC-01", "GM-PLC-02", "GM-PLC-04", "GM-RIV-01", "GM-RIV-03")
def test_every_other_cell_is_closed_by_its_rule() -> None:
    """Lochridge has no river; a Scot stands on the start village alone."""
    table = table_with("lochridge", facts=box(lochridge={"river": False, "cost": ()}))
    table.takes("red", "lochridge")
    closed = table.closed("place", "place")
    assert {cell for cell, rule in closed.items() if not rule} == {"0,1", "1,1", "0,-1", "1,-1"}
    assert (closed["-1,0"], closed["2,0"]) == ("GM-RIV-03", "GM-RIV-03")
    assert (closed["-1,1"], closed["2,1"]) == ("GM-PLC-01", "GM-PLC-01")


@pytest.mark.rule("GM-RIV-02", "GM-RIV-04", "GM-PLC-03", "GM-TIL-04")
def test_a_river_tile_lengthens_the_river_at_either_end() -> None:
    table = table_with("halkirk", facts=box(halkirk={"cost": ()}))
    table.lies("red", castle=1)
    table.takes("red", "halkirk")
    closed = table.closed("place", "place")
    assert {cell for cell, rule in closed.items() if not rule} == {"-1,0", "2,0"}
    assert closed["0,1"] == "GM-RIV-02"


@pytest.mark.rule("GM-PLC-02")
def test_without_a_scot_nearby_nothing_is_laid() -> None:
    table = table_with("lochridge", facts=box(lochridge={"river": False, "cost": ()}))
    table.lies("red", spot("S-1", -1, 0), spot("S-2", -2, 0))
    table.takes("red", "lochridge")
    assert table.closed("place", "place")["-2,1"] == "GM-PLC-02"


@pytest.mark.rule("GM-PLC-05", "GM-PLC-06")
def test_a_tile_lies_upright_beside_any_other_kind() -> None:
    table = table_with("S-2", facts=box(S_2={"river": False}))
    table.lays("red", "S-2", 0, 1)
    assert table.spot("red", 0, 1).top == "S-2"


@pytest.mark.rule("GM-RBD-01", "GM-RBD-02", "GM-RBD-04", "GM-RBD-05", "GM-RIV-05", "GM-TIL-03")
def test_a_rebuild_tile_covers_a_tile_of_its_kind_and_river() -> None:
    """The vector gm-rebuild-inverness-on-halkirk, with a village without a river beside it."""
    dry = {"kind": "village", "river": False}
    table = table_with("inverness", facts=box(inverness={"cost": ()}, A_9=dry, S_2=DRY))
    table.lies("red", spot("halkirk", -1, 0), spot("A-9", -1, 1), spot("S-2", 0, 1))
    table.takes("red", "inverness")
    closed = table.closed("place", "place")
    assert {cell for cell, rule in closed.items() if not rule} == {"-1,0", "0,0"}
    assert (closed["-1,1"], closed["0,1"], closed["1,1"]) == ("GM-RBD-05", "GM-RBD-02", "GM-RBD-01")


@pytest.mark.rule("GM-RBD-03")
@pytest.mark.parametrize(("strict", "rule"), [(False, ""), (True, "GM-RBD-03")])
def test_the_scot_on_the_covered_tile_is_enough_but_by_a_house_rule(strict: bool, rule: str) -> None:
    house = HouseRules(rebuild_needs_scot_on_neighbour=strict)
    table = table_with("inverness", facts=box(inverness={"cost": ()}, A_9={"river": True}), house=house)
    table.lies("red", spot("halkirk", -1, 0), spot("A-9", -2, 0, scots=1), village=0)
    table.takes("red", "inverness")
    assert table.closed("place", "place")["-2,0"] == rule


@pytest.mark.rule("GM-RBD-06", "GM-RBD-08", "GM-RBD-09", "GM-RBD-10", "GM-RBD-11", "GM-ACT-21", "GM-ACT-23")
@pytest.mark.rule("GM-LMK-07", "GM-TIL-11", "GM-TRN-03")
def test_what_lay_on_the_covered_tile_lies_on_the_new_one() -> None:
    """The card brings a barley and a barrel besides (GM-LMK-07)."""
    _, expect = vector("gm-activate-inverness-rebuild")
    table = table_with("inverness", facts=box(inverness={"cost": ()}, inshriach={"river": False}))
    table.lies("red", spot("halkirk", 2, 0, scots=1, wood=1), spot("inshriach", 2, 1))
    events = table.lays("red", "inverness", 2, 0)
    lying = table.spot("red", 2, 0)
    assert (lying.pieces, lying.scots, lying.goods) == (("halkirk", "inverness"), 2, {"wood": 1, "barley": 1})
    assert lying.scots - 1 == expect["one_time"]["scots_on_new_tile"]
    assert activated(events) == {
        piece: expect["activations"][name]
        for piece, name in (
            ("home_castle_red", "home castle"), ("inverness", "Inverness"), ("inshriach", "Inshriach")
        )
    }  # fmt: skip
    assert table.state.turn.work.movement_points == expect["mp_total"]
    assert table.spot("red", 2, 1).goods == {"wood": 1}
    assert (table.player("red").tiles, table.player("red").landmarks) == (4, ("inverness",))
    assert table.player("red").barrels == 1


@pytest.mark.rule("GM-RBD-12", "GM-SCR-03")
def test_a_rebuilt_home_castle_keeps_its_scots() -> None:
    table = table_with("D-1", facts=box(D_1={"river": True, "cost": (), "deck": "D"}))
    table.lies("red", castle=2)
    table.lays("red", "D-1", 1, 0)
    assert (table.spot("red", 1, 0).scots, table.player("red").scots) == (2, 2)


# ---- taking and paying (section 8)


@pytest.mark.rule("GM-TAK-02", "GM-MKT-06", "GM-TRN-02")
def test_own_goods_pay_the_fullest_tile_first_and_the_rest_is_bought() -> None:
    table = table_with("duart_castle", facts=box(duart_castle={"river": False}, S_2=DRY, S_3=DRY))
    table.lies("red", spot("S-2", 0, 1, stone=1), spot("S-3", 0, 2, stone=1, barley=1))
    events = table.lays("red", "duart_castle", 1, 1)
    assert ev.GoodsGiven("red", 0, 2, "stone", 1, "cost:duart_castle") in events
    assert ev.GoodBought("red", "wood", 2, "cost:duart_castle") in events
    assert table.player("red").coins == 5 - 2 + 1


@pytest.mark.rule("GM-TAK-01", "GM-TAK-03")
def test_what_cannot_be_paid_even_by_selling_is_closed() -> None:
    table = table_with("A-7", "castle_stalker", facts=box(A_7={"cost": (Cost("coin", 9),)}))
    assert table.closed("take", "take")["A-7"] == "GM-TAK-01"
    assert table.closed("take", "take")["castle_stalker"] == ""


@pytest.mark.rule("GM-TAK-03", "GM-MKT-07", "GM-EDG-02")
def test_goods_are_sold_for_coins_that_are_short() -> None:
    table = table_with("A-7", facts=box(A_7={"cost": (Cost("coin", 6),), "river": False}))
    table.lies("red", spot("S-4", 0, 1, sheep=2))
    events = table.lays("red", "A-7", 1, 1)
    assert [e.good for e in events if isinstance(e, ev.GoodSold)] == ["sheep"]
    assert table.player("red").coins == 0


@pytest.mark.rule("GM-TAK-04", "GM-LMK-09", "GM-EDG-03")
def test_the_scot_that_makes_the_place_legal_is_not_the_one_that_is_paid() -> None:
    table = table_with("loch_ness", facts=box(loch_ness={"river": False}))
    assert table.closed("take", "take")["loch_ness"] == "GM-EDG-03"
    table.lies("red", castle=1)
    events = table.lays("red", "loch_ness", 0, 1)
    assert sum(isinstance(e, ev.ScotRemoved) for e in events) == 1
    assert sum(each.scots for each in table.player("red").territory.spots) == 1


@pytest.mark.rule("GM-TAK-05")
def test_a_barrel_of_a_cost_leaves_the_own_supply() -> None:
    table = table_with("C-12", facts=box(C_12={"river": False, "deck": "C"}))
    assert table.closed("take", "take")["C-12"] == "GM-TAK-05"
    table.lies("red", barrels=1)
    table.lays("red", "C-12", 0, 1)
    assert table.player("red").barrels == 0


@pytest.mark.rule("GM-TAK-06")
def test_a_tile_without_a_place_cannot_be_taken() -> None:
    table = table_with("inverness", facts=box(inverness={"kind": "loch", "cost": ()}))
    assert table.closed("take", "take")["inverness"] == "GM-RBD-02"


@pytest.mark.rule("GM-TAK-07", "GM-MOV-07")
def test_who_can_take_nothing_may_have_a_movement_point() -> None:
    table = table_with("A-7", facts=box(A_7={"cost": (Cost("coin", 40),)}))
    table.answers("take", "nothing", "A-7", "movement")
    assert table.state.turn.work.movement_points == 1


def test_people_may_pay_otherwise_than_the_cheapest_way() -> None:
    table = table_with("castle_stalker", facts=box(castle_stalker=DRY, S_2=DRY))
    table.lies("red", spot("S-2", 0, 1, wood=1))
    table.takes("red", "castle_stalker")
    table.answers("place", "rather", "wood", "market")
    events = table.answers("place", "place", "1,1")
    assert any(isinstance(e, ev.GoodBought) for e in events)
    assert not any(isinstance(e, ev.GoodsGiven) for e in events)


@pytest.mark.rule("GM-PER-02", "GM-PER-06")
def test_a_person_is_paid_and_activates_nothing() -> None:
    table = table_with("A-11")
    table.lies("red", spot("S-4", 0, 1, sheep=1))
    events = table.takes("red", "A-11")
    assert ev.GoodsGiven("red", 0, 1, "sheep", 1, "cost:A-11") in events
    table.answers("crest", "crest", "none")
    assert not [e for e in events if isinstance(e, ev.TileActivated)]
    assert table.player("red").persons == ("A-11",)


# ---- one-time effects (section 12)


@pytest.mark.rule("GM-ONE-01", "GM-ONE-05", "GM-ACT-22", "GM-TIL-06", "GM-TIL-07", "GM-TRN-04")
def test_the_first_printed_run() -> None:
    _, expect = vector("gm-activate-halkirk")
    table = table_with("halkirk", facts=box(halkirk={"cost": ()}, inshriach={"river": False}))
    table.lies("red", spot("inshriach", 1, 1), castle=1, village=0)
    events = table.lays("red", "halkirk", 2, 0)
    assert table.spot("red", 2, 0).scots == expect["one_time"]["scots_on_new_tile"]
    assert activated(events) == {
        piece: expect["activations"][name]
        for piece, name in (
            ("home_castle_red", "home castle"), ("halkirk", "Halkirk"), ("inshriach", "Inshriach")
        )
    }  # fmt: skip
    assert table.spot("red", 1, 1).goods == expect["goods_on_inshriach"]
    assert table.state.turn.work.movement_points == expect["mp_total"]


@pytest.mark.rule("GM-ONE-05", "GM-EDG-09", "GM-CMP-03")
def test_without_a_scot_in_the_supply_none_comes() -> None:
    table = table_with("halkirk", facts=box(halkirk={"cost": ()}))
    table.lies("red", castle=4, village=5)
    table.lays("red", "halkirk", 2, 0)
    assert table.spot("red", 2, 0).scots == 0


@pytest.mark.rule("GM-ONE-06", "GM-EDG-07", "GM-EDG-01")
def test_a_good_of_choice_comes_onto_the_new_tile() -> None:
    table = table_with("lochridge", facts=box(lochridge={"river": False, "cost": (), "activation": ()}))
    table.lays("red", "lochridge", 0, 1)
    assert table.choices("good", "good") == ["wood", "stone", "barley", "sheep", "cattle"]
    assert str(table.offer("good", "good").parts[0].text) == str(table.question("good").text), "asked once"
    table.answers("good", "good", "cattle")
    assert table.spot("red", 0, 1).goods == {"cattle": 1}


@pytest.mark.rule("GM-LMK-08", "GM-ONE-03")
def test_loch_lochy_brings_two_goods_before_anything_is_activated() -> None:
    table = table_with("loch_lochy", facts=box(loch_lochy={"river": False, "cost": ()}))
    events = table.lays("red", "loch_lochy", 0, 1)
    assert not [e for e in events if isinstance(e, ev.TileActivated)]
    table.answers("good", "good", "wood")
    table.answers("good", "good", "wood")
    assert table.spot("red", 0, 1).goods == {"wood": 2}
    assert table.happened(ev.TileActivated)


@pytest.mark.rule("GM-LMK-11")
def test_loch_shiel_brings_a_scot_onto_it_and_a_barrel() -> None:
    table = table_with("loch_shiel", facts=box(loch_shiel={"river": False, "cost": ()}))
    table.lays("red", "loch_shiel", 0, 1)
    assert (table.spot("red", 0, 1).scots, table.player("red").barrels) == (1, 1)


# ---- facts that nobody has told


def test_what_decides_where_a_tile_may_lie_is_asked_and_kept() -> None:
    table = Followed(2, facts=facts_of("bare"))
    table.arrange("red A-7 yellow A? A? A?")
    table.takes("red", "A-7")
    table.answers("sort", "land")
    assert table.words("printed") == "Does the river run through the A tile?"
    events = table.answers("printed", "no")
    assert ev.FactLearned(LearnedFact("A-7", "river", False)) in events
    table.answers("place", "place", "0,1")
    assert table.spot("red", 0, 1).top == "A-7"
    assert table.owes[0] == "Before OK enter the tile's cost, even 0", "its cost is entered as at the other depth"


def test_what_activation_gives_can_be_told_when_it_matters_and_is_kept() -> None:
    table = table_with("S-2", facts=box(S_2={"river": False, "activation": None}))
    table.lays("red", "S-2", 0, 1)
    events = table.answers("end", "gives_S-2", "gain wood", 1)
    assert ev.FactLearned(LearnedFact("S-2", "activation", "gain wood 1")) in events
    assert table.spot("red", 0, 1).goods == {"wood": 1}


@pytest.mark.rule("GM-ACT-20")
def test_a_tile_with_several_exchanges_is_told_one_after_the_other() -> None:
    table = table_with("S-2", facts=box(S_1=DRY, S_2={**DRY, "activation": None}))
    table.lies("red", spot("S-1", 1, 1, sheep=1, stone=1))
    table.lays("red", "S-2", 0, 1)
    sheep, stone = ("sheep", 1, "for vp", 3), ("stone", 1, "for coin", 2)
    table.answers("end", "gives_S-2", "exchange", *sheep)
    table.corrects("tile", "S-2", "activation", "more", *stone)
    words = "exchange sheep 1 for vp 3, exchange stone 1 for coin 2"
    assert table.state.facts.pieces["S-2"].activation == parse_steps(words)
    coins = table.player("red").coins
    for way in ("0:sheep", "1:stone"):
        table.answers("end", "use_S-2", *([way] if table.offer("end", "use_S-2").parts else []))
    assert (table.player("red").points["S-2"], table.player("red").coins - coins) == (3, 2)


def test_one_more_exchange_is_offered_only_beside_another() -> None:
    plain = activation_part(Piece("S-2", activation=(Effect("gain", "wood", 1),)))
    beside = activation_part(Piece("S-2", activation=(Effect("exchange", pay={"sheep": 1}, get={"vp": 3}),)))
    assert ["more" in {choice.value for choice in each.choices} for each in (plain, beside)] == [False, True]


# ---- counts are not asked any more


@pytest.mark.rule("GM-SCR-03")
def test_a_scoring_asks_for_no_scots() -> None:
    table = Followed(2)
    table.lies("red", castle=3)
    table.stage_due("A")
    assert "count_scots" not in table.kinds()
    assert table.state.done_scorings == ("A",)
    assert table.player("red").points["scots_in_home_castle"] == 3


@pytest.mark.rule("GM-TIE-01")
def test_the_goods_of_a_tie_are_counted_on_the_tiles() -> None:
    table = Followed(2)
    table.lies("yellow", spot("S-4", 0, 1, sheep=2), coins=5)
    table.has("red", coins=2)
    table.arrange("red . END+yellow", deck="D", left={"A": 0, "B": 0, "C": 0, "D": 0})
    table.answers("take", "worlds_end")
    table.done(anyway=True)
    assert (table.state.phase, table.state.tiebreak_goods) == ("over", {"red": 0, "yellow": 2})
    assert table.state.winners == ("yellow",)
    goods = [(each.player, each.value) for each in table.view.counts if each.count == GOODS_LEFT_LABEL]
    assert goods == [("red", 0), ("yellow", 2)]
    assert all(each.is_tracked for each in table.view.counts)


def test_what_people_enter_where_territories_are_followed_is_marked() -> None:
    table = table_with("S-1")
    table.answers("ledger", "points", "tile", 3)
    history = table.history
    words = str(history.words(len(history.standing) - 1))
    assert words.endswith("(entered by hand)")


@pytest.mark.parametrize("laid", [False, True])
def test_a_tile_that_is_found_on_the_rondel_lies_in_no_territory_and_is_not_laid_any_more(laid: bool) -> None:
    table = table_with("halkirk", facts=box(halkirk={"cost": ()}, S_1=DRY))
    table.lies("red", castle=2)
    table.takes("red", "halkirk")
    if laid:
        table.answers("place", "place", "2,0")
    table.corrects("found", "halkirk", f"space:{len(table.state.track)}")
    assert table.state.find_question("place") is None
    assert [s.top for s in table.player("red").territory.spots] == ["home_village_red", "home_castle_red"]
    assert table.player("red").tiles == 2
    assert table.reads().split().count("halkirk") == 1


# ---- following less from here on


def test_the_depth_may_be_lowered_between_two_turns_and_counts_stay() -> None:
    table = table_with("halkirk", facts=box(halkirk={"cost": ()}))
    table.lies("red", castle=2)
    table.corrects("depth")
    assert not table.state.tracks_territories
    assert table.player("red").scots == 2
    table.takes("red", "halkirk")
    assert table.state.find_question("place") is None
    table.fits()


def test_effects_that_only_words_tell_stay_with_the_hands() -> None:
    table = table_with("S-2", facts=box(S_2={"river": False, "one_time": (Effect("tell"),)}))
    table.lays("red", "S-2", 0, 1)
    assert "Do what Two Pines says" in table.chores


def test_a_castle_by_its_name_is_no_half_of_a_home_tile() -> None:
    """Castle Moil has no river: beside it a river tile has nothing to go on from."""
    table = table_with("halkirk", facts=box(halkirk={"cost": ()}, castle_moil=DRY))
    table.lies("red", spot("castle_moil", 0, 1, scots=1), spot("inverness", 2, 0, scots=1))
    table.takes("red", "halkirk")
    assert table.closed("place", "place")["1,1"] == "GM-RIV-02"


@pytest.mark.rule("GM-RND-10", "GM-TIL-08")
@pytest.mark.parametrize(("offer", "more"), [("take", ()), ("nothing", ("coin",))])
def test_a_protected_tile_that_nobody_had_told_is_no_other(offer: str, more: tuple[str, ...]) -> None:
    table = table_with("S-1", facts=box(B_9={"cost": (), "river": False}))
    table.arrange("red B? yellow blue A?")
    refusal = table.refused("take", offer, "ahead:1", "B-9", *more)
    assert (refusal.is_soft, refusal.reason.rule) == (True, "GM-TIL-08")
    events = table.answers("take", offer, "ahead:1", "B-9", *more, anyway=True)
    assert events[0] == ev.Overruled("GM-TIL-08")


@pytest.mark.rule("GM-EDG-03", "GM-TAK-04")
def test_of_two_scots_paid_neither_is_the_one_that_makes_the_place_legal() -> None:
    table = table_with("S-4", "S-3", facts=box(S_4={**DRY, "cost": (Cost("scot", 2),), "one_time": ()}))
    table.lies("red", spot("S-2", 0, 1, scots=1))
    assert table.refused("take", "take", "S-4").reason.rule == "GM-EDG-03"
    table.lies("red", spot("S-2", 0, 1, scots=2))
    table.lays("red", "S-4", 0, -1)
    assert [s.scots for s in table.player("red").territory.spots if s.scots] == [1]
