"""A phone comes to the table: from the press on the case to an answer by touch, and out again."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest

from companion.menu.pages import InvitationPage, ListPage
from companion.screens.paper import PANELS, REFERENCE_PANEL
from companion.screens.translator import Translator
from companion.session.inputs import ButtonPressed, Snapshot
from companion.web.app_backend import AppBackend
from companion.web.phones.admission import Viewer
from companion.web.phones.phone_view import PhoneViews, view_data
from companion.web.phones.routes import POLL_INTERVAL
from tests.session.test_living_room import says
from tests.waiting import comes
from tests.web.phones.house import House, house

RED, BLUE = Viewer("seat", "red"), Viewer("seat", "blue")
LOOKS, TABLE = Viewer("spectator"), Viewer("table")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with house(tmp_path, monkeypatch) as made:
        yield made


@pytest.fixture
def playing(home: House) -> House:
    """Three players, 14 spaces, Red is on turn."""
    home.table.tap("home:red", "home:blue", "home:green")
    home.table.press("OK", "OK", "OK", "OK+", "OK")
    assert "Red, tap the tile" in home.table.says
    return home


def test_as_shipped_nobody_listens_and_a_press_on_the_case_confirmed_opens(home: House) -> None:
    assert home.phones.listener.port == 0
    assert home.rules == [False]
    home.menu("Phones")
    assert home.table.rows == ["Let phones in"]
    home.table.press("OK")
    assert "could overhear" in home.table.says
    home.table.press("OK")  # the cursor stands on no
    assert home.phones.listener.port == 0
    home.table.press("OK")
    home.choose("Let phones in")
    assert home.phones.listener.port
    assert home.rules == [False, True]
    assert isinstance(home.table.page, InvitationPage)


def test_the_invitation_fits_a_small_code_and_says_the_name_too(home: House) -> None:
    url = home.open()
    assert url.startswith(f"{home.address}/#")
    page = home.table.page
    assert isinstance(page, InvitationPage)
    assert str(page.name) == f"companion.local:{home.phones.listener.port}"
    longest = url.replace("127.0.0.1", "255.255.255.255").replace(str(home.phones.listener.port), "8471")
    assert len(longest.encode()) <= 53


def test_the_panel_asks_as_whom_and_nobodys_seat_is_chosen_beforehand(playing: House) -> None:
    url = playing.open()
    phone = playing.phone()
    assert phone.join(url).json()["number"] == phone.number
    page = playing.table.app.wait(lambda now: isinstance(now.page, ListPage)).page
    assert isinstance(page, ListPage)
    assert str(page.title) == f"Phone {phone.number} asks to come in. As whom?"
    assert [str(row.label) for row in page.rows] == [
        "Red",
        "Blue",
        "Green",
        "For the whole table",
        "Only to look on",
        "No",
    ]
    assert str(page.rows[page.cursor].label) == "No"
    playing.table.press("OK")
    assert phone.joined() == "no"
    assert phone.web.get("/view.json").status_code == 401


def test_a_phone_that_lost_its_cookie_asks_again_and_seats_without_one_stand_first(playing: House) -> None:
    playing.come("Red")
    phone = playing.phone()
    phone.join(playing.invite())
    page = playing.table.app.wait(lambda now: isinstance(now.page, ListPage)).page
    assert isinstance(page, ListPage)
    assert [str(row.label) for row in page.rows][:3] == ["Blue", "Green", "Red"]
    assert str(page.rows[2].note) == "instead of the phone there"


def test_whose_turn_it_is_what_is_owed_prices_and_scores_stand_on_the_phone(playing: House) -> None:
    view = playing.come("Blue").view()
    assert view["now"] == "Red's turn"
    assert view["you"]["figure"]["name"] == "Blue"
    assert [each["name"] for each in view["players"] if each["turn"]] == ["Red"]
    assert len(view["board"]["spaces"]) == 14
    titles = [table["title"] for table in view["tables"]]
    assert titles[:2] == ["Market", "All counts"]
    assert "If scored now: Red" in titles
    playing.table.tap("tile:S-2")
    playing.choose("tile 2 ahead")
    data = playing.phones.backend().view_for(BLUE).body
    assert b"Lay 1 from A" in data
    assert b"Took " in data


def test_the_questions_of_ones_seat_are_answered_by_touch_part_by_part(playing: House) -> None:
    red = playing.come("Red")
    asked = red.question("tap the tile you take")
    offer = asked["offers"][0]
    part = red.post("step", question=asked["mark"], offer=offer["name"])["part"]
    assert part["type"] == "pick"
    wanted = next(each["value"] for each in part["choices"] if not each["closed"])
    values = [wanted]
    while (step := red.post("step", question=asked["mark"], offer=offer["name"], values=values))["part"]:
        part = step["part"]
        values.append(part["choices"][0]["value"] if part["type"] == "pick" else part["default"])
    assert red.answer(asked, offer["name"], *values)["signal"] in ("accepted", "asks")
    assert len(playing.table.entries) == 9
    assert playing.table.signal.given[-1] in ("accepted", "asks")


def test_of_two_answers_at_once_one_is_taken_and_the_other_person_is_told(playing: House) -> None:
    red, table = playing.let_in(RED), playing.let_in(TABLE)
    asked = red.question("tap the tile you take")
    same = table.question("tap the tile you take")
    offer, values = _whole(red, asked)
    entries = len(playing.table.entries)
    before = playing.table.page
    first = red.answer(asked, offer, *values)
    assert first["taken"]
    shown = playing.table.page
    second = table.answer(same, offer, *values)
    assert (second["signal"], second["taken"]) == ("refused", False)
    assert second["sentence"] == "That question is already answered; what is open now stands on this page."
    assert len(playing.table.entries) == entries + 1
    assert playing.table.page == shown != before


def _whole(phone: object, asked: dict[str, object]) -> tuple[str, list[object]]:
    """The first answer that people can give there."""
    from tests.web.phones.house import Phone

    assert isinstance(phone, Phone)
    offer = str(asked["offers"][0]["name"])  # type: ignore[index]
    values: list[object] = []
    while part := phone.post("step", question=asked["mark"], offer=offer, values=values)["part"]:
        open_ones = [each["value"] for each in part.get("choices", ()) if not each["closed"]]
        values.append(open_ones[0] if open_ones else part["default"])
    return offer, values


def test_what_is_refused_on_a_phone_leaves_the_panel_as_it_is(playing: House) -> None:
    red = playing.let_in(RED)
    shown, entries = playing.table.page, len(playing.table.entries)
    told = red.answer(red.question("tap the tile you take"), "take", "nonsense")
    assert told["signal"] == "refused"
    assert told["sentence"]
    assert (playing.table.page, len(playing.table.entries)) == (shown, entries)


def test_a_refusal_and_a_caution_come_with_their_rule_and_the_words_of_the_panel(playing: House) -> None:
    red, table = playing.let_in(RED), playing.table
    counts = next(each for each in red.view()["questions"] if "scots_out" in str(each["offers"]))
    told = red.answer(counts, "scots_out", 1)
    assert (told["signal"], told["sentence"]) == ("refused", "No Scot stands in the home castle.")
    assert told["why"][1] == "A Scot on another tile leaves it without an entry."
    table.tap("tile:S-1")
    table.press("OK")
    told = red.answer(
        next(each for each in red.view()["questions"] if "coins_out" in str(each["offers"])), "coins_out", 7
    )
    assert told["sentence"].startswith("The companion has Red on 5 coins"), (
        "asked at once, and again while it stays so"
    )
    says(table, "ledger", "coins_out", 7)
    told = red.answer(red.view()["questions"][0], "done")
    assert (told["signal"], told["taken"]) == ("asks", False)
    assert told["go_on"] == "Go on: it stays at -2"
    assert told["why"][0] == "The whole cost is paid before you take the tile."


@pytest.mark.parametrize(
    ("words", "title"),
    [("worlds end", "World's End"), ("World’s End", "World's End"), ("activation", "Activation")],
)
def test_what_is_looked_up_is_found_as_people_type_it(playing: House, words: str, title: str) -> None:
    found = playing.let_in(LOOKS).web.get("/look-up.json", params={"words": words}).json()
    assert found[0]["title"] == title


def test_a_piece_of_a_chronicle_that_is_not_played_is_found_and_says_so(playing: House) -> None:
    (inn,) = playing.let_in(LOOKS).web.get("/look-up.json", params={"words": "creek inn"}).json()
    assert inn["title"] == "Creek Inn"
    assert inn["text"][0] == "Address to a Haggis is not in this game."
    assert "It gives a haggis token: at once" in inn["text"][-1]
    tokens = playing.let_in(LOOKS).web.get("/look-up.json", params={"words": "haggis token value"}).json()
    titles = [each["title"] for each in tokens]
    assert titles.count("Haggis token") == 1, "those that look alike are told once"


def test_anothers_seat_is_not_answered_for(playing: House) -> None:
    red, blue = playing.let_in(RED), playing.let_in(BLUE)
    asked = red.question("tap the tile you take")
    assert all("tap the tile you take" not in each["text"] for each in blue.view()["questions"])
    offer, values = _whole(red, asked)
    for told in (blue.answer(asked, offer, *values), blue.post("step", question=asked["mark"], offer=offer)):
        assert "That question is asked of somebody else." in told.values()
    assert len(playing.table.entries) == 8


def test_spectators_see_and_answer_nothing(playing: House) -> None:
    looks = playing.let_in(LOOKS)
    view = looks.view()
    assert view["now"] == "Red's turn"
    assert (view["questions"], view["acts"]) == ([], False)
    assert looks.post("answer", question="correct", offer="points")["error"] == "This phone only looks on."


def test_history_can_be_taken_back_from_an_entry_on_if_nothing_came_meanwhile(playing: House) -> None:
    red = playing.let_in(RED)
    lines = red.history()
    assert len(lines) == 8
    assert playing.let_in(BLUE).history()[0]["mark"] != lines[0]["mark"]
    playing.table.tap("card:points_2")
    stale = red.post("undo", entry=lines[0]["mark"], newest=lines[0]["mark"])
    assert stale["sentence"] == "Something was entered meanwhile; look at the history again."
    lines = red.history()
    assert "2" in lines[0]["text"]
    told = red.post("undo", entry=lines[0]["mark"], newest=lines[0]["mark"])
    assert told["taken"]
    assert len(red.history()) == 8


def test_something_is_corrected_from_a_phone(playing: House) -> None:
    red = playing.let_in(RED)
    offers = red.post("step", question="correct", offer="")["offers"]
    assert len(offers) > 3
    offer = next(each["name"] for each in offers if each["label"] == "A player's count")
    values: list[object] = []
    while part := red.post("step", question="correct", offer=offer, values=values)["part"]:
        values.append(part["choices"][0]["value"] if part["type"] == "pick" else 5)
    assert red.answer("correct", offer, *values)["taken"]
    assert len(playing.table.entries) == 9


def test_what_is_big_is_asked_once_more_before_a_phone_gives_it(playing: House) -> None:
    red = playing.let_in(RED)
    offers = red.post("step", question="correct", offer="")["offers"]
    offer = next(each["name"] for each in offers if each["label"] == "Somebody goes home")
    first = red.post("step", question="correct", offer=offer)
    assert first["sure"] is None
    whole = red.post("step", question="correct", offer=offer, values=["blue"])
    assert whole["part"] is None
    assert whole["sure"]["text"].startswith("Blue goes home? The pawn leaves the rondel.")
    assert whole["sure"]["yes"] == "Blue goes home"


def test_an_old_question_of_another_game_is_not_answered(playing: House) -> None:
    red = playing.let_in(RED)
    asked = red.question("tap the tile you take")
    offer, values = _whole(red, asked)
    playing.menu("New game", "Glen More II")
    playing.table.tap("home:red", "home:blue", "home:green")
    playing.table.press("OK", "OK", "OK", "OK+", "OK")
    assert "Red, tap the tile" in playing.table.says
    entries = len(playing.table.entries)
    assert red.answer(asked, offer, *values)["signal"] == "refused"
    assert len(playing.table.entries) == entries


def test_a_seat_that_this_game_has_not_is_told_so(playing: House) -> None:
    yellow = playing.let_in(Viewer("seat", "yellow"))
    assert "not in this game" in yellow.view()["you"]["words"]


def test_while_the_seats_are_taken_a_phone_waits_for_its_own(home: House) -> None:
    home.open()
    red = home.let_in(RED)
    assert red.view()["you"]["words"] == "Nobody sits on your seat yet."
    home.table.press("BACK", "BACK", "BACK")
    home.table.tap("home:red")
    assert red.view()["you"]["figure"]["name"] == "Red"


def listed(home: House) -> dict[str, str]:
    """The rows of the list on the panel, with what stands beside each."""
    page = home.table.page
    assert isinstance(page, ListPage)
    return {str(row.label): str(row.note or "") for row in page.rows}


def test_all_phones_are_forgotten_once_people_are_sure(playing: House) -> None:
    red, blue = playing.let_in(RED), playing.let_in(BLUE)
    playing.menu("Phones", "Forget all 2 phones")
    assert playing.table.says == "Forget all 2 phones? They come back only by new invitations."
    playing.table.press("OK")  # the cursor stands on no
    assert {each.web.get("/view.json").status_code for each in (red, blue)} == {200}
    playing.choose("Forget all 2 phones")
    playing.choose("Forget them")
    assert {each.web.get("/view.json").status_code for each in (red, blue)} == {401}
    assert [*listed(playing)] == ["Invite a phone", "Let no phones in any more"]


def test_the_list_says_who_has_which_phone_and_one_of_them_is_forgotten(playing: House) -> None:
    """A browser that lost its cookie came again: the table sees which is the one that nobody holds any more."""
    red, lost, table, looks = (playing.come(row) for row in ("Red", "For the", "For the", "Only to"))
    assert len({each.number for each in (red, lost, table, looks)}) == 4
    playing.menu("Phones")
    assert {
        f"Phone {red.number}": "Red",
        f"Phone {lost.number}": "For the whole table",
        f"Phone {table.number}": "For the whole table",
        f"Phone {looks.number}": "Only to look on",
    }.items() <= listed(playing).items()
    playing.choose(f"Phone {lost.number}")
    assert playing.table.says == f"Forget phone {lost.number}? It comes back only by a new invitation."
    playing.choose("Forget it")
    assert lost.web.get("/view.json").json()["error"] == (
        "This phone was forgotten. To come back: menu, Phones, Invite a phone, and scan the new code."
    )
    assert {each.web.get("/view.json").status_code for each in (red, table, looks)} == {200}
    assert f"Phone {lost.number}" not in listed(playing)


def test_a_seat_that_comes_again_takes_the_place_of_its_phone_before(playing: House) -> None:
    before, now = playing.come("Red"), playing.come("Red")
    assert before.web.get("/view.json").json()["error"] == (
        "Another phone is here instead of this one. To come back: menu, Phones, Invite a phone."
    )
    playing.menu("Phones")
    assert [row for row, note in listed(playing).items() if note == "Red"] == [f"Phone {now.number}"]


def test_withdrawn_with_one_press(playing: House) -> None:
    url = playing.open()
    playing.table.press("BACK")
    assert not isinstance(playing.table.page, InvitationPage)
    assert playing.phone().join(url).status_code == 403


def test_let_no_phones_in_any_more_closes_the_listener_and_the_rules(playing: House) -> None:
    playing.come("Red")
    playing.menu("Phones", "Let no phones in any more")
    assert playing.phones.listener.port == 0
    assert playing.rules[-1] is False
    playing.invite()
    assert playing.rules[-1] is True


def test_after_a_power_cut_phones_come_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(tmp_path, monkeypatch) as before:
        before.table.tap("home:red", "home:blue")
        cookie = before.come("Red").web.cookies["companion_phone"]
    with house(tmp_path, monkeypatch) as after:
        assert after.rules == [True]
        phone = after.phone()
        phone.web.cookies.set("companion_phone", cookie)
        assert phone.view()["you"]["figure"]["name"] == "Red"


def test_at_the_end_of_the_evening_phones_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(tmp_path, monkeypatch, switch_off=lambda: None) as evening:
        evening.table.tap("home:red", "home:blue")
        evening.come("Red")
        evening.menu("Switch off", "Switch off")
    with house(tmp_path, monkeypatch) as next_day:
        assert (next_day.phones.devices.all, next_day.rules) == ((), [False])


@pytest.mark.parametrize("spoilt", [b"", b"{", b'{"devices": 7}', b'{"open": true, "who": "me"}', b"\xff\xfe"])
def test_a_spoilt_file_of_phones_is_put_aside_and_nobody_is_let_in_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoilt: bytes
) -> None:
    (tmp_path / "phones.json").write_bytes(spoilt)
    with house(tmp_path, monkeypatch) as made:
        assert (made.phones.devices.all, made.rules) == ((), [False])
    assert (tmp_path / "phones.json.damaged-1").read_bytes() == spoilt


def test_of_two_who_answer_in_the_same_moment_one_is_taken(playing: House) -> None:
    phones = [playing.let_in(RED), *(playing.let_in(TABLE) for _ in range(3))]
    asked = phones[0].question("tap the tile you take")
    offer, values = _whole(phones[0], asked)
    entries = len(playing.table.entries)
    with ThreadPoolExecutor(4) as hands:
        told = list(hands.map(lambda phone: phone.answer(asked, offer, *values), phones))
    assert sorted(each["taken"] for each in told) == [False, False, False, True]
    assert len(playing.table.entries) == entries + 1


def test_a_box_in_no_network_says_so(home: House) -> None:
    home.phones.desk._address = str
    home.menu("Phones", "Let phones in")
    home.choose("Let phones in")
    assert "no network" in home.table.says


def test_a_taken_port_is_told_with_its_number_and_setting(home: House) -> None:
    with socket.socket() as other:
        other.bind(("", 0))
        other.listen()
        port = home.phones.listener.wanted_port = other.getsockname()[1]
        home.menu("Phones", "Let phones in")
        home.choose("Let phones in")
    assert home.table.says == (
        f"Phones can't come in, because port {port} is not free (Address already in use). "
        "Set phones_port in companion.toml to another one."
    )


def hasty(home: House, *keys: str) -> None:
    """Presses at once, meant for what stood on the panel before."""
    for key in keys:
        home.table.app.submit(ButtonPressed(key)).result(5)


def test_an_ok_meant_for_something_else_answers_no_phone(playing: House) -> None:
    url = playing.open()
    phone = playing.phone()
    phone.join(url)
    playing.settled()
    rows, said = playing.table.rows, playing.table.says
    hasty(playing, "UP", "OK")
    assert (playing.table.rows, playing.table.says) == (rows, f"Too soon, press again: {said}")
    assert playing.phones.invitations.asking == phone.number
    playing.choose("Red")
    assert phone.joined() == "yes"


def test_an_ok_meant_for_the_question_before_answers_none_that_a_phone_brought(playing: House) -> None:
    red = playing.let_in(RED)
    asked = red.question("tap the tile you take")
    offer, values = _whole(red, asked)
    red.answer(asked, offer, *values)
    entries, said = len(playing.table.entries), playing.table.says
    hasty(playing, "OK")
    assert len(playing.table.entries) == entries
    assert playing.table.says == f"Too soon, press again: {said}"


def invite(home: House) -> None:
    """The button on the desk's page."""
    screen = home.table.screen
    AppBackend(home.table.app, screen, PANELS[REFERENCE_PANEL], Translator("en")).invite().result(5)


def test_a_press_on_the_page_invites_and_the_case_says_first_whether_phones_may_come(home: House) -> None:
    invite(home)
    invite(home)
    assert "could overhear" in home.table.says
    assert home.phones.listener.port == 0, "the page alone opens nothing"
    home.choose("Let phones in")
    assert home.phones.listener.port
    first = home.url
    invite(home)
    assert home.url != first
    assert home.phone().join(first).status_code == 403, "the one before is withdrawn"
    assert home.phone().join(home.url).status_code == 200


def test_a_view_is_made_once_per_viewer_and_entry_and_never_on_the_state_thread(
    playing: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[Viewer, int]] = []
    threads: set[str] = set()

    def counted(snapshot: Snapshot, viewer: Viewer, *rest: Any) -> dict[str, Any]:
        made.append((viewer, id(snapshot.state)))
        threads.add(threading.current_thread().name)
        kept.append(snapshot.state)
        return view_data(snapshot, viewer, *rest)

    kept: list[object] = []  # so that no id comes twice
    monkeypatch.setattr("companion.web.phones.phone_view.view_data", counted)
    phones = [playing.let_in(viewer) for viewer in (RED, TABLE, TABLE, LOOKS, LOOKS, LOOKS)]
    for phone in phones:
        phone.listen()
    for _ in range(3):
        playing.table.tap("card:points_2")
        with ThreadPoolExecutor(len(phones)) as pool:
            views = list(pool.map(lambda phone: phone.view(), phones))
        assert views[1] == views[2]
        assert views[3] == views[4] == views[5]
        playing.settled()
    assert len(set(made)) == len(made)
    assert {viewer for viewer, _state in made} == {RED, TABLE, LOOKS}
    assert "state" not in threads


def test_a_phone_is_rung_though_another_of_the_same_viewer_saw_it_first(
    playing: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = playing.let_in(LOOKS), playing.let_in(LOOKS)
    second.listen()
    later: list[PhoneViews] = []
    monkeypatch.setattr(PhoneViews, "_make_all", lambda views: later.append(views))
    playing.table.tap("tile:S-1")
    playing.choose("tile 2 ahead")
    assert comes(lambda: bool(later) and first.view()["number"] != second.heard[-1][1])
    number = first.view()["number"]
    monkeypatch.undo()
    later[0].request_update()
    assert comes(lambda: second.heard[-1][1] == number)


def test_what_could_not_be_opened_whole_is_closed_again(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk the switch is not written down: then nobody listens, and the rules are closed."""
    full(monkeypatch)
    home.menu("Phones", "Let phones in", "Let phones in")
    assert home.table.says == "Phones can't come in (No space left on device)."
    assert home.phones.listener.port == 0
    assert home.rules[-1] is False
    home.table.press("OK", "BACK+")
    assert "Phones" in home.table.rows
    home.choose("Phones")
    assert home.table.rows[0] == "Let phones in"


def test_the_rules_are_closed_though_the_disk_is_full(playing: House, monkeypatch: pytest.MonkeyPatch) -> None:
    playing.open()
    playing.table.press("BACK")
    full(monkeypatch)
    playing.menu("Phones", "Let no phones in any more")
    assert "could not be written down" in playing.table.says
    assert playing.phones.listener.port == 0
    assert playing.rules[-1] is False


def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of phones nothing can be written down any more."""

    def no_room(_path: Path, _content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.web.phones.admission.write_atomically", no_room)


def test_a_phone_that_slept_when_the_table_said_yes_is_let_in_when_it_wakes(playing: House) -> None:
    url = playing.invite()
    phone = playing.phone()
    assert phone.join(url).status_code == 200
    with pytest.raises(httpx2.ReadTimeout):  # the browser lets the connection go
        phone.web.post("/joined", json={"ticket": phone.ticket}, timeout=0.3)
    playing.settled()
    playing.choose("Red")
    time.sleep(2 * POLL_INTERVAL)
    assert phone.joined() == "yes"
    assert phone.view()["you"]["figure"]["name"] == "Red"
