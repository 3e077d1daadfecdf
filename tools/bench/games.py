"""The games that the bench measures on: four players, the complete box of the tests, always the same answers."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from companion.desk_player import DeskPlayer
from companion.engine.history import History
from companion.engine.offers import Answer, Question
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer, new_history
from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.games.random_play import play_step
from companion.session.recording import play_recording
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.model import HouseRules
from companion.state.territory.model import REFEREE
from tools.players.boxes import complete
from tools.players.boxes import whole as whole_box
from tools.players.record import ALL_EIGHT
from tools.presses import recording_of

ROOT = Path(__file__).parents[2]
RECORDED = "four_players_cards"
TEN_TIMES = 10
facts = cache(complete)
RULES = HouseRules(use_die=True)


class Bookkeeper(RandomPlayer):
    """A random player who books entries before the turn goes on: that makes a game as long as is wanted."""

    BOOKED = 0.97

    def answer(self, questions: tuple[Question, ...]) -> Answer:
        front = questions[0]
        ledger = next((q for q in questions if q.kind == "ledger"), None)
        if front.non_blocking and ledger and self.random.random() < self.BOOKED:
            return super().answer((ledger,))
        return super().answer(questions)


def four_players(seed: int) -> RandomGamePlan:
    """Every tile is told, the die plays."""
    return RandomGamePlan(4, seed, die=True, told=True)


def refereed(seed: int) -> RandomGamePlan:
    """The same table at referee depth; what is printed on tiles is known."""
    return msgspec.structs.replace(four_players(seed), facts=whole_box(), depth=REFEREE)


def with_all_eight(seed: int) -> RandomGamePlan:
    """The same table with every chronicle."""
    return msgspec.structs.replace(four_players(seed), chronicles=ALL_EIGHT)


def begun(facts: Facts, chronicles: tuple[str, ...] = ()) -> History:
    """A game before its first answer."""
    return new_history(game_rules(), facts, RULES, chronicles)


def recorded(folder: Path) -> History:
    """The recorded game, played through the devices once more."""
    recording = recording_of(RECORDED)
    with (
        TemporaryDirectory(dir=folder) as room,
        DeskPlayer(recording.head, Path(room), facts()) as player,
    ):
        for _ in play_recording(recording, player):
            pass
        return player.app.running.history


def played(entries: int) -> History:
    """A game that goes on until it has so many entries, most of them in ledgers."""
    history, player = begun(facts()), Bookkeeper(four_players(1))
    while len(history.entries) < entries:
        play_step(history, player)
    return history
