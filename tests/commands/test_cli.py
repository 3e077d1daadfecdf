"""The command line: exit codes, one sentence for every mistake, and never a traceback."""

from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from companion import cli
from companion.cli import COMMANDS, TopLevel, main
from companion.commands import command_line
from companion.commands import score as score_command
from companion.commands.command_line import CommandEntry, Group
from companion.commands.context import CommandContext
from companion.engine.message import tr
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.glen_more_2.definition import GAME
from companion.games.glen_more_2.screens.sheets import cards_to_print
from companion.games.installed import InstalledGames, installed_games
from companion.screens.translator import Translator
from companion.settings import Settings

PLAYER = {
    "points": 3,
    "scots_in_home_castle": 3,
    "whisky": 5,
    "persons": 2,
    "david_hume": False,
    "landmarks": [],
}
SHEET = {
    "schema": 1,
    "round": "A",
    "chronicles": [],
    "house_rules": {},
    "players": [{"name": "Ann", **PLAYER}, {"name": "Bob", **PLAYER, "scots_in_home_castle": 1}],
}
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def english_and_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def sheet(tmp_path: Path) -> str:
    path = tmp_path / "sheet.json"
    path.write_text(json.dumps(SHEET), encoding="utf-8")
    return str(path)


@pytest.fixture
def game(tmp_path: Path) -> str:
    """A whole game as an exported file."""
    path = tmp_path / "game.jsonl"
    assert main(["simulate", "--players", "2", "--seed", "3", "--out", str(path)]) == 0
    return str(path)


def outcome(capsys: pytest.CaptureFixture[str], *line: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(line)
    told = capsys.readouterr()
    return code, told.out, told.err


def refused(capsys: pytest.CaptureFixture[str], *line: str) -> str:
    """The sentence of a line that is bad input: exit 2, nothing on standard output."""
    code, out, err = outcome(capsys, *line)
    assert (code, out) == (2, "")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    return err[:-1]


# The line itself


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = outcome(capsys, "--help")
    assert (code, err) == (0, "")
    assert [name for name in COMMANDS if name not in out] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_the_shared_options(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, out, _ = outcome(capsys, command, "--help")
    assert code == 0
    assert [option for option in ("--data DIR", "--config FILE", "--lang LL") if option not in out] == []


def commands_of(entries: Mapping[str, CommandEntry]) -> Iterator[click.Command]:
    for entry in entries.values():
        loaded = entry.load()
        if isinstance(loaded, Group):
            yield from commands_of(loaded.entries)
        else:
            yield loaded


ALL = TopLevel(CommandContext(Settings(), Translator(), installed_games()))
"""The whole command line, with what the games bring."""
ALL.list_commands(click.Context(ALL))


@pytest.mark.parametrize("command", [*commands_of(ALL.entries)], ids=str)
def test_what_is_declared_for_a_command_is_what_its_function_takes(command: click.Command) -> None:
    assert command.callback
    _context, *taken = inspect.signature(command.callback).parameters.values()
    named = [each.name for each in taken if each.kind is not each.VAR_KEYWORD]
    declared = [str(param.name) for param in command.params if param.expose_value]
    others = sorted(set(declared) - set(named))
    assert sorted([*named, *others]) == sorted(declared)
    assert len(named) == len(taken) or others, "it takes options of the games, which are declared by them"
    assert len(named) < len(taken) or not others


def test_help_imports_no_command() -> None:
    code = (
        "import sys; from companion.cli import main; main(['--help']); main(['play']); "
        "from companion.cli import COMMAND_FUNCTIONS as FUNCTIONS; "
        "sys.exit([place for place in FUNCTIONS.values() if place.split(':')[0] in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.stderr.endswith("tells what can be typed.\n[]\n")


def test_a_game_may_bring_a_command_of_its_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    @command_line.command
    @command_line.argument("coin", help=tr("the coin to toss"))
    @command_line.flag("--twice", help=tr("toss it twice"))
    def toss(context: CommandContext, coin: str, twice: bool) -> int:
        sys.stdout.write(f"{coin} {twice} {context.translate.language}\n")
        return 1

    monkeypatch.setitem(COMMANDS, "toss", CommandEntry(tr("toss a coin"), lambda: toss))
    assert outcome(capsys, "toss", "penny", "--twice") == (1, "penny True en\n", "")
    assert re.search(r"^  toss +toss a coin$", outcome(capsys, "--help")[1], re.MULTILINE)
    assert "toss a coin\n\nArguments:\n  COIN  the coin to toss\n" in outcome(capsys, "toss", "-h")[1]


def test_help_is_in_the_language_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    english = outcome(capsys, "--help")[1]
    code, czech, _ = outcome(capsys, "--help", "--lang", "cs")
    assert code == 0
    assert "Usage: companion" in english
    assert "Použití: companion" in czech
    assert [line for line in czech.splitlines() if line in english.splitlines() and len(line.split()) > 2] == []


WRONG_LINES = {
    (): 'Name a command, for example "companion desk"; "companion --help" lists them all.',
    ("play",): (
        f'play is none of {", ".join([*COMMANDS, "haggis", "box"])}; "companion --help" tells what can be typed.'
    ),
    ("score",): 'Name a file of counts; "companion score --example" prints one.',
    ("score", "a", "--fast"): '--fast is not known here; "companion score --help" tells what can be typed.',
    ("score", "a", "--txt"): "--txt is not known here; did you mean --text?",
    ("score", "a", "b"): 'b is not known here; "companion score --help" tells what can be typed.',
    ("score", "--data", "--text", "a"): (
        '--data needs a value after it; "companion score --help" tells what can be typed.'
    ),
    ("score", "a", "--text=1"): '--text takes no value; "companion score --help" tells what can be typed.',
    ("score", "a", "--data"): '--data needs a value after it; "companion score --help" tells what can be typed.',
    ("score", "a", "--lang", "xx"): 'There is no language "xx" here; use one of en, cs.',
    ("desk", "--port", "70000"): "--port must be a whole number from 0 to 65535.",
    ("desk", "--port", "１"): "--port must be a whole number from 0 to 65535.",
    ("simulate", "--players", "6", "--seed", "1"): "--players must be a whole number from 2 to 5.",
    ("simulate", "--players", "5", "--seed", "1"): "Glen More II is for 2 to 4 players.",
    ("replay", "a", "--upto", "-1"): "--upto must be a whole number from 0 to 1000000000.",
    ("simulate", "--games", "2"): (
        '--players, --seed is missing; "companion simulate --help" tells what can be typed.'
    ),
    ("games", "lst"): (
        "lst is none of list, export, import, save, restore, delete; "
        '"companion games --help" tells what can be typed.'
    ),
    ("games", "export", "one"): "GAME must be a whole number from 0 to 1000000000.",
    ("games",): 'WHAT is missing; "companion games --help" tells what can be typed.',
    ("render", "--panel", "9in9", "--out", "a"): (
        '9in9 is none of 4in2, 7in5, 2in9, 2in13; "companion render --help" tells what can be typed.'
    ),
    ("render", "--panel", "4in2", "--out", "a", "--upto", "3"): (
        "--upto needs a game to stop in; name one with --journal."
    ),
    ("simulate", "--players", "2", "--seed", "1", "--chronicles", "haggis,nessie"): (
        "There is no chronicle nessie; name one by its id or number."
    ),
}


@pytest.mark.parametrize("line", WRONG_LINES)
def test_a_line_that_can_not_be_understood_is_told(
    capsys: pytest.CaptureFixture[str], line: tuple[str, ...]
) -> None:
    assert refused(capsys, *line) == WRONG_LINES[line]


def test_shared_options_stand_before_or_after_the_command(capsys: pytest.CaptureFixture[str], sheet: str) -> None:
    before = outcome(capsys, "--lang", "en", "--data", "here", "score", sheet)
    after = outcome(capsys, "score", sheet, "--data=here", "--lang=en")
    assert before == after
    assert before[0] == 0


# Files that can't be used


def test_files_that_can_not_be_read_are_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    odd = tmp_path / "odd.json"
    odd.write_bytes(b"{\xff}")
    cannot = "can't be read ({}); check that it is a file you may read."
    assert refused(capsys, "score", "nowhere") == "nowhere " + cannot.format("No such file or directory")
    assert refused(capsys, "score", str(tmp_path)) == f"{tmp_path} " + cannot.format("Is a directory")
    assert refused(capsys, "score", "a\0b") == "a\0b " + cannot.format("embedded null byte")
    assert refused(capsys, "score", str(odd)) == f"{odd} is not UTF-8 text; save it as UTF-8 and try again."


@pytest.mark.parametrize("text", ["nonsense = = =", "languag = 'en'", "language = 7"])
def test_settings_that_are_wrong_end_every_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, sheet: str, text: str
) -> None:
    config = tmp_path / "companion.toml"
    config.write_text(text, encoding="utf-8")
    sentences = {
        "nonsense = = =": "companion.toml is not valid TOML; correct line 1.",
        "languag = 'en'": "companion.toml: languag is not known; did you mean language?",
        "language = 7": "companion.toml: language must be a text in quotes; correct it.",
    }
    assert refused(capsys, "score", sheet, "--config", str(config)) == sentences[text]


def test_a_box_that_is_wrong_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text("rondel_spaces = 'many'", encoding="utf-8")
    told = refused(capsys, "cards", "--out", "cards.pdf", "--data", str(tmp_path))
    assert told == "box.toml: rondel_spaces must be a whole number; correct it."
    assert not Path("cards.pdf").exists()


def test_what_can_not_be_written_fails_and_leaves_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = outcome(capsys, "cards", "--out", "nowhere/cards.pdf")
    assert (code, out) == (1, "")
    assert err == "nowhere/cards.pdf can't be written (No such file or directory); nothing was changed there.\n"


def test_nothing_ever_shows_a_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, sheet: str
) -> None:
    def broken(_file: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(score_command, "read_text", broken)
    code, out, err = outcome(capsys, "score", sheet)
    assert (code, out) == (1, "")
    assert err.startswith("This is a defect in the companion, please report it: ZeroDivisionError in test_cli.py:")


def test_interrupted_means_failed_in_one_word(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, sheet: str
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_run", interrupted)
    assert outcome(capsys, "score", sheet) == (1, "", "Stopped.\n")


# Score


def test_a_round_is_scored_from_a_file(capsys: pytest.CaptureFixture[str], sheet: str) -> None:
    code, out, err = outcome(capsys, "score", sheet)
    scored = json.loads(out)
    assert (code, err) == (0, "")
    assert [player["points"] for player in scored["players"]] == [5, 3]


def test_a_round_is_scored_as_a_table(capsys: pytest.CaptureFixture[str], sheet: str) -> None:
    code, out, _ = outcome(capsys, "score", sheet, "--text")
    assert code == 0
    assert "Scots in the home castle" in out


@pytest.mark.parametrize("command", ["score", "haggis"])
def test_the_example_can_be_scored(capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str) -> None:
    example = tmp_path / "example.json"
    example.write_text(outcome(capsys, command, "--example")[1], "utf-8")
    code, out, err = outcome(capsys, command, str(example))
    assert (code, err) == (0, "")
    assert [player["name"] for player in json.loads(out)["players"]] == ["Ann", "Ben"]
    assert f'"companion {command} --example" prints one.' in refused(capsys, command)


def test_the_example_of_another_game_is_scored_by_that_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    example = tmp_path / "example.json"
    example.write_text(outcome(capsys, "score", "--game", "glen_more", "--example")[1], "utf-8")
    code, out, err = outcome(capsys, "score", "--game", "glen_more", str(example), "--text")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "Third scoring round and final scoring"
    told = outcome(capsys, "--lang", "cs", "score", "--game", "glen_more", str(example), "--text")[1]
    assert told.splitlines()[0] == "Třetí bodování a závěrečné bodování"
    assert '"chronicles" is missing.' in refused(capsys, "score", str(example))


def test_the_example_of_claims_is_judged(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    example = tmp_path / "example.json"
    example.write_text(outcome(capsys, "score", "--game", "schotten_totten", "--example")[1], "utf-8")
    line = ("score", "--game", "schotten_totten", str(example))
    code, out, err = outcome(capsys, *line)
    assert (code, err) == (0, "")
    claims = json.loads(out)["claims"]
    assert {claim["why"] for claim in claims} == {"ST-PRF-04", "ST-PRF-05", "ST-CLM-04"}
    assert {claim["claimable"] for claim in claims} == {True, False}
    assert outcome(capsys, *line, "--text")[1].count("\n") == len(claims)
    assert "lze ovládnout" in outcome(capsys, "--lang", "cs", *line, "--text")[1]
    lines = "\n".join([json.dumps(json.loads(example.read_text("utf-8")))] * 3)
    example.write_text(lines, "utf-8")
    assert [json.loads(each) for each in outcome(capsys, *line)[1].splitlines()] == [json.loads(out)] * 3
    example.write_text(lines.replace("green-6", "green-16", 1), "utf-8")
    assert refused(capsys, *line) == 'Line 1: Stone 2, "b": "green-16" is not a card that can be there.'


def test_a_position_of_a_journal_is_judged(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    journal, position = str(tmp_path / "game.jsonl"), tmp_path / "position.json"
    played = ("simulate", "--game", "schotten_totten", "--players", "2", "--seed", "3", "--variants", "tactics,2")
    assert outcome(capsys, *played, "--out", journal)[0] == 0
    position.write_text(outcome(capsys, "replay", "--json", "--upto", "90", journal)[1], "utf-8")
    assert json.loads(position.read_text("utf-8"))["variants"] == ["tactics", "expert"]
    code, out, _ = outcome(capsys, "score", "--game", "schotten_totten", str(position))
    assert (code, json.loads(out)["winner"]) == (0, None)
    told = "There is no variant chess; name one by its id or number."
    assert refused(capsys, *played[:-1], "chess") == told
    assert refused(capsys, *played[:4], "3", "--seed", "1") == "Schotten Totten is for 2 players."


def test_every_game_is_offered_where_it_can_be_used(capsys: pytest.CaptureFixture[str]) -> None:
    told = dict.fromkeys(("desk", "simulate", "score"), "which game: glen_more_2, glen_more, schotten_totten\n")
    for command in told:
        assert told[command] in outcome(capsys, command, "--help")[1]
    there = "There is no game {} here; use one of {}."
    scored = "glen_more_2, glen_more, schotten_totten"
    assert refused(capsys, "score", "--game", "chess", "x") == there.format("chess", scored)
    assert refused(capsys, "desk", "--game", "chess") == there.format("chess", scored)


def test_a_missing_key_is_told_with_its_player(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    players = [{"name": "Ann", **PLAYER}, {key: value for key, value in PLAYER.items() if key != "whisky"}]
    path = tmp_path / "sheet.json"
    path.write_text(json.dumps({**SHEET, "players": [players[0], {"name": "Bob", **players[1]}]}), "utf-8")
    assert refused(capsys, "score", str(path)) == 'Bob: "whisky" is missing.'


def run_companion(*line: str, given: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "companion.cli", *line],
        input=given, capture_output=True, cwd=ROOT, timeout=60, check=False, env={**os.environ, **environment},
    )  # fmt: skip


def test_a_round_is_scored_from_standard_input_in_any_locale() -> None:
    text = json.dumps({**SHEET, "players": [{"name": "Žofie", **PLAYER}, {"name": "Bob", **PLAYER}]})
    done = run_companion("score", "-", given=text.encode(), LC_ALL="C", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["players"][0]["name"] == "Žofie"
    assert run_companion("score", "-", given=b"{").returncode == 2


def test_score_waits_for_neither_pictures_nor_a_server(sheet: str) -> None:
    code = (
        "import sys; from companion.cli import main; main(['score', sys.argv[1]]); "
        "print([m for m in ('PIL', 'starlette', 'uvicorn', 'sqlite3') if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, sheet], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stderr == "[]\n"


def test_standard_input_that_is_closed_is_told() -> None:
    line = f"{sys.executable} -m companion.cli --lang en score - <&-"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "Standard input can't be read (Bad file descriptor); check that it is a file you may read.\n"
    )


@pytest.mark.parametrize("nobody", ["| true", ">&-", "> /dev/full"])
def test_output_that_nobody_can_take_is_no_traceback(sheet: str, nobody: str) -> None:
    line = f"set -o pipefail; (sleep 0.2; {sys.executable} -m companion.cli score {sheet}) {nobody}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") <= 1
    assert "Traceback" not in done.stderr


# Games, journals, pictures


def test_the_same_seed_is_the_same_journal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    line = ["simulate", "--players", "3", "--seed", "5", "--games", "2", "--die", "--out"]
    first = outcome(capsys, *line, str(tmp_path / "a.jsonl"))
    second = outcome(capsys, *line, str(tmp_path / "b.jsonl"))
    assert first == second
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    assert [row.split(":")[0] for row in first[1].splitlines()] == ["seed 5", "seed 6"]


def test_a_game_is_replayed_and_checked(capsys: pytest.CaptureFixture[str], game: str) -> None:
    code, out, err = outcome(capsys, "replay", game, "--check")
    assert (code, err) == (0, "")
    assert out.splitlines()[1] == "Every entry gives the same when it is decided again."


def test_a_game_is_replayed_up_to_an_entry(capsys: pytest.CaptureFixture[str], game: str) -> None:
    start = json.loads(outcome(capsys, "replay", game, "--json", "--upto", "0")[1])
    end = json.loads(outcome(capsys, "replay", game, "--json")[1])
    assert (start["phase"], end["phase"]) == ("setup", "over")
    assert len(end["state_hash"]) == 64
    assert start["state_hash"] != end["state_hash"]
    assert refused(capsys, "replay", game, "--upto", "100000").startswith("There is no entry 100000;")


def test_a_wrong_line_of_a_journal_is_named(capsys: pytest.CaptureFixture[str], game: str) -> None:
    lines = Path(game).read_bytes().splitlines(keepends=True)
    Path(game).write_bytes(b"".join([*lines[:5], b"{}\n", *lines[6:]]))
    assert refused(capsys, "replay", game).startswith("Line 6: ")
    Path(game).write_bytes(b"".join(lines)[:-20])
    assert refused(capsys, "replay", game).startswith(f"Line {len(lines)}: the file breaks off in the middle;")


def test_the_pictures_of_a_game_stand_in_a_folder(
    capsys: pytest.CaptureFixture[str], game: str, tmp_path: Path
) -> None:
    assert outcome(capsys, "replay", game, "--upto", "6", "--png", str(tmp_path / "pictures"))[0] == 0
    pictures = sorted((tmp_path / "pictures").iterdir())
    assert [picture.name for picture in pictures] == [f"{n:04}.png" for n in range(7)]
    assert len({picture.read_bytes() for picture in pictures}) > 4


@pytest.mark.parametrize(("panel", "size"), [("4in2", (400, 300)), ("2in13", (250, 122)), ("7in5", (800, 480))])
def test_one_picture_is_drawn(
    capsys: pytest.CaptureFixture[str], game: str, tmp_path: Path, panel: str, size: tuple[int, int]
) -> None:
    from PIL import Image

    before, later = tmp_path / "before.png", tmp_path / "later.png"
    assert outcome(capsys, "render", "--panel", panel, "--out", str(before)) == (0, "", "")
    line = ("render", "--panel", panel, "--lang", "cs", "--journal", game, "--upto", "30", "--out", str(later))
    assert outcome(capsys, *line) == (0, "", "")
    assert Image.open(before).size == Image.open(later).size == size
    assert before.read_bytes() != later.read_bytes()


def test_games_are_taken_in_listed_exported_and_deleted(capsys: pytest.CaptureFixture[str], game: str) -> None:
    assert outcome(capsys, "games", "list") == (0, "No game is kept here yet.\n", "")
    assert outcome(capsys, "games", "import", game) == (0, "Taken in as game 1.\n", "")
    listed = outcome(capsys, "games", "list")[1]
    line = r"1  Glen More II: (\w+), (\w+) \(\d+ entries, finished\): imported [-0-9]{10}, "
    assert re.fullmatch(line + r"\1 -?\d+, \2 -?\d+, won by (\1|\2)\n", listed), listed
    assert outcome(capsys, "games", "export", "1", "--out", "again.jsonl")[0] == 0
    assert Path("again.jsonl").read_bytes() == Path(game).read_bytes()
    assert refused(capsys, "games", "delete", "1") == "Deleting game 1 is for good; say it with --yes."
    assert outcome(capsys, "games", "delete", "1", "--yes") == (0, "Game 1 is deleted.\n", "")
    assert refused(capsys, "games", "export", "1") == (
        'There is no game 1; "companion games list" shows which there are.'
    )


def test_a_file_that_is_no_game_is_not_taken_in(capsys: pytest.CaptureFixture[str], sheet: str) -> None:
    assert refused(capsys, "games", "import", sheet).startswith("Line 1: no game begins here")
    assert outcome(capsys, "games", "list")[1] == "No game is kept here yet.\n"


# Stickers, cards, demo


def test_stickers_are_learned_listed_and_carried_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome(capsys, "tags", "list")[1] == "No sticker is known here yet.\n"
    assert outcome(capsys, "tags", "learn", "04:A1:B2:C3", "loch_ness")[1] == "The sticker is on Loch Ness now.\n"
    assert outcome(capsys, "tags", "export", "--out", "tags.toml")[0] == 0
    assert outcome(capsys, "tags", "import", "tags.toml", "--data", "new")[1] == "1 sticker taken in.\n"
    assert outcome(capsys, "tags", "list", "--data", "new")[1] == "04a1b2c3  loch_ness  Loch Ness\n"
    assert outcome(capsys, "tags", "forget", "04a1b2c3")[0] == 0
    assert outcome(capsys, "tags", "learn", "04a1b2c3", "card:sell_sheep")[0] == 0
    assert refused(capsys, "tags", "import", "tags.toml") == (
        "The sticker 04a1b2c3 is on Sell sheep here and on Loch Ness in the file; forget one of them."
    )


def test_stickers_are_taken_in_from_standard_input(tmp_path: Path) -> None:
    given = b'[stickers]\n04a1b2c3 = "loch_ness"\n'
    done = run_companion("tags", "import", "-", "--data", str(tmp_path), "--lang", "en", given=given)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"1 sticker taken in.\n", b"")
    done = run_companion("tags", "import", "-", "--data", str(tmp_path), "--lang", "en", given=b"[")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"Standard input is not valid TOML; correct its last line.\n"


def test_of_stickers_with_one_that_is_none_not_even_the_first_is_taken_in(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("tags.toml").write_text('[stickers]\n04a1b2c3 = "loch_ness"\n04a1b2c4 = "loch_nes"\n', "utf-8")
    assert refused(capsys, "tags", "import", "tags.toml") == (
        "No piece of this box is called loch_nes; did you mean loch_ness?"
    )
    assert outcome(capsys, "tags", "list")[1] == "No sticker is known here yet.\n"


def test_stickers_that_can_not_be_written_are_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.touch()
    code, out, err = outcome(capsys, "tags", "learn", "04a1b2c3", "loch_ness", "--data", str(nowhere))
    assert (code, out) == (1, "")
    assert err == f"{nowhere}/stickers.toml can't be written (File exists); nothing was changed there.\n"


def test_stickers_and_pieces_that_are_none_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "tags", "learn", "04", "loch_ness") == (
        "The sticker was read only in part; tap it again."
    )
    assert refused(capsys, "tags", "learn", "04a1b2c3", "loch_nes") == (
        "No piece of this box is called loch_nes; did you mean loch_ness?"
    )
    assert refused(capsys, "tags", "forget", "04a1b2c3") == "The sticker 04a1b2c3 is on no piece."
    assert outcome(capsys, "tags", "list")[1] == "No sticker is known here yet.\n"


def test_the_sheet_of_cards_is_two_pages_of_a4(capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome(capsys, "cards", "--out", "cards.pdf") == (0, "", "")
    pages = PdfReader("cards.pdf").pages
    sizes = [(round(float(page.mediabox.width)), round(float(page.mediabox.height))) for page in pages]
    assert sizes == [(595, 842), (595, 842)]
    words = " ".join(page.extract_text() for page in pages).split()
    named = [word.removeprefix("card:") for word in words if word.startswith("card:")]
    assert {card.id for card in cards_to_print(effective_facts())} <= {*named}
    assert len(named) == len({*named}) + len(pages), "below each page one is an example"
    first = Path("cards.pdf").read_bytes()
    assert outcome(capsys, "cards", "--out", "cards.pdf") == (0, "", "")
    assert Path("cards.pdf").read_bytes() == first


def test_a_recording_that_stops_early_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    short = tmp_path / "short.jsonl"
    short.write_text('{"recording": 1, "players": 2}\n{"tap": "home:red"}\n', "utf-8")
    assert GAME.demo is not None
    games = InstalledGames([replace(GAME, demo=GAME.demo._replace(recording=short))])
    code = main(["demo", "--out", "shown"], games)
    out, err = capsys.readouterr()
    assert (code, out) == (1, "")
    assert err == "The recorded game did not come to its end.\n"
