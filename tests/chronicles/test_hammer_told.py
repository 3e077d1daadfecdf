"""What people read of the Englishman and of the England marker, on each panel and through the buttons."""

from __future__ import annotations

import pytest

from companion.chronicles.hammer.model import ENGLISHMAN
from companion.engine.offers import Pick
from companion.menu.menu import menu_page, press_button
from companion.menu.menu_state import GiveAnswer, Menu, MenuContext
from companion.menu.pages import KeysPage, ListPage, NoticePage, Page
from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from companion.state.glen_more_2.model import Tile
from tests.chronicles import on_glass
from tests.chronicles.test_hammer import SLUG, his_turn, seated
from tests.screens.layout import problems
from tests.screens.shown import drawing, read
from tests.state.glen_more_2.table import Table

on_each_panel = pytest.mark.parametrize("panel", PANELS)


def pressed(table: Table, *keys: str) -> Menu:
    """The menu after these keys."""
    context = MenuContext(questions=table.history.game.questions(table.state))
    menu = Menu()
    for key in keys:
        after = press_button(menu, context, key)
        assert isinstance(after, Menu), after
        menu = after
    return menu


def shown(table: Table, menu: Menu) -> Page:
    return menu_page(menu, MenuContext(questions=table.history.game.questions(table.state)))


# ---- what he throws out


@pytest.mark.rule("C4-16", "C4-18")
@on_each_panel
def test_the_tile_he_throws_out_lies_on_keys_the_nearest_first_and_worlds_end_says_why_not(panel: str) -> None:
    table = his_turn("S-1 yellow red blue END D-1 D-2", holder="yellow")
    which = shown(table, pressed(table, "DOWN", "OK"))
    assert isinstance(which, KeysPage), which
    assert which.keys == ("UP", "DOWN", "OK", "UP+")
    assert [row.closed for row in which.rows] == [False, True, False, False]
    assert str(which.rows[1].note) == "World's End is never discarded."
    pen = drawing(table.view, which, PANELS[panel].paper(), str)
    assert problems(pen) == []
    words = " ".join(" ".join(each.text for each in pen.drawn).split())
    assert "Discard which tile ahead of him? Count tiles only." in words
    assert ("2: End" if panel == "2in13" else "World's End") in words
    why = shown(table, pressed(table, "DOWN", "OK", "DOWN"))
    assert isinstance(why, NoticePage)
    assert (str(why.text), why.rule) == ("World's End is never discarded.", "C4-18")


@pytest.mark.rule("C4-16", "C4-18")
def test_the_nearest_tile_goes_with_one_key() -> None:
    table = his_turn("S-1 yellow red blue END D-1 D-2", holder="yellow")
    context = MenuContext(questions=table.history.game.questions(table.state))
    given = press_button(pressed(table, "DOWN", "OK"), context, "UP")
    assert isinstance(given, GiveAnswer)
    table.answer(given.answer)
    assert [tile.piece for tile in table.state.discards] == ["S-1"]


@pytest.mark.rule("C4-16", "C4-18")
def test_with_worlds_end_alone_ahead_nothing_can_be_thrown_out() -> None:
    table = his_turn("END+yellow+red+blue", holder="yellow")
    shut = table.question(f"{SLUG}.use").offer("discard")
    assert shut
    assert shut.closed
    assert str(shut.closed.text) == "No tile lies ahead."


@pytest.mark.rule("C4-15")
def test_a_tile_that_nobody_tapped_is_not_named_one_of_those_he_cannot_take() -> None:
    table = his_turn("A? yellow red blue A? A?", holder="yellow", box="bare")
    table.answers(f"{SLUG}.use", "use")
    (pick,) = table.offer("take", "take").parts
    assert isinstance(pick, Pick)
    (names,) = pick.choices[0].then
    assert isinstance(names, Pick)
    shut = {choice.value: str(choice.closed.text) for choice in names.choices if choice.closed}
    assert shut == {"loch_lomond": "The Englishman cannot take this tile."}
    refused = table.refused("take", "take", "ahead:1", "loch_lomond")
    assert refused.reason.rule == "C4-15"
    mine = seated(box="bare")
    mine.arrange("red yellow blue A? A?")
    mine.takes("red", "loch_lomond", ahead=1)
    assert mine.player("red").landmarks == ("loch_lomond",), "a player can"


# ---- who has the marker


@pytest.mark.rule("C4-07")
@on_each_panel
def test_all_counts_say_who_has_the_england_marker_whoever_is_on_turn(panel: str) -> None:
    table = seated()
    table.arrange("red S-1 yellow blue A-6 A-7 B?")
    assert "Nobody has the England marker" in read(table.view, "counts", panel)
    table.enters("yellow", f"{SLUG}.marker")
    for on_turn in ("red", "yellow"):
        table.arrange(f"{on_turn} S-1 {'yellow' if on_turn == 'red' else 'red'} blue A-6 A-7 B?")
        assert table.on_turn == on_turn
        assert "Yellow has the England marker" in " ".join(read(table.view, "counts", panel).split())


@pytest.mark.rule("C4-07")
@pytest.mark.parametrize("panel", ["4in2", "7in5"])
@pytest.mark.parametrize("on_turn", ["red", "yellow", "blue"])
def test_where_there_is_room_every_turn_says_who_has_the_marker(panel: str, on_turn: str) -> None:
    table = seated()
    table.enters("yellow", f"{SLUG}.marker")
    others = " ".join(each for each in ("red", "yellow", "blue") if each != on_turn)
    table.arrange(f"{on_turn} S-1 {others} A-6 A-7 B?")
    assert on_glass.home_words(table, panel).count("Yellow has the England marker") == 1


@pytest.mark.rule("C4-07")
@pytest.mark.parametrize("panel", ["4in2", "7in5"])
@pytest.mark.parametrize("holder", ["yellow", "green"])
def test_with_four_players_the_englishman_stands_beside_who_plays_him(panel: str, holder: str) -> None:
    table = seated(4)
    table.arrange("red S-1 yellow blue green A-6 A-7 B?")
    table.enters(holder, f"{SLUG}.marker")
    table.arrange("red S-1 yellow blue green A-6 A-7 B?")
    pen = on_glass.home(table, panel)
    assert problems(pen) == []
    beside = {}
    for player in table.state.players:
        name = next(e.box for e in reversed(pen.drawn) if e.text == player.id.capitalize() and e.box.x < 60)
        line = [each.box for each in pen.drawn if each.kind == "mark" and abs(each.box.bottom - name.bottom) < 4]
        beside[player.id] = [box for box in line if name.right < box.x < name.right + name.w + 60]
    assert {player_id for player_id, marks in beside.items() if marks} == {holder}


# ---- a barrel for four points


@pytest.mark.rule("C4-26")
@on_each_panel
def test_a_barrel_for_points_names_its_tile_and_is_shut_for_whoever_has_it_not(panel: str) -> None:
    table = seated(box="bare")
    table.arrange("red yellow blue B? A? A?")
    table.has("red", taken_tiles=(Tile("", "B"),), barrels=1)
    table.has("yellow", taken_tiles=(Tile("", "A"),), barrels=1)
    listed = shown(table, pressed(table, "DOWN"))
    assert isinstance(listed, ListPage)
    rows = [str(row.label) for row in listed.rows]
    assert "Glenfinnan Church: 1 barrel for 4 points" in rows
    table.arrange("yellow red blue B? A? A?")
    listed = shown(table, pressed(table, "DOWN"))
    assert isinstance(listed, ListPage)
    assert not any("Glenfinnan" in str(row.label) for row in listed.rows)
    at = next(n for n, row in enumerate(listed.rows) if str(row.label) == "Rarely needed")
    is_rare = shown(table, pressed(table, "DOWN", *["DOWN"] * (at - listed.cursor), "OK"))
    assert isinstance(is_rare, ListPage)
    (church,) = (row for row in is_rare.rows if "Glenfinnan" in str(row.label))
    assert church.closed
    assert str(church.note) == "Yellow has not taken Glenfinnan Church."
    pen = drawing(table.view, is_rare, PANELS[panel].paper(), str)
    assert problems(pen) == []


@pytest.mark.rule("C4-27")
@on_each_panel
def test_the_points_of_the_monument_are_offered_to_its_owner_and_to_whoever_may_have_it_untold(panel: str) -> None:
    table = seated(box="bare")
    table.arrange("red yellow blue C? A? A?", deck="C")
    table.has("red", taken_tiles=(Tile("glenfinnan_monument", "C"),))
    table.has("yellow", taken_tiles=(Tile("", "C"),))
    listed = shown(table, pressed(table, "DOWN"))
    assert isinstance(listed, ListPage)
    assert "Glenfinnan Monument: 3 points" in [str(row.label) for row in listed.rows]
    pen = drawing(table.view, listed, PANELS[panel].paper(), str)
    assert problems(pen) == []
    assert table.question("ledger", "yellow").offer(f"{SLUG}.monument") is None
    table.has("red", taken_tiles=())
    assert table.question("ledger", "yellow").offer(f"{SLUG}.monument") is not None
    table.has("red", taken_tiles=(Tile("glenfinnan_monument", "C"),))
    table.enters("red", f"{SLUG}.monument")
    assert table.player("red").points == {f"{SLUG}:glenfinnan_monument": 3}


def test_before_play_begins_nobody_plays_the_englishman() -> None:
    table = Table(0, chronicles=(SLUG,))
    table.sits("red", "yellow", "blue")
    assert [player.acts_for for player in table.view.players] == [(), (), ()]


# ---- whose entry it is after his turn


@pytest.mark.rule("GM-TRN-09", "C4-10")
@on_each_panel
@pytest.mark.parametrize("language", ["en", "cs"])
def test_after_his_turn_an_entry_is_first_of_who_played_him(panel: str, language: str) -> None:
    """Blue laid the last tile before it, and yellow that of his turn: blue's is over."""
    table = seated()
    table.enters("yellow", f"{SLUG}.marker")
    table.arrange(f"blue {ENGLISHMAN} S-1 S-2 red yellow A-6 A-7")
    table.takes("blue", "S-1")
    table.taps("A-8")
    table.answers(f"{SLUG}.use", "use")
    assert table.state.last_turn_player == "blue", "nobody has moved since"
    table.taps("S-2")
    table.taps("A-9")
    assert (table.on_turn, table.state.last_turn_player) == ("blue", "yellow")
    asked = shown(table, pressed(table, "UP"))
    assert isinstance(asked, ListPage)
    assert [str(row.label) for row in asked.rows] == ["Yellow", "Blue"]
    pen = drawing(table.view, asked, PANELS[panel].paper(), Translator(language))
    assert problems(pen) == []
    words = " ".join(" ".join(each.text for each in pen.drawn).split())
    assert ("Sell a good: for whom? Yellow Blue" if language == "en" else "komu? Žlutý Modrý") in words
