"""Evenings of Schotten Totten through the devices: two taps a play, claims, taking back, power cuts, rounds."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from companion.games.installed import InstalledGames
from companion.games.schotten_totten import GAME
from companion.menu.pages import HomePage, MapPage, NoticePage
from tests.table import Table

GAMES = InstalledGames([GAME])


def table(folder: Path) -> Table:
    return Table(folder, games=GAMES)


def begun(table: Table) -> Table:
    """Two players without names, the first one begins; the basic game."""
    table.press("OK", "OK", "OK", "OK")
    assert table.says == "Player 1, tap the card that you lay."
    return table


def lay(table: Table, card: str, place: str) -> None:
    table.tap(f"clan:{card}", f"place:{place}")


@pytest.mark.rule("ST-APP-01", "ST-TRN-01")
def test_a_play_is_two_taps_and_no_press(tmp_path: Path) -> None:
    with begun(table(tmp_path)) as evening:
        assert isinstance(evening.tap("clan:red-7"), MapPage)
        assert evening.says == "Player 1, red 7: tap its place."
        assert isinstance(evening.tap("place:a1"), HomePage)
        assert (evening.says, evening.heard(2)) == (
            "Player 2, tap the card that you lay.",
            ["asks", "accepted"],
        )


def test_without_stickers_beside_the_stones_the_cursor_chooses(tmp_path: Path) -> None:
    with begun(table(tmp_path)) as evening:
        evening.tap("clan:red-7")
        evening.press("DOWN", "DOWN", "OK")
        evening.tap("clan:green-1", "stone:9")
        assert [stone.number for stone in evening.view.stones if stone.a.cards or stone.b.cards] == [3, 9]


def test_a_card_that_waits_survives_a_power_cut_and_undo_drops_it_first(tmp_path: Path) -> None:
    with begun(table(tmp_path)) as evening:
        lay(evening, "red-7", "a1")
        evening.tap("clan:green-1")
    with table(tmp_path) as again:
        assert again.view.waiting.card.id == "green-1"
        assert again.says == "Player 2, green 1: tap its place."
        again.press("UNDO", "OK")
        assert again.view.waiting is None
        assert str(again.view.stones[0].a.cards[0].label) == "red 7"


@pytest.mark.parametrize(
    ("tag", "rule", "says"),
    [
        ("clan:red-7", "", "Player 2, tap the card that you lay."),
        ("clan:blue-9", "ST-APP-01", "Blue 9 lies there already: stone 2, side of player 2."),
        ("tactics:spy", "ST-CMP-03", "Spy is a tactics card; this game is played without."),
        ("stone:1", "ST-PRF-02", "Player 1 still lacks cards at stone 1."),
    ],
)
def test_what_can_not_be_is_one_sentence_with_its_rule(tmp_path: Path, tag: str, rule: str, says: str) -> None:
    """A card that was laid a moment ago says nothing new."""
    with begun(table(tmp_path)) as evening:
        lay(evening, "red-1", "a1")
        lay(evening, "blue-9", "b2")
        lay(evening, "red-7", "a1")
        page = evening.tap(tag)
        assert evening.says == says
        assert getattr(page, "rule", "") == rule
        assert isinstance(page, NoticePage) == bool(rule)


def test_the_same_sticker_twice_within_a_breath_is_one_tap(tmp_path: Path) -> None:
    with begun(table(tmp_path)) as evening:
        for tag in ("clan:red-7", "place:a1"):
            evening.tap(tag)
            before = len(evening.entries)
            evening._after(partial(evening.reader.tap, tag))  # the clock stands still
            assert len(evening.entries) == before


@pytest.mark.rule("ST-CLM-03", "ST-END-01", "ST-RND-04")
def test_two_rounds_are_played_with_taps_alone_but_for_who_begins(tmp_path: Path) -> None:
    with table(tmp_path) as evening:
        evening.press("OK", "OK")
        evening.press(*evening.keys_to("Rounds"), "UP", "OK")
        evening.press(*evening.keys_to("Who begins"), "OK")
        won(evening, "a")
        assert evening.view.phase == "won"
        while isinstance(evening.page, NoticePage) or not evening.says.startswith("Player 1 owns"):
            evening.press("OK")
        assert evening.says.startswith("Player 1 owns three stones side by side. Who begins round 2 of 2?")
        evening.press(*evening.keys_to("player 1"))
        assert evening.view.to_move == "A"
        won(evening, "a")
        assert [player.points for player in evening.view.players] == [10, 0]
        assert evening.view.winners == ("A",)
        evening.drawn()


def won(evening: Table, side: str) -> None:
    """Three colour runs, each claimed by a press of OK as soon as it can be."""
    for stone, colour in enumerate(("red", "blue", "green"), 1):
        for n, strength in enumerate((9, 8, 7)):
            lay(evening, f"{colour}-{strength}", f"{side}{stone}")
            if n == 2:
                evening.press("OK")
            if evening.view.phase == "play":
                lay(evening, f"brown-{3 * stone - n}", f"b{7 + (stone - 1)}")
