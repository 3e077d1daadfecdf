"""Bench of the help: a tap after the card "What is this?", and the page's search compared with SQLite's.

Both search the same articles for the same letters in the same run.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.engine.help_topics import SearchableArticle, all_articles, prepare_articles
from companion.menu.pages import ArticlePage
from companion.screens.translator import Translator
from companion.web import page_data
from tools.bench.figures import Figure, Sizes, percentile
from tools.bench.table import PICTURE_MS, TimedTable

SEARCH_MS = 1
LETTERS = 4
"""Number of typed letters; SQLite needs at least three."""


def figures(sizes: Sizes, folder: Path) -> Iterator[Figure]:
    """Yield both figures, at a table where a turn has begun."""
    with TemporaryDirectory(dir=folder) as room, contextlib.closing(TimedTable(Path(room), 1)) as table:
        table.app.start()
        table.app.wait(lambda now: now.drawn >= 0)
        while table.app.snapshot.questions[0].kind != "take":
            table.answer()
        yield _tapped(table, sizes.taps)
        yield _searched(table, sizes.taps)


def _tapped(table: TimedTable, taps: int) -> Figure:
    pieces = table.app.running.history.state.facts.pieces
    took = []
    for id in islice(cycle(pieces), taps):
        table.shown("card:what")
        took.append(table.shown(f"tile:{id}")[1])
        assert isinstance(table.app.snapshot.page, ArticlePage), f"nothing is said of {id}"
    more = {"median_ms": percentile(took, 50), "of": len(took)}
    return Figure("look_up_tap_to_picture_p95_ms", percentile(took, 95), PICTURE_MS, more)


def _searched(table: TimedTable, searches: int) -> Figure:
    snapshot, translate = table.app.snapshot, Translator("en")
    every = prepare_articles(all_articles(snapshot.game.look_up, snapshot.state), translate)
    words = [*islice(cycle(_typed(every)), searches)]
    first, *ours = _times(
        lambda letters: page_data.search_help_articles(snapshot, letters, translate), [words[0], *words]
    )
    with contextlib.closing(_indexed(every)) as index:
        theirs = _times(lambda letters: _found(index, letters), words)
    more = {
        "median_ms": percentile(ours, 50),
        "first_ms": first,  # The first search prepares every article.
        "sqlite_p95_ms": percentile(theirs, 95),
        "sqlite_median_ms": percentile(theirs, 50),
        "articles": len(every),
        "of": len(ours),
    }
    return Figure("look_up_search_p95_ms", percentile(ours, 95), SEARCH_MS, more)


def _typed(every: Sequence[SearchableArticle]) -> list[str]:
    """Return the first letters of every word of the titles, each once."""
    words = (word[:LETTERS] for each in every for word in each.title.split())
    return [*dict.fromkeys(word for word in words if len(word) == LETTERS and word.isalpha())]


def _times(search: Callable[[str], object], words: Sequence[str]) -> list[float]:
    """Return the milliseconds of each search."""
    took = []
    for letters in words:
        began = time.perf_counter()
        search(letters)
        took.append((time.perf_counter() - began) * 1000)
    return took


def _indexed(every: Sequence[SearchableArticle]) -> sqlite3.Connection:
    """Return the articles in SQLite's full-text index, which also finds letters within words."""
    index = sqlite3.connect(":memory:")
    index.execute("CREATE VIRTUAL TABLE article USING fts5 (title, whole, tokenize = 'trigram')")
    index.executemany("INSERT INTO article VALUES (?, ?)", ((each.title, each.whole) for each in every))
    return index


def _found(index: sqlite3.Connection, letters: str) -> list[tuple[str, str]]:
    found = "SELECT title, whole FROM article WHERE article MATCH ? ORDER BY rank LIMIT ?"
    return index.execute(found, (f'"{letters}"', page_data.MAX_ARTICLES)).fetchall()
