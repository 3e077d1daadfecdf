"""What the page and phones are given of a border: every card, place and stone, what can be done there, and why."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.message import tr
from companion.engine.offers import Choice, Offer, Place, Question
from companion.games.schotten_totten.definition import GAME
from companion.menu.pages import HomePage
from companion.screens.translator import Translator
from companion.state.schotten_totten.house_rules import HouseRules
from companion.state.schotten_totten.model import State, WaitingCard
from companion.state.schotten_totten.view import view_of
from companion.web.page_data import open_forms
from tests.screens.schotten_totten.borders import IN_PLAY, TACTICS, WAITS, state

PAGE = GAME.page


def board(made: State, language: str = "en") -> dict[str, Any]:
    found: dict[str, Any] = PAGE.board(view_of(made), Translator(language)).picture
    return found


def stone(made: State, number: int) -> dict[str, Any]:
    found: dict[str, Any] = board(made)["stones"][number - 1]
    return found


def test_every_card_stands_where_it_lies_with_its_colour_and_pattern() -> None:
    side = stone(IN_PLAY, 2)["sides"]["B"]
    assert [(card["colour"], card["strength"]) for card in side["cards"]] == [("blue", 9), ("red", 6), ("blue", 8)]
    assert side["label"] == "Stone 2, side of Ben: blue 9, red 6, blue 8"
    data = board(TACTICS)
    shown = [card for each in data["stones"] for side in each["sides"].values() for card in side["cards"]]
    assert {card["sign"] for card in shown} <= set(data["signs"])
    assert [card["label"] for card in shown if card["declared"]] == ["Joker as red 8", "Joker as yellow 8"]


def test_each_place_stone_and_card_is_what_a_sticker_says() -> None:
    kinds = set(GAME.tag_kinds)
    data = board(TACTICS)
    tags = [each["tag"] for each in data["stones"]]
    tags += [side["tag"] for each in data["stones"] for side in each["sides"].values()]
    tags += [piece.tag for group in PAGE.tray(TACTICS, view_of(TACTICS), str) for piece in group.pieces]
    assert {tag.partition(":")[0] for tag in tags} == kinds
    assert len({*tags}) == 54 + 10 + 9 + 18


def test_a_claim_says_by_whom_and_why_and_nothing_where_marks_are_off() -> None:
    assert stone(IN_PLAY, 1)["claimable"] == "A"
    assert stone(IN_PLAY, 1)["label"].startswith(
        "Stone 1, Ann can claim it: 7-8-9 of red, colour run; Ben can get 7-7-7"
    )
    unmarked = replace(IN_PLAY, house=HouseRules(claims_are_marked=False))
    assert (stone(unmarked, 1)["claimable"], stone(unmarked, 1)["label"]) == ("", "Stone 1")
    assert stone(IN_PLAY, 7)["label"] == "Stone 7, claimed by Ann"


def test_a_card_that_waits_is_wanted_on_its_owners_free_places() -> None:
    data = board(WAITS)
    assert (data["waits"]["label"], data["asks"]) == ("Red 6", "place")
    wanted = {side["tag"] for each in data["stones"] for side in each["sides"].values() if side["wanted"]}
    assert wanted == {f"place:a{n}" for n in (3, 4, 6, 8, 9)}, "1 and 5 are full, 2 and 7 claimed"


@pytest.mark.parametrize(
    ("card", "first"), [("", "clan"), ("red-6", "places"), ("mud_fight", "stones"), ("banshee", "clan")]
)
def test_what_is_tapped_next_stands_first_in_the_tray(card: str, first: str) -> None:
    made = replace(TACTICS, waiting=WaitingCard(card)) if card else TACTICS
    groups = PAGE.tray(made, view_of(made), str)
    assert groups[0].id == first
    assert sorted(group.id for group in groups) == ["clan", "places", "stones", "tactics"]
    if first == "places":
        assert [piece.tag for piece in groups[0].pieces[:2]] == ["place:a1", "place:a2"]


def test_the_tray_tells_seen_cards_from_those_left() -> None:
    clan = PAGE.tray(IN_PLAY, view_of(IN_PLAY), str)[0].pieces
    seen = {piece.tag for piece in clan if piece.place == "used"}
    lying = {card.id for each in view_of(IN_PLAY).stones for side in (each.a, each.b) for card in side.cards}
    assert seen == {f"clan:{card}" for card in lying}


def test_its_places_are_touched_on_the_board_and_no_map_stands_among_the_forms() -> None:
    place = Place("cell", tr("Where?"), (Choice("1,0", tr("stone {n}", n=1)),))
    asked = [Question(7, "place", place.text, (Offer("place", tr("Lay it"), (place,)),))]
    assert PAGE.places_on_board
    assert len(open_forms(asked)) == 1
    assert open_forms(asked, places=False) == []


def test_a_phone_has_claims_cards_left_and_points_as_tables() -> None:
    claims, left, points = PAGE.tables(view_of(TACTICS))
    assert [str(row.label) for row in claims.rows] == ["Stone 1: Ann", "Stone 2: Ann"]
    assert all(row.why for row in claims.rows)
    assert left.rows[0].cells == ("1 5 6 8",), "red ones that nobody has seen"
    assert [row.cells for row in points.rows] == [("5", "2"), ("5", "2")]


def test_before_the_first_round_there_is_no_border() -> None:
    data = board(replace(state(), stones=(), round=0))
    assert (data["stones"], data["players"], data["title"]) == ([], [], "Set-up")
    assert PAGE.tables(view_of(replace(state(), stones=(), round=0))) == ()


def test_who_cant_see_the_picture_hears_the_stones() -> None:
    said = PAGE.spoken(view_of(IN_PLAY), HomePage(tr("Ben, tap the card that you lay."), ()), str)
    assert "Stone 1: red 7, red 8, red 9 / blue 7" in said
    assert "Stone 7 (Ann): purple 2, purple 3, purple 1 / blue 2, blue 3, blue 5" in said
