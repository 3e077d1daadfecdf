"""Whole games with haggis at random, with stickers and without: tokens add up, all can be undone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.chronicles.haggis.model import (
    MAX_FACE_UP,
    MAX_TOKENS_ON_TABLE,
    OWN_STATE,
    SLUG,
    STICKERS_FACT,
    TOKEN_COUNT,
    TOKEN_IDS,
    TOKENS_FACE_UP,
    value_fact,
)
from companion.engine.history import History, first_difference
from companion.engine.offers import Refusal
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer, new_history, play_random_game
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.glen_more_2.installed_chronicles import game_rules, installed_library
from companion.games.random_play import MAX_ANSWERS, play_step
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.model import HouseRules
from tests.state.glen_more_2.table import facts_of

VALUES = {value_fact(token): 1 + n % 3 for n, token in enumerate(TOKEN_IDS)}


def facts(complete: bool, stickers: bool) -> Facts:
    known = facts_of("complete") if complete else effective_facts()
    return replace(known, more={**known.more, **VALUES, STICKERS_FACT: stickers})


def sound(state: Any) -> None:
    if not OWN_STATE.is_in_play(state):
        return
    now = OWN_STATE.of(state)
    held = [token for tokens in now.face_down.values() for token in tokens]
    up = [t for tokens in now.face_up.values() for t in tokens]
    assert len(held) + len(up) + now.supply_count() == TOKEN_COUNT
    assert now.supply_count() >= 0
    assert len(now.face_up_supply) <= TOKENS_FACE_UP
    assert len(now.face_up_supply) <= now.supply_count() or not now.has_stickers
    assert all(len(tokens) <= MAX_TOKENS_ON_TABLE for tokens in now.face_down.values())
    assert all(len(tokens) <= MAX_FACE_UP for tokens in now.face_up.values())
    known = [token for token in (*held, *now.face_up_supply, *(t.token for t in up)) if token]
    assert len(known) == len(set(known)), "no token in two places"
    assert all(0 <= p.points.get(SLUG, 0) <= 81 for p in state.players)
    if not now.round:
        assert up == []


def tapping(history: History, dice: Random) -> bool:
    """Where a token is asked for, any token is tapped; a wrong one changes nothing."""
    game: Any = history.game
    if not any(o.kind.startswith("haggis.") for o in history.state.open_questions):
        return False
    ways = game.tap_meaning(history.state, dice.choice(TOKEN_IDS)).interpretations
    if not ways:
        return False
    entries = history.propose(dice.choice(ways).answer)
    if isinstance(entries, Refusal):
        assert str(entries.reason.text)
        return False
    history.add(entries)
    return True


def played(plan: RandomGamePlan, known: Facts) -> History:
    game = game_rules()
    history = new_history(game, known, HouseRules(use_die=plan.die), plan.chronicles)
    player, dice = RandomPlayer(plan), Random(plan.seed)
    for _ in range(MAX_ANSWERS):
        if game.is_finished(history.state):
            return history
        if not (dice.random() < 0.8 and tapping(history, dice)):
            play_step(history, player)
        sound(history.state)
    raise AssertionError("no end in sight")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("complete", "stickers"), [(True, True), (True, False), (False, True), (False, False)])
def test_whole_games(players: int, complete: bool, stickers: bool) -> None:
    plan = RandomGamePlan(players, players * 7 + complete, die=complete, told=stickers, chronicles=(SLUG,))
    history = played(plan, facts(complete, stickers))
    assert first_difference(history) is None
    game: Any = history.game
    for entry in history.entries:
        assert game.decode_events(game.encode_events(entry.events)) == entry.events
    before = history.hash()
    history.add(history.propose_back_to(0))
    assert history.state.players == ()
    history.add(history.propose_redo())
    assert history.hash() == before


def test_games_with_corrections_and_taps() -> None:
    plan = RandomGamePlan(3, 11, taps=0.1, corrections=0.1, chronicles=(SLUG,))
    known = facts(True, True)
    history = new_history(game_rules(), known, HouseRules(), plan.chronicles)
    player = RandomPlayer(plan)
    for _ in range(250):
        if history.game.is_finished(history.state):  # type: ignore[attr-defined]
            break
        play_step(history, player)
        sound(history.state)
    assert first_difference(history) is None


@pytest.mark.parametrize("other", sorted(set(installed_library().expansions) - {SLUG}))
def test_together_with_each_other_chronicle(other: str) -> None:
    history = play_random_game(RandomGamePlan(3, 5, chronicles=(SLUG, other)), facts(True, True))
    sound(history.state)
    assert history.game.is_finished(history.state)  # type: ignore[attr-defined]
