"""Glen More with secret points: two evenings that differ in a gain alone look the same through every door.

To the table, to who looks on and to every other seat; who gained sees it on the own phone, and in the end all do.
"""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.cli import main
from companion.engine.offers import Pick
from companion.games.glen_more.bot import RandomPlayer, new_history
from companion.games.glen_more.definition import GAME
from companion.games.random_play import MAX_ANSWERS, play_step
from companion.screens.paper import PANELS, REFERENCE_PANEL
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from companion.session.backup import export_game
from companion.state.glen_more import events as ev
from companion.state.glen_more.game import GlenMore
from companion.state.glen_more.model import FINAL_SCORING, HouseRules
from companion.state.glen_more.standings import are_points_hidden
from companion.web.app_backend import AppBackend
from companion.web.phones.admission import Viewer
from companion.web.phones.phone_commands import visible_entries
from companion.web.phones.phone_view import view_data
from companion.web.session_calls import encode_json, translate_value
from tests.games.test_glen_more import evening, laid_out
from tests.sampled import half
from tests.state.glen_more.referee_table import Followed, taking, tile
from tests.table import Table

pytestmark = pytest.mark.rule("G1-SCR-06")
ENGLISH = Translator("en")
KEYS = ("UP", "DOWN", "DOWN", "OK", "OK", "BACK", "UNDO", "UP+", "DOWN+", "OK+", "BACK+")
OWN, OTHER = Viewer("seat", "p1"), Viewer("seat", "p2")
OTHERS = (OTHER, Viewer("seat", "p3"), Viewer("table"), Viewer("spectator"))


def in_secret(table: Table) -> None:
    """Three sit down; at the set-up the house rule is chosen, then the rondel is laid out."""
    table.tap(*(f"tile:S-0{n}" for n in range(1, 4)))
    table.press("OK")
    table.press(*table.keys_to("House rules"))
    table.press(*table.keys_to("no: points are secret until the last scoring"))
    table.press(*table.keys_to("Lay out the rondel"))
    table.press("OK")


def gains(table: Table, points: int) -> None:
    """Player 1 takes a tile that lies anywhere and gets so many points by a command card."""
    table.tap("tile:0-08")
    table.press("OK")
    table.tap(f"card:points_{points}")


def doors(table: Table) -> dict[str, Any]:
    """What everybody but player 1 can find out."""
    now, history = table.app.snapshot, table.app.running.history
    desk = AppBackend(table.app, table.screen, PANELS[REFERENCE_PANEL], ENGLISH)
    shown = GAME.shown(now.view)
    return {
        "panel": [
            each.text for each in make_drawing(shown, table.page, PANELS[table.panel].paper(), ENGLISH).drawn
        ],
        "view": encode_json(now.view, ENGLISH),
        "state.json": desk.state(),
        # But how often the glass was drawn, which hangs on the clock.
        "page.json": {**translate_value(desk.page(1), ENGLISH), "panel": None},
        "history": [str(words) for _, words in history.lines()],
        "export": export_game(GAME, history),
        "summary": GAME.summary(now.state),
        **{f"phone of {each}": phone(table, each) for each in OTHERS},
        **{f"history of {each}": [e.number for _, e in visible_entries(history, each)] for each in OTHERS},
    }


def phone(table: Table, viewer: Viewer) -> bytes:
    return encode_json(view_data(table.app.snapshot, viewer, ENGLISH, "en"), ENGLISH)


def test_whatever_is_gained_everybody_elses_doors_show_the_same(tmp_path: Path) -> None:
    found, own = [], []
    for points in (3, 5):
        with evening(tmp_path / str(points)) as table:
            in_secret(table)
            gains(table, points)
            assert [p.total for p in table.app.snapshot.state.players] == [points, 0, 0]
            found.append(doors(table))
            own.append(phone(table, OWN))
    one, other = found
    assert [door for door in one if one[door] != other[door]] == []
    assert own[0] != own[1], "who gained it reads it on the own phone"


def test_without_the_switch_the_same_doors_tell_the_gain(tmp_path: Path) -> None:
    found = []
    for points in (3, 5):
        with evening(tmp_path / str(points)) as table:
            laid_out(table)
            gains(table, points)
            found.append(doors(table))
    one, other = found
    assert [door for door in one if one[door] == other[door] and not door.startswith("history of")] == []


@pytest.mark.parametrize("seed", half(range(4)))
def test_no_way_through_the_menus_leads_to_the_number(tmp_path: Path, seed: int) -> None:
    """Any keys at all, among them the history, changes of the past, corrections and taking back."""
    walks = []
    for points in (3, 5):
        with evening(tmp_path / str(points)) as table:
            in_secret(table)
            gains(table, points)
            hands, met = random.Random(seed), []
            for _ in range(120):
                table.press(
                    hands.choice(("UP", "DOWN", "DOWN", "OK", "OK", "BACK", "UNDO", "UP+", "DOWN+", "OK+"))
                )
                shown = GAME.shown(table.view)
                pen = make_drawing(shown, table.page, PANELS[table.panel].paper(), ENGLISH)
                met.append(" ".join(each.text for each in pen.drawn).replace(f"/{points}/", "/"))
            walks.append(met)
    assert next(((a, b) for a, b in zip(*walks, strict=True) if a != b), None) is None


def test_the_panel_and_the_history_say_that_there_were_points_and_not_how_many(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        in_secret(table)
        gains(table, 5)
        assert [str(line) for line in table.view.turn_log][-1] == "player 1: points (a tile)"
        table.press("UNDO")
        assert table.says == "Undone: player 1: points (a tile). Put back:"
        assert table.rows[1:] == ["Points back, as each player's own phone says"]


def test_a_count_of_points_is_put_right_without_a_word_of_what_it_was(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        in_secret(table)
        gains(table, 5)
        correct = GAME.rules.question(table.app.snapshot.state, 0)
        assert correct
        offer = correct.offer("count")
        assert offer
        (who,) = offer.parts
        (what,) = who.choices[0].then  # type: ignore[union-attr]
        assert [str(each.label) for each in what.choices if each.value == "points"] == ["points"]  # type: ignore[union-attr]


def test_the_export_of_a_running_game_is_withheld_and_the_journal_keeps_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    with evening(tmp_path) as table:
        in_secret(table)
        gains(table, 5)
        where = ["--data", str(tmp_path), "--lang", "en"]
        assert main(["games", "export", str(table.app.running.id), "--out", str(file), *where]) == 0
        assert json.loads(file.read_text().splitlines()[0])["withheld"]
        assert "PointsScored" not in file.read_text()
        assert main(["games", "import", str(file), *where]) != 0
        assert capsys.readouterr().err.startswith("Line 1: the game's secrets are left out")
        kept = [event for entry in table.stored() for event in entry.events]
        assert [e.points for e in kept if isinstance(e, ev.PointsScored)] == [5]


def over(secret: bool) -> Any:
    """The state after the last scoring."""
    table = Followed(3, **({"points_are_secret": True} if secret else {}))
    table.state = msgspec.structs.replace(table.state, done_scorings=(FINAL_SCORING,))
    return table.state


def test_the_last_scoring_shows_all() -> None:
    before = Followed(3, points_are_secret=True).state
    assert [p.points for p in GAME.view(before, "").players] == [None, None, None]
    assert [p.points for p in GAME.view(before, "p2").players] == [None, 0, None]
    for viewer in ("", "p1"):
        assert [p.points for p in GAME.view(over(secret=True), viewer).players] == [0, 0, 0]


def test_at_referee_depth_a_use_says_no_points_either() -> None:
    table = taking(
        "1-19", tile("1-03", 1, 0, sheep=2), tile("1-01", 1, 1, scots=1), house={"points_are_secret": True}
    )
    table.takes("1-19", 2, 0)
    (part,) = table.offers("use")["use_1-19"].parts
    assert isinstance(part, Pick)
    assert [str(each.label) for each in part.choices] == ["2 sheep for points", "1 sheep for points"]
    table.answers("use", "use_1-19", "sheep+sheep")
    assert table.player("p1").points == {"1-19": 4}
    assert "player 1: points (butcher (sheep))" in [str(line) for line in table.view.turn_log]


NUMBERS = re.compile(r"(?<!movement )\b\d+ points?\b|\bpoints? -?\d")


@pytest.mark.parametrize("depth", GAME.depths)
@pytest.mark.parametrize("players", [3, 5])
def test_in_a_whole_game_nothing_that_all_can_read_tells_points_before_the_end(depth: str, players: int) -> None:
    """Scorings too: what they brought is on the phone of each player, and of nobody else."""
    game = GlenMore()
    history = new_history(game, HouseRules(points_are_secret=True))
    player = RandomPlayer(4, players, told=False, corrections=0.1, depth=depth)
    rounds, told = set(), []
    for _ in range(MAX_ANSWERS):
        play_step(history, player)
        state = history.state
        if not are_points_hidden(state):
            break
        view, own = GAME.view(state, ""), GAME.view(state, "p1")
        assert (view.result, view.next_scoring, {p.points for p in view.players} - {None}) == (None, None, set())
        if own.result:
            rounds.add(own.result.round)
            assert [scored.name for scored in own.result.players] == ["p1"]
        words = [history.words(len(history.standing) - 1), *view.turn_log, *view.table_tasks]
        undo = history.propose_undo()
        words += [line.text for line in history.undo_instructions(*undo)] if undo else []
        for question in game.questions(state):
            words += [question.text, *(offer.label for offer in question.offers)]
        told += [str(each) for each in words if NUMBERS.search(str(each)) and "movement" not in str(each)]
    assert told == []
    assert len(rounds) == 2, "two scorings came and were read by player 1 alone"
    assert not are_points_hidden(history.state)
