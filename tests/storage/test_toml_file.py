"""Files that people edit: one sentence per mistake, and a power cut spoils nothing."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated

import msgspec
import pytest

from companion.storage.toml_file import BadFile, nearest, not_one_of, read_toml, row_of, write_toml


class Kettle(msgspec.Struct, frozen=True):
    litres: int
    lid: bool = True
    maker: str = ""
    scratches: tuple[int, ...] = ()
    year: int | None = None
    prices: dict[str, int] = {}
    cups: Annotated[int, msgspec.Meta(ge=0, le=9)] = 1


def sentence(table: object, where: str = "") -> str:
    with pytest.raises(BadFile) as caught:
        row_of(Kettle, table, "kettle.toml", where)
    return str(caught.value)


def test_a_table_becomes_a_row() -> None:
    row = row_of(Kettle, {"litres": 2, "scratches": [1, 3], "prices": {"ann": 4}}, "kettle.toml")
    assert row == Kettle(2, scratches=(1, 3), prices={"ann": 4})


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"litres": "two"}, "kettle.toml: litres must be a whole number; correct it."),
        ({"litres": True}, "kettle.toml: litres must be a whole number; correct it."),
        ({"litres": 2.5}, "kettle.toml: litres must be a whole number; correct it."),
        ({"litres": 1, "lid": 1}, "kettle.toml: lid must be true or false; correct it."),
        ({"litres": 1, "maker": 7}, "kettle.toml: maker must be a text in quotes; correct it."),
        ({"litres": 1, "scratches": 7}, "kettle.toml: scratches must be a list in square brackets; correct it."),
        ({"litres": 1, "year": "old"}, "kettle.toml: year must be a whole number; correct it."),
        ({"litres": 1, "prices": 3}, "kettle.toml: prices must be a table; correct it."),
        ({"litres": 1, "cups": 12}, "kettle.toml: cups must be a whole number; correct it."),
        ({"litrs": 1}, "kettle.toml: litrs is not known; did you mean litres?"),
        ({"wobble": 1}, "kettle.toml: wobble is not known; remove it."),
        ({}, "kettle.toml: litres is missing; add it."),
        ([], "kettle.toml: the top must be a table; correct it."),
    ],
)
def test_each_mistake_is_one_sentence_with_file_and_key(table: object, message: str) -> None:
    assert sentence(table) == message


def test_a_key_inside_a_table_is_named_whole() -> None:
    assert (
        sentence({"litrs": 1}, "shelf.top")
        == "kettle.toml: shelf.top.litrs is not known; did you mean shelf.top.litres?"
    )
    assert sentence(3, "shelf.top") == "kettle.toml: shelf.top must be a table; correct it."
    assert sentence({}, "shelf.top") == "kettle.toml: shelf.top.litres is missing; add it."


TOO_LONG = "x.toml holds a number that is too long, or too many brackets in brackets; correct it."


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a = 1\nb = = 2\n", "x.toml is not valid TOML; correct line 2."),
        (b"a = 1\na = 2\n", "x.toml is not valid TOML; correct line 2."),
        (b'a = 1\nb = "no end', "x.toml is not valid TOML; correct its last line."),
        (b'a = "\xff\xfe"\n', "x.toml is not UTF-8 text; save it as UTF-8 and try again."),
        (b"a = " + b"9" * 5000, TOO_LONG),
        (b"a = " + b"[" * 3000 + b"]" * 3000, TOO_LONG),
    ],
)
def test_a_file_that_is_no_toml_names_the_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(content)
    with pytest.raises(BadFile) as caught:
        read_toml(path)
    assert str(caught.value) == message


def test_a_file_that_is_not_there_is_named_whole(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=f"{tmp_path}/none.toml is not there; check its name"):
        read_toml(tmp_path / "none.toml")


def test_a_folder_in_place_of_a_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"can't be read .*; check that it is a file"):
        read_toml(tmp_path)


def test_what_is_written_reads_back_and_keeps_its_head(tmp_path: Path) -> None:
    path = tmp_path / "new" / "x.toml"
    write_toml(path, {"a": 1, "t": {"A-4": "ž"}}, "Two lines\nof words")
    assert path.read_text(encoding="utf-8").startswith("# Two lines\n# of words\n")
    assert tomllib.loads(path.read_text(encoding="utf-8")) == {"a": 1, "t": {"A-4": "ž"}}


def test_the_likeliest_word_is_proposed() -> None:
    assert nearest("cattel", ["sheep", "cattle"]) == "cattle"
    assert nearest("zzz", ["sheep", "cattle"]) == ""


def test_a_wrong_word_gets_the_likeliest_or_the_words_there_are() -> None:
    assert str(not_one_of("f", "k", "cattel", ["sheep", "cattle"])) == "f: k can't be cattel; did you mean cattle?"
    assert str(not_one_of("f", "k", "zz", ["sheep", "cattle"])) == "f: k can't be zz; use one of sheep, cattle."
    many = [f"w{n}" for n in range(20)]
    assert str(not_one_of("f", "k", "q", many)).endswith("w6, w7, ….")
