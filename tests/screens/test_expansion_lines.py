"""What chronicles have to show: behind the standings, at the end, and beside the turn where there is room."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.engine.message import literal, tr, trn
from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from companion.state.glen_more_2.view import outline_of
from tests.screens.layout import problems
from tests.screens.samples import HOME, LONG_PLAYERS, VIEW, pseudo, sheet
from tests.screens.shown import drawing, sheet_pages

LINES = (
    tr("boat: {place}", place=tr("last place")),
    trn("{n} haggis token", "{n} haggis tokens", 3),
    trn("{n} event side", "{n} event sides", 2),
    tr("Aye {aye}, Nay {nay}", aye=4, nay=1),
    tr("{pennies}; if it ended now {n}", pennies=tr("pennies {pennies}", pennies=literal("-7 +12")), n=-15),
)
WITH_LINES = replace(
    VIEW,
    players=tuple(replace(player, lines=LINES) for player in LONG_PLAYERS),
    lines=tuple(tr("Card {n}: nobody has voted on it until now.", n=n) for n in range(7)),
)
SHORT = replace(HOME, text=tr("Ann: end the turn."))
on_each_panel = pytest.mark.parametrize("panel", PANELS)


def texts(kind: str, panel: str) -> list[list[str]]:
    """The words of every page of a sheet."""
    paper = PANELS[panel].paper()
    pens = [drawing(WITH_LINES, sheet(kind, n), paper, str) for n in range(sheet_pages(WITH_LINES, kind, paper))]
    assert [problems(pen) for pen in pens] == [[]] * len(pens)
    return [[each.text for each in pen.drawn] for pen in pens]


@on_each_panel
@pytest.mark.parametrize("kind", ["standings", "final"])
def test_every_line_of_the_table_and_of_each_player_can_be_read(kind: str, panel: str) -> None:
    everything = " ".join(text for page in texts(kind, panel) for text in page)
    for n in range(7):
        assert f"Card {n}: nobody has voted on it until now." in everything
    assert everything.count("if it ended now") == len(LONG_PLAYERS)


@on_each_panel
def test_no_page_begins_with_a_reason_whose_heading_is_on_another(panel: str) -> None:
    sources = {str(words) for _, words in WITH_LINES.source_words}
    for page in texts("result", panel):
        if "Total" not in page and "Points before" not in page:
            assert sources & set(page), page


def test_the_turn_screen_shows_the_lines_of_the_player_on_turn_where_there_is_room() -> None:
    plain = replace(WITH_LINES, table_tasks=(), turn_log=(), taken_tile=None)
    pen = drawing(plain, SHORT, PANELS["7in5"].paper(), str)
    assert problems(pen) == []
    words = " ".join(each.text for each in pen.drawn)
    whose = str(outline_of(plain).figure(plain.on_turn).label)
    assert f"{whose}: boat: last place" in words, "a line says whose it is"


@on_each_panel
def test_the_lines_push_nothing_else_off_the_turn_screen(panel: str) -> None:
    paper = PANELS[panel].paper()
    without = replace(WITH_LINES, players=LONG_PLAYERS)
    before = [(each.text, each.box) for each in drawing(without, HOME, paper, str).drawn]
    pen = drawing(WITH_LINES, HOME, paper, str)
    now = [(each.text, each.box) for each in pen.drawn]
    assert problems(pen) == []
    assert [each for each in before if each not in now] == []


@on_each_panel
@pytest.mark.rule("GM-TAK-07")
@pytest.mark.parametrize("words", ["No tile could be taken", "Red stops on World's End"])
def test_a_turn_without_a_tile_says_so(words: str, panel: str) -> None:
    view = replace(VIEW, taken_tile=None, turn_log=(tr(words),), table_tasks=(), players=VIEW.players[:2])
    shown = [each.text for each in drawing(view, SHORT, PANELS[panel].paper(), str).drawn]
    assert words in shown


@pytest.mark.parametrize("language", ["en", "cs", "pseudo"])
@on_each_panel
def test_a_row_without_a_good_tells_its_coins_in_its_own_words(panel: str, language: str) -> None:
    row = replace(VIEW.market[0], good="england", label=tr("England"))
    view = replace(VIEW, market=(*VIEW.market[:5], row))
    pen = drawing(view, HOME, PANELS[panel].paper(), pseudo if language == "pseudo" else Translator(language))
    assert problems(pen) == []
