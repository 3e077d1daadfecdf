"""Recorded games of Glen More (2010) at referee depth, with tiles tapped and by buttons alone: nothing is counted.

The second referee follows the journal of each and comes to the same end.
"""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from companion.cli import main
from companion.engine.game import CORRECTION
from companion.engine.history import History
from companion.engine.journal import EntryUndo
from companion.engine.offers import Amount, Answer, parts_with_values
from companion.games.glen_more.catalogue import load_catalogue
from companion.session.recording import Restart, Tap
from companion.state.glen_more import events as ev
from companion.state.glen_more.model import START_TILES
from companion.state.territory.model import REFEREE
from tests.games.played import Played, played, turns_of
from tests.state.glen_more.test_independent_referee import agrees
from tools.players.record import GLEN_MORE_GAMES
from tools.presses import end_of_recording, recording_of
from tools.presses_by_turn import MAX_MEDIANS, MAX_NINE_OF_TEN, glen_more_spread

pytestmark = pytest.mark.xdist_group("recordings of Glen More")
BY_BUTTONS = "_buttons"
ASKED = {"seat", "start", "layout", "take", "ledger", "place", "choose", "use", "roll", "end"}
"""Kinds of questions that people of a game at referee depth meet; none of them asks what the territory tells."""


@pytest.fixture(scope="module", params=GLEN_MORE_GAMES)
def game(request: pytest.FixtureRequest) -> Played:
    """Each recording, played once for all tests."""
    return played(request.param)


def test_it_ends_as_it_ended_when_it_was_recorded(game: Played) -> None:
    assert game.end == end_of_recording(game.name)
    assert game.history.state.depth == REFEREE
    assert game.history.state.stage == "over"


def test_no_count_is_asked_or_entered(game: Played) -> None:
    kinds = {
        event.kind
        for entry in game.history.entries
        for event in entry.events
        if isinstance(event, ev.QuestionAsked)
    }
    assert kinds <= ASKED
    for place, entry in enumerate(game.history.standing):
        answer = entry.answer
        assert isinstance(answer, Answer)
        assert answer.question != CORRECTION
        question = game.history.game.question(game.history.state_before(place), answer.question)
        offer = question.offer(answer.offer) if question else None
        assert offer
        assert not any(isinstance(part, Amount) for part, _ in parts_with_values(offer.parts, answer.values))


@pytest.mark.rule("G1-TRN-02", "G1-TRK-05", "G1-DIE-06", "G1-FIN-07")
def test_the_second_referee_follows_its_journal_and_agrees(game: Played) -> None:
    referee = agrees(game.history)
    assert referee.scored == ["1", "2", "final"]
    assert referee.winners == game.end["winners"]


def test_points_by_source_add_up(game: Played) -> None:
    scored: Counter[tuple[str, str]] = Counter()
    for entry in game.history.standing:
        for event in entry.events:
            if isinstance(event, ev.PointsScored):
                scored[event.player, event.source] += event.points
    told = {(id, source): n for id, p in game.end["players"].items() for source, n in p["by_source"].items()}
    assert {key: n for key, n in scored.items() if n} == {key: n for key, n in told.items() if n}
    assert all(p["points"] == sum(p["by_source"].values()) for p in game.end["players"].values())


def test_every_tile_lies_in_exactly_one_place(game: Played) -> None:
    state = game.history.state
    lying = [spot.top for player in state.players for spot in player.territory.spots]
    owned = [piece for player in state.players for piece in player.taken_tiles]
    known = [*owned, *(space.piece for space in state.track), *(tile.piece for tile in state.removed_tiles)]
    assert max(Counter(piece for piece in known if piece).values()) == 1
    assert len(lying) == len(owned) + START_TILES * len(state.players)
    tiles = sum(bool(tile.deck) for tile in load_catalogue().tiles.values())
    assert len(owned) + sum(space.has_tile for space in state.track) + len(state.removed_tiles) == tiles


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


def test_people_lay_a_tile_wrongly_and_pull_the_plug(game: Played) -> None:
    inputs = recording_of(game.name).inputs
    assert any(isinstance(each, Restart) for each in inputs)
    assert any(isinstance(entry.answer, EntryUndo) for entry in game.history.entries)


def test_all_tiles_are_tapped_or_none(game: Played) -> None:
    taps = [each.tap for each in recording_of(game.name).inputs if isinstance(each, Tap)]
    if game.name.endswith(BY_BUTTONS):
        assert taps == []
        return
    lain = {tile.piece for tile in game.history.state.removed_tiles} | {s.piece for s in game.history.state.track}
    assert "" not in {tile.piece for tile in game.history.state.removed_tiles}, "each was tapped as it was laid"
    assert {f"tile:{piece}" for piece in lain if piece} <= set(taps)


@pytest.mark.parametrize("name", [name for name in GLEN_MORE_GAMES if not name.endswith(BY_BUTTONS)])
def test_tapped_or_said_with_buttons_it_is_the_same_game(name: str) -> None:
    tapped, said = end_of_recording(name), end_of_recording(f"{name}{BY_BUTTONS}")
    assert (tapped["winners"], tapped["player_turns"]) == (said["winners"], said["player_turns"])
    points = [[each["points"] for each in end["players"].values()] for end in (tapped, said)]
    assert points[0] == points[1]


@pytest.mark.parametrize("way", MAX_MEDIANS)
def test_a_turn_takes_few_presses(way: str) -> None:
    spread = glen_more_spread(way, turns_of)
    assert spread.median <= MAX_MEDIANS[way]
    assert spread.nine_of_ten <= MAX_NINE_OF_TEN.get(way, spread.nine_of_ten)
