"""The core has never heard of a chronicle: none of their words stands in it, and it plays without their room."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from companion.games.glen_more_2.installed_chronicles import (
    find_chronicles,
    installed_library,
    left_out_chronicles,
)
from tests.state.glen_more_2.ninth import CHRONICLE as NINTH
from tests.syntax import nodes_of

pytestmark = pytest.mark.xdist_group("syntax trees")
COMPANION = Path(__file__).parent.parent / "companion"
ROOMS = ("engine", "menu", "state", "scoring", "screens")


def words_of(path: Path) -> set[str]:
    """Return every word in names and texts of a module, comments left out: "HomeCastle" is home and castle."""
    return _words(nodes_of(path))


@cache
def _words(nodes: tuple[ast.AST, ...]) -> set[str]:
    found = set()
    for node in nodes:
        for field in ("id", "attr", "arg", "name", "value"):
            text = getattr(node, field, None)
            if isinstance(text, str):
                found.add(text)
    parts = (re.findall(r"[A-Z]?[a-z]+|[A-Z]+", text) for text in found)
    return {word.lower() for group in parts for word in group} | {text.lower() for text in found}


def test_no_word_of_a_chronicle_stands_in_the_core() -> None:
    assert left_out_chronicles() == ()
    core = {path: words_of(path) for room in ROOMS for path in (COMPANION / room).rglob("*.py")}
    found = [
        (str(path.relative_to(COMPANION)), word)
        for path, words in core.items()
        for plug in installed_library().expansions.values()
        for word in (plug.slug, *plug.words)
        if word.lower() in words
    ]
    assert found == []


def test_the_search_finds_a_word_where_there_is_one() -> None:
    words = words_of(COMPANION / "chronicles" / "highlander" / "__init__.py")
    assert "highlander" in words
    assert set(NINTH.words) & words_of(Path(__file__).parent / "state" / "glen_more_2" / "ninth.py")


def test_every_plug_lists_its_words() -> None:
    left_out_chronicles()
    assert len(installed_library().expansions) == 8
    assert [plug.slug for plug in installed_library().expansions.values() if len(plug.words) < 3] == []


WITHOUT = """
import sys
from functools import cache
class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.startswith("companion.chronicles"):
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Gone())
from companion.games.glen_more_2.bot import RandomGamePlan as Plan, play_random_game as play
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts as load_facts
print(play(Plan(3, 1), load_facts()).state.phase)
"""


def test_the_base_game_plays_with_the_room_of_the_chronicles_absent() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "over\n", done.stderr


def test_a_chronicle_that_fails_to_load_is_named_and_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion import chronicles

    broken = tmp_path / "broken_one"
    broken.mkdir()
    (broken / "__init__.py").write_text("raise RuntimeError('cracked')\n")
    shutil.copytree(Path(chronicles.__file__).parent / "hammer", tmp_path / "same_again")
    monkeypatch.setattr(chronicles, "__path__", [*chronicles.__path__, str(tmp_path)])
    library, told = find_chronicles()
    assert [str(message) for message in told] == [
        "The chronicle broken_one could not be loaded and is left out; the log says why.",
        "The chronicle same_again could not be loaded and is left out; the log says why.",
    ]
    assert len(library.expansions) == 8
