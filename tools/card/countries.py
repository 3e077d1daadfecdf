"""Countries for Wi-Fi settings, found by their two letters or a name in one of the supported languages."""

from __future__ import annotations

import re
from functools import cache

from babel import Locale

from companion.screens.translator import available_languages

OTHER_COUNTRY_NAMES = {"ENGLAND": "GB", "SCOTLAND": "GB", "WALES": "GB", "BRITAIN": "GB", "UK": "GB", "USA": "US"}
"""Other names and abbreviations that users may type."""
NO_COUNTRY = frozenset({"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"})
"""Codes of Unicode that are groups of countries or for tests."""


@cache
def _names() -> dict[str, str]:
    """Return the two letters by every name in capitals."""
    found = dict(OTHER_COUNTRY_NAMES)
    for language in available_languages():
        for code, name in Locale(language).territories.items():
            if re.fullmatch("[A-Z]{2}", code) and code not in NO_COUNTRY:
                found[code] = found[name.upper()] = code
    return found


def country_code_of(told: str) -> str:
    """Return the two letters of a country, "" for an unknown name."""
    return _names().get(told.strip().upper(), "")
