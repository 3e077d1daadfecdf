"""A judge of claims written from the ledger of Schotten Totten alone: it tries everything.

Every way to complete the other side with unseen clan cards, and for each every card that every elite troop may
stand for. Takes a document of `companion score --game schotten_totten` and says what is wrong with an answer.
Imports nothing of the product and shares none of its thoughts: no bit sets, no formation looked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, pairwise, product
from typing import Any

Document = dict[str, Any]
Card = tuple[str, int]
Value = tuple[int, int]
"""Which formation, and the total: the greater tuple is the stronger side."""

COLOURS = ("red", "yellow", "green", "blue", "purple", "brown")
CLAN = [(colour, strength) for colour in COLOURS for strength in range(1, 10)]
FORMATIONS = ("sum", "run", "colour", "of_a_kind", "colour_run")


def house(document: Document, name: str, usual: Any) -> Any:
    return document.get("house_rules", {}).get(name, usual)


def clan(text: str) -> Card:
    colour, strength = text.split("-")
    return colour, int(strength)


def may_be(text: str) -> list[Card]:
    """Every card that what lies there may stand for."""
    name, _, declared = text.partition("=")
    if name == "spy":
        return [(colour, 7) for colour in COLOURS]
    if name == "shield_bearer":
        strengths = [int(declared)] if declared else [1, 2, 3]
        return [(colour, strength) for colour in COLOURS for strength in strengths]
    if name.startswith("joker"):
        return [clan(declared)] if declared else CLAN
    return [clan(name)]


def in_sequence(strengths: list[int], go_round: bool) -> bool:
    steps = [after - before for before, after in pairwise(strengths)]
    if all(step == 1 for step in steps):
        return True
    # 1 and 9 are neighbours: one step leads over all that are missing.
    return go_round and sorted(steps)[:-1] == [1] * (len(steps) - 1) and max(steps) == 9 - len(steps)


@lru_cache(maxsize=400_000)
def value(cards: tuple[Card, ...], totals_only: bool, go_round: bool) -> Value:
    """What a full side is worth, each of its cards a known one."""
    strengths = sorted(strength for _, strength in cards)
    total = sum(strengths)
    one_colour = len({colour for colour, _ in cards}) == 1
    run = in_sequence(strengths, go_round)
    if totals_only:
        return 0, total
    if one_colour and run:
        return 4, total
    if len(set(strengths)) == 1:
        return 3, total
    if one_colour:
        return 2, total
    return (1 if run else 0), total


class Stone:
    """One stone of a document, as `who` sees it who would claim it."""

    def __init__(self, document: Document, number: int) -> None:
        found = document["stones"][number - 1]
        who = document["to_move"]
        self.document, self.number, self.who = document, number, who
        self.mine = tuple(found[who.lower()])
        self.theirs = tuple(found["b" if who == "A" else "a"])
        self.full_first = found.get("full_first")
        self.free = not found.get("owner")
        techniques = found.get("techniques", [])
        self.totals_only = "blind_mans_bluff" in techniques
        self.needed = 4 if "mud_fight" in techniques else 3
        self.missing = self.needed - len(self.theirs)

    def worth(self, side: tuple[str, ...], added: tuple[Card, ...] = ()) -> Value:
        """The best for its owner of all that the side may stand for."""
        go_round = house(self.document, "runs_go_round", False)
        return max(value((*choice, *added), self.totals_only, go_round) for choice in choices(side))

    def reached(self) -> Value | None:
        """The best that the other side can become; None where nothing completes it."""
        go_round = house(self.document, "runs_go_round", False)
        return best_of_all(self.theirs, unseen(self.document), self.missing, self.totals_only, go_round)


@lru_cache(maxsize=4096)
def choices(side: tuple[str, ...]) -> list[tuple[Card, ...]]:
    """All that a side may stand for."""
    return [*product(*map(may_be, side))]


@lru_cache(maxsize=4096)
def best_of_all(
    side: tuple[str, ...], cards: tuple[Card, ...], missing: int, totals_only: bool, go_round: bool
) -> Value | None:
    """Every completion is tried, and in each every choice; remembered, for many stones of a border are alike."""
    known = choices(side)
    return max(
        (
            value((*choice, *added), totals_only, go_round)
            for added in combinations(cards, missing)
            for choice in known
        ),
        default=None,
    )


def unseen(document: Document) -> tuple[Card, ...]:
    """The clan cards that lie nowhere on the table."""
    seen = {card for stone in document["stones"] for side in "ab" for card in stone[side]}
    if house(document, "discarded_are_seen", True):
        seen |= set(document.get("discarded", []))
    return tuple(card for card in CLAN if f"{card[0]}-{card[1]}" not in seen)


def controls(owners: list[Any], who: str) -> bool:
    """Whether the round is won: three stones side by side, or any five."""
    row = "".join("x" if owner == who else "." for owner in owners)
    return "xxx" in row or row.count("x") >= 5


def winner(document: Document) -> str | None:
    owners = [stone.get("owner") for stone in document["stones"]]
    return next((who for who in "AB" if controls(owners, who)), None)


def judged(stone: Stone) -> dict[str, Any]:
    """What must be said of a stone where the claimant's side is full."""
    mine = stone.worth(stone.mine)
    if stone.missing == 0:
        theirs = stone.worth(stone.theirs)
        if mine == theirs:
            return told(mine, theirs, stone.full_first == stone.who, "ST-TIE-02")
        rule = "ST-TEC-01" if stone.totals_only else "ST-TIE-01" if mine[0] == theirs[0] else "ST-CLM-04"
        return told(mine, theirs, mine > theirs, rule)
    best = stone.reached()
    if best is None:
        return told(mine, None, True, "ST-PRF-06")
    stands = best <= mine
    if house(stone.document, "proof_of_last_card_only", False) and stone.missing > 1:
        stands = False
    return told(mine, best, stands, "ST-PRF-05" if stands and best == mine else "ST-PRF-04")


def told(mine: Value, best: Value | None, claimable: bool, why: str) -> dict[str, Any]:
    return {"claimable": claimable, "why": why, **named(mine), "best": best and named(best)}


def named(worth: Value) -> dict[str, Any]:
    return {"formation": FORMATIONS[worth[0]], "sum": worth[1]}


def claims(document: Document) -> dict[int, dict[str, Any]]:
    """What must be said of every stone that can be asked about, by its number."""
    stones = [Stone(document, number) for number in range(1, 10)]
    if winner(document):
        return {}
    return {stone.number: judged(stone) for stone in stones if stone.free and len(stone.mine) == stone.needed}


def complaints(document: Document, answer: Document) -> list[str]:
    """All that is wrong with an answer; [] where it is right."""
    wanted = claims(document)
    found = {claim["stone"]: claim for claim in answer["claims"]}
    wrong = [] if answer["winner"] == winner(document) else [f"winner {answer['winner']}"]
    if list(found) != list(wanted):
        return [*wrong, f"stones {list(found)}, not {list(wanted)}"]
    for number, claim in found.items():
        stone = Stone(document, number)
        wrong += [
            f"stone {number}: {key} is {claim[key]}, not {expected}"
            for key, expected in {**wanted[number], "by": stone.who}.items()
            if claim[key] != expected
        ]
        wrong += [f"stone {number}: {what}" for what in (*about_own(stone, claim), *about_beaten(stone, claim))]
    return wrong


def about_own(stone: Stone, claim: dict[str, Any]) -> Iterator[str]:
    """`as` must be cards that those on the side may stand for, and worth what is said."""
    counted = [clan(card) for card in claim["as"]]
    if len(counted) != len(stone.mine) or any(
        card not in may_be(text) for card, text in zip(counted, stone.mine, strict=True)
    ):
        yield f"{claim['as']} can't be {stone.mine}"
    elif stone.worth(tuple(claim["as"])) != stone.worth(stone.mine):
        yield f"{claim['as']} is not worth the most"


def about_beaten(stone: Stone, claim: dict[str, Any]) -> Iterator[str]:
    """What beats the side must be there, and beat it."""
    if claim["claimable"] or stone.missing == 0:
        if claim.get("beaten_by", []) != ([] if claim["claimable"] else list(stone.theirs)):
            yield f"beaten by {claim.get('beaten_by')}, which doesn't lie there"
        return
    added = tuple(clan(card) for card in claim.get("beaten_by", ()))
    best = stone.reached()
    if not added and best is not None and best <= stone.worth(stone.mine):
        return  # the table's ruling alone is against the proof
    if len(added) != stone.missing or len({*added}) != len(added) or not {*added} <= {*unseen(stone.document)}:
        yield f"{added} can't complete the other side"
    elif stone.worth(stone.theirs, added) <= stone.worth(stone.mine):
        yield f"{added} doesn't beat the side"
