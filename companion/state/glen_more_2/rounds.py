"""Scoring rounds in the course of the game: what is due, the scoring, ties, the end (GM-TRN-08, GM-END-11)."""

from __future__ import annotations

import msgspec

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import FINAL
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.standings import counts_of, final_result, round_result
from companion.state.territory.payment_options import stock_of


def final_is_due(resolution: Resolution) -> bool:
    return resolution.state.due[:1] == (FINAL,)


def round_is_due(resolution: Resolution) -> bool:
    """A scoring round that is due comes before the next turn (GM-TRN-08)."""
    return bool(resolution.state.due)


def ask_counts(resolution: Resolution) -> None:
    """The count sheet of the scoring that is due; where territories are followed, of what is in doubt alone."""
    state, due = resolution.state, resolution.state.due[0]
    if not state.follows:
        resolution.ask("count_scots", "", due)
    elif any(count in p.doubtful for p in state.still_in for count in counts_of(due)):
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


def final_is_scored(resolution: Resolution) -> bool:
    return FINAL in resolution.state.scored


def goods_decide(resolution: Resolution) -> bool:
    """Several have equal points, and nobody has counted their goods yet (GM-TIE-01, GM-TIE-02)."""
    return not all(player_id in resolution.state.goods for player_id in tied(resolution.state))


def ask_goods(resolution: Resolution) -> None:
    state = resolution.state
    if not state.follows:
        resolution.ask("goods", "", *tied(state))
        return
    for player_id in tied(state):
        goods = stock_of(state.player(player_id).territory)
        resolution.do(ev.GoodsCounted(player_id, sum(goods.values())))


def tied(state: State) -> list[str]:
    """Everybody whose points somebody else has too: goods decide each place as they decide the win (GM-TIE-02)."""
    points = [p.total for p in state.still_in]
    return [p.id for p in state.still_in if points.count(p.total) > 1]


def leaders(state: State) -> list[str]:
    """Everybody with the most points."""
    most = max(p.total for p in state.still_in)
    return [p.id for p in state.still_in if p.total == most]


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
