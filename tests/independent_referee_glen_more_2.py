"""A second referee of the territories of Glen More II, written from the ledger: it follows an exported journal.

It imports nothing of the product. What is printed on the tiles it reads from the first row of the journal. A
territory is a dict from (x, y). Whatever breaks a rule is a `Fault` that names it. What people put right by hand
(question 0) is taken as they say it; what they enter besides is their word. What chronicles change it asks them
(`independent_hooks_glen_more_2`), and knows none of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from tests.independent_counts_glen_more_2 import Counts
from tests.independent_hooks_glen_more_2 import Chronicle
from tests.independent_journal import left_standing
from tests.independent_rondel_glen_more_2 import Fault, Rondel, wants
from tests.independent_territory import (
    WEST_EAST,
    can_go,
    hanging_together,
    mismatches,
    one_line,
    wrong_beside,
    wrong_over,
)

GOODS = ("wood", "stone", "barley", "sheep", "cattle")
ANIMALS = ("sheep", "cattle")
HOME = {(0, 0), (1, 0)}
AXES = {"river": WEST_EAST}
BESIDE = {"edge": "GM-PLC-01", "scot": "GM-PLC-02", "river": "GM-RIV-02", "alike": "GM-RIV-03"}
OVER = {
    "rebuild": "GM-RBD-01",
    "rebuild_kind": "GM-RBD-02",
    "rebuild_scot": "GM-RBD-03",
    "rebuild_marks": "GM-RBD-05",
}
KINDS = {
    "cameron": ("trade",),
    "macdonell": ("material", "whisky"),
    "maclean": ("animal", "whisky"),
}
SCOTS, ROOM = 9, 3


class Referee:
    """Follows a journal; `land[player]` is the territory."""

    def __init__(self, setup: dict[str, Any], chronicles: Sequence[type[Chronicle]] = ()) -> None:
        self.pieces: dict[str, dict[str, Any]] = {id: dict(row) for id, row in setup["facts"]["pieces"].items()}
        self.house = setup["house"]
        self.land: dict[str, dict[tuple[int, int], dict[str, Any]]] = {}
        self.crests: dict[str, list[str]] = {}
        self.cards: dict[str, list[str]] = {}
        self.market: dict[str, int] = {}
        self.left: list[str] = []
        self.turn: dict[str, Any] = self.new_turn("")
        self.by_hand = False
        self.lowered = False
        self.entry = ""
        self.late: set[str] = set()
        self.hand: dict[str, str] = {}
        self.sale: dict[str, Any] | None = None
        self.lifted: Counter[str] = Counter()
        self.rondel, self.counts = Rondel(setup), Counts(setup, self)
        self.chronicles = [each(self, setup) for each in chronicles]
        self.rondel.chronicles = self.chronicles
        for each in self.chronicles:
            for deck, n in each.decks().items():
                self.rondel.left[deck] += n
            for id, row in each.pieces().items():
                self.pieces[id] = self.rondel.pieces[id] = dict(row)

    def asks(self, question: str, *about: object) -> bool:
        """Whether a chronicle says so."""
        return self.rondel.asks(question, *about)

    def ruling(self, question: str, *about: object) -> str:
        """What the first chronicle says that says anything."""
        return next(filter(None, (getattr(each, question)(*about) for each in self.chronicles)), "")

    @staticmethod
    def new_turn(figure: str) -> dict[str, Any]:
        return {
            "figure": figure, "near": set(), "used": set(), "moves": 0, "ness": False, "paid": Counter(),
            "entered": Counter(), "taken": "", "open": None, "real": figure,
        }  # fmt: skip

    # ---- the journal

    def follow(self, rows: Iterable[dict[str, Any]]) -> None:
        for row in rows:
            if "events" not in row or self.lowered:
                continue
            self.by_hand, self.entry = row.get("answer", {}).get("question") == 0, ""
            self.counts.begin(row)
            for each in self.chronicles:
                each.begin(row)
            for event in row["events"]:
                getattr(self, f"on_{event['type']}", lambda _e: None)(event)
                if self.lowered:
                    break
                self.rondel.see(event, row.get("answer", {}))
                self.counts.see(event)
                for each in self.chronicles:
                    each.see(event)
            self.settle()
            wants(self.sale is None, "GM-MKT-07", self.sale)
            for each in () if self.lowered else self.chronicles:
                each.end()

    def tile(self, e: dict[str, Any]) -> dict[str, Any]:
        """The tile that lies where an event says."""
        land = self.land[e["player"]]
        wants((e["x"], e["y"]) in land, "GM-PLC-04", e)
        return land[e["x"], e["y"]]

    def printed(self, piece: str) -> dict[str, Any]:
        if piece.startswith("home_village_"):
            return {"kind": "village", "river": True, "activation": []}
        if piece.startswith("home_castle_"):
            return {"kind": "castle", "river": True, "activation": [{"op": "move", "n": 1}]}
        return self.pieces[piece]

    def own(self, e: dict[str, Any]) -> bool:
        return bool(e["player"] == self.turn["figure"])

    # ---- set-up, facts, market

    def on_PlayerSeated(self, e: dict[str, Any]) -> None:
        self.land[e["player"]], self.crests[e["player"]], self.cards[e["player"]] = {}, [], []

    def on_PlayerJoinedLate(self, e: dict[str, Any]) -> None:
        self.on_PlayerSeated(e)

    def on_PlayBegan(self, _e: dict[str, Any]) -> None:
        self.market = dict.fromkeys(GOODS, 1 if len(self.land) < 4 else 0)

    def on_DepthChosen(self, e: dict[str, Any]) -> None:
        self.lowered = e["depth"] != "referee"

    def on_FactLearned(self, e: dict[str, Any]) -> None:
        fact = e["fact"]
        if fact["piece"] in self.pieces and fact["field"] in ("river", "rebuild", "kind", "deck", "sort"):
            self.pieces[fact["piece"]][fact["field"]] = fact["value"]
            self.tells_of_laid(fact["piece"])
        elif fact["piece"] in self.pieces and fact["field"] in ("cost", "activation", "one_time"):
            self.pieces[fact["piece"]][fact["field"]] = None  # told in words: taken as people say it

    def tells_of_laid(self, piece: str) -> None:
        """What is learned of a tile that lies already is so from then on."""
        printed = self.pieces[piece]
        for on in (on for land in self.land.values() for on in land.values() if on["piece"] == piece):
            on |= {"kind": printed.get("kind"), "marks": {"river"} if printed.get("river") else set()}

    def on_RowSet(self, e: dict[str, Any]) -> None:
        self.market[e["good"]] = e["filled"]

    def on_GoodBought(self, e: dict[str, Any]) -> None:
        wants(self.own(e) or e["player"] in self.late, "GM-MKT-02", e)
        self.market[e["good"]] += 1
        wants(self.market[e["good"]] <= 3 and e["coins"] == self.market[e["good"]], "GM-MKT-03", e)
        if self.asks("takes", e):
            return
        if self.turn["open"]:
            self.turn["open"]["given"][e["good"]] += 1
        else:
            self.turn["entered" if self.entry == "buy" else "paid"][e["good"]] += 1

    def on_GoodSold(self, e: dict[str, Any]) -> None:
        given, self.sale = self.sale, None
        if not self.asks("sells", e):
            wants(given and all(given[each] == e[each] for each in ("player", "good")), "GM-MKT-07", (given, e))
        wants(self.own(e) or e["player"] in self.late, "GM-MKT-02", e)
        wants(self.market[e["good"]] > 0 and e["coins"] == self.market[e["good"]], "GM-MKT-07", e)
        self.market[e["good"]] -= 1

    # ---- turns

    def on_TurnBegan(self, e: dict[str, Any]) -> None:
        self.settle()
        self.turn, self.late = self.new_turn(e.get("acting") or e["figure"]), set()
        self.turn["real"] = e["figure"]

    def on_ActingChanged(self, e: dict[str, Any]) -> None:
        self.turn["figure"] = e["player"]

    def on_LateEntryMade(self, e: dict[str, Any]) -> None:
        """What somebody forgot, and what follows from it."""
        self.late.add(e["player"])

    def on_EntryMade(self, e: dict[str, Any]) -> None:
        self.entry = e["entry"]
        if "." in e["entry"] and e["player"] != self.turn["figure"]:
            self.late.add(e["player"])

    def on_TileTaken(self, e: dict[str, Any]) -> None:
        self.turn["taken"] = e["piece"]
        self.hand[e["piece"]] = e["player"]

    def on_TileGiven(self, e: dict[str, Any]) -> None:
        self.hand[e["piece"]] = e["player"]

    def on_PiecePlaced(self, e: dict[str, Any]) -> None:
        self.hand[e["piece"]] = e["place"]

    def on_PersonGained(self, e: dict[str, Any]) -> None:
        """It is paid like any tile (GM-PER-06)."""
        if not self.by_hand:
            self.is_paid(e["piece"], self.printed(e["piece"]))
        self.hand.pop(e["piece"], None)

    def on_RefillBegan(self, _e: dict[str, Any]) -> None:
        taken = self.turn["taken"]
        wants(not taken or self.hand.get(taken) != self.turn["figure"], "GM-TAK-08", taken)

    def on_TileNamed(self, e: dict[str, Any]) -> None:
        if self.turn["taken"] == e["was"]:
            self.turn["taken"] = e["piece"]
        self.hand[e["piece"]] = self.hand.pop(e["was"], e["player"])
        for on in self.land[e["player"]].values() if e["was"] else ():
            if e["was"] in on["stack"]:
                self.settle()
                on["stack"] = [e["piece"] if each == e["was"] else each for each in on["stack"]]
                on["piece"] = on["stack"][-1]
                self.hand.pop(e["piece"])
                self.tells_of_laid(e["piece"])
        self.turn["near"] = {e["piece"] if each == e["was"] else each for each in self.turn["near"]}
        self.turn["used"] = {(e["piece"] if each == e["was"] else each, n) for each, n in self.turn["used"]}

    def on_LandmarkGained(self, e: dict[str, Any]) -> None:
        self.cards[e["player"]].append(e["card"])

    def on_CardPlaced(self, e: dict[str, Any]) -> None:
        for cards in self.cards.values():
            if e["card"] in cards:
                cards.remove(e["card"])
        if e.get("player"):
            self.cards[e["player"]].append(e["card"])

    def on_CrestTaken(self, e: dict[str, Any]) -> None:
        self.crests[e["player"]].append(e["crest"])

    def on_MarkerPlaced(self, e: dict[str, Any]) -> None:
        for crests in self.crests.values():
            if e["crest"] in crests:
                crests.remove(e["crest"])
        if e.get("player"):
            self.crests[e["player"]].append(e["crest"])

    def on_ColourChanged(self, e: dict[str, Any]) -> None:
        other_of = {e["player"]: e["colour"], e["colour"]: e["player"]}
        self.hand = {piece: other_of.get(player, player) for piece, player in self.hand.items()}
        for kept in (self.land, self.crests, self.cards):
            one, other = kept.pop(e["player"]), kept.pop(e["colour"], None)
            kept[e["colour"]] = one
            if other is not None:
                kept[e["player"]] = other
        if self.turn["figure"] in (e["player"], e["colour"]):
            self.turn["figure"] = e["colour"] if self.turn["figure"] == e["player"] else e["player"]

    # ---- tiles

    def on_TilePlaced(self, e: dict[str, Any]) -> None:
        self.settle()
        land, cell, printed = self.land[e["player"]], (e["x"], e["y"]), self.printed(e["piece"])
        if land and cell not in HOME - land.keys() and not e.get("why") and not self.by_hand:
            wants(self.hand.get(e["piece"]) == e["player"], "GM-TAK-08", (self.hand.get(e["piece"]), e))
            self.may_lie(e["player"], printed, cell)
            rule = self.ruling("forbids", e["player"], e["piece"], cell)
            wants(not rule, rule, e)
            self.is_paid(e["piece"], printed)
        self.hand.pop(e["piece"], None)
        below = land.get(cell, {"goods": Counter(), "scots": 0, "stack": []})
        land[cell] = {
            "piece": e["piece"], "stack": [*below["stack"], e["piece"]],
            "goods": below["goods"], "scots": below["scots"],
            "kind": printed.get("kind"), "marks": {"river"} if printed.get("river") else set(),
        }  # fmt: skip
        if self.own(e) and not e.get("why"):
            near = (on["piece"] for (x, y), on in land.items() if max(abs(x - cell[0]), abs(y - cell[1])) <= 1)
            self.turn["near"].update(near)

    def may_lie(self, player: str, printed: dict[str, Any], cell: tuple[int, int]) -> None:
        land, castles = self.land[player], "mackintosh" in self.crests[player]
        held = {
            at: {**on, "scots": on["scots"] or (castles and on["kind"] == "castle")} for at, on in land.items()
        }
        tile = {"marks": {"river"} if printed["river"] else set(), "kind": printed.get("kind"), "scots": 0}
        if printed["rebuild"]:
            wrong, rules = wrong_over(held, tile, cell, not self.house["rebuild_needs_scot_on_neighbour"]), OVER
            wrong = [w for w in wrong if w != "rebuild_kind" or None not in (tile["kind"], held[cell]["kind"])]
        else:
            wrong, rules = [w for w in wrong_beside(held, tile, cell, AXES) if w not in before(held, cell)], BESIDE
        if wrong:
            raise Fault(rules[wrong[0]], (player, cell, wrong))

    def is_paid(self, piece: str, printed: dict[str, Any]) -> None:
        """All of its cost was given since the turn began, and nothing else was (GM-TAK-01 to GM-TAK-05)."""
        paid, self.turn["paid"] = self.turn["paid"], Counter()
        if piece != self.turn["taken"] or printed.get("cost") is None:
            return
        left, free, entered = Counter(paid), 0, self.turn["entered"]
        for part in printed["cost"]:
            if part["what"] == "any_good":
                free = part["n"]
            else:
                left[part["what"]] -= part["n"]
        # What people entered as bought before may have been for it.
        short = sum(max(0, -left[good] - entered[good]) for good in GOODS)
        over = sum(max(0, left[good]) for good in GOODS)
        wants(not short and free - entered.total() <= over <= free, "GM-TAK-01", (piece, printed["cost"], paid))
        wants(not any(left[what] for what in ("coin", "whisky", "scot")), "GM-TAK-01", (piece, paid))

    def is_for_tile(self, e: dict[str, Any]) -> bool:
        """It is paid as the cost of a tile: of the one that was taken."""
        kind, _, piece = e["why"].partition(":")
        wants(kind != "cost" or self.by_hand or piece == self.turn["taken"], "GM-TAK-01", e)
        return bool(kind == "cost")

    def on_CoinsPaid(self, e: dict[str, Any]) -> None:
        if self.is_for_tile(e):
            self.turn["paid"]["coin"] += e["coins"]
        if e["why"] == "sinclair" and self.turn["open"]:
            wants("sinclair" in self.crests[e["player"]], "GM-CRS-22", e)
            self.turn["open"]["coin"] += 1

    def on_BarrelsPaid(self, e: dict[str, Any]) -> None:
        if self.is_for_tile(e):
            self.turn["paid"]["whisky"] += e["barrels"]
        elif self.turn["open"] and e["why"].startswith("activation:"):
            self.turn["open"]["given"]["whisky"] += e["barrels"]

    def on_TileRemoved(self, e: dict[str, Any]) -> None:
        self.settle()
        land, cell = self.land[e["player"]], (e["x"], e["y"])
        self.tile(e)
        if not self.by_hand and not self.asks("lifts", e):
            rule = self.ruling("keeps", e["player"], cell)
            wants(not rule, rule, e)
            whole = len(hanging_together(land)) == len(land) and one_line(land, "river", WEST_EAST)
            wants(cell not in HOME and (can_go(land, cell, HOME, AXES) or not whole), "GM-EDG-04", e)
        wants(land[cell]["stack"][-1] == e["piece"], "GM-EDG-04", e)
        if len(land[cell]["stack"]) > 1:
            on = land[cell]
            on["off"] = [on["stack"].pop(), *on.get("off", ())]
            on["piece"], self.lifted = on["stack"][-1], Counter()
            return
        gone = land.pop(cell)
        self.left = [*gone["stack"], *gone.get("off", ())]
        self.lifted = gone["goods"] + Counter(scot=gone["scots"])

    # ---- activation

    def on_TileActivated(self, e: dict[str, Any]) -> None:
        self.settle()
        step, player = e.get("step", -1), e["player"]
        on = self.land[self.ruling("hosts", e) or player].get((e["x"], e["y"]))
        wants(on and on["piece"] == e["piece"], "GM-ACT-21", e)
        assert on is not None
        if self.own(e):
            wants((e["piece"], step) not in self.turn["used"], "GM-ACT-05", e)
            self.turn["used"].add((e["piece"], step))
        if e["by"] == "placing":
            wants(e["piece"] in self.turn["near"], "GM-ACT-01", e)
        elif e["by"] == "loch_ness":
            wants("loch_ness" in self.cards[player] and not self.turn["ness"], "GM-LMK-09", e)
            self.turn["ness"] = True
            self.turn["near"].add(e["piece"])
        elif not self.asks("activates", e, on):
            wants(on["kind"] in KINDS[e["by"]], "GM-CRS-02", e)
            self.turn["near"].add(e["piece"])
        self.turn["open"] = {
            "e": e, "given": Counter(), "got": Counter(), "coin": 0, "room": ROOM - sum(on["goods"].values()),
        }  # fmt: skip

    def on_AllMayActivate(self, e: dict[str, Any]) -> None:
        right = "castle_of_mey" in self.cards[e["player"]] and not e.get("pieces")
        wants(right or self.asks("all_may", e), "GM-LMK-04", e)
        if self.own(e):
            self.turn["near"] |= set(e.get("pieces") or [on["piece"] for on in self.land[e["player"]].values()])

    def settle(self) -> None:
        """What an activation took and brought is what is printed."""
        seen, self.turn["open"] = self.turn["open"], None
        if not seen:
            return
        if self.asks("settles", seen["e"], seen):
            return
        e, got, given = seen["e"], seen["got"], seen["given"]
        steps, step = self.printed(e["piece"]).get("activation"), e.get("step", -1)
        if steps is None:
            return
        if step >= 0:
            self.exchanged(e, steps[step], seen)
            return
        other, made = Counter[str](), Counter[str]()
        for each in steps:
            if each["op"] in ("gain", "move"):
                what = each.get("what", "") or "move"
                (made if what in (*GOODS, "any_good") else other)[what] += each["n"]
        wants(not given, "GM-ACT-04", e)
        wants(Counter({w: n for w, n in got.items() if w not in GOODS}) == other, "GM-ACT-18", (e, got))
        goods = Counter({good: got[good] for good in GOODS if got[good]})
        wants(goods.total() == min(made.total(), seen["room"]), "GM-ACT-10", (e, got))
        wants((goods - made).total() <= made["any_good"], "GM-ACT-07", (e, got))

    def exchanged(self, e: dict[str, Any], step: dict[str, Any], seen: dict[str, Any]) -> None:
        given, got = seen["given"], Counter({what: n for what, n in seen["got"].items() if n})
        if got == Counter(vp=3) and not given and "whisky" in step["get"]:
            wants("macgregor" in self.crests[e["player"]], "GM-CRS-09", e)
            return
        wants(got == Counter({w: n for w, n in step["get"].items() if w != "clan_marker"}), "GM-ACT-15", (e, got))
        wants(fits(given, seen["coin"], step["pay"]), "GM-ACT-11", (e, given, step["pay"]))

    def brought(self, e: dict[str, Any], what: str, n: int) -> None:
        seen, why = self.turn["open"], e.get("why") or f"activation:{e['source']}"
        if seen and why in (f"activation:{seen['e']['piece']}", "activation:crest:macgregor"):
            seen["got"][what] += n

    def on_CoinsGained(self, e: dict[str, Any]) -> None:
        self.brought(e, "coin", e["coins"])

    def on_BarrelsGained(self, e: dict[str, Any]) -> None:
        self.brought(e, "whisky", e["barrels"])

    def on_PointsScored(self, e: dict[str, Any]) -> None:
        self.brought(e, "vp", e["points"])

    def on_MovementGained(self, e: dict[str, Any]) -> None:
        self.brought(e, "move", e["n"])
        if self.own(e):
            self.turn["moves"] += e["n"]

    # ---- goods and Scots

    def on_GoodsGained(self, e: dict[str, Any]) -> None:
        on = self.tile(e)
        on["goods"][e["good"]] += e["n"]
        wants(on["goods"].total() <= ROOM or self.by_hand, "GM-TIL-09", e)
        self.brought(e, e["good"], e["n"])

    def on_GoodsGiven(self, e: dict[str, Any]) -> None:
        on = self.tile(e)
        wants(on["goods"][e["good"]] >= e["n"], "GM-TAK-02", e)
        on["goods"][e["good"]] -= e["n"]
        if self.asks("takes", e):
            return
        if e["why"] == "sale":
            wants(e["n"] == 1 and self.sale is None, "GM-MKT-07", e)
            self.sale = e
        elif self.is_for_tile(e):
            self.turn["paid"][e["good"]] += e["n"]
        elif self.turn["open"] and e["why"] != "entered":
            self.turn["open"]["given"][e["good"]] += e["n"]

    def on_ScotPlaced(self, e: dict[str, Any]) -> None:
        land = self.land[e["player"]]
        self.tile(e)["scots"] += e["n"]
        wants(sum(on["scots"] for on in land.values()) <= SCOTS or self.by_hand, "GM-CMP-03", e)

    def on_ScotRemoved(self, e: dict[str, Any]) -> None:
        on = self.tile(e)
        on["scots"] -= e["n"]
        wants(on["scots"] >= 0, "GM-TAK-04", e)
        if not self.asks("takes", e):
            self.turn["paid"]["scot"] += e["n"]

    def on_MovementPaid(self, e: dict[str, Any]) -> None:
        wants(self.own(e), "GM-MOV-02", e)
        self.turn["moves"] -= e["n"]
        wants(self.turn["moves"] >= 0, "GM-MOV-01", e)

    def on_MovementLapsed(self, e: dict[str, Any]) -> None:
        wants(self.own(e) and e["n"] == self.turn["moves"], "GM-MOV-05", (e, self.turn["moves"]))
        self.turn["moves"] = 0

    def on_ScotMoved(self, e: dict[str, Any]) -> None:
        land = self.land[e["player"]]
        wants(self.own(e) and (e["from_x"], e["from_y"]) in land, "GM-MOV-02", e)
        dx, dy = e["to_x"] - e["from_x"], e["to_y"] - e["from_y"]
        wants(max(abs(dx), abs(dy)) == 1 and (e["to_x"], e["to_y"]) in land, "GM-MOV-02", e)
        self.turn["moves"] -= 1
        wants(self.turn["moves"] >= 0, "GM-MOV-01", e)
        land[e["from_x"], e["from_y"]]["scots"] -= 1
        wants(land[e["from_x"], e["from_y"]]["scots"] >= 0, "GM-MOV-02", e)
        land[e["to_x"], e["to_y"]]["scots"] += 1

    # ---- by hand, and scorings

    def on_GoodsSet(self, e: dict[str, Any]) -> None:
        self.land[e["player"]][e["x"], e["y"]]["goods"][e["good"]] = e["n"]

    def on_ScotsSet(self, e: dict[str, Any]) -> None:
        self.land[e["player"]][e["x"], e["y"]]["scots"] = e["n"]

    def on_CountSet(self, e: dict[str, Any]) -> None:
        if e["count"] == "scots":
            self.land[e["player"]][1, 0]["scots"] = e["value"]

    on_CountEntered = on_CountSet


def before(held: dict[tuple[int, int], dict[str, Any]], cell: tuple[int, int]) -> set[str]:
    """What was wrong before the tile came, since people put it right so; an edge it shares all the same."""
    x, y = cell
    wrong = set()
    if len(hanging_together(held)) < len(held) and any(abs(x - a) + abs(y - b) == 1 for a, b in held):
        wrong.add("edge")
    if not one_line(held, "river", WEST_EAST):
        wrong.add("river")
    if mismatches(held, AXES):
        wrong.add("alike")
    return wrong


def fits(given: Counter[str], coins: int, pay: dict[str, int]) -> bool:
    """Whether these goods are what an exchange wants; a coin may stand for one."""
    ((what, n), *more) = [*pay.items()]
    named = {what: n for what, n in pay.items() if what in (*GOODS, "whisky")}
    if len(named) == len(pay):
        missing = Counter(named) - given
        return not (given - Counter(named)) and missing.total() == coins
    right = given.total() + coins == n and not more
    if what == "different_good":
        return right and all(n <= 1 for n in given.values())
    return right and (what != "animal" or set(+given) <= set(ANIMALS))


def follow(rows: Sequence[dict[str, Any]]) -> Referee:
    """The referee after a whole journal: its first row, then what stands of it."""
    referee = Referee(rows[0]["setup"])
    referee.follow(left_standing(rows[1:]))
    wants(referee.lowered or referee.rondel.lost or referee.rondel.phase == "over", "GM-END-01", "no end")
    return referee
