"""A scoring of Glen More II without a game. The work is done by `companion.scoring.glen_more_2`."""

from __future__ import annotations

from companion.catalogue.glen_more_2.facts_in_force import load_facts
from companion.commands.errors import BadInput
from companion.engine.message import Translate
from companion.games.glen_more_2.expansions import score_keys
from companion.scoring.glen_more_2 import document
from companion.scoring.score_sheet import BadDocument


def score(text: str, as_table: bool, translate: Translate) -> str:
    """The points of a document of counts; BadInput where it is none."""
    try:
        return document.run(text, load_facts().landmarks, as_table, translate, score_keys())
    except BadDocument as error:
        raise BadInput(error.message) from None
