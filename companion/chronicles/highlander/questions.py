"""What is asked at the mountain: the pay of whoever passes, everything for whoever leaves, what lies there.

Never follows which goods lie there, only how many.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.highlander.mountain import (
    LEAVE,
    MAX_COINS,
    MAX_GOODS,
    MOUNTAIN,
    ON_IT,
    OWN_STATE,
    PAY,
    PUT_GOODS,
    SET_CONTENTS,
    Mountain,
    MountainEmptied,
    MountainGrew,
    MountainSet,
    cannot_stop,
    holder,
)
from companion.chronicles.highlander.swapping import ask_swap
from companion.chronicles.highlander.words import amount
from companion.engine.game import Interpretation
from companion.engine.message import Message, tr, trn
from companion.engine.offers import Amount, Answer, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import OpenQuestion, State, is_neutral
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import place_of, place_of_piece
from companion.state.glen_more_2.rows import Action, Form, QuestionKind, expansion_card, nothing
from companion.state.glen_more_2.ruleset import build_question


def hand_over_all(state: State, player_id: str, rule: str) -> Iterator[ev.Event]:
    """Coins are booked, goods are put on tiles by hand; all or nothing (C2-12)."""
    now = OWN_STATE.of(state)
    yield MountainEmptied(player_id, now.coins, now.goods, rule)
    if now.coins:
        yield ev.CoinsGained(player_id, now.coins, ON_IT)
    if now.goods:
        yield ev.ManualStepDue(PUT_GOODS)


def leaving(state: State) -> Iterator[ev.Event]:
    """The pawn on turn stands on it, and something lies there (C2-11)."""
    # At the start of the turn: when the tile is taken these coins may pay for it.
    if state.turn.figure == holder(state) and OWN_STATE.of(state) != Mountain():
        yield from ask_swap(state, state.turn.figure)
        yield ev.QuestionAsked(LEAVE, state.turn.figure)


def at_the_end(state: State) -> Iterator[ev.Event]:
    """Who stands on it when the game ends has everything without leaving (C2-17)."""
    player_id = holder(state)
    if player_id and not is_neutral(player_id) and OWN_STATE.of(state) != Mountain():
        yield from hand_over_all(state, player_id, "C2-17")


# ---- who passes pays: one coin or one good of the own; nothing only who has neither (C2-05 to C2-07)


def _pay_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player} passes the mountain and puts on it:", player=labels.figure(state, question.player))


def _coins_before(state: State, question: OpenQuestion) -> int:
    """What the player had when passing, or has got since."""
    return max(int(question.args[0]), state.player(question.player).coins)


def _coin(state: State, question: OpenQuestion) -> Form:
    player = labels.figure(state, question.player)
    none = Reason("C2-06", tr("The companion has {player} on 0 coins.", player=player))
    return Form(tr("1 coin"), caution=None if _coins_before(state, question) > 0 else none)


def _nothing(state: State, question: OpenQuestion) -> Form:
    has, player = _coins_before(state, question), labels.figure(state, question.player)
    some = trn(
        "The companion has {player} on {n} coin.", "The companion has {player} on {n} coins.", has, player=player
    )
    return Form(tr("Nothing: no coin and no good"), caution=Reason("C2-07", some) if has > 0 else None)


def _pay_coin(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.CoinsPaid(question.player, 1, ON_IT))
    resolution.do(MountainGrew(question.player, coins=1))
    _swap_in_passing(resolution, question)


def _pay_good(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    # Off which tile it came is not followed; only the mountain's number is ours.
    resolution.do(MountainGrew(question.player, goods=1))
    _swap_in_passing(resolution, question)


def _pay_nothing(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    _swap_in_passing(resolution, question)


def _swap_in_passing(resolution: Resolution, question: OpenQuestion) -> None:
    """After paying, so that what was paid may be swapped too (C8-41)."""
    for event in ask_swap(resolution.state, question.player):
        resolution.do(event)


def _coin_first(state: State, question: OpenQuestion) -> str:
    """A coin is offered first where the book has one."""
    return "coin" if _coins_before(state, question) > 0 else ""


# ---- who leaves it takes everything, or nothing (C2-11)


def _leave_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player} leaves the mountain.", player=labels.figure(state, question.player))


def _all_of_it(state: State, _question: OpenQuestion) -> Form:
    return Form(tr("Take everything: {amount}", amount=amount(OWN_STATE.of(state))))


def _take_everything(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    for event in hand_over_all(resolution.state, question.player, "C2-11"):
        resolution.do(event)


# ---- a correction: what lies on the mountain


def _contents(state: State, _question: OpenQuestion) -> Form | None:
    if not OWN_STATE.is_in(state) or state.phase in ("layout", "over"):
        return None
    now = OWN_STATE.of(state)
    parts = (
        Amount("coins", tr("How many coins lie on it?"), 0, MAX_COINS, min(now.coins, MAX_COINS)),
        Amount("goods", tr("How many goods lie on it?"), 0, MAX_GOODS, min(now.goods, MAX_GOODS)),
    )
    return Form(tr("What lies on the mountain"), parts)


def _set_contents(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    coins, goods = answer.values
    resolution.do(MountainSet(int(coins), int(goods)))


def taps(state: State, piece: str) -> tuple[Interpretation, ...]:
    """Its sticker tapped where a tile is expected: the pawn moves onto it."""
    take = state.opened("take")
    if piece != MOUNTAIN or take is None or cannot_stop(state, state.turn.figure, piece):
        return ()
    offered = build_question(state, take).offer("take")
    here = (
        offered
        and not offered.closed
        and place_of_piece(state.line, MOUNTAIN) > place_of(state.line, state.turn.figure)
    )
    return (Interpretation(tr("onto the mountain"), Answer(take.number, "take", (MOUNTAIN,))),) if here else ()


_NOBODY = tr("Nobody passes the mountain now.")
_GOOD_CARD = expansion_card("mountain_good", tr("1 good on the mountain"), 2, otherwise=_NOBODY)
_COIN_CARD = expansion_card("mountain_coin", tr("1 coin on the mountain"), 2, otherwise=_NOBODY)

KINDS = (
    QuestionKind(
        PAY,
        _pay_text,
        (
            Action("good", Form(tr("1 good from a tile")), _pay_good, cards=_GOOD_CARD),
            Action("nothing", _nothing, _pay_nothing),
            Action("coin", _coin, _pay_coin, cards=_COIN_CARD),
        ),
        rule="C2-05",
        first=_coin_first,
    ),
    QuestionKind(
        LEAVE,
        _leave_text,
        (
            Action("take", _all_of_it, _take_everything),
            Action("stay", Form(tr("Leave it there")), nothing),
        ),
        rule="C2-11",
    ),
)
CORRECTIONS = (Action(SET_CONTENTS, _contents, _set_contents),)
