"""What a game tells of the box is written down, and stickers follow."""

from __future__ import annotations

from pathlib import Path

from companion.games.glen_more_2.catalogue.box import read_box
from companion.games.glen_more_2.catalogue.owner_box import OwnerBox
from companion.games.glen_more_2.definition import GAME
from companion.games.sticker_registry import Registry, StickerFile
from companion.state.glen_more_2.facts import Cost, LearnedFact

UID = "04a1b2c3d4e5f6"


def registry(own: OwnerBox, folder: Path) -> Registry:
    return Registry(StickerFile(folder / "stickers.toml"), own.tag_names(), GAME.tags)


def test_a_landmark_met_without_a_name_keeps_its_sticker_and_no_slot(tmp_path: Path) -> None:
    own = OwnerBox(tmp_path / "box.toml")
    stickers = registry(own, tmp_path)
    stickers.enrol(UID, "A-4")
    own.learn([LearnedFact("A-4", "is", "castle_stalker"), LearnedFact("", "rondel_spaces", 15)], stickers)
    assert stickers.stickers == {UID: "castle_stalker"}
    assert own.facts().rondel_spaces == 15
    assert "A-4" in own.facts().pieces


def test_with_facts_given_no_box_is_written_but_stickers_follow(tmp_path: Path) -> None:
    own = OwnerBox(tmp_path / "box.toml", OwnerBox(tmp_path / "none.toml").facts())
    stickers = registry(own, tmp_path)
    stickers.enrol(UID, "A-4")
    own.learn([LearnedFact("A-4", "is", "castle_stalker")], stickers)
    assert stickers.stickers == {UID: "castle_stalker"}
    assert not (tmp_path / "box.toml").exists()


COST, EFFECT = LearnedFact("A-4", "cost", "coin 2"), LearnedFact("A-4", "one_time", "gain whisky 1")


def test_what_is_taken_back_is_as_it_was_when_the_game_began(tmp_path: Path) -> None:
    own = OwnerBox(tmp_path / "box.toml")
    stickers = registry(own, tmp_path)
    own.learn([COST, EFFECT], stickers)
    began = own.facts()
    own.learn([LearnedFact("A-4", "cost", "sheep 1"), LearnedFact("A-4", "one_time", "clan_marker")], stickers)
    own.forget(
        [LearnedFact("A-4", "cost", "sheep 1"), LearnedFact("A-4", "one_time", "clan_marker")], began, stickers
    )
    assert own.facts().pieces["A-4"] == began.pieces["A-4"]


def test_what_somebody_said_otherwise_since_stays(tmp_path: Path) -> None:
    own = OwnerBox(tmp_path / "box.toml")
    stickers = registry(own, tmp_path)
    began = own.facts()
    own.learn([COST, EFFECT], stickers)
    own.save_facts("A-4", {"cost": "coin 3"}, stickers)
    own.forget([COST, EFFECT], began, stickers)
    tile = own.facts().pieces["A-4"]
    assert (tile.cost, tile.one_time) == ((Cost("coin", 3),), None)


def test_a_published_fact_is_not_written_down_as_the_owners_when_a_correction_is_taken_back(
    tmp_path: Path,
) -> None:
    own = OwnerBox(tmp_path / "box.toml")
    stickers = registry(own, tmp_path)
    began = own.facts()
    assert began.pieces["loch_ness"].cost == (Cost("scot", 1),)
    told = LearnedFact("loch_ness", "cost", "coin 9")
    own.learn([told], stickers)
    assert own.facts().pieces["loch_ness"].cost == (Cost("coin", 9),)
    own.forget([told], began, stickers)
    assert own.facts().pieces["loch_ness"].cost == (Cost("scot", 1),)
    assert read_box(tmp_path / "box.toml").tile == {}


def test_a_chronicles_tile_is_forgotten_too(tmp_path: Path) -> None:
    own = OwnerBox(tmp_path / "box.toml")
    stickers = registry(own, tmp_path)
    began, told = own.facts(), LearnedFact("haggis_house", "cost", "coin 1")
    own.learn([told], stickers)
    assert read_box(tmp_path / "box.toml").more
    own.forget([told], began, stickers)
    assert read_box(tmp_path / "box.toml").more == {}
