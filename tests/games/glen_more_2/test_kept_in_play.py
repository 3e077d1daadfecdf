"""What the table enters for a tile that nobody knew is kept with one press, and the next game knows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from companion.games.glen_more_2.catalogue.box import read_box
from companion.menu.pages import HomePage, KeysPage, NoticePage
from companion.screens.paper import PANELS, REFERENCE_PANEL
from companion.screens.translator import Translator
from companion.state.glen_more_2.facts import Cost
from tests.games.glen_more_2.test_mending import Mending
from tests.games.glen_more_2.test_told_again import chosen, seated
from tests.screens.layout import problems
from tests.screens.shown import drawing
from tests.session.test_living_room import says
from tests.table import Table

SMALLEST = "2in13"


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
        assert hints(table)["OK"] == "end now"
        chosen_payment(table, "Paid 2 coins")
        assert "OK also remembers its cost: 2 coins" in [str(owed.text) for owed in table.view.table_tasks]
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
        assert "Enter what the tile cost" not in [str(owed.text) for owed in table.view.table_tasks]


@pytest.mark.parametrize("panel", [SMALLEST, REFERENCE_PANEL])
@pytest.mark.parametrize(
    ("language", "paid", "asks", "key", "ends"),
    [
        ("en", ("own_goods",), "OK asks what this tile costs", "end …", "end turn"),
        ("cs", ("own_goods",), "OK se zeptá", "konec …", "konec"),
        ("en", ("buy", "sheep"), "OK: say the rest of the cost, own goods too", "end …", "end turn"),
        ("cs", ("buy", "sheep"), "OK: řekněte zbytek ceny, i vlastní suroviny", "konec …", "konec"),
    ],
)
def test_the_key_that_asks_for_the_cost_first_is_not_called_the_end_of_the_turn(
    paid: tuple[str, ...], language: str, asks: str, key: str, ends: str, panel: str, tmp_path: Path
) -> None:
    translate = Translator(language)
    with Table(tmp_path, panel=panel, translate=translate) as table:
        takes(table)
        says(table, "ledger", *paid)
        glass = drawing(table.view, table.page, PANELS[panel].paper(), translate)
        assert problems(glass) == []
        words = [each.text for each in glass.drawn]
        assert asks in " ".join(words)
        assert key in words
        assert ends not in words
        table.press("OK")
        assert table.says.startswith("Wh"), "it asks"


@pytest.mark.parametrize("panel", [SMALLEST, REFERENCE_PANEL])
def test_a_tile_that_is_known_to_be_free_just_ends_the_turn(panel: str, tmp_path: Path) -> None:
    with Table(tmp_path, panel=panel) as table:
        takes(table)
        chosen_payment(table, "Paid nothing")
        table.press("OK")
    with Table(tmp_path, panel=panel) as table:
        table.app.running.new()
        seated(table)
        table.tap("tile:S-2")
        chosen(table, "tile 1 ahead")
        words = [each.text for each in drawing(table.view, table.page, PANELS[panel].paper(), str).drawn]
        assert "end turn" in words
        assert "cost" not in " ".join(words)
        table.press("OK")
        assert table.says.startswith("Blue")


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize(
    ("language", "key", "free", "debts"),
    [("en", "cost …", "free", ("paid", "pay")), ("cs", "cena …", "zdarma", ("neplac", "zaplat"))],
)
def test_that_a_tile_was_free_is_the_first_answer_and_nothing_says_that_it_is_unpaid(
    language: str, key: str, free: str, debts: tuple[str, ...], panel: str, tmp_path: Path
) -> None:
    translate = Translator(language)

    def words(table: Table) -> list[str]:
        glass = drawing(table.view, table.page, PANELS[panel].paper(), translate)
        assert problems(glass) == []
        return [each.text for each in glass.drawn]

    with Table(tmp_path, panel=panel, translate=translate) as table:
        takes(table)
        home = words(table)
        assert key in home
        assert not any(debt in " ".join(home).lower() for debt in debts), home
        table.press("DOWN")
        assert free in words(table), "under its key"
        table.press("UP")
        assert str(table.view.turn_log[0]) == "Paid nothing"
        table.press("OK")
    assert read_box(tmp_path / "box.toml").tile["S-2"].cost == {}


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize(("language", "debts"), [("en", ("paid", "pay")), ("cs", ("neplac", "zaplac"))])
def test_a_turn_that_ended_without_a_cost_is_never_called_unpaid(
    language: str, debts: tuple[str, ...], panel: str, tmp_path: Path
) -> None:
    translate = Translator(language)
    with Table(tmp_path, panel=panel, translate=translate) as table:
        takes(table)
        table.press("OK")
        assert table.says.startswith("Blue")
        words = " ".join(e.text for e in drawing(table.view, table.page, PANELS[panel].paper(), translate).drawn)
        assert {"en": "cost is not entered yet", "cs": "ještě není zadána"}[language] in words
        assert not any(debt in words.lower() for debt in debts), words


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
        assert [tile.piece for tile in table.app.running.history.state.players[0].taken_tiles] == ["halkirk"]
    told = read_box(tmp_path / "box.toml").tile
    assert (told["S-2"].is_, told["halkirk"].deck) == ("halkirk", "S")
    with Table(tmp_path) as table:
        table.app.running.new()
        facts = table.app.running.history.state.facts
        assert "S-2" not in facts.pieces, "the slot has given way to the tile that it is"
        assert facts.pieces["halkirk"].deck == "S"


# ---- bought and own goods together


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("language", ["en", "cs"])
def test_a_bought_and_an_own_good_are_said_with_three_keys(language: str, panel: str, tmp_path: Path) -> None:
    translate = Translator(language)

    def whole(table: Table) -> None:
        assert problems(drawing(table.view, table.page, PANELS[panel].paper(), translate)) == []

    with Table(tmp_path, panel=panel, translate=translate) as table:
        takes(table)
        says(table, "ledger", "buy", "wood")
        table.press("OK")
        assert table.keys_to("1 wood") == ["OK"], "what is likeliest stays where it was"
        assert len(table.keys_to("1 good")) == 1
        whole(table)
        for words in ("own goods too", "stone", "1"):
            keys = table.keys_to(words) if isinstance(table.page, KeysPage) else ["OK"]
            assert len(keys) == 1, (words, table.page)
            table.press(*keys)
            whole(table)
        assert table.says.startswith("Blue")
    assert read_box(tmp_path / "box.toml").tile["S-2"].cost == {"wood": 1, "stone": 1}


def test_every_kind_can_be_said_with_few_keys(tmp_path: Path) -> None:
    """Wood and two stones of one's own: two kinds, one after the other."""
    with Table(tmp_path) as table:
        takes(table)
        says(table, "ledger", "own_goods")
        table.press("OK", "DOWN+")
        before = len(table.entries)
        presses = 2
        for words in ("several", "wood", "1", "stone", "2", "nothing else"):
            keys = table.keys_to(words)
            presses += len(keys)
            table.press(*keys)
        assert len(table.entries) == before + 1
        assert presses == 8
    assert read_box(tmp_path / "box.toml").tile["S-2"].cost == {"wood": 1, "stone": 2}


# ---- told of a tile that was entered by mistake


@pytest.fixture
def mistaken(tmp_path: Path) -> Iterator[Mending]:
    """Red's tile was entered as Aberfoyle; what it cost and gave was told, and a turn later somebody notices."""
    with Mending(tmp_path) as table:
        seated(table)
        table.press("OK")
        for row in ("tile 1", "a tile by its name", "Aberfoyle", "No"):
            table.to(row)
        chosen_payment(table, "Paid 2 coins")
        table.tap("card:barrel")
        table.press("DOWN")
        chosen(table, "Remember: this tile gives 1 barrel", "Once, when it is laid")
        table.press("OK")
        assert table.says.startswith("Blue")
        yield table


def really(table: Mending, tile: str, row: str) -> None:
    """Corrects it in the history."""
    table.turn(1)
    for each in ("Red takes", "Which tile is it", "a tile by its name", tile, row):
        table.to(each)


def kept_of(table: Mending) -> dict[str, tuple[object, ...]]:
    """Of each tile in the owner's box its cost and what it gives once."""
    written = Event()
    table.app._files.later(written.set)
    assert written.wait(20), "what waited before it is on the disk"
    told = read_box(table.folder / "box.toml").tile
    return {id: (tile.cost, [(e.what, e.n) for e in tile.one_time or ()]) for id, tile in told.items()}


BOTH = ({"coin": 2}, [("whisky", 1)])


def test_what_was_told_belongs_to_the_tile_that_was_really_taken(mistaken: Mending) -> None:
    assert kept_of(mistaken) == {"aberfoyle": BOTH}
    really(mistaken, "Edradour", "Yes")
    assert isinstance(mistaken.page, NoticePage)
    assert "Aberfoyle" not in mistaken.says.split("Kept from that turn: ")[1]
    pieces = mistaken.app.running.history.state.facts.pieces
    assert (pieces["edradour"].cost, pieces["aberfoyle"].cost) == ((Cost("coin", 2),), None)
    assert kept_of(mistaken) == {"edradour": BOTH}
    mistaken.press("OK", "UNDO")
    assert kept_of(mistaken) == {"aberfoyle": BOTH}, "and back again"


def test_what_was_told_of_a_tile_that_lay_there_stays_its_own_where_another_is_taken_for_it(
    mistaken: Mending,
) -> None:
    really(mistaken, "Edradour", "Not yet")
    assert mistaken.says == "Turn 1, Red. 1 entry would go; your answer and all others stay"
    assert "It was entered for another tile or card." in mistaken.glass()
    mistaken.to("Aberfoyle: one-time effect entered")
    pieces = mistaken.app.running.history.state.facts.pieces
    assert pieces["edradour"].cost is None
    kept = kept_of(mistaken)
    assert kept["aberfoyle"] == BOTH
    assert kept["edradour"] == (None, [])


def test_a_fact_that_is_taken_back_is_in_the_box_no_more(mistaken: Mending) -> None:
    mistaken.press("UNDO")
    assert kept_of(mistaken) == {"aberfoyle": (None, [("whisky", 1)])}
    mistaken.press("OK", "BACK+")
    chosen(mistaken, "Redo")
    assert kept_of(mistaken) == {"aberfoyle": BOTH}


@pytest.mark.parametrize("row", ["Yes", "Not yet"])
def test_what_was_told_by_a_tile_s_name_stays_with_it_and_the_correction_says_so(
    mistaken: Mending, row: str
) -> None:
    mistaken.press("BACK+")
    for each in ("Correct something", "About a tile", "start tiles", "Aberfoyle", "Its cost", "coins"):
        mistaken.to(each)
    mistaken.press("UP", "OK")
    really(mistaken, "Edradour", row)
    if mistaken.says.endswith("all others stay"):
        mistaken.press("OK")
    assert "What was entered under About a tile stays with Aberfoyle" in mistaken.says
    for panel in PANELS:
        assert "stays with Aberfoyle" in " ".join(mistaken.glass(panel).split())
        assert "zůstává u dílku Aberfoyle" in " ".join(mistaken.glass(panel, "cs").split())
    kept = kept_of(mistaken)
    assert kept["aberfoyle"][0] == {"coin": 3}
