"""A desk for the doors alone: it remembers what came in and says what it was told to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.message import Message, tr
from companion.engine.offers import Answer


class Handled(msgspec.Struct, frozen=True):
    """What came of an input."""

    signal: str
    sentence: Message | None


class StubDesk:
    """Implements `companion.web.routes.WebBackend`."""

    def __init__(self) -> None:
        self.came: list[object] = []
        self.next = Handled("accepted", None)
        self.pending: Future[Handled] | None = None
        self.listeners: list[Callable[[], None]] = []
        self.is_slow = False

    def tap(self, tag: str) -> Future[Handled]:
        return self._came(tag)

    def press(self, button: str, long: bool) -> Future[Handled]:
        return self._came((button, long))

    def answer(self, answer: Answer) -> Future[Handled]:
        return self._came(answer)

    def open(self, begun: Answer) -> Future[Handled]:
        return self._came(("open", begun))

    def _came(self, what: object) -> Future[Handled]:
        self.came.append(what)
        if self.pending:
            return self.pending
        done: Future[Handled] = Future()
        done.set_result(self.next)
        return done

    def tell(self, piece: str, values: Mapping[str, str | None]) -> Future[Any]:
        return self._kept(("tell", piece, dict(values)))

    def _kept(self, what: object) -> Future[Any]:
        self.came.append(what)
        done: Future[Any] = Future()
        done.set_result({"signal": "accepted", "sentence": ""})
        return done

    def export_box(self) -> bytes:
        return b"schema = 1\n"

    def import_box(self, file: str, content: str, theirs: Mapping[str, bool]) -> Future[Any]:
        return self._kept(("box", file, content, dict(theirs)))

    def tiles(self, piece: str, after: str, tapped: bool = False) -> Any:
        return {"words": {"title": tr("{n} tiles", n=3)}, "asked": (piece, after, *(["tapped"] if tapped else []))}

    @property
    def box(self) -> StubDesk:
        return self

    def write(self) -> Future[Handled]:
        return self._came("write")

    def invite(self) -> Future[Handled]:
        return self._came("invite")

    def slow(self, on: bool) -> None:
        self.is_slow = on

    def is_panel_current(self) -> bool:
        return True

    def panel(self) -> bytes:
        return b"\x89PNG"

    def state(self) -> Any:
        return {"questions": [tr("{n} tiles", n=3)]}

    def number(self) -> int:
        return 1

    def page(self, version: int) -> Any:
        return {"version": version}

    def form(self, question: int, offer: str, path: Sequence[str]) -> Any:
        self.came.append(("form", question, offer, tuple(path)))
        return [{"text": tr("{n} tiles", n=3)}] if offer == "name" else None

    def look_up(self, words: str) -> Any:
        self.came.append(("look up", words))
        return [{"title": tr("{n} tiles", n=3), "text": (), "rule": ""}]

    def cards(self) -> bytes:
        return b"%PDF-"

    def game_file(self, game: str, name: str) -> Path | None:
        return Path(__file__) if (game, name) == ("counting", "board.js") else None

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        self.listeners.append(changed)
        return lambda: self.listeners.remove(changed)
