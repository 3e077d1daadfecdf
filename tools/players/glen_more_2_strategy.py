"""Decisions of simulated players of Glen More II at referee depth: places, exchanges, Scots.

They see their own territory, the market and the offers, and evaluate one move ahead with some randomness. Nothing
is pressed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from companion.engine.offers import Choice, Offer, Pick, Question, Value, cell_value, parse_cell
from companion.state.glen_more_2.facts import GOODS, PERSON, Piece
from companion.state.glen_more_2.model import CASTLE_CELL, Player, State
from companion.state.glen_more_2.questions.crests import cheapest_routes
from companion.state.glen_more_2.referee.activation import ACTIVATION
from companion.state.territory import payment_options as purses
from companion.state.territory.activation_options import ActivationOption
from companion.state.territory.grid import Cell, Spot, neighbours, touching_spots
from companion.state.territory.payment_options import goods_stock
from companion.state.territory.trading import current_purse

POINTS = {"vp": 1.0, "whisky": 2.5, "coin": 0.8, "move": 0.5, "clan_marker": 2.5}
"""Value in points; goods and rewards of chronicles count as GOOD."""
GOOD = 0.8
KINDS = {"village": 2.0, "castle": 3.5, "loch": 3.5, "whisky": 2.0, "trade": 2.5}
"""Value of a tile by kind, without what it activates; any other 1.5."""
MAX_ROAD_COINS = 3
MIN_GAIN = 0.5
"""Minimum gain of an exchange."""
ChosenOffer = tuple[str, tuple[Value, ...]]
"""An offer and its values."""


def open_choices(offer: Offer, place: int = 0) -> list[Choice]:
    """Return the open choices of a part of the offer."""
    part = offer.parts[place]
    return [each for each in part.choices if not each.closed] if isinstance(part, Pick) else []


def open_offer(asked: Question, name: str) -> Offer | None:
    """Return the offer if it is open; else None."""
    offer = asked.offer(name)
    return offer if offer and not offer.closed else None


class ValuedUse(NamedTuple):
    """Value of one use of a tile, and its answer."""

    worth: float
    offer: str
    values: tuple[Value, ...]


class TableValuation:
    """Evaluation of the table for one player."""

    def __init__(self, state: State, player_id: str) -> None:
        self.state, self.player = state, state.player(player_id)
        self.stock = goods_stock(self.player.territory)
        self.purse = current_purse(state, player_id)

    def worth_of_use(self, use: ActivationOption) -> float:
        """Return the gain of a use minus its costs; own goods count because they could be sold."""
        price = purses.purchase_price(self.purse, use.need)
        if price is None:
            return -99.0
        brings = sum(n * POINTS.get(what, GOOD) for what, n in use.get.items())
        own = sum(min(n, self.stock.get(good, 0)) for good, n in use.need.items())
        return brings - POINTS["coin"] * (price + use.coin) - GOOD * own - POINTS["whisky"] * use.barrels

    def worth_activating(self, spot: Spot) -> float:
        """Return the gain of activating the tile now."""
        found = (self.worth_of_use(use) for use in ACTIVATION.options(self.state, self.player.id, spot))
        return max(found, default=0.0)

    def worth_of_cell(self, cell: Cell) -> float:
        """Return the gain of a tile on the cell from the tiles it activates, plus a little for each neighbour."""
        lying = {spot.cell for spot in self.player.territory.spots}
        near = touching_spots(self.player.territory, cell)
        return sum(map(self.worth_activating, near)) + 0.1 * sum(each in lying for each in neighbours(cell))

    def worth_of_tile(self, tile: Piece, steps: int) -> float:
        """Return the gain of taking a tile; each step costs, because far moves mean fewer turns."""
        gains = sum((each.n or 1) * POINTS.get(each.what or each.op, 1.0) for each in tile.one_time or ())
        gives = sum((each.n or 1) * POINTS.get(each.what or each.op, GOOD) for each in tile.activation or ())
        cost = sum(each.n * POINTS.get(each.what, GOOD) for each in tile.cost or ())
        kind = POINTS["clan_marker"] if tile.category == PERSON else KINDS.get(tile.kind or "", 1.5)
        return kind + gains + gives - cost - 0.9 * steps

    def worth_of_step(self, here: Cell, there: Cell) -> float:
        """Return the gain of a Scot's move: home if it is not needed, else to cells with more free neighbours."""
        outside = sum(spot.scots for spot in self.player.territory.spots if spot.cell != CASTLE_CELL)
        if outside > 1 and here != CASTLE_CELL:
            return float(_far(here) - _far(there)) + 0.5
        return 0.4 * (self._open(there) - self._open(here)) if here != CASTLE_CELL else -1.0

    def _open(self, cell: Cell) -> int:
        lying = {spot.cell for spot in self.player.territory.spots}
        return sum(each not in lying for each in neighbours(cell))


def _far(cell: Cell) -> int:
    return max(abs(cell.x - CASTLE_CELL.x), abs(cell.y - CASTLE_CELL.y))


class Strategy:
    """Decisions for the questions at referee depth. The same seed gives the same decisions."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self._of: dict[str, Callable[[State, Question], ChosenOffer | None]] = {
            "place": self._place, "good": self._good, "good_onto": self._good_onto, "scot_onto": self._first_cell,
            "scot_from": self._first_cell, "remove": self._remove, "activate": self._activate,
            "crest": self._crest, "from_discards": self._from_discards,
        }  # fmt: skip

    def to(self, state: State, asked: Question) -> ChosenOffer | None:
        """Return the answer to a question; None if there is no decision for it."""
        return self._of[asked.kind](state, asked) if asked.kind in self._of else None

    def in_turn(
        self, state: State, asked: Question, ledger: Question | None
    ) -> tuple[Question, ChosenOffer] | None:
        """Return an exchange, a sale or a move before the end of the turn; None for nothing more."""
        used = self._use(state, asked)
        if used:
            return asked, used
        if ledger and (sold := self._sell(state, ledger)):
            return ledger, sold
        step = self._step(state, asked)
        return (asked, step) if step else None

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def cells(self, state: State, asked: Question) -> list[str]:
        """Return the possible cells of the tile, best first."""
        offer, eyes = open_offer(asked, "place"), TableValuation(state, asked.player or state.turn.player)
        cells = [each.value for each in open_choices(offer)] if offer else []
        worth = {cell: eyes.worth_of_cell(Cell(*parse_cell(cell))) + 0.3 * self.random.random() for cell in cells}
        return sorted(cells, key=lambda cell: -worth[cell])

    def _place(self, state: State, asked: Question) -> ChosenOffer:
        cells = self.cells(state, asked)
        return ("place", (cells[0],)) if cells else ("nowhere", ())

    def _rare(self, state: State, asked: Question) -> str:
        stock = TableValuation(state, asked.player or state.turn.player).stock
        return min(GOODS, key=lambda good: stock.get(good, 0))

    def _good(self, state: State, asked: Question) -> ChosenOffer:
        return "good", (self._rare(state, asked),)

    def _good_onto(self, state: State, asked: Question) -> ChosenOffer:
        if not (offer := open_offer(asked, "onto")):
            return "none", ()
        cell = open_choices(offer)[0]
        return "onto", (cell.value, self._rare(state, asked)) if cell.then else (cell.value,)

    def _first_cell(self, _state: State, asked: Question) -> ChosenOffer | None:
        """Return the first open cell: the home castle for a new Scot, the farthest cell for one that pays."""
        offer = next((each for each in asked.offers if each.parts and not each.closed), None)
        return (offer.name, (open_choices(offer)[0].value,)) if offer else None

    def _remove(self, state: State, asked: Question) -> ChosenOffer:
        """Return the removal of a tile without goods and Scots, if there is one; else none."""
        player, offer = self._player(state, asked), open_offer(asked, "remove")
        lying = {cell_value(*spot.cell): spot for spot in player.territory.spots}
        cells = [each for each in open_choices(offer) if not each.then] if offer else []
        useless = [each.value for each in cells if not (lying[each.value].goods or lying[each.value].scots)]
        return ("remove", (useless[0],)) if useless and self._chance(0.7) else ("none", ())

    def _player(self, state: State, asked: Question) -> Player:
        return state.player(asked.player or state.turn.player)

    def _activate(self, state: State, asked: Question) -> ChosenOffer:
        """Return the activation of the tile with the largest gain."""
        offer, best = open_offer(asked, "activate"), None
        if offer:
            best = max(self._by_cell(state, asked, offer), default=None, key=lambda way: way.worth)
        return ("activate", best.values) if best and best.worth > 0 else ("none", ())

    def _crest(self, state: State, asked: Question) -> ChosenOffer:
        """Return a free, cheap crest; none if every road is too expensive."""
        taken = frozenset(crest for player in state.players for crest in player.crests)
        roads = cheapest_routes(state.facts.roads, taken, state.facts.roads_complete)
        coins = min(MAX_ROAD_COINS, self._player(state, asked).coins)
        rows = [each for each in open_choices(asked.offers[0]) if not each.caution and each.value in roads]
        able = [each for each in rows if roads[each.value].coins <= coins]
        able.sort(key=lambda each: roads[each.value].coins)
        if not able:
            return "crest", ("none",)
        choice = self.random.choice(able[:6])
        return "crest", (choice.value, roads[choice.value].coins) if choice.then else (choice.value,)

    def _from_discards(self, _state: State, asked: Question) -> ChosenOffer | None:
        offer = next((each for each in asked.offers if each.parts and not each.closed), None)
        named = [each for each in open_choices(offer) if each.value and not each.then] if offer else []
        return (offer.name, (self.random.choice(named).value,)) if offer and named else ("none", ())

    def _use(self, state: State, asked: Question) -> ChosenOffer | None:
        """Return the best exchange with a sufficient gain, by an activated tile or by Loch Ness."""
        best = max(self._ways(state, asked), default=None, key=lambda way: way.worth)
        return (best.offer, best.values) if best and best.worth >= MIN_GAIN else None

    def _ways(self, state: State, asked: Question) -> Iterator[ValuedUse]:
        eyes = TableValuation(state, state.turn.player) if state.turn.player else None
        for spot in eyes.player.territory.spots if eyes else ():
            if offer := open_offer(asked, f"use_{spot.top}"):
                for use in ACTIVATION.options(state, state.turn.player, spot):
                    assert eyes
                    yield ValuedUse(eyes.worth_of_use(use), offer.name, (use.value,) if offer.parts else ())
        if card := open_offer(asked, "loch_ness"):
            yield from self._by_cell(state, asked, card)

    def _by_cell(self, state: State, asked: Question, offer: Offer) -> Iterator[ValuedUse]:
        """Yield each open use of each tile that is offered by its cell."""
        player = self._player(state, asked)
        eyes = TableValuation(state, player.id)
        lying = {cell_value(*spot.cell): spot for spot in player.territory.spots}
        for row in open_choices(offer):
            for use in ACTIVATION.options(state, player.id, lying[row.value]):
                yield ValuedUse(
                    eyes.worth_of_use(use), offer.name, (row.value, use.value) if row.then else (row.value,)
                )

    def _sell(self, state: State, ledger: Question) -> ChosenOffer | None:
        """Return the sale of a good that is plentiful or pays well."""
        if not (offer := open_offer(ledger, "sell")) or offer.caution:
            return None
        stock = TableValuation(state, ledger.player or state.turn.player).stock
        for choice in open_choices(offer):
            pays = state.market[choice.value]
            if self._chance(0.1 * pays * (stock[choice.value] > 1) + 0.05 * (pays > 1)):
                where = choice.then[0].choices[0].value if choice.then and isinstance(choice.then[0], Pick) else ""
                return "sell", (choice.value, where) if where else (choice.value,)
        return None

    def _step(self, state: State, asked: Question) -> ChosenOffer | None:
        if not (offer := open_offer(asked, "move")):
            return None
        eyes = TableValuation(state, state.turn.player)
        ways = [
            (eyes.worth_of_step(Cell(*parse_cell(who.value)), Cell(*parse_cell(to.value))), who.value, to.value)
            for who in open_choices(offer)
            for part in who.then
            if isinstance(part, Pick)
            for to in part.choices
        ]
        worth, *way = max(ways, default=(0.0, "", ""))
        return ("move", tuple(way)) if worth > 0.7 and self._chance(0.8) else None
