"""A report for whoever helps, wished for at the case while people play: by two held buttons or from the menu."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.doctor.report import REPORT_FILE, REPORT_FOLDER_VARIABLE, write_live_report
from companion.engine.message import Message, literal
from companion.games.installed import installed_games
from companion.hardware.devices import REPORT
from companion.menu import main_menu
from companion.menu.pages import NoticePage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from companion.settings import Settings
from tests.screens.layout import problems
from tests.table import Table, complete_facts


class Writer:
    """Writes it, or has no room."""

    def __init__(self, folder: Path, environ: dict[str, str]) -> None:
        self.full = False
        self.folder, self.environ = folder, environ
        self.unread: list[Message] = []

    def __call__(self) -> Message:
        if self.full:
            raise OSError(28, "No space left on device")
        return write_live_report(
            Settings(data_folder=str(self.folder)), installed_games(), self.unread, self.environ
        )


@pytest.fixture
def writer(tmp_path: Path) -> Writer:
    return Writer(tmp_path, {REPORT_FOLDER_VARIABLE: "yes"})


@pytest.fixture
def table(tmp_path: Path, writer: Writer) -> Iterator[Table]:
    with Table(tmp_path, facts=complete_facts(), report=writer, panel="2in13") as made:
        yield made.seated("red", "blue", "green")


def test_the_case_and_the_menu_mean_the_same() -> None:
    assert main_menu.REPORT_BUTTON == REPORT


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "A report goes onto the memory card: companion-report.zip, without names."),
        ("cs", "Zpráva přijde na paměťovou kartu: companion-report.zip, beze jmen."),
    ],
)
def test_two_held_buttons_write_it_at_any_time_and_the_game_goes_on(
    table: Table, tmp_path: Path, language: str, words: str
) -> None:
    before = table.hash
    table.press("BACK+", "REPORT")
    assert isinstance(table.page, NoticePage)
    pen = make_drawing(None, table.page, PANELS["2in13"].paper(), Translator(language))
    assert problems(pen) == []
    assert words in " ".join(each.text for each in pen.drawn if each.text)
    with zipfile.ZipFile(tmp_path / REPORT_FILE) as file:
        assert sorted(file.namelist()) == ["game.jsonl", "report.txt"]
        assert "companion.toml is right" in file.read("report.txt").decode()
    assert table.hash == before
    table.press("OK")
    assert table.says == "Menu", "what lay open lies open"


def test_settings_that_could_not_be_used_stand_in_it(table: Table, writer: Writer, tmp_path: Path) -> None:
    writer.unread.append(literal("companion.toml: lights is not known; remove it."))
    table.press("REPORT")
    with zipfile.ZipFile(tmp_path / REPORT_FILE) as file:
        told = file.read("report.txt").decode()
    assert "lights is not known" in told
    assert "companion.toml is right" not in told


def test_the_menu_of_the_box_offers_it_too(table: Table, tmp_path: Path) -> None:
    table.press("BACK+")
    table.press(*table.keys_to("This box"))
    table.press(*table.keys_to("Report for support"))
    assert table.says.startswith("A report goes onto the memory card")
    assert (tmp_path / REPORT_FILE).exists()


def test_without_the_unit_its_own_file_is_named(tmp_path: Path) -> None:
    assert str(Writer(tmp_path, {})()) == f"A report for support: {tmp_path}/{REPORT_FILE}, without names."


def test_a_full_card_is_one_sentence_and_the_game_goes_on(table: Table, writer: Writer) -> None:
    writer.full = True
    table.press("REPORT")
    assert table.says == "No report could be written (No space left on device); free some space and try again."
    assert table.heard(1) == ["trouble"]


def test_where_nobody_can_write_one_nothing_comes_of_it(tmp_path: Path) -> None:
    with Table(tmp_path, facts=complete_facts()) as desk:
        page = desk.page
        desk.press("REPORT")
        assert desk.page == page
