"""Rows of events made from templates: what fills the placeholders, choices, corrections and structs."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.event_rows import EventTable, LogChange, When
from companion.engine.game import TableInstruction
from companion.engine.message import Message, literal, tr, trn
from companion.engine.table_game import Event


class Painted(Event, frozen=True):
    painter: str
    fence: str
    planks: int = 1
    colour: str = ""


TABLE = EventTable[Any]({"painter": lambda _state, e: literal(e.painter.capitalize())})
ANN = Painted("ann", "fence", 2, "red")


def unchanged(state: Any, _event: Any) -> Any:
    return state


def line(event: Painted, state: Any = None, **row: Any) -> str | None:
    history = TABLE.row(Painted, unchanged, **row).history
    assert history
    told = history(state, event)
    return None if told is None else str(told)


def test_a_placeholder_is_filled_by_the_table_the_row_or_the_field() -> None:
    assert line(ANN, history=Message("{painter}: {fence}")) == "Ann: fence"
    more = {"fence": lambda state, _e: literal(state), "what": "colour"}
    assert line(ANN, "the gate", history=Message("{Fence} is {what}"), fillers=more) == "The gate is red"


def test_another_template_fills_a_placeholder() -> None:
    told = line(ANN, history=Message("{painter}: {what}"), fillers={"what": Message("{fence} {colour}")})
    assert told == "Ann: fence red"


def test_a_number_selects_the_plural_and_is_its_n() -> None:
    planks = trn("{n} coin of {player}", "{n} coins of {player}")
    assert line(ANN, history=planks, fillers={"n": "planks", "player": "painter"}) == "2 coins of ann"
    assert (
        line(Painted("ann", ""), history=planks, fillers={"n": "planks", "player": "painter"}) == "1 coin of ann"
    )


def test_the_event_selects_one_of_two_templates_or_none() -> None:
    history = When(
        lambda _state, e: e.planks > 1, Message("{planks} planks"), When(lambda s, _e: s, Message("one"))
    )
    assert line(ANN, history=history) == "2 planks"
    assert line(Painted("ann", ""), state=True, history=history) == "one"
    assert line(Painted("ann", ""), state=False, history=history) is None


def test_a_correction_names_the_earlier_value_unless_it_stays() -> None:
    row: dict[str, Any] = {
        "history": Message("{planks} planks"),
        "before": lambda state, _e: state,
        "corrects": "planks",
    }
    assert line(ANN, 3, **row) == "2 planks, not 3"
    assert line(ANN, None, **row) == "2 planks"
    assert line(ANN, 2, **row) == "2 planks"


def test_texts_in_the_turn_log_and_in_instructions_are_filled() -> None:
    row = TABLE.row(
        Painted,
        unchanged,
        log_change=LogChange(action=Message("painted {fence}"), player="{painter}", joins=True),
        undo=When(lambda _state, e: e.colour, TableInstruction(Message("{painter} wipes"), "{fence}_{planks}")),
    )
    assert row.log_change
    assert row.undo_instructions
    assert row.log_change(None, ANN) == LogChange(
        action=tr("painted {fence}", fence="fence"), player="ann", joins=True
    )
    assert row.undo_instructions(None, ANN) == TableInstruction(
        tr("{painter} wipes", painter=literal("Ann")), "fence_2"
    )
    assert row.undo_instructions(None, Painted("ann", "fence")) is None


def test_a_text_alone_is_an_instruction() -> None:
    row = TABLE.row(Painted, unchanged, undo=Message("{fence} back"))
    assert row.undo_instructions
    assert row.undo_instructions(None, ANN) == TableInstruction(tr("{fence} back", fence="fence"))


@pytest.mark.parametrize(
    "row",
    [
        {"history": Message("{nobody}")},
        {"undo": When(unchanged, Message("{nobody}"))},
        {"log_change": LogChange(player="{nobody}")},
        {"history": Message("{painter}"), "fillers": {"painter": "nobody"}},
    ],
)
def test_a_placeholder_that_nothing_fills_is_an_error(row: dict[str, Any]) -> None:
    made = TABLE.row(Painted, unchanged, **row)
    with pytest.raises(ValueError, match="Painted: nothing fills nobody"):
        (made.history or made.log_change or made.undo_instructions or unchanged)(None, ANN)
