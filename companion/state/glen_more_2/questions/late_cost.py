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
from companion.state.glen_more_2.questions import given
from companion.state.glen_more_2.questions.paying import MAX_BARRELS, MAX_COINS, PAID
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Form

PURSE = ("barrels", "coins")


def late_cost(state: State, _question: OpenQuestion) -> Form | None:
    """Which tile's, where several wait, the nearest first; then how it was paid. A press too many says nothing."""
    turns = {player.id: unpaid_turns(state, player.id) for player in state.still_in}
    owing = sorted(((turn, who) for who, each in turns.items() for turn in each), reverse=True)
    if not owing:
        return None
    rows = [_owing(state, who, turn) for turn, who in owing]
    rows += [_as_before(state, who, each[-1]) for who, each in turns.items() if each]
    return Form(
        tr("What an earlier tile cost"), (Pick("player", tr("Whose tile?"), tuple(rows)),), hint=tr("cost")
    )


def _owing(state: State, player_id: str, turn: int) -> Choice:
    name = tr("{player}, turn {n}", player=labels.figure(state, player_id), n=turn)
    return Choice(f"{player_id} {turn}", name, then=(_how(state, player_id, turn),))


def _as_before(state: State, player_id: str, turn: int) -> Choice:
    """What entries have that were made when only a player's last tile could be told: nobody picks it any more."""
    name = labels.figure(state, player_id)
    return Choice(player_id, name, then=(_how(state, player_id, turn),), alike=True)


def _how(state: State, player_id: str, turn: int) -> Pick:
    """On keys: what most tiles cost on the first page; that nobody knows lies last of all."""
    nothing, one, two, three = Choice(LATE_FREE, tr("Nothing"), brief=tr("free")), *map(_coins, PAID)
    never = Choice(LATE_NEVER, tr("Nobody knows"), brief=tr("unknown"))
    goods = Choice(LATE_GOODS, tr("Own goods"), brief=tr("goods"))
    barrel = Choice("barrels 1", labels.COST_WORDS["whisky"](1), alike=True)
    more = Choice("coins", tr("More coins"), then=(_number(tr("How many coins?"), MAX_COINS),), brief=tr("coins"))
    barrels = Choice(
        "barrels", tr("Barrels"), then=(_number(tr("How many barrels?"), MAX_BARRELS),), brief=tr("barrels")
    )
    title = tr("{player}, turn {n}: what did the tile cost?", player=labels.figure(state, player_id), n=turn)
    choices = (nothing, one, two, three, goods, barrels, more, never, barrel)
    return Pick("paid", title, choices, in_order=True, steady=True, put_off=True)


def _coins(n: int) -> Choice:
    words = labels.COST_WORDS["coin"](n)
    return Choice(f"coins {n}", words, brief=words)


def _number(text: Message, most: int) -> Amount:
    return Amount("n", text, 1, most, 1, steady=True)


def book_late_cost(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """What nobody knows stays in doubt; else the doubt is settled where this was the last such tile."""
    whose, said = str(answer.values[0]), str(answer.values[1])
    player_id, _, turn = whose.partition(" ")
    what, _, n = said.partition(" ")
    if player_id != resolution.state.turn.player:
        resolution.do(ev.BookedLate(player_id))
    resolution.do(ev.EntryMade(player_id, what if what.startswith("late_") else LATE_PAID))
    if what == LATE_NEVER:
        # Entries made before said it of all that the player owed.
        stays = ev.CostSettled(player_id, int(turn), unknown=True) if turn else ev.CountsDoubted(player_id, PURSE)
        resolution.do(stays)
        return
    number = int(n or (answer.values[2] if len(answer.values) > 2 else 0))
    if what == "coins":
        resolution.do(ev.CoinsPaid(player_id, number, "entered"))
    elif what == "barrels":
        resolution.do(ev.BarrelsPaid(player_id, number, "entered"))
    resolution.do(ev.CostSettled(player_id, int(turn or 0)))
    if what == LATE_GOODS:
        given.ask_given(resolution, player_id, given.EARLIER)
    if player_id != resolution.state.turn.player:
        none_at_least(resolution, player_id)
