"""Boxes are shared by what is printed: at the command line, as owners do it."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import tomli_w

from companion.cli import main
from tests.games.glen_more_2.test_told_again import seated
from tests.table import Table

COMPLETE = Path(__file__).parents[2] / "boxes" / "complete.toml"
COMPANION = (sys.executable, "-m", "companion.cli")
ANNAS = """
title = "Anna's box"
[tile."A-4"]
name = "Forest"
kind = "forest"
cost = {}
[tile."A-9"]
name = "Forest"
kind = "forest"
cost = { coin = 1 }
[tile."B-2"]
kind = "pasture"
cost = { coin = 2, wood = 1 }
[tile."C-1"]
rebuild = true
"""


def said(capsys: pytest.CaptureFixture[str], home: Path, *line: str) -> tuple[int, str, str]:
    code = main(["--lang", "en", "--data", str(home), "box", *line])
    out = capsys.readouterr()
    return code, out.out, out.err


def a_box(home: Path, text: str) -> Path:
    home.mkdir()
    if text:
        (home / "box.toml").write_text(text, "utf-8")
    return home


def tiles(home: Path) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = tomllib.loads((home / "box.toml").read_text("utf-8")).get("tile", {})
    return found


def shared(capsys: pytest.CaptureFixture[str], home: Path, to: Path) -> Path:
    assert said(capsys, home, "export", "--out", str(to))[0] == 0
    return to


def test_a_shared_box_names_tiles_by_their_print_and_never_by_slot_or_sticker(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = said(capsys, a_box(tmp_path / "anna", ANNAS), "export")
    assert (code, err) == (0, "1 tile was left out: it has neither a name nor kind and cost.\n")
    assert not any(slot in out for slot in ("A-4", "A-9", "B-2", "C-1"))
    rows = tomllib.loads(out)["tile"]
    assert [(row.get("name", row["kind"]), row.get("copy", 1), row["cost"]) for row in rows] == [
        ("Forest", 1, {}),
        ("Forest", 2, {"coin": 1}),
        ("pasture", 1, {"coin": 2, "wood": 1}),
    ]


def test_whoever_takes_a_whole_box_in_has_the_same_box(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    anna = a_box(tmp_path / "anna", COMPLETE.read_text("utf-8"))
    file = shared(capsys, anna, tmp_path / "share.toml")
    code, out, err = said(capsys, tmp_path / "ben", "import", str(file))
    assert (code, err) == (0, "")
    assert int(out.split()[0]) > 400
    again = shared(capsys, tmp_path / "ben", tmp_path / "again.toml")
    titled = tomllib.loads(file.read_text("utf-8"))
    titled.pop("title")
    assert tomllib.loads(again.read_text("utf-8")) == titled
    assert said(capsys, tmp_path / "ben", "import", str(file))[1] == "0 values taken in.\n"


def test_a_tile_keeps_its_slot_here_whatever_it_has_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = shared(capsys, a_box(tmp_path / "anna", ANNAS), tmp_path / "share.toml")
    ben = a_box(
        tmp_path / "ben", '[tile."B-7"]\nkind = "pasture"\ncost = { coin = 2, wood = 1 }\nrebuild = false\n'
    )
    assert said(capsys, ben, "import", str(file))[0] == 0
    assert tiles(ben)["B-7"] == {"kind": "pasture", "cost": {"coin": 2, "wood": 1}, "rebuild": False}
    assert sorted(row["name"] for id, row in tiles(ben).items() if id.startswith("A-")) == ["Forest", "Forest"]


def test_a_tile_without_a_name_gets_one_name_and_the_next_that_is_like_it_another_tile(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pasture = 'kind = "pasture"\ncost = { coin = 2, wood = 1 }\n'
    named = "".join(f'[tile."B-{n}"]\nname = "{name}"\n{pasture}' for n, name in ((1, "Moor"), (2, "Heath")))
    file = shared(capsys, a_box(tmp_path / "anna", named), tmp_path / "share.toml")
    ben = a_box(tmp_path / "ben", f'[tile."B-7"]\n{pasture}')
    assert said(capsys, ben, "import", str(file))[0] == 0
    assert tiles(ben)["B-7"]["name"] == "Moor"
    assert sorted(str(row["name"]) for row in tiles(ben).values()) == ["Heath", "Moor"]


def test_a_tile_with_a_sticker_that_nobody_described_is_never_described_unseen(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = shared(capsys, a_box(tmp_path / "anna", ANNAS), tmp_path / "share.toml")
    ben = a_box(tmp_path / "ben", "")
    stickers = {f"04a1b2{number:02x}": f"B-{number}" for number in range(1, 18)}
    (ben / "stickers.toml").write_text(tomli_w.dumps({"stickers": stickers}), "utf-8")
    code, _, err = said(capsys, ben, "import", str(file))
    assert code == 0
    assert err == (
        "No tile here is left for Pasture (deck B, costs 2 coins, 1 wood): "
        "teach yours first, then take the box in again.\n"
    )
    assert not any(id.startswith("B-") for id in tiles(ben))


BENS = '[tile."A-1"]\nname = "Forest"\nkind = "wood"\n'


def test_each_difference_is_shown_and_nothing_is_taken_in_before_somebody_decides(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = shared(capsys, a_box(tmp_path / "anna", ANNAS), tmp_path / "share.toml")
    ben = a_box(tmp_path / "ben", BENS)
    done = subprocess.run(
        [*COMPANION, "--lang", "en", "--data", str(ben), "box", "import", str(file)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == (
        "Forest, Kind: mine wood, theirs forest\n"
        "The two boxes differ in 1 point; nothing was taken in: say --take mine or --take theirs.\n"
    )
    assert (ben / "box.toml").read_text("utf-8") == BENS
    assert said(capsys, ben, "import", str(file), "--take", "theirs")[0] == 0
    assert tiles(ben)["A-1"] == {"name": "Forest", "kind": "forest", "cost": {}}


@pytest.mark.parametrize(("typed", "kind"), [(b"\n", "wood"), (b"t\n", "forest")])
def test_at_a_keyboard_each_difference_is_asked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, typed: bytes, kind: str
) -> None:
    file = shared(capsys, a_box(tmp_path / "anna", ANNAS), tmp_path / "share.toml")
    ben = a_box(tmp_path / "ben", BENS)
    keyboard, terminal = pty.openpty()
    line = [*COMPANION, "--lang", "en", "--data", str(ben), "box", "import", str(file)]
    with subprocess.Popen(line, stdin=terminal, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as command:
        os.write(keyboard, typed)
        _, asked = command.communicate()
    assert b"Forest, Kind: mine wood, theirs forest\nTake mine (Enter) or theirs (t)? " in asked
    assert tiles(ben)["A-1"]["kind"] == kind


def test_each_value_says_who_said_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = shared(capsys, a_box(tmp_path / "anna", ANNAS), tmp_path / "share.toml")
    ben = a_box(tmp_path / "ben", '[tile."A-1"]\nname = "Forest"\n')
    said(capsys, ben, "import", str(file))
    told = said(capsys, ben, "list")[1].splitlines()
    assert "Forest, Name: Forest (you)" in told
    assert "Forest, Cost: nothing (from Anna's box)" in told
    assert "Forest, Cost: 1 coin (from Anna's box)" in told


TILE = '[[tile]]\ndeck = "A"\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[", "is not valid TOML; correct its last line."),
        ("schema = 9", "was made by another version of the companion; install that version to use it."),
        (f"{TILE}name = 'x'\ncost = {{ coin = 'a' }}", "tile 1.cost.coin must be a whole number; correct it."),
        ("tile = [1]", "tile 1 must be a table; correct it."),
        ("colours = []", "colours is not known; remove it."),
        (f'{TILE}kind = "x"', "tile 1 has neither a name nor kind and cost; add what is printed on it."),
        ('[[tile]]\nname = "Forest"', "tile 1.deck is missing; add it."),
        (f'{TILE}name = "{"x" * 1000}"', "tile 1.name is not a printed word; correct it."),
        (f'{TILE}name = "a\\u202Eb"', "tile 1.name is not a printed word; correct it."),
        (f'{TILE}name = "x"\ncopy = 0', "tile 1.copy must be from 1 to 60; correct it."),
        (f'{TILE}is = "halkirk"', "tile 1.is is not known; remove it."),
        (f'{TILE}name = "x"\ncost = {{ gold = 1 }}', "tile 1.cost can't be gold; use one of "),
        (
            f'{TILE}name = "x"\none_time = [{{ op = "gian" }}]',
            "tile 1.one_time 1.op can't be gian; did you mean gain?",
        ),
        ('title = "a\\u001Bb"', "title is not a printed word; correct it."),
        ('[[road]]\na = "x-y"\nb = "brodie"\ncoins = 1', "road 1.a is not a printed word; correct it."),
        ("[decks]\nA = 900", "decks.A must be from 1 to 60; correct it."),
        ('[[road]]\na = "start"', "road 1.b is missing; add it."),
        ('[[road]]\na = "start"\nb = "brodie"\ncoins = 99', "road 1.coins must be from 0 to 9; correct it."),
    ],
)
def test_a_file_that_is_no_shared_box_is_told_with_key_and_reason(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, sentence: str
) -> None:
    file = tmp_path / "share.toml"
    file.write_text(text, "utf-8")
    ben = a_box(tmp_path / "ben", BENS)
    code, out, err = said(capsys, ben, "import", str(file), "--take", "mine")
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.startswith("share.toml")
    assert err.count("\n") == 1
    assert (ben / "box.toml").read_text("utf-8") == BENS


def test_what_holds_for_one_table_alone_is_not_shared(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    anna = a_box(
        tmp_path / "anna",
        '[more]\n"haggis.stickers" = true\n"haggis.value_token_3" = 4\n"haggis.tiles_A" = 2\n',
    )
    assert tomllib.loads(said(capsys, anna, "export")[1])["more"] == {"haggis.tiles_A": 2}


SPOKEN = """
rondel_spaces = 14
[decks]
A = 13
[tile."A-4"]
sort = "land"
rebuild = false
kind = "whisky"
cost = { coin = 2, sheep = 1 }
one_time = [{ op = "gain", what = "vp", n = 2 }]
[[road]]
a = "start"
b = "brodie"
coins = 1
[more]
"tile.ben_wyvis.cost" = "coin 2"
"tile.ben_wyvis.activation" = "gain whisky 1"
"haggis.once_shetland" = true
"""


def test_a_box_is_listed_in_the_words_of_the_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    told = said(capsys, a_box(tmp_path / "ben", SPOKEN), "list")[1].splitlines()
    assert told == [
        "A tile of deck A for 2 coins, 1 sheep, A person: No (you)",
        "A tile of deck A for 2 coins, 1 sheep, Kind: whisky (you)",
        "A tile of deck A for 2 coins, 1 sheep, A rebuild tile: No (you)",
        "A tile of deck A for 2 coins, 1 sheep, Cost: 2 coins, 1 sheep (you)",
        "A tile of deck A for 2 coins, 1 sheep, One-time effect: 2 points (you)",
        "Road from the start area to Brodie: 1 (you)",
        "Spaces of the rondel: 14 (you)",
        "Tiles of deck A: 13 (you)",
        "Ben Wyvis, Cost: 2 coins (you)",
        "Ben Wyvis, Activation: 1 barrel (you)",
        "Address to a Haggis, a token at once with Shetland: Yes (you)",
    ]


def test_a_chronicles_tiles_are_shared_by_name_and_each_difference_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = shared(capsys, a_box(tmp_path / "ben", SPOKEN), tmp_path / "share.toml")
    assert tomllib.loads(file.read_text())["more"]["tile.ben_wyvis.cost"] == "coin 2"
    cleo = a_box(tmp_path / "cleo", '[more]\n"tile.ben_wyvis.cost" = "coin 3"\n')
    code, _, err = said(capsys, cleo, "import", str(file))
    assert (code, err.splitlines()[0]) == (2, "Ben Wyvis, Cost: mine 3 coins, theirs 2 coins")
    assert said(capsys, cleo, "import", str(file), "--take", "theirs")[0] == 0
    assert "Ben Wyvis, Cost: 2 coins (from share.toml)" in said(capsys, cleo, "list")[1].splitlines()


CHRONICLES = """
[more]
"haggis.tiles_A" = 2
"haggis.once_shetland" = true
"boat_race.builders" = "AC"
"single_cask.price_2" = 4
"single_cask.room_single_cask_sale_b_3" = 2
"turbulent.table_old_man_of_storr" = "1 2"
"penny_mobs.penalty.joe_mcduff" = 6
"""


def test_facts_of_no_single_piece_say_their_chronicle_and_what_they_are(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    _, listed, _ = said(capsys, a_box(tmp_path / "anna", CHRONICLES), "list")
    assert listed.splitlines() == [
        "Address to a Haggis, tiles of deck A: 2 (you)",
        "Address to a Haggis, a token at once with Shetland: Yes (you)",
        "Highland Boat Race, letters of the Ship Builders: AC (you)",
        "Single Cask Whisky, coins for cellar 2: 4 (you)",
        "Single Cask Whisky, Single cask sale B: spaces at the lower right with 3 players: 2 (you)",
        "Turbulent Chapters, own table of Old Man of Storr: 1 2 (you)",
        "Penny Mobs, points that Joe McDuff costs: 6 (you)",
    ]
    ben = a_box(tmp_path / "ben", '[more]\n"haggis.tiles_A" = 3\n')
    (tmp_path / "share.toml").write_text(CHRONICLES, "utf-8")
    _, _, differs = said(capsys, ben, "import", str(tmp_path / "share.toml"))
    assert "Address to a Haggis, tiles of deck A: mine 3, theirs 2" in differs


def test_an_exchange_goes_to_another_owner_and_is_told_in_words(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    moor = '[tile."A-4"]\nname = "Moor"\nactivation = [{op = "exchange", pay = {wood = 1}, get = {vp = 3}}]\n'
    file = shared(capsys, a_box(tmp_path / "anna", moor), tmp_path / "share.toml")
    ben = a_box(tmp_path / "ben", "")
    assert said(capsys, ben, "import", str(file))[0] == 0
    assert tiles(ben)["A-1"]["activation"] == [{"op": "exchange", "pay": {"wood": 1}, "get": {"vp": 3}}]
    assert "Moor, Activation: for 1 wood: 3 points (from" in said(capsys, ben, "list")[1]
    cara = a_box(tmp_path / "cara", moor.replace("vp = 3", "vp = 4"))
    assert "mine for 1 wood: 4 points, theirs for 1 wood: 3 points" in said(capsys, cara, "import", str(file))[2]


def test_a_tile_with_a_sticker_is_never_taken_for_one_of_another_box(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    theirs = shared(capsys, a_box(tmp_path / "anna", '[tile.aberfoyle]\ndeck = "A"\n'), tmp_path / "anna.toml")
    mine = a_box(tmp_path / "mine", "")
    lines = [f'"04a1b2c3d4e5{n:02}" = "A-{n}"\n' for n in range(1, 12)]
    (mine / "stickers.toml").write_text("schema = 1\n[stickers]\n" + "".join(lines))
    code, out, err = said(capsys, mine, "import", str(theirs))
    assert (code, tiles(mine)) == (0, {})
    assert "No tile here is left for Aberfoyle" in out + err


@pytest.mark.parametrize(
    ("name", "shown"),
    [("\x1b[2J\u202eBell", "[2JBell"), ("x" * 1000, "x" * 40 + "…"), ("\u200b", "a start tile")],
)
def test_a_name_written_into_the_file_is_one_short_line_at_a_keyboard_and_on_the_panel(
    name: str, shown: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = a_box(tmp_path / "ann", tomli_w.dumps({"tile": {"S-3": {"name": name}}}))
    told = said(capsys, folder, "list")[1].removesuffix("\n")
    assert told.casefold().startswith(f"{shown}, Name: ".casefold())
    assert told.isprintable()
    assert len(told) < 130
    with Table(folder) as table:
        seated(table)
        table.tap("tile:S-3")
        assert table.says == f"Red: which tile ahead was {shown}?"
