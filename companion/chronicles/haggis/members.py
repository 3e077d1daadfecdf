"""Two members of another chronicle's mobs act in a haggis scoring (C8-39, C8-40); it is asked who may use them.

That either was used is counted here (`taken`, `rerolls`), so nobody has to tell that chronicle.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.haggis.gaining import give_back, goes_back
from companion.chronicles.haggis.pieces import MAX_HELD, SLUG
from companion.chronicles.haggis.tapping import tapped_token
from companion.chronicles.haggis.tokens import OWN_STATE, HaggisPassed, possible_on_table
from companion.chronicles.queries import TAKES_A_TOKEN, THROWS_AGAIN
from companion.engine.message import Message, tr
from companion.engine.offers import Answer
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, ActionFamily, Form, QuestionKind, nothing
from companion.state.glen_more_2.ruleset import asked, switch

TAKE, GIVE = f"{SLUG}.take", f"{SLUG}.give"
FROM = "from_"
ONCE_A_GAME = f"{SLUG}.reroll_once_a_game"


def may_throw_again(state: State) -> str:
    """Who may have this roll thrown again: once in each scoring, by house rule once a game (C8-40)."""
    now = OWN_STATE.of(state)
    used = now.rerolls if switch(state, ONCE_A_GAME) else now.again
    return "" if used else asked(THROWS_AGAIN, state)


def ask_taker(state: State) -> Iterator[ev.Event]:
    """Before the first roll, once a game (C5-14, C8-39)."""
    taker = asked(TAKES_A_TOKEN, state)
    if taker and not OWN_STATE.of(state).taken and _givers(state, taker):
        yield ev.QuestionAsked(TAKE, taker)


def _givers(state: State, taker: str) -> list[str]:
    return [p.id for p in state.still_in if p.id != taker and OWN_STATE.of(state).held[p.id]]


# ---- from any player; with a full table one goes back first (C8-39, C5-09)


def _take_text(state: State, question: OpenQuestion) -> Message:
    taker = labels.figure(state, question.player)
    return tr("Fraser McStarve: does {player} take a haggis token?", player=taker)


def _full(state: State, player_id: str) -> bool:
    return len(OWN_STATE.of(state).held[player_id]) >= MAX_HELD


def _from_each(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    full = _full(state, question.player)
    parts = goes_back(state, question.player) if full else ()
    for giver in _givers(state, question.player):
        name = labels.figure(state, giver)
        label = tr("One from {player}, who chooses it", player=name)
        if full:
            label = tr("One goes back, one comes from {player}, who chooses it", player=name)
        yield giver, Form(label, parts)


def _take_from(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    taker, giver = question.player, answer.offer.removeprefix(FROM)
    if _full(resolution.state, taker):
        give_back(resolution, taker, answer)
    if OWN_STATE.of(resolution.state).tagged:
        resolution.ask(GIVE, giver, taker)
    else:
        resolution.do(HaggisPassed(giver, taker))


# ---- the giver chooses; which one, nobody else is told


def _give_text(state: State, question: OpenQuestion) -> Message:
    return tr(
        "{player}: choose a haggis token for {to} and tap it.",
        player=labels.figure(state, question.player),
        to=labels.figure(state, str(question.args[0])),
    )


def _chosen(state: State, question: OpenQuestion) -> Form:
    possible = possible_on_table(OWN_STATE.of(state), question.player)
    text = _give_text(state, question)
    return Form(text, (tapped_token(state, text, possible),))


def _give(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.do(HaggisPassed(question.player, str(question.args[0]), str(answer.values[0])))


KINDS = (
    QuestionKind(
        TAKE,
        _take_text,
        (Action("no", Form(tr("Not now")), nothing), ActionFamily(FROM, _from_each, _take_from)),
        rule="C8-39",
    ),
    QuestionKind(GIVE, _give_text, (Action("token", _chosen, _give),), rule="C8-39"),
)
