"""Import and export of games as JSON lines, and replay of exported games.

The same game always gives the same bytes, without times and names; an import names every fault. A file may contain
several games, each beginning with its header. No file is opened here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from companion.engine.game import Game, MissingPart
from companion.engine.history import Difference, History, first_difference
from companion.engine.journal import SCHEMA, EncodedEntry, Entry, Header, decode_entry, encode_entry, entry_error
from companion.engine.message import Message, UserError, tr

GameLookup = Callable[[str], Game]
"""Returns the game with a short name. Raises LookupError if there is none."""

ViewOfExport = Callable[[Entry], Entry]
"""Returns an entry as all players may see it: unchanged, or without secret values and events."""


NumberedLine = tuple[int, bytes]
LINE_ERRORS = (msgspec.MsgspecError, RecursionError, ValueError, OverflowError)
OTHER_VERSION_TEXT = tr("the file is from another version of the companion; install that version to read it.")


class BadJournal(UserError):
    """A file is no valid journal; `line` counts from 1, `message` names it and the reason."""

    def __init__(self, line: int, why: Message) -> None:
        super().__init__(tr("Line {line}: {why}", line=line, why=why))
        self.line = line


class HeaderLine(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """First line of a game."""

    schema: int
    """Version of the journal format."""
    game: str
    """Short name of the game."""
    rules: int
    """Version of its rules."""
    setup: msgspec.Raw
    """Setup of the game as JSON in the game's own format."""
    withheld: bool = False
    """True if secrets of a running game were left out; such a file cannot be imported."""


class _Version(msgspec.Struct):
    """Part of the first line that all versions share."""

    schema: int
    """Version of the journal format."""


def whole_entry(entry: Entry) -> Entry:
    """Return the entry unchanged; the view of a game without secrets."""
    return entry


def export_journal(history: History, view_of_export: ViewOfExport = whole_entry) -> Iterator[bytes]:
    """Yield a game line by line, each ending in a line feed.

    A finished game is exported completely. A running game with secrets passes a `view_of_export`, which returns
    each entry unchanged or without what only some players know (`msgspec.structs.replace(entry, answer=…,
    events=…)`). From the first changed entry on no hash is written, because a hash of the state would let a secret
    be guessed, and the header says `withheld`, which prevents an import. The setup contains no secret, because
    chance arrives in answers.
    """
    seen = [view_of_export(entry) for entry in history.entries]
    first_kept_back = next(
        (i for i, (one, entry) in enumerate(zip(seen, history.entries, strict=True)) if one != entry), len(seen)
    )
    withheld = first_kept_back < len(seen)
    yield header_line(history.header, withheld)
    for place, entry in enumerate(seen):
        shown = entry if place < first_kept_back else msgspec.structs.replace(entry, hash="")
        yield encode_entry(shown, history.game) + b"\n"


def read_journals(lines: Iterable[bytes], game_of: GameLookup) -> list[History]:
    """Return the games in the lines of a binary file, at least one. Raises BadJournal."""
    return [_game(rows, game_of) for rows in _split(lines)]


def header_line(header: Header, withheld: bool = False) -> bytes:
    """Return the first line of a game; `withheld` if secrets are left out of the following lines."""
    row = HeaderLine(SCHEMA, header.game, header.rules, _tidy(header.setup), withheld)
    return msgspec.json.encode(row) + b"\n"


def _tidy(setup: msgspec.Raw) -> msgspec.Raw:
    """Return the same JSON without spaces and with sorted keys."""
    return msgspec.Raw(msgspec.json.encode(msgspec.json.decode(setup), order="sorted"))


def _split(lines: Iterable[bytes]) -> list[list[NumberedLine]]:
    """Return the numbered lines of each game, without empty ones at the end."""
    rows = list(enumerate(lines, 1))
    while rows and not rows[-1][1].strip():
        rows.pop()
    if not rows:
        raise BadJournal(1, tr("there is nothing in this file; export the game again."))
    number, last = rows[-1]
    if not last.endswith(b"\n") and not _is_line_of(Any, last):
        raise BadJournal(number, tr("the file breaks off in the middle; copy or export it again."))
    games: list[list[NumberedLine]] = []
    for row in rows:
        # Only header lines have a schema.
        if not games or _is_line_of(_Version, row[1]):
            games.append([])
        games[-1].append(row)
    return games


def _game(rows: list[NumberedLine], game_of: GameLookup) -> History:
    number, first = rows[0]
    history = _new_history(number, first, game_of)
    for number, line in rows[1:]:
        _add_line(history, number, line)
    return history


def _new_history(number: int, line: bytes, game_of: GameLookup) -> History:
    """Return the game of a header, without entries."""
    try:
        if msgspec.json.decode(line, type=_Version).schema != SCHEMA:
            raise BadJournal(number, OTHER_VERSION_TEXT)
        row = msgspec.json.decode(line, type=HeaderLine)
    except LINE_ERRORS as error:
        raise BadJournal(number, _with_reason(tr("no game begins here"), error)) from error
    if row.withheld:
        raise BadJournal(number, tr("the game's secrets are left out; export it again when it is over."))
    try:
        game = game_of(row.game)
    except LookupError as error:
        raise BadJournal(number, tr("the game {game} is not known here.", game=row.game)) from error
    if row.rules != game.rules_version:
        raise BadJournal(number, OTHER_VERSION_TEXT)
    try:
        return History(game, Header(SCHEMA, row.game, row.rules, _tidy(row.setup)))
    except MissingPart as missing:
        raise BadJournal(number, missing.message) from missing
    except Exception as error:
        raise BadJournal(number, _with_reason(tr("its set-up is not one of this game"), error)) from error


def _add_line(history: History, number: int, line: bytes) -> None:
    """Add an entry if it is valid and leads to the state that its hash names."""
    try:
        entry = decode_entry(line, history.game)
    except LINE_ERRORS as error:
        known = _is_line_of(EncodedEntry, line)
        what = tr("one of its events is not of this game") if known else tr("it is not an entry of a game")
        raise BadJournal(number, _with_reason(what, error)) from error
    if why := entry_error(history.entries, entry):
        raise BadJournal(number, why)
    try:
        history.add((entry,))
        same = history.hash() == entry.hash
    except MissingPart as missing:
        raise BadJournal(number, missing.message) from missing
    except Exception as error:
        # A game's code may raise anything for impossible events.
        raise BadJournal(number, _with_reason(tr("its events can't have happened here"), error)) from error
    if not same:
        raise BadJournal(
            number, tr("it does not lead to the state it names; the file was changed, export it again.")
        )


def _is_line_of(kind: Any, line: bytes) -> bool:
    try:
        msgspec.json.decode(line, type=kind)
    except LINE_ERRORS:
        return False
    return True


def _with_reason(what: Message, error: Exception) -> Message:
    """Return what is wrong with a line, with the message of the JSON decoder or the game in brackets."""
    why = str(error) or type(error).__name__
    return tr("{what} ({why}); export the game again.", what=what, why=why)


class NoSuchEntry(UserError):
    """No game of the file has the entry to stop at."""


class ReplayedGame(msgspec.Struct, frozen=True):
    """A game of the file after a given number of entries, including undo entries."""

    history: History
    """Its entries up to there."""
    difference: Difference | None = None
    """First difference when its answers are decided again; None if there is none or they were not decided."""


def replay_journals(
    lines: Iterable[bytes], game_of: GameLookup, upto: int | None = None, checks_results: bool = False
) -> list[ReplayedGame]:
    """Return every game of a journal file.

    Raises transfer.BadJournal (after reading the whole file) or NoSuchEntry.
    """
    histories = read_journals(lines, game_of)
    if upto is not None:
        histories = _histories_upto(histories, upto)
    return [ReplayedGame(history, first_difference(history) if checks_results else None) for history in histories]


def _histories_upto(histories: list[History], upto: int) -> list[History]:
    """Return each game after `upto` entries; shorter games unchanged."""
    most = max(len(history.entries) for history in histories)
    if not 0 <= upto <= most:
        raise NoSuchEntry(tr("There is no entry {upto}; say a number from 0 to {most}.", upto=upto, most=most))
    return [History(h.game, h.header, h.entries[:upto]) for h in histories]


def difference_text(difference: Difference) -> Message:
    """Return the first difference in one sentence."""
    if difference.refusal is None:
        return tr("Entry {n} gives something else when it is decided again.", n=difference.number)
    reason = difference.refusal.reason
    if not reason.rule:
        return tr("Entry {n} is refused when it is decided again: {why}", n=difference.number, why=reason.text)
    return tr(
        "Entry {n} is refused when it is decided again: {why} ({rule})",
        n=difference.number,
        why=reason.text,
        rule=reason.rule,
    )
