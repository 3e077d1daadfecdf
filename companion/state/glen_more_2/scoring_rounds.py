"""Scoring rounds, the final scoring, extra scorings of expansions, and the score history.

Builds the input of `companion.scoring` from the counts of a state and records its result. Rounds and ties:
GM-TRN-08, GM-END-11. Extra scorings follow a round and have a sheet of their own (C5-13, C0-13). The score history
(points per turn, most points at once, uncertain and checked counts) is derived from events and never saved; the
only decision it makes is which uncertain cost is settled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, cast

import msgspec
from msgspec.structs import replace

from companion.engine.message import Message, literal
from companion.scoring.gains import Gain, PlayerGain, PlayerResult, Result, rank_players
from companion.scoring.glen_more_2.model import Round, ScoringRules, Standing, changed_standings
from companion.scoring.glen_more_2.scoring import CASTLE_MOIL, DAVID_HUME_PERSONS, score_standings
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Resolution
from companion.state.glen_more_2.events import CostSettled, CountsMarkedUncertain, PointsScored
from companion.state.glen_more_2.facts import DAVID_HUME, FINAL
from companion.state.glen_more_2.model import CheckedCount, Player, PointGain, State, TurnPoints, UncertaintyStart
from companion.state.glen_more_2.ruleset import scoring_parts
from companion.state.territory.payment_options import goods_stock


def count_persons(player: Player) -> int:
    """Return the number of person tiles that a scoring counts (GM-PER-07)."""
    hume = DAVID_HUME in player.persons
    return len(player.persons) - hume + player.person_correction + (DAVID_HUME_PERSONS if hume else 0)


def count_value(player: Player, count: str) -> int:
    """Return a count by its name, as players count it."""
    if count == "persons":
        return count_persons(player)
    if count == "landmarks":
        return len(player.landmarks)
    return player.total if count == "points" else int(getattr(player, count))


def counts_for_round(round: str) -> tuple[str, ...]:
    """Return the counts that a scoring needs besides the Scots, which are asked each time."""
    return ("barrels", "persons", "coins", "tiles") if round == FINAL else ("barrels", "persons")


def player_standings(state: State) -> tuple[Standing, ...]:
    """Return the counts of all remaining players, named by player id."""
    return tuple(
        Standing(
            name=p.id,
            points=p.total,
            # A count below zero means that an entry is missing; it is compared as 0.
            scots_in_home_castle=max(0, p.scots),
            whisky=max(0, p.barrels),
            persons=max(0, len(p.persons) - (DAVID_HUME in p.persons) + p.person_correction),
            david_hume=DAVID_HUME in p.persons,
            landmarks=p.landmarks,
            coins=max(0, p.coins),
            goods=state.tiebreak_goods.get(p.id),
            tiles=p.tiles,
        )
        for p in state.remaining_players
    )


def current_standings(state: State) -> tuple[Standing, ...]:
    """Return the counts of all remaining players with the changes that chronicles make."""
    return changed_standings(player_standings(state), scoring_parts(state))


def castle_moil_players(state: State) -> frozenset[str]:
    """Return the players whose Scots count twice; they are reminded to count each Scot once (GM-LMK-03)."""
    if not any(CASTLE_MOIL in p.landmarks for p in state.remaining_players):
        return frozenset()
    return frozenset(each.name for each in current_standings(state) if each.has_working_card(CASTLE_MOIL))


def scoring_rules(state: State) -> ScoringRules:
    """Return the house rules that a scoring needs."""
    return ScoringRules(state.house.difference_above_five)


def round_result(state: State, round: str) -> Result:
    """Return the result of scoring round A, B or C for the current counts."""
    return score_standings(cast(Round, round), player_standings(state), scoring_rules(state), scoring_parts(state))


def final_result(state: State) -> Result:
    """Return the result of the final scoring for the current counts."""
    return score_standings("final", player_standings(state), scoring_rules(state), scoring_parts(state))


def is_final_due(resolution: Resolution) -> bool:
    """True if the final scoring is the next one due."""
    return resolution.state.due_scorings[:1] == (FINAL,)


def is_round_due(resolution: Resolution) -> bool:
    """True if a scoring round is due; it comes before the next turn (GM-TRN-08)."""
    return bool(resolution.state.due_scorings)


def ask_counts(resolution: Resolution) -> None:
    """Ask for the counts of the scoring that is due; with tracked territories only for the uncertain ones."""
    state, due = resolution.state, resolution.state.due_scorings[0]
    if not state.tracks_territories:
        resolution.ask("count_scots", "", due)
    elif any(count in p.uncertain_counts for p in state.remaining_players for count in counts_for_round(due)):
        resolution.ask("count_doubted", "", due)
    else:
        score_round(resolution, due)


def score_round(resolution: Resolution, round: str) -> None:
    """Record the scoring: every gain with its source, then the result (GM-SCR-01, GM-END-07)."""
    result = final_result(resolution.state) if round == FINAL else round_result(resolution.state, round)
    for scored in result.players:
        for gain in scored.gains:
            resolution.do(ev.PointsScored(scored.name, gain.points, gain.source))
    # Converted to plain JSON values, so that an event read from a journal equals this one.
    resolution.do(ev.RoundScored(round, msgspec.json.decode(msgspec.json.encode(result))))


def is_final_scored(resolution: Resolution) -> bool:
    """True if the final scoring is done."""
    return FINAL in resolution.state.done_scorings


def must_count_goods(resolution: Resolution) -> bool:
    """True if players are tied and their goods have not been counted yet (GM-TIE-01, GM-TIE-02)."""
    return not all(
        player_id in resolution.state.tiebreak_goods for player_id in players_with_equal_totals(resolution.state)
    )


def ask_goods(resolution: Resolution) -> None:
    """Ask for the goods of tied players; at referee depth they are counted in the territories."""
    state = resolution.state
    if not state.tracks_territories:
        resolution.ask("goods", "", *players_with_equal_totals(state))
        return
    for player_id in players_with_equal_totals(state):
        goods = goods_stock(state.player(player_id).territory)
        resolution.do(ev.GoodsCounted(player_id, sum(goods.values())))


def players_with_equal_totals(state: State) -> list[str]:
    """Return the players with equal points; goods decide every rank, not only the win (GM-TIE-02)."""
    points = [p.total for p in state.remaining_players]
    return [p.id for p in state.remaining_players if points.count(p.total) > 1]


def players_with_most_points(state: State) -> list[str]:
    """Return all players with the most points."""
    most = max(p.total for p in state.remaining_players)
    return [p.id for p in state.remaining_players if p.total == most]


def end_game(resolution: Resolution) -> None:
    """Record the winners: most points, then most goods; equal players share the win (GM-END-11, GM-TIE-02)."""
    state, first = resolution.state, players_with_most_points(resolution.state)
    goods = max(state.tiebreak_goods.get(player_id, 0) for player_id in first)
    winners = tuple(w for w in first if len(first) == 1 or state.tiebreak_goods[w] == goods)
    resolution.do(ev.GameEnded(winners))


def withdraw_scoring(resolution: Resolution) -> None:
    """Withdraw the final scoring after a count was corrected; it is repeated after one OK."""
    resolution.do(ev.ScoringWithdrawn())
    resolution.ask("count_rest", "", FINAL)


EXTRA_SHEETS_KEY = "extra_scorings"
"""Key of the extra scoring sheets in an expansion's state, beside the last round's own."""
QUESTIONS_ASKED_KEY = "question_count"
"""Key of the number of questions that had been asked when the round was scored."""


class ExtraPoints(NamedTuple):
    """Points of an extra scoring."""

    points: PlayerGain
    """Player, number of points, source and reason."""
    numbers: tuple[int | str, ...] = ()
    """Numbers for `PointsScored.because`."""


def score_extra(
    state: State, expansion: str, points: Iterable[ExtraPoints], text: Message | None = None
) -> Iterator[ev.Event]:
    """Yield the points of an extra scoring, then its sheet.

    `text` is a text on the sheet for all players, also shown if no player gained points.
    """
    found = tuple(points)
    for each in found:
        gain = each.points.gain
        if gain.points:
            yield ev.PointsScored(each.points.name, gain.points, gain.source, each.numbers)
    if found or text:
        before = {p.id: dict(p.points) for p in state.players}
        yield ev.ExpansionScored(expansion, before, _as_json([each.points for each in found]), _as_json(text))


def _as_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def extra_result(state: State, e: ev.ExpansionScored) -> Result:
    """Return the table of an extra scoring, with the current totals.

    The totals include changes that other expansions made because of these points.
    """
    told = msgspec.convert(e.gains, list[PlayerGain])
    ranks = rank_players({p.id: p.total for p in state.players}, state.tiebreak_goods)
    players = []
    for player in state.players:
        before = e.before[player.id]
        gains = [one.gain for one in told if one.name == player.id]
        sources = {gain.source for gain in gains}
        for source, now in player.points.items():
            if source not in sources and (more := now - before.get(source, 0)):
                gains.append(Gain(source, more, literal(f"{more:+}")))
        players.append(PlayerResult(player.id, sum(before.values()), player.total, ranks[player.id], tuple(gains)))
    return Result(state.done_scorings[-1], tuple(players))


UNTRACKED_SOURCES = ("correction",)
"""Sources of points that no player earned by an action."""


def with_turn_points(state: State, scored: str = "") -> State:
    """Return the state with all players' current points added; `scored` names the scoring that was just done."""
    totals = tuple(player.total for player in state.players)
    turn = TurnPoints(state.turn.number, state.turn.figure, totals, scored)
    return replace(state, score_history=replace(state.score_history, turns=(*state.score_history.turns, turn)))


def with_best_gain(state: State, event: PointsScored) -> State:
    """Return the state after points were scored, which may be the most at once so far."""
    best = state.score_history.best_gain
    if event.source in UNTRACKED_SOURCES or event.points <= (best.points if best else 0):
        return state
    gained = PointGain(event.player, event.points, event.source, state.turn.number)
    return replace(state, score_history=replace(state.score_history, best_gain=gained))


def with_uncertain_counts(state: State, event: CountsMarkedUncertain) -> State:
    """Return the state in which these counts are uncertain; a count that already was keeps its first cause."""
    standing = state.player(event.player).uncertain_counts
    turn = state.turn
    since = UncertaintyStart(turn.number, turn.tile, turn.deck)
    new = {(event.player, count): since for count in event.counts if count not in standing}
    state = (
        replace(
            state,
            score_history=replace(
                state.score_history, uncertainty_starts={**state.score_history.uncertainty_starts, **new}
            ),
        )
        if new
        else state
    )
    if event.unpaid:
        unpaid = (*state.score_history.unpaid_costs, (event.player, turn.number))
        return replace(state, score_history=replace(state.score_history, unpaid_costs=unpaid))
    return without_missing_costs(state, event.player, *event.counts)


def without_missing_costs(state: State, player_id: str, *counts: str) -> State:
    """Return the state without the unentered costs of counts that were counted or became uncertain otherwise.

    A late payment does not settle such counts any more.
    """
    story = state.score_history
    if not {"coins", "barrels"} & set(counts) or all(
        who != player_id for who, _ in (*story.unpaid_costs, *story.unknown_costs)
    ):
        return state
    unpaid = tuple(each for each in story.unpaid_costs if each[0] != player_id)
    unknown = tuple(each for each in story.unknown_costs if each[0] != player_id)
    return replace(state, score_history=replace(story, unpaid_costs=unpaid, unknown_costs=unknown))


def with_settled_cost(state: State, event: CostSettled) -> State:
    """Return the state after the cost of one of these tiles was entered or declared unknown."""
    last = event.turn or max(turn for who, turn in state.score_history.unpaid_costs if who == event.player)
    tile = (event.player, last)
    unpaid = tuple(each for each in state.score_history.unpaid_costs if each != tile)
    unknown = (*state.score_history.unknown_costs, tile) if event.unknown else state.score_history.unknown_costs
    return replace(state, score_history=replace(state.score_history, unpaid_costs=unpaid, unknown_costs=unknown))


def with_entered_count(state: State, player_id: str, count: str, value: int) -> State:
    """Return the state after players entered a count for the scoring that is due or the last one."""
    # `state` still has the value that the companion had before the entry.
    if not (state.due_scorings or FINAL in state.done_scorings):
        return state
    differs = count_value(state.player(player_id), count) != value
    said = CheckedCount(player_id, count, value, True, differs and _is_known_count(state, player_id, count))
    kept = tuple(
        each for each in state.score_history.entered_counts if (each.player, each.count) != (player_id, count)
    )
    return replace(state, score_history=replace(state.score_history, entered_counts=(*kept, said)))


def _is_known_count(state: State, player_id: str, count: str) -> bool:
    """True if the stored number was certain. Scots move untracked, so they are asked before every scoring."""
    if count == "scots":
        return any((each.player, each.count) == (player_id, count) for each in state.score_history.entered_counts)
    return count not in state.player(player_id).uncertain_counts


def without_entered_counts(state: State) -> State:
    """Return the state without the counts that were entered for an earlier scoring."""
    return replace(state, score_history=replace(state.score_history, entered_counts=()))


def with_checked_counts(state: State, round: str) -> State:
    """Return the state with the counts that this scoring used and whether players confirmed them.

    The table of all counts confirms every certain count as a whole.
    """
    said = {(each.player, each.count): each for each in state.score_history.entered_counts}
    checked = tuple(
        said.get((p.id, count))
        or CheckedCount(p.id, count, max(0, count_value(p, count)), confirmed=count not in p.uncertain_counts)
        for p in state.remaining_players
        for count in ("scots", "landmarks", *counts_for_round(round))
    )
    return replace(state, score_history=replace(state.score_history, checked_counts=checked))
