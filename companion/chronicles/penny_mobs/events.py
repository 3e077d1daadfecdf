"""Events of the mobs: what each one changes, its history text, turn log and undo instructions."""

from __future__ import annotations

from typing import Any

from companion.chronicles.penny_mobs.model import (
    CASTLE,
    CLAIM,
    JAIL,
    LAIRD,
    MAIL,
    MEMBERS,
    OUT_OF_GAME,
    OWN_STATE,
    WANDER,
    BruceCoinSpent,
    CardTurned,
    MemberCame,
    MemberPlaced,
    MemberSet,
    MembersHidden,
    MemberTaken,
    Mob,
    PenniesSet,
    PennyDecided,
    PennyGiven,
    PennyLaid,
    PowerUsed,
    SpongePointTaken,
    TokenRemoved,
    TokenUsed,
)
from companion.engine.game import TableInstruction
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2.actions import EventRow, LogChange
from companion.state.glen_more_2.event_rows.common import correction_text, number_correction_text
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.referee.territory_tiles import tile_at_label
from companion.state.glen_more_2.text import labels
from companion.state.territory.grid import Cell

BRUCE_COINS = 3


def _come(state: State, e: MemberCame) -> State:
    now = OWN_STATE.of(state)
    hidden = now.hidden - (MEMBERS[e.member].back == "B")
    return OWN_STATE.change(state, jail=(*now.jail, e.member), hidden=max(0, hidden))


def _words_of_coming(_state: State, e: MemberCame) -> Message:
    return tr("{member} goes to jail", member=MEMBERS[e.member].name)


def _booked_coming(state: State, e: MemberCame) -> LogChange:
    return LogChange(deed=_words_of_coming(state, e))


def _hide(state: State, e: MembersHidden) -> State:
    return OWN_STATE.change(state, hidden=e.members)


def _take(state: State, e: MemberTaken) -> State:
    now = OWN_STATE.of(state)
    return OWN_STATE.change(
        state,
        jail=tuple(m for m in now.jail if m != e.member),
        owner={**now.owner, e.member: e.player},
        plus={**now.plus, e.player: now.plus[e.player] + now.on.get(e.member, 0)},
        on={m: n for m, n in now.on.items() if m != e.member},
        tokens={**now.tokens, e.member: MEMBERS[e.member].tokens},
        bruce=BRUCE_COINS if e.member == MAIL else now.bruce,
    )


def _words_of_taking(state: State, e: MemberTaken) -> Message:
    return tr(
        "{player} takes {member}", player=labels.figure_label(state, e.player), member=MEMBERS[e.member].name
    )


def _booked_taking(_state: State, e: MemberTaken) -> LogChange:
    return LogChange(deed=tr("took {tile}", tile=MEMBERS[e.member].name), player=e.player)


def _put_back_taking(_state: State, e: MemberTaken) -> TableInstruction:
    return TableInstruction(tr("{member} back to jail with the pennies", member=MEMBERS[e.member].name))


def _lay(state: State, e: PennyLaid) -> State:
    now = OWN_STATE.of(state)
    minus = {**now.minus, e.player: now.minus[e.player] - 1}
    return OWN_STATE.change(
        state, minus=minus, on={**now.on, e.member: now.on.get(e.member, 0) + 1}, last=e.member
    )


def _words_of_laying(state: State, e: PennyLaid) -> Message:
    return tr(
        "{player}: a penny on {member}", player=labels.figure_label(state, e.player), member=MEMBERS[e.member].name
    )


def _booked_laying(_state: State, e: PennyLaid) -> LogChange:
    return LogChange(deed=tr("penny on {member}", member=MEMBERS[e.member].name), player=e.player)


def _put_back_laying(state: State, e: PennyLaid) -> TableInstruction:
    player = labels.figure_label(state, e.player)
    return TableInstruction(tr("The penny of {player} off {member}", player=player, member=MEMBERS[e.member].name))


def _decide(state: State, _e: PennyDecided) -> State:
    return OWN_STATE.change(state, asked=state.turn.number)


def _give(state: State, e: PennyGiven) -> State:
    now = OWN_STATE.of(state)
    minus = {**now.minus, e.player: now.minus[e.player] - 1}
    return OWN_STATE.change(state, minus={**minus, e.to: minus[e.to] + 1})


def _words_of_giving(state: State, e: PennyGiven) -> Message:
    return tr(
        "{player} gives {to} a penny",
        player=labels.figure_label(state, e.player),
        to=labels.figure_label(state, e.to),
    )


def _booked_giving(state: State, e: PennyGiven) -> LogChange:
    return LogChange(deed=tr("penny to {to}", to=labels.figure_label(state, e.to)), player=e.player)


def _put_back_giving(state: State, e: PennyGiven) -> TableInstruction:
    return TableInstruction(tr("The penny back to {player}", player=labels.figure_label(state, e.player)))


def _use_token(state: State, e: TokenUsed) -> State:
    now = OWN_STATE.of(state)
    changed: dict[str, Any] = {"tokens": {**now.tokens, e.member: now.tokens.get(e.member, 0) - 1}}
    category, _, id = e.where.partition(":")
    if category == "crest":
        changed["crests"] = {**now.crests, id: e.coins}
    elif category == "card":
        changed["cards"] = {**now.cards, id: now.owner[e.member]}
    elif category == "tile":
        changed["reserved"] = (id, e.coins)
        changed["reserved_in"] = state.turn.number
    return OWN_STATE.change(state, **changed)


def _words_of_token(_state: State, e: TokenUsed) -> Message:
    return tr("a token of {member} is used", member=MEMBERS[e.member].name)


def _booked_token(_state: State, e: TokenUsed) -> LogChange:
    return LogChange(deed=tr("Token of {member} used", member=MEMBERS[e.member].name))


def _put_back_token(_state: State, e: TokenUsed) -> TableInstruction:
    return TableInstruction(tr("The token back on {member}", member=MEMBERS[e.member].name))


def _remove_token(state: State, e: TokenRemoved) -> State:
    now = OWN_STATE.of(state)
    category, _, id = e.where.partition(":")
    if category == "crest":
        return OWN_STATE.change(state, crests={c: n for c, n in now.crests.items() if c != id})
    if category == "card":
        return OWN_STATE.change(state, cards={c: player_id for c, player_id in now.cards.items() if c != id})
    return OWN_STATE.change(state, reserved=("", 0))


def _turn_card(state: State, _e: CardTurned) -> State:
    return OWN_STATE.change(state, reserved=("", 0), tokens={**OWN_STATE.of(state).tokens, LAIRD: 0})


def _words_of_turning(_state: State, _e: CardTurned) -> Message:
    return tr("Peggy McLaird is turned over")


def _booked_card(state: State, e: CardTurned) -> LogChange:
    return LogChange(deed=_words_of_turning(state, e))


def _place(state: State, e: MemberPlaced) -> State:
    now = OWN_STATE.of(state)
    state = OWN_STATE.change(state, host={**now.host, e.member: e.host})
    if e.x is None or e.y is None:
        return state
    return OWN_STATE.change(state, at={**now.stands, e.member: (e.x, e.y)})


def _words_of_placing(state: State, e: MemberPlaced) -> Message:
    member, player = MEMBERS[e.member].name, labels.figure_label(state, e.host)
    if e.x is None or e.y is None or e.member == CASTLE:
        return tr("{member} is with {player}", member=member, player=player)
    tile = tile_at_label(state, e.host, Cell(e.x, e.y))
    return tr("{member} is with {player}: {tile}", member=member, player=player, tile=tile)


def _booked_placing(state: State, e: MemberPlaced) -> LogChange:
    return LogChange(deed=_words_of_placing(state, e))


def _put_back_placing(_state: State, e: MemberPlaced) -> TableInstruction:
    return TableInstruction(tr("{member} back to where he stood", member=MEMBERS[e.member].name))


def _use_power(state: State, e: PowerUsed) -> State:
    return OWN_STATE.change(state, used=(*OWN_STATE.of(state).used, e.member))


def _words_of_power(_state: State, e: PowerUsed) -> Message:
    return tr("{member}: done", member=MEMBERS[e.member].name)


def _booked_power(_state: State, e: PowerUsed) -> LogChange:
    return LogChange(deed=tr("{member} used", member=MEMBERS[e.member].name))


def _spend_bruce(state: State, _e: BruceCoinSpent) -> State:
    return OWN_STATE.change(state, bruce=OWN_STATE.of(state).bruce - 1)


def _put_back_bruce(_state: State, _e: BruceCoinSpent) -> TableInstruction:
    return TableInstruction(tr("1 coin back on Bruce McMail"))


def _set_pennies(state: State, e: PenniesSet) -> State:
    now = OWN_STATE.of(state)
    return OWN_STATE.change(state, minus={**now.minus, e.player: e.minus}, plus={**now.plus, e.player: e.plus})


def _words_of_pennies(state: State, e: PenniesSet) -> Message:
    had, whose = OWN_STATE.of(state), labels.figure_label(state, e.player)
    before = tr("-{minus} +{plus}", minus=had.minus[e.player], plus=had.plus[e.player])
    pennies = tr("-{minus} +{plus}", minus=e.minus, plus=e.plus)
    return tr("{player}: pennies {what}", player=whose, what=correction_text(pennies, before))


def _set_member(state: State, e: MemberSet) -> State:
    """Set the place of a member. A member without a player loses its tokens on crests, cards and tiles."""
    now = OWN_STATE.of(state)
    owned = e.place not in (OUT_OF_GAME, JAIL)
    jail = tuple(m for m in now.jail if m != e.member)
    changed: dict[str, Any] = {
        "jail": (*jail, e.member) if e.place == JAIL else jail,
        "owner": {m: p for m, p in now.owner.items() if m != e.member},
        "on": {m: n for m, n in now.on.items() if m != e.member},
        "tokens": {m: n for m, n in now.tokens.items() if m != e.member},
    }
    if owned:
        changed["owner"][e.member] = e.place
        changed["tokens"][e.member] = 0 if e.member == MAIL else e.number
    elif e.place == JAIL and e.number:
        changed["on"][e.member] = e.number
    if e.member == MAIL:
        changed["bruce"] = e.number if owned else 0
    return OWN_STATE.change(state, **changed, **({} if owned else _lies_nowhere(now, e.member)))


def _lies_nowhere(now: Mob, member: str) -> dict[str, Any]:
    changed: dict[str, Any] = {"host": {m: p for m, p in now.host.items() if m != member}}
    if member == WANDER:
        changed["crests"] = {}
    elif member == CLAIM:
        changed["cards"] = {}
    elif member == LAIRD:
        changed["reserved"] = ("", 0)
    return changed


def _words_of_member(state: State, e: MemberSet) -> Message:
    """Return the correction of the place; the number on the member is shown only if the place was right."""
    had = OWN_STATE.of(state)
    before = _place_of(had, e.member)
    if e.place != before or e.place == OUT_OF_GAME:
        what = correction_text(_place_words(state, e.place), _place_words(state, before))
    else:
        what = number_correction_text(_on_it(e.member, e.place, e.number), e.number, _number_on(had, e.member))
    return tr("{member}: {what}", member=MEMBERS[e.member].name, what=what)


def _place_of(now: Mob, member: str) -> str:
    return now.owner.get(member) or (JAIL if member in now.jail else OUT_OF_GAME)


def _place_words(state: State, place: str) -> Message:
    if place == OUT_OF_GAME:
        return tr("not in the game")
    return (
        tr("in jail") if place == JAIL else tr("controlled by {player}", player=labels.figure_label(state, place))
    )


def _number_on(now: Mob, member: str) -> int:
    """Return the number that a correction may set: pennies in jail, tokens (or Bruce McMail's coins) with a
    player.
    """
    if member in now.jail:
        return now.on.get(member, 0)
    return now.bruce if member == MAIL else now.tokens.get(member, 0)


def _on_it(member: str, place: str, n: int) -> Message:
    if place == JAIL:
        return trn("{n} penny on it", "{n} pennies on it", n)
    return (
        trn("{n} coin on it", "{n} coins on it", n)
        if member == MAIL
        else trn("{n} token on it", "{n} tokens on it", n)
    )


def _sponge(state: State, e: SpongePointTaken) -> State:
    return OWN_STATE.change(state, sponged=e.turn)


ROWS = (
    EventRow(PenniesSet, _set_pennies, history=_words_of_pennies),
    EventRow(MemberSet, _set_member, history=_words_of_member),
    EventRow(MemberCame, _come, history=_words_of_coming, booked=_booked_coming),
    EventRow(MembersHidden, _hide),
    EventRow(
        PennyLaid,
        _lay,
        history=_words_of_laying,
        booked=_booked_laying,
        ends_turn=True,
        undo_instructions=_put_back_laying,
    ),
    EventRow(
        MemberTaken,
        _take,
        history=_words_of_taking,
        booked=_booked_taking,
        ends_turn=True,
        undo_instructions=_put_back_taking,
    ),
    EventRow(PennyDecided, _decide),
    EventRow(
        PennyGiven, _give, history=_words_of_giving, booked=_booked_giving, undo_instructions=_put_back_giving
    ),
    EventRow(
        TokenUsed, _use_token, history=_words_of_token, booked=_booked_token, undo_instructions=_put_back_token
    ),
    EventRow(TokenRemoved, _remove_token),
    EventRow(
        MemberPlaced,
        _place,
        history=_words_of_placing,
        booked=_booked_placing,
        undo_instructions=_put_back_placing,
    ),
    EventRow(PowerUsed, _use_power, history=_words_of_power, booked=_booked_power),
    EventRow(CardTurned, _turn_card, history=_words_of_turning, booked=_booked_card),
    EventRow(BruceCoinSpent, _spend_bruce, undo_instructions=_put_back_bruce),
    EventRow(SpongePointTaken, _sponge),
)
