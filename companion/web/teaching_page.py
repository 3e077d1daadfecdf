"""What the form of a piece draws: its fields with their values, who said them, how far the box is known. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.engine.message import Message, tr
from companion.engine.teaching import BoxTaught, FieldOption, ForThat, PieceField

MAX_BOX = 64 * 1024
"""Bytes of a box that is taken in; a whole one has some 13,000."""

WORDS: dict[str, Message] = {
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
    "large": tr("That is too long; at most {n} bytes fit.", n=MAX_BOX),
    "no_text": tr("{file} is not UTF-8 text; save it as UTF-8 and try again.", file="{file}"),
    "lost": tr("The companion does not answer; start it again with: make run"),
    "when": tr("It counts for the next game; in a game that runs: Menu, Correct something, About a tile."),
}


def tiles(taught: BoxTaught, piece: str, after: str, language: str, on_case: str = "") -> dict[str, Any]:
    """Of that piece, else of the next one that is not known; on_case: the one that lies open there."""
    shown = (taught.piece(piece) if piece else None) or taught.following(after)
    groups = [
        {"label": group.label, "pieces": [each._asdict() for each in group.rows(shown.id if shown else "")]}
        for group in taught.groups
    ]
    known, of = taught.counted(shown.id if shown else "")
    # Which tile is in people's hands only its sticker says: none is described for another.
    waits = shown is not None and shown.by_tap and shown.id != on_case
    fields = [_field(field) for field in taught.fields(shown.id)] if shown and not waits else []
    return {
        "words": {"language": language, **WORDS},
        "most": MAX_BOX,
        "known": known,
        "of": of,
        "groups": groups,
        "piece": {**shown._asdict(), "by_tap": waits, "fields": fields} if shown else None,
    }


def _field(field: PieceField) -> dict[str, Any]:
    return {
        "id": field.id,
        "label": field.label,
        "kind": field.kind,
        "options": _options(field.options),
        "for_that": _for_that(field.for_that) if field.for_that else None,
        "value": field.value,
        "longest": field.longest,
        "who": field.who or "",
    }


def _options(options: Iterable[FieldOption]) -> list[dict[str, Any]]:
    return [{"id": each.id, "label": each.label} for each in options]


def _for_that(shown: ForThat) -> dict[str, Any]:
    return {"option": shown.option, "gives": _options(shown.gives), "gets": _options(shown.gets)}
