"""What people read, in whichever language they chose."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion.engine.message import Message, join_list, literal, tr, trn
from companion.screens import translator as module
from companion.screens.translator import Translator, available_languages


@pytest.fixture
def czech(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Translator:
    """A Czech of three sentences, so that these tests don't hang on the shipped catalogue."""
    catalogue = Catalog(locale="cs")
    catalogue.add("Lay {n} from {deck}.", "Vyložte {n} z balíčku {deck}.")
    catalogue.add(("{n} barrel", "{n} barrels"), ("{n} sud", "{n} sudy", "{n} sudů"))
    catalogue.add("Pay {n}.", "Zaplaťte {amount}.")
    folder = tmp_path / "cs" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "companion.mo").open("wb") as compiled:
        write_mo(compiled, catalogue)
    monkeypatch.setattr(module, "LOCALE", tmp_path)
    return Translator("cs")


def test_a_sentence_is_said_in_the_language_of_the_table(czech: Translator) -> None:
    assert czech(tr("Lay {n} from {deck}.", n=3, deck="A")) == "Vyložte 3 z balíčku A."


@pytest.mark.parametrize(("count", "words"), [(1, "1 sud"), (2, "2 sudy"), (5, "5 sudů"), (0, "0 sudů")])
def test_czech_counts_barrels_in_three_ways(czech: Translator, count: int, words: str) -> None:
    assert czech(trn("{n} barrel", "{n} barrels", count)) == words


@pytest.mark.parametrize(("count", "words"), [(1, "1 barrel"), (2, "2 barrels"), (0, "0 barrels")])
def test_english_needs_no_catalogue(count: int, words: str) -> None:
    assert Translator("en")(trn("{n} barrel", "{n} barrels", count)) == words


def test_a_sentence_inside_a_sentence_is_translated_too(czech: Translator) -> None:
    inner = trn("{n} barrel", "{n} barrels", 2)
    assert czech(join_list([inner, "Ann", literal("Loch Ness")])) == "2 sudy, Ann, Loch Ness"


def test_what_a_language_lacks_is_said_in_english(czech: Translator) -> None:
    assert czech(tr("Whose turn is it?")) == "Whose turn is it?"
    assert Translator("xx")(tr("Whose turn is it?")) == "Whose turn is it?"


def test_a_translation_with_a_wrong_hole_gives_way_to_english(czech: Translator) -> None:
    assert czech(tr("Pay {n}.", n=2)) == "Pay 2."


def test_nothing_said_is_nothing_shown(czech: Translator) -> None:
    assert czech(Message("")) == ""


def test_letters_typed_as_two_characters_are_shown_as_one() -> None:
    assert Translator()(literal("Zuza\u0301na")) == "Zuz\u00e1na"


def test_a_name_with_braces_is_a_name(czech: Translator) -> None:
    assert czech(tr("Lay {n} from {deck}.", n=1, deck="{n}")) == "Vyložte 1 z balíčku {n}."


def test_the_languages_are_english_and_what_is_compiled(czech: Translator) -> None:
    assert available_languages() == ("en", "cs")
