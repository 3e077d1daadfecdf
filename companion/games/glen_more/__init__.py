"""Glen More, the game of 2010: so far counts of it are scored, nobody can play it here. Decides nothing."""

from __future__ import annotations

from pathlib import Path

from companion.engine.message import Translate, literal
from companion.games.definition import GameBasics, ScoreSheet


def _score(text: str, as_table: bool, translate: Translate) -> str:
    from companion.commands.glen_more.score import score  # late: most commands score nothing

    return score(text, as_table, translate)


GAME = GameBasics(
    id="glen_more",
    name=literal("Glen More"),
    place=2,
    score=ScoreSheet(_score, Path(__file__).with_name("score_example.json")),
    parts=(
        "companion.games.glen_more",
        "companion.state.glen_more",
        "companion.scoring.glen_more",
        "companion.catalogue.glen_more",
        "companion.commands.glen_more",
    ),
    shares=(
        "companion.scoring.ending",
        "companion.scoring.listing",
        "companion.state.line",
        "companion.state.market",
        "companion.state.placement",
        "companion.state.territory",
    ),
    words=(
        *("glen", "glen_more", "chieftain", "chieftains", "bonnet", "bonnets", "clan", "whisky", "barrels"),
        *("castle", "loch", "abbey", "iona", "mey", "duart", "territory", "coin", "coins", "goods"),
        *("scot", "scots"),
    ),
)
