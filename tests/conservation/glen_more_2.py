"""The accounts of Glen More II: what is printed comes from the journal's first row and from players' entries."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from tests.conservation.checker import Checker
from tests.conservation.journal import Event
from tests.conservation.printed import within

MORE_IN_DECKS = {"boat_race": "B", "single_cask": "BBCCD", "hammer": "ABCD", "turbulent": "AABBCCDD"}
"""Decks of the tiles that chronicles add (C0-09); those of two more of the Boat Race are box facts (C1-05)."""
HOME = ((0, 0), (1, 0))
HOME_TILES = {
    "home_village": {"kind": "village", "river": True, "rebuild": False, "activation": None},
    "home_castle": {"kind": "castle", "river": True, "rebuild": False, "activation": [{"op": "move", "n": 1}]},
}
CRESTS_AT_ONCE = {
    "chisholm": Counter(barley=1, scot=1),
    "gunn": Counter(sheep=1, cattle=1),
    "macdonald": Counter(stone=1, wood=1),
    "macleod": Counter(coin=3),
    "mckenzie": Counter(whisky=1, barley=1),
    "mckinnon": Counter(coin=2, scot=1),
    "ross": Counter(scot=2),
    "cameron": Counter(movement=3),
}
LANDMARKS_AT_ONCE = {
    "castle_stalker": Counter(coin=3),
    "duart_castle": Counter(coin=1),
    "inverness": Counter(whisky=1, barley=1),
    "loch_lochy": Counter(any_good=2),
    "loch_shiel": Counter(whisky=1, scot=1),
}


def _effects(text: str) -> list[dict[str, Any]] | None:
    """Return an entered activation as effects; None where it says more than gains and exchanges."""
    found: list[dict[str, Any]] = []
    for part in filter(None, text.split("; ")):
        if match := re.fullmatch(r"gain ([a-z_]+) (\d+)", part):
            found.append({"op": "gain", "what": match[1], "n": int(match[2])})
        elif match := re.fullmatch(r"move (\d+)", part):
            found.append({"op": "move", "n": int(match[1])})
        else:
            return None
    return found


class GlenMore2(Checker):
    """Follows a game of II, with or without chronicles."""

    rounds = ("A", "B", "C", "final")
    marks = ("river",)
    axes = ((1, 0),)
    scots_limit = 9
    repeatable_crests = frozenset({"douglas"})
    market_goods = ("wood", "stone", "barley", "sheep", "cattle")

    def __init__(self, setup: dict[str, Any]) -> None:
        facts = setup["facts"]
        self.deck_sizes = {**facts["decks"], "D": facts["decks"]["D"] + 1}  # World's End is one more.
        super().__init__(setup)
        for chronicle in setup["chronicles"]:
            self.left.update(MORE_IN_DECKS.get(chronicle, ""))
        builders = facts.get("more", {}).get("boat_race.builders", "")
        self.left.update(builders)
        chronicles = set(setup["chronicles"])
        # No ledger knows the decks of six tiles of Haggis; those of two of the Boat Race may be entered.
        self.are_decks_counted = "haggis" not in chronicles and ("boat_race" not in chronicles or bool(builders))
        self.start_coins = list(facts["start_coins"])
        self.has_chronicles = bool(setup["chronicles"])
        self.is_die_refilled = bool(self.house["refill_after_die"])
        self.pieces = {piece: dict(row) for piece, row in facts["pieces"].items()}
        self.track.spaces = facts["rondel_spaces"]
        self.use_die = False
        self.has_entered_persons: set[str] = set()
        self.crest_owners: dict[str, str] = {}
        self.is_refill_skipped = False

    def printed(self, piece: str) -> dict[str, Any]:
        for name, tile in HOME_TILES.items():
            if piece.startswith(name):
                return tile
        row = self.pieces.get(piece, {})
        cost, once = row.get("cost"), row.get("one_time")
        return {
            **row,
            "cost": None if cost is None else {each["what"]: each["n"] for each in cost},
            "placing": None if once is None else [each for each in once if each["op"] in {"gain", "scot_on_tile"}],
        }

    def on_FactLearned(self, e: Event) -> None:
        fact = e["fact"]
        if fact["piece"] in self.pieces and fact["field"] in {"river", "rebuild", "kind", "deck", "activation"}:
            value = fact["value"]
            self.pieces[fact["piece"]][fact["field"]] = _effects(value) if fact["field"] == "activation" else value

    def on_PlayerSeated(self, e: Event) -> None:
        due = self.start_coins[len(self.coins)] if len(self.coins) < len(self.start_coins) else None
        self.expect(e["coins"] == due, "coins at the start", f"{e['player']}: {e['coins']}, not {due}")
        super().on_PlayerSeated(e)

    def on_DieChosen(self, e: Event) -> None:
        self.use_die = e["used"]

    def uses_die(self) -> bool:
        return self.use_die or len(self.coins) == 2

    def market_starts_filled(self) -> bool:
        return len(self.coins) <= 3

    def on_SpacesCounted(self, e: Event) -> None:
        self.track.spaces = e["spaces"]

    def on_FixturePlaced(self, e: Event) -> None:
        self.track.fixture = (e["piece"], e["size"])

    def on_FigureJoined(self, e: Event) -> None:
        self.track.figures[e["figure"]] = self.track.next_free(())

    def on_PersonGained(self, e: Event) -> None:
        if e["piece"] == "david_hume":
            owner = self.crest_owners.get("mckay")
            self.expect(owner == e["player"], "person of a crest", f"{e['player']}, McKay is of {owner}")
        super().on_PersonGained(e)

    def count_known(self, e: Event) -> None:
        super().count_known(e)
        if e["count"] == "persons":
            self.has_entered_persons.add(e["player"])

    def on_FigureLeft(self, e: Event) -> None:
        self.track.figures.pop(e["figure"], None)

    def on_RefillSkipped(self, _e: Event) -> None:
        self.is_refill_skipped = True

    def on_TurnBegan(self, e: Event) -> None:
        self.is_refill_skipped = False
        super().on_TurnBegan(e)

    def is_refill_due(self, figure: str) -> bool:
        end = next((at for at, tile in self.track.tiles.items() if tile == "worlds_end"), None)
        if end is not None and all(self.track.figures[player] >= end for player in self.coins):
            return False
        return super().is_refill_due(figure) and not self.is_refill_skipped and not self.has_chronicles

    def may_leave(self) -> list[int]:
        """Return the tiles that all player pawns have passed (GM-RND-05)."""
        last = min(at for figure, at in self.track.figures.items() if figure in self.coins)
        return [at for at, tile in sorted(self.track.tiles.items()) if at < last and tile != "worlds_end"]

    def passed_by(self) -> list[int]:
        """Return the tiles that must leave: a sale tile stays until the last player has sold (C3-22)."""
        return [at for at in self.may_leave() if not self.track.tiles[at].startswith("single_cask_sale")]

    def rounds_of_decks(self) -> set[str]:
        return {"A", "B", "C", "D"} & set(self.decks)

    def on_PawnStopped(self, _e: Event) -> None:
        self.turn.taken = None

    def after_entry(self, events: list[Event]) -> None:
        super().after_entry(events)
        if self.track.tiles and self.figure and any(e["type"] == "PawnMoved" for e in events):
            for at in self.passed_by():
                name = self.track.tiles[at] or self.track.decks[at]
                self.expect(False, "passed tile stays", f"{name} is passed by all pawns")

    def holds_scot(self, player: str, cell: tuple[int, int]) -> bool:
        has_castles = self.crest_owners.get("mackintosh") == player
        stack = self.land[player].get(cell, [])
        is_castle = bool(stack) and self.printed(stack[-1]).get("kind") == "castle"
        return super().holds_scot(player, cell) or (has_castles and is_castle)

    def on_CrestTaken(self, e: Event) -> None:
        super().on_CrestTaken(e)
        self.crest_owners[e["crest"]] = e["player"]

    def move_home(self, player: str, cell: tuple[int, int]) -> None:
        """Take goods and Scots off a removed tile; events of their own put them on the home castle (GM-EDG-04)."""
        goods = self.goods.pop((player, cell), Counter())
        self.turn.to_home = sum(goods.values()), self.scots.pop((player, cell), 0)

    def on_SpaceSet(self, e: Event) -> None:
        """A space of the track is named, counted from the hindmost occupied one."""
        at = min([*self.track.tiles, *self.track.figures.values()]) + e["at"]
        self.place.pop(self.track.tiles.get(at, ""), None)
        if e["piece"]:
            self.place[e["piece"]] = "track"
        if e["piece"] or e["deck"]:
            self.track.tiles[at], self.track.decks[at] = e["piece"], e["deck"]
        else:
            self.track.tiles.pop(at, None)

    def activates_all(self) -> bool:
        return self.turn.may_activate_all or self.turn.placed in {"castle_of_mey", None}

    def on_AllMayActivate(self, _e: Event) -> None:
        self.turn.may_activate_all = True

    def on_TurnEnded(self, e: Event) -> None:
        super().on_TurnEnded(e)
        if self.has_chronicles:  # Cards have a second side then.
            return
        for start, printed in (("crest", CRESTS_AT_ONCE), ("landmark", LANDMARKS_AT_ONCE)):
            for name, most in printed.items():
                gains = self.turn.gains[f"{start}:{name}"]
                self.expect(within(gains, most), "gain of a card", f"{name}: {dict(gains)} of {dict(most)}")

    def counted(self) -> dict[str, dict[str, int]]:
        players = list(self.coins)
        if self.has_chronicles or self.house["difference_above_five"] != 8:
            return {}
        found: dict[str, dict[str, int]] = {}
        found["landmarks"] = {p: sum(who == p for who in self.cards.values()) for p in players}
        if barrels := self.certain(self.barrels, "barrels"):
            found["whisky"] = barrels
        if persons := self.certain(self.persons, "persons"):
            hume = self.crest_owners.get("mckay")
            found["persons"] = {p: persons[p] + (p == hume and p not in self.has_entered_persons) for p in players}
        if self.is_refereed:
            twice = self.cards.get("castle_moil")
            found["scots_in_home_castle"] = {p: self.scots[p, HOME[1]] * (2 if p == twice else 1) for p in players}
        return found
