"""Writes recordings: whole games by simulated players at desk devices, each with its end beside it.

`python -m tools.players.record [NAME...]` writes all recordings into tests/games/ (and the demonstration's), or
those whose names contain an argument. Recordings are committed; this writes them again when the game asks
something new.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from companion.desk_player import DeskPlayer
from companion.engine.history import History
from companion.games.glen_more.catalogue import load_catalogue
from companion.games.glen_more.definition import GAME as GLEN_MORE
from companion.games.glen_more_2.definition import demo_facts
from companion.session.inputs import Snapshot
from companion.session.recording import Input, Press, Recording, RecordingHead, Restart, Tap, recording_text
from companion.state.glen_more.events import TurnBegan as VillageTurn
from companion.state.glen_more_2.events import TurnBegan
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.model import DIE
from companion.state.territory.model import REFEREE, SCOREKEEPER
from tools.players import glen_more_track
from tools.players.board import TableRondel, shuffled
from tools.players.boxes import REFEREE_BOX, complete_box, referee_box
from tools.players.chronicle_players import ChroniclePlayers
from tools.players.glen_more_players import GlenMorePlayers
from tools.players.refereed_players import RefereedPlayers
from tools.players.repeating_players import RepeatingPlayers
from tools.players.scorekeeper_players import ScorekeeperPlayers
from tools.players.scorekeeper_table import TableHabits

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "tests" / "games"


class Planned(NamedTuple):
    """A game to record."""

    head: RecordingHead
    manner: TableHabits
    chronicles: tuple[str, ...] = ()
    depth: str = ""
    """Depth of a game with the complete box: referee or scorekeeper."""


ALL_EIGHT = ("boat_race", "highlander", "single_cask", "hammer", "haggis", "turbulent", "great_glen", "penny_mobs")
TAPS_TAKEN_ONLY = ("hammer", "great_glen", "penny_mobs")
"""Chronicles whose own games tap only the tiles that are taken."""
SEEDS = {"great_glen": 17}
"""Chronicles whose games have a special seed: in this one votes give points."""
COLOURS = ("red", "yellow", "blue", "green")

SCOREKEEPER_GAMES = {
    "three_players": Planned(
        RecordingHead(1, 3, "complete", seed=3), TableHabits(("red", "yellow", "blue"), die=True, plug=False)
    ),
    "two_players_bare": Planned(
        RecordingHead(1, 2, "bare", seed=6), TableHabits(("yellow", "green"), tell=False, bare=True)
    ),
    "four_players_cards": Planned(
        RecordingHead(1, 4, "complete", seed=7),
        TableHabits(("blue", "red", "green", "yellow"), cards=True, busy=2),
    ),
    "three_players_taken": Planned(
        RecordingHead(1, 3, "complete", seed=5), TableHabits(("green", "red", "yellow"), tell=False, die=True)
    ),
}  # fmt: skip

CHRONICLE_GAMES = {
    **{
        slug: Planned(
            RecordingHead(1, 3, "complete", seed=SEEDS.get(slug, number)),
            TableHabits(COLOURS[:3], tell=slug not in TAPS_TAKEN_ONLY),
            (slug,),
        )
        for number, slug in enumerate(ALL_EIGHT, 1)
    },
    "all_eight": Planned(RecordingHead(1, 4, "complete", seed=8), TableHabits(COLOURS), ALL_EIGHT),
}


GLEN_MORE_GAMES = {
    f"glen_more_{size}{manner}": Planned(
        RecordingHead(1, players, "whole", seed=players, game=GLEN_MORE.id),
        TableHabits(tuple(f"p{n}" for n in range(1, players + 1)), tell=not manner),
    )
    for size, players in (("two", 2), ("three", 3), ("five", 5))
    for manner in ("", "_buttons")
}
"""Glen More (2010) at referee depth: each table plays twice, with tapped tiles and with buttons only."""

DEPTH_GAMES = {
    f"{depth}_depth{manner}": Planned(
        RecordingHead(1, 3, REFEREE_BOX, seed=12), TableHabits(COLOURS[:3], tell=not manner), depth=depth
    )
    for depth in (REFEREE, SCOREKEEPER)
    for manner in ("", "_buttons")
}
"""The same game of Glen More II at both depths, with tapped tiles and with buttons only."""


REFEREED_CHRONICLE_GAMES = {
    "referee_depth_chronicles": Planned(
        RecordingHead(1, 3, REFEREE_BOX, seed=1),
        TableHabits(COLOURS[:3]),
        ("boat_race", "single_cask", "turbulent", "penny_mobs"),
        REFEREE,
    )
}
"""Chronicles I, III, VI and VIII at referee depth."""


class Recorder(DeskPlayer):
    """Desk player that stores its inputs."""

    def __init__(self, head: RecordingHead, data: Path, facts: Any) -> None:
        super().__init__(head, data, facts)
        self.inputs: list[Input] = []

    def tap(self, tag: str) -> Snapshot:
        self.inputs.append(Tap(tag))
        return super().tap(tag)

    def press(self, button: Any, long: bool) -> Snapshot:
        self.inputs.append(Press(button, long))
        return super().press(button, long)

    def restart(self) -> Snapshot:
        self.inputs.append(Restart(True))
        return super().restart()


def facts_of(head: RecordingHead) -> Any:
    """Return the facts of the box that the companion knows."""
    if head.game == GLEN_MORE.id:
        return load_catalogue()
    return referee_box() if head.box == REFEREE_BOX else demo_facts(head.box)


def record_game(planned: Planned, seed: int) -> tuple[Recording, dict[str, Any]]:
    """Return a whole game and its end."""
    if planned.chronicles:
        return _recorded(planned, lambda hands: chronicle_players(hands, planned, seed).play())
    if planned.head.game == GLEN_MORE.id:
        return _recorded(planned, lambda hands: glen_more_players(hands, planned, seed).play())
    if planned.depth == REFEREE:
        return _recorded(planned, lambda hands: refereed_players(hands, planned, seed).play())
    if planned.depth == SCOREKEEPER:
        before = play_refereed(planned, seed)
        return _recorded(planned, lambda hands: repeating_players(hands, planned, before).play())
    truth = complete_box()
    board = board_of(truth, seed)
    return _recorded(planned, lambda hands: ScorekeeperPlayers(hands, planned.manner, board, truth, seed).play())


def chronicle_players(hands: DeskPlayer, planned: Planned, seed: int) -> ChroniclePlayers:
    """Return players who play with chronicles."""
    return ChroniclePlayers(hands, planned.manner, planned.chronicles, seed, planned.depth)


def board_of(facts: Facts, seed: int) -> TableRondel:
    """Return the rondel of that box with shuffled tiles."""
    decks = shuffled(((p.id, p.deck) for p in facts.pieces.values() if p.deck), Random(seed))
    return TableRondel(facts.rondel_spaces or 0, decks)


def repeating_players(hands: DeskPlayer, planned: Planned, before: History) -> RepeatingPlayers:
    """Return players who repeat a game at scorekeeper depth."""
    board = board_of(referee_box(), planned.head.seed)
    return RepeatingPlayers(hands, planned.manner.colours, planned.manner.tell, board, referee_box(), before)


def play_refereed(planned: Planned, seed: int) -> History:
    """Return the history of the game at referee depth."""
    with (
        tempfile.TemporaryDirectory(prefix="record-") as data,
        DeskPlayer(planned.head, Path(data), facts_of(planned.head)) as hands,
    ):
        refereed_players(hands, planned, seed).play()
        return hands.app.running.history


def refereed_players(hands: DeskPlayer, planned: Planned, seed: int) -> RefereedPlayers:
    """Return players of Glen More II at referee depth."""
    board = board_of(referee_box(), seed)
    return RefereedPlayers(hands, planned.manner.colours, planned.manner.tell, board, referee_box(), seed)


def glen_more_players(hands: DeskPlayer, planned: Planned, seed: int) -> GlenMorePlayers:
    """Return players of Glen More (2010) with shuffled tiles."""
    tiles = load_catalogue().tiles.values()
    stacks = glen_more_track.shuffled(((each.id, each.deck) for each in tiles if each.deck), Random(seed))
    track = glen_more_track.Track(stacks)
    return GlenMorePlayers(hands, len(planned.manner.colours), planned.manner.tell, track, seed)


def _recorded(planned: Planned, played: Callable[[DeskPlayer], None]) -> tuple[Recording, dict[str, Any]]:
    with tempfile.TemporaryDirectory(prefix="record-") as data:
        hands = Recorder(planned.head, Path(data), facts_of(planned.head))
        with hands:
            played(hands)
            return Recording(planned.head, tuple(hands.inputs)), end_of(hands)


def end_of(player: DeskPlayer) -> dict[str, Any]:
    """Return the end of a game, which a replay must reproduce."""
    running = player.app.running
    state = running.snapshot.state
    ranks = {scored.name: scored.rank for scored in msgspec.convert(state.result, _Ranked).players}
    return {
        "winners": list(state.winners),
        "entries": len(running.history.entries),
        "player_turns": _player_turns(running.history),
        "players": {
            p.id: {"rank": ranks[p.id], "points": p.total, "by_source": dict(p.points)} for p in state.players
        },
        "state_hash": running.history.hash(),
    }


def _player_turns(history: History) -> int:
    """Return the number of turns without those of the die."""
    events = (event for entry in history.standing for event in entry.events)
    return sum(isinstance(event, TurnBegan | VillageTurn) and event.figure != DIE for event in events)


class _Rank(msgspec.Struct):
    name: str
    rank: int


class _Ranked(msgspec.Struct):
    players: list[_Rank]


def write_recording(name: str, planned: Planned, told: Callable[[str], None]) -> None:
    """Play a game and write its two files; the demonstration's is in the package and linked from tests/games."""
    recording, end = record_game(planned, planned.head.seed)
    (GAMES / f"{name}.jsonl").write_text(recording_text(recording))
    text = msgspec.json.format(msgspec.json.encode(end), indent=2).decode()
    (GAMES / f"{name}.end.json").write_text(text + "\n")
    told(f"{name}: {len(recording.inputs)} inputs, {end['entries']} entries, {end['winners']} won")


def main(names: list[str]) -> None:
    for name, planned in (
        SCOREKEEPER_GAMES | CHRONICLE_GAMES | GLEN_MORE_GAMES | DEPTH_GAMES | REFEREED_CHRONICLE_GAMES
    ).items():
        if not names or any(part in name for part in names):
            write_recording(name, planned, print)


if __name__ == "__main__":
    main(sys.argv[1:])
