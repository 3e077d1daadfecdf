"""A few turns written down by hand, and every number of their bookkeeping checked.

Three players and the invented box. Coins at the start: Red 5, Yellow 6, Blue 7; one stack in each market row.
"""

from __future__ import annotations

import pytest

from companion.state.glen_more_2.model import Tile
from tests.state.glen_more_2.table import Table

Counts = tuple[int, int, int, int, int]
"""Coins, barrels, Scots at home, territory tiles, points."""


def counts(table: Table) -> dict[str, Counts]:
    return {p.id: (p.coins, p.barrels, p.scots, p.tiles, p.total) for p in table.state.players}


@pytest.mark.rule("GM-TRN-02", "GM-TRN-04", "GM-TRN-05", "GM-TRN-06", "GM-TRN-07")
def test_five_turns_number_by_number() -> None:
    table = Table(3)
    table.arrange(
        "red S-1 yellow castle_stalker blue A-8 robert_the_bruce duart_castle loch_shiel", deck="A", spaces=10
    )
    assert counts(table) == {"red": (5, 0, 0, 2, 0), "yellow": (6, 0, 0, 2, 0), "blue": (7, 0, 0, 2, 0)}

    # Red takes Old Kiln for 1 stone from the market (2 coins): 1 barrel. Then a sheep is sold for 1.
    table.takes("red", "A-8")
    table.answers("good_cost", "market")
    table.enters("red", "sell", "sheep")
    table.enters("red", "points", "exchange", 4)
    assert counts(table)["red"] == (5 - 2 + 1, 1, 0, 3, 4)
    assert table.state.market == {"wood": 1, "stone": 2, "barley": 1, "sheep": 0, "cattle": 1}
    assert table.owes == ["Discard Whistling Ford, passed by all players", "Lay 2 from A"]
    assert table.booked == [
        "+4 points (exchange)",
        "Sold sheep: +1 coin",
        "Bought stone: -2 coins",
        "+1 barrel (Old Kiln)",
        "Took Old Kiln",
    ]
    table.done()
    assert (table.on_turn, table.left("A")) == ("yellow", 7)
    assert table.state.discards == (Tile("S-1", "S"),)

    # Yellow takes Castle Stalker with own wood: 3 coins. Two Scots walk home.
    table.takes("yellow", "castle_stalker")
    table.answers("good_cost", "own")
    table.enters("yellow", "scots_in", 2)
    table.done()
    assert counts(table)["yellow"] == (9, 0, 2, 3, 0)
    assert table.player("yellow").landmarks == ("castle_stalker",)

    # Yellow is still last and takes Robert the Bruce: 1 coin; the marker on Brodie costs 1: 3 villages, 5 points.
    assert table.on_turn == "yellow"
    table.takes("yellow", "robert_the_bruce")
    table.answers("crest", "crest", "brodie")
    table.answers("tier", "points_5")
    table.done()
    assert counts(table)["yellow"] == (9 - 1 - 1, 0, 2, 3, 5)
    assert table.player("yellow").points == {"crest:brodie": 5}

    # Blue takes Duart Castle with a bought stone (3) and own wood: 1 coin, and the marker on Grant, 1 from Brodie.
    assert table.on_turn == "blue"
    table.takes("blue", "duart_castle")
    table.answers("good_cost", "market")
    table.answers("good_cost", "own")
    assert table.player("blue").coins == 7 - 3 + 1
    table.answers("crest", "crest", "grant")
    table.answers("tier", "points_0")
    table.enters("blue", "barrel")
    table.done()
    assert counts(table)["blue"] == (4, 1, 0, 3, 0)
    assert table.state.market["stone"] == 3

    # Red takes Loch Shiel with own barley: 1 barrel. Yellow remembers a barrel of the turn before: booked late.
    assert table.on_turn == "red"
    table.takes("red", "loch_shiel")
    table.answers("good_cost", "own")
    table.enters("yellow", "barrel")
    table.enters("red", "coins_out", 1)
    table.done()
    assert counts(table) == {"red": (3, 2, 0, 4, 4), "yellow": (7, 1, 2, 3, 5), "blue": (4, 1, 0, 3, 0)}
    assert table.view.players[1].persons == 1

    # If scored now: Scots 2 (Yellow), cards 1 each, barrels 1 more (Red), persons 1 (Yellow).
    now = table.view.if_scored_now
    assert now is not None
    assert {p.name: (p.points_before, p.points) for p in now.players} == {
        "red": (4, 4 + 1),
        "yellow": (5, 5 + 2 + 1),
        "blue": (0, 0),
    }

    # Everything can be taken back to the first entry and done again; every entry decided again gives the same.
    table.fits()
    entries, end = len(table.told()), table.history.hash()
    for _ in range(entries):
        table.undo()
    assert counts(table) == {"red": (5, 0, 0, 2, 0), "yellow": (6, 0, 0, 2, 0), "blue": (7, 0, 0, 2, 0)}
    for _ in range(entries):
        table.redo()
    assert table.history.hash() == end
