"""Whole games with the mountain, answered at random: it never moves, nothing covers it, coins are conserved."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.chronicles.highlander.model import MOUNTAIN, Mountain, MountainEmptied, MountainGrew, MountainSet
from companion.engine.history import History, first_difference
from companion.engine.journal import SCHEMA, Entry, Header
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer
from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.games.random_play import NoLegalMove, play_step
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.model import DIE, HouseRules, State
from companion.state.territory.track import figure_index, last_figure, tile_index
from tests.sampled import half
from tests.state.glen_more_2.table import facts_of

HOUSE = HouseRules(refill_after_die=True, die_discards_beyond_worlds_end=True, short_game=True)
MAX_ANSWERS = 3000


def played(seed: int, corrections: float = 0.0) -> History:
    """A whole game; every mix of players, die, box, taps and switches comes up."""
    plan = RandomGamePlan(
        2 + seed % 3,
        seed,
        die=bool(seed // 3 % 2),
        told=bool(seed // 6 % 2),
        taps=0.1 if seed % 4 == 1 else 0.0,
        corrections=corrections,
    )
    facts = facts_of("complete" if seed % 2 else "bare")
    house = HOUSE if seed % 5 == 0 else HouseRules(use_die=plan.die)
    game = game_rules()
    switches = {
        "highlander.refill": seed % 3,
        "highlander.die_step": seed // 2 % 2,
        "highlander.sideways": seed // 4 % 2,
    }
    setup = game.setup(facts, house, chronicles=("highlander",), switches=switches)
    history = History(game, Header(SCHEMA, game.slug, game.rules_version, setup))
    player = RandomPlayer(plan)
    for _ in range(MAX_ANSWERS):
        if game.is_finished(history.state) or (corrections and len(history.entries) > 250):
            return history
        try:
            play_step(history, player)
        except NoLegalMove:  # every tile ahead was put elsewhere: the table must put it right again
            assert corrections
            return history
        if not corrections:  # the rondel itself may be put right
            assert len(history.state.track) <= max(history.state.spaces, 1)
            the_last_is_on_turn(history.state)
        look(history.state)
    raise AssertionError(f"{plan}: no end")


def look(state: State) -> None:
    """The line fits the ring; the mountain covers spaces in a row and carries no tile, one pawn at most."""
    if MOUNTAIN not in state.facts.pieces:
        return
    fixed = [i for i, space in enumerate(state.track) if space.fixed]
    assert fixed == list(range(fixed[0], fixed[-1] + 1))
    assert [state.track[i].piece for i in fixed] == [MOUNTAIN, *[""] * (len(fixed) - 1)]
    assert all(not state.track[i].deck for i in fixed)
    assert not any(state.track[i].figures for i in fixed[1:])
    for space in state.track:
        on_end = space.piece == WORLDS_END
        assert on_end or space.fixed or len(space.figures) + space.has_tile <= 1


def the_last_is_on_turn(state: State) -> None:
    if state.find_question("take") or state.find_question("roll"):
        assert state.turn.figure == last_figure(state.track)


def states(history: History) -> list[tuple[State, ev.Event, State]]:
    found = []
    for number, entry in enumerate(history.standing):
        state = history.state_before(number)
        for event in entry.events:
            after = state.rules.apply(state, event)
            found.append((state, event, after))
            state = after
    return found


def it_never_moves(history: History) -> None:
    """From every figure that stands still the mountain is as many spaces away as before (C2-04)."""
    for before, event, after in states(history):
        if tile_index(before.track, MOUNTAIN) < 0 or isinstance(event, ev.SpacesCounted):
            continue
        mover = getattr(event, "figure", DIE if isinstance(event, ev.DieWaited) else "")
        for figure in (f for space in after.track for f in space.figures if f != mover):
            was = tile_index(before.track, MOUNTAIN) - figure_index(before.track, figure)
            now = tile_index(after.track, MOUNTAIN) - figure_index(after.track, figure)
            assert (was - now) % before.spaces == 0, event


def only_one_space_is_left(history: History) -> None:
    """After a refill that ran out of nothing one space is free, the mountain's not counted (C2-14)."""
    for before, event, _ in states(history):
        if not isinstance(event, ev.TurnEnded) or before.turn.has_no_refill or before.turn.figure == DIE:
            continue
        covered = sum(not s.fixed and not s.figures and not s.has_tile for s in before.track)
        free = before.spaces - len(before.track) + covered
        assert free >= 1


def nothing_is_lost(history: History) -> None:
    """What lies on it is what was put there since it was last emptied."""
    coins = goods = 0
    for _, event, _after in states(history):
        match event:
            case MountainGrew(_, more, things):
                coins, goods = coins + more, goods + things
            case MountainEmptied(_, all_coins, all_goods, _):
                assert (coins, goods) == (all_coins, all_goods)
                coins = goods = 0
            case MountainSet(now, things):
                coins, goods = now, things
    assert history.state.expansion_states["highlander"] == Mountain(coins, goods)


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


@pytest.mark.rule("C2-04", "C2-14")
@pytest.mark.parametrize("first", half(range(0, 24, 6)))
def test_whole_games_go_round_the_mountain(first: int) -> None:
    for seed in range(first, first + 6):
        history = played(seed)
        it_never_moves(history)
        only_one_space_is_left(history)
        nothing_is_lost(history)
        taken_back_and_saved(history)
        assert first_difference(history) is None
        assert history.state.winners


@pytest.mark.parametrize("first", half(range(0, 12, 6)))
def test_games_with_corrections_stay_playable(first: int) -> None:
    for seed in range(first, first + 6):
        history = played(seed, corrections=0.15)
        nothing_is_lost(history)
        assert first_difference(history) is None


def test_the_random_player_uses_the_mountain_in_every_way() -> None:
    seen = {type(event) for seed in range(8) for _, event, _ in states(played(seed))}
    assert {MountainGrew, MountainEmptied, ev.RefillSkipped, ev.PawnStopped} <= seen
    assert all(a.number < b.number for a, b in pairwise(played(1).entries))
