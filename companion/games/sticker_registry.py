"""Sticker registry: which sticker is on which piece, and what the text of a tag stands for.

The text of a tag is "uid:04a1…", "card:…", or of a kind that a game names, such as "tile:…". It stands for a
piece, a command card or a sticker that is not enrolled. The stickers of all games are in one TOML file in the data
folder, with a table for each game: UID -> piece id, or "card:…" for a command card. A game is known only by its
`TagNames`.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

from companion.engine.message import Message, UserError, quote_input, tr
from companion.engine.stickers import FOREIGN_TAG, StickerKind, is_same_record, printed_identity_of, record_text
from companion.storage.data_folder import make_folder
from companion.storage.locks import folder_lock
from companion.storage.toml_file import BadFile, nearest_word, parse_table, read_toml, write_toml, wrong_type

log = logging.getLogger(__name__)

UID_PATTERN = "[0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20}"
PHONE_UID_PATTERN = "08[0-9a-f]{6}"  # ISO/IEC 14443-3: a 4-byte UID that begins with 08 is random.
UID_SEPARATORS = str.maketrans("", "", ": -")
PRACTICE_UID_PREFIX = "00"
"""Prefix of UIDs invented by the practice page; no manufacturer of stickers uses it."""
CARD_PREFIX = "card:"
SCHEMA = 1
"""Version of the file format."""
FIRST_TABLE, GAMES_PREFIX = "stickers", "games."
"""Table of the first game, and prefix of the tables of other games."""
FILE_COMMENT = (
    "Stickers: UID and the piece it is on. The companion writes this file; edit it while it does not run."
)


class BadTag(UserError):
    """A tag that cannot be used; `message` says why and what to do."""


class TagRead(msgspec.Struct, frozen=True):
    """The meaning of a tag on the reader."""

    kind: str
    """"piece", "card" (a command card), or "sticker" (a UID that is not enrolled)."""
    id: str
    """Id of the piece or card, or UID of the sticker."""


class _Tables(msgspec.Struct, frozen=True):
    """Top level of the file."""

    schema: int = SCHEMA
    stickers: dict[str, Any] = {}
    """Stickers of the first game."""
    games: dict[str, Any] = {}
    """Stickers of the other games, by game id."""


class TagNames(NamedTuple):
    """What a sticker of one game may be on."""

    pieces: Mapping[str, Message | str]
    """Pieces by id, each with its name for players."""
    cards: Mapping[str, Message]
    """Command cards by id, each with its label."""
    also: Mapping[str, str] = {}
    """Former piece ids that stickers may still have, with the id of the piece they now mean."""
    kinds: tuple[StickerKind, ...] = ()
    """Everything that gets stickers, in the order of the box; a command card has the id "card:" with its own id.
    """
    with_more: Callable[[], TagNames] | None = None
    """Function that returns these names and those of parts of the box that are not loaded yet; None if all are."""


def unchanged_id(text: str) -> str:
    """Return the text unchanged, for kinds of tags whose text is the id of a piece."""
    return text


def uid_of(text: str) -> str:
    """Return the UID in lower-case hex. Raises BadTag if it is incomplete, malformed or a phone's."""
    uid = text.translate(UID_SEPARATORS).lower()
    if not re.fullmatch(UID_PATTERN, uid):
        raise BadTag(tr("The sticker was read only in part; tap it again."))
    if re.fullmatch(PHONE_UID_PATTERN, uid):
        raise BadTag(tr("That is a phone, its number changes every time; tap a sticker."))
    return uid


class TagFormat(NamedTuple):
    """How one game's tags are stored."""

    table: str
    """The game's table in the sticker file: "games.<id>", or "stickers" for the first game."""
    kinds: Mapping[str, Callable[[str], str]]
    """Functions by the text before the colon of a tag; each returns the piece id for the text after it."""
    code: str = ""
    """Name of the game in records written on stickers."""


StickerChange = Callable[[Mapping[str, str]], Mapping[str, str]]
"""Function that returns one game's changed stickers, given the current ones."""


class StickerFile:
    """The stickers of every game in one file. Raises BadFile. Tables of unknown games stay unchanged.

    The file is read again if another program has changed it (such as "companion tags" while the companion is
    running); if that fails, the stickers read before stay in use. `titles`: name of the game of each table; a game
    that is not installed is shown by its id.
    """

    def __init__(self, path: Path, titles: Mapping[str, Message | str] | None = None) -> None:
        self._path, self._titles = path, titles or {}
        self._seen = _file_version(path)
        self._known = _tables_of(read_toml(path), path.name) if path.exists() else {}

    @property
    def _tables(self) -> dict[str, dict[str, str]]:
        if (stamp := _file_version(self._path)) != self._seen:
            try:
                self._known = _tables_of(read_toml(self._path), self._path.name) if stamp else self._known
            except BadFile as error:
                log.warning("%s", error.message)
            # Set last: another thread that looks meanwhile then reads the file too instead of using old stickers.
            self._seen = stamp
        return self._known

    def table(self, name: str) -> dict[str, str]:
        """Return one game's stickers: UID -> piece id or "card:…"."""
        return dict(self._tables.get(name, {}))

    def keep(self, name: str, stickers: Mapping[str, str]) -> None:
        """Save one game's stickers; they are on the disk before this returns."""
        self.change(name, lambda _now: stickers)

    def change(self, name: str, change: StickerChange) -> None:
        """Save one game's changed stickers, with the folder locked against other programs."""
        make_folder(self._path.parent)
        with folder_lock(self._path.parent):
            self._seen = None  # Force a new read: a file may be written twice within one tick of the clock.
            tables = {**self._tables, name: dict(change(self.table(name)))}
            write_toml(self._path, _file_tables(tables), FILE_COMMENT)
            self._known, self._seen = tables, _file_version(self._path)

    def game_of(self, uid: str) -> Message | str | None:
        """Return the name of the game whose piece a sticker is on; None for a sticker that is not enrolled."""
        table = self.table_of(uid)
        return self._titles.get(table, table.removeprefix(GAMES_PREFIX)) if table else None

    def table_of(self, uid: str) -> str:
        """Return the table that a sticker is in; "" for a sticker that is not enrolled."""
        return next((name for name, stickers in self._tables.items() if uid in stickers), "")


class Stickers(Protocol):
    """The stickers of every game, as one game's `Registry` needs them."""

    def table(self, name: str) -> dict[str, str]:
        """Return one game's stickers: UID -> piece id or "card:…"."""

    def change(self, name: str, change: StickerChange) -> None:
        """Save one game's changed stickers; they are on the disk before this returns."""

    def game_of(self, uid: str) -> Message | str | None:
        """Return the name of the game whose piece a sticker is on; None for a sticker that is not enrolled."""

    def table_of(self, uid: str) -> str:
        """Return the table that a sticker is in; "" for a sticker that is not enrolled."""


class StickersWithPractice:
    """The owner's stickers, and in a separate file those that the practice page invented."""

    def __init__(self, owners: StickerFile, practice: StickerFile) -> None:
        self._owners, self._practice = owners, practice

    def table(self, name: str) -> dict[str, str]:
        return {**self._practice.table(name), **self._owners.table(name)}

    def change(self, name: str, change: StickerChange) -> None:
        for file, invented in ((self._owners, False), (self._practice, True)):

            def own(_now: object, invented: bool = invented) -> dict[str, str]:
                new = change(self.table(name))
                return {
                    uid: piece for uid, piece in new.items() if uid.startswith(PRACTICE_UID_PREFIX) == invented
                }

            if own(None) != file.table(name):
                file.change(name, own)

    def game_of(self, uid: str) -> Message | str | None:
        return self._file_of(uid).game_of(uid)

    def table_of(self, uid: str) -> str:
        return self._file_of(uid).table_of(uid)

    def _file_of(self, uid: str) -> StickerFile:
        return self._practice if uid.startswith(PRACTICE_UID_PREFIX) else self._owners


def physical_stickers(stickers: Mapping[str, str]) -> dict[str, str]:
    """Return the stickers that exist, without those of the practice page."""
    return {uid: piece for uid, piece in stickers.items() if not uid.startswith(PRACTICE_UID_PREFIX)}


def _file_version(path: Path) -> tuple[int, int, int] | None:
    """Return values that change whenever the file is written; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


class Registry:
    """The stickers of one game's pieces."""

    def __init__(self, file: Stickers, names: TagNames, space: TagFormat) -> None:
        self._file, self._names, self._space = file, names, space

    def _each_names(self) -> Iterator[TagNames]:
        """Yield the names, then those with more parts of the box, the whole one last."""
        yield self._names
        while self._names.with_more:
            self._names = self._names.with_more()
            yield self._names

    @property
    def stickers(self) -> dict[str, str]:
        """UID -> piece id or "card:…", as in the file."""
        return self._file.table(self._space.table)

    @property
    def kinds(self) -> tuple[StickerKind, ...]:
        """Everything in the box that gets stickers."""
        *_, whole = self._each_names()
        return whole.kinds

    @property
    def meant(self) -> dict[str, str]:
        """UID -> the current id of its piece, or "card:…"."""
        return {uid: self._meant(piece) for uid, piece in self.stickers.items()}

    def use(self, names: TagNames) -> None:
        """Use other names, after the owner has entered facts about the box."""
        self._names = names

    def piece_of(self, tag: str) -> TagRead:
        """Return what a tag's text stands for. Raises BadTag."""
        kind, colon, rest = tag.strip().partition(":")
        # The reader in the case sends only this kind; the web page sends the others.
        if colon and kind == "uid":
            return self._sticker(uid_of(rest))
        if tag == FOREIGN_TAG:
            raise BadTag(tr("That is a phone or a card of another kind; tap a sticker."))
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
        """Enrol a sticker on a piece id or "card:…"; it is on the disk before this returns. Raises BadTag."""
        thing = self._named(piece)
        self.enrol_all({uid: piece})
        return thing

    def enrol_all(self, stickers: Mapping[str, str]) -> None:
        """Enrol several stickers, all or none. Raises BadTag at the first that cannot be enrolled."""
        new = dict(self._bound(uid_of(uid), piece) for uid, piece in stickers.items())
        self._file.change(self._space.table, lambda now: {**now, **new})

    def forget(self, uid: str) -> None:
        """Remove a sticker from its piece."""
        gone = uid_of(uid)
        self._file.change(self._space.table, lambda now: _without(now, [gone]))

    def put(self, changes: Mapping[str, str]) -> None:
        """Move stickers to pieces or "card:…" ("" for none), all or none; on the disk before this returns.

        Raises BadTag at the first sticker that cannot be moved.
        """
        new = {}
        for uid, piece in changes.items():
            if piece:
                self._check_free(uid_of(uid))
                thing = self._named(piece)
                new[uid_of(uid)] = f"{CARD_PREFIX}{thing.id}" if thing.kind == "card" else thing.id
        moved = [uid_of(uid) for uid in changes]
        self._file.change(self._space.table, lambda now: {**_without(now, moved), **new})

    def move(self, was: str, now: str) -> None:
        """Move the stickers of one piece to another: the piece was registered before its identity was known."""
        if was in self.stickers.values():
            self._file.change(
                self._space.table,
                lambda stickers: {uid: now if piece == was else piece for uid, piece in stickers.items()},
            )

    def label(self, piece: str) -> Message | str:
        """Return the name of the thing that a sticker is on."""
        card, meant = piece.removeprefix(CARD_PREFIX), self._meant(piece)
        for names in self._each_names():
            found = names.cards.get(card) if card != piece else names.pieces.get(meant)
            if found is not None:
                return found
        return piece

    def record_of(self, piece: str) -> str:
        """Return the record to write on the sticker of a piece or "card:…"; "" for none."""
        printed = printed_identity_of(self.kinds, self._meant(piece))
        return record_text(self._space.code, printed) if printed else ""

    def says(self, record: str) -> str:
        """Return the piece or "card:…" that a record on a sticker names; "" if there is none."""
        if not record:
            return ""  # Most stickers have no record, and players wait for the beep.
        named = (piece.id for kind in self.kinds for piece in kind.pieces)
        return next((id for id in named if is_same_record(record, self.record_of(id))), "")

    def _bound(self, uid: str, piece: str) -> tuple[str, str]:
        """Return UID and piece id as stored in the file. Raises BadTag if the sticker is on another piece."""
        thing = self._named(piece)
        before = self.stickers.get(uid)
        if before is not None and self._meant(before) != self._meant(piece):
            raise BadTag(
                tr("That sticker is on {piece} already; take it off there first.", piece=self.label(before))
            )
        self._check_free(uid)
        return uid, f"{CARD_PREFIX}{thing.id}" if thing.kind == "card" else thing.id

    def _check_free(self, uid: str) -> None:
        """Raise BadTag if the sticker belongs to another game."""
        if uid not in self.stickers and (game := self._file.game_of(uid)) is not None:
            raise BadTag(tr("That sticker is on a piece of another game: {game}.", game=game))

    def _meant(self, id: str) -> str:
        return self._names.also.get(id, id)

    def _named(self, name: str) -> TagRead:
        """Return the piece or command card with this id. Raises BadTag if there is none."""
        kind, id = ("card", name.removeprefix(CARD_PREFIX)) if name.startswith(CARD_PREFIX) else ("piece", name)
        id = self._meant(id) if kind == "piece" else id
        known: Collection[str] = ()
        for names in self._each_names():
            known = names.cards if kind == "card" else names.pieces
            if id in known:
                return TagRead(kind, id)
        name = name.removeprefix(CARD_PREFIX)
        near, name = nearest_word(name, known), quote_input(name)
        if near:
            raise BadTag(tr("No piece of this box is called {name}; did you mean {near}?", name=name, near=near))
        raise BadTag(tr("No piece of this box is called {name}; tap another one.", name=name))


def _without(stickers: Mapping[str, str], gone: Collection[str]) -> dict[str, str]:
    return {uid: piece for uid, piece in stickers.items() if uid not in gone}


def parse_stickers(tables: Mapping[str, Any], file: str, table: str) -> dict[str, str]:
    """Return one game's stickers (UID -> piece) from the tables of the file with that name. Raises BadFile.

    A piece that no longer exists stays; the player is informed when its sticker is tapped.
    """
    return _tables_of(tables, file).get(table, {})


def sticker_tables(stickers: Mapping[str, str], table: str) -> dict[str, Any]:
    """Return the tables of a file that has only the stickers of one game."""
    return _file_tables({table: dict(stickers)})


def _file_tables(tables: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    games = {
        name.removeprefix(GAMES_PREFIX): dict(stickers) for name, stickers in tables.items() if name != FIRST_TABLE
    }
    first = {FIRST_TABLE: dict(tables.get(FIRST_TABLE, {}))}
    return {"schema": SCHEMA, **first, **({"games": games} if games else {})}


def _tables_of(tables: Mapping[str, Any], file: str) -> dict[str, dict[str, str]]:
    """Return the stickers of every game by table. Raises BadFile."""
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
    return {name: _parse_table_stickers(stickers, file, name, seen) for name, stickers in found.items()}


def _parse_table_stickers(stickers: object, file: str, table: str, seen: set[str]) -> dict[str, str]:
    """Return the entries of a table. Raises BadFile if one is malformed or a sticker is listed twice."""
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
        "{file}: {uid} is not the number of a sticker; use 8, 14 or 20 hex digits.",
        file=file,
        uid=quote_input(text),
    )
