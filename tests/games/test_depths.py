"""One game of Glen More II at both depths, tapped and by buttons: same points, fewer presses if it is followed."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from companion.cli import main
from companion.engine.game import CORRECTION
from companion.engine.history import History
from companion.engine.journal import EntryUndo
from companion.engine.offers import Amount, Answer, parts_with_values
from companion.session.recording import Restart, Tap
from companion.state.glen_more_2 import events as ev
from companion.state.territory.model import REFEREE, SCOREKEEPER
from tests.followed_journals import agrees
from tests.games.played import Played, played, turns_of
from tests.independent_referee_glen_more_2 import follow
from tools.players.record import DEPTH_GAMES
from tools.presses import end_of_recording, recording_of
from tools.presses_by_turn import USAGE_MODES, depth_spread

pytestmark = pytest.mark.xdist_group("recordings of both depths")
MANNERS = ("", "_buttons")
ASKED = {
    *("seat", "spaces", "start", "prepare", "layout", "take", "ledger", "place", "end", "deck_end"),
    *("crest", "activate", "good", "good_onto", "scot_onto", "scot_from", "remove", "from_discards"),
}
"""Kinds of questions that people of a game at referee depth meet; none of them asks what the territory tells."""


@pytest.fixture(scope="module", params=DEPTH_GAMES)
def game(request: pytest.FixtureRequest) -> Played:
    """Each recording, played once for all tests."""
    return played(request.param)


def is_refereed(game: Played) -> bool:
    return game.name.startswith(REFEREE)


def test_it_ends_as_it_ended_when_it_was_recorded(game: Played) -> None:
    assert game.end == end_of_recording(game.name)
    assert game.history.state.depth == (REFEREE if is_refereed(game) else SCOREKEEPER)
    assert game.history.state.phase == "over"


def test_no_count_is_asked_or_entered_where_territories_are_followed(game: Played) -> None:
    events = [event for entry in game.history.entries for event in entry.events]
    kinds = {event.kind for event in events if isinstance(event, ev.QuestionAsked)}
    if not is_refereed(game):
        assert {"count_scots", "count_rest", "good_cost"} <= kinds
        return
    assert kinds <= ASKED
    for place, entry in enumerate(game.history.standing):
        answer = entry.answer
        assert isinstance(answer, Answer)
        assert answer.question != CORRECTION
        question = game.history.game.question(game.history.state_before(place), answer.question)
        offer = question.offer(answer.offer) if question else None
        assert question
        assert offer
        counts = [part for part, _ in parts_with_values(offer.parts, answer.values) if isinstance(part, Amount)]
        assert not counts or question.kind == "spaces"


@pytest.mark.rule("GM-PLC-01", "GM-TAK-01", "GM-ACT-05", "GM-MOV-02", "GM-TIL-09", "GM-SCR-04", "GM-END-08")
def test_the_second_referee_follows_its_journal_and_agrees(game: Played) -> None:
    if is_refereed(game):
        assert agrees(game.history, follow).rondel.scored == ["A", "B", "C", "final"]


def test_points_by_source_add_up(game: Played) -> None:
    scored: Counter[tuple[str, str]] = Counter()
    for entry in game.history.standing:
        for event in entry.events:
            if isinstance(event, ev.PointsScored):
                scored[event.player, event.source] += event.points
    told = {(id, source): n for id, p in game.end["players"].items() for source, n in p["by_source"].items()}
    assert {key: n for key, n in scored.items() if n} == {key: n for key, n in told.items() if n}
    assert all(p["points"] == sum(p["by_source"].values()) for p in game.end["players"].values())


def test_undo_to_the_start_and_redo_lead_to_the_same_state(game: Played) -> None:
    history = History(game.history.game, game.history.header, game.history.entries)
    end, start = history.hash(), History(history.game, history.header).hash()
    while entries := history.propose_undo():
        history.add(entries)
    assert history.hash() == start
    while entries := history.propose_redo():
        history.add(entries)
    assert history.hash() == end


def test_its_journal_is_exported_and_decided_again_without_a_difference(
    game: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(game.data / "game.jsonl")
    assert main(["--data", str(game.data), "games", "export", str(game.id), "--out", file]) == 0
    assert main(["replay", file, "--check"]) == 0
    capsys.readouterr()
    assert main(["replay", file, "--json"]) == 0
    assert msgspec.json.decode(capsys.readouterr().out)["state_hash"] == game.end["state_hash"]


def test_people_make_a_mistake_and_pull_the_plug(game: Played) -> None:
    assert any(isinstance(each, Restart) for each in recording_of(game.name).inputs)
    assert any(isinstance(entry.answer, EntryUndo) for entry in game.history.entries)


def test_all_tiles_are_tapped_or_none(game: Played) -> None:
    taps = {each.tap for each in recording_of(game.name).inputs if isinstance(each, Tap)}
    if game.name.endswith(MANNERS[1]):
        assert taps == set()
        return
    state = game.history.state
    lain = [*state.discards, *(space for space in state.track if space.has_tile)]
    owned = [tile for player in state.players for tile in player.taken_tiles]
    assert {f"tile:{tile.piece}" for tile in (*lain, *owned)} <= taps, "each was tapped as it was laid"


def test_at_either_depth_and_tapped_or_said_it_is_the_same_game() -> None:
    ends = [end_of_recording(name) for name in DEPTH_GAMES]
    assert len({end["player_turns"] for end in ends}) == 1
    assert all(end["winners"] == ends[0]["winners"] for end in ends)
    points = [{id: player["points"] for id, player in end["players"].items()} for end in ends]
    assert all(each == points[0] for each in points), "what people tell is what the referee books"


@pytest.mark.parametrize("way", USAGE_MODES)
def test_a_turn_takes_fewer_presses_where_territories_are_followed(way: str) -> None:
    followed, told = depth_spread(REFEREE, way, turns_of), depth_spread(SCOREKEEPER, way, turns_of)
    assert (followed.median, followed.mean) < (told.median, told.mean)
    assert followed.mean < told.mean
    assert followed.nine_of_ten <= told.nine_of_ten
