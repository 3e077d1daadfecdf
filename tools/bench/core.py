"""Bench of the game engine: deciding a game again, loading it, and one answer."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from companion.engine.game import CORRECTION, TABLE_VIEWER
from companion.engine.history import History, first_difference
from companion.engine.offers import Answer, Refusal
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer
from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.games.random_play import play_step
from companion.menu.menu import menu_page
from companion.menu.menu_state import Menu, MenuContext
from companion.storage.archive import Archive, GameToStore
from companion.storage.data_folder import GAMES_FILE
from companion.storage.game_summary import GameSummary
from tools.bench import games
from tools.bench.figures import Figure, Sizes, percentile

AGAIN_MS, LOADED_MS, ANSWER_MS, REFEREED_MS = 22, 25, 0.6, 1
MAX_LINEAR_RATIO = 1.25
"""Maximum factor of the time per entry in a game ten times as long."""
MAX_GROWTH = 3
"""Maximum factor of the time per answer at the end of a game, with at least three times as many tiles."""


def figures(sizes: Sizes, folder: Path) -> Iterator[Figure]:
    """Yield all figures of the engine; the archive is made in `folder`."""
    short = games.recorded_game(folder) if sizes.recorded else games.game_with_entries(sizes.entries)
    long = games.game_with_entries(sizes.entries * games.TEN_TIMES)
    start = History(long.game, long.header, long.entries[: sizes.entries])
    with TemporaryDirectory(dir=folder) as room, Archive(Path(room) / GAMES_FILE) as archive:
        again = _best(sizes, lambda: _decided_again(short))
        counted = {"entries": len(short.entries), "of_them_not_taken_back": len(short.standing)}
        yield Figure("decided_again_ms", again, AGAIN_MS, counted)
        yield Figure("loaded_ms", _best(sizes, _loading(archive, short)), LOADED_MS, counted)
        each, all_ = (_best(sizes, lambda h=h: _decided_again(h)) for h in (start, long))  # type: ignore[misc]
        yield _linear("decided_again_ten_times_ratio", each, all_, start, long)
        each, all_ = (_best(sizes, _loading(archive, h)) for h in (start, long))
        yield _linear("loaded_ten_times_ratio", each, all_, start, long)
    yield from one_answer("one_answer", games.four_players(7), sizes, ANSWER_MS)
    yield from one_answer("one_answer_referee", games.at_referee_depth(7), sizes, REFEREED_MS)


def _linear(name: str, part: float, whole: float, start: History, long: History) -> Figure:
    each, in_long = part / len(start.entries), whole / len(long.entries)
    return Figure(name, in_long / each, MAX_LINEAR_RATIO, {"entries": len(long.entries), "ms": whole})


def _best(sizes: Sizes, work: Callable[[], object]) -> float:
    """Return the milliseconds of the fastest run, which is least affected by other load."""
    return min(_timed(work) for _ in range(sizes.repeats))


def _timed(work: Callable[[], object]) -> float:
    gc.collect()
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def _decided_again(history: History) -> None:
    difference = first_difference(history)
    assert difference is None, difference


def _loading(archive: Archive, history: History) -> Callable[[], object]:
    (kept,) = archive.store_games([GameToStore(history, GameSummary("bench"))])
    return lambda: archive.load(kept, history.game)


def one_answer(name: str, plan: RandomGamePlan, sizes: Sizes, goal: float) -> Iterator[Figure]:
    """Yield figures of each answer of a game: decided and applied, the view made, and the home page.

    Other figures include what phones read after each answer: every offer of every open question and every
    correction.
    """
    answers = _answers(plan)
    alone, read = (_quickest(plan, answers, sizes, phones) for phones in (False, True))
    shown = [each.shown for each in alone]
    yield Figure(
        f"{name}_p99_ms", percentile(shown, 99), goal, {"median_ms": percentile(shown, 50), "of": len(shown)}
    )
    quarter = len(shown) // 4
    first, last = statistics.median(shown[:quarter]), statistics.median(shown[-quarter:])
    yield Figure(f"{name}_last_quarter_ratio", last / first, MAX_GROWTH, {"first_ms": first, "last_ms": last})
    for what, took in (("phones", [each.shown for each in read]), ("all_offers", [each.offers for each in read])):
        yield Figure(f"{name}_{what}_p99_ms", percentile(took, 99), more={"median_ms": percentile(took, 50)})


class AnswerTimes(NamedTuple):
    """Milliseconds of one answer."""

    shown: float
    """Time until the home page is made."""
    offers: float
    """Time of all offers and corrections after it."""


def _quickest(plan: RandomGamePlan, answers: list[Answer], sizes: Sizes, phones: bool) -> list[AnswerTimes]:
    """Return the times of each answer of a game: the fastest of several identical games."""
    each = (_each(plan, answers, phones) for _ in range(sizes.repeats))
    return [AnswerTimes(*map(min, zip(*times, strict=True))) for times in zip(*each, strict=True)]


def _answers(plan: RandomGamePlan) -> list[Answer]:
    history, player, game = (
        games.new_game(plan.facts or games.facts(), plan.chronicles),
        RandomPlayer(plan),
        game_rules(),
    )
    while not game.is_finished(history.state):
        play_step(history, player)
    return [entry.answer for entry in history.standing if isinstance(entry.answer, Answer)]


def _each(plan: RandomGamePlan, answers: list[Answer], phones: bool) -> list[AnswerTimes]:
    """Return the times of each answer; garbage is collected as in the application.

    phones: True to read all offers too, as the page of a phone does.
    """
    history, game = games.new_game(plan.facts or games.facts(), plan.chronicles), game_rules()
    took = []
    gc.freeze()
    gc.disable()
    for answer in answers:
        began = time.perf_counter()
        entries = history.propose(msgspec.structs.replace(answer, anyway=True))
        assert not isinstance(entries, Refusal), entries
        history.add(entries)
        game.view(history.state, TABLE_VIEWER)
        questions = game.questions(history.state)
        menu_page(Menu(), MenuContext(questions))
        shown = time.perf_counter()
        if phones:
            correction = game.question(history.state, CORRECTION)
            for question in (*questions, correction):
                assert question is None or question.offers is not None
        took.append(AnswerTimes((shown - began) * 1000, (time.perf_counter() - shown) * 1000))
        gc.collect(0)
    gc.enable()
    gc.unfreeze()
    return took
