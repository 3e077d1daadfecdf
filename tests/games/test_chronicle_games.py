"""Recorded games with each chronicle, one with all eight, and one with four whose territories are followed: how
they end, every point with its source.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from companion.engine.history import History, first_difference
from companion.engine.journal import EntryUndo
from companion.engine.offers import Answer
from companion.games.glen_more_2.installed_chronicles import installed_library
from companion.session.recording import Restart, Tap
from companion.state.glen_more_2 import events as ev
from companion.state.territory.model import REFEREE
from tests.games.course_steps import check_steps
from tests.games.played import Played, played
from tests.games.scored_anew import check_points, check_points_beside_territories, check_that_it_reads
from tools.players.record import CHRONICLE_GAMES, REFEREED_CHRONICLE_GAMES
from tools.presses import end_of_recording, recording_of

TOGETHER = "all_eight"
FOLLOWED = next(iter(REFEREED_CHRONICLE_GAMES))
GAMES = CHRONICLE_GAMES | REFEREED_CHRONICLE_GAMES


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Played:
    """Each recording, played once for all tests."""
    return played(request.param)


def chronicles(game: Played) -> tuple[str, ...]:
    return GAMES[game.name].chronicles


def events(history: History) -> Iterator[ev.Event]:
    return (event for entry in history.standing for event in entry.events)


def test_it_ends_as_it_ended_when_it_was_recorded(game: Played) -> None:
    assert game.end == end_of_recording(game.name)
    assert game.history.state.phase == "over"


def test_every_step_of_its_course_is_an_edge_of_the_table(
    game: Played, record_property: Callable[[str, object], None]
) -> None:
    check_steps(game.history, record_property)


@pytest.mark.rule("C0-01", "C0-02")
def test_its_chronicles_were_put_in_at_the_devices_and_something_of_each_happened(game: Played) -> None:
    state = game.history.state
    assert set(state.chronicles) == set(chronicles(game))
    happened = {type(event) for event in events(game.history)}
    asked = {e.kind.partition(".")[0] for e in events(game.history) if isinstance(e, ev.QuestionAsked)}
    answers = (e.answer.offer for e in game.history.standing if isinstance(e.answer, Answer))
    offered = {offer.partition(".")[0] for offer in answers if "." in offer}
    for slug in chronicles(game):
        assert happened & set(installed_library().expansion(slug).events) or slug in asked | offered, slug


def test_the_last_page_explains_every_point_by_its_source(game: Played) -> None:
    scored: Counter[tuple[str, str]] = Counter()
    for event in events(game.history):
        if isinstance(event, ev.PointsScored):
            scored[event.player, event.source] += event.points
    players = game.history.state.players
    assert scored == {(p.id, source): n for p in players for source, n in p.points.items()}
    for id, shown in game.end["players"].items():
        assert shown["points"] == sum(shown["by_source"].values())
        assert shown["points"] == sum(n for (who, _), n in scored.items() if who == id)


def test_a_reader_of_its_own_comes_to_the_same_points_from_what_happened(game: Played) -> None:
    if game.name in REFEREED_CHRONICLE_GAMES:
        check_points_beside_territories(game)
    else:
        check_points(game)
    check_that_it_reads(game, chronicles(game))


def test_it_is_decided_again_without_a_difference(game: Played) -> None:
    assert first_difference(game.history) is None


def test_undo_to_the_start_and_redo_lead_to_the_same_state(game: Played) -> None:
    history = History(game.history.game, game.history.header, game.history.entries)
    end, start = history.hash(), History(history.game, history.header).hash()
    while entries := history.propose_undo():
        history.add(entries)
    assert history.hash() == start
    while entries := history.propose_redo():
        history.add(entries)
    assert history.hash() == end


def test_people_tap_tiles_take_back_put_right_and_pull_the_plug(game: Played) -> None:
    inputs, entries = recording_of(game.name).inputs, game.history.entries
    assert sum(isinstance(each, Tap) for each in inputs) >= 20
    assert any(isinstance(each, Restart) for each in inputs)
    assert any(isinstance(e.answer, EntryUndo) for e in entries)
    assert any(isinstance(e.answer, Answer) and e.answer.question == 0 for e in entries)


@pytest.mark.xdist_group(FOLLOWED)
def test_territories_are_followed_with_four_of_them_and_nobody_counts_scots_or_goods() -> None:
    game = played(FOLLOWED)
    state = game.history.state
    assert (state.depth, len(state.players)) == (REFEREE, 3)
    asked = {e.kind for e in events(game.history) if isinstance(e, ev.QuestionAsked)}
    assert "place" in asked
    assert asked.isdisjoint({"count_scots", "count_goods"})
    assert all(len(p.territory.spots) > 5 for p in state.players)


def test_all_eight_are_played_by_four() -> None:
    end = end_of_recording(TOGETHER)
    assert len(end["players"]) == 4
    assert end["player_turns"] >= 60
    sources = {source.partition(".")[0] for player in end["players"].values() for source in player["by_source"]}
    assert {"great_glen", "penny_mobs"} <= sources
