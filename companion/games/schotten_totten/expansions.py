"""The variants of Schotten Totten, as the command line names them. Loads nothing."""

from __future__ import annotations

from companion.engine.message import Message, tr
from companion.games.definition import ExpansionInfo, Expansions
from companion.state.schotten_totten.labels import VARIANT_WORDS
from companion.state.schotten_totten.model import PLAYERS, VARIANTS


def _known() -> list[ExpansionInfo]:
    two = range(PLAYERS, PLAYERS + 1)
    return [ExpansionInfo(each, n, VARIANT_WORDS[each], two) for n, each in enumerate(VARIANTS, 1)]


def _unknown(name: str) -> Message:
    return tr("There is no variant {name}; name one by its id or number.", name=name)


EXPANSIONS = Expansions(
    option="--variants",
    help=tr("variants by name or number, with commas between them"),
    unknown=_unknown,
    known=_known,
)
