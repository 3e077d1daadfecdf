"""Command-line claims of Schotten Totten; `companion.scoring.schotten_totten` decides them."""

from __future__ import annotations

from companion.commands.context import BadInput
from companion.engine.message import Translate
from companion.scoring.schotten_totten import document
from companion.scoring.score_sheet import BadDocument


def score(text: str, as_text: bool, translate: Translate) -> str:
    """Return what can be claimed on the border of each document, as text or as JSON. Raises BadInput."""
    try:
        return document.judge_document(text, as_text, translate)
    except BadDocument as error:
        raise BadInput(error.message) from None
