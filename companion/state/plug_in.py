"""Plugging a chronicle in: its questions and the changes of its events join the core's tables."""

from __future__ import annotations

from companion.state.apply import CHANGES
from companion.state.plugs import PLUGS, Chronicle
from companion.state.questions import KINDS


def plug_in(plug: Chronicle) -> None:
    """A plug that was found and is whole can be chosen from now on."""
    KINDS.update(plug.kinds)
    CHANGES.update(plug.changes)
    PLUGS[plug.slug] = plug
