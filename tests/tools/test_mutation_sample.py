"""The sample of mutations: which changes it draws, and that it tells a test that notices from one that doesn't."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import mutation_sample
from tools.mutation_sample import AREAS, SEED, changes_of, main, random_changes, sample

ROOT = Path(__file__).parents[2]
MODULE = """def cost(coins, free):
    \"\"\"Not 3.\"\"\"
    return 0 if free and coins > 3 else coins
"""
OTHERS = ("companion/state/territory", "companion/storage")
NOTICES = """from companion.web.prices import cost

def test_it():
    assert (cost(9, True), cost(9, False)) == (0, 9)
"""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of three rooms with a module each; a test notices some changes in the one of `web`."""
    for name, text in {
        "companion/__init__.py": "",
        "companion/web/__init__.py": "",
        **{f"{folder}/prices.py": MODULE for folder in ("companion/web", *OTHERS)},
        "tests/web/test_prices.py": NOTICES,
        "pyproject.toml": "[tool.pytest.ini_options]\nmarkers = ['long', 'browser']\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(mutation_sample, "ROOT", tmp_path)
    monkeypatch.setattr("os.nice", lambda _by: 19)
    return tmp_path


def test_every_small_change_is_found_and_no_word(house: Path) -> None:
    found = [(change.old, change.new) for change in changes_of(Path("companion/web/prices.py"))]
    assert sorted(found) == [
        ("0", "(1)"),
        ("0 if free and coins > 3 else coins", "(0)"),
        ("0 if free and coins > 3 else coins", "(coins)"),
        ("3", "(4)"),
        ("coins > 3", "(coins >= 3)"),
        ("free and coins > 3", "(coins > 3)"),
        ("free and coins > 3", "(free or coins > 3)"),
        ("free and coins > 3", "(free)"),
    ]


@pytest.mark.long
def test_what_no_test_notices_survives_and_the_house_stays_as_it_was(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = sample(["web"], [], 5, SEED)
    survived = {line.partition("prices.py:3: ")[2] for line in capsys.readouterr().out.splitlines()}
    assert survived == {"3  ->  (4)", "coins > 3  ->  (coins >= 3)", "free and coins > 3  ->  (free)"}
    assert results["web"].count(True) == 5
    assert (house / "companion/web/prices.py").read_text() == MODULE


@pytest.mark.long
def test_it_fails_below_its_goal_and_ends_when_its_time_is_over(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (house / "tests/web/test_prices.py").write_text("def test_it():\n    pass\n")
    assert main(["--room", "web", "--minutes", "30"]) == 1
    assert "web: 8 of 8 changes survived" in capsys.readouterr().out
    assert sample(["web"], [], 0, SEED) == {"web": []}


@pytest.mark.usefixtures("house")
def test_the_same_seed_draws_the_same_changes_from_each_room_in_turn() -> None:
    areas = ["web", "territory", "storage"]

    def first(seed: int) -> list[tuple[str, str]]:
        draw = random_changes(areas, [], seed)
        return [(room, str(change)) for room, change in (next(draw) for _ in range(20))]

    assert first(1) == first(1) != first(2)
    assert [room for room, _ in first(1)][: len(areas)] == areas


def test_a_module_is_tried_by_the_suite_of_its_room_and_a_chronicle_by_its_own() -> None:
    assert mutation_sample.tests_for(Path("companion/web/routes.py")) == ("tests/web",)
    boats = tuple(f"tests/chronicles/test_boat_race{rest}.py" for rest in ("", "_desk", "_invariants"))
    assert mutation_sample.tests_for(Path("companion/chronicles/boat_race/model.py")) == boats
    assert all((ROOT / test).exists() for _, tests in AREAS.values() for test in tests)
