"""How much the companion follows: chosen at set-up, and less of it from here on at any time between two turns."""

from __future__ import annotations

from companion.engine.message import Message, tr
from companion.engine.offers import Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import SCOREKEEPER, OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Form
from companion.state.glen_more_2.ruleset import expansions_of
from companion.state.territory.words import DEPTH_NAMES, DEPTH_WORDS


def depth_form(state: State, _question: OpenQuestion) -> Form:
    """Not with a chronicle that says why not."""
    label = tr("Change the depth, now {depth}", depth=DEPTH_NAMES[state.depth])
    if why := why_not_refereed(state):
        return Form(label, closed=Reason("", why))
    choices = tuple(Choice(depth, words) for depth, words in DEPTH_WORDS.items())
    pick = Pick("depth", tr("How much does the companion follow?"), choices, state.depth, steady=True)
    return Form(label, (pick,))


def why_not_refereed(state: State) -> Message | None:
    """Why territories can't be followed with the chronicles that are on."""
    return next(filter(None, (each.why_not_refereed for each in expansions_of(state))), None)


def choose_depth(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    depth = str(answer.values[0])
    if depth != resolution.state.depth:
        resolution.do(ev.DepthChosen(depth))


def be_scorekeeper(resolution: Resolution) -> None:
    """Nothing more is followed."""
    if resolution.state.follows:
        resolution.do(ev.DepthChosen(SCOREKEEPER))
