"""Exported games as commands read them: a file becomes a history, a fault becomes the sentence with its line."""

from __future__ import annotations

from companion.commands.context import CommandContext
from companion.commands.errors import BadInput, Failed
from companion.commands.files import read_bytes
from companion.engine.game import TableGame
from companion.storage.archive import Archive, ArchiveTrouble
from companion.storage.data_folder import GAMES
from companion.storage.replay import BadUpto, Replayed, replay
from companion.storage.transfer import BadJournal


def game_of(slug: str) -> TableGame:
    """The game with that short name; LookupError where there is none."""
    from companion.games.loader import glen_more_2

    game: TableGame = glen_more_2()
    if slug != game.slug:
        raise LookupError(slug)
    return game


def replayed(name: str, upto: int | None = None, decide_again: bool = False) -> list[Replayed]:
    """The games in an exported file, up to an entry; BadInput names line and reason."""
    try:
        return replay(read_bytes(name).splitlines(keepends=True), game_of, upto, decide_again)
    except (BadJournal, BadUpto) as error:
        raise BadInput(error.message) from None


def open_archive(context: CommandContext) -> Archive:
    """The games in the data folder; Failed says why they can't be had."""
    try:
        return Archive(context.data / GAMES)
    except ArchiveTrouble as trouble:
        raise Failed(trouble.message) from None
