"""Event rows of Schotten Totten: state change, history text and undo instructions of each event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine.event_rows import EventRow, EventTable
from companion.engine.game import TableInstruction
from companion.engine.message import Message, join_list, tr, trn
from companion.engine.table_game import common_event_rows
from companion.scoring.schotten_totten.border import Side, printed_card
from companion.state.schotten_totten import changes, labels
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten.labels import card_label, figure_label
from companion.state.schotten_totten.model import State
from companion.state.schotten_totten.text import claimed_text, round_end_clause

row = EventTable[State](
    {
        "player": lambda s, e: figure_label(s, e.player),
        "card": lambda _s, e: card_label(e.card),
        "n": "stone",
    }
).row


def _variant(state: State, e: ev.VariantChanged) -> Message:
    return labels.variant_setting(labels.VARIANT_WORDS[e.variant], e.variant not in state.variants)


def _house_rule(state: State, e: ev.HouseRuleChanged) -> Message:
    now = getattr(changes.change_house_rule(state, e).house, e.name)
    return labels.rule_setting(labels.HOUSE_WORDS[e.name], now in (True, "on_play"))


def _card_back(state: State, id: str, stone: int, side: Side) -> TableInstruction:
    where = labels.place_label(state, stone, side)
    return TableInstruction(tr("{card} back: {where}", card=card_label(id), where=where), printed_card(id))


def _into_hand(state: State, e: ev.CardShown) -> TableInstruction:
    card, player = card_label(e.card), figure_label(state, e.player)
    return TableInstruction(tr("{card} back to {player}", card=card, player=player), printed_card(e.card))


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


def _points(state: State, e: ev.RoundWon) -> Message:
    return join_list(tr("{player} {n}", player=figure_label(state, who), n=n) for who, n in e.points.items())


ROWS = (
    row(
        ev.PlayerSeated,
        changes.seat_player,
        tr("{player} plays"),
        fillers={"player": lambda _s, e: labels.player_label(e.player, e.name)},
    ),
    *common_event_rows(row, QuestionAsked=changes.open_question),
    row(ev.VariantChanged, changes.change_variant, _variant),
    row(ev.RoundsChosen, lambda s, e: replace(s, rounds=e.rounds), tr("rounds: {n}"), fillers={"n": "rounds"}),
    row(ev.HouseRuleChanged, changes.change_house_rule, _house_rule),
    row(
        ev.RoundBegan,
        changes.begin_round,
        tr("round {n}: {player} begins"),
        fillers={"n": "number", "player": lambda s, e: figure_label(s, e.starter)},
    ),
    row(ev.TurnBegan, changes.begin_turn),
    row(ev.CardShown, changes.show_card, tr("{player} shows {card}"), undo=_into_hand),
    row(ev.PlaceChosen, changes.choose_place, tr("at stone {n}")),
    row(ev.TargetChosen, changes.choose_target, tr("it takes {card}")),
    row(ev.CardLaid, changes.lay_card, tr("{player}: {card} at stone {n}"), undo=_off_stone),
    row(ev.TechniqueLaid, changes.lay_technique, tr("{player}: {card} on stone {n}"), undo=_off_stone),
    row(ev.RusePlayed, changes.play_ruse, tr("{player} plays {card}")),
    row(
        ev.CardMoved,
        changes.move_card,
        tr("{card} from stone {n} to stone {m}"),
        undo=lambda s, e: _card_back(s, e.card, e.from_stone, e.from_side),
        fillers={"n": "from_stone", "m": "stone"},
    ),
    row(
        ev.CardDiscarded,
        changes.discard_card,
        tr("{card} of stone {n} discarded"),
        undo=lambda s, e: _card_back(s, e.card, e.stone, e.side),
    ),
    row(ev.Passed, changes.pass_turn, tr("{player} lays nothing")),
    row(ev.CardsDrawn, changes.draw_cards, undo_group=lambda e: e.player, group_undo_instructions=_drawn_back),
    row(
        ev.StoneClaimed,
        changes.claim_stone,
        lambda s, e: claimed_text(s, e.claim),
        undo=TableInstruction(tr("Stone {n} back into the row"), f"{labels.STONE_PREFIX}{{stone}}"),
    ),
    row(
        ev.RoundWon,
        changes.win_round,
        lambda s, e: round_end_clause(s, changes.win_round(s, e).results[-1]),
        undo=tr("Points of the round back: {points}"),
        fillers={"points": _points},
    ),
    row(
        ev.GameEnded,
        lambda s, e: replace(s, winners=e.winners, open_questions=()),
        tr("{names} won"),
        fillers={"names": lambda s, e: join_list(figure_label(s, each) for each in e.winners)},
    ),
)
EVENTS: dict[type[Any], EventRow[State]] = {each.event: each for each in ROWS}
SHORT_EVENTS: dict[type[Any], EventRow[State]] = {
    **EVENTS,
    ev.StoneClaimed: row(ev.StoneClaimed, changes.claim_stone, tr("{player} claims stone {n}")),
}
"""Event rows for the line of a whole turn: claims without their reasons, which the entry itself shows."""


def apply(state: State, event: ev.Event) -> State:
    """Return the state after one event; the only way a state changes."""
    return EVENTS[type(event)].apply(state, event)
