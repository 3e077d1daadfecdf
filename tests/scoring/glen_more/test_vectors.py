"""The examples of the ledger that are about scoring, through the product's own functions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.scoring.gains import points_for_lead
from companion.scoring.glen_more.result import chieftain_count, score_standings
from companion.state.glen_more.model import HouseRules
from tests.scoring.glen_more.tables import PLAIN, each, standing
from tests.scoring.reading import points_from, totals

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "other_games.json").read_text(encoding="utf-8"))


def vector(name: str) -> tuple[Any, Any]:
    """What is given and what is expected in the example."""
    [found] = [one for one in VECTORS if one["id"] == name]
    return found["given"], found["expect"]


def card_id(name: str) -> str:
    return name.lower().replace(" ", "_")


@pytest.mark.rule("G1-SCR-03")
def test_g1_v_020() -> None:
    given, expect = vector("G1-V-020")
    assert [points_for_lead(lead) for lead in given["difference"]] == expect["vp"]
    leads = [score_standings("1", each(whisky=(lead, 0))) for lead in given["difference"]]
    assert [totals(result)[0] for result in leads] == expect["vp"]


@pytest.mark.rule("G1-SCR-02")
def test_g1_v_021() -> None:
    given, expect = vector("G1-V-021")
    assert list(points_from(score_standings("1", each(whisky=given["whisky"])), "whisky")) == expect["vp"]


@pytest.mark.rule("G1-SCR-02")
def test_g1_v_022() -> None:
    given, expect = vector("G1-V-022")
    hands = [(*PLAIN, "loch_morar")[:count] for count in given["cards"]]
    assert list(points_from(score_standings("2", each(cards=hands)), "special_locations")) == expect["vp"]


@pytest.mark.rule("G1-CRD-08")
def test_g1_v_023() -> None:
    given, expect = vector("G1-V-023")
    ann = standing(chieftains=given["chieftain_pieces"], cards=tuple(map(card_id, given["cards"])))
    assert chieftain_count(ann, HouseRules()).number == expect["chieftain_count"]


@pytest.mark.rule("G1-FIN-04")
def test_g1_v_024() -> None:
    given, expect = vector("G1-V-024")
    assert list(totals(score_standings("final", each(tiles=given["tiles"])))) == expect["vp"]


@pytest.mark.rule("G1-FIN-07")
def test_g1_v_025() -> None:
    given, expect = vector("G1-V-025")
    cards = tuple(map(card_id, given["cards"]))
    ann = standing(
        points=given["vp_tokens"], coins=given["coins"], tiles=given["tiles"], cards=cards,
        yellow_tiles=given["yellow_tiles"], villages=given["villages_including_start"],
    )  # fmt: skip
    # The rounds are in the points already: nobody is ahead in anything.
    bob = standing("Bob", tiles=given["fewest_tiles"], cards=PLAIN[: len(cards)])
    assert totals(score_standings("final", [ann, bob]))[0] == expect["final_vp"]


def test_every_example_about_scoring_is_here() -> None:
    about = [one["id"] for one in VECTORS if one["rule"].startswith(("G1-SCR", "G1-FIN", "G1-CRD"))]
    assert about == [f"G1-V-0{number}" for number in range(20, 26)]
