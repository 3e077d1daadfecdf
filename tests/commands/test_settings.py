"""What an owner sets: the files that ship, and one sentence for every slip."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from companion.games.glen_more_2.definition import GAME
from companion.games.glen_more_2.installed_chronicles import installed_library
from companion.games.installed import InstalledGames, installed_games
from companion.screens.translator import available_languages
from companion.settings import Settings, parse_house_rules, read_house_rules, read_settings
from companion.state.glen_more_2.model import HOUSE_RULE_IDS, HouseRules
from companion.storage.toml_file import BadFile
from tests.counting_game import GAME as COUNTING
from tests.counting_game import Rulings

CONFIG = Path(__file__).parents[2] / "config"
ONE, TWO = InstalledGames([GAME]), InstalledGames([GAME, COUNTING])


def rulings(path: Path | None, games: InstalledGames = ONE) -> HouseRules:
    """Those of Glen More II."""
    found: HouseRules = read_house_rules(path, games).get(GAME.id, GAME.house_rules.default)
    return found


def sentence(tmp_path: Path, content: str) -> str:
    path = tmp_path / "companion.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadFile) as caught:
        read_settings(path)
    return str(caught.value)


def test_without_a_file_the_usual_settings_hold() -> None:
    assert read_settings(None) == Settings()
    assert rulings(None) == HouseRules()
    assert Settings().data.name == "tabletop-companion"


def test_the_file_that_ships_sets_what_holds_without_it() -> None:
    shipped = read_settings(CONFIG / "companion.toml")
    assert shipped == Settings(house_rules=str(CONFIG / "house_rules.toml"))


def test_the_file_that_ships_shows_every_setting() -> None:
    """What stands behind # is what holds without it, but for a path that is an example."""
    text = (CONFIG / "companion.toml").read_text(encoding="utf-8")
    shown = tomllib.loads(re.sub(r"^# (\w+ = )", r"\1", text, flags=re.MULTILINE))
    default = msgspec.to_builtins(
        Settings(port=8470, house_rules="house_rules.toml", data_folder="/home/ann/companion")
    )
    assert shown == default


def test_paths_count_from_the_folder_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "companion.toml"
    path.write_text('data_folder = "games"\nhouse_rules = "../ours.toml"\n', encoding="utf-8")
    settings = read_settings(path)
    assert settings.data == tmp_path / "games"
    assert settings.house_rules == str(tmp_path.parent / "ours.toml")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('langauge = "cs"', "companion.toml: langauge is not known; did you mean language?"),
        ('language = "xx"', "companion.toml: language can't be xx; use one of auto, en, cs."),
        ('panel = "4in3"', "companion.toml: panel can't be 4in3; did you mean 4in2?"),
        ('panel = "tv"', "companion.toml: panel can't be tv; use one of 4in2, 7in5, 2in9, 2in13."),
        ('port = "web"', "companion.toml: port must be a whole number; correct it."),
        ("port = 70000", "companion.toml: port must be from 1 to 65535; correct it."),
        ("open_browser = 1", "companion.toml: open_browser must be true or false; correct it."),
        ("reader = 'uart'", "companion.toml: reader must be a table; correct it."),
        ("[reader]\nkind = 5", "companion.toml: reader.kind must be a text in quotes; correct it."),
        ("[buttons]\nokay = 5", "companion.toml: buttons.okay is not known; did you mean buttons.ok?"),
        ("panel = 4in2", "companion.toml is not valid TOML; correct line 1."),
        (
            'data_folder = "~nobody-here/x"',
            "companion.toml: data_folder must be a path on this computer; correct it.",
        ),
        ('house_rules = "a\\u0000b"', "companion.toml: house_rules must be a path on this computer; correct it."),
    ],
)
def test_a_slip_is_one_sentence_with_file_and_key(tmp_path: Path, content: str, message: str) -> None:
    assert sentence(tmp_path, content) == message


def test_every_language_with_words_can_be_set(tmp_path: Path) -> None:
    for language in ("auto", *available_languages()):
        path = tmp_path / "companion.toml"
        path.write_text(f'language = "{language}"', encoding="utf-8")
        assert read_settings(path).language == language


def test_the_house_rules_that_ship_are_our_defaults() -> None:
    shipped = rulings(CONFIG / "house_rules.toml", installed_games())
    assert msgspec.structs.replace(shipped, more={}) == HouseRules()


def test_every_house_rule_stands_in_the_file_with_its_rule() -> None:
    text = (CONFIG / "house_rules.toml").read_text(encoding="utf-8")
    blocks = re.findall(r"^# (GM-\w+-\d+)[^=]*?(?:^#.*\n)*^(\w+) = ", text, re.MULTILINE)
    assert {switch: rule for rule, switch in blocks} == HOUSE_RULE_IDS


def test_a_house_rule_is_read(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text("refill_after_die = true\ndifference_above_five = 13\n", encoding="utf-8")
    assert rulings(path) == HouseRules(refill_after_die=True, difference_above_five=13)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"use_dice": True}, "ours.toml: use_dice is not known; did you mean use_die?"),
        ({"use_die": "yes"}, "ours.toml: use_die must be true or false; correct it."),
        ({"difference_above_five": -1}, "ours.toml: difference_above_five must be from 0 to 99; correct it."),
        ({"difference_above_five": "8"}, "ours.toml: difference_above_five must be a whole number; correct it."),
    ],
)
def test_a_wrong_house_rule_is_one_sentence(table: dict[str, object], message: str) -> None:
    with pytest.raises(BadFile) as caught:
        parse_house_rules(table, "ours.toml", ONE)
    assert str(caught.value) == message


def test_switches_of_chronicles_stand_in_tables_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "house_rules.toml"
    file.write_text("refill_after_die = true\n[highlander]\nrefill = 2\nsideways = true\n")
    rules = rulings(file)
    assert rules.refill_after_die
    assert rules.more == {"highlander.refill": 2, "highlander.sideways": 1}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[highlander]\nrefil = 1\n", "highlander.refil"),
        ("[highlander]\nrefill = 9\n", "highlander.refill"),
        ("[highlander]\nrefill = 'x'\n", "highlander.refill must be"),
    ],
)
def test_a_switch_that_is_none_is_named(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "house_rules.toml"
    file.write_text(text)
    with pytest.raises(BadFile) as bad:
        rulings(file)
    assert sentence in str(bad.value.message)


def test_the_shipped_switches_are_all_of_them_at_our_defaults() -> None:
    rules = rulings(CONFIG / "house_rules.toml", installed_games())
    assert rules.more == {
        s.name: s.default for each in installed_library().all_expansions() for s in each.house_rules
    }


# Several games


def test_another_game_has_a_table_of_its_own() -> None:
    table = {"use_die": True, "games": {"counting": {"more": 2}}}
    found = parse_house_rules(table, "ours.toml", TWO)
    assert found == {GAME.id: HouseRules(use_die=True), "counting": Rulings(2)}
    assert parse_house_rules({}, "ours.toml", TWO) == {}


@pytest.mark.parametrize(
    ("table", "games", "message"),
    [
        ({"games": {"counting": {"more": 2}}}, ONE, "ours.toml: games.counting is not known; remove it."),
        ({"games": {"countin": {}}}, TWO, "ours.toml: games.countin is not known; did you mean games.counting?"),
        (
            {"games": {"counting": {"mor": 2}}},
            TWO,
            "ours.toml: games.counting.mor is not known; did you mean games.counting.more?",
        ),
        ({"games": {"counting": 3}}, TWO, "ours.toml: games.counting must be a table; correct it."),
        ({"games": 3}, TWO, "ours.toml: games must be a table; correct it."),
        ({"use_die": True}, InstalledGames([COUNTING]), "ours.toml: use_die is not known; remove it."),
    ],
)
def test_a_table_of_no_game_is_named(table: dict[str, object], games: InstalledGames, message: str) -> None:
    with pytest.raises(BadFile) as caught:
        parse_house_rules(table, "ours.toml", games)
    assert str(caught.value) == message
