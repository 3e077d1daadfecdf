"""What the table is told of a haggis scoring that brings nothing or ends early, and of a game it ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.chronicles.haggis.gaining import ONCE
from companion.chronicles.haggis.pieces import SLUG
from companion.engine.offers import Answer
from companion.games.glen_more_2.random_play import Plan, RandomPlayer
from companion.menu.pages import HomePage, SheetPage
from companion.screens.panels import PANELS
from companion.session.inputs import Answered
from tests.chronicles.haggis_table import facts_told, holds, rolls, scoring, table_of
from tests.chronicles.test_haggis_desk import picks
from tests.screens.layout import problems
from tests.screens.samples import HOME, sheet
from tests.screens.shown import drawing, read
from tests.state.glen_more_2.table import Table as Rules
from tests.table import Table

SMALLEST = "2in13"
NOBODY_HAS_ONE = "Nobody has a haggis token: nobody gets haggis points."
on_each_panel = pytest.mark.parametrize("panel", PANELS)


def first_page(table: Rules, kind: str, panel: str) -> str:
    pen = drawing(table.view, sheet(kind), PANELS[panel].paper(), str)
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn)


def on_glass(table: Table) -> str:
    return " ".join(each.text for each in drawing(table.view, table.page, PANELS[SMALLEST].paper(), str).drawn)


def answered(table: Table, player: RandomPlayer) -> Answer:
    """Anything, but nothing that brings a token."""
    questions = table.app.snapshot.questions
    once = next((each for each in questions if each.kind == ONCE), None)
    if once:
        return Answer(once.number, "no")
    return next(each for each in iter(lambda: player.answer(questions), None) if not each.offer.startswith(SLUG))


def plays_until(table: Table, title: str) -> None:
    """Until a sheet with this title stands on the panel."""
    player = RandomPlayer(Plan(3, 3))
    while not (isinstance(table.page, SheetPage) and title in on_glass(table)):
        before = table.app.snapshot.handled
        table.app.submit(Answered(replace(answered(table, player), anyway=True)))
        table.app.wait(lambda s, before=before: s.handled > before)  # type: ignore[misc]


@pytest.mark.rule("C5-13")
def test_a_haggis_for_which_nobody_has_a_token_stands_on_the_panel_until_it_is_read(tmp_path: Path) -> None:
    with Table(tmp_path, panel=SMALLEST, facts=facts_told(False)) as table:
        table.tap("home:red", "home:blue", "home:green")
        table.press("OK")
        picks(table, "Chronicles", "Haggis", "Lay out the rondel")
        table.press("OK+", "OK")
        plays_until(table, "Address to a Haggis")
        assert NOBODY_HAS_ONE in on_glass(table)
        table.press("OK")
        assert isinstance(table.page, HomePage)


@pytest.mark.rule("C5-13")
@on_each_panel
def test_a_haggis_for_which_nobody_has_a_token_has_a_page(panel: str) -> None:
    table = table_of()
    scoring(table)
    told = first_page(table, "result", panel)
    assert "Address to a Haggis" in told
    assert NOBODY_HAS_ONE in told


@pytest.mark.rule("C5-16", "C5-17")
@on_each_panel
def test_rolls_at_which_nobody_can_turn_a_token_fall_away_in_words_on_the_first_page(panel: str) -> None:
    table = table_of()
    holds(table, red=("", ""), yellow=("",))
    scoring(table)
    rolls(table, 1)
    table.answers("haggis.roll", "turns_red")
    table.answers("haggis.roll", "turns_yellow")
    rolls(table, 2)
    table.answers("haggis.roll", "turns_red")
    assert "Nobody can turn another token: 2 rolls fall away." in first_page(table, "result", panel)


@pytest.mark.rule("C5-15", "C5-21")
@on_each_panel
def test_after_all_rolls_none_falls_away_and_no_token_face_up_is_said(panel: str) -> None:
    table = table_of()
    holds(table, red=("",))
    scoring(table)
    rolls(table, 1, 1, 1, 1)
    table.answers("haggis.buy", "score")
    told = first_page(table, "result", panel)
    assert "No haggis token lies face up: nobody gets haggis points." in told
    assert "away" not in told


# ---- the end


@pytest.mark.rule("C5-13")
@on_each_panel
def test_the_last_haggis_is_told_with_the_final_scoring_and_not_beside_the_winner(panel: str) -> None:
    table = table_of()
    scoring(table, "final")
    assert table.state.phase == "over"
    assert NOBODY_HAS_ONE in read(table.view, "final", panel)
    over = drawing(table.view, HOME, PANELS[panel].paper(), str)
    told = " ".join(each.text for each in over.drawn)
    assert "The game is over" in told
    assert "nobody gets points" not in told
    assert "more" not in told.replace("Glen More", "")


def ended(coins: tuple[int, ...], goods: tuple[int, ...] = ()) -> Rules:
    """A game that ends with these coins, and so many goods left to those who are asked."""
    table = table_of(len(coins))
    players = tuple(replace(p, coins=n) for p, n in zip(table.state.players, coins, strict=True))
    table.stage(replace(table.state, players=players))
    scoring(table, "final")
    if goods:
        table.answers("goods", "counted", *goods)
    assert table.state.phase == "over"
    return table


@pytest.mark.rule("GM-TIE-01", "GM-TIE-02")
@on_each_panel
@pytest.mark.parametrize("players", [3, 4])
def test_a_shared_place_behind_the_winner_says_why_it_is_shared(panel: str, players: int) -> None:
    table = ended((9, *[4] * (players - 1)))
    told = first_page(table, "final", panel)
    assert "Place 2 is shared: goods count only for the win." in told


@pytest.mark.rule("GM-TIE-02")
@on_each_panel
def test_places_that_nobody_shares_say_nothing_of_it(panel: str) -> None:
    assert "shared" not in first_page(ended((9, 5, 4)), "final", panel)


@pytest.mark.rule("GM-TIE-01", "GM-TIE-02")
@on_each_panel
def test_a_place_that_goods_share_says_that_goods_are_equal_too(panel: str) -> None:
    told = first_page(ended((9, 9, 9), (5, 2, 2)), "final", panel)
    assert "Place 2 is shared: equal points, equal goods." in told
