"""Help articles: things of the box and rules, each explained in a few sentences, and searching them.

Each game provides its articles and says which one explains what is on the panel (`GameHelp`). Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from companion.engine.message import Message, searchable_text


class Article(msgspec.Struct, frozen=True, gc=False):
    """A few sentences about one thing."""

    key: str
    """Its key: the id of a piece or a rule, or a word of the game's own."""
    title: Message
    """What it is about, in a few words."""
    text: tuple[Message, ...]
    """Paragraphs of one or two sentences; the first alone says what matters most."""
    rule: str = ""
    """The id of the rule it explains, for pages and files, never for the panel; "" for none."""


def _no_article(_state: Any, _key: str) -> Article | None:
    return None


def _no_keys(_state: Any) -> tuple[str, ...]:
    return ()


def _no_events(_state: Any, _events: Iterable[Any]) -> tuple[str, ...]:
    return ()


def _no_sheet(_state: Any, _sheet: str) -> tuple[str, ...]:
    return ()


def _no_row(_state: Any, _question: str, _offer: str) -> str:
    return ""


class GameHelp(NamedTuple):
    """The pure functions with which a game explains itself."""

    article: Callable[[Any, str], Article | None] = _no_article
    """Return the article for a state and a key; None if there is none."""
    keys: Callable[[Any], Sequence[str]] = _no_keys
    """Return the keys of all articles in this state, in list order."""
    about: Callable[[Any, Iterable[Any]], tuple[str, ...]] = _no_events
    """Return the keys of articles about these events, in their order; arguments: the state after them, the events.
    """
    row: Callable[[Any, str, str], str] = _no_row
    """Return the article key of an entry; arguments: state, question kind, offer name. "" for none."""
    sheet: Callable[[Any, str], tuple[str, ...]] = _no_sheet
    """Return the article keys for a sheet of the panel in this state."""
    lessons: Callable[[Any, Iterable[Any]], tuple[str, ...]] = _no_events
    """As `about`, but only what first-time players are shown unasked."""


class Explainer(NamedTuple):
    """The help for one state of a game."""

    look_up: GameHelp = GameHelp()
    state: Any = None
    lessons: bool | None = None
    """True if new events are explained unasked (tutorial); None if the game has no tutorial."""

    def article(self, key: str) -> Article | None:
        """Return the article; None if there is none."""
        return self.look_up.article(self.state, key) if key else None

    def text(self, key: str) -> tuple[Message, ...]:
        """Return the paragraphs of an article; empty if there is none."""
        article = self.article(key)
        return article.text if article else ()

    def known(self, keys: Iterable[str]) -> tuple[str, ...]:
        """Return those keys that have an article, each once."""
        return tuple(dict.fromkeys(key for key in keys if self.article(key)))

    def row(self, question: str, offer: str) -> str:
        """Return the article key of an entry."""
        return self.look_up.row(self.state, question, offer)

    def sheet(self, kind: str) -> tuple[str, ...]:
        """Return the article keys of a sheet."""
        return self.known(self.look_up.sheet(self.state, kind))


def all_articles(look_up: GameHelp, state: Any) -> list[Article]:
    """Return all articles in this state."""
    return [article for key in look_up.keys(state) if (article := look_up.article(state, key))]


class SearchableArticle(NamedTuple):
    """An article prepared for searching, in the reader's language."""

    article: Article
    title: str
    """The letters of its title, without accents."""
    whole: str
    """The letters of title and text, without accents."""


def prepare_articles(articles: Iterable[Article], translate: Callable[[Message], str]) -> list[SearchableArticle]:
    """Return the articles prepared for many searches; a game has thousands of words. translate: the translator."""
    read = []
    for article in articles:
        title = searchable_text(translate(article.title))
        whole = " ".join((title, *(searchable_text(translate(line)) for line in article.text)))
        read.append(SearchableArticle(article, title, whole))
    return read


def search_articles(articles: Iterable[SearchableArticle], words: str) -> list[Article]:
    """Return the articles that contain all these words, matches in titles first.

    Accents are ignored; articles with identical text are returned once.
    """
    wanted = searchable_text(words).split()
    able = [each for each in articles if wanted and all(word in each.whole for word in wanted)]
    able = [*{each.whole: each for each in able}.values()]
    able.sort(key=lambda each: not all(word in each.title for word in wanted))
    return [each.article for each in able]
