"""Command cards: one for every entry, each with words."""

from __future__ import annotations

import pytest

from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.glen_more_2.catalogue.sticker_kinds import command_cards
from companion.state.glen_more_2.facts import GOODS

FACTS = effective_facts()
CARDS = command_cards(FACTS)


def test_every_good_is_sold_and_bought() -> None:
    assert {card.subject for card in CARDS.values() if card.icon == "sell"} == set(GOODS)
    assert {card.subject for card in CARDS.values() if card.icon == "buy"} == set(GOODS)


def test_points_go_from_one_to_ten() -> None:
    assert [card.number for card in CARDS.values() if card.icon == "points"] == list(range(1, 11))


def test_every_crest_has_a_card() -> None:
    assert {card.subject for card in CARDS.values() if card.icon == "crest"} == set(FACTS.crests)
    assert CARDS["crest_macleod"].subject == "macleod"


@pytest.mark.parametrize(
    ("id", "label"),
    [
        ("sell_sheep", "Sell sheep"),
        ("points_1", "1 point"),
        ("points_7", "7 points"),
        ("barrel", "Take 1 barrel"),
        ("coins_3", "Take 3 coins"),
        ("pay_1", "Pay 1 coin"),
        ("crest_macgregor", "Crest MacGregor"),
        ("worlds_end", "Onto World's End"),
        ("done", "Done"),
        ("undo", "Take back"),
    ],
)
def test_a_card_says_what_it_does(id: str, label: str) -> None:
    assert str(CARDS[id].label) == label


def test_no_two_cards_say_the_same() -> None:
    assert len({str(card.label) for card in CARDS.values()}) == len(CARDS) == 56
