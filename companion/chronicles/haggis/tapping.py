"""Taps of haggis tokens: which question they answer. What a token shows is never in these words."""

from __future__ import annotations

from collections.abc import Collection

from companion.chronicles.haggis.pieces import SLUG, TOKEN_IDS, VALUES
from companion.chronicles.haggis.tables import haggis
from companion.engine.game import Interpretation
from companion.engine.message import Message, tr
from companion.engine.offers import Answer, Choice, Pick, Question, Reason
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.questions.question_kinds import build_question

A_TOKEN = tr("A haggis token")


def token_choices(state: State, can: Collection[str], not_tapped: Message) -> tuple[Choice, ...]:
    """All tokens, for taps alone, those that can't be meant with their reason; and one that nobody taps."""
    return (
        Choice("", not_tapped),
        *(
            Choice(
                token,
                A_TOKEN,
                closed=None if token in can else not_there(state, token),
                piece=token,
                unlisted=True,
            )
            for token in TOKEN_IDS
        ),
    )


def not_there(state: State, token: str) -> Reason:
    """Where the token is instead."""
    place = haggis(state).places().get(token, "")
    if place == "shown":
        return Reason("C5-05", tr("That haggis token lies face up in the supply."))
    if place == "up":
        return Reason("C5-16", tr("That haggis token lies face up on a table."))
    if place:
        return Reason("C5-05", tr("{player} has that haggis token.", player=labels.figure(state, place)))
    return Reason("C5-05", tr("That haggis token is in the supply."))


def ways(state: State, piece: str) -> tuple[Interpretation, ...]:
    """The answers to the question in front of people that this token can be; a wrong one is refused in words."""
    if piece not in TOKEN_IDS:
        return ()
    asked = next((o for o in state.open if o.kind.startswith(f"{SLUG}.") and _takes(state, o, piece)), None)
    return tuple(_ways(build_question(state, asked), piece)) if asked else ()


def _takes(state: State, question: OpenQuestion, piece: str) -> bool:
    return bool(_ways(build_question(state, question), piece))


def _ways(asked: Question, piece: str) -> list[Interpretation]:
    found = []
    for offer in asked.offers:
        if offer.closed or not offer.parts or not isinstance(offer.parts[0], Pick):
            continue
        for choice in offer.parts[0].choices:
            if choice.piece == piece and not choice.then:
                found.append((choice, Interpretation(A_TOKEN, Answer(asked.number, offer.name, (choice.value,)))))
            elif choice.piece == piece:
                found += [
                    (
                        choice,
                        Interpretation(
                            tr("It shows {n}", n=n), Answer(asked.number, offer.name, (choice.value, str(n)))
                        ),
                    )
                    for n in VALUES
                ]
    likely = [way for choice, way in found if not choice.closed]
    return likely or [way for _, way in found][:1]
