"""A haggis scoring that the table rolls without the companion: what lies face up on each in the end (C5-21).

Rolls nothing and works out no points.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

from companion.chronicles.haggis.arithmetic import MAX_FACE_UP, VALUES
from companion.chronicles.haggis.pieces import FOR_A_ROLL, SLUG
from companion.chronicles.haggis.tokens import OWN_STATE, HaggisTurned, HaggisUpSet, known_of
from companion.chronicles.haggis.turned import worth
from companion.engine.message import Message, tr, trn
from companion.engine.offers import Amount, Answer, Choice, Part, Pick
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form, QuestionKind
from companion.state.glen_more_2.sources import source

OURSELVES = f"{SLUG}.ourselves"
# Three tokens of 3 each: 3 x 9 (C5-21).
MAX_POINTS = 27
NONE_UP = "0"


def offered(state: State, question: OpenQuestion) -> Form | None:
    """Before the first roll the table may choose to score without the companion."""
    if question.player or OWN_STATE.of(state).rolls:
        return None
    return Form(tr("We do it ourselves: enter the result"))


def begun(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    """Everybody with a token is asked; nobody else can have anything to say."""
    resolution.close(question)
    state = resolution.state
    for player in state.still_in:
        if OWN_STATE.of(state).held[player.id]:
            resolution.ask(OURSELVES, player.id)
    resolution.do(ev.FollowUpQueued(SLUG, "ourselves"))


def _by_hand_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player}: the haggis scoring.", player=labels.figure(state, question.player))


def _results(state: State, question: OpenQuestion) -> Form:
    barrels = max(0, state.player(question.player).barrels)
    paid = Amount("barrels", tr("How many barrels were paid for rolls?"), 0, barrels, 0)
    now = OWN_STATE.of(state)
    back = min(MAX_FACE_UP, len(now.held[question.player]) + len(now.up(question.player)))
    parts: tuple[Part, ...] = (_face_up(back), paid) if barrels else (_face_up(back),)
    return Form(_by_hand_text(state, question), parts)


def _face_up(most: int) -> Pick:
    """What can lie there, and what it is worth; that says the points too, and why."""
    choices = [Choice(NONE_UP, tr("none"))]
    for n in range(1, most + 1):
        group = trn("{n} token", "{n} tokens", n)
        choices += [
            Choice("_".join(map(str, values)), worth(values), group=group)
            for values in combinations_with_replacement(VALUES, n)
        ]
    return Pick("face_up", tr("Which tokens lie face up?"), tuple(choices))


def _enter_results(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    player = question.player
    up, barrels = str(answer.values[0]), sum(int(value) for value in answer.values[1:])
    if OWN_STATE.of(resolution.state).up(player):
        # A correction came before; this is all that lies there, not more of it (C5-17).
        resolution.do(HaggisUpSet(player, ()))
    for face in map(int, () if up == NONE_UP else up.split("_")):
        resolution.do(HaggisTurned(player, face, known_of(resolution.state, player, face)))
    if barrels:
        resolution.do(ev.BarrelsPaid(player, barrels, source(FOR_A_ROLL)))


KINDS = (
    QuestionKind(
        OURSELVES,
        _by_hand_text,
        (Action("entered", _results, _enter_results),),
        rule="C5-21",
    ),
)
