"""Taps of haggis tokens: which question they answer. What a token shows is never in these words."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from companion.chronicles.haggis.pieces import SLUG, TOKEN_IDS, VALUES
from companion.chronicles.haggis.tokens import OWN_STATE
from companion.engine.game import Interpretation
from companion.engine.message import Message, tr
from companion.engine.offers import Answer, Choice, Offer, Pick, Question, Reason
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import build_question

A_TOKEN = tr("A haggis token")


def tapped_token(state: State, text: Message, possible: Collection[str]) -> Pick:
    """Any token by its tap alone, one that can't be meant with its reason; or one that nobody taps."""
    return Pick("token", text, (Choice("", tr("Not tapped")), *_tokens(state, possible)))


def _tokens(state: State, possible: Collection[str]) -> Iterator[Choice]:
    for token in TOKEN_IDS:
        closed = None if token in possible else not_there(state, token)
        # All thirteen are there, so that the tap of a wrong one is refused with the place where it is. Unlisted:
        # thirteen equal lines would say nothing, and fewer would give secrets away.
        yield Choice(token, A_TOKEN, closed=closed, piece=token, unlisted=True)


def not_there(state: State, token: str) -> Reason:
    """Where the token is instead."""
    place = OWN_STATE.of(state).places().get(token, "")
    if place == "shown":
        return Reason("C5-05", tr("That haggis token lies face up in the supply."))
    if place == "up":
        return Reason("C5-16", tr("That haggis token lies face up on a table."))
    if place:
        return Reason("C5-05", tr("{player} has that haggis token.", player=labels.figure(state, place)))
    return Reason("C5-05", tr("That haggis token is in the supply."))


def taps(state: State, piece: str) -> tuple[Interpretation, ...]:
    """The answers to the question in front of people that this token can be; a wrong one is refused in words."""
    if piece not in TOKEN_IDS:
        return ()
    asked = (build_question(state, each) for each in state.open if each.kind.startswith(f"{SLUG}."))
    return next(filter(None, (_interpretations(question, piece) for question in asked)), ())


def _interpretations(question: Question, piece: str) -> tuple[Interpretation, ...]:
    """Its open choices; without any, the first closed one, which says why."""
    found = list(_choices(question, piece))
    likely = [(offer, choice) for offer, choice in found if not choice.closed] or found[:1]
    return tuple(each for offer, choice in likely for each in _answers(question, offer, choice))


def _choices(question: Question, piece: str) -> Iterator[tuple[Offer, Choice]]:
    for offer in question.offers:
        if not offer.closed and offer.parts and isinstance(first := offer.parts[0], Pick):
            yield from ((offer, choice) for choice in first.choices if choice.piece == piece)


def _answers(question: Question, offer: Offer, choice: Choice) -> Iterator[Interpretation]:
    """One; or one for each value, while what it shows is asked."""
    if not choice.then:
        yield Interpretation(A_TOKEN, Answer(question.number, offer.name, (choice.value,)))
        return
    for n in VALUES:
        answer = Answer(question.number, offer.name, (choice.value, str(n)))
        yield Interpretation(tr("It shows {n}", n=n), answer)
