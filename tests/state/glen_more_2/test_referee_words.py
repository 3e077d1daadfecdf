"""What happens at referee depth as the history tells it, and what goes back on the table."""

from __future__ import annotations

import pytest

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.event_rows import ROWS
from companion.state.glen_more_2.history_text import history_text
from companion.state.glen_more_2.put_back import put_back
from companion.state.glen_more_2.referee import events as rev
from tests.state.glen_more_2.followed import Followed, spot

SENTENCES = [
    (rev.DepthChosen("scorekeeper"), "scorekeeper (we tell what our territory gave)"),
    (rev.TilePlaced("red", "lochridge", 1, 1), "Red lays Lochridge: 1 up, 1 right"),
    (rev.TileRemoved("red", "halkirk", 0, 1), "Red: no tile 1 up"),
    (rev.AllMayActivate("red"), "Red: all tiles may be activated"),
    (rev.ActivatedByHand("red"), "this turn is activated tile by tile"),
    (rev.MovementGained("red", 2, "activation:halkirk"), "Red: 2 movement points"),
    (rev.MovementLapsed("red", 2), "Red: 2 movement points unused"),
    (rev.GoodsGained("red", 0, 1, "wood", 1, "activation:halkirk"), "Red: +1 wood (Halkirk (1 up))"),
    (rev.GoodsGiven("red", 0, 1, "wood", 1, "cost"), "Red: -1 wood (Halkirk (1 up))"),
    (rev.GoodsGiven("red", 0, 1, "wood", 1, "sale"), ""),
    (rev.SourceChosen("red", "wood", "market"), "another way to pay"),
    (rev.ScotPlaced("red", 1, 0, 1, "crest:ross"), "Red: +1 Scot (home castle)"),
    (rev.ScotRemoved("red", 0, 0, 1, "cost"), "Red: -1 Scot (start village)"),
    (rev.ScotMoved("red", 0, 0, 1, 0), "Red: Scot from start village to home castle"),
    (rev.GoodsSet("red", 0, 1, "wood", 2), "Red: Halkirk (1 up): 2 wood"),
    (rev.ScotsSet("red", 1, 0, 2), "Red: home castle: 2 Scots"),
]
LINES = [
    (rev.TilePlaced("red", "lochridge", 1, 1), "Take up Lochridge from the territory of Red"),
    (rev.GoodsGained("red", 0, 1, "wood", 1, ""), "Red: -1 wood (Halkirk (1 up))"),
    (rev.GoodsGiven("red", 0, 1, "wood", 1, "cost"), "Red: +1 wood (Halkirk (1 up))"),
    (rev.ScotPlaced("red", 1, 0, 1, ""), "Red: -1 Scot (home castle)"),
    (rev.ScotRemoved("red", 0, 0, 1, "cost"), "Red: +1 Scot (start village)"),
    (rev.ScotMoved("red", 0, 0, 1, 0), "Red: Scot from home castle to start village"),
]


def table() -> Followed:
    table = Followed(2)
    table.lies("red", spot("halkirk", 0, 1))
    return table


def test_every_sentence_and_every_line_is_tried_here() -> None:
    rows = [row for row in ROWS if row.event in rev.EVENTS]
    assert {row.event for row in rows} == {*rev.EVENTS}
    assert {type(event) for event, _ in SENTENCES} == {r.event for r in rows if r.history or r.history_of_all}
    assert {type(event) for event, _ in LINES} == {row.event for row in rows if row.put_back}


@pytest.mark.parametrize(("event", "words"), SENTENCES, ids=lambda value: type(value).__name__)
def test_what_people_read(event: ev.Event, words: str) -> None:
    assert str(history_text(table().state, [event]) or "") == words


@pytest.mark.parametrize(("event", "words"), LINES, ids=lambda value: type(value).__name__)
def test_what_the_hands_do(event: ev.Event, words: str) -> None:
    (line,) = put_back(table().state, [event])
    assert str(line.text) == words
