"""What gets stickers in the box of Glen More, and the command cards."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from companion.engine.message import Message
from companion.engine.stickers import record_text
from companion.games.glen_more.catalogue import KnownBox, load_catalogue, printed_command_cards, sticker_kinds
from companion.games.glen_more.screens import printed_card
from companion.screens.translator import Translator
from companion.state.glen_more.model import GOODS


def test_every_tile_and_every_command_card_gets_a_sticker() -> None:
    kinds = sticker_kinds(load_catalogue())
    assert [(kind.id, len(kind.ids)) for kind in kinds[:-1]] == [
        ("villages", 5), ("deck_0", 8), ("deck_1", 23), ("deck_2", 19), ("deck_3", 17),
    ]  # fmt: skip
    assert {id.removeprefix("card:") for id in kinds[-1].ids} == set(printed_command_cards())
    assert not any(kind.alike for kind in kinds), "every tile of this box has words of its own"


def test_no_two_stickers_carry_the_same_record() -> None:
    pieces = [piece for kind in sticker_kinds(load_catalogue()) for piece in kind.pieces]
    records = Counter(record_text("gm1", piece.printed) for piece in pieces if piece.printed)
    assert [record for record, n in records.items() if n > 1 or not record] == []
    assert len(records) == len(pieces)


def test_the_walk_says_of_tiles_that_look_alike_which_of_them_it_is() -> None:
    (deck,) = (kind for kind in sticker_kinds(load_catalogue()) if kind.id == "deck_1")
    labels = [str(piece.label) for piece in deck.pieces]
    assert len(set(labels)) == len(labels)
    assert {"forest", "forest (2)", "village, river, for 1 stone", "butcher (sheep)", "Loch Lochy"} <= set(labels)


def test_the_box_says_all_without_a_file(tmp_path: Path) -> None:
    box = KnownBox(tmp_path / "box.toml", None)
    names = box.tag_names()
    assert set(names.pieces) == set(load_catalogue().tiles)
    assert box.facts() is load_catalogue()
    assert [*tmp_path.iterdir()] == []


def test_each_entry_of_a_turn_has_a_card_with_words_in_both_languages() -> None:
    ids = set(printed_command_cards())
    assert {f"{act}_{good}" for act in ("sell", "buy") for good in GOODS} <= ids
    assert {"points_1", "points_12", "barrel", "chieftain", "done", "undo", "what"} <= ids
    czech = Translator("cs")
    for card in map(printed_card, printed_command_cards().values()):
        assert isinstance(card.label, Message)
        assert czech(card.label) != str(card.label)
    assert [
        printed_card(printed_command_cards()[id]).sign for id in ("sell_wood", "buy_wood", "points_5", "done")
    ] == [
        "+",
        "−",
        "+5",
        "",
    ]
