"""A ninth chronicle, made up, joins by the plug alone: no line of the core knows it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.catalogue.glen_more_2.box import read_box
from companion.catalogue.glen_more_2.facts_in_force import load_facts
from companion.engine.history import check
from companion.games.random_play import Plan, play
from companion.state.glen_more_2.expansions import EXPANSIONS
from companion.state.glen_more_2.game import GlenMore2
from companion.state.glen_more_2.model import Space
from companion.state.glen_more_2.plug_in import register_expansion
from companion.state.glen_more_2.ring import laid, moved, room, rotated
from tests.state.glen_more_2.ninth import CHRONICLE, GIANT, STONE
from tests.state.glen_more_2.table import COMPLETE


@pytest.fixture
def ninth() -> Iterator[None]:
    register_expansion(CHRONICLE)
    yield
    EXPANSIONS.pop(STONE)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_a_made_up_chronicle_is_played_to_the_end(ninth: None, players: int, seed: int) -> None:
    facts = load_facts(read_box(COMPLETE)) if seed % 2 else load_facts()
    history = play(Plan(players, seed, told=seed > 1, chronicles=(STONE,)), facts)
    state = history.state
    assert check(history) is None
    assert state.phase == "over"
    assert {p.points.get(STONE, 0) for p in state.players} == set(state.drawers[STONE].held.values())
    game = GlenMore2()
    for entry in history.entries:
        assert game.decode_events(game.encode_events(entry.events)) == entry.events


def test_the_giant_has_turns_and_is_waited_for(ninth: None) -> None:
    history = play(Plan(3, 5, chronicles=(STONE,)), load_facts())
    line = history.state.line
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
    after = rotated(moved(line, "red", 6), 9)
    assert after[0].deck == "A", "the untold tile is behind both pawns and goes next"
    after = rotated((after[0].__class__(), *after[1:]), 9)
    assert [s.figures for s in after[:2]] == [("blue",), ("red",)]
    assert [s.piece for s in after if s.fixed] == ["rock", ""]
    assert after[2:6] == (Space(), Space(), Space(), Space())
    assert room(after, 9) == 4, "9 spaces less two pawns, the rock and the one that stays free"
    filled = after
    for _ in range(4):
        filled, _ = laid(filled, Space((), "", "B"))
    assert room(filled, 9) == 0
    assert [s.fixed for s in filled].count(True) == 2


def test_a_plug_lists_the_words_that_the_core_never_says() -> None:
    assert CHRONICLE.words
