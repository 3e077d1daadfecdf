"""A request that is not let in, or not done. Needs no server to be raised."""

from __future__ import annotations

from companion.engine.message import Message, UserError


class Refused(UserError):
    """The status, and the one sentence for whoever sent it."""

    def __init__(self, status: int, message: Message) -> None:
        super().__init__(message)
        self.status = status
