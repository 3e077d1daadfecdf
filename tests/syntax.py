"""Syntax trees of modules, each parsed and walked once in a process."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


def tree_of(path: Path) -> ast.Module:
    """Return the tree of a module as its file is now."""
    (tree, *_) = nodes_of(path)
    assert isinstance(tree, ast.Module)
    return tree


def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a module as ast.walk yields them, the module itself first."""
    return _nodes(path, path.read_bytes())


@cache
def _nodes(path: Path, source: bytes) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(source, str(path))))
