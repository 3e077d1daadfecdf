"""A scorer of its own, written from the ledger: it shares nothing with the product, not even an idea of how.

In and out are plain dicts in the shape of the `companion score` JSON (without reasons). Where the
product works through tables rule by rule for all, this one walks for one player after the other: every rung of
the ladder, every tile, every coin.
"""

from __future__ import annotations

from typing import Any

Person = dict[str, Any]
Sheet = dict[str, Any]


def score_sheet(sheet: Sheet) -> Sheet:
    """The scored sheet: points before and after, rank, gains by source, winners in the final scoring."""
    people = sheet["players"]
    at_the_end = sheet["round"] == "final"
    above_five = sheet.get("house_rules", {}).get("difference_above_five", 8)
    gains = [_all_gains(person, people, above_five, at_the_end) for person in people]
    ends = [person["points"] + sum(gain.values()) for person, gain in zip(people, gains, strict=True)]
    # Goods count behind the points, and only in the end.
    finishes = [(end, person["goods"] if at_the_end else 0) for person, end in zip(people, ends, strict=True)]
    downwards = sorted(finishes, reverse=True)
    answer: Sheet = {"schema": 1, "round": sheet["round"], "players": []}
    for person, gain, end, finish in zip(people, gains, ends, finishes, strict=True):
        answer["players"].append(
            {
                "name": person["name"],
                "points_before": person["points"],
                "points": end,
                "rank": downwards.index(finish) + 1,
                "gains": {source: points for source, points in gain.items() if points},
            }
        )
    if at_the_end:
        answer["winners"] = _winners(people, ends)
    return answer


def _all_gains(person: Person, people: list[Person], above_five: int, at_the_end: bool) -> dict[str, int]:
    """GM-SCR-03, then GM-END-07 to GM-END-10."""
    gains: dict[str, int] = {}
    for source, piled in (
        ("scots_in_home_castle", _scots),
        ("landmarks", _cards),
        ("whisky", _barrels),
        ("persons", _heads),
    ):
        own_rungs = person.get("tables", {}).get({"scots_in_home_castle": "scots"}.get(source, source))
        gains[source] = _climb(piled(person), [piled(other) for other in people], above_five, own_rungs)
    gains["landmarks"] += sum(1 for card in person["landmarks"] if card in person.get("event_side", []))
    if at_the_end:
        gains["territory"] = _fines(person["tiles"], [other["tiles"] for other in people])
        last = person.get("boat") == "last"
        gains["coins"] = 0 if last else sum(1 for _ in range(person["coins"]))
        if "armadale_castle" in _working(person):
            gains["armadale_castle"] = sum(2 if last else 1 for coin in range(person["coins"]) if coin < 8)
        pennies = person.get("pennies_plus", 0) - person.get("pennies_minus", 0)
        gains["penny_mobs"] = pennies - sum(person.get("member_penalties", []))
    for entry in person.get("extra", []):
        gains[entry["source"]] = gains.get(entry["source"], 0) + entry["points"]
    return gains


def _scots(person: Person) -> list[str]:
    scots = ["scot"] * person["scots_in_home_castle"]
    return scots + scots if "castle_moil" in _working(person) else scots


def _working(person: Person) -> list[str]:
    """Cards that lie before this person, whoever may count them (C8-43)."""
    return list(person.get("working", person["landmarks"]))


def _cards(person: Person) -> list[str]:
    return list(person["landmarks"])


def _barrels(person: Person) -> list[str]:
    return ["barrel"] * person["whisky"]


def _heads(person: Person) -> list[str]:
    return ["person"] * person["persons"] + (["David", "Hume"] if person["david_hume"] else [])


def _climb(own: list[str], everybody: list[list[str]], above_five: int, own_rungs: list[int] | None = None) -> int:
    """Take away what even the poorest has; each piece left is one rung higher, worth more and more.

    own_rungs: what standing on each rung brings to the owner of a ladder of their own, the last is as high as any.
    """
    rungs_left = list(own)
    poorest = [list(pile) for pile in everybody]
    while all(poorest):
        rungs_left.pop()
        for pile in poorest:
            pile.pop()
    if own_rungs:
        return [0, *own_rungs][min(len(rungs_left), len(own_rungs))]
    reached = 0
    for worth in (1, 1, 1, 2, 3):
        if not rungs_left:
            return reached
        rungs_left.pop()
        reached += worth
    return above_five if rungs_left else reached


def _fines(own: int, territories: list[int]) -> int:
    """Pay 3 for a tile and put it away, until the territory is no larger than anybody's."""
    fines = 0
    while any(own > other for other in territories):
        own -= 1
        fines -= 3
    return fines


def _winners(people: list[Person], ends: list[int]) -> list[str]:
    order = sorted(zip(ends, (person["goods"] for person in people), strict=True))
    best = order[-1]
    return [person["name"] for person, end in zip(people, ends, strict=True) if (end, person["goods"]) == best]
