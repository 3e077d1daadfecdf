"""Ledger forms of payments: costs of this turn's and earlier tiles, own goods, sales (section 7, GM-TIL-02).

At referee depth each own good paid is named and leaves its tile, also for points of an unknown exchange and for an
earlier tile's cost. The correction "late_cost" pays an earlier tile and never the tile of this turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from companion.engine.message import Message, tr, trn
from companion.engine.offers import NONE, Amount, Answer, Choice, Pick, Preset, Reason, SharedQuestion, SoftLimit
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import (
    PAYMENTS,
    Action,
    ActionFamily,
    CommandCard,
    Form,
    QuestionKind,
    Resolution,
    do_nothing,
)
from companion.state.glen_more_2.effects import raise_counts_to_zero
from companion.state.glen_more_2.facts import GOODS, Facts
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.payment import (
    TRADE_FORMS,
    coins_before_tile_effects,
    goods_gained_with_tile,
    has_missing_costs,
    has_named_own_goods,
    is_cost_missing,
    may_include_own_goods,
    settles_earlier_cost,
    turns_with_missing_cost,
)
from companion.state.glen_more_2.referee import activation
from companion.state.glen_more_2.referee.territory_tiles import spot_label
from companion.state.glen_more_2.text import labels
from companion.state.glen_more_2.text.labels import EARLIER_FREE, EARLIER_OWN_GOODS, EARLIER_PAID, EARLIER_UNKNOWN
from companion.state.territory.grid import Spot
from companion.state.territory.model import OpenQuestion
from companion.state.territory.trading import record_answered_sale, source_cell, spots_with_good

FOR_POINTS, FOR_EARLIER_TILE = "points", "earlier"
"""What the goods were given for."""
OWN_GOOD_PREFIX = "own_"
"""Prefix of the offer for a good; the good and its tile follow."""


def ask_goods_paid(resolution: Resolution, player_id: str, for_what: str, before: int = 0) -> None:
    """Ask for the next good that was given, while the territory has goods; `before`: number already named."""
    state = resolution.state
    if state.tracks_territories and any(spot.goods for spot in state.player(player_id).territory.spots):
        resolution.ask("given", player_id, for_what, before)


def _goods_paid_text(state: State, question: OpenQuestion) -> Message:
    for_what, before = str(question.args[0]), int(question.args[1])
    name = labels.figure_label(state, question.player)
    if before:
        return trn(
            "{Player} gave {n} own good. Another?", "{Player} gave {n} own goods. Another?", before, Player=name
        )
    if for_what == FOR_EARLIER_TILE:
        return tr("{Player}, which own good paid for the earlier tile?", Player=name)
    return tr("{Player}, which own good was given for the points?", Player=name)


def _own_good_choices(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    for spot in state.player(question.player).territory.spots:
        for good, n in spot.goods.items():
            if n:
                words = tr("{good}: {tile}", good=labels.GOODS_LABELS[good], tile=spot_label(state, spot))
                yield f"{good} {spot.x},{spot.y}", Form(words, hint=labels.GOODS_LABELS[good])


def _give_good(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    good, _, cell = answer.offer.removeprefix(OWN_GOOD_PREFIX).partition(" ")
    x, y = map(int, cell.split(","))
    resolution.do(ev.GoodsGiven(question.player, x, y, good, 1, "entered"))
    ask_goods_paid(resolution, question.player, str(question.args[0]), int(question.args[1]) + 1)


def _no_more(_state: State, question: OpenQuestion) -> Form:
    """Return the form that ends the list; goods that were bought are recorded by the market."""
    return Form(tr("No other") if question.args[1] else tr("No own good"), hint=NONE)


GOODS_PAID_QUESTIONS = (
    QuestionKind(
        "given",
        _goods_paid_text,
        (ActionFamily(OWN_GOOD_PREFIX, _own_good_choices, _give_good), Action("none", _no_more, do_nothing)),
        rule="GM-TAK-02",
    ),
)


BROUGHT_BY_TILE = Reason("GM-TAK-01", tr("The tile itself brought it."))
"""Reason why a good on a tile cannot pay."""


def enter_sale(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Record the sale of a good."""
    record_answered_sale(resolution, question.player, answer)


def pay_good_form(state: State, player_id: str, late: bool) -> Form:
    """Return the form for one own good, with its tile (GM-TAK-02). `late`: for an earlier tile."""
    rows = tuple(_own_good_choice(state, player_id, good, late) for good in GOODS)
    held = next((row.value for row in rows if not row.closed), "")
    pick = Pick("good", tr("Which of your own goods paid?"), rows, held, in_order=True)
    none = Reason("GM-TAK-02", tr("No good lies in this territory."))
    if any(row.closed and row.closed.rule == BROUGHT_BY_TILE.rule for row in rows):
        none = BROUGHT_BY_TILE
    return Form(tr("Paid with a good from a tile"), (pick,), None if held else none)


def _own_good_choice(state: State, player_id: str, good: str, late: bool) -> Choice:
    words, spots = labels.GOODS_LABELS[good], _spots_able_to_pay(state, player_id, good, late)
    closed = None if spots else _no_good_reason(state, player_id, good)
    return Choice(good, words, closed, then=TRADE_FORMS.which_tile(state, spots), brief=words)


def _spots_able_to_pay(state: State, player_id: str, good: str, late: bool) -> list[Spot]:
    """Return the tiles with such a good from before this turn's tile was taken, the fullest first."""
    spots = spots_with_good(state.player(player_id).territory, good)
    return spots if late else [s for s in spots if s.goods[good] > goods_gained_with_tile(state, s)[good]]


def _no_good_reason(state: State, player_id: str, good: str) -> Reason:
    if spots_with_good(state.player(player_id).territory, good):
        return BROUGHT_BY_TILE
    name = labels.figure_label(state, player_id)
    return Reason("GM-TAK-02", tr("{Player} has no {good}.", Player=name, good=labels.GOODS_LABELS[good]))


def give_own_good(resolution: Resolution, player_id: str, answer: Answer, late: bool) -> None:
    """Record the good and its tile. `late`: as in `pay_good_form`."""
    good = str(answer.values[0])
    cell = source_cell(answer, _spots_able_to_pay(resolution.state, player_id, good, late))
    resolution.do(ev.GoodsGiven(player_id, cell.x, cell.y, good, 1, "entered"))


def payment_source_form(state: State, player_id: str, scot: bool = False) -> Form | None:
    """Return the form that selects what pays the next cost. `scot`: the cost includes a Scot."""
    payers = (TRADE_FORMS.scot_payers(state, player_id, tr("a Scot")),) if scot else ()
    return TRADE_FORMS.pay_otherwise(state, player_id, *payers)


FormOrFunction = Form | Callable[[State, OpenQuestion], Form | None]


def rare_when_tracked(form: FormOrFunction) -> Callable[[State, OpenQuestion], Form | None]:
    """Return the form function marked rare at referee depth, except while players must enter a cost or gains."""

    def now(state: State, question: OpenQuestion) -> Form | None:
        shown = form if isinstance(form, Form) else form(state, question)
        asked_for = not state.tracks_territories or is_cost_missing(state) or activation.manually_used_tiles(state)
        return shown if asked_for or not shown else replace(shown, is_rare=True)

    return now


def hidden_when_tracked(
    form: Callable[[State, OpenQuestion], Form],
) -> Callable[[State, OpenQuestion], Form | None]:
    """Return the form function that offers nothing at referee depth."""
    return lambda state, question: None if state.tracks_territories else form(state, question)


MAX_COINS, MAX_BARRELS = 40, 25
QUICK_COINS = (1, 2, 3)
"""Numbers of coins with a row and a card of their own."""
QUICK_COINS_WITHOUT_COST = (2,)
"""Larger ones of these are shown only while the cost of a tile is missing, and for late entries."""
COINS_PART = Amount("coins", tr("How many coins?"), 1, MAX_COINS, 1, suggestions=(4, 5, 6, 8))
"""Other numbers of coins."""
PAYMENT_OFFERS = (labels.FREE, "coins_out", labels.OWN_GOODS, labels.OWN_GOOD, "bought", "barrels_out")
"""Ways to pay a tile, in the order shown; "free" is first, because then nothing is unpaid."""
COST_QUESTION = SharedQuestion(tr("What did the tile cost?"), tr("cost"))


def presets_for(numbers: Sequence[int], words: Callable[[int], Message], what: str = "coin") -> tuple[Preset, ...]:
    """Return a row for each of these numbers."""
    return tuple(Preset(words(n), (n,), labels.COST_LABELS[what](n)) for n in numbers)


def _paid_label(n: int) -> Message:
    return trn("Paid {n} coin", "Paid {n} coins", n)


_BARRELS = Amount("barrels", tr("How many barrels?"), 1, MAX_BARRELS, 1)


def pay_coins_form(state: State, question: OpenQuestion) -> Form:
    """Return the form for coins, at the top of the list while the cost of this turn's tile is missing."""
    now = is_for_this_turn(state, question)
    ready = (
        replace(row, is_for_late_entry=row.values > QUICK_COINS_WITHOUT_COST and not now)
        for row in presets_for(QUICK_COINS, _paid_label)
    )
    before = coins_before_tile_effects(state, question.player) if now else None
    coins = replace(COINS_PART, soft_limit=purse_limit(state, question.player, "coins", before))
    return Form(
        tr("Paid more coins"), (coins,), presets=tuple(ready), shared_question=COST_QUESTION if now else None
    )


def purse_limit(state: State, player_id: str, count: str, before: int | None = None) -> SoftLimit | None:
    """Return the limit above which players must confirm; None if the count is uncertain (GM-TAK-01).

    `before`: the number before the effects of the tile that is paid.
    """
    player = state.player(player_id)
    if count in player.uncertain_counts:
        return None
    name, n = labels.figure_label(state, player_id), int(getattr(player, count))
    if before is not None and before < n:
        words = tr(
            "{Player} had {n} before the tile brought coins.", Player=name, n=labels.COST_LABELS["coin"](before)
        )
        return SoftLimit(before, Reason("GM-TAK-01", words))
    text = trn(
        "The companion has {player} on {n} coin.", "The companion has {player} on {n} coins.", n, player=name
    )
    if count == "barrels":
        text = trn(
            "The companion has {player} on {n} barrel.",
            "The companion has {player} on {n} barrels.",
            n,
            player=name,
        )
    return SoftLimit(n, Reason("GM-TAK-01", text))


def pay_barrels_form(state: State, question: OpenQuestion) -> Form:
    """Return the form for barrels, after the other ways to pay while the cost of this turn's tile is missing."""
    one = presets_for((1,), lambda _n: tr("Paid 1 barrel"), "whisky")
    barrels = replace(_BARRELS, soft_limit=purse_limit(state, question.player, "barrels"))
    together = COST_QUESTION if is_for_this_turn(state, question) else None
    return Form(tr("Paid more barrels"), (barrels,), presets=one, shared_question=together)


def enter_barrels_paid(resolution: Resolution, player_id: str, answer: Answer) -> None:
    """Record barrels paid."""
    resolution.do(ev.BarrelsPaid(player_id, int(answer.values[0]), "entered"))


def enter_coins_paid(resolution: Resolution, player_id: str, answer: Answer) -> None:
    """Record coins paid."""
    resolution.do(ev.CoinsPaid(player_id, int(answer.values[0]), "entered"))


def is_for_this_turn(state: State, question: OpenQuestion) -> bool:
    """True if the player's payments are for the tile of this turn."""
    return question.player == state.turn.player and is_cost_missing(state)


def free_tile_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form that says that a tile of unknown cost was free (GM-TIL-02)."""
    return _without_coins(state, question, tr("Paid nothing: it was free"), tr("free"))


def own_goods_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form that says that own goods paid; at scorekeeper depth they are not counted (GM-TAK-02)."""
    if state.tracks_territories:
        return None
    label = tr("Paid with own goods")
    if question.player == state.turn.player and may_include_own_goods(state):
        return Form(label, is_rare=True)
    return _without_coins(state, question, label, tr("goods"))


def own_good_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form for an own good at referee depth, which is named and leaves its tile (GM-TAK-02)."""
    more = question.player == state.turn.player and may_include_own_goods(state)
    if not state.tracks_territories or not (
        is_for_this_turn(state, question) or more or has_missing_costs(state, question.player)
    ):
        return None
    form = pay_good_form(state, question.player, settles_earlier_cost(state, question.player, labels.OWN_GOOD))
    together = COST_QUESTION if is_for_this_turn(state, question) else None
    return replace(
        form, hint=tr("goods"), is_rare=more and not has_named_own_goods(state), shared_question=together
    )


def enter_own_good(resolution: Resolution, player_id: str, answer: Answer) -> None:
    """Record an own good that paid this turn's tile or an earlier one."""
    give_own_good(
        resolution, player_id, answer, settles_earlier_cost(resolution.state, player_id, labels.OWN_GOOD)
    )


def _without_coins(state: State, question: OpenQuestion, label: Message, brief: Message) -> Form | None:
    now = is_for_this_turn(state, question)
    if not now and not has_missing_costs(state, question.player):
        return None
    return Form(label, hint=brief, shared_question=COST_QUESTION if now else None)


def enter_without_counts(_resolution: Resolution, _player_id: str, _answer: Answer) -> None:
    """Record nothing: the entry itself is the information."""


def sinclair_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form for 1 coin in place of a good, for the owner of Sinclair (GM-CRS-22)."""
    if not state.has_lasting_crest(question.player, "sinclair"):
        return None
    limit = purse_limit(state, question.player, "coins")
    return Form(tr("1 coin for a good (Sinclair)"), caution=limit.reason if limit and limit.limit < 1 else None)


def enter_sinclair(resolution: Resolution, player_id: str, _answer: Answer) -> None:
    """Record the coin that Sinclair pays in place of a good."""
    resolution.do(ev.CoinsPaid(player_id, 1, "sinclair"))


def coin_payment_cards(_facts: Facts) -> Iterator[CommandCard]:
    """Yield the command cards that pay coins."""
    for n in QUICK_COINS:
        yield CommandCard(
            f"pay_{n}", trn("Pay {n} coin", "Pay {n} coins", n), (n,), "pay", number=n, place=PAYMENTS
        )


def barrel_payment_card(_facts: Facts) -> Iterator[CommandCard]:
    """Yield the command card that pays a barrel."""
    yield CommandCard("pay_barrel", tr("Pay 1 barrel"), (1,), "pay_barrel", number=1, place=PAYMENTS)


PURSE = ("barrels", "coins")


def overdue_cost_form(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form for the cost of an earlier tile, the latest turn first, then the payment.

    OK in the choice of a payment enters nothing, so that one press too many does no harm.
    """
    turns = {player.id: turns_with_missing_cost(state, player.id) for player in state.remaining_players}
    owing = sorted(((turn, who) for who, each in turns.items() for turn in each), reverse=True)
    if not owing:
        return None
    rows = [_turn_choice(state, who, turn) for turn, who in owing]
    rows += [_hidden_turn_choice(state, who, each[-1]) for who, each in turns.items() if each]
    return Form(tr("Cost of an earlier tile"), (Pick("player", tr("Whose tile?"), tuple(rows)),), hint=tr("cost"))


def _turn_choice(state: State, player_id: str, turn: int) -> Choice:
    name = tr("{player}, turn {n}", player=labels.figure_label(state, player_id), n=turn)
    return Choice(f"{player_id} {turn}", name, then=(_payment_pick(state, player_id, turn),))


def _hidden_turn_choice(state: State, player_id: str, turn: int) -> Choice:
    """Return the choice of a player's last tile; hidden, because only entries of the earlier format use it."""
    name = labels.figure_label(state, player_id)
    return Choice(player_id, name, then=(_payment_pick(state, player_id, turn),), is_tap_only=True)


def _payment_pick(state: State, player_id: str, turn: int) -> Pick:
    """Return the choice of a payment on keys: common costs on the first page, "unknown" last."""
    nothing, one, two, three = Choice(EARLIER_FREE, tr("Nothing"), brief=tr("free")), *map(_coins, QUICK_COINS)
    never = Choice(EARLIER_UNKNOWN, tr("We don't know"), brief=tr("unknown"))
    goods = Choice(EARLIER_OWN_GOODS, tr("Own goods"), brief=tr("goods"))
    barrel = Choice("barrels 1", labels.COST_LABELS["whisky"](1), is_tap_only=True)
    more = Choice(
        "coins", tr("More coins"), then=(_other_amount(tr("How many coins?"), MAX_COINS),), brief=tr("coins")
    )
    barrels = Choice(
        "barrels", tr("Barrels"), then=(_other_amount(tr("How many barrels?"), MAX_BARRELS),), brief=tr("barrels")
    )
    title = tr("{player}, turn {n}: what did the tile cost?", player=labels.figure_label(state, player_id), n=turn)
    choices = (nothing, one, two, three, goods, barrels, more, never, barrel)
    return Pick("paid", title, choices, in_order=True, starts_at_default=True, is_postponable=True)


def _coins(n: int) -> Choice:
    words = labels.COST_LABELS["coin"](n)
    return Choice(f"coins {n}", words, brief=words)


def _other_amount(text: Message, most: int) -> Amount:
    return Amount("n", text, 1, most, 1, starts_at_default=True)


def enter_overdue_cost(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Record the cost of an earlier tile. An unknown cost leaves the counts uncertain."""
    whose, said = str(answer.values[0]), str(answer.values[1])
    player_id, _, turn = whose.partition(" ")
    what, _, n = said.partition(" ")
    if player_id != resolution.state.turn.player:
        resolution.do(ev.LateEntryMade(player_id))
    resolution.do(ev.EntryMade(player_id, what if what.startswith("late_") else EARLIER_PAID))
    if what == EARLIER_UNKNOWN:
        # An entry without a turn is about all the player's missing costs.
        stays = (
            ev.CostSettled(player_id, int(turn), unknown=True)
            if turn
            else ev.CountsMarkedUncertain(player_id, PURSE)
        )
        resolution.do(stays)
        return
    number = int(n or (answer.values[2] if len(answer.values) > 2 else 0))
    if what == "coins":
        resolution.do(ev.CoinsPaid(player_id, number, "entered"))
    elif what == "barrels":
        resolution.do(ev.BarrelsPaid(player_id, number, "entered"))
    resolution.do(ev.CostSettled(player_id, int(turn or 0)))
    if what == EARLIER_OWN_GOODS:
        ask_goods_paid(resolution, player_id, FOR_EARLIER_TILE)
    if player_id != resolution.state.turn.player:
        raise_counts_to_zero(resolution, player_id)
