"""Points, places and winners of a whole scoring."""

from __future__ import annotations

import msgspec
import pytest

from companion.scoring.gains import Result
from companion.scoring.glen_more_2.scoring import score_standings
from tests.scoring.glen_more_2.tables import each, standing
from tests.scoring.reading import points_from, reasons, totals


@pytest.mark.parametrize(
    ("points", "places"),
    [
        ((5, 5, 3), (1, 1, 3)),
        ((1, 2, 3, 4), (4, 3, 2, 1)),
        ((7, 7, 7, 7), (1, 1, 1, 1)),
        ((-1, -5, -1), (1, 3, 1)),
        ((9, 4, 4, 4), (1, 2, 2, 2)),
    ],
)
def test_places_are_those_of_sports(points: tuple[int, ...], places: tuple[int, ...]) -> None:
    assert tuple(player.rank for player in score_standings("A", each(points=points)).players) == places


def test_points_before_and_after_differ_by_the_gains() -> None:
    result = score_standings("final", each(points=(31, -2), coins=(4, 1), tiles=(9, 4), whisky=(0, 6)))
    for player in result.players:
        assert player.points == player.points_before + sum(gain.points for gain in player.gains)
    assert totals(result) == (20, 7)


def test_a_source_that_gives_nothing_is_left_out() -> None:
    result = score_standings("final", each(whisky=(1, 0), extra=((("bet", 0),), ())))
    assert [[gain.source for gain in player.gains] for player in result.players] == [["whisky"], []]


def test_players_stay_in_the_order_given() -> None:
    result = score_standings(
        "A", [standing("Zoe", points=1), standing("Ann", points=9), standing("Mia", points=5)]
    )
    assert [player.name for player in result.players] == ["Zoe", "Ann", "Mia"]


def test_only_the_final_scoring_has_winners() -> None:
    standings = each(points=(3, 1))
    assert [score_standings(round, standings).winners for round in ("A", "B", "C")] == [(), (), ()]
    assert score_standings("final", standings).winners == ("Ann",)


@pytest.mark.parametrize("round", ["A", "final"])
def test_points_from_elsewhere_are_added_as_they_are(round: str) -> None:
    result = score_standings(round, each(extra=((("bet", 7), ("fine", -3)), ())))  # type: ignore[arg-type]
    assert points_from(result, "bet") == (7, 0)
    assert points_from(result, "fine") == (-3, 0)
    assert totals(result) == (4, 0)
    assert reasons(result, "Ann") == ["carried over: 7 points", "carried over: -3 points"]


@pytest.mark.rule("GM-EDG-11")
def test_everybodys_points_and_their_reasons_are_open() -> None:
    result = score_standings("A", each(points=(3, 4, 5), whisky=(2, 1, 0)))
    assert [(player.points_before, player.points) for player in result.players] == [(3, 5), (4, 5), (5, 5)]
    assert reasons(result, "Ann") == ["2 more than Cleo: 2 points (2 to 0)"]


def test_a_result_survives_being_written_down() -> None:
    result = score_standings(
        "final", each(points=(3, 4), whisky=(2, 0), coins=(1, 1), landmarks=(("castle_moil",), ()))
    )
    assert msgspec.json.decode(msgspec.json.encode(result), type=Result) == result
