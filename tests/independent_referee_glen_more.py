"""A second referee of Glen More (2010), written from the ledger: it follows an exported journal event by event.

It imports nothing of the product. What is printed on the tiles it reads from the ledger's own list (section 17).
The track is a row of numbered spaces that never begins anew; a territory is a dict from (x, y). Whatever breaks a
rule is a `Fault` that names it. What people did by hand (question 0) is taken as they say it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

from tests.independent_journal import left_standing
from tests.independent_scorer_glen_more import score_sheet
from tests.independent_territory import NORTH_SOUTH, WEST_EAST, cells_near, scots_near, wrong_beside

LEDGER = Path(__file__).parent / "vectors" / "glen_more_2010.md"
GOODS = ("wood", "stone", "sheep", "cattle", "grain")
AXES = {"river": NORTH_SOUTH, "road": WEST_EAST}
WRONG = {"edge": "G1-PLC-01", "scot": "G1-PLC-02", "river": "G1-PLC-03", "road": "G1-PLC-04", "alike": "G1-PLC-05"}
STACKS = {"0": 8, "1": 23, "2": 19, "3": 17}
ROUND_AFTER = {"1": "1", "2": "2", "3": "final"}
FACES = (1, 2, 3)
AT_ONCE: dict[str, dict[str, Any]] = {
    "armadale_castle": {"coins": 3},
    "castle_moil": {"barrels": 1},
    "castle_stalker": {"scots": 1},
    "donan_castle": {"barrels": 2},
}
"""What cards give at once; Loch Lochy and Loch Shiel give goods (section 12 of the ledger)."""
OICH, NESS, MARKS = "loch_oich", "loch_ness", re.compile(r"river|road")
IGNORED = {
    "StageEntered", "QuestionAsked", "QuestionClosed", "PlayerNamed", "DepthChosen", "SourceChosen", "NoteMade",
    "ActivatedByHand", "RefillBegan", "DeckEmptied", "PlayBegan", "Overruled",
}  # fmt: skip


class Fault(Exception):
    """The journal breaks a rule."""

    def __init__(self, rule: str, what: str) -> None:
        super().__init__(f"{rule}: {what}")
        self.rule = rule


def wants(holds: object, rule: str, what: object) -> None:
    if not holds:
        raise Fault(rule, str(what))


def printed() -> dict[str, dict[str, Any]]:
    """The list of tiles of the ledger, a dict a tile; start villages too."""
    tiles: dict[str, dict[str, Any]] = {}
    for line in LEDGER.read_text(encoding="utf-8").splitlines():
        row = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not (len(row) == 8 and re.match(r"\d-\d\d$|S-01", row[0])):
            continue
        names = [f"S-0{n}" for n in range(1, 6)] if row[0].startswith("S") else [row[0]]
        for name in names:
            tiles[name] = dict(
                zip(("stack", "border", "name", "edge", "cost", "placing", "use"), row[1:], strict=True)
            )
            tiles[name]["marks"] = set(MARKS.findall(row[4]))
    return tiles


TILES = printed()


def card_of(piece: str) -> str:
    """The card that comes with a tile; "" for none."""
    return TILES[piece]["name"].lower().replace(" ", "_") if "card" in TILES[piece]["placing"] else ""


def amounts(text: str) -> Counter[str]:
    """`1 wood, 1 stone` as numbers."""
    return Counter(
        {word: int(n) for n, word in re.findall(r"(\d) (wood|stone|sheep|cattle|grain|whisky)\b", text)}
    )


def made(piece: str) -> tuple[str, ...]:
    """Which goods a tile may make."""
    use = TILES[piece]["use"]
    if use == "1 resource of choice":
        return GOODS
    return tuple(good for good in GOODS if use == f"1 {good}")


class Referee:
    """Follows a journal. `person[id]` is what a player has; `land[id]` the territory."""

    def __init__(self, house: dict[str, Any]) -> None:
        self.house = dict(house)
        self.person: dict[str, dict[str, Any]] = {}
        self.land: dict[str, dict[tuple[int, int], dict[str, Any]]] = {}
        self.track: dict[int, dict[str, str]] = {}
        self.left = dict(STACKS)
        self.market = dict.fromkeys(GOODS, 0)
        self.seen: set[str] = set()
        self.due: list[str] = []
        self.scored: list[str] = []
        self.pending: list[dict[str, Any]] = []
        self.before_scoring: dict[str, int] = {}
        self.goods_told: dict[str, int] = {}
        self.winners: list[str] = []
        self.turn: dict[str, Any] = {}
        self.sale: dict[str, Any] | None = None
        self.by_hand = False

    # ---- the journal

    def follow(self, rows: Iterable[dict[str, Any]]) -> None:
        for row in rows:
            if "events" not in row:
                continue
            self.by_hand = row.get("answer", {}).get("question") == 0
            for event in row["events"]:
                self.see(event)
            wants(self.sale is None, "G1-WHS-05", "a good left its tile and nobody paid for it")

    def see(self, event: dict[str, Any]) -> None:
        kind = event["type"]
        if kind in IGNORED:
            if kind == "PlayBegan":
                self.play_began()
            return
        if self.by_hand and kind in (
            "GoodsSet",
            "ScotsSet",
            "TilePlaced",
            "TileRemoved",
            "PiecePlaced",
            "CountSet",
        ):
            self.reconcile_table(event)
            return
        if kind not in ("GoodsGiven", "GoodSold"):
            wants(self.sale is None, "G1-WHS-05", "a good left its tile and nobody paid for it")
        getattr(self, re.sub(r"(?<!^)([A-Z])", r"_\1", kind).lower())(event)

    def reconcile_table(self, event: dict[str, Any]) -> None:
        player = event.get("player", "")
        cell = (event.get("x"), event.get("y"))
        match event["type"]:
            case "GoodsSet":
                goods = {**self.land[player][cell]["goods"], event["good"]: event["n"]}  # type: ignore[index]
                self.land[player][cell]["goods"] = {good: n for good, n in goods.items() if n}  # type: ignore[index]
            case "ScotsSet":
                self.land[player][cell]["scots"] = event["n"]  # type: ignore[index]
            case "TilePlaced":
                self._lay(player, event["piece"], cell)  # type: ignore[arg-type]
            case "TileRemoved":
                del self.land[player][cell]  # type: ignore[arg-type]
            case "CountSet":
                self.person[player][event["count"]] = event["value"]

    def house_rule_changed(self, event: dict[str, Any]) -> None:
        self.house[event["name"]] = not self.house.get(event["name"], False)

    # ---- set-up

    def player_seated(self, event: dict[str, Any]) -> None:
        wants(len(self.person) < 5 and event["player"] not in self.person, "G1-CMP-01", event)
        self.person[event["player"]] = {"coins": 6, "barrels": 0, "chieftains": 0, "cards": [], "points": 0}
        self.land[event["player"]] = {}

    def play_began(self) -> None:
        wants(len(self.person) >= 2, "G1-CMP-01", "too few play")
        figures = [*self.person] + ["die"] * (len(self.person) < 4)
        self.track = {place: {"figure": figure} for place, figure in enumerate(figures)}
        if len(self.person) < 4 and self.house["warehouse_start"]:
            self.market = dict.fromkeys(GOODS, 1)

    # ---- the track

    def figures(self) -> dict[str, int]:
        return {on["figure"]: place for place, on in sorted(self.track.items()) if "figure" in on}

    def hindmost(self) -> str:
        return next(iter(self.figures()))

    def ahead(self) -> list[int]:
        start = self.figures()[self.hindmost()]
        return [place for place, on in sorted(self.track.items()) if place > start and "deck" in on]

    def turn_began(self, event: dict[str, Any]) -> None:
        wants(not self.turn, "G1-TRN-01", "the turn before has not ended")
        wants(not self.due, "G1-TRK-06", f"scoring {self.due} comes first")
        wants("final" not in self.scored, "G1-TRK-06", "the game is over")
        wants(event["figure"] == self.hindmost(), "G1-TRK-02", f"{self.hindmost()} is hindmost")
        start = self.figures()[event["figure"]]
        behind = {place for place, on in self.track.items() if place < start}
        for player in self.land:
            home = self.land[player].get((0, 0))
            wants(home and home["piece"].startswith("S-"), "G1-SET-02", f"{player} has no start village")
        wants(not self.pending, "G1-SET-02", f"still to come: {self.pending}")
        wants(self._span() == 13 or not any(self.left.values()), "G1-SET-04", "the track is not filled")
        self.turn = {
            "figure": event["figure"], "phase": "begun", "behind": behind, "tile": "", "cell": None, "used": set(),
            "ness": False, "moves": 0, "paid": Counter(), "bought_for": "", "activity": None, "face": 0,
        }  # fmt: skip

    def die_rolled(self, event: dict[str, Any]) -> None:
        wants(self.turn["figure"] == "die" and self.turn["phase"] == "begun", "G1-DIE-04", event)
        wants(event["face"] in FACES, "G1-DIE-02", event)
        self.turn["face"] = event["face"]

    def pawn_moved(self, event: dict[str, Any]) -> None:
        figure, ahead = event["figure"], self.ahead()
        wants(self.turn["phase"] == "begun" and figure == self.turn["figure"], "G1-TRN-01", event)
        wants(1 <= event["ahead"] <= len(ahead), "G1-TRK-03", event)
        start, place = self.figures()[figure], ahead[event["ahead"] - 1]
        if figure == "die" and self.turn["face"]:
            wants(place == self._die_goes(start, ahead), "G1-DIE-04", event)
        passed = [self.track[each]["piece"] or self.track[each]["deck"] for each in ahead if each < place]
        wants(list(event.get("passed", ())) == passed, "G1-TRK-04", f"{event} passed {passed}")
        del self.track[start]
        self.track[place]["figure"] = figure
        self.turn["phase"] = "moved"

    def _die_goes(self, start: int, ahead: list[int]) -> int:
        face: int = self.turn["face"]
        if not self.house["die_counts_spaces"]:
            return ahead[min(face, len(ahead)) - 1]
        return next((place for place in ahead if place >= start + face), ahead[-1])

    def tile_identified(self, event: dict[str, Any]) -> None:
        on = self.track[min(self.track) + event["place"]]
        wants(on.get("deck") == TILES[event["piece"]]["stack"] and not on["piece"], "G1-TRN-05", event)
        self._new(event["piece"])
        on["piece"] = event["piece"]

    def _new(self, piece: str) -> None:
        wants(piece in TILES and piece not in self.seen, "G1-CMP-05", f"{piece} is there twice")
        self.seen.add(piece)

    def tile_taken(self, event: dict[str, Any]) -> None:
        wants(self.turn["phase"] == "moved" and event["player"] == self.turn["figure"], "G1-TRN-01", event)
        on = self.track[self.figures()[event["player"]]]
        wants((on.pop("piece"), on.pop("deck")) == (event["piece"], event["deck"]), "G1-TRN-02", event)
        self.turn |= {"phase": "paying", "tile": event["piece"]}

    def tile_discarded(self, event: dict[str, Any]) -> None:
        place = min(self.track) + event["at"]
        on = self.track.get(place, {})
        wants((on.get("piece"), on.get("deck")) == (event["piece"], event["deck"]), event["rule"], event)
        figure = self.turn["figure"]
        if place == self.figures()[figure]:
            wants(self.turn["phase"] == "moved", "G1-TRN-01", event)
            wants(event["rule"] == ("G1-DIE-05" if figure == "die" else "G1-TRN-07"), "G1-TRN-07", event)
            if figure != "die":
                self._nothing_could_be_taken(figure)
            self.turn["phase"] = "refill" if figure == "die" else "acting"
            del on["piece"], on["deck"]
            return
        wants(event["rule"] == "G1-TRK-05" and place in self._leaving(), "G1-TRK-05", event)
        self._to_refill()
        del self.track[place]

    def _nothing_could_be_taken(self, player: str) -> None:
        """Of the tiles ahead, as far as anybody said which they are."""
        ahead = [
            on["piece"] for place, on in self.track.items() if "deck" in on and place not in self.turn["behind"]
        ]
        for piece in filter(None, ahead):
            wants(not self.could_take(player, piece), "G1-TRN-07", f"{piece} can be taken")

    def _leaving(self) -> set[int]:
        """Tiles that leave now (G1-TRK-05)."""
        first = min(self.figures().values())
        behind = {place for place, on in self.track.items() if place < first and "deck" in on}
        if self.house["skipped_leave_at_once"] or self.hindmost() == self.turn["figure"]:
            return behind
        return behind & self.turn["behind"]

    def _span(self) -> int:
        return max(self.track) - min(self.track) + 1

    def _to_refill(self) -> None:
        if self.turn and self.turn["phase"] != "refill":
            wants(
                self.turn["phase"] in ("gaining", "acting", "moving"), "G1-TRN-01", f"{self.turn['phase']}: refill"
            )
            self._settle()
            self.turn["phase"] = "refill"

    def tile_laid(self, event: dict[str, Any]) -> None:
        deck = event["deck"]
        wants(deck == next((each for each, n in self.left.items() if n), ""), "G1-TRN-05", event)
        self._to_refill()
        if self.turn:
            wants(not self._leaving(), "G1-TRK-05", f"{self._leaving()} leave first")
        if event["piece"]:
            wants(TILES[event["piece"]]["stack"] == deck, "G1-TRN-05", event)
            self._new(event["piece"])
        wants(self._span() < 13, "G1-TRK-01", "the track is full")
        self.track[max(self.track) + 1] = {"piece": event["piece"], "deck": deck}
        self.left[deck] -= 1
        if not self.left[deck] and deck in ROUND_AFTER:
            self.due.append(ROUND_AFTER[deck])

    def turn_ended(self, event: dict[str, Any]) -> None:
        wants(event["figure"] == self.turn.get("figure"), "G1-TRN-01", event)
        self._to_refill()
        wants(not self._leaving(), "G1-TRK-05", "passed tiles lie there still")
        wants(self._span() == 13 or not any(self.left.values()), "G1-TRN-05", "the track is not filled")
        self.turn = {}

    # ---- trade

    def good_sold(self, event: dict[str, Any]) -> None:
        good, player = event["good"], event["player"]
        wants(self.sale and (self.sale["good"], self.sale["player"]) == (good, player), "G1-WHS-05", event)
        self.sale = None
        wants(self.turn and self.turn["phase"] != "refill" and player == self.turn["figure"], "G1-WHS-02", event)
        wants(self.market[good] > 0 and event["coins"] == self.market[good], "G1-WHS-05", event)
        self.person[player]["coins"] += self.market[good]
        self.market[good] -= 1

    def good_bought(self, event: dict[str, Any]) -> None:
        good, player = event["good"], event["player"]
        price = self.market[good] + 1
        wants(self.turn and player == self.turn["figure"], "G1-WHS-02", event)
        wants(price <= 3 and event["coins"] == price, "G1-WHS-03", event)
        wants(self.person[player]["coins"] >= price, "G1-WHS-03", f"{event}: {self.person[player]['coins']} coins")
        self.person[player]["coins"] -= price
        self.market[good] += 1
        self._paid(event, good, 1)

    def goods_given(self, event: dict[str, Any]) -> None:
        player, good, n = event["player"], event["good"], event["n"]
        on = self._tile(event)["goods"]
        wants(n > 0 and on.get(good, 0) >= n, "G1-BRN-07", f"{event}: {on}")
        on[good] -= n
        if not on[good]:
            del on[good]
        if event["why"] == "sale":
            wants(n == 1 and self.sale is None, "G1-WHS-05", event)
            self.sale = {"player": player, "good": good}
        else:
            self._paid(event, good, n)

    def _tile(self, event: dict[str, Any]) -> dict[str, Any]:
        lie = self.land[event["player"]]
        wants((event["x"], event["y"]) in lie, "G1-PLC-01", f"{event}: nothing lies there")
        return lie[event["x"], event["y"]]

    def _paid(self, event: dict[str, Any], what: str, n: int) -> None:
        """It is for the tile that was taken, or for the one that is being activated (G1-WHS-04)."""
        why, activity = event["why"], self.turn.get("activity")
        wants(event["player"] == self.turn["figure"], "G1-TRN-01", event)
        if self.turn["phase"] == "paying":
            wants(why == f"cost:{self.turn['tile']}", "G1-WHS-04", event)
            self.turn["paid"][what] += n
            return
        wants(activity and why == f"activation:{activity['piece']}", "G1-WHS-04", event)
        activity["paid"][what] += n

    def barrels_paid(self, event: dict[str, Any]) -> None:
        person = self.person[event["player"]]
        wants(person["barrels"] >= event["barrels"] > 0, "G1-TRN-02", event)
        person["barrels"] -= event["barrels"]
        self._paid(event, "whisky", event["barrels"])

    def scot_removed(self, event: dict[str, Any]) -> None:
        on = self._tile(event)
        wants(on["scots"] >= event["n"] == 1, "G1-LOC-04", event)
        on["scots"] -= 1
        self._paid(event, "piece", 1)

    def chieftain_paid(self, event: dict[str, Any]) -> None:
        person = self.person[event["player"]]
        wants(person["chieftains"] > 0, "G1-LOC-04", event)
        person["chieftains"] -= 1
        self._paid(event, "piece", 1)

    # ---- what a tile costs, and where it lies

    def _check_cost(self, piece: str, paid: Counter[str]) -> None:
        cost = TILES[piece]["cost"]
        if "clan member" in cost:
            wants(paid == Counter(piece=1), "G1-LOC-04", f"{piece}: {dict(paid)}")
        elif "different" in cost:
            wants(sum(paid.values()) == 2 == len(paid) and set(paid) <= set(GOODS), "G1-LOC-05", dict(paid))
        else:
            wants(paid == amounts(cost), "G1-TRN-02", f"{piece} costs {cost}: {dict(paid)}")

    def map_of(self, player: str) -> dict[tuple[int, int], dict[str, Any]]:
        """The territory as the second mind about placing wants it."""
        return {
            cell: {"marks": TILES[on["piece"]]["marks"], "kind": None, "scots": on["scots"]}
            for cell, on in self.land[player].items()
        }

    def tile_placed(self, event: dict[str, Any]) -> None:
        player, piece, cell = event["player"], event["piece"], (event["x"], event["y"])
        if not self.turn:
            wants(piece.startswith("S-") and cell == (0, 0) and not self.land[player], "G1-SET-02", event)
            self._new(piece)
            self._lay(player, piece, cell)
            self.pending.append({"type": "ScotPlaced", "player": player, "x": 0, "y": 0, "n": 1})
            return
        wants(self.turn["phase"] == "paying" and player == self.turn["figure"], "G1-TRN-01", event)
        wants(piece == self.turn["tile"], "G1-TRN-01", event)
        self._check_cost(piece, self.turn["paid"])
        wrong = wrong_beside(self.map_of(player), self._ground(piece), cell, AXES)
        if "clan member" in TILES[piece]["cost"] and self.house["loch_ness_place_before_paying"]:
            wrong = [each for each in wrong if each != "scot"]
        wants(not wrong, WRONG[wrong[0]] if wrong else "", f"{event}: {wrong}")
        self._lay(player, piece, cell)
        self.turn |= {"phase": "gaining", "cell": cell}
        self.pending = [*self._one_time(player, piece, cell)]

    @staticmethod
    def _ground(piece: str) -> dict[str, Any]:
        return {"marks": TILES[piece]["marks"], "kind": None, "scots": 0}

    def _lay(self, player: str, piece: str, cell: tuple[int, int]) -> None:
        wants(cell not in self.land[player], "G1-PLC-01", f"{piece} on {cell}")
        self.land[player][cell] = {"piece": piece, "goods": {}, "scots": 0}

    def could_take(self, player: str, piece: str) -> bool:
        """It can be paid and it has a place (G1-TRN-02)."""
        return any(self._fits(player, piece)) and any(
            self._payable(player, need) for need in self._needs(player, piece)
        )

    def _fits(self, player: str, piece: str) -> Iterator[bool]:
        lie = self.map_of(player)
        ness = "clan member" in TILES[piece]["cost"] and not self.house["loch_ness_place_before_paying"]
        for cell in cells_near(lie):
            if not wrong_beside(lie, self._ground(piece), cell, AXES):
                total = sum(tile["scots"] for tile in lie.values())
                near = scots_near(lie, cell)
                yield not ness or self.person[player]["chieftains"] > 0 or near > 1 or total > near

    def _needs(self, player: str, piece: str) -> Iterator[Counter[str]]:
        cost, person = TILES[piece]["cost"], self.person[player]
        if "different" in cost:
            yield from (Counter((a, b)) for a in GOODS for b in GOODS if a < b)
        elif "clan member" in cost:
            if person["chieftains"] or any(on["scots"] for on in self.land[player].values()):
                yield Counter()
        elif "whisky" in cost:
            if person["barrels"]:
                yield Counter()
        else:
            yield amounts(cost)

    def _payable(self, player: str, need: Counter[str]) -> bool:
        """Every way to take or buy each piece of it, everything else sold first."""
        own: Counter[str] = Counter()
        for on in self.land[player].values():
            own.update(on["goods"])
        pieces = [*need.elements()]
        for buys in product((False, True), repeat=len(pieces)):
            bought = Counter(good for good, buy in zip(pieces, buys, strict=True) if buy)
            rest = own - (need - bought)
            if any((need - bought)[good] > own[good] for good in need):
                continue
            coins, market = self.person[player]["coins"], dict(self.market)
            for good in rest.elements():
                if market[good] and not bought[good]:
                    coins += market[good]
                    market[good] -= 1
            for good in bought.elements():
                market[good] += 1
                coins -= market[good]
            if coins >= 0 and max(market.values()) <= 3:
                return True
        return False

    # ---- what is gained once

    def _one_time(self, player: str, piece: str, cell: tuple[int, int]) -> Iterator[dict[str, Any]]:
        placing, card, here = TILES[piece]["placing"], card_of(piece), {"x": cell[0], "y": cell[1]}
        why, by_card = f"placing:{piece}", f"card:{card}"
        if "clan member" in placing:
            yield {"type": "ScotPlaced", "player": player, **here, "n": 1}
        if "barrel" in placing:
            yield {"type": "BarrelsGained", "player": player, "barrels": 1, "why": why}
        if card:
            yield {"type": "LandmarkGained", "player": player, "card": card}
        for what, n in AT_ONCE.get(card, {}).items():
            if what == "scots":
                yield {"type": "ScotPlaced", "player": player, **here, "n": n}
            else:
                yield {"type": f"{what.capitalize()}Gained", "player": player, what: n, "why": by_card}
        if card == "loch_lochy":
            yield from (
                {"type": "GoodsGained", "player": player, **here, "n": 1, "why": by_card} for _ in range(2)
            )
        if card == "loch_shiel":
            for (x, y), on in self.land[player].items():
                goods = made(on["piece"])
                if goods and not on["goods"]:
                    good = {"good": goods[0]} if len(goods) == 1 else {}
                    yield {"type": "GoodsGained", "player": player, "x": x, "y": y, "n": 1, "why": by_card, **good}

    def _expected(self, event: dict[str, Any], rule: str) -> None:
        """One of the gains that were still to come."""
        for each in self.pending:
            if all(event.get(name) == value for name, value in each.items()):
                self.pending.remove(each)
                return
        raise Fault(rule, f"{event} is not due; due: {self.pending}")

    def scot_placed(self, event: dict[str, Any]) -> None:
        self._expected(event, "G1-CLN-01")
        self._tile(event)["scots"] += event["n"]

    def landmark_gained(self, event: dict[str, Any]) -> None:
        self._expected(event, "G1-LOC-02")
        held = [card for person in self.person.values() for card in person["cards"]]
        wants(event["card"] not in held, "G1-LOC-02", event)
        self.person[event["player"]]["cards"].append(event["card"])

    def coins_gained(self, event: dict[str, Any]) -> None:
        self._expected(event, "G1-CRD-02")
        self.person[event["player"]]["coins"] += event["coins"]

    def barrels_gained(self, event: dict[str, Any]) -> None:
        if event["why"].startswith("activation:"):
            self._got(event, "barrels", event["barrels"])
        else:
            self._expected(event, "G1-DST-01")
        self.person[event["player"]]["barrels"] += event["barrels"]

    def goods_gained(self, event: dict[str, Any]) -> None:
        on = self._tile(event)
        if event["why"].startswith("activation:"):
            activity = self.turn.get("activity")
            wants(activity and activity["cell"] == (event["x"], event["y"]), "G1-PRD-01", event)
            self._got(event, event["good"], event["n"])
        else:
            self._expected(event, "G1-CRD-13")
        wants(event["good"] in GOODS and event["n"] == 1, "G1-PRD-01", event)
        on["goods"][event["good"]] = on["goods"].get(event["good"], 0) + event["n"]
        wants(sum(on["goods"].values()) <= 3, "G1-PRD-02", f"{event}: {on['goods']}")

    # ---- activation

    def tile_activated(self, event: dict[str, Any]) -> None:
        player, piece, cell = event["player"], event["piece"], (event["x"], event["y"])
        wants(self.turn and player == self.turn["figure"], "G1-ACT-01", event)
        wants(not self.pending, "G1-ACT-01", f"one-time gains first: {self.pending}")
        wants(self.turn["phase"] in ("gaining", "acting"), "G1-TRN-06", event)
        self._settle()
        wants(self._tile(event)["piece"] == piece, "G1-ACT-01", event)
        wants(piece not in self.turn["used"], "G1-ACT-03", event)
        wants(TILES[piece]["use"] != "none", "G1-LOC-03", event)
        self._may_activate(event["by"], player, cell)
        self.turn["used"].add(piece)
        self.turn |= {"phase": "acting", "activity": self._activity(piece, cell)}

    def movement_gained(self, event: dict[str, Any]) -> None:
        """One point, of the tile that was activated last."""
        wants(self.turn and event["player"] == self.turn["figure"] and self.turn["activity"], "G1-CLN-03", event)
        activity = self.turn["activity"]
        wants(event["why"] == f"activation:{activity['piece']}" and event["n"] == 1, "G1-CLN-03", event)
        activity["got"]["movement"] += event["n"]
        self.turn["moves"] += event["n"]

    @staticmethod
    def _activity(piece: str, cell: tuple[int, int]) -> dict[str, Any]:
        return {"piece": piece, "cell": cell, "paid": Counter(), "got": Counter()}

    def _may_activate(self, by: str, player: str, cell: tuple[int, int]) -> None:
        new, taken = self.turn["cell"], self.turn["tile"]
        if by == NESS:
            wants(NESS in self.person[player]["cards"] and not self.turn["ness"], "G1-CRD-06", by)
            self.turn["ness"] = True
        elif by == OICH:
            wants(taken and card_of(taken) == OICH and new, "G1-CRD-12", by)
        else:
            wants(by == "placing" and new and card_of(taken) != OICH, "G1-ACT-01", by)
            wants(
                max(abs(new[0] - cell[0]), abs(new[1] - cell[1])) <= 1, "G1-ACT-01", f"{cell} does not touch {new}"
            )

    def _got(self, event: dict[str, Any], what: str, n: int) -> None:
        activity = self.turn.get("activity")
        wants(activity, "G1-ACT-01", event)
        wants(
            event.get("why", f"activation:{activity['piece']}") == f"activation:{activity['piece']}",
            "G1-ACT-01",
            event,
        )
        activity["got"][what] += n

    def points_scored(self, event: dict[str, Any]) -> None:
        if self.turn:
            activity = self.turn.get("activity")
            wants(activity and event["source"] == activity["piece"], "G1-BRN-06", event)
            wants(event["player"] == self.turn["figure"], "G1-BRN-06", event)
            self._got(event, "points", event["points"])
        else:
            wants(self.due, "G1-SCR-01", event)
            self.before_scoring = self.before_scoring or {who: has["points"] for who, has in self.person.items()}
        self.person[event["player"]]["points"] += event["points"]

    def _settle(self) -> None:
        """The tile that was activated last gave what it gives, for what it takes."""
        wants(not self.pending, "G1-TRN-04", f"still to come: {self.pending}")
        activity, self.turn["activity"] = self.turn["activity"], None
        if activity is None:
            return
        paid, got, piece = activity["paid"], activity["got"], activity["piece"]
        use = TILES[piece]["use"]
        told = f"{piece} ({use}): {dict(paid)} for {dict(got)}"
        if "->" not in use:
            wants(not paid, "G1-WHS-04", told)
            self._given_freely(use, got, told)
            return
        takes, _, gives = use.partition(" -> ")
        if "whisky" in gives:
            wants((paid, got) == (Counter(grain=1), Counter(barrels=1)), "G1-DST-02", told)
            return
        steps = [int(n) for n in gives.removesuffix(" VP").split("/")]
        wants(set(got) == {"points"}, "G1-BRN-06", told)
        wants(got["points"] == self._worth(takes, steps, paid, told), "G1-BRN-03", told)

    @staticmethod
    def _given_freely(use: str, got: Counter[str], told: str) -> None:
        if use == "1 movement point":
            wants(got == Counter(movement=1), "G1-CLN-03", told)
        elif use.endswith("VP"):
            wants(got == Counter(points=int(use.split()[0])), "G1-BRN-06", told)
        elif use == "1 resource of choice":
            wants(sum(got.values()) == 1 and set(got) <= set(GOODS), "G1-ION-01", told)
        else:
            wants(got == amounts(use), "G1-PRD-01", told)

    @staticmethod
    def _worth(takes: str, steps: list[int], paid: Counter[str], told: str) -> int:
        """The points for what was handed in (section 9 of the ledger)."""
        n = sum(paid.values())
        wants(set(paid) <= set(GOODS), "G1-CMP-06", told)
        if "different" in takes:
            wants(1 <= n <= len(steps) and max(paid.values()) == 1, "G1-BRN-03", told)
            return steps[n - 1]
        if "any" in takes:
            wants(n == 3, "G1-BRN-04", told)
            return steps[0]
        if "+" in takes:
            wants(paid == amounts(takes), "G1-BRN-05", told)
            return steps[0]
        wants(1 <= n <= len(steps) and set(paid) == {takes.split()[-1]}, "G1-BRN-01", told)
        return steps[n - 1]

    # ---- movement

    def _point(self, event: dict[str, Any]) -> None:
        wants(self.turn and event["player"] == self.turn["figure"], "G1-CLN-03", event)
        wants(self.turn["phase"] in ("gaining", "acting", "moving"), "G1-TRN-06", event)
        self._settle()
        wants(self.turn["moves"] > 0, "G1-CLN-03", f"{event}: no point is left")
        self.turn["moves"] -= 1
        self.turn["phase"] = "moving"

    def movement_lapsed(self, event: dict[str, Any]) -> None:
        """All points that are left are lost when the turn goes on to its fourth phase."""
        left = self.turn["moves"]
        self._point(event)
        wants(event["n"] == left, "G1-TRN-06", event)
        self.turn["moves"] = 0

    def scot_moved(self, event: dict[str, Any]) -> None:
        self._point(event)
        here, there = (event["from_x"], event["from_y"]), (event["to_x"], event["to_y"])
        lie = self.land[event["player"]]
        wants(here in lie and there in lie, "G1-CLN-04", event)
        wants(max(abs(here[0] - there[0]), abs(here[1] - there[1])) == 1, "G1-CLN-04", event)
        wants(lie[here]["scots"] > 0, "G1-CLN-04", event)
        lie[here]["scots"] -= 1
        lie[there]["scots"] += 1

    def chieftain_made(self, event: dict[str, Any]) -> None:
        self._point(event)
        on = self._tile(event)
        wants(on["scots"] > 0, "G1-CLN-05", event)
        on["scots"] -= 1
        self.person[event["player"]]["chieftains"] += 1

    # ---- scoring

    def sheet(self, due: str) -> dict[str, Any]:
        """Everybody's counts, before the points of this scoring."""
        people = []
        for player, has in self.person.items():
            pieces = [TILES[on["piece"]] for on in self.land[player].values()]
            people.append(
                {
                    "name": player,
                    "points": self.before_scoring.get(player, has["points"]),
                    "coins": has["coins"],
                    "goods": sum(sum(on["goods"].values()) for on in self.land[player].values()),
                    "tiles": len(pieces),
                    "whisky": has["barrels"],
                    "chieftains": has["chieftains"],
                    "cards": has["cards"],
                    "green_tiles": sum(tile["border"] == "green" for tile in pieces),
                    "yellow_tiles": sum(tile["border"] == "yellow" for tile in pieces),
                    "villages": sum(tile["name"] in ("Village", "Starting Village") for tile in pieces),
                }
            )
        return {"schema": 1, "round": due, "house_rules": self.house, "players": people}

    def round_scored(self, event: dict[str, Any]) -> None:
        wants(not self.turn and self.due and event["round"] == self.due[0], "G1-TRK-06", event["round"])
        wanted = score_sheet(self.sheet(event["round"]))
        for each in wanted["players"]:
            now = self.person[each["name"]]["points"]
            wants(now == each["points"], "G1-SCR-03", f"{each}: {now}")
        told = {each["name"]: each["points"] for each in event["result"]["players"]}
        wants(told == {each["name"]: each["points"] for each in wanted["players"]}, "G1-FIN-07", told)
        self.winners = wanted.get("winners", [])
        self.due.pop(0)
        self.scored.append(event["round"])
        self.before_scoring = {}

    def goods_counted(self, event: dict[str, Any]) -> None:
        lie = self.land[event["player"]].values()
        wants(event["goods"] == sum(sum(on["goods"].values()) for on in lie), "G1-FIN-06", event)

    def game_ended(self, event: dict[str, Any]) -> None:
        wants(self.scored == ["1", "2", "final"] and not self.turn, "G1-FIN-01", self.scored)
        wants(sorted(event["winners"]) == sorted(self.winners), "G1-FIN-06", f"{event}: {self.winners}")
        self.turn = {"phase": "over"}


def follow(rows: list[dict[str, Any]]) -> Referee:
    """The referee after a whole journal: its first row, then what stands of it; a Fault where it breaks a rule."""
    referee = Referee(rows[0]["setup"]["house"])
    referee.follow(left_standing(rows[1:]))
    wants(referee.turn == {"phase": "over"}, "G1-FIN-01", "the game did not end")
    return referee
