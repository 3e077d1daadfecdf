"""Presses of each turn of a recorded game, and the touches that the same answers need on a phone.

`python -m tools.presses_by_turn` prints them for Glen More (2010) at referee depth in each way of using the
companion, and for a game of Glen More II at both depths.

A turn is a player's turn. Inputs before the first turn and for the die count to the next one, reading the end to
the last. Touches are counted as companion/web/page/phone/sheet.js asks: one to open an offer, one for each choice.
Taps on the reader are no touches.
"""

from __future__ import annotations

import statistics
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from companion.desk_player import DeskPlayer
from companion.engine.journal import Entry
from companion.engine.offers import COMPANION_ROLLS, Amount, Answer, Part, Pick, Question, Value, parts_with_values
from companion.session.recording import Press, Tap, play_recording
from companion.web.phones.phone_commands import OpenQuestions, only_offer_step
from tools.players.record import facts_of
from tools.presses import recording_of

UNDO_TOUCHES = 3
"""Touches to undo on a phone: the history, the entry, the confirmation of the table instructions."""
DIE = "die"


class Turn(NamedTuple):
    """Inputs of one turn."""

    presses: int
    touches: int


TurnsOf = Callable[[str], tuple[Turn, ...]]
"""Returns every player's turn of a recorded game by its name."""


@cache
def turns_of(name: str) -> tuple[Turn, ...]:
    """Return every player's turn of a recorded game."""
    recording = recording_of(name)
    with (
        tempfile.TemporaryDirectory(prefix="presses-") as data,
        DeskPlayer(recording.head, Path(data), facts_of(recording.head)) as player,
    ):
        return turns_played((each for each, _ in play_recording(recording, player)), player)


def turns_played(inputs: Iterable[object], player: DeskPlayer) -> tuple[Turn, ...]:
    """Return every player's turn of the game that is played while these inputs are iterated."""
    presses, touches, people = Counter[int](), Counter[int](), set[int]()
    turn, asked, written = 0, player.app.snapshot.questions, 0
    for each in inputs:
        entries = player.app.running.history.entries
        presses[turn] += isinstance(each, Press)
        touches[turn] += 0 if isinstance(each, Tap) else sum(touches_of_entries(asked, entries[written:]))
        turn, figure = _turn(player)
        people |= {turn} if figure != DIE else set()
        asked, written = player.app.snapshot.questions, len(entries)
    return tuple(_of_people(sorted(people - {0}), presses, touches))


def _turn(player: DeskPlayer) -> tuple[int, str]:
    mark = player.app.running.rules.turn(player.app.running.snapshot.state)
    return mark.number, mark.figure


def _of_people(people: Sequence[int], *counted: Counter[int]) -> Iterator[Turn]:
    before = 0
    for turn in people:
        here = range(before, turn + 1)
        yield Turn(*(sum(each[n] for n in here) for each in counted))
        before = turn + 1


def touches_of_entries(asked: Sequence[Question], entries: Sequence[Entry]) -> Iterator[int]:
    """Yield the touches of each of these entries on a phone that shows those questions."""
    for entry in entries:
        if not isinstance(entry.answer, Answer):
            yield UNDO_TOUCHES
        elif question := next((each for each in asked if each.number == entry.answer.question), None):
            folded = question.non_blocking and question is not asked[0]
            opened = only_offer_step(OpenQuestions(0, asked, lambda: None), question) if not folded else None
            laid_open = opened is not None and opened["offer"] == entry.answer.offer
            yield folded - laid_open + entry.answer.anyway + touches_for(question, entry.answer)


def touches_for(question: Question, answer: Answer) -> int:
    """Return the touches to open the offer and to choose each part."""
    offer = question.offer(answer.offer)
    assert offer
    if offer.name == COMPANION_ROLLS or any(ready.values == answer.values for ready in offer.presets):
        return 1
    return 1 + sum(_for_part(part, value) for part, value in parts_with_values(offer.parts, answer.values))


def _for_part(part: Part, value: Value) -> int:
    match part:
        case Pick(suggestions=front) if front:
            return 1 if value in front else 2
        case Amount(default=default, suggestions=quick) if value not in quick:
            return 1 + abs(int(value) - default)
    return 1


USAGE_MODES = {
    "tiles_tapped": ("", "presses"),
    "buttons_alone": ("_buttons", "presses"),
    "phone_tiles_tapped": ("", "touches"),
    "phone_alone": ("_buttons", "touches"),
}
"""Suffix of the recordings and the counted input, for each way of using the companion."""
MAX_MEDIANS = {"tiles_tapped": 5, "buttons_alone": 10, "phone_tiles_tapped": 3, "phone_alone": 6}
MAX_NINE_OF_TEN = {"tiles_tapped": 8}
"""Maximum presses or touches per turn."""
SIZES = ("two", "three", "five")
DEPTHS = ("referee", "scorekeeper")


class Spread(NamedTuple):
    """Distribution of presses or touches per turn."""

    median: float
    nine_of_ten: int
    """Maximum of nine turns out of ten."""
    mean: float
    turns: int


def glen_more_spread(way: str, turns: TurnsOf = turns_of) -> Spread:
    """Return the distribution over all recorded tables, which have the same players and seeds in each way."""
    manner, what = USAGE_MODES[way]
    return _spread((turns(f"glen_more_{size}{manner}") for size in SIZES), what)


def _spread(games: Iterable[tuple[Turn, ...]], what: str) -> Spread:
    """Return the distribution over the turns of these recordings."""
    counts = sorted(getattr(turn, what) for turns in games for turn in turns)
    nine = counts[-(-9 * len(counts) // 10) - 1]
    return Spread(statistics.median(counts), nine, statistics.mean(counts), len(counts))


def depth_spread(depth: str, way: str, turns: TurnsOf = turns_of) -> Spread:
    """Return the distribution over the turns of one game of Glen More II, played at this depth."""
    manner, what = USAGE_MODES[way]
    return _spread([turns(f"{depth}_depth{manner}")], what)


def main() -> None:
    for way in USAGE_MODES:
        print(f"{way}: {_told(glen_more_spread(way))}")
    for way, depth in product(USAGE_MODES, DEPTHS):
        print(f"II at {depth} depth, {way}: {_told(depth_spread(depth, way))}")


def _told(spread: Spread) -> str:
    mean, turns = f"{spread.mean:.2f}", spread.turns
    return f"median {spread.median:g}, nine of ten {spread.nine_of_ten}, mean {mean} in {turns} turns"


if __name__ == "__main__":
    main()
