"""What the page is told by the application itself, not by a stub."""

from __future__ import annotations

from pathlib import Path

from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer
from companion.screens.paper import PANELS, REFERENCE_PANEL
from companion.screens.translator import ENGLISH, Translator
from companion.session.inputs import AnswerSubmitted
from companion.web.app_backend import AppBackend
from tests.table import Table, complete_facts


def backend(table: Table) -> AppBackend:
    return AppBackend(table.app, table.screen, PANELS[REFERENCE_PANEL], Translator(ENGLISH))


def test_the_page_says_which_turn_it_is_and_none_before_the_first(tmp_path: Path) -> None:
    with Table(tmp_path, watched=True, facts=complete_facts()) as table:
        desk = backend(table)
        assert desk.page(1)["now"] == ""
        table.seated("red", "blue")
        assert str(desk.page(2)["now"]) == "Turn 1"
        table.tap("tile:S-1", "card:done")
        assert str(desk.page(3)["now"]) == "Turn 2"


def test_when_the_game_is_over_no_turn_is_named(tmp_path: Path) -> None:
    with Table(tmp_path, watched=True, facts=complete_facts()) as table:
        desk, running = backend(table), table.app.running
        table.seated("red", "blue")
        player = RandomPlayer(RandomGamePlan(2, 1))
        while not running.snapshot.outline.over:
            asked = running.history.game.questions(running.history.state)
            table.app.submit(AnswerSubmitted(player.answer(asked))).result(5)
        assert desk.page(1)["now"] == ""


def test_a_few_letters_find_what_rules_and_pieces_say_with_the_id_of_the_rule(tmp_path: Path) -> None:
    with Table(tmp_path, watched=True, facts=complete_facts()) as table:
        desk = backend(table)
        first = desk.look_up("sell row")[0]
        assert first["title"] == "Market"
        assert first["rule"] == "GM-MKT-07"
        assert str(first["text"][0]).startswith("To sell, give back 1 good")
        assert len(desk.look_up("tile")) == 12
        assert desk.look_up("") == desk.look_up("zebra") == []


def test_letters_without_accents_find_czech_words(tmp_path: Path) -> None:
    with Table(tmp_path, watched=True, facts=complete_facts()) as table:
        czech = AppBackend(table.app, table.screen, PANELS[REFERENCE_PANEL], Translator("cs"))
        assert czech.look_up("jecmen znak")[0]["title"] == "Znak: sud"
