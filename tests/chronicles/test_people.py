"""Whole games at random with every chronicle, in which somebody goes home and colours are put right."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from companion.engine.game import CORRECTION
from companion.engine.history import History, first_difference
from companion.engine.offers import Answer, Pick, Refusal
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer, new_history
from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.games.random_play import MAX_ANSWERS, play_step
from companion.state.glen_more_2.model import HouseRules, State
from tests.sampled import half
from tests.state.glen_more_2.table import Table, facts_of

SOMETIMES = 0.02


def reconcile_table(history: History, what: str, chance: random.Random) -> bool:
    """That correction with any of its choices, where it is open; whether it was."""
    question = history.game.question(history.state, CORRECTION)
    offer = question.offer(what) if question else None
    values: list[str] = []
    parts = offer.parts if offer and not offer.closed else ()
    while parts:
        (part,) = parts
        assert isinstance(part, Pick)
        able = [choice for choice in part.choices if not choice.closed]
        if not able:
            return False
        choice = chance.choice(able)
        values.append(str(choice.value))
        parts = choice.then
    if not values:
        return False
    entries = history.propose(Answer(CORRECTION, what, tuple(values)))
    assert not isinstance(entries, Refusal), entries.reason.text
    history.add(entries)
    return True


@pytest.mark.parametrize("seed", half([*range(12), 81]))
def test_games_with_chronicles_come_to_their_end_without_who_went_home(seed: int) -> None:
    game, chance = game_rules(), random.Random(seed)
    chronicles = (
        ("turbulent",) if seed == 81 else tuple(s for s in game.library.expansions if chance.random() < 0.4)
    )
    history = new_history(game, facts_of("complete"), HouseRules(), chronicles)
    player, gone = RandomPlayer(RandomGamePlan(3 + seed % 2, seed, chronicles=chronicles)), False
    for _ in range(MAX_ANSWERS):
        if game.is_finished(history.state):
            break
        play_step(history, player)
        if not gone and chance.random() < SOMETIMES:
            gone = reconcile_table(history, "leave", chance)
        if chance.random() < SOMETIMES:
            reconcile_table(history, "colour", chance)
    state: State = history.state
    assert game.is_finished(state)
    assert not any(state.has_left(winner) for winner in state.winners)
    assert first_difference(history) is None
    assert all(str(line) for _, line in history.lines())


JOINED = ("highlander", "single_cask", "hammer", "haggis", "turbulent", "penny_mobs")


@pytest.mark.parametrize("seed", half(range(12)))
def test_games_that_somebody_joins_come_to_their_end_with_everybody(seed: int) -> None:
    game, chance = game_rules(), random.Random(seed)
    players = 2 + seed % 2
    chosen = tuple(s for s in JOINED if chance.random() < 0.5 and (players > 2 or s != "hammer"))
    history = new_history(game, facts_of("complete"), HouseRules(), chosen)
    player, joined = RandomPlayer(RandomGamePlan(players, seed, chronicles=chosen)), False
    for _ in range(MAX_ANSWERS):
        if game.is_finished(history.state):
            break
        play_step(history, player)
        joined = joined or (history.state.turn.number > 0 and reconcile_table(history, "join", chance))
    state: State = history.state
    assert joined
    assert game.is_finished(state)
    assert len(state.players) == players + 1
    assert first_difference(history) is None


@pytest.mark.parametrize("chronicle", ["boat_race", "great_glen"])
def test_where_pieces_go_by_the_number_of_players_nobody_joins(chronicle: str) -> None:
    facts = replace(facts_of("complete"), more={"boat_race.builders": "AC"})
    table = Table(3, chronicles=(chronicle,), facts=facts)
    table.arrange("red A-6 S-2 blue S-1 yellow S-3 A?")
    refusal = table.refused("correct", "join", "green")
    name = str(table.view.chronicles[0])
    assert str(refusal.reason.text) == f"{name}: nobody can join later."
