"""The second referee of Glen More II follows games with chronicles, and finds what is sown into them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from companion.engine.history import History
from companion.games.glen_more_2.bot import RandomPlayer, new_history
from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.games.random_play import play_step
from companion.state.glen_more_2.model import HouseRules
from companion.storage.transfer import export_journal
from tests.faults_glen_more_2_chronicles import FAULTS
from tests.followed_journals import agrees, rows_of
from tests.games.played import played
from tests.independent_chronicles_glen_more_2 import CHRONICLES, follow
from tests.independent_more_chronicles_glen_more_2 import GreatGlen
from tests.independent_rondel_glen_more_2 import Event, Fault
from tests.sampled import half, marked_but
from tests.state.glen_more_2.test_referee_invariants import MAX_ANSWERS, plan_of
from tools.players.boxes import referee_box as whole_box
from tools.players.record import REFEREED_CHRONICLE_GAMES

SLUGS = tuple(CHRONICLES)
ONE_OF_EACH = set({sown.slug: name for name, sown in FAULTS.items()}.values())
"""One fault for each chronicle."""
FOLLOWED = next(iter(REFEREED_CHRONICLE_GAMES))
TOGETHER, SOME = (5, 6, 35, 36, 41, 47, 62, 66, 77, 125), range(100, 110)
"""Of all eight those in which something once went wrong."""
NOT_PUT_RIGHT = [seed for seed in range(40) if seed % 4 != 3]
"""Seeds of games in which people put nothing right."""


@cache
def played_at_random(seed: int, *slugs: str) -> History:
    """With these chronicles; the Englishman wants three (C4-01)."""
    plan = plan_of(seed)
    if "hammer" in slugs and plan.players == 2:
        plan = plan_of(seed + 1)
    plan = replace(plan, chronicles=slugs)
    history = new_history(game_rules(), whole_box(), HouseRules(use_die=plan.die), plan.chronicles)
    player = RandomPlayer(plan)
    for _ in range(MAX_ANSWERS):
        if history.game.is_finished(history.state):  # type: ignore[attr-defined]
            return history
        play_step(history, player)
    raise AssertionError(f"{plan}: no end")


@cache
def lines_played(seed: int, slug: str) -> bytes:
    return b"".join(export_journal(played_at_random(seed, slug)))


def events_of(history: History) -> Iterator[Event]:
    """All that happened, as a program outside reads it."""
    return (event for row in rows_of(history)[1:] for event in row.get("events", ()))


def some_of(seed: int) -> tuple[str, ...]:
    """Two to seven of the chronicles, by chance, in the order of their numbers."""
    chance = Random(seed)
    drawn = chance.sample(SLUGS, chance.randint(2, len(SLUGS) - 1))
    return tuple(slug for slug in SLUGS if slug in drawn)


@pytest.mark.rule("C1-13", "C1-17", "C3-07", "C3-22", "C6-11", "C6-33", "C8-10", "C8-27")
@pytest.mark.xdist_group(FOLLOWED)
def test_the_recorded_game_of_followed_chronicles_breaks_no_rule() -> None:
    referee = agrees(played(FOLLOWED).history, follow)
    assert {each.slug for each in referee.chronicles} == set(REFEREED_CHRONICLE_GAMES[FOLLOWED].chronicles)
    assert not referee.lowered


@pytest.mark.parametrize("seed", half([0, 2]))
@pytest.mark.parametrize("slug", SLUGS)
def test_whole_games_with_one_chronicle_break_no_rule(slug: str, seed: int) -> None:
    agrees(played_at_random(seed, slug), follow)


@pytest.mark.rule("C0-01", "C0-02", "C0-13")
@pytest.mark.parametrize("seed", TOGETHER)
def test_whole_games_with_all_eight_together_break_no_rule(seed: int) -> None:
    referee = agrees(played_at_random(seed, *SLUGS), follow)
    assert tuple(each.slug for each in referee.chronicles) == SLUGS


@pytest.mark.rule("C0-01")
@pytest.mark.parametrize("seed", half(SOME))
def test_whole_games_with_some_of_them_break_no_rule(seed: int) -> None:
    agrees(played_at_random(seed, *some_of(seed)), follow)


@pytest.mark.rule("C7-25", "GM-RND-09")
def test_a_discard_that_people_find_elsewhere_is_no_discard_for_the_prize(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this game a tile of somebody's pile is told to lie elsewhere, and that decides about the prize.

    A referee who leaves it on the pile finds another result; if not, the game plays another course now.
    """
    history = played_at_random(1935, GreatGlen.slug)
    agrees(history, follow)
    monkeypatch.delattr(GreatGlen, "on_PiecePlaced")
    with pytest.raises(Fault, match="great_glen"):
        follow(rows_of(history))


@pytest.mark.rule("C6-23", "C8-31")
def test_tiles_that_are_activated_abroad_and_tiles_that_change_hands_are_followed() -> None:
    """Donan Castle activates tiles of others, and Derek Anderson takes one of them."""
    chronicles = ("boat_race", "highlander", "hammer", "turbulent", "great_glen", "penny_mobs")
    history = played_at_random(3029, *chronicles)
    agrees(history, follow)
    owners: dict[str, str] = {}
    abroad, taken = set(), set()
    for e in events_of(history):
        owner = owners.get(e.get("piece", ""), "")
        if e["type"] == "TilePlaced":
            if owner not in ("", e["player"]):
                taken.add(e["piece"])
            owners[e["piece"]] = e["player"]
        elif e["type"] == "TileActivated" and owner not in ("", e["player"]):
            abroad.add(e["piece"])
    assert abroad
    assert taken


@pytest.mark.long
@pytest.mark.parametrize("start", range(100, 140, 10))
@pytest.mark.parametrize("slug", SLUGS)
def test_hundreds_of_games_with_one_chronicle_break_no_rule(slug: str, start: int) -> None:
    for seed in range(start, start + 10):
        agrees(played_at_random(seed, slug), follow)


@pytest.mark.long
@pytest.mark.parametrize("start", range(100, 300, 10))
def test_hundreds_of_games_with_all_eight_and_with_some_of_them_break_no_rule(start: int) -> None:
    for seed in range(start, start + 10):
        agrees(played_at_random(seed, *SLUGS), follow)
        agrees(played_at_random(seed, *some_of(seed)), follow)


def test_there_are_fifty_kinds_and_each_chronicle_has_some() -> None:
    assert len(FAULTS) >= 50
    assert {sown.slug for sown in FAULTS.values()} == set(SLUGS)


@pytest.mark.parametrize("name", marked_but(FAULTS, ONE_OF_EACH))
def test_a_fault_is_found_by_its_rule(name: str) -> None:
    """In the first game that has a place for it."""
    sown = FAULTS[name]
    for seed in NOT_PUT_RIGHT:
        rows = [json.loads(line) for line in lines_played(seed, sown.slug).splitlines()]
        if sown.sow(rows):
            with pytest.raises(Fault) as found:
                follow(rows)
            assert found.value.rule in sown.rules.split()
            return
    raise AssertionError("no game has a place for it")
