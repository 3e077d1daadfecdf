"""The bench tells its figures as one JSON object on its last line; how fast this machine is, no test says."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tools.bench.figures import Figure, as_json, as_line, percentile

ROOT = Path(__file__).parents[2]
GOALS = {
    "decided_again_ms": 22,
    "loaded_ms": 25,
    "one_answer_p99_ms": 0.6,
    "one_answer_referee_p99_ms": 1,
    "one_answer_referee_last_quarter_ratio": 3,
    "one_answer_all_eight_p99_ms": 1.0,
    "tap_to_picture_p95_ms": 40,
    "look_up_tap_to_picture_p95_ms": 40,
    "look_up_search_p95_ms": 1,
    "full_map_picture_p95_ms": 40,
    "start_to_ready_s": 1,
    "memory_with_page_open_mb": 80,
    "tap_to_beep_p95_ms": 150,
    "idle_minute_cpu_s": 1,
    "nine_stones_judged_median_ms": 0.2,
    "sticker_walk_presses": 12,
    "sticker_walk_tap_to_beep_p95_ms": 150,
}


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    """What a small run says."""
    command = [sys.executable, "-m", "tools.bench", "--small"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stderr
    last: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return last


@pytest.mark.long
def test_the_last_line_has_every_figure_with_its_goal_beside_it(told: dict[str, Any]) -> None:
    figures = told["figures"]
    assert {name: figures[name]["at_most"] for name in GOALS} == GOALS
    for name in (*GOALS, "tap_to_signal_p99_ms"):
        assert figures[name]["met"] is (figures[name]["value"] <= figures[name]["at_most"])
        assert figures[name]["value"] > 0


@pytest.mark.long
def test_random_play_stands_beside_two_libraries_and_presses_beside_their_taps(told: dict[str, Any]) -> None:
    figures = told["figures"]
    assert figures["random_answers_per_chess_move"]["chess_moves_per_s"] > 0
    assert figures["random_answers_per_poker_action"]["poker_actions_per_s"] > 0
    ways = {name for name in figures if name.startswith("presses_per_turn_")}
    assert len(ways) >= 3
    assert all("taps_per_turn" in figures[name] for name in ways)


@pytest.mark.long
def test_the_search_stands_beside_that_of_sqlite(told: dict[str, Any]) -> None:
    search = told["figures"]["look_up_search_p95_ms"]
    assert search["sqlite_p95_ms"] > 0
    assert search["articles"] > 100, "a taught box with the rules"


@pytest.mark.long
def test_play_with_all_chronicles_stands_beside_the_base_game(told: dict[str, Any]) -> None:
    figures = told["figures"]
    assert figures["random_answers_all_eight_to_base_game"]["value"] > 0
    ways = [name for name in figures if name.startswith("presses_per_answer_")]
    assert ways
    assert all(figures[name]["of"] > 0 and figures[name]["at_most"] == 2 for name in ways)
    assert all(figures[name]["presses_each"] for name in ways), "each kind of act has its presses"


@pytest.mark.long
def test_a_judged_border_stands_beside_listed_chess_moves_and_beside_trying_everything(
    told: dict[str, Any],
) -> None:
    judged = told["figures"]["nine_stones_judged_median_ms"]
    assert min(judged["chess_moves_listed_median_ms"], judged["nine_full_sides_median_ms"]) > 0
    assert judged["all_tried_median_ms"] > judged["value"]


def test_a_figure_without_a_goal_claims_nothing() -> None:
    assert json.loads(as_json([Figure("answers_per_s", 12.3456)], {})) == {
        "bench": 1,
        "about": {},
        "figures": {"answers_per_s": {"value": 12.35}},
    }
    assert "within" not in as_line(Figure("answers_per_s", 12))
    assert "not within 1 " in as_line(Figure("start_s", 2, at_most=1)) + " "


@pytest.mark.parametrize(("percent", "value"), [(50, 5), (95, 10), (99, 10), (10, 1)])
def test_so_many_per_cent_of_the_values_do_not_exceed_it(percent: int, value: int) -> None:
    assert percentile([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], percent) == value


@pytest.mark.long
def test_a_full_map_stands_beside_the_same_cells_as_a_list_and_beside_png(told: dict[str, Any]) -> None:
    drawn = told["figures"]["full_map_picture_p95_ms"]
    assert min(drawn["as_list_p95_ms"], drawn["png_p95_ms"]) > 0
