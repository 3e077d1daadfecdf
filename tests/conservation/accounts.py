"""A conservation checker: what an exported journal of a Glen More game moves must balance.

It reads the rows of a journal and what the ledgers print, and imports nothing of the product. Every coin, good,
Scot, barrel, point and piece lies in one account. An event moves it to another one, and a move that an account
cannot make is a fault. Territories and gains are checked at referee depth only, where goods are followed.

What players enter by hand, or against a rule with "anyway" (`Overruled`), is taken as they say it.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

Event = dict[str, Any]
Cell = tuple[int, int]
GOODS_PER_TILE = 3
MARKET_SPACES = 3
ANIMALS = {"sheep", "cattle"}
SCOTS_IN_TERRITORY = 9
"""Ten of a colour, less the pawn (GM-CMP-03)."""
MARKERS = 10
DIFFERENCE = {0: 0, 1: 1, 2: 2, 3: 3, 4: 5}
"""Points for the difference to the fewest; from 5 on 8 (GM-SCR-05, G1-SCR-03)."""


@dataclass(frozen=True)
class Fault:
    """One place where the accounts do not balance: number of the entry, kind of fault, sentence."""

    entry: int
    kind: str
    text: str


def standing(entries: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the entries that no later entry takes back, in their order."""
    left, at = [], len(entries)
    while at:
        at -= 1
        answer = entries[at]["answer"]
        if answer.get("type") == "take_back":
            at = answer["first"] - 1
        else:
            left.append(entries[at])
    return left[::-1]


def around(cell: Cell) -> set[Cell]:
    """Return the eight cells that touch a cell by edge or corner."""
    x, y = cell
    return {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {cell}


def beside(cell: Cell) -> set[Cell]:
    """Return the four cells that touch a cell by an edge."""
    x, y = cell
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def joined(cells: set[Cell]) -> set[Cell]:
    """Return the cells that hang together with one of them by edges."""
    found: set[Cell] = set()
    waiting = set(list(cells)[:1])
    while waiting:
        found |= waiting
        waiting = {other for cell in waiting for other in beside(cell)} & cells - found
    return found


def pays(cost: dict[str, int], paid: Counter[str]) -> bool:
    """True if exactly a cost is paid. A coin that stands for a good has to be turned into one before."""
    goods = Counter({good: n for good, n in paid.items() if n})
    for sort, n in cost.items():
        if sort not in {"any_good", "different_good", "animal"}:
            if goods[sort] < n:
                return False
            goods[sort] -= n
    goods = +goods
    animals = cost.get("animal", 0)
    if animals and sum(goods[each] for each in ANIMALS) < animals:
        return False
    rest = sum(goods.values())
    if rest != animals + cost.get("any_good", 0) + cost.get("different_good", 0):
        return False
    not_goods = {"coin", "whisky", "scot"} & set(goods)
    return not not_goods and ("different_good" not in cost or len(goods) == rest)


def within(gains: Counter[str], most: Counter[str]) -> bool:
    """True if no more is gained than is printed; goods count for `any_good` where none of their own is printed."""
    left = Counter(most)
    for what, n in gains.items():
        direct = min(n, left[what])
        left[what] -= direct
        if n > direct:
            if what in {"vp", "movement", "coin", "whisky", "scot"} or left["any_good"] < n - direct:
                return False
            left["any_good"] -= n - direct
    return True


def effect_gain(effect: dict[str, Any]) -> Counter[str]:
    """Return what one printed effect gives."""
    names = {"move": "movement", "scot_on_tile": "scot"}
    what = effect.get("what") or names.get(effect["op"], effect["op"])
    return Counter({what: effect.get("n", 1)})


def total_of(effects: list[dict[str, Any]]) -> Counter[str]:
    """Return what several printed effects give together."""
    return sum((effect_gain(effect) for effect in effects), Counter())


class Track:
    """The track of tiles and figures. Positions only grow; those that differ by the number of spaces are one space."""

    def __init__(self) -> None:
        self.spaces: int | None = None
        self.tiles: dict[int, str] = {}
        self.decks: dict[int, str] = {}
        self.figures: dict[str, int] = {}
        self.fixture = ("", 0)

    def is_fixture(self, position: int) -> bool:
        """True if the figure that covers spaces for the whole game stands there."""
        size = self.fixture[1]
        return bool(
            size and self.spaces and position % self.spaces in range(self.spaces - 1 - size, self.spaces - 1)
        )

    @property
    def front(self) -> int:
        return max([-1, *self.tiles, *self.figures.values()])

    def next_free(self, pawns: Sequence[str]) -> int:
        """Return the position of the next tile: a gap before the foremost pawn, else the far end."""
        first = max((self.figures[each] for each in pawns if each in self.figures), default=self.front)
        taken = {*self.tiles, *self.figures.values()}
        gaps = (at for at in range(first + 1, self.front) if at not in taken and not self.is_fixture(at))
        end = next(at for at in itertools.count(self.front + 1) if not self.is_fixture(at))
        return next(gaps, end)

    def steps(self, start: int) -> list[tuple[int, str]]:
        """Return the places ahead that a figure can be moved to: position and what lies there."""
        found, at = [], start + 1
        is_on_fixture = self.is_fixture(start)
        while at <= self.front or self.is_fixture(at):
            is_next_part = self.is_fixture(at - 1) and (at - 1 > start or is_on_fixture)
            if at in self.tiles:
                found.append((at, self.tiles[at] or self.decks[at]))
            elif self.is_fixture(at) and not is_next_part:
                found.append((at, self.fixture[0]))
            at += 1
        return found

    def last(self) -> str:
        return min(self.figures, key=lambda each: self.figures[each])


class Checker:
    """The accounts of one game. Subclasses name what is printed and how the track is tidied."""

    rounds: tuple[str, ...] = ()
    deck_sizes: ClassVar[dict[str, int]]
    marks: tuple[str, ...] = ()
    scots_limit: int | None = None
    is_die_refilled = True

    def __init__(self, setup: dict[str, Any]) -> None:
        self.setup, self.house = setup, setup["house"]
        self.faults: list[Fault] = []
        self.entry = 0
        self.is_free = False
        """True for entries by hand or against a rule."""
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
        self.is_free = (
            answer.get("type") != "answer"
            or not answer.get("question")
            or any(e["type"] == "Overruled" for e in row["events"])
        )
        for event in row["events"]:
            if handler := getattr(self, f"on_{event['type']}", None):
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

    def on_DepthLowered(self, _e: Event) -> None:
        self.is_refereed = False

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

    # ---- pieces

    def on_TileLaid(self, e: Event) -> None:
        at = self.track.next_free(list(self.coins))
        self.track.tiles[at], self.track.decks[at] = e["piece"], e["deck"]
        self.expect(self.left[e["deck"]] > 0, "deck is empty", f"a tile of {e['deck']} is laid")
        order = sorted(self.rounds_of_decks())
        earlier = order[: order.index(e["deck"])] if e["deck"] in order else []
        self.expect(not any(self.left[deck] > 0 for deck in earlier), "deck out of turn", f"{e['deck']} is laid")
        self.left[e["deck"]] -= 1
        self.move(e["piece"], {"", "discards"} if not self.place.get(e["piece"]) else {""}, "track")
        home = self.printed(e["piece"]).get("deck")
        self.expect(not home or home == e["deck"], "deck of a tile", f"{e['piece']} out of {e['deck']}")

    def rounds_of_decks(self) -> set[str]:
        return set(self.decks)

    def on_DeckCounted(self, e: Event) -> None:
        self.left[e["deck"]] = e["left"]

    def on_DeckEmptied(self, e: Event) -> None:
        self.expect(self.left[e["deck"]] == 0, "deck said empty", f"{self.left[e['deck']]} left in {e['deck']}")
        self.left[e["deck"]] = 0
        self.emptied.append(e["deck"])

    def move(self, piece: str, sources: set[str], to: str) -> None:
        if not piece:
            return
        here = self.place.get(piece, "")
        self.expect(here in sources, "piece in two places", f"{piece} lies at {here or 'its deck'}, goes to {to}")
        self.place[piece] = to

    def on_TileIdentified(self, e: Event) -> None:
        at = self.identified_at(e)
        if at is not None:
            self.expect(not self.track.tiles.get(at), "named twice", f"{self.track.tiles.get(at)} is {e['piece']}")
            if at in self.track.tiles:
                self.track.tiles[at] = e["piece"]
        self.move(e["piece"], {""}, "track")

    def identified_at(self, e: Event) -> int | None:
        """Return the position of a tile that an event names by its distance ahead."""
        steps = self.track.steps(self.track.figures.get(self.figure, -1))
        return steps[e["ahead"] - 1][0] if e["ahead"] <= len(steps) else None

    def on_TurnBegan(self, e: Event) -> None:
        self.expect(self.turn.is_ended, "turn without an end", f"the turn of {self.figure} goes on")
        self.figure = e["figure"]
        self.acting = e.get("acting") or e["figure"]
        self.turn = Turn(is_ended=self.figure == "die")
        if self.figure in self.track.figures:
            last = self.track.last()
            self.expect(self.figure == last, "turn of another", f"{last} is last, {self.figure} begins")

    def on_PawnMoved(self, e: Event) -> None:
        self.expect(e["figure"] == self.figure, "turn without a beginning", f"{e['figure']} moves")
        if self.turn.face:
            self.expect(e["ahead"] >= self.turn.face, "step of the die", f"{e['ahead']} for {self.turn.face}")
        start = self.track.figures.get(e["figure"], 0)
        steps = self.track.steps(start)
        if e["ahead"] > len(steps):
            self.expect(False, "beyond the track", f"{e['figure']} moves {e['ahead']} of {len(steps)}")
            return
        passed = [name for _, name in steps[: e["ahead"] - 1]]
        self.expect(
            passed == e.get("passed", []), "passed tiles", f"{passed} are passed, not {e.get('passed', [])}"
        )
        self.track.figures[e["figure"]] = steps[e["ahead"] - 1][0]
        self.turn.place = steps[e["ahead"] - 1][0]
        self.turn.is_moved = True

    def on_DieRolled(self, e: Event) -> None:
        self.expect(e["face"] in {1, 2, 3}, "face of the die", str(e["face"]))
        self.turn.face = e["face"]

    def off_track(self, e: Event, kind: str) -> None:
        at = self.turn.place
        if kind == "passed":
            at = next((p for p, n in sorted(self.track.tiles.items()) if n == e["piece"]), -1)
            behind = self.passed_by()
            self.expect(at in behind, "discarded too early", f"{e['piece'] or e['deck']} is not passed by all")
        if at in self.track.tiles:
            lies = self.track.tiles[at]
            self.expect(lies == e["piece"], "another tile", f"{lies or 'a tile'} lies there, not {e['piece']}")
            del self.track.tiles[at]
        else:
            self.expect(False, "no tile there", f"{e['piece'] or e['deck']} leaves the track")

    def passed_by(self) -> list[int]:
        raise NotImplementedError

    def on_TileTaken(self, e: Event) -> None:
        self.off_track(e, "taken")
        self.move(e["piece"], {"track"}, f"hand:{e['player']}")
        self.turn.taken = e["piece"]

    def on_TileDiscarded(self, e: Event) -> None:
        die = self.figure == "die" and e["rule"].endswith(("DIE-05", "DIE-07"))
        own = e["rule"] in {"GM-TAK-07", "C4-16", "G1-TRN-07"}
        if die:
            self.expect(
                not self.printed(e["piece"]).get("symbol"), "die and symbol", f"the die takes {e['piece']}"
            )
        self.off_track(e, "taken" if die or own else "passed")
        self.move(e["piece"], {"track"}, "discards")

    def on_TileGiven(self, e: Event) -> None:
        self.move(e["piece"], {"", "discards", "box"}, f"hand:{e['player']}")

    def on_PiecePlaced(self, e: Event) -> None:
        if e["piece"]:
            self.place[e["piece"]] = e["place"]

    def on_PersonGained(self, e: Event) -> None:
        self.settle_cost(e["player"], e["piece"])
        self.move(e["piece"], {f"hand:{e['player']}", ""}, f"persons:{e['player']}")
        self.persons[e["player"]] += 1
        self.turn.is_settled = True

    def on_LandmarkGained(self, e: Event) -> None:
        card = e["card"]
        self.expect(card not in self.cards, "card in two places", f"{card} belongs to {self.cards.get(card)}")
        self.cards[card] = e["player"]

    def on_CardPlaced(self, e: Event) -> None:
        if e["player"]:
            self.cards[e["card"]] = e["player"]
        else:
            self.cards.pop(e["card"], None)

    def on_CrestTaken(self, e: Event) -> None:
        crest = e["crest"]
        is_free = crest not in self.crests or crest in self.repeatable_crests
        self.expect(is_free, "crest taken twice", crest)
        self.crests.add(crest)
        self.markers[e["player"]] += 1
        self.expect(self.markers[e["player"]] <= MARKERS, "no marker left", e["player"])

    # ---- territories

    def on_TilePlaced(self, e: Event) -> None:
        player, piece, cell = e["player"], e["piece"], (e["x"], e["y"])
        land = self.land[player]
        is_home = not self.turn.is_moved and not self.figure
        if not is_home:
            self.move(piece, {f"hand:{player}", ""}, f"land:{player}")
            for kind, text in self.misplaced(player, piece, cell):
                self.expect(False, kind, f"{piece} at {cell}: {text}")
            self.settle_cost(player, piece)
        else:
            self.place[piece] = f"land:{player}"
        land.setdefault(cell, []).append(piece)
        self.turn.cell, self.turn.placed = cell, piece

    def misplaced(self, player: str, piece: str, cell: Cell) -> Iterator[tuple[str, str]]:
        """Yield what is wrong with a place: kind and sentence."""
        land, tile = self.land[player], self.printed(piece)
        has_scot = any(self.holds_scot(player, other) for other in around(cell))
        if cell in land:
            covered = self.printed(land[cell][-1])
            if tile.get("rebuild") is False:
                yield "placed over a tile", "is no rebuild tile"
            if tile.get("kind") and covered.get("kind") and tile["kind"] != covered["kind"]:
                yield "rebuilt another kind", f"{covered['kind']} under {tile['kind']}"
            has_scot = has_scot or self.holds_scot(player, cell)
        else:
            if tile.get("rebuild"):
                yield "rebuild tile alone", "covers nothing"
            if not any(other in land for other in beside(cell)):
                yield "not joined", "shares no edge with the territory"
        if not has_scot:
            yield "no Scot near", "no Scot stands beside it or on the covered tile"
        for mark, axis in zip(self.marks, self.axes, strict=True):
            if tile.get(mark) is not None:
                yield from self.broken_line(player, tile[mark], cell, mark, axis)

    def broken_line(
        self, player: str, has_mark: bool, cell: Cell, mark: str, axis: Cell
    ) -> Iterator[tuple[str, str]]:
        """Yield what is wrong with the river or road of a tile at this place."""
        land, (dx, dy) = self.land[player], axis
        for other in ((cell[0] + dx, cell[1] + dy), (cell[0] - dx, cell[1] - dy), cell):
            if other in land and self.printed(land[other][-1]).get(mark) not in (None, has_mark):
                yield f"{mark} is broken", f"{land[other][-1]} at {other}"
        if has_mark and (cell[1] if dx else cell[0]) != 0:
            yield f"second {mark}", "is not in line with the home tile"

    axes: tuple[Cell, ...] = ()

    def holds_scot(self, player: str, cell: Cell) -> bool:
        return self.scots[player, cell] > 0

    def on_TileRemoved(self, e: Event) -> None:
        player, cell = e["player"], (e["x"], e["y"])
        stack = self.land[player].get(cell, [])
        self.expect(bool(stack) and stack[-1] == e["piece"], "removed another tile", f"{e['piece']} at {cell}")
        if stack:
            stack.pop()
        self.place[e["piece"]] = "box"
        if stack:
            return
        self.land[player].pop(cell, None)
        self.move_home(player, cell)
        cells = set(self.land[player])
        self.expect(len(joined(cells)) == len(cells), "territory falls apart", f"without {cell}")

    def move_home(self, player: str, cell: Cell) -> None:
        raise NotImplementedError

    def on_GoodsGained(self, e: Event) -> None:
        player, cell = e["player"], (e["x"], e["y"])
        on_tile = self.goods[player, cell]
        on_tile[e["good"]] += e["n"]
        self.expect(cell in self.land[player], "goods beside the territory", f"{e['good']} at {cell}")
        self.expect(e["n"] > 0, "nothing gained", f"{e['n']} {e['good']}")
        total = sum(on_tile.values())
        self.expect(total <= GOODS_PER_TILE, "more than three goods", f"{total} at {cell} of {player}")
        self.gained(e, e["good"], e["n"])

    def on_GoodsGiven(self, e: Event) -> None:
        if "x" not in e:
            return
        on_tile = self.goods[e["player"], (e["x"], e["y"])]
        on_tile[e["good"]] -= e["n"]
        self.expect(on_tile[e["good"]] >= 0, "goods that are not there", f"{e['good']} at {e['x']},{e['y']}")
        on_tile[e["good"]] = max(0, on_tile[e["good"]])
        self.paid(e, e["good"], e["n"])

    def on_GoodsSet(self, e: Event) -> None:
        self.goods[e["player"], (e["x"], e["y"])][e["good"]] = e["n"]

    def on_ScotsSet(self, e: Event) -> None:
        self.scots[e["player"], (e["x"], e["y"])] = e["n"]

    def on_ScotPlaced(self, e: Event) -> None:
        player, cell = e["player"], (e["x"], e["y"])
        self.scots[player, cell] += e.get("n", 1)
        self.expect(cell in self.land[player], "Scot beside the territory", f"{player} at {cell}")
        total = self.scots_of(player)
        if self.scots_limit is not None:
            self.expect(total <= self.scots_limit, "no Scot left", f"{player} has {total} in the territory")
        self.gained(e, "scot", e.get("n", 1))

    def scots_of(self, player: str) -> int:
        return sum(n for (who, _), n in self.scots.items() if who == player)

    def take_scot(self, player: str, cell: Cell, n: int) -> None:
        self.scots[player, cell] -= n
        self.expect(self.scots[player, cell] >= 0, "Scot that is not there", f"{player} at {cell}")
        self.scots[player, cell] = max(0, self.scots[player, cell])

    def on_ScotRemoved(self, e: Event) -> None:
        self.take_scot(e["player"], (e["x"], e["y"]), e.get("n", 1))
        self.paid(e, "scot", e.get("n", 1))

    def on_ScotMoved(self, e: Event) -> None:
        player, start, end = e["player"], (e["from_x"], e["from_y"]), (e["to_x"], e["to_y"])
        self.expect(end in around(start), "step of a Scot", f"from {start} to {end}")
        self.expect(end in self.land[player], "Scot beside the territory", f"{player} at {end}")
        self.take_scot(player, start, 1)
        self.scots[player, end] += 1
        self.spend_movement(player, 1)

    def on_ChieftainMade(self, e: Event) -> None:
        self.take_scot(e["player"], (e["x"], e["y"]), 1)
        self.chieftains[e["player"]] += 1
        self.spend_movement(e["player"], 1)

    def on_ChieftainPaid(self, e: Event) -> None:
        self.chieftains[e["player"]] -= 1
        self.expect(self.chieftains[e["player"]] >= 0, "chieftain that is not there", e["player"])
        self.paid(e, "scot", 1)

    def spend_movement(self, player: str, n: int) -> None:
        if not self.is_refereed or self.is_free:
            return
        self.turn.movement -= n
        self.expect(
            self.turn.movement >= 0, "movement that is not there", f"{player} is {-self.turn.movement} short"
        )
        self.turn.movement = max(0, self.turn.movement)

    def on_MovementGained(self, e: Event) -> None:
        self.turn.movement += e["n"]
        self.gained(e, "movement", e["n"])

    def on_MovementSpent(self, e: Event) -> None:
        self.spend_movement(e["player"], e["n"])

    def on_MovementLapsed(self, e: Event) -> None:
        self.expect(e["n"] == self.turn.movement, "movement that lapses", f"{e['n']} of {self.turn.movement}")
        self.turn.movement = 0

    def on_TileActivated(self, e: Event) -> None:
        player, piece, by = e["player"], e["piece"], e.get("by", "placing")
        cell = (e["x"], e["y"]) if "x" in e else None
        if by == "placing":
            self.expect(player == self.acting, "tile of another", f"{self.acting} activates {piece} of {player}")
            self.expect(cell is None or cell in self.land[player], "activated another tile", f"{piece} at {cell}")
        if by in self.once_a_turn:
            self.expect(self.cards.get(by) == player, "card of another", f"{player} uses {by}")
            is_again = self.turn.by.get(by, piece) != piece
            self.expect(not is_again, "card used twice", f"{by} for {self.turn.by.get(by)} and {piece}")
            self.turn.by[by] = piece
        if cell is not None and player == self.acting and cell in self.land[player]:
            top = self.land[player][cell][-1]
            self.expect(top == piece, "activated another tile", f"{top} lies at {cell}, not {piece}")
            is_whole = piece not in self.turn.steps and "step" not in e
            self.expect(not is_whole or piece not in self.turn.activated, "activated twice", piece)
            if by == "placing" and piece not in self.turn.steps and not self.activates_all():
                is_near = self.turn.cell is not None and (cell == self.turn.cell or cell in around(self.turn.cell))
                self.expect(is_near, "activated from afar", f"{piece} at {cell} after {self.turn.cell}")
        self.turn.activated.add(piece)
        if "step" in e:  # One of several effects; the others follow in activations of their own.
            self.turn.steps.add(piece)

    def activates_all(self) -> bool:
        return False

    # ---- gains and payments compared with what is printed

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
        if cost is None or piece != self.turn.taken or f"cost:{piece}" in self.turn.free:
            return
        paid = self.turn.pays[f"cost:{piece}"]
        self.expect(pays(cost, paid), "cost of a tile", f"{piece} costs {cost}, {player} pays {dict(paid)}")

    def on_TurnEnded(self, e: Event) -> None:
        self.expect(e["figure"] == self.figure, "turn without a beginning", f"{e['figure']} ends")
        self.turn.is_ended = True
        if self.is_refereed:
            for piece in sorted(self.turn.activated | {self.turn.placed or ""}):
                self.compare(piece)
            for why in self.turn.gains:
                start, _, piece = why.partition(":")
                is_done = start != "activation" or piece in self.turn.activated or why in self.turn.free
                self.expect(is_done, "gain without an activation", piece)
            owed = self.turn.gains["nothing"]
            self.expect(sum(owed.values()) <= 1, "gain for no tile", str(dict(owed)))
        self.check_track(e["figure"])

    def compare(self, piece: str) -> None:
        """Compare what a tile brought in this turn with what is printed on it."""
        printed = self.printed(piece)
        if not printed:
            return
        why = f"activation:{piece}"
        points = self.turn.points[piece]
        if piece in self.turn.activated and why not in self.turn.free and printed.get("activation") is not None:
            gains = self.turn.gains[why] + Counter({"vp": points} if points else {})
            text = (
                f"{piece} brings {dict(gains)} for {dict(self.turn.pays[why])}, printed is {printed['activation']}"
            )
            is_right = any(
                pays(cost, self.turn.pays[why]) and within(gains, most)
                for cost, most in self.outcomes(printed["activation"])
            )
            self.expect(is_right, "gain of an activation", text)
            points = 0
        why = f"placing:{piece}"
        if piece == self.turn.placed and why not in self.turn.free and printed.get("placing") is not None:
            gains = self.turn.gains[why]
            most = total_of(printed["placing"])
            self.expect(within(gains, most), "gain on placing", f"{piece}: {dict(gains)} of {dict(most)}")

    def outcomes(self, effects: list[dict[str, Any]]) -> Iterator[tuple[dict[str, int], Counter[str]]]:
        """Yield cost and gain of each way to use an activation: of exchanges of one sort at most one step."""
        free: Counter[str] = Counter()
        scales: dict[str, list[tuple[dict[str, int], Counter[str]]]] = defaultdict(list)
        for effect in effects:
            if effect["op"] == "exchange":
                sort = "/".join(sorted(effect["pay"]))
                scales[sort].append((effect["pay"], Counter(effect["get"])))
            else:
                free += effect_gain(effect)
        for chosen in itertools.product(*([None, *steps] for steps in scales.values())):
            cost: Counter[str] = Counter()
            gain = Counter(free)
            for step in chosen:
                if step:
                    cost.update(step[0])
                    gain += step[1]
            yield dict(cost), gain

    # ---- points

    def on_PointsScored(self, e: Event) -> None:
        self.points[e["player"]] += e["points"]
        if e["source"] in self.turn.activated:
            self.turn.points[e["source"]] += e["points"]

    def on_RoundScored(self, e: Event) -> None:
        result = e["result"]
        self.scored.append(e["round"])
        for each in result["players"]:
            who = each["name"]
            gained = sum(gain["points"] for gain in each["gains"])
            self.expect(each["points_before"] + gained == each["points"], "sum of a round", f"{who}: {each}")
            self.expect(self.points[who] == each["points"], "sum of points", f"{who} has {self.points[who]}")
        self.compare_categories(result["players"])

    def compare_categories(self, players: list[dict[str, Any]]) -> None:
        for source, counts in self.counted().items():
            fewest = min(counts[each["name"]] for each in players)
            for each in players:
                got = sum(gain["points"] for gain in each["gains"] if gain["source"] == source)
                due = DIFFERENCE.get(counts[each["name"]] - fewest, 8)
                text = f"{each['name']} gets {got} for {source}, {due} are due"
                self.expect(got == due, "points of a category", text)

    def counted(self) -> dict[str, dict[str, int]]:
        """Return the counts of each compared category of which every player's count is certain."""
        raise NotImplementedError

    def certain(self, account: Counter[str], name: str) -> dict[str, int] | None:
        players = list(self.coins)
        if any((player, name) in self.unsure for player in players):
            return None
        return {player: account[player] for player in players}

    # ---- the track

    def check_track(self, figure: str) -> None:
        for at in self.passed_by():
            self.expect(
                False, "passed tile stays", f"{self.track.tiles[at] or self.track.decks[at]} is passed by all"
            )
        if self.track.spaces is None or not self.is_refill_due(figure):
            return
        last = min(self.track.figures.values(), default=0)
        end = last + self.track.spaces - 2
        over = [at for at in self.track.tiles if at > end]
        self.expect(not over, "too many tiles", f"{len(over)} tiles beyond the empty space")
        if any(self.left[deck] > 0 for deck in self.rounds_of_decks()):
            free = self.track.next_free(list(self.coins))
            self.expect(free > end, "too few tiles", f"a tile belongs to space {free - last}")

    def is_refill_due(self, figure: str) -> bool:
        return figure != "die" or self.is_die_refilled

    def on_GameEnded(self, e: Event) -> None:
        best = max(self.points.values())
        wrong = [who for who in e["winners"] if self.points.get(who) != best]
        self.expect(bool(e["winners"]) and not wrong, "winner", f"{wrong} have won with less than {best}")
        self.is_over = True

    def at_end(self) -> None:
        """Compare what can be compared only when the journal ends."""
        self.expect(self.is_over == ("final" in self.scored), "end", "the final scoring and the end go together")
        due = [each for each in self.rounds if each in self.rounds_scored_by(self.emptied)]
        self.expect(self.scored[: len(due)] == due, "rounds", f"{self.scored} scored, {due} are due")

    def rounds_scored_by(self, decks: list[str]) -> set[str]:
        """Return the rounds that end when these decks are empty."""
        return set(decks) & set(self.rounds)

    # ---- settings

    market_goods: tuple[str, ...] = ()

    def market_starts_filled(self) -> bool:
        raise NotImplementedError

    def uses_die(self) -> bool:
        raise NotImplementedError


class Turn:
    """What one turn has moved so far."""

    def __init__(self, is_ended: bool = False) -> None:
        self.is_ended = is_ended
        """True if another turn may begin; a die's turn ends without an event of its own in II."""
        self.is_moved = False
        self.face = 0
        self.by: dict[str, str] = {}
        self.is_settled = False
        self.place = -1
        self.taken: str | None = None
        self.placed: str | None = None
        self.cell: Cell | None = None
        self.movement = 0
        self.activated: set[str] = set()
        self.steps: set[str] = set()
        self.gains: dict[str, Counter[str]] = defaultdict(Counter)
        self.pays: dict[str, Counter[str]] = defaultdict(Counter)
        self.points: Counter[str] = Counter()
        self.free: set[str] = set()
