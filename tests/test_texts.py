"""The words people see: collected from the code, whole in every language, and all in the shipped fonts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from unicodedata import normalize

import pytest
from babel.messages.catalog import Catalog, Message
from fontTools.ttLib import TTFont

from tests.syntax import nodes_of, tree_of
from tools import texts
from tools.texts import ROOT, TEMPLATE, extract_messages, read, translation_files, untranslated

pytestmark = pytest.mark.xdist_group("syntax trees")
FONTS = ROOT / "companion" / "screens" / "fonts"
LANGUAGES = sorted(translation_files())
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


def event_templates() -> Iterator[ast.AST]:
    """Everything in a call of `row`, and constants of modules with such calls."""
    for path in sorted((ROOT / "companion").rglob("*.py")):
        nodes = nodes_of(path)
        rows = [
            node
            for node in nodes
            if isinstance(node, ast.Call)
            and (node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")) == "row"
        ]
        constants = [node for node in tree_of(path).body if isinstance(node, ast.Assign) and rows]
        yield from (inner for node in (*rows, *constants) for inner in ast.walk(node))


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
    """A template of an event row has no values: the row fills it (see tests/state/test_event_templates.py)."""
    wrong = []
    templates = set(event_templates())
    for where, call in spoken():
        given = {word.arg for word in call.keywords} | ({"n"} if call.func.id == "trn" else set())
        texts = [
            message.value for message in call.args[: SAYING[call.func.id]] if isinstance(message, ast.Constant)
        ]
        counted = call.func.id == "tr" or len(call.args) > SAYING["trn"]
        filled = None in given or (counted and all(holes(text) <= given for text in texts))
        if not filled and call not in templates:
            wrong.append(where)
    assert wrong == []


@pytest.fixture(scope="module")
def collected() -> Catalog:
    """What the code says now."""
    return extract_messages()


def test_the_template_is_what_the_code_says(collected: Catalog) -> None:
    assert sentences(read(TEMPLATE)).keys() == sentences(collected).keys(), "type: make texts"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_the_sentences_of_the_template(language: str) -> None:
    catalogue = read(translation_files()[language], language)
    assert sentences(catalogue).keys() == sentences(read(TEMPLATE)).keys(), "type: make texts"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_untranslated_or_guessed(language: str) -> None:
    assert untranslated(read(translation_files()[language], language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_holes_of_their_sentence(language: str) -> None:
    """Every form has all holes; only the form for one may leave the number out."""
    wrong = []
    for message in sentences(read(translation_files()[language], language)).values():
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
    catalogues = [read(TEMPLATE), *(read(path, language) for language, path in translation_files().items())]
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


def test_translators_read_what_a_message_alone_does_not_say() -> None:
    """Placeholders are explained; a single word or one that stands in several files has its place or a context."""
    for message in sentences(read(TEMPLATE)).values():
        names = set().union(*map(holes, forms(message.id)))
        explained = {comment.partition("}: ")[0].removeprefix("{") for comment in message.auto_comments}
        assert names <= explained, message.id
        one_word = len(re.sub(r"\{\w+\}", "", forms(message.id)[0]).split()) < 2
        if one_word or len(message.locations) > 1:
            assert message.context or any(not each.startswith("{") for each in message.auto_comments), message.id


def test_a_comment_says_where_a_word_is_shown_and_of_which_game(collected: Catalog) -> None:
    wood = sentences(collected)["wood"]
    assert any("(Glen More II)" in comment for comment in wood.auto_comments)


def test_a_comment_in_the_code_or_a_help_file_reaches_translators(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "companion" / "state"
    package.mkdir(parents=True)
    (package / "labels.py").write_text('# Translators: a verb\ntr("Open")\ntr("{n} points", n=1)\n')
    (package / "help.txt").write_text(
        "# Said of a tile.\n[C1-01] Title\nIt works once.\n@C1-02\n\n[C1-02] =Name\nTwice.\n"
    )
    monkeypatch.setattr(texts, "ROOT", tmp_path)
    found = {message.id: message.auto_comments for message in extract_messages() if message.id}
    assert found == {
        "Open": ["a verb", "Shown as the name of a thing on the table"],
        "{n} points": ["{n}: a number: how many, or which one", "Shown as the name of a thing on the table"],
        "Title": ["Said of a tile.", "Shown as an article that players look up"],
        "It works once.": ["Said of a tile."],
        "Twice.": ["Shown as an article that players look up"],
    }


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
