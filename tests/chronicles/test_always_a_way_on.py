"""No question without an open offer: whatever is answered, overruled, tapped or put right, people can go on."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.engine.history import History
from companion.engine.journal import SCHEMA, Header
from companion.engine.offers import Offer, Question, Refusal
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer
from companion.games.glen_more_2.installed_chronicles import game_rules, installed_library
from companion.games.random_play import is_answerable
from companion.state.glen_more_2.model import HouseRules
from tests.chronicles.test_together import EIGHT, fitting
from tests.state.glen_more_2.table import Table, facts_of
from tests.state.glen_more_2.test_invariants import HOUSE

AT_ONCE = 20
MOST = 3000
LEDGER = "ledger"


class Overruling(RandomPlayer):
    """Says what people seldom say as readily as anything else."""

    def is_likely(self, question: Question, offer: Offer) -> bool:
        usual = super().is_likely(question, offer)
        return usual or (question.kind not in ("seat", "start") and self.random.random() < 0.4)


def begun(seed: int) -> tuple[History, RandomPlayer]:
    """Any number of players, chronicles, house rules; every other game with corrections."""
    chance = Random(seed)
    players = chance.choice([2, 3, 4])
    slugs = fitting(tuple(slug for slug in EIGHT if chance.random() < 0.45), players)
    of_chronicles = [rule for slug in slugs for rule in installed_library().expansion(slug).house_rules]
    switches = {rule.name: chance.randint(0, rule.most) for rule in of_chronicles if chance.random() < 0.4}
    house = replace(HOUSE if chance.random() < 0.3 else HouseRules(), use_die=chance.random() < 0.4)
    game, facts = game_rules(), facts_of(chance.choice(["bare", "complete"]))
    setup = game.setup(facts, house, chronicles=slugs, switches=switches)
    plan = RandomGamePlan(
        players,
        seed,
        told=chance.random() < 0.3,
        taps=0.05,
        corrections=0.12 if seed % 2 else 0.0,
        chronicles=slugs,
    )
    return History(game, Header(SCHEMA, game.slug, game.rules_version, setup)), Overruling(plan)


def goes_on(seed: int) -> None:
    history, player = begun(seed)
    for _ in range(MOST):
        if history.state.phase == "over":
            return
        way = player.moves(history)
        if way.replaces:
            history.add(history.propose_edit(history.standing[-1].number, way.answer).entries)
        elif not isinstance(entries := history.propose(replace(way.answer, anyway=True)), Refusal):
            # Refused with a reason: nothing has happened, people say something else.
            history.add(entries)
        for question in history.game.questions(history.state):
            open_now = any(map(is_answerable, question.offers))
            closed = [(offer.name, str(offer.closed and offer.closed.text)) for offer in question.offers]
            assert open_now or question.kind == LEDGER, (seed, question.kind, closed)
    raise AssertionError(f"{seed}: no end")


def test_every_question_has_an_open_offer() -> None:
    for seed in range(AT_ONCE):
        goes_on(seed)


@pytest.mark.long
@pytest.mark.parametrize("first", range(AT_ONCE, 2100, AT_ONCE))
def test_every_question_has_an_open_offer_in_many_games(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        goes_on(seed)


@pytest.mark.rule("GM-DIE-13")
def test_a_pawn_without_a_tile_ahead_waits_until_tiles_are_laid() -> None:
    """A ring put right may leave nothing ahead of the pawn on turn."""
    table = Table(3)
    table.arrange("red S-1 yellow blue", deck="A", spaces=8)
    table.corrects("space", "space:1", "empty")
    assert table.offers("take") == ["lay_first"]
    table.answers("take", "lay_first")
    assert table.words("end") == "Lay 4 from A."
    table.done()
    assert table.reads() == "red A? yellow blue A? A? A?"
    table.takes("red", "A-6", ahead=1)
    table.fits()


@pytest.mark.rule("GM-DIE-13")
def test_nobody_waits_for_tiles_that_find_no_room() -> None:
    table = Table(3)
    table.arrange("red yellow blue", deck="A", spaces=4)
    assert table.offers("take") == ["lay_first"]
    table.answers("take", "lay_first")
    assert table.reads().startswith("yellow blue red")
    table.done()
    assert table.on_turn == "yellow"
    table.fits()


def test_a_tile_put_right_while_tiles_are_laid_after_the_die_stops_nothing() -> None:
    """The course once broke here: the laying ended, its question stayed."""
    table = Table(3, die=True, house=HouseRules(use_die=True, refill_after_die=True))
    table.arrange("die red S-1 yellow blue S-2 A-7", deck="A", spaces=12)
    table.answers("roll", "face_1")
    assert table.kinds() == ["end"]
    table.corrects("found", "A-8", "space:4")
    assert table.kinds() == ["end"]
    table.done()
    assert table.state.phase == "take"


@pytest.mark.rule("C4-15", "GM-TAK-07")
def test_the_englishman_who_paid_for_nothing_throws_a_tile_out() -> None:
    """People overruled the book: he can take no tile that lies ahead."""
    table = Table(3, chronicles=("hammer",))
    table.enters("yellow", "hammer.marker")
    table.arrange("neutral:englishman loch_lomond yellow red blue")
    table.answers("hammer.use", "use", anyway=True)
    assert table.offers("take") == ["nothing"]
    table.answers("take", "nothing", "loch_lomond", "coin")
    assert [tile.piece for tile in table.state.discards] == ["loch_lomond"]
    table.fits()


@pytest.mark.rule("C4-16", "GM-DIE-13")
def test_the_englishman_without_a_tile_ahead_waits_until_tiles_are_laid() -> None:
    table = Table(3, chronicles=("hammer",))
    table.enters("yellow", "hammer.marker")
    table.arrange("neutral:englishman S-1 yellow red blue", deck="A", spaces=9)
    table.corrects("space", "space:1", "empty")
    assert "lay_first" in table.offers("hammer.use")
    assert "discard" not in table.offers("hammer.use")
    table.answers("hammer.use", "lay_first")
    table.done()
    assert "discard" in table.offers("hammer.use")
    table.fits()


@pytest.mark.rule("C2-08")
def test_a_pawn_with_only_an_occupied_mountain_ahead_waits_until_tiles_are_laid() -> None:
    table = Table(3, chronicles=("highlander",))
    table.arrange("red S-1 mountain+yellow = blue", deck="A", spaces=9)
    table.corrects("space", "space:1", "empty")
    asked = table.offer("take", "take")
    assert asked.closed
    assert str(asked.closed.text) == "No tile ahead can be taken."
    assert table.offers("take") == ["lay_first"]
    table.answers("take", "lay_first")
    table.done()
    assert "take" in table.offers("take")
