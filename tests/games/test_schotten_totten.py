"""Evenings of Schotten Totten through the devices: two taps a play, claims, taking back, power cuts, rounds."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.cli import main
from companion.desk_player import DeskPlayer
from companion.engine.history import History
from companion.games.installed import InstalledGames
from companion.games.schotten_totten.definition import GAME
from companion.menu.pages import HomePage, MapPage, NoticePage
from companion.scoring.schotten_totten.document import judge_document
from companion.session.recording import Restart, Tap, play_recording
from companion.state.schotten_totten.events import StoneClaimed
from companion.state.schotten_totten.game import score_document
from companion.storage.transfer import export_journal
from tests.games.played import without_pictures
from tests.table import Table
from tools.players.border_players import PLANNED, end_of
from tools.presses import end_of_recording, recording_of

GAMES = InstalledGames([GAME])


class Replayed(NamedTuple):
    """A recorded game at its end."""

    name: str
    history: History
    end: dict[str, Any]


def table(folder: Path) -> Table:
    return Table(folder, games=GAMES)


def begun(table: Table) -> Table:
    """Two players without names, the first one begins; the basic game."""
    table.press("OK", "OK")
    table.press(*table.keys_to("Who begins"), "OK")
    assert table.says == "Player 1, tap the card that you lay."
    return table


def lay(table: Table, card: str, place: str) -> None:
    table.tap(f"clan:{card}", f"place:{place}")


@pytest.mark.rule("ST-TAC-01", "ST-RND-01", "ST-SET-03")
@pytest.mark.parametrize("panel", ["4in2", "2in13"])
def test_what_is_played_stands_before_who_begins_and_says_how_it_is_set(tmp_path: Path, panel: str) -> None:
    with Table(tmp_path, games=GAMES, panel=panel) as evening:
        evening.press("OK", "OK")
        assert evening.rows[:3] == ["Variants: none", "Rounds: 1", "Who begins?"]
        evening.press("OK", "OK")
        assert evening.rows == ["Tactics cards: on", "Expert variant: off"], "the list stays open"
        evening.press("BACK")
        evening.press(*evening.keys_to("Rounds"), "UP", "OK")
        assert evening.rows[:2] == ["Variants: tactics cards", "Rounds: 2"]
        evening.press("UNDO")
        assert (evening.page.rows[evening.page.cursor].label, evening.view.round) == (
            evening.page.rows[0].label,
            0,
        ), "OK after UNDO begins no game"
        evening.press(*evening.keys_to("Who begins"), "OK")
        assert (evening.view.variants, evening.view.rounds) == (("tactics",), 1)


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


@pytest.mark.rule("ST-TAC-06")
def test_a_command_card_that_is_read_twice_lays_nothing_once(tmp_path: Path) -> None:
    with table(tmp_path) as evening:
        evening.press("OK", "OK")
        evening.press(*evening.keys_to("Variants"), "OK", "BACK")
        evening.press(*evening.keys_to("Who begins"), "OK")
        for _ in range(2):
            evening._after(partial(evening.reader.tap, "card:nothing"))
        assert (evening.view.variants, evening.view.to_move) == (("tactics",), "B")


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


# ---- recorded games


@pytest.fixture(scope="module", params=PLANNED)
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Replayed:
    """Each recording is played once for all the tests below."""
    recording = recording_of(request.param)
    folder = tmp_path_factory.mktemp(request.param)
    with without_pictures(), DeskPlayer(recording.head, folder, None) as player:
        for _ in play_recording(recording, player):
            pass
        return Replayed(request.param, player.app.running.history, end_of(player))


def test_a_recorded_game_ends_as_it_ended_when_it_was_recorded(game: Replayed) -> None:
    assert game.end == end_of_recording(game.name)
    planned = PLANNED[game.name]
    assert {*game.history.state.variants} == {*planned.variants}
    recording = recording_of(game.name)
    taps = sum(isinstance(each, Tap) for each in recording.inputs)
    assert (taps > 50) == planned.taps
    assert any(isinstance(each, Restart) for each in recording.inputs), "the plug was pulled in it"


def test_its_journal_replays_and_its_claims_are_right_outside_too(game: Replayed, tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    journal.write_bytes(b"".join(export_journal(game.history)))
    assert main(["replay", "--check", str(journal)]) == 0
    state = game.history.game.start(game.history.header.setup)
    claims = 0
    for entry in game.history.standing:
        for event in entry.events:
            if isinstance(event, StoneClaimed):
                document = {**json.loads(json.dumps(score_document(state))), "to_move": event.player}
                told = {
                    claim["stone"]: claim for claim in json.loads(judge_document(json.dumps(document)))["claims"]
                }
                assert (told[event.stone]["claimable"], told[event.stone]["why"]) == (True, event.why)
                claims += 1
            state = game.history.game.apply(state, event)
    assert claims >= 3 * game.history.state.rounds


def test_base_tactics_experts_and_three_rounds_are_recorded() -> None:
    ends = [end_of_recording(name) for name in PLANNED]
    assert max(len(end["rounds"]) for end in ends) == 3
    assert {planned.variants for planned in PLANNED.values()} == {(), ("tactics",), ("tactics", "expert")}
