"""Values that are worked out when somebody reads them."""

from collections.abc import Iterator

import pytest

from companion.engine.caching import Lazy, LazyItems, lazy_constant
from companion.engine.message import tr
from companion.engine.offers import Choice, Part, Pick
from companion.engine.question_kinds import Action, ActionForm, QuestionKind
from tests.engine.test_actions import ASKING


def test_a_lazy_value_is_worked_out_once_and_only_when_it_is_read() -> None:
    made = []
    lazy = Lazy(lambda: made.append(1) or len(made))  # type: ignore[func-returns-value]
    assert made == []
    assert (lazy.value, lazy.value) == (1, 1)
    assert lazy == lazy_constant(1) != lazy_constant(2)


def test_that_there_are_items_is_known_before_they_are_worked_out() -> None:
    made = []

    def items() -> tuple[str, ...]:
        made.append("now")
        return ("a", "b")

    lazy = LazyItems(items)
    assert lazy
    assert made == []
    assert (lazy[0], lazy[1:], len(lazy), list(lazy)) == ("a", ("b",), 2, ["a", "b"])
    assert made == ["now"]


@pytest.mark.parametrize("other", [("a", "b"), LazyItems(lambda: ("a", "b"))])
def test_lazy_items_equal_the_same_items_however_they_came(other: object) -> None:
    lazy = LazyItems(lambda: ("a", "b"))
    assert lazy == other
    assert other == lazy
    assert hash(lazy) == hash(other)
    assert lazy != ("a",)
    assert lazy != LazyItems(lambda: ("b", "a"))


def test_a_key_tells_of_an_offer_without_its_parts() -> None:
    made = []

    def parts() -> tuple[Part, ...]:
        made.append("now")
        return (Pick("which", tr("Which?"), (Choice("one", tr("one")), Choice("two", tr("two"), is_hidden=True))),)

    row = Action("some", lambda _state, _asked: ActionForm(tr("some"), LazyItems(parts)), lambda *_: None, "UP")
    question = QuestionKind("kind", tr("?"), (row,)).question(2, ASKING)
    (offer,) = question.offers_for_key("UP")
    assert (offer.key, bool(offer.parts), made) == ("UP", True, [])
    assert [choice.value for part in offer.parts if isinstance(part, Pick) for choice in part.choices] == ["one"]
    assert made == ["now"]


def test_who_looks_for_one_item_reads_no_further_and_who_reads_all_keeps_them() -> None:
    made = []

    def items() -> Iterator[str]:
        for item in ("a", "b", "c"):
            made.append(item)
            yield item

    lazy = LazyItems(items)
    assert next(item for item in lazy if item == "b") == "b"
    assert made == ["a", "b"]
    assert (list(lazy), list(lazy), lazy[2]) == (["a", "b", "c"], ["a", "b", "c"], "c")
    assert made == ["a", "b", "a", "b", "c"]
