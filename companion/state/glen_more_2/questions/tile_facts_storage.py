"""Entries that save what was paid or gained as facts of a tile: its cost and its effect. Players confirm them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

from msgspec.structs import replace

from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer, Choice, Part, Pick, Value
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Form, Resolution
from companion.state.glen_more_2.course import count_tiles_to_lay
from companion.state.glen_more_2.facts import GOODS, Cost, LearnedFact, format_costs
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.payment import (
    ANY_GOOD,
    cost_from_entries,
    effects_gained_with_tile,
    entered_tile_cost,
    has_own_goods_payment,
    has_purchase_for_other_use,
    possible_costs,
)
from companion.state.glen_more_2.questions.turn_end import finish_turn, turn_end_objection
from companion.state.glen_more_2.text import labels
from companion.state.glen_more_2.text.piece_text import effects_text
from companion.state.territory.model import OpenQuestion

KEEP_COST_LABEL = tr("End the turn, remember the cost of this tile")
ASKS_BRIEF = tr("end …")
"""Label of the key that asks before the turn ends."""
ENDS_TURN_HINT = tr("With this the turn ends.")
MAX_GOODS = 6
GOOD_KIND_LABELS: dict[str, tuple[Message, Message]] = {
    **{good: (words, words) for good, words in labels.GOODS_LABELS.items()},
    ANY_GOOD: (tr("goods of any kind"), tr("any")),
}
"""Goods of a cost: label in a list and on a key."""
MAX_KINDS = 3
OWN, ALL_ANY, SEVERAL, ENOUGH = "own", "all_any", "several", "enough"
"""Answers about own goods beside a kind of good."""
MAX_KEYS = 5
"""Number of choices that have keys."""
EFFECT_TIMING_LABELS = {
    "one_time": (tr("Once, when it is laid"), tr("once")),
    "activation": (tr("Each time it is activated"), tr("always")),
}


def keep_cost_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form that saves the payment as the cost and ends the turn; players choose the printed goods."""
    form = _cost_as_paid(state, question)
    return replace(form, fact_piece=state.turn.tile) if form else None


def _cost_as_paid(state: State, question: OpenQuestion) -> Form | None:
    paid = entered_tile_cost(state) if question.player == state.turn.player else None
    if paid is None:
        return None
    bought = any(cost.what in GOODS for cost in paid)
    tile = labels.tile_in_sentence(state.facts, state.turn.tile)
    if has_own_goods_payment(state):
        return Form(
            KEEP_COST_LABEL, (_own_goods(tile, bought),), caution=turn_end_objection(state), hint=ASKS_BRIEF
        )
    readings = possible_costs(paid)
    if len(readings) == 1:
        return Form(
            tr("End the turn, remember: this tile costs {cost}", cost=labels.costs_label(paid)),
            caution=turn_end_objection(state),
        )
    as_read = [
        Choice(format_costs(each), labels.costs_label(each), brief=brief)
        for each, brief in zip(readings, _short_costs(readings), strict=True)
    ]
    # At referee depth the own goods that paid are named already.
    own = Choice(OWN, tr("own goods too"), then=(_own_goods(tile, bought),), brief=tr("own too"))
    choices = (*as_read, *(() if state.tracks_territories else (own,)))
    title = tr("What does {tile} cost? With this the turn ends.", tile=tile)
    likely = format_costs(readings[-1 if has_purchase_for_other_use(state) else 0])
    pick = Pick("cost", title, choices, likely, in_order=len(choices) > MAX_KEYS)
    return Form(KEEP_COST_LABEL, (pick,), caution=turn_end_objection(state), hint=ASKS_BRIEF)


def _short_costs(readings: Sequence[tuple[Cost, ...]]) -> Iterator[Message]:
    yield tr("as paid")
    yield tr("any good")
    for each in readings[2:]:
        yield labels.GOODS_LABELS.get(each[-1].what) or tr("no goods")


@cache
def _own_goods(tile: Message, bought: bool) -> Pick:
    """Return the choice of own goods of one kind beside the payment; for several kinds all goods are entered."""
    choices = [_kind(good, "n") for good in GOOD_KIND_LABELS]
    if bought:
        all_any = Choice(ALL_ANY, tr("of any kind, the bought ones too"), then=(_number(ANY_GOOD, "n"),))
        choices.append(replace(all_any, brief=tr("all any")))
    choices.append(Choice(SEVERAL, tr("several kinds: say them all"), then=(_every_kind(1),), brief=tr("several")))
    title = tr("Which own goods paid for {tile}? With this the turn ends.", tile=tile)
    return Pick("good", title, tuple(choices), in_order=True)


def _every_kind(number: int) -> Pick:
    """Return the choice of one kind after another, at least two, including bought goods."""
    then = (_every_kind(number + 1),) if number < MAX_KINDS else ()
    kinds = tuple(_kind(good, f"n{number}", then) for good in GOOD_KIND_LABELS)
    enough = (Choice(ENOUGH, tr("nothing else"), brief=tr("done")),) if number > 2 else ()
    title = tr("Which goods does it cost?") if number == 1 else tr("What else does it cost?")
    return Pick(f"good{number}", title, (*enough, *kinds), in_order=True)


def _kind(good: str, name: str, then: tuple[Part, ...] = ()) -> Choice:
    return Choice(
        good,
        GOOD_KIND_LABELS[good][0],
        then=(_number(good, name, ends=not then), *then),
        brief=GOOD_KIND_LABELS[good][1],
    )


def _number(good: str, name: str, ends: bool = True) -> Amount:
    """Return the number of a good; the most common number is on OK. The last one says that it ends the turn."""
    why = ENDS_TURN_HINT if ends else None
    return Amount(name, labels.HOW_MANY_PROMPTS[good], 1, MAX_GOODS, 1, why=why, suggestions=(2, 3, 1, 4))


def store_cost(resolution: Resolution, _player_id: str, answer: Answer) -> None:
    """Record the payment as the cost of this turn's tile and end the turn."""
    paid = cost_from_entries(resolution.state) or ()
    resolution.do(
        ev.FactLearned(LearnedFact(resolution.state.turn.tile, "cost", _cost_answer(paid, answer.values)))
    )
    finish_turn(resolution, count_tiles_to_lay(resolution.state))


def _cost_answer(paid: tuple[Cost, ...], values: Sequence[Value]) -> str:
    costs = Counter({cost.what: cost.n for cost in paid})
    match values:
        case [str(own), *rest] if own == OWN:
            return _cost_answer(paid, rest)
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
    return format_costs(Cost(what, n) for what, n in costs.items())


def _without_goods(costs: Counter[str]) -> Counter[str]:
    return Counter({what: n for what, n in costs.items() if what not in GOODS})


def keep_effect_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form that saves the gain as a one-time effect or as the activation; only players know which."""
    gained = effects_gained_with_tile(state) if question.player == state.turn.player else ()
    known = state.facts.pieces.get(state.turn.tile)
    left = {when: words for when, words in EFFECT_TIMING_LABELS.items() if known and getattr(known, when) is None}
    if not gained or not left:
        return None
    choices = tuple(Choice(when, words, brief=brief) for when, (words, brief) in left.items())
    gives = effects_text(state.facts, gained)
    label = tr("Remember: this tile gives {what}", what=gives)
    pick = Pick("when", tr("When does it give {what}?", what=gives), choices, in_order=True)
    return Form(label, (pick,), fact_piece=state.turn.tile)


def store_effect(resolution: Resolution, _player_id: str, answer: Answer) -> None:
    """Record the gains as an effect of this turn's tile."""
    steps = effects_gained_with_tile(resolution.state)
    told = ", ".join(" ".join(filter(None, (step.op, step.what, str(step.n)))) for step in steps)
    resolution.do(ev.FactLearned(LearnedFact(resolution.state.turn.tile, str(answer.values[0]), told)))
