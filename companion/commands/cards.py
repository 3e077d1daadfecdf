"""`companion cards`: the printed sheet of command cards. Which cards there are, the game says."""

from __future__ import annotations

from companion.commands.command_line import command, option
from companion.commands.context import CommandContext
from companion.commands.errors import BadInput
from companion.commands.files import write
from companion.commands.journals import first_state
from companion.commands.options import game_option
from companion.engine.message import tr


@command
@game_option
@option("--out", metavar="FILE", required=True, help=tr("the sheet to write (PDF, A4)"))
def cards(context: CommandContext, game: str | None, out: str) -> None:
    """Writes the sheet as PDF."""
    from companion.screens.card_sheet import command_card_sheet

    definition = context.game(game)
    printed = definition.cards(first_state(context, definition))
    if not printed:
        raise BadInput(tr("{game} has no command cards.", game=definition.name))
    write(out, command_card_sheet(printed, context.translate))
