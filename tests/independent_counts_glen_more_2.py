"""What each player of Glen More II has beside the tiles, written from the ledger: it follows exported journals.

Coins, barrels, cards, persons, markers and points; what a tile, a card or a crest still gives once is `due`. It
imports nothing of the product. What people enter or count is taken as they say it; everything else must have its
reason. `land` and `turn` are those of the second referee, which sees an event first.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.independent_rondel_glen_more_2 import Fault, wants
from tests.independent_scorer import score_sheet

Event = dict[str, Any]
GOODS = ("wood", "stone", "barley", "sheep", "cattle")
HUME, CASTLE = "david_hume", (1, 0)
CARDS: dict[str, dict[str, int]] = {
    "castle_stalker": {"coin": 3},
    "duart_castle": {"coin": 1, "marker": 1},
    "donan_castle": {"marker": 1},
    "inverness": {"barley": 1, "whisky": 1},
    "loch_lochy": {"any_good": 2},
    "loch_shiel": {"scot": 1, "whisky": 1},
}
"""Section 20: what a card gives at once."""
CRESTS: dict[str, dict[str, int]] = {
    "cameron": {"move": 3},
    "chisholm": {"barley": 1, "scot": 1},
    "douglas": {"vp": 3},
    "gunn": {"sheep": 1, "cattle": 1},
    "macdonald": {"stone": 1, "wood": 1},
    "macleod": {"coin": 3},
    "mckenzie": {"barley": 1, "whisky": 1},
    "mckinnon": {"scot": 1, "coin": 2},
    "ross": {"scot": 2},
}
"""Section 21: what a crest gives at once."""
TIERS = {"brodie": (3, 4), "grant": (5, 6), "macpherson": (2, 3), "oliphant": (9, 12), "sutherland": (4, 6)}
UNASKED = ("coin", "whisky", "vp", "move", "card", "nothing")
"""What nobody would decline comes without a question."""
OF_A_TURN = ("placing:", "person:", "landmark:", "crest:", "activation:", "nothing")
"""Whence comes what is owed until the turn ends."""
PAID_FOR = ("cost", "roads", "sinclair", "entered")
IN_SCORING = ("scots_in_home_castle", "landmarks", "whisky", "persons", "territory", "coins", "armadale_castle")


def kind_of(e: Event) -> str:
    """What it was paid for, the piece left out."""
    return str(e.get("why", "")).partition(":")[0]


class Counts:
    """Follows a journal beside a referee of the territories."""

    def __init__(self, setup: dict[str, Any], referee: Any) -> None:
        self.referee = referee
        self.pieces = referee.pieces
        self.roads = setup["facts"]["roads"] if setup["facts"]["roads_complete"] else None
        self.above_five = setup["house"]["difference_above_five"]
        self.person: dict[str, dict[str, Any]] = {}
        self.gone: list[str] = []
        self.due: list[dict[str, Any]] = []
        self.found: dict[str, Counter[str]] = {}
        self.roads_paid: Counter[str] = Counter()
        self.lifted: dict[str, int] = {}
        self.moves = 0
        self.by_hand = self.against = self.entered = self.in_scoring = False
        self.in_words: set[str] = set()
        self.exchanges: dict[str, list[str]] = {}
        """What each step of an activation that was told in words gives for something."""
        self.declined = 0
        self.goods_told: dict[str, int] = {}

    # ---- the journal

    def begin(self, row: dict[str, Any]) -> None:
        types = [each["type"] for each in row["events"]]
        self.by_hand = row.get("answer", {}).get("question") == 0
        self.against, self.entered = "Overruled" in types, "EntryMade" in types
        self.in_scoring = "RoundScored" in types
        self.roads_paid = Counter()
        answer = row.get("answer", {})
        self.declined += answer.get("offer") in ("none", "later", "skip") or "none" in answer.get("values", ())

    def see(self, e: Event) -> None:
        seated = e["type"] in ("PlayerSeated", "PlayerJoinedLate")
        wants(seated or not e.get("player") or e["player"] in self.person, "GM-CMP-01", e)
        getattr(self, f"on_{e['type']}", lambda _e: None)(e)

    def owes(self, player: str, why: str, gifts: dict[str, int]) -> None:
        owed = [{"player": player, "why": why, "what": what} for what, n in gifts.items() for _ in range(n)]
        # A Scot of a card that people enter before its tile lies is lost (GM-EDG-09).
        self.due += [d for d in owed if not self.entered or d["what"] != "scot" or self.possible(d)]

    def expected(self, e: Event, why: str, what: str, n: int, rule: str) -> None:
        """So much of it was still to come."""
        for _ in range(n):
            fits = [
                d for d in self.due if (d["player"], d["why"]) == (e["player"], why) and is_it(d["what"], what)
            ]
            wants(fits, rule, (e, [d for d in self.due if d["player"] == e["player"]]))
            self.due.remove(fits[0])

    def in_activation(self, e: Event, why: str) -> bool:
        seen = self.referee.turn["open"]
        return bool(seen) and seen["e"]["player"] == e["player"] and why in (
            f"activation:{seen['e']['piece']}", "crest:macgregor",
        )  # fmt: skip

    def reason_of_points(self, e: Event) -> str:
        """Of points the piece alone is told: it was activated, or was to bring them once."""
        piece = e.get("source", "")
        if self.in_activation(e, f"activation:{piece}"):
            return f"activation:{piece}"
        owed = [d["why"] for d in self.due if d["player"] == e["player"] and d["what"] == "vp"]
        return str(next((why for why in owed if why.partition(":")[2] == piece), piece))

    def came(self, e: Event, what: str, n: int) -> None:
        """Something with its reason: printed, of a card or crest, activated, or entered."""
        why = e.get("why") or self.reason_of_points(e)
        if self.referee.asks("explains", e, why, what, n):
            return
        if self.by_hand or why in self.in_words or (self.entered and why in ("entered", "crest:macgregor")):
            return
        if why == "nothing":
            wants(n == 1, "GM-TAK-07", e)
            self.expected(e, why, "nothing", 1, "GM-TAK-07")
        elif why.startswith("activation:"):
            wants(self.in_activation(e, why), "GM-ACT-03", e)
        elif why.partition(":")[0] in ("placing", "person", "landmark", "crest"):
            if not (why == "crest:macgregor" and self.in_activation(e, why)):
                self.expected(e, why, what, n, "GM-ONE-04")
        else:
            raise Fault("GM-CMP-09", e)

    def on_FactLearned(self, e: Event) -> None:
        """What a tile gives once was told in words: taken as people say it."""
        if e["fact"]["field"] == "one_time":
            piece = e["fact"]["piece"]
            self.in_words |= {piece, f"placing:{piece}", f"person:{piece}"}
        elif e["fact"]["field"] == "activation":
            told = str(e["fact"]["value"]).split(",")
            self.exchanges[e["fact"]["piece"]] = [each.partition(" for ")[2] for each in told]
        elif e["fact"]["field"] == "sort" and e["fact"]["piece"] in self.pieces:
            self.pieces[e["fact"]["piece"]]["sort"] = e["fact"]["value"]

    # ---- who plays

    def on_PlayerSeated(self, e: Event) -> None:
        self.person[e["player"]] = {
            "coins": e["coins"], "barrels": 0, "persons": set(), "unnamed": 0, "cards": [], "crests": [],
            "points": 0, "doubted": set(), "tiles": 2, "odd": False,
        }  # fmt: skip

    on_PlayerJoinedLate = on_PlayerSeated

    def on_PlayerLeft(self, e: Event) -> None:
        self.gone.append(e["player"])
        self.due = [d for d in self.due if d["player"] != e["player"]]

    def on_ColourChanged(self, e: Event) -> None:
        other = {e["player"]: e["colour"], e["colour"]: e["player"]}
        self.person = {other.get(who, who): has for who, has in self.person.items()}
        self.gone = [other.get(who, who) for who in self.gone]
        for each in self.due:
            each["player"] = other.get(each["player"], each["player"])

    # ---- coins and barrels

    def on_CoinsGained(self, e: Event) -> None:
        self.came(e, "coin", e["coins"])
        self.person[e["player"]]["coins"] += e["coins"]

    def on_BarrelsGained(self, e: Event) -> None:
        self.came(e, "whisky", e["barrels"])
        self.person[e["player"]]["barrels"] += e["barrels"]

    def on_CoinsPaid(self, e: Event) -> None:
        wants(kind_of(e) in PAID_FOR or self.referee.asks("charges", e), "GM-CMP-09", e)
        self.pays(e, "coins", e["coins"], "GM-TAK-03")
        if e["why"] == "roads":
            self.roads_paid[e["player"]] += e["coins"]

    def on_BarrelsPaid(self, e: Event) -> None:
        for_tile = kind_of(e) in PAID_FOR or e["why"].startswith("activation:")
        wants(for_tile or self.referee.asks("charges", e), "GM-CMP-09", e)
        self.pays(e, "barrels", e["barrels"], "GM-TAK-05")

    def on_GoodBought(self, e: Event) -> None:
        self.pays(e, "coins", e["coins"], "GM-MKT-03")

    def on_GoodSold(self, e: Event) -> None:
        self.person[e["player"]]["coins"] += e["coins"]

    def pays(self, e: Event, what: str, n: int, rule: str) -> None:
        has = self.person[e["player"]]
        # Who is short for a chronicle is asked when the turn ends.
        soft = "." in e.get("why", "") and kind_of(e) not in PAID_FOR
        believed = what in has["doubted"] or self.against or self.entered or self.by_hand or soft
        wants(n >= 0 and (has[what] >= n or believed), rule, (e, has[what]))
        wants(e.get("why") != "entered" or self.entered, rule, e)
        has[what] -= n
        if has[what] < 0:
            has["doubted"].add(what)

    def on_CountsMarkedUncertain(self, e: Event) -> None:
        self.person[e["player"]]["doubted"].update(e["counts"])

    def on_CountEntered(self, e: Event) -> None:
        has = self.person[e["player"]]
        has["doubted"].discard(e["count"])
        if e["count"] == "persons":
            has["unnamed"] += e["value"] - len(has["persons"]) - (HUME in has["persons"]) - has["unnamed"]
        elif e["count"] == "tiles":
            has["tiles"], has["odd"] = e["value"], True
        elif e["count"] in has:
            has[e["count"]] = e["value"]

    on_CountSet = on_CountEntered

    # ---- what tiles bring

    def on_TilePlaced(self, e: Event) -> None:
        if e.get("why"):
            self.person[e["player"]]["odd"] = True
        if e.get("why") or e["piece"].startswith("home_"):
            return
        self.owes(e["player"], f"placing:{e['piece']}", self.once(e["piece"]))

    def on_TileCountChanged(self, e: Event) -> None:
        """Whom people gave a tile that lies nowhere yet has as many as were told."""
        has = self.person[e["player"]]
        has["tiles"] += e["by"]
        has["odd"] = has["odd"] or self.by_hand

    def once(self, piece: str) -> dict[str, int]:
        """The lower left corner of a tile (section 12)."""
        gifts: Counter[str] = Counter()
        if f"placing:{piece}" in self.in_words:
            return gifts
        for step in self.pieces[piece].get("one_time") or ():
            match step["op"]:
                case "gain":
                    gifts[step["what"]] += step["n"]
                case "scot_on_tile":
                    gifts["scot"] += step["n"]
                case "landmark_card":
                    gifts["card"] += 1
                case "clan_marker":
                    gifts["marker"] += 1
        return gifts

    def on_PersonGained(self, e: Event) -> None:
        everybody = [piece for has in self.person.values() for piece in has["persons"]]
        wants(e["piece"] not in everybody, "GM-PER-01", e)
        if e["piece"] == HUME and not self.by_hand and not self.entered:
            wants("mckay" in self.person[e["player"]]["crests"], "GM-PER-07", e)
        self.person[e["player"]]["persons"].add(e["piece"])
        if e["piece"] != HUME:
            self.owes(e["player"], f"person:{e['piece']}", self.once(e["piece"]))

    def on_PiecePlaced(self, e: Event) -> None:
        for has in self.person.values():
            has["persons"].discard(e["piece"])
        if e["place"] in self.person and self.pieces.get(e["piece"], {}).get("sort") == "person":
            self.person[e["place"]]["persons"].add(e["piece"])

    def on_LandmarkGained(self, e: Event) -> None:
        held = [card for has in self.person.values() for card in has["cards"]]
        wants(e["card"] not in held, "GM-ONE-04", e)
        if not (self.by_hand or self.entered):
            self.expected(e, f"placing:{e['card']}", "card", 1, "GM-ONE-04")
        self.person[e["player"]]["cards"].append(e["card"])
        gifts = CARDS.get(e["card"], {})
        for each in self.referee.chronicles:
            gifts = each.cards.get(e["card"], gifts)
        self.owes(e["player"], f"landmark:{e['card']}", gifts)

    def on_CardPlaced(self, e: Event) -> None:
        for has in self.person.values():
            has["cards"] = [card for card in has["cards"] if card != e["card"]]
        if e["player"]:
            self.person[e["player"]]["cards"].append(e["card"])

    def on_GoodsGained(self, e: Event) -> None:
        if e["why"] == "removed":
            wants((e["x"], e["y"]) == CASTLE, "GM-EDG-04", e)
            self.moved(e, e["good"])
            return
        self.came(e, e["good"], e["n"])
        self.on_its_tile(e)
        self.no_room_left(e)

    def no_room_left(self, e: Event) -> None:
        """What comes with it and finds no room on that tile is lost at once (GM-ONE-05, C0-10)."""
        on = self.referee.land[e["player"]][e["x"], e["y"]]
        if e["why"].startswith("landmark:") and on["goods"].total() == 3:
            named = (e["player"], e["why"])
            self.due = [d for d in self.due if (d["player"], d["why"]) != named or d["what"] not in GOODS]

    def on_ScotPlaced(self, e: Event) -> None:
        if e["why"] == "home":
            wants((e["x"], e["y"], e["n"]) == (0, 0, 1), "GM-SET-02", e)
        elif e["why"] == "removed":
            wants((e["x"], e["y"]) == CASTLE, "GM-EDG-04", e)
            self.moved(e, "scot")
        else:
            self.came(e, "scot", e["n"])
            self.on_its_tile(e)

    def on_its_tile(self, e: Event) -> None:
        """What a tile or its card gives lies on that tile (GM-ONE-05, GM-ONE-06, GM-ACT-07)."""
        source, _, piece = e["why"].partition(":")
        if source in ("landmark", "placing", "activation") and e["why"] not in self.in_words:
            lie = self.referee.land[e["player"]]
            there = [cell for cell, on in lie.items() if on["piece"] == piece]
            wants(not there or (e["x"], e["y"]) in there, "GM-ONE-05", e)

    def on_TileRemoved(self, _e: Event) -> None:
        self.came_home()
        self.lifted = {} if self.by_hand else dict(self.referee.lifted)

    def came_home(self) -> None:
        """Goods may find no room in the home castle; Scots do."""
        wants(not self.lifted.get("scot"), "GM-EDG-04", self.lifted)
        self.lifted = {}

    def moved(self, e: Event, what: str) -> None:
        """Goods and Scots of a removed tile go to the home castle."""
        self.lifted[what] = self.lifted.get(what, 0) - e["n"]
        wants(self.lifted[what] >= 0, "GM-EDG-04", e)

    def on_TileDiscarded(self, e: Event) -> None:
        if e["rule"] == "GM-TAK-07":
            self.owes(self.referee.turn["figure"], "nothing", {"nothing": 1})

    # ---- the clan board

    def on_CrestTaken(self, e: Event) -> None:
        player, crest = e["player"], e["crest"]
        taken = {each for has in self.person.values() for each in has["crests"]}
        wants(crest == "douglas" or crest not in taken, "GM-CLN-08", e)
        wants(len(self.person[player]["crests"]) < 10, "GM-CMP-04", e)
        if self.roads is not None and not self.by_hand:
            cheapest = 0 if crest == "douglas" else self.way(crest, taken)
            wants(self.roads_paid[player] == cheapest, "GM-CLN-02", (e, self.roads_paid[player], cheapest))
        if not self.entered:
            self.may_place(e)
        self.roads_paid[player] = 0
        self.person[player]["crests"].append(crest)
        gifts = dict(CRESTS.get(crest, {}))
        if crest in TIERS:
            low, high = TIERS[crest]
            has = self.tier(player, crest)
            gifts = {"vp": 8 if has >= high else 5} if has >= low else {}
            if crest == "brodie" and any(on["kind"] is None for on in self.referee.land[player].values()):
                gifts = {}  # Of a kind that nobody told people say themselves.
                self.in_words.add("crest:brodie")
        self.owes(player, f"crest:{crest}", gifts)

    def may_place(self, e: Event) -> None:
        """By a person, a printed symbol, a card or an exchange (GM-CLN-12)."""
        if self.referee.asks("may_place", e):
            return
        fits = [d for d in self.due if d["player"] == e["player"] and d["what"] == "marker"]
        wants(fits or self.in_words, "GM-CLN-12", e)
        if fits:
            self.due.remove(fits[0])

    def way(self, crest: str, taken: set[str]) -> int:
        """The cheapest sum of roads from the start or any marker, found by lowering sums until none falls."""
        sums = {"start": 0, **dict.fromkeys(taken, 0)}
        falls = True
        while falls:
            falls = False
            for road in self.roads or ():
                for a, b in ((road["a"], road["b"]), (road["b"], road["a"])):
                    if a in sums and sums[a] + road["coins"] < sums.get(b, 99):
                        sums[b], falls = sums[a] + road["coins"], True
        return sums[crest]

    def tier(self, player: str, crest: str) -> int:
        on = list(self.referee.land[player].values())
        match crest:
            case "brodie":
                return sum(each["kind"] == "village" for each in on)
            case "grant":
                return sum(each["scots"] > 0 for each in on)
            case "macpherson":
                return sum(
                    bool(self.pieces.get(piece, {}).get("rebuild")) for each in on for piece in each["stack"]
                )
            case "sutherland":
                return sum("river" in each["marks"] for each in on)
        return int(self.person[player]["coins"])

    def on_MarkerPlaced(self, e: Event) -> None:
        for who, has in self.person.items():
            if who == e["player"] or e["crest"] != "douglas":
                has["crests"] = [crest for crest in has["crests"] if crest != e["crest"]]
            if who == e["player"]:
                has["crests"] += [e["crest"]] * e.get("markers", 1)

    # ---- movement, activation

    def on_MovementGained(self, e: Event) -> None:
        self.came(e, "move", e["n"])

    def on_TileActivated(self, e: Event) -> None:
        """One-time effects are over before it (GM-ONE-03); an exchange may place a marker (GM-ACT-16)."""
        if e["by"] == "placing":
            self.lapses(e["player"], ("placing:", "person:", "landmark:"))
        step = e.get("step", -1)
        printed = self.referee.printed(e["piece"]).get("activation") or ()
        gives = self.exchanges.get(e["piece"]) or [each.get("get", {}) for each in printed]
        if 0 <= step < len(gives) and "clan_marker" in gives[step]:
            self.owes(e["player"], f"activation:{e['piece']}", {"marker": 1})

    def lapses(self, player: str, sources: tuple[str, ...]) -> None:
        """What may be declined is over; what nobody declines has come."""
        mine = [d for d in self.due if d["player"] == player and d["why"].startswith(sources)]
        held = [f"placing:{card}" for has in self.person.values() for card in has["cards"]]
        late = [d for d in mine if d["what"] in UNASKED and not (d["what"] == "card" and d["why"] in held)]
        wants(not late, "GM-ONE-03", late)
        left = [d for d in mine if d["what"] not in UNASKED and self.possible(d)]
        wants(len(left) <= self.declined, "GM-ONE-11", (left, self.declined))
        self.due = [d for d in self.due if d not in mine]

    def possible(self, due: dict[str, Any]) -> bool:
        """There is a Scot or a marker for it, or room (GM-EDG-09, GM-TIL-09)."""
        lie = self.referee.land[due["player"]]
        if due["what"] == "marker":
            return len(self.person[due["player"]]["crests"]) < 10
        piece = due["why"].partition(":")[2]
        there = [on for on in lie.values() if on["piece"] == piece or due["why"].startswith("crest:")]
        if due["what"] == "scot":
            return bool(there) and sum(on["scots"] for on in lie.values()) < 9
        return any(on["goods"].total() < 3 for on in there)

    def on_RefillBegan(self, _e: Event) -> None:
        self.came_home()
        for player in self.person:
            self.lapses(player, OF_A_TURN)

    # ---- points

    def on_PointsScored(self, e: Event) -> None:
        player, source, points = e["player"], e["source"], e["points"]
        self.person[player]["points"] += points
        if self.is_of_a_tile(e):
            self.came(e, "vp", points)
        elif source in IN_SCORING or (self.in_scoring and self.referee.asks("in_scoring", source)):
            self.found.setdefault(player, Counter())[source] += points
        elif self.referee.asks("scores", e):
            return
        elif source == "crest:maclachlan":
            wants("maclachlan" in self.person[player]["crests"], "GM-CRS-11", e)
            wants(points == self.referee.turn["moves"], "GM-CRS-11", (e, self.referee.turn["moves"]))
        elif source.startswith("crest:"):
            self.came(e, "vp", points)
        else:
            wants(self.entered or self.by_hand, "GM-ACT-19", e)

    def is_of_a_tile(self, e: Event) -> bool:
        """It was activated, or brings them once, as people told it perhaps; a card may have the same name."""
        source = e["source"]
        return source in self.pieces and (self.reason_of_points(e) != source or source in self.in_words)

    def sheet(self, due: str) -> dict[str, Any]:
        """Everybody's counts before the points of this scoring."""
        people = []
        for player, has in self.person.items():
            if player in self.gone:
                continue
            lie = self.referee.land[player]
            people.append({
                "name": player,
                "points": has["points"] - sum(self.found.get(player, Counter()).values()),
                "coins": has["coins"], "goods": sum(on["goods"].total() for on in lie.values()),
                "tiles": has["tiles"] if has["odd"] else len(lie), "whisky": has["barrels"],
                "scots_in_home_castle": lie[CASTLE]["scots"], "landmarks": has["cards"],
                "persons": len(has["persons"] - {HUME}) + has["unnamed"],
                "david_hume": HUME in has["persons"],
            })  # fmt: skip
            for each in self.referee.chronicles:
                each.line(player, people[-1])
        house = {"difference_above_five": self.above_five}
        return {"schema": 1, "round": due, "house_rules": house, "players": people}

    def on_HouseRuleChanged(self, e: Event) -> None:
        if e["name"] == "difference_above_five":
            self.above_five = e["value"]

    def on_RoundScored(self, e: Event) -> None:
        scored = score_sheet(self.sheet(e["round"]))
        for each in self.referee.chronicles:
            each.gains(e["round"], scored["players"])
        for each in scored["players"]:
            found = {source: n for source, n in self.found.get(each["name"], Counter()).items() if n}
            wants(found == each["gains"], "GM-SCR-04", (each, found))
        told = {each["name"]: each["points"] for each in e["result"]["players"]}
        wants(told == {each["name"]: each["points"] for each in scored["players"]}, "GM-SCR-04", (told, scored))
        self.found = {}

    def on_GoodsCounted(self, e: Event) -> None:
        lie = self.referee.land[e["player"]].values()
        wants(e["goods"] == sum(on["goods"].total() for on in lie), "GM-TIE-01", e)

    def on_TurnBegan(self, _e: Event) -> None:
        wants(not self.found, "GM-SCR-01", self.found)
        self.declined = 0
        # A turn that began anew, since a figure was put right, owes nothing any more.
        self.due = [d for d in self.due if not d["why"].startswith(OF_A_TURN)]

    def on_GameEnded(self, e: Event) -> None:
        """Most points, then most goods (GM-TIE-01, GM-TIE-02); chronicles may score behind the rest."""
        wants(not self.found, "GM-SCR-04", self.found)
        ends = {each["name"]: (each["points"], each["goods"]) for each in self.sheet("final")["players"]}
        winners = [name for name, end in ends.items() if end == max(ends.values())]
        wants(sorted(e["winners"]) == sorted(winners), "GM-TIE-02", (e, winners))


def is_it(owed: str, what: str) -> bool:
    return owed == what or (owed == "any_good" and what in GOODS) or owed == "nothing"
