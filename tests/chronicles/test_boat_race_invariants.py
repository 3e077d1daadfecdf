"""Whole games with the boat race, answered at random: tokens and places add up, decks are as large as told."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from companion.chronicles.boat_race.model import (
    LAST_PLACE,
    OWN_STATE,
    BoatHome,
    CastleReached,
    RaceOpened,
    RewardTaken,
    TokensSet,
)
from companion.engine.history import History, first_difference
from companion.engine.journal import SCHEMA, Entry, Header
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer
from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.games.random_play import NoLegalMove, play_step
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import HouseRules, State
from tests.chronicles.test_boat_race import under_way
from tests.sampled import half
from tests.state.glen_more_2.table import facts_of

MAX_ANSWERS = 3000


def played(seed: int, corrections: float = 0.0) -> History:
    """A whole game; every mix of players, die, box, taps and switches comes up."""
    plan = RandomGamePlan(
        2 + seed % 3,
        seed,
        die=bool(seed // 3 % 2),
        told=bool(seed // 2 % 2),
        taps=0.1 if seed % 4 == 1 else 0.0,
        corrections=corrections,
    )
    switches = {"boat_race.start_barred": seed % 2, "boat_race.armadale_whole": seed // 2 % 2}
    game = game_rules()
    facts = facts_of("complete" if seed // 2 % 2 else "bare")
    setup = game.setup(facts, HouseRules(use_die=plan.die), chronicles=("boat_race",), switches=switches)
    history = History(game, Header(SCHEMA, game.slug, game.rules_version, setup))
    player = RandomPlayer(plan)
    for _ in range(MAX_ANSWERS):
        if game.is_finished(history.state) or (corrections and len(history.entries) > 200):
            return history
        try:
            play_step(history, player)
        except NoLegalMove:  # every tile ahead was put elsewhere
            assert corrections
            return history
        if not corrections:
            look(history.state)
    raise AssertionError(f"{plan}: no end")


def look(state: State) -> None:
    """Castles in their bounds, no place twice, none while the race is closed."""
    if not OWN_STATE.is_in_play(state):
        return
    now = OWN_STATE.of(state)
    assert len(now.castles) == len(set(now.castles)) == 4
    assert {p.id for p in state.players} <= set(now.castles)
    for boat in now.boats.values():
        assert 0 <= boat.castles_reached <= 4
        assert (boat.place > 0) == (boat.castles_reached == 4)
        assert now.is_open or not boat.castles_reached
    places = Counter(boat.place for boat in now.boats.values() if boat.place > 0)
    assert sorted(places.elements()) == list(range(1, len(places) + 1))
    assert all(0 <= n <= len(state.players) for n in now.tokens.values())


def happened(history: History) -> list[ev.Event]:
    return [event for entry in history.standing for event in entry.events]


def it_adds_up(history: History) -> None:
    """Tokens taken, castles reached and places are those of the events; only the last have nothing for coins."""
    state, events = history.state, happened(history)
    now = OWN_STATE.of(state)
    players = len(state.players)
    taken = sum(isinstance(e, RewardTaken) for e in events)
    assert 4 * players - sum(now.tokens.values()) == taken
    assert not any(isinstance(e, TokensSet) for e in events)
    reached = Counter(e.player for e in events if isinstance(e, CastleReached))
    assert {who: boat.castles_reached for who, boat in now.boats.items() if boat.castles_reached} == dict(reached)
    home = [e for e in events if isinstance(e, BoatHome)]
    assert [e.place for e in home] == list(range(1, len(home) + 1))
    assert all(boat.place for boat in now.boats.values()), "at the end every boat has its card"
    assert sum(isinstance(e, RaceOpened) for e in events) <= 1
    for player in state.players:
        if now.boats[player.id].place == LAST_PLACE:
            assert "coins" not in player.points


def taken_back_and_saved(history: History) -> None:
    again, want = History(history.game, history.header, history.entries), history.hash()
    again.add(again.propose_back_to(0))
    assert again.state == history.game.start(history.header.setup)
    again.add(again.propose_redo())
    assert again.hash() == want
    loaded = History(history.game, history.header)
    for entry in history.entries:
        events = history.game.decode_events(history.game.encode_events(entry.events))
        loaded.add([Entry(entry.number, entry.answer, events, entry.hash, batch=entry.batch)])
    assert (loaded.hash(), loaded.state) == (want, history.state)


@pytest.mark.parametrize("first", half(range(0, 24, 6)))
def test_whole_games_race_to_the_end(first: int) -> None:
    opened = 0
    for seed in range(first, first + 6):
        history = played(seed)
        it_adds_up(history)
        taken_back_and_saved(history)
        assert first_difference(history) is None
        assert history.state.winners
        opened += sum(isinstance(event, RaceOpened) for event in happened(history))
    assert opened, "a pawn passed Start in one of them at least"


@pytest.mark.parametrize("first", half(range(0, 12, 6)))
def test_games_with_corrections_stay_playable(first: int) -> None:
    for seed in range(first, first + 6):
        assert first_difference(played(seed, corrections=0.15)) is None


def test_the_random_player_rows() -> None:
    """Boats under way with one castle to go: one entry brings a boat home, wherever the pawns are."""
    seen: Counter[type[ev.Event]] = Counter()
    for seed in range(12):
        table = under_way()
        now = OWN_STATE.of(table.state)
        near = {who: replace(boat, castles_reached=3) for who, boat in now.boats.items()}
        table.stage(OWN_STATE.change(table.state, boats=near))
        player = RandomPlayer(RandomGamePlan(3, seed, chronicles=("boat_race",)))
        while not table.history.game.is_finished(table.state):
            play_step(table.history, player)
            look(table.state)
        seen.update(type(event) for event in happened(table.history))
    assert seen[CastleReached] == seen[BoatHome] >= 4
    assert seen[RewardTaken] >= 4
