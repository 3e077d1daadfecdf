"""Each event in one row: what it changes, its words in the history, what the hands put back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine.actions import EventRow as Row
from companion.engine.game import PutBack
from companion.engine.message import Message, listed, tr, trn
from companion.scoring.schotten_totten.cards import piece
from companion.state.schotten_totten import changes, labels
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten.labels import card, figure
from companion.state.schotten_totten.model import State
from companion.state.schotten_totten.told import claimed, round_over

EventRow = Row[State]


def _overruled(_state: State, overruled: Any) -> Message:
    against_rule = any(each.rule for each in overruled)
    return tr("done anyway, against a rule") if against_rule else tr("done anyway")


def _variant(state: State, e: ev.VariantChanged) -> Message:
    return labels.switched(labels.VARIANT_WORDS[e.variant], e.variant not in state.variants)


def _house_rule(state: State, e: ev.HouseRuleChanged) -> Message:
    now = getattr(changes.rule_changed(state, e).house, e.name)
    return labels.yes_or_no(labels.HOUSE_WORDS[e.name], now in (True, "on_play"))


def _laid(state: State, e: ev.CardLaid) -> Message:
    return tr("{player}: {card} at stone {n}", player=figure(state, e.player), card=card(e.card), n=e.stone)


def _technique(state: State, e: ev.TechniqueLaid) -> Message:
    return tr("{player}: {card} on stone {n}", player=figure(state, e.player), card=card(e.card), n=e.stone)


def _moved(_state: State, e: ev.CardMoved) -> Message:
    return tr("{card} from stone {n} to stone {m}", card=card(e.card), n=e.from_stone, m=e.stone)


def _claimed_back(_state: State, e: ev.StoneClaimed) -> PutBack:
    return PutBack(tr("Stone {n} back into the row", n=e.stone), f"{labels.STONE}{e.stone}")


def _moved_back(state: State, e: ev.CardMoved) -> PutBack:
    where = labels.side_of(state, e.from_stone, e.from_side)
    return PutBack(tr("{card} back: {where}", card=card(e.card), where=where), piece(e.card))


def _discarded_back(state: State, e: ev.CardDiscarded) -> PutBack:
    where = labels.side_of(state, e.stone, e.side)
    return PutBack(tr("{card} back: {where}", card=card(e.card), where=where), piece(e.card))


def _into_hand(state: State, player: str, id: str) -> PutBack:
    return PutBack(tr("{card} back to {player}", card=card(id), player=figure(state, player)), piece(id))


def _off_stone(_state: State, e: ev.CardLaid | ev.TechniqueLaid) -> PutBack:
    """It waits again for its place."""
    return PutBack(tr("{card} off stone {n}", card=card(e.card), n=e.stone), piece(e.card))


def _drawn_back(state: State, all_of_them: Sequence[ev.CardsDrawn]) -> PutBack | None:
    """Which they were, nobody but their player knows; who only tapped wrong may not have drawn yet."""
    who, n = figure(state, all_of_them[0].player), sum(e.n - e.back for e in all_of_them)
    if n < 1:
        return None
    return PutBack(
        trn("{player}: {n} card back onto its pile, if drawn", "{player}: {n} cards back, if drawn", n, player=who)
    )


def _won(state: State, e: ev.RoundWon) -> Message:
    return round_over(state, changes.round_won(state, e).results[-1])


def _points_back(state: State, e: ev.RoundWon) -> PutBack:
    told = (tr("{player} {n}", player=figure(state, who), n=n) for who, n in e.points.items())
    return PutBack(tr("Points of the round back: {points}", points=listed(told)))


ROWS = (
    EventRow(
        ev.PlayerSeated, changes.seated, lambda _s, e: tr("{player} plays", player=labels.player(e.player, e.name))
    ),
    EventRow(
        ev.PlayerNamed,
        lambda s, e: changes.with_player(s, e.player, name=e.name),
        lambda s, e: tr("{player} is called {name}", player=figure(s, e.player), name=e.name),
    ),
    EventRow(ev.VariantChanged, changes.variant_changed, _variant),
    EventRow(
        ev.RoundsChosen, lambda s, e: replace(s, rounds=e.rounds), lambda _s, e: tr("rounds: {n}", n=e.rounds)
    ),
    EventRow(ev.HouseRuleChanged, changes.rule_changed, _house_rule),
    EventRow(ev.StageEntered, lambda s, e: replace(s, stage=e.stage)),
    EventRow(ev.QuestionAsked, changes.question_asked),
    EventRow(ev.QuestionClosed, changes.question_closed),
    EventRow(ev.Overruled, changes.unchanged, history_of_all=_overruled),
    EventRow(
        ev.RoundBegan,
        changes.round_began,
        lambda s, e: tr("round {n}: {player} begins", n=e.number, player=figure(s, e.starter)),
    ),
    EventRow(ev.TurnBegan, changes.turn_began),
    EventRow(
        ev.CardShown,
        changes.shown,
        lambda s, e: tr("{player} shows {card}", player=figure(s, e.player), card=card(e.card)),
        put_back=lambda s, e: _into_hand(s, e.player, e.card),
    ),
    EventRow(
        ev.PlaceChosen,
        changes.place_chosen,
        lambda _s, e: tr("at stone {n}", n=e.stone),
    ),
    EventRow(
        ev.TargetChosen,
        changes.target_chosen,
        lambda _s, e: tr("it takes {card}", card=card(e.card)),
    ),
    EventRow(ev.CardLaid, changes.laid, _laid, put_back=_off_stone),
    EventRow(ev.TechniqueLaid, changes.technique_laid, _technique, put_back=_off_stone),
    EventRow(
        ev.RusePlayed,
        changes.ruse_played,
        lambda s, e: tr("{player} plays {card}", player=figure(s, e.player), card=card(e.card)),
    ),
    EventRow(ev.CardMoved, changes.moved, _moved, put_back=_moved_back),
    EventRow(
        ev.CardDiscarded,
        changes.discarded,
        lambda _s, e: tr("{card} of stone {n} discarded", card=card(e.card), n=e.stone),
        put_back=_discarded_back,
    ),
    EventRow(ev.Passed, changes.passed, lambda s, e: tr("{player} lays nothing", player=figure(s, e.player))),
    EventRow(ev.CardsDrawn, changes.drawn, handful=lambda e: e.player, put_back_handful=_drawn_back),
    EventRow(
        ev.StoneClaimed,
        changes.claimed,
        lambda s, e: claimed(s, e.claim),
        put_back=_claimed_back,
    ),
    EventRow(ev.RoundWon, changes.round_won, _won, put_back=_points_back),
    EventRow(
        ev.GameEnded,
        lambda s, e: replace(s, winners=e.winners, open=()),
        lambda s, e: tr("{names} won", names=listed(figure(s, each) for each in e.winners)),
    ),
    EventRow(ev.NoteMade, changes.unchanged, lambda _s, e: tr("note: {words}", words=e.words)),
)
EVENTS: dict[type[Any], EventRow] = {row.event: row for row in ROWS}


def _claimed_in_short(state: State, e: ev.StoneClaimed) -> Message:
    return tr("{player} claims stone {n}", player=figure(state, e.player), n=e.stone)


TOLD_IN_SHORT: dict[type[Any], EventRow] = {
    **EVENTS,
    ev.StoneClaimed: replace(EVENTS[ev.StoneClaimed], history=_claimed_in_short),
}
"""The same where a whole turn stands in a row: why a stone could be claimed, the entry itself says."""


def apply(state: State, event: ev.Event) -> State:
    """The state after one event; the only way a state changes."""
    return EVENTS[type(event)].apply(state, event)
