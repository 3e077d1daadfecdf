"""What may be written on the stickers of Glen More II: what is printed, each piece its own; no slot, no secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.stickers import MAX_RECORD
from companion.games.glen_more_2.definition import GAME
from companion.games.sticker_registry import Registry, StickerFile


@pytest.fixture
def registry(tmp_path: Path) -> Registry:
    return registry_of(tmp_path, "")


def registry_of(folder: Path, box: str) -> Registry:
    if box:
        (folder / "box.toml").write_text(box, encoding="utf-8")
    return Registry(StickerFile(folder / "stickers.toml"), GAME.owners_box(folder).tag_names(), GAME.tags)


def test_every_piece_with_a_name_has_a_record_of_its_own_and_is_found_by_it(registry: Registry) -> None:
    named = [piece for kind in registry.kinds for piece in kind.pieces if piece.printed]
    records = {registry.record_of(piece.id): piece.id for piece in named}
    assert len(records) == len(named) > 120
    assert {record: registry.says(record) for record in records} == records
    assert all(0 < len(record.encode()) <= MAX_RECORD for record in records)


@pytest.mark.parametrize(
    ("piece", "record"),
    [
        ("duart_castle", "1;gm2;tile;B;Duart Castle;1"),
        ("card_duart_castle", "1;gm2;card;;Duart Castle;1"),
        ("david_hume", "1;gm2;person;;David Hume;1"),
        ("home_red", "1;gm2;home;;red;1"),
        ("ship_builder_2", "1;gm2;tile;;Ship Builder;2"),
        ("card:sell_sheep", "1;gm2;command;;sell_sheep;1"),
    ],
)
def test_a_record_says_what_is_printed(registry: Registry, piece: str, record: str) -> None:
    assert registry.record_of(piece) == record


def test_an_untaught_tile_has_none_and_no_record_names_a_slot(registry: Registry) -> None:
    alike = [id for kind in registry.kinds for id in kind.alike]
    assert "A-1" in alike
    assert {registry.record_of(id) for id in alike} == {""}


def test_tokens_and_votes_are_secret(registry: Registry) -> None:
    tokens = [id for kind in registry.kinds if kind.id == "haggis" for id in kind.alike]
    votes = [piece.id for kind in registry.kinds for piece in kind.pieces if piece.id.startswith("card:vote_")]
    assert (len(tokens), len(votes)) == (13, 5)
    assert {registry.record_of(id) for id in (*tokens, *votes)} == {""}


def test_a_taught_tile_goes_by_name_or_by_kind_and_cost(tmp_path: Path) -> None:
    registry = registry_of(
        tmp_path,
        '[tile."A-1"]\nname = "Kilt; Maker"\n'
        '[tile."A-2"]\nkind = "village"\ncost = { coin = 1, sheep = 1 }\n'
        '[tile."A-3"]\nkind = "village"\ncost = { coin = 1, sheep = 1 }\n'
        '[tile."A-4"]\nkind = "village"\n'
        '[tile."A-5"]\nkind = "village"\ncost = {}\n',
    )
    assert [registry.record_of(f"A-{n}") for n in range(1, 6)] == [
        "1;gm2;tile;A;Kilt, Maker;1",
        "1;gm2;tile;A;village:1coin,1sheep;1",
        "1;gm2;tile;A;village:1coin,1sheep;2",
        "",
        "1;gm2;tile;A;village:;1",
    ]
    assert registry.says("1;gm2;tile;A;village:1coin,1sheep;2") == "A-3"


@pytest.mark.parametrize("record", ["", "1;gm2;tile;A;Nowhere;1", "1;other;tile;B;Duart Castle;1", "A-1"])
def test_what_this_box_does_not_have_names_nothing(registry: Registry, record: str) -> None:
    assert registry.says(record) == ""
