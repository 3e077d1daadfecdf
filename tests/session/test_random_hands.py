"""Hands that do anything at random, on every panel: each page is drawn whole, nothing breaks, BACK leads home."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.screens.paper import PANELS
from tests.random_hands import Hands

INPUTS, MANY = 500, 4000


@pytest.mark.parametrize("panel", PANELS)
def test_whatever_hands_do_every_page_is_drawn_and_nothing_breaks(tmp_path: Path, panel: str) -> None:
    """With menus, sticker walk, look-up, teaching and phones; longer runs: python -m tests.random_hands."""
    hands = Hands(tmp_path, 7, panel, whole=True)
    try:
        assert hands.run(INPUTS) == []
        assert {"StickerPage", "InvitationPage", "ArticlePage", "SheetPage"} <= set(hands.met)
    finally:
        hands.close()


@pytest.mark.long
def test_however_much_hands_enter_every_word_fits_the_smallest_panel(tmp_path: Path) -> None:
    """A turn with a dozen entries, an undo of a whole scoring: what has no room is counted, never cut."""
    hands = Hands(tmp_path, 1, "2in13", whole=True)
    try:
        assert hands.run(MANY) == []
    finally:
        hands.close()
