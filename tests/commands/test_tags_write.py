"""`companion tags write`: pieces laid on a chip's antenna, and what stands on their stickers then."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands import tags
from companion.games.sticker_registry import StickerFile
from companion.hardware.desk import DeskSignal
from companion.hardware.device_opening import open_reader
from companion.storage.locks import acquire_instance_lock, release_instance_lock
from tests.hardware.worlds import ChipWorld
from tests.hardware_fakes.ntag import Memory
from tests.hardware_fakes.pn532_chip import Tag

LOCH, PLAIN, TOKEN, NOBODYS = "04a1b2c3d4e501", "04a1b2c3d4e502", "04a1b2c3d4e503", "04a1b2c3d4e504"
HOW = "Lay one piece after the other on the reader, and let it lie until it is named here. Ctrl+C ends."


class Writing:
    """Runs the command on a chip."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.world = ChipWorld("uart", monkeypatch)
        self.signal = DeskSignal()
        self._capsys, self._after = capsys, 0.5
        monkeypatch.setattr(tags, "open_reader", lambda _wiring: self.world.reader)
        monkeypatch.setattr(tags, "open_signal", lambda _wiring: self.signal)

    def lay(self, uid: str, seconds: float = 3.0) -> Memory:
        tag = Tag(uid)
        self.world.chip.tap(tag, seconds, self._after)
        self._after += seconds + 1
        assert tag.memory
        return tag.memory

    def __call__(self, *options: str, lang: str = "en") -> tuple[int, list[str], str]:
        line = ["tags", "write", "--data", "here", "--config", "set.toml", "--lang", lang, *options]
        code = main(line)
        out, err = self._capsys.readouterr()
        return code, out.splitlines(), err


@pytest.fixture
def write(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Writing:
    monkeypatch.chdir(tmp_path)
    Path("here").mkdir()
    Path("set.toml").write_text("write_stickers = true\n")
    on = {LOCH: "loch_ness", PLAIN: "A-1", TOKEN: "haggis_1"}
    StickerFile(Path("here/stickers.toml")).keep("stickers", on)
    return Writing(capsys, monkeypatch)


def test_what_is_printed_is_written_and_the_piece_named(write: Writing) -> None:
    memory = write.lay(LOCH)
    code, out, err = write()
    assert (code, out, err) == (0, [HOW, "Written: Loch Ness", "1 sticker was written on."], "")
    assert b"1;gm2;tile;C;Loch Ness;1\xfe" in memory.data
    assert write.signal.given == ["accepted"]


def test_it_speaks_czech(write: Writing) -> None:
    write.lay(LOCH)
    assert write(lang="cs")[1][1:] == ["Zapsáno: Loch Ness", "Zápis dostala 1 samolepka."]


def test_a_piece_that_says_so_already_is_not_written_again(write: Writing) -> None:
    tag = Tag(LOCH)
    write.world.chip.tap(tag, 3, 0.5)
    write.world.chip.tap(tag, 3, 8)
    assert write()[1][1:] == ["Written: Loch Ness", "It says so already: Loch Ness", "1 sticker was written on."]


def test_an_untaught_tile_and_an_unknown_sticker_get_nothing(write: Writing) -> None:
    memories = [write.lay(uid) for uid in (PLAIN, NOBODYS)]
    assert write()[1][1:] == [
        "Nothing is written on a tile of deck A without a name: "
        "it is secret, or what is printed on it is not known yet.",
        "No piece has this sticker yet: companion tags walk puts it on one.",
        "0 stickers were written on.",
    ]
    assert [memory.written for memory in memories] == [[], []]
    assert write.signal.given == ["refused", "refused"]


def test_a_secret_piece_gets_nothing(write: Writing) -> None:
    memory = write.lay(TOKEN)
    assert write()[1][1].startswith("Nothing is written on ")
    assert memory.written == []


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda memory: memory.lock(8), "That sticker is locked for ever"),
        (lambda memory: setattr(memory, "auth0", 4), "A password protects that sticker"),
        (lambda memory: memory.bytes.__setitem__(14, 6), "That sticker is too small"),
        (lambda memory: memory.worn.add(9), "That sticker did not keep what was written"),
    ],
)
def test_each_fault_is_one_sentence_and_the_next_piece_is_written(
    write: Writing, spoil: Callable[[Memory], None], sentence: str
) -> None:
    spoil(write.lay(LOCH))
    StickerFile(Path("here/stickers.toml")).keep("stickers", {LOCH: "loch_ness", PLAIN: "castle_moil"})
    write.lay(PLAIN)
    out = write()[1]
    assert out[1].startswith(sentence)
    assert out[2:] == ["Written: Castle Moil", "1 sticker was written on."]


def test_one_taken_away_half_way_is_told_and_written_when_it_is_laid_down_again(write: Writing) -> None:
    tag = Tag(LOCH)
    write.world.chip.tap(tag, 0.5, 0.5)
    write.world.chip.tap(tag, 3, 3)
    assert write()[1][1:] == [
        "The piece was taken away too soon; lay it down again, and let it lie until the beep.",
        "Written: Loch Ness",
        "1 sticker was written on.",
    ]


def test_two_at_once_are_told(write: Writing) -> None:
    for uid in (LOCH, PLAIN):
        write.world.chip.tap(Tag(uid), 2, 0.5)
    out = write()[1]
    assert out[1] == "Two stickers lie there; take one away."
    assert write.signal.given[0] == "refused"


FOREIGN = bytes.fromhex("0310d1010c5504") + b"example.org" + b"\xfe"


class Keyboard(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("typed", "written"), [("y\n", True), ("\n", False), ("", False)])
def test_a_foreign_record_is_asked_for(
    write: Writing, monkeypatch: pytest.MonkeyPatch, typed: str, written: bool
) -> None:
    memory = write.lay(LOCH)
    memory.bytes[16 : 16 + len(FOREIGN)] = FOREIGN
    monkeypatch.setattr("sys.stdin", Keyboard(typed))
    _, out, err = write()
    assert err == "Something else is written on that sticker. Write over it (y), or not (Enter)? "
    assert (b"Loch Ness" in memory.data) == (out[1] == "Written: Loch Ness") == written
    assert written or FOREIGN in memory.data


def test_where_nobody_can_be_asked_only_an_option_overwrites(
    write: Writing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    memory = write.lay(LOCH)
    memory.bytes[16 : 16 + len(FOREIGN)] = FOREIGN
    assert write()[1][1] == "Something else is written on that sticker."
    again = write.lay(LOCH)
    again.bytes[16 : 16 + len(FOREIGN)] = FOREIGN
    assert "Written: Loch Ness" in write("--overwrite")[1]


def test_as_shipped_nothing_is_written(write: Writing) -> None:
    Path("set.toml").write_text("# Nothing is set.\n")
    memory = write.lay(LOCH)
    code, out, err = write()
    assert (code, out, memory.written) == (2, [], [])
    assert err.startswith("Stickers are only read: with write_stickers = true")


def test_beside_a_companion_that_plays_nothing_is_written(write: Writing) -> None:
    lock = acquire_instance_lock(Path("here"))
    try:
        assert write() == (1, [], "A companion plays here now; stop it and try again.\n")
    finally:
        release_instance_lock(lock)


def test_without_a_reader_it_says_so(write: Writing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tags, "open_reader", open_reader)
    code, out, err = write()
    assert (code, out) == (2, [])
    assert err.startswith("No reader is connected here")


def test_a_reader_that_is_unplugged_is_told(write: Writing) -> None:
    write.world.clock.after(2, write.world.chip.unplug)
    code, _, err = write()
    assert (code, err) == (1, "The reader does not answer; check its cable.\n")
