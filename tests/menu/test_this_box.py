"""Language, sound and the picture's way round, set from the case's own menu, at once and for good."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from companion.menu.pages import HomePage, ListPage
from companion.screens.translator import ENGLISH, Translator
from tests.table import Table


def choose(table: Table, row: str) -> None:
    """Go down to a row and take it; the words may be of any language."""
    page = table.page
    assert isinstance(page, ListPage), page
    assert row in table.rows, table.rows
    while str(page.rows[page.cursor].label) != row:
        page = table.press("DOWN")
        assert isinstance(page, ListPage)
    table.press("OK")


def box_menu(table: Table, *rows: str) -> None:
    if not isinstance(table.page, HomePage):
        table.press("BACK")
    table.press("BACK+")
    for row in ("This box", *rows):
        choose(table, row)


def words(table: Table) -> str:
    """What stands on the glass, in the language of the table."""
    translate = table.translate
    page = table.page
    assert isinstance(page, ListPage)
    return " ".join([translate(page.title), *(translate(row.label) for row in page.rows)])


class Box(Table):
    def __init__(self, folder: Path, language: str = ENGLISH, **parts: object) -> None:
        self.translate = Translator(language)
        super().__init__(folder, watched=True, translate=self.translate, **parts)


def test_the_language_changes_at_once_and_is_kept(tmp_path: Path) -> None:
    with Box(tmp_path) as table:
        table.press("BACK")
        before = table.drawn()
        box_menu(table, "Language", "Čeština")
        assert "Jazyk" in words(table)
        table.press("BACK", "BACK")
        assert ImageChops.difference(before, table.drawn()).getbbox()
    assert json.loads((tmp_path / "this_box.json").read_bytes())["language"] == "cs"
    with Box(tmp_path) as table:
        assert table.translate.language == "cs"
    with Box(tmp_path, is_language_given=True) as table:  # the command line said which
        assert table.translate.language == ENGLISH


@pytest.mark.parametrize("panel", ["4in2", "2in13"])
def test_the_picture_is_turned_round_at_once_and_stays_so(tmp_path: Path, panel: str) -> None:
    with Box(tmp_path, panel=panel) as table:
        table.press("BACK")
        before = table.drawn()
        box_menu(table, "Turn the picture round")
        table.press("BACK", "BACK")
        comes(table, before.transpose(Image.Transpose.ROTATE_180))
    with Box(tmp_path, panel=panel) as table:
        table.press("BACK")
        comes(table, before.transpose(Image.Transpose.ROTATE_180))
        box_menu(table, "Turn the picture round")
        table.press("BACK", "BACK")
        comes(table, before)


def comes(table: Table, picture: Image.Image) -> None:
    """Waits until that picture stands on the glass."""
    table.app.wait(lambda now: now.image is not None and now.image.tobytes() == picture.tobytes())


def test_without_sound_signals_are_only_seen(tmp_path: Path) -> None:
    heard: list[tuple[str, bool]] = []
    with Box(tmp_path) as table:
        give = table.signal.give

        def listen(kind: str, aloud: bool = True) -> None:
            heard.append((kind, aloud))
            give(kind, aloud)

        table.signal.give = listen  # type: ignore[method-assign]
        table.tap("home:red")
        box_menu(table, "Sound")
        table.press("BACK", "BACK")
        table.tap("home:blue")
        assert not table.app.snapshot.sound
    assert heard[0] == ("accepted", True)
    assert heard[-1] == ("accepted", False)
    with Box(tmp_path) as table:
        assert not table.app.snapshot.sound


@pytest.mark.parametrize("content", [b'{"sound": "loud"}', b"\xff", b'{"colour": 1}'])
def test_a_spoilt_file_is_told_and_all_is_as_usual(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "this_box.json").write_bytes(content)
    with Box(tmp_path) as table:
        kept = "The companion plays without this file; it is kept as this_box.json.damaged-1."
        assert table.says == f"this_box.json is damaged. {kept}"
        table.press("OK")
        box_menu(table, "Sound")
    assert json.loads((tmp_path / "this_box.json").read_bytes()) == {
        "language": "",
        "sound": False,
        "turned": False,
    }


def test_a_language_that_went_away_is_the_usual_one(tmp_path: Path) -> None:
    (tmp_path / "this_box.json").write_bytes(b'{"language": "xx", "turned": true}')
    with Box(tmp_path) as table:
        assert table.translate.language == ENGLISH
        assert table.says.startswith("Tap the home tiles")
