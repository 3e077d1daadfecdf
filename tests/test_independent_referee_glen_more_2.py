"""The second referee of Glen More II follows whole games as the product does, and finds what is sown into them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from companion.engine.history import History
from companion.storage.transfer import export_journal
from tests.independent_referee_glen_more_2 import Fault, Referee, follow
from tests.state.glen_more_2.test_referee_invariants import played

SEEDS = range(12)
Rows = list[dict[str, Any]]


@cache
def game(seed: int) -> History:
    return played(seed, "whole")


def rows_of(history: History) -> Rows:
    """As a program outside reads them."""
    return [json.loads(line) for line in export_journal(history)]


def lies(referee: Referee, player: str) -> dict[tuple[int, int], tuple[Any, ...]]:
    return {
        cell: (on["piece"], {good: n for good, n in on["goods"].items() if n}, on["scots"])
        for cell, on in referee.land[player].items()
    }


@pytest.mark.rule("GM-PLC-01", "GM-PLC-02", "GM-TAK-01", "GM-ACT-05", "GM-MOV-02", "GM-TIL-09")
@pytest.mark.parametrize("seed", SEEDS)
def test_whole_games_at_referee_depth_break_no_rule(seed: int) -> None:
    history = game(seed)
    referee = follow(rows_of(history))
    for player in history.state.players if history.state.follows else ():
        spots = player.territory.spots
        assert lies(referee, player.id) == {(s.x, s.y): (s.top, s.goods, s.scots) for s in spots}
    assert not history.state.follows or referee.market == history.state.market


# ---- what is sown is found


def of_type(rows: Rows, name: str, **fields: Any) -> Iterator[dict[str, Any]]:
    for row in rows:
        if row.get("answer", {}).get("question") != 0:
            for event in row.get("events", ()):
                if event["type"] == name and all(event.get(key) == value for key, value in fields.items()):
                    yield event


def far_away(rows: Rows) -> None:
    next(e for e in of_type(rows, "TilePlaced") if (e["x"], e["y"]) not in ((0, 0), (1, 0)))["x"] += 7


def cheaper(rows: Rows) -> None:
    for row in rows:
        for event in list(row.get("events", ())):
            if event["type"] in ("GoodsGiven", "CoinsPaid", "BarrelsPaid") and event.get("why") == "cost":
                row["events"].remove(event)
                return


def one_more(name: str, **fields: Any) -> Callable[[Rows], None]:
    def sow(rows: Rows) -> None:
        next(of_type(rows, name, **fields))["n"] += 1

    return sow


def given_of_nothing(rows: Rows) -> None:
    next(of_type(rows, "GoodsGiven"))["n"] += 3


def twice(rows: Rows) -> None:
    for row in rows:
        for at, event in enumerate(row.get("events", ())):
            if event["type"] == "TileActivated" and "step" not in event:
                row["events"].insert(at, dict(event))
                return


def dearer(name: str) -> Callable[[Rows], None]:
    def sow(rows: Rows) -> None:
        next(of_type(rows, name))["coins"] += 1

    return sow


def longer_step(rows: Rows) -> None:
    next(of_type(rows, "ScotStepped"))["to_x"] += 2


def more_points(rows: Rows) -> None:
    next(e for e in of_type(rows, "PointsScored") if str(e["source"]).startswith("tile:"))["points"] += 1


def another_tile(rows: Rows) -> None:
    for row in rows:
        used = [e for e in row.get("events", ()) if e["type"] == "TileActivated" and e["by"] == "laying"]
        if used:
            used[0]["piece"] = "halkirk" if used[0]["piece"] != "halkirk" else "inshriach"
            return


def others_scots(rows: Rows) -> None:
    scored = list(of_type(rows, "RoundScored"))
    scored[-1]["result"]["players"][0]["gains"].append({"source": "scots_in_home_castle", "points": 3})


FAULTS = {
    "far_away": far_away,
    "cheaper": cheaper,
    "more_movement": one_more("MovementGained"),
    "more_goods": one_more("GoodsGained"),
    "more_given": given_of_nothing,
    "many_scots": lambda rows: next(of_type(rows, "ScotPlaced", why="home")).update(n=10),
    "twice": twice,
    "bought_dearer": dearer("GoodBought"),
    "sold_dearer": dearer("GoodSold"),
    "longer_step": longer_step,
    "more_points": more_points,
    "another_tile": another_tile,
    "others_scots": others_scots,
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_sown_is_found(name: str) -> None:
    for seed in (1, 2, 4):
        rows = copy.deepcopy(rows_of(game(seed)))
        try:
            FAULTS[name](rows)
        except StopIteration:
            continue
        with pytest.raises((Fault, LookupError)):
            follow(rows)
        return
    pytest.fail("no game to sow it in")
