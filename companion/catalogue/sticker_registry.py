"""Which sticker is on which piece: a tag's text becomes a piece, a command card, or a sticker nobody enrolled.

Texts of tags: "tile:loch_ness", "tile:A-4", "home:red", "card:sell_sheep", "uid:04a1…". The stickers stand in a
TOML file in the data folder, UID -> piece id, or "card:…" for a command card. Reads no chip, knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.catalogue.glen_more_2.command_cards import command_cards
from companion.catalogue.glen_more_2.shipped import home_id
from companion.engine.message import Message, tr
from companion.state.glen_more_2.facts import Facts
from companion.storage.toml_file import BadFile, nearest, read_toml, row_of, write_toml, wrong_type

UID = re.compile(r"(?:[0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20})")
PHONE = re.compile(r"08[0-9a-f]{6}")  # ISO/IEC 14443-3: a 4-byte UID that begins with 08 is random
SEPARATORS = str.maketrans("", "", ": -")
CARD = "card:"
SCHEMA = 1
HEAD = "Stickers: UID and the piece it is on. The companion writes this file; edit it while it does not run."


class BadTag(Exception):
    """A tag that can't be used: `said` is the sentence that says why and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class TagRead(msgspec.Struct, frozen=True):
    """What lay on the reader. kind: "piece", "card" (a command card), "sticker" (a UID that nobody enrolled)."""

    kind: str
    id: str


class _Tables(msgspec.Struct, frozen=True):
    schema: int = SCHEMA
    stickers: dict[str, Any] = {}


def uid_of(text: str) -> str:
    """The UID in lower-case hex; raises BadTag where it is half read, malformed or a phone's."""
    uid = text.translate(SEPARATORS).lower()
    if not UID.fullmatch(uid):
        raise BadTag(tr("The sticker was read only in part; tap it again."))
    if PHONE.fullmatch(uid):
        raise BadTag(tr("That is a phone, its number changes every time; tap a sticker."))
    return uid


class Registry:
    """The stickers of one box. `also` maps ids that a sticker may still carry to the piece they mean now."""

    def __init__(self, path: Path, facts: Facts, also: Mapping[str, str] | None = None) -> None:
        self._path = path
        self._cards = command_cards(facts)
        self._facts = facts
        self._also = dict(also or {})
        self._stickers = stickers_of(read_toml(path), path.name) if path.exists() else {}

    @property
    def stickers(self) -> dict[str, str]:
        """UID -> piece id or "card:…", as in the file."""
        return dict(self._stickers)

    def use(self, facts: Facts, also: Mapping[str, str]) -> None:
        """Go on with other facts of the box: something was learned."""
        self._facts, self._also = facts, dict(also)
        self._cards = command_cards(facts)

    def piece_of(self, tag: str) -> TagRead:
        """What a tag's text stands for; raises BadTag."""
        kind, colon, rest = tag.strip().partition(":")
        match kind if colon else "":
            case "uid":
                uid = uid_of(rest)
                known = self._stickers.get(uid)
                return TagRead("sticker", uid) if known is None else self._named(known)
            case "tile" | "card":
                return self._named(tag.strip() if kind == "card" else rest)
            case "home":
                return self._named(home_id(rest))
        raise BadTag(tr("That tag is not of this game; tap a tile or a card of the box."))

    def enrol(self, uid: str, piece: str) -> TagRead:
        """Bind a sticker to a piece id or "card:…", on the disk before this returns; raises BadTag."""
        thing = self._named(piece)
        self.enrol_all({uid: piece})
        return thing

    def enrol_all(self, stickers: Mapping[str, str]) -> None:
        """Bind several stickers, all or none; raises BadTag at the first that can't be bound."""
        new = dict(self._bound(uid_of(uid), piece) for uid, piece in stickers.items())
        self._keep({**self._stickers, **new})

    def forget(self, uid: str) -> None:
        """Take a sticker off its piece."""
        self._keep({known: piece for known, piece in self._stickers.items() if known != uid_of(uid)})

    def move(self, was: str, now: str) -> None:
        """The stickers that were thought to be on one piece are on another: it was met without a name."""
        moved = {uid: now if piece == was else piece for uid, piece in self._stickers.items()}
        if moved != self._stickers:
            self._keep(moved)

    def label(self, piece: str) -> Message | str:
        """What people call the thing a sticker is on."""
        if piece.startswith(CARD):
            card = self._cards.get(piece.removeprefix(CARD))
            return card.label if card else piece
        known = self._facts.pieces.get(self._meant(piece))
        return (known.name or known.id) if known else piece

    def _bound(self, uid: str, piece: str) -> tuple[str, str]:
        """The line of the file for a sticker that may be on that piece."""
        thing = self._named(piece)
        before = self._stickers.get(uid)
        if before is not None and self._meant(before) != self._meant(piece):
            raise BadTag(
                tr("That sticker is on {piece} already; take it off there first.", piece=self.label(before))
            )
        return uid, f"{CARD}{thing.id}" if thing.kind == "card" else thing.id

    def _keep(self, stickers: dict[str, str]) -> None:
        write_toml(self._path, {"schema": SCHEMA, "stickers": stickers}, HEAD)
        self._stickers = stickers

    def _meant(self, id: str) -> str:
        return self._also.get(id, id)

    def _named(self, name: str) -> TagRead:
        """The piece or command card of that id; raises BadTag where there is none."""
        if name.startswith(CARD):
            card = name.removeprefix(CARD)
            if card in self._cards:
                return TagRead("card", card)
            name, known = card, [*self._cards]
        else:
            id, known = self._meant(name), [*self._facts.pieces]
            if id in self._facts.pieces:
                return TagRead("piece", id)
        near = nearest(name, known)
        if near:
            raise BadTag(tr("No piece of this box is called {name}; did you mean {near}?", name=name, near=near))
        raise BadTag(tr("No piece of this box is called {name}; tap another one.", name=name))


def stickers_of(tables: Mapping[str, Any], file: str) -> dict[str, str]:
    """UID -> piece, from the tables of a file with that name; raises BadFile.

    A piece that is not there any more stays; it is told when its sticker is tapped.
    """
    top = row_of(_Tables, tables, file)
    if top.schema > SCHEMA:
        raise BadFile(
            tr("{file} was made by a newer version of the companion; update the companion first.", file=file)
        )
    stickers: dict[str, str] = {}
    for text, piece in top.stickers.items():
        try:
            uid = uid_of(text)
        except BadTag:
            raise BadFile(_not_a_uid(file, text)) from None
        if not isinstance(piece, str):
            raise BadFile(wrong_type(file, f"stickers.{text}", tr("a text in quotes")))
        if uid in stickers:
            raise BadFile(tr("{file}: the sticker {uid} stands there twice; remove one.", file=file, uid=uid))
        stickers[uid] = piece
    return stickers


def _not_a_uid(file: str, text: str) -> Message:
    return tr("{file}: {uid} is no sticker's number; use 8, 14 or 20 hex digits.", file=file, uid=text)
