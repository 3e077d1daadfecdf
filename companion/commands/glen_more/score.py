"""A scoring of Glen More without a game. The work is done by `companion.scoring.glen_more`."""

from __future__ import annotations

from companion.catalogue.glen_more.shipped import shipped
from companion.commands.errors import BadInput
from companion.engine.message import Translate
from companion.scoring.glen_more import document
from companion.scoring.score_sheet import BadDocument


def score(text: str, as_table: bool, translate: Translate) -> str:
    """The points of a document of counts; BadInput where it is none."""
    bonnets = {card.id: card.bonnets for card in shipped().cards.values()}
    try:
        return document.run(text, bonnets, as_table, translate)
    except BadDocument as error:
        raise BadInput(error.message) from None
