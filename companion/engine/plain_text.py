"""A line of words that people typed, as it may stand on a screen and in a list: nothing in it that acts or hides.

The one place that says so. What is stored already stays as it is; whoever prints it asks here too.
"""

from __future__ import annotations

import unicodedata

JOINERS = "\u200c\u200d"
"""Without width, yet part of a word in some scripts, and of some emoji."""
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that show nothing."""
APOSTROPHES = "'’ʼ`´"
UNSEEN = {"Cc", "Cf", "Cn", "Co", "Cs"}
"""Control characters, direction marks and all without width, halves of letters, what no script has."""
SPACES = {"Zs", "Zl", "Zp"}
QUOTED = 60
"""Letters of what a sentence repeats."""


def plain_line(text: str) -> str:
    """The words in one line: without what acts on a terminal or hides, single spaces between; "" for no words."""
    shown = "".join(map(_shown, unicodedata.normalize("NFC", text)))
    line = " ".join(shown.split()).strip(JOINERS)
    return line if any(unicodedata.category(letter)[0] in "LNPS" for letter in line) else ""


def quoted(text: str) -> str:
    """What somebody wrote, as a sentence repeats it: one line, and no more of it than people read."""
    line = plain_line(text[: QUOTED + 1])
    return f"{line[:QUOTED]}…" if len(line) > QUOTED else line


def looks_like(one: str, other: str) -> bool:
    """Whether people would read two lines as the same."""
    return _read(one) == _read(other)


def letters_of(text: str) -> str:
    """Letters alone as people type them who have no accents and no apostrophes: to find words by."""
    apart = unicodedata.normalize("NFKD", plain_line(text).casefold())
    return "".join(letter for letter in apart if letter not in APOSTROPHES and not unicodedata.combining(letter))


def _shown(letter: str) -> str:
    if letter in JOINERS:
        return letter
    if letter in "\t\n\r\v\f" or unicodedata.category(letter) in SPACES:
        return " "
    return "" if letter in BLANKS or unicodedata.category(letter) in UNSEEN else letter


def _read(text: str) -> str:
    line = unicodedata.normalize("NFKC", plain_line(text)).casefold()
    return "".join(letter for letter in line if letter not in JOINERS)
