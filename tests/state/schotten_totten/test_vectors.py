"""The ledger's examples about what may be played and when; those of claims and points stand with the scoring."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.state.schotten_totten import events as ev
from tests.scoring.schotten_totten.test_vectors import OF_THE_COURSE
from tests.state.schotten_totten.table import Table

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "other_games.json").read_text(encoding="utf-8"))


def vector(name: str) -> tuple[Any, Any]:
    [found] = [one for one in VECTORS if one["id"] == name]
    return found["given"], found["expect"]


@pytest.mark.rule("ST-TAC-08")
@pytest.mark.parametrize("name", ["ST-V-002", "ST-V-003"])
def test_how_many_tactics_cards_may_be_played(name: str) -> None:
    given, expect = vector(name)
    table = Table("tactics")
    mine, theirs = (given["tactics_played"][side] for side in "AB")
    played = ["spy", "recruiter", "joker-1", "joker-2"]
    table.has_played(" ".join(played[:mine]), " ".join(played[mine : mine + theirs]))
    if expect["play"] == "refused":
        assert table.tap_refused("mud_fight").rule == "ST-TAC-08"
    else:
        table.taps("mud_fight", "stone-1")
        assert {p.id: len(p.tactics) for p in table.state.players} == expect["tactics_played"]


@pytest.mark.rule("ST-CLM-06")
def test_st_v_040() -> None:
    given, expect = vector("ST-V-040")
    table = Table()
    cards = {
        side: " ".join(f"{colour}-{n}" for n in range(1, given["stone"][side] + 1))
        for side, colour in (("A", "red"), ("B", "blue"))
    }
    table.lies(4, cards["A"], cards["B"], owner=given["stone_owner"])
    table.on_turn(given["player_to_move"])
    table.taps("green-9")
    assert (table.tap_refused("place-b4").rule, expect["play"]) == ("ST-CLM-06", "refused")


@pytest.mark.rule("ST-TRN-03")
def test_st_v_041() -> None:
    given, expect = vector("ST-V-041")
    table = Table()
    table.lies(4, " ".join(given["stone"]["A"]))
    table.taps(given["play"])
    assert (table.tap_refused("place-a4").rule, expect["play"]) == ("ST-TRN-03", "refused")


@pytest.mark.rule("ST-RUS-03")
def test_st_v_042() -> None:
    given, expect = vector("ST-V-042")
    table = Table("tactics")
    assert table.state.player("A").hand == given["hand_size"]
    drawn = [event for event in table.taps(given["play"].lower()) if isinstance(event, ev.CardsDrawn)]
    assert drawn == [ev.CardsDrawn("A", given["draw"], given["return"])]
    assert table.state.player("A").hand == expect["hand_size_after"]
    assert bool(drawn[1:]) == expect["end_of_turn_draw"]


@pytest.mark.rule("ST-ELT-03")
def test_st_v_047() -> None:
    given, expect = vector("ST-V-047")
    table = Table("tactics")
    table.has_played(" ".join(["joker-1"] * given["jokers_played"]["A"]), "spy")
    assert (table.tap_refused("joker-2").rule, expect["play"]) == ("ST-ELT-03", "refused")


@pytest.mark.rule("ST-EXP-01")
def test_st_v_048() -> None:
    given, expect = vector("ST-V-048")
    table = Table("expert")
    laid = [*given["stone"]["A"]]
    table.lies(4, " ".join(laid[:2]), " ".join(given["stone"]["B"]))
    table.lays(laid[2], 4)
    assert (table.tap_refused("stone-4").rule, expect["claim"]) == ("ST-EXP-01", "refused")


def test_every_example_of_the_game_is_run_somewhere() -> None:
    """Those of the scoring are chosen by their rules there."""
    own = Path(__file__).read_text(encoding="utf-8")
    assert len(OF_THE_COURSE) == 7
    assert [name for name in OF_THE_COURSE if name not in own] == []
