"""What two referees of Glen More II have when a followed game ends: that of the product and that of the tests.

The second one reads the game as it is exported; it may follow it with chronicles or without.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from companion.engine.history import History
from companion.storage.transfer import export_journal
from tests.independent_referee_glen_more_2 import Referee

Rows = list[dict[str, Any]]


def rows_of(history: History) -> Rows:
    """As a program outside reads them."""
    return [json.loads(line) for line in export_journal(history)]


def agrees(history: History, follow: Callable[[Rows], Referee]) -> Referee:
    """Both have the same of everybody in the end, as long as territories are followed."""
    referee = follow(rows_of(history))
    if not history.state.tracks_territories:
        return referee
    for player in history.state.players:
        spots = player.territory.spots
        assert lies(referee, player.id) == {(s.x, s.y): (s.top, s.goods, s.scots) for s in spots}
        has = referee.counts.person[player.id]
        assert (has["coins"], has["barrels"], has["points"], 10 - len(has["crests"]), sorted(has["cards"])) == (
            player.coins, player.barrels, player.total, player.markers, sorted(player.landmarks),
        )  # fmt: skip
    assert referee.market == history.state.market
    return referee


def lies(referee: Referee, player: str) -> dict[tuple[int, int], tuple[Any, ...]]:
    """The second one's territory of a player: cell to tile, goods and Scots."""
    return {
        cell: (on["piece"], {good: n for good, n in on["goods"].items() if n}, on["scots"])
        for cell, on in referee.land[player].items()
    }
