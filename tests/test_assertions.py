"""Tests that can't fail: the commonest forms are looked for in every test module.

Whether an assertion means anything only a broken product tells (`make test-long`); these forms never do.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

TESTS = Path(__file__).parent
MODULES = sorted(TESTS.rglob("*.py"))
OUTCOMES = (ast.Eq, ast.In, ast.Is)
STARTS = {"startswith", "endswith"}
FAILS = {"raises", "warns", "fail", "check"}
"""Calls that make a test fail by themselves: of pytest, and of subprocess's `check`."""


BUILT_IN = {*dir(builtins)}


class Nodes(NamedTuple):
    """What is looked for in a module."""

    asserts: list[ast.Assert]
    functions: list[ast.FunctionDef]


def nodes_of(tree: ast.Module) -> Nodes:
    found = Nodes([], [])
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert):
            found.asserts.append(node)
        elif isinstance(node, ast.FunctionDef):
            found.functions.append(node)
    return found


@pytest.fixture(scope="module")
def modules() -> dict[Path, Nodes]:
    """Every test module, parsed and walked once."""
    return {path: nodes_of(ast.parse(path.read_text(encoding="utf-8"), str(path))) for path in MODULES}


def where(path: Path, node: ast.stmt | ast.expr) -> str:
    return f"{path.relative_to(TESTS)}:{node.lineno}"


# ---- either of two outcomes: a test knows which of them is right


def _outcome(node: ast.expr) -> bool:
    """`a == b`, `a in b`, `a.startswith(b)`: one thing that comes out."""
    if isinstance(node, ast.Compare):
        [op, *more] = node.ops
        none = any(isinstance(each, ast.Constant) and each.value is None for each in node.comparators)
        return not more and isinstance(op, OUTCOMES) and not none
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in STARTS


def either(nodes: Nodes) -> Iterator[ast.Assert]:
    """Asserts that pass with either of two outcomes."""
    for node in nodes.asserts:
        match node:
            case ast.Assert(ast.BoolOp(ast.Or(), values)) if sum(map(_outcome, values)) > 1:
                yield node


def test_no_assertion_is_happy_with_either_of_two_outcomes(modules: dict[Path, Nodes]) -> None:
    assert [where(path, node) for path, nodes in modules.items() for node in either(nodes)] == []


# ---- what is always so


def _always(node: ast.expr) -> bool:
    match node:
        case ast.Constant() | ast.JoinedStr():
            return True
        case ast.Tuple(elts) | ast.List(elts) | ast.Set(elts) if elts:
            return True
        case ast.Compare() if _of_vectors(node):
            return True
        case ast.Compare(left, [_], [right]):
            fixed = isinstance(left, ast.Constant) and isinstance(right, ast.Constant)
            return fixed or _no_length(node) or (_pure(left) and ast.dump(left) == ast.dump(right))
        case ast.BoolOp(op, values):
            return (any if isinstance(op, ast.Or) else all)(map(_always, values))
    return False


def _of_vectors(node: ast.expr) -> bool:
    """A vector compared with itself: what is given with what is expected, and nothing of ours between."""
    read = any(isinstance(each, ast.Subscript) for each in ast.walk(node))
    named = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} - BUILT_IN
    return read and bool(named) and named <= {"given", "expect"}


def _no_length(node: ast.Compare) -> bool:
    """`len(x) >= 0`."""
    length = (
        isinstance(node.left, ast.Call) and isinstance(node.left.func, ast.Name) and node.left.func.id == "len"
    )
    nothing = isinstance(node.comparators[0], ast.Constant) and node.comparators[0].value == 0
    return length and nothing and isinstance(node.ops[0], ast.GtE)


def _pure(node: ast.expr) -> bool:
    """Names alone: asked twice a call or a property may give something else, and that may be what is asserted."""
    return not any(isinstance(each, ast.Call | ast.Attribute) for each in ast.walk(node))


def constant(nodes: Nodes) -> Iterator[ast.Assert]:
    """Asserts of what is so whatever the product does."""
    return (node for node in nodes.asserts if _always(node.test))


def test_no_assertion_is_about_a_constant(modules: dict[Path, Nodes]) -> None:
    assert [where(path, node) for path, nodes in modules.items() for node in constant(nodes)] == []


# ---- a test that asserts nothing


def _called(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Call):
            func = each.func
            yield func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def asserting(modules: Iterable[Nodes]) -> set[str]:
    """Names of helpers that assert, by themselves or through another."""
    helpers = [node for nodes in modules for node in nodes.functions if not node.name.startswith("test_")]
    known = {node.name for node in helpers if any(isinstance(each, ast.Assert) for each in ast.walk(node))} | FAILS
    called = [(node.name, {*_called(node)}) for node in helpers]
    while more := {name for name, names in called if name not in known and known & names}:
        known |= more
    return known


def silent(nodes: Nodes, helpers: set[str]) -> Iterator[ast.FunctionDef]:
    """Tests that assert nothing and call nobody who does."""
    for node in nodes.functions:
        if not node.name.startswith("test_") or any(isinstance(each, ast.Assert) for each in ast.walk(node)):
            continue
        if not helpers & {*_called(node)}:
            yield node


def test_every_test_asserts_something(modules: dict[Path, Nodes]) -> None:
    helpers = asserting(modules.values())
    assert [
        f"{where(path, node)} {node.name}" for path, nodes in modules.items() for node in silent(nodes, helpers)
    ] == []


# ---- these looks see what they look for


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("assert a == 1 or a == 2", True),
        ("assert a.startswith('x') or b in c", True),
        ("assert a == 1 or b == 2 or not c", True),
        ("assert a == 1", False),
        ("assert a is None or b == 2", False),
        ("assert len(a) <= 1 or a == b", False),
        ("assert a in (1, 2)", False),
    ],
)
def test_either_of_two_outcomes_is_seen(line: str, seen: bool) -> None:
    assert bool([*either(nodes_of(ast.parse(line)))]) is seen


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("assert True", True),
        ("assert (a == b, 'why')", True),
        ("assert 1 == 1", True),
        ("assert a[1] == a[1]", True),
        ("assert a.b is a.b", False),
        ("assert len(a) >= 0", True),
        ("assert a == b or True", True),
        ("assert sum(given['n']) == expect['n']", True),
        ("assert given['n'] is True", True),
        ("assert f(given['n']) == expect['n']", False),
        ("assert f(a) == f(a)", False),
        ("assert len(a) > 0", False),
        ("assert a == b and True", False),
        ("assert not []", False),
    ],
)
def test_a_constant_is_seen(line: str, seen: bool) -> None:
    assert bool([*constant(nodes_of(ast.parse(line)))]) is seen


@pytest.mark.parametrize(
    ("body", "seen"),
    [
        ("table.plays()", True),
        ("table.takes()", False),
        ("through()", False),
        ("with pytest.raises(Error):\n        table.plays()", False),
        ("assert table.plays()", False),
    ],
)
def test_a_silent_test_is_seen(body: str, seen: bool) -> None:
    helpers = "class T:\n    def takes(self):\n        assert self\ndef through():\n    T().takes()\n"
    nodes = nodes_of(ast.parse(f"{helpers}def test_it():\n    {body}\n"))
    assert bool([*silent(nodes, asserting([nodes]))]) is seen
