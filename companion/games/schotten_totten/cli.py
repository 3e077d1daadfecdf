"""Claims of Schotten Totten without a game. The work is done by `companion.scoring.schotten_totten`."""

from __future__ import annotations

from companion.commands.context import BadInput
from companion.engine.message import Translate
from companion.scoring.schotten_totten import document
from companion.scoring.score_sheet import BadDocument


def score(text: str, as_text: bool, translate: Translate) -> str:
    """What can be claimed on the border of each document; BadInput where one is none."""
    try:
        return document.judge_document(text, as_text, translate)
    except BadDocument as error:
        raise BadInput(error.message) from None
