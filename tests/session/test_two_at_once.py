"""Two stickers on the antenna at once, as the table meets them."""

from __future__ import annotations

from pathlib import Path

from companion.games.sticker_registry import StickerFile
from tests.table import Table

NEW, OTHER, KNOWN = "04a1b2c3d4e5f6", "04ffffffffffff", "04010203040506"


def test_two_new_stickers_together_bind_nothing_and_say_so(tmp_path: Path) -> None:
    with Table(tmp_path, game="glen_more_2") as table:
        table.seated("red", "blue")
        for tag in (f"uid:{NEW}+{OTHER}", f"uid:{OTHER}+{NEW}"):
            table.tap(tag)
            assert table.says == "Two new stickers lie there together, and nothing was noted: tap one at a time."
            assert table.heard(1) == ["refused"]
    assert StickerFile(tmp_path / "stickers.toml").table("stickers") == {}


def test_two_known_pieces_together_are_two_taps(tmp_path: Path) -> None:
    StickerFile(tmp_path / "stickers.toml").keep("stickers", {NEW: "home_red", OTHER: "home_blue"})
    with Table(tmp_path, game="glen_more_2") as table:
        table.tap(f"uid:{NEW}+{OTHER}", f"uid:{OTHER}+{NEW}")
        assert [player.colour for player in table.view.players] == ["red", "blue"]


def test_a_new_one_beside_a_known_one_is_meant(tmp_path: Path) -> None:
    StickerFile(tmp_path / "stickers.toml").keep("stickers", {KNOWN: "home_red"})
    with Table(tmp_path, game="glen_more_2") as table:
        table.tap("home:red", "home:blue")
        table.press("OK", "OK", "OK", "OK+")
        assert table.app.snapshot.questions[0].kind == "layout"
        table.tap(f"uid:{NEW}+{KNOWN}")
    assert NEW in StickerFile(tmp_path / "stickers.toml").table("stickers")
