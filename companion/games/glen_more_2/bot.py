"""Glen More II at random: what people at its table seldom say, and how a simulated game begins.

Reads what people read: open questions and their offers. Keeps no file.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.engine.history import History
from companion.engine.journal import SCHEMA, Header
from companion.engine.offers import Choice, Offer, Part, Pick, Question, Value
from companion.games import random_play
from companion.games.definition import RandomGame
from companion.games.glen_more_2.catalogue.box import read_box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.games.random_play import MAX_ANSWERS, NoLegalMove, play_step
from companion.state.glen_more_2.facts import WORLDS_END, Facts
from companion.state.glen_more_2.game import GlenMore2
from companion.state.glen_more_2.model import HouseRules, State
from companion.state.territory.model import REFEREE, SCOREKEEPER

ENTRIES_PER_TURN = 0.35
CORRECTION_RATE = 0.06
RARE = {
    *("lay", "laid_next", "deck_empty", "end_laid", "next", "left", "nothing", "worlds_end"),
    *("set", "name", "house", "where", "further", "named", "removed"),
}
"""What people seldom say: that a deck was miscounted, that nothing can be taken, that a count is wrong."""

RARE_AT_REFEREE_DEPTH = (
    *("rather", "by_hand", "depth", "points", "barrel", "coins_in", "coins_out", "barrels_out", "buy", "crest"),
    *("landmark", "paid_nothing", "own_goods"),
)
"""What is seldom said where the companion books it."""
NEAR_SHARE = 0.7

DIE_OPTION = "--die"


class RandomGamePlan(msgspec.Struct, frozen=True):
    """One simulated game."""

    players: int
    seed: int
    """Of all chance in it."""
    die: bool = False
    """With the die on the rondel."""
    told: bool = False
    """People tap every tile as it is laid; else only what they take."""
    taps: float = 0.0
    """The share of answers in whose place any piece is tapped, 0 to 1."""
    corrections: float = 0.0
    """The share of answers in whose place something is put right, 0 to 1."""
    facts: Facts | None = None
    house: HouseRules = HouseRules()
    """House rules; `die` stands above their `use_die`."""
    chronicles: tuple[str, ...] = ()
    """Slugs."""
    depth: str = SCOREKEEPER
    """How much the companion follows."""


def new_history(game: GlenMore2, facts: Facts, house: HouseRules, chronicles: Sequence[str] = ()) -> History:
    """A game before its first answer."""
    setup = game.setup(facts, house, chronicles=chronicles)
    return History(game, Header(SCHEMA, game.slug, game.rules_version, setup))


class RandomPlayer(random_play.RandomPlayer):
    """Answers for the whole table of Glen More II."""

    def __init__(self, plan: RandomGamePlan) -> None:
        super().__init__(plan.seed, plan.taps, plan.corrections)
        self.plan = plan
        self._deep = plan.depth == REFEREE
        self._chosen = SCOREKEEPER
        """The depth that the set-up has been told."""

    def pieces(self, state: State) -> Sequence[str]:
        return list(state.facts.pieces)

    def front_questions(self, questions: tuple[Question, ...]) -> Question:
        """Mostly the most pressing question, sometimes an entry in a ledger."""
        first = questions[0]
        ledgers = [q for q in questions if q.kind == "ledger"]
        if first.non_blocking and ledgers and self.random.random() < ENTRIES_PER_TURN:
            weights = [8] + [1] * (len(ledgers) - 1)
            return self.random.choices(ledgers, weights)[0]
        return first

    def likely(self, question: Question, offer: Offer) -> bool:
        """People rarely say that a deck was miscounted or nothing can be taken; games begin at their beginning."""
        if question.kind == "seat":
            return offer.name == ("done" if self._seated(question) >= self.plan.players else "seat")
        if question.kind == "start" and (offer.name == "depth" or self._chosen != self.plan.depth):
            return offer.name == "depth" and self._chosen != self.plan.depth
        if question.kind == "start" and offer.name in ("die", "chronicle", "playing"):
            return False
        if self._deep and offer.name in RARE_AT_REFEREE_DEPTH:
            return self.random.random() < CORRECTION_RATE * CORRECTION_RATE
        if offer.name == "laid":
            return self.plan.told
        return offer.name not in RARE or self.random.random() < CORRECTION_RATE

    def _seated(self, question: Question) -> int:
        seat = next(o for o in question.offers if o.name == "seat")
        return sum(bool(c.closed) for p in seat.parts if isinstance(p, Pick) for c in p.choices)

    def choice(self, part: Pick, choices: list[Choice]) -> Choice:
        """At referee depth mostly what is near: then territories grow and have something to do."""
        if part.name == "depth":
            self._chosen = self.plan.depth
            return next(each for each in choices if each.value == self.plan.depth)
        if self._deep and part.name in ("tile", "cell") and self.random.random() < NEAR_SHARE:
            return choices[0]
        return super().choice(part, choices)

    def _fill(self, parts: list[Part], values: list[Value]) -> None:
        """World's End lies among the tiles to take; nobody moves there while tiles are left, or seldom."""
        super()._fill(
            [_without_end(part) if self.random.random() > CORRECTION_RATE else part for part in parts], values
        )

    def preferred_offer(self, question: Question, offers: list[Offer]) -> Offer:
        """With tiles told, laying one by one comes before being done."""
        laid = next((o for o in offers if o.name == "laid"), None)
        if laid and question.kind in ("end", "layout") and self.random.random() > CORRECTION_RATE:
            return laid
        return self.random.choice(offers)


def _without_end(part: Part) -> Part:
    if not isinstance(part, Pick):
        return part
    others = tuple(choice for choice in part.choices if choice.value != WORLDS_END)
    return msgspec.structs.replace(part, choices=others) if any(not c.closed for c in others) else part


def play_random_game(plan: RandomGamePlan, facts: Facts, game: GlenMore2 | None = None) -> History:
    """A whole game, from set-up to the winner; raises NoWayOn with the reason when it breaks."""
    game = game or game_rules()
    house = msgspec.structs.replace(plan.house, use_die=plan.die)
    history = new_history(game, facts, house, plan.chronicles)
    player = RandomPlayer(plan)
    for _ in range(MAX_ANSWERS):
        if game.finished(history.state):
            return history
        play_step(history, player)
    raise NoLegalMove(f"no end after {MAX_ANSWERS} answers")


def begin_random_game(wanted: RandomGame) -> tuple[History, RandomPlayer]:
    """A game for `companion simulate`: every other seed has a table that taps each tile as it is laid."""
    facts = effective_facts(read_box(wanted.box) if wanted.box else None)
    plan = RandomGamePlan(
        wanted.players,
        wanted.seed,
        DIE_OPTION in wanted.switches,
        told=bool(wanted.seed % 2),
        chronicles=wanted.expansions,
        depth=wanted.depth or SCOREKEEPER,
    )
    history = new_history(game_rules(), facts, HouseRules(use_die=plan.die), plan.chronicles)
    return history, RandomPlayer(plan)
