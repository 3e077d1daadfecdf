"""Chronicles are loaded when they are chosen; one that fails is named, and the game goes on without it."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.engine.offers import Answer
from companion.games.glen_more_2.definition import GAME
from companion.games.glen_more_2.installed_chronicles import find_chronicles
from companion.session.inputs import AnswerSubmitted, Reaction
from companion.state.glen_more_2.game import GlenMore2
from tests.table import Table


def chooses(table: Table, slug: str) -> Reaction:
    """Put a chronicle into the game that is set up, from the page."""
    question = next(each for each in table.app.snapshot.questions if each.kind == "start")
    return table.app.submit(AnswerSubmitted(Answer(question.number, "chronicle", (slug,)))).result(20)


def test_a_chronicle_that_fails_when_it_is_chosen_is_named_and_the_others_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, _ = find_chronicles()
    library.expansions["highlander"] = replace(library.expansions["highlander"], definition="tests.no_module:GONE")
    rules = GlenMore2(library)
    monkeypatch.setattr("companion.games.glen_more_2.definition.game_rules", lambda: rules)
    monkeypatch.setitem(vars(GAME), "rules", rules)
    with Table(tmp_path) as table:
        table.tap("home:red", "home:blue", "home:yellow")
        table.press("OK")
        refused = chooses(table, "highlander")
        assert str(refused.sentence) == (
            "The chronicle highlander could not be loaded and is left out; the log says why."
        )
        assert chooses(table, "single_cask").signal in ("accepted", "asks")
        assert table.app.snapshot.state.chronicles == ("single_cask",)
        assert [each.slug for each in library.loaded] == ["single_cask"]
