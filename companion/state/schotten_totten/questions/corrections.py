"""What can be said at any time: names, a note, whether stones are marked. What was played wrongly isn't.

A play that went elsewhere, a claim taken back and a play that never was are entries of the past, changed there.
"""

from __future__ import annotations

from companion.engine.message import Message, tr
from companion.engine.offers import Answer, Text
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten.model import OpenQuestion, State
from companion.state.schotten_totten.questions.setup import name_form, name_player
from companion.state.schotten_totten.resolution import Resolution
from companion.state.schotten_totten.rows import Action, Form, QuestionKind

LONGEST_NOTE = 80


def _text(_state: State, _question: OpenQuestion) -> Message:
    return tr("What is wrong?")


def _marks(state: State, _question: OpenQuestion) -> Form | None:
    """Seeing what can be claimed is skill: some tables want no marks (ST-CLM-03)."""
    if not state.round:
        return None
    marked = state.house.claims_are_marked
    return Form(tr("Mark no stones") if marked else tr("Mark what can be claimed"))


def _change_marks(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.HouseRuleChanged("claims_are_marked"))


def _make_note(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.NoteMade(str(answer.values[0])))


KINDS = (
    QuestionKind(
        "correct",
        _text,
        (
            Action("marks", _marks, _change_marks),
            Action("name", name_form, name_player),
            Action("note", Form(tr("A note"), (Text("words", tr("Which words?"), LONGEST_NOTE),)), _make_note),
        ),
    ),
)
