"""A count in doubt is asked by the scoring that uses it, whatever people agreed to in scorings before."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.history import first_difference
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from tests.games.glen_more_2.test_mending import Mending
from tests.games.glen_more_2.test_mending_counts import asked, laid_out, takes, words
from tests.screens.layout import problems
from tests.screens.test_all_counts import all_pages
from tests.screens.test_on_small_glass import reads
from tests.session.test_living_room import corrects, says


def skips(table: Mending) -> None:
    """Whoever is on turn takes a tile; what it is and what it cost is skipped."""
    table.press("OK", "UP")
    table.to("New tile")
    table.to("Skip")
    table.press("OK")


def ends_the_turn_and_a_deck(table: Mending, deck: str) -> None:
    """Who is on turn takes a free tile, and with it the deck ends."""
    takes(table)
    table.press("DOWN")
    table.to("Paid nothing")
    corrects(table, "deck", deck, 1)
    says(table, "end", "done")
    table.press("OK")
    assert asked(table) == "count_scots"
    table.press("OK+")


def doubted_now(table: Mending) -> list[str]:
    offer = table.app.snapshot.questions[0].offer("counted")
    assert offer
    return [part.name for part in offer.parts]


def doubts(table: Mending) -> set[tuple[str, str]]:
    """Scots apart, which every scoring asks for."""
    doubted = {(player.id, count) for player in table.view.players for count in player.uncertain_counts}
    return {each for each in doubted if each[1] != "scots_home"}


def to_the_end(table: Mending) -> None:
    """Everybody goes to World's End; the Scots are counted."""
    corrects(table, "deck", "D", 0)
    corrects(table, "found", "worlds_end", "space:8")
    for _ in range(3):
        says(table, "take", "worlds_end")
        says(table, "end", "done")
        while any(q.kind == "deck_end" for q in table.app.snapshot.questions):
            says(table, "deck_end", "later")
    assert asked(table) == "count_scots"
    table.press("OK+")


@pytest.mark.rule("GM-SCR-03")
def test_coins_that_no_round_used_are_asked_in_the_final_scoring(tmp_path: Path) -> None:
    """Skipped once, "All is right" in all three rounds: the final scoring asks, and says why, to the end."""
    with Mending(tmp_path, panel="2in13") as table:
        laid_out(table)
        skips(table)
        for deck in "ABC":
            ends_the_turn_and_a_deck(table, deck)
            if asked(table) == "count_doubted":
                assert deck == "A", "what was asked once is in no doubt any more"
                assert doubted_now(table) == ["red_barrels", "red_persons"]
                table.press("OK+")
            assert "All is right: score" in words(table)
            table.press("OK", "OK")
            assert doubts(table) == {("red", "coins"), ("red", "tiles")}
        table.press("BACK")
        reason = all_pages(table, "en")
        assert "Red (coins): Turn 1: what a start tile cost or gave is not entered." in reason
        table.press("BACK")
        to_the_end(table)
        assert asked(table) == "count_doubted"
        assert doubted_now(table) == ["red_coins", "red_tiles"]
        reads(table, "Red: coins?", "Červený: mince?")
        says(table, "count_doubted", "counted", 9, 3)
        table.press("OK")
        assert table.app.running.history.state.player("red").points["coins"] == 9
        assert doubts(table) == set()
        assert first_difference(table.app.running.history) is None


@pytest.mark.rule("GM-SCR-03")
@pytest.mark.parametrize("panel", PANELS)
def test_a_count_in_doubt_only_since_the_others_were_asked_is_asked_before_it_is_scored(
    tmp_path: Path, panel: str
) -> None:
    """What a tile costs is told otherwise while the last page of the scoring lies open."""
    with Mending(tmp_path, panel=panel) as table:
        laid_out(table)
        ends_the_turn_and_a_deck(table, "A")
        assert asked(table) == "count_rest"
        mine = next(piece for piece in table.app.running.history.state.facts.pieces if piece.startswith("S-"))
        corrects(table, "tile", mine, "cost", "coin", 2)
        table.press("OK")
        assert {count for _, count in doubts(table)} == {"barrels", "coins"}
        assert asked(table) == "count_doubted"
        now = table.app.snapshot
        pen = make_drawing(now.game.shown(now.view), now.page, PANELS[panel].paper(), Translator("en"))
        assert problems(pen) == []
        table.press("OK", "OK")
        assert now.view.result is None
        assert table.view.result is not None


def test_a_number_asked_without_a_question_mark_says_why(tmp_path: Path) -> None:
    """Scots that nobody doubts are asked for all the same."""
    with Mending(tmp_path, panel="2in13") as table:
        laid_out(table)
        takes(table)
        corrects(table, "deck", "A", 1)
        says(table, "end", "done")
        table.press("OK", "UP")
        assert "scots_home" not in table.view.players[1].uncertain_counts
        reads(table, "Yellow: Scots in the home castle?", "Žlutý: Skoti v domovském hradu?")
        reads(table, "Scots may have walked: count them.", "Skoti mohli přejít: spočítejte je.")
