"""The countries that a Wi-Fi can be in: two letters as people type them, or a name in one of our languages."""

from __future__ import annotations

import re
from functools import cache

from babel import Locale

from companion.screens.translator import available_languages

ALSO = {"ENGLAND": "GB", "SCOTLAND": "GB", "WALES": "GB", "BRITAIN": "GB", "UK": "GB", "USA": "US"}
"""What is no country of ISO 3166, and yet what people type."""
NO_COUNTRY = frozenset({"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"})
"""Unicode's own: groups of countries, and places for trying things out."""


@cache
def _names() -> dict[str, str]:
    """The two letters by every name, in capitals."""
    found = dict(ALSO)
    for language in available_languages():
        for code, name in Locale(language).territories.items():
            if re.fullmatch("[A-Z]{2}", code) and code not in NO_COUNTRY:
                found[code] = found[name.upper()] = code
    return found


def code_of(told: str) -> str:
    """The two letters of a country, "" for what is none."""
    return _names().get(told.strip().upper(), "")
