"""`companion games`: the games that are kept, listed, exported, taken in, saved together, deleted.

Deletes nothing without a question.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.commands.command_line import Group, argument, flag
from companion.commands.context import CommandContext
from companion.commands.errors import BadInput, Failed
from companion.commands.files import STANDARD, not_in_use, read_bytes, write
from companion.commands.journals import open_archive, rules_of
from companion.commands.options import game_argument, out_option
from companion.engine.game import TABLE
from companion.engine.history import History
from companion.engine.message import Message, tr, trn
from companion.session.game_list import details_of, name_of, summarized
from companion.session.saving import BroughtBack, bring_back, exported, files_of, is_among, told
from companion.session.wall_clock import wall_clock
from companion.storage.archive import Archive, ArchivedGame, ArchiveTrouble, GameToKeep
from companion.storage.everything import BadSave, everything, read_everything
from companion.storage.in_use import is_held
from companion.storage.transfer import BadJournal, read_journals

games = Group()


@contextmanager
def _opened(context: CommandContext) -> Iterator[Archive]:
    """The games that are kept; the archive's troubles become the command's."""
    with open_archive(context) as archive:
        for message in (*archive.notices, *archive.mended):
            sys.stderr.write(context.translate(message) + "\n")
        try:
            yield archive
        except ArchiveTrouble as trouble:
            raise Failed(trouble.message) from None


@games.subcommand("list", tr("show the games that are kept"))
def _list(context: CommandContext) -> None:
    with _opened(context) as archive:
        lines = [context.translate(_line(context, kept)) for kept in archive.games()]
    lines = lines or [context.translate(tr("No game is kept here yet."))]
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def _line(context: CommandContext, kept: ArchivedGame) -> Message:
    state = tr("finished") if kept.finished else tr("running") if kept.running else tr("not finished")
    several = {game.id: game.name for game in context.games} if len(context.games) > 1 else {}
    name, details = name_of(kept.summary, several.get(kept.header.game)), details_of(kept.summary)
    entries = trn("{n} entry", "{n} entries", kept.entries)
    line = tr("{id}  {name} ({entries}, {state})", id=kept.id, name=name, entries=entries, state=state)
    return tr("{game}: {details}", game=line, details=details) if details else line


def _kept(archive: Archive, number: int) -> ArchivedGame:
    """A game of the list; BadInput where there is none with that number."""
    found = next((kept for kept in archive.games() if kept.id == number), None)
    if found is None:
        raise BadInput(tr('There is no game {n}; "companion games list" shows which there are.', n=number))
    return found


@games.subcommand("export", tr("write a game as JSON lines"))
@game_argument
@out_option
def _export(context: CommandContext, game: int, out: str) -> None:
    with _opened(context) as archive:
        kept = _kept(archive, game)
        if kept.header.game not in context.games:
            raise Failed(
                tr("Game {n} is one of {game}, which is not installed here.", n=kept.id, game=kept.header.game)
            )
        definition = context.games.of(kept.header.game)
        history = archive.load(kept.id, definition.rules)
    write(out, exported(definition, history))


@games.subcommand("import", tr("take in a game that was exported"))
@argument("file", help=tr("an exported game; - reads standard input"))
def _import(context: CommandContext, file: str) -> None:
    """All games of the file or none; those that are here already are left out."""
    with _opened(context) as archive:
        try:
            histories = list(read_journals(read_bytes(file).splitlines(keepends=True), rules_of(context)))
        except BadJournal as error:
            raise BadInput(error.message) from None
        here = [archive.journal(kept.id) for kept in archive.games()]
        fresh = [history for history in histories if not is_among(here, history)]
        numbers = archive.keep_all([_to_keep(context, history) for history in fresh])
    _tell(context, BroughtBack(tuple(numbers), len(histories) - len(fresh), ()))


def _to_keep(context: CommandContext, history: History) -> GameToKeep:
    game = context.games.of(history.header.game)
    outline = game.outline(game.view(history.state, TABLE))
    return GameToKeep(history, summarized(outline, context.translate, taken_in=wall_clock()))


def _tell(context: CommandContext, brought: BroughtBack) -> None:
    sys.stdout.write("".join(f"{context.translate(line)}\n" for line in told(brought)))


@games.subcommand("save", tr("put all games and what the box knows into one file"))
@out_option
def _save(context: CommandContext, out: str) -> None:
    if out == STANDARD and sys.stdout.isatty():
        raise BadInput(tr("A terminal can't show such a file; name one, for example --out games.zip."))
    with _opened(context) as archive:
        packed = everything(archive, context.data, [*files_of(context.games)])
        games = sum(1 for kept in archive.games() if kept.entries)
    write(out, packed)
    if out != STANDARD:
        sys.stdout.write(context.translate(_saved(games, out)) + "\n")


def _saved(games: int, out: str) -> Message:
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
    """All of it or nothing; what is here already stays."""
    try:
        found = read_everything(read_bytes(file), rules_of(context), files_of(context.games))
    except (BadSave, BadJournal) as error:
        raise BadInput(error.message) from None
    not_in_use(context.data)
    with _opened(context) as archive:
        _tell(context, bring_back(archive, context.data, context.games, found, context.translate))


@games.subcommand("delete", tr("delete a game for good"))
@game_argument
@flag("--yes", help=tr("do not ask whether it is meant"))
def _delete(context: CommandContext, game: int, yes: bool) -> None:
    with _opened(context) as archive:
        kept = _kept(archive, game)
        if kept.running and is_held(context.data):
            raise Failed(
                tr("Game {n} is being played now; stop the companion, or choose another game in it.", n=game)
            )
        if not yes:
            _confirm(context, kept)
        archive.delete(kept.id)
    sys.stdout.write(context.translate(tr("Game {n} is deleted.", n=kept.id)) + "\n")


def _confirm(context: CommandContext, kept: ArchivedGame) -> None:
    """Deleting is for good, so it is asked; where nobody can be asked, --yes says it."""
    if not sys.stdin.isatty():
        raise BadInput(tr("Deleting game {n} is for good; say it with --yes.", n=kept.id))
    sys.stderr.write(context.translate(_line(context, kept)) + "\n")
    sys.stderr.write(context.translate(tr("Type the number of the game to delete it for good: ")))
    sys.stderr.flush()
    if sys.stdin.readline().strip() != str(kept.id):
        raise Failed(tr("Nothing was deleted."))
