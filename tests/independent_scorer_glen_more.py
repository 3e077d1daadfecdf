"""A scorer of Glen More of its own, written from the ledger: it shares nothing with the product.

In and out are plain dicts in the shape of the `companion score --game glen_more` JSON (without reasons). It moves
pieces about, one after the other, where the product compares numbers.
"""

from __future__ import annotations

from typing import Any

Person = dict[str, Any]
Sheet = dict[str, Any]

ONE_CAP = ["armadale_castle", "castle_moil", "castle_stalker", "castle_of_mey", "donan_castle"]
CAPS = [*ONE_CAP, "cawdor_castle", "cawdor_castle", "cawdor_castle"]
"""Each card as often as it has a cap (section 12 of the ledger)."""
STEPS = {1: 1, 2: 2, 3: 3, 4: 5}
"""The table of G1-SCR-03; from 5 on it is 8."""


def score_sheet(sheet: Sheet) -> Sheet:
    """The scored sheet: points before and after, rank, gains by source, winners in the final scoring."""
    people, rulings = sheet["players"], sheet["house_rules"]
    gains = {person["name"]: _in_the_round(person, people, rulings) for person in people}
    over = sheet["round"] == "final"
    if over:
        for person in people:
            gains[person["name"]].update(_at_the_end(person, people, rulings))
    ends = {person["name"]: person["points"] + sum(gains[person["name"]].values()) for person in people}
    # Goods stand behind the points like a fraction, and only in the end.
    finish = {person["name"]: (ends[person["name"]], person["goods"] if over else 0) for person in people}
    answer: Sheet = {"schema": 1, "round": sheet["round"], "players": []}
    for person in people:
        name = person["name"]
        ahead = [other for other in finish.values() if other > finish[name]]
        answer["players"].append(
            {
                "name": name,
                "points_before": person["points"],
                "points": ends[name],
                "rank": len(ahead) + 1,
                "gains": {source: points for source, points in gains[name].items() if points},
            }
        )
    if over:
        best = max(finish.values())
        answer["winners"] = [name for name, reached in finish.items() if reached == best]
    return answer


def _in_the_round(person: Person, people: list[Person], rulings: dict[str, Any]) -> dict[str, int]:
    """G1-SCR-01 to G1-SCR-03."""
    heads = [_heads(other, rulings) for other in people]
    return {
        "whisky": _ahead(person["whisky"], [other["whisky"] for other in people]),
        "chieftains": _ahead(_heads(person, rulings), heads),
        "special_locations": _ahead(len(person["cards"]), [len(other["cards"]) for other in people]),
    }


def _ahead(own: int, all_of_them: list[int]) -> int:
    for other in sorted(all_of_them):
        return 8 if own - other > 4 else STEPS.get(own - other, 0)
    raise AssertionError("nobody plays")


def _heads(person: Person, rulings: dict[str, Any]) -> int:
    """Chieftains and caps in one row; Castle of Mey lets some of them stand there twice (G1-CRD-08)."""
    row = ["chieftain"] * person["chieftains"]
    caps = [cap for cap in CAPS if cap in person["cards"]]
    if "castle_of_mey" in person["cards"]:
        row += row
        if rulings.get("mey_doubles_bonnets"):
            caps += caps
    return len(row + caps)


def _at_the_end(person: Person, people: list[Person], rulings: dict[str, Any]) -> dict[str, int]:
    """G1-FIN-02 to G1-FIN-04."""
    villages = ["village"] * person["villages"]
    if not rulings.get("duart_counts_start", True):
        villages = villages[1:]
    cards = {
        "loch_morar": sum(2 for _ in range(person["green_tiles"])),
        "iona_abbey": sum(2 for _ in range(person["yellow_tiles"])),
        "duart_castle": sum(3 for _ in villages),
    }
    tiles, fine = person["tiles"], 0
    while any(tiles > other["tiles"] for other in people):
        tiles, fine = tiles - 1, fine - 3
    return {
        **{card: points for card, points in cards.items() if card in person["cards"]},
        "coins": person["coins"],
        "territory": fine,
    }
