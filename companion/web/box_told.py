"""The owner's box behind the doors of any server of ours: its forms for a page, and what a page tells.

Holds nothing of the box; every reply is made from what is known now.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any

from companion.app import App
from companion.engine.message import trn
from companion.engine.plain_text import plain_line
from companion.screens.translator import Translator
from companion.session.session import Session
from companion.storage.toml_file import BadFile, toml_of
from companion.web import teaching_page
from companion.web.refused import Refused
from companion.web.visits import visited


class BoxTold:
    """Implements `companion.web.teaching_routes.TeachingBackend`."""

    def __init__(self, app: App, translate: Translator) -> None:
        self._app, self._translate = app, translate

    def tiles(self, piece: str, after: str, tapped: bool = False) -> dict[str, Any]:
        game = self._app.running.table_game
        on_case = self._app.snapshot.told_of
        wanted = on_case or piece if tapped else piece
        shown = teaching_page.tiles(game.taught(), wanted, after, self._translate.language, on_case)
        try:
            _content, left_out = game.shared()
        except BadFile:
            left_out = None
        return {**shown, "left_out": left_out or ""}

    def tell(self, piece: str, values: Mapping[str, str | None]) -> Future[Any]:
        def act(session: Session) -> tuple[str, Any]:
            session.tiles.keep(piece, values)
            return "accepted", {"signal": "accepted", "sentence": ""}

        return visited(self._app, act)

    def shared(self) -> bytes:
        try:
            content, _left_out = self._app.running.table_game.shared()
        except BadFile as bad:
            raise Refused(409, bad.message) from None
        return content

    def take_in(self, file: str, content: str, theirs: Mapping[str, bool]) -> Future[Any]:
        name = plain_line(file) or "box.toml"
        try:
            tables = toml_of(content.encode(), name)  # here, for it may take long
        except BadFile as bad:
            raise Refused(400, bad.message) from None

        def act(session: Session) -> tuple[str, Any]:
            taken = session.tiles.take_in(tables, name, theirs)
            if not taken.differences:
                return "accepted", {"signal": "accepted", "told": taken.told}
            differ = trn(
                "The two boxes differ in {n} point; nothing is taken in before you chose.",
                "The two boxes differ in {n} points; nothing is taken in before you chose.",
                len(taken.differences),
            )
            chosen = [each._asdict() for each in taken.differences]
            return "", {"signal": "asks", "told": [differ], "differences": chosen}

        return visited(self._app, act)
