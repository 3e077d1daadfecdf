"""`companion score`: a scoring round without a game. The work is done by the game's own scoring."""

from __future__ import annotations

import sys

from companion.commands.command_line import argument, command, flag
from companion.commands.context import CommandContext
from companion.commands.errors import BadInput
from companion.commands.files import read_text
from companion.commands.options import game_option
from companion.engine.message import tr


@command
@argument("file", help=tr("the counts as JSON; - reads standard input"))
@flag("--text", help=tr("print a table for people instead of JSON"))
@game_option
def score(context: CommandContext, file: str, text: bool, game: str | None) -> None:
    """Reads the counts, prints the points."""
    definition = context.game(game)
    if definition.score is None:
        raise BadInput(tr("Nothing of {game} can be scored without a game.", game=definition.name))
    scored = definition.score(read_text(file), text, context.translate)
    sys.stdout.write(scored if scored.endswith("\n") else f"{scored}\n")
