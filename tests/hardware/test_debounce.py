"""From a trembling level to presses."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.hardware.gpio import LONG_SECONDS, STABLE_SECONDS, ButtonDebounce

HOLD = 5.0


def presses(edges: list[tuple[float, bool]], until: float, *, held: bool = False) -> list[int]:
    """What a button tells that is only looked at in the end."""
    button = ButtonDebounce(held, 0.0, (LONG_SECONDS, HOLD))
    return [each for at, down in edges for each in button.edge(down, at)] + button.advance(until)


def test_a_press_is_told_when_it_was_let_go() -> None:
    assert presses([(1, True)], 1.5) == []
    assert presses([(1, True), (1.5, False)], 1.5 + STABLE_SECONDS) == [0]


def test_a_level_that_does_not_last_is_nothing() -> None:
    assert presses([(1, True), (1.014, False)], 2) == []
    assert presses([(1, True), (1.2, False), (1.21, True), (1.4, False)], 2) == [0]


def test_trembling_is_one_press() -> None:
    down = [(1 + n * 0.0005, n % 2 == 0) for n in range(11)]
    up = [(1.3 + n * 0.0005, n % 2 == 1) for n in range(11)]
    assert presses(down + up, 2) == [0]


def test_a_long_press_is_told_while_it_is_held_and_once() -> None:
    button = ButtonDebounce(False, 0.0)
    button.edge(True, 1.0)
    assert button.advance(1.0 + LONG_SECONDS - 0.001) == []
    assert button.advance(1.0 + LONG_SECONDS) == [1]
    assert button.advance(3) == []
    assert button.edge(False, 4) == []
    assert button.advance(5) == []


def test_just_short_of_long_is_short_even_when_it_is_looked_at_late() -> None:
    assert presses([(1, True), (1.79, False)], 9) == [0]
    assert presses([(1, True), (1.81, False)], 9) == [1]


def test_a_button_that_is_held_on_is_told_twice() -> None:
    assert presses([(1, True)], 1 + HOLD) == [1, 2]
    assert presses([(1, True), (7, False)], 9) == [1, 2]
    assert presses([(1, True)], 100) == [1, 2]


def test_held_at_the_start_is_no_press() -> None:
    assert presses([], 60, held=True) == []
    assert presses([(2, False)], 3, held=True) == []
    assert presses([(2, False), (3, True), (3.2, False)], 4, held=True) == [0]


def test_it_says_when_it_has_something_to_say() -> None:
    button = ButtonDebounce(False, 0.0)
    assert button.deadline() is None
    button.edge(True, 1.0)
    assert button.deadline() == 1.0 + STABLE_SECONDS
    button.advance(1.0 + STABLE_SECONDS)
    assert button.deadline() == 1.0 + LONG_SECONDS
    button.advance(1.0 + LONG_SECONDS)
    assert button.deadline() is None


@given(st.lists(st.floats(0.001, 3), max_size=30), st.lists(st.floats(0.01, 1), max_size=30))
def test_how_often_it_is_looked_at_changes_nothing(pauses: list[float], looks: list[float]) -> None:
    """The times of the edges tell all: a thread that had no time misses nothing and invents nothing."""
    edges, now = [], 0.0
    for number, pause in enumerate(pauses):
        now += pause
        edges.append((now, number % 2 == 0))
    busy, told, seen = ButtonDebounce(False, 0.0, (LONG_SECONDS, HOLD)), [], 0.0
    waiting = list(edges)
    for look in [*looks, now + 10]:
        seen += look
        while waiting and waiting[0][0] <= seen:
            at, down = waiting.pop(0)
            told += busy.edge(down, at)
        told += busy.advance(seen)
    assert told == presses(edges, seen)
