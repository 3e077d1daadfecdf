"""What happens at referee depth as the history tells it, and what goes back on the table."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.engine.message import Message, join_list, tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.event_rows import EVENT_ROWS
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.instructions.reconcile_table import undo_instructions
from companion.state.glen_more_2.referee.activation_forms import ACTIVATION_FORMS
from companion.state.glen_more_2.referee.territory_tiles import spot_label, territory_map
from companion.state.glen_more_2.text import labels
from companion.state.glen_more_2.text.history_text import history_text, shortened_log_lines, turn_log, turn_text
from companion.state.glen_more_2.text.scoring_text import source_label
from companion.state.territory.activation_options import ActivationOption
from companion.state.territory.grid import Cell
from companion.state.territory.words import direction_text
from tests.state.glen_more_2.followed import Followed, spot
from tools.players.boxes import referee_box as whole_box

SENTENCES = [
    (ev.DepthChosen("scorekeeper"), "scorekeeper (we tell what our territory gave)"),
    (ev.TilePlaced("red", "lochridge", 1, 1), "Red lays Lochridge: 1 up, 1 right"),
    (ev.TileRemoved("red", "halkirk", 0, 1), "Red: no tile 1 up"),
    (ev.AllMayActivate("red"), "Red: all tiles may be activated"),
    (ev.ActivatedByHand("red"), "this turn is activated tile by tile"),
    (ev.MovementGained("red", 2, "activation:halkirk"), "2 movement points"),
    (ev.MovementLapsed("red", 2), "Red: 2 movement points unused"),
    (ev.GoodsGained("red", 0, 1, "wood", 1, "activation:halkirk"), "Red: +1 wood (Halkirk (1 up))"),
    (ev.GoodsGiven("red", 0, 1, "wood", 1, "cost"), "Red: -1 wood (Halkirk (1 up))"),
    (ev.GoodsGiven("red", 0, 1, "wood", 1, "sale"), ""),
    (ev.SourceChosen("red", "wood", "market"), "another way to pay"),
    (ev.ScotPlaced("red", 1, 0, 1, "crest:ross"), "Red: +1 Scot (home castle)"),
    (ev.ScotRemoved("red", 0, 0, 1, "cost"), "Red: -1 Scot (start village)"),
    (ev.ScotMoved("red", 0, 0, 1, 0), "Red: Scot from start village to home castle"),
    (ev.GoodsSet("red", 0, 1, "wood", 2), "Red: Halkirk (1 up): 2 wood"),
    (ev.ScotsSet("red", 1, 0, 2), "Red: home castle: 2 Scots"),
]
LINES = [
    (ev.TilePlaced("red", "lochridge", 1, 1), "Take up Lochridge from the territory of Red"),
    (ev.GoodsGained("red", 0, 1, "wood", 1, ""), "Red: -1 wood (Halkirk (1 up))"),
    (ev.GoodsGiven("red", 0, 1, "wood", 1, "cost"), "Red: +1 wood (Halkirk (1 up))"),
    (ev.ScotPlaced("red", 1, 0, 1, ""), "Red: -1 Scot (home castle)"),
    (ev.ScotRemoved("red", 0, 0, 1, "cost"), "Red: +1 Scot (start village)"),
    (ev.ScotMoved("red", 0, 0, 1, 0), "Red: Scot from home castle to start village"),
]


def table() -> Followed:
    table = Followed(2)
    table.lies("red", spot("halkirk", 0, 1))
    return table


def test_every_sentence_and_every_line_is_tried_here() -> None:
    rows = [row for row in EVENT_ROWS if row.event in ev.REFEREE_EVENTS]
    assert {row.event for row in rows} == {*ev.REFEREE_EVENTS}
    assert {type(event) for event, _ in SENTENCES} == {r.event for r in rows if r.history or r.group_history}
    assert {type(event) for event, _ in LINES} == {
        r.event for r in rows if r.undo_instructions or r.group_undo_instructions
    }


@pytest.mark.parametrize(("event", "words"), SENTENCES, ids=lambda value: type(value).__name__)
def test_what_people_read(event: ev.Event, words: str) -> None:
    assert str(history_text(table().state, [event]) or "") == words


@pytest.mark.parametrize(("event", "words"), LINES, ids=lambda value: type(value).__name__)
def test_what_the_hands_do(event: ev.Event, words: str) -> None:
    (line,) = undo_instructions(table().state, [event])
    assert str(line.text) == words


# ---- tiles that nobody has named


def nameless() -> Followed:
    """A tile of deck A without a name lies north of the start village, a castle south of it."""
    facts = whole_box()
    plain = replace(facts.pieces["halkirk"], id="A-9", name="", kind="village")
    return lying(replace(facts, pieces={**facts.pieces, "A-9": plain}))


def lying(facts: Facts) -> Followed:
    table = Followed(2, facts=facts)
    table.lies("red", spot("A-9", 0, 1, scots=1, sheep=1), spot("castle_stalker", 0, -1))
    return table


def test_a_tile_without_a_name_goes_by_its_deck_in_the_same_words_everywhere() -> None:
    table = nameless()
    lies = table.spot("red", 0, 1)
    assert str(spot_label(table.state, lies)) == "the A tile (1 up)"
    assert str(labels.cause_label(table.state, "activation:A-9")) == "the A tile"
    assert str(source_label(table.state, "tile:A-9")) == "The A tile"
    laid = ev.TilePlaced("red", "A-9", 1, 1)
    assert str(history_text(table.state, [laid])) == "Red lays the A tile: 1 up, 1 right"


def test_a_map_says_the_deck_of_a_tile_without_a_name_and_shows_one_home_castle() -> None:
    shown = {(each.x, each.y): each for each in territory_map(nameless().state, "red")}
    assert str(shown[0, 1].label) == "A tile"
    assert [at for at, each in shown.items() if each.sign == "castle"] == [(1, 0)]
    assert str(shown[0, -1].label) == "Castle Stalker"


# ---- places, and what was booked


@pytest.mark.parametrize(
    ("cell", "words"),
    [((-1, 0), "1 to the left"), ((2, 0), "2 to the right"), ((-1, 1), "1 up, 1 left"), ((0, -1), "1 down")],
)
def test_a_place_is_never_read_as_what_is_left_over(cell: tuple[int, int], words: str) -> None:
    assert str(direction_text(Cell(*cell))) == words


def booked_of(*events: ev.Event) -> list[str]:
    followed = table()
    followed.arrange("red lochridge yellow S-2")
    followed.takes("red", "lochridge")
    state = followed.state
    return [str(each.words) for each in turn_log(replace(state, turn_events=(*state.turn_events, *events)))]


def test_what_was_booked_says_what_was_moved_and_paid() -> None:
    assert booked_of(ev.ScotMoved("red", 0, 0, 1, 0))[0] == "Scot from start village to home castle"
    assert booked_of(ev.CoinsPaid("red", 2, "entered"))[0] == "Paid: -2 coins"


def test_goods_are_said_before_where_they_came_from_when_room_is_short() -> None:
    line = tr("{change} ({cause})", change=join_list([tr("+{n} {good}", n=1, good="sheep")]), cause="Halkirk")
    told = Message(line.text, (("change", line.values[0][1]), ("cause", tr("the tile"))))
    assert [str(each) for each in shortened_log_lines(told)] == ["+1 sheep"]


def test_a_good_that_was_paid_and_came_again_needs_no_hands() -> None:
    paid = ev.GoodsGiven("red", 0, 1, "wood", 1, "cost")
    gained = ev.GoodsGained("red", 0, 1, "wood", 1, "activation:halkirk")
    assert undo_instructions(table().state, [gained, paid]) == ()
    more = undo_instructions(table().state, [gained, gained, paid])
    assert [str(each.text) for each in more] == ["Red: -1 wood (Halkirk (1 up))"]


def test_points_of_movement_are_one_sum_in_the_history() -> None:
    gained = [ev.MovementGained("red", 1, f"activation:{tile}") for tile in ("halkirk", "lochridge")]
    assert str(history_text(table().state, gained)) == "2 movement points"


def test_the_tile_that_was_just_taken_is_not_named_twice() -> None:
    followed = table()
    followed.arrange("red lochridge yellow S-2")
    taken = followed.takes("red", "lochridge")
    laid = ev.TilePlaced("red", "lochridge", 1, 1)
    assert "lays the tile: 1 up, 1 right" in str(turn_text(followed.state, "red", [*taken, laid]))


def test_ways_that_differ_in_the_goods_alone_are_said_together() -> None:
    ways = [ActivationOption(0, good, {good: 1, "wood": 1}, {"vp": 4}) for good in ("sheep", "barley")]
    there = spot("halkirk", 0, 1)
    assert str(ACTIVATION_FORMS.tile_label(table().state, there, ways)) == "Halkirk (1 up): 2 goods for 4 points"
    other = [*ways, ActivationOption(0, "", {"wood": 1}, {"vp": 4})]
    assert str(ACTIVATION_FORMS.tile_label(table().state, there, other)) == "Halkirk (1 up)"
