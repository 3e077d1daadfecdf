"""The ledger: entries of a player in the own turn or late (GM-TRN-05, GM-TRN-09), and their command cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from companion.engine.caching import LazyItems
from companion.engine.message import Message, tr, trn
from companion.engine.offers import Amount, Answer, Choice, Fallback, Pick, Preset, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import (
    GAINS,
    MARKET,
    POINTS,
    SCOTS,
    Action,
    CommandCard,
    Form,
    QuestionKind,
    Resolution,
)
from companion.state.glen_more_2.effects import ask_good_source, gain_landmark, home_castle_spaces_left, take_crest
from companion.state.glen_more_2.facts import GOODS, Facts
from companion.state.glen_more_2.model import HOME_TILE_SIZE, MAX_SCOTS, Player, State
from companion.state.glen_more_2.payment import (
    KEEP_COST_ENTRY,
    TRADE_FORMS,
    has_missing_costs,
    is_cost_missing,
    may_purchase_pay,
    scots_to_pay,
    settles_earlier_cost,
)
from companion.state.glen_more_2.questions import payments, tile_facts_storage
from companion.state.glen_more_2.questions.crests import crest_cards, crest_pick, no_marker_reason, road_coins
from companion.state.glen_more_2.questions.payments import COINS_PART, ask_goods_paid, presets_for
from companion.state.glen_more_2.referee import activation
from companion.state.glen_more_2.rondel import is_on_worlds_end
from companion.state.glen_more_2.text import labels
from companion.state.glen_more_2.text.labels import FREE, OWN_GOOD, OWN_GOODS
from companion.state.territory.market import buy_price, sell_price
from companion.state.territory.model import OpenQuestion
from companion.state.territory.trading import record_answered_sale

# Whole phrases, because in other languages the form of the good's name depends on the verb.
SELL_LABELS = {
    "wood": tr("Sell wood"),
    "stone": tr("Sell stone"),
    "barley": tr("Sell barley"),
    "sheep": tr("Sell sheep"),
    "cattle": tr("Sell cattle"),
}
BUY_LABELS = {
    "wood": tr("Buy wood"),
    "stone": tr("Buy stone"),
    "barley": tr("Buy barley"),
    "sheep": tr("Buy sheep"),
    "cattle": tr("Buy cattle"),
}


def sell_cards(_facts: Facts) -> Iterator[CommandCard]:
    """Yield the command cards that sell a good."""
    for good, words in SELL_LABELS.items():
        yield CommandCard(f"sell_{good}", words, (good,), "sell", good, place=MARKET)


def buy_cards(_facts: Facts) -> Iterator[CommandCard]:
    """Yield the command cards that buy a good."""
    for good, words in BUY_LABELS.items():
        yield CommandCard(f"buy_{good}", words, (good,), "buy", good, place=MARKET)


MAX_REMOVED = 5
MAX_POINTS = 60
TURN_PHASES = ("take", "turn")
EXCHANGE = "exchange"
POINT_SOURCE_LABELS = {
    EXCHANGE: (tr("an exchange"), tr("Points for an exchange"), tr("goods")),
    "tile": (tr("a tile or landmark"), tr("Points for a tile or landmark"), tr("tile")),
    "other": (tr("something else"), tr("Points for something else"), tr("other")),
    "card": (tr("a command card"), tr("Points by a command card"), tr("card")),
}
"""Label in a list, title of the number and label on a key, by point source."""
CARD_SOURCE = "card"
"""Source of points entered by a command card, which does not name the source; not in the list."""
QUICK_POINTS = ((1, 2, 3, 4, 5, 6, 8, 12), 10, 3)
"""Numbers of points with keys of their own; the others start here and held keys step by this much, up to 13."""
EXCHANGE_RATES = ((2, 4, 7, 8, 1, 3, 5, 6), 11, 2)
"""The same for an exchange: first what tiles print."""
POINT_CARDS, COIN_CARDS = range(1, 11), (1, 3)

EntryFunction = Callable[[Resolution, str, Answer], None]
"""Function that records a ledger entry of a player."""


def ledger_entry(booking: EntryFunction) -> Callable[[Resolution, OpenQuestion, Answer], None]:
    """Return the resolve function of a ledger entry; an entry outside the player's turn is marked as late."""

    def resolve(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
        player_id, state = question.player, resolution.state
        if player_id != state.turn.player or state.phase not in TURN_PHASES:
            resolution.do(ev.LateEntryMade(player_id))
        late = settles_earlier_cost(state, player_id, answer.offer)
        resolution.do(ev.EntryMade(player_id, answer.offer))
        booking(resolution, player_id, answer)
        if late:
            resolution.do(ev.CostSettled(player_id))

    return resolve


def is_own_turn(state: State, question: OpenQuestion) -> bool:
    """True if the player is on turn, or was last and no pawn has moved since."""
    return question.player in (state.turn.player, state.last_turn_player)


def _text(state: State, question: OpenQuestion) -> Message:
    return labels.figure_label(state, question.player)


def _barrel(state: State, question: OpenQuestion) -> Form:
    """Return the form for a barrel; the owner of MacGregor may take 3 points instead (GM-CRS-09)."""
    label = tr("+1 barrel")
    if not state.has_lasting_crest(question.player, "macgregor"):
        return Form(label)
    which = (
        Choice("barrel", tr("the barrel"), brief=tr("barrel")),
        Choice("points", tr("3 points instead (MacGregor)"), brief=tr("3 points")),
    )
    return Form(label, (Pick("which", tr("The barrel, or 3 points?"), which),))


def _enter_barrel(resolution: Resolution, player_id: str, answer: Answer) -> None:
    if answer.values == ("points",):
        resolution.do(ev.PointsScored(player_id, 3, "crest:macgregor"))
    else:
        resolution.do(ev.BarrelsGained(player_id, 1, "entered"))


def _barrel_card(_facts: Facts) -> Iterator[CommandCard]:
    yield CommandCard("barrel", tr("Take 1 barrel"), (), "barrel", number=1, place=GAINS)


def _sell(state: State, question: OpenQuestion) -> Form:
    if state.tracks_territories:
        return replace(TRADE_FORMS.sell(state, question.player), caution=trade_objection(state, question.player))
    filled = any(sell_price(state.market[good]) for good in GOODS)
    none = None if filled else Reason("GM-MKT-07", tr("No row holds coins."))
    parts = LazyItems(lambda: (_which_sold(state),))
    return Form(tr("Sell a good"), parts, none, trade_objection(state, question.player))


def _which_sold(state: State) -> Pick:
    empty = {good: tr("The {good} row holds no coins.", good=labels.GOODS_LABELS[good]) for good in GOODS}
    goods = _goods(state, sell_price, {good: Reason("GM-MKT-07", why) for good, why in empty.items()}, sign="+")
    # Players mostly sell where the market pays best.
    best = max(GOODS, key=lambda good: sell_price(state.market[good]) or 0)
    return Pick("good", tr("Sell which good?"), goods, best, in_order=True)


def _buy(state: State, question: OpenQuestion) -> Form:
    fillable = any(buy_price(state.market[good]) for good in GOODS)
    none = None if fillable else Reason("GM-MKT-03", tr("All rows are full."))
    parts = LazyItems(lambda: (_which_bought(state, question.player),))
    caution = trade_objection(state, question.player) or _purchase_objection(state, question.player)
    return Form(tr("Buy a good"), parts, none, caution)


def _which_bought(state: State, player_id: str) -> Pick:
    full = {good: tr("The {good} row is full.", good=labels.GOODS_LABELS[good]) for good in GOODS}
    goods = _goods(state, buy_price, {good: Reason("GM-MKT-03", why) for good, why in full.items()}, sign="-")
    goods = tuple(
        replace(c, caution=None if c.closed else unaffordable_good_reason(state, player_id, c.value))
        for c in goods
    )
    return Pick("good", tr("Buy which good?"), goods, in_order=True)


def _buy_for_the_tile(state: State, question: OpenQuestion) -> Form | None:
    """Return the form for a good bought to pay this turn's tile, shown among the ways to pay (GM-TAK-02)."""
    if not payments.is_for_this_turn(state, question):
        return None
    form = _buy(state, question)
    return replace(
        form,
        label=tr("A good bought for it"),
        has_key=True,
        hint=tr("buy"),
        shared_question=payments.COST_QUESTION,
    )


def _enter_bought(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Record an ordinary purchase."""
    ledger_entry(_enter_purchase)(resolution, question, replace(answer, offer="buy"))


def _goods(
    state: State, price_of: Callable[[int], int | None], closed: dict[str, Reason], sign: str
) -> tuple[Choice, ...]:
    """Return the choice of goods with their prices; closed if a row has no price."""
    prices = {good: price_of(state.market[good]) for good in GOODS}
    return tuple(
        Choice(good, _price_label(labels.GOODS_LABELS[good], price, sign), brief=labels.GOODS_LABELS[good])
        if price
        else Choice(good, labels.GOODS_LABELS[good], closed[good], brief=labels.GOODS_LABELS[good])
        for good, price in prices.items()
    )


def _price_label(good: Message, price: int, sign: str) -> Message:
    return trn("{good}, {sign}{n} coin", "{good}, {sign}{n} coins", price, good=good, sign=sign)


def unaffordable_good_reason(state: State, player_id: str, good: str) -> Reason | None:
    """Return a caution if the player's counted coins do not pay this good; a sale may not be entered."""
    price, player = buy_price(state.market[good]), state.player(player_id)
    if price is None or price <= player.coins:
        return None
    text = tr(
        "The market wants {n} for {good}; the companion has {player} on {coins}.",
        good=labels.GOODS_LABELS[good],
        n=price,
        player=labels.figure_label(state, player_id),
        coins=labels.COST_LABELS["coin"](player.coins),
    )
    return Reason("GM-MKT-03", text)


def trade_objection(state: State, player_id: str) -> Reason | None:
    """Return why a player should not trade now: after the last move, or at referee depth out of turn."""
    return _trade_over_reason(state, player_id) or out_of_turn_reason(state, player_id, "GM-MKT-02")


def out_of_turn_reason(state: State, player_id: str, rule: str) -> Reason | None:
    """Return why a player should not do at referee depth what only the player on turn may do, or None.

    An entry for the missing cost of an earlier tile is late and no trade of this turn.
    """
    is_on_turn = player_id == state.turn.player and state.phase in TURN_PHASES
    if not state.tracks_territories or is_on_turn or has_missing_costs(state, player_id):
        return None
    name = labels.figure_label(state, player_id)
    return Reason(rule, tr("It is not {player}'s turn.", player=name))


def _purchase_objection(state: State, player_id: str) -> Reason | None:
    """Return why a purchase by hand buys for nothing at referee depth (GM-MKT-05), or None.

    Only what players must enter themselves can need it: an unknown cost or what an unknown activation takes.
    """
    needs_entry = may_purchase_pay(state) or any(activation.tiles_entered_by_hand(state))
    if not state.tracks_territories or needs_entry or has_missing_costs(state, player_id):
        return None
    return Reason("GM-MKT-05", tr("A bought good is used at once, and nothing is to be paid."))


def _trade_over_reason(state: State, player_id: str) -> Reason | None:
    """Return why a player on World's End cannot trade any more (GM-END-03), or None."""
    if not is_on_worlds_end(state, player_id):
        return None
    name = labels.figure_label(state, player_id)
    return Reason(
        "GM-END-03", tr("{player} is out of the game; trade comes before the move onto World's End.", player=name)
    )


def _enter_sale(resolution: Resolution, player_id: str, answer: Answer) -> None:
    if resolution.state.tracks_territories:
        record_answered_sale(resolution, player_id, answer)
        return
    good = str(answer.values[0])
    resolution.do(ev.GoodSold(player_id, good, sell_price(resolution.state.market[good]) or 0))


def _enter_purchase(resolution: Resolution, player_id: str, answer: Answer) -> None:
    good = str(answer.values[0])
    resolution.do(ev.GoodBought(player_id, good, buy_price(resolution.state.market[good]) or 0))


def _points_form() -> Form:
    """Return the form for points; an exchange is assumed, because most points come from exchanges."""
    sources = tuple(
        Choice(name, words, then=(_how_many_points(name, text),), brief=brief, is_tap_only=name == CARD_SOURCE)
        for name, (words, text, brief) in POINT_SOURCE_LABELS.items()
    )
    pick = Pick("source", tr("Points for what?"), sources, EXCHANGE, is_assumed=True)
    return Form(tr("Points"), (pick,))


def _how_many_points(source: str, text: Message) -> Amount:
    quick, start, step = EXCHANGE_RATES if source == EXCHANGE else QUICK_POINTS
    return Amount(
        "points",
        text,
        1,
        MAX_POINTS,
        start,
        None,
        step,
        starts_at_default=True,
        suggestions=quick,
        back=tr("for what"),
    )


def _enter_points(resolution: Resolution, player_id: str, answer: Answer) -> None:
    source, points = answer.values
    resolution.do(ev.PointsScored(player_id, int(points), str(source)))
    if source == EXCHANGE:
        ask_goods_paid(resolution, player_id, payments.FOR_POINTS)


def _enter_coins_in(resolution: Resolution, player_id: str, answer: Answer) -> None:
    resolution.do(ev.CoinsGained(player_id, int(answer.values[0]), "entered"))


def _point_cards(_facts: Facts) -> Iterator[CommandCard]:
    for n in POINT_CARDS:
        yield CommandCard(
            f"points_{n}", trn("{n} point", "{n} points", n), (CARD_SOURCE, n), "points", number=n, place=POINTS
        )


def _coin_cards(_facts: Facts) -> Iterator[CommandCard]:
    for n in COIN_CARDS:
        label = trn("Take {n} coin", "Take {n} coins", n)
        yield CommandCard(f"coins_{n}", label, (n,), "coins", number=n, place=GAINS)


def _crest(state: State, question: OpenQuestion) -> Form:
    """Return the form for a clan marker from an exchange, or one forgotten before."""
    player, label = state.player(question.player), tr("A clan marker")
    return (
        Form(label, (crest_pick(state, player),)) if player.markers > 0 else Form(label, closed=no_marker_reason())
    )


def _enter_crest(resolution: Resolution, player_id: str, answer: Answer) -> None:
    coins = road_coins(resolution.state, answer.values)
    if not resolution.state.tracks_territories:  # At referee depth the exchange itself takes the good.
        # The good for which the marker was exchanged (GM-ACT-16).
        ask_good_source(resolution, player_id, "any_good", "marker")
    take_crest(resolution, player_id, str(answer.values[0]), coins)


def _scots_in(state: State, question: OpenQuestion) -> Form:
    player, label = state.player(question.player), tr("Scots into the home castle")
    free = home_castle_spaces_left(player)
    if not free:
        full = tr("All {n} Scots are in the home castle.", n=player.scots)
        return Form(label, closed=Reason("GM-CMP-03", full))
    one = Preset(tr("1 Scot into the home castle"), (1,))
    return Form(label, (Amount("scots", tr("How many Scots come home?"), 1, free, 1),), presets=(one,))


def _scots_out(state: State, question: OpenQuestion) -> Form:
    """Return the form for Scots that leave the home castle; rare unless the turn's tile costs a Scot."""
    scots, label = state.player(question.player).scots, tr("Scots out of the home castle")
    is_rare = question.player != state.turn.player or not scots_to_pay(state)
    if scots <= 0:
        closed = Reason("GM-EDG-08", tr("No Scot stands in the home castle."))
        return Form(label, closed=closed, is_rare=True)
    return Form(label, (Amount("scots", tr("How many Scots leave?"), 1, scots, 1),), is_rare=is_rare)


def _enter_scots_in(resolution: Resolution, player_id: str, answer: Answer) -> None:
    resolution.do(ev.HomeScotsChanged(player_id, int(answer.values[0]), "entered"))


def _enter_scots_out(resolution: Resolution, player_id: str, answer: Answer) -> None:
    resolution.do(ev.HomeScotsChanged(player_id, -int(answer.values[0]), "entered"))


def _scot_home_card(_facts: Facts) -> Iterator[CommandCard]:
    yield CommandCard("scot_home", tr("A Scot comes home"), (1,), "scot_home", number=1, place=SCOTS)


def _scot_away_card(_facts: Facts) -> Iterator[CommandCard]:
    yield CommandCard("scot_away", tr("A Scot leaves home"), (1,), "scot_away", number=1, place=SCOTS)


def _landmark(state: State, _question: OpenQuestion) -> Form:
    held = {card: p.id for p in state.players for card in p.landmarks}
    choices = tuple(
        Choice(
            card,
            labels.landmark_label(state.facts, card),
            _held_card_reason(state, held, card),
            piece=f"card_{card}",
        )
        for card in state.facts.landmarks
    )
    some = any(not choice.closed for choice in choices)
    gone = None if some else Reason("GM-ONE-04", tr("All landmark cards are taken."))
    return Form(tr("A landmark card"), (Pick("card", tr("Which card?"), choices),), gone)


def _held_card_reason(state: State, held: dict[str, str], card: str) -> Reason | None:
    if card not in held:
        return None
    return Reason("GM-ONE-04", tr("{player} has it.", player=labels.figure_label(state, held[card])))


def _enter_landmark(resolution: Resolution, player_id: str, answer: Answer) -> None:
    gain_landmark(resolution, player_id, str(answer.values[0]))


def _removed_tiles_form(state: State, question: OpenQuestion) -> Form:
    """Return the form for tiles that leave the territory, never the home tile (GM-EDG-04)."""
    label, most = tr("Tiles removed"), state.player(question.player).tiles - HOME_TILE_SIZE
    if most < 1:
        return Form(label, closed=Reason("GM-EDG-04", tr("The companion counts only the home tile there.")))
    parts = (
        Amount("tiles", tr("How many tiles left the territory?"), 1, min(most, MAX_REMOVED), 1),
        Amount("scots", tr("How many Scots came to the home castle from them?"), 0, MAX_SCOTS, 0),
    )
    return Form(label, parts)


def _enter_removed(resolution: Resolution, player_id: str, answer: Answer) -> None:
    tiles, scots = answer.values
    remove_tiles(resolution, player_id, int(tiles), int(scots))


def remove_tiles(resolution: Resolution, player_id: str, tiles: int, scots: int) -> None:
    """Record removed tiles; their Scots enter the home castle, cards stay (GM-EDG-04, GM-EDG-05)."""
    player: Player = resolution.state.player(player_id)
    tiles = min(tiles, player.tiles - HOME_TILE_SIZE)
    if tiles > 0:
        resolution.do(ev.TileCountChanged(player_id, -tiles, "removed", "GM-EDG-04"))
    if home := min(scots, home_castle_spaces_left(player)):
        resolution.do(ev.HomeScotsChanged(player_id, home, "removed"))


def _plus_label(n: int) -> Message:
    return trn("+{n} coin", "+{n} coins", n)


_COINS_IN = Form(tr("Got more coins"), (COINS_PART,), presets=presets_for((1, 2, 3), _plus_label))
_POINTS = payments.rare_when_tracked(_points_form())
_enter_only = ledger_entry(payments.enter_without_counts)
LEDGER_ACTIONS = (
    Action("points", _POINTS, ledger_entry(_enter_points), "DOWN+", tr("points"), cards=_point_cards),
    Action("barrel", payments.rare_when_tracked(_barrel), ledger_entry(_enter_barrel), cards=_barrel_card),
    Action("sell", _sell, ledger_entry(_enter_sale), "UP", tr("sell"), cards=sell_cards),
    Action(
        "buy", payments.rare_when_tracked(_buy), ledger_entry(_enter_purchase), "UP+", tr("buy"), cards=buy_cards
    ),
    Action(
        "scots_in", payments.hidden_when_tracked(_scots_in), ledger_entry(_enter_scots_in), cards=_scot_home_card
    ),
    Action("crest", payments.rare_when_tracked(_crest), ledger_entry(_enter_crest), cards=crest_cards),
    Action("coins_in", payments.rare_when_tracked(_COINS_IN), ledger_entry(_enter_coins_in), cards=_coin_cards),
    Action(
        "coins_out",
        payments.rare_when_tracked(payments.pay_coins_form),
        ledger_entry(payments.enter_coins_paid),
        "DOWN",
        tr("pay"),
        cards=payments.coin_payment_cards,
        key_condition=payments.is_for_this_turn,
    ),
    Action(FREE, payments.free_tile_form, _enter_only, "DOWN", key_condition=payments.is_for_this_turn),
    Action(
        OWN_GOODS,
        payments.own_goods_form,
        _enter_only,
        "DOWN",
        sign="any_good",
        key_condition=payments.is_for_this_turn,
    ),
    Action(
        OWN_GOOD,
        payments.own_good_form,
        ledger_entry(payments.enter_own_good),
        "DOWN",
        sign="any_good",
        key_condition=payments.is_for_this_turn,
    ),
    Action(
        "barrels_out",
        payments.rare_when_tracked(payments.pay_barrels_form),
        ledger_entry(payments.enter_barrels_paid),
        "DOWN",
        tr("pay"),
        cards=payments.barrel_payment_card,
        key_condition=payments.is_for_this_turn,
    ),
    Action(
        "bought", _buy_for_the_tile, _enter_bought, "DOWN", sign="buy", key_condition=payments.is_for_this_turn
    ),
    Action("sinclair", payments.sinclair_form, ledger_entry(payments.enter_sinclair), sign="coins_out"),
    Action(
        KEEP_COST_ENTRY,
        tile_facts_storage.keep_cost_form,
        ledger_entry(tile_facts_storage.store_cost),
        "OK",
        tr("end turn"),
        sign="tile",
        fallback=Fallback("end", "done", tr("remembering the cost of the tile")),
    ),
    Action(
        "keep_effect",
        tile_facts_storage.keep_effect_form,
        ledger_entry(tile_facts_storage.store_effect),
        sign="tile",
    ),
    Action(
        "scots_out",
        payments.hidden_when_tracked(_scots_out),
        ledger_entry(_enter_scots_out),
        cards=_scot_away_card,
    ),
    Action("landmark", _landmark, ledger_entry(_enter_landmark), is_rare=True),
    Action(
        "removed", payments.hidden_when_tracked(_removed_tiles_form), ledger_entry(_enter_removed), is_rare=True
    ),
)

LEDGER_QUESTIONS = (
    QuestionKind(
        "ledger",
        _text,
        LEDGER_ACTIONS,
        rule="GM-TRN-09",
        non_blocking=True,
        stays_open=True,
        # All players' ledgers are open at once and would otherwise use the same keys.
        keys_condition=is_own_turn,
        # While the cost is missing, payments have the same keys for every player, whatever a chronicle adds.
        key_order=lambda state, _question: payments.PAYMENT_OFFERS if is_cost_missing(state) else (),
    ),
)
