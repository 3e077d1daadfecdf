"""The printed command cards: each can be told from each other by its picture alone."""

from __future__ import annotations

from collections import Counter

from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.glen_more_2.screens.sheets import cards_to_print


def test_no_two_cards_look_alike() -> None:
    looks = Counter(
        (card.sign, card.inside, tuple(icon.name for icon in card.icons))
        for card in cards_to_print(effective_facts())
    )
    assert len(looks) > 50
    assert max(looks.values()) == 1


def test_every_card_has_a_picture_made_of_shapes_so_that_paper_shows_no_pixels() -> None:
    for card in cards_to_print(effective_facts()):
        assert card.icons, card.id
        assert all(icon.shapes for icon in card.icons), card.id


def test_a_crest_has_the_letters_of_its_clan() -> None:
    inside = {card.id: card.inside for card in cards_to_print(effective_facts()) if card.inside}
    assert inside["crest_macdonald"] == "MD"
    assert inside["crest_macdonell"].startswith("MD")
    assert inside["crest_munro"] == "Mu"
