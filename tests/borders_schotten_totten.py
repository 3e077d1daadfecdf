"""Borders of Schotten Totten for tests and bench: documents of `companion score`, made up and played at random.

Imports nothing of the product. Made-up ones are close to the edge: strong sides against the beginnings of others,
few or many cards seen, all that tactics allow. Played ones come from whole games of two who lay what seems to fit.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.independent_claims_schotten_totten import CLAN, COLOURS, Card, Stone, controls

Document = dict[str, Any]
RUSES = ("recruiter", "strategist", "banshee", "traitor")
TECHNIQUES = ("blind_mans_bluff", "mud_fight")


def text(card: Card) -> str:
    return f"{card[0]}-{card[1]}"


def empty(variants: list[str]) -> Document:
    stones = [{"a": [], "b": [], "full_first": None, "techniques": [], "owner": None} for _ in range(9)]
    return {
        "schema": 1,
        "variants": variants,
        "house_rules": {},
        "to_move": "A",
        "discarded": [],
        "stones": stones,
    }


# ---- made up


def made_up(dice: random.Random) -> Document:
    """A border that might have come about, close to what decides."""
    document = empty(["tactics"] if dice.random() < 0.7 else [])
    deck = dice.sample(CLAN, len(CLAN))
    tactics = bool(document["variants"])
    if tactics and dice.random() < 0.3:
        document["house_rules"] = house_rules(dice)
    elif dice.random() < 0.2:
        document["house_rules"] = {"runs_go_round": dice.random() < 0.7}
    if tactics:
        for technique in TECHNIQUES:
            if dice.random() < 0.6:
                dice.choice(document["stones"])["techniques"].append(technique)
    document["to_move"] = dice.choice("AB")
    crowded = dice.random()
    troops = elite_troops(dice, document) if tactics else []
    for number in dice.sample(range(9), 9):
        fill(dice, document, number, deck, troops, crowded)
    # What nobody laid may be anywhere: most of it in hands and piles.
    kept = dice.choice((0, 0, 1, 2, 3, 12, 30)) if crowded > 0.8 else len(deck)
    if tactics:
        document["discarded"] = [*map(text, deck[kept:]), *dice.sample(RUSES, dice.randint(0, 4))]
        document["discarded"] += [troop.partition("=")[0] for troop, _ in troops if dice.random() < 0.3]
    claim_some(dice, document)
    return document


def house_rules(dice: random.Random) -> dict[str, Any]:
    switches = ("runs_go_round", "proof_of_last_card_only", "discarded_are_seen")
    found: dict[str, Any] = {name: dice.random() < 0.5 for name in switches if dice.random() < 0.5}
    if dice.random() < 0.2:
        found["joker_declared"] = "on_claim"
    if dice.random() < 0.3:
        found["shield_bearer_strength"] = "on_play"
    return found


def elite_troops(dice: random.Random, document: Document) -> list[tuple[str, str]]:
    """Those that lie somewhere, each with whose it is: a Joker a player."""
    rules = document["house_rules"]
    first, second = dice.sample("AB", 2)
    on_claim = rules.get("joker_declared") == "on_claim"
    jokers = [
        (joker if on_claim else f"{joker}={text(dice.choice(CLAN))}", side)
        for joker, side in (("joker-1", first), ("joker-2", second))
    ]
    strength = f"={dice.randint(1, 3)}" if rules.get("shield_bearer_strength") == "on_play" else ""
    others = [("spy", dice.choice("AB")), (f"shield_bearer{strength}", dice.choice("AB"))]
    return [troop for troop in (*jokers, *others) if dice.random() < 0.6]


def fill(
    dice: random.Random,
    document: Document,
    number: int,
    deck: list[Card],
    troops: list[tuple[str, str]],
    crowded: float,
) -> None:
    stone = document["stones"][number]
    needed = 4 if "mud_fight" in stone["techniques"] else 3
    for side in "AB":
        mine = side == document["to_move"]
        full = dice.random() < (0.8 if mine else 0.2 + 0.7 * crowded)
        count = needed if full else dice.randint(0, needed - 1)
        if not mine and not full and dice.random() < 0.4:
            count = dice.randint(max(0, needed - 2), needed - 1)
        cards: list[str] = []
        for troop in [troop for troop in troops if troop[1] == side]:
            if len(cards) < count and dice.random() < 0.35:
                troops.remove(troop)
                cards.append(troop[0])
        pattern = wanted(dice, count - len(cards))
        cards += [text(card) for card in taken(dice, deck, pattern)]
        stone[side.lower()] = dice.sample(cards, len(cards))
    if all(len(stone[side]) == needed for side in "ab"):
        stone["full_first"] = dice.choice("AB")


def wanted(dice: random.Random, count: int) -> list[tuple[str, int]]:
    """The cards of a formation, "" and 0 for any."""
    colour, low = dice.choice(COLOURS), dice.randint(1, 9 - max(0, count - 1))
    kind = dice.choice(("colour run", "kind", "colour", "run", "run", "sum", "high"))
    if kind == "colour run":
        return [(colour, low + step) for step in range(count)]
    if kind == "kind":
        return [("", dice.randint(1, 9))] * count
    if kind == "colour":
        return [(colour, 0)] * count
    if kind == "run":
        return [("", low + step) for step in range(count)]
    return [("", dice.randint(6, 9) if kind == "high" else 0) for _ in range(count)]


def taken(dice: random.Random, deck: list[Card], pattern: list[tuple[str, int]]) -> list[Card]:
    """Cards off the deck that come nearest to a pattern."""
    found = []
    for colour, strength in pattern:
        if deck:
            nearest = min(
                deck,
                key=lambda card: (bool(colour) and card[0] != colour, strength and abs(card[1] - strength)),
            )
            deck.remove(nearest)
            found.append(nearest)
    return found


def claim_some(dice: random.Random, document: Document) -> None:
    """Give some full sides to their players, but the round not to both."""
    often = dice.choice((0, 0, 0, 0.1, 0.3, 0.5))
    stones = document["stones"]
    for stone in stones:
        needed = 4 if "mud_fight" in stone["techniques"] else 3
        able = [side for side in "AB" if len(stone[side.lower()]) == needed]
        if able and dice.random() < often:
            stone["owner"] = dice.choice(able)
    owners = [stone["owner"] for stone in stones]
    if controls(owners, "A") and controls(owners, "B"):
        for stone in stones:
            stone["owner"] = None


# ---- played


def played(dice: random.Random) -> Iterator[Document]:
    """The borders of one random game after the other, after each card; a border changes as play goes on."""
    while True:
        yield from Play(dice, dice.random() < 0.7).positions()


class Play:
    """A game of two who lay what seems to fit; what they hold is in no document."""

    def __init__(self, dice: random.Random, tactics: bool) -> None:
        self.dice, self.tactics = dice, tactics
        self.likes = {side: (dice.randint(0, 2), dice.randint(0, 2), dice.randint(0, 2)) for side in "AB"}
        """How much each looks at colours, neighbours and equal strengths."""
        self.document = empty(["tactics"] if tactics else [])
        deck = [text(card) for card in dice.sample(CLAN, len(CLAN))]
        size = 7 if tactics else 6
        self.hands = {"A": deck[:size], "B": deck[size : 2 * size]}
        self.pile = deck[2 * size :]
        cards = ("joker-1", "joker-2", "spy", "shield_bearer", *TECHNIQUES, *RUSES)
        self.tactics_pile = dice.sample(cards, len(cards)) if tactics else []
        self.played = {"A": 0, "B": 0}
        self.jokers = {"A": 0, "B": 0}

    def positions(self) -> Iterator[Document]:
        """The border after each card, before claims."""
        side, idle = self.dice.choice("AB"), 0
        while idle < 2:
            laid = self.lays(side)
            idle = 0 if laid else idle + 1
            self.document["to_move"] = side
            yield self.document
            self.claims(side)
            if any(controls([stone["owner"] for stone in self.document["stones"]], who) for who in "AB"):
                return
            if laid:
                self.draws(side)
            side = "B" if side == "A" else "A"

    def open_places(self, side: str) -> list[dict[str, Any]]:
        return [
            stone
            for stone in self.document["stones"]
            if not stone["owner"] and len(stone[side.lower()]) < self.needed(stone)
        ]

    def needed(self, stone: dict[str, Any]) -> int:
        return 4 if "mud_fight" in stone["techniques"] else 3

    def lays(self, side: str) -> bool:
        cards = [card for card in self.hands[side] if self.can_lay(side, card)]
        if not cards:
            return False
        card = self.dice.choice(cards)
        self.hands[side].remove(card)
        if "-" not in card or card.startswith("joker"):
            self.played[side] += 1
        if card in TECHNIQUES:
            stone = self.dice.choice([stone for stone in self.document["stones"] if not stone["owner"]])
            stone["techniques"].append(card)
            self.settle_fullness(stone, None)
        elif card in RUSES:
            self.document["discarded"].append(card)
            self.ruse(side, card)
        else:
            self.lay(side, card)
        return True

    def can_lay(self, side: str, card: str) -> bool:
        if card in TECHNIQUES or card in RUSES:
            return self.may_play(side)
        if not self.open_places(side):
            return False
        if card.startswith("joker"):
            return self.may_play(side) and not self.jokers[side]
        return self.may_play(side) if card in ("spy", "shield_bearer") else True

    def may_play(self, side: str) -> bool:
        return self.played[side] <= self.played["B" if side == "A" else "A"]

    def lay(self, side: str, card: str) -> None:
        stone = max(self.open_places(side), key=lambda stone: (self.fits(side, stone, card), self.dice.random()))
        if card.startswith("joker"):
            self.jokers[side] += 1
            own = [other for other in stone[side.lower()] if "=" not in other and "-" in other]
            card = f"{card}={self.dice.choice(own) if own else text(self.dice.choice(CLAN))}"
        self.put(stone, side, card)

    def put(self, stone: dict[str, Any], side: str, card: str) -> None:
        stone[side.lower()].append(card)
        self.settle_fullness(stone, side)

    def settle_fullness(self, stone: dict[str, Any], last: str | None) -> None:
        """Whose side is full first: the other's of whoever filled the second one."""
        full = [side for side in "AB" if len(stone[side.lower()]) == self.needed(stone)]
        if len(full) < 2:
            stone["full_first"] = None
        elif last:
            stone["full_first"] = "B" if last == "A" else "A"

    def fits(self, side: str, stone: dict[str, Any], card: str) -> int:
        """How well a card goes with those that lie there."""
        own = [other.rpartition("=")[2] for other in stone[side.lower()]]
        if not own or "-" not in card or card.startswith("joker"):
            return len(own) + self.dice.randint(0, 2)
        colours, neighbours, equals = self.likes[side]
        alike = 0
        for its in own:
            if "-" in its:
                colour, strength = its.split("-")
                apart = abs(int(strength) - int(card.partition("-")[2]))
                alike += (
                    colours * (colour == card.partition("-")[0])
                    + neighbours * (apart in (1, 2))
                    + equals * (not apart)
                )
        return alike

    def ruse(self, side: str, card: str) -> None:
        theirs = "b" if side == "A" else "a"
        if card == "recruiter":
            return
        which = side.lower() if card == "strategist" else theirs
        there = [stone for stone in self.document["stones"] if not stone["owner"] and stone[which]]
        if not there:
            return
        stone = self.dice.choice(there)
        taken_card = stone[which].pop(self.dice.randrange(len(stone[which])))
        self.settle_fullness(stone, None)
        clan = "-" in taken_card and "=" not in taken_card
        places = [each for each in self.open_places(side) if each is not stone]
        if card == "banshee" or not places or (card == "traitor" and not clan):
            self.document["discarded"].append(taken_card.partition("=")[0])
        else:
            self.put(self.dice.choice(places), side, taken_card)

    def claims(self, side: str) -> None:
        """Takes what is decided: both sides full."""
        for number, found in enumerate(self.document["stones"], 1):
            stone = Stone(self.document, number)
            if stone.free and stone.missing == 0 and len(stone.mine) == stone.needed:
                mine, theirs = stone.worth(stone.mine), stone.worth(stone.theirs)
                if (mine, found["full_first"] == side) > (theirs, found["full_first"] != side):
                    found["owner"] = side
                    if controls([each["owner"] for each in self.document["stones"]], side):
                        return

    def draws(self, side: str) -> None:
        piles = [pile for pile in (self.pile, self.tactics_pile) if pile]
        if piles and len(self.hands[side]) < (7 if self.tactics else 6):
            self.hands[side].append(self.dice.choice(piles).pop())
