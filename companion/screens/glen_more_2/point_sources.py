"""Sources of points in a table: their words and their order, both from the view. Knows no source by its id."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.message import Message, literal
from companion.state.glen_more_2.view import View


def source_words(view: View, source: str) -> Message:
    """The view's words for a source at the head of a line; one that it doesn't tell is shown by its id."""
    words = dict(view.source_words).get(source) or literal(source.replace("_", " "))
    return Message("{What}", (("What", words),))


def in_order(view: View, sources: Iterable[str]) -> list[str]:
    """Sources as the view lists them, others after these by their ids."""
    known = [source for source, _ in view.source_words]
    there = set(sources)
    return [*(s for s in known if s in there), *sorted(there - set(known))]
