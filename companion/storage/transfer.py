"""Games as text: a journal as JSON lines, the same game always as the same bytes, and back with every fault named.

A file may hold several games, one after the other: each header begins one. No times and no names are in it.
Opens no file itself.

Recorded games again: up to an entry, and decided anew to find the first difference.

For the command `replay` and the bench. Prints nothing and opens no file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from companion.engine.game import Game, MissingPart
from companion.engine.history import Difference, History, first_difference
from companion.engine.journal import SCHEMA, EncodedEntry, Entry, Header, decode_entry, encode_entry, entry_error
from companion.engine.message import Message, UserError, tr

GameOf = Callable[[str], Game]
"""The game with a short name; LookupError when there is none."""

ViewOfExport = Callable[[Entry], Entry]
"""An entry as everybody may see it: itself, or one whose values and events tell no secret."""


NumberedLine = tuple[int, bytes]
BROKEN_LINE = (msgspec.MsgspecError, RecursionError, ValueError, OverflowError)
OTHER_VERSION = tr("the file is from another version of the companion; install that version to read it.")


class BadJournal(UserError):
    """A file that isn't a journal we can use: the line (from 1) and one sentence that names it and the reason."""

    def __init__(self, line: int, why: Message) -> None:
        super().__init__(tr("Line {line}: {why}", line=line, why=why))
        self.line = line


class HeaderLine(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The first line of a game."""

    schema: int
    """The version of the journal's form."""
    game: str
    """The short name of the game that is played."""
    rules: int
    """The version of its rules."""
    setup: msgspec.Raw
    """All that it started from, as JSON that only the game can read."""
    withheld: bool = False
    """Were secrets of a running game left out? Nobody goes on from such a file."""


class _Version(msgspec.Struct):
    """As much of a first line as every version has."""

    schema: int
    """The version of the journal's form."""


def whole_entry(entry: Entry) -> Entry:
    """The view of a game without secrets."""
    return entry


def export_journal(history: History, view_of_export: ViewOfExport = whole_entry) -> Iterator[bytes]:
    """A game line by line, each ending in a line feed.

    A finished game is exported whole. For a running one with secrets its game gives a `view_of_export`: called
    with each entry, it gives back the entry, or one that says no more than everybody at the table knows
    (`msgspec.structs.replace(entry, answer=…, events=…)`). From the first entry it changes, no hash is written,
    for a hash of the state would let a secret be guessed; and the header says `withheld`, so that nobody goes on
    from such a file. What a game starts from holds no secret: chance arrives in answers. The base game has none.
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


def read_journals(lines: Iterable[bytes], game_of: GameOf) -> list[History]:
    """The games in these lines (as a binary file gives them), at least one; raises BadJournal."""
    return [_game(rows, game_of) for rows in _split(lines)]


def header_line(header: Header, withheld: bool = False) -> bytes:
    """The first line of a game; withheld: secrets are left out of those that follow."""
    row = HeaderLine(SCHEMA, header.game, header.rules, _tidy(header.setup), withheld)
    return msgspec.json.encode(row) + b"\n"


def _tidy(setup: msgspec.Raw) -> msgspec.Raw:
    """The same JSON without spaces and with its keys in order."""
    return msgspec.Raw(msgspec.json.encode(msgspec.json.decode(setup), order="sorted"))


def _split(lines: Iterable[bytes]) -> list[list[NumberedLine]]:
    """The lines of each game with their numbers; empty ones at the end are nothing."""
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
        # Of all lines only a header has a schema.
        if not games or _is_line_of(_Version, row[1]):
            games.append([])
        games[-1].append(row)
    return games


def _game(rows: list[NumberedLine], game_of: GameOf) -> History:
    number, first = rows[0]
    history = _new_history(number, first, game_of)
    for number, line in rows[1:]:
        _add_line(history, number, line)
    return history


def _new_history(number: int, line: bytes, game_of: GameOf) -> History:
    """The game of a header, before its first entry."""
    try:
        if msgspec.json.decode(line, type=_Version).schema != SCHEMA:
            raise BadJournal(number, OTHER_VERSION)
        row = msgspec.json.decode(line, type=HeaderLine)
    except BROKEN_LINE as error:
        raise BadJournal(number, _with_reason(tr("no game begins here"), error)) from error
    if row.withheld:
        raise BadJournal(number, tr("the game's secrets are left out; export it again when it is over."))
    try:
        game = game_of(row.game)
    except LookupError as error:
        raise BadJournal(number, tr("the game {game} is not known here.", game=row.game)) from error
    if row.rules != game.rules_version:
        raise BadJournal(number, OTHER_VERSION)
    try:
        return History(game, Header(SCHEMA, row.game, row.rules, _tidy(row.setup)))
    except MissingPart as missing:
        raise BadJournal(number, missing.message) from missing
    except Exception as error:
        raise BadJournal(number, _with_reason(tr("its set-up is not one of this game"), error)) from error


def _add_line(history: History, number: int, line: bytes) -> None:
    """One more entry, if it can follow and leads where it says."""
    try:
        entry = decode_entry(line, history.game)
    except BROKEN_LINE as error:
        known = _is_line_of(EncodedEntry, line)
        what = tr("one of its events is not of this game") if known else tr("it is no entry of a game")
        raise BadJournal(number, _with_reason(what, error)) from error
    if why := entry_error(history.entries, entry):
        raise BadJournal(number, why)
    try:
        history.add((entry,))
        same = history.hash() == entry.hash
    except MissingPart as missing:
        raise BadJournal(number, missing.message) from missing
    except Exception as error:
        # A game's code may say anything to events that can't have happened.
        raise BadJournal(number, _with_reason(tr("its events can't have happened here"), error)) from error
    if not same:
        raise BadJournal(
            number, tr("it does not lead to the state it names; the file was changed, export it again.")
        )


def _is_line_of(kind: Any, line: bytes) -> bool:
    try:
        msgspec.json.decode(line, type=kind)
    except BROKEN_LINE:
        return False
    return True


def _with_reason(what: Message, error: Exception) -> Message:
    """What is wrong with a line, and in brackets what the reader of JSON or the game said to it."""
    why = str(error) or type(error).__name__
    return tr("{what} ({why}); export the game again.", what=what, why=why)


class BadUpto(UserError):
    """An entry to stop at that no game of the file has; `message` is the sentence."""


class ReplayedGame(msgspec.Struct, frozen=True):
    """A game of the file as it stood after so many entries, undo entries included."""

    history: History
    """Its entries up to there."""
    difference: Difference | None = None
    """What deciding it again gave first that is not in the file; None: all the same, or not decided again."""


def replay_journals(
    lines: Iterable[bytes], game_of: GameOf, upto: int | None = None, decide_again: bool = False
) -> list[ReplayedGame]:
    """Every game of a journal file; raises transfer.BadJournal (the whole file is read first) or BadUpto."""
    histories = read_journals(lines, game_of)
    if upto is not None:
        histories = _histories_upto(histories, upto)
    return [ReplayedGame(history, first_difference(history) if decide_again else None) for history in histories]


def _histories_upto(histories: list[History], upto: int) -> list[History]:
    """Each game as it stood then; a shorter one of several as it ended."""
    most = max(len(history.entries) for history in histories)
    if not 0 <= upto <= most:
        raise BadUpto(tr("There is no entry {upto}; say a number from 0 to {most}.", upto=upto, most=most))
    return [History(h.game, h.header, h.entries[:upto]) for h in histories]


def difference_text(difference: Difference) -> Message:
    """The first difference in one sentence."""
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
