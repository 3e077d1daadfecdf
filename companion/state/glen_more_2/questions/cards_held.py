"""Who has a landmark card, said again: as a correction, and where the counts of a scoring are looked at."""

from __future__ import annotations

from companion.engine.message import Message, tr
from companion.engine.offers import Answer, Choice, Pick
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Form

NOBODY = "nobody"


def card_form(state: State, _question: OpenQuestion) -> Form | None:
    people = tuple(Choice(p.id, labels.figure(state, p.id)) for p in state.players)
    holder = Pick("player", tr("Who has it?"), (*people, Choice(NOBODY, tr("nobody"))))
    cards = tuple(Choice(c, _held(state, c), then=(holder,), piece=f"card_{c}") for c in state.facts.landmarks)
    return Form(tr("Who has a landmark card"), (Pick("card", tr("Which card?"), cards),))


def _held(state: State, card: str) -> Message:
    """The card, and who has it by what was said so far."""
    name = labels.landmark(state.facts, card)
    holder = next((p.id for p in state.players if card in p.landmarks), "")
    return tr("{card} ({player})", card=name, player=labels.figure(state, holder)) if holder else name


def place_card(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    card, holder = map(str, answer.values)
    resolution.do(ev.CardPlaced(card, "" if holder == NOBODY else holder))
