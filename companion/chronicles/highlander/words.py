"""The mountain in words: on the screen, in the history, when things are put back.

Says only what the state holds; changes nothing.
"""

from __future__ import annotations

from companion.chronicles.highlander.mountain import (
    NOT_LAID,
    ON_IT,
    OWN_STATE,
    PUT_GOODS,
    Mountain,
)
from companion.engine.message import Message, listed, tr, trn
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.set_up_steps import Stage, Step

CAUSES = {
    ON_IT: tr("the mountain"),
    NOT_LAID: tr("After a turn onto the mountain no tiles are laid."),
    PUT_GOODS: tr("Put the goods of the mountain on your tiles, at most 3 on each."),
}


def amount(now: Mountain) -> Message:
    coins = trn("{n} coin", "{n} coins", now.coins)
    named = [tr("{n} {good}", n=n, good=labels.GOODS_WORDS[good]) for good, n in now.which.items()]
    goods = listed(named) if named else trn("{n} good", "{n} goods", now.goods)
    if not now.goods:
        return coins
    return tr("{coins} and {goods}", coins=coins, goods=goods) if now.coins else goods


def lines(state: State, player_id: str) -> tuple[Message, ...]:
    if player_id or state.phase == "layout":
        return ()
    now = OWN_STATE.of(state)
    return (tr("Mountain: empty") if now == Mountain() else tr("Mountain: {amount}", amount=amount(now)),)


def preparation(_state: State) -> tuple[Step, ...]:
    """Where it stands (C2-03)."""
    return (Step(Stage.RONDEL, tr("The mountain onto the rondel, just before the space that stays empty")),)
