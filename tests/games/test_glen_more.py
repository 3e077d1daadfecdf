"""An evening of Glen More at the case: taps and buttons, taking back, the history, pulling the plug."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.history import History
from companion.games.glen_more.bot import RandomPlayer, new_history
from companion.games.glen_more.definition import GAME
from companion.games.glen_more.help_pages import HELP_PAGES
from companion.games.random_play import MAX_ANSWERS, play_step
from companion.menu.pages import HomePage, ListPage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from companion.state.glen_more.game import GlenMore
from companion.state.glen_more.questions import KINDS
from tests.screens.layout import problems
from tests.table import Table


def evening(folder: Path, panel: str = "2in13") -> Table:
    return Table(folder, panel=panel, game="glen_more")


def read(table: Table) -> str:
    """All words on the picture."""
    shown = table.app.snapshot.game.shown(table.view)
    pen = make_drawing(shown, table.page, PANELS[table.panel].paper(), Translator("en"))
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn)


def laid_out(table: Table, players: int = 3) -> None:
    """By taps of start villages and two presses."""
    table.tap(*(f"tile:S-0{n}" for n in range(1, players + 1)))
    table.press("OK")
    table.press("OK")
    table.press("OK")


def test_three_sit_down_with_taps_and_take_their_first_tiles(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        laid_out(table)
        assert table.says == "Player 1, tap the tile you take"
        table.tap("tile:0-08")
        assert isinstance(table.page, ListPage)
        assert table.says == "Village, road: which tile ahead?"
        table.press("OK")
        assert table.says == "Lay 1 tile of deck 1."
        assert table.view.players[0].scots == 2
        table.press("OK")
        assert table.view.on_turn == "p2", "the pawn of player 1 stands ahead of the others"


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("House rules", "you say here how your table plays"),
        ("Depth:", "Referee: you say where each tile lies"),
        ("Name", "A name stands beside its colour"),
    ],
)
def test_each_row_before_the_start_explains_itself(tmp_path: Path, row: str, words: str) -> None:
    with evening(tmp_path) as table:
        table.tap("tile:S-01", "tile:S-02")
        table.press("OK")
        *way, last = table.keys_to(row)
        table.press(*way, f"{last}+")
        assert words in read(table)


@pytest.mark.parametrize("key", [(kind, action.name) for kind in KINDS for action in KINDS[kind].actions])
def test_what_an_entry_names_as_its_explanation_is_there(key: tuple[str, str]) -> None:
    state = new_history(GlenMore()).state
    found = HELP_PAGES.row(state, *key)
    assert found == "" or HELP_PAGES.article(state, found), found


def test_a_sale_is_two_presses_and_goes_back_with_undo(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        laid_out(table)
        table.press("UP")
        table.press(*table.keys_to("wood"))
        assert (table.view.players[0].coins, table.view.market[0].filled) == (7, 0)
        table.press("UNDO")
        assert table.says == "Undone: player 1 sells wood: +1 coin. Put back:"
        assert table.rows == ["All done", "1 coin of player 1 back into the wood row"]
        table.press("OK")
        assert isinstance(table.page, HomePage)
        assert (table.view.players[0].coins, table.view.market[0].filled) == (6, 1)


def test_an_empty_house_asks_which_game_it_is_to_be(tmp_path: Path) -> None:
    with Table(tmp_path, game="") as table:
        assert table.says == "Which game do you play?"
        assert table.rows == ["Glen More II", "Glen More", "Schotten Totten"]
        table.press("BACK")  # no game must begin because of it
        assert "This box" in table.rows
        table.press(*table.keys_to("This box"), "BACK+", "BACK")
        assert table.says == "Which game do you play?"
        table.press("DOWN", "OK")
        assert table.app.definition.id == "glen_more"


def test_a_game_goes_on_where_the_plug_was_pulled(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        laid_out(table, 5)
        table.tap("card:points_5")
        before = table.view
    with Table(tmp_path, game="") as table:
        assert table.view == before
        assert [player.points for player in table.view.players] == [5, 0, 0, 0, 0]


@pytest.mark.parametrize("panel", ["2in13", "7in5"])
def test_five_sit_down_and_each_has_a_mark_of_the_own(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel) as table:
        laid_out(table, 5)
        assert [player.id for player in table.view.players] == ["p1", "p2", "p3", "p4", "p5"]
        assert table.says == "Player 1, tap the tile you take"


def fumbled(players: int, seed: int, depth: str) -> History:
    """Whatever is tapped, and now and then something is put right."""
    history = new_history(GlenMore())
    player = RandomPlayer(seed, players, told=bool(seed % 2), taps=0.15, corrections=0.05, depth=depth)
    player.is_lawful = False
    for _ in range(MAX_ANSWERS):
        if GAME.finished(history.state):
            return history
        play_step(history, player)
    raise AssertionError("no end")


@pytest.mark.parametrize("depth", GAME.depths)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whatever_is_tapped_and_put_right_the_game_goes_on_to_its_end_and_back(players: int, depth: str) -> None:
    for seed in (1, 2):
        history = fumbled(players, seed, depth)
        end = history.game.canonical(history.state)
        for entry in history.standing:
            assert str(history.game.history_text(history.state_before(entry.number), entry.answer, entry.events))
            assert all(str(each.text) for each in history.game.undo_instructions(history.state, entry.events))
        again = history.game.start(history.header.setup)
        for entry in history.standing:
            for event in history.game.decode_events(history.game.encode_events(entry.events)):
                again = history.game.apply(again, event)
        assert history.game.canonical(again) == end


def test_a_card_that_can_do_nothing_says_why(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        told = []
        for then in (lambda: None, lambda: laid_out(table)):
            then()
            table.tap("card:points_3")
            told.append(table.says)
            table.press("OK")
            table.tap("card:done")
            told.append(table.says)
            table.press("OK")
        assert told[0] == "The first turn has not begun."
        assert "First say which tile is taken." in told
        assert "That card does nothing now." not in told
