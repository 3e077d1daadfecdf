"""Sheets of Schotten Totten: signs are explained beside what they count."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.menu.pages import SheetPage
from companion.screens.paper import PANELS
from companion.state.schotten_totten.view import View, view_of
from tests.screens.layout import problems
from tests.screens.schotten_totten.borders import TACTICS
from tests.screens.schotten_totten.test_border import LANGUAGES, glass, texts


def played(view: View, panel: str) -> str:
    """Every page of the sheet."""
    pens = [glass(view, SheetPage("played", (), page=n), panel) for n in range(2)]
    assert all(problems(pen) == [] for pen in pens)
    return " ".join(text for pen in pens for text in texts(pen))


@pytest.mark.rule("ST-TAC-08", "ST-TAC-09")
@pytest.mark.parametrize("panel", PANELS)
def test_the_sheet_of_tactics_says_what_the_pennant_counts_and_who_may_play_one(panel: str) -> None:
    said = played(view_of(TACTICS), panel)
    assert "Ann: 3 tactics cards played" in said
    assert "You may be one tactics card ahead, never two." in said
    ann, ben = TACTICS.players
    ahead = replace(TACTICS, players=(ann, replace(ben, tactics=ben.tactics[:2])))
    assert "Ann is one ahead: now only Ben may play one." in played(view_of(ahead), panel)


@pytest.mark.parametrize("panel", PANELS)
def test_the_pennant_stands_before_the_words_that_explain_it(panel: str) -> None:
    drawn = glass(view_of(TACTICS), SheetPage("played", ()), panel).drawn
    (words,) = [each.box for each in drawn if each.text.startswith("Ann: 3")]
    assert any(each.kind == "mark" and each.box.right <= words.x and each.box.y < words.bottom for each in drawn)


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_has_room_in_every_language(panel: str, language: str) -> None:
    ann, ben = TACTICS.players
    for tactics in ((), ben.tactics[:2], ben.tactics):
        view = view_of(replace(TACTICS, players=(ann, replace(ben, tactics=tactics))))
        for n in range(3):
            assert problems(glass(view, SheetPage("played", (), page=n), panel, LANGUAGES[language])) == []
