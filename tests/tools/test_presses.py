"""How many presses the base game's entries take with buttons alone: the fewest there are, by trying all keys."""

from __future__ import annotations

from functools import cache

import pytest

from companion.engine.game import CORRECTION
from companion.engine.offers import Answer, Refusal
from companion.menu import menu_state
from companion.menu.menu import press_button
from companion.menu.menu_state import EMPTY_MENU, Menu, MenuContext
from companion.state.glen_more_2.facts import GOODS
from companion.state.glen_more_2.game import GlenMore2
from companion.state.glen_more_2.model import HouseRules, State
from tests.table import complete_facts

KEYS = ("OK", "UP", "DOWN", "BACK", "UP+", "DOWN+", "BACK+")
CRESTS = tuple(complete_facts().crests)


@cache
def turn_to_end() -> State:
    """Red took a tile; the turn waits for its end."""
    game = GlenMore2()
    state = game.start(game.setup(complete_facts(), HouseRules()))
    for offer, values in (
        ("seat", ("red",)),
        ("seat", ("blue",)),
        ("seat", ("green",)),
        ("done", ()),
        ("go", ()),
        ("all", ()),
        ("done", ()),
        ("take", ("ahead:1", "S-1")),
    ):
        answer = Answer(game.questions(state)[0].number, offer, values)
        decision = game.decide(state, answer)
        assert not isinstance(decision, Refusal), decision
        state = decision.state
    assert state.phase == "turn"
    return state


@cache
def presses(most: int = 9) -> dict[Answer, int]:
    """Every answer that can be given in at most so many presses, with the fewest it takes."""
    game, state = GlenMore2(), turn_to_end()
    context = MenuContext(game.questions(state), lambda: game.question(state, CORRECTION))
    found: dict[Answer, int] = {}
    front, seen = [EMPTY_MENU], {EMPTY_MENU}
    for count in range(1, most + 1):
        following = []
        for menu in front:
            for key in KEYS:
                outcome = press_button(menu, context, key.rstrip("+"), key.endswith("+"))
                if isinstance(outcome, menu_state.GiveAnswer):
                    found.setdefault(outcome.answer, count)
                elif isinstance(outcome, Menu) and outcome not in seen:
                    seen.add(outcome)
                    following.append(outcome)
        front = following
    return found


def fewest(offer: str, *values: str | int, most: int = 5) -> int:
    kind = "end" if offer == "done" else "ledger"
    asked = next(q for q in GlenMore2().questions(turn_to_end()) if q.kind == kind)
    return presses(most)[Answer(asked.number, offer, values)]


def test_the_end_of_a_bare_turn_is_one_press() -> None:
    assert fewest("done") == 1


def test_a_barrel_is_at_most_two_presses() -> None:
    assert fewest("barrel") <= 2


@pytest.mark.parametrize("good", GOODS)
def test_a_sale_or_a_purchase_is_at_most_five_presses(good: str) -> None:
    assert fewest("sell", good) <= 5
    assert fewest("buy", good) <= 5


@pytest.mark.parametrize("points", range(1, 13))
def test_points_of_an_exchange_are_at_most_five_presses(points: int) -> None:
    assert fewest("points", "exchange", points) <= 5


@pytest.mark.long
@pytest.mark.parametrize("points", range(1, 13))
def test_other_points_are_at_most_nine_presses(points: int) -> None:
    assert max(fewest("points", source, points, most=9) for source in ("tile", "other")) <= 9


@pytest.mark.long
@pytest.mark.parametrize("crest", CRESTS)
def test_a_crest_that_was_forgotten_is_at_most_nine_presses(crest: str) -> None:
    road = [answer.values[1:] for answer in presses() if answer.offer == "crest" and answer.values[0] == crest]
    assert fewest("crest", crest, *road[0], most=9) <= 9
