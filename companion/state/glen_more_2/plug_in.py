"""Plugging a chronicle in: its questions and the changes of its events join the core's tables."""

from __future__ import annotations

from companion.state.glen_more_2.apply import CHANGES
from companion.state.glen_more_2.events import EVENTS
from companion.state.glen_more_2.expansions import EXPANSIONS, Expansion
from companion.state.glen_more_2.questions import KINDS


def register_expansion(plug: Expansion) -> None:
    """A plug that was found and is whole can be chosen from now on; ValueError where its events can't be told
    from another's in a journal."""
    others = {kind.__name__ for p in EXPANSIONS.values() if p.slug != plug.slug for kind in p.events}
    others |= {kind.__name__ for kind in EVENTS}
    if clash := sorted(others & {kind.__name__ for kind in plug.events}):
        raise ValueError(f"events of the same name elsewhere: {', '.join(clash)}")
    KINDS.update(plug.kinds)
    CHANGES.update(plug.changes)
    EXPANSIONS[plug.slug] = plug
