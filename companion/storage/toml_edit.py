"""Changes values in a TOML text of a user; comments, order and layout are preserved.

This module imports tomlkit, so it is imported only if a file differs from what the companion would write.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any

import tomlkit
from tomlkit.container import Container
from tomlkit.items import AoT, Comment, Item, Null, Table, Whitespace

Body = list[tuple[Any, Item]]


def edit_toml(text: str, wanted: Mapping[str, Any]) -> str:
    """Return the text with the tables `wanted` in it. Unchanged entries keep their position and comment."""
    document = tomlkit.parse(text)
    _edit(document, wanted)
    return tomlkit.dumps(document)


def _edit(table: MutableMapping[str, Any], wanted: Mapping[str, Any]) -> None:
    for key in [key for key in table if key not in wanted]:
        _remove(table, key)
    for key, value in wanted.items():
        there = table.get(key)
        # An empty table without its own heading is replaced, because tomlkit would drop it.
        if there is None:
            _add(table, key, value)
        elif (
            isinstance(there, MutableMapping)
            and isinstance(value, Mapping)
            and (value or not there or _has_heading(there))
        ):
            _edit(there, value)
        elif _are_tables(there) and _are_tables(value) and len(there) <= len(value):
            for row, wanted_row in zip(there, value, strict=False):
                _edit(row, wanted_row)
            if len(there) < len(value):
                after = _comments_at(_last_body(there))
                there.extend(value[len(there) :])
                _put_after(there, after)
        # The types are compared too, because 1 == True.
        elif there != value or isinstance(there, bool) != isinstance(value, bool):
            table[key] = value


def _has_heading(table: MutableMapping[str, Any]) -> bool:
    return isinstance(table, Table) and not table.is_super_table()


def _are_tables(rows: Any) -> bool:
    return isinstance(rows, list) and bool(rows) and all(isinstance(row, Mapping) for row in rows)


def _add(table: MutableMapping[str, Any], key: str, value: Any) -> None:
    """Add an entry above the comments that belong to the part after the table."""
    container = _container(table)
    item = tomlkit.item(value)
    if container is None:
        table[key] = item
        return
    body: Body = container.body
    if not isinstance(item, Table | AoT):
        first = next((n for n, (_, each) in enumerate(body) if isinstance(each, Table | AoT)), len(body))
        after = _comments_at(body, first)
    else:
        after = _comments_at(_last_body(table))
    table[key] = item
    _put_after(container.item(key), after)


def _remove(table: MutableMapping[str, Any], key: str) -> None:
    """Remove an entry, but not the comments below it that belong to the next part."""
    container = _container(table)
    body: Body = container.body if container is not None else []
    place = next((n for n, (each, _) in enumerate(body) if each is not None and each.key == key), None)
    after = "" if place is None else _comments_at(_last_body(body[place][1]))
    del table[key]
    if after and place is not None:
        body[place] = (None, Whitespace(after))


def _container(table: Any) -> Container | None:
    """Return the lines of a table; None for an inline table or one in several parts."""
    if isinstance(table, Table):
        return table.value
    return table if isinstance(table, Container) else None


def _last_body(item: Any) -> Body:
    """Return the last lines of a table, or of a list of tables."""
    if isinstance(item, AoT):
        return _last_body(item.body[-1]) if item.body else []
    container = _container(item)
    if container is None:
        return []
    inner = next((each for _, each in reversed(container.body) if not isinstance(each, Null)), None)
    return _last_body(inner) if isinstance(inner, Table | AoT) else container.body


def _comments_at(body: Body, end: int | None = None) -> str:
    """Remove the comments and blank lines that end there from the body and return them; "" if there are none."""
    end = start = len(body) if end is None else end
    while start and isinstance(body[start - 1][1], Whitespace | Comment | Null):
        start -= 1
    if start == 0 or not any(isinstance(each, Comment) for _, each in body[start:end]):
        return ""
    text = "".join(each.as_string() for _, each in body[start:end])
    body[start:end] = [(None, Null())] * (end - start)
    return text


def _put_after(item: Any, comments: str) -> None:
    if not comments:
        return
    if isinstance(item, Table | AoT):
        _last_body(item).append((None, Whitespace(comments)))
    else:
        item.trivia.trail += comments
