"""A ninth chronicle, made up, joins by its `Expansion` alone: no line of the core knows it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.engine.game import MissingPart
from companion.engine.history import History, first_difference
from companion.engine.offers import NOT_OFFERED, Answer
from companion.engine.question_kinds import Action
from companion.games.glen_more_2.bot import RandomGamePlan, new_history, play_random_game
from companion.games.glen_more_2.catalogue.box import read_box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.state.glen_more_2.expansions import Query
from companion.state.glen_more_2.game import GlenMore2, make_library
from companion.state.glen_more_2.model import HouseRules, State
from companion.state.glen_more_2.rondel import rotate_track
from companion.state.glen_more_2.ruleset import rules_of, run_query
from companion.state.territory.track import Space, count_layable_tiles, with_laid_tile, with_moved_figure
from tests.sampled import half
from tests.state.glen_more_2.ninth import CHRONICLE, GIANT, STONE
from tests.state.glen_more_2.table import COMPLETE

NINTH = GlenMore2(make_library((CHRONICLE,)))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", half(range(4)))
def test_a_made_up_chronicle_is_played_to_the_end(players: int, seed: int) -> None:
    facts = effective_facts(read_box(COMPLETE)) if seed % 2 else effective_facts()
    history = play_random_game(RandomGamePlan(players, seed, told=seed > 1, chronicles=(STONE,)), facts, NINTH)
    state = history.state
    assert first_difference(history) is None
    assert state.phase == "over"
    assert {p.points.get(STONE, 0) for p in state.players} == set(state.expansion_states[STONE].held.values())
    game = NINTH
    for entry in history.entries:
        assert game.decode_events(game.encode_events(entry.events)) == entry.events


def test_the_giant_has_turns_and_is_waited_for() -> None:
    history = play_random_game(RandomGamePlan(3, 5, chronicles=(STONE,)), effective_facts(), NINTH)
    line = history.state.track
    end = next(i for i, space in enumerate(line) if space.piece == "worlds_end")
    giant = next(i for i, space in enumerate(line) if GIANT in space.figures)
    assert giant >= end
    assert any(
        getattr(event, "figure", "") == GIANT and type(event).__name__ == "TurnBegan"
        for entry in history.entries
        for event in entry.events
    )


MOUNTAIN = (Space((), "rock", fixed=True), Space(fixed=True))


@pytest.mark.rule("C2-04", "C2-14")
def test_a_fixture_left_behind_stands_at_the_far_end_and_is_never_filled() -> None:
    """red . rock rock A? blue on 9 spaces: red passes the rock and blue."""
    line = (Space(("red",)), Space(), *MOUNTAIN, Space((), "", "A"), Space(("blue",)), Space((), "A-1", "A"))
    after = rotate_track(with_moved_figure(line, "red", 6), 9)
    assert after[0].deck == "A", "the untold tile is behind both pawns and goes next"
    after = rotate_track((after[0].__class__(), *after[1:]), 9)
    assert [s.figures for s in after[:2]] == [("blue",), ("red",)]
    assert [s.piece for s in after if s.fixed] == ["rock", ""]
    assert after[2:6] == (Space(), Space(), Space(), Space())
    assert count_layable_tiles(after, 9) == 4, "9 spaces less two pawns, the rock and the one that stays free"
    filled = after
    for _ in range(4):
        filled, _ = with_laid_tile(filled, Space((), "", "B"))
    assert count_layable_tiles(filled, 9) == 0
    assert [s.fixed for s in filled].count(True) == 2


def test_it_lists_the_words_that_the_core_never_says() -> None:
    assert CHRONICLE.words


# ---- rulesets are values


def test_games_with_and_without_it_live_side_by_side() -> None:
    """Rules hang on the state, not on what was imported or made before."""
    base = GlenMore2()
    with_it, without = (
        play_random_game(RandomGamePlan(2, 3, chronicles=(STONE,)), effective_facts(), NINTH),
        play_random_game(RandomGamePlan(2, 3), effective_facts(), base),
    )
    again = play_random_game(RandomGamePlan(2, 3), effective_facts(), NINTH)
    assert STONE in with_it.state.expansion_states
    assert [e.answer for e in again.entries] == [e.answer for e in without.entries]
    assert STONE not in again.state.expansion_states
    kinds = rules_of(with_it.state).kinds
    assert f"{STONE}.throw" in {row.name for row in kinds["ledger"].actions if isinstance(row, Action)}
    assert f"{STONE}.wish" not in rules_of(again.state).kinds


def test_an_expansion_that_is_not_installed_is_named() -> None:
    with_it = play_random_game(RandomGamePlan(2, 3, chronicles=(STONE,)), effective_facts(), NINTH)
    with pytest.raises(MissingPart, match="the chronicle lucky_stone is not installed"):
        History(GlenMore2(), with_it.header)


def test_expansions_that_clash_are_told() -> None:
    twin = replace(CHRONICLE, slug="twin", number=10)
    same = f"action {STONE}.throw of ledger, event StoneFound, neutral:giant, question {STONE}.wish, runes"
    with pytest.raises(ValueError, match=f"of the same name elsewhere: {same}"):
        make_library((CHRONICLE, twin))
    with pytest.raises(ValueError, match="no such hook point: play_began"):
        make_library((replace(CHRONICLE, hooks={"play_began": lambda _state: ()}),))


def test_an_answer_without_a_row_raises() -> None:
    """Nothing falls through: an offer that no row tells is an error, never booked without effect."""
    state = History(NINTH, play_random_game(RandomGamePlan(2, 3), effective_facts(), NINTH).header).state
    with pytest.raises(LookupError, match="ledger has no action gift"):
        rules_of(state).kinds["ledger"].resolve("gift")
    assert NINTH.decide(state, Answer(1, "gift")) == NOT_OFFERED


def test_a_query_is_answered_by_its_owner_or_by_its_default() -> None:
    stones: Query[[State, str], int] = Query("stones", -1)
    knows = replace(CHRONICLE, answers=(stones.answered_by(lambda _state, player: len(player)),))
    game = GlenMore2(make_library((knows,)))
    with_it = History(game, new_history(game, effective_facts(), HouseRules(), (STONE,)).header).state
    without = History(game, new_history(game, effective_facts(), HouseRules()).header).state
    assert (run_query(stones, with_it, "red"), run_query(stones, without, "red")) == (3, -1)
