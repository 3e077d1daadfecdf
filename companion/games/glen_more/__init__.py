"""Glen More (2010) as a listing for lists and commands; the definition is imported when the game is played."""

from __future__ import annotations

from pathlib import Path

from companion.engine.message import Translate, literal
from companion.games.definition import GameBasics, ScoreSheet


def _score(text: str, as_table: bool, translate: Translate) -> str:
    from companion.games.glen_more.cli import score  # Imported late: most commands score nothing.

    return score(text, as_table, translate)


GAME = GameBasics(
    id="glen_more",
    name=literal("Glen More"),
    title=literal("Glen More"),
    place=2,
    record_code="gm1",
    score=ScoreSheet(_score, Path(__file__).with_name("score_example.json")),
    parts=(
        "companion.games.glen_more",
        "companion.scoring.glen_more",
        "companion.state.glen_more",
    ),
    shares=(
        "companion.scoring.ending",
        "companion.scoring.listing",
        "companion.screens.box_icons",
        "companion.screens.market",
        "companion.state.territory",
    ),
    words=(
        *("glen", "glen_more", "chieftain", "chieftains", "bonnet", "bonnets", "clan", "whisky", "barrels"),
        *("castle", "loch", "abbey", "iona", "mey", "duart", "territory", "coin", "coins", "goods"),
        *("scot", "scots", "rondel", "cattle", "sheep", "grain", "barrel", "pawn", "pawns"),
        *("landmark", "refill", "scorekeeper", "activation"),
    ),
    definition="companion.games.glen_more.definition:GAME",
)
