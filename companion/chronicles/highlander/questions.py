"""What is asked at the mountain: the pay of whoever passes, everything for whoever leaves, what lies there."""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.highlander.mountain import (
    CONTENTS,
    LEAVE,
    MAX_COINS,
    MAX_GOODS,
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
from companion.engine.game import Interpretation
from companion.engine.message import tr, trn
from companion.engine.offers import Amount, Answer, Offer, Question, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import OpenQuestion, State, is_neutral
from companion.state.glen_more_2.questions.question_kinds import build_question
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import place_of, place_of_piece


def everything(state: State, player_id: str, rule: str) -> Iterator[ev.Event]:
    """Coins are booked, goods are put on tiles by hand; all or nothing (C2-12)."""
    now = mountain(state)
    yield MountainEmptied(player_id, now.coins, now.goods, rule)
    if now.coins:
        yield ev.CoinsGained(player_id, now.coins, ON_IT)
    if now.goods:
        yield ev.ManualStepDue(PUT_GOODS)


def leaving(state: State) -> Iterator[ev.Event]:
    """The pawn on turn stands on it, and something lies there (C2-11)."""
    if state.turn.figure == holder(state) and mountain(state) != Mountain():
        yield ev.QuestionAsked(LEAVE, state.turn.figure)


def at_the_end(state: State) -> Iterator[ev.Event]:
    """Who stands on it when the game ends has everything without leaving (C2-17)."""
    player_id = holder(state)
    if player_id and not is_neutral(player_id) and mountain(state) != Mountain():
        yield from everything(state, player_id, "C2-17")


def ask_pay(state: State, question: OpenQuestion) -> Question:
    """One coin or one good of the player's own; nothing only by who has neither (C2-05 to C2-07)."""
    player = labels.figure(state, question.player)
    has = max(int(question.args[0]), state.player(question.player).coins)
    none = Reason("C2-06", tr("By the book {player} has no coin.", player=player))
    some = Reason(
        "C2-07",
        trn("By the book {player} has {n} coin.", "By the book {player} has {n} coins.", has, player=player),
    )
    coin = Offer("coin", tr("1 coin"), caution=None if has > 0 else none)
    good = Offer("good", tr("1 good from a tile"))
    nothing = Offer("nothing", tr("Nothing: no coin and no good"), caution=some if has > 0 else None)
    offers = (coin, good, nothing) if has > 0 else (good, nothing, coin)
    text = tr("{player} passes the mountain and puts on it:", player=player)
    return Question(question.number, question.kind, text, offers, question.player, rule="C2-05")


def settle_pay(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    if answer.offer == "coin":
        resolution.do(ev.CoinsPaid(question.player, 1, ON_IT))
        resolution.do(MountainGrew(question.player, coins=1))
    elif answer.offer == "good":
        resolution.do(MountainGrew(question.player, goods=1))


def ask_leave(state: State, question: OpenQuestion) -> Question:
    text = tr("{player} leaves the mountain.", player=labels.figure(state, question.player))
    offers = (
        Offer("take", tr("Take everything: {amount}", amount=amount(mountain(state)))),
        Offer("stay", tr("Leave it there")),
    )
    return Question(question.number, question.kind, text, offers, question.player, rule="C2-11")


def settle_leave(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    if answer.offer == "take":
        for event in everything(resolution.state, question.player, "C2-11"):
            resolution.do(event)


def contents(state: State, _question: OpenQuestion) -> tuple[Offer, ...]:
    """A correction: what lies on the mountain."""
    if SLUG not in state.drawers or state.phase in ("layout", "over"):
        return ()
    now = mountain(state)
    parts = (
        Amount("coins", tr("How many coins lie on it?"), 0, MAX_COINS, min(now.coins, MAX_COINS)),
        Amount("goods", tr("How many goods lie on it?"), 0, MAX_GOODS, min(now.goods, MAX_GOODS)),
    )
    return (Offer(CONTENTS, tr("What lies on the mountain"), parts),)


def settle_contents(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    coins, goods = answer.values
    resolution.do(MountainSet(int(coins), int(goods)))


def taps(state: State, piece: str) -> tuple[Interpretation, ...]:
    """Its sticker tapped where a tile is expected: the pawn moves onto it."""
    take = state.opened("take")
    if piece != MOUNTAIN or take is None or never(state, state.turn.figure, piece):
        return ()
    offered = next(o for o in build_question(state, take).offers if o.name == "take")
    here = not offered.closed and place_of_piece(state.line, MOUNTAIN) > place_of(state.line, state.turn.figure)
    return (Interpretation(tr("onto the mountain"), Answer(take.number, "take", (MOUNTAIN,))),) if here else ()
