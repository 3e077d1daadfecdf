"""The doors of the desk companion: what they let in, what they refuse, and in which words."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from companion.engine.message import tr
from companion.engine.offers import Answer
from companion.web import http
from companion.web.routes import PAGE, page_application
from tests.web.stub import Handled, StubDesk

HOST = "127.0.0.1:8470"
JSON = {"content-type": "application/json"}


@pytest.fixture
def desk() -> StubDesk:
    return StubDesk()


@pytest.fixture
def page(desk: StubDesk) -> Iterator[TestClient]:
    app, _ = page_application(desk, str, frozenset({HOST, "localhost:8470"}))
    with TestClient(app, base_url=f"http://{HOST}", raise_server_exceptions=False) as client:
        yield client


def test_a_tap_goes_to_the_desk_and_its_reaction_comes_back(page: TestClient, desk: StubDesk) -> None:
    desk.next = Handled("refused", tr("No piece of this box is called {name}.", name="x"))
    reply = page.post("/tap", json={"tag": "tile:x"})
    assert reply.json() == {"signal": "refused", "sentence": "No piece of this box is called x."}
    assert desk.came == ["tile:x"]


def test_presses_are_short_unless_they_are_long(page: TestClient, desk: StubDesk) -> None:
    page.post("/press", json={"button": "OK"})
    page.post("/press", json={"button": "UNDO", "long": True})
    assert desk.came == [("OK", False), ("UNDO", True)]


def test_an_answer_from_the_page_names_its_question(page: TestClient, desk: StubDesk) -> None:
    page.post("/answer", json={"question": 0, "offer": "name", "values": ["red", 3], "anyway": True})
    page.post("/answer", json={"question": 4, "offer": "take", "values": [""]})
    assert desk.came == [Answer(0, "name", ("red", 3), anyway=True), Answer(4, "take", ("",))]


def test_the_fields_of_a_form_are_fetched_by_question_offer_and_choices(page: TestClient, desk: StubDesk) -> None:
    assert page.get("/form.json?question=0&offer=name&at=0&at=red").json() == [{"text": "3 tiles"}]
    assert desk.came == [("form", 0, "name", ("0", "red"))]
    for wrong in ("question=0&offer=sell", "question=x&offer=sell", "question=-1", "", "question=" + "9" * 99):
        assert page.get(f"/form.json?{wrong}").json() is None, wrong


def test_the_switch_makes_the_panel_slow(page: TestClient, desk: StubDesk) -> None:
    assert page.post("/slow", json={"on": True}).status_code == 204
    assert desk.is_slow


def test_the_state_is_told_in_words(page: TestClient) -> None:
    assert page.get("/state.json").json() == {"questions": ["3 tiles"]}


def test_what_is_looked_up_comes_in_words(page: TestClient, desk: StubDesk) -> None:
    assert page.get("/look-up.json", params={"words": "loch"}).json()[0]["title"] == "3 tiles"
    page.get("/look-up.json", params={"words": "x" * 500})
    assert desk.came == [("look up", "loch"), ("look up", "x" * 60)]


def test_the_cards_come_as_a_sheet(page: TestClient) -> None:
    reply = page.get("/cards.pdf")
    assert (reply.headers["content-type"], reply.content) == ("application/pdf", b"%PDF-")


def test_a_text_may_come_in_pieces_and_with_a_charset(page: TestClient, desk: StubDesk) -> None:
    head = {"content-type": "application/json; charset=utf-8"}
    reply = page.post("/tap", content=iter([b'{"tag":', b'"card:done"}']), headers=head)
    assert (reply.status_code, desk.came) == (200, ["card:done"])


BAD_BODIES = {
    b"": "The body is not JSON.",
    b"tile:loch_ness": "The body is not JSON.",
    b"\xff\xfe": "The body is not JSON.",
    b"[" * 9000: "The body does not fit this route: Expected `object`, got `array`.",
    b"{}": "The body does not fit this route: Object missing required field `tag`.",
    b'{"tag": 7}': "The body does not fit this route: Expected `str`, got `int` - at `$.tag`.",
    b'{"tag": ""}': "The body does not fit this route: Expected `str` of length >= 1 - at `$.tag`.",
    b'{"tag": "a", "to": 1}': "The body does not fit this route: Object contains unknown field `to`.",
}


@pytest.mark.parametrize("body", BAD_BODIES)
def test_a_bad_body_is_told_in_one_sentence(page: TestClient, desk: StubDesk, body: bytes) -> None:
    reply = page.post("/tap", content=body, headers=JSON)
    assert (reply.status_code, reply.json()) == (400, {"error": BAD_BODIES[body]})
    assert desk.came == []


def test_a_button_that_is_not_on_the_case_is_refused(page: TestClient, desk: StubDesk) -> None:
    reply = page.post("/press", json={"button": "FIRE"})
    assert reply.status_code == 400
    told = "The body does not fit this route: Invalid enum value 'FIRE' - at `$.button`."
    assert reply.json() == {"error": told}
    assert desk.came == []


def test_a_body_of_any_length_is_cut_off_early(page: TestClient, desk: StubDesk) -> None:
    reply = page.post("/tap", content=b'{"tag": "' + b"a" * 100_000 + b'"}', headers=JSON)
    assert (reply.status_code, reply.json()) == (413, {"error": "That is too long; at most 16384 bytes fit."})
    assert desk.came == []


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8470", "127.0.0.1", "127.0.0.1:80", ""])
@pytest.mark.parametrize("door", ["/", "/state.json", "/panel.png"])
def test_a_name_made_to_point_here_opens_nothing(page: TestClient, host: str, door: str) -> None:
    reply = page.get(door, headers={"host": host})
    assert reply.status_code == 403
    assert reply.json() == {"error": "This page answers only to its own address."}


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9", "https://127.0.0.1:8470"])
def test_another_page_may_neither_read_nor_tap(page: TestClient, desk: StubDesk, origin: str) -> None:
    read = page.get("/state.json", headers={"origin": origin})
    tapped = page.post("/tap", json={"tag": "card:done"}, headers={"origin": origin})
    assert (read.status_code, tapped.status_code) == (403, 403)
    assert tapped.json() == {"error": "Another page asked; only the companion's own page may."}
    assert desk.came == []


def test_a_form_on_another_page_can_not_tap(page: TestClient, desk: StubDesk) -> None:
    as_form = page.post("/tap", content=b'{"tag": "card:done"}', headers={"content-type": "text/plain"})
    told_apart = page.post("/tap", json={"tag": "card:done"}, headers={"sec-fetch-site": "cross-site"})
    assert (as_form.status_code, told_apart.status_code) == (415, 403)
    assert as_form.json() == {"error": "Send JSON with the content type application/json."}
    assert desk.came == []


def test_its_own_page_may_do_everything(page: TestClient, desk: StubDesk) -> None:
    head = {"origin": "http://localhost:8470", "host": "localhost:8470", "sec-fetch-site": "same-origin"}
    assert page.post("/tap", json={"tag": "card:done"}, headers=head).status_code == 200
    assert desk.came == ["card:done"]


def test_an_input_that_hangs_is_told_and_not_lost(
    page: TestClient, desk: StubDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "INPUT_TIMEOUT", 0.05)
    desk.pending = Future()
    reply = page.post("/tap", json={"tag": "card:done"})
    assert (reply.status_code, reply.json()) == (
        503,
        {"error": "The companion is busy; wait a moment and try again."},
    )
    assert not desk.pending.cancelled()


def test_a_defect_is_one_sentence_without_a_trace(
    page: TestClient, desk: StubDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "state", lambda: 1 / 0)
    reply = page.get("/state.json")
    assert reply.status_code == 500
    assert reply.json() == {"error": "The companion could not do that; what was entered before is safe."}


def test_the_page_needs_nothing_from_elsewhere(page: TestClient) -> None:
    reply = page.get("/")
    assert "default-src 'none'; script-src 'self'" in reply.headers["content-security-policy"]
    texts = [file.read_text(encoding="utf-8") for file in PAGE.rglob("*") if file.is_file()]
    strangers = [text for text in texts if "http" in text.replace("http://www.w3.org/2000/svg", "")]
    assert strangers == []
    assert "style=" not in reply.text


@pytest.mark.parametrize("door", ["/nowhere", "/../server.py", "/%2e%2e/server.py"])
def test_only_the_pages_own_files_are_given_out(page: TestClient, door: str) -> None:
    assert page.get(door).status_code == 404


def test_a_door_takes_only_what_it_is_for(page: TestClient, desk: StubDesk) -> None:
    assert page.get("/tap").status_code == 404
    assert page.post("/state.json", json={}).status_code == 405
    assert desk.came == []


def test_all_files_of_the_page_are_there(page: TestClient) -> None:
    named = {"desk.css", "desk.js", "icon.svg", "index.html"}
    assert named <= {file.name for file in Path(PAGE).iterdir()}
    assert page.get("/desk.js").headers["content-type"].startswith("text/javascript")


def test_a_form_is_laid_open_on_the_panel_with_what_the_page_knows_already(
    page: TestClient, desk: StubDesk
) -> None:
    begun = {"question": 0, "offer": "space", "values": ["space:3"]}
    assert page.post("/open", json=begun).json()["signal"] == "accepted"
    assert desk.came == [("open", Answer(0, "space", ("space:3",)))]
    assert page.post("/open", json={**begun, "anyway": True}).status_code == 400


def test_pictures_and_letters_of_the_panel_are_given_out(page: TestClient) -> None:
    for name in ("UP", "UNDO+", "tick", "arrow"):
        assert page.get(f"/icons/{name}.svg").text.startswith("<svg"), name
    assert page.get("/icons/nothing.svg").status_code == 404
    assert page.get("/fonts/PTSerif-Bold.ttf").status_code == 200
    assert page.get("/fonts/../icons.py").status_code == 404
