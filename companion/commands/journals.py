"""Exported games as commands read them: a file becomes a history, a fault becomes the sentence with its line.

Prints nothing.
"""

from __future__ import annotations

from typing import Any

from companion.commands.context import CommandContext
from companion.commands.errors import BadInput, Failed
from companion.commands.files import read_bytes
from companion.engine.game import Game
from companion.games.definition import AnyGame, KnownPeople
from companion.storage.archive import Archive, ArchiveTrouble
from companion.storage.data_folder import GAMES_FILE
from companion.storage.replay import BadUpto, Replayed, replay
from companion.storage.toml_file import BadFile
from companion.storage.transfer import BadJournal, GameOf


def rules_of(context: CommandContext) -> GameOf:
    """The rules of a game by its short name; LookupError where it is not installed."""

    def found(slug: str) -> Game:
        return context.games.of(slug).rules

    return found


def replayed(
    context: CommandContext, name: str, upto: int | None = None, decide_again: bool = False
) -> list[Replayed]:
    """The games in an exported file, up to an entry; BadInput names line and reason."""
    try:
        return replay(read_bytes(name).splitlines(keepends=True), rules_of(context), upto, decide_again)
    except (BadJournal, BadUpto) as error:
        raise BadInput(error.message) from None


def open_archive(context: CommandContext) -> Archive:
    """The games in the data folder; Failed says why they can't be had."""
    try:
        return Archive(context.data / GAMES_FILE)
    except ArchiveTrouble as trouble:
        raise Failed(trouble.message) from None


def first_state(context: CommandContext, game: AnyGame) -> Any:
    """A game with the owner's box before its first answer; BadInput names what is wrong in the box."""
    try:
        facts = game.owners_box(context.data).facts()
    except BadFile as error:
        raise BadInput(error.message) from None
    rules = game.rules
    return rules.start(game.setup(facts, game.house_rules.default, KnownPeople()))
