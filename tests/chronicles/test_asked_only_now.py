"""A changed past asks what nobody was asked then: it is answered before that is entered; what came later stays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.history import first_difference
from companion.engine.journal import EntryUndo
from companion.menu.pages import HomePage, ListPage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from tests.chronicles.test_haggis_desk import lays_out_with_haggis
from tests.games.glen_more_2.test_mending import MOST, Mending, told_only
from tests.screens.layout import problems

INN = "Beast Feast Inn"
TOKEN, REBUILD = (
    f"The change asks in turn 1, Red: Does {INN} give a haggis token at once?",
    f"The change asks in turn 1, Red: Is {INN} a rebuild tile?",
)


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Mending]:
    """Nobody told this box what is on its tiles. Three turns are over; what Red took in the first was an inn."""
    with Mending(tmp_path, panel="2in13") as table:
        table.tap("home:red", "home:blue", "home:green")
        table.press("OK", "OK")
        lays_out_with_haggis(table)
        while table.app.snapshot.questions[0].kind != "take":
            table.press("OK+" if table.app.snapshot.questions[0].kind == "prepare" else "OK")
        for _ in range(3):
            table.press("OK", "UP", "OK")
            table.press(*table.keys_to("A tile for the territory"))
            table.press("OK")
        assert turn(table) == 4
        table.turn(1)
        table.to("Red takes")
        table.to("Which tile is it?")
        table.to("a tile by its name")
        table.to(INN)
        yield table


def turn(table: Mending) -> int:
    return int(table.app.running.history.state.turn.number)


def glass(table: Mending, panel: str, language: str) -> str:
    """The words of the picture, which is whole."""
    now = table.app.snapshot
    pen = make_drawing(now.game.shown(now.view), now.page, PANELS[panel].paper(), Translator(language))
    assert problems(pen) == []
    return " ".join(" ".join(each.text for each in pen.drawn).split())


def taken(table: Mending) -> list[str]:
    """What the history says of the first turn."""
    lines = [str(line) for _, line in table.app.running.history.lines()]
    return lines[lines.index("10 tiles laid") + 1 : lines.index("end of Red's turn, 1 tile laid")]


def test_what_only_the_right_tile_asks_is_asked_and_all_later_turns_stand(played: Mending) -> None:
    later = [entry.answer for entry in played.app.running.history.standing][-7:]
    assert played.says == TOKEN
    assert isinstance(played.page, ListPage)
    for panel in PANELS:
        assert "haggis token at once?" in glass(played, panel, "en")
        assert "The change asks in turn 1" in glass(played, panel, "en")
        assert "Změna se ptá v tahu 1" in glass(played, panel, "cs")
    played.to("Yes")
    assert played.says == REBUILD
    played.to("No")
    assert played.rows == ["What kind of start tile is it? A tile for the territory"], "of the wrong tile alone"
    played.does("OK")
    played.to("Yes")
    told_only(played)
    assert played.count <= MOST + 6, "two questions, and the page of what is asked no more"
    assert taken(played) == [
        f"Red takes {INN}",
        f"Red gets a haggis token, Address to a Haggis: the companion knows {INN} now",
        f"{INN} is not a rebuild tile",
    ]
    history = played.app.running.history
    assert [each.answer.offer for each in history.standing][-7:] == [each.offer for each in later]  # type: ignore[union-attr]
    assert turn(played) == 4
    assert first_difference(history) is None
    played.press("OK", "UNDO")
    assert taken(played)[0] == "Red takes a start tile"


def test_nothing_is_entered_while_it_is_asked_and_back_leads_to_the_change(played: Mending) -> None:
    before = len(played.entries)
    played.to("Yes")
    assert played.says == REBUILD
    played.press("BACK")
    assert INN in played.rows
    played.to("Creek Inn")
    assert played.says == "The change asks in turn 1, Red: Does Creek Inn give a haggis token at once?"
    while not isinstance(played.page, HomePage):
        played.press("BACK")
    assert len(played.entries) == before
    assert not any(isinstance(entry.answer, EntryUndo) for entry in played.entries)
