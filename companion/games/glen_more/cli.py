"""A scoring of Glen More without a game. The work is done by `companion.scoring.glen_more`."""

from __future__ import annotations

from companion.commands.context import BadInput
from companion.engine.message import Translate
from companion.games.glen_more.catalogue import load_catalogue
from companion.scoring.glen_more import document
from companion.scoring.score_sheet import BadDocument


def score(text: str, as_table: bool, translate: Translate) -> str:
    """The points of a document of counts; BadInput where it is none."""
    bonnets = {card.id: card.bonnets for card in load_catalogue().cards.values()}
    try:
        return document.score_document(text, bonnets, as_table, translate)
    except BadDocument as error:
        raise BadInput(error.message) from None
