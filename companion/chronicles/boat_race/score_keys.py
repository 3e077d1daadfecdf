"""The boat race in the document of `companion score`: a place, of which only the last matters (C1-28)."""

from __future__ import annotations

from typing import Literal

from companion.chronicles.boat_race.race import SLUG
from companion.chronicles.boat_race.scoring import coins_of_last
from companion.engine.message import tr
from companion.scoring.glen_more_2.document import ExpansionKeys
from companion.scoring.glen_more_2.standing import Standing
from companion.scoring.score_sheet import Key

LAST = "last"


def is_last(standing: Standing) -> bool:
    return bool(standing.expansion_standings[SLUG].get("boat") == LAST)


SCORE_KEYS = ExpansionKeys(
    keys={"boat": Key(Literal[1, 2, 3, "last"] | None, tr('1, 2, 3, "last" or null'), "never")},
    parts=(coins_of_last(is_last),),
)
