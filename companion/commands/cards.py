"""`companion cards`: the printed sheet of command cards."""

from __future__ import annotations

from companion.commands.box import box_facts
from companion.commands.context import CommandContext
from companion.commands.files import write


def run(context: CommandContext) -> None:
    """Writes the sheet as PDF."""
    from companion.catalogue.glen_more_2.command_cards import command_cards
    from companion.screens.card_sheet import command_card_sheet

    cards = list(command_cards(box_facts(context.data)).values())
    write(context.take("out"), command_card_sheet(cards, context.words))
