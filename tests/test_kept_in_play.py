"""What the table enters for a tile that nobody knew is kept with one press, and the next game knows it."""

from __future__ import annotations

from pathlib import Path

from companion.catalogue.glen_more_2.box import read_box
from companion.menu.pages import HomePage
from tests.table import Table
from tests.test_told_again import chosen, seated


def hints(table: Table) -> dict[str, str]:
    assert isinstance(table.page, HomePage), table.page
    return {hint.button: str(hint.label) for hint in table.page.hints}


def takes(table: Table) -> None:
    """The first player takes the tile that lies next."""
    seated(table)
    table.tap("tile:S-2")
    chosen(table, "tile 1 ahead", "A tile for")


def test_ok_keeps_what_was_paid_and_the_next_game_books_it(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        takes(table)
        assert hints(table)["OK"] == "end unpaid"
        chosen_payment(table, "Paid 2 coins")
        assert "OK remembers its cost too: 2 coins" in [str(owed.text) for owed in table.view.owed]
        assert hints(table)["OK"] == "end turn"
        table.press("OK")
        assert table.says.startswith("Blue"), "the same press ends the turn"
    assert read_box(tmp_path / "box.toml").tile["S-2"].cost == {"coin": 2}
    with Table(tmp_path) as table:
        table.app.running.new()
        seated(table)
        before = table.view.players[0].coins
        table.tap("tile:S-2")
        chosen(table, "tile 1 ahead")
        assert table.view.players[0].coins == before - 2
        assert "Enter what the tile cost" not in [str(owed.text) for owed in table.view.owed]


def chosen_payment(table: Table, words: str) -> None:
    table.press("DOWN")
    chosen(table, words)


def test_what_a_tile_gave_is_kept_and_booked_in_the_next_game(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        takes(table)
        chosen_payment(table, "Paid nothing")
        table.tap("card:barrel")
        table.press("DOWN")
        chosen(table, "Remember: this tile gives 1 barrel", "Once, when it is laid")
        table.tap("card:done")
    once = read_box(tmp_path / "box.toml").tile["S-2"].one_time
    assert [(effect.op, effect.what, effect.n) for effect in once or ()] == [("gain", "whisky", 1)]
    with Table(tmp_path) as table:
        table.app.running.new()
        seated(table)
        before = table.view.players[0].barrels
        table.tap("tile:S-2")
        chosen(table, "tile 1 ahead")
        assert table.view.players[0].barrels == before + 1


def test_the_turn_is_ended_without_keeping_it_too(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        takes(table)
        chosen_payment(table, "Paid nothing")
        table.tap("card:done")
        assert table.says.startswith("Blue")
    assert read_box(tmp_path / "box.toml").tile["S-2"].cost is None


def test_a_name_is_chosen_from_the_printed_ones_with_buttons(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        takes(table)
        table.press("BACK+")
        chosen(table, "Correct something", "About a tile", "start tiles")
        table.tap("tile:S-2")
        chosen(table, "Its name, from a list", "Halkirk")
        assert [tile.piece for tile in table.app.running.history.state.players[0].taken] == ["halkirk"]
    told = read_box(tmp_path / "box.toml").tile
    assert (told["S-2"].is_, told["halkirk"].deck) == ("halkirk", "S")
    with Table(tmp_path) as table:
        table.app.running.new()
        facts = table.app.running.history.state.facts
        assert "S-2" not in facts.pieces, "the slot has given way to the tile that it is"
        assert facts.pieces["halkirk"].deck == "S"
