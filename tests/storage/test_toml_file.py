"""Files that people edit: one sentence per mistake, and a power cut spoils nothing."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.storage.toml_file import BadFile, nearest_word, not_one_of, parse_table, read_toml, write_toml

ROOT = Path(__file__).parents[2]


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
        parse_table(Kettle, table, "kettle.toml", where)
    return str(caught.value)


def test_a_table_becomes_a_row() -> None:
    row = parse_table(Kettle, {"litres": 2, "scratches": [1, 3], "prices": {"ann": 4}}, "kettle.toml")
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


OWNERS = """\
# Counted by Ann
rondel_spaces = 14   # twice

# Deck A lies in the lid.
[tile."A-4"]
is = "halkirk"   # the one with the church
cost = { coin = 1, sheep = 1 }

[[road]]  # checked
a = "start"
coins = 1

# Ours
[decks]  # World's End not counted
A = 20
"""


def test_an_owners_comments_and_order_stay_where_something_changes(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(OWNERS, encoding="utf-8")
    wanted = tomllib.loads(OWNERS)
    wanted["decks"]["A"] = 21
    wanted["title"] = "Ann's"
    wanted["tile"]["A-4"]["river"] = True
    wanted["road"].append({"a": "start", "coins": 1})
    wanted["tile"]["B-1"] = {"name": "Moor", "cost": {}}
    write_toml(path, wanted, "Another head")
    text = path.read_text(encoding="utf-8")
    assert tomllib.loads(text) == wanted
    assert kept(OWNERS.replace("A = 20", "A = 21"), text)
    assert '# Deck A lies in the lid.\n[tile."A-4"]' in text, "a comment stays with what it is about"
    del wanted["title"], wanted["rondel_spaces"], wanted["tile"], wanted["road"][0]["a"]
    wanted["road"][1]["coins"] = True
    write_toml(path, wanted)
    text = path.read_text(encoding="utf-8")
    assert tomllib.loads(text) == wanted
    assert "coins = true" in text, "1 and true are different words in a file"
    assert kept("# Counted by Ann\n[[road]]  # checked\n# Ours\n[decks]  # World's End not counted", text)
    assert "# Ours\n[decks]" in text


def kept(before: str, after: str) -> bool:
    """True if each line of a text stands in another, in the same order."""
    lines = iter(after.splitlines())
    return all(line in lines for line in before.splitlines() if line)


def test_a_layout_that_spoils_what_is_written_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.toml"
    path.write_text("# By hand\na = 1\n", encoding="utf-8")
    monkeypatch.setattr("companion.storage.toml_edit.edit_toml", lambda text, _wanted: text)
    write_toml(path, {"a": 2}, "Head")
    assert path.read_text(encoding="utf-8") == "# Head\na = 2\n"


VALUES = st.recursive(
    st.integers(2, 4) | st.booleans() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "A-4", "ž", "x.y"]), inner),
    max_leaves=6,
)
TABLES = st.dictionaries(st.sampled_from(["a", "b", "A-4"]), VALUES)


@settings(deadline=None)
@given(TABLES, TABLES)
def test_whatever_stood_there_what_is_written_reads_back(before: dict[str, Any], wanted: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.toml"
        write_toml(path, before, "By hand")
        write_toml(path, wanted, "Another head")
        text = path.read_text(encoding="utf-8")
    assert tomllib.loads(text) == wanted
    assert text.startswith("# By hand\n")


def test_who_changes_no_owners_layout_loads_no_maker_of_it(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from companion.storage.toml_file import write_toml; "
        "[write_toml(Path('x.toml'), {'a': n, 't': {'b': []}}, 'Head') for n in range(2)]; "
        "print('tomlkit' in sys.modules)"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


def test_the_likeliest_word_is_proposed() -> None:
    assert nearest_word("cattel", ["sheep", "cattle"]) == "cattle"
    assert nearest_word("zzz", ["sheep", "cattle"]) == ""


def test_a_wrong_word_gets_the_likeliest_or_the_words_there_are() -> None:
    assert str(not_one_of("f", "k", "cattel", ["sheep", "cattle"])) == "f: k can't be cattel; did you mean cattle?"
    assert str(not_one_of("f", "k", "zz", ["sheep", "cattle"])) == "f: k can't be zz; use one of sheep, cattle."
    many = [f"w{n}" for n in range(20)]
    assert str(not_one_of("f", "k", "q", many)).endswith("w6, w7, ….")
