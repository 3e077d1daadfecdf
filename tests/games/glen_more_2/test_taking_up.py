"""A game that runs already is taken up with buttons alone: in how many presses, and what stands on the glass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion.menu.pages import KeysPage, ListPage, NumberPage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from companion.session.game_on_table import GameOnTable
from tests.screens.layout import problems
from tests.table import Table

LIES: dict[str, tuple[str | int, ...]] = {
    "Which colour": ("Red", "Yellow", "Blue"),
    "Which deck": ("B",),
    "are left in deck B": (9,),
    "Was the scoring": ("Yes",),
    "tiles lie between": (2, 1),
    "empty spaces": (0, 0),
    "tiles lie ahead": (7,),
    "still of deck A": (4,),
    "coins on how many": (2, 1, 0, 3, 1),
    "Who has landmark": (
        *["Owner of a landmark card"] * 2,
        "Owner of a person",
        *["Markers on a crest"] * 2,
        "That is all",
    ),
    "Which card": ("Castle Stalker", "Loch Ness"),
    "Which person": ("Robert the Bruce",),
    "Which crest": ("Douglas", "MacLean"),
    "Who has it": ("Red", "Blue", "Yellow"),
    "Whose marker lies": ("Red", "Blue"),
    "How many markers": (1,),
    "how many points": (14, 9, 17),
    "how many coins": (3, 5, 2),
    "how many barrels": (1, 2, 0),
    "how many Scots": (1, 0, 2),
    "how many territory tiles": (8, 7, 8),
    "how many persons": (0, 1, 0),
}
"""Three players in the middle of deck B, on a rondel of 14 spaces that is full: what people say, by words of the
title, each time they are asked."""
Lies = dict[str, tuple[str | int, ...]]
JUMP = 3
"""Rows of a held key in a long list."""


@pytest.fixture(autouse=True)
def buttons_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has a sticker."""
    monkeypatch.setattr(GameOnTable, "has_stickers", property(lambda _: False))


class Hand:
    """Says what lies on the table, by the shortest way, and counts the presses."""

    def __init__(self, table: Table, lies: Lies) -> None:
        self.table, self.presses = table, 0
        self._says: dict[str, Iterator[str | int]] = {words: iter(said) for words, said in lies.items()}

    def press(self, *keys: str) -> None:
        self.presses += len(keys)
        self.table.press(*keys)

    def sits_down(self) -> None:
        for _ in range(3):
            self.picks("Next player")
            self.answers()
        self.picks("That is everybody")
        self.press("OK")  # the rondel has 14 spaces
        self.picks("We are already playing")

    def answers(self) -> None:
        title = str(getattr(self.table.page, "title", ""))
        value = next(next(said) for words, said in self._says.items() if words in title)
        if isinstance(value, int):
            self.sets(value)
        else:
            self.picks(value)

    def sets(self, number: int) -> None:
        """On its key, else by steps."""
        while isinstance(self.table.page, KeysPage):
            if str(number) in self.table.rows:
                return self.picks(str(number))
            self.press(self.table.page.keys[-1])
        page = self.table.page
        assert isinstance(page, NumberPage), page
        self.press(*by_steps(number - page.value, 5), "OK")
        return None

    def picks(self, words: str) -> None:
        page = self.table.page
        at = next(i for i, row in enumerate(self.table.rows) if row.startswith(words))
        if isinstance(page, KeysPage):
            self.press(page.keys[at])
            return
        assert isinstance(page, ListPage), page
        rows, jump = len(page.rows), JUMP if len(page.rows) > 9 else 99
        ways = (by_steps(at - page.cursor + round * rows, jump) for round in (-1, 0, 1))
        self.press(*(opposite(key) for key in min(ways, key=len)), "OK")


def by_steps(way: int, stride: int) -> Sequence[str]:
    """The fewest presses that move a number so far; a held key moves it by `stride`."""
    far, near = divmod(abs(way), stride)
    if near * 2 > stride + 1:
        far, near = far + 1, near - stride
    to, fro = ("UP", "DOWN") if way > 0 else ("DOWN", "UP")
    return (*[f"{to}+"] * far, *[to if near > 0 else fro] * abs(near))


def opposite(key: str) -> str:
    """In a list UP leads to the rows above."""
    return key.replace("UP", "_").replace("DOWN", "UP").replace("_", "DOWN")


def glass(table: Table, language: str = "en") -> str:
    """All words on the picture, which is whole."""
    snapshot = table.app.snapshot
    pen = make_drawing(
        snapshot.game.shown(table.view), snapshot.page, PANELS[table.panel].paper(), Translator(language)
    )
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn)


CARDLESS = LIES | {"Who has landmark": ("That is all",)}


@pytest.mark.parametrize("panel", ["2in13", "4in2"])
@pytest.mark.parametrize(("lies", "most"), [(LIES, 70), (CARDLESS, 46)], ids=["cards", "no cards"])
def test_a_running_game_is_taken_up_in_few_presses_of_buttons_alone(
    tmp_path: Path, panel: str, lies: Lies, most: int
) -> None:
    """They were 104 and 70 when each number was set, and each gap asked for its empty spaces."""
    with Table(tmp_path, panel=panel) as table:
        hand = Hand(table, lies)
        hand.sits_down()
        seated = hand.presses
        while table.view.phase != "take":
            assert all(glass(table, language) for language in ("en", "cs"))
            hand.answers()
        red, yellow, blue = table.view.players
        assert [p.points for p in (red, yellow, blue)] == [14, 9, 17]
        assert [p.coins for p in (red, yellow, blue)] == [3, 5, 2]
        assert [p.tiles for p in (red, yellow, blue)] == [8, 7, 8]
        assert (yellow.barrels, blue.scots_home, red.landmarks) == (2, 2, int(lies is LIES))
        assert hand.presses - seated <= most
