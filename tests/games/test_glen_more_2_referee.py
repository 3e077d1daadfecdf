"""Glen More II at referee depth at the case: a tap, a place on the map, the end; no count entered."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.engine.game import CORRECTION
from companion.engine.history import History
from companion.engine.journal import Entry
from companion.engine.offers import Answer, Refusal
from companion.menu.pages import ArticlePage, HomePage, ListPage, MapPage, NoticePage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from companion.session.inputs import AnswerSubmitted
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import Cost, Effect
from tests.screens.test_on_small_glass import reads
from tests.state.glen_more_2.table import with_piece
from tests.table import Table
from tools.players.boxes import referee_box as whole_box

PAPERS = ("2in13", "7in5")


def evening(tmp_path: Path, panel: str = "7in5", **ford: object) -> Table:
    """ford: what is printed on the first tile, where that is something else."""
    return Table(tmp_path, panel=panel, facts=with_piece(whole_box(), "S-1", **ford))


def corrected(table: Table, offer: str, *values: str | int) -> None:
    table.app.submit(AnswerSubmitted(Answer(CORRECTION, offer, values))).result(5)


def keys(table: Table) -> dict[str, str]:
    return {hint.button: str(hint.label) for hint in table.page.hints}


def choose(table: Table, words: str) -> None:
    table.press(*table.keys_to(words))


def followed(table: Table) -> None:
    """Three sit, the depth is chosen, the rondel is laid out."""
    table.tap("home:red", "home:yellow", "home:blue")
    table.press("OK")
    choose(table, "Depth:")
    choose(table, "referee")
    assert "Depth: referee" in table.rows
    choose(table, "Lay out")
    table.press("OK+")
    table.tap(*(f"tile:S-{n}" for n in range(1, 6)))
    table.press("OK")


@pytest.mark.parametrize("panel", PAPERS)
def test_a_turn_is_a_tap_a_place_and_the_end(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel) as table:
        followed(table)
        table.tap("tile:S-1")
        assert table.says == "Red, where do you place Whistling Ford?"
        assert isinstance(table.page, MapPage)
        assert next(str(row.label) for row in table.page.rows if not row.closed) == "1 up"
        table.press("OK")
        assert isinstance(table.page, HomePage)
        assert [str(line) for line in table.view.turn_log][:2] == [
            "1 movement point (Whistling Ford)",
            "1 movement point (home castle)",
        ]
        assert [str(each.text) for each in table.view.table_tasks] == ["2 movement points left", "Lay 1 from A"]
        table.press("OK")
        assert table.view.on_turn == "yellow"


@pytest.mark.rule("GM-TIL-04")
def test_a_river_that_contradicts_how_its_tile_lies_is_one_question(tmp_path: Path) -> None:
    """Whichever is so, the tile stays where it is, and the game goes on where it was."""
    with evening(tmp_path, "2in13", river=False) as table:
        followed(table)
        table.tap("tile:S-1")
        table.press("OK")
        corrected(table, "tile", "S-1", "river", "river")
        reads(
            table,
            "Whistling Ford is placed as a tile without river. Does it have one?",
            "Whistling Ford leží jako dílek bez řeky. Vede jím řeka?",
        )
        choose(table, "Yes")
        assert [each.rule for each in table.entries[-1].events if isinstance(each, ev.Overruled)] == ["GM-RIV-02"]
        corrected(table, "tile", "S-1", "river", "dry")
        assert "lies as" not in table.says, "dry it lies by the rules"
        table.press("OK")
        assert table.view.on_turn == "yellow"


@pytest.mark.parametrize("panel", PANELS)
def test_a_scot_walks_home_in_three_presses_and_counts_there(tmp_path: Path, panel: str) -> None:
    """The nearest Scot is meant unless people step back, and home stands first."""
    with evening(tmp_path, panel) as table:
        followed(table)
        table.tap("tile:S-1")
        table.press("OK", "DOWN")
        assert table.rows[0] == "Move a Scot"
        table.press("OK")
        assert "Scot (start village): where to? Home castle" in " ".join(glass(table).split())
        assert "Skot (výchozí vesnice): kam? Domovský hrad" in " ".join(glass(table, "cs").split())
        table.press("OK")
        assert [player.scots_home for player in table.view.players] == [1, 0, 0]


@pytest.mark.parametrize("panel", PANELS)
def test_a_step_back_leads_to_the_other_scots(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel) as table:
        followed(table)
        corrected(table, "scots", "red", "1,0", 1)
        table.tap("tile:S-1")
        table.press("OK", "DOWN", "OK")
        assert keys(table)["BACK"] == "other Scot"
        table.press("BACK")
        assert isinstance(table.page, MapPage)
        assert str(table.page.title) == "Which Scot goes?"
        assert [str(row.label) for row in table.page.rows] == ["start village", "home castle"]
        table.press("DOWN", "OK")
        assert isinstance(table.page, MapPage)
        assert str(table.page.title) == "Scot (home castle): where to?"
        assert [(each.x, each.y) for each in table.page.map_tiles if each.marked] == [(1, 0)]
        table.press("OK")
        spots = table.app.running.history.state.player("red").territory.spots
        assert {spot.cell: spot.scots for spot in spots} == {(0, 0): 1, (1, 0): 0, (0, 1): 1}


def test_a_turn_goes_back_with_undo_and_says_what_hands_put_back(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        followed(table)
        table.tap("tile:S-1")
        table.press("OK", "UNDO")
        assert table.says.startswith("Undone: Red lays Whistling Ford: 1 up")
        assert table.rows[-1] == "Take up Whistling Ford from the territory of Red"


def test_a_game_goes_on_where_the_plug_was_pulled(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        followed(table)
        table.tap("tile:S-1")
        table.press("OK")
        before = table.hash
    with Table(tmp_path, game="") as table:
        assert table.hash == before


@pytest.mark.parametrize("panel", PANELS)
def test_the_map_comes_at_once_and_names_the_key_that_leads_to_another_payment(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel, cost=(Cost("wood", 1),)) as table:
        followed(table)
        for cell in ("0,0", "1,0"):
            corrected(table, "goods", "red", cell, "wood", 1)
        table.tap("tile:S-1")
        assert isinstance(table.page, MapPage)
        assert keys(table)["BACK"] == "payment"
        table.press("BACK")
        assert table.rows == ["Pay with something else"]
        table.press("OK")
        choose(table, "home castle")
        assert isinstance(table.page, MapPage)
        table.press("OK")
        left = {spot.cell: spot.goods for spot in table.app.running.history.state.player("red").territory.spots}
        assert (left[0, 0], left[1, 0]) == ({"wood": 1}, {})


@pytest.mark.parametrize("panel", PANELS)
def test_who_leaves_the_map_and_its_payment_answers_later(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel, cost=(Cost("wood", 1),)) as table:
        followed(table)
        corrected(table, "goods", "red", "0,0", "wood", 1)
        table.tap("tile:S-1")
        table.press("BACK")
        assert keys(table)["BACK"] == "to do"
        table.press("BACK")
        assert isinstance(table.page, HomePage)
        table.press("OK")
        assert isinstance(table.page, MapPage)


@pytest.mark.parametrize("panel", PANELS)
def test_the_key_says_what_its_list_begins_with_first_the_cost_then_moves(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel, cost=None) as table:
        followed(table)
        corrected(table, "count", "red", "coins", 3)
        table.tap("tile:S-1")
        table.press("OK")
        assert keys(table)["DOWN"] == "cost …"
        table.press("DOWN")
        assert table.rows[:2] == ["Paid nothing: it was free", "Paid 1 coin"]
        choose(table, "Paid 1 coin")
        assert keys(table)["DOWN"] == "move …"
        table.press("DOWN")
        assert table.rows[0] == "Move a Scot"
        assert not any(row.startswith("Paid") for row in table.rows)


@pytest.mark.parametrize("panel", PANELS)
def test_a_tile_that_can_still_be_used_is_named_before_the_turn_ends(tmp_path: Path, panel: str) -> None:
    distillery = (Effect("exchange", pay={"barley": 1}, get={"whisky": 1}),)
    with evening(tmp_path, panel, kind="whisky", activation=distillery) as table:
        followed(table)
        corrected(table, "goods", "red", "0,0", "barley", 1)
        table.tap("tile:S-1")
        table.press("OK")
        owed = [str(each.text) for each in table.view.table_tasks]
        assert owed[:2] == ["1 movement point left", "Can still be used: Whistling Ford (1 up)"]
        assert keys(table)["DOWN"] == "barrel …"
        table.press("DOWN")
        assert table.rows[:2] == ["Whistling Ford (1 up): 1 barley for 1 barrel", "Move a Scot"]
        choose(table, "Whistling Ford")
        assert table.view.players[0].barrels == 1
        assert [str(each.text) for each in table.view.table_tasks] == ["1 movement point left", "Lay 1 from A"]


def test_a_full_tile_and_one_that_nobody_told_are_named_too(tmp_path: Path) -> None:
    with evening(tmp_path, activation=None) as table:
        followed(table)
        table.tap("tile:S-1")
        table.press("OK")
        owed = [str(each.text) for each in table.view.table_tasks]
        assert "Not known what it gives: Whistling Ford (1 up)" in owed
        table.press("DOWN")
        choose(table, "Activation of Whistling Ford (1 up)")
        choose(table, "wood")
        table.press("OK")
        table.app.submit(AnswerSubmitted(Answer(CORRECTION, "goods", ("red", "0,1", "wood", 3)))).result(5)
        owed = [str(each.text) for each in table.view.table_tasks]
        assert "Not known what it gives: Whistling Ford (1 up)" not in owed


def stepped(table: Table) -> tuple[History, Entry]:
    """Red lays Whistling Ford, its Scot walks over it into the home castle; the entry that laid the tile."""
    followed(table)
    table.tap("tile:S-1")
    table.press("OK")
    history = table.app.running.history
    for offer, *values in (("move", "0,0", "0,1"), ("move", "0,1", "1,0"), ("done",)):
        question = next(each for each in history.game.questions(history.state) if each.kind == "end")
        entries = history.propose(Answer(question.number, offer, tuple(values)))
        assert not isinstance(entries, Refusal)
        history.add(entries)
    laid = next(e for e in history.standing if isinstance(e.answer, Answer) and e.answer.offer == "place")
    return history, laid


def test_a_tile_that_lies_elsewhere_in_another_past_takes_the_later_steps_of_scots_along(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        history, laid = stepped(table)
        edit = history.propose_edit(laid.number, replace(laid.answer, values=("1,-1",)))
        assert (edit.unfit_entries, edit.refusal) == ((), None)
        assert [str(line.text) for line in history.undo_instructions(*edit.entries)] == [
            "Red lays Whistling Ford: 1 down, 1 right"
        ]
        history.add(edit.entries)
        red = history.state.player("red")
        assert {spot.cell: spot.scots for spot in red.territory.spots} == {(0, 0): 0, (1, 0): 1, (1, -1): 0}


def test_a_tile_that_is_moved_on_the_map_of_the_past_asks_whether_the_table_was_wrong_too(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        followed(table)
        table.tap("tile:S-1")
        table.press("OK", "OK", "UNDO+")
        table.press("OK")
        choose(table, "Red lays Whistling Ford")
        choose(table, "Red, where do you place")
        assert isinstance(table.page, MapPage)
        table.press("DOWN", "OK")
        assert table.says.endswith("Done already?")
        table.press("DOWN", "OK")
        assert table.rows == ["All done", "Red lays Whistling Ford: 1 up, 1 right"]


def test_less_is_followed_from_the_menu_of_corrections(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        followed(table)
        history = table.app.running.history
        question = history.game.question(history.state, CORRECTION)
        assert question
        assert "We tell what our territory gave" in [str(offer.label) for offer in question.offers]


@pytest.mark.rule("GM-PLC-01")
@pytest.mark.parametrize("panel", PAPERS)
def test_where_nothing_fits_nothing_is_laid_and_the_reason_is_said(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel) as table:
        followed(table)
        table.tap("tile:S-1")
        assert isinstance(table.page, MapPage)
        there = next(n for n, row in enumerate(table.page.rows) if str(row.label) == "1 to the left")
        before = table.hash
        table.press(*["DOWN"] * there, "OK")
        assert table.says == "Left and right of a river tile there are only river tiles."
        table.press("OK")
        assert isinstance(table.page, MapPage)
        assert table.hash == before


@pytest.mark.parametrize("panel", PAPERS)
def test_a_tile_tapped_twice_is_taken_once_and_still_asked_for_its_place(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel) as table:
        followed(table)
        table.tap("tile:S-1")
        before = table.hash
        table.tap("tile:S-1")
        assert table.says == "First answer: Red, where do you place Whistling Ford?"
        assert table.hash == before
        table.press("OK")
        after = table.hash
        table.tap("tile:S-1")
        assert table.hash == after, "it lies there: it is only looked at"


def test_a_tile_is_taken_back_after_three_turns_with_all_that_came_of_it(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        followed(table)
        history, before = table.app.running.history, table.hash
        for number in (1, 2, 3):
            table.tap(f"tile:S-{number}")
            table.press("OK", "OK")
        assert [len(player.territory.spots) for player in history.state.players] == [3, 3, 3]
        entries = len(history.standing)
        while table.hash != before:
            table.press("UNDO")
            assert len(history.standing) < entries, "each press takes one back"
            entries = len(history.standing)
        assert table.view.on_turn == "red"


def corrects(table: Table, *rows: str) -> None:
    table.press("BACK+")
    for row in ("Correct something", *rows):
        choose(table, row)


def glass(table: Table, language: str = "en") -> str:
    """All words on the picture."""
    now = table.app.snapshot
    pen = make_drawing(now.game.shown(table.view), now.page, PANELS[table.panel].paper(), Translator(language))
    return " ".join(each.text for each in pen.drawn)


@pytest.mark.rule("GM-END-08")
@pytest.mark.parametrize("panel", PAPERS)
def test_the_tiles_of_a_territory_are_no_number_to_be_set(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel) as table:
        followed(table)
        before = table.hash
        corrects(table, "A player's count", "Red", "other", "territory tiles: 2")
        assert "The companion counts the tiles of the territory; correct it there." in glass(table)
        assert "Průvodce počítá dílky tam, kde leží; opravte území." in glass(table, "cs")
        assert table.hash == before


@pytest.mark.rule("GM-RIV-02")
@pytest.mark.parametrize("panel", PAPERS)
def test_a_territory_put_right_against_a_rule_is_marked_and_said(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel) as table:
        followed(table)
        table.tap("tile:S-2")
        table.press("OK")
        corrects(table, "A tile of a territory lies elsewhere")
        table.press("OK")
        assert isinstance(table.page, MapPage)
        there = next(n for n, row in enumerate(table.page.rows) if str(row.label) == "1 up")
        table.press(*["DOWN"] * there, "OK")
        assert (0, 1) in {(spot.x, spot.y) for spot in table.app.running.history.state.players[0].territory.spots}
        assert ev.Overruled("GM-RIV-02") in table.entries[-1].events
        assert "Against a rule: A tile with river is laid at either end of the river" in glass(table)
        assert "It stays as you say, marked in the history." in glass(table)
        assert "Proti pravidlu: Dílek s řekou" in glass(table, "cs")
        assert "Zůstane to, jak říkáte; v historii je to vyznačené." in glass(table, "cs")
        table.press("DOWN")
        assert isinstance(table.page, ArticlePage), "why?"
        table.press("OK", "UNDO+", "OK")
        assert isinstance(table.page, ListPage)
        marked = next(n for n, row in enumerate(table.rows) if "done anyway, against a rule" in row)
        table.press(*["DOWN"] * (marked - table.page.cursor))
        assert "against a rule" in glass(table)
        assert "proti pravidlu" in glass(table, "cs")


@pytest.mark.rule("GM-TIL-09")
def test_goods_put_right_against_a_rule_are_said_and_a_number_that_breaks_none_is_not(tmp_path: Path) -> None:
    with evening(tmp_path, "2in13") as table:
        followed(table)
        table.tap("tile:S-2")
        table.press("OK")
        corrected(table, "goods", "red", "0,0", "wood", 3)
        assert not isinstance(table.page, NoticePage)
        corrected(table, "goods", "red", "0,0", "stone", 1)
        assert "Against a rule: At most 3 goods lie on a tile, and what finds no room is lost." in glass(table)
        assert "Proti pravidlu: Na dílku leží nejvýš 3 suroviny" in glass(table, "cs")
        table.press("UNDO")
        assert table.app.running.history.state.players[0].territory.spots[0].goods == {"wood": 3}


@pytest.mark.rule("GM-TIL-09")
@pytest.mark.parametrize("panel", PAPERS)
def test_a_past_put_right_against_a_rule_says_so(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel) as table:
        followed(table)
        table.tap("tile:S-2")
        table.press("OK")
        corrected(table, "goods", "red", "0,0", "wood", 1)
        corrected(table, "goods", "red", "0,0", "stone", 2)
        table.press("OK")
        assert table.view.on_turn == "yellow"
        table.press("UNDO+")
        choose(table, table.rows[0])
        choose(table, next(row for row in table.rows if "stone" in row))
        choose(table, "stone")
        table.press("UP", "OK")
        assert isinstance(table.page, NoticePage)
        words = (
            "3 stone, done anyway, against a rule. At most 3 goods lie on a tile, and what finds no room is lost."
        )
        assert words in glass(table)
        assert "proti pravidlu. Na dílku leží nejvýš 3 suroviny" in glass(table, "cs")
        table.press("DOWN")
        assert isinstance(table.page, ArticlePage), "why?"
        table.press("OK")
        assert table.says == "Yellow, tap the tile you take"


@pytest.mark.rule("GM-TAK-02")
@pytest.mark.parametrize("panel", PANELS)
def test_among_the_ways_to_pay_an_unknown_cost_is_a_good_that_is_bought(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel, cost=None) as table:
        followed(table)
        table.tap("tile:S-1")
        table.press("OK", "DOWN", "DOWN+")
        assert "A good bought for it" in glass(table)
        assert "Surovina koupená na zaplacení" in glass(table, "cs")
        choose(table, "A good bought for it")
        choose(table, "wood")
        assert table.view.players[0].coins == 3
        assert str(table.view.turn_log[0]) == "Bought wood: -2 coins"
        assert ev.EntryMade("red", "buy") in table.entries[-1].events


@pytest.mark.rule("GM-TAK-02")
@pytest.mark.parametrize("panel", PANELS)
def test_an_own_good_that_pays_an_unknown_cost_leaves_its_tile(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel, cost=None) as table:
        followed(table)
        corrected(table, "goods", "red", "0,0", "sheep", 2)
        table.tap("tile:S-1")
        table.press("OK", "DOWN", "DOWN+")
        assert "Paid with a good from a tile" in glass(table)
        assert "Zaplaceno surovinou z dílku" in glass(table, "cs")
        choose(table, "Paid with a good from a tile")
        choose(table, "wood")
        assert table.says == "Red has no wood."
        table.press("OK")
        choose(table, "sheep")
        assert table.app.running.history.state.players[0].territory.spots[0].goods == {"sheep": 1}
        assert "OK asks if Whistling Ford cost more" in glass(table)
        table.press("OK")
        choose(table, "1 sheep")
        state = table.app.running.history.state
        assert state.facts.pieces["S-1"].cost == (Cost("sheep", 1),)
        assert state.turn.player == "yellow"


@pytest.mark.rule("GM-TAK-02", "GM-MKT-02")
def test_a_good_that_was_bought_for_something_else_is_no_cost(tmp_path: Path) -> None:
    with evening(tmp_path, "2in13", cost=None) as table:
        followed(table)
        table.tap("tile:S-1")
        table.press("OK", "DOWN")
        choose(table, "Paid 1 coin")
        table.press("UP+")
        choose(table, "barley")
        table.press("OK")
        assert set(table.rows) == {"1 coin, 1 barley", "1 coin, 1 good", "1 coin"}
        assert "no goods" in glass(table)
        assert "bez surovin" in glass(table, "cs")
        table.press(next(button for button, label in keys(table).items() if label == "no goods"))
        assert table.app.running.history.state.facts.pieces["S-1"].cost == (Cost("coin", 1),)


def test_a_scot_that_scores_at_home_is_on_no_key(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        followed(table)
        table.tap("tile:S-1")
        table.press("OK")
        enter = Answer(table.app.snapshot.questions[0].number, "move", ("0,0", "1,0"))
        table.app.submit(AnswerSubmitted(enter)).result(5)
        assert table.app.running.history.state.turn.work.movement_points > 0
        assert table.view.players[0].scots_home == 1
        hints = {hint.button: str(hint.label) for hint in table.page.hints}  # type: ignore[union-attr]
        assert "move" not in hints.get("DOWN", ""), hints
        table.press("DOWN", "OK")
        assert table.view.players[0].scots_home == 1, "one press too many takes no Scot off"
