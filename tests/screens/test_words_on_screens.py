"""Sources, players and keys in words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.engine.caching import lazy_constant
from companion.games.glen_more_2.screens.result import ordered_sources, source_words
from companion.screens.picture import SCREENS
from companion.state.glen_more_2.facts import Facts, Piece
from companion.state.glen_more_2.text.scoring_text import label_sources
from companion.state.glen_more_2.view import outline_of
from tests.screens.samples import ANN, SCENES, VIEW, pseudo
from tests.state.glen_more_2.table import bare_state


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("scots_in_home_castle", "Scots at home"),
        ("armadale_castle", "Armadale Castle"),
        ("castle_of_mey", "Castle of Mey"),
        ("macgregor", "MacGregor"),
        ("mackintosh", "Mackintosh"),
        ("crest:mckay", "McKay"),
        ("something_new", "Something New"),
    ],
)
def test_a_source_of_points_has_a_name(source: str, words: str) -> None:
    assert str(dict(label_sources(bare_state(), [source]))[source]) == words


def test_a_tile_that_gave_points_is_called_by_its_name() -> None:
    facts = Facts({"C-12": Piece("C-12", "Smugglers Cove"), "C-13": Piece("C-13")}, {}, {}, {})
    found = {source: str(words) for source, words in label_sources(bare_state(facts), ["tile:C-12", "tile:C-13"])}
    assert found == {"tile:C-12": "Smugglers Cove", "tile:C-13": "Tile C-13"}


def test_categories_come_first_corrections_last() -> None:
    found = ["correction", "tile:C-12", "macgregor", "coins", "scots_in_home_castle"]
    there = replace(VIEW, sources=lazy_constant(label_sources(bare_state(), found)))
    order = ["scots_in_home_castle", "coins", "macgregor", "tile:C-12", "correction"]
    assert ordered_sources(there, found) == order
    assert ordered_sources(there, [*found, "of_nobody"]) == [*order, "of_nobody"]


def test_a_source_that_the_view_does_not_tell_is_shown_by_its_id() -> None:
    assert str(source_words(VIEW, "of_nobody")) == "Of nobody"


def test_players_are_their_colour_until_they_have_a_name() -> None:
    named, nameless = outline_of(VIEW), outline_of(replace(VIEW, players=(replace(ANN, name=""),)))
    assert str(named.figure("red").label) == "Ann"
    assert str(nameless.figure("red").label) == "Red"
    assert pseudo(nameless.figure("red").label) != "Red"
    assert str(named.figure("die").label) == "The die"
    assert str(named.figure("blue").label) == "Bob"


def test_every_kind_of_page_has_a_screen() -> None:
    assert {type(page) for _, page in SCENES.values()} == set(SCREENS)
