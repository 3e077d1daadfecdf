"""Schotten Totten as a listing for lists and commands; the definition is imported when the game is played."""

from __future__ import annotations

from pathlib import Path

from companion.engine.message import Translate, literal
from companion.games.definition import GameBasics, ScoreSheet


def _score(text: str, as_text: bool, translate: Translate) -> str:
    from companion.games.schotten_totten.cli import score  # Imported late: most commands score nothing.

    return score(text, as_text, translate)


GAME = GameBasics(
    id="schotten_totten",
    name=literal("Schotten Totten"),
    title=literal("Schotten Totten"),
    place=3,
    record_code="st",
    score=ScoreSheet(_score, Path(__file__).with_name("score_example.json")),
    parts=(
        "companion.games.schotten_totten",
        "companion.scoring.schotten_totten",
        "companion.state.schotten_totten",
    ),
    words=(
        *("schotten", "totten", "schotten_totten", "claims", "claimable", "formation", "techniques", "troop"),
        *("joker", "spy", "bearer", "bluff", "mud", "recruiter", "strategist", "banshee", "traitor", "ruses"),
    ),
    definition="companion.games.schotten_totten.definition:GAME",
)
