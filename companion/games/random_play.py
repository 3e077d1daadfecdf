"""Play whole games by choosing random answers; the same seed gives the same answers.

`RandomPlayer` uses only what players see: open questions and their offers. The bot of a game overrides `likely`,
`front_questions` and `preferred_offer` where uniformly random answers would not lead to a realistic game.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from companion.engine.game import CORRECTION, Interpretation
from companion.engine.history import History
from companion.engine.message import looks_like, tr
from companion.engine.offers import Amount, Answer, Choice, Offer, Part, Pick, Question, Refusal, Text, Value

MAX_ANSWERS = 4000
PLAYER_NAMES = ("Ann", "Bob", "Cara", "Dan")
MOVE_LABEL = tr("a move")


class NoLegalMove(Exception):
    """A broken game: no open offer, a refused offer, or no end within MAX_ANSWERS."""


class RandomPlayer:
    """Gives the answers of all players. All chance comes from one seeded generator, so a game can be repeated.

    `taps`: probability that a random piece is tapped. `corrections`: probability of a correction.
    """

    is_lawful = False
    """True if it picks nothing that needs "anyway"; otherwise it confirms what has a caution."""

    def __init__(self, seed: int, taps: float = 0.0, corrections: float = 0.0) -> None:
        self.random = Random(seed)
        self._taps, self._corrections = taps, corrections

    def pieces(self, _state: Any) -> Sequence[str]:
        """Return the ids of the pieces that may be tapped."""
        return ()

    def is_likely(self, _question: Question, _offer: Offer) -> bool:
        """True if players would often choose this offer here."""
        return True

    def front_questions(self, questions: tuple[Question, ...]) -> Question:
        """Return the question to answer next; the first one is the most urgent."""
        return questions[0]

    def preferred_offer(self, _question: Question, offers: list[Offer]) -> Offer:
        """Return one of the offers that can be answered."""
        return self.random.choice(offers)

    def choice(self, _part: Pick, choices: list[Choice]) -> Choice:
        """Return one of the open choices."""
        return self.random.choice(choices)

    def moves(self, history: History) -> Interpretation:
        """Return the next step: usually an answer, sometimes a tap or a correction."""
        chance = self.random.random()
        if chance < self._taps and (way := self._tap(history)):
            return way
        questions = history.game.questions(history.state)
        if self._taps <= chance < self._taps + self._corrections:
            return Interpretation(MOVE_LABEL, self.correction(history))
        return Interpretation(MOVE_LABEL, self.answer(questions))

    def _tap(self, history: History) -> Interpretation | None:
        """Return one of the possible meanings of tapping a random piece; None if there is none."""
        piece = self.random.choice(self.pieces(history.state))
        ways = history.game.tap_meaning(history.state, piece).interpretations
        if not self._corrections:
            ways = tuple(way for way in ways if way.answer.question != CORRECTION)
        return self.random.choice(ways) if ways else None

    def correction(self, history: History) -> Answer:
        """Return a correction. Raises NoLegalMove if none is offered."""
        asked = history.game.question(history.state, CORRECTION)
        assert asked is not None
        return self.pick(asked)

    def answer(self, questions: tuple[Question, ...]) -> Answer:
        """Return the next answer. Raises NoLegalMove if no question has an open offer."""
        if not any(is_answerable(o) for q in questions for o in q.offers):
            raise NoLegalMove("no question has an open offer")
        return self.pick(self.front_questions(questions))

    def pick(self, question: Question) -> Answer:
        """Return an answer to this question. Raises NoLegalMove if it has no open offer."""
        ready = [offer for offer in question.offers if is_answerable(offer, self.is_lawful)]
        offers = [o for o in ready if self.is_likely(question, o)] or ready
        if not offers:
            raise NoLegalMove(f"question {question.kind} has no open offer")
        offer = self.preferred_offer(question, offers)
        values: list[Value] = []
        self._fill(list(offer.parts), values)
        return Answer(question.number, offer.name, tuple(values), anyway=not self.is_lawful)

    def _fill(self, parts: list[Part], values: list[Value]) -> None:
        while parts:
            part = parts.pop(0)
            if isinstance(part, Pick):
                choice = self.choice(part, [c for c in part.choices if can_pick(c, self.is_lawful)])
                values.append(choice.value)
                parts[:0] = choice.then
            elif isinstance(part, Amount):
                values.append(self._amount(part))
            else:
                values.append(self._name(part))

    def _name(self, part: Text) -> str:
        free = [name for name in PLAYER_NAMES if not any(looks_like(name, taken) for taken in part.used_texts)]
        return self.random.choice(free or [f"Eve {len(part.used_texts)}"])

    def _amount(self, part: Amount) -> int:
        most = min(part.high, part.soft_limit.limit) if self.is_lawful and part.soft_limit else part.high
        near = [n for n in range(part.default - 2, part.default + 3) if part.low <= n <= most]
        return self.random.choice(near or [min(part.default, most)])


def play_step(history: History, player: RandomPlayer) -> None:
    """Add one answer to the history, or replace the last one."""
    way = player.moves(history)
    if way.replaces:
        history.add(history.propose_edit(history.standing[-1].number, way.answer).entries)
        return
    entries = history.propose(way.answer if player.is_lawful else msgspec.structs.replace(way.answer, anyway=True))
    if isinstance(entries, Refusal):
        raise NoLegalMove(f"{way.answer} was offered and then refused: {entries.reason.text}")
    history.add(entries)


def is_answerable(offer: Offer, is_lawful: bool = False) -> bool:
    """True if the offer is open and every list in it has an open choice; if `is_lawful`, without "anyway"."""
    return not (offer.closed or (is_lawful and offer.caution)) and can_fill_parts(offer.parts, is_lawful)


def can_fill_parts(parts: Sequence[Part], is_lawful: bool = False) -> bool:
    """True if every list among these parts has a choice that can be picked; if `is_lawful`, without "anyway"."""
    return all(_can_fill(part, is_lawful) for part in parts)


def _can_fill(part: Part, is_lawful: bool) -> bool:
    if isinstance(part, Pick):
        return any(can_pick(choice, is_lawful) for choice in part.choices)
    return not (is_lawful and isinstance(part, Amount) and part.soft_limit and part.soft_limit.limit < part.low)


def can_pick(choice: Choice, is_lawful: bool = False) -> bool:
    """True if this choice and a choice in each list after it are open; if `is_lawful`, without "anyway"."""
    return not (choice.closed or (is_lawful and choice.caution)) and can_fill_parts(choice.then, is_lawful)
