"""The recorded game of Glen More II that ships: its facts, and the table of its end. Plays nothing itself."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.catalogue.glen_more_2.box import read_box
from companion.catalogue.glen_more_2.facts_in_force import load_facts
from companion.engine.message import Translate
from companion.scoring.glen_more_2.listing import listing
from companion.scoring.glen_more_2.standing import Result
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.outline import outline_of
from companion.state.glen_more_2.view import View

HERE = Path(__file__).parent / "recorded"
RECORDING = HERE / "three_players.jsonl"


def facts(box: str) -> Facts:
    """The invented complete box, or the bare catalogue; never the owner's."""
    return load_facts(read_box(HERE / f"{box}.toml") if box != "bare" else None)


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
