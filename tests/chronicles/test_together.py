"""Every chronicle alone, every pair, and all eight: random people finish games, and everything adds up."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from companion.chronicles.interactions import HOOK_ORDER
from companion.engine.history import first_difference
from companion.games.glen_more_2.bot import RandomGamePlan, play_random_game
from companion.games.glen_more_2.catalogue.box import read_box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.glen_more_2.installed_chronicles import installed_library, left_out_chronicles
from companion.state.glen_more_2.model import State
from tests.sampled import half
from tests.state.glen_more_2.table import COMPLETE
from tests.state.glen_more_2.test_invariants import a_turn_begins_below_zero_only_by_what_people_overruled

EIGHT = ("boat_race", "highlander", "single_cask", "hammer", "haggis", "turbulent", "great_glen", "penny_mobs")
PAIRS = tuple(combinations(EIGHT, 2))
REPO = Path(__file__).parents[2]


def fitting(slugs: tuple[str, ...], players: int) -> tuple[str, ...]:
    """Those of the chronicles that so many people may play."""
    left_out_chronicles()
    return tuple(
        slug
        for slug in slugs
        if installed_library().expansions[slug].min_players
        <= players
        <= installed_library().expansions[slug].max_players
    )


def sound(state: State) -> None:
    """What holds in every game, whatever is in play."""
    assert state.phase == "over"
    assert state.winners
    assert all(0 <= filled <= 3 for filled in state.market.values())
    for space in state.track:
        assert len(space.figures) <= 1 or space.piece == "worlds_end", space
    known = [t.piece for p in state.players for t in p.taken_tiles if t.piece]
    known += [t.piece for t in (*state.discards, *state.removed_tiles) if t.piece]
    known += [s.piece for s in state.track if s.piece]
    assert len(known) == len(set(known)), "a tile in two places"
    for player in state.players:
        assert player.total == sum(player.points.values())
        if casks := state.expansion_states.get("single_cask"):
            assert len(casks.barrel_places[player.id]) == max(0, player.barrels), "each barrel has one place"


def played(slugs: tuple[str, ...], players: int, seed: int) -> None:
    chosen = fitting(slugs, players)
    facts = effective_facts(read_box(COMPLETE)) if seed % 2 else effective_facts()
    history = play_random_game(
        RandomGamePlan(players, seed, die=seed % 3 == 0, told=seed % 4 == 0, chronicles=chosen), facts
    )
    assert first_difference(history) is None
    sound(history.state)
    for at in range(len(history.standing)):
        a_turn_begins_below_zero_only_by_what_people_overruled(history, at)
    end = history.hash()
    while undo := history.propose_undo():
        history.add(undo)
    assert history.state == history.state_before(0)
    while redo := history.propose_redo():
        history.add(redo)
    assert history.hash() == end


@pytest.mark.rule("C0-01", "C0-02")
@pytest.mark.parametrize("slugs", PAIRS, ids="+".join)
def test_every_pair_is_played_to_the_end(slugs: tuple[str, ...]) -> None:
    number = PAIRS.index(slugs)
    played(slugs, 3 + number % 2, number)


@pytest.mark.rule("C0-01")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", half(range(3)))
def test_all_that_fit_are_played_together(players: int, seed: int) -> None:
    played(EIGHT, players, seed)


@pytest.mark.rule("C0-09")
@pytest.mark.parametrize("players", [3, 4])
def test_decks_grow_by_the_tiles_of_all_chronicles(players: int) -> None:
    plain = play_random_game(RandomGamePlan(players, 1), effective_facts()).state
    full = play_random_game(RandomGamePlan(players, 1, chronicles=EIGHT), effective_facts()).state
    for deck in ("A", "B", "C", "D"):
        assert full.deck_of(deck).size > plain.deck_of(deck).size
    assert full.deck_of("S").size == plain.deck_of("S").size


@pytest.mark.rule("C0-03")
def test_every_tile_of_a_chronicle_carries_a_symbol() -> None:
    plain = effective_facts().pieces
    full = play_random_game(RandomGamePlan(4, 2, chronicles=EIGHT), effective_facts()).state.facts.pieces
    tiles = [p for id, p in full.items() if id not in plain and p.category in ("land", "landmark", "person")]
    assert tiles
    assert [p.id for p in tiles if not p.symbol] == []


def test_the_table_of_order_names_only_who_is_called_there() -> None:
    called = {each.slug: set(each.hooks) for each in installed_library().all_expansions()}
    named = [(hook, slug) for hook, order in HOOK_ORDER.items() for slug in order]
    assert [(hook, slug) for hook, slug in named if hook not in called[slug]] == []
