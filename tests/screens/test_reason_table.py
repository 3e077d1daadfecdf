"""Scorings on glass with room: points with their reason under them, the totals below, page after page."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.engine.game import TABLE_VIEWER
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer, new_history
from companion.games.glen_more_2.catalogue.box import read_box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.random_play import play_step
from companion.scoring.gains import Gain
from companion.screens.paper import PANELS
from companion.screens.pen import DrawnElement
from companion.state.glen_more_2.game import GlenMore2
from companion.state.glen_more_2.model import HouseRules
from companion.state.glen_more_2.view import View
from tests.screens.samples import LONG, VIEW, pseudo, sheet
from tests.screens.shown import drawing, sheet_pages

BOX = Path(__file__).parent.parent / "boxes" / "complete.toml"
with_room = pytest.mark.parametrize("panel", ["4in2", "7in5"])


def page(view: View, panel: str, number: int = 0) -> list[DrawnElement]:
    return drawing(view, sheet("result", number), PANELS[panel].paper(), str).drawn


def pages(view: View, panel: str) -> list[list[DrawnElement]]:
    return [page(view, panel, number) for number in range(sheet_pages(view, "result", PANELS[panel].paper()))]


def one(drawn: list[DrawnElement], text: str) -> DrawnElement:
    [found] = [each for each in drawn if each.text == text]
    return found


@with_room
def test_the_reason_stands_under_the_points_in_the_column_of_their_player(panel: str) -> None:
    drawn = page(VIEW, panel)
    for points, reason, who in (("+3", "3 more", "Claire"), ("+8", "6 more", "Ann")):
        figure, note, name = one(drawn, points), one(drawn, reason), one(drawn, who)
        assert abs(figure.box.right - note.box.right) <= 2
        assert abs(figure.box.right - name.box.right) <= 2
        assert 0 <= note.box.y - figure.box.bottom <= 8
        assert figure.face
        assert note.face
        assert (figure.face.kind, note.face.kind) == ("B", "R")
    [fewest, *_] = [each for each in drawn if each.text == "fewest"]
    assert abs(fewest.box.right - one(drawn, "Bob").box.right) <= 2


@with_room
def test_totals_are_the_largest_figures_and_stand_once_on_the_first_page(panel: str) -> None:
    tables = pages(LONG, panel)
    assert len(tables) > 1
    large = [[each.text for each in drawn if each.face and each.face.kind == "D"][1:] for drawn in tables]
    assert large[0] == ["121", "121", "58", "\u221212"]
    assert not any(large[1:])
    assert one(tables[0], "Points before").box.y > one(tables[0], "Total").box.y


@pytest.mark.parametrize("panel", PANELS)
def test_a_source_that_no_two_words_explain_stands_with_its_points_and_reason_behind_the_table(panel: str) -> None:
    assert VIEW.result
    ann, *others = VIEW.result.players
    odd = replace(ann, gains=(Gain("of_nobody", 4, VIEW.result.players[0].gains[0].because),))
    told = pages(replace(VIEW, result=replace(VIEW.result, players=(odd, *others))), panel)
    [behind] = [drawn for drawn in told if any(each.text == "Of nobody" for each in drawn)]
    assert not any(each.text == "Total" for each in behind)
    points, who = one(behind, "+4").box, one(behind, "Ann").box
    assert who.right < points.x
    assert abs(points.bottom - who.bottom) < 6
    assert str(odd.gains[0].because) in " ".join(each.text for each in behind)


def test_where_a_reason_has_no_room_the_line_stands_behind_the_table_in_words() -> None:
    assert VIEW.result
    gain = VIEW.result.players[0].gains[0]
    assert gain.short
    wide = replace(gain, short=replace(gain.short, text="{n} more than anybody else"))
    ann, *others = VIEW.result.players
    view = replace(VIEW, result=replace(VIEW.result, players=(replace(ann, gains=(wide,)), *others)))
    told = [each.text for drawn in pages(view, "4in2") for each in drawn]
    assert not [text for text in told if "anybody" in text]
    assert str(gain.because) in told


@with_room
def test_a_made_up_longer_language_keeps_its_reasons(panel: str) -> None:
    paper = PANELS[panel].paper()
    numbers = range(sheet_pages(LONG, "result", paper, pseudo))
    drawn = [each for n in numbers for each in drawing(LONG, sheet("result", n), paper, pseudo).drawn]
    assert len([each for each in drawn if each.text.startswith("7 m")]) >= 12


@with_room
@pytest.mark.rule("GM-SCR-04")
@pytest.mark.rule("GM-END-08")
def test_each_reason_of_a_played_game_is_the_one_of_its_arithmetic(panel: str) -> None:
    history = new_history(GlenMore2(), effective_facts(read_box(BOX)), HouseRules())
    player = RandomPlayer(RandomGamePlan(3, 5))
    while not GlenMore2().is_finished(history.state):
        play_step(history, player)
    view = GlenMore2().view(history.state, TABLE_VIEWER)
    assert view.result
    gains = [gain for scored in view.result.players for gain in scored.gains]
    in_words = {gain.source for gain in gains if not gain.short}
    told = [str(gain.because) for gain in gains if gain.source not in in_words]
    found = (re.search(r"(\d+)(?: tiles?)? more than", because) for because in told)
    leads = Counter(f"{each[1]} more" for each in found if each)
    texts = [each.text for drawn in pages(view, panel) for each in drawn]
    assert leads
    assert Counter(text for text in texts if text.endswith(" more")) == leads
    compared = {gain.source: gain.fewest for gain in gains if gain.fewest and gain.source not in in_words}
    assert texts.count("fewest") == sum(len(who) for who in compared.values())
