"""Tiles are told outside of play, with the case's buttons: kind and cost, one after the other, and who said it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.catalogue.glen_more_2.box import read_box
from companion.menu.pages import KeysPage, ListPage
from companion.screens.panels import PANELS
from companion.session.inputs import Visit
from companion.state.glen_more_2.facts import Cost
from companion.state.glen_more_2.piece_words import piece_text
from tests.table import Table
from tests.test_this_box import box_menu


def notes(table: Table) -> dict[str, str]:
    """The fields of the tile that lies open, each with what is known of it and who said it."""
    assert isinstance(table.page, ListPage), table.page
    return {str(row.label): str(row.note) for row in table.page.rows if row.note}


def choose(table: Table, *words: str) -> None:
    for each in words:
        table.press(*table.keys_to(each))


def tell(table: Table, piece: str, **values: str | None) -> str:
    """Told on a page; the sentence that comes of it."""
    reaction = table.app.submit(Visit(lambda session: session.tiles.keep(piece, values) or "accepted")).result(5)
    return str(reaction.sentence or "")


def test_a_tile_is_told_with_a_few_presses_and_the_next_one_comes(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        box_menu(table, "Tiles")
        assert table.says == "Tiles: 1 of 70 known"
        choose(table, "The next one")
        assert table.says == "Deck S, number 1 (1 of 70)"
        assert notes(table)["Cost"] == "not known"
        table.press("OK")
        assert isinstance(table.page, KeysPage)
        choose(table, "A tile for", "village", "2 coins")
        assert table.says == "a tile of deck S for 2 coins (2 of 70)", "a slot is called by what is printed on it"
        assert notes(table)["Cost"] == "2 coins (you)"
        assert notes(table)["What it is"] == "A tile for the territory (you)"
        assert notes(table)["The next one"] == "Deck S, number 2"
        table.press("OK")
        assert table.says == "Deck S, number 2 (2 of 70)", "one press leads to the next"
    told = read_box(tmp_path / "box.toml").tile["S-1"]
    assert (told.category, told.rebuild, told.kind, told.cost) == ("land", False, "village", {"coin": 2})


def test_a_cost_of_several_things_is_told_part_by_part(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        box_menu(table, "Tiles", "Deck A")
        choose(table, "Deck A, number 1", "Cost", "Another one", "sheep", "2", "coins", "1")
        assert table.says == "Cost: sheep 2, coins 1. More?"
        choose(table, "That is all")
        table.press("BACK", "BACK")
    assert read_box(tmp_path / "box.toml").tile["A-1"].cost == {"sheep": 2, "coin": 1}


def test_a_tapped_tile_is_the_one_that_is_told(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        box_menu(table, "Tiles")
        table.tap("tile:loch_ness")
        assert table.says.startswith("Loch Ness")
        assert notes(table)["Cost"].endswith("(the rulebook)")
        table.tap("tile:B-3")
        assert table.says.startswith("Deck B, number 3")


def test_after_the_last_tile_comes_the_first_that_is_not_known(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        *_, last = table.app.running.table_game.taught().pieces
        box_menu(table, "Tiles")
        table.tap(f"tile:{last.id}")
        assert notes(table)["The next one"] == "Deck S, number 1"


def test_a_wrong_value_is_told_again_or_forgotten_in_any_later_evening(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        assert tell(table, "C-2", cost="coin 3", name="Moor") == ""
    with Table(tmp_path) as table:
        box_menu(table, "Tiles", "Deck C")
        choose(table, "Moor", "Cost", "1 coin")
        assert read_box(tmp_path / "box.toml").tile["C-2"].cost == {"coin": 1}
        choose(table, "Cost", "Another one", "We don't know")
        assert notes(table)["Cost"] == "not known"
    assert read_box(tmp_path / "box.toml").tile["C-2"].cost is None


def test_what_is_told_before_the_game_begins_is_known_in_it(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        before = len(table.app.running.lines())
        tell(table, "S-2", cost="coin 1", what="land")
        assert table.app.running.history.state.facts.pieces["S-2"].cost == (Cost("coin", 1),)
        assert len(table.app.running.lines()) == before, "no empty games pile up"
        table.tap("home:red")
        tell(table, "S-2", cost="coin 2")
        assert table.app.running.history.state.facts.pieces["S-2"].cost == (Cost("coin", 1),)
    assert read_box(tmp_path / "box.toml").tile["S-2"].cost == {"coin": 2}


def test_what_an_imported_box_said_is_told_as_its_own(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text(
        'schema = 1\n[tile."A-1"]\nname = "Forest"\ncost = {coin = 1}\n'
        '[told_by]\n"tile.A-1.cost" = "Anna\'s box"\n'
    )
    with Table(tmp_path) as table:
        box_menu(table, "Tiles", "Deck A")
        choose(table, "Forest")
        assert notes(table)["Cost"] == "1 coin (from Anna's box)"
        assert notes(table)["Name"] == "Forest (you)"
        tell(table, "A-1", cost="coin 1")
        assert read_box(tmp_path / "box.toml").told_by, "the same value said again is still theirs"
        tell(table, "A-1", cost="coin 2")
        assert not read_box(tmp_path / "box.toml").told_by


def test_looked_up_each_value_says_who_entered_it(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text(
        'schema = 1\n[tile."A-1"]\nname = "Forest"\ncost = {coin = 1}\nactivation = [{op = "move", n = 2}]\n'
        '[told_by]\n"tile.A-1.cost" = "Anna\'s box"\n'
    )
    with Table(tmp_path) as table:
        state = table.app.running.history.state
        text = " ".join(map(str, piece_text(state.facts, state.facts.pieces["A-1"])))
    assert "When activated it gives 2 movement points." in text
    assert "Entered by you: name, activation. From Anna's box: cost. Anything else is from the rulebook." in text


def test_a_printed_name_gives_the_slot_to_its_tile(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        assert tell(table, "A-5", name="halkirk", cost="coin 1") == ""
        facts = table.app.running.history.state.facts
        assert "A-5" not in facts.pieces
        assert (facts.pieces["halkirk"].deck, facts.pieces["halkirk"].cost) == ("A", (Cost("coin", 1),))
        assert (
            tell(table, "B-1", name="Halkirk") == "Deck A, number 5 is called Halkirk already; nothing was kept."
        )


NAME = "Name: up to 40 letters that can be read; nothing was kept."


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"name": "x" * 1000}, NAME),
        ({"name": "\u202e\u200b\x1b"}, NAME),
        ({"name": "A\ud800"}, ""),
        ({"name": "\u202eMoor\n<b>"}, ""),
        ({"cost": "gold 1"}, "Cost: that is no value for it; nothing was kept."),
        ({"cost": "coin 99"}, "Cost: that is no value for it; nothing was kept."),
        ({"cost": "coin"}, "Cost: that is no value for it; nothing was kept."),
        ({"what": "end"}, "What it is: that is no value for it; nothing was kept."),
        ({"name": "loch LOCHY"}, "A tile of deck A is called Loch Lochy already; nothing was kept."),
        ({"name": "Halkirk"}, "Deck A, number 2 is called Halkirk already; nothing was kept."),
        ({"is": "halkirk"}, "is can't be entered for this tile."),
    ],
)
def test_nonsense_is_refused_in_one_sentence_and_nothing_is_kept(
    tmp_path: Path, values: dict[str, str], sentence: str
) -> None:
    with Table(tmp_path) as table:
        tell(table, "A-1", cost="coin 1")
        tell(table, "A-2", name="Halkirk")
        before = (tmp_path / "box.toml").read_bytes()
        assert tell(table, "A-1", **values) == sentence
        if sentence:
            assert (tmp_path / "box.toml").read_bytes() == before
        else:
            name = read_box(tmp_path / "box.toml").tile["A-1"].name or ""
            assert name in ("A", "Moor <b>")
        assert tell(table, "Z-9", cost="coin 1") == "That tile is not in the box any more; choose another one."
    with Table(tmp_path) as table:
        assert table.says.startswith("Tap the home tiles"), "nothing that is kept stops a start"


@pytest.mark.parametrize("panel", list(PANELS))
def test_every_page_of_it_is_drawn(tmp_path: Path, panel: str) -> None:
    with Table(tmp_path, panel=panel) as table:
        box_menu(table, "Tiles")
        for keys in ((), ("OK",), ("OK",), ("OK",), ("BACK", "UP", "UP")):
            table.press(*keys) if keys else None
            table.drawn()
            assert "can't be drawn" not in table.says
