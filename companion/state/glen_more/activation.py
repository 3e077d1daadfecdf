"""Activation of tiles, movement of Scots and trade at referee depth.

The effects of tiles on activation and on placing, and the forms of trade (G1-ACT-01, G1-PRD-02, G1-TRN-04,
G1-WHS-02 to G1-WHS-05). Scots move after all activations (G1-TRN-06).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.engine.caching import memoize_few
from companion.engine.message import tr
from companion.engine.offers import Answer, Choice, Pick, Reason
from companion.state.glen_more import events as ev
from companion.state.glen_more import text
from companion.state.glen_more.changes import CHIEFTAIN
from companion.state.glen_more.model import (
    GOODS,
    Effect,
    State,
    Tile,
    cards_of_tile,
    gives_card,
    has_effect,
)
from companion.state.glen_more.resolution import Form, Resolution
from companion.state.glen_more.standings import are_points_hidden
from companion.state.glen_more.text import TERRITORY_WORDS
from companion.state.glen_more.tile_costs import SCOT_OR_CHIEFTAIN, TRADE_FORMS, cost_amount
from companion.state.territory.activation import PLACING_CAUSE, Activation
from companion.state.territory.activation_forms import ActivationForms
from companion.state.territory.activation_options import (
    ALL_FREE_EFFECTS,
    BARREL_GAIN,
    MOVEMENT_GAIN,
    POINTS_GAIN,
    ActivationOption,
    FreeEffects,
    different_goods_combinations,
    goods_combinations,
)
from companion.state.territory.grid import Cell, Spot
from companion.state.territory.model import OpenQuestion
from companion.state.territory.scot_moves import ScotMoves
from companion.state.territory.scots import count_opened_cells
from companion.state.territory.trading import record_answered_sale, spots_with_good

_FREE_GAINS = {"movement": MOVEMENT_GAIN, "points": POINTS_GAIN}


class GlenMoreActivation(Activation):
    """Activation of the tiles of Glen More: each has one effect, and Loch Oich activates all tiles."""

    def free_effects(self, state: State, spot: Spot) -> FreeEffects:
        return _free_effects(state.facts.tiles[spot.top].activation)

    def exchange_options(self, state: State, _player_id: str, spot: Spot) -> Sequence[ActivationOption]:
        return () if spot.top in state.turn.work.activated else _exchanges(state.facts.tiles[spot.top].activation)

    def card(self, state: State) -> str:
        """Return Loch Ness if the player on turn has it (G1-CRD-06), otherwise ""."""
        cards = state.player(state.turn.figure).cards
        return next((card for card in cards if has_effect(state.facts.cards[card], "activate_one")), "")

    def is_over(self, state: State) -> bool:
        """True once Scots have moved (G1-TRN-06) or tiles were laid on the rondel."""
        return state.turn.work.has_moved_scot or state.turn.is_track_cleared

    def cause(self, state: State) -> str:
        tile = state.facts.tiles.get(state.turn.tile)
        return (tile and gives_card(state, tile, "activate_all")) or PLACING_CAUSE


@memoize_few
def _free_effects(effects: tuple[Effect, ...]) -> FreeEffects:
    makes = tuple(effect.what for effect in effects if effect.op == "produce")
    other = {
        _FREE_GAINS[effect.op]: effect.points[0] if effect.points else effect.n
        for effect in effects
        if effect.op in _FREE_GAINS
    }
    return FreeEffects(makes, other)


@memoize_few
def _exchanges(effects: tuple[Effect, ...]) -> tuple[ActivationOption, ...]:
    return tuple(
        ActivationOption(ALL_FREE_EFFECTS, "+".join(kinds), Counter(kinds), {gain: n})
        for effect in effects
        for kinds, gain, n in _payments(effect)
    )


def _payments(effect: Effect) -> Iterator[tuple[tuple[str, ...], str, int]]:
    """Yield the goods that can be paid together, with the gain and its number."""
    match effect.op:
        case "distil":
            yield effect.what, BARREL_GAIN, 1
        case "hand_in_set":
            yield effect.what, POINTS_GAIN, effect.points[0]
        case "hand_in_alike":
            for n, points in enumerate(effect.points, 1):
                yield effect.what * n, POINTS_GAIN, points
        case "hand_in_different":
            for n, points in enumerate(effect.points, 1):
                for kinds in different_goods_combinations(GOODS, n):
                    yield kinds, POINTS_GAIN, points
        case "hand_in_any":
            for kinds in goods_combinations(GOODS, effect.n):
                yield kinds, POINTS_GAIN, effect.points[0]


ACTIVATION = GlenMoreActivation(GOODS)
ACTIVATION_FORMS = ActivationForms(
    ACTIVATION, TERRITORY_WORDS, TRADE_FORMS, sorts_by_value=True, hides_points=are_points_hidden
)
SCOT_MOVES = ScotMoves(TERRITORY_WORDS, is_over=lambda state: state.turn.is_track_cleared)


def suggested_scots_to_promote(state: State) -> list[Spot]:
    """Return the tiles with a Scot that can become chieftain, sorted by how few cells close when it leaves."""
    land = state.player(state.turn.figure).territory
    return sorted(SCOT_MOVES.movable(state), key=lambda spot: count_opened_cells(land, spot.cell, spot.cell))


def apply_placing_effects(resolution: Resolution, piece: str, cell: Cell) -> None:
    """Record what a tile gives on placing, its card, and the card's immediate effects (G1-TRN-04, G1-LOC-02)."""
    tile = resolution.state.facts.tiles[piece]
    player_id = resolution.state.turn.figure
    for effect in tile.placing:
        _gain(resolution, player_id, cell, effect, f"placing:{piece}")
    for card in cards_of_tile(tile):
        if all(card not in player.cards for player in resolution.state.players):
            resolution.do(ev.LandmarkGained(player_id, card))
        if resolution.state.facts.cards[card].timing == "at_once":
            for effect in resolution.state.facts.cards[card].effects:
                _gain(resolution, player_id, cell, effect, f"card:{card}")


def _gain(resolution: Resolution, player_id: str, cell: Cell, effect: Effect, why: str) -> None:
    match effect.op:
        case "clan_member":
            resolution.do(ev.ScotPlaced(player_id, cell.x, cell.y, effect.n, why))
        case "barrel":
            resolution.do(ev.BarrelsGained(player_id, effect.n, why))
        case "coins":
            resolution.do(ev.CoinsGained(player_id, effect.n, why))
        case "choose_goods":
            resolution.ask("choose", player_id, cell.x, cell.y, effect.n, why)
        case "fill_empty":
            _fill_empty(resolution, player_id, why)


def _fill_empty(resolution: Resolution, player_id: str, why: str) -> None:
    """Record a good onto each empty tile that makes goods; ask if it makes several kinds (G1-CRD-13)."""
    for spot in resolution.state.player(player_id).territory.spots:
        made = _made(resolution.state.facts.tiles[spot.top])
        if not made or spot.goods:
            continue
        if len(made) == 1:
            resolution.do(ev.GoodsGained(player_id, spot.x, spot.y, made[0], 1, why))
        else:
            resolution.ask("choose", player_id, spot.x, spot.y, 1, why)


def _made(tile: Tile) -> tuple[str, ...]:
    return tuple(good for effect in tile.activation if effect.op == "produce" for good in effect.what)


def sell_form(state: State, question: OpenQuestion) -> Form:
    """Return the form for selling a good.

    Goods that a tile costs may be sold too; they are bought back for the same coins.
    """
    if state.turn.is_track_cleared:
        return Form(
            tr("Sell a good"),
            closed=Reason("G1-WHS-02", tr("New tiles have been laid: no more trade in this turn.")),
        )
    return TRADE_FORMS.sell(state, question.player)


def sell_from_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form for selling a good from one of several tiles, to make space there; None without a choice."""
    if not state.tracks_territories or state.turn.is_track_cleared:
        return None
    land = state.player(question.player).territory
    rows = []
    for good, words in text.GOODS_WORDS.items():
        spots = spots_with_good(land, good)
        if len(spots) > 1 and state.market[good]:
            which = Pick(
                "from", tr("From which tile?"), TRADE_FORMS.from_each(state, spots), starts_at_default=True
            )
            rows.append(Choice(good, words, then=(which,), brief=words))
    pick = Pick("good", tr("Sell which good?"), tuple(rows), starts_at_default=True, in_order=True)
    return Form(tr("Sell a good from a certain tile"), (pick,)) if rows else None


def enter_sale(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Record the sale in an answer."""
    record_answered_sale(resolution, question.player, answer)


def payment_source_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form for the source of the next payment of a good, or None without alternatives."""
    others = []
    if state.stage == "place" and cost_amount(state.facts.tiles[state.turn.tile], SCOT_OR_CHIEFTAIN):
        others.append(_payers(state, question.player))
    return TRADE_FORMS.pay_otherwise(state, question.player, *others)


def _payers(state: State, player_id: str) -> Choice:
    chieftain = [Choice(CHIEFTAIN, tr("a chieftain"))] * (state.player(player_id).chieftains > 0)
    return TRADE_FORMS.scot_payers(state, player_id, tr("a Scot or a chieftain"), *chieftain)


def manual_activation_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form that turns off automatic activation for this turn (G1-ACT-02), or None."""
    return ACTIVATION_FORMS.by_hand_form(state, question) if state.stage in ("take", "place") else None
