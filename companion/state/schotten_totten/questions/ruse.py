"""What a ruse that waits asks: which card it takes, and where that goes (ST-RUS)."""

from __future__ import annotations

from companion.engine.message import Message, or_by_hand, tr
from companion.engine.offers import Answer, Choice, Place
from companion.scoring.schotten_totten.border import Side
from companion.scoring.schotten_totten.cards import piece
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten import labels
from companion.state.schotten_totten.cells import as_read, of_card, tracts
from companion.state.schotten_totten.course import fire
from companion.state.schotten_totten.legal import has_target, targets, why_not_goal, why_not_target
from companion.state.schotten_totten.likely import likeliest_target
from companion.state.schotten_totten.model import Lying, OpenQuestion, State, lying, where
from companion.state.schotten_totten.playing import done, mover
from companion.state.schotten_totten.questions.place import INSTEAD, place_part, stone_in, waiting
from companion.state.schotten_totten.questions.turn import WHICH_CARD
from companion.state.schotten_totten.resolution import Resolution
from companion.state.schotten_totten.rows import Action, Form, QuestionKind


def _target_text(state: State, _question: OpenQuestion) -> Message:
    card, who = labels.card(waiting(state).card), labels.figure(state, state.to_move)
    return or_by_hand(
        tr("{Player}, {card}: tap the card that it takes.", Player=who, card=card),
        tr("{Player}, {card}: which card does it take?", Player=who, card=card),
    )


def _target(state: State, question: OpenQuestion) -> Form | None:
    """The cards as they lie, row by row; what the ruse can't take is told only to who taps it."""
    side, ruse = mover(state), waiting(state).card
    choices = sorted((_target_choice(state, ruse, side, each) for each in lying(state)), key=_as_read)
    if not choices:
        return None
    usual = likeliest_target(state, side, ruse, tuple(targets(state, ruse, side)))
    default, text = piece(usual.card) if usual else "", _target_text(state, question)
    cards = Place("target", text, tuple(choices), default, in_order=True, tracts=tracts(state), brief=WHICH_CARD)
    return Form(tr("It takes a card"), (cards,))


def _as_read(choice: Choice) -> tuple[int, int]:
    return as_read(choice.at)


def _target_choice(state: State, ruse: str, side: Side, target: Lying) -> Choice:
    closed = why_not_target(state, ruse, side, target)
    words = tr("{card}, stone {n}", card=labels.card(target.card), n=target.stone)
    id = piece(target.card)
    return Choice(id, words, closed, piece=id, unlisted=closed is not None, at=of_card(state, target))


def _take(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Banshee's goes to the discard pile; where another's goes is still to be said (ST-RUS-04 to ST-RUS-06)."""
    state = resolution.state
    found, ruse = where(state, str(answer.values[0])), waiting(state).card
    assert found is not None
    if ruse == "banshee":
        _discard(resolution, found)
        return
    resolution.do(ev.TargetChosen(found.card))
    fire(resolution, "waits")


def _discard(resolution: Resolution, target: Lying) -> None:
    side, ruse = mover(resolution.state), waiting(resolution.state).card
    resolution.do(ev.RusePlayed(side, ruse))
    resolution.do(ev.CardDiscarded(side, target.card, target.stone, target.side))
    done(resolution)


def _in_vain(state: State, _question: OpenQuestion) -> Form | None:
    """Only at tables that want it so, and where nothing can be taken (ST-RUS-07)."""
    if not state.house.ruse_without_target or has_target(state, waiting(state).card, mover(state)):
        return None
    return Form(tr("Nothing comes of it"))


def _play_in_vain(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.RusePlayed(mover(resolution.state), waiting(resolution.state).card))
    done(resolution)


def target_of(state: State) -> Lying:
    """The card that the ruse that waits takes."""
    found = where(state, waiting(state).target)
    assert found is not None
    return found


def _goal_text(state: State, _question: OpenQuestion) -> Message:
    card, who = labels.card(waiting(state).target), labels.figure(state, state.to_move)
    return or_by_hand(
        tr("{Player}, tap the place that {card} goes to.", Player=who, card=card),
        tr("{Player}, to which stone does {card} go?", Player=who, card=card),
    )


def _goal(state: State, question: OpenQuestion) -> Form:
    side, target, ruse = mover(state), target_of(state), waiting(state).card
    reasons = {n: why_not_goal(state, ruse, target, n, side) for n, _ in enumerate(state.stones, 1)}
    return Form(tr("It goes to a stone"), (place_part(state, _goal_text(state, question), target.card, reasons),))


def _move(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    state, target = resolution.state, target_of(resolution.state)
    side = mover(state)
    resolution.do(ev.RusePlayed(side, waiting(state).card))
    resolution.do(ev.CardMoved(side, target.card, target.stone, target.side, stone_in(answer.values[0]), side))
    done(resolution)


def _away(state: State, _question: OpenQuestion) -> Form | None:
    """Strategist's other choice (ST-RUS-04)."""
    return Form(tr("It is discarded")) if waiting(state).card == "strategist" else None


def _throw_away(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    _discard(resolution, target_of(resolution.state))


RULES = {"strategist": "ST-RUS-04", "banshee": "ST-RUS-05", "traitor": "ST-RUS-06"}


def _rule(state: State, _question: OpenQuestion) -> str:
    return RULES[waiting(state).card]


KINDS = (
    QuestionKind(
        "target",
        _target_text,
        (Action("target", _target, _take), Action("in_vain", _in_vain, _play_in_vain), INSTEAD),
        rule=_rule,
        completes=True,
    ),
    QuestionKind(
        "goal",
        _goal_text,
        (Action("place", _goal, _move), Action("away", _away, _throw_away, seldom=True), INSTEAD),
        rule=_rule,
        completes=True,
    ),
)
