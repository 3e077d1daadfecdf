"""What the command line does for the counting game alone."""

from __future__ import annotations

import sys

import msgspec

from companion.commands.command_line import argument, command
from companion.commands.context import BadInput, CommandContext
from companion.engine.message import Translate, tr


class Bowls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    red: int
    blue: int


def score(text: str, as_table: bool, translate: Translate) -> str:
    """The stones of both bowls."""
    try:
        bowls = msgspec.json.decode(text, type=Bowls)
    except msgspec.DecodeError as error:
        raise BadInput(tr("These are no bowls: {why}.", why=str(error))) from None
    both = bowls.red + bowls.blue
    return translate(tr("{n} stones", n=both)) if as_table else f'{{"stones": {both}}}'


@command
@argument("number", help=tr("how many stones"))
def pile(_context: CommandContext, number: str) -> None:
    """Draws so many stones."""
    sys.stdout.write("o" * int(number) + "\n")
