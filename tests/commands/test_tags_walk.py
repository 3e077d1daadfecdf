"""`companion tags walk`: the sticker walk at a keyboard, line by line."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from companion.cli import main
from companion.games.sticker_registry import StickerFile
from companion.storage.locks import acquire_instance_lock, release_instance_lock

ONE, OTHER = "04a1b2c3d4e501", "04a1b2c3d4e502"


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)


class Keyboard:
    """Types lines into `companion tags walk`."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys, self._monkeypatch = capsys, monkeypatch

    def __call__(self, *lines: str, kinds: tuple[str, ...] = ("home",), lang: str = "en") -> list[str]:
        self._monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["tags", "walk", *kinds, "--data", "here", "--lang", lang]) == 0
        out, err = self._capsys.readouterr()
        assert err == ""
        return out.splitlines()[1:]


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Keyboard:
    return Keyboard(capsys, monkeypatch)


def kept() -> dict[str, str]:
    return StickerFile(Path("here/stickers.toml")).table("stickers")


def test_numbers_go_onto_one_piece_after_the_other(typed: Keyboard) -> None:
    lines = typed(ONE, "uid:04:A1:B2:C3:D4:E5:02")
    assert lines[0] == "Home tiles, 1 of 4: Home tile of Red (then home tile of Yellow, home tile of Blue)"
    assert lines[1:3] == [
        "Done: home tile of Red",
        "Home tiles, 2 of 4: Home tile of Yellow (then home tile of Blue, home tile of Green)",
    ]
    assert kept() == {ONE: "home_red", OTHER: "home_yellow"}


def test_letters_do_what_the_buttons_of_the_case_do(typed: Keyboard) -> None:
    lines = typed("s", ONE, "b", "u", "", "c", "q", OTHER)
    assert lines[1] == "Home tiles, 2 of 4: Home tile of Yellow (then home tile of Blue, home tile of Green)"
    assert "The last sticker is taken back." in lines
    assert lines[-1] == "Check, 0 of 5: Tap any five and read their names"
    assert kept() == {}, "q is the end: what follows is not read"


def test_what_is_no_sticker_is_one_sentence_and_the_walk_goes_on(typed: Keyboard) -> None:
    lines = typed("04a1", "08a1b2c3", "\x1b[2J", "loch_ness", ONE)
    assert lines[1:5] == [
        "The sticker was read only in part; tap it again.",
        "That is a phone, its number changes every time; tap a sticker.",
        "The sticker was read only in part; tap it again.",
        "The sticker was read only in part; tap it again.",
    ]
    assert kept() == {ONE: "home_red"}


@pytest.mark.parametrize(
    "told", [("walk", "home"), ("learn", ONE, "loch_ness"), ("forget", ONE), ("import", "more.toml")]
)
def test_beside_a_companion_that_plays_no_sticker_is_changed(
    typed: Keyboard, capsys: pytest.CaptureFixture[str], told: tuple[str, ...]
) -> None:
    typed(ONE)
    assert main(["tags", "export", "--out", "more.toml", "--data", "here"]) == 0
    lock = acquire_instance_lock(Path("here"))
    try:
        assert main(["tags", *told, "--data", "here", "--lang", "en"]) == 1
    finally:
        release_instance_lock(lock)
    assert capsys.readouterr().err == "A companion plays here now; stop it and try again.\n"
    assert kept() == {ONE: "home_red"}


def test_the_check_reads_names(typed: Keyboard) -> None:
    typed(ONE)
    lines = typed("c", ONE, OTHER)
    assert lines[-2] == "Check, 1 of 5: Home tile of Red"
    assert lines[-1] == f"No piece has this sticker; companion tags learn {OTHER} PIECE puts it on one."


def test_it_goes_on_where_the_case_stopped_and_speaks_czech(typed: Keyboard) -> None:
    StickerFile(Path("here/stickers.toml")).keep("stickers", {ONE: "home_red"})
    assert typed(lang="cs") == [
        "Domovské dílky, 2 z 4: Domovský dílek (Žlutý) (pak domovský dílek (Modrý), domovský dílek (Zelený))"
    ]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("stickers = 1", "stickers must be a table"),
        ('[stickers]\nxyz = "home_red"', "xyz is not the number of a sticker"),
        (f"[stickers]\n{ONE} = 3", "must be a text in quotes"),
        (f'schema = 1\n[stickers]\n{ONE} = "a"\n[games.x]\n{ONE} = "b"', "stands there twice"),
        ("[stickers", "is not valid TOML"),
        (f'[stickers]\n{ONE} = "home_red"\n{ONE} = "home_blue"', "is not valid TOML"),
        ("schema = 99", "another version"),
    ],
)
def test_a_spoilt_registry_is_named_and_left_as_it_is(
    capsys: pytest.CaptureFixture[str], content: str, why: str
) -> None:
    Path("here").mkdir()
    Path("here/stickers.toml").write_text(content)
    assert main(["tags", "walk", "home", "--data", "here", "--lang", "en"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert why in err
    assert Path("here/stickers.toml").read_text() == content


def test_a_kind_that_is_not_there_is_named_with_those_that_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tags", "walk", "spoons", "--data", "here", "--lang", "en"]) == 2
    assert capsys.readouterr().err.startswith("Nothing here is called spoons; use one of home, deck_S")
