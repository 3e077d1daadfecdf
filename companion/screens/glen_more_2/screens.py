"""Glen More II on the panel: its home page and its sheets, named for the menu. Draws nothing itself."""

from __future__ import annotations

from companion.engine.message import tr
from companion.screens.box_icons import CARD
from companion.screens.game_screens import GameScreens, GameSheet
from companion.screens.glen_more_2 import icons
from companion.screens.glen_more_2.counts import TITLE as ALL_COUNTS
from companion.screens.glen_more_2.counts import WHY, before_scoring, count_leaves, doubt_leaves
from companion.screens.glen_more_2.duties import TO_DO, before_question, duties_leaves
from companion.screens.glen_more_2.final import final_leaves
from companion.screens.glen_more_2.home import TITLE, hidden_owed, home
from companion.screens.glen_more_2.points_table import TITLE as POINTS_SO_FAR
from companion.screens.glen_more_2.points_table import points_leaves
from companion.screens.glen_more_2.result import result_leaves, standings_leaves
from companion.screens.map_sheet import map_leaves
from companion.screens.pen import Pen
from companion.screens.strips import Leaf
from companion.state.glen_more_2.outline import (
    COUNTS,
    DOUBTS,
    DUTIES,
    FINAL,
    POINTS,
    RESULT,
    STANDINGS,
    TERRITORIES,
    outline_of,
)
from companion.state.glen_more_2.view import View

LATE = "late_cost"
"""The correction that settles what a tile of an earlier turn cost."""


def _territories(pen: Pen, view: View) -> list[Leaf]:
    names = [figure.label for figure in outline_of(view).players]
    return map_leaves(pen, zip(names, view.territories, strict=False), icons.IN_LISTS)


SCREENS: GameScreens[View] = GameScreens(
    title=TITLE,
    emblem=CARD,
    home=home,
    hides=lambda pen, view: DUTIES if hidden_owed(pen, view) else "",
    sheets={
        DUTIES: GameSheet(
            label=tr("To do"), leaves=duties_leaves, key="BACK", hint=TO_DO, listed=True, corrects=LATE
        ),
        DOUBTS: GameSheet(label=WHY, leaves=doubt_leaves, key="BACK", hint=WHY, key_only=True, corrects=LATE),
        FINAL: GameSheet(label=tr("Final result"), leaves=final_leaves, key="OK", hint=tr("result")),
        RESULT: GameSheet(label=tr("Last scoring round"), leaves=result_leaves),
        STANDINGS: GameSheet(label=tr("If scored now"), leaves=standings_leaves, key="OK+", hint=tr("if scored")),
        COUNTS: GameSheet(label=ALL_COUNTS, leaves=count_leaves, corrects="count"),
        POINTS: GameSheet(label=POINTS_SO_FAR, leaves=points_leaves),
        TERRITORIES: GameSheet(label=tr("Territories"), leaves=_territories),
    },
    icons=icons.IN_LISTS,
    over_list=before_scoring,
    over_question=before_question,
)
