"""The visible part of a state, as `View` and as plain JSON. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.engine.caching import Lazy, memoize_few, memoize_last
from companion.engine.message import Message, tr, trn
from companion.scoring.gains import Gain, PlayerResult, Result, rank_players
from companion.scoring.glen_more_2.scoring import SCOTS_SOURCE, SCOTS_WITH_CASTLE_MOIL
from companion.state.glen_more_2.events import SCORING_PHASE
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.instructions.table_tasks import table_tasks, tasks_before_question
from companion.state.glen_more_2.model import Player, State
from companion.state.glen_more_2.referee.territory_tiles import territory_map
from companion.state.glen_more_2.rondel import is_game_over, moving_figures
from companion.state.glen_more_2.ruleset import expansions_of, rules_of
from companion.state.glen_more_2.scoring_rounds import (
    EXTRA_SHEETS_KEY,
    castle_moil_players,
    count_persons,
    final_result,
    round_result,
)
from companion.state.glen_more_2.text import labels
from companion.state.glen_more_2.text.history_text import owner_of_remaining_amounts, turn_log
from companion.state.glen_more_2.text.scoring_text import (
    COUNTED_LABELS,
    LATER_SOURCE,
    label_sources,
    last_result,
    result_with_names,
    source_label,
    uncertain_count_lines,
)
from companion.state.glen_more_2.view import (
    GOODS_LEFT_LABEL,
    NOT_SCORED,
    BestGain,
    CountView,
    ExtraSheet,
    NeutralView,
    PlayerView,
    RowView,
    ScoreHistoryView,
    SpaceView,
    View,
)
from companion.state.territory.market import buy_price, coins_in_row, sell_price
from companion.state.territory.track import Space, tile_indexes_ahead
from companion.state.territory.track import Track as Ring

STAGES_WITH_RESULT = ("round_scored", "final_scored", "winner")
"""Stages after a scoring, before the next turn begins."""
COUNT_QUESTIONS = ("count_scots", "count_doubted", "count_rest")
"""Questions during which all players' counts are shown."""
PHASES_IN_PLAY = ("take", "turn", "deck", "roll", SCORING_PHASE)


def build_view(state: State) -> View:
    """Return what all players may see; the base game has no secrets."""
    playing = state.phase in PHASES_IN_PLAY
    result: Result | None = _result(state)
    lines, done = _lines(state, ""), turn_log(state)
    # Lazy: this computes a whole scoring, and most pictures do not show it.
    coming: Lazy[Result | None] = Lazy(lambda: _if_scored_now(state)) if playing else NOT_SCORED
    return View(
        phase=state.phase,
        turn=state.turn.number,
        on_turn="" if _between_turns(state) else state.turn.figure,
        next_up=_next_figure(state),
        players=tuple(_player(state, p) for p in state.players),
        market=_market(state),
        track=_ring(state.facts, state.track),
        spaces=state.spaces,
        deck="" if state.phase == "over" else state.deck,
        left=state.deck_of(state.deck).left if state.deck and state.phase != "over" else 0,
        discards=tuple(t.piece or t.deck for t in state.discards),
        acting_player="" if _between_turns(state) else state.turn.acting_player,
        turn_log=tuple(line.words for line in done),
        turn_log_coins=tuple(line.coins for line in done),
        turn_log_points=tuple(line.points for line in done),
        turn_log_owner=owner_of_remaining_amounts(state, done),
        table_tasks=table_tasks(state),
        uncertainty_reasons=uncertain_count_lines(state),
        has_unpaid_cost=bool(state.score_history.unpaid_costs),
        tasks_before_question=tasks_before_question(state),
        taken_tile=labels.piece_label(state.facts, state.turn.tile, state.turn.deck) if state.turn.deck else None,
        result=result,
        counts=_counts(state) if result else (),
        castle_moil_notes=tuple(_equalled_scots(state, result)) if result else (),
        extra_scorings=_extra_sheets(state),
        result_count=len(state.done_scorings) + len(_extra_sheet_data(state)),
        is_result_new=_is_result_new(state),
        scoring_title=labels.round_title(*(state.due_scorings or state.done_scorings[-1:])[:1])
        if state.phase == SCORING_PHASE
        else None,
        is_counting=any(opened.kind in COUNT_QUESTIONS for opened in state.open_questions),
        over=state.phase == "over",
        next_scoring=coming,
        chronicles=tuple(p.name for p in expansions_of(state)),
        lines=tuple(line for _, line in lines),
        line_icons=tuple(icon for icon, _ in lines),
        source_icons=tuple((source, x.icon) for x in expansions_of(state) for source in x.point_sources),
        neutrals=tuple(
            NeutralView(id, each.name, each.icon, each.picture) for id, each in rules_of(state).figures.items()
        ),
        score_history=_score_history(state),
        territories=tuple(territory_map(state, p.id) for p in state.players) if state.tracks_territories else (),
        sources=Lazy(lambda: _source_labels(state, result, coming.value)),
    )


def _market(state: State) -> tuple[RowView, ...]:
    return tuple(_row(good, filled, labels.market_row_label(state, good)) for good, filled in state.market.items())


def _source_labels(state: State, *results: Result | None) -> tuple[tuple[str, Message], ...]:
    """Return the label of each source of points in the given results and in the extra scorings."""
    extra = (sheet.result for sheet in _extra_sheets(state))
    return label_sources(state, _sources(state, *results, *extra))


def _counts(state: State) -> tuple[CountView, ...]:
    """Return the counts that the last scoring used, in the order of a score table; tie-breaking goods last."""
    told = state.tracks_territories
    checked = (
        CountView(each.player, COUNTED_LABELS[each.count], each.value, each.confirmed, each.corrected, told)
        for each in state.score_history.checked_counts
    )
    goods = (
        CountView(who, GOODS_LEFT_LABEL, n, confirmed=True, is_tracked=told)
        for who, n in state.tiebreak_goods.items()
    )
    return (*checked, *goods)


def _equalled_scots(state: State, result: Result) -> Iterator[Message]:
    """Yield lines about Scots that Castle Moil doubled so that no player had more than another (GM-LMK-03)."""
    scored = {gain.source for player in result.players for gain in player.gains}
    scots = {each.player: each.value for each in state.score_history.checked_counts if each.count == "scots"}
    owners = castle_moil_players(state) if SCOTS_SOURCE not in scored and len(set(scots.values())) > 1 else ()
    counted = {who: n * SCOTS_WITH_CASTLE_MOIL if who in owners else n for who, n in scots.items()}
    for who in owners if len(set(counted.values())) == 1 else ():
        yield trn(
            "Scots at home: {player}'s {n} counts as {all} (Castle Moil), so nobody has more.",
            "Scots at home: {player}'s {n} count as {all} (Castle Moil), so nobody has more.",
            scots[who],
            player=labels.figure_label(state, who),
            all=counted[who],
        )


EMPTY_SCORE_HISTORY = ScoreHistoryView()


def _score_history(state: State) -> ScoreHistoryView:
    """Return all turns after the end of the game, before that only the scorings."""
    turns, best = state.score_history.turns, state.score_history.best_gain
    if state.phase != "over":
        return (
            ScoreHistoryView(tuple(each for each in turns if each.scoring))
            if state.done_scorings
            else EMPTY_SCORE_HISTORY
        )
    if best is None:
        return ScoreHistoryView(turns)
    cause = source_label(state, best.source)
    return ScoreHistoryView(state.score_history.turns, BestGain(best.player, best.points, cause, best.turn))


def _sources(state: State, *results: Result | None) -> set[str]:
    """Return every source of points that a user may ask about."""
    scored = (player for result in results if result for player in result.players)
    gained = {gain.source for player in scored for gain in player.gains}
    return gained.union(*(p.points for p in state.players))


def _between_turns(state: State) -> bool:
    """True if no figure is on turn."""
    return state.phase in (SCORING_PHASE, "over")


def _next_figure(state: State) -> str:
    """Return the next figure that can still move; the figure on turn is skipped until it has moved."""
    if _between_turns(state) or is_game_over(state):
        return ""
    moving = moving_figures(state.track)[1 if state.phase in ("take", "roll") else 0 :]
    return moving[0] if moving else ""


def _player(state: State, p: Player) -> PlayerView:
    seen = _own_counts(p)
    left, lines, plays = state.has_left(p.id), _lines(state, p.id), _expansion_marks(state, p.id)
    if not (left or lines or plays):
        return seen
    words, icons = tuple(line for _, line in lines), tuple(icon for icon, _ in lines)
    return msgspec.structs.replace(seen, lines=words, line_icons=icons, acts_for=plays, has_left=left)


@memoize_few
def _own_counts(p: Player) -> PlayerView:
    """Return a player's counts without the lines of chronicles; `left` is not set."""
    return PlayerView(
        id=p.id,
        colour=p.id,
        name=p.name,
        points=p.total,
        coins=p.coins,
        barrels=p.barrels,
        scots_home=p.scots,
        landmarks=len(p.landmarks),
        persons=count_persons(p),
        tiles=p.tiles,
        crests=len(p.crests),
        markers_left=p.markers,
        # Named as the fields of this view, so that a screen finds the count that is marked.
        uncertain_counts=tuple("scots_home" if c == "scots" else c for c in p.uncertain_counts),
        sources=tuple(sorted(p.points.items())),
    )


def _expansion_marks(state: State, player_id: str) -> tuple[str, ...]:
    """Return the neutral figures that this player acts for."""
    if not state.expansion_states:
        return ()
    return tuple(id for id, turn in rules_of(state).figures.items() if turn.player(state) == player_id)


def _lines(state: State, player_id: str) -> list[tuple[str, Message]]:
    """Return (icon, line) pairs of the chronicles for a player's counts, or for the table ("")."""
    found = [("", tr("went home; the points stay, nothing more is scored"))] if state.has_left(player_id) else []
    if state.expansion_states:
        found += [(x.icon, line) for x in expansions_of(state) if x.lines for line in x.lines(state, player_id)]
    return found


@memoize_few
def _row(good: str, filled: int, words: Message) -> RowView:
    return RowView(good, filled, coins_in_row(filled), buy_price(filled), sell_price(filled), words)


@memoize_last
def _ring(facts: Facts, line: Ring) -> tuple[SpaceView, ...]:
    ahead = {place: n for n, place in enumerate(tile_indexes_ahead(line), 1)}
    return tuple(
        _space(facts, space, _visible_space(line, place), ahead.get(place, 0)) for place, space in enumerate(line)
    )


@memoize_few
def _space(facts: Facts, space: Space, rondel_space: Space, ahead: int) -> SpaceView:
    label = labels.tile_label(facts, rondel_space) if space.has_tile or space.fixed else None
    known = facts.pieces.get(space.piece)
    return SpaceView(
        space.figures,
        space.piece,
        label,
        space.deck,
        ahead,
        not space.is_unidentified,
        is_anonymous=known is not None and labels.is_nameless(known),
    )


def _visible_space(line: Ring, place: int) -> Space:
    """Return the space to show; all spaces of a fixture show its first one, which has the name."""
    while line[place].fixed and not line[place].piece:
        place -= 1
    return line[place]


def _result(state: State) -> Result | None:
    result = last_result(state)
    return _final_table(state, result) if result and state.phase == "over" else result


def _is_result_new(state: State) -> bool:
    """True from a scoring until the next figure moves; always after the end of the game."""
    waits = state.result is not None and state.stage in STAGES_WITH_RESULT
    return waits or state.phase == "over" or (state.turn.is_after_scoring and not state.turn.has_moved)


def _extra_sheet_data(state: State) -> list[dict[str, Any]]:
    return list((state.result or {}).get(EXTRA_SHEETS_KEY, ()))


def _extra_sheets(state: State) -> tuple[ExtraSheet, ...]:
    """Return the extra scorings of chronicles after the last round."""
    return tuple(
        ExtraSheet(
            rules_of(state).expansion(sheet["expansion"]).name,
            result_with_names(state, msgspec.convert(sheet, Result)),
            msgspec.convert(sheet["text"], Message | None),
            sheet["is_immediate"],
        )
        for sheet in _extra_sheet_data(state)
    )


def _final_table(state: State, result: Result) -> Result:
    """Return the final scoring with later points of chronicles and the winners."""
    totals = {p.id: p.total for p in state.remaining_players}
    ranks = rank_players(totals, state.tiebreak_goods)
    later = [scored for sheet in _extra_sheets(state) for scored in sheet.result.players]
    players = tuple(
        _with_later_gains(
            scored,
            [gain for each in later if each.name == scored.name for gain in each.gains],
            totals[scored.name],
            ranks[scored.name],
        )
        for scored in result.players
    )
    return msgspec.structs.replace(result, players=players, winners=state.winners)


def _with_later_gains(scored: PlayerResult, later: list[Gain], now: int, rank: int) -> PlayerResult:
    """Return the player's scores with later gains and their reasons; gains without a reason come last."""
    gains = (*scored.gains, *later)
    more = now - scored.points - sum(gain.points for gain in later)
    if more:
        words = trn("after the final scoring: {n} point", "after the final scoring: {n} points", more)
        gains += (Gain(LATER_SOURCE, more, words),)
    return msgspec.structs.replace(scored, points=now, rank=rank, gains=gains)


def _if_scored_now(state: State) -> Result:
    """Return the next scoring as it would be for the current counts."""
    coming = next((d for d in ("A", "B", "C") if d not in state.done_scorings), "final")
    result = final_result(state) if coming == "final" else round_result(state, coming)
    return result_with_names(state, result)


def state_summary(state: State) -> dict[str, Any]:
    """Return the state in plain JSON, for checks by other programs."""
    told = {
        "schema": 1,
        "phase": state.phase,
        "turn": state.turn.number,
        "on_turn": state.turn.figure,
        "ring": [msgspec.to_builtins(_plain_space(space)) for space in state.track],
        "spaces": state.spaces,
        "decks": {d.letter: d.left for d in state.decks},
        "deck": state.deck,
        "market": dict(state.market),
        "discards": [msgspec.to_builtins(t) for t in state.discards],
        "players": [_plain_player(p) for p in state.players],
        "winners": list(state.winners),
    }
    if not state.tracks_territories:
        return told
    lie = {p.id: msgspec.to_builtins(p.territory.spots) for p in state.players}
    return {**told, "depth": state.depth, "territories": lie}


def _plain_space(space: Space) -> dict[str, Any]:
    return {"figures": list(space.figures), "piece": space.piece, "deck": space.deck}


def _plain_player(p: Player) -> dict[str, Any]:
    return {
        "id": p.id,
        "name": p.name,
        "points": p.total,
        "points_by_source": dict(sorted(p.points.items())),
        "coins": p.coins,
        "barrels": p.barrels,
        "scots_in_home_castle": p.scots,
        "landmarks": list(p.landmarks),
        "persons": count_persons(p),
        "tiles": p.tiles,
        "crests": list(p.crests),
        "uncertain_counts": list(p.uncertain_counts),
    }
