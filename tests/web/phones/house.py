"""A table whose case lets phones in: the real application, the real listener on the loopback, real callers."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest

from companion.menu.pages import InvitationPage
from companion.screens.translator import Translator
from companion.session.inputs import IdleInput
from companion.web.phones.admission import Viewer
from companion.web.phones.phones import Phones
from tests.table import Table, complete_facts
from tests.web import plain_http


class Phone:
    """A browser on a phone. Cookies it is given it keeps; `heard` are the numbers that its stream brought."""

    def __init__(self, address: str, source: str = "127.0.0.1") -> None:
        self.address = address
        head = {"origin": address}
        transport = plain_http.Transport(local_address=source)
        self.web = plain_http.Client(base_url=address, headers=head, timeout=20, transport=transport)
        self.heard: list[tuple[float, str]] = []
        self.number, self.ticket = 0, ""
        self._stop = False

    def join(self, url: str) -> httpx2.Response:
        reply = self.web.post("/join", json={"secret": url.partition("#")[2]})
        if reply.status_code == 200:
            self.number, self.ticket = reply.json()["number"], reply.json()["ticket"]
        return reply

    def joined(self) -> str:
        word: str = self.web.post("/joined", json={"ticket": self.ticket}).json()["word"]
        return word

    def view(self) -> dict[str, Any]:
        reply = self.web.get("/view.json")
        assert reply.status_code == 200, reply.text
        found: dict[str, Any] = reply.json()
        return found

    def question(self, text: str = "") -> dict[str, Any]:
        """The open question of this phone that says so."""
        return next(each for each in self.view()["questions"] if text in each["text"])

    def post(self, door: str, **body: Any) -> Any:
        return self.web.post(f"/{door}", json=body).json()

    def answer(self, question: dict[str, Any] | str, offer: str, *values: Any, anyway: bool = False) -> Any:
        mark = question if isinstance(question, str) else question["mark"]
        return self.post("answer", question=mark, offer=offer, values=values, anyway=anyway)

    def history(self) -> list[dict[str, str]]:
        found: list[dict[str, str]] = self.web.get("/history.json").json()["entries"]
        return found

    def listen(self) -> None:
        """Hear the stream in a thread; returns when its first number is there."""
        first = threading.Event()

        def hear() -> None:
            with suppress(httpx2.HTTPError), self.web.stream("GET", "/events", timeout=None) as events:
                for line in events.iter_lines():
                    if line.startswith("data: "):
                        self.heard.append((time.perf_counter(), line[6:]))
                        first.set()

        threading.Thread(target=hear, daemon=True).start()
        assert first.wait(5)

    def close(self) -> None:
        self.web.close()


class House:
    """The table, its phones, and how they come in."""

    def __init__(self, table: Table, phones: Phones) -> None:
        self.table, self.phones = table, phones
        self.rules: list[bool] = []
        self._met: list[Phone] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.phones.listener.port}"

    def phone(self, source: str = "") -> Phone:
        made = Phone(self.address, source or f"127.0.0.{len(self._met) + 2}")
        self._met.append(made)
        return made

    def choose(self, row: str) -> None:
        """The row of the list on the panel that begins so."""
        self.table.press(*self.table.keys_to(row))

    def settled(self) -> None:
        """All that phones brought about by now is handled: what `table` counts next is its own input."""
        self.table.app.submit(IdleInput()).result(10)

    def menu(self, *rows: str) -> None:
        self.table.press("BACK+")
        for row in rows:
            self.choose(row)

    def open(self) -> str:
        """Switch the network on by the case; the first invitation stands on the panel then."""
        self.menu("Phones", "Let phones in", "Let phones in")
        return self.url

    def invite(self) -> str:
        if not self.phones.listener.port:
            return self.open()
        self.menu("Phones", "Invite a phone")
        return self.url

    @property
    def url(self) -> str:
        page = self.table.page
        assert isinstance(page, InvitationPage), page
        return page.url

    def come(self, row: str) -> Phone:
        """A phone is invited and asks; the table chooses that row."""
        url = self.invite()
        phone = self.phone()
        assert phone.join(url).status_code == 200
        self.settled()
        assert self.table.says == f"Phone {phone.number} asks to come in. As whom?"
        self.choose(row)
        assert phone.joined() == "yes"
        self.settled()
        return phone

    def let_in(self, viewer: Viewer) -> Phone:
        """The same by a short way, for tests about what comes later."""
        if not self.phones.listener.port:
            self.phones.listener.open()
        phone = self.phone()
        cookie, _ = self.phones.devices.admit(50, viewer)
        phone.web.cookies.set("companion_phone", cookie)
        return phone

    def close(self) -> None:
        for each in self._met:
            each.close()


def as_json(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


@contextmanager
def house(folder: Path, patch: pytest.MonkeyPatch, **parts: Any) -> Iterator[House]:
    """A house whose only network is the loopback, on any free port."""
    patch.setattr("companion.web.phones.network.own_name", lambda: "companion.local")
    rules: list[bool] = []
    phones = Phones(folder, Translator("en"), lambda _sentence: None, 0, rules.append)
    phones.desk._address = lambda: "127.0.0.1"
    parts.setdefault("facts", complete_facts())
    with Table(folder, phones=phones.desk, **parts) as table:
        phones.begin(table.app)
        made = House(table, phones)
        made.rules = rules
        try:
            yield made
        finally:
            made.close()
            phones.end()
