"""What rows of the set-up say of themselves that several games have: house rules, names. Words only."""

from __future__ import annotations

from companion.engine.look_up import Article
from companion.engine.message import Message, tr

HOUSE, NAMES = "row.house", "row.name"


def _row(key: str, title: Message, *text: Message) -> Article:
    return Article(key, title, text)


_ROWS = (
    _row(
        HOUSE,
        tr("House rules"),
        tr("Where the books leave room, you say here how your table plays; the usual way stands there."),
    ),
    _row(NAMES, tr("Names"), tr("A name stands beside its colour on every page, and in the list of games.")),
)
SETUP_ROWS = {row.key: row for row in _ROWS}
"""By the key that an entry of the set-up names; nobody looks these up by name."""
