"""Findings of an examination: the part, its state, one sentence, and remedies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import msgspec

from companion.engine.message import Message, tr

OK, DESK, NOTE, TROUBLE = "well", "desk", "note", "trouble"

STATE_LABELS = {
    OK: tr("well"),
    DESK: tr("simulated"),
    NOTE: tr("look here"),
    TROUBLE: tr("TROUBLE"),
}
"""Labels of the states."""


class Finding(msgspec.Struct, frozen=True):
    """A result of an examination."""

    part: Message
    """Examined part: a device, the settings, the games."""
    state: str
    """One of OK, DESK, NOTE or TROUBLE."""
    message: Message
    """Result in one sentence."""
    todo: tuple[Message, ...] = ()
    """Remedies, the most probable first."""


class BoxUser(Protocol):
    """User beside the box during the examination."""

    patience: float
    """Seconds to wait for the user; 0 if there is none."""

    def ask(self, message: Message) -> None:
        """Ask the user to do something."""


def simulated_finding(part: Message, key: str) -> Finding:
    """Return the finding for a part that the settings leave simulated."""
    told = tr("Nothing is connected; the page of the desk plays it ({key} in companion.toml).", key=key)
    return Finding(part, DESK, told)


def ok_finding(part: Message, message: Message) -> Finding:
    return Finding(part, OK, message)


def note_finding(part: Message, message: Message, *todo: Message) -> Finding:
    return Finding(part, NOTE, message, todo)


def trouble_finding(part: Message, message: Message, *todo: Message) -> Finding:
    return Finding(part, TROUBLE, message, todo)


def unavailable_finding(part: Message, error: BaseException, *todo: Message) -> Finding:
    """Return the finding for a part with an error of the system or of a library."""
    return trouble_finding(
        part, tr("Not working: {device} ({why}).", device=part, why=one_line_error(error)), *todo
    )


def no_permission_finding(part: Message, error: PermissionError) -> Finding:
    """Return the finding for a part that this user may not read; in a case it belongs to the service's user."""
    where = str(error.filename or "-")
    return note_finding(
        part,
        tr("This user may not see {where}.", where=where),
        tr('Ask once more as the one who may: "sudo companion doctor".'),
    )


def guard_findings(part: Message, findings: Iterator[Finding]) -> Iterator[Finding]:
    """Yield the findings of an examination; an exception becomes a finding, so that the next examination runs."""
    try:
        yield from findings
    except PermissionError as error:
        yield no_permission_finding(part, error)
    except Exception as error:
        yield unavailable_finding(
            part, error, tr("This was not foreseen: please report it, with the file of --out.")
        )


def one_line_error(error: BaseException) -> str:
    """Return an error in one line. The libraries' texts are not translated, so that they can be searched for."""
    cause = root_cause(error)
    return " ".join(f"{type(cause).__name__}: {cause}".split())


def root_cause(error: BaseException) -> BaseException:
    """Return the first cause of an error."""
    while error.__cause__ is not None:
        error = error.__cause__
    return error
