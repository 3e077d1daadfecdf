"""Ledger actions of a turn at referee depth: activating tiles and moving Scots (sections 13 and 14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from companion.engine.caching import LazyItems
from companion.engine.message import tr
from companion.engine.offers import Answer, Choice, Part, Place, cell_value, parse_cell
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Action, ActionFamily, Form, Resolution
from companion.state.glen_more_2.facts import LearnedFact
from companion.state.glen_more_2.instructions.table_tasks import needs_loch_ness_reminder
from companion.state.glen_more_2.model import CASTLE_CELL, State
from companion.state.glen_more_2.payment import is_cost_missing
from companion.state.glen_more_2.questions import payments
from companion.state.glen_more_2.questions.placement import activate_with_answer
from companion.state.glen_more_2.questions.tile_facts import FREE, activation_part
from companion.state.glen_more_2.referee import activation
from companion.state.glen_more_2.referee.activation import LAYING, LOCH_NESS
from companion.state.glen_more_2.referee.activation_text import (
    option_gain_label,
    option_parts,
    options_label,
    tile_option_choices,
)
from companion.state.glen_more_2.referee.territory_tiles import spot_label, standing_label, territory_map
from companion.state.territory import scots as steps
from companion.state.territory.grid import Cell, Spot, Territory
from companion.state.territory.model import OpenQuestion
from companion.state.territory.trading import enter_payment_source
from companion.state.territory.words import mark_cell, scot_move_title

USE_PREFIX = "use_"
"""Prefix of the offer that activates a tile."""
GIVES_PREFIX = "gives_"
"""Prefix of the offer that enters what a tile with unknown activation gives."""


def _activation_choices(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    if not state.tracks_territories or not question.player:
        return
    for spot in activation.usable_tiles(state):
        found = activation.activation_options(state, question.player, spot)
        parts = LazyItems(partial(option_parts, state, question.player, found)) if len(found) > 1 else ()
        yield (
            spot.top,
            Form(
                options_label(state, spot, found), parts, hint=option_gain_label(found[0]), keyed=_is_time(state)
            ),
        )


def _is_time(state: State) -> bool:
    """True if keys offer activation; before that, the cost of the tile must be entered."""
    return not is_cost_missing(state)


def _activate(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    piece, state = answer.offer.removeprefix(USE_PREFIX), resolution.state
    spot = next(spot for spot in activation.activatable_tiles(state) if spot.top == piece)
    activate_with_answer(resolution, question.player, spot, answer.values, LAYING)


def _unknown_gains(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    """Yield the offers that enter an unknown activation, which is saved in the box."""
    if not state.tracks_territories or not question.player:
        return
    for spot in activation.tiles_with_unknown_activation(state):
        part = activation_part(state.facts.pieces[spot.top])
        label = tr("What {tile} gives when activated", tile=spot_label(state, spot))
        yield spot.top, Form(label, (part,), hint=tr("tell"), keyed=_is_time(state))


def _enter_gain(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    gives = " ".join(str(value) for value in answer.values)
    told = "" if gives == FREE else gives
    resolution.do(ev.FactLearned(LearnedFact(answer.offer.removeprefix(GIVES_PREFIX), "activation", told)))


def _card(state: State, question: OpenQuestion) -> Form | None:
    """Return the form of Loch Ness: activate any one unused tile (GM-LMK-09)."""
    if not state.tracks_territories or not question.player:
        return None
    spots = activation.card_activatable_tiles(state, needs_loch_ness_reminder(state))
    if not any(activation.is_usable(state, question.player, spot) for spot in spots):
        return None
    parts = LazyItems(lambda: (_which_tile(state, question.player, spots),))
    return Form(tr("Loch Ness: one tile more"), parts, keyed=_is_time(state))


def _which_tile(state: State, player_id: str, spots: Iterable[Spot]) -> Place:
    rows = tile_option_choices(state, player_id, spots)
    return Place("tile", tr("Which tile is activated?"), rows, map_tiles=territory_map(state, player_id))


def _use_card(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    spot = resolution.state.player(question.player).territory.at(Cell(*parse_cell(str(answer.values[0]))))
    activate_with_answer(resolution, question.player, spot, answer.values[1:], LOCH_NESS)


def _cells(state: State, spots: Iterable[Spot], then: Callable[[Spot], tuple[Part, ...]]) -> tuple[Choice, ...]:
    return tuple(Choice(cell_value(*spot.cell), spot_label(state, spot), then=then(spot)) for spot in spots)


def _move(state: State, question: OpenQuestion) -> Form | None:
    """Return the form of a Scot's step to an adjacent tile, for 1 movement point (GM-MOV-02)."""
    if not state.tracks_territories or state.turn.work.moves <= 0:
        return None
    land = state.player(question.player).territory
    scots = steps.nearest_scots(land, state.turn.work.cell or Cell(0, 0))
    if not scots:
        return None
    parts = LazyItems(lambda: (_which_scot(state, question.player, scots),))
    return Form(tr("Move a Scot"), parts, keyed=_is_time(state))


def _which_scot(state: State, player_id: str, scots: Sequence[Spot]) -> Place:
    """Return the choice of Scots, nearest first, each with its possible steps."""
    land, lie = state.player(player_id).territory, territory_map(state, player_id)
    which = tr("other Scot") if sum(spot.scots > 0 for spot in land.spots) > 1 else None

    def there(spot: Spot) -> tuple[Part, ...]:
        cells = _cells(state, _likeliest_steps(land, spot.cell), lambda _spot: ())
        title = scot_move_title(standing_label(state, spot))
        return (Place("to", title, cells, map_tiles=mark_cell(lie, spot.cell), back=which),)

    nearest, from_where = cell_value(*scots[0].cell), _cells(state, scots, there)
    return Place("scot", tr("Which Scot goes?"), from_where, default=nearest, assumed=True, map_tiles=lie)


def _likeliest_steps(land: Territory, here: Cell) -> list[Spot]:
    """Return the possible steps: to the home castle first, then those that open most cells for tiles."""
    there = steps.spots_one_step_away(land, here)
    return sorted(
        there, key=lambda spot: (spot.cell != CASTLE_CELL, -steps.count_opened_cells(land, here, spot.cell))
    )


def _step(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    here, there = (Cell(*parse_cell(str(value))) for value in answer.values)
    resolution.do(ev.ScotMoved(question.player, here.x, here.y, there.x, there.y))


def _by_hand_form(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form that turns off automatic activation for this turn; activating is voluntary (GM-ACT-04)."""
    if not state.tracks_territories or state.turn.work.by_hand:
        return None
    return Form(tr("Activate tile by tile this turn"))


def _by_hand(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.ActivatedByHand(question.player))


def _payment_source_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form that selects goods for the next payment instead of the cheapest ones (GM-ACT-11)."""
    return (
        payments.payment_source_form(state, question.player)
        if state.tracks_territories and question.player
        else None
    )


LOCH_NESS_ACTION = Action("loch_ness", _card, _use_card, "DOWN", tr("any tile"))
MOVE_ACTION = Action("move", _move, _step, "DOWN", tr("move"))
BY_HAND_ACTION = Action("by_hand", _by_hand_form, _by_hand, is_rare=True)
PAYMENT_SOURCE_ACTION = Action("rather", _payment_source_form, enter_payment_source, is_rare=True)
ENTER_GAIN_ACTION = ActionFamily(GIVES_PREFIX, _unknown_gains, _enter_gain, key="DOWN")
ACTIONS_AFTER_LAYING = (
    ActionFamily(USE_PREFIX, _activation_choices, _activate, key="DOWN"),
    LOCH_NESS_ACTION,
    MOVE_ACTION,
    ENTER_GAIN_ACTION,
    PAYMENT_SOURCE_ACTION,
)
ACTIONS_BEFORE_TAKING = (replace(LOCH_NESS_ACTION, key=""), BY_HAND_ACTION, PAYMENT_SOURCE_ACTION)
