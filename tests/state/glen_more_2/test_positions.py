"""Set positions and how many legal answers they have, some moves deep: none offered too many, none too few."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.engine.offers import Answer, Refusal
from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.model import State
from tests.open_answers import open_answers
from tests.state.glen_more_2.table import Staged, Table


def at(ring: str, players: int = 3, **more: object) -> Table:
    table = Table(players)
    table.arrange(ring, **more)
    return table


def answers(table: Table, kind: str, most: int = 1000) -> dict[str, int]:
    """How many open answers each offer of a question has, amounts counted once."""
    question = table.question(kind)
    made = [answer.offer for answer in open_answers(question, most)]
    return {offer.name: made.count(offer.name) for offer in question.offers}


@pytest.mark.rule("GM-RND-02")
@pytest.mark.parametrize(
    ("ring", "deck", "takes", "nothing", "worlds_end"),
    [
        ("red yellow blue S-1 S-2 S-3", "A", 3, 6, 0),
        ("red S-1 yellow S-2 blue S-3", "A", 3, 6, 0),
        ("red yellow blue S-1 A? S-3", "A", 1 + 15 + 1, 34, 0),
        ("red yellow blue A-6 A? A?", "A", 1 + 2 * 14, 58, 0),
        # World's End can be picked among the tiles, and told without picking.
        ("red yellow blue D-1 END D-2", "D", 2 + 1, 4, 1),
        ("red END+yellow D-1 blue", "D", 1 + 1, 2, 1),
        ("red yellow blue D-1 D? D?", "D", 1 + 2 * 17, 70, 2),
        ("red END+yellow+blue", "D", 0 + 1, 0, 1),
    ],
)
def test_a_player_on_turn_has_so_many_answers(
    ring: str, deck: str, takes: int, nothing: int, worlds_end: int
) -> None:
    made = answers(at(ring, deck=deck), "take")
    assert (made["take"], made.get("nothing", 0), made.get("worlds_end", 0)) == (takes, nothing, worlds_end)


def test_the_end_of_a_turn_has_so_many_answers() -> None:
    table = at("red yellow blue S-1 S-2 A-6")
    table.takes("red", "S-1")
    # 13 tiles of A that lie nowhere, 17 of B whose turn may have come, 2 tiles ahead of the next player
    assert answers(table, "end") == {"done": 1, "lay": 1, "laid": 13, "laid_next": 17, "deck_empty": 1, "next": 2}


def test_the_table_is_set_up_in_so_many_answers() -> None:
    table = Table(0)
    assert answers(table, "seat") == {"seat": 4, "done": 0}
    table.answers("seat", "seat", "red")
    table.answers("seat", "seat", "blue")
    assert answers(table, "seat") == {"done": 1, "seat": 2}


# ---- several moves deep


def moves(state: State) -> Iterator[State]:
    """The states after each whole move of the figure on turn: a tile, World's End, or a face of the die."""
    game = Staged(state)
    for question in game.questions(state):
        if question.kind not in ("take", "roll"):
            continue
        seen = set()
        for answer in open_answers(question):
            first = answer.values[0] if answer.values else ""
            moved = answer.offer in ("take", "worlds_end") or answer.offer.startswith("face_")
            # The same move whether it is picked among the tiles or not.
            move = (WORLDS_END, "") if first == WORLDS_END else (answer.offer, first)
            if moved and move not in seen:
                seen.add(move)
                yield _finished(game, game_after(game, state, replace(answer, anyway=True)))


def game_after(game: Staged, state: State, answer: Answer) -> State:
    decision = game.decide(state, answer)
    assert not isinstance(decision, Refusal), answer
    return decision.state


def _finished(game: Staged, state: State) -> State:
    """The move to its end, everything else as it comes."""
    while open_ones := [q for q in game.questions(state) if q.kind in ("hit", "end", "untold_end")]:
        offer = open_ones[0].offers[0].name
        state = game_after(game, state, Answer(open_ones[0].number, offer, anyway=True))
    return state


def leaves(state: State, depth: int) -> int:
    """How many games of so many moves there are."""
    return sum(leaves(after, depth - 1) for after in moves(state)) if depth else 1


@pytest.mark.rule("GM-RND-02", "GM-RND-06")
@pytest.mark.parametrize(
    ("ring", "deep"),
    [
        # Without the die every refill makes up the same number of tiles ahead.
        ("red yellow blue S-1 S-2 S-3", [3, 9, 27, 81]),
        ("red S-1 yellow blue S-2 S-3 A-6", [4, 16, 64, 256]),
    ],
)
def test_without_the_die_there_are_always_as_many_tiles_ahead(ring: str, deep: list[int]) -> None:
    state = at(ring).state
    assert [leaves(state, depth) for depth in range(1, len(deep) + 1)] == deep


@pytest.mark.rule("GM-DIE-03", "GM-DIE-11")
def test_the_die_between_two_players() -> None:
    # 1: one tile is left ahead. 2: the other one. 3: the die waits beyond both. Then red has 1 + 1 + 2 moves.
    state = at("die red yellow S-1 S-2", players=2).state
    assert [leaves(state, depth) for depth in (1, 2)] == [3, 4]


@pytest.mark.rule("GM-END-01", "GM-END-03")
def test_the_last_moves_of_a_game() -> None:
    # Red: D-1, or World's End or D-2, which end the game. After D-1 red is still last and has those two left.
    state = at("red D-1 END+yellow+blue D-2", deck="D", left={"D": 0}).state
    assert [leaves(state, depth) for depth in (1, 2, 3)] == [3, 2, 0]
