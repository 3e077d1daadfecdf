"""Whole games by picking offered answers at random: one player for everything, the same seed the same journal.

Reads what people read: open questions and their offers. Knows no game by its rules and keeps no file.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from companion.frame.game import CORRECTION
from companion.frame.history import History
from companion.frame.journal import SCHEMA, Header
from companion.frame.offers import Amount, Answer, Offer, Part, Pick, Question, Refusal, Value
from companion.state.facts import Facts
from companion.state.game import GlenMore2
from companion.state.house_rules import HouseRules

MOST_ANSWERS = 4000
ENTRIES_PER_TURN = 0.35
UNSURE = 0.06


class NoWayOn(Exception):
    """A game that broke: no open offer, an offer that was refused, or no end in sight."""


class Plan(msgspec.Struct, frozen=True):
    """One simulated game. told: people tap every tile as it is laid; else only what they take."""

    players: int
    seed: int
    die: bool = False
    told: bool = False
    facts: Facts | None = None
    house: HouseRules = HouseRules()


def new_history(game: GlenMore2, facts: Facts, house: HouseRules) -> History:
    """A game before its first answer."""
    return History(game, Header(SCHEMA, game.slug, game.rules_version, game.setup(facts, house)))


class RandomPlayer:
    """Answers for the whole table. Chance comes from one seeded source, so a game can be had again."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.random = Random(plan.seed)
        self.entries = 0

    def answer(self, questions: tuple[Question, ...]) -> Answer:
        """The next answer: mostly to the most pressing question, sometimes an entry in a ledger."""
        if not any(o for q in questions for o in q.offers if not o.closed):
            raise NoWayOn("no question has an open offer")
        pressing = questions[0]
        ledgers = [q for q in questions if q.kind == "ledger"]
        if pressing.home and ledgers and self.random.random() < ENTRIES_PER_TURN:
            weights = [8] + [1] * (len(ledgers) - 1)
            pressing = self.random.choices(ledgers, weights)[0]
        return self._pick(pressing)

    def _pick(self, question: Question) -> Answer:
        offers = [o for o in question.offers if not o.closed and self._likely(question, o)]
        offers = offers or [o for o in question.offers if not o.closed]
        if not offers:
            raise NoWayOn(f"question {question.kind} has no open offer")
        offer = self._preferred(question, offers)
        values: list[Value] = []
        self._fill(list(offer.parts), values)
        return Answer(question.number, offer.name, tuple(values), anyway=True)

    def _likely(self, question: Question, offer: Offer) -> bool:
        """People rarely say that a deck was miscounted or nothing can be taken."""
        rare = {"lay", "deck_empty", "nothing", "left", "worlds_end", "next", "set", "name", "house", "end_laid"}
        if question.kind == "seat":
            return offer.name == ("done" if self._seated(question) >= self.plan.players else "seat")
        if question.kind == "start" and offer.name == "die":
            return False
        if offer.name == "laid":
            return self.plan.told
        return offer.name not in rare or self.random.random() < UNSURE

    def _seated(self, question: Question) -> int:
        seat = next(o for o in question.offers if o.name == "seat")
        return sum(bool(c.closed) for p in seat.parts if isinstance(p, Pick) for c in p.choices)

    def _preferred(self, question: Question, offers: list[Offer]) -> Offer:
        """With tiles told, laying one by one comes before being done."""
        laid = next((o for o in offers if o.name == "laid"), None)
        if laid and question.kind in ("end", "layout") and self.random.random() > UNSURE:
            return laid
        return self.random.choice(offers)

    def _fill(self, parts: list[Part], values: list[Value]) -> None:
        while parts:
            part = parts.pop(0)
            if isinstance(part, Pick):
                choice = self.random.choice([c for c in part.choices if not c.closed])
                values.append(choice.value)
                parts[:0] = choice.then
            elif isinstance(part, Amount):
                values.append(self._amount(part))
            else:
                values.append(self.random.choice(("Ann", "Bob", "Cara", "Dan")))

    def _amount(self, part: Amount) -> int:
        near = [n for n in range(part.usual - 2, part.usual + 3) if part.low <= n <= part.high]
        return self.random.choice(near or [part.usual])


def play(plan: Plan, facts: Facts) -> History:
    """A whole game, from set-up to the winner; raises NoWayOn with the reason when it breaks."""
    game = GlenMore2()
    house = msgspec.structs.replace(plan.house, use_die=plan.die)
    history = new_history(game, facts, house)
    player = RandomPlayer(plan)
    for _ in range(MOST_ANSWERS):
        if game.finished(history.state):
            return history
        step(history, player)
    raise NoWayOn(f"no end after {MOST_ANSWERS} answers")


def step(history: History, player: RandomPlayer) -> None:
    """One more answer."""
    answer = player.answer(history.game.questions(history.state))
    entries = history.propose(answer)
    if isinstance(entries, Refusal):
        raise NoWayOn(f"{answer} was offered and then refused: {entries.reason.text}")
    history.add(entries)


def correction(history: History, random: Random) -> Answer | None:
    """A correction picked at random from those that are offered."""
    question: Any = history.game.question(history.state, CORRECTION)
    player = RandomPlayer(Plan(2, 0))
    player.random = random
    return player._pick(question) if question else None
