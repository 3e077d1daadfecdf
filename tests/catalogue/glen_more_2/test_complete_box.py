"""The invented box for tests: nothing that matters to play is missing, and it agrees with what is printed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from companion.games.glen_more_2.catalogue.box import read_box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.state.glen_more_2.questions.crests import cheapest_routes

PATH = Path(__file__).parents[2] / "boxes" / "complete.toml"
FACTS = effective_facts(read_box(PATH))
RONDEL = [piece for piece in FACTS.pieces.values() if piece.deck]


def test_nothing_that_matters_to_play_is_unknown() -> None:
    fields = ("category", "deck", "rebuild", "cost", "one_time", "symbol", "barred")
    assert [
        (id, name) for id, tile in FACTS.pieces.items() for name in fields if getattr(tile, name) is None
    ] == []
    assert None not in (FACTS.rondel_spaces, FACTS.worlds_end_in_d)
    assert FACTS.roads_complete


def test_it_says_on_top_that_it_is_invented() -> None:
    assert "INVENTED FOR TESTS" in PATH.read_text(encoding="utf-8").splitlines()[0]


def test_it_has_the_seventy_tiles_each_with_a_name_of_its_own() -> None:
    assert Counter(piece.deck for piece in RONDEL) == {"S": 5, "A": 14, "B": 17, "C": 17, "D": 17}
    assert len({piece.name for piece in RONDEL if piece.name}) == 70


def test_it_has_persons_rebuild_tiles_and_tiles_to_pass() -> None:
    assert sum(piece.category == "person" for piece in RONDEL) == 8
    assert sum(bool(piece.rebuild) for piece in RONDEL) == 9
    assert sum(bool(piece.barred) for piece in RONDEL) == 2
    assert FACTS.rondel_spaces == 14


def test_its_costs_use_every_kind_of_thing() -> None:
    paid = {cost.what for piece in RONDEL for cost in piece.cost or ()}
    assert paid == {"coin", "whisky", "scot", "wood", "stone", "barley", "sheep", "cattle", "any_good"}


@pytest.mark.rule("GM-CLN-03", "GM-CLN-04", "GM-CLN-05")
def test_its_roads_agree_with_the_printed_examples() -> None:
    empty = cheapest_routes(FACTS.roads, frozenset(), FACTS.roads_complete)
    assert (empty["macleod"].coins, empty["douglas"].coins, empty["mckay"].coins) == (0, 0, 2)
    later = cheapest_routes(FACTS.roads, frozenset({"macmillan"}), FACTS.roads_complete)
    assert later["maclachlan"].coins == 1
    assert empty["maclachlan"].coins > 1


def test_its_roads_reach_every_crest_within_what_a_road_may_cost() -> None:
    found = cheapest_routes(FACTS.roads, frozenset(), FACTS.roads_complete)
    assert found.keys() == FACTS.crests.keys()
    assert max(way.coins for way in found.values()) <= 5
    assert all(way.certain for way in found.values())
