"""Games for the bench: four players, the complete box of the tests, always the same answers."""

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
from tools.players.boxes import complete_box
from tools.players.boxes import referee_box as whole_box
from tools.players.record import ALL_EIGHT
from tools.presses import recording_of

ROOT = Path(__file__).parents[2]
RECORDED = "four_players_cards"
TEN_TIMES = 10
facts = cache(complete_box)
RULES = HouseRules(use_die=True)


class EntryPlayer(RandomPlayer):
    """Random player who prefers entries to ending the turn, so that a game becomes as long as wanted."""

    BOOKED = 0.97

    def answer(self, questions: tuple[Question, ...]) -> Answer:
        front = questions[0]
        ledger = next((q for q in questions if q.kind == "ledger"), None)
        if front.non_blocking and ledger and self.random.random() < self.BOOKED:
            return super().answer((ledger,))
        return super().answer(questions)


def four_players(seed: int) -> RandomGamePlan:
    """Return a game with a fully known box and the die."""
    return RandomGamePlan(4, seed, die=True, told=True)


def at_referee_depth(seed: int) -> RandomGamePlan:
    """Return the game of `four_players` at referee depth, with all printed facts known."""
    return msgspec.structs.replace(four_players(seed), facts=whole_box(), depth=REFEREE)


def with_all_eight(seed: int) -> RandomGamePlan:
    """Return the game of `four_players` with every chronicle."""
    return msgspec.structs.replace(four_players(seed), chronicles=ALL_EIGHT)


def new_game(facts: Facts, chronicles: tuple[str, ...] = ()) -> History:
    """Return a game before its first answer."""
    return new_history(game_rules(), facts, RULES, chronicles)


def recorded_game(folder: Path) -> History:
    """Return the recorded game, played through the devices again."""
    recording = recording_of(RECORDED)
    with (
        TemporaryDirectory(dir=folder) as room,
        DeskPlayer(recording.head, Path(room), facts()) as player,
    ):
        for _ in play_recording(recording, player):
            pass
        return player.app.running.history


def game_with_entries(entries: int) -> History:
    """Return a game with this number of entries, most of them in ledgers."""
    history, player = new_game(facts()), EntryPlayer(four_players(1))
    while len(history.entries) < entries:
        play_step(history, player)
    return history
