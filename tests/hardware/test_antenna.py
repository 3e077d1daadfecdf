"""When a tag that was read is a tap."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hardware.pn532 import MISSES_ALLOWED, TOGETHER_SECONDS, UNSEEN_SECONDS, NewTag, TagPresence

ONE, OTHER = "04a1b2c3d4e5f6", "04ffffffffffff"
TICK = 0.17


def told(polls: list[list[str]], tick: float = TICK) -> list[list[str]]:
    """What each poll gave, the polls following each other at `tick`."""
    antenna = TagPresence()
    return [[tag.uid for tag in antenna.find_new_tags(poll, number * tick)] for number, poll in enumerate(polls)]


def test_a_tag_is_a_tap_when_it_is_first_seen() -> None:
    assert told([[], [ONE], [ONE], [ONE]]) == [[], [ONE], [], []]


def test_a_resting_tag_that_every_second_poll_misses_is_one_tap() -> None:
    assert [taps for taps in told([[ONE], []] * 50) if taps] == [[ONE]]


def test_a_tag_is_gone_after_as_many_misses_as_chance_would_hardly_make() -> None:
    at_first = next(n for n in range(30) if told([[ONE], *[[]] * n, [ONE]])[-1])
    read_well = next(n for n in range(30) if told([*[[ONE]] * 200, *[[]] * n, [ONE]])[-1])
    read_badly = next(n for n in range(60) if told([*[[ONE], [], []] * 100, *[[]] * n, [ONE]])[-1])
    assert read_well < at_first < read_badly
    assert (read_well, at_first) == (3, 8)


def test_misses_in_a_hurry_are_not_enough() -> None:
    steady = [[ONE]] * 200
    assert told([*steady, *[[]] * 6, [ONE]], 0.05)[-1] == []
    assert told([*steady, *[[]] * 12, [ONE]], 0.05)[-1] == [ONE]


def test_a_pause_without_polls_is_not_enough_either() -> None:
    antenna = TagPresence()
    assert antenna.find_new_tags([ONE], 0)
    assert antenna.find_new_tags([ONE], 60) == []
    assert antenna.find_new_tags([], 120) == []
    assert antenna.find_new_tags([], 120.2) == []
    assert antenna.find_new_tags([ONE], 120.4) == []


def test_another_tag_is_a_tap_at_once_beside_a_resting_one() -> None:
    assert told([[ONE], [ONE], [ONE, OTHER], [OTHER, ONE], [ONE]]) == [[ONE], [], [OTHER], [], []]


def test_two_tags_that_come_together_are_two_taps_in_order_and_each_names_the_other() -> None:
    assert TagPresence().find_new_tags([OTHER, ONE], 0) == [NewTag(OTHER, (ONE,)), NewTag(ONE, (OTHER,))]


def test_one_that_has_been_lying_there_came_not_together() -> None:
    antenna = TagPresence()
    antenna.find_new_tags([ONE], 0)
    assert antenna.find_new_tags([ONE, OTHER], TOGETHER_SECONDS) == [NewTag(OTHER, (ONE,))]
    antenna = TagPresence()
    antenna.find_new_tags([ONE], 0)
    assert antenna.find_new_tags([ONE, OTHER], TOGETHER_SECONDS + 0.1) == [NewTag(OTHER)]


def test_a_phone_that_lies_there_is_one_tap_although_its_number_changes() -> None:
    assert told([["08a1b2c3"], ["08ffffff"], ["08000001", ONE]]) == [["08a1b2c3"], [], [ONE]]


def test_stickers_that_look_like_phones_are_none() -> None:
    """Only the short numbers are invented; a long one may begin as it likes."""
    assert told([["08a1b2c3d4e5f6"], ["08ffffffffffff"]]) == [["08a1b2c3d4e5f6"], ["08ffffffffffff"]]


@pytest.mark.parametrize("tick", [0.09, 0.17])
@pytest.mark.parametrize(("every_second", "loss"), [(False, 0.0), (False, 0.1), (False, 0.3), (True, 0.1)])
def test_loss_makes_hardly_a_tap_of_a_resting_tag(every_second: bool, loss: float, tick: float) -> None:
    """Of 150 times two minutes at most one holds a tap that nobody made: chance can look like a hand."""
    phantoms = 0
    for seed in range(150):
        chance = Random(seed)
        polls = [
            [ONE] if chance.random() >= loss and not (every_second and n % 2) else []
            for n in range(int(120 / tick))
        ]
        phantoms += [taps for taps in told(polls, tick) if taps] != [[ONE]]
    assert phantoms <= 1


@given(st.lists(st.sets(st.sampled_from([ONE, OTHER, "04b7"])).map(sorted), max_size=60), st.floats(0.02, 0.5))
def test_between_two_taps_of_a_tag_it_was_gone(polls: list[list[str]], tick: float) -> None:
    taps = told(polls, tick)
    for tag in {tag for poll in polls for tag in poll}:
        tapped = [number for number, tags in enumerate(taps) if tag in tags]
        seen = [number for number, tags in enumerate(polls) if tag in tags]
        assert tapped[0] == seen[0]
        for number in tapped[1:]:
            before = max(n for n in seen if n < number)
            assert number * tick - before * tick >= UNSEEN_SECONDS
            assert number - before > MISSES_ALLOWED
