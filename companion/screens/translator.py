"""Says things in a language: turns a `Said` into the words that people read.

The only place that translates. Never decides what to say, and never fails for want of a translation:
what a language lacks is said in English.
"""

from __future__ import annotations

import gettext
from pathlib import Path
from unicodedata import normalize

from companion.engine.message import Said

LOCALE = Path(__file__).parent.parent / "locale"
DOMAIN = "companion"
ENGLISH = "en"


class Words:
    """One language, called like a function: `words(said)`."""

    def __init__(self, language: str = ENGLISH) -> None:
        self.language = language
        self._texts = gettext.translation(DOMAIN, LOCALE, languages=[language], fallback=True)

    def __call__(self, said: Said) -> str:
        """The sentence with its holes filled, composed (NFC) so that the fonts have its letters."""
        values = {hole: self(value) if isinstance(value, Said) else str(value) for hole, value in said.values}
        return normalize("NFC", _filled(self._translated(said), values, said))

    def _translated(self, said: Said) -> str:
        if not said.text:
            return ""  # gettext keeps the catalogue's header under the empty text
        if said.plural:
            return self._texts.ngettext(said.text, said.plural, said.count)
        return self._texts.gettext(said.text)


def _filled(text: str, values: dict[str, str], said: Said) -> str:
    """A translation whose holes don't fit (a home-made catalogue) gives way to the English sentence."""
    try:
        return text.format_map(values)
    except (KeyError, IndexError, ValueError):
        return str(said)


def available_languages() -> tuple[str, ...]:
    """English and every language with a compiled catalogue."""
    compiled = LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return (ENGLISH, *sorted(path.parts[-3] for path in compiled))
