"""The examples printed in the rulebooks, through the product's own functions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.scoring.gains import points_for_lead
from companion.scoring.glen_more_2.scoring import count_scots, score_standings
from tests.scoring.glen_more_2.tables import PLAIN, each, standing
from tests.scoring.reading import points_from

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "base.json").read_text(encoding="utf-8"))


def vector(name: str) -> tuple[Any, Any]:
    """What is given and what is expected in the printed example."""
    [found] = [one for one in VECTORS if one["id"] == name]
    return found["given"], found["expect"]


@pytest.mark.rule("GM-SCR-05")
def test_gm_score_table() -> None:
    given, expect = vector("gm-score-table")
    assert [points_for_lead(lead) for lead in given["differences"]] == expect["vp"]


@pytest.mark.rule("GM-SCR-05", "GM-SCR-04")
def test_gm_score_landmarks_5_3_1() -> None:
    given, expect = vector("gm-score-landmarks-5-3-1")
    result = score_standings("A", each(landmarks=[PLAIN[:count] for count in given["counts"]]))
    leads = [sum(dict(gain.because.values)["more"] for gain in player.gains) for player in result.players]
    assert leads == expect["differences"]
    assert list(points_from(result, "landmarks")) == expect["vp"]


@pytest.mark.rule("GM-LMK-03")
def test_gm_score_castle_moil() -> None:
    given, expect = vector("gm-score-castle-moil")
    cards = ("castle_moil",) * given["castle_moil"]
    ann = standing(scots_in_home_castle=given["scots_on_home_castle"], landmarks=cards)
    assert count_scots(ann).number == expect["counted_scots"]


@pytest.mark.rule("GM-END-08")
def test_gm_final_territory_penalty() -> None:
    given, expect = vector("gm-final-territory-penalty")
    result = score_standings("final", each(tiles=given["territory_tiles"]))
    assert list(points_from(result, "territory")) == expect["vp"]
