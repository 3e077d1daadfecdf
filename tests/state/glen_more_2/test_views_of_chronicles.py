"""What a view tells of a chronicle's points: their words, and how the game ended with what came last."""

from __future__ import annotations

import msgspec

from companion.engine.message import Message, tr
from companion.scoring.gains import PlayerResult, Result
from companion.state.glen_more_2.view import View
from companion.state.glen_more_2.view_builder import build_view
from tests.state.glen_more_2.table import Table


def at_the_end() -> View:
    """Red led after the final scoring; then yellow scored 9 more, and won."""
    table = Table(2)
    points = {"red": {"landmarks": 20}, "yellow": {"landmarks": 15, "other": 9}}
    players = tuple(msgspec.structs.replace(p, points=points[p.id]) for p in table.state.players)
    scored = (PlayerResult("red", 20, 20, 1, ()), PlayerResult("yellow", 15, 15, 2, ()))
    result = msgspec.to_builtins(Result("final", scored, ("red",)))
    return build_view(
        msgspec.structs.replace(table.state, players=players, stage="over", result=result, winners=("yellow",))
    )


def test_the_last_result_names_the_winner_of_the_whole_game() -> None:
    result = at_the_end().result
    assert result is not None
    assert result.winners == ("yellow",)
    assert [(scored.points, scored.rank) for scored in result.players] == [(20, 2), (24, 1)]


def test_what_came_after_the_final_scoring_is_a_line_of_its_own() -> None:
    view = at_the_end()
    assert view.result is not None
    (gain,) = view.result.players[1].gains
    assert (gain.points, str(gain.because)) == (9, "after the final scoring: 9 points")
    assert view.result.players[0].gains == ()
    assert str(dict(view.source_words)[gain.source]) == "Afterwards"


def test_every_source_of_points_has_words_in_the_view() -> None:
    view = at_the_end()
    told: dict[str, Message] = dict(view.source_words)
    assert {"landmarks", "other"} <= set(told)
    assert told["landmarks"] == tr("Landmark cards")


def test_every_row_of_the_market_has_words_in_the_view() -> None:
    table = Table(3)
    table.arrange("red S-1 yellow S-2 yellow S-3")
    assert [str(row.label) for row in table.view.market] == ["wood", "stone", "barley", "sheep", "cattle"]
