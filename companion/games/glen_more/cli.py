"""Command-line scoring of Glen More; `companion.scoring.glen_more` computes the points."""

from __future__ import annotations

from companion.commands.context import BadInput
from companion.engine.message import Translate
from companion.games.glen_more.catalogue import load_catalogue
from companion.scoring.glen_more import document
from companion.scoring.score_sheet import BadDocument


def score(text: str, as_table: bool, translate: Translate) -> str:
    """Return the points of a document of counts, as a table or as JSON. Raises BadInput if it is not valid."""
    bonnets = {card.id: card.bonnets for card in load_catalogue().cards.values()}
    try:
        return document.score_document(text, bonnets, as_table, translate)
    except BadDocument as error:
        raise BadInput(error.message) from None
