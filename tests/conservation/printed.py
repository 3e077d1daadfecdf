"""What is printed on pieces: a cost is paid by what is given, a gain is no more than what is printed."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

ANIMALS = {"sheep", "cattle"}


def pays(cost: dict[str, int], paid: Counter[str]) -> bool:
    """True if exactly a cost is paid. A coin that stands for a good has to be turned into one before."""
    goods = Counter({good: n for good, n in paid.items() if n})
    for sort, n in cost.items():
        if sort not in {"any_good", "different_good", "animal"}:
            if goods[sort] < n:
                return False
            goods[sort] -= n
    goods = +goods
    animals = cost.get("animal", 0)
    if animals and sum(goods[each] for each in ANIMALS) < animals:
        return False
    rest = sum(goods.values())
    if rest != animals + cost.get("any_good", 0) + cost.get("different_good", 0):
        return False
    not_goods = {"coin", "whisky", "scot"} & set(goods)
    return not not_goods and ("different_good" not in cost or len(goods) == rest)


def within(gains: Counter[str], most: Counter[str]) -> bool:
    """True if no more is gained than is printed; goods count for `any_good` where none of their own is printed."""
    left = Counter(most)
    for what, n in gains.items():
        direct = min(n, left[what])
        left[what] -= direct
        if n > direct:
            if what in {"vp", "movement", "coin", "whisky", "scot"} or left["any_good"] < n - direct:
                return False
            left["any_good"] -= n - direct
    return True


def effect_gain(effect: dict[str, Any]) -> Counter[str]:
    """Return what one printed effect gives."""
    names = {"move": "movement", "scot_on_tile": "scot"}
    what = effect.get("what") or names.get(effect["op"], effect["op"])
    return Counter({what: effect.get("n", 1)})


def total_of(effects: list[dict[str, Any]]) -> Counter[str]:
    """Return what several printed effects give together."""
    return sum((effect_gain(effect) for effect in effects), Counter())


def outcomes(effects: list[dict[str, Any]]) -> Iterator[tuple[dict[str, int], Counter[str]]]:
    """Yield cost and gain of each way to use an activation: of the steps of one scale at most one."""
    free: Counter[str] = Counter()
    scales: dict[str, list[tuple[dict[str, int], Counter[str]]]] = defaultdict(list)
    for number, effect in enumerate(effects):
        if effect["op"] == "exchange":
            is_step = effect.get("is_step") or "different_good" in effect["pay"]
            scales["/".join(sorted(effect["pay"])) if is_step else str(number)].append(
                (effect["pay"], Counter(effect["get"]))
            )
        else:
            free += effect_gain(effect)
    for chosen in itertools.product(*([None, *steps] for steps in scales.values())):
        cost: Counter[str] = Counter()
        gain = Counter(free)
        for step in chosen:
            if step:
                cost.update(step[0])
                gain += step[1]
        yield dict(cost), gain
