"""What the entries of the members share: who may make one, and when, how it looks, how it is booked."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.chronicles.penny_mobs.members import ANDERSON, CLAIM, DUFF, LAIRD, MEMBERS, SLUG, WANDER
from companion.chronicles.penny_mobs.mob import OWN_STATE
from companion.engine.message import Message, literal, tr
from companion.engine.offers import Answer, Choice, Part, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.market import sell_price
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form
from companion.state.glen_more_2.sources import source

OWN_TURN = (WANDER, DUFF, LAIRD, CLAIM, ANDERSON)
"""Members that act in a turn of their owner only (C8-15, C8-17, C8-19, C8-31, C8-43)."""
Booking = Callable[[Resolution, str, Answer], None]
"""Books what a player does."""


def entry_name(member: str) -> str:
    """The name of a member's entry."""
    return f"{SLUG}.{member}"


def by_member(member: str) -> str:
    """A member as the cause of what it changes."""
    return source(entry_name(member))


def power(member: str, form: Callable[[State, str], Form], book: Booking, more: str = "") -> Action:
    """The row of what one member does, for the player who controls it. more: another thing of the same member."""

    def controlled(state: State, question: OpenQuestion) -> Form | None:
        if not OWN_STATE.of(state).controls(question.player, member):
            return None
        made = form(state, question.player)
        if member not in OWN_TURN or state.turn.player == question.player:
            return made
        later = tr("It is not {player}'s turn.", player=labels.figure(state, question.player))
        return replace(made, caution=Reason(MEMBERS[member].rule, later))

    return Action(entry_name(member) + more, controlled, entry(book))


def entry(book: Booking) -> Callable[[Resolution, OpenQuestion, Answer], None]:
    """An entry of whoever is asked, in the history as one."""

    def resolve(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
        resolution.do(ev.EntryMade(question.player, answer.offer))
        book(resolution, question.player, answer)

    return resolve


def member_form(member: str, *parts: Part, closed: Reason | None = None) -> Form:
    return form_unless(closed, literal(MEMBERS[member].name), *parts)


def form_unless(closed: Reason | None, label: Message, *parts: Part) -> Form:
    """Nothing is filled in while it is closed."""
    return Form(label, () if closed else parts, closed)


def others(state: State, player_id: str) -> tuple[Choice, ...]:
    return tuple(Choice(p.id, labels.figure(state, p.id)) for p in state.still_in if p.id != player_id)


def done_already(state: State, member: str) -> Reason | None:
    """A power that can be used once a game."""
    if member not in OWN_STATE.of(state).used:
        return None
    return Reason(MEMBERS[member].rule, tr("That was done already."))


def sell(resolution: Resolution, player_id: str, row: str) -> None:
    """The largest stack of a row goes to a player, as for a good that is sold."""
    resolution.do(ev.GoodSold(player_id, row, sell_price(resolution.state.market[row]) or 0))
