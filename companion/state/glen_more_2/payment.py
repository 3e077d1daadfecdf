"""Costs and payments of tiles and exchanges: coins, barrels, goods and Scots (section 8).

Two ways to know a payment: at scorekeeper depth it is derived from the ledger entries since the tile was taken; at
referee depth the companion pays in the cheapest way. The market has five rows (GM-MKT-03, GM-MKT-07, GM-MKT-10).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement

from companion.engine.caching import memoize_last
from companion.engine.message import join_list, tr
from companion.engine.offers import Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Resolution
from companion.state.glen_more_2.facts import GOODS, PERSON, Cost, Effect, Piece
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.referee.territory_tiles import WORDS
from companion.state.glen_more_2.text import labels
from companion.state.glen_more_2.text.labels import FREE, OWN_GOOD, OWN_GOODS
from companion.state.territory import payment_options
from companion.state.territory.grid import Spot
from companion.state.territory.market import buy_price
from companion.state.territory.model import OpenQuestion
from companion.state.territory.payment_options import Purse
from companion.state.territory.trading import (
    TradeForms,
    can_pay_any,
    current_purse,
    pay_goods,
    purse_without_coins,
)

TRADE_FORMS = TradeForms(WORDS, "GM-MKT-07")


def filled_spaces_at_start(players: int) -> int:
    """Return the number of filled spaces per market row at the start: 1 with 2 or 3 players (GM-SET-16)."""
    return 1 if players < 4 else 0


ANY_GOOD = "any_good"
SETTLING_ENTRIES = (FREE, OWN_GOODS)
"""Entries that change no count and only state how the cost was settled."""
PAYMENT_ENTRIES = (*SETTLING_ENTRIES, OWN_GOOD, "coins_out", "barrels_out", "scots_out", "sinclair", "buy")
"""Entries that can pay for a tile."""
GOODS_USING_ENTRIES = ("points", "barrel", "crest")
"""Ledger entries that use up a good."""


def is_affordable(state: State, player_id: str, piece: str) -> bool | None:
    """True if the player's coins and barrels pay for a tile, goods bought; None if the cost is unknown."""
    known = state.facts.pieces.get(piece)
    if known is None or known.cost is None:
        return None
    player, market = state.player(player_id), dict(state.market)
    coins, barrels = player.coins, player.barrels
    for part in known.cost:
        for _ in range(part.n):
            if part.what == "coin":
                coins -= 1
            elif part.what == "whisky":
                barrels -= 1
            elif part.what in (*GOODS, ANY_GOOD):
                good = part.what if part.what in GOODS else min(GOODS, key=lambda each: market[each])
                coins -= buy_price(market[good]) or coins + 1
                market[good] += 1
    return min(coins, barrels) >= 0


@memoize_last
def is_cost_missing(state: State) -> bool:
    """True if a tile of unknown cost was taken and no payment was entered, nor that it was free."""
    if not _is_cost_unknown(state):
        return False
    return not (_payment_events(state) or goods_bought_before_taking(state, state.turn.player))


def may_purchase_pay(state: State) -> bool:
    """True if a good may be bought for this turn's tile: of unknown cost and not entered as free (GM-MKT-05).

    A payment that was entered may be only a part of the cost.
    """
    return _is_cost_unknown(state) and not _is_entered_as_free(_payment_events(state))


def _is_cost_unknown(state: State) -> bool:
    known = state.facts.pieces.get(state.turn.tile)
    return state.phase == "turn" and bool(state.turn.deck) and (known is None or known.cost is None)


def _is_entered_as_free(paying: Iterable[ev.Event]) -> bool:
    return any(isinstance(event, ev.EntryMade) and event.entry == FREE for event in paying)


def scots_to_pay(state: State) -> int:
    """Return the Scots that the known cost of this turn's tile sends back to the supply (GM-TAK-04).

    Scots in territories are not tracked, so players must do it. Scots that were entered as paid are subtracted.
    """
    turn = state.turn
    known = state.facts.pieces.get(turn.tile)
    if state.phase != "turn" or not turn.deck or known is None:
        return 0
    wanted = sum(part.n for part in known.cost or () if part.what == "scot")
    entered = sum(_entered_amounts(event).get("scot", 0) for event in _payment_events(state)) if wanted else 0
    return max(0, wanted - entered)


@memoize_last
def events_since_taking(state: State) -> Sequence[ev.Event]:
    """Return the events since the tile was taken; coins entered earlier paid for something else."""
    return state.turn_events[max(0, _last_taking(state)) :]


def _last_taking(state: State) -> int:
    """Return the index of the last `TileTaken` in `state.turn_events`, -1 if there is none."""
    places = range(len(state.turn_events) - 1, -1, -1)
    return next((at for at in places if isinstance(state.turn_events[at], ev.TileTaken)), -1)


@memoize_last
def _payment_events(state: State) -> tuple[ev.Event, ...]:
    """Return the events that paid the tile's cost, without those that paid for other actions."""
    found: list[ev.Event] = []
    player_id = state.turn.player
    for entry, event in _with_entries(events_since_taking(state), player_id):
        if isinstance(event, ev.BoughtGoodSpent):
            bought = event.player, event.good
            found.remove(next(each for each in found if _bought_good(each) == bought))
        elif entry in PAYMENT_ENTRIES and _is_payment(event, player_id) and not _is_for_other_use(event):
            found.append(event)
    return tuple(found)


def _is_for_other_use(event: ev.Event) -> bool:
    """True if a good was bought for the effect of a tile or card, after the cost was entered."""
    return isinstance(event, ev.GoodBought) and bool(event.why)


def _bought_good(event: ev.Event) -> tuple[str, str]:
    """Return (player, good) of a purchase, otherwise ("", "")."""
    return (event.player, event.good) if isinstance(event, ev.GoodBought) else ("", "")


def has_unused_purchase(state: State, player_id: str, good: str) -> bool:
    """True if this good was bought since the tile was taken and is not used yet (GM-MKT-05)."""
    own = player_id == state.turn.player
    return own and any(_bought_good(event) == (player_id, good) for event in _payment_events(state))


def _with_entries(events: Iterable[ev.Event], player_id: str) -> Iterator[tuple[str, ev.Event]]:
    """Yield each event with the player's entry that caused it; "" before the first entry."""
    entry = ""
    for event in events:
        if isinstance(event, ev.EntryMade) and event.player == player_id:
            entry = event.entry
        yield entry, event
        if entry == "buy" and isinstance(event, ev.GoodBought) and event.player == player_id:
            entry = ""  # An entry "buy" buys one good; a later purchase without an entry is for a tile's effect.


def _is_payment(event: ev.Event, player_id: str) -> bool:
    """True if the player entered this for the cost: coins, barrels, a good, a Scot, or that it is settled."""
    if isinstance(event, ev.CoinsPaid | ev.BarrelsPaid | ev.HomeScotsChanged):
        less = not isinstance(event, ev.HomeScotsChanged) or event.by < 0
        return less and event.player == player_id and event.why in ("entered", "sinclair")
    if isinstance(event, ev.EntryMade):
        return event.player == player_id and event.entry in SETTLING_ENTRIES
    if isinstance(event, ev.GoodsGiven):
        return event.player == player_id and event.why == "entered"
    return isinstance(event, ev.GoodBought) and event.player == player_id


# Goods bought on the market before the tile is taken.


@memoize_last
def goods_bought_before_taking(state: State, player_id: str) -> tuple[str, ...]:
    """Return the goods bought in this turn before the tile was taken, which paid for it (GM-MKT-05)."""
    taken = _last_taking(state)
    goods: list[str] = []
    before = state.turn_events[:taken] if taken >= 0 else state.turn_events
    for entry, event in _with_entries(before, player_id):
        if isinstance(event, ev.TurnBegan | ev.TileTaken) or _uses_goods(event, player_id):
            goods.clear()
        elif (
            isinstance(event, ev.GoodBought)
            and (entry, event.player) == ("buy", player_id)
            and event.good in GOODS
        ):
            goods.append(event.good)
    return tuple(goods)


def _uses_goods(event: ev.Event, player_id: str) -> bool:
    """True for an exchange or an entry of a chronicle, which used the good that was bought."""
    if not isinstance(event, ev.EntryMade) or event.player != player_id:
        return False
    return event.entry in GOODS_USING_ENTRIES or "." in event.entry


def purchases_for_cost(bought: Iterable[str], cost: Iterable[Cost]) -> Counter[str]:
    """Return how many bought goods paid each part of a cost; a named good is matched before any good."""
    left, paid = Counter(bought), Counter[str]()
    for part in sorted(cost, key=lambda part: part.what == ANY_GOOD):
        fitting = list(left.elements()) if part.what == ANY_GOOD else [part.what] * left[part.what]
        for good in fitting[: part.n]:
            left[good] -= 1
            paid[part.what] += 1
    return paid


# The payment of a tile of unknown cost can be saved as its cost.


KEEP_COST_ENTRY = "keep_cost"
"""Name of the entry that saves the payment as the tile's cost."""


@memoize_last
def entered_tile_cost(state: State) -> tuple[Cost, ...] | None:
    """Return the whole cost of this turn's tile as it was paid; None if it is not certain.

    Own goods whose kind was not entered are missing in it, see `has_own_goods_payment`. After it was saved, only a
    different payment is returned.
    """
    costs, known = cost_from_entries(state), state.facts.pieces.get(state.turn.tile)
    if known and _is_cost_stored(state) and (costs == known.cost or has_own_goods_payment(state)):
        return None
    return costs


def _is_cost_stored(state: State) -> bool:
    return any(
        isinstance(event, ev.EntryMade) and event.entry == KEEP_COST_ENTRY for event in events_since_taking(state)
    )


def cost_from_entries(state: State) -> tuple[Cost, ...] | None:
    """Return the cost that the entries paid, also while it is being saved; None if it is not certain."""
    known = state.facts.pieces.get(state.turn.tile)
    if state.phase != "turn" or known is None or not state.turn.deck:
        return None
    if (known.cost is not None and not _is_cost_stored(state)) or goods_bought_before_taking(
        state, state.turn.player
    ):
        return None
    paying = _without_goods_for_else(_payment_events(state))
    if not paying or not all(map(_is_ordinary_payment, paying)):
        return None
    paid = Counter[str]()
    for event in paying:
        paid.update(_entered_amounts(event))
    return tuple(Cost(what, n) for what, n in paid.items())


def _without_goods_for_else(paying: Sequence[ev.Event]) -> list[ev.Event]:
    """Return the payments; if the tile was entered as free, purchases were for something else and are left out."""
    free = _is_entered_as_free(paying)
    return [event for event in paying if not (free and isinstance(event, ev.GoodBought))]


def possible_costs(paid: tuple[Cost, ...]) -> tuple[tuple[Cost, ...], ...]:
    """Return the costs that fit a payment.

    These are: exactly what was paid; any goods in place of the goods bought; of several kinds one alone, if the
    others were bought for something else; none, if all goods were.
    """
    goods = tuple(cost for cost in paid if cost.what in GOODS)
    others = tuple(cost for cost in paid if cost.what not in GOODS)
    if not goods:
        return (paid,)
    alone = tuple((*others, cost) for cost in goods) if len(goods) > 1 else ()
    return (paid, (*others, Cost(ANY_GOOD, sum(cost.n for cost in goods))), *alone, *((others,) if others else ()))


def has_purchase_for_other_use(state: State) -> bool:
    """True if the order of entries shows that a good was bought for something else (GM-MKT-05).

    It was bought after the cost was entered and before it was used for a barrel, points or a marker. Players may
    correct this.
    """
    entries = [
        event.entry
        for event in events_since_taking(state)
        if isinstance(event, ev.EntryMade) and event.player == state.turn.player
    ]
    bought = [at for at, entry in enumerate(entries) if entry == "buy"]
    if not bought:
        return False
    paid_before = any(entry in PAYMENT_ENTRIES for entry in entries[: bought[0]])
    return paid_before and any(entry in GOODS_USING_ENTRIES for entry in entries[bought[-1] :])


def has_own_goods_payment(state: State) -> bool:
    """True if goods on tiles paid for the tile but their kinds are unknown."""
    return any(
        isinstance(event, ev.EntryMade) and (event.entry, event.player) == (OWN_GOODS, state.turn.player)
        for event in events_since_taking(state)
    )


def has_named_own_goods(state: State) -> bool:
    """True if goods on tiles paid for the tile and their kinds were entered."""
    return any(isinstance(event, ev.GoodsGiven) for event in _payment_events(state))


def goods_gained_with_tile(state: State, spot: Spot) -> Counter[str]:
    """Return the goods on a tile gained since this turn's tile was taken; they cannot pay for it (GM-TAK-01).

    Goods sold meanwhile are counted as these first, in the player's favour.
    """
    came = Counter[str]()
    here = (state.turn.player, *spot.cell)
    for event in events_since_taking(state):
        if isinstance(event, ev.GoodsGained | ev.GoodsGiven) and (event.player, event.x, event.y) == here:
            if isinstance(event, ev.GoodsGained):
                came[event.good] += event.n
            elif event.why != "entered":
                came[event.good] -= event.n
    return +came


def coins_before_tile_effects(state: State, player_id: str) -> int:
    """Return the player's coins without those that this turn's tile brought."""
    coins = state.player(player_id).coins
    if player_id != state.turn.player:
        return coins
    came = 0
    for event in events_since_taking(state):
        match event:
            case ev.CoinsGained(player=player, coins=n, why=why) if player == player_id and why != "entered":
                came += n
            case ev.CoinsPaid(player=player, coins=n, why=why) if player == player_id and why != "entered":
                came -= n
            case ev.GoodBought(player=player, coins=n, why=why) if player == player_id and why:
                came -= n
    return coins - max(0, came)


def may_include_own_goods(state: State) -> bool:
    """True if a payment was entered for this turn's tile and goods on tiles may have paid the rest."""
    free = any(isinstance(event, ev.EntryMade) and event.entry == FREE for event in _payment_events(state))
    return entered_tile_cost(state) is not None and not (free or has_own_goods_payment(state))


def goods_bought_as_cost(state: State) -> tuple[str, ...]:
    """Return the goods bought for this turn's tile if its cost is unknown and the rest is not asked."""
    turn, known = state.turn, state.facts.pieces.get(state.turn.tile)
    if state.phase != "turn" or state.tracks_territories or not turn.deck or (known and known.cost is not None):
        return ()
    paying = _payment_events(state)
    if entered_tile_cost(state) is not None or any(isinstance(event, ev.EntryMade) for event in paying):
        return ()
    bought = (event.good for event in paying if isinstance(event, ev.GoodBought) and event.good in GOODS)
    return (*goods_bought_before_taking(state, turn.player), *bought)


def _is_ordinary_payment(event: ev.Event) -> bool:
    """True if the event is an ordinary payment, with no substitution such as Sinclair's coin."""
    if isinstance(event, ev.CoinsPaid | ev.BarrelsPaid | ev.HomeScotsChanged):
        return event.why == "entered"
    goods = isinstance(event, ev.GoodBought | ev.GoodsGiven) and event.good in GOODS
    return goods or isinstance(event, ev.EntryMade)


def _entered_amounts(event: ev.Event) -> dict[str, int]:
    """Return the amounts of an entry by part of a cost."""
    match event:
        case ev.CoinsPaid():
            return {"coin": event.coins}
        case ev.BarrelsPaid():
            return {"whisky": event.barrels}
        case ev.HomeScotsChanged():
            return {"scot": -event.by}
        case ev.GoodBought():
            return {event.good: 1}
        case ev.GoodsGiven():
            return {event.good: event.n}
    return {}


# What a tile gave can be saved as its effect.


def effects_gained_with_tile(state: State) -> tuple[Effect, ...]:
    """Return the gains that the player entered since this turn's tile was taken; none for a person."""
    known = state.facts.pieces.get(state.turn.tile)
    if state.phase != "turn" or known is None or not state.turn.deck or known.category == PERSON:
        return ()
    gained = Counter[tuple[str, str]]()
    for event in events_since_taking(state):
        gained.update(_gained_amounts(event, state.turn.player))
    return tuple(Effect(op, what, n) for (op, what), n in gained.items())


def _gained_amounts(event: ev.Event, player_id: str) -> dict[tuple[str, str], int]:
    match event:
        case ev.CoinsGained(player=player, coins=n, why="entered") if player == player_id:
            return {("gain", "coin"): n}
        case ev.BarrelsGained(player=player, barrels=n, why="entered") if player == player_id:
            return {("gain", "whisky"): n}
        case ev.PointsScored(player=player, points=n, source="tile") if player == player_id:
            return {("gain", "vp"): n}
        case ev.HomeScotsChanged(player=player, by=n, why="entered") if player == player_id and n > 0:
            return {("scots", ""): n}
    return {}


# Payments that are entered late.


def turns_with_missing_cost(state: State, player_id: str) -> list[int]:
    """Return the turns in which this player took tiles with a cost that is not entered, the last one last."""
    return sorted(turn for who, turn in state.score_history.unpaid_costs if who == player_id)


def has_missing_costs(state: State, player_id: str) -> bool:
    """True if this player's counts are uncertain because the cost of an earlier tile is not entered."""
    return bool(turns_with_missing_cost(state, player_id))


def settles_earlier_cost(state: State, player_id: str, entry: str) -> bool:
    """True if this entry pays for an earlier tile: there is an unpaid one and this turn's tile is not meant."""
    if entry not in PAYMENT_ENTRIES or not has_missing_costs(state, player_id):
        return False
    if player_id != state.turn.player:
        return True
    return entry != "buy" and not is_cost_missing(state)


def cost_amount(piece: Piece, what: str) -> int:
    """Return the amount of one part of a tile's cost; 0 if unknown."""
    return sum(cost.n for cost in piece.cost or () if cost.what == what)


def cost_cause(piece: str) -> str:
    """Return the cause of paying for a piece."""
    return f"cost:{piece}"


def payment_cause(state: State, question: OpenQuestion) -> str:
    """Return the cause of the payment that a question asks for: a tile's cost or a cause of its own."""
    paid = str(question.args[0])
    return cost_cause(paid) if paid in state.facts.pieces else paid


def required_goods(cost: Iterable[Cost]) -> list[dict[str, int]]:
    """Return the goods that pay a cost; several possibilities if the kinds are free."""
    fixed = {part.what: part.n for part in cost if part.what in GOODS}
    free = sum(part.n for part in cost if part.what == ANY_GOOD)
    return [_with_kinds(fixed, kinds) for kinds in combinations_with_replacement(GOODS, free)]


def _with_kinds(fixed: Mapping[str, int], kinds: Iterable[str]) -> dict[str, int]:
    need = dict(fixed)
    for good in kinds:
        need[good] = need.get(good, 0) + 1
    return need


def unpaid_goods(state: State, player_id: str, piece: Piece) -> tuple[Cost, ...]:
    """Return the goods of the cost without those that were bought in advance (GM-MKT-05)."""
    goods = [cost for cost in piece.cost or () if cost.what in (*GOODS, ANY_GOOD)]
    before = goods_bought_before_taking(state, player_id)
    if not before:
        return tuple(goods)
    bought = purchases_for_cost(before, piece.cost or ())
    return tuple(Cost(cost.what, cost.n - bought[cost.what]) for cost in goods if cost.n > bought[cost.what])


def unaffordable_tile_reason(state: State, player_id: str, piece: Piece, purse: Purse) -> Reason | None:
    """Return why the player cannot pay in full from stock and market with every sale (GM-TAK-01), or None."""
    player = state.player(player_id)
    if cost_amount(piece, "whisky") > max(0, player.barrels):
        name = labels.figure_label(state, player_id)
        return Reason("GM-TAK-05", tr("It costs barrels, and {player} has {n}.", player=name, n=player.barrels))
    if (scots := cost_amount(piece, "scot")) and scots > sum(spot.scots for spot in player.territory.spots):
        return Reason("GM-TAK-04", tr("It costs a Scot of the territory, and none stands there."))
    rest = purse_without_coins(purse, cost_amount(piece, "coin"))
    # Coins of a cost with goods may also have to come from sales.
    needs = required_goods(unpaid_goods(state, player_id, piece))
    if can_pay_any(rest, needs):
        return None
    return TRADE_FORMS.unaffordable_reason(
        state, player_id, needs, "GM-TAK-01", labels.costs_label(piece.cost or ())
    )


def unaffordable_goods_reason(
    state: State, player_id: str, need: Mapping[str, int], rule: str, coins: int = 0
) -> Reason | None:
    """Return why the player can neither pay nor buy these goods and coins with every sale (C0-12), or None."""
    if not state.tracks_territories or payment_options.can_pay(
        purse_without_coins(current_purse(state, player_id), coins), need
    ):
        return None
    goods = join_list(tr("{n} {good}", n=n, good=labels.GOODS_LABELS[good]) for good, n in need.items())
    return Reason(
        rule, tr("{Player} can't pay {goods}.", Player=labels.figure_label(state, player_id), goods=goods)
    )


def pay_tile_cost(resolution: Resolution, player_id: str, piece: Piece, more: int = 0) -> None:
    """Pay all but Scots, which players choose (GM-TAK-02, GM-TAK-03, GM-TAK-05). `more`: additional coins."""
    state, coins = resolution.state, cost_amount(piece, "coin")
    purse = purse_without_coins(current_purse(state, player_id), coins + more)
    found = required_goods(unpaid_goods(state, player_id, piece))
    need = (
        payment_options.best_need(purse, found, state.turn.work.preferred_sources)
        if can_pay_any(purse, found)
        else {}
    )
    why = cost_cause(piece.id)
    pay_goods(resolution, player_id, need, why, coins + more)
    if coins:
        resolution.do(ev.CoinsPaid(player_id, coins, why))
    if barrels := cost_amount(piece, "whisky"):
        resolution.do(ev.BarrelsPaid(player_id, barrels, why))
