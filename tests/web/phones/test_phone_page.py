"""The page of an invited phone in headless Chromium: by touch and by keyboard, narrow and wide, seen by axe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from companion.menu.pages import ListPage
from companion.web.phones.admission import Viewer
from tests.session.test_living_room import says
from tests.web.phones.house import House, house
from tests.web.playing import browser

__all__ = ["browser"]

pytestmark = pytest.mark.browser
expect.set_options(timeout=20_000)  # a busy machine is no fault of the page

NARROW, WIDE = {"width": 360, "height": 740}, {"width": 1400, "height": 900}
RED, TABLE, LOOKS = Viewer("seat", "red"), Viewer("table"), Viewer("spectator")
AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


class Handset:
    """A browser on a phone; every request that it makes is looked at."""

    def __init__(self, home: House, context: BrowserContext) -> None:
        self.home = home
        self.page: Page = context.new_page()
        self.wrong: list[str] = []
        self.asked: list[Request] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda line: self.wrong.append(line.text) if line.type == "error" else None)
        self.page.on("request", lambda request: self.asked.append(request))

    def come(self, row: str) -> None:
        """Scan the invitation; the table says yes."""
        self.page.goto(self.home.invite())
        expect(self.page.locator("#word")).to_contain_text("asks to come in")
        self.home.settled()
        self.home.choose(row)
        expect(self.page.locator("#game")).to_be_visible()
        self.home.settled()

    def asks_for(self, door: str) -> bool:
        """Whether it asks that door soon; the page's own waiting hands its requests over, a sleep would not."""
        for _ in range(400):
            if any(request.url.endswith(door) for request in self.asked):
                return True
            self.page.wait_for_timeout(50)
        return False

    def violations(self) -> list[str]:
        """What axe finds wrong."""
        # By the debugger's way in: the page's own policy lets no script of elsewhere run.
        self.page.evaluate(AXE)
        found = self.page.evaluate("axe.run()")
        return [f"{each['id']}: {[n['html'][:90] for n in each['nodes']][:3]}" for each in found["violations"]]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with house(tmp_path, monkeypatch) as made:
        made.table.tap("home:red", "home:blue", "home:green")
        made.table.press("OK", "OK", "OK", "OK+", "OK")
        yield made


@pytest.fixture
def handset(home: House, browser: Browser) -> Iterator[Handset]:
    context = browser.new_context(viewport=NARROW, has_touch=True)  # type: ignore[arg-type]
    made = Handset(home, context)
    yield made
    context.close()
    assert [line for line in made.wrong if "401" not in line and "403" not in line] == []


def test_the_secret_is_cleared_from_the_address_and_the_phone_is_in_after_a_yes(handset: Handset) -> None:
    handset.come("Red")
    assert "#" not in handset.page.url
    assert handset.page.evaluate("document.cookie") == ""
    expect(handset.page.locator("#now")).to_have_text("Red's turn")
    expect(handset.page.locator("#you")).to_have_text("Red")
    assert all(request.method == "POST" for request in handset.asked if request.url.endswith("/join"))
    handset.page.reload()
    expect(handset.page.locator("#now")).to_have_text("Red's turn")


def test_a_used_invitation_says_in_a_sentence_what_to_do(handset: Handset) -> None:
    url = handset.home.invite()
    handset.home.phone().join(url)
    handset.page.goto(url)
    expect(handset.page.locator("#word")).to_have_text(
        "That invitation is used, withdrawn or over; ask at the table for a new one."
    )


def test_without_an_invitation_it_says_how_to_get_one(handset: Handset) -> None:
    handset.home.open()
    handset.page.goto(handset.home.address)
    expect(handset.page.locator("#word")).to_contain_text("Ask at the table for an invitation")


def test_a_tile_is_taken_by_touch_and_the_panel_shows_it(handset: Handset) -> None:
    handset.come("Red")
    page, table = handset.page, handset.home.table
    entries = len(table.entries)
    expect(page.locator("#askhead")).to_have_text("Your turn")
    # The only thing to do stands open: the tiles ahead, each one touch.
    page.locator("#questions article", has_text="tap the tile you take").locator("button:enabled").first.tap()
    expect(page.locator("#sheet")).to_be_visible()
    while page.locator("#sheet").is_visible():
        expect(page.locator("#sheethead")).to_be_focused()
        page.locator("#sheet button:enabled:not(.back)").first.tap()
        page.wait_for_timeout(250)
    table.app.wait(lambda _now: len(table.entries) > entries)
    expect(page.locator("#duties")).to_contain_text("Took")


def test_a_likely_number_is_one_touch(handset: Handset) -> None:
    handset.come("Red")
    page = handset.page
    page.locator("#waiting summary", has_text="Red").first.tap()
    page.get_by_role("button", name="Got more coins").tap()
    expect(page.locator("#sheet .quick button")).to_have_text(["4", "5", "6", "8"])
    expect(page.locator("#amount")).to_have_value("1")
    assert handset.violations() == []
    coins = handset.home.table.view.players[0].coins
    page.locator("#sheet .quick").get_by_text("6", exact=True).tap()
    expect(page.locator("#said")).to_have_text("Entered.")
    assert handset.home.table.view.players[0].coins == coins + 6


def test_a_caution_and_a_closed_row_open_their_rule(handset: Handset) -> None:
    handset.come("Red")
    page = handset.page
    page.locator("#waiting summary", has_text="Red").first.tap()
    behind = page.locator("#waiting").get_by_text("Scots on other castles")
    expect(behind).to_be_hidden()
    page.locator("#waiting .why summary").first.tap()
    expect(behind).to_be_visible()
    handset.home.table.tap(*["card:pay_1"] * 5)
    page.locator("#waiting").get_by_role("button", name="Buy a good").tap()
    expect(page.locator("#sheet .why")).to_have_count(1)  # one rule speaks against all five rows
    page.locator("#sheet .choices button", has_text="wood").tap()
    expect(page.locator("#sheethead")).to_contain_text("the companion has Red on 0")
    told = page.locator("#sheet .why p").first
    expect(told).to_be_hidden()
    page.locator("#sheet .why summary").focus()
    page.keyboard.press("Enter")
    expect(told).to_contain_text("To buy, put as many coins")
    assert handset.violations() == []
    page.get_by_role("button", name="Cancel").tap()
    expect(page.locator("#sheet")).to_be_hidden()


def test_a_caution_leads_to_what_can_be_corrected(handset: Handset) -> None:
    handset.come("Red")
    page = handset.page
    handset.home.table.tap(*["card:pay_1"] * 5)
    page.locator("#waiting summary", has_text="Red").first.tap()
    page.locator("#waiting").get_by_role("button", name="Buy a good").tap()
    page.locator("#sheet .choices button", has_text="wood").tap()
    expect(page.locator("#sheethead")).to_contain_text("the companion has Red on 0")
    rows = page.locator("#sheet > button:not(.back)")
    expect(rows).to_have_text(["We did it anyway", "Correct it", "Cancel"])
    rows.get_by_text("Correct it").tap()
    expect(page.locator("#sheethead")).to_have_text("What do you want to correct?")
    assert handset.violations() == []
    page.locator("#sheet").get_by_role("button", name="Tiles left in a deck").tap()
    expect(page.locator("#sheethead")).to_have_text("Which deck?")
    expect(page.locator("#sheethead")).to_be_focused()


def test_who_goes_home_is_asked_once_more_with_no_first(handset: Handset) -> None:
    handset.come("Red")
    page, entries = handset.page, len(handset.home.table.entries)
    for row, entered in (("No", 0), ("Blue goes home", 1)):
        page.locator("#correct").tap()
        page.locator("#sheet").get_by_role("button", name="Somebody goes home").tap()
        page.locator("#sheet .choices button", has_text="Blue").tap()
        expect(page.locator("#sheethead")).to_contain_text("Blue goes home? The pawn leaves the rondel.")
        rows = page.locator("#sheet > button:not(.back)")
        expect(rows).to_have_text(["No", "Blue goes home"])
        assert handset.violations() == []
        rows.get_by_text(row, exact=True).tap()
        expect(page.locator("#sheet")).to_be_hidden()
        assert len(handset.home.table.entries) == entries + entered


def test_a_caution_with_an_entry_missing_leads_to_what_can_be_entered(handset: Handset) -> None:
    handset.come("Red")
    page, table = handset.page, handset.home.table
    table.tap("tile:S-1")
    table.press("OK")
    says(table, "ledger", "coins_out", 7)
    page.locator("#questions article").get_by_role("button", name="End turn").first.tap()
    rows = page.locator("#sheet > button:not(.back)")
    expect(rows).to_have_text(["Go on: it stays at -2", "Enter what is missing", "Cancel"])
    rows.get_by_text("Enter what is missing").tap()
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator("#waiting summary").first).to_be_focused()


def test_an_entry_of_the_history_says_why(handset: Handset) -> None:
    handset.home.table.tap("tile:S-1")
    handset.home.table.press("OK")
    handset.come("Only to look on")
    page = handset.page
    page.locator("#past").tap()
    took = page.locator("#entries > li", has_text="Red takes").first
    expect(took.locator("dt")).to_have_count(0)
    took.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(took.locator("dt", has_text="Taking a tile")).to_be_visible()
    expect(took.locator("dd").first).not_to_be_empty()
    assert handset.violations() == []


def test_what_is_looked_up_is_explained_to_who_looks_on_too(handset: Handset) -> None:
    handset.come("Only to look on")
    page = handset.page
    page.get_by_role("searchbox", name="What is this?").fill("donan")
    expect(page.locator("#articles dt").first).to_contain_text("Donan Castle")
    assert handset.violations() == []
    page.get_by_role("searchbox").fill("xyzzy")
    expect(page.locator("#articles")).to_have_text("Nothing is written about that here.")
    assert handset.violations() == []


def test_what_happens_at_the_table_comes_by_itself(handset: Handset) -> None:
    handset.come("For the whole table")
    expect(handset.page.locator("#players li").first).to_contain_text("0 points")
    handset.home.table.tap("card:points_2")
    expect(handset.page.locator("#players li", has_text="Red")).to_contain_text("2 points")


def test_after_a_sleep_it_fetches_first_and_then_listens(handset: Handset) -> None:
    handset.come("For the whole table")
    page = handset.page
    hide = "(v) => { Object.defineProperty(document, 'hidden', {value: v, configurable: true});" + (
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    assert handset.asks_for("/events"), "it listens"
    page.evaluate(hide, True)
    handset.home.table.tap("card:points_2")
    handset.asked.clear()
    with page.expect_request("**/events"):
        page.evaluate(hide, False)
    expect(page.locator("#players li", has_text="Red")).to_contain_text("2 points")
    doors = [re.sub(".*/", "", request.url) for request in handset.asked]
    assert doors.index("view.json") < doors.index("events")
    handset.home.table.tap("card:points_2")
    handset.home.table.clock.now += 10
    expect(page.locator("#players li", has_text="Red")).to_contain_text("4 points")


def test_a_forgotten_phone_shows_at_once_nothing_of_the_game_any_more(handset: Handset) -> None:
    handset.come("Red")
    handset.home.menu("Phones", "Phone ", "Forget it")
    expect(handset.page.locator("#game")).to_be_hidden(timeout=1500)
    expect(handset.page.locator("#word")).to_have_text(
        "This phone was forgotten. To come back: menu, Phones, Invite a phone, and scan the new code."
    )
    handset.come("Red")
    expect(handset.page.locator("#now")).to_have_text("Red's turn")


def test_a_phone_says_when_the_companion_does_not_answer_and_finds_it_again(handset: Handset) -> None:
    handset.come("Red")
    listener = handset.home.phones.listener
    listener.wanted_port = listener.port
    listener.close()
    expect(handset.page.locator("#word")).to_contain_text("does not answer", timeout=1500)
    listener.open()
    expect(handset.page.locator("#word")).to_have_text("")
    handset.wrong[:] = [line for line in handset.wrong if "ERR_" not in line]


def to_the_end_of_deck(handset: Handset) -> None:
    """Red lays out, and a tile of the next deck is tapped."""
    table = handset.home.table
    table.press("BACK", "BACK")
    pieces = [*table.app.running.history.state.facts.pieces]
    table.tap("tile:" + next(each for each in pieces if each.startswith("S-")))
    table.press("OK")
    table.tap("tile:" + next(each for each in pieces if each.startswith("B-")))
    expect(handset.page.locator("#questions")).to_contain_text("Is it empty?")


def test_a_question_goes_with_its_answer_though_the_phone_hears_nothing_of_it(handset: Handset) -> None:
    handset.come("Red")
    page = handset.page
    to_the_end_of_deck(handset)
    page.route("**/events", lambda _route: None)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert handset.asks_for("/events")
    page.wait_for_timeout(300)
    page.get_by_role("button", name="Some are left").tap()
    expect(page.locator("#sheethead")).to_have_text("How many tiles are left in deck A?")
    page.get_by_role("button", name="Enter it").tap()
    expect(page.locator("#questions")).to_contain_text("Lay 1 from A.", timeout=1500)
    expect(page.locator("#sheet")).to_be_hidden()
    page.unroute_all()


def test_what_the_panel_answered_meanwhile_is_not_asked_on_the_phone(handset: Handset) -> None:
    handset.come("Red")
    page, held = handset.page, []
    to_the_end_of_deck(handset)
    page.route("**/step", lambda route: held.append(route))
    page.get_by_role("button", name="Some are left").tap()
    page.wait_for_timeout(300)
    reply = held[0].fetch()
    handset.home.choose("It is empty")
    expect(page.locator("#questions")).not_to_contain_text("Is it empty?")
    held[0].fulfill(response=reply)
    page.wait_for_timeout(300)
    expect(page.locator("#sheet")).to_be_hidden()
    page.unroute_all()


def test_a_correction_and_its_taking_back_by_keyboard_alone(handset: Handset) -> None:
    handset.come("For the whole table")
    page, table = handset.page, handset.home.table
    entries = len(table.entries)
    page.locator("#correct").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sheethead")).to_be_focused()
    page.get_by_role("button", name="A player's count", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Red", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name=re.compile("^oints|^Points|points")).first.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="One more").focus()
    page.keyboard.press("Enter")
    page.locator("#amount").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#players li", has_text="Red")).to_contain_text("1 point")
    assert len(table.entries) == entries + 1
    page.locator("#past").focus()
    page.keyboard.press("Enter")
    page.locator("#entries li button").first.focus()
    page.keyboard.press("Enter")
    armed = page.locator("#entries li button").first
    expect(armed).to_be_focused()
    with page.expect_response("**/history.json"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(300)  # a list drawn anew would have lost the focus, and the second press
    assert armed.evaluate("button => button === document.activeElement")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Taken back")
    expect(page.locator("#players li", has_text="Red")).to_contain_text("0 points")


def test_entries_that_read_alike_are_one_line_with_a_count(handset: Handset) -> None:
    handset.come("For the whole table")
    page, table = handset.page, handset.home.table
    table.press("BACK", "BACK")
    for _ in range(3):
        table.tap("card:points_2")
        table.clock.now += 10
    page.locator("#past").tap()
    more = page.locator("#entries > li").first.locator("summary").first
    expect(more).to_contain_text("3 times: ")
    expect(page.locator("#entries details button").first).to_be_hidden()
    more.tap()
    expect(page.locator("#entries details li")).to_have_count(3)
    assert handset.violations() == []
    for _ in range(2):
        page.locator("#entries details li button").nth(1).tap()
    expect(page.locator("#players li", has_text="Red")).to_contain_text("2 points")


def test_what_goes_back_on_the_table_is_listed_as_on_the_panel(handset: Handset) -> None:
    handset.come("For the whole table")
    page, table = handset.page, handset.home.table
    table.press("BACK", "BACK")
    table.tap("tile:" + next(each for each in table.app.running.history.state.facts.pieces if each[:2] == "S-"))
    table.press("OK")
    expect(page.locator("#questions")).to_contain_text("Lay 1 from A.")
    page.locator("#past").tap()
    for _ in range(2):
        page.locator("#entries li button").first.tap()
    expect(page.locator("#sheethead")).to_be_focused()
    handset.home.settled()
    assert isinstance(table.page, ListPage)
    assert table.says.startswith("Undone: Red takes")
    expect(page.locator("#sheethead")).to_have_text(table.says)
    owed = [row for row in table.rows if row != "All done"]
    assert owed
    expect(page.locator("#sheet li")).to_have_text(owed)
    assert handset.violations() == []
    page.get_by_role("button", name="All done").tap()
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator("#said")).to_be_hidden()


@pytest.mark.parametrize("size", [NARROW, WIDE])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_narrow_and_wide_and_axe_finds_nothing(
    handset: Handset, size: dict[str, int], scheme: str
) -> None:
    handset.come("Red")
    page = handset.page
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.locator("#past").tap()
    for summary in page.locator("details summary:visible").all():
        summary.tap()
    page.wait_for_timeout(200)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert handset.violations() == []
    page.locator("#correct").tap()
    expect(page.locator("#sheethead")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert handset.violations() == []


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_the_rondel_is_whole(handset: Handset, size: dict[str, int]) -> None:
    handset.page.set_viewport_size(size)  # type: ignore[arg-type]
    handset.come("Red")
    page = handset.page
    expect(page.locator("#board .space").nth(13)).to_be_attached()
    assert page.evaluate("(b => b.scrollWidth <= b.clientWidth)(document.querySelector('#board'))")
    spaces = [each.bounding_box() for each in page.locator("#board .space").all()]
    assert len(spaces) >= 14
    board = page.locator("#board").bounding_box()
    assert board
    for each in spaces:
        assert each
        assert board["x"] <= each["x"]
        assert each["x"] + each["width"] <= board["x"] + board["width"]
    names = "[...document.querySelectorAll('#board .tile .name')]"
    assert page.evaluate(f"{names}.filter((each) => each.scrollWidth > each.clientWidth + 1).length") == 0


def test_who_looks_on_has_nothing_to_press_but_what_unfolds(handset: Handset) -> None:
    handset.come("Only to look on")
    page = handset.page
    expect(page.locator("#ask")).to_be_hidden()
    assert [each.inner_text() for each in page.get_by_role("button").all() if each.is_visible()] == ["History"]
    assert handset.violations() == []


def test_what_can_be_touched_is_large_enough(handset: Handset) -> None:
    handset.come("Red")
    small = handset.page.evaluate(
        """() => [...document.querySelectorAll("button")].filter((e) => e.offsetParent)
            .map((e) => [e.textContent, e.getBoundingClientRect()])
            .filter(([, box]) => box.height < 44 || box.width < 44).map(([text]) => text)"""
    )
    assert small == []


def test_no_request_leaves_the_house_and_the_page_stays_small(handset: Handset) -> None:
    handset.come("Red")
    handset.page.wait_for_timeout(300)
    assert {request.url.startswith(handset.home.address) for request in handset.asked} == {True}
    loaded = handset.page.evaluate(
        "performance.getEntriesByType('resource').map((e) => [e.name, e.decodedBodySize])"
        ".concat(performance.getEntriesByType('navigation').map((e) => [e.name, e.decodedBodySize]))"
    )
    assert len(loaded) > 8
    assert 0 < sum(size for _name, size in loaded) < 150_000


def test_in_czech_no_english_word_is_left(home: House, browser: Browser) -> None:
    home.phones._translate.speak("cs")
    context = browser.new_context(viewport=NARROW)  # type: ignore[arg-type]
    handset = Handset(home, context)
    cookie, _ = home.phones.devices.admit(50, RED)
    home.phones.listener.open()
    context.add_cookies([{"name": "companion_phone", "value": cookie, "url": home.address}])
    handset.page.goto(home.address)
    expect(handset.page.locator("#game")).to_be_visible()
    expect(handset.page.locator("html")).to_have_attribute("lang", "cs")
    told = handset.page.locator("main").inner_text()
    for word in ("History", "Players", "Correct", "Market", "points"):
        assert word not in told
    context.close()
