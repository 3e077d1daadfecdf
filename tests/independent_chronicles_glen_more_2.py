"""The chronicles for the second referee of Glen More II: a class for each, with the few rules that it changes.

Written from the ledger (C0 to C8); it imports nothing of the product. Their tiles are those of the ledger's
catalogue; what no book prints (rivers, costs, letters, prices, penalties) is taken as people told it in the
journal. What people enter or put right by hand is their word here too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

from tests.independent_hooks_glen_more_2 import CARD, CASTLE, Cell, Chronicle, Event, add, tile
from tests.independent_journal import left_standing
from tests.independent_more_chronicles_glen_more_2 import GreatGlen, Haggis, Hammer, Highlander
from tests.independent_referee_glen_more_2 import GOODS, HOME, Referee
from tests.independent_rondel_glen_more_2 import wants
from tests.independent_territory import WEST_EAST, can_go, one_line


class BoatRace(Chronicle):
    """I: boats go from castle to castle, tile by tile of the rivers as they lie (C1-12 to C1-16)."""

    slug = source = "boat_race"
    prizes: ClassVar = {1: 15, 2: 10, 3: 5}

    def __init__(self, referee: Any, setup: dict[str, Any]) -> None:
        super().__init__(referee, setup)
        self.castles: list[str] = []
        self.open = False
        self.lies: dict[str, tuple[str, int] | None] = {}
        self.out: dict[str, int] = {}
        self.last: set[str] = set()
        self.tokens: dict[str, int] = {}
        self.rewards: list[tuple[str, str]] = []
        self.reward = Counter[str]()
        self.reached = ("", "")
        self.letters = str(self.told.get("boat_race.builders", ""))
        self.begun = False

    def pieces(self) -> dict[str, dict[str, Any]]:
        builder = [{"op": "move", "n": 2}]
        start = tile("B", barred=self.chosen("start_barred", 1))
        return {"race_start": start, **{f"ship_builder_{n}": tile(None, activation=builder) for n in (1, 2)}}

    def decks(self) -> Counter[str]:
        return Counter("B" + self.letters)

    def unsure(self) -> bool:
        return len(self.letters) < 2

    def on_FactLearned(self, e: Event) -> None:
        """Which letters are on their backs (C1-05)."""
        if e["fact"]["field"] == "boat_race.builders" and not self.letters and not self.begun:
            self.letters = str(e["fact"]["value"])
            for letter in self.letters:
                self.referee.rondel.left[letter] += 1
        for number, letter in enumerate(self.letters, 1):
            self.referee.pieces[f"ship_builder_{number}"]["deck"] = letter

    def on_ChronicleRuleChanged(self, _e: Event) -> None:
        self.referee.pieces["race_start"]["barred"] = self.chosen("start_barred", 1)

    def on_TileLaid(self, _e: Event) -> None:
        self.begun = True

    def on_PlayBegan(self, _e: Event) -> None:
        """Two sit face to face, a neutral river on either side (C1-07)."""
        players = list(self.land)
        if len(players) == 2:
            self.on_RaceSeats({"castles": [players[0], "river_1", players[1], "river_2"]})

    def on_RaceSeats(self, e: Event) -> None:
        players, rivers = sorted(self.land), [c for c in e["castles"] if c not in self.land]
        wants(sorted(set(e["castles"]) - set(rivers)) == players, "C1-07", e)
        wants(len(rivers) == {2: 2, 3: 1, 4: 0}[len(players)], "C1-07", e)
        self.castles = list(e["castles"])
        if not self.lies:
            self.lies = {player: (player, 1) for player in players}
            self.tokens = dict.fromkeys(self.castles, len(players))

    # ---- the race begins

    def on_RaceOpened(self, e: Event) -> None:
        wants(not self.open, "C1-09", e)
        if e["rule"] == "C1-09":
            passed = [p for moved in self.all_of("PawnMoved") for p in moved.get("passed", ())]
            wants("race_start" in passed, "C1-09", e)
        else:
            wants(e["rule"] == "C1-11" and (self.entered("boat_race.open") or self.answer), "C1-11", e)
        self.open = True

    def on_PawnMoved(self, e: Event) -> None:
        if e["figure"] in self.land and "race_start" in e.get("passed", ()) and not self.open:
            opened = self.all_of("RaceOpened")
            wants(opened or self.all_of("QuestionAsked"), "C1-09", e)

    def on_TurnBegan(self, _e: Event) -> None:
        """What found no room is lost (C0-10)."""
        self.reward.clear()

    # ---- on the rivers

    def river(self, castle: str) -> list[int]:
        """Its tiles from right to left, by x."""
        if castle in self.land:
            return sorted((x for (x, y), on in self.land[castle].items() if "river" in on["marks"]), reverse=True)
        # How long it is no book says: people do, and an empty one is none.
        return list(range(max(1, int(self.told.get("boat_race.river_tiles", 1))), 0, -1))

    def on_BoatRowed(self, e: Event) -> None:
        wants(self.open, "C1-09", e)
        wants(e["player"] not in self.out and e["player"] not in self.last, "C1-25", e)
        lies = self.lies[e["player"]]
        if lies is not None:
            castle, x = lies
            left = [each for each in self.river(castle) if each < x]
            if left:
                wants((e["castle"], e["x"]) == (castle, left[0]), "C1-13", (lies, e))
            else:
                further = self.castles[(self.castles.index(castle) + 1) % len(self.castles)]
                wants((e["castle"], e["x"]) == (further, self.river(further)[0]), "C1-13", (lies, e))
        self.lies[e["player"]] = (e["castle"], e["x"])
        self.rowed(e)

    def rowed(self, e: Event) -> None:
        """A point of movement for each tile (C1-12)."""
        spent = self.all_of("MovementPaid")
        free = [each for each in self.all_of("BoatRowed") if self.costs_nothing(each)]
        wants(len(self.all_of("BoatRowed")) - len(free) == sum(each["n"] for each in spent), "C1-12", (e, spent))

    def costs_nothing(self, e: Event) -> bool:
        """Another boat lies there and Bully McMuscle is with the player (C8-37)."""
        there = [player for player, lies in self.lies.items() if lies == (e["castle"], e["x"])]
        return self.partner(e["player"], "bully_mcmuscle") and any(player != e["player"] for player in there)

    def on_CastleReached(self, e: Event) -> None:
        lies = self.lies[e["player"]]
        if lies is not None:
            wants(lies[0] == e["castle"], "C1-17", (lies, e))
            if e["castle"] in self.land:
                wants(lies[1] == CASTLE[0], "C1-17", (lies, e))
        if self.tokens[e["castle"]] > 0:
            self.rewards.append((e["player"], e["castle"]))

    def end(self) -> None:
        """Whose boat came to a castle in this row has reached it (C1-17)."""
        for e in self.all_of("BoatRowed"):
            if e["castle"] in self.land and e["x"] == CASTLE[0]:
                named = {"player": e["player"], "castle": e["castle"]}
                wants(any(each.items() >= named.items() for each in self.all_of("CastleReached")), "C1-17", e)

    def on_PowerUsed(self, e: Event) -> None:
        """One more of a castle, once in the game (C8-36, C8-38)."""
        if e["member"] in ("calum_mcquack", "bully_mcmuscle"):
            owner = next(who for who in self.land if self.partner(who, e["member"]))
            self.rewards += [(owner, value) for value in self.answer.get("values", ()) if value in self.castles]

    def on_RewardTaken(self, e: Event) -> None:
        wants((e["player"], e["castle"]) in self.rewards, "C1-17", e)
        wants(self.tokens[e["castle"]] > 0, "C1-21", e)
        self.rewards.remove((e["player"], e["castle"]))
        self.tokens[e["castle"]] -= 1
        values = [str(value) for value in self.answer.get("values", ())]
        token = ":".join(values) if self.offer == "new" else str(self.told.get(self.offer, ""))
        what, _, n = token.partition(":")
        self.reward[e["player"], REWARDS.get(what, what)] += int(n) if n.isdigit() else 0

    def explains(self, e: Event, why: str, what: str, n: int) -> bool:
        if why == "boat_race:token":
            wants(self.reward[e["player"], what] >= n, "C1-17", (e, self.reward))
            self.reward[e["player"], what] -= n
            return True
        if why == "boat_race:first":
            first = [each["player"] for each in self.all_of("BoatHome") if each["place"] == 1]
            wants(n == 1 and first == [e["player"]], "C1-22", e)
            return True
        return False

    def scores(self, e: Event) -> bool:
        if e["source"] == "boat_race:token":
            return self.explains(e, e["source"], "vp", e["points"])
        if e["source"] != "boat_race":
            return False
        homes = [each for each in self.all_of("BoatHome") if each["player"] == e["player"]]
        wants(homes and e["points"] == self.prizes.get(homes[0]["place"]), "C1-22", e)
        return True

    # ---- home

    def on_BoatHome(self, e: Event) -> None:
        lies = self.lies[e["player"]]
        wants(lies is None or lies == (e["player"], CASTLE[0]), "C1-15", (lies, e))
        wants(e["place"] == 1 + len(self.out) and e["player"] not in self.out, "C1-22", e)
        self.out[e["player"]] = e["place"]
        scored = [each["points"] for each in self.all_of("PointsScored") if each["source"] == "boat_race"]
        wants(scored == [self.prizes[e["place"]]], "C1-22", (e, scored))
        alone = self.rowing()
        if len(alone) == 1:
            wants(alone == {each["player"] for each in self.all_of("LastPlaceGiven")}, "C1-26", e)

    def on_LastPlaceGiven(self, e: Event) -> None:
        alone = self.rowing()
        wants(alone == {e["player"]} if e["rule"] == "C1-26" else self.over, e["rule"], e)
        wants(e["player"] in alone, "C1-29", e)
        self.last.add(e["player"])

    over = False

    def on_RoundScheduled(self, e: Event) -> None:
        self.over = self.over or e["round"] == "final"

    def on_RoundScored(self, e: Event) -> None:
        if e["round"] == "final" and self.lies:
            wants(self.rowing() <= self.last, "C1-29", (self.last, self.out))

    def rowing(self) -> set[str]:
        """Whose boat is not home; those of who left are out of the race."""
        return set(self.lies) - set(self.out) - set(self.referee.counts.gone)

    def line(self, player: str, line: dict[str, Any]) -> None:
        line["boat"] = "last" if player in self.last else ""

    def gains(self, _due: str, scored: list[dict[str, Any]]) -> None:
        """By another reading Armadale Castle gives the last one its extra point of each coin alone (C1-28)."""
        for each in scored:
            if each["name"] in self.last and not self.chosen("armadale_whole", 1):
                add(each, "armadale_castle", -(each["gains"].get("armadale_castle", 0) // 2))

    def keeps(self, player: str, cell: Cell) -> str:
        lie = [lies for boat, lies in self.lies.items() if boat not in self.out and boat not in self.last]
        return "C1-31" if cell[1] == 0 and (player, cell[0]) in lie else ""

    # ---- by hand

    def on_RaceSet(self, e: Event) -> None:
        self.open = e["is_open"]

    def on_BoatSet(self, e: Event) -> None:
        """How far it is in castles; on which tile of the way nobody says."""
        self.lies[e["player"]] = None
        self.out.pop(e["player"], None)
        self.last.discard(e["player"])
        if e["place"] > 0:
            self.out[e["player"]] = e["place"]
        elif e["place"] < 0:
            self.last.add(e["player"])

    def on_TokensSet(self, e: Event) -> None:
        self.tokens[e["castle"]] = e["tokens"]


REWARDS = {"coins": "coin", "barrels": "whisky", "points": "vp", "movement": "move", "scots": "scot"}
"""What reward tokens show, by the words in which people tell it."""


class SingleCask(Chronicle):
    """III: barrels lie in cellars, mature, and are sold on the rondel (C3-07 to C3-29)."""

    slug = source = "single_cask"
    replaced: ClassVar = ("pulteney", "glen_mhor", "glenlochy", "edradour", "millburn")
    sales: ClassVar = {f"single_cask_sale_{deck.lower()}": deck for deck in "BCD"}

    def __init__(self, referee: Any, setup: dict[str, Any]) -> None:
        super().__init__(referee, setup)
        self.level: dict[str, int] = {}
        self.casks: dict[str, Counter[str]] = {}
        self.sold: dict[str, list[bool]] = {sale: [] for sale in self.sales}
        self.owed: Counter[str] = Counter()
        self.worth: Counter[str] = Counter()
        self.landed = ""
        self.passed: list[str] = []
        self.done: Counter[str] = Counter()
        self.gone: set[str] = set()
        self.own: Counter[tuple[str, str]] = Counter()

    def pieces(self) -> dict[str, dict[str, Any]]:
        base = self.setup["facts"]["pieces"]
        swapped = {f"{id}_single_cask": tile(base[id]["deck"], "whisky") for id in self.replaced if id in base}
        new = {"ben_wyvis": tile("B", "whisky"), "glen_albyn": tile("C", "whisky")}
        return {**swapped, **new, **{sale: tile(deck) for sale, deck in self.sales.items()}}

    def decks(self) -> Counter[str]:
        return Counter("BBCCD")

    def stays(self, piece: str) -> bool:
        return piece in self.sales

    def on_TileTaken(self, e: Event) -> None:
        wants(e["piece"] not in self.replaced, "C3-03", e)
        wants(e["piece"] not in self.sales, "C3-27", e)

    # ---- cellars

    def on_PlayerSeated(self, e: Event) -> None:
        self.level[e["player"]], self.casks[e["player"]] = 1, Counter()

    on_PlayerJoinedLate = on_PlayerSeated

    def spaces(self, level: int) -> list[int]:
        """What a barrel on each space brings; [] while nobody told."""
        return (
            [1, 2, 3]
            if level == 1
            else [int(n) for n in str(self.told.get(f"single_cask.cellar_{level}", "")).split()]
        )

    def right_of(self, player: str, place: str) -> list[str]:
        """Where a barrel matures to (C3-11, C3-13, C3-14); several while nobody told how long a cellar is."""
        if place == "0":
            return ["1.1"]
        level, space = (int(n) for n in place.split("."))
        beyond = [f"{level + 1}.1"] if level < self.level[player] else []
        if not self.spaces(level):
            return [f"{level}.{space + 1}", *beyond]
        return [f"{level}.{space + 1}"] if space < len(self.spaces(level)) else beyond

    def on_CaskStored(self, e: Event) -> None:
        casks = self.casks[e["player"]]
        free = [place for place in ("1.1", "1.2", "1.3") if not casks[place]]
        wants(e["place"] == "0" or e["place"] == (free or ["0"])[0], "C3-07", (e, casks))
        casks[e["place"]] += 1
        self.owed[e["player"]] -= 1

    def on_CaskRemoved(self, e: Event) -> None:
        casks = self.casks[e["player"]]
        wants(casks[e["place"]] > 0, "C3-10", (e, casks))
        casks[e["place"]] -= 1
        self.owed[e["player"]] += 1
        level, _, space = e["place"].partition(".")
        worth = dict(enumerate(self.spaces(int(level)), 1)) if space else {}
        self.worth[e["player"]] = worth.get(int(space or 0), 0)

    def on_CaskMatured(self, e: Event) -> None:
        casks = self.casks[e["player"]]
        wants(casks[e["place"]] > 0 and e["to"] in self.right_of(e["player"], e["place"]), "C3-11", (e, casks))
        wants(not casks[e["to"]], "C3-12", (e, casks))
        casks[e["place"]] -= 1
        casks[e["to"]] += 1

    def on_BarrelsGained(self, e: Event) -> None:
        self.owed[e["player"]] += e["barrels"]

    def on_BarrelsPaid(self, e: Event) -> None:
        self.owed[e["player"]] -= e["barrels"]

    def end(self) -> None:
        """Every barrel has its place, at the latest when the turn ends (C3-07 to C3-10)."""
        if self.offer == "ourselves":
            self.done[self.landed] += 1
        paid = sum(e["barrels"] for e in self.all_of("BarrelsPaid") if e["why"] == "single_cask:sale")
        wants(paid == len(self.all_of("CaskSold")), "C3-22", (paid, self.all_of("CaskSold")))
        asked = any(e["kind"] == "single_cask.from" for e in self.all_of("QuestionAsked"))
        wants(not self.gone or not self.all_of("RefillBegan"), "C3-29", self.gone)
        if self.all_of("TurnBegan", "RoundScored") and not asked:
            for player, casks in self.casks.items():
                has = self.people[player]["barrels"]
                wants(casks.total() == max(0, has), "C3-07", (player, casks, has))

    def on_CellarBuilt(self, e: Event) -> None:
        wants(e["level"] == self.level[e["player"]] + 1 and e["level"] <= 3, "C3-18", e)
        coins = next(iter(self.answer.get("values", ())), None)
        paid = sum(each["coins"] for each in self.all_of("CoinsPaid") if each["player"] == e["player"])
        wants(paid == int(coins) or not isinstance(coins, int), "C3-17", (e, paid, coins))
        self.level[e["player"]] = e["level"]

    def on_EntryMade(self, e: Event) -> None:
        """To produce takes a barley and a wood (C3-16); which sale tile was passed may be said late."""
        if e["entry"] == "single_cask.passed":
            self.passed += [
                each["piece"]
                for each in self.all_of("SpaceSet", "TileIdentified", "DiscardNamed")
                if each["piece"] in self.sales
            ]
            wants(not self.all_of("DiscardNamed") or self.referee.turn["real"] in self.land, "C3-31", e)
            self.passed += [each for each in self.answer.get("values", ()) if each in self.sales]
        if e["entry"] == "single_cask.produce":
            given = Counter[str]()
            for each in self.all_of("GoodsGiven", "GoodBought"):
                if each.get("why", "single_cask:produce") == "single_cask:produce":
                    given[each["good"]] += each.get("n", 1)
            wants(given == Counter(barley=1, wood=1), "C3-16", (e, given))
            wants(sum(each["barrels"] for each in self.all_of("BarrelsGained")) == 1, "C3-16", e)

    def takes(self, e: Event) -> bool:
        """Goods given, or bought, to produce or to build."""
        if e["type"] == "GoodBought":
            return self.entered("single_cask.produce", "single_cask.build")
        return e["type"] == "GoodsGiven" and e["why"] in ("single_cask:produce", "single_cask:build")

    def explains(self, _e: Event, why: str, what: str, _n: int) -> bool:
        return why == "single_cask:produce" and what == "whisky" and self.entered("single_cask.produce")

    def charges(self, e: Event) -> bool:
        if e["why"] == "single_cask:build":
            return bool(self.all_of("CellarBuilt"))
        return e["why"] == "single_cask:sale" and bool(self.all_of("CaskSold"))

    # ---- sales

    def on_PawnMoved(self, e: Event) -> None:
        if e["figure"] in self.land:
            self.passed = [piece for piece in e.get("passed", ()) if piece in self.sales]

    def on_PawnStopped(self, e: Event) -> None:
        if e["piece"] in self.sales:
            self.landed = e["piece"]
            wants(self.all_of("RefillSkipped") or self.chosen("refill_after_landing"), "C3-27", e)

    def on_CaskSold(self, e: Event) -> None:
        sale, sold = e["sale"], self.sold[e["sale"]]
        room = self.told.get(f"single_cask.room_{sale}_{len(self.land)}")
        wants(not (e["bonus"] and True in sold), "C3-24", (e, sold))
        wants(e["bonus"] or room is None or sold.count(False) < int(room), "C3-21", (e, sold))
        wants(sale in (self.landed, *self.passed) or self.by_hand, "C3-22", (e, self.passed))
        erin = self.partner(e["player"], "erin_macmalt")
        wants(not e["bonus"] or sale == self.landed or erin, "C3-22", e)
        sold.append(e["bonus"])
        if self.landed == sale:
            self.landed = "" if self.landed in self.passed else self.landed
        self.done[sale] += 1
        self.own[e["player"], sale] += 1
        wants(self.own[e["player"], sale] <= (2 if sale == self.landed or erin else 1), "C3-22", (e, self.done))

    def scores(self, e: Event) -> bool:
        """As printed where the barrel lay (C3-23, C3-28)."""
        if e["source"] != "single_cask":
            return False
        wants(e["points"] == self.worth[e["player"]], "C3-23", (e, self.worth))
        return True

    def on_RefillSkipped(self, e: Event) -> None:
        if e["rule"] == "C3-27":
            wants(any(each["piece"] in self.sales for each in self.all_of("PawnStopped")), "C3-27", e)

    def on_RefillBegan(self, _e: Event) -> None:
        wants(not self.landed or self.done[self.landed] or self.overruled_landing, "C3-25", self.landed)

    def on_Overruled(self, e: Event) -> None:
        self.overruled_landing = self.overruled_landing or e["rule"] == "C3-25"

    def on_TurnBegan(self, _e: Event) -> None:
        self.own.clear()
        self.landed, self.passed, self.done, self.overruled_landing = "", [], Counter(), False

    overruled_landing = False

    def on_TileDiscarded(self, e: Event) -> None:
        """Its barrels go back to the supply (C3-29)."""
        if self.sold.get(e["piece"]):
            self.gone.add(e["piece"])

    def on_SaleEmptied(self, e: Event) -> None:
        self.sold[e["sale"]] = []
        self.gone.discard(e["sale"])

    # ---- by hand

    def on_CaskPlaced(self, e: Event) -> None:
        self.casks[e["player"]][e["place"]] -= 1
        self.casks[e["player"]][e["to"]] += 1

    def on_CellarsCounted(self, e: Event) -> None:
        self.level[e["player"]] = e["cellars"]
        casks = self.casks[e["player"]]
        for place in [p for p in casks if p != "0" and int(p[0]) > e["cellars"]]:
            casks["0"] += casks.pop(place)

    def on_SaleCounted(self, e: Event) -> None:
        self.sold[e["sale"]] = [True] * e["bonus"] + [False] * e["others"]


class Turbulent(Chronicle):
    """VI: cards are turned to their event sides (C6-10 to C6-37)."""

    slug = source = "turbulent"
    cards: ClassVar = {
        "old_man_of_storr": {"stone": 2},
        "dunvegan_castle": {"sheep": 2},
    }
    scots: ClassVar = {
        "old_man_of_storr": 1,
        "fort_george": 1,
        "castle_of_mey": 1,
        "castle_stalker": 1,
        "loch_morar": 2,
    }
    """Scots that an event costs (C6-33)."""
    points: ClassVar = {"dunvegan_castle": 7, "loch_morar": 9, "loch_shiel": -1}
    tables: ClassVar = {"old_man_of_storr": "scots", "inverness": "whisky"}

    def __init__(self, referee: Any, setup: dict[str, Any]) -> None:
        super().__init__(referee, setup)
        self.turned: set[str] = set()
        self.own_tables: set[str] = set()
        self.due: dict[str, Counter[str]] = {}
        self.scots_outside_territory: dict[str, int] = {}
        self.goods: Counter[str] = Counter()
        self.markers: Counter[str] = Counter()

    def pieces(self) -> dict[str, dict[str, Any]]:
        gathering = {f"gathering_{deck.lower()}": tile(deck) for deck in "ABCD"}
        marks = {
            "old_man_of_storr": tile("A", one_time=CARD),
            "wallace_monument": tile("B", one_time=CARD),
            "dunvegan_castle": tile("C", "castle", one_time=CARD),
            "fort_george": tile("D", one_time=CARD),
        }
        return {**gathering, **marks}

    def decks(self) -> Counter[str]:
        return Counter("AABBCCDD")

    # ---- events

    def on_SideTurned(self, e: Event) -> None:
        player, card = e["player"], e["card"]
        wants(card in self.people[player]["cards"], "C6-11", e)
        wants(card not in self.turned, "C6-14", e)
        self.turned.add(card)
        if not e["done"]:
            wants(not self.all_of("PointsScored", "CoinsGained"), "C6-12", e)
            return
        due = self.due.setdefault(player, Counter())
        if self.scots.get(card):
            due["scot"] += self.scots[card]
        if card in self.tables:
            self.own_tables.add(card)
        if card == "donan_castle":
            self.scots_outside_territory[player] = 2
        if card == "general_wades_military_roads":
            self.markers[player] += 1
        gained = sum(each["coins"] for each in self.all_of("CoinsGained") if each["why"] == f"turbulent:{card}")
        coins = {"loch_ness": self.event_sides(player), "castle_moil": 2, "general_wades_military_roads": 1}
        wants(gained == coins.get(card, 0), f"C6-{RULES[card]}", (e, gained))
        told = [each["points"] for each in self.all_of("PointsScored") if each["source"] == f"turbulent:{card}"]
        wants(sum(told) == self.points_of(player, card), f"C6-{RULES[card]}", (e, told))
        given = Counter[str]()
        for each in self.all_of("GoodsGiven", "GoodBought"):
            given[each["good"]] += each.get("n", 1) if each.get("why") in (None, f"turbulent:{card}") else 0
        goods = {"dunvegan_castle": {"sheep": 2}, "armadale_castle": {"stone": self.stones()}}.get(card, {})
        wants(given == Counter(goods), f"C6-{RULES[card]}", (e, given))

    def event_sides(self, player: str) -> int:
        return len(self.turned & set(self.people[player]["cards"]))

    def stones(self) -> int:
        return sum(n for n in self.answer.get("values", ()) if isinstance(n, int))

    def points_of(self, player: str, card: str) -> int:
        if card == "armadale_castle":
            return 3 * self.stones()
        if card == "wallace_monument":
            return 4 * ("william_wallace" in self.people[player]["persons"])
        if card == "duart_castle":
            return 3 * ("maclean" in self.people[player]["crests"])
        return self.points.get(card, 0)

    def card_of(self, why: str) -> str:
        return why.removeprefix("turbulent:") if why.startswith("turbulent:") else ""

    def happened(self, e: Event, card: str) -> bool:
        """Its event was carried out in this row."""
        turned = {"player": e["player"], "card": card, "done": True}
        return any(each.items() >= turned.items() for each in self.all_of("SideTurned"))

    def explains(self, e: Event, why: str, what: str, n: int) -> bool:
        card = self.card_of(why)
        if not card and why.startswith("activation:"):
            return self.of_abroad(e, why, what, n)
        if not card:
            return False
        if card in ("castle_moil", "fort_george") and what == "scot":
            wants((e["x"], e["y"]) == CASTLE, f"C6-{RULES[card]}", e)
            removed = [each for each in self.all_of("ScotRemoved") if each["why"] == why]
            wants(removed and n == sum(each["n"] for each in removed), f"C6-{RULES[card]}", e)
            return True
        wants(self.happened(e, card), "C6-11", e)
        if card == "loch_lochy":
            wants((what, n) == ("cattle", 1), "C6-24", e)
            self.on_card_tile(e, "loch_lochy", CASTLE)
        if card == "loch_shiel":
            wants((what, n) == ("scot", 2) or n <= 2, "C6-27", e)
            self.on_card_tile(e, "loch_shiel", None)
        return True

    def on_card_tile(self, e: Event, piece: str, instead: Cell | None) -> None:
        there = [cell for cell, on in self.land[e["player"]].items() if piece in on["stack"]]
        places = there or ([instead] if instead else [])
        wants((e["x"], e["y"]) in places, f"C6-{RULES[piece]}", e)

    def scores(self, e: Event) -> bool:
        card = self.card_of(e["source"])
        if e["source"] in ("turbulent.own_round", "turbulent.own_final"):
            wants(str(e["points"]) in [str(v) for v in self.answer.get("values", ())], "C6-18", e)
            return True
        if card:
            wants(self.happened(e, card), "C6-11", e)
        return bool(card)

    def takes(self, e: Event) -> bool:
        """What an event costs."""
        if e["type"] == "ScotRemoved":
            due = self.due.get(e["player"], Counter())
            if self.card_of(e["why"]) and due["scot"] >= e["n"]:
                due["scot"] -= e["n"]
                return True
            return e["why"] in ("turbulent:castle_moil", "turbulent:fort_george")
        if e["type"] == "GoodsGiven":
            return bool(self.card_of(e["why"]))
        return bool(self.all_of("SideTurned"))

    def end(self) -> None:
        """What an event costs is paid before anything else happens."""
        if self.all_of("TurnBegan", "TileTaken"):
            owed = {player: due["scot"] for player, due in self.due.items() if due["scot"] > 0}
            wants(not owed or self.overruled(), "C6-33", owed)

    # ---- activated besides

    def all_may(self, e: Event) -> bool:
        if e.get("pieces"):
            animals = [on["piece"] for on in self.land[e["player"]].values() if on["kind"] == "animal"]
            if self.happened(e, "glenfinnan_church"):
                wants(set(e["pieces"]) <= self.near(e["player"], "glenfinnan_church"), "C6-35", e)
                return True
            wants(set(e["pieces"]) <= set(animals), "C6-24", (e, animals))
            return self.happened(e, "loch_lochy")
        return "wallace_monument" in self.people[e["player"]]["cards"] and bool(self.all_of("LandmarkGained"))

    def near(self, player: str, piece: str) -> set[str]:
        """That tile and those round it."""
        land = self.land[player]
        centres = [cell for cell, on in land.items() if piece in on["stack"]]
        round_it = {
            on["piece"] for (x, y), on in land.items() for a, b in centres if max(abs(x - a), abs(y - b)) <= 1
        }
        return set(round_it)

    def may_place(self, e: Event) -> bool:
        """One for General Wade's event (C6-37)."""
        if not self.markers[e["player"]]:
            return False
        self.markers[e["player"]] -= 1
        return True

    def hosts(self, e: Event) -> str:
        if e.get("by") != "donan_castle":
            return ""
        values = [str(each) for each in self.answer.get("values", ())]
        hosts = [who for who in self.land if who != e["player"] and who in values]
        wants(hosts, "C6-23", e)
        return hosts[0]

    def activates(self, e: Event, _on: dict[str, Any]) -> bool:
        if e["by"] != "donan_castle":
            return False
        wants(self.scots_outside_territory.get(e["player"], 0) > 0, "C6-23", e)
        self.scots_outside_territory[e["player"]] -= 1
        steps = self.referee.printed(e["piece"]).get("activation")
        self.goods = Counter()
        self.goods_of, self.in_words = (e["player"], f"activation:{e['piece']}"), steps is None
        for each in steps or ():
            if each["op"] == "gain" and each["what"] in (*GOODS, "any_good"):
                self.goods[each["what"]] += each["n"]
        return True

    def on_TurnBegan(self, _e: Event) -> None:
        """Nobody had to place it; what was activated abroad has brought all that it brings (C6-23)."""
        self.markers.clear()
        self.goods_of = ("", "")

    goods_of, in_words = ("", ""), False

    def of_abroad(self, e: Event, why: str, what: str, n: int) -> bool:
        """What it gives is put onto tiles of the own territory, wherever there is room."""
        if (e["player"], why) != self.goods_of or what not in GOODS:
            return False
        if self.in_words:
            return True
        kind = what if self.goods[what] else "any_good"
        wants(self.goods[kind] >= n, "C6-23", (e, self.goods))
        self.goods[kind] -= n
        return True

    def settles(self, e: Event, _seen: dict[str, Any]) -> bool:
        """Goods of another's tile come later, onto the own ones."""
        return e["by"] == "donan_castle" and e.get("step", -1) < 0

    # ---- scorings

    def line(self, player: str, line: dict[str, Any]) -> None:
        line["event_side"] = sorted(self.turned)
        if self.chosen("event_side_ends_landmark_effect"):
            line["working"] = [card for card in line["landmarks"] if card not in self.turned]
        own = [card for card in self.people[player]["cards"] if card in self.own_tables]
        printed = {card: str(self.told.get(f"turbulent.table_{card}", "0")) for card in own}
        line["tables"] = {self.tables[card]: [int(n) for n in row.split()] for card, row in printed.items()}

    # ---- by hand

    def on_SideSet(self, e: Event) -> None:
        (self.turned.add if e["turned"] else self.turned.discard)(e["card"])
        own = e["card"] in self.tables and e["turned"] and e.get("done")
        (self.own_tables.add if own else self.own_tables.discard)(e["card"])


RULES = {
    "old_man_of_storr": 18, "wallace_monument": 19, "dunvegan_castle": 20, "fort_george": 21, "castle_stalker": 22,
    "donan_castle": 23, "loch_lochy": 24, "duart_castle": 25, "inverness": 26, "loch_shiel": 27,
    "armadale_castle": 28, "loch_ness": 29, "castle_of_mey": 30, "castle_moil": 31, "loch_morar": 32,
    "loch_lomond": 34, "glenfinnan_church": 35, "glenfinnan_monument": 36, "general_wades_military_roads": 37,
}  # fmt: skip
"""The rule of each card in the ledger: C6-…"""


class PennyMobs(Chronicle):
    """VIII: pennies, and members who leave the jail (C8-10 to C8-44)."""

    slug = source = "penny_mobs"
    tokens_of: ClassVar = {
        "peggy_mcwander": 2, "joe_mcduff": 3, "peggy_mclaird": 3, "kenneth_mcsnitch": 1, "fergus_macdarkie": 1,
        "mike_mccastle": 1, "john_mcclaim": 3,
    }  # fmt: skip
    backs: ClassVar = {
        **dict.fromkeys(
            ("peggy_mcwander", "joe_mcduff", "bruce_mcmail", "peggy_mclaird", "kenneth_mcsnitch"), "S"
        ),
        **dict.fromkeys(("fergus_macdarkie", "elspeth_mctrick", "john_mcclaim"), "S"),
        **dict.fromkeys(
            ("sibyl_macsponge", "derek_anderson", "mike_mccastle", "calum_mcquack", "bully_mcmuscle"), "B"
        ),
        **dict.fromkeys(("erin_macmalt", "fraser_mcstarve", "oonagh_mchagg"), "B"),
    }
    belong: ClassVar = {
        "calum_mcquack": "boat_race", "bully_mcmuscle": "boat_race", "elspeth_mctrick": "highlander",
        "erin_macmalt": "single_cask", "fraser_mcstarve": "haggis", "oonagh_mchagg": "haggis",
        "john_mcclaim": "turbulent",
    }  # fmt: skip
    walkers: ClassVar = ("kenneth_mcsnitch", "fergus_macdarkie", "mike_mccastle")
    drawn: ClassVar = {2: 3, 3: 4, 4: 6}

    def __init__(self, referee: Any, setup: dict[str, Any]) -> None:
        super().__init__(referee, setup)
        self.minus: dict[str, int] = {}
        self.plus: Counter[str] = Counter()
        self.jail: dict[str, int] = {}
        self.owner: dict[str, str] = {}
        self.tokens: Counter[str] = Counter()
        self.stands: dict[str, tuple[str, Cell]] = {}
        self.crests: dict[str, int] = {}
        self.claimed: dict[str, str] = {}
        self.reserved = ("", 0)
        self.bruce = 0
        self.used: set[str] = set()
        self.came: set[str] = set()
        self.hidden = 0
        self.decided = False
        self.sponged = self.scored_high = False
        self.jumped: set[str] = set()
        self.lay_b = False

    # ---- the jail

    def on_PlayerSeated(self, e: Event) -> None:
        self.minus[e["player"]] = 7

    on_PlayerJoinedLate = on_PlayerSeated

    def on_MemberCame(self, e: Event) -> None:
        member = e["member"]
        wants(member in self.backs and member not in {*self.jail, *self.owner}, "C8-07", e)
        slug = self.belong.get(member)
        wants(not slug or any(each.slug == slug for each in self.referee.chronicles), "C8-06", e)
        wants(len(self.land) > 2 or member not in self.walkers, "C8-06", e)
        wants(len(self.came) < self.drawn[len(self.land)] or self.by_people, "C8-07", e)
        wants(self.backs[member] == "S" or self.lay_b, "C8-09", e)
        self.came.add(member)
        self.jail[member] = 0

    def on_MembersHidden(self, e: Event) -> None:
        wants(e["members"] + len(self.came) <= self.drawn[len(self.land)] or self.by_people, "C8-07", e)
        self.hidden = e["members"]

    def on_TileLaid(self, e: Event) -> None:
        self.lay_b = self.lay_b or e["deck"] == "B"

    def on_PennyLaid(self, e: Event) -> None:
        wants(e["member"] in self.jail, "C8-10", (e, self.jail))
        wants(self.minus[e["player"]] > 0, "C8-10", e)
        self.once(e)
        self.minus[e["player"]] -= 1
        self.jail[e["member"]] += 1

    def on_MemberTaken(self, e: Event) -> None:
        wants(e["member"] in self.jail, "C8-10", (e, self.jail))
        self.once(e)
        self.plus[e["player"]] += self.jail.pop(e["member"])
        self.owner[e["member"]] = e["player"]
        self.tokens[e["member"]] = self.tokens_of.get(e["member"], 0)
        self.bruce = 3 if e["member"] == "bruce_mcmail" else self.bruce

    def once(self, e: Event) -> None:
        """One of the two in a turn, of the one on turn (C8-10); not in that of the Englishman (C4-21)."""
        if self.entered("penny_mobs.late") or self.by_hand:
            return
        wants(e["player"] == self.figure and not self.decided, "C8-10", e)
        wants(self.referee.turn["real"] in self.land, "C4-21", e)
        wants(len(self.all_of("PennyLaid", "MemberTaken")) == 1, "C8-10", e)
        self.decided = True

    def on_TurnBegan(self, e: Event) -> None:
        self.decided = self.sponged = self.scored_high = False
        self.laid_by, self.jumped = "", set()
        if self.reserved[0] and e["figure"] == self.owner.get("peggy_mclaird"):
            self.must_take = self.reserved[0]
        else:
            self.must_take = ""

    by_people = False
    must_take = laid_by = ""

    def on_PennyGiven(self, e: Event) -> None:
        wants(self.owner.get("calum_mcquack") == e["player"] or self.by_hand, "C8-35", e)
        wants(self.minus[e["player"]] > 0, "C8-35", e)
        self.minus[e["player"]] -= 1
        self.minus[e["to"]] += 1

    # ---- tokens

    def on_TokenUsed(self, e: Event) -> None:
        member = e["member"]
        wants(member in self.owner and self.tokens[member] > 0, f"C8-{MEMBER_RULES[member]}", (e, self.tokens))
        self.tokens[member] -= 1
        kind, _, id = e.get("where", "").partition(":")
        if kind == "crest":
            taken = {crest for has in self.people.values() for crest in has["crests"]}
            wants(member == "peggy_mcwander" and (id == "douglas" or id not in taken), "C8-16", e)
            self.crests[id] = e.get("coins", 0)
        elif kind == "card":
            holder = next((who for who, has in self.people.items() if id in has["cards"]), "")
            turned = any(id in getattr(each, "turned", ()) for each in self.referee.chronicles)
            wants(holder and holder != self.owner[member] and not turned, "C8-43", (e, holder))
            self.claimed[id] = self.owner[member]
        elif kind == "tile":
            wants(not self.reserved[0], "C8-19", e)
            self.reserved = (id, e.get("coins", 0))

    def on_TokenRemoved(self, e: Event) -> None:
        kind, _, id = e["where"].partition(":")
        if kind == "crest":
            wants(id in self.crests, "C8-15", e)
            self.crests.pop(id)
        elif kind == "card":
            wants(id in self.claimed, "C8-43", e)
            self.claimed.pop(id)
        else:
            self.reserved = ("", 0)

    def on_CardTurned(self, e: Event) -> None:
        wants("peggy_mclaird" in self.owner, "C8-22", e)
        self.reserved, self.must_take = ("", 0), ""
        self.tokens["peggy_mclaird"] = 0

    def on_TileTaken(self, e: Event) -> None:
        """A reserved tile: others pay, its owner takes it and no other (C8-20, C8-21)."""
        piece, coins = self.reserved
        if self.must_take and e["piece"]:
            wants(e["piece"] == self.must_take or self.overruled(), "C8-21", (e, self.must_take))
        if piece and e["piece"] == piece:
            gone = any(each["where"] == f"tile:{piece}" for each in self.all_of("TokenRemoved"))
            wants(gone or self.asked(), "C8-21", e)
            owner = self.owner["peggy_mclaird"]
            paid = [each for each in self.all_of("CoinsPaid") if each["why"] == "penny_mobs:peggy_mclaird"]
            others = [each["player"] for each in paid] == [e["player"]] and paid[0]["coins"] == coins
            wants(not paid if e["player"] == owner else others or not coins, "C8-20", (e, paid))

    def asked(self) -> bool:
        return bool(self.all_of("QuestionAsked"))

    def on_CrestTaken(self, e: Event) -> None:
        if e["crest"] in self.crests:
            paid = [each for each in self.all_of("CoinsPaid") if each["why"] == "penny_mobs:peggy_mcwander"]
            mine = self.owner.get("peggy_mcwander") == e["player"]
            right = [(each["player"], each["coins"]) for each in paid] == [(e["player"], self.crests[e["crest"]])]
            wants(
                not paid if mine else right or self.overruled() or not self.crests[e["crest"]], "C8-15", (e, paid)
            )
            gone = any(each["where"] == f"crest:{e['crest']}" for each in self.all_of("TokenRemoved"))
            wants(gone, "C8-15", e)

    # ---- who stands in other territories

    def on_MemberPlaced(self, e: Event) -> None:
        member, owner = e["member"], self.owner.get(e["member"], "")
        rule = f"C8-{MEMBER_RULES[member]}"
        wants(owner and e["host"] != owner and e["host"] in self.land, rule, (e, owner))
        if e.get("x") is None:
            return
        cell = (e["x"], e["y"])
        wants(cell in self.land[e["host"]], rule, e)
        wants(member != "mike_mccastle" or cell == CASTLE, rule, e)
        self.stands[member] = (e["host"], cell)
        self.jumped.discard(member)

    def forbids(self, player: str, piece: str, cell: Cell) -> str:
        """Who lays a tile beside Fergus pays his owner a coin, as a part of its cost (C8-27)."""
        host, at = self.stands.get("fergus_macdarkie", ("", (0, 0)))
        owner = self.owner.get("fergus_macdarkie", "")
        near = max(abs(cell[0] - at[0]), abs(cell[1] - at[1])) <= 1 and cell != at
        paid = [each for each in self.all_of("CoinsPaid") if each["why"] == "penny_mobs:fergus_macdarkie"]
        if host != player or not near:
            return "C8-27" if paid else ""
        if piece != self.referee.turn["taken"] and not paid:
            return ""  # Off the pile it has no cost (GM-CRS-19).
        right = [(each["player"], each["coins"]) for each in paid] == [(player, 1)] and owner != player
        if right:
            self.jumped.add("fergus_macdarkie")
        return "" if right or self.overruled() else "C8-27"

    def on_ScotMoved(self, e: Event) -> None:
        """A Scot that comes to Kenneth, Fergus or Mike drives him on (C8-26, C8-28, C8-34)."""
        for member, (host, at) in self.stands.items():
            if host == e["player"] != self.owner[member] and at == (e["to_x"], e["to_y"]):
                self.jumped.add(member)

    def begin(self, row: dict[str, Any]) -> None:
        super().begin(row)
        if self.offer == "stays":  # People say so, whatever the book wants.
            self.jumped.clear()

    def on_RefillBegan(self, _e: Event) -> None:
        wants(not self.jumped or self.overruled(), "C8-28", self.jumped)

    # ---- coins that go from hand to hand

    def charges(self, e: Event) -> bool:
        member = e["why"].removeprefix("penny_mobs:")
        if member == e["why"]:
            return False
        owner = self.owner.get(member, "")
        gained = [
            (each["player"], each["coins"]) for each in self.all_of("CoinsGained") if each["why"] == e["why"]
        ]
        rule = f"C8-{MEMBER_RULES[member]}"
        wants(owner and owner != e["player"] and gained == [(owner, e["coins"])], rule, (e, owner, gained))
        return True

    def explains(self, e: Event, why: str, what: str, n: int) -> bool:
        member = why.removeprefix("penny_mobs:")
        if member == why:
            return False
        if member == "derek_anderson":
            lifted = [each["player"] for each in self.all_of("TileRemoved")]
            wants({*lifted} == {e["player"]} and (e["x"], e["y"]) == CASTLE, "C8-32", e)
            self.referee.counts.moved(e, what)
            return True
        if member == "bruce_mcmail":
            worked = self.all_of("BruceCoinSpent")
            wants((worked and e["player"] != self.owner[member]) or what in GOODS, "C8-18", e)
            wants(n == 1, "C8-18", e)
            return True
        if member == "kenneth_mcsnitch":
            wants(what in GOODS and n == 1 and e["player"] == self.owner[member], "C8-25", e)
            return True
        paid = [(each["coins"], each["why"]) for each in self.all_of("CoinsPaid") if each["player"] != e["player"]]
        wants(e["player"] == self.owner.get(member) and (n, why) in paid, f"C8-{MEMBER_RULES[member]}", (e, paid))
        return True

    def on_BruceCoinSpent(self, e: Event) -> None:
        self.bruce -= 1
        wants(self.bruce >= 0, "C8-18", e)

    def takes(self, e: Event) -> bool:
        """A Scot who becomes one of them, a good that is stolen or bought off."""
        if e["type"] == "ScotRemoved":
            member = e["why"].removeprefix("penny_mobs:")
            if member in self.walkers:
                wants(e["n"] == 1 and self.owner.get(member) == e["player"], f"C8-{MEMBER_RULES[member]}", e)
                return True
        return e["type"] == "GoodsGiven" and e["why"].startswith("penny_mobs:")

    def sells(self, e: Event) -> bool:
        """Joe McDuff takes the largest stack (C8-17); a good that Bruce McMail bought is sold at once (C8-18)."""
        if self.all_of("BruceCoinSpent"):
            given = self.all_of("GoodsGiven")
            bought = [each["good"] for each in given if each["why"] == "penny_mobs:bruce_mcmail"]
            wants(e["player"] == self.owner.get("bruce_mcmail") and bought == [e["good"]], "C8-18", (e, bought))
            return True
        if not any(each["member"] == "joe_mcduff" for each in self.all_of("TokenUsed")):
            return False
        rows = self.referee.market
        wants(e["player"] == self.owner.get("joe_mcduff") or self.overruled(), "C8-17", e)
        wants(e["good"] in rows, "C8-17", e)
        return True

    # ---- Derek

    def lifts(self, e: Event) -> bool:
        if not any(each["member"] == "derek_anderson" for each in self.all_of("PowerUsed")):
            return False
        player, cell = e["player"], (e["x"], e["y"])
        land = self.land[player]
        wants(self.owner.get("derek_anderson") not in ("", None, player), "C8-31", e)
        wants(cell not in HOME and land[cell]["kind"] != "trade", "C8-32", e)
        rule = self.referee.ruling("keeps", player, cell)
        wants(not rule, rule, e)
        whole = one_line(land, "river", WEST_EAST)
        wants(can_go(land, cell, HOME, {"river": WEST_EAST}) or not whole, "C8-31", e)
        self.stolen = (player, tuple(land[cell]["stack"]))
        return True

    stolen: tuple[str, tuple[str, ...]] = ("", ())

    def on_TilePlaced(self, e: Event) -> None:
        if not any(each["member"] == "derek_anderson" for each in self.all_of("PowerUsed")) or not e.get("why"):
            return
        victim, stack = self.stolen
        wants(e["player"] != victim and e["piece"] in stack, "C8-31", (e, self.stolen))
        land = self.land[e["player"]]
        x, y = e["x"], e["y"]
        beside = any(abs(x - a) + abs(y - b) == 1 for a, b in land)
        wants(beside and one_line(land, "river", WEST_EAST), "C8-31", e)

    def on_PowerUsed(self, e: Event) -> None:
        wants(e["member"] in self.owner and e["member"] not in self.used, "C8-44", e)
        self.used.add(e["member"])

    # ---- points

    def scores(self, e: Event) -> bool:
        """In a turn: a point of whoever has just had 6 or more, once in a turn (C8-29)."""
        if e["source"] != "sibyl_macsponge":
            return False
        owner = self.owner.get("sibyl_macsponge", "")
        wants(abs(e["points"]) == 1 and (e["points"] == 1) == (e["player"] == owner), "C8-29", e)
        return True

    def on_PointsScored(self, e: Event) -> None:
        """People may say later that it was from one source."""
        self.scored_high = self.scored_high or (e["points"] >= 6 and e["player"] == self.figure)

    def on_SpongePointTaken(self, e: Event) -> None:
        owner = self.owner.get("sibyl_macsponge", "")
        wants(owner and owner != self.figure and not self.sponged, "C8-29", e)
        wants(self.scored_high, "C8-29", e)
        scored = self.all_of("PointsScored")
        moved = [(each["player"], each["points"]) for each in scored if each["source"] == "sibyl_macsponge"]
        wants(sorted(moved) == sorted([(self.figure, -1), (owner, 1)]), "C8-29", (e, moved))
        self.sponged = True

    def in_scoring(self, source: str) -> bool:
        return source in (*self.backs, "penny_mobs")

    def line(self, player: str, line: dict[str, Any]) -> None:
        """Mike counts elsewhere, and cards may be claimed (C8-33, C8-43)."""
        if "mike_mccastle" in self.stands:
            host = self.stands["mike_mccastle"][0]
            line["scots_in_home_castle"] = max(0, line["scots_in_home_castle"] - (player == host))
            line["scots_in_home_castle"] += player == self.owner.get("mike_mccastle")
        line.setdefault("working", list(line["landmarks"]))
        claimed = {card: by for card, by in self.claimed.items() if self.may_claim(card)}
        mine = [card for card in line["landmarks"] if claimed.get(card, player) == player]
        line["landmarks"] = mine + [card for card, by in claimed.items() if by == player and card not in mine]

    def may_claim(self, card: str) -> bool:
        """Somebody has it, and it lies on its landmark side: else its token has left the game (C8-43)."""
        turned = any(card in getattr(each, "turned", ()) for each in self.referee.chronicles)
        return not turned and any(card in has["cards"] for has in self.people.values())

    def gains(self, due: str, scored: list[dict[str, Any]]) -> None:
        """A point to Sibyl's owner of each 6 or more (C8-30); at the end pennies and penalties (C8-13, C8-14)."""
        owner, to_sibyl = self.owner.get("sibyl_macsponge"), 0
        by_name = {each["name"]: each for each in scored}
        for each in scored if owner else ():
            only = COMPARED if self.chosen("sibyl_categories_only") else {*each["gains"]} - {"great_glen"}
            single = [n for source, n in each["gains"].items() if source in only]
            apart = () if only is COMPARED else each.get("apart", ())
            sources = [n for n in (*single, *apart) if n >= 6 and each["name"] != owner]
            if sources:
                add(each, "sibyl_macsponge", -len(sources))
                to_sibyl += len(sources)
        if to_sibyl and owner in by_name:
            add(by_name[str(owner)], "sibyl_macsponge", to_sibyl)
        for each in scored if due == "final" else ():
            for member, who in self.owner.items():
                if who == each["name"]:
                    add(each, member, -int(self.told.get(f"penny_mobs.penalty.{member}", 0)))
            add(each, "penny_mobs", self.plus[each["name"]] - self.minus[each["name"]])

    # ---- by hand

    def on_PenniesSet(self, e: Event) -> None:
        self.minus[e["player"]], self.plus[e["player"]] = e["minus"], e["plus"]

    def on_MemberSet(self, e: Event) -> None:
        member = e["member"]
        self.jail.pop(member, None)
        self.owner.pop(member, None)
        self.tokens.pop(member, None)
        if e["place"] in self.land:
            self.owner[member] = e["place"]
            if member == "bruce_mcmail":
                self.bruce = e.get("number", 0)
            else:
                self.tokens[member] = e.get("number", 0)
        else:
            self.stands.pop(member, None)
            if member == "peggy_mcwander":
                self.crests = {}
            elif member == "john_mcclaim":
                self.claimed = {}
            elif member == "peggy_mclaird":
                self.reserved = ("", 0)
            if e["place"] == "jail":
                self.jail[member] = e.get("number", 0)
        self.by_people = True


COMPARED = {"scots_in_home_castle", "landmarks", "whisky", "persons"}
"""The four categories of a scoring."""

MEMBER_RULES = {
    "peggy_mcwander": 15, "joe_mcduff": 17, "bruce_mcmail": 18, "peggy_mclaird": 19, "kenneth_mcsnitch": 24,
    "fergus_macdarkie": 27, "sibyl_macsponge": 29, "derek_anderson": 31, "mike_mccastle": 33, "calum_mcquack": 35,
    "bully_mcmuscle": 37, "fraser_mcstarve": 39, "oonagh_mchagg": 40, "elspeth_mctrick": 41, "erin_macmalt": 42,
    "john_mcclaim": 43,
}  # fmt: skip
"""The rule of each member in the ledger: C8-…"""


CHRONICLES: dict[str, type[Chronicle]] = {
    each.slug: each for each in (BoatRace, Highlander, SingleCask, Hammer, Haggis, Turbulent, GreatGlen, PennyMobs)
}


def chronicles_of(rows: Sequence[dict[str, Any]]) -> list[type[Chronicle]]:
    """Those that are on when play begins, in the order of their numbers."""
    on = set(rows[0]["setup"].get("chronicles", ()))
    for row in left_standing(rows[1:]):
        for e in row.get("events", ()):
            if e["type"] == "ChronicleChosen":
                (on.add if e["used"] else on.discard)(e["slug"])
    return [each for slug, each in CHRONICLES.items() if slug in on]


def follow(rows: Sequence[dict[str, Any]]) -> Referee:
    """The referee after a whole journal with chronicles."""
    referee = Referee(rows[0]["setup"], chronicles_of(rows))
    referee.follow(left_standing(rows[1:]))
    wants(referee.lowered or referee.rondel.lost or referee.rondel.phase == "over", "GM-END-01", "no end")
    return referee
