"""How the companion switches its machine off: it asks for it with a file; who is allowed to do it does it.

The unit names the file; systemd watches for it (companion-poweroff.path) and ends everything in order, ourselves
included. So this process needs no rights for it. Without a unit there is nothing to ask, and nobody is offered it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

FILE = "COMPANION_POWEROFF"
"""The variable with the name of that file."""


def switch(environ: Mapping[str, str] = os.environ) -> Callable[[], None] | None:
    """What asks for it, None where nobody would hear; may raise OSError when it is called."""
    file = environ.get(FILE)
    return partial(_ask, Path(file)) if file else None


def _ask(file: Path) -> None:
    file.touch(exist_ok=True)
