"""`companion tags labels`: the sheet read back by another library: sizes of paper, every name, Czech letters."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from reportlab.pdfbase.pdfmetrics import stringWidth

from companion.cli import main
from companion.games.glen_more_2.definition import GAME
from companion.screens.paper import BOLD
from companion.screens.pdf import fit_pdf_text, load_faces
from companion.screens.print_sheets import KIND_SIZES, LABEL_PAPERS, NAME_SIZES, Label, label_sheet

INCH = 72.0
SIZES = {"a4": (595.28, 841.89), "letter": (8.5 * INCH, 11 * INCH)}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def printed(*options: str, lang: str = "en") -> PdfReader:
    assert main(["tags", "labels", "--out", "out.pdf", *options, "--data", "here", "--lang", lang]) == 0
    return PdfReader("out.pdf")


def words_of(reader: PdfReader) -> list[str]:
    """All words, however a name was broken into lines."""
    return " ".join(page.extract_text() for page in reader.pages).split()


def pieces() -> list[Any]:
    kinds = GAME.owners_box(Path("here")).tag_names().kinds
    return [(kind, piece) for kind in kinds if kind.id != "cards" for piece in kind.pieces]


@pytest.mark.parametrize("paper", SIZES)
def test_every_piece_that_gets_a_sticker_stands_on_a_page_of_that_size(paper: str) -> None:
    reader = printed("--paper", paper)
    for page in reader.pages:
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(SIZES[paper], abs=0.01)
    text = " ".join(words_of(reader)).casefold()
    assert len(pieces()) >= 70
    assert [piece.id for kind, piece in pieces() if str(piece.label).casefold() not in text] == []
    alike = sum(len(kind.alike) for kind in GAME.owners_box(Path("here")).tag_names().kinds)
    whole = len(pieces()) + alike
    assert len(reader.pages) == -(-whole // (LABEL_PAPERS[paper].columns * LABEL_PAPERS[paper].rows))
    assert "Sell" not in text, "command cards have a sheet of their own"


def test_a_label_has_name_deck_and_kind() -> None:
    assert words_of(printed("deck_B"))[:5] == ["B", "Deck", "B", "Duart", "Castle"]


def test_tiles_that_nobody_has_named_have_room_for_a_name_and_no_slot() -> None:
    text = words_of(printed("deck_S"))
    assert text == ["Start", "tiles"] * 5


def test_czech_letters_are_there() -> None:
    text = words_of(printed(lang="cs"))
    assert {"Červený", "Žlutý", "Domovské"} <= {word.strip("()") for word in text}
    faces = {font["/BaseFont"].partition("+")[2] for font in fonts(PdfReader("out.pdf"))}
    assert faces == {"PTSans-Bold", "PTSans-Regular"}


def fonts(reader: PdfReader) -> list[Any]:
    own = [font.get_object() for page in reader.pages for font in page["/Resources"]["/Font"].values()]
    return [font for font in own if font["/Subtype"] == "/TrueType"]


@pytest.mark.parametrize("paper", SIZES)
def test_all_words_stand_inside_their_labels(paper: str) -> None:
    sheet = LABEL_PAPERS[paper]
    long = Label("Ž" * 40, "Kronika " * 8, "D")
    labels = [long, Label("General Wade's Military Roads", "Hammer of the Scots", "D"), Label("", "Deck A")]
    Path("out.pdf").write_bytes(label_sheet(labels, paper, "x"))
    seen: list[tuple[float, float, str]] = []

    def visit(text: str, _cm: Any, matrix: Any, _font: Any, _size: Any) -> None:
        if text.strip():
            seen.append((matrix[4], matrix[5], text))

    PdfReader("out.pdf").pages[0].extract_text(visitor_text=visit)
    assert len(seen) >= 7
    top = sheet.page[1] - sheet.corner[1]
    for x, y, _ in seen:
        column = (x - sheet.corner[0]) // sheet.step[0]
        assert x - sheet.corner[0] - column * sheet.step[0] < sheet.label[0]
        assert top - sheet.label[1] < y < top


def test_the_last_label_of_a_sheet_is_on_the_page() -> None:
    for sheet in LABEL_PAPERS.values():
        wide = sheet.corner[0] + (sheet.columns - 1) * sheet.step[0] + sheet.label[0]
        high = sheet.corner[1] + (sheet.rows - 1) * sheet.step[1] + sheet.label[1]
        assert wide <= sheet.page[0]
        assert high <= sheet.page[1]


def test_words_that_fit_in_width_are_made_smaller_until_they_fit_in_height() -> None:
    load_faces()
    broken = fit_pdf_text("Military Roads", BOLD, NAME_SIZES, 60.0, 2)
    assert (len(broken.lines), broken.size) == (2, NAME_SIZES[0])
    lower = fit_pdf_text("Military Roads", BOLD, NAME_SIZES, 60.0, 2, 2 * NAME_SIZES[0] - 1)
    assert lower.size < NAME_SIZES[0]
    assert len(lower.lines) * lower.size < 2 * NAME_SIZES[0]


@settings(deadline=None)
@given(st.text(st.characters(categories=("L", "Nd", "Zs", "P"), max_codepoint=0x17F), max_size=60))
def test_words_are_made_smaller_broken_or_cut_until_they_fit(text: str) -> None:
    load_faces()
    for sizes, most in ((NAME_SIZES, 2), (KIND_SIZES, 1)):
        found = fit_pdf_text(text, BOLD, sizes, 80.0, most)
        assert len(found.lines) <= most
        assert all(stringWidth(line, BOLD, found.size) <= 80 for line in found.lines)


def test_the_same_box_is_the_same_file() -> None:
    printed()
    first = Path("out.pdf").read_bytes()
    printed()
    assert Path("out.pdf").read_bytes() == first


def test_what_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tags", "labels", "--out", "out.pdf", "spoons", "--data", "here", "--lang", "en"]) == 2
    assert capsys.readouterr().err.startswith("Nothing here is called spoons; use one of home, deck_S")
    assert main(["tags", "labels", "--out", "out.pdf", "--paper", "a5", "--data", "here", "--lang", "en"]) == 2
    assert not Path("out.pdf").exists()


def test_who_makes_no_sheet_loads_no_maker_of_pdfs() -> None:
    code = (
        "import sys; from companion.cli import main; "
        "main(['tags', 'list', '--data', 'here']); print('reportlab' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("False\n")
