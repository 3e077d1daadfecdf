"""The ledger's examples about the rondel, the market, decks and the die; those of activating have their own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.state.glen_more import events as ev
from companion.state.territory.market import buy_price, sell_price
from tests.state.glen_more.referee_table import Followed
from tests.state.glen_more.table import Table, at
from tests.state.glen_more.test_invariants import played

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "other_games.json").read_text(encoding="utf-8"))
PIECES = {"Meadow": "0-02", "Village": "0-08", "Forest": "0-05"}
EXAMPLE = "p1 0-02 0-08 p2 0-05 p3 p4 0-04 0-01 0-06 0-07 0-03 1-23"


def vector(name: str) -> tuple[Any, Any]:
    [found] = [one for one in VECTORS if one["id"] == name]
    return found["given"], found["expect"]


@pytest.mark.rule("G1-TRK-04", "G1-TRK-05")
@pytest.mark.parametrize("name", ["G1-V-002", "G1-V-003", "G1-V-004"])
def test_who_is_next_and_what_leaves(name: str) -> None:
    given, expect = vector(name)
    table = Followed(4)
    table.arrange(EXAMPLE)
    piece = PIECES[given["red_moves_to"]]
    table.takes(piece, *((1, 0) if piece == "0-08" else (0, 1)))
    table.answers("use", "done")
    left = [event.piece for event in table.happened(ev.TileDiscarded)]
    assert table.state.turn.figure == {"red": "p1", "yellow": "p2"}[expect["next_to_move"]]
    if "removed_in_phase_4_of" in expect:
        assert left == [], "they lie there, out of reach"
        table.answers("take", "take", "0-04")
        table.answers("place", "place", "1,0")
        table.answers("use", "done")
        left = [event.piece for event in table.happened(ev.TileDiscarded)]
    assert left[: len(expect.get("leaves_the_game", ()))] == [PIECES[n] for n in expect.get("leaves_the_game", ())]


@pytest.mark.rule("G1-WHS-06")
def test_g1_v_015() -> None:
    given, expect = vector("G1-V-015")
    assert [buy_price(filled) for filled in given["spaces_covered"]] == expect["buy_price"]
    assert [sell_price(filled) for filled in given["spaces_covered"]] == expect["sale_price"]


@pytest.mark.rule("G1-SET-05")
def test_g1_v_016() -> None:
    _, expect = vector("G1-V-016")
    for n, tiles, of_stack_1 in zip(
        (2, 3, 4, 5), expect["tiles_laid_out"], expect["of_them_from_stack_1"], strict=True
    ):
        decks = [space.deck for space in Table(n).state.track if space.deck]
        assert (len(decks), decks.count("1")) == (tiles, of_stack_1)


@pytest.mark.rule("G1-APP-02")
def test_g1_v_027() -> None:
    given, expect = vector("G1-V-027")
    due = {}
    for entry in played(4, 2).standing:
        for event in entry.events:
            if isinstance(event, ev.TileLaid):
                due[len(due) + 1] = None
            elif isinstance(event, ev.DeckEmptied):
                due[len(due)] = int(event.deck) or None
    assert [due[n] for n in given["tiles_laid_on_track"]] == expect["scoring"]


@pytest.mark.rule("G1-DIE-04")
def test_g1_v_028() -> None:
    given, _ = vector("G1-V-028")
    table = at("die 0-02 p1 0-08 0-05 p2 p3 0-04", players=3)
    table.answers("roll", f"face_{given['roll']}")
    assert next(event.piece for event in table.happened(ev.TileDiscarded)) == "0-05"


def test_every_example_of_the_game_is_run_somewhere() -> None:
    told = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parents[2].rglob("test_*.py"))
    missing = [
        one["id"]
        for one in VECTORS
        if one["id"].startswith("G1-") and one["id"] not in told and f"g1_v_{one['id'][-3:]}" not in told
    ]
    assert missing == []
