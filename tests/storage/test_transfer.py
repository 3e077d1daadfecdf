"""Games as text: the same game as the same bytes, back without loss, and every fault named with its line."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from companion.engine.history import History
from companion.engine.journal import SCHEMA, Entry, Header
from companion.engine.offers import Answer, Refusal
from companion.storage.archive import Archive, GameToStore
from companion.storage.game_summary import GameSummary, PlayerSummary
from companion.storage.transfer import (
    BadJournal,
    export_journal,
    read_journals,
)
from tests.counting_game.rules import GAME, BetMade, add, bet, fill, game_of, heap
from tests.engine.test_history import PRESSES, Table, edit, played, redo, undo

OTHER_VERSION = "the file is from another version of the companion; install that version to read it."
SCHEMA_OF_LINES = json.loads(
    (Path(__file__).parents[2] / "companion" / "schema" / "journal.schema.json").read_text(encoding="utf-8")
)


@pytest.fixture
def history() -> History:
    """A game with everything in it: answers, undo, redo, a changed past, words with accents."""
    game = played(add(1), bet(2, "more"), add(2), fill(3, "red", 2), heap(20), Answer(8, "double", anyway=True))
    undo(game)
    redo(game)
    undo(game)
    edit(game, 1, add(1, 3))
    entries = game.propose(Answer(0, "note", ("žluťoučký kůň",)))
    assert not isinstance(entries, Refusal)
    game.add(entries)
    return game


def lines(history: History) -> list[bytes]:
    return list(export_journal(history))


def one_game(rows: list[bytes]) -> History:
    (history,) = read_journals(rows, game_of)
    return history


def fault(rows: list[bytes]) -> tuple[int, str]:
    """The line and the sentence of what is wrong with these lines."""
    with pytest.raises(BadJournal) as bad:
        one_game(rows)
    assert str(bad.value.message).startswith(f"Line {bad.value.line}: ")
    return bad.value.line, str(bad.value.message).removeprefix(f"Line {bad.value.line}: ")


def changed(row: bytes, **values: object) -> bytes:
    """A line with some of its keys changed; None takes the key out."""
    row_now = {**json.loads(row), **values}
    return json.dumps({key: value for key, value in row_now.items() if value is not None}).encode() + b"\n"


def test_an_export_reads_back_as_the_same_game(history: History) -> None:
    again = one_game(lines(history))
    assert again.entries == history.entries
    assert (again.state, again.standing) == (history.state, history.standing)
    assert lines(again) == lines(history)


@given(PRESSES)
def test_whatever_was_played_reads_back_byte_for_byte(presses: list[tuple[int, int]]) -> None:
    table = Table()
    for what, which in presses:
        table.press(what, which)
    again = one_game(lines(table.history))
    assert again.state == table.history.state
    assert lines(again) == lines(table.history)


def test_a_line_is_compact_and_starts_with_the_header() -> None:
    history = played(add(1, 2))
    assert lines(history) == [
        b'{"schema":1,"game":"counting","rules":1,"setup":{"stones":4}}\n',
        b'{"number":1,"answer":{"type":"answer","question":2,"offer":"add","values":[2]},'
        b'"events":[{"type":"StonesAdded","stones":2},{"type":"TurnEnded"}],"hash":"%s"}\n'
        % history.hash().encode(),
    ]


def test_spaces_and_the_order_of_keys_make_no_difference(history: History) -> None:
    loose = [json.dumps(json.loads(row), indent=None, sort_keys=True).encode() + b"\r\n" for row in lines(history)]
    assert loose != lines(history)
    assert lines(one_game(loose)) == lines(history)


def test_the_set_up_is_written_in_one_way() -> None:
    setups = [b'{"stones":4,"colours":{"b":1,"a":2}}', b'{ "colours": {"a":2, "b":1}, "stones": 4 }']
    written = {
        b"".join(lines(History(GAME, Header(SCHEMA, "counting", 1, msgspec.Raw(setup))))) for setup in setups
    }
    assert len(written) == 1


def test_the_last_line_needs_no_line_feed_and_empty_lines_after_it_are_nothing(history: History) -> None:
    rows = lines(history)
    for end in ([rows[-1].rstrip()], [rows[-1], b"\n", b"  \n"]):
        assert one_game([*rows[:-1], *end]).entries == history.entries


def test_a_journal_cut_after_a_line_is_the_game_until_then(history: History) -> None:
    """As `replay --upto` counts: the header, then one line an entry."""
    again = one_game(lines(history)[:4])
    assert again.entries == history.entries[:3]


# The schema


def test_every_line_of_an_export_keeps_to_the_schema(history: History) -> None:
    schema = SCHEMA_OF_LINES
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    rows = [json.loads(row) for row in lines(history)]
    assert len(rows) > 10
    assert [error.message for row in rows for error in validator.iter_errors(row)] == []


@pytest.mark.parametrize(
    "change",
    [
        {"number": 0},
        {"number": "1"},
        {"hash": "xyz"},
        {"hash": None},
        {"extra": 1},
        {"events": [1]},
        {"answer": {"type": "answer", "question": -1, "offer": "x"}},
        {"answer": {"type": "take_back"}},
        {"answer": {"type": "take_back", "first": 1, "question": 2}},
        {"answer": {"type": "answer", "question": 1, "offer": "x", "values": [1.5]}},
    ],
)
def test_the_schema_refuses_what_is_no_entry(history: History, change: dict[str, object]) -> None:
    row = json.loads(changed(lines(history)[1], **change))
    assert not Draft202012Validator(SCHEMA_OF_LINES).is_valid(row)


# What is wrong with a file


def test_a_file_cut_in_the_middle_of_a_line_is_told(history: History) -> None:
    rows = lines(history)
    assert fault([*rows[:3], rows[3][:40]]) == (4, "the file breaks off in the middle; copy or export it again.")
    assert fault([rows[0][:9]]) == (1, "the file breaks off in the middle; copy or export it again.")


@given(st.integers(0, 5000))
def test_a_file_cut_anywhere_is_a_shorter_game_or_a_fault(at: int) -> None:
    rows = lines(played(add(1), bet(2, "more"), add(2), heap(20)))
    text = b"".join(rows)[:at]
    partly = text.splitlines(keepends=True)
    if not partly or partly[-1].rstrip() + b"\n" not in rows:
        with pytest.raises(BadJournal) as bad:
            one_game(partly)
        assert bad.value.line == max(1, len(partly))
    else:
        assert lines(one_game(partly)) == rows[: len(partly)]


@pytest.mark.parametrize("rows", [[], [b""], [b"\n", b" \n"]])
def test_an_empty_file_is_told(rows: list[bytes]) -> None:
    assert fault(rows) == (1, "there is nothing in this file; export the game again.")


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (b"hello\n", "it is not an entry of a game (JSON is malformed"),
        (b"\n", "it is not an entry of a game ("),
        (b"\xff\xfe\n", "it is not an entry of a game ("),
        (b"[" * 9000 + b"\n", "it is not an entry of a game ("),
        (b"3\n", "it is not an entry of a game (Expected `object`, got `int`); export the game again."),
        (b"{}\n", "it is not an entry of a game (Object missing required field `number`); export the game again."),
    ],
)
def test_a_wrong_line_is_told(history: History, row: bytes, why: str) -> None:
    rows = lines(history)
    line, message = fault([*rows[:2], row, *rows[3:]])
    assert line == 3
    assert message.startswith(why)
    assert message.endswith("; export the game again.")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"number": 3}, "Entry 2 should stand here, but it is entry 3."),
        ({"batch": 1}, "It says it belongs to entry 1, which begins no change."),
        (
            {"answer": {"type": "take_back", "first": 2}, "events": []},
            "It takes back entry 2, which is not before it.",
        ),
        ({"hash": "0" * 64}, "it does not lead to the state it names; the file was changed, export it again."),
        ({"events": []}, "it does not lead to the state it names; the file was changed, export it again."),
        (
            {"events": [{"type": "Unheard"}]},
            "one of its events is not of this game (Invalid value 'Unheard' - at `$[0].type`); "
            "export the game again.",
        ),
        (
            {"events": [{"type": "StonesMoved", "bowl": "green", "stones": 1}]},
            "its events can't have happened here ('Heap' object has no attribute 'green'); export the game again.",
        ),
        (
            {"more": 1},
            "it is not an entry of a game (Object contains unknown field `more`); export the game again.",
        ),
    ],
)
def test_an_entry_that_was_tampered_with_is_told(history: History, change: dict[str, object], why: str) -> None:
    rows = lines(history)
    assert fault([*rows[:2], changed(rows[2], **change), *rows[3:]]) == (3, why)


def test_a_missing_and_a_doubled_line_are_told(history: History) -> None:
    rows = lines(history)
    assert fault([*rows[:3], *rows[4:]]) == (4, "Entry 3 should stand here, but it is entry 4.")
    assert fault([*rows[:4], rows[3]]) == (5, "Entry 4 should stand here, but it is entry 3.")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"game": "chess"}, "the game chess is not known here."),
        ({"schema": 3}, OTHER_VERSION),
        (
            {"schema": 3, "new": True},
            OTHER_VERSION,
        ),
        ({"rules": 3}, OTHER_VERSION),
        ({"rules": 0}, OTHER_VERSION),
        ({"schema": 0}, OTHER_VERSION),
        ({"withheld": True}, "the game's secrets are left out; export it again when it is over."),
        (
            {"schema": "1"},
            "no game begins here (Expected `int`, got `str` - at `$.schema`); export the game again.",
        ),
        ({"setup": None}, "no game begins here (Object missing required field `setup`); export the game again."),
        (
            {"setup": {"stones": "many"}},
            "its set-up is not one of this game (Expected `int`, got `str` - at `$.stones`); "
            "export the game again.",
        ),
    ],
)
def test_a_header_that_will_not_do_is_told(history: History, change: dict[str, object], why: str) -> None:
    rows = lines(history)
    assert fault([changed(rows[0], **change), *rows[1:]]) == (1, why)


def test_a_file_without_a_header_is_told(history: History) -> None:
    line, message = fault(lines(history)[1:])
    assert (line, message.split(" (")[0]) == (1, "no game begins here")


# Several games in a file


def test_games_one_after_the_other_are_read_each_for_itself(history: History) -> None:
    other = played(add(1))
    both = [*lines(history), *lines(other)]
    assert [game.state for game in read_journals(both, game_of)] == [history.state, other.state]


def test_a_fault_in_a_later_game_counts_the_lines_of_the_file(history: History) -> None:
    rows = [*lines(history), *lines(played(add(1)))[:1], b"x\n"]
    with pytest.raises(BadJournal) as bad:
        read_journals(rows, game_of)
    assert bad.value.line == len(rows)


# Secrets


def bets_hidden(entry: Entry) -> Entry:
    """What everybody may know of an entry: that Bob bet, not what."""
    if not any(isinstance(event, BetMade) for event in entry.events):
        return entry
    return msgspec.structs.replace(entry, answer=Answer(entry.answer.question, "?"), events=())


def test_an_export_of_a_running_game_can_leave_out_secrets(history: History) -> None:
    rows = list(export_journal(history, bets_hidden))
    text = b"".join(rows)
    assert b"more" not in text
    assert b"BetMade" not in text
    assert json.loads(rows[0])["withheld"] is True
    assert len(rows) == len(history.entries) + 1


def test_no_hash_tells_a_secret_that_was_left_out(history: History) -> None:
    rows = [json.loads(row) for row in export_journal(history, bets_hidden)][1:]
    assert [row["hash"] != "" for row in rows] == [True] + [False] * (len(rows) - 1)
    validator = Draft202012Validator(SCHEMA_OF_LINES)
    assert all(validator.is_valid(row) for row in rows)


def test_an_export_without_secrets_is_whole_with_or_without_the_view() -> None:
    history = played(add(1), add(2))
    assert list(export_journal(history, bets_hidden)) == lines(history)


# The archive


def test_a_game_goes_from_one_archive_to_another(history: History, tmp_path: Path) -> None:
    with Archive(tmp_path / "one.db") as one, Archive(tmp_path / "two.db") as two:
        (here,) = one.store_games([GameToStore(history, GameSummary("Tuesday"))])
        exported = lines(one.load(here, GAME))
        (there,) = two.store_games([GameToStore(one_game(exported), GameSummary("Imported"))])
        assert lines(two.load(there, GAME)) == exported
        assert (two.find_game(there).name, two.running()) == ("Imported", None)
        assert two.load(there, GAME).state == history.state


def test_of_games_that_can_not_all_be_kept_none_is(history: History, tmp_path: Path) -> None:
    with Archive(tmp_path / "games.db") as archive:
        broken = GameSummary("half a letter: \ud800")
        with pytest.raises(UnicodeEncodeError):
            archive.store_games([GameToStore(history, GameSummary("Evening")), GameToStore(history, broken)])
        assert archive.games() == []
        whole = GameSummary("Evening", (PlayerSummary("Ann", 3),), True)
        assert archive.store_games([GameToStore(history, whole)]) == [1]
        assert [kept.summary for kept in archive.games()] == [whole]
