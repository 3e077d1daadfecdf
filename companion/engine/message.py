"""Words for people, kept apart from their language: a text with holes and what fills them.

Never translates anything itself; that is done where the words are shown (`companion.screens.translator`).

A line of words that people typed, as it may stand on a screen and in a list: nothing in it that acts or hides.

The one place that says so. What is stored already stays as it is; whoever prints it asks here too.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import msgspec


class Message(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A sentence to be translated."""

    text: str
    """Its English form, with `{holes}`: what translators know it by."""
    values: tuple[tuple[str, int | str | Message], ...] = ()
    """What fills each hole: a number, a name that is never translated (a string), or another `Message`.

    What fills a hole with a capital in its name begins with a capital: it stands at the start of a sentence.
    """
    plural: str = ""
    """The English form for any count but 1; "" where the sentence depends on no number."""
    count: int = 0
    """The number that `plural` goes by."""
    by_hand: Message | None = None
    """The same for people who have no sticker to tap; None where it speaks of no tap."""

    def __str__(self) -> str:
        """The English sentence: for logs and tests."""
        text = self.plural if self.plural and self.count != 1 else self.text
        return text.format_map(placeholder_texts(self, str))


def placeholder_texts(message: Message, translate: Callable[[Message], str]) -> dict[str, str]:
    """The words for each hole, those at the start of a sentence with a capital."""
    found = {
        hole: translate(value) if isinstance(value, Message) else str(value) for hole, value in message.values
    }
    return {hole: words[:1].upper() + words[1:] if hole[0].isupper() else words for hole, words in found.items()}


Translate = Callable[[Message], str]
"""Gives a message in the reader's language; `str` gives the English one."""


class UserError(Exception):
    """Something that can't be done or used; `message` is the one sentence that says so to people."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def tr(text: str, /, **values: int | str | Message) -> Message:
    """A sentence for people; the extractor collects `text` for the translators."""
    return Message(text, tuple(values.items()))


def trn(text: str, plural: str, count: int, /, **values: int | str | Message) -> Message:
    """A sentence whose form depends on `count`, which also fills the hole `{n}`."""
    return Message(text, (("n", count), *values.items()), plural, count)


def with_button_wording(tapping: Message, by_hand: Message) -> Message:
    """A sentence that tells people to tap, with what they read instead who have no sticker on anything."""
    return msgspec.structs.replace(tapping, by_hand=by_hand)


def join_list(parts: Iterable[Message | str], between: str = ", ") -> Message:
    """Several things in one breath, with commas between them."""
    several = tuple(parts)
    names, holes = _list_placeholders(len(several), between)
    return Message(holes, tuple(zip(names, several, strict=True)))


@lru_cache(maxsize=64)
def _list_placeholders(several: int, between: str) -> tuple[tuple[str, ...], str]:
    """The names of so many holes, and the text that they stand in."""
    names = tuple(f"p{i}" for i in range(several))
    return names, between.join(f"{{{name}}}" for name in names)


def count_repeats(parts: Iterable[Message]) -> list[Message]:
    """Each of them once, with how often it was there."""
    found = Counter(parts)
    return [part if n == 1 else tr("{what} ({n}×)", what=part, n=n) for part, n in found.items()]


def shorten_list(parts: Sequence[Message], most: int, between: str = ", ") -> Message:
    """Several things, `most` of them at most, else one fewer and how many more there are."""
    if len(parts) <= most:
        return join_list(parts, between)
    return tr("{what} and {n} more", what=join_list(parts[: most - 1], between), n=len(parts) - most + 1)


def shorten_listed(message: Message, most: int = 2) -> Message:
    """The first of more than so many things that were `listed`, all of one entry: the others came of it."""
    told = dict(message.values)
    if isinstance(within := told.get("what"), Message):
        # Whose or when it was stands around it.
        values = tuple({**told, "what": shorten_listed(within, most)}.items())
        return msgspec.structs.replace(message, values=values)
    first = told.get("p0")
    more = len(message.values) - 1
    if more < most or not isinstance(first, Message) or not message.text.startswith("{p0}"):
        return message
    return tr("{what}, and what came of it", what=shorten_listed(first))


def capitalize_start(message: Message) -> Message:
    """The same at the start of a row: with a capital, unless a name begins it, which stays as people wrote it."""
    first: Message | int | str = message
    while isinstance(first, Message) and first.text.startswith("{"):
        first = dict(first.values)[first.text[1 : first.text.index("}")]]
    return Message("{Row}", (("Row", message),)) if isinstance(first, Message) else message


def literal(text: str) -> Message:
    """A name that is the same in every language."""
    return Message("{name}", (("name", text),))


JOINERS = "\u200c\u200d"
"""Without width, yet part of a word in some scripts, and of some emoji."""
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that show nothing."""
APOSTROPHES = "'’ʼ`´"
INVISIBLE = {"Cc", "Cf", "Cn", "Co", "Cs"}
"""Control characters, direction marks and all without width, halves of letters, what no script has."""
SPACES = {"Zs", "Zl", "Zp"}
MAX_QUOTED = 60
"""Letters of what a sentence repeats."""


def plain_line(text: str) -> str:
    """The words in one line: without what acts on a terminal or hides, single spaces between; "" for no words."""
    shown = "".join(map(_visible_letter, unicodedata.normalize("NFC", text)))
    line = " ".join(shown.split()).strip(JOINERS)
    return line if any(unicodedata.category(letter)[0] in "LNPS" for letter in line) else ""


def quote_input(text: str) -> str:
    """What somebody wrote, as a sentence repeats it: one line, and no more of it than people read."""
    line = plain_line(text[: MAX_QUOTED + 1])
    return f"{line[:MAX_QUOTED]}…" if len(line) > MAX_QUOTED else line


def looks_like(one: str, other: str) -> bool:
    """Whether people would read two lines as the same."""
    return _as_read(one) == _as_read(other)


def search_letters(text: str) -> str:
    """Letters alone as people type them who have no accents and no apostrophes: to find words by."""
    apart = unicodedata.normalize("NFKD", plain_line(text).casefold())
    return "".join(letter for letter in apart if letter not in APOSTROPHES and not unicodedata.combining(letter))


def _visible_letter(letter: str) -> str:
    if letter in JOINERS:
        return letter
    if letter in "\t\n\r\v\f" or unicodedata.category(letter) in SPACES:
        return " "
    return "" if letter in BLANKS or unicodedata.category(letter) in INVISIBLE else letter


def _as_read(text: str) -> str:
    line = unicodedata.normalize("NFKC", plain_line(text)).casefold()
    return "".join(letter for letter in line if letter not in JOINERS)
