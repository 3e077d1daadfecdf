"""No name has a private word, and no new public name is a bare participle; the lists are in vocabulary.toml."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.syntax import tree_of
from tests.test_guards import HOUSE, module_name

LISTS = tomllib.loads(Path(__file__).with_name("vocabulary.toml").read_text(encoding="utf-8"))
PARTICIPLE = re.compile(r"[a-z]+(ed|en)")


def defined_names(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the name of a module and of every function, class, field and parameter in it, with its line."""
    yield module_name(path).rpartition(".")[2], 1
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno
        if isinstance(node, ast.ClassDef):
            for each in node.body:
                if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
                    yield each.target.id, each.lineno


def public_functions(path: Path) -> Iterator[str]:
    """Yield the names of public functions and methods; functions inside functions are not public."""
    pending: list[ast.AST] = [tree_of(path)]
    while pending:
        for node in ast.iter_child_nodes(pending.pop()):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
                yield node.name
            elif isinstance(node, ast.ClassDef):
                pending.append(node)


def words_of(name: str) -> set[str]:
    """Return the words of a name in snake_case or CamelCase, in lower case."""
    return set(re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower().split("_"))


def test_no_name_has_a_private_word() -> None:
    private: dict[str, str] = LISTS["private_words"]
    found = [
        f"{path.relative_to(HOUSE)}:{line} {name}: {word}, better {private[word]}"
        for path in sorted(HOUSE.rglob("*.py"))
        for name, line in defined_names(path)
        for word in words_of(name) & private.keys()
    ]
    assert found == []


def test_no_new_public_name_is_a_bare_participle() -> None:
    found = {
        f"{path.relative_to(HOUSE).as_posix()} {name}"
        for path in HOUSE.rglob("*.py")
        for name in public_functions(path)
        if PARTICIPLE.fullmatch(name) and name not in LISTS["ordinary_words"]
    }
    assert found - set(LISTS["participles_left"]) == set()
    assert set(LISTS["participles_left"]) - found == set(), "these are gone: take them off the list"


def test_words_of_names_are_found() -> None:
    assert words_of("TagSeen") == {"tag", "seen"}
    assert words_of("_put_back_2") == {"", "put", "back", "2"}
    assert PARTICIPLE.fullmatch("entered")
    assert not PARTICIPLE.fullmatch("turn_entered")
