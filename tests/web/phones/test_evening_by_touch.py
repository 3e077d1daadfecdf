"""A whole evening with Haggis: two phones by touch, a third at the panel, all decide on what they read.

After every token that somebody gains, and at the end, all that a phone was ever sent or shows is looked through.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, Error, Locator, Page, Response, expect

from companion.chronicles.haggis.model import OWN_STATE
from tests.chronicles.haggis_table import ONES, THREES, TWOS, facts_told
from tests.web.phones.house import House, house
from tests.web.phones.test_phone_page import NARROW, Handset
from tests.web.playing import browser

__all__ = ["browser"]

pytestmark = [pytest.mark.browser, pytest.mark.long]  # a minute and more on a busy machine

DRAWN = {"red": ONES, "blue": THREES}
"""What each draws in secret: never the same value, so that a number alone tells whose token it is."""
OWN_VALUE = {"red": "1", "blue": "3"}
FACE_DOWN = re.compile(r"face down: ([0-9, ]+)")
MOST = 600
"""Acts, more than any such game takes."""


class Person:
    """Somebody with a phone, who reads what is asked and touches what is offered."""

    def __init__(self, home: House, browser: Browser, seat: str) -> None:
        self.seat, self.home = seat, home
        self.name = seat.capitalize()
        self.context = browser.new_context(viewport=NARROW, has_touch=True)  # type: ignore[arg-type]
        self.handset = Handset(home, self.context)
        self.page: Page = self.handset.page
        self.came: list[Response] = []
        self.read = 0
        """How often it was told what the own tokens show."""
        self.page.on("response", lambda response: self.came.append(response))
        self._had_one = 0
        self._again: dict[str, int] = {}

    def asked(self) -> str:
        """What stands in front of this person; "" for nothing."""
        # In one look: between two the page may be drawn anew.
        read: str = self.page.evaluate(
            """() => (document.querySelector("#sheet:not([hidden])")
                ?? document.querySelector("#questions article"))?.innerText ?? "" """
        )
        return read

    def acts(self) -> None:
        """One touch, and what it brought about stands on the page."""
        before = self.asked()
        if before:
            self.touches(self._chosen(before))
            self.waits(before)

    def waits(self, before: str) -> None:
        for _ in range(40):
            if self.asked() != before:
                return
            self.page.wait_for_timeout(25)

    def touches(self, what: Locator) -> None:
        try:
            what.tap(timeout=5000)
        except Error:
            # It went away under the finger, for somebody else answered: people look again.
            self.page.wait_for_timeout(50)

    def _chosen(self, text: str) -> Locator:
        sheet = self.page.locator("#sheet")
        here = sheet if sheet.is_visible() else self.page.locator("#questions article").first
        ready = here.locator("button:enabled:visible:not(.back)")
        as_it_stands = here.locator("button", has_text=re.compile("^All as it stands"))
        for likely in (as_it_stands, here.locator(".likely:visible")):
            if sheet.is_visible() and likely.count():
                return likely.first
        if here.locator("form.amount:visible").count():
            return here.get_by_role("button", name="Enter it")
        if text.startswith("3 players") and (short := here.get_by_role("button", name="short game")).count():
            return short
        if "Which tile ahead" in text:
            # The list of them stands open; what is seldom comes behind it.
            return here.locator(".choices").first.locator("button:enabled:visible").last
        # Who is asked the same again and again tries the next answer.
        self._again[text] = self._again.get(text, -1) + 1
        return ready.nth(self._again[text] // 6 % max(1, ready.count()))

    def wants_a_token(self) -> bool:
        """One a turn, with tiles still to be laid, if the haggis table has room."""
        turn = self.home.table.app.snapshot.outline.turn
        if turn == self._had_one or not re.match(r"Lay \d+ from", self.asked()):
            return False
        self._had_one = turn
        return len(OWN_STATE.of(self.home.table.app.snapshot.state).face_down[self.seat]) < 3 and bool(
            self._drawn()
        )

    def _drawn(self) -> str:
        """The token that comes out of the supply when this person draws."""
        places = OWN_STATE.of(self.home.table.app.snapshot.state).places()
        return next((each for each in DRAWN[self.seat] if each not in places), "")

    def gains_a_token(self) -> None:
        """Enter it by touch, draw it and tap it on the case."""
        mine = self.page.locator("#waiting > details", has=self.page.locator("summary", has_text=self.name))
        if not mine.first.evaluate("(each) => each.open"):
            mine.first.locator("> summary").tap()
        mine.first.get_by_role("button", name="A haggis token without paying", exact=True).tap()
        expect(self.page.locator("#questions")).to_contain_text("a haggis token. Tap it.")
        self.home.settled()
        self.home.table.tap(f"tile:{self._drawn()}")
        expect(self.page.locator("#questions")).not_to_contain_text("a haggis token. Tap it.")

    # What it may know

    def told_only_its_own(self) -> None:
        told = [self.page.content(), self.page.locator("body").inner_text()]
        while self.came:
            response = self.came.pop()
            if not response.url.endswith("/events") and response.ok:
                told.append(response.text())
        for text in told:
            assert "haggis_token" not in text
            shown = FACE_DOWN.findall(text)
            assert set(re.findall("[0-9]", "".join(shown))) <= {OWN_VALUE[self.seat]}, (self.name, text)
            self.read += len(shown)


class Evening:
    """Red and Blue on phones, Green at the panel."""

    def __init__(self, home: House, people: list[Person]) -> None:
        self.home, self.people = home, people
        self.gained = 0

    @property
    def over(self) -> bool:
        app = self.home.table.app
        return app.definition.finished(app.running.history.state)

    def somebody_acts(self) -> None:
        running = self.home.table.app.snapshot.outline
        if running.turn and not running.over:
            expect(self.people[0].page.locator("#now")).not_to_have_text("The game has not begun")
        asked = next((each for each in self.people if each.asked()), None)
        if asked is None:
            self.at_the_panel()
        elif "Turn a haggis token of the supply" in asked.asked():
            self.turned_up()
        elif asked.wants_a_token():
            asked.gains_a_token()
            self.look_through()
        else:
            asked.acts()
        self.home.settled()

    def at_the_panel(self) -> None:
        """Green presses OK; the two others see what comes of it."""
        self.home.table.press("OK")
        for each in self.people:
            each.page.wait_for_timeout(60)

    def turned_up(self) -> None:
        state = self.home.table.app.snapshot.state
        places = OWN_STATE.of(state).places()
        self.home.table.tap(f"tile:{next(each for each in (*TWOS, *ONES, *THREES) if each not in places)}")
        self.people[0].page.wait_for_timeout(60)

    def look_through(self) -> None:
        self.gained += 1
        for each in self.people:
            each.told_only_its_own()
        snapshot = self.home.table.app.snapshot
        table = msgspec.json.encode([snapshot.view, snapshot.page], enc_hook=lambda lazy: lazy.value)
        assert b"face down:" not in table
        shown = OWN_STATE.of(snapshot.state).face_up_supply
        assert all(each.encode() not in table for each in (*ONES, *THREES) if each not in shown)


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: Browser) -> Iterator[Evening]:
    facts = facts_told(True, "bare")
    with house(tmp_path, monkeypatch, facts=facts) as home:
        table = home.table
        table.tap("home:red", "home:blue", "home:green")
        table.press("OK")
        home.choose("Chronicles")
        home.choose("V Address to a Haggis")
        people = [Person(home, browser, seat) for seat in ("red", "blue")]
        for each in people:
            each.handset.come(each.name)
        table.press("BACK", "BACK")
        yield Evening(home, people)
        for each in people:
            each.context.close()
            assert each.handset.wrong == []


def test_two_phones_and_the_panel_play_a_whole_game_and_each_sees_only_its_tokens(evening: Evening) -> None:
    for _ in range(MOST):
        if evening.over:
            break
        evening.somebody_acts()
    assert evening.over
    assert evening.gained > 3
    for each in evening.people:
        expect(each.page.locator("#now")).to_have_text(re.compile("has won|have won"))
        expect(each.page.locator("#players")).to_contain_text("Winner")
        each.page.locator("#past").tap()
        expect(each.page.locator("#entries li").first).to_be_visible()
    evening.look_through()
    assert all(each.read for each in evening.people)
