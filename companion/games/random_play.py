"""Whole games by picking offered answers at random: one player for everything, the same seed the same journal.

Reads what people read: open questions and their offers. Knows no game by its rules and keeps no file.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from companion.engine.game import CORRECTION, Interpretation
from companion.engine.history import History
from companion.engine.journal import SCHEMA, Header
from companion.engine.message import tr
from companion.engine.offers import Amount, Answer, Offer, Part, Pick, Question, Refusal, Value
from companion.games.loader import glen_more_2
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.game import GlenMore2
from companion.state.glen_more_2.house_rules import HouseRules

MAX_ANSWERS = 4000
ENTRIES_PER_TURN = 0.35
UNSURE = 0.06
RARE = {
    *("lay", "laid_next", "deck_empty", "end_laid", "next", "left", "nothing", "worlds_end"),
    *("set", "name", "house", "where", "further", "named", "removed"),
}
"""What people seldom say: that a deck was miscounted, that nothing can be taken, that a count is wrong."""
NOTHING = tr("a move")


class NoWayOn(Exception):
    """A game that broke: no open offer, an offer that was refused, or no end in sight."""


class Plan(msgspec.Struct, frozen=True):
    """One simulated game.

    told: people tap every tile as it is laid; else only what they take. taps: how often any piece is tapped.
    corrections: how often something is put right.
    """

    players: int
    seed: int
    die: bool = False
    told: bool = False
    taps: float = 0.0
    corrections: float = 0.0
    facts: Facts | None = None
    house: HouseRules = HouseRules()
    chronicles: tuple[str, ...] = ()


def new_history(game: GlenMore2, facts: Facts, house: HouseRules, chronicles: Sequence[str] = ()) -> History:
    """A game before its first answer."""
    setup = game.setup(facts, house, chronicles=chronicles)
    return History(game, Header(SCHEMA, game.slug, game.rules_version, setup))


class RandomPlayer:
    """Answers for the whole table. Chance comes from one seeded source, so a game can be had again."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.random = Random(plan.seed)

    def moves(self, history: History) -> Interpretation:
        """What happens next: mostly an answer; now and then any piece is tapped or something is put right."""
        chance = self.random.random()
        if chance < self.plan.taps and (way := self._tap(history)):
            return way
        questions = history.game.questions(history.state)
        stuck = self.plan.corrections and not any(fillable(o) for o in questions[0].offers)
        if stuck or self.plan.taps <= chance < self.plan.taps + self.plan.corrections:
            return Interpretation(NOTHING, self.correction(history))
        return Interpretation(NOTHING, self.answer(questions))

    def _tap(self, history: History) -> Interpretation | None:
        """One of the things that the tap of a piece can mean now."""
        piece = self.random.choice(list(history.state.facts.pieces))
        ways = history.game.tapped(history.state, piece).interpretations
        if not self.plan.corrections:
            ways = tuple(way for way in ways if way.answer.question != CORRECTION)
        return self.random.choice(ways) if ways else None

    def correction(self, history: History) -> Answer:
        """Something is put right, as far as any correction is offered."""
        asked = history.game.question(history.state, CORRECTION)
        assert asked is not None
        return self._pick(asked)

    def answer(self, questions: tuple[Question, ...]) -> Answer:
        """The next answer: mostly to the most pressing question, sometimes an entry in a ledger."""
        if not any(fillable(o) for q in questions for o in q.offers):
            raise NoWayOn("no question has an open offer")
        pressing = questions[0]
        ledgers = [q for q in questions if q.kind == "ledger"]
        if pressing.non_blocking and ledgers and self.random.random() < ENTRIES_PER_TURN:
            weights = [8] + [1] * (len(ledgers) - 1)
            pressing = self.random.choices(ledgers, weights)[0]
        return self._pick(pressing)

    def _pick(self, question: Question) -> Answer:
        ready = [o for o in question.offers if fillable(o)]
        offers = [o for o in ready if self._likely(question, o)] or ready
        if not offers:
            raise NoWayOn(f"question {question.kind} has no open offer")
        offer = self._preferred(question, offers)
        values: list[Value] = []
        self._fill(list(offer.parts), values)
        return Answer(question.number, offer.name, tuple(values), anyway=True)

    def _likely(self, question: Question, offer: Offer) -> bool:
        """People rarely say that a deck was miscounted or nothing can be taken."""
        if question.kind == "seat":
            return offer.name == ("done" if self._seated(question) >= self.plan.players else "seat")
        if question.kind == "start" and offer.name in ("die", "chronicle"):
            return False
        if offer.name == "laid":
            return self.plan.told
        return offer.name not in RARE or self.random.random() < UNSURE

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
                choice = self.random.choice([c for c in part.choices if not c.closed and able(c.then)])
                values.append(choice.value)
                parts[:0] = choice.then
            elif isinstance(part, Amount):
                values.append(self._amount(part))
            else:
                values.append(self.random.choice(("Ann", "Bob", "Cara", "Dan")))

    def _amount(self, part: Amount) -> int:
        near = [n for n in range(part.default - 2, part.default + 3) if part.low <= n <= part.high]
        return self.random.choice(near or [part.default])


def play(plan: Plan, facts: Facts, game: GlenMore2 | None = None) -> History:
    """A whole game, from set-up to the winner; raises NoWayOn with the reason when it breaks."""
    game = game or glen_more_2()
    house = msgspec.structs.replace(plan.house, use_die=plan.die)
    history = new_history(game, facts, house, plan.chronicles)
    player = RandomPlayer(plan)
    for _ in range(MAX_ANSWERS):
        if game.finished(history.state):
            return history
        step(history, player)
    raise NoWayOn(f"no end after {MAX_ANSWERS} answers")


def step(history: History, player: RandomPlayer) -> None:
    """One more answer, or the last one given differently."""
    way = player.moves(history)
    if way.replaces:
        history.add(history.propose_edit(history.standing[-1].number, way.answer).entries)
        return
    entries = history.propose(msgspec.structs.replace(way.answer, anyway=True))
    if isinstance(entries, Refusal):
        raise NoWayOn(f"{way.answer} was offered and then refused: {entries.reason.text}")
    history.add(entries)


def fillable(offer: Offer) -> bool:
    """An offer that can be answered: open, with something open in every list."""
    return not offer.closed and able(offer.parts)


def able(parts: Sequence[Part]) -> bool:
    """Every list among these parts has a choice that can be picked."""
    return all(
        any(not c.closed and able(c.then) for c in part.choices) for part in parts if isinstance(part, Pick)
    )
