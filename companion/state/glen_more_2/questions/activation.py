"""Ledger actions of a turn at referee depth: activating tiles and moving Scots (sections 13 and 14)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.engine.message import tr
from companion.engine.offers import Answer
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Action, ActionFamily, Form, Resolution
from companion.state.glen_more_2.facts import LearnedFact
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.questions import payments
from companion.state.glen_more_2.questions.tile_facts import FREE, activation_part
from companion.state.glen_more_2.referee import activation
from companion.state.glen_more_2.referee.activation_forms import ACTIVATION_FORMS, SCOT_MOVES, is_time_to_activate
from companion.state.glen_more_2.referee.territory_tiles import spot_label
from companion.state.territory.activation_forms import USE_PREFIX
from companion.state.territory.model import OpenQuestion
from companion.state.territory.trading import enter_payment_source

GIVES_PREFIX = "gives_"
"""Prefix of the offer that enters what a tile with unknown activation gives."""


def _unknown_gains(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    """Yield the offers that enter an unknown activation, which is saved in the box."""
    if not state.tracks_territories or not question.player:
        return
    for spot in activation.tiles_with_unknown_activation(state):
        part = activation_part(state.facts.pieces[spot.top])
        label = tr("Activation of {tile}", tile=spot_label(state, spot))
        yield spot.top, Form(label, (part,), hint=tr("tell"), has_key=is_time_to_activate(state))


def _enter_gain(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    gives = " ".join(str(value) for value in answer.values)
    told = "" if gives == FREE else gives
    resolution.do(ev.FactLearned(LearnedFact(answer.offer.removeprefix(GIVES_PREFIX), "activation", told)))


def _card(state: State, question: OpenQuestion) -> Form | None:
    """Return the form of Loch Ness: activate any one unused tile (GM-LMK-09)."""
    return ACTIVATION_FORMS.card_form(state, question, tr("Loch Ness: one tile more"))


def _payment_source_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form that selects goods for the next payment instead of the cheapest ones (GM-ACT-11)."""
    return (
        payments.payment_source_form(state, question.player)
        if state.tracks_territories and question.player
        else None
    )


LOCH_NESS_ACTION = Action("loch_ness", _card, ACTIVATION_FORMS.enter_card, "DOWN", tr("any tile"))
MOVE_ACTION = Action("move", SCOT_MOVES.form, SCOT_MOVES.enter_step, "DOWN", tr("move"))
BY_HAND_ACTION = Action("by_hand", ACTIVATION_FORMS.by_hand_form, ACTIVATION_FORMS.enter_by_hand, is_rare=True)
PAYMENT_SOURCE_ACTION = Action("rather", _payment_source_form, enter_payment_source, is_rare=True)
ENTER_GAIN_ACTION = ActionFamily(GIVES_PREFIX, _unknown_gains, _enter_gain, key="DOWN")
ACTIONS_AFTER_LAYING = (
    ActionFamily(USE_PREFIX, ACTIVATION_FORMS.use_forms, ACTIVATION_FORMS.enter_use, key="DOWN"),
    LOCH_NESS_ACTION,
    MOVE_ACTION,
    ENTER_GAIN_ACTION,
    PAYMENT_SOURCE_ACTION,
)
ACTIONS_BEFORE_TAKING = (replace(LOCH_NESS_ACTION, key=""), BY_HAND_ACTION, PAYMENT_SOURCE_ACTION)
