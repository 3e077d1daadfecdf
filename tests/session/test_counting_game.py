"""A second game, the smallest one that is whole, through the real application beside Glen More II."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.engine.game import CORRECTION
from companion.engine.journal import SCHEMA, Header
from companion.engine.message import literal, tr
from companion.engine.offers import Answer
from companion.games.definition import GameBasics
from companion.games.glen_more_2.definition import GAME as GLEN_MORE
from companion.games.installed import GameNotLoaded, InstalledGames, installed_games
from companion.games.sticker_registry import StickerFile
from companion.menu.pages import HomePage, ListPage, NoticePage, NumberPage, SheetPage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from companion.session.inputs import AnswerSubmitted
from companion.settings import Settings
from companion.storage.archive import Archive
from companion.storage.game_summary import GameSummary
from tests.counting_game import GAME as COUNTING
from tests.screens.layout import problems
from tests.table import Table

BOTH = InstalledGames([COUNTING, GLEN_MORE])
STICKER, OTHER = "04a1b2c3d4e5f6", "04b1b2c3d4e5f6"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table(tmp_path, games=BOTH, game="counting") as made:
        yield made


@pytest.fixture
def companion(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """The command line of a companion with both games, in one data folder: exit code, output, errors."""

    def run(*line: str) -> tuple[int, str, str]:
        code = main([*line, "--data", str(tmp_path), "--lang", "en"], BOTH)
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


def adds(table: Table, stones: int) -> None:
    """Ann puts stones onto the heap; Bob bets if he is asked to."""
    for question in table.app.snapshot.questions:
        if question.kind == "bet":
            table.app.submit(AnswerSubmitted(Answer(question.number, "more"))).result(5)
    number = table.app.snapshot.questions[0].number
    table.app.submit(AnswerSubmitted(Answer(number, "add", (stones,)))).result(5)


def plays_to_the_end(table: Table) -> None:
    while not table.app.snapshot.outline.over:
        adds(table, 3)


def words_on(table: Table, panel: str) -> str:
    """What the picture on this panel says; the picture on the glass is this one, and nothing in it is cut."""
    now, paper = table.app.snapshot, PANELS[panel].paper()
    pen = make_drawing(now.game.shown(now.view), now.page, paper, Translator("en"))
    assert problems(pen) == []
    if panel == table.panel:
        assert table.drawn().tobytes() == pen.image.tobytes()
    return " ".join(each.text for each in pen.drawn)


# Which game


def test_set_up_asks_which_game_and_begins_it(tmp_path: Path) -> None:
    with Table(tmp_path, games=BOTH) as table:
        assert table.says == "Which game do you play?"
        assert table.rows == ["Glen More II", "Counting"]
        assert "Which game do you play?" in words_on(table, "4in2")
        table.press("DOWN", "OK")
        assert table.app.definition is COUNTING
        assert isinstance(table.page, HomePage)
        with Archive(tmp_path / "games.sqlite") as archive:
            assert [kept.header.game for kept in archive.games()] == ["counting"], "the other one was never begun"


def test_the_question_comes_back_whatever_the_menu_did_and_undo_finds_nothing(tmp_path: Path) -> None:
    with Table(tmp_path, games=BOTH) as table:
        table.press("UNDO")
        assert table.says == "There is nothing left to take back."
        table.press("OK", "BACK")
        table.press(*table.keys_to("History"))
        assert table.says == "Nothing has been entered yet."
        table.press("OK")
        table.press(*table.keys_to("This box"))
        table.press(*table.keys_to("Save everything"))
        assert str(tmp_path) in table.says
        table.press("OK")
        assert table.says == "Which game do you play?"
        table.press("BACK")
        table.press(*table.keys_to("New game"))
        assert table.says == "Which game do you play?"
        table.tap("uid:04c1b2c3d4e5f6")
        assert table.says.startswith("That sticker is not known here")
        assert table.app.running.archive.games() == []


@pytest.mark.parametrize(("sticker", "game"), [(STICKER, COUNTING), (OTHER, GLEN_MORE)])
def test_the_sticker_of_a_piece_chooses_its_game(tmp_path: Path, sticker: str, game: object) -> None:
    stickers = StickerFile(tmp_path / "stickers.toml")
    stickers.keep("games.counting", {STICKER: "stone"})
    stickers.keep("stickers", {OTHER: "home_red"})
    with Table(tmp_path, games=BOTH) as table:
        table.tap(f"uid:{sticker}")
        assert table.app.definition is game
        assert len(table.entries) == 1


def test_it_asks_again_until_something_was_entered(tmp_path: Path) -> None:
    for _ in range(2):
        with Table(tmp_path, games=BOTH) as table:
            assert table.says == "Which game do you play?"
            table.press("OK")
            assert table.says.startswith("Tap the home tiles")
    with Table(tmp_path, games=BOTH) as table:
        table.press("BACK")
        table.tap("home:red")
    with Table(tmp_path, games=BOTH) as table:
        assert "Which game" not in table.says
        assert len(table.entries) == 1


@pytest.mark.parametrize("game", [GLEN_MORE, COUNTING], ids=lambda game: game.id)
def test_where_there_is_one_game_nothing_is_asked(tmp_path: Path, game: object) -> None:
    with Table(tmp_path, games=InstalledGames([game])) as table:  # type: ignore[list-item]
        assert "Which game" not in table.says
        table.press("BACK", "BACK+", "UP", "OK")
        assert table.says == "Start a new game? This one is kept."


def test_a_new_game_may_be_of_another_kind_and_the_old_one_goes_on_later(tmp_path: Path) -> None:
    with Table(tmp_path, games=BOTH, game="counting") as table:
        table.tap("pebble:stone")
        heap, first = table.hash, table.app.running.id
        table.press("BACK", "BACK+", "UP", "OK")
        assert table.says == "Which game next? This one is kept."
        table.press("OK")
        assert table.app.definition is GLEN_MORE
        table.tap("home:red")
        assert table.view.players[0].colour == "red"
    with Table(tmp_path, games=BOTH) as table:
        assert table.app.definition is GLEN_MORE
        table.app.running.resume(first)
        table.press("BACK")
        assert (table.app.definition, table.hash) == (COUNTING, heap)
        table.tap("pebble:stone")


def test_lists_say_which_game_it_was_and_after_the_running_one_is_deleted_it_is_asked(
    tmp_path: Path, companion: Callable[..., tuple[int, str, str]]
) -> None:
    with Table(tmp_path, games=BOTH, game="counting") as table:
        table.tap("pebble:stone")
        table.press("BACK", "BACK+", "UP", "UP", "OK")
        assert table.rows == ["Counting: a heap of 5"]
        assert companion("games", "list")[1].startswith("1  Counting: a heap of 5 (1 entry, running)")
        table.press("OK", "DOWN", "OK", "DOWN", "OK")
        assert table.says == "Which game do you play?"
        assert table.app.running.archive.games() == []
        table.press("DOWN", "OK")
        assert table.app.definition is COUNTING


def test_the_game_that_is_named_goes_on_whatever_was_played_last(tmp_path: Path) -> None:
    with Table(tmp_path, games=BOTH, game="counting") as table:
        table.tap("pebble:stone")
        heap = table.hash
    with Table(tmp_path, games=BOTH, game="glen_more_2") as table:
        table.tap("home:red")
    with Table(tmp_path, games=BOTH, game="counting") as table:
        assert table.hash == heap


# Panel, buttons, taps


@pytest.mark.parametrize("panel", PANELS)
def test_every_kind_of_page_is_drawn_with_the_games_own_words(tmp_path: Path, panel: str) -> None:
    with Table(tmp_path, games=BOTH, game="counting", panel=panel) as table:
        home = words_on(table, panel)
        assert "The heap has 4 stones" in home
        assert "Your move?" in home
        assert "Red bowl 0, blue bowl 0" in home
        assert isinstance(table.press("DOWN"), ListPage)
        assert {"Add stones", "Fill a bowl"} <= set(table.rows)
        assert "Fill a bowl" in words_on(table, panel)
        assert isinstance(table.press("OK"), NumberPage)
        assert "How many?" in words_on(table, panel)
        table.press("OK")
        assert "The heap has 6 stones" in words_on(table, panel)
        assert isinstance(table.press("OK+"), SheetPage)
        assert {"Stones", "Ann", "Bob", "6"} <= set(words_on(table, panel).split())
        table.press("OK")
        assert isinstance(table.tap("pebble:pebble"), NoticePage)
        assert "pebble" in words_on(table, panel)


def test_the_splash_of_a_game_shows_its_own_name() -> None:
    page = HomePage(tr("Tap a stone."), ())
    for game in (COUNTING, GLEN_MORE):
        texts = {each.text for each in make_drawing(game.shown(None), page, PANELS["2in13"].paper(), str).drawn}
        assert str(game.name) in texts


def test_a_move_by_buttons_is_durable_and_the_end_is_shown_by_itself(table: Table) -> None:
    table.press("DOWN", "DOWN", "OK", "DOWN", "OK", "OK")
    assert table.view.blue == 1
    assert table.stored() == table.entries
    plays_to_the_end(table)
    assert isinstance(table.page, SheetPage)
    assert table.page.kind == "result"
    assert table.app.snapshot.outline.winners == ("Bob",)


def test_stickers_are_registered_and_tapped(
    tmp_path: Path, companion: Callable[..., tuple[int, str, str]]
) -> None:
    assert companion("tags", "learn", "--game", "counting", STICKER, "stone")[:2] == (
        0,
        "The sticker is on A stone now.\n",
    )
    assert companion("tags", "learn", OTHER, "loch_ness")[0] == 0
    with Table(tmp_path, games=BOTH, game="counting") as table:
        table.tap(f"uid:{STICKER}")
        assert table.view.heap == 5
        table.press("OK")  # Bob bets
        table.tap("uid:04c1c2c3c4c5c6")
        assert table.view.heap == 7, "a new sticker is on the shell, which was expected"
        table.tap(f"uid:{OTHER}")
        assert table.says == "That sticker is on a piece of another game: Glen More II."
        table.tap("tile:loch_ness")
        assert table.says.startswith("That sticker does not belong to this game")
        table.tap("card:undo")
        assert table.view.heap == 5
    listed = companion("tags", "list", "--game", "counting")[1]
    assert listed == f"{STICKER}  stone  A stone\n04c1c2c3c4c5c6  shell  A shell, worth two\n"
    assert companion("tags", "list")[1] == f"{OTHER}  loch_ness  Loch Ness\n"
    assert StickerFile(tmp_path / "stickers.toml").table("stickers") == {OTHER: "loch_ness"}


def test_a_command_card_is_an_entry(table: Table) -> None:
    table.tap("card:double")
    assert table.view.heap == 8
    assert table.tap("card:sell_sheep") == table.page
    assert table.says == "No piece of this box is called sell_sheep; tap another one."


def test_undo_shows_what_goes_back_on_the_table_and_redo_brings_it_again(table: Table) -> None:
    table.tap("card:double")
    after = table.hash
    table.press("UNDO")
    assert table.rows[:2] == ["All done", "4 stones off the heap of 8"]
    table.tap("pebble:stone")
    assert table.says == "Done: 4 stones off the heap of 8.", "all that was to be put back is ticked off"
    assert table.view.heap == 4
    table.press("BACK+")
    table.press(*["DOWN"] * table.rows.index("Redo what was taken back"), "OK")
    assert table.hash == after


def test_what_was_entered_last_is_offered_again_for_the_same_subject(table: Table) -> None:
    table.press("DOWN", "OK", "UP", "OK")
    assert table.view.heap == 7
    adds(table, 1)
    table.press("DOWN", "OK")
    assert isinstance(table.page, NumberPage)
    assert table.page.value == 3, "it is even again, as before"
    table.app.stop()
    assert not (table.folder / "habits.json").exists(), "which are of Glen More II"
    assert json.loads((table.folder / "habits-counting.json").read_text()) == {
        "move add even": [3],
        "move add odd": [1],
        "names": ["Ann", "Ann", "Bob", "Bob"],
    }


# Files


def test_the_box_the_rulings_and_what_was_learned_are_the_games_own(tmp_path: Path) -> None:
    (tmp_path / "box-counting.toml").write_text("stones = 6\n")
    rules = tmp_path / "house_rules.toml"
    rules.write_text("use_die = true\n[games.counting]\nmore = 1\n")
    settings = Settings(data_folder=str(tmp_path), house_rules=str(rules))
    with Table(tmp_path, games=BOTH, game="counting", settings=settings) as table:
        assert table.view.heap == 7, "six of the box, and one by house rule"
        table.app.submit(AnswerSubmitted(Answer(CORRECTION, "note", ("of granite",)))).result(5)
    assert (tmp_path / "box-counting.toml").read_text() == 'stones = 6\nnote = "of granite"\n'
    assert not (tmp_path / "box.toml").exists()
    with Table(tmp_path, games=BOTH, settings=settings) as table:
        table.app.running.new("glen_more_2")
        assert table.app.running.snapshot.state.house.use_die


def test_a_mistake_in_another_games_box_stops_nobody_and_is_told_when_it_is_chosen(tmp_path: Path) -> None:
    (tmp_path / "box-counting.toml").write_text("stones = 77\n")
    with Table(tmp_path, games=BOTH) as table:
        table.press("DOWN", "OK")
        assert table.says.startswith("box-counting.toml: stones must be")
        table.press("OK")
        assert table.app.definition is COUNTING
        table.tap("pebble:stone")
        assert len(table.entries) == 1
    assert (tmp_path / "box-counting.toml.damaged-1").read_text() == "stones = 77\n"


def test_a_game_is_exported_and_imported_and_a_running_one_keeps_its_secret(
    tmp_path: Path, companion: Callable[..., tuple[int, str, str]]
) -> None:
    file = str(tmp_path / "game.jsonl")
    with Table(tmp_path, games=BOTH, game="counting") as table:
        adds(table, 1)
        adds(table, 2)
        number = table.app.running.id
        assert companion("games", "export", str(number), "--out", file)[0] == 0
        secret = [json.loads(line) for line in Path(file).read_text().splitlines()]
        assert secret[0]["withheld"]
        assert "BetMade" not in Path(file).read_text()
        assert companion("games", "import", file)[2].startswith("Line 1: the game's secrets are left out")
        plays_to_the_end(table)
        end = table.hash
    assert companion("games", "export", str(number), "--out", file)[0] == 0
    assert "BetMade" in Path(file).read_text()
    assert companion("games", "import", file)[:2] == (0, "1 game is here already.\n")
    assert companion("games", "delete", str(number), "--yes")[0] == 0
    assert companion("games", "import", file)[:2] == (0, f"Taken in as game {number + 1}.\n")
    assert companion("games", "list")[1].count("a heap of ") == 1
    shown = json.loads(companion("replay", file, "--check", "--json")[1])
    assert shown["state_hash"] == end
    with Table(tmp_path, games=BOTH) as table:
        table.app.running.resume(number + 1)
        assert (table.hash, table.app.definition) == (end, COUNTING)
        table.press("OK", "UNDO")
        assert not table.app.snapshot.outline.over


# Commands


def test_it_is_simulated_with_its_own_options(
    tmp_path: Path, companion: Callable[..., tuple[int, str, str]]
) -> None:
    file = str(tmp_path / "games.jsonl")
    line = ("simulate", "--game", "counting", "--players", "2", "--seed", "5", "--games", "3", "--out", file)
    code, out, err = companion(*line)
    assert (code, err) == (0, "")
    assert [row.split(":")[0] for row in out.splitlines()] == ["seed 5", "seed 6", "seed 7"]
    assert "winner" in out
    first = Path(file).read_bytes()
    companion(*line)
    assert Path(file).read_bytes() == first, "the same seeds give the same journals"
    assert companion("replay", "--check", file)[0] == 0
    companion(*line, "--odd")
    assert b'"stones":5' in Path(file).read_bytes()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (("--game", "counting", "--players", "3", "--seed", "1"), "Counting is for 2 players."),
        (("--game", "counting", "--players", "2", "--seed", "1", "--die"), "--die is not an option of Counting."),
        (("--players", "2", "--seed", "1", "--odd"), "--odd is not an option of Glen More II."),
        (
            ("--game", "chess", "--players", "2", "--seed", "1"),
            "There is no game chess here; use one of glen_more_2, counting.",
        ),
    ],
)
def test_an_option_of_another_game_is_named(
    companion: Callable[..., tuple[int, str, str]], line: tuple[str, ...], sentence: str
) -> None:
    assert companion("simulate", *line) == (2, "", f"{sentence}\n")


def test_score_render_cards_and_its_own_command(
    tmp_path: Path, companion: Callable[..., tuple[int, str, str]]
) -> None:
    counts = tmp_path / "bowls.json"
    counts.write_text('{"red": 2, "blue": 3}')
    assert companion("score", "--game", "counting", str(counts)) == (0, '{"stones": 5}\n', "")
    assert companion("score", "--game", "counting", "--text", str(counts)) == (0, "5 stones\n", "")
    assert companion("score", str(counts))[0] == 2, "no document of Glen More II"
    assert companion("pile", "3") == (0, "ooo\n", "")
    assert "draw a heap of stones" in companion("--help")[1]
    for game in ("counting", "glen_more_2"):
        out = str(tmp_path / f"{game}.png")
        assert companion("render", "--panel", "2in13", "--game", game, "--out", out)[0] == 0
        assert companion("cards", "--game", game, "--out", str(tmp_path / f"{game}.pdf"))[0] == 0
    assert (tmp_path / "counting.png").read_bytes() != (tmp_path / "glen_more_2.png").read_bytes()


def test_the_doctor_reads_the_files_of_both(
    companion: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    with Table(tmp_path, games=BOTH, game="counting") as table:
        table.tap("pebble:stone")
    with Table(tmp_path, games=BOTH, game="glen_more_2"):
        pass
    (tmp_path / "box-counting.toml").write_text("stones = 3\n")
    told = companion("doctor", "--wait", "0")[1]
    assert "Game 2: 0 entries, read and whole." in told
    assert "Game 1: 1 entry, read and whole." in told
    (tmp_path / "box-counting.toml").write_text("stone = 3\n")
    assert "box-counting.toml: stone is not known; did you mean stones?" in companion("doctor", "--wait", "0")[1]


# What is not here


def gone(folder: Path) -> int:
    """An archive in which a game was played last that is not installed."""
    with Archive(folder / "games.sqlite") as archive:
        return archive.create(Header(SCHEMA, "chess", 1, msgspec.Raw(b"{}")), GameSummary("Ann, Bob"))


def test_a_game_that_is_not_installed_is_named_and_kept(
    tmp_path: Path, companion: Callable[..., tuple[int, str, str]]
) -> None:
    number = gone(tmp_path)
    with Table(tmp_path, games=BOTH) as table:
        assert table.says == "That is a game of chess, which is not installed here; it is kept."
    assert companion("games", "export", str(number)) == (
        1,
        "",
        "Game 1 is one of chess, which is not installed here.\n",
    )
    assert "is one of chess, which is not installed here" in companion("doctor", "--wait", "0")[1]
    file = tmp_path / "chess.jsonl"
    file.write_text('{"schema":1,"game":"chess","rules":1,"setup":{}}\n')
    assert companion("games", "import", str(file))[2] == "Line 1: the game chess is not known here.\n"
    with Archive(tmp_path / "games.sqlite") as archive:
        assert number in [kept.id for kept in archive.games()]


def test_a_part_of_a_game_that_is_left_out_is_told_and_the_game_begins(tmp_path: Path) -> None:
    games = InstalledGames([replace(COUNTING, troubles=lambda: (tr("The marbles are left out."),))])
    with Table(tmp_path, games=games) as table:
        assert table.says == "The marbles are left out."
        table.press("OK")
        assert isinstance(table.page, HomePage)


SCORED = """
from companion.engine.message import literal
from companion.games.definition import GameBasics

GAME = GameBasics(id="scored", name=literal("Scored"), title=literal("Scored"), place=3, parts=(), words=())
"""


def test_a_game_that_fails_to_load_is_left_out_and_the_others_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = tmp_path / "some_games"
    for name, text in (
        ("cracked", "raise RuntimeError('cracked')\n"),
        ("empty", ""),
        ("scored", SCORED),
        ("sound", "from tests.counting_game import GAME\n"),
        ("twin", "from tests.counting_game import GAME\n"),
    ):
        (room / name).mkdir(parents=True)
        (room / name / "__init__.py").write_text(text)
    (room / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = installed_games([str(room)], "some_games")
    assert [game.id for game in found] == ["counting"]
    assert list(found.known) == ["scored", "counting"], "one that is only scored is known, nobody plays it"
    assert [str(trouble) for trouble in found.troubles] == [
        f"The game {name} could not be loaded and is left out; the log says why."
        for name in ("cracked", "empty", "twin")
    ]
    with Table(tmp_path / "data", games=found) as table:
        assert table.says == "The game cracked could not be loaded and is left out; the log says why."
        table.press("OK")
        table.tap("pebble:stone")
        assert table.view.heap == 5


def test_a_game_that_fails_when_it_is_first_used_is_named_and_the_others_play(tmp_path: Path) -> None:
    late = GameBasics(
        id="late",
        name=literal("Late"),
        title=literal("Late"),
        place=1,
        parts=(),
        words=(),
        definition="tests.no_such_module:GAME",
    )
    games = InstalledGames([late, COUNTING])
    assert [game.id for game in games.listings] == ["late", "counting"]
    assert ([game.id for game in games], games.first.id) == (["counting"], "counting")
    with pytest.raises(GameNotLoaded):
        games.of("late")
    with Table(tmp_path, games=games) as table:
        table.press("OK")  # The first game of the list.
        assert table.says == "The game late could not be loaded and is left out; the log says why."
        table.press("OK")
        assert table.says == "Which game do you play?"
        table.press("DOWN", "OK")
        table.tap("pebble:stone")
        assert table.view.heap == 5


def test_the_files_of_one_game_are_not_needed_by_the_other(tmp_path: Path) -> None:
    with Table(tmp_path, games=BOTH, game="counting") as table:
        table.tap("pebble:stone")
        state = table.hash
    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.copy(tmp_path / "games.sqlite", alone)
    with Table(alone, games=InstalledGames([COUNTING])) as table:
        assert table.hash == state
