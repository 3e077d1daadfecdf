"""What paid for a tile, as far as somebody entered it: read out of what has happened. Books nothing itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from companion.engine.memoize import memoize_last
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import GOODS, PERSON, Cost, Effect
from companion.state.glen_more_2.labels import FREE, OWN_GOOD, OWN_GOODS
from companion.state.glen_more_2.market import buy_price
from companion.state.glen_more_2.model import State
from companion.state.territory.grid import Spot

ANY_GOOD = "any_good"
SAID = (FREE, OWN_GOODS)
"""Entries that change no count and only say that the cost is settled."""
PAYING = (*SAID, OWN_GOOD, "coins_out", "barrels_out", "scots_out", "sinclair", "buy")
"""Entries that can have paid for a tile."""
USING_GOODS = ("points", "barrel", "crest")
"""Entries of the ledger that a good was given for."""


def in_reach(state: State, player_id: str, piece: str) -> bool | None:
    """Whether coins and barrels as counted pay for a tile, its goods bought; None where its cost is unknown."""
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
def cost_is_owed(state: State) -> bool:
    """A tile of unknown cost was taken and nothing entered that can have paid for it, nor that it was free."""
    turn = state.turn
    known = state.facts.pieces.get(turn.tile)
    if state.phase != "turn" or not turn.deck or (known and known.cost is not None):
        return False
    return not (_paying(state) or bought_before(state, turn.player))


def scots_to_pay(state: State) -> int:
    """Scots that the known cost of this turn's tile sends back to the supply (GM-TAK-04).

    None are followed in a territory, so only hands know; those that somebody entered for it are paid, and more owe
    nothing.
    """
    turn = state.turn
    known = state.facts.pieces.get(turn.tile)
    if state.phase != "turn" or not turn.deck or known is None:
        return 0
    wanted = sum(part.n for part in known.cost or () if part.what == "scot")
    entered = sum(_told_of(event).get("scot", 0) for event in _paying(state)) if wanted else 0
    return max(0, wanted - entered)


@memoize_last
def since_the_taking(state: State) -> Sequence[ev.Event]:
    """Coins that were entered before it were for something else, as the pay for a neutral figure."""
    return state.happened[max(0, _last_taking(state)) :]


def _last_taking(state: State) -> int:
    """Its place in what happened; -1 where nothing was taken."""
    places = range(len(state.happened) - 1, -1, -1)
    return next((at for at in places if isinstance(state.happened[at], ev.TileTaken)), -1)


@memoize_last
def _paying(state: State) -> tuple[ev.Event, ...]:
    """What was entered for the cost; what any other act bought or used was for that act."""
    found: list[ev.Event] = []
    player_id = state.turn.player
    for entry, event in _with_entries(since_the_taking(state), player_id):
        if isinstance(event, ev.BoughtGoodGiven):
            bought = event.player, event.good
            found.remove(next(each for each in found if _whose_good(each) == bought))
        elif entry in PAYING and _pays(event, player_id) and not _is_for_else(event):
            found.append(event)
    return tuple(found)


def _is_for_else(event: ev.Event) -> bool:
    """A good that was bought for what a tile or a card does, after the cost was entered."""
    return isinstance(event, ev.GoodBought) and bool(event.why)


def _whose_good(event: ev.Event) -> tuple[str, str]:
    """Of a good that was bought."""
    return (event.player, event.good) if isinstance(event, ev.GoodBought) else ("", "")


def bought_in_hand(state: State, player_id: str, good: str) -> bool:
    """Such a good was bought since the taking, and has gone into nothing else yet (GM-MKT-05)."""
    own = player_id == state.turn.player
    return own and any(_whose_good(event) == (player_id, good) for event in _paying(state))


def _with_entries(events: Iterable[ev.Event], player_id: str) -> Iterator[tuple[str, ev.Event]]:
    """Each event with the player's entry that it came of; "" before the first."""
    entry = ""
    for event in events:
        if isinstance(event, ev.EntryMade) and event.player == player_id:
            entry = event.entry
        yield entry, event
        if entry == "buy" and isinstance(event, ev.GoodBought) and event.player == player_id:
            entry = ""  # One good each: what is bought next without an entry is for what a tile does.


def _pays(event: ev.Event, player_id: str) -> bool:
    """What a player entered for the cost: coins, barrels, a good bought for it, a Scot, or that it is settled."""
    if isinstance(event, ev.CoinsPaid | ev.BarrelsPaid | ev.ScotsMoved):
        less = not isinstance(event, ev.ScotsMoved) or event.by < 0
        return less and event.player == player_id and event.why in ("entered", "sinclair")
    if isinstance(event, ev.EntryMade):
        return event.player == player_id and event.entry in SAID
    if isinstance(event, ev.GoodsGiven):
        return event.player == player_id and event.why == "entered"
    return isinstance(event, ev.GoodBought) and event.player == player_id


# ---- goods from the market before the tile is taken


@memoize_last
def bought_before(state: State, player_id: str) -> tuple[str, ...]:
    """Goods bought in this turn before its taking: they must be used at once, so it is for that (GM-MKT-05)."""
    taken = _last_taking(state)
    goods: list[str] = []
    before = state.happened[:taken] if taken >= 0 else state.happened
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
    """An exchange, or what a chronicle brings: its good was for that."""
    if not isinstance(event, ev.EntryMade) or event.player != player_id:
        return False
    return event.entry in USING_GOODS or "." in event.entry


def paid_by(bought: Iterable[str], cost: Iterable[Cost]) -> Counter[str]:
    """How many goods of each part of a cost were bought for it; a named good before any good."""
    left, paid = Counter(bought), Counter[str]()
    for part in sorted(cost, key=lambda part: part.what == ANY_GOOD):
        fitting = list(left.elements()) if part.what == ANY_GOOD else [part.what] * left[part.what]
        for good in fitting[: part.n]:
            left[good] -= 1
            paid[part.what] += 1
    return paid


# ---- what was paid for it can be kept as its cost


KEPT = "keep_cost"
"""The entry that keeps it."""


@memoize_last
def paid_for_tile(state: State) -> tuple[Cost, ...] | None:
    """The whole cost of this turn's tile, as it was paid; None where nobody can be sure of it.

    Goods of one's own nobody named: they are not in it, see `own_goods_paid`. Once it is kept, only what differs
    counts.
    """
    costs, known = as_paid(state), state.facts.pieces.get(state.turn.tile)
    if known and _is_kept(state) and (costs == known.cost or own_goods_paid(state)):
        return None
    return costs


def _is_kept(state: State) -> bool:
    return any(isinstance(event, ev.EntryMade) and event.entry == KEPT for event in since_the_taking(state))


def as_paid(state: State) -> tuple[Cost, ...] | None:
    """As above, also for who is just keeping it."""
    known = state.facts.pieces.get(state.turn.tile)
    if state.phase != "turn" or known is None or not state.turn.deck:
        return None
    if (known.cost is not None and not _is_kept(state)) or bought_before(state, state.turn.player):
        return None
    paying = _without_goods_for_else(_paying(state))
    if not paying or not all(map(_is_plain, paying)):
        return None
    paid = Counter[str]()
    for event in paying:
        paid.update(_told_of(event))
    return tuple(Cost(what, n) for what, n in paid.items())


def _without_goods_for_else(paying: Sequence[ev.Event]) -> list[ev.Event]:
    """Where people said that it cost nothing, what they bought was for something else."""
    free = any(isinstance(event, ev.EntryMade) and event.entry == FREE for event in paying)
    return [event for event in paying if not (free and isinstance(event, ev.GoodBought))]


def readings_of(paid: tuple[Cost, ...]) -> tuple[tuple[Cost, ...], ...]:
    """What the cost can be by what was paid: just that; a good that was bought may stand for any; of several
    kinds one alone, where the others were bought for something else, and none where all of them were.
    """
    goods = tuple(cost for cost in paid if cost.what in GOODS)
    others = tuple(cost for cost in paid if cost.what not in GOODS)
    if not goods:
        return (paid,)
    alone = tuple((*others, cost) for cost in goods) if len(goods) > 1 else ()
    return (paid, (*others, Cost(ANY_GOOD, sum(cost.n for cost in goods))), *alone, *((others,) if others else ()))


def bought_for_else(state: State) -> bool:
    """By the order of its entries: what was bought after the cost was entered, and before a barrel, points or a
    marker, was given for these (GM-MKT-05). People may know better.
    """
    entries = [
        event.entry
        for event in since_the_taking(state)
        if isinstance(event, ev.EntryMade) and event.player == state.turn.player
    ]
    bought = [at for at, entry in enumerate(entries) if entry == "buy"]
    if not bought:
        return False
    paid_before = any(entry in PAYING for entry in entries[: bought[0]])
    return paid_before and any(entry in USING_GOODS for entry in entries[bought[-1] :])


def own_goods_paid(state: State) -> bool:
    """Goods on tiles paid for it; which ones, nobody has said."""
    return any(
        isinstance(event, ev.EntryMade) and (event.entry, event.player) == (OWN_GOODS, state.turn.player)
        for event in since_the_taking(state)
    )


def own_goods_named(state: State) -> bool:
    """Goods on tiles paid for it, and each was said."""
    return any(isinstance(event, ev.GoodsGiven) for event in _paying(state))


def came_with_tile(state: State, spot: Spot) -> Counter[str]:
    """Goods there that came since the turn's tile was taken: nothing it brings pays for it (GM-TAK-01).

    What was sold meanwhile was of these first, in favour of who pays.
    """
    came = Counter[str]()
    here = (state.turn.player, *spot.cell)
    for event in since_the_taking(state):
        if isinstance(event, ev.GoodsGained | ev.GoodsGiven) and (event.player, event.x, event.y) == here:
            if isinstance(event, ev.GoodsGained):
                came[event.good] += event.n
            elif event.why != "entered":
                came[event.good] -= event.n
    return +came


def coins_without_tile(state: State, player_id: str) -> int:
    """The same of coins: what the player has without those that the turn's tile brought."""
    coins = state.player(player_id).coins
    if player_id != state.turn.player:
        return coins
    came = 0
    for event in since_the_taking(state):
        match event:
            case ev.CoinsGained(player=player, coins=n, why=why) if player == player_id and why != "entered":
                came += n
            case ev.CoinsPaid(player=player, coins=n, why=why) if player == player_id and why != "entered":
                came -= n
            case ev.GoodBought(player=player, coins=n, why=why) if player == player_id and why:
                came -= n
    return coins - max(0, came)


def own_goods_too(state: State) -> bool:
    """Something else was entered for this turn's tile, and goods on tiles can have paid the rest of it."""
    free = any(isinstance(event, ev.EntryMade) and event.entry == FREE for event in _paying(state))
    return paid_for_tile(state) is not None and not (free or own_goods_paid(state))


def bought_as_cost(state: State) -> tuple[str, ...]:
    """Goods bought for this turn's tile, where its cost is unknown and nobody is asked about the rest."""
    turn, known = state.turn, state.facts.pieces.get(state.turn.tile)
    if state.phase != "turn" or state.follows or not turn.deck or (known and known.cost is not None):
        return ()
    paying = _paying(state)
    if paid_for_tile(state) is not None or any(isinstance(event, ev.EntryMade) for event in paying):
        return ()
    bought = (event.good for event in paying if isinstance(event, ev.GoodBought) and event.good in GOODS)
    return (*bought_before(state, turn.player), *bought)


def _is_plain(event: ev.Event) -> bool:
    """Nothing that was given in place of something else."""
    if isinstance(event, ev.CoinsPaid | ev.BarrelsPaid | ev.ScotsMoved):
        return event.why == "entered"
    goods = isinstance(event, ev.GoodBought | ev.GoodsGiven) and event.good in GOODS
    return goods or isinstance(event, ev.EntryMade)


def _told_of(event: ev.Event) -> dict[str, int]:
    """What of the cost an entry names."""
    match event:
        case ev.CoinsPaid():
            return {"coin": event.coins}
        case ev.BarrelsPaid():
            return {"whisky": event.barrels}
        case ev.ScotsMoved():
            return {"scot": -event.by}
        case ev.GoodBought():
            return {event.good: 1}
        case ev.GoodsGiven():
            return {event.good: event.n}
    return {}


# ---- what it gave can be kept as what it does


def gained_with_tile(state: State) -> tuple[Effect, ...]:
    """What its player entered as gained since this turn's tile was taken; nothing of a person."""
    known = state.facts.pieces.get(state.turn.tile)
    if state.phase != "turn" or known is None or not state.turn.deck or known.category == PERSON:
        return ()
    gained = Counter[tuple[str, str]]()
    for event in since_the_taking(state):
        gained.update(_gained(event, state.turn.player))
    return tuple(Effect(op, what, n) for (op, what), n in gained.items())


def _gained(event: ev.Event, player_id: str) -> dict[tuple[str, str], int]:
    match event:
        case ev.CoinsGained(player=player, coins=n, why="entered") if player == player_id:
            return {("gain", "coin"): n}
        case ev.BarrelsGained(player=player, barrels=n, why="entered") if player == player_id:
            return {("gain", "whisky"): n}
        case ev.PointsScored(player=player, points=n, source="tile") if player == player_id:
            return {("gain", "vp"): n}
        case ev.ScotsMoved(player=player, by=n, why="entered") if player == player_id and n > 0:
            return {("scots", ""): n}
    return {}


# ---- payments that are entered late


def unpaid_turns(state: State, player_id: str) -> list[int]:
    """In which turns this player took tiles of which nobody has said what they cost, the last one last."""
    return sorted(turn for who, turn in state.story.unpaid if who == player_id)


def is_unpaid(state: State, player_id: str) -> bool:
    """This player's counts are in doubt because nobody said what an earlier tile cost."""
    return bool(unpaid_turns(state, player_id))


def settles_late(state: State, player_id: str, entry: str) -> bool:
    """This entry says what an earlier tile cost: there is one, and it isn't for the tile of this turn."""
    if entry not in PAYING or not is_unpaid(state, player_id):
        return False
    if player_id != state.turn.player:
        return True
    return entry != "buy" and not cost_is_owed(state)
