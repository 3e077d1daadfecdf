"""What people meet who play with the panel for the first time: each press does what the picture says."""

# ruff: noqa: F811 (fixtures of another file)
from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.engine.offers import Answer, Pick, Refusal
from companion.menu import menu_state
from companion.menu.pages import HomePage, KeysPage, ListPage, NoticePage, SheetPage
from companion.screens.paper import PANELS
from companion.state.glen_more_2.facts import GOODS
from companion.state.glen_more_2.instructions.table_tasks import setup_tasks
from tests.games.test_presses import Seated as Evening
from tests.games.test_presses import bare, laid_out, table  # noqa: F401 (fixtures)
from tests.menu.test_this_box import choose
from tests.screens.samples import LONG, SCENES
from tests.screens.shown import drawing, sheet_pages
from tests.session.test_living_room import evening, over, says
from tests.table import Table
from tools.players.planner import current_menu, presses_to


def hints(evening: Evening) -> dict[str, str]:
    page = evening.app.snapshot.page
    assert isinstance(page, HomePage), page
    return {hint.button: str(hint.label) for hint in page.hints}


def test_each_step_of_the_set_up_is_one_press(tmp_path: Path) -> None:
    """Setting up and laying out lie open together; OK ticks off the one whose words stand there."""
    with Table(tmp_path) as table:
        table.tap("home:red", "home:yellow", "home:blue")
        says(table, "seat", "done")
        says(table, "spaces", "spaces", 14)
        says(table, "start", "go")
        state = table.app.running.snapshot.state
        for _ in setup_tasks(state):
            assert isinstance(table.page, HomePage), table.page
            assert any(q.kind == "prepare" for q in table.app.snapshot.questions)
            table.press("OK")
        assert [q.kind for q in table.app.snapshot.questions if q.kind in ("prepare", "layout")] == ["layout"]


def test_down_names_the_payment_until_the_cost_is_entered(bare: Evening) -> None:
    """A good that is sold meanwhile pays for nothing."""
    bare.press("OK")
    bare.tap("tile:halkirk")
    menu, context = current_menu(bare.app)
    for key in presses_to(
        menu, context, lambda o: isinstance(o, menu_state.GiveAnswer) and o.answer.offer == "take"
    ):
        bare.press(*key)
    assert hints(bare)["DOWN"] == "cost …"
    bare.reply(Answer(bare.ledger().number, "sell", (GOODS[0],)))
    assert hints(bare)["DOWN"] == "cost …"
    bare.reply(Answer(bare.ledger().number, "coins_out", (2,)))
    assert hints(bare)["DOWN"] == "more"


# ---- who plays


def picks(table: Table, colour: str) -> None:
    """The next player, with buttons alone: the row of the colour."""
    table.press("OK")
    while table.rows[table.page.cursor] != colour:
        table.press("DOWN")
    table.press("OK")


def under_the_cursor(table: Table) -> str:
    assert isinstance(table.page, ListPage), table.page
    return table.rows[table.page.cursor]


def test_with_buttons_one_player_after_the_other_sits_down(tmp_path: Path) -> None:
    """OK is the next player until somebody says that this is everybody; nobody is lost on the way."""
    with Table(tmp_path) as table:
        for colour in ("Red", "Yellow", "Blue"):
            assert under_the_cursor(table) == "Next player"
            picks(table, colour)
        assert [player.id for player in table.view.players] == ["red", "yellow", "blue"]
        assert (under_the_cursor(table), "OK" in table.says) == ("Next player", False)
        table.press("DOWN", "OK")
        assert not any(q.kind == "seat" for q in table.app.snapshot.questions)


def test_who_taps_home_tiles_ends_with_one_press(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.tap("home:red", "home:yellow", "home:blue")
        assert (under_the_cursor(table), "OK" in table.says) == ("That is everybody", False)


@pytest.mark.parametrize("panel", PANELS)
def test_the_rows_of_who_plays_keep_their_places_however_many_sit(tmp_path: Path, panel: str) -> None:
    with Table(tmp_path, panel=panel) as table:
        for colour in ("red", "yellow", "blue", "green"):
            table.tap(f"home:{colour}")
            assert table.rows == ["Next player", "That is everybody"]
            glass = " ".join(
                each.text for each in drawing(table.view, table.page, PANELS[panel].paper(), str).drawn
            )
            assert glass.index("Next player") < glass.index("That is everybody")


def test_after_a_colour_that_is_taken_the_cursor_stands_on_a_free_one(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.tap("home:red")
        table.press("OK")
        while under_the_cursor(table) != "Red":
            table.press("DOWN")
        table.press("OK")
        assert isinstance(table.page, NoticePage)
        assert table.says == "This colour is taken."
        table.press("OK")
        page = table.page
        assert isinstance(page, ListPage)
        assert not page.rows[page.cursor].closed


def test_after_the_last_colour_that_is_taken_the_cursor_is_not_back_at_the_first(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.tap("home:green")
        table.press("OK", "UP")
        assert under_the_cursor(table) == "Green"
        table.press("OK")
        assert table.says == "This colour is taken."
        table.press("OK")
        assert under_the_cursor(table) == "Blue"


def test_no_key_leads_from_a_colour_that_is_taken_to_another_one(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.tap("home:red", "home:yellow")
        table.press("DOWN", "OK")
        while under_the_cursor(table) != "Yellow":
            table.press("DOWN")
        table.press("OK")
        assert table.says == "This colour is taken."
        table.press("UP")
        assert under_the_cursor(table) == "Green"


def test_the_set_up_says_what_was_changed_and_keeps_the_cursor_there(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.tap("home:red", "home:yellow", "home:blue")
        says(table, "seat", "done")
        says(table, "spaces", "spaces", 14)
        assert "Play the short game: World's End on top of D" in table.rows
        choose(table, "Play the short game: World's End on top of D")
        assert under_the_cursor(table) == "Play the full game: World's End in the middle of D"
        for changed in ("House rules", "House rules: 1 changed"):
            choose(table, changed)
            choose(table, next(row for row in table.rows if row.endswith(": no")))
            table.press("BACK")
        assert under_the_cursor(table) == "House rules: 2 changed"
        assert table.drawn()


# ---- which tile


def test_tiles_that_nobody_can_tell_apart_are_one_row(bare: Evening) -> None:
    """Numbers of slots stand on no tile."""
    bare.press("OK")
    take = bare.question("take").offer("take")
    assert take
    (where,) = take.parts
    assert isinstance(where, Pick)
    (which,) = where.choices[-1].then
    assert isinstance(which, Pick)
    rows = [str(choice.label) for choice in which.choices]
    assert rows[-1] == "New tile: remember its cost"
    assert not any(row.startswith("A-") for row in rows)
    assert len(set(rows)) == len(rows)


def test_a_sticker_on_such_a_tile_is_still_the_tile_itself(bare: Evening) -> None:
    bare.press("OK")
    take = bare.question("take").offer("take")
    assert take
    (where,) = take.parts
    assert isinstance(where, Pick)
    last = where.choices[-1].value
    answer = Answer(bare.question("take").number, "take", (last, "A-7"))
    assert not isinstance(bare.app.running.history.propose(answer), Refusal)


def test_the_list_of_tiles_ahead_begins_with_the_nearest(table: Evening) -> None:
    """Who played before took another one: that is nobody's habit."""
    table.press("OK")
    table.reply(Answer(table.question("take").number, "take", ("ahead:9", "")))
    while table.state.phase != "take":
        table.press("OK")
    table.press("OK")
    page = table.app.snapshot.page
    assert isinstance(page, KeysPage)
    assert (str(page.title), page.keys[0], str(page.rows[0].label)[:12]) == (
        "Which tile ahead of you? Count tiles only.",
        "UP",
        "tile 1 ahead",
    )


def test_what_a_corrected_tile_booked_stands_on_the_picture(table: Evening) -> None:
    """A tile that the companion has elsewhere is tapped: a row is taken, and what it did is said."""
    laid_out(table)
    table.tap("tile:loch_ness")
    page = table.app.snapshot.page
    assert isinstance(page, ListPage)
    lies = [str(row.label) for row in page.rows].index("It is still ahead, not taken")
    for key in (*["DOWN"] * lies, "OK", "UP"):
        table.press(key)
    assert str(table.app.snapshot.view.turn_log[0]) == "Loch Ness is on the rondel, tile 1 ahead of Red"
    assert isinstance(table.app.snapshot.page, HomePage)
    table.tap("tile:loch_ness")
    assert table.state.turn.tile == "loch_ness", "it is taken with another tap"


# ---- numbers, and the end


def test_the_points_say_where_another_cause_is(table: Evening) -> None:
    laid_out(table)
    table.tap("tile:S-1")
    table.press("DOWN", True)
    page = table.app.snapshot.page
    assert isinstance(page, KeysPage)
    assert str(page.title) == "Points for an exchange"
    assert ("BACK", "for what") in [(hint.button, str(hint.label)) for hint in page.hints]
    table.press("BACK")
    page = table.app.snapshot.page
    assert isinstance(page, KeysPage)
    assert str(page.title) == "Points for what?"


@pytest.mark.parametrize("panel", PANELS)
def test_all_counts_are_named_in_words_and_the_question_mark_is_explained(panel: str) -> None:
    view = msgspec.structs.replace(
        LONG, players=tuple(msgspec.structs.replace(each, uncertain_counts=("coins",)) for each in LONG.players)
    )
    paper = PANELS[panel].paper()
    pages = [
        drawing(view, SheetPage("counts", (), n), paper, str) for n in range(sheet_pages(view, "counts", paper))
    ]
    told = " ".join(each.text for pen in pages for each in pen.drawn)
    for pen in pages:
        assert "? = may be wrong" in " ".join(each.text for each in pen.drawn), "wherever one stands"
    for words in (
        "Points",
        "Scots at home",
        "Landmark cards",
        "Whisky barrels",
        "Persons",
        "Coins",
        "Territory tiles",
    ):
        assert words in told
    assert "you are asked at the scoring." in told


def test_after_the_end_a_held_down_opens_no_empty_list(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        over(table)
        before = table.press("OK")
        assert isinstance(before, HomePage)
        assert table.press("DOWN+") == before


@pytest.mark.parametrize("panel", PANELS)
def test_the_end_counts_the_turns_of_players_and_says_with_whose_there_were_more(panel: str) -> None:
    """All are numbered as the history does it, so that "in turn 9" is the same turn in both."""
    view, page = SCENES["final_shared"]
    own = sum(1 for each in view.score_history.turns if not each.scoring)
    last = max(each.turn for each in view.score_history.turns)
    neutral = msgspec.structs.replace(
        view.score_history.turns[0], turn=last + 1, figure="neutral:englishman", scoring=""
    )
    story = msgspec.structs.replace(view.score_history, turns=(*view.score_history.turns, neutral))
    view, paper = msgspec.structs.replace(view, score_history=story), PANELS[panel].paper()
    assert f"{own} player turns" in {each.text for each in drawing(view, page, paper, str).drawn}
    pages = range(sheet_pages(view, "final", paper))
    told = " ".join(
        each.text for n in pages for each in drawing(view, SheetPage("final", (), n), paper, str).drawn
    )
    assert own < last, "the die's moves between them end no turn, and are numbered"
    assert f"All turns, as in the history: {last + 1}" in told
