"""Schotten Totten, of which claims can be judged so far, all its parts named in one form. Decides nothing."""

from __future__ import annotations

from pathlib import Path

from companion.engine.message import Translate, literal
from companion.games.definition import GameBasics, ScoreSheet


def _score(text: str, as_text: bool, translate: Translate) -> str:
    from companion.commands.schotten_totten.score import score  # late: most commands score nothing

    return score(text, as_text, translate)


GAME = GameBasics(
    id="schotten_totten",
    name=literal("Schotten Totten"),
    place=3,
    score=ScoreSheet(_score, Path(__file__).with_name("score_example.json")),
    parts=(
        "companion.games.schotten_totten",
        "companion.state.schotten_totten",
        "companion.scoring.schotten_totten",
        "companion.commands.schotten_totten",
    ),
    words=(
        *("schotten", "totten", "schotten_totten", "claims", "claimable", "formation", "techniques", "troop"),
        *("joker", "spy", "bearer", "bluff", "mud", "recruiter", "strategist", "banshee", "traitor", "ruses"),
    ),
)
