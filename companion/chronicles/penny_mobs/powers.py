"""What members let whoever controls them do: entries in the ledger, in any turn unless the member says otherwise.

Who pays whom and where the tokens lie is counted; goods, movement and tiles on the table are left to the hands.
"""

from __future__ import annotations

from functools import partial

from companion.chronicles.penny_mobs import followed, tokens
from companion.chronicles.penny_mobs.entry import (
    by_member,
    done_already,
    entry,
    form_unless,
    member_form,
    others,
    power,
    sell,
)
from companion.chronicles.penny_mobs.members import (
    ANDERSON,
    CASTLE,
    CLAIM,
    DARKIE,
    DUFF,
    LAIRD,
    MAIL,
    MEMBERS,
    MUSCLE,
    QUACK,
    SLUG,
    SNITCH,
    WANDER,
)
from companion.chronicles.penny_mobs.mob import (
    OWN_STATE,
    BruceWorked,
    MemberPlaced,
    PennyGiven,
    PowerUsed,
    TokenUsed,
)
from companion.chronicles.penny_mobs.reactions import MOVES
from companion.chronicles.queries import REWARDS_WHERE_IT_LIES, SECOND_REWARD
from companion.engine.message import tr
from companion.engine.offers import Amount, Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.effects import room_for_scots
from companion.state.glen_more_2.facts import GOODS
from companion.state.glen_more_2.market import sell_price
from companion.state.glen_more_2.model import HOME_TILES, OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form
from companion.state.glen_more_2.ruleset import asked

MAX_SCOTS = 9
SECOND = {QUACK: "C8-36", MUSCLE: "C8-38"}
"""Who may have a second reward, by which rule."""


# ---- Bruce McMail: 1 coin of his to who made a good; the good is kept or sold at once


def _mail(state: State, player_id: str) -> Form:
    """As long as coins lie on him (C8-18)."""
    if state.follows:
        return followed.mail(state, player_id)
    none = Reason("C8-18", tr("No coin lies on Bruce McMail.")) if not OWN_STATE.of(state).bruce else None
    sold = tuple(
        Choice(g, tr("{good} sold for {n}", good=labels.GOODS_WORDS[g], n=sell_price(state.market[g]) or 0))
        for g in GOODS
        if state.market[g]
    )
    what = Pick("what", tr("Where does the good go?"), (Choice("kept", tr("onto a tile")), *sold))
    return member_form(
        MAIL, Pick("player", tr("Who gained the good?"), others(state, player_id)), what, closed=none
    )


def _book_mail(resolution: Resolution, player_id: str, answer: Answer) -> None:
    if resolution.state.follows:
        followed.book_mail(resolution, player_id, answer)
        return
    maker, good = map(str, answer.values)
    resolution.do(BruceWorked())
    resolution.do(ev.CoinsGained(maker, 1, by_member(MAIL)))
    if good != "kept":
        sell(resolution, player_id, good)


# ---- Kenneth, Fergus, Mike: a Scot of the owner stands with another player (C8-24, C8-27, C8-33)


def _stands_with(member: str, state: State, player_id: str) -> Form:
    if state.follows:
        return followed.stands_with(member, state, player_id)
    origin = (
        Choice("elsewhere", tr("from the supply, or he is there already")),
        Choice("home", tr("from your own home castle")),
    )
    return member_form(
        member,
        Pick("player", tr("Who is he with now?"), others(state, player_id)),
        Pick("from", tr("Where does the Scot come from?"), origin),
    )


def _book_place(member: str, resolution: Resolution, player_id: str, answer: Answer) -> None:
    if resolution.state.follows:
        followed.place(member, resolution, player_id, answer)
        return
    # Only Scots in the home castle are counted; one from the supply or a tile changes no number.
    if answer.values[1] == "home" and resolution.state.player(player_id).scots > 0:
        resolution.do(ev.ScotsMoved(player_id, -1, by_member(member)))
    if OWN_STATE.of(resolution.state).tokens.get(member, 0):
        resolution.do(TokenUsed(member))  # it lies under him from now on (C8-24, C8-27, C8-33)
    resolution.do(MemberPlaced(member, str(answer.values[0])))


def _placed(member: str) -> Action:
    return power(member, partial(_stands_with, member), partial(_book_place, member))


def _fergus_coin(state: State, question: OpenQuestion) -> Form | None:
    """For whom he stands with, never for his owner; for all others while nobody told where he stands."""
    now, player_id = OWN_STATE.of(state), question.player
    if state.follows:  # paid with the tile
        return None
    if now.host.get(DARKIE, player_id) != player_id or now.owner.get(DARKIE) in (None, player_id):
        return None
    return Form(tr("1 coin to the owner of Fergus: the new tile touches him"))


def _book_fergus_coin(resolution: Resolution, player_id: str, _answer: Answer) -> None:
    """The host pays as part of the cost; then Fergus must go elsewhere (C8-27, C8-28)."""
    owner = OWN_STATE.of(resolution.state).owner[DARKIE]
    resolution.do(ev.CoinsPaid(player_id, 1, by_member(DARKIE)))
    resolution.do(ev.CoinsGained(owner, 1, by_member(DARKIE)))
    # The host is passed on: he may not stay with the one who has just paid (C8-28).
    resolution.ask(MOVES, owner, DARKIE, player_id)


# ---- Derek Anderson: once, one tile fewer here, one more there; its Scots go home


def _anderson(state: State, player_id: str) -> Form:
    """From any territory but the own, with a tile beside the home castle (C8-31, C8-32)."""
    if state.follows:
        return followed.anderson(state, player_id)
    bare = Reason("C8-32", tr("Only the home castle is there."))
    owners = tuple(
        Choice(
            c.value,
            c.label,
            bare if state.player(c.value).tiles <= HOME_TILES else None,
            then=(Pick("to", tr("To whose territory?"), others(state, c.value)),),
        )
        for c in others(state, player_id)
    )
    return member_form(
        ANDERSON,
        Pick("from", tr("From whose territory?"), owners),
        Amount("scots", tr("How many Scots came to the home castle of the old owner?"), 0, MAX_SCOTS, 0),
        closed=done_already(state, ANDERSON),
    )


def _book_anderson(resolution: Resolution, player_id: str, answer: Answer) -> None:
    if resolution.state.follows:
        followed.book_anderson(resolution, player_id, answer)
        return
    old, new, scots = str(answer.values[0]), str(answer.values[1]), int(answer.values[2])
    resolution.do(PowerUsed(ANDERSON))
    resolution.do(ev.TilesChanged(old, -1, "removed", "C8-31"))
    resolution.do(ev.TilesChanged(new, 1, "laid", "C8-31"))
    if home := min(scots, room_for_scots(resolution.state.player(old))):
        resolution.do(ev.ScotsMoved(old, home, by_member(ANDERSON)))


# ---- Calum McQuack: boats passed each other, a -1 penny changes hands; he and Bully: once a second reward


def _quack(state: State, player_id: str) -> Form:
    """As long as there is one (C8-35)."""
    none = Reason("C8-35", tr("There is no -1 penny left.")) if OWN_STATE.of(state).minus[player_id] <= 0 else None
    return member_form(QUACK, Pick("player", tr("Who gets the penny?"), others(state, player_id)), closed=none)


def _book_quack(resolution: Resolution, player_id: str, answer: Answer) -> None:
    resolution.do(PennyGiven(player_id, str(answer.values[0])))


def _second_reward(member: str, state: State, player_id: str) -> Form:
    """After the boat's reward one more token of the same castle, at random (C8-36, C8-38)."""
    label = tr("{member}: a second reward token", member=MEMBERS[member].name)
    castles = tuple(Choice(p.id, labels.figure(state, p.id)) for p in state.players)
    closed = done_already(state, member)
    castles = tuple(Choice(id, words) for id, words in asked(REWARDS_WHERE_IT_LIES, state, player_id))
    none = Reason(SECOND[member], tr("No reward token lies where the boat is."))
    closed = closed or (None if castles else none)
    return form_unless(closed, label, Pick("castle", tr("At whose castle?"), castles))


def _book_second(member: str, resolution: Resolution, player_id: str, answer: Answer) -> None:
    resolution.do(PowerUsed(member))
    for event in asked(SECOND_REWARD, resolution.state, player_id, str(answer.values[0])):
        resolution.do(event)


def _second(member: str) -> Action:
    return power(member, partial(_second_reward, member), partial(_book_second, member), ".second")


ENTRIES = (
    power(WANDER, tokens.wander, tokens.book_wander),
    power(DUFF, tokens.duff, tokens.book_duff),
    power(MAIL, _mail, _book_mail),
    power(LAIRD, tokens.laird, tokens.book_laird),
    _placed(SNITCH),
    _placed(DARKIE),
    _placed(CASTLE),
    power(ANDERSON, _anderson, _book_anderson),
    power(QUACK, _quack, _book_quack),
    power(CLAIM, tokens.claim, tokens.book_claim),
    _second(QUACK),
    _second(MUSCLE),
    Action(f"{SLUG}.{DARKIE}.coin", _fergus_coin, entry(_book_fergus_coin)),
)
AT_TAKE = (Action(f"{SLUG}.give_up", tokens.give_up, tokens.turn_card),)
