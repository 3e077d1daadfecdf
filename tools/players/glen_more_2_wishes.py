"""What people of Glen More II want where territories are followed: places, exchanges, Scots. Presses nothing.

They see the table: their own territory, the market, what is offered. They think a move ahead, no further, and now
and then they want something else than the best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from companion.engine.offers import Choice, Offer, Pick, Question, Value, cell_of, cell_value
from companion.state.glen_more_2.expansions import ActivationOption
from companion.state.glen_more_2.facts import GOODS, PERSON, Piece
from companion.state.glen_more_2.model import CASTLE_CELL, Player, State
from companion.state.glen_more_2.questions.crests import cheapest_routes
from companion.state.glen_more_2.referee import activation
from companion.state.territory import payment_options as purses
from companion.state.territory.grid import Cell, Spot, around, touching
from companion.state.territory.payment_options import stock_of
from companion.state.territory.trading import purse_of

POINTS = {"vp": 1.0, "whisky": 2.5, "coin": 0.8, "move": 0.5, "clan_marker": 2.5}
"""What things are worth in points; a good, or what a chronicle gives, as below."""
GOOD = 0.8
KINDS = {"village": 2.0, "castle": 3.5, "loch": 3.5, "whisky": 2.0, "trade": 2.5}
"""What a tile is worth that is laid, before what it activates; any other 1.5."""
DEAREST_ROAD = 3
WORTH_IT = 0.5
"""What an exchange brings at least."""
Wish = tuple[str, tuple[Value, ...]]
"""An offer and what is said to it."""


def opened(offer: Offer, place: int = 0) -> list[Choice]:
    """What can be picked there."""
    part = offer.parts[place]
    return [each for each in part.choices if not each.closed] if isinstance(part, Pick) else []


def can(asked: Question, name: str) -> Offer | None:
    """The offer, where it can be taken up now."""
    offer = asked.offer(name)
    return offer if offer and not offer.closed else None


class Way(NamedTuple):
    """How much one use of a tile brings, and the answer that says so."""

    worth: float
    offer: str
    values: tuple[Value, ...]


class Eyes:
    """One player's look at the table."""

    def __init__(self, state: State, player_id: str) -> None:
        self.state, self.player = state, state.player(player_id)
        self.stock = stock_of(self.player.territory)
        self.purse = purse_of(state, player_id)

    def worth_of_use(self, use: ActivationOption) -> float:
        """What it brings, less what it takes; selling an own good would bring something too."""
        price = purses.price_of(self.purse, use.need)
        if price is None:
            return -99.0
        brings = sum(n * POINTS.get(what, GOOD) for what, n in use.get.items())
        own = sum(min(n, self.stock.get(good, 0)) for good, n in use.need.items())
        return brings - POINTS["coin"] * (price + use.coin) - GOOD * own - POINTS["whisky"] * use.barrels

    def worth_activating(self, spot: Spot) -> float:
        """What activating that tile would bring now."""
        found = (self.worth_of_use(use) for use in activation.activation_options(self.state, self.player.id, spot))
        return max(found, default=0.0)

    def worth_of_cell(self, cell: Cell) -> float:
        """What a tile there activates, and how many it touches: later ones there will activate them."""
        lying = {spot.cell for spot in self.player.territory.spots}
        near = touching(self.player.territory, cell)
        return sum(map(self.worth_activating, near)) + 0.1 * sum(each in lying for each in around(cell))

    def worth_of_tile(self, tile: Piece, steps: int) -> float:
        """What taking it brings; whoever goes far has fewer turns."""
        gains = sum((each.n or 1) * POINTS.get(each.what or each.op, 1.0) for each in tile.one_time or ())
        gives = sum((each.n or 1) * POINTS.get(each.what or each.op, GOOD) for each in tile.activation or ())
        cost = sum(each.n * POINTS.get(each.what, GOOD) for each in tile.cost or ())
        kind = POINTS["clan_marker"] if tile.category == PERSON else KINDS.get(tile.kind or "", 1.5)
        return kind + gains + gives - cost - 0.9 * steps

    def worth_of_step(self, here: Cell, there: Cell) -> float:
        """Scots that are not needed outside go home; others where more can be laid beside them."""
        outside = sum(spot.scots for spot in self.player.territory.spots if spot.cell != CASTLE_CELL)
        if outside > 1 and here != CASTLE_CELL:
            return float(_far(here) - _far(there)) + 0.5
        return 0.4 * (self._open(there) - self._open(here)) if here != CASTLE_CELL else -1.0

    def _open(self, cell: Cell) -> int:
        lying = {spot.cell for spot in self.player.territory.spots}
        return sum(each not in lying for each in around(cell))


def _far(cell: Cell) -> int:
    return max(abs(cell.x - CASTLE_CELL.x), abs(cell.y - CASTLE_CELL.y))


class Wishes:
    """Answers to what is asked where territories are followed. The same seed wishes the same."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self._of: dict[str, Callable[[State, Question], Wish | None]] = {
            "place": self._place, "good": self._good, "good_onto": self._good_onto, "scot_onto": self._first_cell,
            "scot_from": self._first_cell, "remove": self._remove, "activate": self._activate,
            "crest": self._crest, "from_discards": self._from_discards,
        }  # fmt: skip

    def to(self, state: State, asked: Question) -> Wish | None:
        """What is answered; None where people have no view of their own."""
        return self._of[asked.kind](state, asked) if asked.kind in self._of else None

    def in_turn(self, state: State, asked: Question, ledger: Question | None) -> tuple[Question, Wish] | None:
        """An exchange, a sale or a step before the turn ends; None: nothing more."""
        used = self._use(state, asked)
        if used:
            return asked, used
        if ledger and (sold := self._sell(state, ledger)):
            return ledger, sold
        step = self._step(state, asked)
        return (asked, step) if step else None

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    # ---- a tile

    def cells(self, state: State, asked: Question) -> list[str]:
        """Where it can lie, the best place first."""
        offer, eyes = can(asked, "place"), Eyes(state, asked.asked or state.turn.player)
        cells = [each.value for each in opened(offer)] if offer else []
        worth = {cell: eyes.worth_of_cell(Cell(*cell_of(cell))) + 0.3 * self.random.random() for cell in cells}
        return sorted(cells, key=lambda cell: -worth[cell])

    def _place(self, state: State, asked: Question) -> Wish:
        cells = self.cells(state, asked)
        return ("place", (cells[0],)) if cells else ("nowhere", ())

    def _rare(self, state: State, asked: Question) -> str:
        stock = Eyes(state, asked.asked or state.turn.player).stock
        return min(GOODS, key=lambda good: stock.get(good, 0))

    def _good(self, state: State, asked: Question) -> Wish:
        return "good", (self._rare(state, asked),)

    def _good_onto(self, state: State, asked: Question) -> Wish:
        if not (offer := can(asked, "onto")):
            return "none", ()
        cell = opened(offer)[0]
        return "onto", (cell.value, self._rare(state, asked)) if cell.then else (cell.value,)

    def _first_cell(self, _state: State, asked: Question) -> Wish | None:
        """The home castle stands first for a Scot that comes, the farthest for one that pays."""
        offer = next((each for each in asked.offers if each.parts and not each.closed), None)
        return (offer.name, (opened(offer)[0].value,)) if offer else None

    def _remove(self, state: State, asked: Question) -> Wish:
        """A tile on which nothing lies and that gives nothing, where there is one."""
        player, offer = self._player(state, asked), can(asked, "remove")
        lying = {cell_value(*spot.cell): spot for spot in player.territory.spots}
        cells = [each for each in opened(offer) if not each.then] if offer else []
        useless = [each.value for each in cells if not (lying[each.value].goods or lying[each.value].scots)]
        return ("remove", (useless[0],)) if useless and self._chance(0.7) else ("none", ())

    def _player(self, state: State, asked: Question) -> Player:
        return state.player(asked.asked or state.turn.player)

    def _activate(self, state: State, asked: Question) -> Wish:
        """The tile that brings most."""
        offer, best = can(asked, "activate"), None
        if offer:
            best = max(self._by_cell(state, asked, offer), default=None, key=lambda way: way.worth)
        return ("activate", best.values) if best and best.worth > 0 else ("none", ())

    def _crest(self, state: State, asked: Question) -> Wish:
        """One that is free and cheap; none where every road costs too much."""
        taken = frozenset(crest for player in state.players for crest in player.crests)
        roads = cheapest_routes(state.facts.roads, taken, state.facts.roads_complete)
        coins = min(DEAREST_ROAD, self._player(state, asked).coins)
        rows = [each for each in opened(asked.offers[0]) if not each.caution and each.value in roads]
        able = [each for each in rows if roads[each.value].coins <= coins]
        able.sort(key=lambda each: roads[each.value].coins)
        if not able:
            return "crest", ("none",)
        choice = self.random.choice(able[:6])
        return "crest", (choice.value, roads[choice.value].coins) if choice.then else (choice.value,)

    def _from_discards(self, _state: State, asked: Question) -> Wish | None:
        offer = next((each for each in asked.offers if each.parts and not each.closed), None)
        named = [each for each in opened(offer) if each.value and not each.then] if offer else []
        return (offer.name, (self.random.choice(named).value,)) if offer and named else ("none", ())

    # ---- the rest of a turn

    def _use(self, state: State, asked: Question) -> Wish | None:
        """The best that is worth it, by a tile that was activated or by Loch Ness."""
        best = max(self._ways(state, asked), default=None, key=lambda way: way.worth)
        return (best.offer, best.values) if best and best.worth >= WORTH_IT else None

    def _ways(self, state: State, asked: Question) -> Iterator[Way]:
        eyes = Eyes(state, state.turn.player) if state.turn.player else None
        for spot in eyes.player.territory.spots if eyes else ():
            if offer := can(asked, f"use_{spot.top}"):
                for use in activation.activation_options(state, state.turn.player, spot):
                    assert eyes
                    yield Way(eyes.worth_of_use(use), offer.name, (use.value,) if offer.parts else ())
        if card := can(asked, "loch_ness"):
            yield from self._by_cell(state, asked, card)

    def _by_cell(self, state: State, asked: Question, offer: Offer) -> Iterator[Way]:
        """Each open way of each tile that is offered by its place."""
        player = self._player(state, asked)
        eyes = Eyes(state, player.id)
        lying = {cell_value(*spot.cell): spot for spot in player.territory.spots}
        for row in opened(offer):
            for use in activation.activation_options(state, player.id, lying[row.value]):
                yield Way(eyes.worth_of_use(use), offer.name, (row.value, use.value) if row.then else (row.value,))

    def _sell(self, state: State, ledger: Question) -> Wish | None:
        """What lies in the way or brings much."""
        if not (offer := can(ledger, "sell")) or offer.caution:
            return None
        stock = Eyes(state, ledger.asked or state.turn.player).stock
        for choice in opened(offer):
            pays = state.market[choice.value]
            if self._chance(0.1 * pays * (stock[choice.value] > 1) + 0.05 * (pays > 1)):
                where = choice.then[0].choices[0].value if choice.then and isinstance(choice.then[0], Pick) else ""
                return "sell", (choice.value, where) if where else (choice.value,)
        return None

    def _step(self, state: State, asked: Question) -> Wish | None:
        if not (offer := can(asked, "move")):
            return None
        eyes = Eyes(state, state.turn.player)
        ways = [
            (eyes.worth_of_step(Cell(*cell_of(who.value)), Cell(*cell_of(to.value))), who.value, to.value)
            for who in opened(offer)
            for part in who.then
            if isinstance(part, Pick)
            for to in part.choices
        ]
        worth, *way = max(ways, default=(0.0, "", ""))
        return ("move", tuple(way)) if worth > 0.7 and self._chance(0.8) else None
