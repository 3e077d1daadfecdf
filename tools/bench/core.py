"""The game itself: deciding again, loading, one answer."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from companion.engine.game import CORRECTION, TABLE
from companion.engine.history import History, check
from companion.engine.offers import Answer, Refusal
from companion.games.random_play import Plan, RandomPlayer, step
from companion.state.glen_more_2.game import GlenMore2
from companion.storage.archive import Archive, GameToKeep
from companion.storage.data_folder import GAMES
from companion.storage.game_summary import GameSummary
from tools.bench import games
from tools.bench.figures import Figure, Sizes, share

AGAIN_MS, LOADED_MS, ANSWER_MS = 60, 25, 2
LINEAR = 1.25
"""How much dearer an entry may be in a game ten times as long."""


def figures(sizes: Sizes, folder: Path) -> Iterator[Figure]:
    """Everything about the core; the archive is made in `folder`."""
    short = games.recorded(folder) if sizes.recorded else games.played(sizes.entries)
    long = games.played(sizes.entries * games.TEN_TIMES)
    start = History(long.game, long.header, long.entries[: sizes.entries])
    with TemporaryDirectory(dir=folder) as room, Archive(Path(room) / GAMES) as archive:
        again = _best(sizes, lambda: _decided_again(short))
        counted = {"entries": len(short.entries), "of_them_not_taken_back": len(short.standing)}
        yield Figure("decided_again_ms", again, AGAIN_MS, counted)
        yield Figure("loaded_ms", _best(sizes, _loading(archive, short)), LOADED_MS, counted)
        each, all_ = (_best(sizes, lambda h=h: _decided_again(h)) for h in (start, long))  # type: ignore[misc]
        yield _linear("decided_again_ten_times_ratio", each, all_, start, long)
        each, all_ = (_best(sizes, _loading(archive, h)) for h in (start, long))
        yield _linear("loaded_ten_times_ratio", each, all_, start, long)
    yield _one_answer(sizes)


def _linear(name: str, part: float, whole: float, start: History, long: History) -> Figure:
    each, in_long = part / len(start.entries), whole / len(long.entries)
    return Figure(name, in_long / each, LINEAR, {"entries": len(long.entries), "ms": whole})


def _best(sizes: Sizes, work: Callable[[], object]) -> float:
    """Milliseconds of the quickest run: the others had the machine's other work in them."""
    return min(_timed(work) for _ in range(sizes.repeats))


def _timed(work: Callable[[], object]) -> float:
    gc.collect()
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def _decided_again(history: History) -> None:
    difference = check(history)
    assert difference is None, difference


def _loading(archive: Archive, history: History) -> Callable[[], object]:
    (kept,) = archive.keep_all([GameToKeep(history, GameSummary("bench"))])
    return lambda: archive.load(kept, history.game)


def _one_answer(sizes: Sizes) -> Figure:
    """A whole game as it is played."""
    took = answer_times(games.four_players(7), sizes)
    return Figure("one_answer_p99_ms", share(took, 99), ANSWER_MS, {"median_ms": share(took, 50), "of": len(took)})


def answer_times(plan: Plan, sizes: Sizes) -> list[float]:
    """Milliseconds of each answer of a whole game; of several games of the same answers the quickest."""
    answers = _answers(plan)
    each = (_each(plan, answers) for _ in range(sizes.repeats))
    return [min(times) for times in zip(*each, strict=True)]


def _answers(plan: Plan) -> list[Answer]:
    history, player, game = games.begun(games.facts(), plan.chronicles), RandomPlayer(plan), GlenMore2()
    while not game.finished(history.state):
        step(history, player)
    return [entry.answer for entry in history.standing if isinstance(entry.answer, Answer)]


def _each(plan: Plan, answers: list[Answer]) -> list[float]:
    """Decided, applied and hashed, then view and open questions; garbage is swept as in the application."""
    history, game = games.begun(games.facts(), plan.chronicles), GlenMore2()
    took = []
    gc.freeze()
    gc.disable()
    for answer in answers:
        began = time.perf_counter()
        entries = history.propose(msgspec.structs.replace(answer, anyway=True))
        assert not isinstance(entries, Refusal), entries
        history.add(entries)
        game.view(history.state, TABLE)
        game.questions(history.state)
        game.question(history.state, CORRECTION)
        took.append((time.perf_counter() - began) * 1000)
        gc.collect(0)
    gc.enable()
    gc.unfreeze()
    return took
