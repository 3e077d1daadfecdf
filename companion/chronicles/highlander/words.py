"""The mountain in words: on the screen, in the history, when things are put back."""

from __future__ import annotations

from companion.chronicles.highlander.mountain import (
    NOT_LAID,
    ON_IT,
    PUT_GOODS,
    Mountain,
    MountainEmptied,
    MountainGrew,
    MountainSet,
    mountain,
)
from companion.engine.game import PutBack
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import DIE, State

CAUSES = {
    ON_IT: tr("the mountain"),
    NOT_LAID: tr("After a turn onto the mountain nothing is laid (C2-13)."),
    PUT_GOODS: tr("Put the goods of the mountain on your tiles, at most 3 on each (C2-11)."),
}


def amount(now: Mountain) -> Message:
    coins = trn("{n} coin", "{n} coins", now.coins)
    goods = trn("{n} good", "{n} goods", now.goods)
    if not now.goods:
        return coins
    return tr("{coins} and {goods}", coins=coins, goods=goods) if now.coins else goods


def lines(state: State, player_id: str) -> tuple[Message, ...]:
    if player_id:
        return ()
    if state.phase == "layout":
        return (tr("Put the mountain on the last spaces before the empty one, in place of tiles of A."),)
    return (tr("On the mountain: {amount}", amount=amount(mountain(state))),)


def tell_grew(state: State, e: MountainGrew) -> Message | None:
    """A player's coin is told as paid."""
    if e.figure == DIE:
        return tr("1 coin of the supply onto the mountain (C2-18)")
    return tr("{player} puts 1 good on the mountain", player=labels.figure(state, e.figure)) if e.goods else None


def tell_emptied(state: State, e: MountainEmptied) -> Message:
    what = amount(Mountain(e.coins, e.goods))
    return tr(
        "{player} takes {amount} from the mountain ({rule})",
        player=labels.figure(state, e.player),
        amount=what,
        rule=e.rule,
    )


def tell_set(_state: State, e: MountainSet) -> Message:
    return tr("on the mountain: {amount}", amount=amount(Mountain(e.coins, e.goods)))


def back_grew(state: State, e: MountainGrew) -> PutBack | None:
    """A player's coin is told with what was paid."""
    if e.figure == DIE:
        return PutBack(tr("1 coin from the mountain back to the supply"))
    return PutBack(tr("{player} takes 1 good back", player=labels.figure(state, e.figure))) if e.goods else None


def back_emptied(_state: State, e: MountainEmptied) -> PutBack:
    return PutBack(tr("Back on the mountain: {amount}", amount=amount(Mountain(e.coins, e.goods))))
