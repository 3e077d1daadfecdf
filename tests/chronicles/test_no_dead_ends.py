"""No question stands without an open offer, whatever people did against the rules: whole games at random."""

from __future__ import annotations

import pytest

from companion.engine.history import History
from companion.engine.journal import SCHEMA, Header
from companion.engine.offers import Offer, Question
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer
from companion.games.glen_more_2.installed_chronicles import game_rules, installed_library
from companion.games.random_play import is_answerable, play_step
from companion.state.glen_more_2.model import HouseRules
from tests.sampled import half
from tests.state.glen_more_2.table import facts_of

MAX_ANSWERS = 3000
GAMES = 12


class Rash(RandomPlayer):
    """Overrules the rules wherever it may, and says often what people say seldom."""

    def is_likely(self, question: Question, offer: Offer) -> bool:
        return super().is_likely(question, offer) or (
            question.kind not in ("seat", "start", "end", "layout") and self.random.random() < 0.4
        )

    def preferred_offer(self, question: Question, offers: list[Offer]) -> Offer:
        doubtful = [offer for offer in offers if offer.caution]
        if doubtful and self.random.random() < 0.5:
            return self.random.choice(doubtful)
        return super().preferred_offer(question, offers)


def stuck(history: History) -> list[str]:
    """Questions in front of people that nothing open answers: only a correction would lead on."""
    asked = history.game.questions(history.state)
    in_front = [q for q in asked if not q.non_blocking] or asked[:1]
    return [q.kind for q in in_front if not any(is_answerable(offer) for offer in q.offers)]


@pytest.mark.parametrize("seed", half(range(GAMES)))
def test_every_question_has_an_open_offer_even_after_overruled_rules(seed: int) -> None:
    """With all chronicles that the table's size allows; soft rules are overruled wherever they speak."""
    players = 2 + seed % 3
    on = tuple(slug for slug, each in installed_library().expansions.items() if each.min_players <= players)
    plan = RandomGamePlan(
        players, seed, die=bool(seed % 2), told=bool(seed // 2 % 2), taps=0.1 if seed % 4 == 1 else 0.0
    )
    game = game_rules()
    facts = facts_of("complete" if seed % 2 else "bare")
    made = game.setup(facts, HouseRules(use_die=plan.die), chronicles=on)
    history = History(game, Header(SCHEMA, game.slug, game.rules_version, made))
    player = Rash(plan)
    for _ in range(MAX_ANSWERS):
        if game.is_finished(history.state):
            return
        assert stuck(history) == []
        play_step(history, player)
    raise AssertionError("no end in sight")
