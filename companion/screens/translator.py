"""Says things in a language: turns a `Message` into the words that people read.

The only place that translates. Never decides what to say, and never fails for want of a translation:
what a language lacks is said in English.
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
"""What people call their languages; one that is not here goes by its code."""


class Translator:
    """One language at a time, called like a function: `translate(message)`."""

    def __init__(self, language: str = ENGLISH) -> None:
        self.taps: Callable[[], bool] = lambda: True
        """Whether people have anything to tap; whoever knows their stickers says so."""
        self.speak(language)

    def speak(self, language: str) -> None:
        """Say everything in this language from now on."""
        self.language = language
        self._texts = gettext.translation(DOMAIN, LOCALE, languages=[language], fallback=True)

    def __call__(self, message: Message) -> str:
        """The sentence with its holes filled, composed (NFC) so that the fonts have its letters."""
        if message.by_hand is not None and not self.taps():
            return self(message.by_hand)
        return normalize("NFC", _filled(self._translated(message), placeholder_texts(message, self), message))

    def _translated(self, message: Message) -> str:
        if not message.text:
            return ""  # gettext keeps the catalogue's header under the empty text
        if message.plural:
            return self._texts.ngettext(message.text, message.plural, message.count)
        return self._texts.gettext(message.text)


def _filled(text: str, values: dict[str, str], message: Message) -> str:
    """A translation whose holes don't fit (a home-made catalogue) gives way to the English sentence."""
    try:
        return text.format_map(values)
    except (KeyError, IndexError, ValueError):
        return str(message)


def available_languages() -> tuple[str, ...]:
    """English and every language with a compiled catalogue."""
    compiled = LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return (ENGLISH, *sorted(path.parts[-3] for path in compiled))
