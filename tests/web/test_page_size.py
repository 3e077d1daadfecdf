"""How much the desk page fetches: standing data under 40 kB in each game; a form opens with its own data."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx2
import pytest

from companion.session.inputs import PREMATURE_SECONDS
from tests.web.served import Served, served

STANDING = 40_000
"""Bytes of /desk.json, which the page fetches after each change."""
OPENED = 20_000
"""Bytes of one request for the fields of a form."""

SEATED = ("home:red", "home:blue", "home:green")


def choose(companion: Served, *rows: str) -> None:
    """Each of these rows on the panel in turn, by cursor and OK."""
    for row in rows:
        shown: Any = companion.state()["page"]
        place = next(at for at, each in enumerate(shown["rows"]) if row in each["label"])
        while companion.state()["page"]["cursor"] != place:  # type: ignore[index]
            press(companion, "DOWN")
        press(companion, "OK")


def press(companion: Served, *buttons: str) -> None:
    for button in buttons:
        companion.post("press", {"button": button.rstrip("+"), "long": button.endswith("+")})


def desk(companion: Served) -> dict[str, Any]:
    reply = httpx2.get(companion.address + "desk.json")
    assert len(reply.content) < STANDING
    found: dict[str, Any] = reply.json()
    return found


def fields(companion: Served, form: dict[str, Any], *path: object) -> list[dict[str, Any]]:
    query = [("question", form["question"]), ("offer", form["name"]), *(("at", each) for each in path)]
    reply = httpx2.get(companion.address + "form.json", params=query)  # type: ignore[arg-type]
    assert len(reply.content) < OPENED, (form["name"], path)
    found: list[dict[str, Any]] = reply.json()
    return found


@pytest.mark.parametrize("chronicles", [(), ("Haggis",)])
def test_a_game_with_a_box_that_nobody_described_is_small(tmp_path: Path, chronicles: Sequence[str]) -> None:
    with served(tmp_path) as companion:
        for home in SEATED:
            companion.tap(home)
            desk(companion)
        press(companion, "OK", "OK")
        if chronicles:
            choose(companion, "Chronicles", *chronicles)
            press(companion, "BACK")
        choose(companion, "Lay out the rondel")
        if chronicles:
            choose(companion, "Say later")
            time.sleep(PREMATURE_SECONDS + 0.1)  # a page that came up by itself takes no press at once
            press(companion, "OK")  # no stickers on the tokens
        press(companion, "OK+")
        for _ in range(6):
            if companion.state()["phase"] != "take":
                press(companion, "OK")
        assert companion.state()["phase"] == "take"
        shown = desk(companion)
        tile = next(each for each in shown["forms"] if each["name"] == "tile")
        (which, *_) = fields(companion, tile)
        pieces = [each["value"] for each in which["choices"] if each["more"]]
        assert len(pieces) >= 25
        (what, *_) = fields(companion, tile, 0, pieces[0])
        for fact in what["choices"]:
            assert fields(companion, tile, 0, pieces[0], 0, fact["value"])


@pytest.mark.parametrize("game", ["glen_more", "schotten_totten"])
def test_the_other_games_are_small_too(tmp_path: Path, game: str) -> None:
    with served(tmp_path, "--game", game, program=["-m", "companion.cli"]) as companion:
        for _ in range(12):
            desk(companion)
            press(companion, "OK")
        for form in desk(companion)["forms"]:
            assert fields(companion, form)
