"""Translator: turns a `Message` into text of one language. All translation happens here.

Missing translations never fail: a text without a translation is shown in English.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from pathlib import Path
from unicodedata import normalize

from companion.engine.message import Message, placeholder_texts

LOCALE = Path(__file__).parent.parent / "locale"
DOMAIN = "companion"
ENGLISH = "en"


LANGUAGES = {
    "en": "English",
    "cs": "Čeština",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "pl": "Polski",
    "ru": "Русский",
}
"""Languages by code, each with its own name; a language that is not listed is shown by its code."""


class Translator:
    """Callable that translates messages into one language at a time: `translate(message)`."""

    def __init__(self, language: str = ENGLISH) -> None:
        self.taps: Callable[[], bool] = lambda: True
        """True if players have stickers to tap; set by the session that knows their stickers."""
        self.speak(language)

    def speak(self, language: str) -> None:
        """Use this language from now on."""
        self.language = language
        self._texts = gettext.translation(DOMAIN, LOCALE, languages=[language], fallback=True)

    def __call__(self, message: Message) -> str:
        """Return the text with its placeholders filled, composed (NFC) so that the fonts have its letters."""
        if message.by_hand is not None and not self.taps():
            return self(message.by_hand)
        return normalize("NFC", _filled(self._translated(message), placeholder_texts(message, self), message))

    def _translated(self, message: Message) -> str:
        if not message.text:
            return ""  # gettext keeps the catalogue's header under the empty text.
        if message.plural:
            return self._texts.ngettext(message.text, message.plural, message.count)
        return self._texts.gettext(message.text)


def _filled(text: str, values: dict[str, str], message: Message) -> str:
    """Return the filled text; the English text if the translation's placeholders are wrong."""
    try:
        return text.format_map(values)
    except (KeyError, IndexError, ValueError):
        return str(message)


def available_languages() -> tuple[str, ...]:
    """Return English and every language with a compiled catalogue."""
    compiled = LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return (ENGLISH, *sorted(path.parts[-3] for path in compiled))
