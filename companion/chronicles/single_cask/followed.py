"""Distilleries where tiles are activated: one matures a barrel, or makes one and matures one besides."""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.single_cask.casks import (
    BARLEY_AND_WOOD,
    MATURE,
    MATURES,
    PRODUCE,
    matures,
    moves_of,
    which_barrel,
)
from companion.chronicles.single_cask.cellars import SLUG
from companion.chronicles.single_cask.pieces import DISTILLERIES
from companion.engine.message import Message, tr
from companion.engine.offers import NONE
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.expansions import Gain, Refereed
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.referee.activating import INSTEAD, MACGREGOR, MACGREGOR_POINTS
from companion.state.glen_more_2.referee.use import OF_EXPANSIONS, Use
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form, QuestionKind, nothing
from companion.state.territory.grid import Spot

WHICH = f"{SLUG}.which"


def uses(state: State, player_id: str, spot: Spot) -> Iterator[Use]:
    """Which of the symbols it shows nobody publishes; of all of them one is used (C3-11, C3-15, C3-16)."""
    if spot.top not in DISTILLERIES:
        return
    if moves_of(state, player_id):
        yield Use(OF_EXPANSIONS, MATURE, get={MATURE: 1})
    yield Use(OF_EXPANSIONS, "barley", {"barley": 1}, {"whisky": 1})
    yield Use(OF_EXPANSIONS, PRODUCE, BARLEY_AND_WOOD, {"whisky": 1, MATURE: 1})
    if state.has_lasting(player_id, MACGREGOR):
        yield Use(OF_EXPANSIONS, INSTEAD, get={"vp": MACGREGOR_POINTS}, source=f"crest:{MACGREGOR}")


def _ask_which(resolution: Resolution, player_id: str, _spot: Spot) -> None:
    if moves_of(resolution.state, player_id):
        resolution.ask(WHICH, player_id)


def _which_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player}: which barrel matures?", player=labels.figure(state, question.player))


def _which(state: State, question: OpenQuestion) -> Form | None:
    moves = moves_of(state, question.player)
    return Form(MATURES, (which_barrel(state, moves),)) if moves else None


KINDS = (
    QuestionKind(
        WHICH,
        _which_text,
        (Action("matures", _which, matures), Action("none", Form(tr("No barrel matures"), hint=NONE), nothing)),
        rule="C3-11",
    ),
)
REFEREE = Refereed(gains={MATURE: Gain(tr("a barrel matures"), _ask_which)}, uses=uses)
