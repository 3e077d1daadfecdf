"""The phones' door, attacked: by other names, other pages, old and guessed secrets, other people's cookies."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest
from starlette.testclient import TestClient

from companion.web.phones import network, routes
from companion.web.phones.admission import INVITATION_SECONDS, TRIES_SECONDS, PhoneDevices, Viewer
from companion.web.phones.phone_access import Listener
from companion.web.phones.routes import COOKIE_NAME, phone_application
from tests.web.phones.stub import StubPhones

HERE = "192.168.1.20:8471"
ANN, BOB = Viewer("seat", "red"), Viewer("seat", "blue")
LOOKS, TABLE = Viewer("spectator"), Viewer("table")


@pytest.fixture
def phones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StubPhones:
    monkeypatch.setattr(routes, "DECISION_TIMEOUT", 0.01)
    monkeypatch.setattr(network.socket, "gethostname", lambda: "companion")
    return StubPhones(tmp_path)


@pytest.fixture
def phone(phones: StubPhones) -> Iterator[TestClient]:
    """A browser in the house, let in nowhere yet."""
    app, _ = phone_application(phones, str)
    head = {"origin": f"http://{HERE}"}
    with TestClient(app, base_url=f"http://{HERE}", headers=head, raise_server_exceptions=False) as client:
        yield client


def join(phone: TestClient, secret: str) -> httpx2.Response:
    return phone.post("/join", json={"secret": secret})


def let_in(phones: StubPhones, phone: TestClient, viewer: Viewer) -> httpx2.Response:
    """The whole way in: invited, asked, yes."""
    came = join(phone, phones.invitations.invite()).json()
    assert phones.invitations.decide(came["number"], viewer)
    return phone.post("/joined", json={"ticket": came["ticket"]})


def sentence(reply: httpx2.Response) -> tuple[int, str]:
    return reply.status_code, reply.json()["error"]


def answered(phone: TestClient) -> httpx2.Response:
    return phone.post("/answer", json={"question": "a", "offer": "b"})


OVER = (403, "That invitation is used, withdrawn or over; ask at the table for a new one.")
NOT_IN = (401, "Ask at the table for an invitation (menu, Phones, Invite a phone) and scan it.")
FORGOTTEN = (401, "This phone was forgotten. To come back: menu, Phones, Invite a phone, and scan the new code.")
REPLACED = (401, "Another phone is here instead of this one. To come back: menu, Phones, Invite a phone.")


def test_who_is_invited_and_let_in_gets_a_cookie_that_no_script_and_no_other_page_can_use(
    phones: StubPhones, phone: TestClient
) -> None:
    reply = let_in(phones, phone, ANN)
    assert reply.json() == {"word": "yes"}
    told = reply.headers["set-cookie"].lower()
    assert "httponly" in told
    assert "samesite=strict" in told
    assert phone.get("/view.json").json() == {"number": "n-0", "you": "red"}
    assert answered(phone).status_code == 200


def test_a_power_cut_loses_nobody_and_the_file_holds_no_cookie(phones: StubPhones, phone: TestClient) -> None:
    let_in(phones, phone, ANN)
    file = phones.devices._path
    assert phone.cookies[COOKIE_NAME] not in file.read_text()
    assert file.stat().st_mode & 0o77 == 0
    phones.devices = PhoneDevices(file, phones.told.append)
    assert phone.get("/view.json").json()["you"] == "red"


def test_a_secret_is_good_once(phones: StubPhones, phone: TestClient) -> None:
    secret = phones.invitations.invite()
    came = join(phone, secret).json()
    assert sentence(join(phone, secret)) == OVER
    assert phones.invitations.decide(came["number"], ANN)
    assert sentence(join(phone, secret)) == OVER


def test_a_secret_that_was_withdrawn_or_replaced_lets_nobody_in(phones: StubPhones, phone: TestClient) -> None:
    first = phones.invitations.invite()
    second = phones.invitations.invite()
    assert sentence(join(phone, first)) == OVER
    phones.invitations.withdraw()
    assert sentence(join(phone, second)) == OVER


def test_a_secret_lasts_three_minutes(phones: StubPhones, phone: TestClient) -> None:
    early, late = INVITATION_SECONDS - 1, INVITATION_SECONDS
    secret = phones.invitations.invite()
    phones.clock.now += late
    assert sentence(join(phone, secret)) == OVER
    secret = phones.invitations.invite()
    phones.clock.now += early
    assert join(phone, secret).status_code == 200


def test_guessing_ends_after_three_tries_a_minute_even_for_the_right_secret(
    phones: StubPhones, phone: TestClient
) -> None:
    secret = phones.invitations.invite()
    assert len(secret) >= 128 / 6
    for guess in ("a", "é", secret[:-1]):
        assert sentence(join(phone, guess)) == OVER
    assert sentence(join(phone, secret)) == (429, "Too many tries; wait a minute.")
    phones.clock.now += TRIES_SECONDS
    assert join(phone, secret).status_code == 200


def test_a_minute_is_counted_from_the_first_of_three_tries(phones: StubPhones, phone: TestClient) -> None:
    secret = phones.invitations.invite()
    for guess in ("a", "b", "c"):
        join(phone, guess)
        phones.clock.now += TRIES_SECONDS / 3
    assert join(phone, secret).status_code == 200


def test_only_one_waits_at_a_time(phones: StubPhones, phone: TestClient) -> None:
    join(phone, phones.invitations.invite())
    assert sentence(join(phone, phones.invitations.invite())) == (
        409,
        "Another phone is just asking; wait until the table has answered it.",
    )
    assert phones.asked == 1


def test_a_ticket_is_worth_nothing_without_the_tables_yes_and_nothing_once_the_phone_has_come(
    phones: StubPhones, phone: TestClient
) -> None:
    came = join(phone, phones.invitations.invite()).json()
    ticket = {"ticket": came["ticket"]}
    assert phone.post("/joined", json=ticket).json() == {"word": "waits"}
    assert phone.post("/joined", json={"ticket": "x"}).json() == {"word": "no"}
    assert phones.invitations.decide(came["number"], ANN)
    assert phone.post("/joined", json=ticket).json() == {"word": "yes"}
    assert phone.get("/view.json").status_code == 200
    assert phone.post("/joined", json=ticket).json() == {"word": "no"}
    assert len(phones.devices.all) == 1


def test_a_yes_that_a_phone_never_heard_waits_for_it_and_lets_in_one_phone_only(
    phones: StubPhones, phone: TestClient
) -> None:
    came = join(phone, phones.invitations.invite()).json()
    assert phones.invitations.decide(came["number"], LOOKS)
    assert phone.post("/joined", json={"ticket": came["ticket"]}).json() == {"word": "yes"}
    lost = phone.cookies["companion_phone"]
    phone.cookies.clear()  # the line was open, but nobody was there any more
    assert phone.post("/joined", json={"ticket": came["ticket"]}).json() == {"word": "yes"}
    assert [each.viewer for each in phones.devices.all] == [LOOKS]
    assert phone.get("/view.json").status_code == 200
    assert phones.devices.of(lost) is None
    phone.cookies.clear()
    assert phone.post("/joined", json={"ticket": came["ticket"]}).json() == {"word": "no"}


@pytest.mark.parametrize("is_decided", [True, False])
def test_one_ticket_used_forty_times_at_once_admits_one_device(
    is_decided: bool, phones: StubPhones, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over the real listener, before the table's yes and after it."""
    monkeypatch.setattr(routes, "MAX_PER_ADDRESS", 100)
    monkeypatch.setattr(routes, "DECISION_TIMEOUT", 10.0)
    listener = Listener(lambda: phones, str, 0)
    listener.open()
    at = f"http://127.0.0.1:{listener.port}"
    limits = httpx2.Limits(max_connections=60)
    try:
        with httpx2.Client(base_url=at, headers={"origin": at}, timeout=30, limits=limits) as web:
            came = web.post("/join", json={"secret": phones.invitations.invite()}).json()
            if is_decided:
                phones.invitations.decide(came["number"], LOOKS)
            with ThreadPoolExecutor(40) as pool:

                def ask(_number: int) -> httpx2.Response:
                    return httpx2.post(
                        f"{at}/joined", json={"ticket": came["ticket"]}, headers={"origin": at}, timeout=30
                    )

                asked = [pool.submit(ask, each) for each in range(40)]
                if not is_decided:
                    time.sleep(1.0)
                    phones.invitations.decide(came["number"], LOOKS)
                replies = [each.result(30) for each in asked]
            cookies = [each.cookies["companion_phone"] for each in replies if "companion_phone" in each.cookies]
            assert sum(phones.devices.of(each) is not None for each in cookies) == 1
            assert [(each.number, each.viewer) for each in phones.devices.all] == [(came["number"], LOOKS)]
            (good,) = [each for each in cookies if phones.devices.of(each)]
            assert httpx2.get(f"{at}/view.json", cookies={"companion_phone": good}).status_code == 200
            assert ask(0).json() == {"word": "no"}, "it was used"
            phones.devices.forget(phones.devices.all[0].key)
            assert phones.devices.all == ()
    finally:
        listener.close()


def test_an_unheard_yes_is_over_with_the_invitation(phones: StubPhones, phone: TestClient) -> None:
    came = join(phone, phones.invitations.invite()).json()
    assert phones.invitations.decide(came["number"], ANN)
    assert phone.post("/joined", json={"ticket": came["ticket"]}).json() == {"word": "yes"}
    phones.clock.now += INVITATION_SECONDS
    assert phone.post("/joined", json={"ticket": came["ticket"]}).json() == {"word": "no"}


def test_the_tables_no_is_a_no(phones: StubPhones, phone: TestClient) -> None:
    came = join(phone, phones.invitations.invite()).json()
    assert phones.invitations.decide(came["number"], None)
    assert phone.post("/joined", json={"ticket": came["ticket"]}).json() == {"word": "no"}
    assert sentence(phone.get("/view.json")) == NOT_IN


def test_a_yes_too_late_lets_nobody_in(phones: StubPhones, phone: TestClient) -> None:
    came = join(phone, phones.invitations.invite()).json()
    phones.clock.now += INVITATION_SECONDS
    assert not phones.invitations.decide(came["number"], ANN)
    assert phone.post("/joined", json={"ticket": came["ticket"]}).json() == {"word": "no"}


def test_a_yes_that_nobody_fetched_in_time_is_none(phones: StubPhones, phone: TestClient) -> None:
    came = join(phone, phones.invitations.invite()).json()
    assert phones.invitations.decide(came["number"], ANN)
    phones.clock.now += INVITATION_SECONDS
    assert phone.post("/joined", json={"ticket": came["ticket"]}).json() == {"word": "no"}
    assert phones.devices.all == ()


@pytest.mark.parametrize("cookie", ["", "x", "0" * 43])
def test_without_a_good_cookie_nothing_is_seen_or_entered(phone: TestClient, cookie: str) -> None:
    phone.cookies.set(COOKIE_NAME, cookie)
    for reply in (
        phone.get("/view.json"),
        phone.get("/events"),
        phone.get("/history.json"),
        phone.get("/look-up.json?words=a"),
        answered(phone),
    ):
        assert sentence(reply) == NOT_IN


def test_a_cookie_after_forget_is_worth_nothing_and_neither_is_an_invitation(
    phones: StubPhones, phone: TestClient
) -> None:
    let_in(phones, phone, ANN)
    secret = phones.invitations.invite()
    phones.devices.forget()
    phones.invitations.forget()
    assert sentence(phone.get("/view.json")) == FORGOTTEN
    assert sentence(answered(phone)) == FORGOTTEN
    assert sentence(join(phone, secret)) == OVER
    assert PhoneDevices(phones.devices._path, phones.told.append).all == ()


def test_forgetting_holds_though_the_disk_is_full(phones: StubPhones, phone: TestClient) -> None:
    let_in(phones, phone, ANN)
    phones.devices._path = Path("/proc/nowhere/phones.json")
    with pytest.raises(OSError, match="proc"):
        phones.devices.forget()
    assert sentence(phone.get("/view.json")) == FORGOTTEN


def test_where_nothing_can_be_written_nobody_is_let_in(phones: StubPhones, phone: TestClient) -> None:
    phones.devices._path = Path("/proc/nowhere/phones.json")
    assert let_in(phones, phone, ANN).status_code == 503
    assert phones.devices.all == ()


def test_a_seat_has_one_phone_the_one_that_came_last(phones: StubPhones, phone: TestClient) -> None:
    let_in(phones, phone, ANN)
    old = phone.cookies[COOKIE_NAME]
    phone.cookies.clear()
    let_in(phones, phone, ANN)
    assert phone.get("/view.json").status_code == 200
    phone.cookies.clear()
    phone.cookies.set(COOKIE_NAME, old)
    assert sentence(phone.get("/view.json")) == REPLACED


def test_a_phone_that_gets_another_part_is_one_phone_still(phones: StubPhones, phone: TestClient) -> None:
    let_in(phones, phone, Viewer("table"))
    table = phone.cookies[COOKIE_NAME]
    let_in(phones, phone, ANN)
    assert [each.viewer for each in phones.devices.all] == [ANN]
    assert phone.get("/view.json").json()["you"] == "red"
    phone.cookies.clear()
    phone.cookies.set(COOKIE_NAME, table)
    assert sentence(phone.get("/view.json")) == REPLACED, "what it was before it is no more"


@pytest.mark.parametrize("door", ["/answer", "/step", "/undo"])
def test_spectators_that_act_are_refused(phones: StubPhones, phone: TestClient, door: str) -> None:
    let_in(phones, phone, LOOKS)
    body = {"entry": "x", "newest": "x"} if door == "/undo" else {"question": "x", "offer": "y"}
    assert sentence(phone.post(door, json=body)) == (403, "This phone only looks on.")
    assert phones.entered == []


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:8471",
        "192.168.1.20",
        "192.168.1.20:80",
        "192.168.1.21:8471",
        "127.0.0.1:8471",
        "localhost:8471",
        "companion.local.evil.example:8471",
        "companion:8471",
        "",
    ],
)
def test_a_name_that_was_made_to_point_here_is_not_answered(
    phones: StubPhones, phone: TestClient, host: str
) -> None:
    """DNS rebinding: the connection comes to us, the browser believes it is elsewhere."""
    let_in(phones, phone, ANN)
    for reply in (
        phone.get("/view.json", headers={"host": host}),
        phone.get("/", headers={"host": host}),
        phone.post("/answer", json={"question": "a", "offer": "b"}, headers={"host": host}),
    ):
        assert sentence(reply) == (403, "This page answers only to its own address.")
    assert phones.entered == []


def test_the_case_answers_to_its_own_name(phones: StubPhones, phone: TestClient) -> None:
    let_in(phones, phone, ANN)
    name = "companion.local:8471"
    reply = phone.post(
        "/answer", json={"question": "a", "offer": "b"}, headers={"host": name, "origin": f"http://{name}"}
    )
    assert reply.status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", f"https://{HERE}", f"http://{HERE}.evil", ""])
def test_what_another_page_posts_is_refused(phones: StubPhones, phone: TestClient, origin: str) -> None:
    let_in(phones, phone, ANN)
    secret = phones.invitations.invite()
    for door, body in (("/answer", {"question": "a", "offer": "b"}), ("/join", {"secret": secret})):
        reply = phone.post(door, json=body, headers={"origin": origin})
        assert sentence(reply) == (403, "Another page asked; only the companion's own page may.")
    assert phones.entered == []
    assert phones.asked == 1


def test_what_does_not_say_where_it_comes_from_is_refused(phones: StubPhones, phone: TestClient) -> None:
    let_in(phones, phone, ANN)
    del phone.headers["origin"]
    assert answered(phone).status_code == 403
    assert phone.get("/view.json").status_code == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_nothing_is_done_by_other_methods(phones: StubPhones, phone: TestClient, method: str) -> None:
    let_in(phones, phone, ANN)
    reply = phone.request(method, "/answer", headers={"content-type": "application/json"})
    assert sentence(reply) == (405, "Pages are read and answers are posted; nothing else is done here.")


@pytest.mark.parametrize("door", ["/join", "/joined", "/answer", "/step", "/undo"])
def test_nothing_is_done_by_reading(phones: StubPhones, phone: TestClient, door: str) -> None:
    let_in(phones, phone, ANN)
    assert phone.get(door).status_code in (404, 405)
    assert phones.entered == []


def test_only_json_of_a_sane_size_is_read(phones: StubPhones, phone: TestClient) -> None:
    let_in(phones, phone, ANN)
    text = phone.post("/answer", content=b"{}", headers={"content-type": "text/plain"})
    assert text.status_code == 415
    long = phone.post("/answer", content=b" " * 20_000, headers={"content-type": "application/json"})
    assert long.status_code == 413
    deep = phone.post("/answer", content=b"[" * 9000, headers={"content-type": "application/json"})
    assert deep.status_code == 400
    more = phone.post("/answer", json={"question": "a", "offer": "b", "seat": "blue"})
    assert more.status_code == 400
    assert phones.entered == []


@pytest.mark.parametrize("door", ["/tap", "/press", "/slow", "/open", "/panel.png", "/state.json", "/desk.json"])
def test_the_desks_own_doors_are_not_here(phones: StubPhones, phone: TestClient, door: str) -> None:
    let_in(phones, phone, TABLE)
    assert phone.get(door).status_code == 404
    assert phone.post(door, json={}).status_code in (404, 405)


def test_no_reply_may_be_framed_kept_or_run_anything_of_elsewhere(phone: TestClient) -> None:
    for path in ("/", "/view.json", "/nothing"):
        head = phone.get(path).headers
        assert "default-src 'none'" in head["content-security-policy"]
        assert "frame-ancestors 'none'" in head["content-security-policy"]
        assert head["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("address", "local"),
    [
        *((each, True) for each in ("192.168.1.5", "10.0.0.9", "169.254.3.4", "127.0.0.1")),
        *((each, False) for each in ("8.8.8.8", "0.0.0.0", "", "evil", "100.64.0.1")),
    ],
)
def test_only_addresses_of_a_house_count_as_local(address: str, local: bool) -> None:
    assert network.is_local_address(address) is local


def test_seats_answer_for_themselves_the_table_for_all_and_nobody_anothers_secret() -> None:
    from companion.engine.message import tr
    from companion.engine.offers import Question

    own, hers, secret, all_ = (
        Question(n, "k", tr("Who?"), (), asked, whose)
        for n, asked, whose in ((1, "red", ""), (2, "blue", ""), (3, "blue", "blue"), (4, "", ""))
    )
    may = {v: [q.number for q in (own, hers, secret, all_) if v.may_answer(q)] for v in (ANN, BOB, TABLE, LOOKS)}
    assert may == {ANN: [1, 4], BOB: [2, 3, 4], TABLE: [1, 2, 4], LOOKS: []}
    assert not LOOKS.may_know_question(secret)
    assert not ANN.may_know_question(secret)


@pytest.mark.parametrize("viewer", [ANN, LOOKS])
def test_the_box_is_the_tables_alone(phones: StubPhones, phone: TestClient, viewer: Viewer) -> None:
    let_in(phones, phone, viewer)
    refused = (403, "Only a phone for the whole table does that; ask at the table for such an invitation.")
    assert sentence(phone.get("/tiles.json")) == refused
    assert sentence(phone.post("/tell", json={"piece": "S-1", "values": {}})) == refused
    assert sentence(phone.get("/box.toml")) == refused
    assert sentence(phone.post("/box", json={"file": "a", "content": ""})) == refused
    assert phones.entered == []


def test_who_is_not_let_in_neither_reads_nor_tells_of_the_box(phones: StubPhones, phone: TestClient) -> None:
    assert sentence(phone.get("/tiles.json")) == NOT_IN
    assert sentence(phone.post("/tell", json={"piece": "S-1", "values": {}})) == NOT_IN
    assert sentence(phone.get("/box.toml")) == NOT_IN
    assert sentence(phone.post("/box", json={"file": "a", "content": ""})) == NOT_IN
    assert phones.entered == []


def test_a_phone_of_the_table_tells_of_the_box(phones: StubPhones, phone: TestClient) -> None:
    let_in(phones, phone, TABLE)
    assert phone.get("/tiles.json?piece=S-1&after=A-2").json() == {"asked": ["S-1", "A-2"]}
    told = phone.post("/tell", json={"piece": "S-1", "values": {"cost": None}})
    assert told.json() == {"signal": "accepted", "sentence": ""}
    assert phones.entered == [("table", ("tell", "S-1", {"cost": None}))]
    assert phone.post("/tell", json={"piece": "S-1", "values": {"cost": 3}}).status_code == 400
