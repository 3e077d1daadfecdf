"""`companion score`: a scoring round without a game. The game's own scoring does the work."""

from __future__ import annotations

import sys

from companion.commands.command_line import argument, command, flag, known_game_option
from companion.commands.context import BadInput, CommandContext, read_text
from companion.engine.message import tr


@command
@argument(
    "file", required=False, help=tr("the counts as JSON, described in docs/reference.md; - reads standard input")
)
@flag("--example", help=tr("print a document to start from, and score nothing"))
@flag("--text", help=tr("print a table for people instead of JSON"))
@known_game_option
def score(context: CommandContext, file: str | None, example: bool, text: bool, game: str | None) -> None:
    """Read the counts and print the points. Raises BadInput for a document that cannot be scored."""
    definition = context.known_game(game)
    if definition.score is None:
        raise BadInput(tr("Nothing of {game} can be scored without a game.", game=definition.name))
    if example:
        sys.stdout.write(definition.score.example.read_text("utf-8"))
        return
    if file is None:
        raise BadInput(tr('Name a file of counts; "companion score --example" prints one.'))
    scored = definition.score.points(read_text(file), text, context.translate)
    sys.stdout.write(scored if scored.endswith("\n") else f"{scored}\n")
