"""The letters themselves: every language shipped has all of them, figures line up, stems are even."""

from __future__ import annotations

import pytest

from companion.screens.paper import FACE_SIZES, FONT_FILES, FONTS, SERIF, Face, font_of, glyph_of, text_width

ACCENTS = {
    "Czech": ("ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽáčďéěíňóřšťúůýž", "ACDEEINORSTUUYZacdeeinorstuuyz"),
    "Polish": ("ĄĆĘŁŃÓŚŹŻąćęłńóśźż", "ACELNOSZZacelnoszz"),
    "Spanish": ("ÁÉÍÓÚÜÑáéíóúüñ¿¡", "AEIOUUNaeiouun?!"),
    "German": ("ÄÖÜäöüß", "AOUaous"),
    "Russian": ("ЁЙёйЩщЪъ", "ЕИеиШшЬь"),
}
"""Letters of a language, and beside each the bare one that it must not be drawn as."""

RUSSIAN = "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзиклмнопрстуфхцчшщъыьэюя"
SIGNS = "…–−·~’„“”«»/+?!()%"
FACES = [Face(size, kind) for kind, sizes in FACE_SIZES.items() for size in sizes]
every_face = pytest.mark.parametrize("face", FACES, ids=lambda face: f"{face.kind}{face.size}")


def pixels(letter: str, face: Face) -> tuple[object, ...]:
    """A letter as it is printed."""
    found = glyph_of(letter, face)
    assert found.print, letter
    return found.left, found.top, found.print.size, found.print.tobytes()


@every_face
@pytest.mark.parametrize("language", ACCENTS)
def test_accented_letters_are_not_printed_as_bare_ones(language: str, face: Face) -> None:
    for accented, bare in zip(*ACCENTS[language], strict=True):
        assert pixels(accented, face) != pixels(bare, face), accented


@every_face
def test_no_letter_is_printed_as_the_box_of_a_missing_one(face: Face) -> None:
    missing = pixels("\uffff", face)
    for letter in {*RUSSIAN, *SIGNS, *(each for letters, _ in ACCENTS.values() for each in letters)}:
        assert pixels(letter, face) != missing, letter


@every_face
def test_all_figures_have_one_width(face: Face) -> None:
    assert len({glyph_of(figure, face).advance for figure in "0123456789"}) == 1


def _stem(letter: str, face: Face) -> int:
    """How wide the first stem of a letter is where no crossbar and no shoulder meets it."""
    found = glyph_of(letter, face).print
    assert found
    rows = range(found.height // 4, found.height * 3 // 4)
    return min(_first_run([bool(found.getpixel((x, row))) for x in range(found.width)]) for row in rows)


def _first_run(row: list[bool]) -> int:
    start = row.index(True)
    return [*row, False].index(False, start) - start


@pytest.mark.parametrize("face", [each for each in FACES if each.kind != SERIF and each.size <= 30], ids=str)
def test_the_stems_of_a_face_are_even(face: Face) -> None:
    for group in ("HIELPFDB", "hlmnrk", "НПГИЦ"):
        assert len({_stem(letter, face) for letter in group}) == 1, group


def test_words_measure_what_they_are_printed() -> None:
    face = Face(17)
    assert text_width("Žofie", face) == font_of(face).getlength("Žofie", mode="1")


def test_the_fonts_come_whole_with_their_licence() -> None:
    assert {path.name for path in FONTS.glob("*.ttf")} == set(FONT_FILES.values())
    assert all(path.stat().st_size > 250_000 for path in FONTS.glob("*.ttf"))
    assert "ParaType Free Font License" in (FONTS / "LICENSE-ParaType.txt").read_text(encoding="utf-8")
