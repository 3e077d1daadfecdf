"""What may be seen of a game: everything that counts, nothing that isn't known."""

from __future__ import annotations

import json

import pytest

from companion.engine.game import TABLE_VIEWER
from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.state.glen_more_2.model import Tile
from companion.state.glen_more_2.view import outline_of
from tests.state.glen_more_2.table import Table


def test_whose_turn_it_is_and_who_is_next() -> None:
    table = Table(3)
    table.arrange("red S-1 blue S-2 yellow S-3 A?")
    assert (table.view.on_turn, table.view.next_up) == ("red", "blue")
    table.takes("red", "S-1")
    assert (table.view.on_turn, table.view.next_up) == ("red", "red"), "still last: red is on turn again"
    table.done()
    table.takes("red", "S-3")
    assert (table.view.on_turn, table.view.next_up) == ("red", "blue")


@pytest.mark.rule("GM-EDG-11")
def test_every_count_is_open_to_everybody() -> None:
    table = Table(3)
    table.has(
        "blue",
        coins=4,
        barrels=2,
        scots=1,
        tiles=5,
        landmarks=("inverness",),
        persons=("robert_the_bruce", "david_hume"),
        crests=("ross",),
        points={"tile": 3, "exchange": 8},
        uncertain_counts=("scots", "tiles"),
    )
    seen = next(p for p in table.view.players if p.id == "blue")
    assert (seen.points, seen.coins, seen.barrels, seen.scots_home) == (11, 4, 2, 1)
    assert (seen.landmarks, seen.persons, seen.tiles, seen.crests, seen.markers_left) == (1, 3, 5, 1, 9)
    assert seen.uncertain_counts == ("scots_home", "tiles")
    assert seen.sources == (("exchange", 8), ("tile", 3))
    game = table.history.game
    assert game.view(table.state, "red") == game.view(table.state, "") == game.view(table.state, "spectator")  # type: ignore[attr-defined]


def test_the_ring_shows_what_is_known_and_what_is_not() -> None:
    table = Table(3)
    table.arrange("red S-1 blue A? yellow . S-3")
    ring = table.view.track
    assert [s.figures for s in ring] == [("red",), (), ("blue",), (), ("yellow",), (), ()]
    assert [s.ahead for s in ring] == [0, 1, 0, 2, 0, 0, 3]
    assert [s.is_known for s in ring] == [True, True, True, False, True, True, True]
    assert [str(s.label) if s.label else "" for s in ring][1] == "Whistling Ford"
    assert str(ring[3].label) == "a tile of deck A"
    assert ring[3].piece == ""


def test_tiles_left_and_the_deck_that_is_laid() -> None:
    table = Table(3)
    table.arrange("red S-1 blue S-2 yellow S-3 A?", deck="B", left={"B": 7})
    assert (table.view.deck, table.view.left) == ("B", 7)


def test_the_line_for_the_hands_stands_while_a_turn_waits_for_its_end() -> None:
    table = Table(3)
    table.arrange("red S-1 blue S-2 yellow S-3 A?", deck="A", left={"A": 4})
    assert table.owes == ["Red, tap the tile you take"]
    table.takes("red", "S-3")
    assert table.owes == ["Discard Whistling Ford, passed by all players", "Lay 2 from A"]
    assert str(table.view.taken_tile) == "Mossy Quarry"


def test_the_pile_is_open() -> None:
    table = Table(3)
    table.arrange("red S-1 blue S-2 yellow S-3", discards=(Tile("A-6", "A"), Tile("", "B")))
    assert table.view.discards == ("A-6", "B")


def test_before_the_game_nobody_is_on_turn() -> None:
    view = Table(0).view
    assert (view.on_turn, view.players, view.market, view.track, view.if_scored_now) == ("", (), (), (), None)


def test_what_is_left_for_the_hands_is_told_in_that_turn_only() -> None:
    table = Table(3)
    table.arrange("red S-1 blue S-2 yellow loch_lochy A?")
    table.takes("red", "loch_lochy")
    table.declines()
    words = "Loch Lochy: Put 2 goods of your choice on the Loch Lochy tile."
    assert words in [str(line) for line in table.owes]
    table.done()
    assert table.chores == []


def test_the_effects_of_a_tile_that_only_hands_can_do_are_recalled() -> None:
    table = Table(3)
    table.arrange("red S-1 blue S-2 yellow A-9 A?")
    table.takes("red", "A-9")
    assert "Fiddlers Green: Put 1 Scot on it" in [str(line) for line in table.owes]


def test_a_movement_point_instead_of_a_tile_is_told() -> None:
    table = Table(3)
    table.arrange("red S-1 blue S-2 yellow S-3 A?")
    table.answers("take", "nothing", "S-1", "movement")
    assert "Take 1 movement point" in [str(line) for line in table.owes]


def test_the_summary_is_plain_json() -> None:
    table = Table(3)
    table.arrange("red S-1 blue S-2 yellow S-3 A?", deck="A")
    table.has("red", coins=4, points={"tile": 3})
    summary = table.history.game.summary(table.state)  # type: ignore[attr-defined]
    assert json.loads(json.dumps(summary)) == summary
    assert summary["on_turn"] == "red"
    assert summary["ring"][1] == {"figures": [], "piece": "S-1", "deck": "S"}
    red = summary["players"][0]
    assert (red["id"], red["coins"], red["points"], red["points_by_source"]) == ("red", 4, 3, {"tile": 3})


def test_the_title_of_a_game_is_who_plays() -> None:
    def title(table: Table) -> str:
        return str(outline_of(game_rules().view(table.state, TABLE_VIEWER)).title)

    assert title(Table(0)) == "a game that is being set up"
    assert title(Table(2)) == "Red, Yellow"
