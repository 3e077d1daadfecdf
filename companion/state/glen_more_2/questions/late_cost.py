"""What an earlier tile cost, entered where the companion says that it isn't yet (GM-TIL-02): a correction.

Unlike an entry of the ledger it never pays for the tile of the turn that runs.
"""

from __future__ import annotations

from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer, Choice, Pick
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.effects import none_at_least
from companion.state.glen_more_2.labels import LATE_FREE, LATE_GOODS, LATE_NEVER, LATE_PAID
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.payment import unpaid_turns
from companion.state.glen_more_2.questions.paying import MAX_BARRELS, MAX_COINS, PAID
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Form

PURSE = ("barrels", "coins")


def late_cost(state: State, _question: OpenQuestion) -> Form | None:
    """Of whose tile, where several wait; then how it was paid. On the middle key lies what books nothing."""
    owing = tuple(_owing(state, p.id, turns[-1]) for p in state.still_in if (turns := unpaid_turns(state, p.id)))
    if not owing:
        return None
    return Form(tr("What an earlier tile cost"), (Pick("player", tr("Whose tile?"), owing),), hint=tr("cost"))


def _owing(state: State, player_id: str, turn: int) -> Choice:
    name = labels.figure(state, player_id)
    return Choice(player_id, name, then=(_how(state, player_id, turn),), brief=name)


def _how(state: State, player_id: str, turn: int) -> Pick:
    """On keys: what most tiles cost on the first page."""
    nothing, one, two, three = Choice(LATE_FREE, tr("Nothing"), brief=tr("free")), *map(_coins, PAID)
    never = Choice(LATE_NEVER, tr("Nobody knows"), brief=tr("unknown"))
    goods = Choice(LATE_GOODS, tr("Own goods"), brief=tr("goods"))
    one_barrel = labels.COST_WORDS["whisky"](1)
    barrel = Choice("barrels 1", one_barrel, brief=one_barrel)
    more = Choice("coins", tr("More coins"), then=(_number(tr("How many coins?"), MAX_COINS),), brief=tr("coins"))
    barrels = Choice(
        "barrels", tr("More barrels"), then=(_number(tr("How many barrels?"), MAX_BARRELS),), brief=tr("barrels")
    )
    title = tr("{player}, turn {n}: what did the tile cost?", player=labels.figure(state, player_id), n=turn)
    choices = (nothing, one, never, two, three, goods, barrel, more, barrels)
    return Pick("paid", title, choices, in_order=True, steady=True)


def _coins(n: int) -> Choice:
    words = labels.COST_WORDS["coin"](n)
    return Choice(f"coins {n}", words, brief=words)


def _number(text: Message, most: int) -> Amount:
    return Amount("n", text, 1, most, 1, steady=True)


def book_late_cost(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """What nobody knows stays in doubt; else the doubt is settled where this was the last such tile."""
    player_id, said = str(answer.values[0]), str(answer.values[1])
    what, _, n = said.partition(" ")
    if player_id != resolution.state.turn.player:
        resolution.do(ev.BookedLate(player_id))
    resolution.do(ev.EntryMade(player_id, what if what.startswith("late_") else LATE_PAID))
    if what == LATE_NEVER:
        resolution.do(ev.CountsDoubted(player_id, PURSE))
        return
    number = int(n or (answer.values[2] if len(answer.values) > 2 else 0))
    if what == "coins":
        resolution.do(ev.CoinsPaid(player_id, number, "entered"))
    elif what == "barrels":
        resolution.do(ev.BarrelsPaid(player_id, number, "entered"))
    resolution.do(ev.CostSettled(player_id))
    if player_id != resolution.state.turn.player:
        none_at_least(resolution, player_id)
