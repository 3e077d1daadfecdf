"""Stickers: what a tag stands for, and which tags are turned away."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.games import sticker_registry
from companion.games.glen_more_2.catalogue.box import Box, parse_box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.glen_more_2.catalogue.owner_box import tag_names_of_box
from companion.games.glen_more_2.definition import GAME
from companion.games.sticker_registry import (
    BadTag,
    Registry,
    StickerFile,
    TagFormat,
    TagNames,
    TagRead,
    uid_of,
    unchanged_id,
)
from companion.state.glen_more_2.game import make_library
from companion.storage.toml_file import BadFile

NAMES = tag_names_of_box(effective_facts(), Box(), make_library())
UID = "04a1b2c3d4e5f6"


def registry_in(path: Path) -> Registry:
    return Registry(StickerFile(path), NAMES, GAME.tags)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "stickers.toml"


@pytest.fixture
def registry(path: Path) -> Registry:
    return registry_in(path)


def refusal(registry: Registry, tag: str) -> str:
    with pytest.raises(BadTag) as caught:
        registry.piece_of(tag)
    return str(caught.value)


@pytest.mark.parametrize(
    ("tag", "tapped"),
    [
        ("tile:loch_ness", TagRead("piece", "loch_ness")),
        ("tile:A-4", TagRead("piece", "A-4")),
        ("tile:worlds_end", TagRead("piece", "worlds_end")),
        ("tile:card_loch_ness", TagRead("piece", "card_loch_ness")),
        ("home:red", TagRead("piece", "home_red")),
        ("tile:home_red", TagRead("piece", "home_red")),
        ("card:sell_sheep", TagRead("card", "sell_sheep")),
        ("card:worlds_end", TagRead("card", "worlds_end")),
        (f"uid:{UID}", TagRead("sticker", UID)),
        ("uid:04:A1:B2:C3:D4:E5:F6", TagRead("sticker", UID)),
    ],
)
def test_a_tag_says_what_lies_on_the_reader(registry: Registry, tag: str, tapped: TagRead) -> None:
    assert registry.piece_of(tag) == tapped


@pytest.mark.parametrize(
    ("tag", "message"),
    [
        ("uid:04a1b2", "The sticker was read only in part; tap it again."),
        ("uid:zz", "The sticker was read only in part; tap it again."),
        ("uid:", "The sticker was read only in part; tap it again."),
        ("uid:08a1b2c3", "That is a phone, its number changes every time; tap a sticker."),
        ("tile:loch_nes", "No piece of this box is called loch_nes; did you mean loch_ness?"),
        ("tile:A-99", "No piece of this box is called A-99; did you mean A-9?"),
        ("tile:", "No piece of this box is called ; tap another one."),
        ("card:sell_ship", "No piece of this box is called sell_ship; did you mean sell_sheep?"),
        ("home:pink", "No piece of this box is called home_pink"),
        ("bus:1234", "That sticker does not belong to this game; tap a piece or a card of the box."),
        ("loch_ness", "That sticker does not belong to this game; tap a piece or a card of the box."),
        ("", "That sticker does not belong to this game; tap a piece or a card of the box."),
    ],
)
def test_a_tag_that_can_not_be_used_gets_one_sentence(registry: Registry, tag: str, message: str) -> None:
    assert refusal(registry, tag).startswith(message)


@pytest.mark.parametrize("uid", ["04a1b2c3", UID, "04a1b2c3d4e5f60718ff"])
def test_stickers_of_four_seven_and_ten_bytes_are_taken(uid: str) -> None:
    assert uid_of(uid.upper()) == uid


def test_a_seven_byte_sticker_may_begin_like_a_phone() -> None:
    assert uid_of("08a1b2c3d4e5f6") == "08a1b2c3d4e5f6"


def test_an_enrolled_sticker_is_its_piece_from_then_on(registry: Registry, path: Path) -> None:
    assert registry.enrol(UID.upper(), "loch_ness") == TagRead("piece", "loch_ness")
    assert registry.piece_of(f"uid:{UID}") == TagRead("piece", "loch_ness")
    assert registry_in(path).piece_of(f"uid:{UID}") == TagRead("piece", "loch_ness")


def test_a_command_card_can_have_a_sticker(registry: Registry, path: Path) -> None:
    registry.enrol(UID, "card:sell_sheep")
    assert registry_in(path).piece_of(f"uid:{UID}") == TagRead("card", "sell_sheep")


def test_a_sticker_is_on_one_piece_only(registry: Registry) -> None:
    registry.enrol(UID, "loch_ness")
    with pytest.raises(BadTag, match=r"^That sticker is on Loch Ness already; take it off there first\.$"):
        registry.enrol(UID, "A-4")
    assert registry.stickers == {UID: "loch_ness"}
    assert registry.enrol(UID, "loch_ness") == TagRead("piece", "loch_ness"), "saying the same again is no mistake"


def test_a_sticker_that_was_taken_off_may_go_elsewhere(registry: Registry) -> None:
    registry.enrol(UID, "loch_ness")
    registry.forget(UID)
    registry.enrol(UID, "A-4")
    assert registry.piece_of(f"uid:{UID}") == TagRead("piece", "A-4")


@pytest.mark.parametrize(("uid", "piece"), [("08a1b2c3", "loch_ness"), ("04", "loch_ness"), (UID, "nessie")])
def test_a_bad_enrolment_writes_nothing(registry: Registry, path: Path, uid: str, piece: str) -> None:
    with pytest.raises(BadTag):
        registry.enrol(uid, piece)
    assert not path.exists()


def test_a_sticker_of_a_slot_follows_it_to_its_name(path: Path) -> None:
    registry = registry_in(path)
    registry.enrol(UID, "A-4")
    box = parse_box({"tile": {"A-4": {"is": "halkirk"}}}, "box.toml")
    registry.use(tag_names_of_box(effective_facts(box), box, make_library()))
    assert registry.piece_of(f"uid:{UID}") == TagRead("piece", "halkirk")
    assert registry.enrol(UID, "halkirk") == TagRead("piece", "halkirk"), "it is the same tile"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            '[stickers]\n"04a1" = "loch_ness"',
            "stickers.toml: 04a1 is not the number of a sticker; use 8, 14 or 20 hex digits.",
        ),
        ('[stickers]\n"08a1b2c3" = "loch_ness"', "stickers.toml: 08a1b2c3 is not the number of a sticker"),
        (
            f'[stickers]\n"{UID}" = "loch_ness"\n"{UID.upper()}" = "A-4"',
            f"stickers.toml: the sticker {UID} stands there twice; remove one.",
        ),
        (f'[stickers]\n"{UID}" = 3', f"stickers.toml: stickers.{UID} must be a text in quotes; correct it."),
        ("[sticker]\n", "stickers.toml: sticker is not known; did you mean stickers?"),
        ("[stickers\n", "stickers.toml is not valid TOML; correct line 1."),
        (
            "schema = 3\n[stickers]\n",
            "stickers.toml was made by another version of the companion; install that version to use it.",
        ),
    ],
)
def test_a_broken_file_of_stickers_is_one_sentence(path: Path, content: str, message: str) -> None:
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadFile) as caught:
        registry_in(path)
    assert str(caught.value).startswith(message)


def test_a_piece_that_is_gone_is_told_when_tapped_and_kept_in_the_file(path: Path) -> None:
    path.write_text(f'[stickers]\n"{UID}" = "D-16"\n', encoding="utf-8")
    registry = registry_in(path)
    assert refusal(registry, f"uid:{UID}").startswith("No piece of this box is called D-16")
    registry.enrol("04a1b2c3", "A-1")
    assert registry_in(path).stickers == {UID: "D-16", "04a1b2c3": "A-1"}


@pytest.mark.parametrize("name", ["x" * 100_000, "Ža\u202eb\n" * 5000], ids=["long", "marks"])
def test_a_piece_with_a_name_without_end_is_told_in_a_sentence_that_people_can_read(path: Path, name: str) -> None:
    path.write_text(f"schema = 1\n[stickers]\n{UID} = {json.dumps(name)}\n", encoding="utf-8")
    with pytest.raises(BadTag) as bad:
        registry_in(path).piece_of(f"uid:{UID}")
    assert str(bad.value.message).startswith("No piece of this box is called ")
    assert str(bad.value.message).isprintable()
    assert len(str(bad.value.message)) < 120


def test_a_sticker_met_without_a_name_moves_to_the_piece_it_is_on(path: Path, registry: Registry) -> None:
    registry.enrol(UID, "A-4")
    registry.move("A-4", "castle_stalker")
    assert registry.piece_of(f"uid:{UID}") == TagRead("piece", "castle_stalker")
    assert registry_in(path).stickers == {UID: "castle_stalker"}
    registry.move("A-5", "loch_ness")
    assert registry.stickers == {UID: "castle_stalker"}


# Two programs


def test_what_another_program_wrote_meanwhile_is_kept(path: Path) -> None:
    """'companion tags learn' beside a running desk: neither loses what the other was told."""
    desk = registry_in(path)
    desk.enrol("04a1b2c3", "loch_ness")
    registry_in(path).enrol(UID, "castle_moil")
    assert desk.piece_of(f"uid:{UID}").id == "castle_moil"
    desk.enrol("04d4e5f6", "loch_morar")
    kept = {"04a1b2c3": "loch_ness", UID: "castle_moil", "04d4e5f6": "loch_morar"}
    assert registry_in(path).stickers == desk.stickers == kept


@pytest.mark.parametrize("content", ["[stickers", None])
def test_a_file_that_was_spoilt_or_deleted_meanwhile_loses_nothing(path: Path, content: str | None) -> None:
    desk = registry_in(path)
    desk.enrol(UID, "loch_ness")
    path.unlink()
    if content:
        path.write_text(content, encoding="utf-8")
    assert desk.stickers == {UID: "loch_ness"}
    desk.enrol("04a1b2c3", "castle_moil")
    assert registry_in(path).stickers == {UID: "loch_ness", "04a1b2c3": "castle_moil"}


# Several games


def test_comments_of_people_survive_a_new_sticker(path: Path) -> None:
    path.write_text(f'# Blue stickers\nschema = 1\n\n[stickers]\n"{UID}" = "A-1"  # torn\n', encoding="utf-8")
    registry = registry_in(path)
    registry.enrol("04a1b2c3", "loch_ness")
    text = path.read_text(encoding="utf-8")
    assert text.startswith(f'# Blue stickers\nschema = 1\n\n[stickers]\n"{UID}" = "A-1"  # torn\n')
    assert tomllib.loads(text)["stickers"] == {UID: "A-1", "04a1b2c3": "loch_ness"}


OTHER = TagFormat("games.other", {"stone": unchanged_id})


def test_who_looks_while_another_thread_reads_a_new_file_learns_it_too(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The panel is drawn beside the hands: both look."""
    file, beside, read = StickerFile(path), list[dict[str, str]](), sticker_registry.read_toml

    def looked_at_meanwhile(path: Path) -> dict[str, Any]:
        monkeypatch.setattr(sticker_registry, "read_toml", read)
        beside.append(file.table("stickers"))
        return read(path)

    monkeypatch.setattr(sticker_registry, "read_toml", looked_at_meanwhile)
    path.write_text('schema = 1\n[stickers]\n04a1b2c3d4e5f6 = "home_red"\n')
    assert file.table("stickers") == {"04a1b2c3d4e5f6": "home_red"}
    assert beside == [{"04a1b2c3d4e5f6": "home_red"}]


def test_each_game_has_a_table_of_its_own(path: Path) -> None:
    file = StickerFile(path, {"stickers": "Glen More II", "games.other": "Other"})
    first, other = Registry(file, NAMES, GAME.tags), Registry(file, TagNames({"a": "A"}, {}), OTHER)
    first.enrol(UID, "loch_ness")
    assert "games" not in path.read_text(encoding="utf-8")
    other.enrol("04a1b2c3", "a")
    assert tomllib.loads(path.read_text(encoding="utf-8")) == {
        "schema": 1,
        "stickers": {UID: "loch_ness"},
        "games": {"other": {"04a1b2c3": "a"}},
    }
    assert first.stickers == {UID: "loch_ness"}
    assert other.piece_of("uid:04a1b2c3") == other.piece_of("stone:a") == TagRead("piece", "a")
    assert refusal(first, "uid:04a1b2c3") == "That sticker is on a piece of another game: Other."
    assert refusal(other, f"uid:{UID}") == "That sticker is on a piece of another game: Glen More II."
    assert refusal(other, "tile:loch_ness").startswith("That sticker does not belong to this game")
    with pytest.raises(BadTag, match="another game: Glen More II"):
        other.enrol(UID, "a")


def test_stickers_of_a_game_that_is_not_installed_are_named_and_kept(path: Path) -> None:
    path.write_text(f'schema = 1\n[games.gone]\n"{UID}" = "ace"\n', encoding="utf-8")
    registry = registry_in(path)
    assert refusal(registry, f"uid:{UID}") == "That sticker is on a piece of another game: gone."
    registry.enrol("04a1b2c3", "A-1")
    assert tomllib.loads(path.read_text(encoding="utf-8"))["games"] == {"gone": {UID: "ace"}}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[games]\nother = 3", "stickers.toml: games.other must be a table; correct it."),
        (f'[games.other]\n"{UID}" = 3', f"stickers.toml: games.other.{UID} must be a text in quotes; correct it."),
        (
            f'[stickers]\n"{UID}" = "A-1"\n[games.other]\n"{UID}" = "a"',
            f"stickers.toml: the sticker {UID} stands there twice; remove one.",
        ),
    ],
)
def test_a_broken_table_of_another_game_is_one_sentence(path: Path, content: str, message: str) -> None:
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadFile) as caught:
        StickerFile(path)
    assert str(caught.value) == message


ENROLS = """
import sys
from pathlib import Path
from companion.games.sticker_registry import Registry, StickerFile, TagFormat, TagNames

path, first = Path(sys.argv[1]), int(sys.argv[2])
ids = {f"piece_{n}": f"piece_{n}" for n in range(80)}
registry = Registry(StickerFile(path), TagNames(ids, {}), TagFormat("stickers", {}))
print("ready", flush=True)
sys.stdin.readline()
for n in range(first, first + 40):
    registry.enrol(f"04a1b2c3d4e5{n:02x}", f"piece_{n}")
"""


def test_two_programs_that_write_at_once_lose_nothing_of_each_other(path: Path) -> None:
    both = [
        subprocess.Popen(
            [sys.executable, "-c", ENROLS, str(path), str(first)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for first in (0, 40)
    ]
    for each in both:
        assert each.stdout
        assert each.stdout.readline() == "ready\n"
    for each in both:
        assert each.stdin
        each.stdin.write("go\n")
        each.stdin.flush()
    for each in both:
        each.communicate(timeout=120)
    assert [each.returncode for each in both] == [0, 0]
    stickers = StickerFile(path).table("stickers")
    assert sorted(stickers.values()) == sorted(f"piece_{n}" for n in range(80))
    assert [file.name for file in path.parent.iterdir()] == [path.name], "nothing stays behind"


def test_a_phone_or_bank_card_is_refused_by_name(registry: Registry) -> None:
    with pytest.raises(BadTag, match="phone or a card of another kind"):
        registry.piece_of("foreign:")
