"""One thing, one word: no message uses a word that the glossary of CONTRIBUTING.md rules out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

import pytest
from babel.messages.catalog import Catalog, Message

from tools.texts import ROOT, TEMPLATE, read, translation_files

HEAD = "| Thing | English | Czech | Never in English | Never in Czech |"
LANGUAGES = ("en", "cs")
WORD, NEVER = {"en": 1, "cs": 2}, {"en": 3, "cs": 4}
NAMES = ("Single Cask Whisky", "companion tags", "Shield Bearer", "Štítonoš")
"""A chronicle, a command and a card of another box keep their names."""


def rows() -> list[list[str]]:
    """The glossary, row by row, without its head."""
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split(HEAD, 1)[1].split("\n\n", 1)[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def listed(cell: str) -> list[str]:
    return [word.strip() for word in cell.split(",")]


def pattern(word: str) -> re.Pattern[str]:
    """Finds a word as it stands, or with any ending where a "-" stands for it."""
    ending = r"\w*" if word.endswith("-") else ""
    return re.compile(rf"\b{re.escape(word.rstrip('-'))}{ending}\b", re.IGNORECASE)


def forms(words: object) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words or ())


def said(message: Message, language: str) -> tuple[str, ...]:
    """What people read of a message: without its holes and without names."""
    texts = forms(message.id if language == "en" else message.string)
    for taken_out in (*map(re.escape, NAMES), r"\{\w+\}"):
        texts = tuple(re.sub(taken_out, "…", text) for text in texts)
    return texts


def broken(texts: Iterable[str], never: Mapping[str, str]) -> Iterator[str]:
    """The texts with a word that is ruled out, each with the word to be used instead."""
    for text in texts:
        for word, instead in never.items():
            if pattern(word).search(text):
                yield f"{text!r}: not {word!r} but {instead!r}"


def ruled_out(language: str) -> dict[str, str]:
    return {word: row[WORD[language]] for row in rows() for word in listed(row[NEVER[language]])}


def all_said(language: str) -> list[str]:
    catalogue: Catalog = read(TEMPLATE) if language == "en" else read(translation_files()[language], language)
    return [text for message in catalogue if message.id for text in said(message, language)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_uses_a_word_that_is_ruled_out(language: str) -> None:
    assert list(broken(all_said(language), ruled_out(language))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_glossary_is_one_that_people_read(language: str) -> None:
    """Czech words by how they begin, for their endings change."""
    texts = " ".join(all_said(language)).lower()
    words = [word.lower() for row in rows() for word in listed(row[WORD[language]])]
    assert len(words) > 30
    assert [
        word
        for word in words
        if not all((part if language == "en" else part.rstrip("-")[:3]) in texts for part in word.split())
    ] == []


@pytest.mark.parametrize(
    ("language", "text", "word"),
    [
        ("en", "A figure stands there.", "figure"),
        ("en", "What is put right?", "put right"),
        ("en", "The die is on turn.", "on turn"),
        ("en", "An unknown tag", "tag"),
        ("cs", "Tahle nálepka je tu.", "nálep-"),
        ("cs", "Společník tu hraje.", "společník"),
        ("cs", "1 zboží na horu", "zboží"),
    ],
)
def test_a_word_that_is_ruled_out_is_found(language: str, text: str, word: str) -> None:
    [found] = broken([text], ruled_out(language))
    assert repr(word) in found


def test_parts_of_other_words_are_let_through() -> None:
    assert list(broken(["The stage is set, configure it"], ruled_out("en"))) == []
