"""Which refresh when: the contract of docs/reference.md, without any panel."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.hardware.devices import SCORING_ENDED, TURN_ENDED
from companion.hardware.refresh_policy import FAST, FULL, PARTIAL, RefreshPlanner, RefreshPolicy

DAY = 24 * 3600.0


class Shown:
    """A panel that was refreshed once, fully, and shows what it is asked to."""

    def __init__(self, refreshing: RefreshPlanner | None = None) -> None:
        self.refreshing = refreshing or RefreshPlanner()
        self.now = 0.0
        self.show()

    def show(self, changed: float = 0.05, moment: str = "") -> str:
        self.now += 1
        kind = self.refreshing.kind(changed, moment, self.now)
        self.refreshing.shown(kind, self.now)
        return kind


def test_the_first_is_full_and_so_is_the_first_after_sleep_or_an_error() -> None:
    refreshing = RefreshPlanner()
    assert refreshing.kind(0.0, "", 0) == FULL
    refreshing.shown(FULL, 0)
    assert refreshing.kind(0.01, "", 1) == PARTIAL
    refreshing.forget()
    assert refreshing.kind(0.01, "", 2) == FULL


def test_a_refresh_that_failed_counts_for_nothing() -> None:
    refreshing = RefreshPlanner()
    assert [refreshing.kind(1.0, "", at) for at in range(3)] == [FULL] * 3


def test_after_eight_partial_ones_comes_a_flash() -> None:
    panel = Shown()
    assert [panel.show() for _ in range(18)] == ([PARTIAL] * 8 + [FAST]) * 2


def test_a_large_change_is_worth_a_flash_but_not_right_after_one() -> None:
    panel = Shown()
    assert [panel.show(0.6) for _ in range(4)] == [PARTIAL, FAST, PARTIAL, FAST]
    assert [panel.show(0.29) for _ in range(3)] == [PARTIAL] * 3


def test_a_scoring_is_a_good_time_and_the_end_of_a_turn_when_half_is_used_up() -> None:
    panel = Shown()
    assert [panel.show(), panel.show(moment=SCORING_ENDED)] == [PARTIAL, FAST]
    assert [panel.show(moment=TURN_ENDED) for _ in range(6)] == [PARTIAL] * 4 + [FAST, PARTIAL]


def test_two_flashes_never_follow_each_other() -> None:
    panel = Shown()
    shown = [panel.show(0.9, SCORING_ENDED) for _ in range(20)]
    assert all(PARTIAL in pair for pair in pairwise(shown))


def test_once_a_day_a_flash_is_a_full_one() -> None:
    panel = Shown()
    panel.show()
    panel.now += DAY
    assert [panel.show(), panel.show()] == [FULL, PARTIAL]
    panel.now += DAY / 2
    assert panel.show() == PARTIAL


@pytest.mark.parametrize(
    ("can", "shown"),
    [((FULL,), [FULL] * 4), ((FULL, FAST), [FAST] * 4), ((FULL, PARTIAL), [PARTIAL, PARTIAL, FULL, PARTIAL])],
)
def test_a_panel_is_asked_for_nothing_it_cannot_do(can: tuple[str, ...], shown: list[str]) -> None:
    panel = Shown(RefreshPlanner(RefreshPolicy(max_partials=2), can))
    assert [panel.show() for _ in range(4)] == shown


def test_before_a_rest_the_glass_is_cleaned_if_it_needs_it() -> None:
    panel = Shown()
    assert panel.refreshing.cleaning_refresh(5) is None
    panel.show()
    assert panel.refreshing.cleaning_refresh(5) == FAST
    panel.refreshing.forget()
    assert panel.refreshing.cleaning_refresh(5) is None
