"""What players are called: a list of names of earlier games, or a new one that nobody else has. Knows no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.message import Message, literal, tr
from companion.engine.offers import Choice, Pick, Text
from companion.engine.plain_text import looks_like

LONGEST = 12
"""Letters of a name: small paper has no room for more."""
NEW, EARLIER = "new", "name:"
"""What stands in an answer for a name that is typed, and before one of earlier games."""


def names_pick(
    players: Mapping[str, tuple[Message, str]], known: Sequence[str], last: Mapping[str, str] | None = None
) -> Pick:
    """Whose name, then which, but none that another player has. Who sat there in the last game stands first.

    players: by id what people call them now and the name they gave; last: names by id in the last game.
    """
    choices = []
    for id, (label, _) in players.items():
        taken = tuple(name for other, (_, name) in players.items() if name and other != id)
        choices.append(Choice(id, label, then=(name_pick(known, taken, (last or {}).get(id, "")),)))
    return Pick("player", tr("Which player?"), tuple(choices))


def name_pick(known: Sequence[str], taken: tuple[str, ...], last: str = "") -> Pick:
    """A name of earlier games, `last` first, or another one."""
    text = Text("name", tr("What is the name?"), LONGEST, taken)
    likely = sorted(known, key=lambda name: name != last)
    free = [name for name in likely if not any(looks_like(name, other) for other in taken)]
    earlier = (Choice(f"{EARLIER}{name}", literal(name)) for name in free)
    return Pick("which", tr("Which name?"), (*earlier, Choice(NEW, tr("another name"), then=(text,))))
