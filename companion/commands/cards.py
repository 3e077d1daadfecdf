"""`companion cards`: the printed sheet of command cards."""

from __future__ import annotations

from companion.commands.box import box_facts
from companion.commands.command_line import command, option
from companion.commands.context import CommandContext
from companion.commands.files import write
from companion.engine.message import tr


@command
@option("--out", metavar="FILE", required=True, help=tr("the sheet to write (PDF, A4)"))
def cards(context: CommandContext, out: str) -> None:
    """Writes the sheet as PDF."""
    from companion.catalogue.glen_more_2.command_cards import command_cards
    from companion.screens.card_sheet import command_card_sheet

    printed = list(command_cards(box_facts(context.data)).values())
    write(out, command_card_sheet(printed, context.words))
