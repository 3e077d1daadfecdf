"""Bad input of chronicles through the door it comes in by: one sentence, nothing changed.

Tokens tapped twice are in test_haggis_desk.py, more votes than tokens in test_great_glen.py, score sheets in
tests/scoring/glen_more_2/test_chronicle_keys.py.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.engine.game import CORRECTION, TABLE_VIEWER
from companion.engine.history import History
from companion.engine.offers import Answer, Refusal
from companion.games.glen_more_2.bot import new_history
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.state.glen_more_2.model import HouseRules
from tests.chronicles.test_together import EIGHT


def seated(*colours: str, chronicles: tuple[str, ...] = ()) -> History:
    """The table before it lays anything out."""
    history = new_history(game_rules(), effective_facts(), HouseRules(), chronicles)
    for offer, values in (*(("seat", (colour,)) for colour in colours), ("done", ())):
        message(history, offer, *values)
    return history


def message(history: History, offer: str, *values: str | int) -> Refusal | None:
    question = next(q for q in history.game.questions(history.state) if any(o.name == offer for o in q.offers))
    entries = history.propose(Answer(question.number, offer, values))
    if isinstance(entries, Refusal):
        return entries
    history.add(entries)
    return None


def refused(history: History, offer: str, *values: str | int) -> str:
    before = history.hash()
    refusal = message(history, offer, *values)
    assert refusal is not None
    assert history.hash() == before
    return str(refusal.reason.text)


@pytest.mark.rule("C0-01")
def test_a_chronicle_for_more_players_is_refused_at_the_table() -> None:
    history = seated("red", "blue")
    assert refused(history, "chronicle", "hammer") == "Hammer of the Scots is for 3 to 4 players."
    assert history.state.chronicles == ()


def test_a_chronicle_for_more_players_is_refused_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--players", "2", "--seed", "1", "--chronicles", "4"]) == 2
    assert capsys.readouterr() == ("", "Hammer of the Scots is for 3 to 4 players.\n")


def test_a_chronicle_that_is_not_there_cannot_be_put_in() -> None:
    history = seated("red", "blue", "green", chronicles=("single_cask",))
    assert refused(history, "chronicle", "nessie") == "That is not offered here."


@pytest.mark.parametrize("slug", EIGHT)
def test_corrections_lie_open_before_play_begins_too(slug: str) -> None:
    history = seated("red", "blue", "green", chronicles=(slug,))
    assert history.game.question(history.state, CORRECTION) is not None
    assert history.game.view(history.state, TABLE_VIEWER)


def test_a_haggis_roll_that_the_die_does_not_have_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rolls.json"
    ann = {"name": "Ann", "tokens": [1], "whisky": 0, "extra_rolls": []}
    file.write_text(json.dumps({"schema": 1, "rolls": [1, 2, 4, 2], "players": [ann]}))
    assert main(["haggis", str(file)]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
