"""`companion score`: a scoring round without a game. The work is done by `companion.scoring`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import msgspec

from companion.commands.command_line import argument, command, flag
from companion.commands.context import CommandContext
from companion.commands.errors import BadInput
from companion.commands.files import read_text
from companion.engine.message import tr

if TYPE_CHECKING:
    from companion.scoring.glen_more_2.document import ExpansionKeys


@command
@argument("file", help=tr("the counts as JSON; - reads standard input"))
@flag("--text", help=tr("print a table for people instead of JSON"))
def score(context: CommandContext, file: str, text: bool) -> None:
    """Reads the counts, prints the points."""
    from companion.catalogue import load_facts
    from companion.scoring.glen_more_2 import document

    given = read_text(file)
    try:
        scored = document.run(given, load_facts().landmarks, text, context.words, chronicle_keys())
    except document.BadDocument as error:
        raise BadInput(error.message) from None
    sys.stdout.write(scored if scored.endswith("\n") else f"{scored}\n")


def chronicle_keys() -> list[ExpansionKeys]:
    """What each chronicle adds to the sheet, those that add nothing included: they may be named too."""
    from companion.games.loader import installed
    from companion.scoring.glen_more_2.document import ExpansionKeys

    return [
        msgspec.structs.replace(
            each.score_keys or ExpansionKeys(each.slug, each.number), name=each.name, fewest=each.min_players
        )
        for each in installed().expansions.values()
    ]
