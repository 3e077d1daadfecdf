"""Chronicles II, IV, V and VII for the second referee of Glen More II: mountain, Englishman, haggis, gatherings.

The others are in `independent_chronicles_glen_more_2`. It imports nothing of the product.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

from tests.independent_hooks_glen_more_2 import CARD, CASTLE, Cell, Chronicle, Event, add, tile
from tests.independent_rondel_glen_more_2 import DIE, END, wants

MOUNTAIN, ON_IT = "mountain", "highlander:mountain"
ENGLISHMAN, ROW = "neutral:englishman", "england"


class Highlander(Chronicle):
    """II: who passes the mountain leaves a coin or a good there, who stands on it takes all (C2-05 to C2-20)."""

    slug = source = "highlander"

    def __init__(self, referee: Any, setup: dict[str, Any]) -> None:
        super().__init__(referee, setup)
        self.coins = 0
        self.goods: Counter[str] = Counter()
        self.owed: set[str] = set()
        self.stands = self.leaves = self.taker = ""
        self.taken: Counter[str] = Counter()

    def pieces(self) -> dict[str, dict[str, Any]]:
        return {MOUNTAIN: tile("", uncounted=not self.chosen("die_step", 1))}

    def on_ChronicleRuleChanged(self, _e: Event) -> None:
        """Whether it is a step for the die (C2-20)."""
        self.referee.pieces[MOUNTAIN]["uncounted"] = not self.chosen("die_step", 1)

    def stays(self, piece: str) -> bool:
        return piece == MOUNTAIN

    # ---- over it and onto it

    def on_PawnMoved(self, e: Event) -> None:
        figure, over = e["figure"], MOUNTAIN in e.get("passed", ())
        if figure == self.stands:
            self.stands, self.leaves = "", figure
        if figure == DIE:
            grew = [each["coins"] for each in self.all_of("MountainGrew") if each["figure"] == DIE]
            wants(grew == [1] * over, "C2-18", (e, grew))
        elif over and figure in self.land:
            self.owed.add(figure)

    def on_PawnStopped(self, e: Event) -> None:
        if e["piece"] == MOUNTAIN:
            wants(e["figure"] in self.land, "C2-22", e)
            wants(not self.stands or self.lost, "C2-08", (e, self.stands))
            wants(self.all_of("RefillSkipped") or self.chosen("refill"), "C2-13", e)
            self.stands = e["figure"]

    def on_RefillSkipped(self, e: Event) -> None:
        if e["rule"] == "C2-13":
            wants(any(each["piece"] == MOUNTAIN for each in self.all_of("PawnStopped")), "C2-13", e)

    def on_MountainGrew(self, e: Event) -> None:
        figure, coins, goods = e["figure"], e.get("coins", 0), e.get("goods", 0)
        wants(coins + goods == 1, "C2-05", e)
        if figure != DIE:
            wants(figure in self.owed, "C2-05", (e, self.owed))
            self.owed.discard(figure)
            paid = [each for each in self.all_of("CoinsPaid", "GoodsGiven") if each["why"] == ON_IT]
            right = [{each.get("good", "coin"): each.get("n", each.get("coins"))} for each in paid]
            kind = "coin" if coins else e.get("good", "")
            wants(right == [{kind: 1}] or not kind, "C2-06", (e, paid))
        self.coins += coins
        if goods:
            self.goods[e.get("good", "")] += 1

    def on_Overruled(self, e: Event) -> None:
        if e["rule"] == "C2-07":
            self.owed.clear()

    def begin(self, row: dict[str, Any]) -> None:
        """Who says that there is nothing to put on it has nothing, now; goods may come later (C2-07)."""
        super().begin(row)
        if self.offer == "nothing":
            self.owed = {who for who in self.owed if self.has_any(who)}

    def on_RefillBegan(self, _e: Event) -> None:
        owed = {who for who in self.owed if self.has_any(who)}
        wants(not owed, "C2-05", owed)
        self.owed.clear()
        self.leaves = ""

    def end(self) -> None:
        if self.stands and self.coins + self.goods.total() and not self.lost:
            wants("final" not in [each["round"] for each in self.all_of("RoundScheduled")], "C2-17", self.stands)

    def has_any(self, player: str) -> bool:
        goods = sum(on["goods"].total() for on in self.land[player].values())
        return bool(self.people[player]["coins"] > 0 or goods)

    # ---- taking it

    def on_TurnBegan(self, e: Event) -> None:
        self.leaves = self.stands if e["figure"] == self.stands else ""

    def on_MountainEmptied(self, e: Event) -> None:
        if e["rule"] == "C2-17":
            wants(
                (e["player"] == self.stands or self.lost) and self.all_of("RoundScheduled"),
                "C2-17",
                (e, self.stands),
            )
        else:
            wants(e["player"] == self.leaves or self.lost, "C2-11", (e, self.leaves))
        wants((e["coins"], e["goods"]) == (self.coins, self.goods.total()), "C2-12", (e, self.coins, self.goods))
        gained = sum(each["coins"] for each in self.all_of("CoinsGained") if each["why"] == ON_IT)
        wants(gained == self.coins, "C2-11", (e, gained))
        self.taker, self.taken = e["player"], self.goods
        self.coins, self.goods = 0, Counter()

    def explains(self, e: Event, why: str, what: str, n: int) -> bool:
        if why != ON_IT:
            return False
        if what == "coin":
            wants(any(each["player"] == e["player"] for each in self.all_of("MountainEmptied")), "C2-11", e)
            return True
        kind = what if self.taken[what] else ""
        wants(e["player"] == self.taker and self.taken[kind] >= n, "C2-11", (e, self.taken))
        self.taken[kind] -= n
        return True

    def charges(self, e: Event) -> bool:
        return bool(e["why"] == ON_IT and self.all_of("MountainGrew"))

    def takes(self, e: Event) -> bool:
        return bool(e["type"] == "GoodsGiven" and e["why"] == ON_IT)

    def on_MountainSet(self, e: Event) -> None:
        """By hand, or what Elspeth McTrick swaps (C8-41)."""
        if not self.by_hand:
            wants(any(self.partner(player, "elspeth_mctrick") for player in self.land), "C8-41", e)
            lay = self.coins + self.goods.total()
            wants(
                e["coins"] + e["goods"] == lay and e["coins"] <= self.coins, "C8-41", (e, self.coins, self.goods)
            )
        kinds = Counter(dict(e.get("kinds", ())))
        self.coins, self.goods = e["coins"], kinds or Counter({"": e["goods"]})


class Hammer(Chronicle):
    """IV: the Englishman and who controls him (C4-05 to C4-29)."""

    slug = source = "hammer"
    marks: ClassVar = ("loch_lomond", "glenfinnan_church", "glenfinnan_monument", "general_wades_military_roads")
    cards: ClassVar = {"general_wades_military_roads": {"scot": 1}}

    def __init__(self, referee: Any, setup: dict[str, Any]) -> None:
        super().__init__(referee, setup)
        self.holder = ""
        self.used = False

    def pieces(self) -> dict[str, dict[str, Any]]:
        points = [{"op": "gain", "what": "vp", "n": 3}]
        scot = [{"what": "scot", "n": 1}]
        return {
            "loch_lomond": tile("A", "loch", one_time=CARD),
            "glenfinnan_church": tile("B", one_time=CARD),
            "glenfinnan_monument": tile("C", one_time=CARD, activation=points, cost=scot),
            "general_wades_military_roads": tile("D", one_time=CARD),
        }

    def decks(self) -> Counter[str]:
        return Counter("ABCD")

    def on_FigureJoined(self, e: Event) -> None:
        wants(e["figure"] != ENGLISHMAN or len(self.land) > 2, "C4-01", e)

    # ---- who controls him

    def on_EnglandTaken(self, e: Event) -> None:
        if e["rule"] == "C4-07":
            wants(not self.holder, "C4-07", (e, self.holder))
            wants(e["player"] == self.figure and self.all_of("PawnMoved"), "C4-07", e)
        elif e["rule"] == "C4-08":
            gained = [(each["player"], each["card"]) for each in self.all_of("LandmarkGained")]
            wants((e["player"], e["card"]) in gained and e["card"] in self.marks, "C4-08", e)
        elif e["rule"] == "C4-29":
            wants(self.entered("hammer.marker"), "C4-29", e)
        else:
            wants(e["rule"] == "C4-09" and self.answer, "C4-09", e)
        self.holder = e["player"]

    def on_PlayerLeft(self, e: Event) -> None:
        """The marker lies under him again."""
        if self.holder == e["player"]:
            self.holder = ""

    def on_LandmarkGained(self, e: Event) -> None:
        if e["card"] in self.marks:
            taken = [(each["player"], each.get("card")) for each in self.all_of("EnglandTaken")]
            wants(self.holder == e["player"] or (e["player"], e["card"]) in taken, "C4-08", (e, taken))

    def on_PawnMoved(self, e: Event) -> None:
        """The first pawn that passes him (C4-07)."""
        rondel = self.referee.rondel
        if e["figure"] in self.land and not self.holder and not self.lost:
            at = {each: place for place, each in rondel.places()}
            if at.get(ENGLISHMAN, 99) < at[e["figure"]]:
                wants(self.all_of("EnglandTaken"), "C4-07", e)

    # ---- his turn

    @property
    def his_turn(self) -> bool:
        return bool(self.referee.turn["real"] == ENGLISHMAN)

    def on_TurnBegan(self, e: Event) -> None:
        self.used = False
        if e["figure"] == ENGLISHMAN:
            wants(e.get("acting", "") == self.holder, "C4-10", (e, self.holder))

    def on_ActingChanged(self, e: Event) -> None:
        wants(e["player"] == self.holder, "C4-07", (e, self.holder))

    def on_GoodBought(self, e: Event) -> None:
        if e["good"] == ROW:
            wants(self.his_turn and not self.used, "C4-11", e)
            wants(e["player"] == self.figure, "C4-10", (e, self.figure))
            self.used = True

    def on_TileTaken(self, e: Event) -> None:
        if self.his_turn:
            wants(self.used, "C4-11", e)
            wants(e["piece"] not in self.marks or self.overruled("C4-15"), "C4-15", e)
            wants(e["player"] == self.figure, "C4-12", (e, self.figure))

    def on_TileActivated(self, e: Event) -> None:
        own = e["player"] == self.figure
        wants(not (self.his_turn and own and e["by"] == "loch_ness"), "C4-14", e)

    def holds(self, figure: str) -> bool:
        return bool(figure == ENGLISHMAN and self.chosen("holds_tiles"))

    def discards(self, e: Event) -> bool:
        return bool(e["rule"] == "C4-16" and self.his_turn and not self.used)

    def on_TileDiscarded(self, e: Event) -> None:
        """Then the rightmost stack of his row is taken, if there is one (C4-16)."""
        if e["rule"] == "C4-16":
            sold = [each for each in self.all_of("GoodSold") if each["good"] == ROW]
            wants(sold or not self.referee.market[ROW], "C4-16", (e, self.referee.market))

    def takes(self, e: Event) -> bool:
        return bool(e["type"] == "GoodBought" and e["good"] == ROW)

    def sells(self, e: Event) -> bool:
        if e["good"] != ROW or not self.all_of("TileDiscarded"):
            return False
        wants(e["player"] == self.figure, "C4-16", (e, self.figure))
        return True

    # ---- his tiles

    def charges(self, e: Event) -> bool:
        return bool(e["why"] == "hammer:glenfinnan_church" and self.entered("hammer.barrel"))

    def scores(self, e: Event) -> bool:
        if e["source"] == "hammer:glenfinnan_church":
            paid = sum(each["barrels"] for each in self.all_of("BarrelsPaid"))
            wants((e["points"], paid) == (4, 1), "C4-26", (e, paid))
            return True
        if e["source"] == "hammer:glenfinnan_monument":
            wants(e["points"] == 3 and self.entered("hammer.monument"), "C4-27", e)
            return True
        return False

    def settles(self, e: Event, seen: dict[str, Any]) -> bool:
        if e["piece"] != "glenfinnan_church" or e.get("step", -1) < 0:
            return False
        scored = [e["points"] for e in self.all_of("PointsScored") if e["source"] == "hammer:glenfinnan_church"]
        wants(+seen["given"] == Counter(whisky=1) and scored == [4], "C4-26", (e, seen["given"], scored))
        return True

    # ---- with other chronicles

    def on_RowEmptied(self, e: Event) -> None:
        """All coins of a row (C6-34)."""
        row = self.referee.market[e["row"]]
        wants(e["coins"] == row * (row + 1) // 2, "C6-34", (e, row))
        turned = [(each["player"], each["card"]) for each in self.all_of("SideTurned")]
        wants((e["player"], "loch_lomond") in turned and e["row"] == ROW, "C6-34", e)
        self.referee.market[e["row"]] = 0
        self.people[e["player"]]["coins"] += e["coins"]

    def excuses(self, e: Event) -> bool:
        """He and a tile of the rondel change places (C6-36)."""
        swapped = [each["figure"] for each in self.all_of("FigureSwapped")]
        return bool(e["type"] == "PawnPlaced" and swapped == [e["figure"]])

    def on_PawnPlaced(self, e: Event) -> None:
        rondel = self.referee.rondel
        if self.lost or not self.excuses(e):
            return
        old = next(place for place, each in rondel.places() if each == e["figure"])
        there = rondel.track[rondel.at(e["at"])]
        wants("deck" in there and there["piece"] not in (END, MOUNTAIN), "C6-36", (e, there))
        rondel.track[old] |= {"piece": there.pop("piece"), "deck": there.pop("deck")}
        rondel.track[old]["figures"].remove(e["figure"])
        there["figures"].append(e["figure"])

    def on_MarkerSet(self, e: Event) -> None:
        self.holder = "" if e["player"] in self.referee.counts.gone else e["player"]


class Haggis(Chronicle):
    """V: tokens on tables, and three scorings of their own (C5-05 to C5-22)."""

    slug = source = "haggis"
    tiles: ClassVar = ("drovers_inn", "ye_olde_inn", "creek_inn", "haggis_house", "beast_feast_inn", "shetland")
    supply, most, most_up = 13, 5, 3

    def __init__(self, referee: Any, setup: dict[str, Any]) -> None:
        super().__init__(referee, setup)
        self.tokens: Counter[str] = Counter()
        self.up: dict[str, list[int]] = {}
        self.rolls: list[tuple[int, str]] = []
        self.round = self.due = ""
        self.recast = False
        self.bought: Counter[str] = Counter()

    def pieces(self) -> dict[str, dict[str, Any]]:
        return {piece: tile(None) for piece in self.tiles}

    def unsure(self) -> bool:
        """How many of its tiles have which letter is seldom told."""
        return True

    # ---- tokens

    def on_HaggisGained(self, e: Event) -> None:
        wants(self.tokens[e["player"]] < self.most, "C5-09", (e, self.tokens))
        wants(self.tokens.total() < self.supply, "C5-10", (e, self.tokens))
        self.tokens[e["player"]] += 1
        if self.for_a_sheep():
            wants(self.sheep(e["player"]) == 1, "C5-11", e)

    def for_a_sheep(self) -> bool:
        used = [each["piece"] for each in self.all_of("TileActivated") if each.get("step", -1) >= 100]
        return self.entered("haggis.sheep") or bool(set(used) & set(self.tiles))

    def sheep(self, player: str) -> int:
        """Sheep that the player paid in this row."""
        paid = [
            each for each in self.all_of("GoodsGiven", "GoodBought") if each.get("why", FOR_A_TOKEN) == FOR_A_TOKEN
        ]
        return sum(each.get("n", 1) for each in paid if (each["player"], each["good"]) == (player, "sheep"))

    def on_HaggisReturned(self, e: Event) -> None:
        wants(self.tokens[e["player"]] > 0, "C5-09", e)
        self.tokens[e["player"]] -= 1

    def on_HaggisPassed(self, e: Event) -> None:
        wants(self.partner(e["to"], "fraser_mcstarve"), "C8-39", e)
        wants(self.round and not self.rolls, "C8-39", (e, self.rolls))
        wants(self.tokens[e["player"]] > 0 and self.tokens[e["to"]] < self.most, "C8-39", e)
        self.tokens[e["player"]] -= 1
        self.tokens[e["to"]] += 1

    def takes(self, e: Event) -> bool:
        if e["type"] == "GoodBought":
            return e["good"] == "sheep" and (self.for_a_sheep() or bool(self.all_of("HaggisGained")))
        return bool(e["type"] == "GoodsGiven" and e["why"] == FOR_A_TOKEN)

    def settles(self, e: Event, seen: dict[str, Any]) -> bool:
        if e["piece"] not in self.tiles or e.get("step", -1) < 100:
            return False
        wants(not +seen["given"] and not +seen["got"], "C5-11", (e, seen))
        return True

    # ---- scorings

    def on_RoundScored(self, e: Event) -> None:
        if e["round"] in ("B", "C", "final"):
            self.due = e["round"]

    def on_HaggisBegan(self, e: Event) -> None:
        wants(e["round"] == self.due, "C5-13", (e, self.due))
        self.round, self.due = e["round"], ""
        self.rolls, self.up, self.bought, self.recast = [], {player: [] for player in self.land}, Counter(), False

    def on_TurnBegan(self, _e: Event) -> None:
        wants(not self.due and not self.round, "C5-13", (self.due, self.round))

    on_GameEnded = on_TurnBegan

    def common(self) -> list[int]:
        return [face for face, buyer in self.rolls if not buyer]

    def on_HaggisRolled(self, e: Event) -> None:
        wants(self.round and e["face"] in (1, 2, 3), "C5-15", e)
        buyer = e.get("player", "")
        if buyer:
            wants(len(self.common()) == 4 and self.bought[buyer] > 0, "C5-19", (e, self.rolls, self.bought))
            wants(len(self.up[buyer]) < self.most_up, "C5-19", (e, self.up))
            self.bought[buyer] -= 1
        else:
            wants(len(self.common()) < 4, "C5-15", (e, self.rolls))
        self.rolls.append((e["face"], buyer))

    def on_HaggisRerolled(self, e: Event) -> None:
        wants(self.partner(e["player"], "oonagh_mchagg") and not self.recast, "C8-40", e)
        wants(self.rolls and not self.rolls[-1][1], "C8-40", (e, self.rolls))
        self.recast = True
        self.rolls.pop()

    def charges(self, e: Event) -> bool:
        if e["why"] != "haggis:roll":
            return False
        if self.offer == "entered":  # They rolled without the companion.
            return True
        wants(self.round and len(self.common()) == 4 and e["barrels"] == 1, "C5-19", (e, self.rolls))
        self.bought[e["player"]] += 1
        return True

    def on_HaggisTurned(self, e: Event) -> None:
        player, up = e["player"], self.up[e["player"]]
        up.append(e["value"])
        rolls = Counter(face for face, buyer in self.rolls if buyer in ("", player))
        wants(self.offer == "entered" or not Counter(up) - rolls, "C5-16", (e, up, self.rolls))
        wants(len(up) <= self.most_up, "C5-17", (e, up))
        wants(len(up) <= self.tokens[player], "C5-16", (e, self.tokens))

    def on_HaggisTurnedBack(self, e: Event) -> None:
        wants(e["value"] in self.up[e["player"]], "C5-16", e)
        self.up[e["player"]].remove(e["value"])

    def scores(self, e: Event) -> bool:
        if e["source"] != "haggis":
            return False
        up = self.up.get(e["player"], [])
        wants(self.round and e["points"] == len(up) * sum(up), "C5-21", (e, up))
        return True

    def on_HaggisScored(self, e: Event) -> None:
        """Where nobody has a token it is over before it begins (C5-16)."""
        tokens = [n for player, n in self.tokens.items() if player not in self.referee.counts.gone]
        if not self.round and not any(tokens):
            self.round, self.due, self.up = self.due, "", {}
        wants(e["round"] == self.round, "C5-13", (e, self.round))
        scored = {each["player"] for each in self.all_of("PointsScored") if each["source"] == "haggis"}
        wants({player for player, up in self.up.items() if up} == scored, "C5-21", (e, self.up, scored))
        for player, up in self.up.items():
            self.tokens[player] -= len(up)
        self.round = ""

    # ---- by hand

    def on_HaggisCounted(self, e: Event) -> None:
        """Those that lie face down."""
        self.tokens[e["player"]] = e["tokens"] + len(self.up.get(e["player"], ()) if self.round else ())

    def on_HaggisUpSet(self, e: Event) -> None:
        self.up[e["player"]] = list(e["values"])


FOR_A_TOKEN = "haggis:token"


class GreatGlen(Chronicle):
    """VII: cards are voted on and compare territories at the end (C7-03 to C7-26)."""

    slug = source = "great_glen"
    names: ClassVar = (
        "most_animals", "largest_square", "most_stone_and_wood", "most_sets", "most_castles_with_scot",
        "most_whisky_tiles", "smallest_territory", "largest_animal_group", "farthest_scot", "most_discards",
    )  # fmt: skip
    tokens: ClassVar = {2: (3, 3), 3: (3, 2), 4: (4, 3)}

    def __init__(self, referee: Any, setup: dict[str, Any]) -> None:
        super().__init__(referee, setup)
        self.fate: dict[str, str] = {}
        self.counted: dict[str, dict[str, int]] = {}
        self.called = 0
        self.kept: list[tuple[str, str, str]] = []
        self.voices: Counter[str] = Counter()
        self.own: dict[str, Counter[str]] = {}
        self.by_people = self.unsure_piles = False

    # ---- votes

    def on_GreatCardLaid(self, e: Event) -> None:
        known = e["card"] in self.names and e["card"] not in self.fate
        wants(known and len(self.fate) < 5, "C7-03", (e, self.fate))
        self.fate[e["card"]] = ""

    def on_PersonGained(self, e: Event) -> None:
        """Whoever takes a person calls a gathering; David Hume calls none (C7-06, C7-10)."""
        if (e["piece"] != "david_hume" or self.chosen("hume_calls")) and not self.by_hand:
            self.called += 1

    def on_CardVoted(self, e: Event) -> None:
        wants(self.fate.get(e["card"]) == "", "C7-07", (e, self.fate))
        wants(e["accepted"] == (e["aye"] >= e["nay"]), "C7-09", e)
        voters = len(self.land) - len(self.referee.counts.gone)
        most = 2 * voters if len(self.land) == 2 else voters
        people = self.by_people or self.overruled()
        wants(voters <= e["aye"] + e["nay"] <= most or people, "C7-08", (e, voters))
        self.voices.update(aye=e["aye"], nay=e["nay"])
        if self.all_of("VotesCounted"):
            self.enough("", self.voices, len(self.land))
        wants(self.called > 0 or people, "C7-06", e)
        self.fate[e["card"]] = "accepted" if e["accepted"] else "refused"
        self.called -= 1

    def on_VoteCast(self, e: Event) -> None:
        """Each lays one of the own tokens, with two players once two of them (C7-05, C7-08)."""
        own = self.own.setdefault(e["player"], Counter())
        own.update(aye=e["aye"], nay=e["nay"])
        least = 0 if self.by_people else 1  # By hand somebody may have none left.
        wants(least <= e["aye"] + e["nay"] <= (2 if len(self.land) == 2 else 1), "C7-08", e)
        self.enough(e["player"], own, 1)

    def enough(self, player: str, voices: Counter[str], people: int) -> None:
        """So many tokens they have (C7-04)."""
        ayes, nays = (n * people for n in self.tokens[len(self.land)])
        right = voices["aye"] <= ayes and voices["nay"] <= nays
        wants(right or self.by_people or self.overruled(), "C7-04", (player, voices))

    def on_RefillBegan(self, _e: Event) -> None:
        """The gathering is over before the turn is."""
        skipped = self.called > 0 and "" in self.fate.values()
        wants(not skipped or self.by_people or self.overruled(), "C7-06", self.called)
        self.called = 0

    # ---- discards

    def on_TileDiscarded(self, e: Event) -> None:
        """While the card lies there and was not refused, they belong to whoever moved, never the die's (C7-25)."""
        counts = self.fate.get("most_discards", "refused") != "refused"
        mover = "" if self.referee.turn["real"] == DIE or e["rule"] == "GM-DIE-07" else self.figure
        wants(e.get("pile", "") == (mover if counts else ""), "C7-25", (e, mover, self.fate))
        self.kept.append((e.get("pile", ""), e["piece"], e["deck"]))

    def on_TileGiven(self, e: Event) -> None:
        """From a pile, if one alone fits."""
        if e["deck"]:
            fits = [each for each in self.kept if each[1] == e["piece"] != ""]
            unnamed = [each for each in self.kept if each[1:] == ("", e["deck"])]
            if fits:
                self.kept.remove(fits[0])
            elif len({each[0] for each in unnamed}) == 1:
                self.kept.remove(unnamed[0])
            else:
                self.unsure_piles = True

    def on_PiecePlaced(self, e: Event) -> None:
        """What people find elsewhere lies on no pile (GM-RND-09); what can lie nowhere goes to the common one."""
        self.kept = [each for each in self.kept if each[1] != e["piece"]]
        if e["place"] == "discards":
            self.kept.append(("", e["piece"], self.referee.pieces[e["piece"]].get("deck") or ""))

    def on_DiscardNamed(self, e: Event) -> None:
        unnamed = [n for n, each in enumerate(self.kept) if each[1:] == ("", e["deck"])]
        if unnamed:
            self.kept[unnamed[-1]] = (self.kept[unnamed[-1]][0], e["piece"], e["deck"])

    # ---- comparing

    def on_CardCounted(self, e: Event) -> None:
        found = self.count(e["card"], e["player"])
        # Whose kinds nobody told is counted by people, and all others with them.
        told = self.offer == "counted" and None in [self.count(e["card"], player) for player in self.land]
        wants(found in (None, e["count"]) or self.by_hand or told, "C7-13", (e, found))
        self.counted.setdefault(e["card"], {})[e["player"]] = e["count"]

    def count(self, card: str, player: str) -> int | None:
        """What a card compares in a territory; None where a kind that nobody told decides."""
        land = self.land[player]
        kinds = [on["kind"] for on in land.values()]
        match card:
            case "farthest_scot":
                return farthest(land)
            case "largest_square":
                return max(side for side in range(1, 9) if any(full(land, cell, side) for cell in land))
            case "most_animals":
                return sum(on["goods"]["sheep"] + on["goods"]["cattle"] for on in land.values())
            case "most_stone_and_wood":
                return sum(on["goods"]["stone"] + on["goods"]["wood"] for on in land.values())
            case "most_castles_with_scot" if None not in kinds:
                return sum(on["kind"] == "castle" and on["scots"] > 0 for on in land.values())
            case "most_whisky_tiles" if None not in kinds:
                return kinds.count("whisky")
            case "largest_animal_group" if None not in kinds:
                return largest([{cell} for cell, on in land.items() if on["kind"] == "animal"])
        return None

    # ---- prizes

    def in_scoring(self, source: str) -> bool:
        return source == "great_glen"

    def gains(self, due: str, scored: list[dict[str, Any]]) -> None:
        """10 points for the best of each accepted card, shared and rounded up (C7-13, C7-14)."""
        sheet = {each["name"]: each for each in self.referee.counts.sheet("final")["players"]}
        accepted = [card for card, fate in self.fate.items() if fate == "accepted" and due == "final"]
        for card in sorted(accepted, key=lambda card: card == "most_discards"):
            have = {each["name"]: self.compared(card, sheet[each["name"]]) for each in scored}
            best = [who for who, n in have.items() if n == max(have.values())]
            for each in scored:
                if card == "most_discards" and self.unsure_piles:
                    self.as_prized(each)
                elif each["name"] in best and not (self.chosen("zero_gives_nothing") and not any(have.values())):
                    add(each, "great_glen", -(-10 // len(best)))
                    each.setdefault("apart", []).append(-(-10 // len(best)))

    def as_prized(self, each: dict[str, Any]) -> None:
        """Where nobody knows from whose pile a tile came, the prizes are taken as they are."""
        found = self.referee.counts.found.get(each["name"], Counter())["great_glen"]
        prize = found - each["gains"].get("great_glen", 0)
        add(each, "great_glen", prize)
        each.setdefault("apart", []).append(prize)

    def compared(self, card: str, line: dict[str, Any]) -> int:
        who = line["name"]
        if card == "smallest_territory":
            return -int(line["tiles"])
        if card == "most_discards":
            return sum(pile == who for pile, _, _ in self.kept)
        if card == "most_sets":
            moil = "castle_moil" in line.get("working", line["landmarks"])
            heads = line["persons"] + (1 if self.chosen("hume_counts_once") else 2) * line["david_hume"]
            scots = line["scots_in_home_castle"] * (2 if moil else 1)
            return int(min(scots, line["whisky"], len(line["landmarks"]), heads))
        mike = card == "most_castles_with_scot" and self.partner(who, "mike_mccastle")
        placed = any("mike_mccastle" in getattr(each, "stands", ()) for each in self.referee.chronicles)
        return self.counted.get(card, {}).get(who, 0) + (mike and placed)

    # ---- by hand

    def on_GreatCardSet(self, e: Event) -> None:
        self.by_people = True
        self.fate.pop(e["card"], None)
        self.fate[e.get("correct_card") or e["card"]] = e["result"]

    def on_VotingTokensSet(self, _e: Event) -> None:
        self.by_people = True


def full(land: dict[Cell, Any], corner: Cell, side: int) -> bool:
    return all((corner[0] + x, corner[1] + y) in land for x in range(side) for y in range(side))


def largest(groups: list[set[Cell]]) -> int:
    """Groups melt together over each edge, until none does."""
    for a in groups:
        beside = {(x + dx, y + dy) for x, y in a for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))}
        for b in groups:
            if b is not a and b & beside:
                return largest([each for each in groups if each is not a and each is not b] + [a | b])
    return max(map(len, groups), default=0)


def farthest(land: dict[Cell, Any]) -> int:
    """Over own tiles by edges and corners; sums fall until none falls any more."""
    ways = {cell: 0 if cell == CASTLE else 99 for cell in land}
    falls = True
    while falls:
        falls = False
        for (x, y), n in list(ways.items()):
            best = min((ways[a, b] for a, b in ways if max(abs(a - x), abs(b - y)) == 1), default=99)
            if best + 1 < n:
                ways[x, y], falls = best + 1, True
    return max((ways[cell] % 99 for cell, on in land.items() if on["scots"]), default=0)
