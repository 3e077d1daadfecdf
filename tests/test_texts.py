"""The words people see: collected from the code, whole in every language, and all in the shipped fonts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from unicodedata import normalize

import pytest
from babel.messages.catalog import Catalog, Message
from fontTools.ttLib import TTFont

from tests.syntax import nodes_of
from tools.texts import ROOT, TEMPLATE, extracted, read, translations, untranslated

pytestmark = pytest.mark.xdist_group("syntax trees")
FONTS = ROOT / "companion" / "screens" / "fonts"
LANGUAGES = sorted(translations())
SAYING = {"tr": 1, "trn": 2}


def sentences(catalogue: Catalog) -> dict[object, Message]:
    """The catalogue without its header."""
    return {message.id: message for message in catalogue if message.id}


def forms(words: object) -> tuple[str, ...]:
    """Singular and plurals, or the one form there is."""
    return (words,) if isinstance(words, str) else tuple(words or ())


def holes(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def spoken() -> Iterator[tuple[str, ast.Call]]:
    """Every call of `tr` and `trn` in the package."""
    for path in sorted((ROOT / "companion").rglob("*.py")):
        for node in nodes_of(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYING:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def test_every_sentence_stands_whole_where_it_is_said() -> None:
    """A sentence that is built while running can't be collected for the translators."""
    built = [
        where
        for where, call in spoken()
        for message in call.args[: SAYING[call.func.id]]
        if not (isinstance(message, ast.Constant) and isinstance(message.value, str))
    ]
    assert built == []


def test_every_hole_is_filled_where_the_sentence_is_said() -> None:
    wrong = []
    for where, call in spoken():
        given = {word.arg for word in call.keywords} | ({"n"} if call.func.id == "trn" else set())
        texts = [
            message.value for message in call.args[: SAYING[call.func.id]] if isinstance(message, ast.Constant)
        ]
        if None not in given and any(not holes(text) <= given for text in texts):
            wrong.append(where)
    assert wrong == []


def test_the_template_is_what_the_code_says() -> None:
    assert sentences(read(TEMPLATE)).keys() == sentences(extracted()).keys(), "type: make texts"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_the_sentences_of_the_template(language: str) -> None:
    catalogue = read(translations()[language], language)
    assert sentences(catalogue).keys() == sentences(read(TEMPLATE)).keys(), "type: make texts"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_untranslated_or_guessed(language: str) -> None:
    assert untranslated(read(translations()[language], language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_holes_of_their_sentence(language: str) -> None:
    """Every form has all holes; only the form for one may leave the number out."""
    wrong = []
    for message in sentences(read(translations()[language], language)).values():
        wanted = set().union(*map(holes, forms(message.id)))
        number = {"n"} if isinstance(message.id, tuple) else set()
        for form in filter(None, forms(message.string)):
            if not wanted - number <= holes(form) <= wanted:
                wrong.append(form)
    assert wrong == []


KEYBOARD = "↑↓"
"""Keys that only the page names, in the browser's own letters."""


@pytest.mark.parametrize("font", sorted(path.name for path in FONTS.glob("*.ttf")))
def test_every_letter_of_every_language_is_in_the_font(font: str) -> None:
    known = TTFont(FONTS / font).getBestCmap()
    catalogues = [read(TEMPLATE), *(read(path, language) for language, path in translations().items())]
    texts = [
        form
        for catalogue in catalogues
        for message in sentences(catalogue).values()
        for form in (*forms(message.id), *forms(message.string))
    ]
    lacking = {
        letter
        for text in texts
        for letter in normalize("NFC", text)
        if letter != "\n" and ord(letter) not in known
    }
    assert texts
    assert lacking <= set(KEYBOARD)


def test_czech_is_there() -> None:
    assert "cs" in LANGUAGES


def test_the_fonts_come_with_their_licence() -> None:
    assert "ParaType" in next(FONTS.glob("LICENSE*")).read_text(encoding="utf-8")
    assert {path.name for path in Path(FONTS).glob("*.ttf")} == {
        "PTSans-Regular.ttf",
        "PTSans-Bold.ttf",
        "PTSansNarrow-Bold.ttf",
        "PTSerif-Bold.ttf",
    }
