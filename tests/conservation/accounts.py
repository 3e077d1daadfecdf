"""The accounts of coins, barrels and market rows, and what one turn has gained and paid.

Every coin, good, Scot, barrel, point and piece lies in one account. An event moves it to another one, and a move
that an account cannot make is a fault. What players enter by hand, or against a rule with "anyway" (`Overruled`),
is taken as they say it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any, ClassVar

from tests.conservation.journal import Cell, Event, Fault, Turn
from tests.conservation.printed import pays
from tests.conservation.track import Track

MARKET_SPACES = 3
COUNTED_BY_PEOPLE = {"deck_empty", "yes", "lay"}
"""Offers by which players say that a deck is empty or how many tiles they have laid."""


class Accounts:
    """The accounts of one game, and those of them that hold coins, barrels and market rows."""

    rounds: tuple[str, ...] = ()
    deck_sizes: ClassVar[dict[str, int]]
    marks: tuple[str, ...] = ()
    scots_limit: int | None = None
    is_die_refilled = True
    are_decks_counted = True
    """True if the number of tiles in each deck is known when the game begins."""

    def __init__(self, setup: dict[str, Any]) -> None:
        self.setup, self.house = setup, setup["house"]
        self.faults: list[Fault] = []
        self.entry = 0
        self.is_free = False
        """True for entries by hand or against a rule."""
        self.is_counted_by_people = False
        """True for entries by which players say what they count at the table."""
        self.is_refereed = False
        self.coins: Counter[str] = Counter()
        self.barrels: Counter[str] = Counter()
        self.points: Counter[str] = Counter()
        self.markers: Counter[str] = Counter()
        self.cards: dict[str, str] = {}
        self.crests: set[str] = set()
        self.persons: Counter[str] = Counter()
        self.chieftains: Counter[str] = Counter()
        self.unsure: set[tuple[str, str]] = set()
        self.market: Counter[str] = Counter()
        self.decks = self.deck_sizes
        self.left = Counter(self.decks)
        self.place: dict[str, str] = {}
        self.track = Track()
        self.land: dict[str, dict[Cell, list[str]]] = defaultdict(dict)
        self.goods: dict[tuple[str, Cell], Counter[str]] = defaultdict(Counter)
        self.scots: Counter[tuple[str, Cell]] = Counter()
        self.acting, self.figure = "", ""
        self.turn = Turn(is_ended=True)
        self.emptied: list[str] = []
        self.scored: list[str] = []
        self.is_over = False

    # ---- what is printed, per game

    def printed(self, piece: str) -> dict[str, Any]:
        raise NotImplementedError

    once_a_turn: frozenset[str] = frozenset({"loch_ness"})
    """Cards that activate one tile in each turn."""
    repeatable_crests: frozenset[str] = frozenset()

    # ---- reading

    def fault(self, kind: str, text: str) -> None:
        self.faults.append(Fault(self.entry, kind, text))

    def expect(self, is_right: bool, kind: str, text: str) -> None:
        if not is_right and not self.is_free:
            self.fault(kind, text)

    def check(self, row: dict[str, Any]) -> None:
        """Move what the events of one entry move."""
        self.entry = row["number"]
        answer = row["answer"]
        self.is_counted_by_people = answer.get("offer") in COUNTED_BY_PEOPLE
        self.is_free = (
            answer.get("type") != "answer"
            or not answer.get("question")
            or any(e["type"] == "Overruled" for e in row["events"])
        )
        for event in row["events"]:
            player = event.get("player")
            if player and player not in self.coins and event["type"] != "PlayerSeated":
                self.expect(False, "player who does not sit there", f"{player}: {event['type']}")
            elif handler := getattr(self, f"on_{event['type']}", None):
                handler(event)
        self.after_entry(row["events"])

    def after_entry(self, events: list[Event]) -> None:
        for player in self.coins:
            for name, account in (("coins", self.coins), ("barrels", self.barrels)):
                if account[player] < 0 and (player, name) not in self.unsure:
                    self.expect(False, f"{name} below zero", f"{player} has {account[player]} {name}")
                    account[player] = 0
        sales = Counter(e["good"] for e in events if e["type"] == "GoodSold" and e["good"] in self.market_goods)
        handed = Counter(e["good"] for e in events if e["type"] == "GoodsGiven" and e["why"] == "sale")
        if self.is_refereed and not any(e["type"] == "TokenUsed" for e in events):
            self.expect(sales == handed, "sale without its good", f"sold {dict(sales)}, handed in {dict(handed)}")

    # ---- players and coins

    def on_PlayerSeated(self, e: Event) -> None:
        player = e["player"]
        self.track.figures[player] = len(self.track.figures)
        self.coins[player] += e.get("coins", 6)
        self.barrels[player] += 0

    def on_DepthChosen(self, e: Event) -> None:
        self.is_refereed = e["depth"] == "referee"

    def on_PlayBegan(self, _e: Event) -> None:
        if self.market_starts_filled():
            self.market.update(dict.fromkeys(self.market_goods, 1))
        if self.uses_die():
            self.track.figures["die"] = len(self.track.figures)

    def on_RowSet(self, e: Event) -> None:
        self.market[e["good"]] = e["filled"]

    def on_CoinsGained(self, e: Event) -> None:
        self.coins[e["player"]] += e["coins"]
        self.gained(e, "coin", e["coins"])

    def on_CoinsPaid(self, e: Event) -> None:
        self.coins[e["player"]] -= e["coins"]
        self.paid(e, "coin", e["coins"])

    def on_BarrelsGained(self, e: Event) -> None:
        self.barrels[e["player"]] += e["barrels"]
        self.gained(e, "whisky", e["barrels"])

    def on_BarrelsPaid(self, e: Event) -> None:
        self.barrels[e["player"]] -= e["barrels"]
        self.paid(e, "whisky", e["barrels"])

    def on_CountSet(self, e: Event) -> None:
        self.count_known(e)

    def on_CountEntered(self, e: Event) -> None:
        self.count_known(e)

    def count_known(self, e: Event) -> None:
        account = {"coins": self.coins, "barrels": self.barrels, "persons": self.persons}.get(e["count"])
        if account is not None:
            account[e["player"]] = e["value"]
            self.unsure.discard((e["player"], e["count"]))

    def on_CountChanged(self, e: Event) -> None:
        account = {"coins": self.coins, "barrels": self.barrels, "chieftains": self.chieftains}.get(e["count"])
        if account is not None:
            account[e["player"]] += e["by"]

    def on_CountsMarkedUncertain(self, e: Event) -> None:
        self.unsure.update((e["player"], count) for count in e["counts"])

    def on_GoodBought(self, e: Event) -> None:
        good = e["good"]
        self.expect(self.market[good] < MARKET_SPACES, "bought from a full row", f"{good} is full")
        self.expect(e["coins"] == self.market[good] + 1, "price of a purchase", f"{good} for {e['coins']}")
        self.market[good] = min(MARKET_SPACES, self.market[good] + 1)
        self.coins[e["player"]] -= e["coins"]
        if good in self.market_goods:
            self.paid(e, good, 1)
            if self.is_refereed:
                self.expect(bool(e.get("why")), "bought without a use", f"{good} of {e['player']}")

    def on_GoodSold(self, e: Event) -> None:
        good = e["good"]
        self.expect(self.market[good] > 0, "sold to an empty row", f"{good} is empty")
        self.expect(e["coins"] == self.market[good], "price of a sale", f"{good} for {e['coins']}")
        self.market[good] = max(0, self.market[good] - 1)
        self.coins[e["player"]] += e["coins"]

    # ---- gains and payments of a turn

    def gained(self, e: Event, what: str, n: int) -> None:
        why = e.get("why", "")
        if self.is_free and why.partition(":")[0] in {"activation", "placing"}:
            self.turn.free.add(why)
        self.turn.gains[why][what] += n

    def paid(self, e: Event, what: str, n: int) -> None:
        why = e.get("why", "")
        if self.is_free:
            self.turn.free.add(why)
        self.turn.pays[why][what] += n

    def settle_cost(self, player: str, piece: str) -> None:
        """Compare what was paid for a tile of the track with the printed cost."""
        cost = self.printed(piece).get("cost")
        if not self.is_refereed or cost is None or piece != self.turn.taken or f"cost:{piece}" in self.turn.free:
            return
        paid = self.turn.pays[f"cost:{piece}"]
        self.expect(pays(cost, paid), "cost of a tile", f"{piece} costs {cost}, {player} pays {dict(paid)}")

    # ---- settings

    market_goods: tuple[str, ...] = ()

    def market_starts_filled(self) -> bool:
        raise NotImplementedError

    def uses_die(self) -> bool:
        raise NotImplementedError
