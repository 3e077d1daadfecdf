"""Answers to each chronicle in a recorded game, with their presses and taps.

`python -m tools.chronicle_presses` prints tables. The recording is replayed. Answers to the base game
are left out.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import NamedTuple

from companion.desk_player import DeskPlayer
from companion.engine.offers import Answer, Question
from companion.session.recording import Press, Recording, Tap, play_recording
from tools.players.record import CHRONICLE_GAMES, facts_of
from tools.presses import recording_of


class ChronicleAnswer(NamedTuple):
    """An answer to a chronicle.

    of: id of the chronicle.
    what: kind of its question, or the offer that it added to another question.
    front: True if the question was asked, False if the player chose the entry.
    text: text of the question or the offer.
    """

    of: str
    what: str
    front: bool
    text: str
    presses: int
    taps: int


def chronicle_answers(name: str) -> tuple[ChronicleAnswer, ...]:
    """Return every answer to a chronicle in that recording."""
    recording = recording_of(name)
    with (
        tempfile.TemporaryDirectory(prefix="entered-") as data,
        DeskPlayer(recording.head, Path(data), facts_of(recording.head)) as player,
    ):
        return tuple(_answers(recording, player))


def _answers(recording: Recording, player: DeskPlayer) -> Iterator[ChronicleAnswer]:
    presses = taps = written = 0
    questions = _open(player)
    for each, _ in play_recording(recording, player):
        presses += isinstance(each, Press)
        taps += isinstance(each, Tap)
        entries = player.app.running.history.entries
        if len(entries) == written:
            continue
        if found := _told(entries[-1].answer, questions):
            yield ChronicleAnswer(*found, presses, taps)
        presses, taps, written, questions = 0, 0, len(entries), _open(player)


def _open(player: DeskPlayer) -> dict[int, Question]:
    return {q.number: q for q in player.app.snapshot.questions}


def _told(answer: object, questions: Mapping[int, Question]) -> tuple[str, str, bool, str] | None:
    """Return chronicle, kind, front and text of an answer; None if it is not for a chronicle."""
    if not isinstance(answer, Answer) or answer.question not in questions:
        return None
    asked = questions[answer.question]
    if "." in asked.kind:
        return asked.kind.partition(".")[0], asked.kind, True, str(asked.text)
    offer = next((o for o in asked.offers if o.name == answer.offer), None)
    if answer.offer == "chronicle":
        return str(answer.values[0]), "chronicle", False, "Chronicles: this one"
    if offer is not None and "." in offer.name:
        return offer.name.partition(".")[0], offer.name, False, str(offer.label)
    return None


def presses_by_kind(answers: Iterable[ChronicleAnswer]) -> dict[str, list[int]]:
    """Return for each chronicle the presses of every answer to its questions, without its setup."""
    found: dict[str, list[int]] = {}
    for one in answers:
        if one.front:
            found.setdefault(one.of, []).append(one.presses)
    return found


def presses_by_act(answers: Iterable[ChronicleAnswer], of: str) -> dict[str, float]:
    """Return for each kind of answer to a chronicle the median of its presses."""
    found: dict[str, list[int]] = {}
    for one in answers:
        if one.of == of:
            found.setdefault(one.what, []).append(one.presses)
    return {what: median(presses) for what, presses in sorted(found.items())}


def answer_table(answers: Iterable[ChronicleAnswer], of: str) -> Iterator[str]:
    """Yield rows in Markdown: what was entered, how often, total presses and taps."""
    kinds: dict[str, list[ChronicleAnswer]] = {}
    for one in answers:
        if one.of == of:
            kinds.setdefault(one.what, []).append(one)
    for what, each in kinds.items():
        presses, taps = sum(one.presses for one in each), sum(one.taps for one in each)
        yield f"| {what} | {each[0].text} | {len(each)} | {presses} | {taps} |"


def main() -> None:
    for name in CHRONICLE_GAMES:
        answers = chronicle_answers(name)
        print(f"\n### {name}\n")
        for of in sorted({one.of for one in answers}):
            own = [one for one in answers if one.of == of]
            presses = [one.presses for one in own if one.front]
            print(f"\n{of}: {len(own)} answers, {sum(one.presses for one in own)} presses;", end=" ")
            print(f"median of {len(presses)} answers to questions: {median(presses) if presses else '-'}\n")
            print("| what | asked or offered (first time) | answers | presses | taps |\n|---|---|---|---|---|")
            print(*answer_table(own, of), sep="\n")


if __name__ == "__main__":
    main()
