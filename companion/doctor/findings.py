"""What an examination finds: a part, how it is, one sentence, and what to do about it. Examines nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import msgspec

from companion.engine.message import Message, tr

OK, DESK, NOTE, TROUBLE = "well", "desk", "note", "trouble"

MARKS = {
    OK: tr("well"),
    DESK: tr("simulated"),
    NOTE: tr("look here"),
    TROUBLE: tr("TROUBLE"),
}
"""How people read the states."""


class Finding(msgspec.Struct, frozen=True):
    """One thing that was found."""

    part: Message
    """What was examined: a device, the settings, the games."""
    state: str
    """WELL, DESK, NOTE or TROUBLE."""
    message: Message
    """What was found, one sentence."""
    todo: tuple[Message, ...] = ()
    """What to do about it, the likeliest first."""


class BoxUser(Protocol):
    """Whoever holds the box while it is examined."""

    patience: float
    """Seconds that they are waited for; 0: nobody is there."""

    def ask(self, message: Message) -> None:
        """Tell them what to do now."""


def simulated_finding(part: Message, key: str) -> Finding:
    """A part that the settings leave on the desk page."""
    told = tr("Nothing is connected; the page of the desk plays it ({key} in companion.toml).", key=key)
    return Finding(part, DESK, told)


def ok_finding(part: Message, message: Message) -> Finding:
    return Finding(part, OK, message)


def note_finding(part: Message, message: Message, *todo: Message) -> Finding:
    return Finding(part, NOTE, message, todo)


def trouble_finding(part: Message, message: Message, *todo: Message) -> Finding:
    return Finding(part, TROUBLE, message, todo)


def unavailable_finding(part: Message, error: BaseException, *todo: Message) -> Finding:
    """A part that answered with an error of the system or of a library."""
    return trouble_finding(
        part, tr("Not working: {device} ({why}).", device=part, why=one_line_error(error)), *todo
    )


def no_permission_finding(part: Message, error: PermissionError) -> Finding:
    """A part that whoever typed the command may not look at: in a case it belongs to the service's own user."""
    where = str(error.filename or "-")
    return note_finding(
        part,
        tr("This user may not see {where}.", where=where),
        tr('Ask once more as the one who may: "sudo companion doctor".'),
    )


def guard_findings(part: Message, findings: Iterator[Finding]) -> Iterator[Finding]:
    """One examination; whatever goes wrong in it, the next part is asked all the same."""
    try:
        yield from findings
    except PermissionError as error:
        yield no_permission_finding(part, error)
    except Exception as error:
        yield unavailable_finding(
            part, error, tr("This was not foreseen: please report it, with the file of --out.")
        )


def one_line_error(error: BaseException) -> str:
    """An error in one line. The libraries' words stay: they are what others look for."""
    cause = root_cause(error)
    return " ".join(f"{type(cause).__name__}: {cause}".split())


def root_cause(error: BaseException) -> BaseException:
    """What it began with."""
    while error.__cause__ is not None:
        error = error.__cause__
    return error
