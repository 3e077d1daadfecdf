"""The walls of the house: who may import whom, what pure rooms never touch, what no file may name.

Reads syntax trees, not text: a comment can't fool it, neither way.
"""

from __future__ import annotations

import ast
import subprocess
from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.syntax import nodes_of, tree_of

pytestmark = pytest.mark.xdist_group("syntax trees")
ROOT = Path(__file__).parent.parent
HOUSE = ROOT / "companion"
PURE = ("engine", "menu", "state", "scoring", "chronicles")
OUTSIDE = tuple(
    f"companion.{name}"
    for name in sorted({path.stem for path in HOUSE.iterdir()} - {*PURE, "__init__", "__pycache__"})
)
"""Every room and module that is not pure, the ones that come tomorrow too."""
GAME = ("companion.state", "companion.scoring", "companion.chronicles")
CLOCK_AND_DICE = {"asyncio", "datetime", "random", "secrets", "threading", "time", "uuid"}
FILES = {"glob", "io", "os", "pathlib", "shutil", "sqlite3", "tempfile"}
MACHINE_ROOM = {"http", "importlib", "logging", "platform", "signal", "socket", "subprocess", "sys", "urllib"}
WORLD = CLOCK_AND_DICE | FILES | MACHINE_ROOM
DOORS = {"open", "input", "print", "exec", "eval", "__import__", "breakpoint"}
LONGEST_FUNCTION, LONGEST_MODULE = 50, 500
MOST_FILES = 24
"""Modules in one folder."""
HOSTS = [
    name + "." + end
    for name, end in [("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("jsdelivr", "net")]
]
HOSTS += [
    name + "." + end
    for name, end in [("unpkg", "com"), ("cdnjs", "com"), ("piwheels", "org"), ("googleapis", "com")]
]
MACHINE = ["/" + place + "/" for place in ("work", "farm", "root", "opt/wheels", "opt/pypi", "tmp/team")]


def modules(*rooms: str) -> list[Path]:
    return sorted(path for room in rooms for path in (HOUSE / room).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """Full names of all that a module imports, wherever in it the import stands."""
    package = [*path.relative_to(ROOT).parent.parts]
    for node in nodes_of(path):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*start, *([node.module] if node.module else [])])
            yield from (f"{module}.{name.name}" for name in node.names)


def reaches(path: Path, rooms: tuple[str, ...]) -> list[str]:
    return [name for name in imported(path) if any(name == room or name.startswith(room + ".") for room in rooms)]


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def circle(paths: list[Path]) -> list[str]:
    """A way from a module back to itself by imports, types and late ones included; [] where there is none."""
    names = {module_name(path): path for path in paths}
    graph = {}
    for name, path in names.items():
        needed = (each if each in names else each.rpartition(".")[0] for each in imported(path))
        graph[name] = {each for each in needed if each in names}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as found:
        way: list[str] = found.args[1]
        return way
    return []


def tracked() -> list[Path]:
    """What belongs to the repository (everything but the ignored), or every file where git is absent."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        names = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")
    except (OSError, subprocess.CalledProcessError):
        names = [str(path) for path in ROOT.rglob("*") if not any(part[0] == "." for part in path.parts[1:])]
    return [path for path in (ROOT / name for name in names if name) if path.is_file()]


def mentions(words: list[str]) -> list[str]:
    found = []
    for path in tracked():
        content = path.read_bytes()
        found += [f"{path.relative_to(ROOT)}: {word}" for word in words if word.encode() in content]
    return found


def heard_events(path: Path) -> Iterator[str]:
    """Names of the events that a reader of exported journals handles or lists."""
    for node in nodes_of(path):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("on_") and node.name[3].isupper():
            yield node.name.removeprefix("on_")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "all_of":
            yield from (each.value for each in node.args if isinstance(each, ast.Constant))


def unknown_events(paths: list[Path]) -> list[str]:
    """Events that readers wait for and no module of the companion defines: their checks would never run."""
    classes = {node.name for path in modules("") for node in nodes_of(path) if isinstance(node, ast.ClassDef)}
    return sorted(f"{path.name}: {name}" for path in paths for name in heard_events(path) if name not in classes)


def code_lines(node: ast.AST, source: list[str]) -> int:
    """Lines with code from the first to the last of `node`, documentation and comments not counted."""
    first, last = getattr(node, "lineno", 1), getattr(node, "end_lineno", len(source))
    lines = {number for number in range(first, last + 1) if source[number - 1].strip()}
    lines -= {number for number in lines if source[number - 1].lstrip().startswith("#")}
    for inner in ast.walk(node):
        if (
            isinstance(inner, ast.Expr)
            and isinstance(inner.value, ast.Constant)
            and isinstance(inner.value.value, str)
        ):
            lines -= set(range(inner.lineno, (inner.end_lineno or inner.lineno) + 1))
    return len(lines)


@pytest.mark.parametrize("room", PURE)
def test_a_pure_room_imports_nothing_from_outside(room: str) -> None:
    assert {str(path): reaches(path, OUTSIDE) for path in modules(room) if reaches(path, OUTSIDE)} == {}


@pytest.mark.parametrize("room", PURE)
def test_a_pure_room_has_no_clock_no_dice_and_no_files(room: str) -> None:
    found = []
    for path in modules(room):
        found += [f"{path}: import {name}" for name in imported(path) if name.split(".")[0] in WORLD]
        calls = (node.func for node in nodes_of(path) if isinstance(node, ast.Call))
        found += [
            f"{path}:{call.lineno}: {call.id}()"
            for call in calls
            if isinstance(call, ast.Name) and call.id in DOORS
        ]
    assert found == []


def test_every_room_that_is_not_pure_lies_outside() -> None:
    rooms = {"hardware", "screens", "web", "app", "settings", "cli", "commands"}
    rooms |= {"storage", "session", "doctor", "games"}
    assert {f"companion.{room}" for room in rooms} <= set(OUTSIDE)
    assert not {f"companion.{room}" for room in PURE} & set(OUTSIDE)


@pytest.mark.parametrize("room", ["engine", "menu"])
def test_what_every_game_needs_knows_no_game(room: str) -> None:
    assert {str(path): reaches(path, GAME) for path in modules(room) if reaches(path, GAME)} == {}


def test_the_core_names_no_chronicle() -> None:
    rooms = ("companion.chronicles",)
    assert {str(path): reaches(path, rooms) for path in modules("state", "scoring") if reaches(path, rooms)} == {}


def test_no_module_needs_itself_types_included() -> None:
    assert circle(modules("")) == []


def test_no_file_names_a_registry_or_this_machine() -> None:
    assert mentions(HOSTS + MACHINE) == []


def test_no_function_is_longer_than_fifty_lines() -> None:
    long = []
    for path in modules(""):
        source = path.read_text(encoding="utf-8").splitlines()
        for node in nodes_of(path):
            if (
                isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
                and code_lines(node, source) > LONGEST_FUNCTION
            ):
                long.append(
                    f"{path.relative_to(ROOT)}:{node.lineno} {node.name}: {code_lines(node, source)} lines"
                )
    assert long == []


def long_modules() -> dict[str, int]:
    """Modules over the limit, with their lines of code."""
    found = {}
    for path in modules(""):
        lines = code_lines(tree_of(path), path.read_text(encoding="utf-8").splitlines())
        if lines > LONGEST_MODULE:
            found[str(path.relative_to(HOUSE))] = lines
    return found


def test_modules_are_short_enough_to_read() -> None:
    assert long_modules() == {}


def test_no_folder_has_too_many_modules() -> None:
    folders = Counter(path.parent.relative_to(HOUSE) for path in modules("") if path.name != "__init__.py")
    assert {str(folder): count for folder, count in folders.items() if count > MOST_FILES} == {}


def test_readers_of_journals_wait_for_events_that_exist() -> None:
    tests = ROOT / "tests"
    assert unknown_events([*tests.glob("independent_*.py"), *(tests / "conservation").glob("*.py")]) == []


def test_the_guards_see_what_they_look_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wall that lets everything through would pass too."""
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    wrong = tmp_path / "companion" / "state" / "wrong.py"
    wrong.parent.mkdir(parents=True)
    wrong.write_text(
        "from ..web import page\ndef now():\n    # import os\n    'import os'\n    import time as t\n"
    )
    assert list(imported(wrong)) == ["companion.web.page", "time"]
    assert reaches(wrong, OUTSIDE) == ["companion.web.page"]
    assert code_lines(tree_of(wrong), wrong.read_text().splitlines()) == 3
    other = wrong.with_name("other.py")
    other.write_text("def late():\n    from companion.state import wrong\n")
    assert circle([wrong, other]) == []
    wrong.write_text(wrong.read_text() + "if False:\n    from companion.state.other import late\n")
    assert circle([wrong, other])[0] == circle([wrong, other])[-1] != ""
    monkeypatch.setitem(globals(), "HOUSE", tmp_path / "companion")
    wrong.with_name("long.py").write_text("a = 1\n" * (LONGEST_MODULE + 1))
    wrong.with_name("short.py").write_text("a = 1\n" * LONGEST_MODULE)
    assert long_modules() == {"state/long.py": LONGEST_MODULE + 1}
    monkeypatch.setitem(globals(), "tracked", lambda: [wrong])
    assert mentions(["import os", "nowhere"]) == ["companion/state/wrong.py: import os"]
    reader = tmp_path / "reader.py"
    reader.write_text("class Late: ...\ndef on_Early(self, e):\n    self.all_of('Late')\n")
    assert unknown_events([reader]) == ["reader.py: Early", "reader.py: Late"]
    wrong.with_name("events.py").write_text("class Late: ...\n")
    assert unknown_events([reader]) == ["reader.py: Early"]
