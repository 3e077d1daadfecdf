"""From the state's counts to a scoring: the step between the core and `companion.scoring`.

Scoring rounds in the course of the game: what is due, the scoring, ties, the end (GM-TRN-08, GM-END-11).

Scorings of expansions that come after a round's: booked with a sheet of their own (C5-13, C0-13).

Works out no points: whoever scores brings them with their reasons.

What people are told of the course of the points: turn by turn, the most at once, what was doubted and counted.

Follows from the events; nothing of it is kept on disk, and all that it decides is which doubt is settled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, cast

import msgspec
from msgspec.structs import replace

from companion.engine.message import Message, literal
from companion.scoring.gains import Gain, PlayerGain, Result, Scored, rank_players
from companion.scoring.glen_more_2.model import Round, ScoringRules, Standing, changed_standings
from companion.scoring.glen_more_2.scoring import CASTLE_MOIL, DAVID_HUME_PERSONS, score_standings
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Resolution
from companion.state.glen_more_2.events import CostSettled, CountsMarkedUncertain, PointsScored
from companion.state.glen_more_2.facts import DAVID_HUME, FINAL
from companion.state.glen_more_2.model import CheckedCount, Player, PointGain, State, TurnPoints, UncertaintyStart
from companion.state.glen_more_2.ruleset import scoring_parts
from companion.state.territory.payment_options import stock_of


def count_persons(player: Player) -> int:
    """Person tiles as a scoring counts them (GM-PER-07)."""
    hume = DAVID_HUME in player.persons
    return len(player.persons) - hume + player.person_correction + (DAVID_HUME_PERSONS if hume else 0)


def count_value(player: Player, count: str) -> int:
    """A count by its name, as people count it."""
    if count == "persons":
        return count_persons(player)
    if count == "landmarks":
        return len(player.landmarks)
    return player.total if count == "points" else int(getattr(player, count))


def counts_for_round(due: str) -> tuple[str, ...]:
    """What is counted for a scoring besides the Scots, which are asked each time."""
    return ("barrels", "persons", "coins", "tiles") if due == FINAL else ("barrels", "persons")


def player_standings(state: State) -> tuple[Standing, ...]:
    """The counts of everybody who is still in the game, under the players' ids."""
    return tuple(
        Standing(
            name=p.id,
            points=p.total,
            # Below zero an entry is missing; nobody owes what is compared, so it counts as none.
            scots_in_home_castle=max(0, p.scots),
            whisky=max(0, p.barrels),
            persons=max(0, len(p.persons) - (DAVID_HUME in p.persons) + p.person_correction),
            david_hume=DAVID_HUME in p.persons,
            landmarks=p.landmarks,
            coins=max(0, p.coins),
            goods=state.goods.get(p.id),
            tiles=p.tiles,
        )
        for p in state.remaining_players
    )


def current_standings(state: State) -> tuple[Standing, ...]:
    """The same with what the chronicles change of them."""
    return changed_standings(player_standings(state), scoring_parts(state))


def castle_moil_players(state: State) -> frozenset[str]:
    """Whose Scots count twice, so that people are told to count each once (GM-LMK-03)."""
    if not any(CASTLE_MOIL in p.landmarks for p in state.remaining_players):
        return frozenset()
    return frozenset(each.name for each in current_standings(state) if each.has_working_card(CASTLE_MOIL))


def scoring_rules(state: State) -> ScoringRules:
    """The table's rulings that a scoring needs."""
    return ScoringRules(state.house.difference_above_five)


def round_result(state: State, due: str) -> Result:
    """Scoring round A, B or C as it would be now."""
    return score_standings(cast(Round, due), player_standings(state), scoring_rules(state), scoring_parts(state))


def final_result(state: State) -> Result:
    """The final scoring as it would be now."""
    return score_standings("final", player_standings(state), scoring_rules(state), scoring_parts(state))


def is_final_due(resolution: Resolution) -> bool:
    return resolution.state.due[:1] == (FINAL,)


def is_round_due(resolution: Resolution) -> bool:
    """A scoring round that is due comes before the next turn (GM-TRN-08)."""
    return bool(resolution.state.due)


def ask_counts(resolution: Resolution) -> None:
    """The count sheet of the scoring that is due; where territories are followed, of what is in doubt alone."""
    state, due = resolution.state, resolution.state.due[0]
    if not state.tracks_territories:
        resolution.ask("count_scots", "", due)
    elif any(count in p.doubtful for p in state.remaining_players for count in counts_for_round(due)):
        resolution.ask("count_doubted", "", due)
    else:
        score_round(resolution, due)


def score_round(resolution: Resolution, due: str) -> None:
    """The scoring: every point with its source, then the result (GM-SCR-01, GM-END-07)."""
    result = final_result(resolution.state) if due == FINAL else round_result(resolution.state, due)
    for scored in result.players:
        for gain in scored.gains:
            resolution.do(ev.PointsScored(scored.name, gain.points, gain.source))
    # As JSON gives it back, so that the same scoring read from a journal is the same value.
    resolution.do(ev.RoundScored(due, msgspec.json.decode(msgspec.json.encode(result))))


def is_final_scored(resolution: Resolution) -> bool:
    return FINAL in resolution.state.scored


def must_count_goods(resolution: Resolution) -> bool:
    """Several have equal points, and nobody has counted their goods yet (GM-TIE-01, GM-TIE-02)."""
    return not all(player_id in resolution.state.goods for player_id in tied_players(resolution.state))


def ask_goods(resolution: Resolution) -> None:
    state = resolution.state
    if not state.tracks_territories:
        resolution.ask("goods", "", *tied_players(state))
        return
    for player_id in tied_players(state):
        goods = stock_of(state.player(player_id).territory)
        resolution.do(ev.GoodsCounted(player_id, sum(goods.values())))


def tied_players(state: State) -> list[str]:
    """Everybody whose points somebody else has too: goods decide each place as they decide the win (GM-TIE-02)."""
    points = [p.total for p in state.remaining_players]
    return [p.id for p in state.remaining_players if points.count(p.total) > 1]


def leaders(state: State) -> list[str]:
    """Everybody with the most points."""
    most = max(p.total for p in state.remaining_players)
    return [p.id for p in state.remaining_players if p.total == most]


def end_game(resolution: Resolution) -> None:
    """Most points win; of tied leaders those with most goods, who then share it (GM-END-11, GM-TIE-02)."""
    state, first = resolution.state, leaders(resolution.state)
    goods = max(state.goods.get(player_id, 0) for player_id in first)
    winners = tuple(w for w in first if len(first) == 1 or state.goods[w] == goods)
    resolution.do(ev.GameEnded(winners))


def withdraw_scoring(resolution: Resolution) -> None:
    """After the end a count was put right: the final scoring doesn't count, and comes again after one OK."""
    resolution.do(ev.ScoringWithdrawn())
    resolution.ask("count_rest", "", FINAL)


EXTRA_SHEETS_KEY = "apart"
"""Under this key the sheets stand in the state, beside the last round's own."""
QUESTIONS_ASKED_KEY = "asked"
"""Under this key stands how many questions had been asked when that round was scored."""


class ExtraPoints(NamedTuple):
    """Points of such a scoring."""

    given: PlayerGain
    """Whose, how many, from which source, and why."""
    numbers: tuple[int | str, ...] = ()
    """As in `PointsScored.because`."""


def score_extra(
    state: State, expansion: str, points: Iterable[ExtraPoints], said: Message | None = None
) -> Iterator[ev.Event]:
    """The points, then the sheet that shows them; said: what all are told on it, also where nobody got any."""
    found = tuple(points)
    for each in found:
        gain = each.given.gain
        if gain.points:
            yield ev.PointsScored(each.given.name, gain.points, gain.source, each.numbers)
    if found or said:
        before = {p.id: dict(p.points) for p in state.players}
        yield ev.ExpansionScored(expansion, before, _as_json([each.given for each in found]), _as_json(said))


def _as_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def extra_result(state: State, e: ev.ExpansionScored) -> Result:
    """Its table: the totals are those of now, what others made of these points among them."""
    told = msgspec.convert(e.gains, list[PlayerGain])
    ranks = rank_players({p.id: p.total for p in state.players}, state.goods)
    players = []
    for player in state.players:
        before = e.before[player.id]
        gains = [one.gain for one in told if one.name == player.id]
        sources = {gain.source for gain in gains}
        for source, now in player.points.items():
            if source not in sources and (more := now - before.get(source, 0)):
                gains.append(Gain(source, more, literal(f"{more:+}")))
        players.append(Scored(player.id, sum(before.values()), player.total, ranks[player.id], tuple(gains)))
    return Result(state.scored[-1], tuple(players))


UNTRACKED_SOURCES = ("correction",)
"""Sources that are no deed of a player."""


def with_turn_points(state: State, scored: str = "") -> State:
    """The state with everybody's points as they stand now; scored: the scoring that has just been done."""
    totals = tuple(player.total for player in state.players)
    turn = TurnPoints(state.turn.number, state.turn.figure, totals, scored)
    return replace(state, story=replace(state.story, turns=(*state.story.turns, turn)))


def with_best_gain(state: State, event: PointsScored) -> State:
    """The state after points, which may be the most so far."""
    best = state.story.best
    if event.source in UNTRACKED_SOURCES or event.points <= (best.points if best else 0):
        return state
    gained = PointGain(event.player, event.points, event.source, state.turn.number)
    return replace(state, story=replace(state.story, best=gained))


def with_uncertain_counts(state: State, event: CountsMarkedUncertain) -> State:
    """The state in which these counts are doubted from now on; a doubt that stands keeps its cause."""
    standing = state.player(event.player).doubtful
    turn = state.turn
    since = UncertaintyStart(turn.number, turn.tile, turn.deck)
    new = {(event.player, count): since for count in event.counts if count not in standing}
    state = replace(state, story=replace(state.story, doubts={**state.story.doubts, **new})) if new else state
    if event.unpaid:
        unpaid = (*state.story.unpaid, (event.player, turn.number))
        return replace(state, story=replace(state.story, unpaid=unpaid))
    return without_missing_costs(state, event.player, *event.counts)


def without_missing_costs(state: State, player_id: str, *counts: str) -> State:
    """The state after these counts were counted, or doubted for another reason: no payment settles them now."""
    story = state.story
    if not {"coins", "barrels"} & set(counts) or all(
        who != player_id for who, _ in (*story.unpaid, *story.unknown)
    ):
        return state
    unpaid = tuple(each for each in story.unpaid if each[0] != player_id)
    unknown = tuple(each for each in story.unknown if each[0] != player_id)
    return replace(state, story=replace(story, unpaid=unpaid, unknown=unknown))


def with_settled_cost(state: State, event: CostSettled) -> State:
    """The state after somebody said what one of these tiles had cost, or that nobody knows it."""
    last = event.turn or max(turn for who, turn in state.story.unpaid if who == event.player)
    tile = (event.player, last)
    unpaid = tuple(each for each in state.story.unpaid if each != tile)
    unknown = (*state.story.unknown, tile) if event.unknown else state.story.unknown
    return replace(state, story=replace(state.story, unpaid=unpaid, unknown=unknown))


def with_entered_count(state: State, player_id: str, count: str, value: int) -> State:
    """The state after people said, for the scoring that is due or for the last one, what a count is."""
    # `state` still has what the companion believed until then.
    if not (state.due or FINAL in state.scored):
        return state
    differs = count_value(state.player(player_id), count) != value
    said = CheckedCount(player_id, count, value, True, differs and _is_known_count(state, player_id, count))
    kept = tuple(each for each in state.story.counted if (each.player, each.count) != (player_id, count))
    return replace(state, story=replace(state.story, counted=(*kept, said)))


def _is_known_count(state: State, player_id: str, count: str) -> bool:
    """Whether the number was more than a guess. Scots walk unseen: before a scoring they are asked for, always."""
    if count == "scots":
        return any((each.player, each.count) == (player_id, count) for each in state.story.counted)
    return count not in state.player(player_id).doubtful


def without_entered_counts(state: State) -> State:
    """The state when another scoring comes: what was counted for an earlier one says nothing of it."""
    return replace(state, story=replace(state.story, counted=()))


def with_checked_counts(state: State, round: str) -> State:
    """The state in which the counts of this scoring are kept as they were, and which of them people have said.

    People scored by the table of all counts: what was in no doubt there they have confirmed as a whole.
    """
    said = {(each.player, each.count): each for each in state.story.counted}
    checked = tuple(
        said.get((p.id, count))
        or CheckedCount(p.id, count, max(0, count_value(p, count)), confirmed=count not in p.doubtful)
        for p in state.remaining_players
        for count in ("scots", "landmarks", *counts_for_round(round))
    )
    return replace(state, story=replace(state.story, checked=checked))
