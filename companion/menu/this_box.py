"""What people set in the case's own menu, as the menu shows it and the session keeps it. Opens nothing."""

from __future__ import annotations

import msgspec


class BoxSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was set on the case itself; it stands above companion.toml."""

    language: str = ""
    """The code of a language; "" for that of companion.toml."""
    sound: bool = True
    """The beeper is heard; the LED shines in any case."""
    turned: bool = False
    """The panel hangs upside down: every picture is turned round."""


class ThisBoxNow(msgspec.Struct, frozen=True):
    """The settings in force, and what may be chosen."""

    settings: BoxSettings
    language: str
    """The code of the language that is spoken now."""
    languages: tuple[tuple[str, str], ...]
    """Codes of those that are here, and what people call them."""
