"""The page on which owners describe the pieces of their box: its texts, its form data and its backend.

Every reply is made from the facts that are known now; nothing is stored here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from typing import Any

from companion.app import App
from companion.engine.message import Message, plain_line, tr, trn
from companion.engine.piece_facts import (
    BoxFacts,
    ExchangeField,
    FieldOption,
    PieceField,
    parse_counts,
    parse_exchanges,
)
from companion.screens.translator import Translator
from companion.session.session import Session
from companion.storage.toml_file import BadFile, parse_toml
from companion.web.session_calls import HttpError, call_session

MAX_BOX_BYTES = 64 * 1024
"""Maximum size of an imported box in bytes; a complete one has about 13,000."""

FACT_PAGE_TEXTS: dict[str, Message] = {
    "title": tr("Tiles of your box"),
    "back": tr("Back to the table"),
    "which": tr("Which tile?"),
    "progress": tr("{known} of {of} tiles known", known="{known}", of="{of}"),
    "unknown": tr("not known"),
    "nothing": tr("nothing"),
    "counted": tr("as below"),
    "more": tr("More"),
    "another": tr("Say what is exchanged"),
    "exchange": tr("Exchange {n}", n="{n}"),
    "gives": tr("You give"),
    "gets": tr("You get"),
    "keep": tr("Keep it, next tile"),
    "skip": tr("Next tile"),
    "by_tap": tr(
        "All tiles that look like this one have stickers. On the case choose This box, Tiles, tap the tile"
        " there, then press here: {button}.",
        button="{button}",
    ),
    "tapped": tr("The tile tapped on the case"),
    "kept": tr("{what} is kept.", what="{what}"),
    "all": tr("Every tile is known. Choose one to correct it."),
    "none": tr("There is nothing to enter for the pieces of this game."),
    "share": tr("Share your box"),
    "file": tr("Your box as a file for other owners"),
    "other": tr("Take in another owner's box"),
    "mine": tr("mine: {what}", what="{what}"),
    "theirs": tr("theirs: {what}", what="{what}"),
    "all_mine": tr("Mine everywhere"),
    "all_theirs": tr("Theirs everywhere"),
    "take": tr("Take it in"),
    "leave": tr("Take nothing in"),
    "large": tr("That is too long; at most {n} bytes fit.", n=MAX_BOX_BYTES),
    "no_text": tr("{file} is not UTF-8 text; save it as UTF-8 and try again.", file="{file}"),
    "lost": tr("The companion does not answer; start it again with: make run"),
    "when": tr("It counts for the next game; in a game that runs: Menu, Correct something, About a tile."),
}


def fact_form(box_facts: BoxFacts, piece: str, after: str, language: str, on_case: str = "") -> dict[str, Any]:
    """Return the form of `piece`, or else of the next unknown piece after `after`.

    on_case: the piece that is open on the panel. Pieces described by tap are editable only if they are that one.
    """
    shown = (box_facts.piece(piece) if piece else None) or box_facts.following(after)
    groups = [
        {"label": group.label, "pieces": [each._asdict() for each in group.rows(shown.id if shown else "")]}
        for group in box_facts.groups
    ]
    known, of = box_facts.known_count(shown.id if shown else "")
    # Only the sticker tells pieces apart that look alike, so such a piece can be described only after a tap.
    waits = shown is not None and shown.needs_tap and shown.id != on_case
    fields = [_field(field) for field in box_facts.fields(shown.id)] if shown and not waits else []
    return {
        "words": {"language": language, **FACT_PAGE_TEXTS},
        "most": MAX_BOX_BYTES,
        "known": known,
        "of": of,
        "groups": groups,
        "piece": {**shown._asdict(), "by_tap": waits, "fields": fields} if shown else None,
    }


def _field(field: PieceField) -> dict[str, Any]:
    """Return the form data of a field.

    An exchange is described by its two sides; one without details can only be counted down, so its count is left
    out where none is stored.
    """
    exchange = field.exchange.option if field.exchange else None
    stored = parse_counts(parse_exchanges(field.value or "")[0]) if exchange else {}
    return {
        "id": field.id,
        "label": field.label,
        "kind": field.kind,
        "options": _option_list(each for each in field.options if each.id != exchange or exchange in stored),
        "for_that": _exchange_data(field.exchange) if field.exchange else None,
        "value": field.value,
        "longest": field.max_length,
        "who": field.entered_by or "",
    }


def _option_list(options: Iterable[FieldOption]) -> list[dict[str, Any]]:
    return [{"id": each.id, "label": each.label} for each in options]


def _exchange_data(exchange: ExchangeField) -> dict[str, Any]:
    return {"option": exchange.option, "gives": _option_list(exchange.gives), "gets": _option_list(exchange.gets)}


class BoxFactsBackend:
    """Implementation of `companion.web.routes.FactsBackend`."""

    def __init__(self, app: App, translate: Translator) -> None:
        self._app, self._translate = app, translate

    def tiles(self, piece: str, after: str, tapped: bool = False) -> dict[str, Any]:
        game = self._app.running.table_game
        on_case = self._app.snapshot.open_fact_piece
        wanted = on_case or piece if tapped else piece
        shown = fact_form(game.box_facts(), wanted, after, self._translate.language, on_case)
        try:
            _content, left_out = game.export_box()
        except BadFile:
            left_out = None
        return {**shown, "left_out": left_out or ""}

    def tell(self, piece: str, values: Mapping[str, str | None]) -> Future[Any]:
        def act(session: Session) -> tuple[str, Any]:
            session.tiles.keep(piece, values)
            return "accepted", {"signal": "accepted", "sentence": ""}

        return call_session(self._app, act)

    def export_box(self) -> bytes:
        try:
            content, _left_out = self._app.running.table_game.export_box()
        except BadFile as bad:
            raise HttpError(409, bad.message) from None
        return content

    def import_box(self, file: str, content: str, theirs: Mapping[str, bool]) -> Future[Any]:
        name = plain_line(file) or "box.toml"
        try:
            tables = parse_toml(content.encode(), name)  # Parsed on the server's thread, because it may take long.
        except BadFile as bad:
            raise HttpError(400, bad.message) from None

        def act(session: Session) -> tuple[str, Any]:
            taken = session.tiles.import_box(tables, name, theirs)
            if not taken.differences:
                return "accepted", {"signal": "accepted", "told": taken.text}
            differ = trn(
                "The two boxes differ in {n} point; nothing is taken in before you chose.",
                "The two boxes differ in {n} points; nothing is taken in before you chose.",
                len(taken.differences),
            )
            chosen = [each._asdict() for each in taken.differences]
            return "", {"signal": "asks", "told": [differ], "differences": chosen}

        return call_session(self._app, act)
