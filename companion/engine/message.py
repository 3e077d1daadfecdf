"""Messages: translatable sentences with placeholders, and clean-up of text that players type.

Nothing is translated here; `companion.screens.translator` does it where texts are shown. `plain_line` is the only
definition of text that is safe to show and store.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import msgspec


class Message(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A sentence that can be translated."""

    text: str
    """The English text with `{placeholders}`, which is also the translation key."""
    values: tuple[tuple[str, int | str | Message], ...] = ()
    """The value of each placeholder: a number, an untranslated name (a string) or another `Message`.

    The value of a placeholder with a capital first letter is capitalized, because it begins a sentence.
    """
    plural: str = ""
    """The English text for every count except 1; "" if the sentence depends on no number."""
    count: int = 0
    """The number that selects singular or plural."""
    by_hand: Message | None = None
    """Wording for players without stickers; None if the sentence mentions no tap."""

    def __str__(self) -> str:
        """Return the English sentence, for logs and tests."""
        text = self.plural if self.plural and self.count != 1 else self.text
        return text.format_map(placeholder_texts(self, str))


def placeholder_texts(message: Message, translate: Callable[[Message], str]) -> dict[str, str]:
    """Return the text of each placeholder; those whose names begin with a capital are capitalized."""
    found = {
        hole: translate(value) if isinstance(value, Message) else str(value) for hole, value in message.values
    }
    return {hole: words[:1].upper() + words[1:] if hole[0].isupper() else words for hole, words in found.items()}


Translate = Callable[[Message], str]
"""A function that returns a message in the reader's language; `str` returns the English text."""


class UserError(Exception):
    """An action that cannot be done, or data that cannot be used; `message` explains it in one sentence."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def tr(text: str, /, **values: int | str | Message) -> Message:
    """Return a translatable sentence; the extractor collects `text` for the translators."""
    return Message(text, tuple(values.items()))


def trn(text: str, plural: str, count: int = 0, /, **values: int | str | Message) -> Message:
    """Return a translatable sentence that depends on `count`, which also fills `{n}`.

    Only a template of an event row (`companion.engine.event_rows`) leaves the count out.
    """
    return Message(text, (("n", count), *values.items()), plural, count)


def with_button_wording(tapping: Message, by_hand: Message) -> Message:
    """Return the sentence `tapping` with `by_hand` as the wording for players without stickers."""
    return msgspec.structs.replace(tapping, by_hand=by_hand)


def join_list(parts: Iterable[Message | str], between: str = ", ") -> Message:
    """Return the parts as one message, separated by `between`."""
    several = tuple(parts)
    names, holes = _list_placeholders(len(several), between)
    return Message(holes, tuple(zip(names, several, strict=True)))


@lru_cache(maxsize=64)
def _list_placeholders(several: int, between: str) -> tuple[tuple[str, ...], str]:
    """Return the names of that many placeholders and the text that contains them."""
    names = tuple(f"p{i}" for i in range(several))
    return names, between.join(f"{{{name}}}" for name in names)


def count_repeats(parts: Iterable[Message]) -> list[Message]:
    """Return each part once; a repeated part is followed by its count."""
    found = Counter(parts)
    return [part if n == 1 else tr("{what} ({n}×)", what=part, n=n) for part, n in found.items()]


def shorten_entries(parts: Sequence[Message], most: int) -> Message:
    """Return at most `most` entries as a list; a longer list ends with the number of omitted entries."""
    if len(parts) <= most:
        return join_list(parts)
    shown = join_list(parts[: most - 1])
    return trn("{what} and {n} more entry", "{what} and {n} more entries", len(parts) - most + 1, what=shown)


def shorten_joined(message: Message, most: int = 2) -> Message:
    """Return a joined list (`join_list`) of more than `most` parts as its first part and "what came of it"."""
    told = dict(message.values)
    if isinstance(within := told.get("what"), Message):
        # The list is inside another message that adds whose entry it is or when it was made.
        values = tuple({**told, "what": shorten_joined(within, most)}.items())
        return msgspec.structs.replace(message, values=values)
    first = told.get("p0")
    more = len(message.values) - 1
    if more < most or not isinstance(first, Message) or not message.text.startswith("{p0}"):
        return message
    return tr("{what}, and what came of it", what=shorten_joined(first))


def capitalize_start(message: Message) -> Message:
    """Return the message with a capital first letter; a name at its start stays as it was entered."""
    first: Message | int | str = message
    while isinstance(first, Message) and first.text.startswith("{"):
        first = dict(first.values)[first.text[1 : first.text.index("}")]]
    if not isinstance(first, Message) or first.text[:1].isupper():
        return message
    return Message("{Row}", (("Row", message),))


def literal(text: str) -> Message:
    """Return a text that is the same in every language."""
    return Message("{name}", (("name", text),))


JOINER_CHARACTERS = "\u200c\u200d"
"""Characters without width that are part of words in some scripts, and of some emoji."""
BLANK_CHARACTERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that are displayed as blanks."""
APOSTROPHES = "'’ʼ`´"
INVISIBLE_CATEGORIES = {"Cc", "Cf", "Cn", "Co", "Cs"}
"""Unicode categories that are never displayed: control and format characters, surrogates, unassigned and private
ones.
"""
SPACE_CATEGORIES = {"Zs", "Zl", "Zp"}
MAX_QUOTED_LETTERS = 60
"""Letters of a text that an error message repeats."""


def plain_line(text: str) -> str:
    """Return the text as one plain line; "" if it has no letter, digit or sign.

    Control and invisible characters are removed and each run of white space becomes one space.
    """
    shown = "".join(map(_visible_letter, unicodedata.normalize("NFC", text)))
    line = " ".join(shown.split()).strip(JOINER_CHARACTERS)
    return line if any(unicodedata.category(letter)[0] in "LNPS" for letter in line) else ""


PANEL_LETTERS = (
    r"[ -~\u00a0-\u0109\u010c-\u0113\u0116-\u011f\u0122-\u0127\u012a\u012b\u012e-\u0131\u0134-\u0137\u0139-\u013e"
    r"\u0141-\u0148\u014c\u014d\u0150-\u0165\u016a-\u0173\u0178-\u017f\u0218-\u021b\u0301\u0401-\u040c\u040e-\u044f"
    r"\u0451-\u045c\u045e\u045f\u0490-\u04c0\u04c3-\u04f9\u2011\u2013\u2014\u2018-\u201a\u201c-\u201e\u2026\u20ac\u2116]*"
)
"""Pattern for texts with Latin and Cyrillic letters and signs, which every font of the panel has."""


@lru_cache(maxsize=256)
def can_be_drawn(text: str) -> bool:
    """True if the fonts of the panel have every letter of the text."""
    is_plain = text.isascii() and text.isprintable()
    return is_plain or bool(re.fullmatch(PANEL_LETTERS, text))


def quote_input(text: str) -> str:
    """Return entered text as one plain line for an error message, cut after MAX_QUOTED_LETTERS letters."""
    line = plain_line(text[: MAX_QUOTED_LETTERS + 1])
    return f"{line[:MAX_QUOTED_LETTERS]}…" if len(line) > MAX_QUOTED_LETTERS else line


def looks_like(one: str, other: str) -> bool:
    """True if two texts look the same to a reader."""
    return _as_read(one) == _as_read(other)


def searchable_text(text: str) -> str:
    """Return the text without accents, apostrophes and case, for searching."""
    apart = unicodedata.normalize("NFKD", plain_line(text).casefold())
    return "".join(letter for letter in apart if letter not in APOSTROPHES and not unicodedata.combining(letter))


def _visible_letter(letter: str) -> str:
    if letter in JOINER_CHARACTERS:
        return letter
    if letter in "\t\n\r\v\f" or unicodedata.category(letter) in SPACE_CATEGORIES:
        return " "
    return "" if letter in BLANK_CHARACTERS or unicodedata.category(letter) in INVISIBLE_CATEGORIES else letter


def _as_read(text: str) -> str:
    line = unicodedata.normalize("NFKC", plain_line(text)).casefold()
    return "".join(letter for letter in line if letter not in JOINER_CHARACTERS)
