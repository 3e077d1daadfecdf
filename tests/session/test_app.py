"""The application through its devices: taps and presses in; pictures, signals and the journal out."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from companion.app import App
from companion.engine.game import TABLE_VIEWER, Game, TapMeaning
from companion.engine.journal import Entry, EntryUndo
from companion.engine.message import tr
from companion.engine.offers import Answer
from companion.games.glen_more_2.definition import GAME
from companion.games.installed import InstalledGames
from companion.games.sticker_registry import StickerFile
from companion.hardware.desk import DeskScreen
from companion.hardware.devices import ReaderLost, ScreenLost
from companion.menu.pages import KeysPage, ListPage, NoticePage, SheetPage
from companion.session.inputs import AnswerSubmitted, ButtonPressed
from companion.state.glen_more_2.facts import LearnedFact
from companion.storage.archive import Archive
from companion.storage.archive_file import ArchiveError
from companion.storage.game_summary import game_details_text
from tests.counting_game import GAME as COUNTING
from tests.counting_game.rules import CountingGame, Heap
from tests.counting_game.view import HeapView
from tests.table import Table, complete_facts
from tests.waiting import LONG

STICKER = "uid:04a1b2c3d4e5f6"


class Breaking(CountingGame):
    """The counting game, which can be told to break."""

    broken = ""

    def break_in(self, where: str) -> None:
        if self.broken == where:
            raise ZeroDivisionError(where)

    def tap_meaning(self, state: Heap, piece: str) -> TapMeaning:
        self.break_in("tapped")
        return super().tap_meaning(state, piece)


def counting(rules: Breaking) -> InstalledGames:
    """The counting game alone, with these rules."""

    def seen(state: Heap, viewer: str) -> HeapView:
        assert viewer == TABLE_VIEWER
        if state.turn > 1:
            rules.break_in("view")
        return COUNTING.view(state, viewer)

    return InstalledGames([replace(COUNTING, make_rules=lambda: rules, view=seen)])


@pytest.fixture
def game() -> Breaking:
    return Breaking()


@pytest.fixture
def table(tmp_path: Path, game: Breaking) -> Iterator[Table]:
    with Table(tmp_path, watched=True, games=counting(game)) as made:
        yield made


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Table]:
    with Table(tmp_path, facts=complete_facts()) as made:
        yield made


# A game through the devices


def test_a_fresh_data_folder_begins_with_the_set_up_of_a_new_game(real: Table) -> None:
    assert real.says.startswith("Tap the home tiles")
    assert (real.folder / "games.sqlite").exists()


def test_seating_and_a_turn_go_through_reader_and_buttons_into_journal_beeper_and_glass(real: Table) -> None:
    before = real.drawn().tobytes()
    real.seated("red", "blue", "green")
    assert real.view.phase == "take"
    real.tap("tile:S-4")
    assert real.view.phase == "turn"
    real.press("OK")
    assert [p.colour for p in real.view.players] == ["red", "blue", "green"]
    assert real.view.on_turn == "blue"
    assert real.stored() == real.entries
    assert len(real.entries) == 14
    assert real.heard(20).count("accepted") == 14
    assert real.drawn().tobytes() != before


def test_the_running_game_is_simply_there_after_a_restart_and_undo_goes_on(tmp_path: Path) -> None:
    with Table(tmp_path, facts=complete_facts()) as table:
        table.seated("red", "blue")
        table.tap("tile:S-1")
        page, state = table.page, table.hash
        table.press("UNDO")
        table.press("BACK", "BACK+")
        table.press(*["DOWN"] * table.rows.index("Redo what was taken back"), "OK")
        assert table.hash == state
    with Table(tmp_path, facts=complete_facts()) as again:
        assert (again.page, again.hash) == (page, state)
        for _ in again.app.running.history.standing:
            again.press("UNDO")
        assert again.app.running.history.standing == []
        again.press("BACK", "UNDO")
        assert again.says == "There is nothing left to take back."
        assert again.heard(1) == ["refused"]


def test_a_second_tile_tapped_before_anything_was_entered_is_taken_instead_in_one_step(real: Table) -> None:
    real.seated("red", "blue", "green")
    real.tap("tile:S-1", "tile:S-2")
    ways = [row for row in real.rows if "instead" in row]
    assert ways == ["Red took it instead of Whistling Ford"]
    real.press(*real.keys_to(ways[0]))
    assert str(real.view.taken_tile) == "Two Pines"
    real.press("UNDO")
    assert str(real.view.taken_tile) == "Whistling Ford"


def test_points_start_where_fingers_know_them_even_after_a_restart(tmp_path: Path) -> None:
    with Table(tmp_path, facts=complete_facts()) as table:
        table.seated("red", "blue")
        table.tap("tile:S-1")
        keys = table.press("DOWN+")
        assert isinstance(keys, KeysPage)
        numbers = table.rows
        table.press(keys.keys[1])
        assert table.view.players[0].points == int(numbers[1])
    with Table(tmp_path, facts=complete_facts()) as again:
        assert isinstance(again.press("DOWN+"), KeysPage)
        assert again.rows == numbers


def test_a_scoring_is_shown_at_once_and_ok_goes_on(real: Table) -> None:
    real.seated("red", "blue", "green")
    real.tap("tile:S-4")
    while not isinstance(real.page, SheetPage):
        kind = real.app.snapshot.questions[0].kind
        if real.view.phase == "take":
            real.press("OK", "OK", "OK")
        elif kind == "sort":
            real.press("OK")
        else:
            real.press("OK")
        assert len(real.entries) < 120
    assert real.page.kind == "result"
    assert real.view.is_result_new
    real.press("OK")
    assert not isinstance(real.page, SheetPage)


# Durable first


class WatchedArchive(Archive):
    """Looks around at the moment something becomes durable; can refuse, or wait."""

    refuse = False
    app: App | None = None
    gate: threading.Event | None = None

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.seen: list[tuple[int, int]] = []

    def append(self, game_id: int, entries: Sequence[Entry], game: Game) -> None:
        if self.gate:
            self.gate.wait(10)
        if self.refuse:
            raise ArchiveError(tr("The disk is full; make room and try again."))
        if self.app:
            snapshot = self.app.snapshot
            self.seen.append((len(self.app.running.history.entries), snapshot.signals_count))
        super().append(game_id, entries, game)


@pytest.fixture
def archive(tmp_path: Path) -> WatchedArchive:
    return WatchedArchive(tmp_path / "games.sqlite")


def test_nothing_is_shown_or_heard_before_it_is_durable(
    tmp_path: Path, game: Breaking, archive: WatchedArchive
) -> None:
    with Table(tmp_path, archive=archive, games=counting(game)) as table:
        archive.app = table.app
        table.tap("pebble:stone")
        assert archive.seen == [(0, 0)]
        assert table.app.snapshot.signals_count == 2
        assert len(table.stored()) == 1


def test_a_full_disk_is_one_sentence_and_the_next_input_tries_again(
    tmp_path: Path, game: Breaking, archive: WatchedArchive
) -> None:
    with Table(tmp_path, archive=archive, games=counting(game)) as table:
        archive.refuse, before = True, table.hash
        page = table.tap("pebble:stone")
        assert isinstance(page, NoticePage)
        assert (page.kind, str(page.text)) == ("trouble", "The disk is full; make room and try again.")
        assert table.heard(1) == ["trouble"]
        assert (table.hash, table.stored()) == (before, [])
        archive.refuse = False
        table.tap("pebble:stone")
        assert table.heard(2) == ["accepted", "asks"]  # and now Bob bets
        assert len(table.stored()) == 1


def test_two_answers_at_once_are_one_answer_and_one_sentence(table: Table) -> None:
    answer = AnswerSubmitted(Answer(2, "add", (2,)))
    both = [table.app.submit(answer), table.app.submit(answer)]
    first, second = (future.result(5) for future in both)
    assert (first.signal, second.signal) == ("accepted", "refused")
    assert str(second.sentence) == "That question is already answered."
    assert len(table.stored()) == 1


# Broken games, storms


def test_an_exception_in_the_game_is_one_sentence_and_the_loop_lives(
    table: Table, game: Breaking, caplog: pytest.LogCaptureFixture
) -> None:
    game.broken, before = "tapped", table.hash
    with caplog.at_level(logging.ERROR):
        page = table.tap("pebble:stone")
    assert isinstance(page, NoticePage)
    assert str(page.text) == "Something went wrong inside the companion, nothing was changed; try it another way."
    assert table.heard(1) == ["trouble"]
    assert "ZeroDivisionError" in caplog.text
    assert (table.hash, table.stored()) == (before, [])
    game.broken = ""
    table.tap("pebble:stone")
    assert len(table.stored()) == 1


def test_a_state_that_cannot_be_shown_is_taken_back_at_once(table: Table, game: Breaking) -> None:
    game.broken, before = "view", table.hash
    table.tap("pebble:stone")
    assert table.says.startswith("Something went wrong")
    assert table.hash == before
    assert [type(entry.answer) for entry in table.stored()] == [Answer, EntryUndo]
    assert table.heard(2) == ["accepted", "trouble"]


def test_a_button_storm_enters_nothing_and_ends(table: Table) -> None:
    before = table.app.snapshot.handled
    for number in range(900):
        table.buttons.press(("UP", "DOWN", "BACK")[number % 3], number % 7 == 0)
    table.app.wait(lambda s: s.handled > before)
    seen = before
    while seen != table.app.snapshot.handled:  # a busy machine takes its time
        seen = table.app.snapshot.handled
        time.sleep(0.3)
    table.press("BACK+")
    assert table.stored() == []
    table.tap("pebble:stone")
    assert len(table.stored()) == 1


def test_more_inputs_than_can_wait_are_told_so_and_harm_nothing(
    tmp_path: Path, game: Breaking, archive: WatchedArchive
) -> None:
    with Table(tmp_path, archive=archive, games=counting(game)) as table:
        archive.gate = threading.Event()
        futures = [table.app.submit(AnswerSubmitted(Answer(2, "add", (1,)))) for _ in range(400)]
        archive.gate.set()
        reactions = [future.result(10) for future in futures]
        sentences = [str(r.sentence) for r in reactions]
        assert sentences[0] == "None"
        assert sentences[-1] == "Too fast: the last tap or press was not taken; repeat it."
        assert sentences.count("None") == 1
        assert len(table.stored()) == 1


def test_after_the_end_nothing_is_taken(tmp_path: Path, game: Breaking) -> None:
    with Table(tmp_path, games=counting(game)) as table:
        pass
    reaction = table.app.submit(ButtonPressed("OK")).result(1)
    assert (reaction.signal, str(reaction.sentence)) == (
        "trouble",
        "The companion is stopping; nothing was taken.",
    )


# Tags


@pytest.mark.parametrize(
    ("tag", "sentence"),
    [
        ("uid:04a1b2", "The sticker was read only in part; tap it again."),
        ("uid:\x00\ufffd", "The sticker was read only in part; tap it again."),
        ("rubbish", "That sticker does not belong to this game; tap a piece or a card of the box."),
        ("pebble:stoone", "No piece of this box is called stoone; did you mean stone?"),
        ("uid:08a1b2c3", "That is a phone, its number changes every time; tap a sticker."),
    ],
)
def test_a_tag_that_cannot_be_used_is_one_sentence(table: Table, tag: str, sentence: str) -> None:
    page = table.tap(tag)
    assert isinstance(page, NoticePage)
    assert (page.kind, str(page.text)) == ("refused", sentence)
    assert table.heard(1) == ["refused"]
    assert table.stored() == []


def test_a_tap_that_means_nothing_says_what_the_piece_is(table: Table) -> None:
    page = table.tap("pebble:pebble")
    assert isinstance(page, NoticePage)
    assert (page.kind, str(page.text)) == ("told", "pebble")
    assert table.stored() == []


def test_an_unknown_sticker_is_bound_when_its_tile_is_expected_and_stays_bound(tmp_path: Path) -> None:
    with Table(tmp_path, games=counting(Breaking())) as table:
        table.tap(STICKER)
        assert len(table.stored()) == 1
        table.tap(STICKER)
        assert len(table.stored()) == 2
        table.tap("uid:04ffffffffffff")
        assert table.says.startswith("That sticker is not known here, and no piece is expected now")
    kept = StickerFile(tmp_path / "stickers.toml").table("games.counting")
    assert kept == {STICKER.removeprefix("uid:"): "shell"}


def test_an_unknown_sticker_that_no_tile_expects_asks_what_it_is_on(real: Table) -> None:
    real.seated("red", "blue", "green")
    bare = len(real.entries)
    real.tap("uid:04ffffffffffff")
    assert real.says == "On which piece is this sticker?"
    assert len(real.entries) == bare


def test_a_repeated_reading_of_one_tap_does_not_act_twice(table: Table) -> None:
    table.tap("pebble:stone")
    table.press("UNDO")
    table.clock.now += 10
    table._after(lambda: table.reader.tap("pebble:stone"))
    done = table.says
    assert done.startswith("Done: ")  # ticked: the list is done and closed
    table.clock.now += 0.5
    table._after(lambda: table.reader.tap("pebble:stone"))
    assert table.says == done
    assert len(table.app.running.history.standing) == 0
    table.clock.now += 5
    table._after(lambda: table.reader.tap("pebble:stone"))
    assert len(table.app.running.history.standing) == 1


def test_the_same_tag_within_a_breath_is_one_tap_also_after_its_own_entry(table: Table) -> None:
    table.tap("pebble:stone")
    table.clock.now += 0.5
    table._after(lambda: table.reader.tap("pebble:stone"))
    assert len(table.app.running.history.standing) == 1
    table.press("UNDO")
    table._after(lambda: table.reader.tap("pebble:stone"))
    table._after(lambda: table.reader.tap("pebble:shell"))
    table._after(lambda: table.reader.tap("pebble:stone"))
    assert len(table.app.running.history.standing) == 2, "something else was entered in between"


def test_the_same_tag_after_a_press_is_another_tap(real: Table) -> None:
    for _ in range(2):
        real._after(lambda: real.reader.tap("card:what"))
        assert real.says == "Tap what you want to know about."
        real.press("BACK")
        assert real.says.startswith("Tap the home tiles")


def test_the_undo_card_is_the_undo_button(real: Table) -> None:
    real.tap("home:red", "card:undo")
    assert real.app.running.history.standing == []
    assert isinstance(real.entries[-1].answer, EntryUndo)


# Taking back


def test_put_back_is_ticked_by_taps_and_any_other_tap_is_the_next_answer(real: Table) -> None:
    real.seated("red", "blue", "green")
    real.tap("tile:S-1", "card:points_3")
    real.press("UNDO", "UNDO")
    assert "Whistling Ford back to the rondel" in real.rows
    page = real.tap("tile:S-1")
    assert isinstance(page, ListPage)
    assert [str(row.label) for row in page.rows if row.ticked] == ["Whistling Ford back to the rondel"]
    real.tap("tile:S-2")
    assert str(real.view.taken_tile) == "Two Pines"


def test_back_to_here_from_the_history(table: Table) -> None:
    table.tap("pebble:stone", "pebble:stone", "pebble:stone")
    table.press("UNDO+")
    assert len(table.rows) == 3
    table.press("DOWN", "DOWN", "OK", "OK", "UP", "OK")
    assert table.says == "Turn 1, Ann. Take back the 2 entries of 2 turns after it?"
    table.press("DOWN", "OK")
    assert len(table.app.running.history.standing) == 1


def note(table: Table, label: str) -> str:
    """Return the words beside a row of the list."""
    assert isinstance(table.page, ListPage)
    [found] = [row.note for row in table.page.rows if str(row.label) == label]
    return str(found)


def test_a_change_of_the_past_shows_what_no_longer_fits_before_it_is_done(table: Table) -> None:
    table.app.submit(AnswerSubmitted(Answer(2, "add", (3,)))).result(5)
    table.app.submit(AnswerSubmitted(Answer(4, "fill", ("red", 7)))).result(5)
    table.press("BACK", "UNDO+", "DOWN", "OK", "OK", "DOWN", "DOWN", "OK")
    assert table.says == "Turn 1, Ann. 1 entry would go, all others stay"
    assert len(table.app.running.history.standing) == 2
    table.press("OK")
    assert table.says == "Turn 1, Ann. 4 stones onto the heap. Done already?"
    assert note(table, "Yes") == "Removed: Turn 1: add (2)"
    assert len(table.app.running.history.standing) == 2
    table.press("DOWN", "OK")
    assert len(table.app.running.history.standing) <= 1
    assert table.rows[1] == "4 stones onto the heap"
    table.press("UNDO")
    assert len(table.app.running.history.standing) == 2


def test_an_entry_is_changed_by_answering_its_question_again(table: Table) -> None:
    table.tap("pebble:stone")
    table.press("BACK", "UNDO+", "OK", "OK", "OK", "UP", "UP", "OK")
    assert table.app.running.history.state.heap == 5
    assert table.says == "Turn 1, Ann. 2 stones onto the heap. Done already?"
    # Its sentence reads as before: the part that changed is named.
    assert note(table, "Yes") == "How many? 3 (was: 1)"
    table.press("OK")
    assert table.app.running.history.state.heap == 7
    assert len(table.app.running.history.standing) == 1
    assert table.says == "Corrected: How many? 3 (was: 1)"
    table.press("OK")
    assert table.says == "What do you bet?"  # only the log was wrong: nothing for the hands


def test_the_undo_of_a_change_tells_the_hands_what_to_do_only_where_the_table_was_changed(table: Table) -> None:
    table.tap("pebble:stone")
    change = ("BACK", "UNDO+", "OK", "OK", "OK", "UP", "UP", "OK")
    table.press(*change, "OK", "UNDO")
    assert table.says == "Undone: How many? 3 (was: 1)"
    table.press("OK")
    assert table.says == "What do you bet?"
    table.press(*change, "DOWN", "OK")
    assert table.says == "Corrected: How many? 3 (was: 1). On the table:"
    assert table.rows == ["All done", "2 stones onto the heap"]
    table.press("OK", "UNDO")
    assert "2 stones off the heap of 7" in table.rows


def test_a_rolled_die_stays_rolled_when_taken_back(real: Table) -> None:
    real.seated("red", "blue")
    entered = len(real.entries)
    for _ in range(20):
        if real.app.snapshot.questions[0].kind == "roll":
            break
        if real.view.phase == "take":
            real.press("OK", "OK", "OK")
        else:
            real.press("OK")
    assert real.app.snapshot.questions[0].kind == "roll"
    real.press("OK")
    rolled = real.entries[-1].answer
    assert isinstance(rolled, Answer)
    assert rolled.offer == "companion_rolls"
    assert rolled.values[0] in ("1", "2", "3")
    real.press("UNDO")
    if real.says.startswith("Undone: the die shows"):
        real.press("OK")  # the tile that it discarded is back
    assert real.says == f"It showed {rolled.values[0]}."
    real.press("OK")
    assert real.entries[-1].answer == rolled
    real.press("UNDO")
    if real.says.startswith("Undone: the die shows"):
        real.press("OK")
    real.press("DOWN")
    assert real.says == "The die's turn."
    assert len(real.entries) > entered


# Several games


def test_a_new_game_keeps_the_old_one_which_can_be_resumed_and_deleted(table: Table) -> None:
    table.tap("pebble:stone")
    first, state = table.app.running.id, table.hash
    table.press("BACK", "DOWN", "UP", "OK", "UP", "OK", "DOWN", "OK")
    assert table.app.running.id != first
    assert table.app.running.history.standing == []
    table.press("DOWN", "UP", "OK", "UP", "UP", "OK")
    assert len(table.rows) == 2
    table.press("DOWN", "OK", "OK")
    assert (table.app.running.id, table.hash) == (first, state)
    with Archive(table.folder / "games.sqlite") as archive:
        assert [kept.id for kept in archive.games()] == [first]  # nobody had sat down to the other
    table.press("BACK", "DOWN", "UP", "OK", "UP", "UP", "OK", "OK", "DOWN", "OK", "DOWN", "OK")
    with Archive(table.folder / "games.sqlite") as archive:
        assert first not in [kept.id for kept in archive.games()]


def test_the_list_of_games_says_when_a_game_began_how_it_stands_and_who_won(tmp_path: Path) -> None:
    """Read from the list alone: no journal is loaded for it."""
    evening = datetime(2026, 11, 22, 20, 15, tzinfo=UTC)
    with Table(tmp_path, games=counting(Breaking()), today=lambda: evening) as table:
        table.app.submit(AnswerSubmitted(Answer(0, "heap", (7,)))).result(5)
        table.press("BACK", "DOWN", "UP", "OK", "UP", "UP", "OK", "OK")
        assert table.says == "2026-11-22 20:15, Ann 0, Bob 7"
        table.app.submit(AnswerSubmitted(Answer(0, "heap", (21,)))).result(5)
        table.press("BACK", "BACK", "BACK")
    with Archive(tmp_path / "games.sqlite") as archive:
        (kept,) = archive.games()
        assert str(game_details_text(kept.summary)) == "2026-11-22 20:15, Ann 0, Bob 21, won by Bob"


def test_a_game_that_an_earlier_version_kept_gets_its_points_when_it_is_loaded(tmp_path: Path) -> None:
    with Table(tmp_path, games=counting(Breaking())) as table:
        table.app.submit(AnswerSubmitted(Answer(0, "heap", (7,)))).result(5)
    with closing(sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)) as old:
        old.execute("DELETE FROM summaries")
    with Table(tmp_path, games=counting(Breaking())):
        pass
    with Archive(tmp_path / "games.sqlite") as archive:
        assert str(game_details_text(archive.find_game(1).summary)) == "Ann 0, Bob 7"


def test_a_finished_game_is_marked_in_the_list_and_undo_unmarks_it(table: Table) -> None:
    def finished() -> bool:
        with Archive(table.folder / "games.sqlite") as archive:
            return archive.games()[0].is_finished

    table.app.submit(AnswerSubmitted(Answer(0, "heap", (21,)))).result(5)
    table.press("BACK")
    assert finished()
    table.press("UNDO")
    table.press("BACK")
    assert not finished()


# Facts


def test_facts_told_in_play_reach_the_owners_box(tmp_path: Path) -> None:
    finds = (LearnedFact("", "rondel_spaces", 15), LearnedFact("S-1", "sort", "nonsense"))
    with Table(tmp_path, games=InstalledGames([replace(GAME, learned=lambda _events: finds)])) as table:
        table.tap("home:red")
    text = (tmp_path / "box.toml").read_text()
    assert "rondel_spaces = 15" in text
    assert "nonsense" not in text


def test_with_given_facts_the_owners_box_is_neither_read_nor_written(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text("rondel_spaces = 'nonsense'")
    finds = (LearnedFact("", "rondel_spaces", 15),)
    games = InstalledGames([replace(GAME, learned=lambda _events: finds)])
    with Table(tmp_path, games=games, facts=complete_facts()) as table:
        table.tap("home:red")
    assert (tmp_path / "box.toml").read_text() == "rondel_spaces = 'nonsense'"


def test_a_name_given_once_is_offered_in_the_next_game(tmp_path: Path) -> None:
    with Table(tmp_path, facts=complete_facts()) as table:
        table.tap("home:red", "home:blue")
        table.app.submit(AnswerSubmitted(Answer(0, "name", ("red", "new", "Ann")))).result(5)
        table.press("BACK")
    with Table(tmp_path, facts=complete_facts()) as again:
        again.press("BACK+", "UP", "OK", "DOWN", "OK")
        assert again.app.running.snapshot.state.earlier_names == ("Ann",)


# Devices that fail


class LostScreen(DeskScreen):
    """A panel whose cable is out for a while."""

    def __init__(self) -> None:
        super().__init__()
        self.gone = False

    def show(self, image: Image.Image) -> None:
        if self.gone:
            raise ScreenLost
        super().show(image)


def test_a_lost_panel_never_stops_the_game(tmp_path: Path) -> None:
    screen = LostScreen()
    with Table(tmp_path, screen=screen, games=counting(Breaking())) as table:
        table.drawn()
        screen.gone = True
        table.tap("pebble:stone")
        assert len(table.stored()) == 1
        screen.gone = False
        table.tap("pebble:stone")
        table.drawn()
        assert table.app.snapshot.drawn == table.app.snapshot.handled


class BusyScreen(DeskScreen):
    """A panel that is not ready before a test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.ready = threading.Event()
        self.ready.set()

    def show(self, image: Image.Image) -> None:
        assert self.ready.wait(LONG)
        super().show(image)


def test_a_slow_panel_shows_the_latest_picture_and_makes_nobody_wait(tmp_path: Path) -> None:
    screen = BusyScreen()
    with Table(tmp_path, screen=screen, games=counting(Breaking())) as table:
        table.drawn()
        screen.ready.clear()
        before = screen.count
        table.press(*["DOWN"] * 20)
        assert screen.count == before, "all are handled while the first is drawn"
        screen.ready.set()
        table.app.wait(lambda s: s.drawn >= s.handled, LONG)
        assert screen.count - before <= 2


def test_an_equal_picture_is_not_drawn_again(table: Table) -> None:
    table.drawn()
    first = table.screen.count
    for key in ("UNDO", "BACK"):  # a sentence comes and goes
        table.press(key)
        table.drawn()
    assert table.screen.count == first + 2
    table.press("BACK", "BACK", "BACK")
    table.drawn()
    assert table.screen.count == first + 2


def test_a_lost_reader_is_told_once_and_so_is_its_return(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.session.threads.RECONNECT_PAUSES", (0.02,))
    with Table(tmp_path, games=counting(Breaking())) as table:
        read, calls = table.reader.read, []

        def lost(timeout: float) -> str | None:
            calls.append(timeout)
            raise ReaderLost

        before = table.app.snapshot.handled
        monkeypatch.setattr(table.reader, "read", lost)
        table.app.wait(lambda s: s.handled > before)
        assert table.says == "The reader does not answer; check its cable. The buttons still work."
        while len(calls) < 4:
            time.sleep(0.02)
        assert table.app.snapshot.handled == before + 1
        monkeypatch.setattr(table.reader, "read", read)
        table.app.wait(lambda s: s.handled > before + 1)
        assert table.says == "The reader is back."
        table.tap("pebble:stone")
        assert len(table.stored()) == 1


def test_a_listener_that_breaks_does_not_break_the_app(table: Table) -> None:
    heard: list[int] = []

    def broken() -> None:
        heard.append(1)
        raise ZeroDivisionError

    unsubscribe = table.app.subscribe(broken)
    table.tap("pebble:stone")
    assert heard
    unsubscribe()
    table.drawn()
    count = len(heard)
    table.press("UNDO")
    assert len(heard) == count


@pytest.mark.parametrize("lists", [("UNDO+",), ("UNDO+", "OK"), ("UNDO+", "OK", "OK")])
def test_lists_of_the_past_close_when_an_entry_is_taken_back_under_them(
    table: Table, lists: tuple[str, ...]
) -> None:
    table.tap("pebble:stone", "pebble:stone")
    table.press(*lists)
    table.tap("card:undo")
    assert len(table.app.running.history.standing) == 1
    assert table.says == "Undone: Turn 2: add (2). Put back:"
    table.press("BACK")
    assert table.says == "What do you bet?", "no list names an entry that counts no more"


# A page of keys that came up by itself


def test_a_press_meant_for_the_page_before_never_chooses_on_a_page_of_keys(real: Table) -> None:
    """The tap asks which tile it was while somebody still presses OK; a moment later the same key chooses."""
    real.seated("red", "blue")
    of_the_layout = next(p.id for p in complete_facts().pieces.values() if (p.deck, p.category) == ("A", "land"))
    asks = real.tap(f"tile:{of_the_layout}")
    assert isinstance(asks, KeysPage), asks
    entries = len(real.entries)
    real.clock.now -= 1  # in the same moment
    real.press("OK")
    assert len(real.entries) == entries, "nothing was chosen"
    assert real.heard(1) == ["early"], "and people hear that it was not taken"
    assert real.says == f"Too soon, press again: {asks.title}", "and who hears nothing reads it"
    real.clock.now -= 1
    real.press("OK")
    assert len(real.entries) == entries, "nobody has read it yet"
    real.press("OK")
    assert len(real.entries) == entries + 1
    assert real.heard(1) == ["accepted"]


def test_a_page_of_keys_that_people_opened_themselves_is_answered_at_once(real: Table) -> None:
    """Fingers that know the way to a good need not wait for the glass."""
    real.seated("red", "blue")
    real.tap("tile:S-1")
    entries = len(real.entries)
    for _ in range(2):
        real.clock.now -= 1
        real.press("UP")
    assert len(real.entries) == entries + 1
