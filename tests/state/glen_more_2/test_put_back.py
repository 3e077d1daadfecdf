"""What goes back on the table when an entry is taken back."""

from __future__ import annotations

import pytest

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.event_rows import EVENT_ROWS
from companion.state.glen_more_2.instructions.reconcile_table import undo_instructions
from companion.state.glen_more_2.model import Tile
from tests.state.glen_more_2.table import Table

LINES = [
    (ev.TileLaid("halkirk", "A"), "Halkirk from the rondel back on deck A", "halkirk"),
    (ev.TileLaid("", "A"), "1 tile from the rondel back on deck A", ""),
    (ev.TileLaid("S-4", "S"), "Lambs Hollow from the rondel back to the start tiles", "S-4"),
    (ev.TileLaid("", "S"), "1 start tile back from the rondel", ""),
    (ev.TileTaken("red", "halkirk", "A"), "Halkirk back to the rondel", "halkirk"),
    (ev.TileDiscarded("halkirk", "A", 1, ""), "Halkirk: from discard pile to rondel", "halkirk"),
    (ev.TileGiven("red", "halkirk", "A"), "Halkirk back to the discard pile", "halkirk"),
    (ev.TileGiven("red", "david_hume", ""), "David Hume back beside the clan board", "david_hume"),
    (ev.PawnMoved("red", 1), "The pawn of Red back to where it stood", ""),
    (ev.PawnMoved("die", 1), "The die back to where it stood", ""),
    (ev.DieWaited(), "The die back to where it stood", ""),
    (ev.FigureLeft("die"), "Back on the rondel: the die", ""),
    (ev.PlayerLeft("red"), "The pawn of Red back to where it stood", ""),
    (ev.DieJoined("red"), "The die off the rondel", ""),
    (ev.PlayerJoinedLate("green", 5), "The pawn of Green off the rondel", ""),
    (ev.TileCountChanged("red", -2, "removed"), "2 removed tiles back into the territory of Red", ""),
    (ev.LandmarkGained("red", "inverness"), "The card Inverness back from Red", "card_inverness"),
    (ev.CrestTaken("red", "ross"), "The marker of Red off Ross", ""),
    (ev.HomeScotsChanged("red", 1, ""), "1 Scot of Red back out of the home castle", ""),
    (ev.HomeScotsChanged("red", -2, ""), "2 Scots of Red back into the home castle", ""),
    (ev.CoinsGained("red", 1, ""), "Red gives back 1 coin", ""),
    (ev.CoinsPaid("red", 2, ""), "Red takes back 2 coins", ""),
    (ev.GoodBought("red", "wood", 2), "Red takes back 2 coins from the wood row", ""),
    (
        ev.GoodSold("red", "cattle", 2),
        "2 coins of Red back to the cattle row, the cattle back to the territory",
        "",
    ),
    (ev.BarrelsGained("red", 1, ""), "Red gives back 1 barrel", ""),
    (ev.BarrelsPaid("red", 2, ""), "Red takes back 2 barrels", ""),
    (ev.PointsScored("red", 5, ""), "Red gives back 5 points", ""),
    (ev.PointsScored("red", -1, ""), "Red gets back 1 point", ""),
]


@pytest.mark.parametrize(("event", "words", "piece"), LINES, ids=[type(line[0]).__name__ for line in LINES])
def test_what_the_hands_do(event: ev.Event, words: str, piece: str) -> None:
    (line,) = undo_instructions(Table(3).state, [event])
    assert (str(line.text), line.piece) == (words, piece)


def test_every_line_is_tried_here() -> None:
    rows = {row.event for row in EVENT_ROWS if row.undo_instructions} - {*ev.REFEREE_EVENTS}
    assert {type(event) for event, *_ in LINES} == rows | {ev.PointsScored}


@pytest.mark.parametrize("kind", ["laid", "rebuilt", "later", "corrected"])
def test_a_tile_that_was_laid_goes_back_with_its_taking(kind: str) -> None:
    assert undo_instructions(Table(2).state, [ev.TileCountChanged("red", 1, kind)]) == ()


def test_the_list_follows_the_hands_backwards() -> None:
    """Red sold a sheep, took Castle Stalker with a bought wood, and a tile was passed by all."""
    table = Table(3)
    table.arrange("red S-2 blue S-1 yellow castle_stalker A?")
    table.takes("red", "castle_stalker")
    table.answers("good_cost", "market")
    table.enters("red", "sell", "sheep")
    history = table.history
    lines = history.undo_instructions(*history.propose_back_to(0))
    assert [str(line.text) for line in lines] == [
        "1 coin of Red back to the sheep row, the sheep back to the territory",
        "Red takes back 2 coins from the wood row",
        "Red gives back 3 coins",
        "The card Castle Stalker back from Red",
        "Two Pines: from discard pile to rondel",
        "Castle Stalker back to the rondel",
        "The pawn of Red back to where it stood",
    ]
    assert [line.piece for line in lines if line.piece] == ["card_castle_stalker", "S-2", "castle_stalker"]


def test_the_points_of_one_player_go_back_in_one_handful() -> None:
    gone = [ev.PointsScored("red", 3, "a"), ev.PointsScored("blue", 1, "b"), ev.PointsScored("red", -1, "c")]
    lines = undo_instructions(Table(3).state, gone)
    assert [str(line.text) for line in lines] == ["Red gives back 2 points", "Blue gives back 1 point"]
    assert (
        undo_instructions(Table(3).state, [ev.PointsScored("red", 3, "a"), ev.PointsScored("red", -3, "b")]) == ()
    )


def test_nameless_tiles_of_one_deck_go_back_in_one_handful() -> None:
    gone = [ev.TileLaid("", "B"), ev.TileLaid("halkirk", "A"), ev.TileLaid("", "A"), ev.TileLaid("", "A")]
    assert [str(line.text) for line in undo_instructions(Table(3).state, gone)] == [
        "1 tile from the rondel back on deck B",
        "Halkirk from the rondel back on deck A",
        "2 tiles from the rondel back on deck A",
    ]


def test_nameless_discards_of_one_deck_go_back_in_one_handful() -> None:
    gone = [ev.TileDiscarded("", "B", 1, ""), *(ev.TileDiscarded("", "A", n, "") for n in (2, 3, 4))]
    assert [str(line.text) for line in undo_instructions(Table(3).state, gone)] == [
        "1 tile of deck B: from discard pile to rondel",
        "3 tiles of deck A: from discard pile to rondel",
    ]


def test_nothing_physical_nothing_to_put_back() -> None:
    table = Table(2)
    table.corrects("count", "red", "coins", 4)
    table.corrects("note", "hello")
    assert table.undo_instructions() == []
    assert undo_instructions(table.state, [ev.ManualStepRequired("x"), ev.CountSet("red", "coins", 1)]) == ()


def test_a_tile_of_munro_goes_back_to_the_pile() -> None:
    table = Table(3)
    table.arrange("red robert_the_bruce blue S-1 yellow S-3", discards=(Tile("S-2", "S"),))
    table.has("red", coins=20)
    table.takes("red", "robert_the_bruce")
    table.answers("crest", "crest", "munro")
    table.answers("from_discards", "tile", "S-2")
    assert table.undo_instructions() == ["Two Pines back to the discard pile"]
