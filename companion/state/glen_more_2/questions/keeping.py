"""What was entered for a tile that nobody had told, kept: its cost, what it gave. For the owner's box too.

People say that it is so; nothing is kept unasked.
"""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from companion.engine.message import tr
from companion.engine.offers import Amount, Answer, Choice, Pick
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import Cost, Learned, costs_as_told
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.payment import (
    ANY_GOOD,
    gained_with_tile,
    own_goods_paid,
    paid_for_tile,
    readings_of,
)
from companion.state.glen_more_2.piece_words import effects_in_words
from companion.state.glen_more_2.questions.turn import finish, trouble
from companion.state.glen_more_2.refill import to_lay
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Form

KEEP = tr("End the turn, remember the cost of this tile")
ASKS = tr("end turn …")
"""The key that asks before the turn ends: the line above it says so too."""
MOST_GOODS = 6
WHEN = {
    "one_time": (tr("Once, when it is laid"), tr("once")),
    "activation": (tr("Each time it is activated"), tr("always")),
}


# ---- its cost


def keep_cost(state: State, question: OpenQuestion) -> Form | None:
    """One press where the entries say it all; of goods people say which ones are printed. It ends the turn too."""
    form = _cost_as_paid(state, question)
    return replace(form, tells=state.turn.tile) if form else None


def _cost_as_paid(state: State, question: OpenQuestion) -> Form | None:
    paid = paid_for_tile(state) if question.player == state.turn.player else None
    if paid is None:
        return None
    if own_goods_paid(state):
        return Form(KEEP, (_which_goods(),), caution=trouble(state), hint=ASKS)
    readings = readings_of(paid)
    if len(readings) == 1:
        return Form(
            tr("End the turn, remember: this tile costs {cost}", cost=labels.costs(paid)), caution=trouble(state)
        )
    briefs = (tr("as paid"), tr("any good"), *(labels.GOODS_WORDS[each[-1].what] for each in readings[2:]))
    choices = tuple(
        Choice(costs_as_told(each), labels.costs(each), brief=brief)
        for each, brief in zip(readings, briefs, strict=True)
    )
    return Form(
        KEEP,
        (Pick("cost", tr("What does it cost? With this the turn ends."), choices),),
        caution=trouble(state),
        hint=ASKS,
    )


def _which_goods() -> Pick:
    goods = {**labels.GOODS_WORDS, ANY_GOOD: tr("goods of any kind")}
    briefs = {**labels.GOODS_WORDS, ANY_GOOD: tr("any")}
    choices = tuple(
        Choice(
            good,
            words,
            then=(Amount("n", labels.HOW_MANY[good], 1, MOST_GOODS, 1, quick=(1, 2, 3, 4)),),
            brief=briefs[good],
        )
        for good, words in goods.items()
    )
    return Pick("good", tr("Which goods does it cost? With this the turn ends."), choices, in_order=True)


def learn_cost(resolution: Resolution, _player_id: str, answer: Answer) -> None:
    paid = paid_for_tile(resolution.state) or ()
    match answer.values:
        case (good, n):
            costs = Counter({cost.what: cost.n for cost in paid})
            costs[str(good)] += int(n)
            told = costs_as_told(Cost(what, n) for what, n in costs.items())
        case (said,):
            told = str(said)
        case _:
            told = costs_as_told(paid)
    resolution.do(ev.FactLearned(Learned(resolution.state.turn.tile, "cost", told)))
    finish(resolution, to_lay(resolution.state))


# ---- what it gave


def keep_effect(state: State, question: OpenQuestion) -> Form | None:
    """What was entered as gained, as what the tile does once or when it is activated: only people can tell."""
    gained = gained_with_tile(state) if question.player == state.turn.player else ()
    known = state.facts.pieces.get(state.turn.tile)
    left = {when: words for when, words in WHEN.items() if known and getattr(known, when) is None}
    if not gained or not left:
        return None
    choices = tuple(Choice(when, words, brief=brief) for when, (words, brief) in left.items())
    gives = effects_in_words(state.facts, gained)
    label = tr("Remember: this tile gives {what}", what=gives)
    pick = Pick("when", tr("When does it give {what}?", what=gives), choices, in_order=True)
    return Form(label, (pick,), tells=state.turn.tile)


def learn_effect(resolution: Resolution, _player_id: str, answer: Answer) -> None:
    steps = gained_with_tile(resolution.state)
    told = ", ".join(" ".join(filter(None, (step.op, step.what, str(step.n)))) for step in steps)
    resolution.do(ev.FactLearned(Learned(resolution.state.turn.tile, str(answer.values[0]), told)))
