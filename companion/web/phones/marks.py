"""What a phone calls questions and entries by: a word that tells no number, so that nobody counts what is secret.

Only as good as the run of the companion that made it: after a start every phone reads anew.
"""

from __future__ import annotations

import hashlib
import hmac
import os

from companion.engine.game import CORRECTION
from companion.engine.offers import Question

CORRECT = "correct"
"""The mark of the question that is always open."""
_KEY = os.urandom(16)


def mark_of(*told: object) -> str:
    """The same for the same; nothing can be read from it."""
    return hmac.new(_KEY, repr(told).encode(), hashlib.sha256).hexdigest()[:16]


def question_mark(game: int, question: Question) -> str:
    """Of a question in that game: another game's, or another that got its number after an undo, has another."""
    if question.number == CORRECTION:
        return CORRECT
    return mark_of(game, question.number, question.kind, question.asked, str(question.text))
