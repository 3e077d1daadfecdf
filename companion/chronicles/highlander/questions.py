"""What is asked at the mountain: the pay of whoever passes, everything for whoever leaves, what lies there."""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.highlander.mountain import (
    COINS_MOST,
    CONTENTS,
    GOODS_MOST,
    LEAVE,
    MOUNTAIN,
    ON_IT,
    PUT_GOODS,
    SLUG,
    Mountain,
    MountainEmptied,
    MountainGrew,
    MountainSet,
    holder,
    mountain,
    never,
)
from companion.chronicles.highlander.words import amount
from companion.engine.game import Way
from companion.engine.message import say, say_n
from companion.engine.offers import Amount, Answer, Offer, Question, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import Open, State, is_neutral
from companion.state.glen_more_2.questions.question_kinds import posed
from companion.state.glen_more_2.resolution import Course
from companion.state.glen_more_2.ring import place_of, place_of_piece


def everything(state: State, who: str, rule: str) -> Iterator[ev.Event]:
    """Coins are booked, goods are put on tiles by hand; all or nothing (C2-12)."""
    now = mountain(state)
    yield MountainEmptied(who, now.coins, now.goods, rule)
    if now.coins:
        yield ev.CoinsGained(who, now.coins, ON_IT)
    if now.goods:
        yield ev.Told(PUT_GOODS)


def leaving(state: State) -> Iterator[ev.Event]:
    """The pawn on turn stands on it, and something lies there (C2-11)."""
    if state.turn.figure == holder(state) and mountain(state) != Mountain():
        yield ev.Asked(LEAVE, state.turn.figure)


def at_the_end(state: State) -> Iterator[ev.Event]:
    """Who stands on it when the game ends has everything without leaving (C2-17)."""
    who = holder(state)
    if who and not is_neutral(who) and mountain(state) != Mountain():
        yield from everything(state, who, "C2-17")


def ask_pay(state: State, question: Open) -> Question:
    """One coin or one good of the player's own; nothing only by who has neither (C2-05 to C2-07)."""
    who = labels.figure(state, question.player)
    has = max(int(question.args[0]), state.player(question.player).coins)
    none = Reason("C2-06", say("By the book {player} has no coin.", player=who))
    some = Reason(
        "C2-07",
        say_n("By the book {player} has {n} coin.", "By the book {player} has {n} coins.", has, player=who),
    )
    coin = Offer("coin", say("1 coin"), caution=None if has > 0 else none)
    good = Offer("good", say("1 good from a tile"))
    nothing = Offer("nothing", say("Nothing: no coin and no good"), caution=some if has > 0 else None)
    offers = (coin, good, nothing) if has > 0 else (good, nothing, coin)
    text = say("{player} passes the mountain and puts on it:", player=who)
    return Question(question.number, question.kind, text, offers, question.player, rule="C2-05")


def settle_pay(course: Course, question: Open, answer: Answer) -> None:
    course.settle(question)
    if answer.offer == "coin":
        course.do(ev.CoinsPaid(question.player, 1, ON_IT))
        course.do(MountainGrew(question.player, coins=1))
    elif answer.offer == "good":
        course.do(MountainGrew(question.player, goods=1))


def ask_leave(state: State, question: Open) -> Question:
    text = say("{player} leaves the mountain.", player=labels.figure(state, question.player))
    offers = (
        Offer("take", say("Take everything: {amount}", amount=amount(mountain(state)))),
        Offer("stay", say("Leave it there")),
    )
    return Question(question.number, question.kind, text, offers, question.player, rule="C2-11")


def settle_leave(course: Course, question: Open, answer: Answer) -> None:
    course.settle(question)
    if answer.offer == "take":
        for event in everything(course.state, question.player, "C2-11"):
            course.do(event)


def contents(state: State, _question: Open) -> tuple[Offer, ...]:
    """A correction: what lies on the mountain."""
    if SLUG not in state.drawers or state.phase in ("layout", "over"):
        return ()
    now = mountain(state)
    parts = (
        Amount("coins", say("How many coins lie on it?"), 0, COINS_MOST, min(now.coins, COINS_MOST)),
        Amount("goods", say("How many goods lie on it?"), 0, GOODS_MOST, min(now.goods, GOODS_MOST)),
    )
    return (Offer(CONTENTS, say("What lies on the mountain"), parts),)


def settle_contents(course: Course, _question: Open, answer: Answer) -> None:
    coins, goods = answer.values
    course.do(MountainSet(int(coins), int(goods)))


def taps(state: State, piece: str) -> tuple[Way, ...]:
    """Its sticker tapped where a tile is expected: the pawn moves onto it."""
    take = state.opened("take")
    if piece != MOUNTAIN or take is None or never(state, state.turn.figure, piece):
        return ()
    offered = next(o for o in posed(state, take).offers if o.name == "take")
    here = not offered.closed and place_of_piece(state.line, MOUNTAIN) > place_of(state.line, state.turn.figure)
    return (Way(say("onto the mountain"), Answer(take.number, "take", (MOUNTAIN,))),) if here else ()
