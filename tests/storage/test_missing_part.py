"""A game that was played with a chronicle which is not installed here: it is kept, and the chronicle is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from companion.engine.history import History
from companion.engine.offers import Answer
from companion.games.glen_more_2.bot import RandomGamePlan, new_history, play_random_game
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.state.glen_more_2.game import GlenMore2, make_library
from companion.state.glen_more_2.model import HouseRules
from companion.storage.archive import Archive
from companion.storage.data_folder import GAMES_FILE
from companion.storage.game_summary import GameSummary, game_name_text
from companion.storage.transfer import export_journal
from tests.state.glen_more_2.ninth import CHRONICLE, STONE
from tests.table import Table

NINTH = GlenMore2(make_library((CHRONICLE,)))
REASON = f"the chronicle {STONE} is not installed here."


def from_the_start() -> History:
    """The chronicle stands in the first row; its own events follow."""
    return play_random_game(RandomGamePlan(2, 3, chronicles=(STONE,)), effective_facts(), NINTH)


def chosen_at_set_up() -> History:
    """The chronicle was chosen on the set-up screen."""
    history = new_history(NINTH, effective_facts(), HouseRules())
    game = History(NINTH, history.header)
    for colour in ("red", "blue"):
        give(game, "seat", colour)
    give(game, "done")
    give(game, "chronicle", STONE)
    return game


def give(history: History, offer: str, *values: str) -> None:
    number = next(q.number for q in history.game.questions(history.state) if q.offer(offer))
    entries = history.propose(Answer(number, offer, values))
    assert isinstance(entries, tuple), entries
    history.add(entries)


@pytest.mark.parametrize(("made", "line"), [(from_the_start, 1), (chosen_at_set_up, 5)])
def test_it_is_refused_by_name_and_kept(
    made: object, line: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(made)
    history = made()
    with Archive(tmp_path / GAMES_FILE) as archive:
        number = archive.create(history.header, GameSummary("Red, Blue"))
        archive.append(number, history.entries, NINTH)
    assert main(["games", "export", str(number), "--data", str(tmp_path), "--lang", "en"]) == 1
    assert capsys.readouterr().err == f"Red, Blue is kept, but can't be opened: {REASON}\n"
    file = tmp_path / "away.jsonl"
    file.write_bytes(b"".join(export_journal(history)))
    assert main(["games", "import", str(file), "--data", str(tmp_path), "--lang", "en"]) == 2
    assert capsys.readouterr().err == f"Line {line}: {REASON}\n"
    with Table(tmp_path) as table:
        assert table.says == f"Red, Blue is kept, but can't be opened: {REASON}"
        assert [str(game_name_text(kept.summary)) for kept in table.app.running.archive.games()][1] == "Red, Blue"
        table.press("OK")
        table.tap("home:red")
        assert len(table.app.running.history.entries) == 1
