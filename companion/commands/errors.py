"""The two ways a command ends early: the input can't be used (exit 2), or it could not be done (exit 1)."""

from __future__ import annotations

from companion.engine.message import UserError


class CommandError(UserError):
    """Ends the command; `message` is the one sentence on standard error."""

    code = 1


class Failed(CommandError):
    """It could not be done: exit 1."""


class BadInput(CommandError):
    """What was given can't be used: exit 2."""

    code = 2
