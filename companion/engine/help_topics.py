"""What people can look up: an article is a thing of the box, or a rule, in a few plain sentences.

Knows no game; each writes its own articles and says which one explains what stands on the panel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from companion.engine.message import Message, search_letters


class Article(msgspec.Struct, frozen=True, gc=False):
    """A few sentences about one thing."""

    key: str
    """What it is looked up by: the id of a piece, of a rule, or a word of the game's own."""
    title: Message
    """What it is about, in a few words."""
    text: tuple[Message, ...]
    """A sentence or two each; the first alone says what matters most."""
    rule: str = ""
    """The id of the rule that it tells, for pages and files, never for the panel; "" for none."""


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
    """How a game explains itself; all of it pure."""

    article: Callable[[Any, str], Article | None] = _no_article
    """State and key -> the article; None where there is nothing to say."""
    keys: Callable[[Any], Sequence[str]] = _no_keys
    """Everything that can be looked up in this state, in the order of lists."""
    about: Callable[[Any, Iterable[Any]], tuple[str, ...]] = _no_events
    """The state after some events, and they -> what explains them: each key once, in the order of the events."""
    row: Callable[[Any, str, str], str] = _no_row
    """State, kind of a question, name of an offer of it -> what explains that entry; "" for nothing."""
    sheet: Callable[[Any, str], tuple[str, ...]] = _no_sheet
    """State and kind of a sheet of the panel -> what explains what stands on it now."""
    lessons: Callable[[Any, Iterable[Any]], tuple[str, ...]] = _no_events
    """As `about`, but only what people who play for the first time are told unasked."""


class Explainer(NamedTuple):
    """What can be looked up in one state of a game."""

    look_up: GameHelp = GameHelp()
    state: Any = None
    lessons: bool | None = None
    """Whether what happens for the first time is explained unasked; None where it can't be."""

    def article(self, key: str) -> Article | None:
        """What is said of it; None where there is nothing to say."""
        return self.look_up.article(self.state, key) if key else None

    def text(self, key: str) -> tuple[Message, ...]:
        """Its sentences; none where there is nothing to say."""
        article = self.article(key)
        return article.text if article else ()

    def known(self, keys: Iterable[str]) -> tuple[str, ...]:
        """Those of these that there is an article for, each once."""
        return tuple(dict.fromkeys(key for key in keys if self.article(key)))

    def row(self, question: str, offer: str) -> str:
        """What explains an entry."""
        return self.look_up.row(self.state, question, offer)

    def sheet(self, kind: str) -> tuple[str, ...]:
        """What explains a sheet."""
        return self.known(self.look_up.sheet(self.state, kind))


def all_articles(look_up: GameHelp, state: Any) -> list[Article]:
    """All that can be looked up in this state."""
    return [article for key in look_up.keys(state) if (article := look_up.article(state, key))]


class SearchableArticle(NamedTuple):
    """An article as it is searched, in the reader's language."""

    article: Article
    title: str
    """Its letters, without accents."""
    whole: str
    """Those of title and text."""


def prepare_articles(articles: Iterable[Article], said: Callable[[Message], str]) -> list[SearchableArticle]:
    """Worked out once for many searches: the words of a whole game are thousands."""
    read = []
    for article in articles:
        title = search_letters(said(article.title))
        whole = " ".join((title, *(search_letters(said(line)) for line in article.text)))
        read.append(SearchableArticle(article, title, whole))
    return read


def search_articles(articles: Iterable[SearchableArticle], words: str) -> list[Article]:
    """The articles that hold all these words, accents or not, by their titles first; what reads alike once."""
    wanted = search_letters(words).split()
    able = [each for each in articles if wanted and all(word in each.whole for word in wanted)]
    able = [*{each.whole: each for each in able}.values()]
    able.sort(key=lambda each: not all(word in each.title for word in wanted))
    return [each.article for each in able]
