"""A second reader of journals: what everybody must have scored, worked out anew from what happened.

It shares nothing with the product. In: the lines of a journal as `companion games export` writes them. It folds
counts of its own from what was gained, paid, turned, laid and counted, and works out every point from them by
the rules of the ledger, the scorings with `independent_scorer`. The points that the product wrote down are not
read, except those of `TOLD`: numbers that only people can know; each of them must be the number that they
answered.

It knows the rules as they are by default; recorded games are played by no others.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tests.independent_scorer import score_sheet

Event = dict[str, Any]
Row = dict[str, Any]

TOLD = {
    "exchange": "what an exchange or activation brought: goods and activations are not followed",
    "tile": "printed on a tile of which nobody has told the points",
    "card": "a command card: it says how many, not for what",
    "other": "whatever else people count themselves",
    "crest:brodie": "villages in the territory, which only the table sees",
    "crest:grant": "tiles with a Scot, which only the table sees",
    "crest:macpherson": "rebuild tiles, the covered ones too, which only the table sees",
    "crest:sutherland": "river tiles, which only the table sees",
    "crest:oliphant": "own coins; told where a good may have been bought with some of them first",
    "crest:maclachlan": "movement points that nobody used",
    "boat_race:token": "printed on a reward token that nobody else sees",
    "turbulent.own_round": "a table printed on a card that people read themselves",
    "turbulent.own_final": "a table printed on a card that people read themselves",
}
"""Points that can't be worked out anew from a journal, and why: what people answered is taken."""

ON_THE_MAP = ("brodie", "grant", "macpherson", "maclachlan", "sutherland")
"""Crests whose points lie on a territory: where it is followed nobody is asked, and the second referee counts."""
TIERS = ("brodie", "grant", "macpherson", "oliphant", "sutherland")
MOIL, HUME, MIKE, SIBYL = "castle_moil", "david_hume", "mike_mccastle", "sibyl_macsponge"
OWN_TABLES = {"old_man_of_storr": "scots", "inverness": "whisky"}
HOME = {1: 15, 2: 10, 3: 5}


class NotAnsweredError(Exception):
    """Points are written down that nobody told and no rule gives."""


def standing_rows(lines: Iterable[str]) -> Iterator[Row]:
    """The rows that were not taken back, first to last; the first line of a journal is no row."""
    return left_standing([json.loads(line) for line in lines][1:])


def left_standing(rows: Sequence[Row]) -> Iterator[Row]:
    """Those of these rows, which lack nothing from the first on."""
    standing: list[Row] = []
    place = len(rows) - 1
    while place >= 0:
        answer = rows[place]["answer"]
        if answer.get("type") == "take_back":
            place = answer["first"] - 2
            continue
        standing.append(rows[place])
        place -= 1
    return reversed(standing)


def scored_anew(lines: list[str]) -> Reader:
    """The whole journal, read."""
    reader = Reader(json.loads(lines[0])["setup"])
    for row in standing_rows(lines):
        reader.answer = row["answer"]
        for event in row["events"]:
            reader.read(event)
    return reader


class Reader:
    """What lies before everybody, as far as points hang on it."""

    def __init__(self, setup: dict[str, Any]) -> None:
        self.pieces = setup["facts"]["pieces"]
        self.above_five = setup["house"]["difference_above_five"]
        self.told: dict[str, Any] = dict(setup["facts"].get("more", {}))
        self.answer: dict[str, Any] = {}
        self.people: dict[str, dict[str, Any]] = {}
        self.scored: dict[str, Counter[str]] = {}
        self.winners: list[str] = []
        self.turned: set[str] = set()
        self.by_hand: set[str] = set()
        self.own_tables: set[str] = set()
        self.cards: dict[str, dict[str, int]] = {}
        self.members: dict[str, str] = {}
        self.pennies_on: Counter[str] = Counter()
        self.claimed: dict[str, str] = {}
        self.mike_with = ""
        self.homes = 0
        self.sold_from = ""
        self.haggis: dict[str, list[int]] = {}
        self.rolled: list[tuple[int, str]] = []
        self.last_final: list[tuple[str, str, int]] = []
        self.gave_six = ""
        self.followed = False

    # ---- what is reckoned

    def credit(self, player: str, source: str, points: int) -> None:
        self.scored[player][source] += points
        if points >= 6:
            self.gave_six = player

    def totals(self) -> dict[str, int]:
        """Everybody's points."""
        return {player: sum(sources.values()) for player, sources in self.scored.items()}

    def by_source(self) -> dict[str, dict[str, int]]:
        """Everybody's points by source; a source that gave nothing is left out."""
        return {who: {s: n for s, n in sources.items() if n} for who, sources in self.scored.items()}

    def best(self) -> list[str]:
        """Who won: most points, then most goods, else several (GM-TIE-01, GM-TIE-02)."""
        reached = {who: (points, self.people[who]["goods"]) for who, points in self.totals().items()}
        return [who for who, finish in reached.items() if finish == max(reached.values())]

    # ---- what happened

    def read(self, e: Event) -> None:
        """One event. One that has no method changes nothing that points hang on."""
        if method := getattr(self, f"on_{e['type']}", None):
            method(e)

    def on_PlayerSeated(self, e: Event) -> None:
        counts = dict.fromkeys(("barrels", "scots", "unnamed", "plus", "goods"), 0)
        self.people[e["player"]] = {
            **counts, "coins": e["coins"], "tiles": 2, "minus": 7, "landmarks": [], "persons": [],
            "crests": [], "pile": [], "boat": "",
        }  # fmt: skip
        self.scored[e["player"]] = Counter()

    def on_HouseRuleChanged(self, e: Event) -> None:
        if e["name"] == "difference_above_five":
            self.above_five = e["value"]

    def on_DepthChosen(self, e: Event) -> None:
        self.followed = e["depth"] == "referee"

    def on_FactLearned(self, e: Event) -> None:
        if not e["fact"]["piece"]:
            self.told[e["fact"]["field"]] = e["fact"]["value"]

    def change(self, e: Event, count: str, by: int) -> None:
        self.people[e["player"]][count] += by

    def on_CoinsGained(self, e: Event) -> None:
        self.change(e, "coins", e["coins"])

    def on_CoinsPaid(self, e: Event) -> None:
        self.change(e, "coins", -e["coins"])

    def on_GoodBought(self, e: Event) -> None:
        self.change(e, "coins", -e["coins"])

    on_GoodSold = on_RowEmptied = on_CoinsGained

    def on_BarrelsGained(self, e: Event) -> None:
        self.change(e, "barrels", e["barrels"])

    def on_HomeScotsChanged(self, e: Event) -> None:
        self.change(e, "scots", e["by"])

    def on_TileCountChanged(self, e: Event) -> None:
        self.change(e, "tiles", e["by"])

    def on_CountEntered(self, e: Event) -> None:
        person = self.people[e["player"]]
        if e["count"] == "points":
            self.scored[e["player"]]["correction"] += e["value"] - sum(self.scored[e["player"]].values())
        elif e["count"] == "persons":
            person["unnamed"] += e["value"] - self.heads(person)
        else:
            person[e["count"]] = e["value"]

    on_CountSet = on_CountEntered

    def on_GoodsCounted(self, e: Event) -> None:
        self.people[e["player"]]["goods"] = e["goods"]

    def on_PersonGained(self, e: Event) -> None:
        self.people[e["player"]]["persons"].append(e["piece"])

    def on_LandmarkGained(self, e: Event) -> None:
        self.people[e["player"]]["landmarks"].append(e["card"])

    def on_CardPlaced(self, e: Event) -> None:
        for who, person in self.people.items():
            person["landmarks"] = [c for c in person["landmarks"] if c != e["card"]]
            if who == e["player"]:
                person["landmarks"].append(e["card"])

    def on_MarkerPlaced(self, e: Event) -> None:
        for who, person in self.people.items():
            if who == e["player"] or e["crest"] != "douglas":
                person["crests"] = [c for c in person["crests"] if c != e["crest"]]
            if who == e["player"]:
                person["crests"] += [e["crest"]] * e.get("markers", 1)

    def on_PiecePlaced(self, e: Event) -> None:
        for who, person in self.people.items():
            person["pile"] = [piece for piece in person["pile"] if piece != e["piece"]]
            person["persons"] = [p for p in person["persons"] if p != e["piece"]]
            if who == e["place"] and self.pieces.get(e["piece"], {}).get("sort") == "person":
                person["persons"].append(e["piece"])

    def on_TileDiscarded(self, e: Event) -> None:
        if e.get("pile"):
            self.people[e["pile"]]["pile"].append(e["piece"])

    def on_TileGiven(self, e: Event) -> None:
        for person in self.people.values():
            if e["piece"] in person["pile"]:
                person["pile"].remove(e["piece"])
        self.print_of(e)

    # ---- points at once

    def on_TileTaken(self, e: Event) -> None:
        self.print_of(e)

    def print_of(self, e: Event) -> None:
        """What is printed on a tile that came to somebody."""
        for step in self.pieces.get(e["piece"], {}).get("one_time") or ():
            if step["op"] == "gain" and step.get("what") == "vp":
                self.credit(e["player"], f"tile:{e['piece']}", step["n"])

    def on_CrestTaken(self, e: Event) -> None:
        self.people[e["player"]]["crests"].append(e["crest"])
        if e["crest"] == "douglas":  # GM-CRS-04
            self.credit(e["player"], "crest:douglas", 3)

    def on_EntryMade(self, e: Event) -> None:
        if e["entry"] == "barrel" and self.answer.get("values") == ["points"]:  # GM-CRS-09
            self.credit(e["player"], "crest:macgregor", 3)
        if e["entry"] == "hammer.monument":  # C4-27
            self.credit(e["player"], "hammer:glenfinnan_monument", 3)

    def on_PointsScored(self, e: Event) -> None:
        """Only what people told; the number must be what they answered."""
        source, points, offer = e["source"], e["points"], self.answer["offer"]
        if source not in TOLD:
            return
        if source == "crest:oliphant" and not offer.startswith("points_"):  # GM-CRS-20
            coins = self.people[e["player"]]["coins"]
            points = 8 if coins >= 12 else 5 if coins >= 9 else 0
        elif self.followed and source.removeprefix("crest:") in ON_THE_MAP:
            pass
        elif str(points) not in re.findall(r"-?\d+", f"{offer} {self.answer.get('values', ())}"):
            raise NotAnsweredError(f"{points} of {source}: the answer was {self.answer}")
        if source.removeprefix("crest:") in TIERS and points not in (5, 8):
            raise NotAnsweredError(f"{points} of {source}, which gives 5 or 8")
        self.credit(e["player"], source, points)

    def on_BarrelsPaid(self, e: Event) -> None:
        self.change(e, "barrels", -e["barrels"])
        if e["why"] == "hammer:glenfinnan_church":  # C4-26
            self.credit(e["player"], "hammer:glenfinnan_church", 4)

    def on_CaskRemoved(self, e: Event) -> None:
        self.sold_from = e["place"]

    def on_CaskSold(self, e: Event) -> None:
        """As many points as the place in the cellar is worth (C3-23)."""
        cellar, _, space = self.sold_from.partition(".")
        if cellar != "0":
            printed = "1 2 3" if cellar == "1" else str(self.told[f"single_cask.cellar_{cellar}"])
            self.credit(e["player"], "single_cask", int(printed.split()[int(space) - 1]))

    def on_BoatHome(self, e: Event) -> None:
        self.homes += 1
        self.credit(e["player"], "boat_race", HOME[self.homes])  # C1-22 to C1-24

    def on_BoatSet(self, e: Event) -> None:
        self.people[e["player"]]["boat"] = "last" if e["place"] < 0 else ""

    def on_LastPlaceGiven(self, e: Event) -> None:
        self.people[e["player"]]["boat"] = "last"

    def on_SideTurned(self, e: Event) -> None:
        card, player = e["card"], e["player"]
        self.turned.add(card)
        self.claimed.pop(card, None)  # C8-43
        if not e["done"]:
            return
        if card in OWN_TABLES:
            self.own_tables.add(card)
        points = {"dunvegan_castle": 7, "loch_morar": 9, "loch_shiel": -1}.get(card, 0)
        if card == "armadale_castle":  # C6-28
            points = 3 * sum(self.answer.get("values", ()))
        if card == "wallace_monument" and "william_wallace" in self.people[player]["persons"]:  # C6-19
            points = 4
        if card == "duart_castle" and "maclean" in self.people[player]["crests"]:  # C6-25
            points = 3
        self.credit(player, f"turbulent:{card}", points)

    def on_SideSet(self, e: Event) -> None:
        (self.turned.add if e["turned"] else self.turned.discard)(e["card"])
        if e["card"] in OWN_TABLES:
            (self.own_tables.add if e["turned"] and e.get("done") else self.own_tables.discard)(e["card"])

    def on_CountedByHand(self, e: Event) -> None:
        self.by_hand.add(e["card"])

    # ---- the haggis (C5-15 to C5-22)

    def on_HaggisBegan(self, _e: Event) -> None:
        self.haggis = {who: [] for who in self.people}
        self.rolled = []

    def on_HaggisRolled(self, e: Event) -> None:
        self.rolled.append((e["face"], e.get("player", "")))

    def on_HaggisRerolled(self, _e: Event) -> None:
        self.rolled.pop()

    def on_HaggisTurned(self, e: Event) -> None:
        """Each roll for all, or that the player paid for, lets one token of its value be turned, three at most.

        Who rolled without the companion enters only what lies face up.
        """
        up = self.haggis[e["player"]]
        rolls = Counter(face for face, buyer in self.rolled if buyer in ("", e["player"]))
        up.append(e["value"])
        if len(up) > 3 or (self.answer["offer"] != "entered" and Counter(up) - rolls):
            raise NotAnsweredError(f"{e['player']} turns {up} after {dict(rolls)}")

    def on_HaggisTurnedBack(self, e: Event) -> None:
        self.haggis[e["player"]].remove(e["value"])

    def on_HaggisScored(self, _e: Event) -> None:
        for who, up in self.haggis.items():
            self.credit(who, "haggis", len(up) * sum(up))
            self.hand_over(who, len(up) * sum(up))

    # ---- the mobs

    def on_PennyLaid(self, e: Event) -> None:
        self.change(e, "minus", -1)
        self.pennies_on[e["member"]] += 1

    def on_PennyGiven(self, e: Event) -> None:
        self.change(e, "minus", -1)
        self.people[e["to"]]["minus"] += 1

    def on_MemberTaken(self, e: Event) -> None:
        self.members[e["member"]] = e["player"]
        self.change(e, "plus", self.pennies_on.pop(e["member"], 0))

    def on_MemberPlaced(self, e: Event) -> None:
        if e["member"] == MIKE:
            self.mike_with = e["host"]

    def on_TokenUsed(self, e: Event) -> None:
        kind, _, card = e.get("where", "").partition(":")
        if kind == "card":
            self.claimed[card] = self.members[e["member"]]

    def on_TokenRemoved(self, e: Event) -> None:
        self.claimed.pop(e["where"].partition(":")[2], None)

    def on_SpongePointTaken(self, _e: Event) -> None:
        """In a turn: a point of whoever has just had 6 or more (C8-29)."""
        self.scored[self.gave_six][SIBYL] -= 1
        self.scored[self.members[SIBYL]][SIBYL] += 1

    def hand_over(self, who: str, points: int) -> None:
        """In a scoring: 1 of 6 or more from one source (C8-30)."""
        owner = self.members.get(SIBYL, who)
        if points >= 6 and who != owner:
            self.scored[who][SIBYL] -= 1
            self.scored[owner][SIBYL] += 1

    # ---- the Great Glen

    def on_CardVoted(self, e: Event) -> None:
        if e["aye"] >= e["nay"]:  # C7-09
            self.cards[e["card"]] = {}

    def on_CardCounted(self, e: Event) -> None:
        self.cards[e["card"]][e["player"]] = e["count"]

    def prizes(self, sheet: dict[str, Any]) -> Iterator[tuple[str, int]]:
        """10 points to the best of each accepted card, shared and rounded up (C7-13, C7-14)."""
        for card, counted in self.cards.items():
            have = {p["name"]: self.compared(card, counted, p) for p in sheet["players"]}
            best = [who for who, n in have.items() if n == max(have.values())]
            yield from ((who, -(-10 // len(best))) for who in best)

    def compared(self, card: str, counted: dict[str, int], person: dict[str, Any]) -> int:
        """What a card compares; of territories the smallest is the best."""
        who = person["name"]
        if card == "smallest_territory":
            return -int(person["tiles"])
        if card == "most_discards":
            return len(self.people[who]["pile"])
        if card == "most_sets":  # C7-19
            moil = MOIL in self.people[who]["landmarks"]
            scots = person["scots_in_home_castle"] * (2 if moil else 1)
            heads = person["persons"] + 2 * person["david_hume"]
            return min(scots, person["whisky"], len(person["landmarks"]), heads)
        mike = card == "most_castles_with_scot" and self.mike_with and who == self.members.get(MIKE)
        return counted.get(who, 0) + bool(mike)

    # ---- scorings

    def heads(self, person: dict[str, Any]) -> int:
        return len(person["persons"]) + (HUME in person["persons"]) + int(person["unnamed"])

    def sheet(self, round: str) -> dict[str, Any]:
        """Everybody's counts, for the scorer."""
        rule = {"difference_above_five": self.above_five}
        people = [self.line(who, person) for who, person in self.people.items()]
        return {"schema": 1, "round": round, "house_rules": rule, "players": people}

    def line(self, who: str, person: dict[str, Any]) -> dict[str, Any]:
        claimed = {card: by for card, by in self.claimed.items() if by != who}
        mine = [card for card in person["landmarks"] if card not in claimed]
        mine += [card for card, by in self.claimed.items() if by == who and card not in mine]
        scots = max(0, person["scots"])
        if self.mike_with:  # C8-33
            scots = max(0, scots - (who == self.mike_with)) + (who == self.members[MIKE])
        hume = HUME in person["persons"]
        return {
            "name": who, "points": sum(self.scored[who].values()), "coins": max(0, person["coins"]),
            "goods": person["goods"], "tiles": person["tiles"], "scots_in_home_castle": scots,
            "whisky": max(0, person["barrels"]), "persons": max(0, self.heads(person) - 2 * hume),
            "david_hume": hume, "landmarks": mine, "working": person["landmarks"], "boat": person["boat"],
            "event_side": sorted(self.turned), "tables": self.tables_of(person),
        }  # fmt: skip

    def tables_of(self, person: dict[str, Any]) -> dict[str, list[int]]:
        """Tables of one's own: as printed; nothing where people count by hand afterwards (C6-18, C6-26)."""
        own = [card for card in person["landmarks"] if card in self.own_tables]
        printed = {card: str(self.told.get(f"turbulent.table_{card}", "0")) for card in own}
        return {OWN_TABLES[card]: [int(n) for n in table.split()] for card, table in printed.items()}

    def on_RoundScored(self, e: Event) -> None:
        sheet = self.sheet(e["round"])
        final = e["round"] == "final"
        gains = [
            (player["name"], source, points)
            for player in score_sheet(sheet)["players"]
            for source, points in player["gains"].items()
        ]
        if final:
            gains += [(who, "great_glen", points) for who, points in self.prizes(sheet)]
        for who, source, points in gains:
            self.credit(who, source, points)
            self.hand_over(who, points)
        if final:
            dues = [*self.dues()]
            self.last_final = [*gains, *dues]
            for who, source, points in dues:
                self.credit(who, source, points)

    def dues(self) -> Iterator[tuple[str, str, int]]:
        """What members cost, and pennies (C8-13, C8-14); pennies are no source for Sibyl."""
        for member, who in self.members.items():
            yield who, member, -int(self.told.get(f"penny_mobs.penalty.{member}", 0))
        if self.told_of_mobs:
            for who, person in self.people.items():
                yield who, "penny_mobs", person["plus"] - person["minus"]

    told_of_mobs = False

    def on_ChronicleChosen(self, e: Event) -> None:
        if e["slug"] == "penny_mobs":
            self.told_of_mobs = e["used"]

    def on_ScoringWithdrawn(self, _e: Event) -> None:
        for who, source, points in self.last_final:
            self.scored[who][source] -= points
        for sources in self.scored.values():
            sources.pop("turbulent.own_final", None)

    def on_GameEnded(self, e: Event) -> None:
        self.winners = e["winners"]
