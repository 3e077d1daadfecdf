"""An exported journal is enough to follow every territory: the same names and fields in both rondel games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from companion.engine.history import History
from companion.storage.transfer import export_journal
from tests.games.test_referee_chronicles import SLUGS, played_at_random
from tests.state.glen_more.test_independent_referee import played as played_of_2010
from tests.state.glen_more_2.test_referee_invariants import played

Event = dict[str, Any]
FIELDS = {
    "TilePlaced": {"player", "piece", "x", "y"},
    "TileRemoved": {"player", "piece", "x", "y"},
    "TileActivated": {"player", "piece", "by"},
    "GoodsGained": {"player", "x", "y", "good", "n", "why"},
    "GoodsGiven": {"player", "x", "y", "good", "n", "why"},
    "GoodBought": {"player", "good", "coins"},
    "ScotPlaced": {"player", "x", "y", "n"},
    "ScotRemoved": {"player", "x", "y", "n"},
    "ScotMoved": {"player", "from_x", "from_y", "to_x", "to_y"},
    "LandmarkGained": {"player", "card"},
}
REASONS = {"cost", "placing", "activation", "card", "crest", "person", "landmark"}
"""What stands before the piece."""
CARDS_AND_CRESTS = {"loch_oich", "loch_ness", "castle_of_mey", "cameron", "macdonell", "maclean"}
BY_ITSELF = {"sale", "entered", "nothing", "home", "removed"}
NAMING_A_SOURCE = {
    *("GoodsGained", "GoodsGiven", "GoodBought", "CoinsGained", "CoinsPaid", "BarrelsGained", "BarrelsPaid"),
    *("MovementGained", "ScotPlaced", "ScotRemoved"),
}
OF_A_PURSE = {"roads", "sinclair"}


def exported(history: History) -> Iterator[Event]:
    rows = [json.loads(line) for line in export_journal(history)]
    return (event for row in rows[1:] for event in row.get("events", ()))


@cache
def events_of(game: str, seed: int) -> tuple[Event, ...]:
    return tuple(exported(played(seed, "whole") if game == "glen_more_2" else played_of_2010(3, seed)))


@pytest.mark.parametrize("game", ["glen_more_2", "glen_more"])
def test_whoever_reads_an_exported_journal_finds_the_same_words_in_both_games(game: str) -> None:
    seen: set[str] = set()
    for seed in range(4):
        for event in events_of(game, seed):
            kind = event["type"]
            assert FIELDS.get(kind, set()) <= event.keys(), event
            seen.add(kind)
            if kind in ("GoodsGained", "GoodsGiven", "ScotRemoved", "BarrelsGained", "BarrelsPaid"):
                start, _, piece = event.get("why", "").partition(":")
                assert start in (REASONS if piece else BY_ITSELF), event
            if kind == "TileActivated":
                assert event["by"] in {"placing", *CARDS_AND_CRESTS}, event
    assert FIELDS.keys() - seen <= {"TileRemoved"}


def test_a_chronicle_names_what_it_brings_and_costs_by_itself_and_the_piece() -> None:
    seen: set[str] = set()
    games = [played_at_random(seed, *SLUGS) for seed in range(7)] + [played_at_random(2, "turbulent")]
    for game in games:
        for event in exported(game):
            if event["type"] in NAMING_A_SOURCE and event.get("why"):
                start, _, piece = event["why"].partition(":")
                assert start in (REASONS | set(SLUGS) if piece else BY_ITSELF | OF_A_PURSE), event
                assert "." not in event["why"], event
                seen.add(event["why"])
            if event["type"] == "TileActivated":
                assert event["by"] in {"placing", "donan_castle", *CARDS_AND_CRESTS}, event
    assert {"highlander:mountain", "hammer:glenfinnan_church", "turbulent:castle_moil"} <= seen
    assert {why.partition(":")[0] for why in seen} >= set(SLUGS) - {"great_glen", "penny_mobs"}


def test_points_of_a_tile_go_by_the_tile() -> None:
    scored = [
        e["source"] for seed in range(4) for e in events_of("glen_more_2", seed) if e["type"] == "PointsScored"
    ]
    assert not [source for source in scored if source.startswith("tile:")]
    assert "lochridge" in scored
