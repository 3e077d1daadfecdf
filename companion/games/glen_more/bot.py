"""Random player of Glen More, and how a simulated game begins."""

from __future__ import annotations

from companion.engine.history import History
from companion.engine.journal import SCHEMA, Header
from companion.engine.offers import Choice, Offer, Pick, Question
from companion.games import random_play
from companion.games.definition import RandomGame
from companion.games.glen_more.catalogue import load_catalogue
from companion.state.glen_more.game import GlenMore
from companion.state.glen_more.model import HouseRules
from companion.state.territory.model import REFEREE, SCOREKEEPER

ENTRIES_PER_TURN = 0.55
CORRECTION_RATE = 0.06
DEFAULT_HOUSE_RULES = HouseRules()
TRADES_PER_ANSWER = 0.25
"""Probability of a trade at referee depth, where most entries are made by the companion."""
NEAR_SHARE, DONE_SHARE = 0.8, 0.4
LAST_RESORTS = ("nothing",)
"""Offers that are chosen at referee depth only if there is no other."""
RARE_OFFERS = ("depth", "rather", "by_hand", "nothing", "next", "set", "seen", "name", "house")
"""Offers that players rarely choose."""


class RandomPlayer(random_play.RandomPlayer):
    """Random player. `told`: players tap every tile as it is placed; otherwise only the tiles they take."""

    def __init__(
        self,
        seed: int,
        players: int,
        told: bool,
        taps: float = 0.0,
        corrections: float = 0.0,
        depth: str = SCOREKEEPER,
    ) -> None:
        super().__init__(seed, taps, corrections)
        self._players, self._told, self._sitting = players, told, 0
        self._depth, self._chosen = depth, SCOREKEEPER
        self.is_lawful = depth == REFEREE

    def pieces(self, _state: object) -> list[str]:
        return [*load_catalogue().tiles]

    def front_questions(self, questions: tuple[Question, ...]) -> Question:
        """Return usually the most urgent question, sometimes the ledger."""
        first = questions[0]
        if self._depth == REFEREE and self.random.random() > TRADES_PER_ANSWER:
            return first
        ledger = next((each for each in questions if each.kind == "ledger"), None)
        if self._depth == REFEREE and ledger and not any(map(random_play.is_answerable, ledger.offers)):
            return first
        if first.non_blocking and ledger and self.random.random() < ENTRIES_PER_TURN:
            return ledger
        return first

    def choice(self, part: Pick, choices: list[Choice]) -> Choice:
        """Return a random choice; at referee depth usually a near tile, so that territories grow."""
        if part.name == "depth":
            return next(each for each in choices if each.value == self._depth)
        if self._depth == REFEREE and part.name in ("tile", "cell") and self.random.random() < NEAR_SHARE:
            return self.random.choice(choices[:2])
        return super().choice(part, choices)

    def is_likely(self, question: Question, offer: Offer) -> bool:
        if question.kind == "seat":
            return offer.name == ("done" if self._sitting >= self._players else "seat")
        if offer.name == "depth" and question.kind == "start":
            return self._chosen != self._depth
        if question.kind == "start" and self._chosen != self._depth:
            return False
        if offer.name == "laid":
            return self._told
        if self._depth == REFEREE and offer.name in LAST_RESORTS:
            return False
        if self._depth == REFEREE and offer.name == "done" and question.kind == "use":
            return self.random.random() < DONE_SHARE
        return offer.name not in RARE_OFFERS or self.random.random() < CORRECTION_RATE

    def preferred_offer(self, _question: Question, offers: list[Offer]) -> Offer:
        laid = next((each for each in offers if each.name == "laid"), None)
        chosen = laid if laid and self._told else self.random.choice(offers)
        self._sitting += chosen.name == "seat"
        if chosen.name == "depth" and chosen.parts:
            self._chosen = self._depth
        return chosen


def new_history(game: GlenMore, house: HouseRules = DEFAULT_HOUSE_RULES) -> History:
    """Return a game before its first answer."""
    setup = game.setup(load_catalogue(), house)
    return History(game, Header(SCHEMA, game.slug, game.rules_version, setup))


def begin_random_game(wanted: RandomGame) -> tuple[History, RandomPlayer]:
    """Return a game for `companion simulate`; with an odd seed, players tap each tile as it is placed."""
    player = RandomPlayer(
        wanted.seed, wanted.players, told=bool(wanted.seed % 2), depth=wanted.depth or SCOREKEEPER
    )
    return new_history(GlenMore()), player
