"""What people and programs do wrong with Schotten Totten, each through its door: one sentence, nothing lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.engine.offers import Answer
from companion.games.sticker_registry import StickerFile
from companion.session.inputs import AnswerSubmitted
from companion.storage.transfer import export_journal
from tests.games.test_schotten_totten_told import RUN, evening, lay, won
from tests.scoring.schotten_totten.test_document import BAD, Sheet, a_sheet, a_stone
from tests.state.schotten_totten.test_past import game
from tests.table import Table

CARD, OTHER, PLACE, STRANGER = "04a1b2c3d4e501", "04a1b2c3d4e502", "04a1b2c3d4e503", "04a1b2c3d4e504"


# ---- taps


def test_a_card_and_its_place_on_the_reader_together_are_one_play(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        enrol(table)
        table.tap(f"uid:{CARD}", f"uid:{PLACE}")
        assert [card.id for card in table.view.stones[0].a.cards] == ["red-7"]


def test_of_two_cards_at_once_one_waits_and_nothing_is_laid(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        enrol(table)
        table.tap(f"uid:{CARD}+{OTHER}")
        assert table.view.waiting.card.id in ("red-7", "blue-9")
        assert not any(stone.a.cards or stone.b.cards for stone in table.view.stones)
        table.press("UNDO", "OK")
        assert table.view.waiting is None


def enrol(table: Table) -> None:
    stickers = {CARD: "red-7", OTHER: "blue-9", PLACE: "place-a1"}
    StickerFile(table.folder / "stickers.toml").keep("games.schotten_totten", stickers)


@pytest.mark.parametrize("tag", ["tile:loch_ness", "home:red", "clan:pink-7", "place:a10", "stone:0", "nonsense"])
@pytest.mark.parametrize("waits", [False, True])
def test_what_is_no_piece_of_this_game_is_one_sentence(tmp_path: Path, tag: str, waits: bool) -> None:
    with evening(tmp_path) as table:
        lay(table, *RUN[:2])
        if waits:
            table.tap("clan:green-5")
        entries, before = len(table.entries), table.hash
        table.tap(tag)
        assert sum(map(table.says.count, ".?")) == 1, table.says
        assert (len(table.entries), table.hash) == (entries, before)
        assert table.heard(1) == ["refused"]
        table.drawn()


@pytest.mark.parametrize(
    "tag", ["clan:red-9", "clan:purple-1", "stone:5", "place:b9", "tactics:spy", "card:nothing"]
)
def test_after_the_end_every_piece_says_that_the_game_is_over(tmp_path: Path, tag: str) -> None:
    with evening(tmp_path) as table:
        won(table)
        entries, before = len(table.entries), table.hash
        table.tap(tag)
        assert table.says == "The game is over."
        assert (len(table.entries), table.hash) == (entries, before)


def test_an_answer_to_what_is_asked_no_more_is_one_sentence(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        asked = next(q for q in table.app.snapshot.questions if q.kind == "play")
        table.tap("clan:red-7")
        waits = next(q for q in table.app.snapshot.questions if q.kind == "place")
        entries, before = len(table.entries), table.hash
        late = table.app.submit(AnswerSubmitted(Answer(asked.number, "card", ("red-8",)))).result(5)
        assert (late.signal, str(late.sentence)) == ("refused", "That question is already answered.")
        both = [table.app.submit(AnswerSubmitted(Answer(waits.number, "place", (f"{n},0",)))) for n in (1, 2)]
        assert sorted(each.result(5).signal for each in both) == ["accepted", "refused"]
        assert (len(table.entries), table.hash == before) == (entries + 1, False)


def test_a_place_that_is_none_and_a_card_that_is_none_are_not_taken(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        asked = next(q for q in table.app.snapshot.questions if q.kind == "play")
        for values in (("red-10",), ("",), ("red-7", "red-8"), (7,), ()):
            wrong = table.app.submit(AnswerSubmitted(Answer(asked.number, "card", values))).result(5)
            assert wrong.signal == "refused", values
            assert str(wrong.sentence).count(".") == 1
        assert table.view.waiting is None


# ---- journals

TWICE = "red-7 is no card, or lies already"


def test_a_journal_with_a_card_twice_is_neither_imported_nor_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [*export_journal(game("red-7", "place-a1", "green-1", "place-b2"))]
    lines[-1] = lines[-1].replace(b'"card":"green-1"', b'"card":"red-7"')
    journal, data = tmp_path / "game.jsonl", str(tmp_path / "data")
    journal.write_bytes(b"".join(lines))
    for line in (["games", "import", str(journal)], ["replay", str(journal)], ["replay", "--json", str(journal)]):
        said = sentence(capsys, *line, "--data", data)
        assert said == f"Line {len(lines)}: its events can't have happened here ({TWICE}); export the game again."
    assert main(["games", "list", "--data", data]) == 0
    assert "Schotten" not in capsys.readouterr().out


# ---- documents of `score`


def sentence(capsys: pytest.CaptureFixture[str], *line: str) -> str:
    """What is said of bad input: exit 2, one line, nothing on standard output."""
    capsys.readouterr()
    code = main([*line])
    told = capsys.readouterr()
    assert (code, told.out, told.err.count("\n")) == (2, "", 1), told.err
    return told.err[:-1]


TWO_JOKERS = a_sheet(a_stone("joker-2=red-1"), a_stone("joker-1=red-2"), variants=["tactics"])
WRONG = [*BAD, (TWO_JOKERS, 'Stone 2, "a": "joker-1=red-2" is the second Joker of that player.')]


@pytest.mark.parametrize(("sheet", "said"), WRONG, ids=[said for _, said in WRONG])
def test_the_command_says_what_can_not_be_in_one_sentence(
    sheet: Sheet, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Alone, and as the second of three lines: then nothing of the others comes out either."""
    file, line = tmp_path / "sheet.json", ("score", "--game", "schotten_totten", str(tmp_path / "sheet.json"))
    file.write_text(json.dumps(sheet, indent=1), "utf-8")
    assert sentence(capsys, *line) == said
    file.write_text("\n".join(json.dumps(each) for each in (a_sheet(), sheet, a_sheet())), "utf-8")
    assert sentence(capsys, *line) == f"Line 2: {said}"


@pytest.mark.parametrize(
    "text", ["", "[]", "7", "{", '{"schema": 1}{', "\x00", "{}\n{", '{"a": 1}\nx', "[" * 5000]
)
def test_what_is_no_document_at_all_is_one_sentence(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sheet.json"
    file.write_text(text, "utf-8")
    assert sentence(capsys, "score", "--game", "schotten_totten", str(file))
