"""What the player on turn may enter of trade and of how to pay, at referee depth (section 7)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.engine.message import tr
from companion.engine.offers import Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import GOODS
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.payment import came_with_tile, cost_is_owed
from companion.state.glen_more_2.referee import activating
from companion.state.glen_more_2.referee.words import WORDS
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Form
from companion.state.territory.changes import SCOT
from companion.state.territory.grid import Spot
from companion.state.territory.trading import TradeForms, holding, sell_as_answered, source_cell

BROUGHT = Reason("GM-TAK-01", tr("The tile itself brought it."))
"""Why a good that lies there pays nothing."""


FORMS = TradeForms(WORDS, "GM-MKT-07")


def book_sale(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    sell_as_answered(resolution, question.player, answer)


# ---- own goods for a cost that nobody has told


def pay_form(state: State, player_id: str, late: bool) -> Form:
    """One good after the other, each with its tile (GM-TAK-02). late: for an earlier tile."""
    rows = tuple(_own(state, player_id, good, late) for good in GOODS)
    held = next((row.value for row in rows if not row.closed), "")
    pick = Pick("good", tr("Which of your own goods?"), rows, held, in_order=True)
    none = Reason("GM-TAK-02", tr("No good lies in this territory."))
    if any(row.closed and row.closed.rule == BROUGHT.rule for row in rows):
        none = BROUGHT
    return Form(tr("Paid with a good from a tile"), (pick,), None if held else none)


def _own(state: State, player_id: str, good: str, late: bool) -> Choice:
    words, spots = labels.GOODS_WORDS[good], _paying(state, player_id, good, late)
    closed = None if spots else _why_none(state, player_id, good)
    return Choice(good, words, closed, then=FORMS.which_tile(state, spots), brief=words)


def _paying(state: State, player_id: str, good: str, late: bool) -> list[Spot]:
    """Tiles with such a good that lay there when this turn's tile was taken, the fullest first."""
    spots = holding(state.player(player_id).territory, good)
    return spots if late else [s for s in spots if s.goods[good] > came_with_tile(state, s)[good]]


def _why_none(state: State, player_id: str, good: str) -> Reason:
    if holding(state.player(player_id).territory, good):
        return BROUGHT
    name = labels.figure(state, player_id)
    return Reason("GM-TAK-02", tr("{Player} has no {good}.", Player=name, good=labels.GOODS_WORDS[good]))


def give(resolution: Resolution, player_id: str, answer: Answer, late: bool) -> None:
    """late: as in `pay_form`."""
    good = str(answer.values[0])
    cell = source_cell(answer, _paying(resolution.state, player_id, good, late))
    resolution.do(ev.GoodsGiven(player_id, cell.x, cell.y, good, 1, "entered"))


# ---- with which goods a player pays


def rather_form(state: State, player_id: str, scot: bool = False) -> Form | None:
    """From where what is paid next comes; the cheapest way otherwise. scot: one is paid too."""
    return FORMS.pay_otherwise(state, player_id, *((_payers(state, player_id),) if scot else ()))


def _payers(state: State, player_id: str) -> Choice:
    scots = FORMS.from_each(state, (spot for spot in state.player(player_id).territory.spots if spot.scots))
    return Choice(SCOT, tr("a Scot"), then=(Pick("source", tr("Who is paid?"), scots),))


# ---- what people enter where nobody follows it


Shown = Form | Callable[[State, OpenQuestion], Form | None]


def seldom_entered(form: Shown) -> Callable[[State, OpenQuestion], Form | None]:
    """Where territories are followed it is mostly booked, and people enter what nobody has told."""

    def now(state: State, question: OpenQuestion) -> Form | None:
        shown = form if isinstance(form, Form) else form(state, question)
        asked_for = not state.follows or cost_is_owed(state) or activating.told_by_people(state)
        return shown if asked_for or not shown else replace(shown, seldom=True)

    return now


def by_people(form: Callable[[State, OpenQuestion], Form]) -> Callable[[State, OpenQuestion], Form | None]:
    """Where territories are followed it is never entered."""
    return lambda state, question: None if state.follows else form(state, question)
