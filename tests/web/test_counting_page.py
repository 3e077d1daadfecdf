"""The page in headless Chromium where two games are installed: each brings its own board."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web import plain_http
from tests.web.playing import Desk
from tests.web.playing import browser as browser
from tests.web.served import SEVERAL_GAMES, served

pytestmark = pytest.mark.browser


def test_the_counting_game_is_chosen_and_played_on_its_own_board(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path, program=SEVERAL_GAMES) as companion:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
        desk = Desk(page, companion)
        page.goto(companion.address)
        desk.says("Which game do you play?")
        expect(page.locator("#boardside")).to_be_hidden()
        expect(page.locator("#trayside")).to_be_hidden()
        assert companion.state()["questions"] == []
        desk.choose("Glen More II")
        expect(page.locator("#ring")).to_be_visible()
        desk.press("BACK")
        desk.press("BACK", hold=900)
        desk.choose("New game")
        desk.choose("Counting")
        desk.says("Your move?")
        expect(page.locator("#heap")).to_have_text("A heap of 4 stones")
        expect(page.locator("#ring")).to_have_count(0)
        expect(page.get_by_role("tab")).to_have_text(["Pieces", "Command cards"])
        desk.tap("A stone")
        expect(page.locator("#heap")).to_have_text("A heap of 5 stones")
        desk.press("OK")
        with page.expect_response("**/tap"):
            page.locator("#heap").click()
        expect(page.locator("#heap")).to_have_text("A heap of 6 stones")
        desk.press("UNDO")
        desk.says("1 stones off the heap of 6")
        expect(page.locator("#heap")).to_have_text("A heap of 5 stones")
        state = companion.state()
        assert (state["heap"], state["turn"]) == (5, 2)
        assert not state["bet"], "Bob's bet is on no page"
        page.close()
        assert wrong == []


def test_only_files_that_a_game_names_are_given_out(tmp_path: Path) -> None:

    with served(tmp_path, "--game", "counting", program=SEVERAL_GAMES) as companion:
        for door, status in (
            ("games/counting/board.js", 200),
            ("games/schotten_totten/board.css", 200),
            ("games/counting/rules.py", 404),
            ("games/chess/board.js", 404),
            ("games/counting/..%2Fboard.js", 404),
        ):
            reply = plain_http.get(companion.address + door)
            assert reply.status_code == status, door
        assert "default-src 'none'" in reply.headers["content-security-policy"]
        assert plain_http.get(companion.address + "desk.json").json()["board"]["label"] == "The heap"
