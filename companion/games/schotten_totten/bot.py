"""Random player of Schotten Totten: two players whose hands are drawn from shuffled piles.

The companion does not know the hands. These players do, and play only cards that they hold.
"""

from __future__ import annotations

from companion.engine.game import Interpretation
from companion.engine.history import History
from companion.engine.journal import SCHEMA, Header
from companion.engine.offers import Answer, Choice, Offer, Pick, Question
from companion.games import random_play
from companion.games.definition import RandomGame
from companion.scoring.schotten_totten.border import CLAN_CARDS, JOKERS, TACTICS, Side, printed_card
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten.course import CARDS_RECRUITER_RETURNS, side_to_play
from companion.state.schotten_totten.game import SchottenTotten
from companion.state.schotten_totten.house_rules import HouseRules
from companion.state.schotten_totten.legal_plays import why_not_card
from companion.state.schotten_totten.model import State

DEFAULT_HOUSE_RULES = HouseRules()
CLAIM_RATE, PASS_RATE, BEST_PLACE_RATE = 0.9, 0.3, 0.7
"""Probabilities of claiming a stone (1 if no card can be played), of passing, and of playing at the best place."""
MAX_ROUNDS = 3


class DrawnHands:
    """Both hands and the rest of the piles, in one round."""

    def __init__(self, player: RandomPlayer, state: State) -> None:
        self._random = player.random
        self.number = state.round
        self.piles = [[*CLAN_CARDS], [*TACTICS] if state.tactical else []]
        for pile in self.piles:
            self._random.shuffle(pile)
        self.of = {p.id: [self.piles[0].pop() for _ in range(state.hand)] for p in state.players}
        self._played_joker: set[Side] = set()

    def follow(self, event: ev.Event) -> None:
        """Update hands and piles for an event."""
        if isinstance(event, ev.CardLaid | ev.TechniqueLaid | ev.RusePlayed):
            self.of[event.player].remove(printed_card(event.card))
            if printed_card(event.card) in JOKERS:
                self._played_joker.add(event.player)
        elif isinstance(event, ev.CardsDrawn):
            self._draw(self.of[event.player], event.n)
            self._put_under(event.player, event.back)

    def _draw(self, hand: list[str], n: int) -> None:
        for _ in range(n):
            hand.append(self._random.choice([pile for pile in self.piles if pile]).pop())

    def _put_under(self, player: Side, n: int) -> None:
        for card in self._random.sample(self._may_go(player), n):
            self.of[player].remove(card)
            self.piles[card in TACTICS].insert(0, card)

    def _may_go(self, player: Side) -> list[str]:
        """Return the cards that may be returned, without a Joker that must stay in the hand (ST-ELT-03)."""
        return [card for card in self.of[player] if card not in JOKERS or player not in self._played_joker]

    def can_recruit(self, player: Side) -> bool:
        """True if enough cards can be returned under the piles although a Joker has to stay (ST-RUS-03)."""
        return player not in self._played_joker or len(self._may_go(player)) > CARDS_RECRUITER_RETURNS


class RandomPlayer(random_play.RandomPlayer):
    """Random player for both sides."""

    sure = True

    def __init__(self, seed: int, variants: tuple[str, ...]) -> None:
        super().__init__(seed)
        self._variants, self._rounds = variants, 1 + seed % MAX_ROUNDS
        self.hands: DrawnHands | None = None
        self._seen = 0
        self._state: State | None = None

    def moves(self, history: History) -> Interpretation:
        self.look(history)
        return super().moves(history)

    def look(self, history: History) -> None:
        """Update the hands with the events since the last answer."""
        state: State = history.state
        self._state = state
        for entry in history.standing[self._seen :]:
            for event in entry.events:
                if isinstance(event, ev.RoundBegan):
                    self.hands = None
                elif self.hands:
                    self.hands.follow(event)
        self._seen = len(history.standing)
        if state.round and self.hands is None:
            self.hands = DrawnHands(self, state)

    def answer(self, questions: tuple[Question, ...]) -> Answer:
        state = self._state
        start = next((q for q in questions if q.kind == "start"), None)
        if state and start and (wanted := self._wanted(state, start.number)):
            return wanted
        claim = next((offer for q in questions if q.kind == "claim" for offer in q.offers), None)
        sure = self.random.random() < CLAIM_RATE or not self._able()
        if claim and random_play.is_answerable(claim) and sure:
            return self.pick(next(q for q in questions if q.kind == "claim"))
        return super().answer(tuple(q for q in questions if q.kind != "claim"))

    def _wanted(self, state: State, number: int) -> Answer | None:
        other = {*state.variants} ^ {*self._variants}
        if other:
            return Answer(number, "variant", (min(other),))
        return None if state.rounds == self._rounds else Answer(number, "rounds", (self._rounds,))

    def is_likely(self, question: Question, offer: Offer) -> bool:
        if question.kind == "start":
            return offer.name == "go"
        if question.kind == "play":
            return self._likely_play(offer)
        return offer.name != "instead"

    def _likely_play(self, offer: Offer) -> bool:
        """True for a likely offer; passing is likely without a clan card (ST-TAC-06, ST-END-05)."""
        able = self._able()
        if offer.name == "nothing":
            return not any(card in CLAN_CARDS for card in able)
        return bool(able) == (offer.name == "card")

    def preferred_offer(self, question: Question, offers: list[Offer]) -> Offer:
        named = {offer.name: offer for offer in offers}
        if question.kind != "play":
            return super().preferred_offer(question, offers)
        if "card" in named and "nothing" in named:
            return named["nothing" if self.random.random() < PASS_RATE else "card"]
        return named.get("dead_end") or offers[0]

    def _able(self) -> list[str]:
        """Return the cards of the hand on turn that can be played."""
        state, hands = self._state, self.hands
        if state is None or hands is None:
            return []
        side = side_to_play(state)
        able = [card for card in hands.of[side] if why_not_card(state, card, side) is None]
        return [card for card in able if card != "recruiter" or hands.can_recruit(side)]

    def choice(self, part: Pick, choices: list[Choice]) -> Choice:
        if part.name == "card":
            able = self._able()
            choices = [each for each in choices if each.value in able]
        if part.name == "cell" and self.random.random() < BEST_PLACE_RATE:
            return choices[0]
        return super().choice(part, choices)


def new_history(game: SchottenTotten, house: HouseRules = DEFAULT_HOUSE_RULES) -> History:
    """Return a game before its first answer."""
    return History(game, Header(SCHEMA, game.slug, game.rules_version, game.setup(house)))


def begin_random_game(wanted: RandomGame) -> tuple[History, RandomPlayer]:
    """Return a game for `companion simulate`."""
    return new_history(SchottenTotten()), RandomPlayer(wanted.seed, wanted.expansions)
