"""What is offered is legal, what isn't is refused with its reason, and a soft rule only asks."""

from __future__ import annotations

import pytest

from companion.engine.message import literal, tr
from companion.engine.offers import (
    Amount,
    Answer,
    Choice,
    Offer,
    Pick,
    Question,
    Reason,
    Refusal,
    Text,
    Value,
    refusal_reason,
)
from tests.counting_game.rules import GAME, Heap
from tests.open_answers import open_answers

FULL = Reason("X-01", tr("It is full."))
DEAR = Reason("X-02", tr("It may be too dear."))
FAR = Reason("X-03", tr("It is far."))
MANY = Amount("many", tr("How many?"), 1, 3, 2)
WORDS = Text("words", tr("Which words?"), max_length=5)

QUESTION = Question(
    7,
    "shop",
    tr("What now?"),
    (
        Offer("look", tr("Look")),
        Offer("shut", tr("Shut"), closed=FULL),
        Offer(
            "buy",
            tr("Buy"),
            (
                Pick(
                    "what",
                    tr("What?"),
                    (
                        Choice("bread", literal("bread"), then=(MANY,)),
                        Choice("cake", literal("cake"), closed=FULL, caution=DEAR),
                        Choice("wine", literal("wine"), caution=DEAR),
                    ),
                ),
                WORDS,
            ),
            caution=FAR,
        ),
    ),
)


def refusal(offer: str, *values: Value, anyway: bool = False) -> str | None:
    """The sentence against an answer, or None."""
    no = refusal_reason(QUESTION, Answer(7, offer, values, anyway))
    return None if no is None else f"{'soft' if no.is_soft else 'hard'} {no.reason.rule} {no.reason.text}"


def test_what_is_offered_is_taken() -> None:
    assert refusal("look") is None
    assert refusal("buy", "bread", 3, "to go", anyway=True) is None
    assert refusal("buy", "wine", "to go", anyway=True) is None


@pytest.mark.parametrize(
    ("offer", "values", "why"),
    [
        ("steal", (), "That is not offered here."),
        ("look", ("far",), "The answer has more parts than the question."),
        ("buy", (), "The answer is not complete."),
        ("buy", ("bread",), "The answer is not complete."),
        ("buy", ("bread", 1), "The answer is not complete."),
        ("buy", ("beer", "x"), "That is not offered here."),
        ("buy", (1, "x"), "That is not offered here."),
        ("buy", ("bread", 0, "x"), "It must be from 1 to 3."),
        ("buy", ("bread", 4, "x"), "It must be from 1 to 3."),
        ("buy", ("bread", "1", "x"), "A number is needed here."),
        ("buy", ("bread", True, "x"), "A number is needed here."),
        ("buy", ("wine", "  "), "Up to 5 letters are needed here."),
        ("buy", ("wine", "longer"), "Up to 5 letters are needed here."),
        ("buy", ("wine", 5), "Up to 5 letters are needed here."),
        ("buy", ("wine", "x", "y"), "The answer has more parts than the question."),
    ],
)
def test_an_answer_that_was_not_offered_is_refused(offer: str, values: tuple[Value, ...], why: str) -> None:
    assert refusal(offer, *values, anyway=True) == f"hard  {why}"


def test_a_hard_rule_is_not_passed_by_saying_anyway() -> None:
    assert refusal("shut", anyway=True) == "hard X-01 It is full."
    assert refusal("buy", "cake", "x", anyway=True) == "hard X-01 It is full."


def test_a_soft_rule_asks_first_and_takes_anyway_for_an_answer() -> None:
    assert refusal("buy", "bread", 1, "x") == "soft X-03 It is far."
    assert refusal("buy", "bread", 1, "x", anyway=True) is None


def test_a_soft_rule_of_a_choice_counts_too() -> None:
    inside = Question(1, "q", tr("?"), (Offer("get", tr("Get"), QUESTION.offers[2].parts),))
    assert refusal_reason(inside, Answer(1, "get", ("wine", "x"))) == Refusal(DEAR, is_soft=True)
    assert refusal_reason(inside, Answer(1, "get", ("bread", 1, "x"))) is None


def test_a_wrong_part_is_told_before_a_soft_rule() -> None:
    assert refusal("buy", "wine", "longer") == "hard  Up to 5 letters are needed here."


def test_every_open_answer_is_legal_and_no_closed_one_is_among_them() -> None:
    answers = list(open_answers(QUESTION))
    assert [(a.offer, a.values) for a in answers] == [
        ("look", ()),
        ("buy", ("bread", 2, "?")),
        ("buy", ("wine", "?")),
    ]
    assert [refusal_reason(QUESTION, answer) for answer in answers] == [None] * 3


def test_a_long_list_of_answers_can_be_cut() -> None:
    assert [a.offer for a in open_answers(QUESTION, most=1)] == ["look", "buy"]


@pytest.mark.parametrize("heap", [0, 1, 5, 12])
def test_the_counting_game_takes_all_it_offers(heap: int) -> None:
    state = Heap(heap)
    answers = [answer for question in GAME.questions(state) for answer in open_answers(question)]
    assert answers
    assert not [answer for answer in answers if isinstance(GAME.decide(state, answer), Refusal)]
