"""Random player of Glen More II, and how a simulated game begins."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.engine.game import Interpretation
from companion.engine.history import History
from companion.engine.journal import SCHEMA, Header
from companion.engine.offers import Choice, Offer, Part, Pick, Question, Value
from companion.games import random_play
from companion.games.definition import RandomGame
from companion.games.glen_more_2 import DIE_OPTION
from companion.games.glen_more_2.catalogue.box import read_box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.games.random_play import MAX_ANSWERS, NoLegalMove, can_pick, is_answerable, play_step
from companion.state.glen_more_2.facts import WORLDS_END, Facts
from companion.state.glen_more_2.game import GlenMore2
from companion.state.glen_more_2.model import HouseRules, State
from companion.state.territory.model import REFEREE, SCOREKEEPER

ENTRIES_PER_TURN = 0.35
CORRECTION_RATE = 0.06
RARE_OFFERS = {
    *("lay", "laid_next", "deck_empty", "end_laid", "next", "left", "nothing", "worlds_end"),
    *("set", "name", "house", "where", "further", "named", "removed"),
}
"""Offers that players rarely choose: a miscounted deck, no tile that can be taken, a wrong count."""

RARE_AT_REFEREE_DEPTH = (
    *("rather", "by_hand", "depth", "points", "barrel", "coins_in", "coins_out", "barrels_out", "buy", "crest"),
    *("landmark", "paid_nothing", "own_goods"),
)
"""Offers that are rarely chosen at referee depth, where the companion makes the entry."""
ENTERED_BY_HAND = {
    *("rather", "by_hand", "depth", "points", "barrel", "coins_in", "coins_out", "barrels_out", "buy", "crest"),
    *("landmark", "own_goods", "own_good", "bought", "set", "card", "where", "name", "house", "removed", "named"),
    *("lay", "laid_next", "deck_empty", "end_laid", "next", "left", "further", "paid_nothing", "sinclair"),
}
"""Offers by which players say what the companion works out itself, or correct it: never part of a lawful game."""
NEAR_SHARE = 0.7


class RandomGamePlan(msgspec.Struct, frozen=True):
    """Parameters of one simulated game."""

    players: int
    seed: int
    """Seed of all chance in the game."""
    die: bool = False
    """True if the game uses the die on the rondel."""
    told: bool = False
    """True if players tap every tile as it is placed; otherwise only the tiles they take."""
    taps: float = 0.0
    """Probability of tapping a random piece instead of answering, 0 to 1."""
    corrections: float = 0.0
    """Probability of a correction instead of an answer, 0 to 1."""
    facts: Facts | None = None
    house: HouseRules = HouseRules()
    """House rules; `die` overrides their `use_die`."""
    chronicles: tuple[str, ...] = ()
    """Slugs of the chronicles."""
    depth: str = SCOREKEEPER
    """SCOREKEEPER or REFEREE: whether the companion tracks territories."""
    is_lawful: bool = False
    """True if players do only what the rules allow and enter nothing that the companion works out."""


def new_history(game: GlenMore2, facts: Facts, house: HouseRules, chronicles: Sequence[str] = ()) -> History:
    """Return a game before its first answer."""
    setup = game.setup(facts, house, chronicles=chronicles)
    return History(game, Header(SCHEMA, game.slug, game.rules_version, setup))


class RandomPlayer(random_play.RandomPlayer):
    """Random player for all seats."""

    def __init__(self, plan: RandomGamePlan) -> None:
        super().__init__(plan.seed, plan.taps, plan.corrections)
        self.plan = plan
        self.is_lawful = plan.is_lawful
        self._deep = plan.depth == REFEREE
        self._chosen = SCOREKEEPER
        """The depth that has been entered in the setup."""
        self._is_deck_empty = False
        """True if all tiles of the current deck are laid."""

    def moves(self, history: History) -> Interpretation:
        """Return the next step. The player sees how many tiles are left in the deck, as all players do."""
        state = history.state
        self._is_deck_empty = any(deck.letter == state.deck and deck.left <= 0 for deck in state.decks)
        return super().moves(history)

    def pieces(self, state: State) -> Sequence[str]:
        return list(state.facts.pieces)

    def front_questions(self, questions: tuple[Question, ...]) -> Question:
        """Return usually the most urgent question, sometimes a ledger."""
        first = questions[0]
        ledgers = [q for q in questions if q.kind == "ledger" and self._has_entry(q)]
        if first.non_blocking and ledgers and self.random.random() < ENTRIES_PER_TURN:
            weights = [8] + [1] * (len(ledgers) - 1)
            return self.random.choices(ledgers, weights)[0]
        return first

    def _has_entry(self, ledger: Question) -> bool:
        """True if players would make an entry of this ledger; all do who need not be lawful."""
        return not self.is_lawful or any(
            is_answerable(offer, is_lawful=True) and offer.name not in ENTERED_BY_HAND for offer in ledger.offers
        )

    def is_likely(self, question: Question, offer: Offer) -> bool:
        """True if players would often choose this offer; games start with the setup and not in the middle."""
        if question.kind == "seat":
            return offer.name == ("done" if self._seated(question) >= self.plan.players else "seat")
        if question.kind == "start" and (offer.name == "depth" or self._chosen != self.plan.depth):
            return offer.name == "depth" and self._chosen != self.plan.depth
        if question.kind == "start" and offer.name in ("die", "chronicle", "playing"):
            return False
        if self.is_lawful and offer.name in ENTERED_BY_HAND:
            return False
        if self._deep and offer.name in RARE_AT_REFEREE_DEPTH:
            return self.random.random() < CORRECTION_RATE * CORRECTION_RATE
        if self.is_lawful and question.kind == "deck_end":
            return offer.name == "yes"
        if offer.name == "laid":
            return self.plan.told and not (self.is_lawful and self._is_deck_empty)
        return offer.name not in RARE_OFFERS or self.random.random() < CORRECTION_RATE

    def _seated(self, question: Question) -> int:
        seat = next(o for o in question.offers if o.name == "seat")
        return sum(bool(c.closed) for p in seat.parts if isinstance(p, Pick) for c in p.choices)

    def choice(self, part: Pick, choices: list[Choice]) -> Choice:
        """Return a random choice; at referee depth usually the nearest, so that territories grow."""
        if part.name == "depth":
            self._chosen = self.plan.depth
            return next(each for each in choices if each.value == self.plan.depth)
        if self._deep and part.name in ("tile", "cell") and self.random.random() < NEAR_SHARE:
            return choices[0]
        return super().choice(part, choices)

    def _fill(self, parts: list[Part], values: list[Value]) -> None:
        """Fill the parts; World's End is usually removed from the tiles to take while other tiles are left."""
        super()._fill(
            [self._without_end(part) if self.random.random() > CORRECTION_RATE else part for part in parts],
            values,
        )

    def _without_end(self, part: Part) -> Part:
        if not isinstance(part, Pick):
            return part
        others = tuple(choice for choice in part.choices if choice.value != WORLDS_END)
        is_left = any(can_pick(choice, self.is_lawful) for choice in others)
        return msgspec.structs.replace(part, choices=others) if is_left else part

    def preferred_offer(self, question: Question, offers: list[Offer]) -> Offer:
        """Return a random offer; if every placed tile is entered, placing the next tile comes before finishing."""
        laid = next((o for o in offers if o.name == "laid"), None)
        if (
            laid
            and not (self.is_lawful and self._is_deck_empty)
            and question.kind in ("end", "layout")
            and self.random.random() > CORRECTION_RATE
        ):
            return laid
        return self.random.choice(offers)


def play_random_game(plan: RandomGamePlan, facts: Facts, game: GlenMore2 | None = None) -> History:
    """Return the history of a whole game, from setup to the winner. Raises NoLegalMove if it cannot continue."""
    game = game or game_rules()
    house = msgspec.structs.replace(plan.house, use_die=plan.die)
    history = new_history(game, facts, house, plan.chronicles)
    player = RandomPlayer(plan)
    for _ in range(MAX_ANSWERS):
        if game.is_finished(history.state):
            return history
        play_step(history, player)
    raise NoLegalMove(f"no end after {MAX_ANSWERS} answers")


def begin_random_game(wanted: RandomGame) -> tuple[History, RandomPlayer]:
    """Return a game for `companion simulate`; with an odd seed, players tap each tile as it is placed."""
    facts = effective_facts(read_box(wanted.box) if wanted.box else None)
    plan = RandomGamePlan(
        wanted.players,
        wanted.seed,
        DIE_OPTION in wanted.switches,
        told=bool(wanted.seed % 2),
        chronicles=wanted.expansions,
        depth=wanted.depth or SCOREKEEPER,
        is_lawful=wanted.depth == REFEREE,
    )
    history = new_history(game_rules(), facts, HouseRules(use_die=plan.die), plan.chronicles)
    return history, RandomPlayer(plan)
