"""One reader for all texts of people: byte order marks, UTF-16, empty and zero-filled files, in every command."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.context import load_settings
from companion.storage.data_folder import LAST_SETTINGS_FILE
from tests.commands.test_run import Unit

ENCODINGS: dict[str, Callable[[str], bytes]] = {
    "mark": lambda text: codecs.BOM_UTF8 + text.encode(),
    "utf-16-le": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "utf-16-be": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "windows lines": lambda text: codecs.BOM_UTF8 + text.replace("\n", "\r\n").encode(),
}
NOTHING = {"empty": b"", "zeros": b"\0" * 4096, "spaces": b" \r\n", "mark only": codecs.BOM_UTF8}

BOX = (Path(__file__).parents[1] / "boxes" / "complete.toml").read_text(encoding="utf-8")
"""The owner's own box, with comments."""
STICKERS = 'schema = 1\n\n[stickers]\n04a1b2c3d4e5f6 = "home_red"\n'
SETTINGS = 'language = "cs"\npanel = "2in13"\n'


def ran(capsys: pytest.CaptureFixture[str], *line: str) -> tuple[int, str, str]:
    code = main(["--lang", "en", *line])
    return code, *capsys.readouterr()


def exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    journal = tmp_path / "game.jsonl"
    assert main(["simulate", "--players", "2", "--seed", "1", "--out", str(journal)]) == 0
    capsys.readouterr()
    return journal.read_text(encoding="utf-8")


def haggis_example(capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["haggis", "--example"]) == 0
    return capsys.readouterr().out


def score_example(capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["score", "--example"]) == 0
    return capsys.readouterr().out


COMMANDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "settings": (SETTINGS, ("--config", "{file}", "games", "list")),
    "box import": ("", ("box", "import", "{file}")),
    "tags import": (STICKERS, ("tags", "import", "{file}")),
    "score": ("", ("score", "{file}")),
    "haggis": ("", ("haggis", "{file}")),
    "replay": ("", ("replay", "{file}")),
    "games import": ("", ("games", "import", "{file}")),
    "render": ("", ("render", "--panel", "4in2", "--journal", "{file}", "--out", "{out}")),
    "simulate --box": ("# nothing yet\n", ("simulate", "--players", "2", "--seed", "1", "--box", "{file}")),
}


JOURNALS = ("replay", "games import", "render")


@pytest.mark.parametrize("content", [*ENCODINGS, *NOTHING])
@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_reads_what_editors_write_and_refuses_what_a_power_cut_leaves(
    name: str, content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, line = COMMANDS[name]
    if name == "score":
        text = score_example(capsys)
    elif name == "box import":
        (tmp_path / "theirs").mkdir()
        (tmp_path / "theirs" / "box.toml").write_text(BOX, encoding="utf-8")
        assert main(["--data", str(tmp_path / "theirs"), "box", "export"]) == 0
        text = capsys.readouterr().out
    elif name == "haggis":
        text = haggis_example(capsys)
    elif name in JOURNALS:
        text = exported(tmp_path, capsys)
    file = tmp_path / "their_file"
    file.write_bytes(ENCODINGS[content](text) if content in ENCODINGS else NOTHING[content])
    places = {"file": str(file), "out": str(tmp_path / "picture.png")}
    code, out, err = ran(capsys, "--data", str(tmp_path / "data"), *(each.format(**places) for each in line))
    if content in ENCODINGS:
        assert (code, err) == (0, "")
    else:
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        assert ("there is nothing in this file" if name in JOURNALS else "is empty") in err


@pytest.mark.parametrize("content", NOTHING.values(), ids=NOTHING)
def test_the_doctor_and_the_start_say_that_settings_are_damaged(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "companion.toml"
    config.write_bytes(content)
    code, out, _ = ran(capsys, "--config", str(config), "--data", str(tmp_path), "doctor")
    assert code == 1
    assert "companion.toml is empty" in out
    for command in ("run", "desk"):
        settings, (trouble,) = load_settings(str(config), str(tmp_path), command)
        assert str(trouble).startswith("companion.toml is empty")
        assert settings.display.kind == ("eink" if command == "run" else "desk")


def test_house_rules_are_read_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config, rules = tmp_path / "companion.toml", tmp_path / "house_rules.toml"
    config.write_text('house_rules = "house_rules.toml"\n', encoding="utf-8")
    for content in ENCODINGS.values():
        rules.write_bytes(content("nonsense = 5\n"))
        _, out, _ = ran(capsys, "--config", str(config), "--data", str(tmp_path), "doctor")
        assert "house_rules.toml: nonsense is not known" in out
    for nothing in NOTHING.values():
        rules.write_bytes(nothing)
        _, out, _ = ran(capsys, "--config", str(config), "--data", str(tmp_path), "doctor")
        assert "house_rules.toml is empty" in out


GOOD = 'panel = "2in13"\nport = 8499\n[buttons]\nkind = "desk"\n[signal]\nkind = "desk"\nled = 27\n'


@pytest.mark.parametrize(
    "damaged", [b"", b"\0" * 200, b'panel = "4in2"\n[signal]\nkind = "de', b"\xff\xfe\x00", b'panel = "tv"\n']
)
def test_a_case_starts_with_the_settings_of_its_last_good_start(damaged: bytes, tmp_path: Path) -> None:
    config = tmp_path / "companion.toml"
    config.write_text(GOOD, encoding="utf-8")
    unit = Unit(tmp_path, "--no-page", "--config", str(config))
    unit.heard_until("READY=1")
    assert unit.end()[0] == 0
    assert (unit.data / LAST_SETTINGS_FILE).read_text(encoding="utf-8") == GOOD
    config.write_bytes(damaged)
    settings, (trouble,) = load_settings(str(config), str(unit.data), "run")
    assert settings.panel == ("4in2" if b"4in2" in damaged else "2in13")
    assert (settings.port, settings.signal.led) == (8499, 27)
    assert str(trouble).endswith("Until then the companion uses its last good settings.")
    (tmp_path / "again").mkdir()
    line = ("--no-page", "--lang", "en", "--config", str(config), "--data", str(unit.data))
    again = Unit(tmp_path / "again", *line)
    again.heard_until("READY=1")
    code, _, err, _ = again.end()
    assert (code, err) == (0, f"{trouble}\n")
    assert (unit.data / LAST_SETTINGS_FILE).read_text(encoding="utf-8") == GOOD, "damaged settings are not copied"


@pytest.mark.parametrize(
    "change", [("tags", "learn", "04a1b2c3d4e5f7", "home_blue"), ("tags", "forget", "04a1b2c3d4e5f6")]
)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_change_keeps_the_comments_of_a_file_that_an_editor_wrote(
    encoding: str, change: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stickers = tmp_path / "stickers.toml"
    stickers.write_bytes(ENCODINGS[encoding]("# Ours.\n" + STICKERS + "# The last.\n"))
    code, _, err = ran(capsys, "--data", str(tmp_path), *change)
    assert (code, err) == (0, "")
    now = stickers.read_text(encoding="utf-8")
    assert "# Ours." in now
    assert "# The last." in now


def test_taking_in_another_box_keeps_the_comments_of_our_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    for folder, text in ((ours, "# Our box, bought in Oban.\nschema = 1\n# Nothing below.\n"), (theirs, BOX)):
        folder.mkdir()
        (folder / "box.toml").write_text(text, encoding="utf-8")
    assert main(["--data", str(theirs), "box", "export"]) == 0
    exported_box = tmp_path / "theirs.toml"
    exported_box.write_text(capsys.readouterr().out, encoding="utf-8")
    assert ran(capsys, "--data", str(ours), "box", "import", str(exported_box))[0] == 0
    now = (ours / "box.toml").read_text(encoding="utf-8")
    assert now.startswith("# Our box, bought in Oban.\n")
    assert "# Nothing below." in now
    assert "spaces" in now
