"""A player's name is written once on the phone of its seat: kept, and offered first the next time."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from companion.engine.message import Message, can_be_drawn
from companion.screens.paper import FONT_FILES, FONTS
from companion.session.session import NOT_DRAWN
from companion.state.glen_more.text import player_label as glen_more_label
from companion.state.glen_more_2.text.labels import player_label as glen_more_2_label
from companion.state.schotten_totten.labels import player_label as schotten_totten_label
from companion.web.phones.admission import Viewer
from tests.web.phones.house import House, Phone, house

SEATS = ("red", "blue")


def seated(home: House) -> list[Phone]:
    """Red and Blue sit down, each with a phone."""
    home.table.tap("home:red", "home:blue")
    home.choose("That is everybody")
    return [home.let_in(Viewer("seat", seat)) for seat in SEATS]


def naming(phone: Phone) -> dict[str, Any]:
    """The question in which a player is named."""
    return next(q for q in phone.view()["questions"] if any(o["name"] == "name" for o in q["offers"]))


def names(phone: Phone) -> list[str]:
    return [each["name"] for each in phone.view()["players"]]


def test_a_name_written_on_the_phone_of_a_seat_is_kept_and_offered_first_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(tmp_path / "table", monkeypatch) as home:
        for seat, phone, name in zip(SEATS, seated(home), ("Ann", "Bob"), strict=True):
            asked = naming(phone)
            step = phone.post("step", question=asked["mark"], offer="name", values=[seat, "new"])
            assert step["part"]["type"] == "text"
            assert phone.answer(asked, "name", seat, "new", name)["taken"]
        assert names(phone) == ["Ann", "Bob"]
    assert set(json.loads((tmp_path / "table" / "names.json").read_text())) == {"Ann", "Bob"}
    with house(tmp_path / "table", monkeypatch) as home:
        home.menu("New game", "Glen More II")
        phones = seated(home)
        for seat, phone, name in zip(SEATS, phones, ("Ann", "Bob"), strict=True):
            part = phone.post("step", question=naming(phone)["mark"], offer="name", values=[seat])["part"]
            assert part["choices"][0]["label"] == name, "by who sat where"
        assert "Names as last time: Ann, Bob" in [o["label"] for o in naming(phones[0])["offers"]]
        assert phones[1].answer(naming(phones[1]), "names")["taken"]
        assert names(phones[0]) == ["Ann", "Bob"]


@pytest.mark.parametrize("name", ["", " ", "x" * 1000, "\u202e\u2066", "\u3164"])
def test_a_name_that_nobody_can_read_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with house(tmp_path, monkeypatch) as home:
        red, _blue = seated(home)
        told = red.answer(naming(red), "name", "red", "new", name)
        assert not told.get("taken")
        assert told.get("error") or told["sentence"]
        assert names(red) == ["Red", "Blue"]


@pytest.mark.parametrize("name", ["安娜", "Ἀθηνᾶ", "אבי", "علي", "Ann ☕", "김"])
def test_a_name_without_letters_on_the_panel_is_said_and_the_colour_stands_instead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with house(tmp_path, monkeypatch) as home:
        red, _blue = seated(home)
        assert red.answer(naming(red), "name", "red", "new", name)["taken"]
        assert home.table.says == str(NOT_DRAWN)
        home.table.press("OK")
        assert str(home.table.app.snapshot.outline.players[0].label) == "Red"
        assert home.table.app.snapshot.state.players[0].name == name, "it is stored as it was given"


@pytest.mark.parametrize("name", ["Ann", "Žofie", "Ærøsund", "Никита", "O’Brien", "Zoë-Mia 2"])
def test_a_name_that_the_panel_can_draw_stands_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with house(tmp_path, monkeypatch) as home:
        red, _blue = seated(home)
        assert red.answer(naming(red), "name", "red", "new", name)["taken"]
        assert names(red)[0] == name
        assert home.table.says != str(NOT_DRAWN)


LABELS: list[tuple[Callable[[str, str], Message], str, str]] = [
    (glen_more_2_label, "red", "Red"),
    (glen_more_label, "p2", "player 2"),
    (schotten_totten_label, "B", "player 2"),
]


@pytest.mark.parametrize(("label", "id", "instead"), LABELS)
def test_every_game_shows_colour_or_seat_instead(
    label: Callable[[str, str], Message], id: str, instead: str
) -> None:
    assert str(label(id, "Ann")) == "Ann"
    assert str(label(id, "安娜")) == instead


def test_every_letter_that_counts_as_drawn_is_in_each_font() -> None:
    letters = [chr(code) for code in range(0x20, 0x3000) if can_be_drawn(chr(code))]
    assert len(letters) > 500
    for font in set(FONT_FILES.values()):
        known = TTFont(FONTS / font).getBestCmap()
        assert [letter for letter in letters if ord(letter) not in known] == []
