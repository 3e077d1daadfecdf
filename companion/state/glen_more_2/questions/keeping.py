"""What was entered for a tile that nobody had told, kept: its cost, what it gave. For the owner's box too.

People say that it is so; nothing is kept unasked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

from msgspec.structs import replace

from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer, Choice, Part, Pick, Value
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import GOODS, Cost, Learned, costs_as_told
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.payment import (
    ANY_GOOD,
    as_paid,
    bought_for_else,
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
ASKS = tr("end …")
"""The key that asks before the turn ends: the line above it says so too."""
ENDS = tr("With this the turn ends.")
MOST_GOODS = 6
KINDS: dict[str, tuple[Message, Message]] = {
    **{good: (words, words) for good, words in labels.GOODS_WORDS.items()},
    ANY_GOOD: (tr("goods of any kind"), tr("any")),
}
"""What a cost asks for, in a list and on a key."""
MOST_KINDS = 3
OWN, ALL_ANY, SEVERAL, ENOUGH = "own", "all_any", "several", "enough"
"""What is said of own goods, beside the name of one."""
MOST_KEYS = 5
"""So many choices lie on keys; of more the first."""
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
    bought = any(cost.what in GOODS for cost in paid)
    if own_goods_paid(state):
        return Form(KEEP, (_own_goods(bought),), caution=trouble(state), hint=ASKS)
    readings = readings_of(paid)
    if len(readings) == 1:
        return Form(
            tr("End the turn, remember: this tile costs {cost}", cost=labels.costs(paid)), caution=trouble(state)
        )
    as_read = [
        Choice(costs_as_told(each), labels.costs(each), brief=brief)
        for each, brief in zip(readings, _briefs(readings), strict=True)
    ]
    # Where goods on tiles are followed, those that paid are named already.
    own = Choice(OWN, tr("own goods too"), then=(_own_goods(bought),), brief=tr("own too"))
    choices = (*as_read, *(() if state.follows else (own,)))
    title = tr("What does it cost? With this the turn ends.")
    likely = costs_as_told(readings[-1 if bought_for_else(state) else 0])
    pick = Pick("cost", title, choices, likely, in_order=len(choices) > MOST_KEYS)
    return Form(KEEP, (pick,), caution=trouble(state), hint=ASKS)


def _briefs(readings: Sequence[tuple[Cost, ...]]) -> Iterator[Message]:
    yield tr("as paid")
    yield tr("any good")
    for each in readings[2:]:
        yield labels.GOODS_WORDS.get(each[-1].what) or tr("no goods")


@cache
def _own_goods(bought: bool) -> Pick:
    """Own goods of one kind, beside what is entered already; else all goods of the cost are said one by one."""
    choices = [_kind(good, "n") for good in KINDS]
    if bought:
        all_any = Choice(ALL_ANY, tr("of any kind, the bought ones too"), then=(_number(ANY_GOOD, "n"),))
        choices.append(replace(all_any, brief=tr("all any")))
    choices.append(Choice(SEVERAL, tr("several kinds: say them all"), then=(_every_kind(1),), brief=tr("several")))
    title = tr("Which of your own goods? With this the turn ends.")
    return Pick("good", title, tuple(choices), in_order=True)


def _every_kind(number: int) -> Pick:
    """One kind after the other, at least two; the bought ones too."""
    then = (_every_kind(number + 1),) if number < MOST_KINDS else ()
    kinds = tuple(_kind(good, f"n{number}", then) for good in KINDS)
    enough = (Choice(ENOUGH, tr("nothing else"), brief=tr("done")),) if number > 2 else ()
    title = tr("Which goods does it cost?") if number == 1 else tr("What else does it cost?")
    return Pick(f"good{number}", title, (*enough, *kinds), in_order=True)


def _kind(good: str, name: str, then: tuple[Part, ...] = ()) -> Choice:
    return Choice(good, KINDS[good][0], then=(_number(good, name, ends=not then), *then), brief=KINDS[good][1])


def _number(good: str, name: str, ends: bool = True) -> Amount:
    """On OK lies what costs mostly ask for, as on keys that have no order; it says that each ends the turn."""
    why = ENDS if ends else None
    return Amount(name, labels.HOW_MANY[good], 1, MOST_GOODS, 1, why=why, quick=(2, 3, 1, 4))


def learn_cost(resolution: Resolution, _player_id: str, answer: Answer) -> None:
    paid = as_paid(resolution.state) or ()
    resolution.do(ev.FactLearned(Learned(resolution.state.turn.tile, "cost", _cost_told(paid, answer.values))))
    finish(resolution, to_lay(resolution.state))


def _cost_told(paid: tuple[Cost, ...], said: Sequence[Value]) -> str:
    costs = Counter({cost.what: cost.n for cost in paid})
    match said:
        case [str(own), *rest] if own == OWN:
            return _cost_told(paid, rest)
        case [str(several), *rest] if several == SEVERAL:
            costs = _without_goods(costs)
            for good, n in zip(rest[::2], rest[1::2], strict=False):
                costs[str(good)] += int(n)
        case [str(all_any), n] if all_any == ALL_ANY:
            bought = costs.total() - _without_goods(costs).total()
            costs = _without_goods(costs) + Counter({ANY_GOOD: bought + int(n)})
        case [good, n]:
            costs[str(good)] += int(n)
        case [told]:
            return str(told)
    return costs_as_told(Cost(what, n) for what, n in costs.items())


def _without_goods(costs: Counter[str]) -> Counter[str]:
    return Counter({what: n for what, n in costs.items() if what not in GOODS})


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
