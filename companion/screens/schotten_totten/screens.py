"""Schotten Totten on the panel: home page, board for places, sheets, named for the menu. Draws nothing itself."""

from __future__ import annotations

from companion.engine.message import tr
from companion.screens.game_screens import GameScreens, GameSheet
from companion.screens.schotten_totten.home import TITLE, home, place
from companion.screens.schotten_totten.icons import BOULDER, SIGNS
from companion.screens.schotten_totten.over_question import over_question
from companion.screens.schotten_totten.sheets import (
    LEFT,
    POINTS,
    TACTICS,
    WHY,
    points_leaves,
    tactics_leaves,
    unseen_leaves,
    why_leaves,
)
from companion.state.schotten_totten.outline import CLAIMS, PLAYED, RESULT, UNSEEN
from companion.state.schotten_totten.view import View

SCREENS: GameScreens[View] = GameScreens(
    title=TITLE,
    emblem=BOULDER,
    icons=SIGNS,
    home=home,
    place=place,
    over_question=over_question,
    sheets={
        CLAIMS: GameSheet(label=WHY, leaves=why_leaves, key="OK+", hint=tr("why?")),
        UNSEEN: GameSheet(label=LEFT, leaves=unseen_leaves, key="UP+", hint=tr("not seen")),
        PLAYED: GameSheet(label=TACTICS, leaves=tactics_leaves, key="BACK", hint=tr("tactics"), key_only=True),
        RESULT: GameSheet(label=POINTS, leaves=points_leaves),
    },
)
