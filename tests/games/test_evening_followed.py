"""What an evening met at referee depth, its box taught as it went: read and pressed at the case."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.message import literal
from companion.engine.offers import Answer
from companion.games.glen_more_2.definition import GAME
from companion.menu.pages import HomePage, KeysPage, MapPage, SheetPage
from companion.screens.paper import PANELS
from companion.screens.pen import Pen
from companion.screens.tables import draw_leaf
from companion.screens.tile_map import map_leaves
from companion.session.inputs import AnswerSubmitted
from companion.state.glen_more_2.facts import Cost, Effect
from tests.games.test_glen_more_2_referee import choose, corrected, evening, followed, glass
from tests.screens.layout import problems
from tests.screens.maps import large
from tests.state.glen_more_2.table import with_piece
from tests.table import Table
from tools.players.boxes import referee_box as whole_box

SMALL_AND_USUAL = ("2in13", "4in2")
on_small_and_usual = pytest.mark.parametrize("panel", SMALL_AND_USUAL)
DIFFERENT_FOR_POINTS = (Effect("exchange", pay={"different_good": 2}, get={"vp": 4}),)


def lays(table: Table, *presses: str) -> None:
    """Red has laid Whistling Ford where it goes first."""
    followed(table)
    corrected(table, "count", "red", "coins", 9)
    corrected(table, "goods", "red", "0,0", "sheep", 1)
    table.tap("tile:S-1")
    table.press("OK", *presses)
    assert isinstance(table.page, HomePage)


def pays_a_coin(table: Table) -> None:
    table.press("DOWN")
    choose(table, "Paid 1 coin")


def owed(table: Table) -> list[str]:
    return [str(each.text) for each in table.view.table_tasks]


def answers(table: Table, kind: str, offer: str, *values: str | int) -> None:
    """The open question of that kind, through the rules: only what comes of it is looked at."""
    question = next(q for q in table.app.snapshot.questions if q.kind == kind)
    table.app.submit(AnswerSubmitted(Answer(question.number, offer, values))).result(5)


# ---- what it cost


@pytest.mark.rule("GM-ACT-11", "GM-MKT-05", "GM-TIL-02")
@on_small_and_usual
def test_a_good_bought_for_an_exchange_is_no_part_of_the_cost(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel, cost=None, activation=DIFFERENT_FOR_POINTS) as table:
        lays(table)
        pays_a_coin(table)
        assert "OK also remembers the cost of Whistling Ford: 1 coin" in owed(table)
        table.press("DOWN")
        choose(table, "Whistling Ford (1 up)")
        choose(table, "1 barley, 1 sheep for 4 points")
        assert "OK also remembers the cost of Whistling Ford: 1 coin" in owed(table)
        table.press("OK")
        assert table.view.on_turn == "yellow", "nothing is asked"
        assert table.app.running.history.state.facts.pieces["S-1"].cost == (Cost("coin", 1),)


@pytest.mark.rule("GM-ACT-11", "GM-MKT-05", "GM-TIL-02")
@on_small_and_usual
@pytest.mark.parametrize(("then", "cost"), [(["buy", "barrel"], "1 coin"), (["buy"], "1 coin, 1 barley")])
def test_what_was_bought_between_the_cost_and_a_barrel_was_likely_for_the_barrel(
    tmp_path: Path, panel: str, then: list[str], cost: str
) -> None:
    with evening(tmp_path, panel, cost=None, activation=()) as table:
        lays(table)
        pays_a_coin(table)
        for offer in then:
            answers(table, "ledger", offer, *(["barley"] if offer == "buy" else []))
        table.press("OK")
        assert table.says.endswith(" cost? With this the turn ends.")
        assert table.says.startswith("What does ")
        assert isinstance(table.page, KeysPage)
        on_ok = str(table.page.rows[table.page.keys.index("OK")].label)
        assert on_ok == cost
        assert len(table.rows) == 3, "people may know better"
        assert cost in glass(table)


MAKES_SHEEP = (Effect("gain", "sheep", 1),)


@pytest.mark.rule("GM-TAK-01")
@on_small_and_usual
def test_goods_that_a_tile_brings_are_no_payment_for_it(tmp_path: Path, panel: str) -> None:
    """It makes a sheep when it is laid; one of wood lay there before."""
    with evening(tmp_path, panel, cost=None, activation=MAKES_SHEEP, kind="animal") as table:
        followed(table)
        corrected(table, "goods", "red", "0,0", "wood", 1)
        table.tap("tile:S-1")
        table.press("OK")
        assert table.app.running.history.state.player("red").territory.spots[-1].goods == {"sheep": 1}
        table.press("DOWN")
        choose(table, "other")
        choose(table, "Paid with a good from a tile")
        assert isinstance(table.page, KeysPage)
        why = {str(row.label): str(row.note) for row in table.page.rows if row.closed}
        assert why["sheep"] == "The tile itself brought it."
        assert "wood" not in why
        if panel != "2in13":
            assert "The tile itself brought it." in glass(table)
            assert "Přinesl ji sám dílek." in glass(table, "cs")
        choose(table, "wood")
        assert "OK asks if Whistling Ford cost more" in owed(table)


@pytest.mark.rule("GM-TAK-01")
def test_a_good_that_lay_there_before_pays_though_another_came(tmp_path: Path) -> None:
    sheep = Effect("gain", "sheep", 1)
    with evening(tmp_path, cost=None, activation=(), one_time=(sheep,)) as table:
        followed(table)
        corrected(table, "goods", "red", "0,0", "sheep", 1)
        table.tap("tile:S-1")
        table.press("OK", "DOWN")
        choose(table, "other")
        choose(table, "Paid with a good from a tile")
        choose(table, "sheep")
        goods = {spot.cell: spot.goods for spot in table.app.running.history.state.player("red").territory.spots}
        assert goods == {(0, 0): {}, (1, 0): {}, (0, 1): {"sheep": 1}}, "from the start village, unasked"


@pytest.mark.rule("GM-TAK-01")
@on_small_and_usual
def test_coins_that_a_tile_brings_are_asked_about_before_they_pay_for_it(tmp_path: Path, panel: str) -> None:
    coins = Effect("gain", "coin", 3)
    with evening(tmp_path, panel, cost=None, activation=(), one_time=(coins,)) as table:
        followed(table)
        corrected(table, "count", "red", "coins", 1)
        table.tap("tile:S-1")
        table.press("OK")
        assert table.app.running.history.state.player("red").coins == 4
        table.press("DOWN")
        choose(table, "Paid 2 coins")
        assert table.says == "Careful: Red had 1 coin before the tile brought coins."
        assert "had 1 coin before the tile" in glass(table)
        assert "Červený bez mincí, které dílek přinesl: 1 mince." in glass(table, "cs")
        choose(table, "Cancel")
        choose(table, "Paid 1 coin")
        assert table.app.running.history.state.player("red").coins == 3


# ---- what was corrected is seen, and what was taken back


@on_small_and_usual
def test_what_was_corrected_stands_among_what_was_booked_and_undo_says_what_it_took_back(
    tmp_path: Path, panel: str
) -> None:
    with evening(tmp_path, panel, one_time=(), activation=()) as table:
        lays(table)
        corrected(table, "goods", "red", "0,1", "sheep", 3)
        assert str(table.view.turn_log[0]) == "Corrected Whistling Ford (1 up): 3 sheep"
        assert "Corrected Whistling Ford (1 up)" in glass(table)
        assert "Opraveno Whistling Ford (o 1 výš)" in glass(table, "cs")
        corrected(table, "scots", "red", "0,1", 1)
        corrected(table, "scots", "red", "0,1", 2)
        assert str(table.view.turn_log[0]) == "Corrected Whistling Ford (1 up): 3 sheep, now 1 Scot, now 2 Scots"
        table.press("UNDO", "UNDO", "UNDO")
        assert table.says == "Undone: corrected: Red: Whistling Ford (1 up): 3 sheep"
        assert "Undone: corrected: Red: Whistling Ford (1 up): 3 sheep" in glass(table)
        assert "Whistling Ford (o 1 výš)" in glass(table, "cs")
        table.press("OK")
        assert isinstance(table.page, HomePage)


def test_undo_of_a_told_fact_says_so(tmp_path: Path) -> None:
    with evening(tmp_path, activation=None, one_time=()) as table:
        lays(table)
        answers(table, "end", "gives_S-1", "move", 1)
        answers(table, "ledger", "sell", "sheep")
        table.press("UNDO")
        table.press("UNDO")
        assert table.says.startswith("Undone: "), table.says


# ---- two of the same question


@pytest.mark.rule("GM-LMK-08")
@on_small_and_usual
def test_of_two_goods_the_second_question_says_that_it_is_the_second(tmp_path: Path, panel: str) -> None:
    facts = with_piece(whole_box(), "loch_lochy", river=False, cost=(), activation=(), rebuild=False)
    with Table(tmp_path, panel=panel, facts=facts) as table:
        followed(table)
        table.tap("tile:loch_lochy")
        table.press("OK", "OK")
        assert table.says.startswith("First of 2 goods for Loch Lochy (1 up)?"), table.says
        assert "First of 2 goods" in glass(table)
        choose(table, "wood")
        assert table.says.startswith("Second of 2 goods for Loch Lochy (1 up)?"), table.says
        assert "Second of 2 goods" in glass(table)
        assert "Druhá ze 2 surovin" in glass(table, "cs")
        choose(table, "wood")
        assert table.app.running.history.state.player("red").territory.spots[-1].goods == {"wood": 2}


# ---- a territory is looked at


@pytest.mark.parametrize("panel", PANELS)
def test_everybodys_territory_is_looked_at_from_the_menu(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel, one_time=(), activation=()) as table:
        lays(table)
        before = table.hash
        table.press("BACK+")
        choose(table, "Territories")
        assert isinstance(table.page, SheetPage)
        assert table.page.pages == 3, "small as they are each has one page"
        words = glass(table)
        assert "Red" in words
        assert "1/3" in words
        table.press("DOWN")
        assert "Yellow" in glass(table)
        assert "Žlutý" in glass(table, "cs")
        assert "2/3" in glass(table)
        table.press("OK")
        assert "Territories" in table.rows, "back in the menu"
        assert "Území" in glass(table, "cs")
        assert table.hash == before


@pytest.mark.parametrize("panel", PANELS)
def test_a_territory_too_large_for_the_glass_takes_as_many_pages_as_it_needs(panel: str) -> None:
    land = large().map_tiles
    pen = Pen(PANELS[panel].paper(), str)
    leaves = map_leaves(pen, [(literal("Ann"), land)], GAME.screens.icons)
    tiles = 0
    for at in range(len(leaves)):
        pen = Pen(PANELS[panel].paper(), str)
        draw_leaf(pen, leaves, SheetPage("territories", (), at, len(leaves)))
        assert problems(pen) == []
        tiles += sum(each.kind == "frame" for each in pen.drawn)
    assert tiles >= len(land), "none is left out"
    assert (len(leaves) == 1) == (panel in ("4in2", "7in5"))


# ---- what people enter themselves


BY_HAND = (Effect("tell"),)


@on_small_and_usual
def test_after_a_tile_used_by_hand_what_it_gave_is_entered_in_front(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel, one_time=(), activation=BY_HAND) as table:
        lays(table)
        assert "DOWN: enter what Whistling Ford (1 up) gave" not in owed(table)
        table.press("DOWN")
        assert "+1 barrel" not in table.rows
        choose(table, "Whistling Ford (1 up): what it gives, by hand")
        assert owed(table)[0] == "DOWN: enter what Whistling Ford (1 up) gave"
        assert "DOWN: enter what Whistling Ford (1 up) gave" in glass(table)
        assert "DOWN: zapište, co dal Whistling Ford (o 1 výš)" in glass(table, "cs")
        table.press("DOWN")
        wanted = ["Points", "+1 barrel", "+1 coin", "+2 coins", "+3 coins", "Goods on a tile", "Scots on a tile"]
        assert set(wanted) <= set(table.rows)
        assert max(map(table.rows.index, wanted)) < table.rows.index("Menu")
        choose(table, "+1 barrel")
        assert "DOWN: enter what Whistling Ford (1 up) gave" not in owed(table)


@on_small_and_usual
def test_goods_and_scots_on_tiles_are_corrected_from_what_is_rarely_needed(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel, one_time=(), activation=()) as table:
        lays(table)
        table.press("DOWN")
        choose(table, "Rarely needed")
        assert table.rows[-3:] == ["Goods on a tile", "Scots on a tile", "A Scot stands elsewhere"]
        choose(table, "A Scot stands elsewhere")
        choose(table, "Red")
        assert str(table.page.title) == "Which tile?"  # type: ignore[union-attr]
        table.press("OK")
        assert str(table.page.title) == "Scot (start village): where to?"  # type: ignore[union-attr]
        assert "Skot (výchozí vesnice): kam?" in glass(table, "cs")
        table.press("OK")
        red = table.app.running.history.state.player("red")
        assert sum(spot.scots for spot in red.territory.spots) == 1
        assert red.territory.spots[0].scots == 0
        assert str(table.view.turn_log[0]).startswith("Corrected ")


# ---- a tile without a legal place


@pytest.mark.rule("GM-TAK-06", "GM-PLC-01")
@on_small_and_usual
def test_a_tile_without_a_legal_place_says_so_and_what_to_do_first(tmp_path: Path, panel: str) -> None:
    """No Scot stands beside any cell; that the tile is a river tile is told when it was taken."""
    with evening(tmp_path, panel, river=None, one_time=(), activation=(), cost=()) as table:
        followed(table)
        corrected(table, "scots", "red", "0,0", 0)
        before = table.hash
        table.tap("tile:S-1")
        table.press("UP")
        assert table.says == "Red: no legal place for Whistling Ford. UNDO takes it back."
        assert "UNDO takes it back." in glass(table)
        assert "UNDO ho vrátí." in glass(table, "cs")
        assert table.rows == ["Why: the map of its places", "It can't be laid: onto the discard pile"]
        table.press("OK")
        assert isinstance(table.page, MapPage)
        assert all(row.closed for row in table.page.rows)
        table.press("BACK", "UNDO", "UNDO")
        assert table.hash == before


# ---- what a row does


@on_small_and_usual
def test_the_row_that_ends_the_turn_says_so(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel, cost=None, one_time=(), activation=()) as table:
        lays(table)
        pays_a_coin(table)
        table.press("DOWN")
        assert "Done" not in table.rows
        assert "Konec tahu" in glass(table, "cs")
        choose(table, "End turn")
        assert table.view.on_turn == "yellow"
        assert table.app.running.history.state.facts.pieces["S-1"].cost is None, "without remembering the cost"
