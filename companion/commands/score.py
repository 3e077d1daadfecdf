"""`companion score`: a scoring round without a game. The work is done by `companion.scoring.document`."""

from __future__ import annotations

import sys

from companion.commands.files import read_text
from companion.commands.situation import Situation
from companion.commands.stops import BadInput


def run(situation: Situation) -> None:
    """Reads the counts, prints the points."""
    from companion.catalogue import load_facts
    from companion.scoring import document

    text = read_text(situation.take("file"))
    try:
        scored = document.run(text, load_facts().landmarks, situation.take("text"), situation.words)
    except document.BadDocument as error:
        raise BadInput(error.said) from None
    sys.stdout.write(scored if scored.endswith("\n") else f"{scored}\n")
