"""`companion haggis`: one haggis scoring without a game. The work is done by the chronicle's own document."""

from __future__ import annotations

import sys
from pathlib import Path

from companion.commands.command_line import argument, command, flag
from companion.commands.context import CommandContext
from companion.commands.errors import BadInput
from companion.commands.files import read_text
from companion.engine.message import tr

EXAMPLE = Path(__file__).with_name("haggis_example.json")


@command
@argument(
    "file",
    required=False,
    help=tr("tokens and rolls as JSON, described in docs/reference.md; - reads standard input"),
)
@flag("--example", help=tr("print a document to start from, and score nothing"))
def haggis(context: CommandContext, file: str | None, example: bool) -> None:
    """Reads tokens and rolls, prints what is turned and scored."""
    if example:
        sys.stdout.write(EXAMPLE.read_text("utf-8"))
        return
    if file is None:
        raise BadInput(tr('Name a file of tokens and rolls; "companion haggis --example" prints one.'))
    from companion.catalogue.glen_more_2.facts_in_force import load_facts
    from companion.chronicles.haggis import document
    from companion.scoring.score_sheet import BadDocument

    text = read_text(file)
    try:
        scored = document.run(text, load_facts().die_faces, context.translate)
    except BadDocument as error:
        raise BadInput(error.message) from None
    sys.stdout.write(f"{scored}\n")
