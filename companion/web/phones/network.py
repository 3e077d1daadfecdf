"""How the case asks for its network rules to be opened or closed: a word in a file; who may do it does it.

The unit names the file; systemd watches for it (companion-phones.path). So this process needs no rights for it;
where there is no unit there are no rules to open.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

FILE = "COMPANION_PHONES"
"""The variable with the name of that file."""
OPEN, CLOSED = "open", "closed"

Rules = Callable[[bool], None]
"""Asks for open rules (True) or closed ones; may raise OSError."""


def rules(environ: Mapping[str, str] = os.environ) -> Rules:
    """What asks for it; does nothing where there is nobody to ask."""
    file = environ.get(FILE)
    return partial(_ask, Path(file)) if file else lambda _on: None


def _ask(file: Path, on: bool) -> None:
    file.write_text(f"{OPEN if on else CLOSED}\n", encoding="ascii")
