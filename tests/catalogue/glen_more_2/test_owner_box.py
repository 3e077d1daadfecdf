"""What a game tells of the box is written down, and stickers follow."""

from __future__ import annotations

from pathlib import Path

from companion.catalogue.glen_more_2.owner_box import OwnerBox
from companion.catalogue.sticker_registry import Registry, StickerFile
from companion.games.glen_more_2 import GAME
from companion.state.glen_more_2.facts import Learned

UID = "04a1b2c3d4e5f6"


def registry(own: OwnerBox, folder: Path) -> Registry:
    return Registry(StickerFile(folder / "stickers.toml"), own.tag_names(), GAME.tags)


def test_a_landmark_met_without_a_name_keeps_its_sticker_and_no_slot(tmp_path: Path) -> None:
    own = OwnerBox(tmp_path / "box.toml")
    stickers = registry(own, tmp_path)
    stickers.enrol(UID, "A-4")
    own.learn([Learned("A-4", "is", "castle_stalker"), Learned("", "rondel_spaces", 15)], stickers)
    assert stickers.stickers == {UID: "castle_stalker"}
    assert own.facts().rondel_spaces == 15
    assert "A-4" in own.facts().pieces


def test_with_facts_given_no_box_is_written_but_stickers_follow(tmp_path: Path) -> None:
    own = OwnerBox(tmp_path / "box.toml", OwnerBox(tmp_path / "none.toml").facts())
    stickers = registry(own, tmp_path)
    stickers.enrol(UID, "A-4")
    own.learn([Learned("A-4", "is", "castle_stalker")], stickers)
    assert stickers.stickers == {UID: "castle_stalker"}
    assert not (tmp_path / "box.toml").exists()
