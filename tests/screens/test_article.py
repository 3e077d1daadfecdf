"""What people look up is read whole on every panel, in every language, on as many pages as it needs."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from companion.engine.help_topics import Article, all_articles
from companion.engine.message import literal, tr
from companion.games.glen_more_2.definition import GAME
from companion.menu.pages import ArticlePage, Hint, NoticePage
from companion.screens.message_screens import help_page_leaves
from companion.screens.paper import PANELS, Paper
from companion.screens.pen import Pen
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator, available_languages
from tests.screens.layout import problems
from tests.screens.samples import pseudo
from tests.state.glen_more_2.table import Table

HINTS = (Hint("OK", tr("go on")), Hint("BACK", tr("back")))
ALL = ("boat_race", "highlander", "single_cask", "hammer", "haggis", "turbulent", "great_glen", "penny_mobs")
LONGEST = 12


@cache
def articles() -> list[Article]:
    """The longest that there are with every chronicle, and those with the longest titles."""
    table = Table(0, chronicles=ALL, box="bare")
    table.sits("red", "yellow", "blue", "green")
    table.answers("start", "go")
    every = all_articles(GAME.look_up, table.state)
    by_text = sorted(every, key=lambda each: -sum(len(str(line)) for line in each.text))
    by_title = sorted(every, key=lambda each: -len(str(each.title)))
    return [*by_text[:LONGEST], *by_title[:LONGEST]]


def page_of(article: Article) -> ArticlePage:
    return ArticlePage(article.title, article.text, HINTS, turn=Hint("DOWN", tr("page")))


@pytest.mark.parametrize("language", ["pseudo", *sorted(available_languages())])
@pytest.mark.parametrize("panel", sorted(PANELS))
def test_every_article_is_whole_on_its_pages(panel: str, language: str) -> None:
    size, words = PANELS[panel], pseudo if language == "pseudo" else Translator(language)
    for article in articles():
        page = page_of(article)
        paper = Paper(size.width, size.height)
        pages = len(help_page_leaves(Pen(paper, words), page))
        said = ""
        for number in range(pages):
            pen = make_drawing(None, replace(page, page=number), Paper(size.width, size.height), words)
            assert problems(pen) == [], (article.key, number)
            said += " ".join(each.text for each in pen.drawn if each.kind == "text") + " "
        assert pages <= (8 if language == "pseudo" else 5), (article.key, pages)
        for line in article.text:
            assert "".join(words(line).split()) in "".join(said.split()), article.key


def test_pages_begin_again_after_the_last() -> None:
    page = page_of(Article("x", literal("Much"), tuple(literal(f"{n}. {'many words ' * 20}") for n in range(6))))
    paper = Paper(250, 122)
    pages = len(help_page_leaves(Pen(paper, str), page))
    assert pages > 1

    def read(number: int) -> list[str]:
        shown = make_drawing(None, replace(page, page=number), Paper(250, 122), str)
        return [each.text for each in shown.drawn if each.kind == "text"]

    assert read(0) == read(pages)
    assert read(-1) == read(pages - 1) != read(0)
    assert "page" in read(0)


def test_what_fits_one_page_has_no_key_for_the_next() -> None:
    page = page_of(Article("x", literal("Little"), (literal("A word."),)))
    shown = make_drawing(None, page, Paper(400, 300), str)
    assert "page" not in [each.text for each in shown.drawn]


@pytest.mark.parametrize("panel", sorted(PANELS))
def test_a_look_at_a_piece_says_as_much_of_it_as_there_is_room_for(panel: str) -> None:
    size = PANELS[panel]
    for article in articles():
        look = tr("{tile} lies in its deck.", tile=article.title)
        notice = NoticePage("told", look, (Hint("OK", tr("go on")),), more=article.text)
        pen = make_drawing(None, notice, Paper(size.width, size.height), Translator("cs"))
        assert problems(pen) == [], article.key
    short = NoticePage("told", literal("Here."), (Hint("OK", tr("go on")),), more=(literal("It costs nothing."),))
    shown = make_drawing(None, short, Paper(size.width, size.height), str)
    assert {"Here.", "It costs nothing."} <= {each.text for each in shown.drawn}
