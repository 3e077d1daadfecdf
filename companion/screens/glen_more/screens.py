"""Glen More on the panel: its home page and its sheets, named for the menu. Draws nothing itself."""

from __future__ import annotations

from companion.engine.message import tr
from companion.screens.game_screens import GameScreens, GameSheet
from companion.screens.glen_more.counts import TITLE as ALL_COUNTS
from companion.screens.glen_more.counts import count_leaves
from companion.screens.glen_more.home import TITLE, home
from companion.screens.glen_more.icons import SIGNS
from companion.screens.glen_more.result import result_leaves, standings_leaves
from companion.screens.icons import POINTS
from companion.screens.map_sheet import map_leaves
from companion.screens.pen import Pen
from companion.screens.strips import Leaf
from companion.state.glen_more.outline import COUNTS, FINAL, RESULT, STANDINGS, TERRITORIES
from companion.state.glen_more.view import View


def _territories(pen: Pen, view: View) -> list[Leaf]:
    names = [player.label for player in view.players]
    return map_leaves(pen, zip(names, view.territories, strict=False), SIGNS)


SCREENS: GameScreens[View] = GameScreens(
    title=TITLE,
    emblem=POINTS,
    icons=SIGNS,
    home=home,
    sheets={
        FINAL: GameSheet(label=tr("Final result"), leaves=result_leaves, key="OK", hint=tr("result")),
        RESULT: GameSheet(label=tr("Last scoring round"), leaves=result_leaves),
        STANDINGS: GameSheet(label=tr("If scored now"), leaves=standings_leaves, key="OK+", hint=tr("if scored")),
        COUNTS: GameSheet(label=ALL_COUNTS, leaves=count_leaves),
        TERRITORIES: GameSheet(label=tr("Territories"), leaves=_territories),
    },
)
