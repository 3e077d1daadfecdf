"""Phones without a game: who is let in is real, what they see and enter is written down."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.message import Message
from companion.web.phones.admission import Invitations, PhoneDevices, Viewer
from companion.web.phones.routes import AnswerBody, StepBody, UndoBody


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Made(msgspec.Struct):
    number: str
    body: bytes


class StubPhones:
    """Implements `companion.web.phones.routes.PhoneBackend`."""

    def __init__(self, folder: Path) -> None:
        self.clock = Clock()
        self.told: list[Message] = []
        self.devices = PhoneDevices(folder / "phones.json", self.told.append)
        self.invitations = Invitations(self.clock)
        self.asked = 0
        self.entered: list[object] = []
        self.numbers: dict[Viewer, int] = {}

    def asks(self) -> None:
        self.asked += 1

    def came(self) -> None:
        pass

    def view_for(self, viewer: Viewer) -> Made:
        return Made(f"n-{self.numbers.get(viewer, 0)}", b'{"you":"%s"}' % (viewer.seat or viewer.role).encode())

    def made(self, viewer: Viewer) -> Made | None:
        return self.view_for(viewer)

    def words(self) -> Any:
        return {}

    def step(self, viewer: Viewer, step: StepBody) -> Any:
        return self._entered(viewer, step).result()

    def answer(self, viewer: Viewer, answer: AnswerBody) -> Future[Any]:
        return self._entered(viewer, answer)

    def undo(self, viewer: Viewer, undo: UndoBody) -> Future[Any]:
        return self._entered(viewer, undo)

    def write(self) -> Future[Any]:
        return self._entered_as("table", "write")

    def write_result(self) -> Any:
        return {"signal": "accepted", "sentence": ""}

    def history(self, viewer: Viewer) -> Future[Any]:
        return self._entered(viewer, "history")

    def entry_articles(self, viewer: Viewer, entry: str) -> Future[Any]:
        return self._entered(viewer, ("why", entry))

    def _entered(self, viewer: Viewer, what: object) -> Future[Any]:
        return self._entered_as(viewer.seat or viewer.role, what)

    def _entered_as(self, who: str, what: object) -> Future[Any]:
        self.entered.append((who, what))
        done: Future[Any] = Future()
        done.set_result({"signal": "accepted", "sentence": ""})
        return done

    @property
    def box(self) -> StubPhones:
        return self

    def tell(self, piece: str, values: Mapping[str, str | None]) -> Future[Any]:
        return self._entered_as("table", ("tell", piece, dict(values)))

    def export_box(self) -> bytes:
        return b"schema = 1\n"

    def import_box(self, file: str, content: str, theirs: Mapping[str, bool]) -> Future[Any]:
        return self._entered_as("table", ("box", file, content, dict(theirs)))

    def tiles(self, piece: str, after: str, tapped: bool = False) -> Any:
        return {"asked": (piece, after, *(["tapped"] if tapped else []))}

    def look_up(self, words: str) -> Any:
        return [{"title": words, "text": [], "rule": ""}]

    def game_file(self, _game: str, _name: str) -> Path | None:
        return None
