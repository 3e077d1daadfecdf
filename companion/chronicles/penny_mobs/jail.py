"""Who comes to jail, and the penny at the end of a turn (C8-06 to C8-12). The companion draws nothing itself."""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.penny_mobs.members import DRAWN, MEMBERS, SLUG, pool
from companion.chronicles.penny_mobs.mob import (
    MemberCame,
    MembersHidden,
    MemberTaken,
    PennyDecided,
    PennyLaid,
    mob,
)
from companion.engine.message import literal, tr, trn
from companion.engine.offers import Answer, Choice, Offer, Pick, Question, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.questions.question_kinds import QuestionKind
from companion.state.glen_more_2.questions.turn import finish, trouble
from companion.state.glen_more_2.refill import to_lay
from companion.state.glen_more_2.resolution import Resolution

DRAW, REVEAL, PENNY = f"{SLUG}.draw", f"{SLUG}.reveal", f"{SLUG}.penny"


def draw(_state: State) -> Iterator[ev.Event]:
    yield ev.QuestionAsked(DRAW)


def known(state: State) -> set[str]:
    now = mob(state)
    return {*now.jail, *now.owner}


def _members(state: State, back: str) -> tuple[Choice, ...]:
    """Members of the pool with that back, those that lie out already closed."""
    out = Reason("C8-07", tr("That member lies out already."))
    return tuple(
        Choice(m.id, literal(m.name), out if m.id in known(state) else None)
        for m in pool(len(state.players), state.chronicles)
        if m.back == back
    )


def ask_draw(state: State, question: OpenQuestion) -> Question:
    """Of the drawn members those with an S are named now; the others wait face down (C8-07, C8-08)."""
    drawn = DRAWN[len(state.players)]
    left = drawn - len(mob(state).jail)
    text = trn(
        "Draw {all} members. {n} more: which has an S on its back?",
        "Draw {all} members. {n} more: which have an S on their backs?",
        left,
        all=drawn,
    )
    pick = Pick("member", tr("Which member lies in jail?"), _members(state, "S"))
    offers = [Offer("rest", tr("The others have a B"))]
    if any(not c.closed for c in pick.choices):
        offers.insert(0, Offer("member", tr("A member with an S"), (pick,)))
    return Question(question.number, question.kind, text, tuple(offers), rule="C8-08")


def settle_draw(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    if answer.offer == "member":
        resolution.do(MemberCame(str(answer.values[0])))
    left = DRAWN[len(resolution.state.players)] - len(mob(resolution.state).jail)
    if answer.offer == "rest" or not left:
        resolution.close(question)
        resolution.do(MembersHidden(left))


def first_b_tile(before: State, e: ev.TileLaid, after: State) -> Iterator[ev.Event]:
    """With the first B tile the others join the jail (C8-09)."""
    was_full = before.deck_of("B").left == before.deck_of("B").size
    if e.deck == "B" and was_full and mob(after).hidden:
        yield ev.FollowUpQueued(SLUG, "reveal")


def reveal(_state: State) -> Iterator[ev.Event]:
    yield ev.QuestionAsked(REVEAL)


def ask_reveal(state: State, question: OpenQuestion) -> Question:
    left = mob(state).hidden
    text = trn("{n} member with a B comes to jail: who?", "{n} members with a B come to jail: who?", left)
    pick = Pick("member", text, _members(state, "B"))
    offers = [Offer("rest", tr("No more"))]
    if any(not c.closed for c in pick.choices):
        offers.insert(0, Offer("member", tr("A member with a B"), (pick,)))
    return Question(question.number, question.kind, text, tuple(offers), rule="C8-09")


def settle_reveal(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    if answer.offer == "member":
        resolution.do(MemberCame(str(answer.values[0])))
    if answer.offer == "rest" or not mob(resolution.state).hidden:
        resolution.close(question)


# ---- the penny


def pennies(state: State, player_id: str) -> tuple[Choice, ...]:
    """A penny on a member, the one used last first; or a member taken (C8-10)."""
    now = mob(state)
    jail = sorted(now.jail, key=lambda m: m != now.last)
    none = Reason("C8-10", tr("{player} has no -1 penny left.", player=labels.figure(state, player_id)))
    closed = None if now.minus[player_id] > 0 else none
    lay = [
        Choice(f"penny:{m}", tr("a penny on {member} ({n})", member=MEMBERS[m].name, n=now.on.get(m, 0)), closed)
        for m in jail
    ]
    take = [
        Choice(f"take:{m}", tr("take {member} ({n})", member=MEMBERS[m].name, n=now.on.get(m, 0))) for m in jail
    ]
    return (*lay, *take)


def may_act(state: State) -> bool:
    """Only after a player's own turn, never after a neutral figure's (C8-10, C4-21)."""
    turn = state.turn
    return bool(turn.player) and not turn.acting and bool(mob(state).jail) and mob(state).asked != turn.number


def offer_at_end(state: State, question: OpenQuestion) -> Iterator[Offer]:
    """Turn end and penny in one list: done means nothing."""
    if may_act(state):
        pick = Pick("what", tr("What is done with a penny?"), pennies(state, question.player))
        # It ends the turn like "done": what is still open or below zero is asked about first.
        yield Offer(PENNY, tr("A penny"), (pick,), caution=trouble(state), key="DOWN+")


def settle_at_end(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    act(resolution, question.player, str(answer.values[0]))
    finish(resolution, to_lay(resolution.state))


def act(resolution: Resolution, player_id: str, what: str) -> None:
    verb, _, member = what.partition(":")
    resolution.do(PennyLaid(player_id, member) if verb == "penny" else MemberTaken(player_id, member))
    resolution.do(PennyDecided())


def jail_changed(state: State) -> Iterator[ev.Event]:
    """After the refill the penny is asked once more, if members came to jail just now (C8-11)."""
    came = any(t.deck == "B" for t in state.turn.laid) and state.deck == "B"
    first = state.deck_of("B").size - state.deck_of("B").left == sum(t.deck == "B" for t in state.turn.laid)
    if may_act(state) and came and first:
        yield ev.QuestionAsked(PENNY, state.turn.player)


def ask_penny(state: State, question: OpenQuestion) -> Question:
    choices = pennies(state, question.player)
    offers = (
        Offer("nothing", tr("Nothing")),
        Offer("penny", tr("A penny or a member"), (Pick("what", tr("What is done?"), choices),)),
    )
    text = tr("{player}: a penny?", player=labels.figure(state, question.player))
    return Question(question.number, question.kind, text, offers, question.player, rule="C8-10")


def settle_penny(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    if answer.offer == "penny":
        act(resolution, question.player, str(answer.values[0]))


def late_offer(state: State, question: OpenQuestion) -> Iterator[Offer]:
    """A penny that was forgotten, as an entry."""
    closed = None if mob(state).jail else Reason("C8-10", tr("The jail is empty."))
    parts = () if closed else (Pick("what", tr("What was done?"), pennies(state, question.player)),)
    yield Offer(f"{SLUG}.late", tr("A penny or a member, forgotten"), parts, closed=closed)


def settle_late(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.EntryMade(question.player, f"{SLUG}.late"))
    verb, _, member = str(answer.values[0]).partition(":")
    player_id = question.player
    resolution.do(PennyLaid(player_id, member) if verb == "penny" else MemberTaken(player_id, member))


KINDS = {
    DRAW: QuestionKind(ask_draw, settle_draw),
    REVEAL: QuestionKind(ask_reveal, settle_reveal),
    PENNY: QuestionKind(ask_penny, settle_penny),
}
