"""Reader of help files: articles and rule texts that translators and editors can read.

An entry begins with a line in brackets: its keys, and the id of the rule that it explains if that is not the key;
its title follows the bracket. Its sentences follow, one per line:

    # Said of a piece, so "it" is a tile.            a comment for translators, for the entries below it
    [token_1 token_2 ABC-02] Token
    Two tokens always lie face up.
    @ABC-16                                          the sentences of another entry of this file

A title after "=" is a name and is not translated. An entry without sentences gives the title of an area of rules,
by the letters in their ids. `tools.texts` collects titles and sentences for the translators.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.engine.help_topics import Article
from companion.engine.message import Message, literal


class Entry(NamedTuple):
    """An entry as it is written in the file."""

    keys: tuple[str, ...]
    rule: str
    title: str
    lines: tuple[str, ...]
    comments: tuple[str, ...]

    def messages(self) -> Iterator[str]:
        """Yield the texts to translate."""
        if self.title and not self.title.startswith("="):
            yield self.title
        yield from (line for line in self.lines if not line.startswith("@"))


def read_entries(text: str) -> Iterator[Entry]:
    """Yield the entries of a help file."""
    for block in text.split("\n\n"):
        comments: list[str] = []
        for group in _groups(block.splitlines(), comments):
            head, _, title = group[0].removeprefix("[").partition("]")
            words = head.split()
            rule = words.pop() if is_rule(words[-1]) and len(words) > 1 else words[0] if is_rule(words[0]) else ""
            yield Entry(tuple(words), rule, title.strip(), tuple(group[1:]), tuple(comments))


def _groups(lines: list[str], comments: list[str]) -> list[list[str]]:
    """Return the lines of each entry of a block; its comments are added to `comments`."""
    groups: list[list[str]] = []
    for line in lines:
        if line.startswith("#"):
            comments.append(line.removeprefix("#").strip())
        elif line.startswith("["):
            groups.append([line])
        elif line:
            groups[-1].append(line)
    return groups


def is_rule(key: str) -> bool:
    """True if a key is the id of a rule or of an area of rules, which begin with a capital."""
    return key[:1].isupper()


class HelpFile(NamedTuple):
    """The contents of a help file."""

    articles: Mapping[str, Article] = {}
    """Articles by key, in the order of the file; the title is an empty text if the file has none."""
    rules: Mapping[str, tuple[Message, ...]] = {}
    """Texts of rules by id."""
    areas: Mapping[str, Message] = {}
    """Titles of areas of rules by their letters, and of single rules by id."""

    def title(self, rule: str) -> Message:
        """Return the title of a rule or of its area."""
        return self.areas.get(rule) or self.areas.get(rule[3:6]) or self.areas["CMP"]


@cache
def help_file(path: Path) -> HelpFile:
    """Return the contents of a file, which is read once; empty if there is no such file."""
    if not path.exists():
        return HelpFile()
    entries = {key: entry for entry in read_entries(path.read_text("utf-8")) for key in entry.keys}
    text = {key: tuple(_sentences(entries, key)) for key in entries}
    titles = {key: _title(entry.title) for key, entry in entries.items()}
    return HelpFile(
        {key: Article(key, titles[key], text[key], entries[key].rule) for key in entries if not is_rule(key)},
        {key: text[key] for key in entries if is_rule(key) and text[key]},
        {key: titles[key] for key in entries if is_rule(key) and titles[key].text},
    )


def _sentences(entries: Mapping[str, Entry], key: str) -> Iterator[Message]:
    for line in entries[key].lines:
        if line.startswith("@"):
            yield from _sentences(entries, line[1:])
        else:
            yield Message(line)


def _title(title: str) -> Message:
    return literal(title[1:]) if title.startswith("=") else Message(title)


SHARED_HELP = Path(__file__).with_name("help.txt")
"""Articles about setup rows that several games have."""
HOUSE_RULE_KEY, NAMES_KEY = "row.house", "row.name"
"""Keys of these articles."""
