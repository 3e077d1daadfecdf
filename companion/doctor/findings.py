"""What an examination finds: a part, how it is, one sentence, and what to do about it. Examines nothing."""

from __future__ import annotations

from typing import Protocol

import msgspec

from companion.engine.message import Said, say

WELL, DESK, NOTE, TROUBLE = "well", "desk", "note", "trouble"

MARKS = {
    WELL: say("well"),
    DESK: say("simulated"),
    NOTE: say("look here"),
    TROUBLE: say("TROUBLE"),
}
"""How people read the states."""


class Finding(msgspec.Struct, frozen=True):
    """One thing that was found. todo: steps, the likeliest first."""

    part: Said
    state: str
    said: Said
    todo: tuple[Said, ...] = ()


class People(Protocol):
    """Whoever holds the box while it is examined."""

    patience: float
    """Seconds that they are waited for; 0: nobody is there."""

    def ask(self, said: Said) -> None:
        """Tell them what to do now."""


def simulated(part: Said, key: str) -> Finding:
    """A part that the settings leave on the desk page."""
    told = say("Nothing is connected; the page of the desk plays it ({key} in companion.toml).", key=key)
    return Finding(part, DESK, told)


def well(part: Said, said: Said) -> Finding:
    return Finding(part, WELL, said)


def note(part: Said, said: Said, *todo: Said) -> Finding:
    return Finding(part, NOTE, said, todo)


def trouble(part: Said, said: Said, *todo: Said) -> Finding:
    return Finding(part, TROUBLE, said, todo)


def not_there(part: Said, error: BaseException, *todo: Said) -> Finding:
    """A part that answered with an error of the system or of a library."""
    return trouble(part, say("Not working: {device} ({why}).", device=part, why=in_short(error)), *todo)


def in_short(error: BaseException) -> str:
    """An error in one line. The libraries' words stay: they are what others look for."""
    cause = root_of(error)
    return " ".join(f"{type(cause).__name__}: {cause}".split())


def root_of(error: BaseException) -> BaseException:
    """What it began with."""
    while error.__cause__ is not None:
        error = error.__cause__
    return error
