"""Writes the recordings of Schotten Totten: two simulated players at desk devices, with taps or buttons.

`python -m tools.players.border_players [NAME...]` writes all recordings into tests/games/, or those whose names
contain an argument. The players do what the game's random player with the same seed does.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from companion.desk_player import DeskPlayer
from companion.engine.offers import Answer, parse_cell
from companion.games.definition import RandomGame
from companion.games.schotten_totten.definition import GAME
from companion.menu.pages import NoticePage
from companion.scoring.schotten_totten.border import CLAN_CARDS, SIDES
from companion.session.recording import Input, Press, Recording, RecordingHead, Restart, Tap, recording_text
from companion.state.schotten_totten.questions.setup import UNNAMED
from tools.players.desk import DeskUser

GAMES = Path(__file__).parents[2] / "tests" / "games"
RESTART_AFTER_ANSWERS = 40
"""Number of answers after which the power is cut, while a card is waiting."""


class Planned(NamedTuple):
    """A game to record. The seed determines the number of rounds, see the random player."""

    seed: int
    variants: tuple[str, ...] = ()
    taps: bool = True
    """True if cards, stones and places have stickers; else buttons are used for everything."""


PLANNED = {
    "schotten_totten_basic": Planned(7),
    "schotten_totten_tactics": Planned(5, ("tactics",)),
    "schotten_totten_expert": Planned(4, ("tactics", "expert")),
    "schotten_totten_buttons": Planned(6, ("tactics",), taps=False),
}


class Recorder(DeskPlayer):
    """Desk player that stores its inputs."""

    def __init__(self, head: RecordingHead, data: Path) -> None:
        super().__init__(head, data, None)
        self.inputs: list[Input] = []

    def tap(self, tag: str) -> Any:
        self.inputs.append(Tap(tag))
        return super().tap(tag)

    def press(self, button: Any, long: bool) -> Any:
        self.inputs.append(Press(button, long))
        return super().press(button, long)

    def restart(self) -> Any:
        self.inputs.append(Restart(True))
        return super().restart()


class BorderPlayers(DeskUser):
    """Both players."""

    def __init__(self, hands: DeskPlayer, planned: Planned) -> None:
        super().__init__(hands)
        _, self._player = GAME.random_play.begin(RandomGame(2, planned.seed, planned.variants))
        self._taps, self._restarts = planned.taps, 1

    def play(self) -> None:
        while not GAME.finished(self.state):
            self.read_sheet(over=False)
            while isinstance(self.hands.app.snapshot.page, NoticePage):
                self.hands.press("OK", False)
            history = self.hands.app.running.history
            self._say(self._player.moves(history).answer)
            if self._restarts and len(history.entries) > RESTART_AFTER_ANSWERS and self.state.waiting:
                self._restarts = 0
                self.hands.restart()

    def _say(self, answer: Answer) -> None:
        if answer.offer == "seat":  # Letters cannot be typed with buttons.
            answer = msgspec.structs.replace(answer, values=(UNNAMED,))
        tag = tag_of(answer) if self._taps else ""
        if tag:
            self.tap(tag)
        else:
            self.give(answer)


def tag_of(answer: Answer) -> str:
    """Return the tag to tap for an answer; "" if only buttons give it."""
    match answer.offer:
        case "card" | "instead" | "target":
            card = str(answer.values[0])
            return f"clan:{card}" if card in CLAN_CARDS else f"tactics:{card}"
        case "place":
            stone, side = parse_cell(str(answer.values[0]))
            return f"place:{SIDES[side].lower()}{stone}"
        case "claim" | "stone":
            return f"stone:{answer.values[0]}"
        case "nothing":
            return "card:nothing"
    return ""


def head_of(planned: Planned) -> RecordingHead:
    return RecordingHead(1, 2, "whole", seed=planned.seed, game=GAME.id)


def end_of(player: DeskPlayer) -> dict[str, Any]:
    """Return the end of a game, which a replay must reproduce."""
    running = player.app.running
    state = running.snapshot.state
    return {
        "winners": list(state.winners),
        "entries": len(running.history.entries),
        "turns": state.turn,
        "rounds": [
            {"winner": each.winner, "why": each.why, "points": dict(each.points)} for each in state.results
        ],
        "state_hash": running.history.hash(),
    }


def record_game(planned: Planned) -> tuple[Recording, dict[str, Any]]:
    """Return a whole game and its end."""
    head = head_of(planned)
    with tempfile.TemporaryDirectory(prefix="record-") as data:
        hands = Recorder(head, Path(data))
        with hands:
            BorderPlayers(hands, planned).play()
            return Recording(head, tuple(hands.inputs)), end_of(hands)


def main(names: list[str]) -> None:
    for name, planned in PLANNED.items():
        if not names or any(part in name for part in names):
            recording, end = record_game(planned)
            (GAMES / f"{name}.jsonl").write_text(recording_text(recording))
            text = msgspec.json.format(msgspec.json.encode(end), indent=2).decode()
            (GAMES / f"{name}.end.json").write_text(text + "\n")
            print(f"{name}: {len(recording.inputs)} inputs, {end['entries']} entries, {end['winners']} won")


if __name__ == "__main__":
    main(sys.argv[1:])
