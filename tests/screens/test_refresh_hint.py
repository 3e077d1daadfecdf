"""What ended between two pictures."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.message import tr
from tests.hardware.eink_worlds import game_pictures
from tests.screens.shown import refresh_hint
from tests.state.glen_more_2.table import Table


def test_a_turn_ends_when_somebody_else_is_on_turn_or_the_next_turn_begins() -> None:
    view = Table(3).view
    assert refresh_hint(view, view) == ""
    assert refresh_hint(view, replace(view, turn=view.turn + 1)) == "turn"
    assert refresh_hint(view, replace(view, on_turn="die")) == "turn"


def test_a_scoring_and_the_end_of_the_game_are_told_once() -> None:
    view = Table(3).view
    scored = replace(view, is_result_new=True, turn=view.turn + 1)
    assert refresh_hint(view, scored) == "scoring"
    assert refresh_hint(scored, scored) == ""
    assert refresh_hint(scored, replace(scored, over=True)) == "scoring"


def test_counting_before_a_scoring_is_no_turn_of_anybody() -> None:
    view = Table(3).view
    counting = replace(view, on_turn="", scoring_title=tr("Scoring round A"))
    assert refresh_hint(view, counting) == ""
    assert refresh_hint(counting, replace(view, turn=view.turn + 1)) == "turn"


def test_without_a_view_nothing_ends() -> None:
    view = Table(3).view
    assert (refresh_hint(None, view), refresh_hint(view, None), refresh_hint(None, None)) == ("", "", "")


def test_a_game_has_its_quiet_moments() -> None:
    moments = [ended for _, ended in game_pictures("2in13")]
    assert moments.count("turn") >= 3
    assert moments.count("") > moments.count("turn")
