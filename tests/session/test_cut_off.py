"""The plug was pulled in the middle of something: the next start says from where people enter it again."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from companion.menu import menu_state
from companion.menu.pages import HomePage, KeysPage, ListPage, NoticePage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from companion.session import history_view
from companion.session.inputs import SessionCall
from companion.storage.locks import LOCK_FILE
from tests.screens.layout import problems
from tests.session.test_living_room import corrects, says
from tests.state.glen_more_2.table import Table as Staged
from tests.table import Table, complete_facts


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Red takes a tile first."""
    with Table(tmp_path / "before", panel="2in13", facts=complete_facts()) as table:
        table.tap("home:red", "home:yellow", "home:blue")
        says(table, "seat", "done")
        says(table, "start", "go")
        says(table, "prepare", "all")
        table.tap("tile:S-1", "tile:S-2", "tile:S-3")
        says(table, "layout", "done")
        assert table.says.startswith("Red")
        yield table


def pulled(table: Table) -> Table:
    """What another companion finds on the disk when this one is cut off now."""
    return Table(as_now_on_disk(table), panel=table.panel, facts=complete_facts())


def as_now_on_disk(table: Table) -> Path:
    """A copy of the folder; what is written beside the entries may come or go meanwhile."""

    def copied(source: str, target: str) -> None:
        with suppress(FileNotFoundError):
            shutil.copyfile(source, target)

    return Path(shutil.copytree(table.folder, table.folder.parent / "after", copy_function=copied))


def words(table: Table, panel: str, language: str = "en") -> str:
    """All words on the picture, which is whole."""
    now = table.app.snapshot
    pen = make_drawing(now.game.shown(now.view), now.page, PANELS[panel].paper(), Translator(language))
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn)


def takes(table: Table) -> None:
    table.tap("tile:S-1")


def test_after_the_plug_was_pulled_the_start_says_what_was_kept_last(table: Table) -> None:
    takes(table)
    table.press("OK", "OK")
    assert isinstance(table.page, ListPage | KeysPage), "a take is begun, and not yet said"
    kept = len(table.entries)
    with pulled(table) as after:
        assert len(after.entries) == kept
        assert after.says == "Last entry: end of Red's turn, 1 tile laid. Enter again what came after it."
        for panel in PANELS:
            assert "Enter again what came after it." in words(after, panel)
            assert "Zadejte znovu" in words(after, panel, "cs")


def test_the_start_counts_the_corrections_that_were_made_after_the_last_entry(table: Table) -> None:
    takes(table)
    table.press("OK", "OK")
    corrects(table, "count", "blue", "coins", 9)
    corrected = table.app.running.history.standing[-1]
    again = menu_state.EditEntry(corrected.number, replace(corrected.answer, values=("blue", "coins", 8)))
    table.app.submit(SessionCall(lambda session: session.do(again))).result(5)
    assert table.app.running.history.state.player("blue").coins == 8
    with pulled(table) as after:
        assert after.says == (
            "Last entry: end of Red's turn, 1 tile laid, then 2 corrections. Enter again what came after it."
        )
        for panel in PANELS:
            assert "2 corrections" in words(after, panel)
            assert "2 opravy" in words(after, panel, "cs")


def test_a_list_of_counts_that_was_half_answered_is_said_to_be_asked_again(table: Table) -> None:
    takes(table)
    corrects(table, "deck", "A", 1)
    table.press("OK", "OK")
    first = table.page
    table.press("OK")
    assert table.page != first, "the first of several numbers is said"
    kept = len(table.entries)
    with pulled(table) as after:
        assert len(after.entries) == kept
        assert after.says.startswith("Last entry: ")
        for panel in PANELS:
            assert "The open question is asked again." in words(after, panel)
            assert "průvodce zeptá znovu" in words(after, panel, "cs")
        assert after.press("OK") == first, "from its first number"


@pytest.mark.parametrize("panel", PANELS)
def test_ok_goes_on_from_the_sentence_as_from_every_other(table: Table, panel: str) -> None:
    takes(table)
    table.press("OK")
    home = table.page
    assert isinstance(home, HomePage)
    table.press("OK")
    asked = table.page
    with pulled(table) as after:
        assert isinstance(after.page, NoticePage)
        assert [str(hint.label) for hint in after.page.hints if hint.button == "OK"] == ["go on"]
        assert "go on" in words(after, panel)
        assert "dál " in words(after, panel, "cs")
        assert after.press("OK") == home
        assert after.press("OK") == asked


def test_a_key_that_would_enter_something_unseen_only_takes_the_sentence_away(table: Table) -> None:
    takes(table)
    with pulled(table) as after:
        before = len(after.entries)
        assert isinstance(after.page, NoticePage)
        assert [str(hint.label) for hint in after.page.hints if hint.button == "OK"] == ["go on"]
        page = after.press("OK")
        assert isinstance(page, HomePage)
        assert len(after.entries) == before
        after.press("OK")
        assert len(after.entries) > before, "the second one ends the turn"


def test_what_was_taken_back_last_is_said_as_that(table: Table) -> None:
    takes(table)
    table.press("OK", "UNDO")
    with pulled(table) as after:
        assert after.says.startswith("Taken back to: Red ")


def test_a_companion_that_came_to_its_end_says_nothing(table: Table) -> None:
    takes(table)
    table.app.stop()
    with Table(table.folder, panel="2in13") as after:
        assert isinstance(after.page, HomePage)


def test_nothing_is_said_of_a_game_in_which_nothing_was_kept(tmp_path: Path) -> None:
    with Table(tmp_path / "before") as table:
        page = table.page
        with pulled(table) as after:
            assert after.page == page


def test_a_mark_that_cannot_be_read_or_written_keeps_nothing_from_starting(table: Table) -> None:
    takes(table)
    after = as_now_on_disk(table)
    (after / LOCK_FILE).unlink()
    (after / LOCK_FILE).mkdir()
    with Table(after) as started:
        assert isinstance(started.page, HomePage)
        assert started.press("OK")


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize(
    ("language", "said"), [("en", "takes Castle Stalker, and what came of it."), ("cs", "a co z toho vzešlo.")]
)
def test_what_was_kept_last_says_of_what_there_is_more(language: str, said: str, panel: str) -> None:
    staged = Staged(3)
    staged.arrange("red yellow blue castle_stalker S-2")
    staged.takes("red", "castle_stalker")
    outline = SimpleNamespace(over=False)
    running: Any = SimpleNamespace(history=staged.history, snapshot=SimpleNamespace(outline=outline, questions=()))
    kept = history_view.last_entry_text(running)
    assert kept is not None
    pen = make_drawing(None, NoticePage("kept", kept[1]), PANELS[panel].paper(), Translator(language))
    assert problems(pen) == []
    assert said in " ".join(each.text for each in pen.drawn)
