"""`companion games`: lists, exports, imports, backs up, restores and deletes stored games.

Deleting needs a confirmation. `replay_file`, `open_archive` and `first_state` are also used by other commands.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.commands.command_line import Group, argument, flag, game_argument, out_option
from companion.commands.context import (
    STANDARD_STREAM,
    BadInput,
    CommandContext,
    CommandFailed,
    check_not_in_use,
    read_bytes,
    read_lines,
    write_output,
)
from companion.engine.game import TABLE_VIEWER, Game
from companion.engine.history import History
from companion.engine.message import Message, tr, trn
from companion.games.definition import AnyGame, KnownPlayers
from companion.session.backup import (
    BadBackup,
    RestoreResult,
    backup_files,
    export_game,
    is_known_game,
    pack_backup,
    read_backup,
    restore_backup,
    restore_result_text,
)
from companion.session.wall_clock import wall_clock
from companion.storage.archive import Archive, ArchivedGame, GameToStore
from companion.storage.archive_file import ArchiveError
from companion.storage.data_folder import GAMES_FILE
from companion.storage.game_summary import game_details_text, game_name_text, summarize_game
from companion.storage.locks import is_locked
from companion.storage.toml_file import BadFile
from companion.storage.transfer import (
    BadJournal,
    GameLookup,
    NoSuchEntry,
    ReplayedGame,
    read_journals,
    replay_journals,
)


def rules_finder(context: CommandContext) -> GameLookup:
    """Return a function that finds a game's rules by its short name.

    The function raises LookupError if the game is not installed.
    """

    def found(slug: str) -> Game:
        return context.games.of(slug).rules

    return found


def replay_file(
    context: CommandContext, name: str, upto: int | None = None, checks_results: bool = False
) -> list[ReplayedGame]:
    """Return the games in an exported file, up to an entry. Raises BadInput with line and reason."""
    try:
        return replay_journals(read_lines(name), rules_finder(context), upto, checks_results)
    except (BadJournal, NoSuchEntry) as error:
        raise BadInput(error.message) from None


def open_archive(context: CommandContext) -> Archive:
    """Return the archive of the data folder. Raises CommandFailed."""
    try:
        return Archive(context.data / GAMES_FILE)
    except ArchiveError as trouble:
        raise CommandFailed(trouble.message) from None


def first_state(context: CommandContext, game: AnyGame) -> Any:
    """Return the state of a new game with the owner's box. Raises BadInput if the box is invalid."""
    try:
        facts = game.owners_box(context.data).facts()
    except BadFile as error:
        raise BadInput(error.message) from None
    rules = game.rules
    return rules.start(game.setup(facts, game.house_rules.default, KnownPlayers()))


games = Group()


@contextmanager
def _open_archive(context: CommandContext) -> Iterator[Archive]:
    """Open the archive for a command and print its notices. ArchiveError becomes CommandFailed."""
    with open_archive(context) as archive:
        for message in (*archive.notices, *archive.mended):
            sys.stderr.write(context.translate(message) + "\n")
        try:
            yield archive
        except ArchiveError as trouble:
            raise CommandFailed(trouble.message) from None


@games.subcommand("list", tr("show the games that are kept"))
def _list(context: CommandContext) -> None:
    with _open_archive(context) as archive:
        lines = [context.translate(_line(context, kept)) for kept in archive.games()]
    lines = lines or [context.translate(tr("No game is kept here yet."))]
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def _line(context: CommandContext, stored_game: ArchivedGame) -> Message:
    state = (
        tr("finished") if stored_game.is_finished else tr("running") if stored_game.running else tr("not finished")
    )
    several = {game.id: game.name for game in context.games.listings} if len(context.games) > 1 else {}
    name, details = (
        game_name_text(stored_game.summary, several.get(stored_game.header.game)),
        game_details_text(stored_game.summary),
    )
    entries = trn("{n} entry", "{n} entries", stored_game.entries)
    line = tr("{id}  {name} ({entries}, {state})", id=stored_game.id, name=name, entries=entries, state=state)
    return tr("{game}: {details}", game=line, details=details) if details else line


def _game_numbered(archive: Archive, number: int) -> ArchivedGame:
    """Return the game with that number. Raises BadInput if there is none."""
    found = next((kept for kept in archive.games() if kept.id == number), None)
    if found is None:
        raise BadInput(tr('There is no game {n}; "companion games list" shows which there are.', n=number))
    return found


@games.subcommand("export", tr("write a game as JSON lines"))
@game_argument
@out_option
def _export(context: CommandContext, game: int, out: str) -> None:
    with _open_archive(context) as archive:
        kept = _game_numbered(archive, game)
        if kept.header.game not in context.games:
            raise CommandFailed(
                tr("Game {n} is one of {game}, which is not installed here.", n=kept.id, game=kept.header.game)
            )
        definition = context.games.of(kept.header.game)
        history = archive.load(kept.id, definition.rules)
    write_output(out, export_game(definition, history))


@games.subcommand("import", tr("take in a game that was exported"))
@argument("file", help=tr("an exported game; - reads standard input"))
def _import(context: CommandContext, file: str) -> None:
    """Import all games of the file or none; games that are stored already are left out."""
    with _open_archive(context) as archive:
        try:
            histories = list(read_journals(read_lines(file), rules_finder(context)))
        except BadJournal as error:
            raise BadInput(error.message) from None
        here = [archive.journal(kept.id) for kept in archive.games()]
        fresh = [history for history in histories if not is_known_game(here, history)]
        numbers = archive.store_games([_game_to_store(context, history) for history in fresh])
    _tell(context, RestoreResult(tuple(numbers), len(histories) - len(fresh), ()))


def _game_to_store(context: CommandContext, history: History) -> GameToStore:
    game = context.games.of(history.header.game)
    outline = game.outline(game.view(history.state, TABLE_VIEWER))
    return GameToStore(history, summarize_game(outline, context.translate, imported_at=wall_clock()))


def _tell(context: CommandContext, brought: RestoreResult) -> None:
    sys.stdout.write("".join(f"{context.translate(line)}\n" for line in restore_result_text(brought)))


@games.subcommand("save", tr("put all games and what the box knows into one file"))
@out_option
def _save(context: CommandContext, out: str) -> None:
    if out == STANDARD_STREAM and sys.stdout.isatty():
        raise BadInput(tr("A terminal can't show such a file; name one, for example --out games.zip."))
    with _open_archive(context) as archive:
        packed = pack_backup(archive, context.data, [*backup_files(context.games)])
        games = sum(1 for kept in archive.games() if kept.entries)
    write_output(out, packed)
    if out != STANDARD_STREAM:
        sys.stdout.write(context.translate(_saved_text(games, out)) + "\n")


def _saved_text(games: int, out: str) -> Message:
    where = Path(out).absolute()
    return trn(
        "{n} game and what the box knows are saved in {file}.",
        "{n} games and what the box knows are saved in {file}.",
        games,
        file=str(where),
    )


@games.subcommand("restore", tr("bring back what was saved, while no companion plays here"))
@argument("file", help=tr("everything that was saved; - reads standard input"))
def _restore(context: CommandContext, file: str) -> None:
    """Restore a backup completely or not at all; existing data stay."""
    try:
        found = read_backup(read_bytes(file), rules_finder(context), backup_files(context.games))
    except (BadBackup, BadJournal) as error:
        raise BadInput(error.message) from None
    check_not_in_use(context.data)
    with _open_archive(context) as archive:
        _tell(context, restore_backup(archive, context.data, context.games, found, context.translate))


@games.subcommand("delete", tr("delete a game for good"))
@game_argument
@flag("--yes", help=tr("do not ask whether it is meant"))
def _delete(context: CommandContext, game: int, yes: bool) -> None:
    with _open_archive(context) as archive:
        kept = _game_numbered(archive, game)
        if kept.running and is_locked(context.data):
            raise CommandFailed(
                tr("Game {n} is being played now; stop the companion, or choose another game in it.", n=game)
            )
        if not yes:
            _confirm(context, kept)
        archive.delete(kept.id)
    sys.stdout.write(context.translate(tr("Game {n} is deleted.", n=kept.id)) + "\n")


def _confirm(context: CommandContext, stored_game: ArchivedGame) -> None:
    """Raise CommandFailed unless the user confirms the deletion. Raises BadInput without a terminal."""
    if not sys.stdin.isatty():
        raise BadInput(tr("Deleting game {n} is for good; say it with --yes.", n=stored_game.id))
    sys.stderr.write(context.translate(_line(context, stored_game)) + "\n")
    sys.stderr.write(context.translate(tr("Type the number of the game to delete it for good: ")))
    sys.stderr.flush()
    if sys.stdin.readline().strip() != str(stored_game.id):
        raise CommandFailed(tr("Nothing was deleted."))
