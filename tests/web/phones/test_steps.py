"""What an offer asks on a phone: as on the panel, and what has a key there is one touch here."""

from __future__ import annotations

from typing import Any

from companion.engine.message import Translate, literal
from companion.engine.offers import Amount, Choice, Offer, Part, Pick, Question
from companion.screens.translator import Translator
from companion.web.phones.admission import Viewer
from companion.web.phones.phone_commands import OpenQuestions, answer_step, opaque_question_id
from companion.web.session_calls import translate_value

RED = Viewer("seat", "red")
SAID: Translate = Translator("en")


def asked(*parts: Part) -> dict[str, Any]:
    """What the page is given for an offer of these parts."""
    question = Question(7, "count", literal("How many?"), (Offer("it", literal("It"), parts),), "red")
    found = answer_step(OpenQuestions(1, [question], lambda: None), RED, opaque_question_id(1, question), "it", ())
    part: dict[str, Any] = translate_value(found, SAID)["part"]
    return part


def count(name: str, **more: Any) -> Amount:
    return Amount(name, literal(name), 0, 9, 3, is_own_count=True, brief=literal(name), **more)


def labels(rows: list[dict[str, Any]]) -> list[str]:
    return [row["label"] for row in rows]


def test_likely_numbers_are_one_touch_each_and_only_those_that_may_be() -> None:
    part = asked(Amount("coins", literal("Coins"), 1, 5, 1, suggestions=(4, 5, 6)))
    assert labels(part["quick"]) == ["4", "5"]
    assert part["all"] is None


def test_one_or_none_is_asked_as_yes_or_no() -> None:
    assert asked(Amount("card", literal("Card"), 0, 1, 0, is_yes_no=True))["quick"] == [
        {"value": 1, "label": "Yes"},
        {"value": 0, "label": "No"},
    ]


def test_all_counts_are_taken_as_they_stand_by_one_touch() -> None:
    part = asked(count("Scots", suggestions=(3,)), count("barrels"), count("coins"))
    assert part["all"] == {"label": "All as it stands: Scots 3, barrels 3, coins 3", "values": [3, 3, 3]}


def test_a_single_count_has_no_such_touch() -> None:
    assert asked(count("Scots"))["all"] is None


def test_what_is_likely_stands_in_front_and_what_reads_alike_stands_once() -> None:
    rows = (
        Choice("a", literal("A tile")),
        Choice("b", literal("A tile"), is_tap_only=True),
        Choice("c", literal("Another")),
        Choice("d", literal("A secret"), is_hidden=True),
    )
    part = asked(Pick("tile", literal("Which?"), rows, suggestions=("c",)))
    assert labels(part["front"]) == ["Another"]
    assert labels(part["choices"]) == ["A tile", "Another"]
