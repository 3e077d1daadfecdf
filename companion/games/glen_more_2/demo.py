"""The recorded game of Glen More II that ships: its facts, and the table of its end. Plays nothing itself."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.catalogue.glen_more_2.box import read_box
from companion.catalogue.glen_more_2.facts_in_force import load_facts
from companion.engine.message import Translate, tr
from companion.scoring.gains import Result
from companion.scoring.glen_more_2.listing import listing
from companion.session.recording import BadRecording
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.outline import outline_of
from companion.state.glen_more_2.view import View

HERE = Path(__file__).parent / "recorded"
RECORDING = HERE / "three_players.jsonl"
BOXES = {"complete": HERE / "complete.toml", "bare": None}
"""By the names in recordings: an invented box of which everything is known, and what the catalogue alone knows."""


def facts(box: str) -> Facts:
    """The facts of the box that a recording names, never the owner's; BadRecording where there is none."""
    if box not in BOXES:
        known = ", ".join(BOXES)
        raise BadRecording(
            tr("There is no box {name} for a recording; use one of {known}.", name=box, known=known)
        )
    path = BOXES[box]
    return load_facts(read_box(path) if path else None)


def result(view: View, translate: Translate) -> str:
    """The last scoring with players as people call them; in a game they go by their colours' ids."""
    assert view.result is not None
    outline = outline_of(view)

    def called(who: str) -> str:
        return translate(outline.figure(who).label)

    players = tuple(msgspec.structs.replace(scored, name=called(scored.name)) for scored in view.result.players)
    winners = tuple(called(who) for who in view.result.winners)
    shown: Result = msgspec.structs.replace(view.result, players=players, winners=winners)
    return listing(shown, translate)
