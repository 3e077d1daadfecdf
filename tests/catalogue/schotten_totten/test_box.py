"""What gets stickers in the box of Schotten Totten, how its tags read, and the command cards."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from companion.engine.message import Message
from companion.engine.stickers import record_text
from companion.games.schotten_totten.catalogue import (
    Facts,
    KnownBox,
    place_id,
    printed_command_cards,
    sticker_kinds,
    stone_id,
)
from companion.games.schotten_totten.definition import GAME
from companion.games.schotten_totten.screens.sheets import printed_card
from companion.screens.translator import Translator


@pytest.mark.rule("ST-CMP-02", "ST-CMP-03", "ST-CMP-04", "ST-APP-02")
def test_every_card_stone_place_and_command_card_gets_a_sticker() -> None:
    kinds = sticker_kinds()
    assert [(kind.id, len(kind.ids)) for kind in kinds] == [
        ("clan", 54), ("tactics", 10), ("stones", 9), ("places", 18), ("cards", len(printed_command_cards())),
    ]  # fmt: skip
    assert (
        {id.removeprefix("card:") for id in kinds[-1].ids}
        == set(printed_command_cards())
        == {"nothing", "undo", "what"}
    )
    assert [str(piece.label) for piece in kinds[1].pieces[:3]] == ["Joker (1)", "Joker (2)", "Spy"]


def test_no_two_stickers_carry_the_same_record() -> None:
    pieces = [piece for kind in sticker_kinds() for piece in kind.pieces]
    records = Counter(record_text("st", piece.printed) for piece in pieces if piece.printed)
    assert [record for record, n in records.items() if n > 1 or not record] == []
    assert len(records) == len(pieces)


def test_the_text_of_a_tag_says_the_piece() -> None:
    assert {kind: make("a4" if kind == "place" else "4") for kind, make in GAME.tag_kinds.items()} == {
        "clan": "4",
        "tactics": "4",
        "stone": "stone-4",
        "place": "place-a4",
    }
    known = GAME.owners_box(Path("/nowhere")).tag_names().pieces
    assert {"red-7", "joker-1", stone_id("9"), place_id("b9")} <= set(known)
    assert [str(known[id]) for id in ("red-7", "stone-4", "place-a4")] == ["red 7", "stone 4", "stone 4, side A"]


def test_the_box_says_all_without_a_file(tmp_path: Path) -> None:
    box = KnownBox(tmp_path / "box.toml", None)
    assert box.facts() == Facts()
    box.learn((), None)  # type: ignore[arg-type]
    assert [*tmp_path.iterdir()] == []


def test_command_cards_have_words_in_both_languages() -> None:
    czech = Translator("cs")
    for card in map(printed_card, printed_command_cards().values()):
        assert isinstance(card.label, Message)
        assert czech(card.label) != str(card.label)
