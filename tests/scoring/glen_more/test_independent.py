"""The product and a scorer that knows nothing of it come to the same points in Glen More."""

from __future__ import annotations

import ast
import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.scoring import ending, gains
from companion.scoring.glen_more import result
from companion.scoring.glen_more.document import score_document
from tests import independent_scorer_glen_more as other
from tests.scoring.glen_more.tables import BONNETS, CARDS, NAMES

Sheet = dict[str, Any]
RANDOM_SHEETS = 4000
ENOUGH_TO_SEE_A_FAULT = 400


def product(sheet: Sheet, bonnets: dict[str, int] = BONNETS) -> Sheet:
    """The product's answer with the gains by source."""
    found: Sheet = json.loads(score_document(json.dumps(sheet), bonnets))
    for player in found["players"]:
        assert len({gain["source"] for gain in player["gains"]}) == len(player["gains"])
        player["gains"] = {gain["source"]: gain["points"] for gain in player["gains"]}
    return found


def random_sheet(dice: random.Random) -> Sheet:
    """Counts as at a table, close enough together that ties and equal counts are common."""
    names = dice.sample(NAMES, dice.randint(2, 5))
    cards = dice.sample(CARDS, dice.randint(0, len(CARDS)))
    switches = ("mey_doubles_bonnets", "duart_counts_start")
    return {
        "schema": 1,
        "round": dice.choice(["1", "2", "3", "final", "final", "final"]),
        "house_rules": {switch: dice.random() < 0.5 for switch in switches if dice.random() < 0.5},
        "players": [
            {
                "name": name,
                "points": dice.randint(-2, 4),
                "coins": dice.randint(0, 5),
                "goods": dice.randint(0, 1),
                "tiles": dice.randint(13, 16),
                "whisky": dice.randint(0, 9),
                "chieftains": dice.randint(0, 6),
                "cards": cards[seat :: len(names)],
                "green_tiles": dice.randint(0, 5),
                "yellow_tiles": dice.randint(0, 5),
                "villages": dice.randint(0, 5),
            }
            for seat, name in enumerate(names)
        ],
    }


def test_thousands_of_random_tables_are_scored_alike() -> None:
    dice = random.Random(20)
    outcomes: Counter[str] = Counter()
    for _ in range(RANDOM_SHEETS):
        sheet = random_sheet(dice)
        found = product(sheet)
        assert found == other.score_sheet(sheet)
        outcomes[f"{len(found['players'])} players"] += 1
        outcomes[found["round"]] += 1
        outcomes[f"{len(found.get('winners', []))} winners"] += 1
        outcomes.update(source for player in found["players"] for source in player["gains"])
        most = max(player["points"] for player in found["players"])
        tied = sum(player["points"] == most for player in found["players"])
        outcomes["goods decide"] += found["round"] == "final" and tied > len(found["winners"])
    kinds = ["2 players", "3 players", "4 players", "5 players", "1", "2", "3", "final", "1 winners", "2 winners"]
    sources = ["whisky", "chieftains", "special_locations", "loch_morar", "iona_abbey", "duart_castle", "coins"]
    assert all(outcomes[kind] >= 20 for kind in (*kinds, *sources, "territory", "goods decide")), outcomes


@pytest.mark.parametrize("card", CARDS)
def test_each_card_is_scored_alike(card: str) -> None:
    dice = random.Random(card)
    for _ in range(20):
        sheet = random_sheet(dice) | {"round": "final"}
        for seat, player in enumerate(sheet["players"]):
            player["cards"] = [card] if seat == 0 else []
        assert product(sheet) == other.score_sheet(sheet)


def no_fewest(_source: str, _counts: Any) -> tuple[()]:
    return ()


def by_points_alone(one: str, another: str, points: dict[str, int], _spare: Any) -> bool:
    return points[one] > points[another]


FAULTS: dict[str, Callable[[pytest.MonkeyPatch], object]] = {
    "table": lambda patch: patch.setattr(gains, "POINTS_FOR_LEAD", (0, 1, 2, 3, 4, 8)),
    "beyond the table": lambda patch: patch.setattr(gains.compare_counts, "__defaults__", (9, None)),
    "nothing compared": lambda patch: patch.setattr(result, "compare_counts", no_fewest),
    "doubling": lambda patch: patch.setattr(result, "CASTLE_OF_MEY_FACTOR", 3),
    "bonnets": lambda patch: patch.setitem(BONNETS, "cawdor_castle", 2),
    "tiles of a card": lambda patch: patch.setattr(result, "POINTS_PER_TILE", 1),
    "villages": lambda patch: patch.setattr(result, "POINTS_PER_VILLAGE", 2),
    "a card forgotten": lambda patch: patch.setattr(
        result, "END_CARDS", {"duart_castle": result.duart_castle_points}
    ),
    "tiles too many": lambda patch: patch.setattr(ending, "POINTS_LOST_PER_TILE", 2),
    "coins": lambda patch: patch.setattr(ending.coin_gains, "__defaults__", (2,)),
    "ties": lambda patch: patch.setattr(
        gains, "_is_ahead", lambda one, other, points, _: points[one] > points[other]
    ),
    "shared victory": lambda patch: patch.setattr(
        gains, "winning_players", lambda players, _: gains.players_with_most_points(players)
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_product_is_seen(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A comparison that can't fail would prove nothing."""
    sheets = [random_sheet(dice) for dice in [random.Random(fault)] for _ in range(ENOUGH_TO_SEE_A_FAULT)]
    assert all(product(sheet) == other.score_sheet(sheet) for sheet in sheets)
    FAULTS[fault](monkeypatch)
    assert any(product(sheet) != other.score_sheet(sheet) for sheet in sheets)


def test_the_other_scorer_imports_nothing_of_the_product() -> None:
    tree = ast.parse(Path(other.__file__).read_text(encoding="utf-8"))
    names = [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names]
    names += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert names == ["__future__", "typing"]
    called = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not called & {"__import__", "eval", "exec", "open"}
