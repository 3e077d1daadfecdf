"""Which sticker is on which piece: a tag's text becomes a piece, a command card, or a sticker nobody enrolled.

Texts of tags: "uid:04a1…", "card:…", and the kinds that a game names, such as "tile:…". The stickers of all games
stand in one TOML file in the data folder, a table for each game: UID -> piece id, or "card:…" for a command card.
Reads no chip; knows a game only by its `TagNames`.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

from companion.engine.message import Message, UserError, quote_input, tr
from companion.engine.stickers import StickerKind, is_same_record, printed_identity_of, record_text
from companion.storage.data_folder import make_folder
from companion.storage.locks import folder_lock
from companion.storage.toml_file import BadFile, nearest_word, parse_table, read_toml, write_toml, wrong_type

log = logging.getLogger(__name__)

UID = "[0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20}"
PHONE = "08[0-9a-f]{6}"  # ISO/IEC 14443-3: a 4-byte UID that begins with 08 is random
SEPARATORS = str.maketrans("", "", ": -")
PRACTICE_UID_PREFIX = "00"
"""How a number begins that the desk's page made up: no maker of stickers has it."""
CARD = "card:"
SCHEMA = 1
"""The version of the file."""
FIRST_TABLE, GAMES_PREFIX = "stickers", "games."
"""The table of the game that had the file to itself, and what the others' begin with."""
HEAD = "Stickers: UID and the piece it is on. The companion writes this file; edit it while it does not run."


class BadTag(UserError):
    """A tag that can't be used: `message` is the sentence that says why and what to do."""


class TagRead(msgspec.Struct, frozen=True):
    """What lay on the reader."""

    kind: str
    """"piece", "card" (a command card), "sticker" (a UID that nobody enrolled)."""
    id: str
    """The piece's or card's id; the UID of a sticker nobody enrolled."""


class _Tables(msgspec.Struct, frozen=True):
    """The top of the file."""

    schema: int = SCHEMA
    stickers: dict[str, Any] = {}
    """Of the game that had the file to itself."""
    games: dict[str, Any] = {}
    """Id of each other game -> its stickers."""


class TagNames(NamedTuple):
    """What a sticker of one game may be on."""

    pieces: Mapping[str, Message | str]
    """The pieces by id, each with what people call it."""
    cards: Mapping[str, Message]
    """The command cards by id, each with what it says."""
    also: Mapping[str, str] = {}
    """Ids that a sticker may still carry, and the piece they mean now."""
    kinds: tuple[StickerKind, ...] = ()
    """All that stickers are put on, in the order of the box; a command card is "card:" and its id there."""


def same_id(text: str) -> str:
    """For kinds of tags whose text is the id of a piece."""
    return text


def uid_of(text: str) -> str:
    """The UID in lower-case hex; raises BadTag where it is half read, malformed or a phone's."""
    uid = text.translate(SEPARATORS).lower()
    if not re.fullmatch(UID, uid):
        raise BadTag(tr("The sticker was read only in part; tap it again."))
    if re.fullmatch(PHONE, uid):
        raise BadTag(tr("That is a phone, its number changes every time; tap a sticker."))
    return uid


class TagSpace(NamedTuple):
    """How one game's tags are written down."""

    table: str
    """The game's table in the file of stickers: "games.<id>", or "stickers" for the one that had it to itself."""
    kinds: Mapping[str, Callable[[str], str]]
    """Words before the colon of a tag's text -> the id of the piece that the rest stands for."""
    code: str = ""
    """What the game is called in records on stickers."""


Change = Callable[[Mapping[str, str]], Mapping[str, str]]
"""What becomes of one game's stickers, from what they are."""


class StickerFile:
    """The stickers of every game; raises BadFile. A table that no game here uses stays as it is.

    What another program wrote meanwhile ("companion tags" beside a running desk) is read before anything is
    answered or written; while it can't be read, what was known counts. titles: what people call the game of each
    table; one that is not installed goes by its id.
    """

    def __init__(self, path: Path, titles: Mapping[str, Message | str] | None = None) -> None:
        self._path, self._titles = path, titles or {}
        self._seen = _stamp(path)
        self._known = _tables_of(read_toml(path), path.name) if path.exists() else {}

    @property
    def _tables(self) -> dict[str, dict[str, str]]:
        if (stamp := _stamp(self._path)) != self._seen:
            try:
                self._known = _tables_of(read_toml(self._path), self._path.name) if stamp else self._known
            except BadFile as error:
                log.warning("%s", error.message)
            # Last: who looks from another thread meanwhile reads it too, and is not told what was known before.
            self._seen = stamp
        return self._known

    def table(self, name: str) -> dict[str, str]:
        """UID -> piece id or "card:…" of one game."""
        return dict(self._tables.get(name, {}))

    def keep(self, name: str, stickers: Mapping[str, str]) -> None:
        """Put down one game's stickers; the file is whole on the disk before this returns."""
        self.change(name, lambda _now: stickers)

    def change(self, name: str, change: Change) -> None:
        """Put down what becomes of one game's stickers, as they are when no other program is at it."""
        make_folder(self._path.parent)
        with folder_lock(self._path.parent):
            self._seen = None  # read anew: a file may be written twice within one tick of the clock
            tables = {**self._tables, name: dict(change(self.table(name)))}
            write_toml(self._path, _as_written(tables), HEAD)
            self._known, self._seen = tables, _stamp(self._path)

    def game_of(self, uid: str) -> Message | str | None:
        """The game whose piece a sticker is on, as people call it; None for a sticker that nobody enrolled."""
        table = next((name for name, stickers in self._tables.items() if uid in stickers), None)
        return None if table is None else self._titles.get(table, table.removeprefix(GAMES_PREFIX))


class Stickers(Protocol):
    """The stickers of every game, as one game's `Registry` needs them."""

    def table(self, name: str) -> dict[str, str]:
        """UID -> piece id or "card:…" of one game."""

    def change(self, name: str, change: Change) -> None:
        """Put down what becomes of one game's stickers; they are whole on the disk before this returns."""

    def game_of(self, uid: str) -> Message | str | None:
        """The game whose piece a sticker is on, as people call it; None for a sticker that nobody enrolled."""


class StickersWithPractice:
    """The owner's stickers, and beside them in a file of its own those that the desk's page made up."""

    def __init__(self, owners: StickerFile, practice: StickerFile) -> None:
        self._owners, self._practice = owners, practice

    def table(self, name: str) -> dict[str, str]:
        return {**self._practice.table(name), **self._owners.table(name)}

    def change(self, name: str, change: Change) -> None:
        for file, invented in ((self._owners, False), (self._practice, True)):

            def own(_now: object, invented: bool = invented) -> dict[str, str]:
                new = change(self.table(name))
                return {
                    uid: piece for uid, piece in new.items() if uid.startswith(PRACTICE_UID_PREFIX) == invented
                }

            if own(None) != file.table(name):
                file.change(name, own)

    def game_of(self, uid: str) -> Message | str | None:
        return (self._practice if uid.startswith(PRACTICE_UID_PREFIX) else self._owners).game_of(uid)


def real_stickers(stickers: Mapping[str, str]) -> dict[str, str]:
    """Those of them that people can hold in their hands."""
    return {uid: piece for uid, piece in stickers.items() if not uid.startswith(PRACTICE_UID_PREFIX)}


def _stamp(path: Path) -> tuple[int, int, int] | None:
    """What changes whenever the file is written; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


class Registry:
    """The stickers of one game's pieces."""

    def __init__(self, file: Stickers, names: TagNames, space: TagSpace) -> None:
        self._file, self._names, self._space = file, names, space

    @property
    def stickers(self) -> dict[str, str]:
        """UID -> piece id or "card:…", as in the file."""
        return self._file.table(self._space.table)

    @property
    def kinds(self) -> tuple[StickerKind, ...]:
        """All that stickers are put on."""
        return self._names.kinds

    @property
    def meant(self) -> dict[str, str]:
        """UID -> the id that its piece goes by now, or "card:…"."""
        return {uid: self._meant(piece) for uid, piece in self.stickers.items()}

    def use(self, names: TagNames) -> None:
        """Go on with other names: something was learned of the box."""
        self._names = names

    def piece_of(self, tag: str) -> TagRead:
        """What a tag's text stands for; raises BadTag."""
        kind, colon, rest = tag.strip().partition(":")
        # All that the reader in the case gives; texts of the other kinds come from the page.
        if colon and kind == "uid":
            return self._sticker(uid_of(rest))
        if colon and kind == "card":
            return self._named(tag.strip())
        if colon and kind in self._space.kinds:
            return self._named(self._space.kinds[kind](rest))
        raise BadTag(tr("That sticker does not belong to this game; tap a piece or a card of the box."))

    def _sticker(self, uid: str) -> TagRead:
        known = self.stickers.get(uid)
        if known is not None:
            return self._named(known)
        self._check_free(uid)
        return TagRead("sticker", uid)

    def enrol(self, uid: str, piece: str) -> TagRead:
        """Bind a sticker to a piece id or "card:…", on the disk before this returns; raises BadTag."""
        thing = self._named(piece)
        self.enrol_all({uid: piece})
        return thing

    def enrol_all(self, stickers: Mapping[str, str]) -> None:
        """Bind several stickers, all or none; raises BadTag at the first that can't be bound."""
        new = dict(self._bound(uid_of(uid), piece) for uid, piece in stickers.items())
        self._file.change(self._space.table, lambda now: {**now, **new})

    def forget(self, uid: str) -> None:
        """Take a sticker off its piece."""
        gone = uid_of(uid)
        self._file.change(self._space.table, lambda now: _without(now, [gone]))

    def put(self, changes: Mapping[str, str]) -> None:
        """Put stickers on pieces or "card:…", "" for none, whatever they were on; all or none, on the disk before
        this returns. Raises BadTag at the first that can't be.
        """
        new = {}
        for uid, piece in changes.items():
            if piece:
                self._check_free(uid_of(uid))
                thing = self._named(piece)
                new[uid_of(uid)] = f"{CARD}{thing.id}" if thing.kind == "card" else thing.id
        moved = [uid_of(uid) for uid in changes]
        self._file.change(self._space.table, lambda now: {**_without(now, moved), **new})

    def move(self, was: str, now: str) -> None:
        """The stickers that were thought to be on one piece are on another: it was met without a name."""
        if was in self.stickers.values():
            self._file.change(
                self._space.table,
                lambda stickers: {uid: now if piece == was else piece for uid, piece in stickers.items()},
            )

    def label(self, piece: str) -> Message | str:
        """What people call the thing a sticker is on."""
        if piece.startswith(CARD):
            return self._names.cards.get(piece.removeprefix(CARD), piece)
        return self._names.pieces.get(self._meant(piece), piece)

    def record_of(self, piece: str) -> str:
        """What may be written on the sticker of a piece or "card:…"; "" for nothing."""
        printed = printed_identity_of(self.kinds, self._meant(piece))
        return record_text(self._space.code, printed) if printed else ""

    def says(self, record: str) -> str:
        """The piece or "card:…" that a record on a sticker names; "" where none here is called so."""
        if not record:
            return ""  # most stickers say nothing: people wait for the beep
        named = (piece.id for kind in self.kinds for piece in kind.pieces)
        return next((id for id in named if is_same_record(record, self.record_of(id))), "")

    def _bound(self, uid: str, piece: str) -> tuple[str, str]:
        """The line of the file for a sticker that may be on that piece."""
        thing = self._named(piece)
        before = self.stickers.get(uid)
        if before is not None and self._meant(before) != self._meant(piece):
            raise BadTag(
                tr("That sticker is on {piece} already; take it off there first.", piece=self.label(before))
            )
        self._check_free(uid)
        return uid, f"{CARD}{thing.id}" if thing.kind == "card" else thing.id

    def _check_free(self, uid: str) -> None:
        """Raises BadTag for a sticker of another game."""
        if uid not in self.stickers and (game := self._file.game_of(uid)) is not None:
            raise BadTag(tr("That sticker is on a piece of another game: {game}.", game=game))

    def _meant(self, id: str) -> str:
        return self._names.also.get(id, id)

    def _named(self, name: str) -> TagRead:
        """The piece or command card of that id; raises BadTag where there is none."""
        if name.startswith(CARD):
            card = name.removeprefix(CARD)
            if card in self._names.cards:
                return TagRead("card", card)
            name, known = card, [*self._names.cards]
        else:
            id, known = self._meant(name), [*self._names.pieces]
            if id in self._names.pieces:
                return TagRead("piece", id)
        near, name = nearest_word(name, known), quote_input(name)
        if near:
            raise BadTag(tr("No piece of this box is called {name}; did you mean {near}?", name=name, near=near))
        raise BadTag(tr("No piece of this box is called {name}; tap another one.", name=name))


def _without(stickers: Mapping[str, str], gone: Collection[str]) -> dict[str, str]:
    return {uid: piece for uid, piece in stickers.items() if uid not in gone}


def stickers_of(tables: Mapping[str, Any], file: str, table: str) -> dict[str, str]:
    """UID -> piece of one game, from the tables of a file with that name; raises BadFile.

    A piece that is not there any more stays; it is told when its sticker is tapped.
    """
    return _tables_of(tables, file).get(table, {})


def stickers_text(stickers: Mapping[str, str], table: str) -> dict[str, Any]:
    """The tables of a file with the stickers of one game alone."""
    return _as_written({table: dict(stickers)})


def _as_written(tables: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    games = {
        name.removeprefix(GAMES_PREFIX): dict(stickers) for name, stickers in tables.items() if name != FIRST_TABLE
    }
    first = {FIRST_TABLE: dict(tables.get(FIRST_TABLE, {}))}
    return {"schema": SCHEMA, **first, **({"games": games} if games else {})}


def _tables_of(tables: Mapping[str, Any], file: str) -> dict[str, dict[str, str]]:
    """The stickers of every game in a file; raises BadFile."""
    top = parse_table(_Tables, tables, file)
    if top.schema != SCHEMA:
        raise BadFile(
            tr("{file} was made by another version of the companion; install that version to use it.", file=file)
        )
    found = {
        FIRST_TABLE: top.stickers,
        **{f"{GAMES_PREFIX}{game}": stickers for game, stickers in top.games.items()},
    }
    seen: set[str] = set()
    return {name: _checked(stickers, file, name, seen) for name, stickers in found.items()}


def _checked(stickers: object, file: str, table: str, seen: set[str]) -> dict[str, str]:
    """The lines of a table, each sticker on one piece of one game."""
    if not isinstance(stickers, Mapping):
        raise BadFile(wrong_type(file, table, tr("a table")))
    found: dict[str, str] = {}
    for text, piece in stickers.items():
        try:
            uid = uid_of(text)
        except BadTag:
            raise BadFile(_not_a_uid(file, text)) from None
        if not isinstance(piece, str):
            raise BadFile(wrong_type(file, f"{table}.{text}", tr("a text in quotes")))
        if uid in seen:
            raise BadFile(tr("{file}: the sticker {uid} stands there twice; remove one.", file=file, uid=uid))
        seen.add(uid)
        found[uid] = piece
    return found


def _not_a_uid(file: str, text: str) -> Message:
    return tr(
        "{file}: {uid} is no sticker's number; use 8, 14 or 20 hex digits.", file=file, uid=quote_input(text)
    )
