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
from companion.engine.message import Said, say, say_n
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import DIE, State

CAUSES = {
    ON_IT: say("the mountain"),
    NOT_LAID: say("After a turn onto the mountain nothing is laid (C2-13)."),
    PUT_GOODS: say("Put the goods of the mountain on your tiles, at most 3 on each (C2-11)."),
}


def amount(now: Mountain) -> Said:
    coins = say_n("{n} coin", "{n} coins", now.coins)
    goods = say_n("{n} good", "{n} goods", now.goods)
    if not now.goods:
        return coins
    return say("{coins} and {goods}", coins=coins, goods=goods) if now.coins else goods


def lines(state: State, who: str) -> tuple[Said, ...]:
    if who:
        return ()
    if state.phase == "layout":
        return (say("Put the mountain on the last spaces before the empty one, in place of tiles of A."),)
    return (say("On the mountain: {amount}", amount=amount(mountain(state))),)


def tell_grew(state: State, e: MountainGrew) -> Said | None:
    """A player's coin is told as paid."""
    if e.figure == DIE:
        return say("1 coin of the supply onto the mountain (C2-18)")
    return say("{player} puts 1 good on the mountain", player=labels.figure(state, e.figure)) if e.goods else None


def tell_emptied(state: State, e: MountainEmptied) -> Said:
    what = amount(Mountain(e.coins, e.goods))
    return say(
        "{player} takes {amount} from the mountain ({rule})",
        player=labels.figure(state, e.player),
        amount=what,
        rule=e.rule,
    )


def tell_set(_state: State, e: MountainSet) -> Said:
    return say("on the mountain: {amount}", amount=amount(Mountain(e.coins, e.goods)))


def back_grew(state: State, e: MountainGrew) -> PutBack | None:
    """A player's coin is told with what was paid."""
    if e.figure == DIE:
        return PutBack(say("1 coin from the mountain back to the supply"))
    return PutBack(say("{player} takes 1 good back", player=labels.figure(state, e.figure))) if e.goods else None


def back_emptied(_state: State, e: MountainEmptied) -> PutBack:
    return PutBack(say("Back on the mountain: {amount}", amount=amount(Mountain(e.coins, e.goods))))
