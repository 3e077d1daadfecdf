"""Texts that people edit or send: one reader for every file and command.

Editors of other systems write a byte order mark or UTF-16, and a power cut leaves files that are empty or filled
with zeros. It knows no format.
"""

from __future__ import annotations

import codecs

from companion.engine.message import Message, UserError, tr

UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
EMPTY_LETTERS = "\0 \t\r\n"
"""Letters of a text in which nothing is written."""


class BadFile(UserError):
    """A file cannot be used; `message` names the file, the key and the remedy."""


def utf_8_bytes(content: bytes) -> bytes:
    """Return a text in UTF-8 without byte order mark; anything else than UTF-8 and UTF-16 is unchanged."""
    if content.startswith(codecs.BOM_UTF8):
        return content[len(codecs.BOM_UTF8) :]
    if content.startswith(UTF_16_MARKS):
        try:
            return content.decode("utf-16").encode()
        except UnicodeError:
            return content
    return content


def decode_text(content: bytes, file: str | Message) -> str:
    """Return the text of a file; `file` is its name in messages. Raises BadFile, also for an empty text."""
    try:
        text = utf_8_bytes(content).decode("utf-8")
    except UnicodeDecodeError:
        raise BadFile(tr("{file} is not UTF-8 text; save it as UTF-8 and try again.", file=file)) from None
    if not text.strip(EMPTY_LETTERS):
        raise BadFile(tr("{file} is empty, perhaps after a power cut; put a copy of it in its place.", file=file))
    return text
