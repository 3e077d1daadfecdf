"""Games stay apart: nobody outside a game's own parts knows it, and without them the rest goes on.

What is a game's own, and which words of its box nobody else may say, its definition tells.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from itertools import permutations
from pathlib import Path

import pytest

from companion.games.definition import GameBasics, GameDefinition
from companion.games.installed import installed_games
from tests.counting_game import GAME as COUNTING
from tests.test_core_names_no_chronicle import words_of
from tests.test_guards import HOUSE, ROOT, module_name, reaches

pytestmark = pytest.mark.xdist_group("syntax trees")

INSTALLED = installed_games()
GAMES = [INSTALLED.of(id) if id in INSTALLED else game for id, game in INSTALLED.known.items()]
"""Those that are only scored so far too."""
PAGE = (".js", ".css", ".html")


def is_within(module: str, packages: Iterable[str]) -> bool:
    """True if a module is one of these or lies in one."""
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def is_part(game: GameBasics, module: str) -> bool:
    return is_within(module, game.parts)


def outside(game: GameBasics) -> Iterator[Path]:
    """Every module of the companion, and every file of the page, that is not the game's own."""
    files = (path for path in sorted(HOUSE.rglob("*")) if path.suffix in (".py", *PAGE))
    yield from (path for path in files if not is_part(game, module_name(path)))


def shared(path: Path) -> bool:
    """Whether a file is no game's own: no game's words stand there. Two games may share a word of their boxes."""
    return not any(is_part(game, module_name(path)) for game in GAMES)


def words_in(path: Path) -> set[str]:
    """Its words; of a module those in names and texts, comments left out."""
    if path.suffix == ".py":
        return words_of(path)
    return set(re.findall("[a-z]+", path.read_text(encoding="utf-8").lower()))


def said_in_common(path: Path) -> set[str]:
    """The words that a module may say because every game that shares it has them; a game's own name is none."""
    sharing = [game for game in GAMES if is_within(module_name(path), game.shares)]
    common = set.intersection(*(set(game.words) for game in sharing)) if sharing else set()
    return common - {word for game in GAMES for word in (game.id, *game.id.split("_"))}


def knows(game: GameBasics, path: Path) -> list[str]:
    """What a file says of a game that is none of its business: imports of its parts, words of its box."""
    said, where = words_in(path), path.relative_to(ROOT)
    imports = reaches(path, game.parts) if path.suffix == ".py" else []
    own = game.expansions if isinstance(game, GameDefinition) else None
    words = [*game.words, *(each.id for each in own.known())] if own else [*game.words]
    allowed = said_in_common(path) if shared(path) else set(words)
    return [
        *(f"{where} imports {name}" for name in imports),
        *(f"{where} says {word}" for word in words if word in said - allowed),
    ]


@pytest.mark.parametrize("game", [*GAMES, COUNTING], ids=lambda game: game.id)
def test_nobody_outside_a_games_parts_knows_it(game: GameBasics) -> None:
    assert [each for path in outside(game) for each in knows(game, path)] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_parts_of_a_game_are_there_and_say_its_words(game: GameBasics) -> None:
    """A wall around nothing would stand for ever."""
    there = {module_name(path) for path in HOUSE.rglob("*.py")}
    assert [part for part in game.parts if part not in there] == []
    assert any(path.suffix == ".js" for path in outside(game)), "the page's own scripts are looked at too"
    own = [path for path in HOUSE.rglob("*.py") if is_part(game, module_name(path))]
    said = set().union(*map(words_of, own))
    assert game.words
    assert [word for word in game.words if word not in said] == []


def test_what_games_share_is_there_shared_by_several_and_knows_none_of_them() -> None:
    there = {module_name(path): path for path in HOUSE.rglob("*.py")}
    shares = [name for game in GAMES for name in game.shares]
    assert {name for name in shares if shares.count(name) < 2 or name not in there} == set()
    shared_modules = [path for name, path in there.items() if is_within(name, shares)]
    assert [each for path in shared_modules for game in GAMES for each in knows(game, path)] == []


def test_what_games_share_may_say_what_both_say_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = tmp_path / "companion" / "scoring" / "ending.py"
    wrong.parent.mkdir(parents=True)
    wrong.write_text('COINS = "coins"\nCHIEFTAINS = CRESTS = "glen"\n')
    monkeypatch.setattr("tests.test_guards.ROOT", tmp_path)
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    known = {game.id: knows(game, wrong) for game in GAMES}
    name = "companion/scoring/ending.py says"
    assert known["glen_more_2"] == [f"{name} glen", f"{name} crests"]
    assert known["glen_more"] == [f"{name} glen", f"{name} chieftains"]


def test_the_wall_is_seen_when_it_is_climbed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(game for game in GAMES if game.id == "glen_more_2")
    wrong = tmp_path / "companion" / "menu" / "wrong.py"
    wrong.parent.mkdir(parents=True)
    wrong.write_text("from companion.state.glen_more_2 import model\n\n\ndef count_scots() -> None: ...\n")
    monkeypatch.setattr("tests.test_guards.ROOT", tmp_path)
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    found = knows(game, wrong)
    assert "companion/menu/wrong.py imports companion.state.glen_more_2.model" in found
    assert "companion/menu/wrong.py says scots" in found
    script = wrong.with_suffix(".js")
    script.write_text("export const rondel = 14; // boat_race\n")
    assert knows(game, script) == ["companion/menu/wrong.js says rondel"]


@pytest.mark.parametrize(("one", "other"), [*permutations([*GAMES, COUNTING], 2)], ids=lambda game: game.id)
def test_no_game_imports_another(one: GameBasics, other: GameBasics) -> None:
    own = (*HOUSE.rglob("*.py"), *(ROOT / "tests" / "counting_game").glob("*.py"))
    mine = [path for path in own if is_part(one, module_name(path))]
    assert mine
    assert [each for path in mine for each in reaches(path, other.parts)] == []


PLAY = """
import importlib, pkgutil, sys
from pathlib import Path
import companion
assert Path(companion.__file__).is_relative_to(Path(sys.argv[1])), companion.__file__
names = [module.name for module in pkgutil.walk_packages(companion.__path__, "companion.")]
for name in names:
    importlib.import_module(name)
from companion.cli import main
from companion.games.installed import InstalledGames; from companion.games.installed import installed_games
from tests.counting_game import GAME
assert sys.argv[2] not in installed_games().known
games = InstalledGames([GAME])
data = Path(sys.argv[1]) / "data"
assert main(["simulate", "--players", "2", "--seed", "3", "--out", str(data) + ".jsonl"], games) == 0
assert main(["replay", "--check", str(data) + ".jsonl"], games) == 0
from tests.table import Table
with Table(data, games=games) as table:
    table.tap("pebble:stone")
    table.press("UNDO")
    print(table.drawn().size, len(names))
"""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_games_parts_can_be_taken_away_and_another_game_plays(game: GameBasics, tmp_path: Path) -> None:
    shutil.copytree(HOUSE, tmp_path / "companion", ignore=shutil.ignore_patterns("__pycache__"))
    for part in game.parts:
        place = tmp_path.joinpath(*part.split("."))
        if place.is_dir():
            shutil.rmtree(place)
        else:
            place.with_suffix(".py").unlink()
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    line = [sys.executable, "-c", PLAY, str(tmp_path), game.id]
    done = subprocess.run(
        line, cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "(400, 300)" in done.stdout
