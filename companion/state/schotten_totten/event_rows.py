"""Event rows of Schotten Totten: state change, history text and undo instructions of each event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine.game import TableInstruction
from companion.engine.message import Message, join_list, tr, trn
from companion.engine.question_kinds import EventRow as Row
from companion.engine.table_game import overruled_text
from companion.scoring.schotten_totten.border import printed_card
from companion.state.schotten_totten import changes, labels
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten.labels import card_label, figure_label
from companion.state.schotten_totten.model import State
from companion.state.schotten_totten.text import claimed_text, round_end_clause

EventRow = Row[State]


def _variant(state: State, e: ev.VariantChanged) -> Message:
    return labels.variant_setting(labels.VARIANT_WORDS[e.variant], e.variant not in state.variants)


def _house_rule(state: State, e: ev.HouseRuleChanged) -> Message:
    now = getattr(changes.change_house_rule(state, e).house, e.name)
    return labels.rule_setting(labels.HOUSE_WORDS[e.name], now in (True, "on_play"))


def _laid(state: State, e: ev.CardLaid) -> Message:
    return tr(
        "{player}: {card} at stone {n}", player=figure_label(state, e.player), card=card_label(e.card), n=e.stone
    )


def _technique(state: State, e: ev.TechniqueLaid) -> Message:
    return tr(
        "{player}: {card} on stone {n}", player=figure_label(state, e.player), card=card_label(e.card), n=e.stone
    )


def _moved(_state: State, e: ev.CardMoved) -> Message:
    return tr("{card} from stone {n} to stone {m}", card=card_label(e.card), n=e.from_stone, m=e.stone)


def _claimed_back(_state: State, e: ev.StoneClaimed) -> TableInstruction:
    return TableInstruction(tr("Stone {n} back into the row", n=e.stone), f"{labels.STONE_PREFIX}{e.stone}")


def _moved_back(state: State, e: ev.CardMoved) -> TableInstruction:
    where = labels.place_label(state, e.from_stone, e.from_side)
    return TableInstruction(tr("{card} back: {where}", card=card_label(e.card), where=where), printed_card(e.card))


def _discarded_back(state: State, e: ev.CardDiscarded) -> TableInstruction:
    where = labels.place_label(state, e.stone, e.side)
    return TableInstruction(tr("{card} back: {where}", card=card_label(e.card), where=where), printed_card(e.card))


def _into_hand(state: State, player: str, id: str) -> TableInstruction:
    return TableInstruction(
        tr("{card} back to {player}", card=card_label(id), player=figure_label(state, player)), printed_card(id)
    )


def _off_stone(_state: State, e: ev.CardLaid | ev.TechniqueLaid) -> TableInstruction:
    """Return the instruction that takes a card off a stone; the card then waits for its stone again."""
    return TableInstruction(tr("{card} off stone {n}", card=card_label(e.card), n=e.stone), printed_card(e.card))


def _drawn_back(state: State, all_of_them: Sequence[ev.CardsDrawn]) -> TableInstruction | None:
    """Return the instruction for drawn cards. They are unknown, and after a mistaken tap perhaps not drawn yet."""
    who, n = figure_label(state, all_of_them[0].player), sum(e.n - e.back for e in all_of_them)
    if n < 1:
        return None
    return TableInstruction(
        trn("{player}: {n} card back onto its pile, if drawn", "{player}: {n} cards back, if drawn", n, player=who)
    )


def _won(state: State, e: ev.RoundWon) -> Message:
    return round_end_clause(state, changes.win_round(state, e).results[-1])


def _points_back(state: State, e: ev.RoundWon) -> TableInstruction:
    told = (tr("{player} {n}", player=figure_label(state, who), n=n) for who, n in e.points.items())
    return TableInstruction(tr("Points of the round back: {points}", points=join_list(told)))


ROWS = (
    EventRow(
        ev.PlayerSeated,
        changes.seat_player,
        lambda _s, e: tr("{player} plays", player=labels.player_label(e.player, e.name)),
    ),
    EventRow(
        ev.PlayerNamed,
        lambda s, e: changes.with_player(s, e.player, name=e.name),
        lambda s, e: tr("{player} is called {name}", player=figure_label(s, e.player), name=e.name),
    ),
    EventRow(ev.VariantChanged, changes.change_variant, _variant),
    EventRow(
        ev.RoundsChosen, lambda s, e: replace(s, rounds=e.rounds), lambda _s, e: tr("rounds: {n}", n=e.rounds)
    ),
    EventRow(ev.HouseRuleChanged, changes.change_house_rule, _house_rule),
    EventRow(ev.StageEntered, lambda s, e: replace(s, stage=e.stage)),
    EventRow(ev.QuestionAsked, changes.open_question),
    EventRow(ev.QuestionClosed, changes.close_question),
    EventRow(ev.Overruled, changes.unchanged_state, group_history=overruled_text),
    EventRow(
        ev.RoundBegan,
        changes.begin_round,
        lambda s, e: tr("round {n}: {player} begins", n=e.number, player=figure_label(s, e.starter)),
    ),
    EventRow(ev.TurnBegan, changes.begin_turn),
    EventRow(
        ev.CardShown,
        changes.show_card,
        lambda s, e: tr("{player} shows {card}", player=figure_label(s, e.player), card=card_label(e.card)),
        undo_instructions=lambda s, e: _into_hand(s, e.player, e.card),
    ),
    EventRow(
        ev.PlaceChosen,
        changes.choose_place,
        lambda _s, e: tr("at stone {n}", n=e.stone),
    ),
    EventRow(
        ev.TargetChosen,
        changes.choose_target,
        lambda _s, e: tr("it takes {card}", card=card_label(e.card)),
    ),
    EventRow(ev.CardLaid, changes.lay_card, _laid, undo_instructions=_off_stone),
    EventRow(ev.TechniqueLaid, changes.lay_technique, _technique, undo_instructions=_off_stone),
    EventRow(
        ev.RusePlayed,
        changes.play_ruse,
        lambda s, e: tr("{player} plays {card}", player=figure_label(s, e.player), card=card_label(e.card)),
    ),
    EventRow(ev.CardMoved, changes.move_card, _moved, undo_instructions=_moved_back),
    EventRow(
        ev.CardDiscarded,
        changes.discard_card,
        lambda _s, e: tr("{card} of stone {n} discarded", card=card_label(e.card), n=e.stone),
        undo_instructions=_discarded_back,
    ),
    EventRow(
        ev.Passed, changes.pass_turn, lambda s, e: tr("{player} lays nothing", player=figure_label(s, e.player))
    ),
    EventRow(
        ev.CardsDrawn, changes.draw_cards, undo_group=lambda e: e.player, group_undo_instructions=_drawn_back
    ),
    EventRow(
        ev.StoneClaimed,
        changes.claim_stone,
        lambda s, e: claimed_text(s, e.claim),
        undo_instructions=_claimed_back,
    ),
    EventRow(ev.RoundWon, changes.win_round, _won, undo_instructions=_points_back),
    EventRow(
        ev.GameEnded,
        lambda s, e: replace(s, winners=e.winners, open=()),
        lambda s, e: tr("{names} won", names=join_list(figure_label(s, each) for each in e.winners)),
    ),
    EventRow(ev.NoteMade, changes.unchanged_state, lambda _s, e: tr("note: {words}", words=e.words)),
)
EVENTS: dict[type[Any], EventRow] = {row.event: row for row in ROWS}


def _claimed_in_short(state: State, e: ev.StoneClaimed) -> Message:
    return tr("{player} claims stone {n}", player=figure_label(state, e.player), n=e.stone)


SHORT_EVENTS: dict[type[Any], EventRow] = {
    **EVENTS,
    ev.StoneClaimed: replace(EVENTS[ev.StoneClaimed], history=_claimed_in_short),
}
"""Event rows for the line of a whole turn: claims without their reasons, which the entry itself shows."""


def apply(state: State, event: ev.Event) -> State:
    """Return the state after one event; the only way a state changes."""
    return EVENTS[type(event)].apply(state, event)
