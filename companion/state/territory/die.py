"""Forms for rolling the die of the rondel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.message import literal, tr
from companion.engine.offers import Answer, Choice, Pick
from companion.engine.question_kinds import ActionForm

FACE_PREFIX = "face_"
"""Prefix of an answer that enters a roll; the face follows."""


def companion_rolls_form(state: Any, _question: Any) -> ActionForm:
    """Return the form for a roll by the companion; each of the six faces is a choice, so that a roll is fair."""
    faces = tuple(Choice(str(face), tr("{n}", n=face)) for face in state.facts.die_faces)
    return ActionForm(tr("Roll for us, from now on"), (Pick("face", tr("Which face?"), faces),), hint=tr("roll"))


def face_forms(state: Any, _question: Any) -> Iterator[tuple[str, ActionForm]]:
    """Yield the form for each face that players rolled."""
    for face in sorted(set(state.facts.die_faces)):
        yield str(face), ActionForm(tr("We rolled a {n}", n=face), hint=literal(str(face)))


def rolled_face(answer: Answer) -> int:
    """Return the face in an answer to one of these forms."""
    return int(str(answer.values[0] if answer.values else answer.offer.removeprefix(FACE_PREFIX)))
