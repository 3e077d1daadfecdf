"""Texts of the mountain: status line, setup steps, reasons in the history, and the help article of each event."""

from __future__ import annotations

from companion.chronicles.highlander import model
from companion.chronicles.highlander.model import (
    MOUNTAIN_CAUSE,
    NO_REFILL_INSTRUCTION,
    OWN_STATE,
    PUT_GOODS_INSTRUCTION,
    Mountain,
)
from companion.engine.message import Message, join_list, tr, trn
from companion.state.glen_more_2.expansions import EventArticles, SetupStage, SetupStep
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.text import labels

CAUSES = {
    MOUNTAIN_CAUSE: tr("the mountain"),
    NO_REFILL_INSTRUCTION: tr("After a turn onto the mountain no tiles are laid."),
    PUT_GOODS_INSTRUCTION: tr("Put the goods of the mountain on your tiles, at most 3 on each."),
}


def contents_text(now: Mountain) -> Message:
    """Return the coins and goods on the mountain, goods by kind where known."""
    coins = trn("{n} coin", "{n} coins", now.coins)
    named = [tr("{n} {good}", n=n, good=labels.GOODS_LABELS[good]) for good, n in now.goods_by_kind.items()]
    goods = join_list(named) if named else trn("{n} good", "{n} goods", now.goods)
    if not now.goods:
        return coins
    return tr("{coins} and {goods}", coins=coins, goods=goods) if now.coins else goods


def status_lines(state: State, player_id: str) -> tuple[Message, ...]:
    """Return the contents of the mountain, for the whole table."""
    if player_id or state.phase == "layout":
        return ()
    now = OWN_STATE.of(state)
    return (tr("Mountain: empty") if now == Mountain() else tr("Mountain: {amount}", amount=contents_text(now)),)


def preparation_steps(_state: State) -> tuple[SetupStep, ...]:
    """Return the step that places the mountain (C2-03)."""
    return (
        SetupStep(SetupStage.RONDEL, tr("The mountain onto the rondel, just before the space that stays empty")),
    )


def _grown(event: model.MountainGrew) -> str:
    return "C2-20" if event.figure == "die" else "C2-05"


EXPLAINED: EventArticles = {model.MountainGrew: _grown}
