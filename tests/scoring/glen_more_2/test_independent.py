"""The product and a scorer that knows nothing of it come to the same points."""

from __future__ import annotations

import ast
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.glen_more_2.cli import chronicle_score_keys
from companion.scoring.glen_more_2.document import score_document
from tests import independent_scorer
from tests.scoring.glen_more_2.tables import LANDMARKS, NAMES

Sheet = dict[str, Any]
RANDOM_SHEETS = 4000
WITH_CHRONICLES = 2000
OF_CHRONICLES = {
    1: ("boat",),
    6: ("event_side", "tables"),
    8: ("member_penalties", "pennies_plus", "pennies_minus"),
}
SLUGS = {1: "boat_race", 6: "turbulent", 8: "penny_mobs"}


def product(sheet: Sheet) -> Sheet:
    """The product's answer with the gains summed by source."""
    found: Sheet = json.loads(score_document(json.dumps(sheet), LANDMARKS, chronicles=chronicle_score_keys()))
    for player in found["players"]:
        summed: Counter[str] = Counter()
        for gain in player["gains"]:
            summed[gain["source"]] += gain["points"]
        player["gains"] = {source: points for source, points in summed.items() if points}
    return found


def agree(sheet: Sheet) -> Sheet:
    found = product(sheet)
    assert found == independent_scorer.score_sheet(sheet)
    return found


def random_sheet(dice: random.Random) -> Sheet:
    """Counts as at a table, close enough together that ties and equal counts are common."""
    names = dice.sample(NAMES, dice.randint(2, 4))
    cards = dice.sample(LANDMARKS, dice.randint(0, len(LANDMARKS)))
    hume = dice.choice([*names, ""])
    return {
        "schema": 1,
        "round": dice.choice(["A", "B", "C", "final", "final", "final"]),
        "chronicles": [],
        "house_rules": dice.choice([{}, {}, {"difference_above_five": dice.randint(0, 21)}]),
        "players": [
            {
                "name": name,
                "points": dice.randint(-2, 4),
                "coins": dice.randint(0, 12),
                "goods": dice.randint(0, 1),
                "tiles": dice.randint(13, 16),
                "scots_in_home_castle": dice.randint(0, 9),
                "whisky": dice.choice([1, 2, dice.randint(0, 9)]),
                "persons": dice.randint(0, 6),
                "david_hume": name == hume,
                "landmarks": cards[seat :: len(names)],
                "extra": [
                    {"source": "bet", "points": dice.randint(-3, 3)} for _ in range(dice.choice([0, 0, 1, 2]))
                ],
            }
            for seat, name in enumerate(names)
        ],
    }


def with_chronicles(dice: random.Random) -> Sheet:
    """A random sheet with some of the chronicles that have keys, by id or number, each key now and then there."""
    sheet = random_sheet(dice)
    chosen = [number for number in OF_CHRONICLES if dice.random() < 0.7]
    sheet["chronicles"] = [dice.choice([number, str(number), SLUGS[number]]) for number in chosen]
    for player in sheet["players"]:
        keys = chronicle_values(dice, player["landmarks"])
        named = [key for number in chosen for key in OF_CHRONICLES[number] if dice.random() < 0.8]
        player.update({key: keys[key] for key in named})
    return sheet


def chronicle_values(dice: random.Random, cards: list[str]) -> Sheet:
    def rungs() -> list[int]:
        return [dice.randint(0, 12) for _ in range(dice.randint(1, 7))]

    tables = {"scots": rungs(), "whisky": rungs()}
    return {
        "boat": dice.choice([1, 2, 3, "last", "last", None]),
        "event_side": [card for card in cards if dice.random() < 0.5],
        "tables": {name: table for name, table in tables.items() if dice.random() < 0.5},
        "member_penalties": [dice.randint(0, 9) for _ in range(dice.randint(0, 3))],
        "pennies_plus": dice.randint(0, 9),
        "pennies_minus": dice.randint(0, 7),
    }


@pytest.mark.rule("C1-28", "C6-15", "C6-16", "C6-18", "C6-26", "C8-13", "C8-14")
def test_thousands_of_random_tables_with_chronicles_are_scored_alike() -> None:
    dice = random.Random(21)
    seen: Counter[str] = Counter()
    for _ in range(WITH_CHRONICLES):
        sheet = with_chronicles(dice)
        found = agree(sheet)
        for player, asked in zip(found["players"], sheet["players"], strict=True):
            seen["penny_mobs"] += "penny_mobs" in player["gains"]
            seen["coins worth nothing"] += asked.get("boat") == "last" and found["round"] == "final"
            seen["own table"] += bool(asked.get("tables"))
            seen["event side"] += bool(asked.get("event_side"))
    assert len(seen) == 4
    assert all(number >= 100 for number in seen.values()), seen


def test_thousands_of_random_tables_are_scored_alike() -> None:
    dice = random.Random(20)
    outcomes: Counter[str] = Counter()
    for _ in range(RANDOM_SHEETS):
        sheet = random_sheet(dice)
        found = agree(sheet)
        outcomes[f"{len(found['players'])} players"] += 1
        outcomes[found["round"]] += 1
        outcomes[f"{len(found.get('winners', []))} winners"] += 1
        most = max(player["points"] for player in found["players"])
        tied = sum(player["points"] == most for player in found["players"]) > len(found.get("winners", "1234"))
        outcomes["goods decide"] += tied
    kinds = (
        "2 players",
        "3 players",
        "4 players",
        "A",
        "B",
        "C",
        "final",
        "1 winners",
        "2 winners",
        "goods decide",
    )
    assert all(outcomes[kind] >= 20 for kind in kinds), outcomes


def players(names: tuple[str, ...]) -> st.SearchStrategy[Sheet]:
    counts = st.integers(0, 40)
    person = st.fixed_dictionaries(
        {
            "points": st.integers(-300, 300),
            "coins": counts,
            "goods": counts,
            "tiles": counts,
            "scots_in_home_castle": counts,
            "whisky": counts,
            "persons": counts,
            "david_hume": st.booleans(),
            "landmarks": st.lists(st.sampled_from(LANDMARKS), unique=True),
        }
    )
    return st.tuples(*(person for _ in names)).map(
        lambda people: [{"name": name, **one} for name, one in zip(names, people, strict=True)]  # type: ignore[arg-type]
    )


SHEETS = st.fixed_dictionaries(
    {
        "schema": st.just(1),
        "round": st.sampled_from(["A", "B", "C", "final"]),
        "chronicles": st.just([]),
        "house_rules": st.fixed_dictionaries({}, optional={"difference_above_five": st.integers(0, 50)}),
        "players": st.sampled_from([NAMES[:2], NAMES[:3], NAMES]).flatmap(players),
    }
)


@settings(max_examples=300, deadline=None)
@given(sheet=SHEETS)
def test_any_counts_at_all_are_scored_alike(sheet: Sheet) -> None:
    agree(sheet)


@pytest.mark.parametrize("landmark", LANDMARKS)
def test_each_landmark_card_is_scored_alike(landmark: str) -> None:
    dice = random.Random(landmark)
    for _ in range(20):
        sheet = random_sheet(dice) | {"round": "final"}
        for seat, player in enumerate(sheet["players"]):
            player["landmarks"] = [landmark] if seat == 0 else []
        agree(sheet)


def test_the_other_scorer_imports_nothing_of_the_product() -> None:
    path = Path(independent_scorer.__file__)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names]
    names += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert names == ["__future__", "typing"]
    called = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not called & {"__import__", "eval", "exec", "open"}


def test_the_other_scorer_can_disagree() -> None:
    """A comparison that can't fail would prove nothing."""
    sheet = random_sheet(random.Random(1))
    wrong = product(sheet)
    wrong["players"][0]["points"] += 1
    assert wrong != independent_scorer.score_sheet(sheet)
