"""Who may swap on the mountain: a coin or a good that lies there for a good of the supply (C8-41).

Knows no member by id: whoever may swap is told by a query.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.highlander.mountain import OWN_STATE, SLUG, Mountain, MountainSet
from companion.chronicles.queries import SWAPS_ON_THE_MOUNTAIN
from companion.engine.message import Message, tr
from companion.engine.offers import NO, Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form, QuestionKind, nothing
from companion.state.glen_more_2.ruleset import asked

ASK_SWAP = f"{SLUG}.ask_swap"
"""Asked when it may be: before leaving the mountain, and in passing it."""


def ask_swap(state: State, player_id: str) -> Iterator[ev.Event]:
    """One item, once each time, by whoever may; nothing where nothing lies (C8-41)."""
    may = asked(SWAPS_ON_THE_MOUNTAIN, state) == player_id
    if may and OWN_STATE.of(state) != Mountain():
        yield ev.QuestionAsked(ASK_SWAP, player_id)


def _ask_text(state: State, question: OpenQuestion) -> Message:
    return tr(
        "{player}: swap 1 thing on the mountain for a good from the supply?",
        player=labels.figure(state, question.player),
    )


def _a_coin(state: State, _question: OpenQuestion) -> Form:
    none = Reason("C8-41", tr("No coin lies on the mountain."))
    closed = None if OWN_STATE.of(state).coins else none
    return Form(tr("A coin for a good"), () if closed else _which(state), hint=tr("coin"), closed=closed)


def _a_good(state: State, _question: OpenQuestion) -> Form:
    none = Reason("C8-41", tr("No good lies on the mountain."))
    closed = None if OWN_STATE.of(state).goods else none
    return Form(tr("A good for another"), () if closed else _given(state), hint=tr("good"), closed=closed)


def _which(state: State) -> tuple[Pick, ...]:
    """A good of the supply, where territories are followed."""
    choices = tuple(Choice(good, words) for good, words in labels.GOODS_WORDS.items())
    return (Pick("for", tr("For which good of the supply?"), choices),) if state.follows else ()


def _given(state: State) -> tuple[Pick, ...]:
    """Which of the goods that lie there."""
    if not state.follows:
        return ()
    there = (Choice(good, labels.GOODS_WORDS[good]) for good in OWN_STATE.of(state).which)
    return (Pick("good", tr("Which good of the mountain?"), tuple(there)), *_which(state))


def _swap_coin(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """The coin goes to the supply and a good takes its place, never a coin."""
    now = OWN_STATE.of(resolution.state)
    then = now.grown(-1, 1, str(answer.values[0]) if answer.values else "")
    resolution.do(MountainSet(then.coins, then.goods, tuple(then.which.items())))


def _swap_good(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """What lies there is elsewhere counted, not named: a good for a good changes no number."""
    if answer.values:
        one, other = map(str, answer.values)
        then = OWN_STATE.of(resolution.state).grown(0, -1, one).grown(0, 1, other)
        resolution.do(MountainSet(then.coins, then.goods, tuple(then.which.items())))


KINDS = (
    QuestionKind(
        ASK_SWAP,
        _ask_text,
        (
            Action("no", Form(tr("No"), hint=NO), nothing),
            Action("coin", _a_coin, _swap_coin),
            Action("good", _a_good, _swap_good),
        ),
        rule="C8-41",
    ),
)
