"""The accounts of Glen More (2010): tiles as the ledger lists them, the die, cards, chieftains."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any, ClassVar

from tests.conservation.checker import Checker
from tests.conservation.journal import Event
from tests.conservation.printed import within

TABLE = Path(__file__).with_name("glen_more_tiles.txt")
BONNETS = {
    **dict.fromkeys(("armadale_castle", "castle_moil", "castle_stalker", "castle_of_mey", "donan_castle"), 1),
    "cawdor_castle": 3,
}
CARDS_AT_ONCE = {
    "armadale_castle": Counter(coin=3),
    "castle_moil": Counter(whisky=1),
    "castle_stalker": Counter(scot=1),
    "donan_castle": Counter(whisky=2),
    "loch_lochy": Counter(any_good=2),
}
FINAL_SOURCES = {"coins", "territory", "loch_morar", "iona_abbey", "duart_castle"}
WORDS = {
    "resource": "any_good",
    "resource of choice": "any_good",
    "different resources": "different_good",
    "any resources": "any_good",
    "clan member": "scot",
    "clan member or 1 chieftain": "scot",
    "whisky barrel": "whisky",
    "movement point": "movement",
    "VP": "vp",
}


def _amounts(text: str) -> dict[str, int]:
    """Return what a list like "1 wood, 1 stone" names; "free" and "none" are empty."""
    found: dict[str, int] = {}
    for part in re.split(r", | \+ (?=\d)", text.replace(" + card", "")):
        if match := re.fullmatch(r"(\d+) (.+)", part):
            found[WORDS.get(match[2], match[2])] = int(match[1])
    return found


def _effects(text: str) -> list[dict[str, Any]]:
    """Return what an activation does, as effects; steps of one exchange are effects of their own."""
    if " -> " not in text:
        return [{"op": "gain", "what": what, "n": n} for what, n in _amounts(text).items()]
    pay, get = text.split(" -> ")
    steps = re.fullmatch(r"((?:\d/)+\d) (.+)", pay)
    if not steps:
        return [{"op": "exchange", "pay": _amounts(pay), "get": _amounts(get)}]
    what = WORDS.get(steps[2], steps[2])
    points = get.removesuffix(" VP").split("/")
    return [
        {"op": "exchange", "pay": {what: int(n)}, "get": {"vp": int(vp)}, "is_step": True}
        for n, vp in zip(steps[1].split("/"), points, strict=True)
    ]


def _read_table() -> dict[str, dict[str, Any]]:
    tiles = {}
    for line in TABLE.read_text().splitlines()[1:]:
        id, stack, border, name, edge, cost, placing, activation = line.split(" | ")
        tiles[id] = {
            "deck": stack,
            "border": border,
            "name": name,
            "river": edge == "river",
            "road": edge == "road",
            "cost": _amounts(cost),
            "placing": [{"op": "gain", "what": what, "n": n} for what, n in _amounts(placing).items()],
            "card": name.lower().replace(" ", "_") if "card" in placing else "",
            "activation": _effects(activation),
            "rebuild": False,
        }
    start = {"river": True, "road": True, "border": "grey", "name": "Starting Village", "placing": []}
    village: dict[str, Any] = {**start, "activation": _effects("1 movement point")}
    return tiles | {f"S-0{n}": village for n in range(1, 6)}


TILES = _read_table()


class GlenMore(Checker):
    """Follows a game of 2010."""

    rounds = ("1", "2", "final")
    deck_sizes: ClassVar = {"0": 8, "1": 23, "2": 19, "3": 17}
    marks = ("road", "river")
    axes = ((1, 0), (0, 1))
    market_goods = ("wood", "stone", "sheep", "cattle", "grain")

    def __init__(self, setup: dict[str, Any]) -> None:
        super().__init__(setup)
        self.track.spaces = 14

    def printed(self, piece: str) -> dict[str, Any]:
        return TILES.get(piece, {})

    def market_starts_filled(self) -> bool:
        return bool(self.house["warehouse_start"]) and len(self.coins) <= 3

    def uses_die(self) -> bool:
        return len(self.coins) <= 3

    def passed_by(self) -> list[int]:
        """Return the tiles behind the hindmost figure (G1-TRK-05)."""
        last = min(self.track.figures.values())
        return [at for at in sorted(self.track.tiles) if at < last]

    def check_track(self, figure: str) -> None:
        if not self.house["skipped_leave_at_once"]:
            # What this turn has passed lies there until the next phase 4; whoever is now last clears it then.
            last = min(self.track.figures.values())
            if self.track.figures[figure] == last:
                super().check_track(figure)
            return
        super().check_track(figure)

    def identified_at(self, e: Event) -> int | None:
        """Return the position of a tile that an event names by its place among all that stands on the track."""
        occupied = sorted({*self.track.tiles, *self.track.figures.values()})
        return occupied[e["place"]] if e["place"] < len(occupied) else None

    def activates_all(self) -> bool:
        return self.turn.placed is not None and self.printed(self.turn.placed).get("name") == "Loch Oich"

    def on_LandmarkGained(self, e: Event) -> None:
        super().on_LandmarkGained(e)
        tile = self.turn.placed or self.turn.taken or ""
        self.expect(
            self.printed(tile).get("card") == e["card"], "card of another tile", f"{e['card']} after {tile}"
        )

    def compare(self, piece: str) -> None:
        super().compare(piece)
        card = self.printed(piece).get("card", "")
        if piece == self.turn.placed and card:
            gains = self.turn.gains[f"card:{card}"]
            most = CARDS_AT_ONCE.get(card, Counter())
            if card == "loch_shiel":
                most = Counter(any_good=len(self.land[self.acting]))
            self.expect(within(gains, most), "gain of a card", f"{card}: {dict(gains)} of {dict(most)}")

    def rounds_scored_by(self, decks: list[str]) -> set[str]:
        return {"final" if deck == "3" else deck for deck in decks if deck != "0"}

    def counted(self) -> dict[str, dict[str, int]]:
        players = list(self.coins)
        factor = {p: 2 if self.cards.get("castle_of_mey") == p else 1 for p in players}
        bonnets = {p: sum(BONNETS.get(card, 0) for card, who in self.cards.items() if who == p) for p in players}
        doubles = self.house["mey_doubles_bonnets"]
        found = {"special_locations": {p: sum(who == p for who in self.cards.values()) for p in players}}
        if barrels := self.certain(self.barrels, "barrels"):
            found["whisky"] = barrels
        if self.is_refereed:
            found["chieftains"] = {
                p: self.chieftains[p] * factor[p] + bonnets[p] * (factor[p] if doubles else 1) for p in players
            }
        return found

    def on_RoundScored(self, e: Event) -> None:
        super().on_RoundScored(e)
        if e["round"] == "final" and self.is_refereed:
            for each in e["result"]["players"]:
                due = {source: n for source, n in self.final_points(each["name"]).items() if n}
                got = {gain["source"]: gain["points"] for gain in each["gains"] if gain["source"] in FINAL_SOURCES}
                self.expect(due == got, "final points", f"{each['name']} gets {got}, {due} are due")

    def final_points(self, player: str) -> dict[str, int]:
        tiles = [self.printed(stack[-1]) for stack in self.land[player].values()]
        sizes = {p: len(self.land[p]) for p in self.coins}
        found = {"coins": self.coins[player], "territory": -3 * (sizes[player] - min(sizes.values()))}
        each = {"loch_morar": (2, "border", "green"), "iona_abbey": (2, "border", "yellow")}
        for card, (points, key, value) in each.items():
            if self.cards.get(card) == player:
                found[card] = points * sum(tile[key] == value for tile in tiles)
        if self.cards.get("duart_castle") == player:
            names = {"Village", "Starting Village"} if self.house["duart_counts_start"] else {"Village"}
            found["duart_castle"] = 3 * sum(tile["name"] in names for tile in tiles)
        return found

    def move_home(self, player: str, cell: tuple[int, int]) -> None:
        """Nothing of this game removes a tile."""
