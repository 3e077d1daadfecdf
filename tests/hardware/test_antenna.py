"""When a tag that was read is a tap."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.hardware.antenna import MISSES, UNSEEN, Antenna

ONE, OTHER = "04a1b2c3d4e5f6", "04ffffffffffff"
TICK = 0.17


def told(polls: list[list[str]], tick: float = TICK) -> list[list[str]]:
    """What each poll gave, the polls following each other at `tick`."""
    antenna = Antenna()
    return [antenna.polled(poll, number * tick) for number, poll in enumerate(polls)]


def test_a_tag_is_a_tap_when_it_is_first_seen() -> None:
    assert told([[], [ONE], [ONE], [ONE]]) == [[], [ONE], [], []]


def test_a_resting_tag_that_every_second_poll_misses_is_one_tap() -> None:
    assert [taps for taps in told([[ONE], []] * 50) if taps] == [[ONE]]


def test_a_tag_is_gone_after_three_misses_and_then_a_new_tap() -> None:
    assert told([[ONE], [], [], [], [ONE]]) == [[ONE], [], [], [], [ONE]]


def test_three_misses_in_a_hurry_are_not_enough() -> None:
    assert told([[ONE], [], [], [], [ONE], [], [], [], [], [], [], [ONE]], 0.1)[4] == []
    assert told([[ONE], [], [], [], [], [], [ONE]], 0.1)[6] == [ONE]


def test_a_pause_without_polls_is_not_enough_either() -> None:
    antenna = Antenna()
    assert antenna.polled([ONE], 0) == [ONE]
    assert antenna.polled([ONE], 60) == []
    assert antenna.polled([], 120) == []
    assert antenna.polled([], 120.2) == []
    assert antenna.polled([ONE], 120.4) == []


def test_another_tag_is_a_tap_at_once_beside_a_resting_one() -> None:
    assert told([[ONE], [ONE], [ONE, OTHER], [OTHER, ONE], [ONE]]) == [[ONE], [], [OTHER], [], []]


def test_two_tags_that_come_together_are_two_taps_in_order() -> None:
    assert told([[OTHER, ONE]]) == [[OTHER, ONE]]


def test_a_phone_that_lies_there_is_one_tap_although_its_number_changes() -> None:
    assert told([["08a1b2c3"], ["08ffffff"], ["08000001", ONE]]) == [["08a1b2c3"], [], [ONE]]


def test_stickers_that_look_like_phones_are_none() -> None:
    """Only the short numbers are invented; a long one may begin as it likes."""
    assert told([["08a1b2c3d4e5f6"], ["08ffffffffffff"]]) == [["08a1b2c3d4e5f6"], ["08ffffffffffff"]]


@given(st.lists(st.sets(st.sampled_from([ONE, OTHER, "04b7"])).map(sorted), max_size=60), st.floats(0.02, 0.5))
def test_between_two_taps_of_a_tag_it_was_gone(polls: list[list[str]], tick: float) -> None:
    taps = told(polls, tick)
    for tag in {tag for poll in polls for tag in poll}:
        tapped = [number for number, tags in enumerate(taps) if tag in tags]
        seen = [number for number, tags in enumerate(polls) if tag in tags]
        assert tapped[0] == seen[0]
        for number in seen[1:]:
            before = max(n for n in seen if n < number)
            absent = (number * tick) - (before * tick) >= UNSEEN and number - before > MISSES
            assert (number in tapped) == absent
