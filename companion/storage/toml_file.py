"""TOML files that users edit: read with one clear sentence for each mistake, and written atomically.

It knows neither settings nor tiles, and never guesses a value.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

import msgspec
import tomli_w

from companion.engine.message import MAX_QUOTED_LETTERS, Message, join_list, quote_input, tr
from companion.storage.data_folder import make_folder, write_atomically
from companion.storage.text_file import BadFile as BadFile
from companion.storage.text_file import decode_text, utf_8_bytes

Table = TypeVar("Table", bound=msgspec.Struct)
MAX_LISTED_WORDS = 8


def read_toml(path: Path) -> dict[str, Any]:
    """Return the tables of a TOML file. Raises BadFile."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        text = tr("{file} is not there; check its name or leave the setting out.", file=str(path))
        raise BadFile(text) from None
    except OSError as error:
        why = error.strerror or type(error).__name__
        text = tr("{file} can't be read ({why}); check that it is a file you may read.", file=str(path), why=why)
        raise BadFile(text) from None
    return parse_toml(content, path.name)


def parse_toml(content: bytes, file: str) -> dict[str, Any]:
    """Return the tables of a TOML text; `file` is its name in messages. Raises BadFile."""
    try:
        return tomllib.loads(decode_text(content, file))
    except tomllib.TOMLDecodeError as error:
        raise BadFile(_bad_toml(file, str(error))) from None
    except (ValueError, RecursionError):  # Python's own limits, which tomllib does not convert.
        text = tr(
            "{file} holds a number that is too long, or too many brackets in brackets; correct it.", file=file
        )
        raise BadFile(text) from None


def read_valid_lines(path: Path) -> dict[str, Any]:
    """Return the tables of a TOML file without its invalid lines; {} if it cannot be read."""
    try:
        lines = utf_8_bytes(path.read_bytes()).decode(errors="replace").splitlines()
    except OSError:
        return {}
    for _ in range(len(lines) + 1):
        try:
            return tomllib.loads("\n".join(lines))
        except tomllib.TOMLDecodeError as error:
            where = re.search(r"at line (\d+)", str(error))
            filled = [n for n, line in enumerate(lines) if line]
            wrong = int(where[1]) - 1 if where else filled[-1]
            lines[wrong if lines[wrong] else filled[-1]] = ""
        except (ValueError, RecursionError):
            break
    return {}


def _bad_toml(file: str, message: str) -> Message:
    where = re.search(r"at line (\d+)", message)
    if where is None:
        return tr("{file} is not valid TOML; correct its last line.", file=file)
    return tr("{file} is not valid TOML; correct line {line}.", file=file, line=int(where[1]))


def toml_bytes(tables: Mapping[str, Any]) -> bytes:
    """Return the tables as TOML text in UTF-8."""
    return tomli_w.dumps(tables).encode()


def write_toml(path: Path, tables: Mapping[str, Any], head: str = "") -> None:
    """Write `tables` to the file atomically. Comments and order of an owner's file are preserved. Raises OSError.

    head: comment lines at the beginning of a new file.
    """
    comment = "".join(f"# {line}\n" for line in head.splitlines())
    make_folder(path.parent)
    written = _edited(path, tables, comment) or comment.encode() + toml_bytes(tables) or NOTHING_ENTERED
    write_atomically(path, written)


NOTHING_ENTERED = b"# Nothing is entered here.\n"
"""Content of a file without tables, because an empty file counts as damaged."""


def _edited(path: Path, tables: Mapping[str, Any], comment: str) -> bytes:
    """Return the owner's file with `tables` in it; b"" if the owner has not edited it or it does not exist."""
    try:
        text = decode_text(path.read_bytes(), path.name)
        if text == comment + tomli_w.dumps(tomllib.loads(text)):
            return b""
    except (OSError, ValueError, RecursionError, BadFile):
        return b""
    from companion.storage.toml_edit import edit_toml  # late: most files are as the companion wrote them

    text = edit_toml(text, tables)
    return (
        text.encode() if tomllib.loads(text) == tables else b""
    )  # The values are more important than the layout.


def parse_table(kind: type[Table], table: object, file: str, where: str = "") -> Table:
    """Return a table of the file as a `kind`. Raises BadFile at the first unknown key or wrong type.

    where: key of the table ("tile.A-4"), "" for the whole file.
    """
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    if not isinstance(table, Mapping):
        raise BadFile(wrong_type(file, where or tr("the top"), tr("a table")))
    values: dict[str, Any] = {}
    for key, value in table.items():
        full = f"{where}.{key}" if where else str(key)
        if key not in fields:
            raise BadFile(unknown_key(file, full, str(key), fields))
        values[fields[key].name] = _value(fields[key].type, value, file, full)
    missing = [key for key, field in fields.items() if field.required and field.name not in values]
    if missing:
        raise BadFile(tr("{file}: {key} is missing; add it.", file=file, key=f"{where}.{missing[0]}".lstrip(".")))
    return kind(**values)


def _value(kind: Any, value: object, file: str, key: str) -> Any:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return parse_table(kind, value, file, key)
    inner = _value_kind(kind)
    if inner is not None and isinstance(value, Mapping):
        return {name: _value(inner, each, file, f"{key}.{name}") for name, each in value.items()}
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        raise BadFile(wrong_type(file, key, _kind_text(kind))) from None


def _value_kind(kind: Any) -> Any:
    """Return the type of the values of a dict type, for messages that name their own key; None for other types."""
    tables = (part for part in (kind, *get_args(kind)) if get_origin(part) is dict)
    return next((get_args(table)[1] for table in tables), None)


def wrong_type(file: str, key: str | Message, wanted: Message) -> Message:
    """Return the sentence for a value of a wrong type."""
    key = key if isinstance(key, Message) else quote_input(key)
    return tr("{file}: {key} must be {wanted}; correct it.", file=file, key=key, wanted=wanted)


def unknown_key(file: str, full: str, key: str, known: Iterable[str]) -> Message:
    """Return the sentence for an unknown key, with the most similar known key."""
    near = nearest_word(key, known)
    if near:
        meant = quote_input(f"{full[: len(full) - len(key)]}{near}")
        return tr("{file}: {key} is not known; did you mean {near}?", file=file, key=quote_input(full), near=meant)
    return tr("{file}: {key} is not known; remove it.", file=file, key=quote_input(full))


def not_one_of(file: str, key: str, value: str, known: Iterable[str]) -> Message:
    """Return the sentence for a word that is not allowed for the key, with the most similar allowed word."""
    words = list(known)
    near = nearest_word(value, words)
    key, value = quote_input(key), quote_input(value)
    if near:
        return tr(
            "{file}: {key} can't be {value}; did you mean {near}?", file=file, key=key, value=value, near=near
        )
    shown = join_list(words if len(words) <= MAX_LISTED_WORDS else [*words[:MAX_LISTED_WORDS], "…"])
    return tr("{file}: {key} can't be {value}; use one of {words}.", file=file, key=key, value=value, words=shown)


def out_of_range(file: str, key: str, low: int, high: int) -> Message:
    """Return the sentence for a number that is too low or too high."""
    return tr("{file}: {key} must be from {low} to {high}; correct it.", file=file, key=key, low=low, high=high)


def nearest_word(text: str, known: Iterable[str]) -> str:
    """Return the known word most similar to `text`, or "" if none is similar."""
    import difflib  # late: most starts find nothing wrong

    return next(iter(difflib.get_close_matches(text[: MAX_QUOTED_LETTERS + 1], list(known), n=1)), "")


_KINDS: dict[Any, Message] = {
    bool: tr("true or false"),
    int: tr("a whole number"),
    str: tr("a text in quotes"),
}


def _kind_text(kind: Any) -> Message:
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) in (UnionType, Union):
        kind = next(part for part in get_args(kind) if part is not type(None))
    origin = get_origin(kind) or kind
    if origin in _KINDS:
        return _KINDS[origin]
    return tr("a table") if origin is dict else tr("a list in square brackets")
