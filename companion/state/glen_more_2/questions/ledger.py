"""The ledger: what a player enters in the own turn, or later because it was forgotten (GM-TRN-05, GM-TRN-09)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from companion.engine.lazy import LazyItems
from companion.engine.message import Message, tr, trn
from companion.engine.offers import Amount, Answer, Choice, Otherwise, Pick, Ready, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.effects import ask_good, gain_landmark, room_for_scots, take_crest
from companion.state.glen_more_2.facts import GOODS, Facts
from companion.state.glen_more_2.labels import FREE, OWN_GOOD, OWN_GOODS
from companion.state.glen_more_2.market import buy_price, sell_price
from companion.state.glen_more_2.model import HOME_TILES, MAX_SCOTS, OpenQuestion, Player, State
from companion.state.glen_more_2.payment import KEPT, cost_is_owed, scots_to_pay, settles_late
from companion.state.glen_more_2.questions import given, keeping, paying
from companion.state.glen_more_2.questions.crests import crest_cards, crest_pick, no_marker, road_coins
from companion.state.glen_more_2.questions.given import ask_given
from companion.state.glen_more_2.questions.market_cards import buy_cards, sell_cards
from companion.state.glen_more_2.questions.paying import COINS, each
from companion.state.glen_more_2.referee import trading
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import GAINS, POINTS, SCOTS, Action, CommandCard, Form, QuestionKind
from companion.state.glen_more_2.worlds_end import is_on_worlds_end
from companion.state.territory.trading import sell_as_answered

MAX_REMOVED = 5
MAX_POINTS = 60
TURN_PHASES = ("take", "turn")
EXCHANGE = "exchange"
SOURCES = {
    EXCHANGE: (tr("an exchange"), tr("Points for an exchange"), tr("goods")),
    "tile": (tr("a tile or landmark"), tr("Points for a tile or landmark"), tr("tile")),
    "other": (tr("something else"), tr("Points for something else"), tr("other")),
    "card": (tr("a command card"), tr("Points by a command card"), tr("card")),
}
"""In a list, as the title of its numbers, and on a key."""
BY_CARD = "card"
"""A command card says how many points, not for what; people who know better change it. In no list."""
QUICK, BEYOND, STRIDE = (1, 2, 3, 4, 5, 6, 8, 12), 10, 3
"""What tiles often give has keys; from where the others begin, held keys reach every number up to 13."""
POINT_CARDS, COIN_CARDS = range(1, 11), (1, 3)

Booking = Callable[[Resolution, str, Answer], None]
"""Books an entry for a player."""


def entry(booking: Booking) -> Callable[[Resolution, OpenQuestion, Answer], None]:
    """An entry of the ledger: what belongs to a turn that is over, or not yet begun, is marked late."""

    def resolve(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
        player_id, state = question.player, resolution.state
        if player_id != state.turn.player or state.phase not in TURN_PHASES:
            resolution.do(ev.BookedLate(player_id))
        late = settles_late(state, player_id, answer.offer)
        resolution.do(ev.EntryMade(player_id, answer.offer))
        booking(resolution, player_id, answer)
        if late:
            resolution.do(ev.CostSettled(player_id))

    return resolve


def own_turn(state: State, question: OpenQuestion) -> bool:
    """Its player is on turn, or was: nobody said "done", and no pawn has moved since."""
    return question.player in (state.turn.player, state.just_played)


def _text(state: State, question: OpenQuestion) -> Message:
    return labels.figure(state, question.player)


# ---- barrels


def _barrel(state: State, question: OpenQuestion) -> Form:
    """A barrel; the owner of MacGregor may take 3 points instead (GM-CRS-09)."""
    label = tr("+1 barrel")
    if not state.has_lasting(question.player, "macgregor"):
        return Form(label)
    which = (
        Choice("barrel", tr("the barrel"), brief=tr("barrel")),
        Choice("points", tr("3 points instead (MacGregor)"), brief=tr("3 points")),
    )
    return Form(label, (Pick("which", tr("The barrel, or 3 points?"), which),))


def _book_barrel(resolution: Resolution, player_id: str, answer: Answer) -> None:
    if answer.values == ("points",):
        resolution.do(ev.PointsScored(player_id, 3, "crest:macgregor"))
    else:
        resolution.do(ev.BarrelsGained(player_id, 1, "entered"))


def _barrel_card(_facts: Facts) -> Iterator[CommandCard]:
    yield CommandCard("barrel", tr("Take 1 barrel"), (), "barrel", number=1, place=GAINS)


# ---- the market


def _sell(state: State, question: OpenQuestion) -> Form:
    if state.follows:
        return replace(trading.FORMS.sell(state, question.player), caution=_too_late(state, question.player))
    filled = any(sell_price(state.market[good]) for good in GOODS)
    none = None if filled else Reason("GM-MKT-07", tr("No row holds coins."))
    parts = LazyItems(lambda: (_which_sold(state),))
    return Form(tr("Sell a good"), parts, none, _too_late(state, question.player))


def _which_sold(state: State) -> Pick:
    empty = {good: tr("The {good} row holds no coins.", good=labels.GOODS_WORDS[good]) for good in GOODS}
    goods = _goods(state, sell_price, {good: Reason("GM-MKT-07", why) for good, why in empty.items()}, sign="+")
    # People sell where the market pays best.
    best = max(GOODS, key=lambda good: sell_price(state.market[good]) or 0)
    return Pick("good", tr("Sell which good?"), goods, best, in_order=True)


def _buy(state: State, question: OpenQuestion) -> Form:
    fillable = any(buy_price(state.market[good]) for good in GOODS)
    none = None if fillable else Reason("GM-MKT-03", tr("All rows are full."))
    parts = LazyItems(lambda: (_which_bought(state, question.player),))
    return Form(tr("Buy a good"), parts, none, _too_late(state, question.player))


def _which_bought(state: State, player_id: str) -> Pick:
    full = {good: tr("The {good} row is full.", good=labels.GOODS_WORDS[good]) for good in GOODS}
    goods = _goods(state, buy_price, {good: Reason("GM-MKT-03", why) for good, why in full.items()}, sign="-")
    goods = tuple(replace(c, caution=None if c.closed else too_dear(state, player_id, c.value)) for c in goods)
    return Pick("good", tr("Buy which good?"), goods, in_order=True)


def _buy_for_the_tile(state: State, question: OpenQuestion) -> Form | None:
    """Among the ways to pay: nobody looks for it elsewhere who is asked what the tile cost (GM-TAK-02)."""
    if not paying.pays_now(state, question):
        return None
    form = _buy(state, question)
    return replace(form, label=tr("A good bought for it"), keyed=True, hint=tr("buy"), together=paying.ASKED)


def _book_bought(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """It is the same entry as any purchase."""
    entry(_book_purchase)(resolution, question, replace(answer, offer="buy"))


def _goods(
    state: State, price_of: Callable[[int], int | None], closed: dict[str, Reason], sign: str
) -> tuple[Choice, ...]:
    """Every good with what it does to the purse; closed where its row has no price."""
    prices = {good: price_of(state.market[good]) for good in GOODS}
    return tuple(
        Choice(good, _priced(labels.GOODS_WORDS[good], price, sign), brief=labels.GOODS_WORDS[good])
        if price
        else Choice(good, labels.GOODS_WORDS[good], closed[good], brief=labels.GOODS_WORDS[good])
        for good, price in prices.items()
    )


def _priced(good: Message, price: int, sign: str) -> Message:
    return trn("{good}, {sign}{n} coin", "{good}, {sign}{n} coins", price, good=good, sign=sign)


def too_dear(state: State, player_id: str, good: str) -> Reason | None:
    """By the book the buyer can't pay what this good costs on the market; a sale may only be missing."""
    price, player = buy_price(state.market[good]), state.player(player_id)
    if price is None or price <= player.coins:
        return None
    text = tr(
        "The market wants {n} for {good}; the companion has {player} on {coins}.",
        good=labels.GOODS_WORDS[good],
        n=price,
        player=labels.figure(state, player_id),
        coins=labels.COST_WORDS["coin"](player.coins),
    )
    return Reason("GM-MKT-03", text)


def _too_late(state: State, player_id: str) -> Reason | None:
    """Whoever has moved onto World's End trades no more."""
    if not is_on_worlds_end(state, player_id):
        return None
    name = labels.figure(state, player_id)
    return Reason(
        "GM-END-03", tr("{player} is out of the game; trade comes before the move onto World's End.", player=name)
    )


def _book_sale(resolution: Resolution, player_id: str, answer: Answer) -> None:
    if resolution.state.follows:
        sell_as_answered(resolution, player_id, answer)
        return
    good = str(answer.values[0])
    resolution.do(ev.GoodSold(player_id, good, sell_price(resolution.state.market[good]) or 0))


def _book_purchase(resolution: Resolution, player_id: str, answer: Answer) -> None:
    good = str(answer.values[0])
    resolution.do(ev.GoodBought(player_id, good, buy_price(resolution.state.market[good]) or 0))


# ---- points and coins


def _points_form() -> Form:
    """From an exchange unless people step back and say otherwise: that is what most points come from."""
    sources = tuple(
        Choice(name, words, then=(_how_many_points(text),), brief=brief, alike=name == BY_CARD)
        for name, (words, text, brief) in SOURCES.items()
    )
    pick = Pick("source", tr("Points for what?"), sources, EXCHANGE, assumed=True)
    return Form(tr("Points"), (pick,))


def _how_many_points(text: Message) -> Amount:
    back = tr("for what")
    return Amount("points", text, 1, MAX_POINTS, BEYOND, None, STRIDE, steady=True, quick=QUICK, back=back)


def _book_points(resolution: Resolution, player_id: str, answer: Answer) -> None:
    source, points = answer.values
    resolution.do(ev.PointsScored(player_id, int(points), str(source)))
    if source == EXCHANGE:
        ask_given(resolution, player_id, given.POINTS)


def _book_coins_in(resolution: Resolution, player_id: str, answer: Answer) -> None:
    resolution.do(ev.CoinsGained(player_id, int(answer.values[0]), "entered"))


def _point_cards(_facts: Facts) -> Iterator[CommandCard]:
    for n in POINT_CARDS:
        yield CommandCard(
            f"points_{n}", trn("{n} point", "{n} points", n), (BY_CARD, n), "points", number=n, place=POINTS
        )


def _coin_cards(_facts: Facts) -> Iterator[CommandCard]:
    for n in COIN_CARDS:
        label = trn("Take {n} coin", "Take {n} coins", n)
        yield CommandCard(f"coins_{n}", label, (n,), "coins", number=n, place=GAINS)


# ---- pieces


def _crest(state: State, question: OpenQuestion) -> Form:
    """A clan marker placed by an exchange or forgotten before."""
    player, label = state.player(question.player), tr("A clan marker")
    return Form(label, (crest_pick(state, player),)) if player.markers > 0 else Form(label, closed=no_marker())


def _book_crest(resolution: Resolution, player_id: str, answer: Answer) -> None:
    coins = road_coins(resolution.state, answer.values)
    if not resolution.state.follows:  # there the exchange itself takes the good
        ask_good(resolution, player_id, "any_good", "marker")  # the one it was exchanged for (GM-ACT-16)
    take_crest(resolution, player_id, str(answer.values[0]), coins)


def _scots_in(state: State, question: OpenQuestion) -> Form:
    player, label = state.player(question.player), tr("Scots into the home castle")
    free = room_for_scots(player)
    if not free:
        full = tr("All {n} Scots are in the home castle.", n=player.scots)
        return Form(label, closed=Reason("GM-CMP-03", full))
    one = Ready(tr("1 Scot into the home castle"), (1,))
    return Form(label, (Amount("scots", tr("How many Scots come home?"), 1, free, 1),), ready=(one,))


def _scots_out(state: State, question: OpenQuestion) -> Form:
    """Few turns need it, but for one in which hands pay a Scot from wherever it stands."""
    scots, label = state.player(question.player).scots, tr("Scots out of the home castle")
    seldom = question.player != state.turn.player or not scots_to_pay(state)
    if scots <= 0:
        closed = Reason("GM-EDG-08", tr("No Scot stands in the home castle."))
        return Form(label, closed=closed, seldom=True)
    return Form(label, (Amount("scots", tr("How many Scots leave?"), 1, scots, 1),), seldom=seldom)


def _book_scots_in(resolution: Resolution, player_id: str, answer: Answer) -> None:
    resolution.do(ev.ScotsMoved(player_id, int(answer.values[0]), "entered"))


def _book_scots_out(resolution: Resolution, player_id: str, answer: Answer) -> None:
    resolution.do(ev.ScotsMoved(player_id, -int(answer.values[0]), "entered"))


def _scot_home_card(_facts: Facts) -> Iterator[CommandCard]:
    yield CommandCard("scot_home", tr("A Scot comes home"), (1,), "scot_home", number=1, place=SCOTS)


def _scot_away_card(_facts: Facts) -> Iterator[CommandCard]:
    yield CommandCard("scot_away", tr("A Scot leaves home"), (1,), "scot_away", number=1, place=SCOTS)


def _landmark(state: State, _question: OpenQuestion) -> Form:
    held = {card: p.id for p in state.players for card in p.landmarks}
    choices = tuple(
        Choice(card, labels.landmark(state.facts, card), _held(state, held, card), piece=f"card_{card}")
        for card in state.facts.landmarks
    )
    some = any(not choice.closed for choice in choices)
    gone = None if some else Reason("GM-ONE-04", tr("All landmark cards are taken."))
    return Form(tr("A landmark card"), (Pick("card", tr("Which card?"), choices),), gone)


def _held(state: State, held: dict[str, str], card: str) -> Reason | None:
    if card not in held:
        return None
    return Reason("GM-ONE-04", tr("{player} has it.", player=labels.figure(state, held[card])))


def _book_landmark(resolution: Resolution, player_id: str, answer: Answer) -> None:
    gain_landmark(resolution, player_id, str(answer.values[0]))


def _removed(state: State, question: OpenQuestion) -> Form:
    """Tiles may leave the territory, never the home tile (GM-EDG-04)."""
    label, most = tr("Tiles removed"), state.player(question.player).tiles - HOME_TILES
    if most < 1:
        return Form(label, closed=Reason("GM-EDG-04", tr("The companion counts only the home tile there.")))
    parts = (
        Amount("tiles", tr("How many tiles left the territory?"), 1, min(most, MAX_REMOVED), 1),
        Amount("scots", tr("How many Scots came to the home castle from them?"), 0, MAX_SCOTS, 0),
    )
    return Form(label, parts)


def _book_removed(resolution: Resolution, player_id: str, answer: Answer) -> None:
    tiles, scots = answer.values
    remove_tiles(resolution, player_id, int(tiles), int(scots))


def remove_tiles(resolution: Resolution, player_id: str, tiles: int, scots: int) -> None:
    """Tiles out of the game, their Scots to the home castle, cards kept (GM-EDG-04, GM-EDG-05)."""
    player: Player = resolution.state.player(player_id)
    tiles = min(tiles, player.tiles - HOME_TILES)
    if tiles > 0:
        resolution.do(ev.TilesChanged(player_id, -tiles, "removed", "GM-EDG-04"))
    if home := min(scots, room_for_scots(player)):
        resolution.do(ev.ScotsMoved(player_id, home, "removed"))


def _plus(n: int) -> Message:
    return trn("+{n} coin", "+{n} coins", n)


_COINS_IN = Form(tr("Got more coins"), (COINS,), ready=each((1, 2, 3), _plus))
_POINTS = trading.seldom_entered(_points_form())
_ONLY_SAID = entry(paying.nothing_counted)
ENTRIES = (
    Action("points", _POINTS, entry(_book_points), "DOWN+", tr("points"), cards=_point_cards),
    Action("barrel", trading.seldom_entered(_barrel), entry(_book_barrel), cards=_barrel_card),
    Action("sell", _sell, entry(_book_sale), "UP", tr("sell"), cards=sell_cards),
    Action("buy", trading.seldom_entered(_buy), entry(_book_purchase), "UP+", tr("buy"), cards=buy_cards),
    Action("scots_in", trading.by_people(_scots_in), entry(_book_scots_in), cards=_scot_home_card),
    Action("crest", trading.seldom_entered(_crest), entry(_book_crest), cards=crest_cards),
    Action("coins_in", trading.seldom_entered(_COINS_IN), entry(_book_coins_in), cards=_coin_cards),
    Action(
        "coins_out",
        trading.seldom_entered(paying.coins_out),
        entry(paying.book_coins_out),
        "DOWN",
        tr("pay"),
        cards=paying.pay_cards,
        key_when=paying.pays_now,
    ),
    Action(FREE, paying.free, _ONLY_SAID, "DOWN", key_when=paying.pays_now),
    Action(OWN_GOODS, paying.own_goods, _ONLY_SAID, "DOWN", sign="any_good", key_when=paying.pays_now),
    Action(
        OWN_GOOD, paying.own_good, entry(paying.book_own_good), "DOWN", sign="any_good", key_when=paying.pays_now
    ),
    Action(
        "barrels_out",
        trading.seldom_entered(paying.barrels_out),
        entry(paying.book_barrels_out),
        "DOWN",
        tr("pay"),
        cards=paying.pay_barrel_card,
        key_when=paying.pays_now,
    ),
    Action("bought", _buy_for_the_tile, _book_bought, "DOWN", sign="buy", key_when=paying.pays_now),
    Action("sinclair", paying.sinclair, entry(paying.book_sinclair), sign="coins_out"),
    Action(
        KEPT,
        keeping.keep_cost,
        entry(keeping.learn_cost),
        "OK",
        tr("end turn"),
        sign="tile",
        otherwise=Otherwise("end", "done", tr("remembering the cost of the tile")),
    ),
    Action("keep_effect", keeping.keep_effect, entry(keeping.learn_effect), sign="tile"),
    Action("scots_out", trading.by_people(_scots_out), entry(_book_scots_out), cards=_scot_away_card),
    Action("landmark", _landmark, entry(_book_landmark), seldom=True),
    Action("removed", trading.by_people(_removed), entry(_book_removed), seldom=True),
)

KINDS = (
    QuestionKind(
        "ledger",
        _text,
        ENTRIES,
        rule="GM-TRN-09",
        non_blocking=True,
        stays_open=True,
        # Everybody's ledger is open at once; four of them would fight for the same keys.
        keys_for=own_turn,
        # Paying is asked for then: each price has the same key for everybody, whatever a chronicle offers too.
        asked_now=lambda state, _question: paying.WAYS if cost_is_owed(state) else (),
    ),
)
