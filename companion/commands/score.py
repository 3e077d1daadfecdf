"""`companion score`: a scoring round without a game. The work is done by `companion.scoring`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import msgspec

from companion.commands.context import CommandContext
from companion.commands.errors import BadInput
from companion.commands.files import read_text

if TYPE_CHECKING:
    from companion.scoring.glen_more_2.document import ExpansionKeys


def run(context: CommandContext) -> None:
    """Reads the counts, prints the points."""
    from companion.catalogue import load_facts
    from companion.scoring.glen_more_2 import document

    text = read_text(context.take("file"))
    try:
        scored = document.run(text, load_facts().landmarks, context.take("text"), context.words, chronicle_keys())
    except document.BadDocument as error:
        raise BadInput(error.message) from None
    sys.stdout.write(scored if scored.endswith("\n") else f"{scored}\n")


def chronicle_keys() -> list[ExpansionKeys]:
    """What each chronicle adds to the sheet, those that add nothing included: they may be named too."""
    from companion.games.loader import load_chronicles
    from companion.scoring.glen_more_2.document import ExpansionKeys
    from companion.state.glen_more_2.expansions import EXPANSIONS

    load_chronicles()
    return [
        msgspec.structs.replace(
            plug.sheet or ExpansionKeys(plug.slug, plug.number), name=plug.name, fewest=plug.fewest
        )
        for plug in EXPANSIONS.values()
    ]
