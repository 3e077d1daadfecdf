"""A place on a map through the real application: buttons, the glass, undo, another past, random play, replay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion.engine.history_editing import remap_values
from companion.engine.offers import Answer, Place, Refusal, cell_value, parse_cell, value_text
from companion.games.installed import InstalledGames
from companion.games.random_play import play_step
from companion.menu.pages import HomePage, ListPage, MapPage, NoticePage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from companion.storage.archive import Archive
from tests.laying_game import GAME, Land, place
from tests.screens.layout import problems
from tests.table import Table

ONLY = InstalledGames([GAME])


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table(tmp_path, games=ONLY, game="laying") as made:
        yield made


def stones(table: Table) -> tuple[str, ...]:
    laid: tuple[str, ...] = table.app.running.history.state.laid
    return laid


def cursor(table: Table) -> str:
    assert isinstance(table.page, MapPage), table.page
    return table.page.rows[table.page.cursor].sign


def test_cells_are_written_and_read_alike() -> None:
    for cell in ((0, 0), (-3, 12)):
        assert parse_cell(cell_value(*cell)) == cell
    for wrong in ("", "1", "1,2,3", "a,b"):
        with pytest.raises(ValueError, match=r"values to unpack|invalid literal"):
            parse_cell(wrong)


def test_a_stone_is_laid_with_buttons_refused_and_taken_back(table: Table) -> None:
    table.tap("pebble:shell")
    assert table.says == "Where does the stone lie?"
    assert cursor(table) == "1,0"
    table.press("UP")
    assert cursor(table) == "1,-1"
    table.press("OK")
    assert table.heard(1) == ["refused"]
    assert table.says == "A stone lies beside another one, not at its corner."
    assert stones(table) == ()
    table.press("OK")
    assert cursor(table) == "0,-1", "beside what was refused, the last that is open"
    table.press("UP+", "UP+")
    assert cursor(table) == "0,1"
    table.press("OK")
    assert table.heard(1) == ["accepted"]
    assert stones(table) == ("0,1",)
    assert isinstance(table.page, HomePage)
    table.press("UNDO")
    assert table.rows == ["All done", "the stone off 0,1"]
    table.press("OK")
    assert cursor(table) == "1,0"
    assert stones(table) == ()


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("panel", PANELS)
def test_the_glass_shows_the_map_of_a_game_that_runs(tmp_path: Path, panel: str, language: str) -> None:
    with Table(tmp_path, games=ONLY, game="laying", panel=panel) as table:
        table.tap("pebble:stone")
        for key in (None, "DOWN", "UP+", "UP"):
            if key:
                table.press(key)
            now = table.app.snapshot
            pen = make_drawing(now.game.shown(now.view), now.page, PANELS[panel].paper(), Translator(language))
            assert problems(pen) == []
            assert len([each for each in pen.drawn if each.kind == "bar"]) == 1
        said = " ".join(each.text for each in pen.drawn)
        assert {"en": "lay it", "cs": "položit"}[language] in said
        assert "Beside the stone at 0, 0" in said


def test_back_puts_the_map_aside_and_ok_held_opens_its_rule(table: Table) -> None:
    table.tap("pebble:shell")
    table.press("UP", "OK+")
    assert table.says == "Beside"
    table.press("BACK")
    assert cursor(table) == "1,-1"
    table.press("BACK")
    assert isinstance(table.page, HomePage)


def test_a_stone_of_an_earlier_turn_is_laid_elsewhere_on_the_same_map(table: Table) -> None:
    for _ in range(2):
        table.tap("pebble:shell")
        table.press("OK")
    assert stones(table) == ("1,0", "0,1")
    table.press("UNDO+")
    table.press(*table.keys_to("3 events"))
    table.press(*table.keys_to("Turn 2: lay"))
    assert isinstance(table.page, ListPage)
    assert str(table.page.rows[0].note) == "Beside the stone at 0, 0"
    table.press("OK")
    assert cursor(table) == "1,0", "the cursor is where the stone lies"
    assert isinstance(table.page, MapPage)
    assert table.page.is_past
    table.press("DOWN", "DOWN", "OK")
    assert table.says.startswith("Corrected")
    assert stones(table) == ("-1,0", "0,1")


def test_a_change_of_the_past_says_which_later_stone_has_no_place_then(table: Table) -> None:
    for _ in range(2):
        table.tap("pebble:shell")
        table.press("OK")
    history = table.app.running.history
    number = next(
        each.number for each in table.entries if isinstance(each.answer, Answer) and each.answer.offer == "lay"
    )
    edited = history.propose_edit(number, Answer(1002, "lay", ("0,1",)))
    assert [str(refusal.reason.text) for _, refusal in edited.unfit_entries] == ["That is not offered here."]


def test_random_play_lays_open_cells_only_and_is_replayed() -> None:
    history, player = GAME.random_play.begin(msgspec.json.decode(b"{}", type=_Wanted))  # type: ignore[arg-type]
    while not GAME.finished(history.state):
        play_step(history, player)
    laid = history.state.laid
    assert len(laid) >= 3
    known = [(0, 0)]
    for x, y in map(parse_cell, laid):
        assert any(abs(x - east) + abs(y - north) == 1 for east, north in known)
        known.append((x, y))


class _Wanted(msgspec.Struct):
    """As much of a `RandomGame` as this game asks for."""

    seed: int = 5


def test_a_cell_is_fitted_named_and_refused_as_a_pick_is() -> None:
    start = Land(5, turn=2)
    part = place(start)
    assert isinstance(part, Place)
    assert str(value_text(part, "0,1")) == "Beside the stone at 0, 0"
    history = GAME.rules.question(start, 1002)
    assert history
    then, (now,) = history.offers[0], (replace(history.offers[0], parts=(place(replace(start, laid=("1,0",))),)),)
    assert remap_values(then, now, ("0,1",)) == ("0,1",)
    refused = GAME.rules.decide(start, Answer(1002, "lay", ("1,1",)))
    assert isinstance(refused, Refusal)
    assert refused.reason.rule == "CG-09"
    for strange in ("7,7", "", "x"):
        assert isinstance(GAME.rules.decide(start, Answer(1002, "lay", (strange,))), Refusal)


def test_the_game_is_kept_and_goes_on_with_its_map(tmp_path: Path) -> None:
    with Table(tmp_path, games=ONLY, game="laying") as table:
        table.tap("pebble:shell")
        table.press("DOWN", "OK")
        kept = table.hash
    with Archive(tmp_path / "games.sqlite") as archive:
        assert len(archive.games()) == 1
    with Table(tmp_path, games=ONLY, game="laying") as table:
        assert (table.hash, stones(table)) == (kept, ("0,1",))
        table.tap("pebble:shell")
        assert not isinstance(table.page, NoticePage)
        assert cursor(table) == "1,0"
