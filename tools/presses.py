"""Presses per turn in the recorded games.

`python -m tools.presses` prints them for each kind of action in Markdown. A turn is a player's turn; setup,
scorings, corrections and the presses for the die are included. Kinds of actions are counted by playing the
recording again.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from companion.desk_player import DeskPlayer
from companion.engine.game import CORRECTION
from companion.engine.journal import Entry
from companion.engine.offers import COMPANION_ROLLS, Answer
from companion.session.recording import Press, Recording, Tap, play_recording, read_recording
from tools.players.record import CHRONICLE_GAMES, facts_of

GAMES = Path(__file__).parents[1] / "tests" / "games"

MODES = {
    "all_tiles_tapped": "three_players",
    "only_taken_tiles_tapped": "three_players_taken",
    "command_cards": "four_players_cards",
    "bare_catalogue": "two_players_bare",
}
"""Recorded game for each way of using the companion."""

Rates = dict[str, float]


def recording_of(name: str) -> Recording:
    """Return a recorded game by its name."""
    return read_recording((GAMES / f"{name}.jsonl").read_text(encoding="utf-8"))


def end_of_recording(name: str) -> dict[str, Any]:
    """Return the end of a recorded game."""
    end: dict[str, Any] = msgspec.json.decode((GAMES / f"{name}.end.json").read_bytes())
    return end


def presses_per_turn() -> dict[str, Rates]:
    """Return presses, taps and journal entries per turn for each way of using the companion."""
    return {mode: _rates(name) for mode, name in MODES.items()}


def _rates(name: str) -> Rates:
    inputs, end = recording_of(name).inputs, end_of_recording(name)
    turns = end["player_turns"]
    return {
        "presses": sum(isinstance(each, Press) for each in inputs) / turns,
        "taps": sum(isinstance(each, Tap) for each in inputs) / turns,
        "entries": end["entries"] / turns,
    }


class ActionCount(NamedTuple):
    """Number of actions of one kind in a recording, with their presses and taps."""

    times: int
    presses: int
    taps: int


def presses_by_action(name: str) -> dict[str, ActionCount]:
    """Return the actions of a recording by kind, most presses first. Looking without an entry is a kind too."""
    recording, found = recording_of(name), dict[str, ActionCount]()
    with (
        tempfile.TemporaryDirectory(prefix="presses-") as data,
        DeskPlayer(recording.head, Path(data), facts_of(recording.head)) as player,
    ):
        for act, presses, taps in _acts(recording, player):
            before = found.get(act, ActionCount(0, 0, 0))
            found[act] = ActionCount(before.times + 1, before.presses + presses, before.taps + taps)
    return dict(sorted(found.items(), key=lambda item: -item[1].presses))


def _acts(recording: Recording, player: DeskPlayer) -> Iterator[tuple[str, int, int]]:
    presses = taps = written = 0
    kinds = _kinds(player)
    for each, _ in play_recording(recording, player):
        presses += isinstance(each, Press)
        taps += isinstance(each, Tap)
        entries = player.app.running.history.entries
        if len(entries) == written:
            continue
        yield action_kind(_given(entries[written:], kinds), kinds), presses, taps
        presses, taps, written, kinds = 0, 0, len(entries), _kinds(player)
    if presses or taps:
        yield "looking", presses, taps


def _given(entered: Sequence[Entry], kinds: Mapping[int, str]) -> object:
    """Return the player's answer; an automatic roll that followed it, to a question not shown, is skipped."""
    last = entered[-1].answer
    own = isinstance(last, Answer) and last.offer == COMPANION_ROLLS and last.question not in kinds
    return entered[-2].answer if own and len(entered) > 1 else last


def _kinds(player: DeskPlayer) -> dict[int, str]:
    return {question.number: question.kind for question in player.app.snapshot.questions}


NON_BLOCKING_KINDS = ("ledger", "take", "end", "layout", "use")
"""Kinds of questions that do not wait for an answer; actions there are named by their offer."""


def action_kind(answer: object, kinds: Mapping[int, str]) -> str:
    """Return the kind of an action."""
    if not isinstance(answer, Answer):
        return "take back"
    if answer.question == CORRECTION:
        return f"correct: {answer.offer}"
    kind = kinds.get(answer.question, "")
    if kind in NON_BLOCKING_KINDS or not kind:
        return answer.offer
    return f"asked: {kind}"


def main() -> None:
    for mode, name in (*MODES.items(), *((slug, slug) for slug in CHRONICLE_GAMES)):
        turns = end_of_recording(name)["player_turns"]
        acts = presses_by_action(name)
        whole = sum(each.presses for each in acts.values())
        print(f"\n### {mode}: {whole / turns:.2f} presses a turn ({whole} in {turns} turns)\n")
        print("| act | times | presses | presses each | taps |\n|---|---|---|---|---|")
        for act, each in acts.items():
            print(f"| {act} | {each.times} | {each.presses} | {each.presses / each.times:.2f} | {each.taps} |")


if __name__ == "__main__":
    main()
