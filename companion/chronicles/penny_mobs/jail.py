"""Who comes to jail, and the penny at the end of a turn (C8-06 to C8-12). The companion draws nothing itself."""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.penny_mobs.members import DRAWN, MEMBERS, SLUG, pool
from companion.chronicles.penny_mobs.mob import (
    OWN_STATE,
    MemberCame,
    MembersHidden,
    MemberTaken,
    PennyDecided,
    PennyLaid,
)
from companion.engine.message import Message, literal, tr, trn
from companion.engine.offers import Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.questions.already_playing import TAKEN_UP
from companion.state.glen_more_2.questions.turn import finish, trouble
from companion.state.glen_more_2.refill import to_lay
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form, QuestionKind, expansion_card, nothing

DRAW, REVEAL, PENNY, LATE = f"{SLUG}.draw", f"{SLUG}.reveal", f"{SLUG}.penny", f"{SLUG}.late"


def _a_member(state: State, back: str, label: Message, text: Message) -> Form | None:
    """One of the pool with that back, those that lie out already closed; None when all of them do."""
    now, out = OWN_STATE.of(state), Reason("C8-07", tr("That member is in play already."))
    choices = tuple(
        Choice(m.id, literal(m.name), out if m.id in now.jail or m.id in now.owner else None)
        for m in pool(len(state.players), state.chronicles)
        if m.back == back
    )
    if all(choice.closed for choice in choices):
        return None
    return Form(label, (Pick("member", text, choices),))


# ---- of the drawn members those with an S are named at once; the others wait face down (C8-07, C8-08)


def draw(_state: State) -> Iterator[ev.Event]:
    """Members are drawn as soon as the rondel is laid out."""
    yield ev.QuestionAsked(DRAW)


def _not_named(state: State) -> int:
    """Members that are drawn and not in jail yet."""
    return DRAWN[len(state.players)] - len(OWN_STATE.of(state).jail)


def _draw_text(state: State, _question: OpenQuestion) -> Message:
    return trn(
        "Draw {all} members. {n} more: which has an S on its back?",
        "Draw {all} members. {n} more: which have an S on their backs?",
        _not_named(state),
        all=DRAWN[len(state.players)],
    )


def _with_s(state: State, _question: OpenQuestion) -> Form | None:
    return _a_member(state, "S", tr("A member with an S"), tr("Which member lies in jail?"))


def _name_drawn(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.do(MemberCame(str(answer.values[0])))
    if not _not_named(resolution.state):
        _hide_others(resolution, question, answer)


def _hide_others(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.close(question)
    resolution.do(MembersHidden(_not_named(resolution.state)))


# ---- with the first B tile the others join the jail (C8-09)


def first_b_tile(before: State, e: ev.TileLaid, after: State) -> Iterator[ev.Event]:
    """The first tile of deck B is laid, and members wait for it."""
    was_full = before.deck_of("B").left == before.deck_of("B").size
    if e.deck == "B" and was_full and OWN_STATE.of(after).hidden:
        # The refill goes on first; who they are is asked when no question is in front of people any more (C8-11).
        yield ev.FollowUpQueued(SLUG, "reveal")


def taken_up(state: State) -> Iterator[ev.Event]:
    """A running game: how far it is; members with a B have come long ago where that deck is laid."""
    if OWN_STATE.of(state).hidden and state.deck not in ("S", "A"):
        yield ev.QuestionAsked(REVEAL)
    yield ev.QuestionAsked(f"{SLUG}.{TAKEN_UP}")


def reveal(_state: State) -> Iterator[ev.Event]:
    """The members that waited face down are turned."""
    yield ev.QuestionAsked(REVEAL)


def _reveal_text(state: State, _question: OpenQuestion) -> Message:
    hidden = OWN_STATE.of(state).hidden
    return trn("{n} member with a B goes to jail: who?", "{n} members with a B go to jail: who?", hidden)


def _with_b(state: State, question: OpenQuestion) -> Form | None:
    return _a_member(state, "B", tr("A member with a B"), _reveal_text(state, question))


def _name_revealed(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.do(MemberCame(str(answer.values[0])))
    if not OWN_STATE.of(resolution.state).hidden:
        resolution.close(question)


def _no_more(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.close(question)


# ---- the penny: at the end of a turn, again after the refill if members came just now, or entered late


def pennies(state: State, player_id: str) -> tuple[Choice, ...]:
    """A penny on a member, the one used last first; or a member taken (C8-10)."""
    now = OWN_STATE.of(state)
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
    turn, now = state.turn, OWN_STATE.of(state)
    return bool(turn.player) and not turn.acting and bool(now.jail) and now.asked != turn.number


def jail_changed(state: State) -> Iterator[ev.Event]:
    """After the refill the penny is asked once more, if members came to jail just now (C8-11)."""
    came = any(t.deck == "B" for t in state.turn.laid) and state.deck == "B"
    first = state.deck_of("B").size - state.deck_of("B").left == sum(t.deck == "B" for t in state.turn.laid)
    # Only then: at the end of this turn the penny was asked with a jail that lacked them.
    if may_act(state) and came and first:
        yield ev.QuestionAsked(PENNY, state.turn.player)


def _penny_at_end(state: State, question: OpenQuestion) -> Form | None:
    """Turn end and penny in one list: done means no penny."""
    if not may_act(state):
        return None
    pick = Pick("what", tr("What is the penny for?"), pennies(state, question.player))
    # It ends the turn like "done": what is still open or below zero is asked about first.
    return Form(tr("A penny"), (pick,), caution=trouble(state))


def _penny_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player}: a penny?", player=labels.figure(state, question.player))


def _penny_after_refill(state: State, question: OpenQuestion) -> Form:
    pick = Pick("what", tr("What happens?"), pennies(state, question.player))
    return Form(tr("A penny or a member"), (pick,))


def _late_penny(state: State, question: OpenQuestion) -> Form:
    """A penny that was forgotten; first in the list for who has just laid the last tile and said nothing of it."""
    label = tr("A forgotten penny or member")
    if not OWN_STATE.of(state).jail:
        return Form(label, closed=Reason("C8-10", tr("The jail is empty.")), keyed=False)
    pick, now = Pick("what", tr("What was done?"), pennies(state, question.player)), state.just_played
    return Form(label, (pick,), keyed=question.player == now)


def _book_penny(resolution: Resolution, player_id: str, answer: Answer) -> None:
    """One of `pennies`."""
    verb, _, member = str(answer.values[0]).partition(":")
    resolution.do(PennyLaid(player_id, member) if verb == "penny" else MemberTaken(player_id, member))


def _decide_penny(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    _book_penny(resolution, question.player, answer)
    resolution.do(PennyDecided())


def _end_with_penny(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    _decide_penny(resolution, question, answer)
    finish(resolution, to_lay(resolution.state))


def _enter_late_penny(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """It decides nothing about the penny of this turn."""
    resolution.do(ev.EntryMade(question.player, LATE))
    _book_penny(resolution, question.player, answer)


_HINT, _WHEN = tr("penny"), tr("A penny comes at the end of an own turn, while somebody is in jail.")
_CARD = expansion_card("penny", tr("A penny"), 8, otherwise=_WHEN)

KINDS = (
    QuestionKind(
        DRAW,
        _draw_text,
        (
            Action("member", _with_s, _name_drawn),
            Action("rest", Form(tr("The others have a B")), _hide_others),
        ),
        rule="C8-08",
        stays_open=True,
    ),
    QuestionKind(
        REVEAL,
        _reveal_text,
        (
            Action("member", _with_b, _name_revealed),
            Action("rest", Form(tr("No more")), _no_more),
        ),
        rule="C8-09",
        stays_open=True,
    ),
    QuestionKind(
        PENNY,
        _penny_text,
        (
            Action("nothing", Form(tr("Nothing")), nothing),
            Action("penny", _penny_after_refill, _decide_penny, cards=_CARD),
        ),
        rule="C8-10",
    ),
)
AT_END = (Action(PENNY, _penny_at_end, _end_with_penny, "DOWN", _HINT, _CARD),)
ENTRIES = (Action(LATE, _late_penny, _enter_late_penny, "DOWN", _HINT, _CARD, seldom=True),)
