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
from companion.engine.event_rows import EventTable, LogChange, When, placeholder
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2.event_rows.common import FILLERS
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.referee.territory_tiles import tile_at_label
from companion.state.glen_more_2.text import labels
from companion.state.territory.grid import Cell

BRUCE_COINS = 3


def _come(state: State, e: MemberCame) -> State:
    now = OWN_STATE.of(state)
    hidden = now.hidden_members - (MEMBERS[e.member].back == "B")
    return OWN_STATE.change(state, jail=(*now.jail, e.member), hidden_members=max(0, hidden))


def _hide(state: State, e: MembersHidden) -> State:
    return OWN_STATE.change(state, hidden_members=e.members)


def _take(state: State, e: MemberTaken) -> State:
    now = OWN_STATE.of(state)
    return OWN_STATE.change(
        state,
        jail=tuple(m for m in now.jail if m != e.member),
        owners={**now.owners, e.member: e.player},
        plus_pennies={**now.plus_pennies, e.player: now.plus_pennies[e.player] + now.pennies_on.get(e.member, 0)},
        pennies_on={m: n for m, n in now.pennies_on.items() if m != e.member},
        tokens={**now.tokens, e.member: MEMBERS[e.member].tokens},
        bruce_coins=BRUCE_COINS if e.member == MAIL else now.bruce_coins,
    )


def _lay(state: State, e: PennyLaid) -> State:
    now = OWN_STATE.of(state)
    minus = {**now.minus_pennies, e.player: now.minus_pennies[e.player] - 1}
    return OWN_STATE.change(
        state,
        minus_pennies=minus,
        pennies_on={**now.pennies_on, e.member: now.pennies_on.get(e.member, 0) + 1},
        last=e.member,
    )


def _decide(state: State, _e: PennyDecided) -> State:
    return OWN_STATE.change(state, asked=state.turn.number)


def _give(state: State, e: PennyGiven) -> State:
    now = OWN_STATE.of(state)
    minus = {**now.minus_pennies, e.player: now.minus_pennies[e.player] - 1}
    return OWN_STATE.change(state, minus_pennies={**minus, e.to: minus[e.to] + 1})


def _use_token(state: State, e: TokenUsed) -> State:
    now = OWN_STATE.of(state)
    changed: dict[str, Any] = {"tokens": {**now.tokens, e.member: now.tokens.get(e.member, 0) - 1}}
    category, _, id = e.where.partition(":")
    if category == "crest":
        changed["crest_tokens"] = {**now.crest_tokens, id: e.coins}
    elif category == "card":
        changed["card_tokens"] = {**now.card_tokens, id: now.owners[e.member]}
    elif category == "tile":
        changed["reserved"] = (id, e.coins)
        changed["reserved_in"] = state.turn.number
    return OWN_STATE.change(state, **changed)


def _remove_token(state: State, e: TokenRemoved) -> State:
    now = OWN_STATE.of(state)
    category, _, id = e.where.partition(":")
    if category == "crest":
        return OWN_STATE.change(state, crest_tokens={c: n for c, n in now.crest_tokens.items() if c != id})
    if category == "card":
        return OWN_STATE.change(
            state, card_tokens={c: player_id for c, player_id in now.card_tokens.items() if c != id}
        )
    return OWN_STATE.change(state, reserved=("", 0))


def _turn_card(state: State, _e: CardTurned) -> State:
    return OWN_STATE.change(state, reserved=("", 0), tokens={**OWN_STATE.of(state).tokens, LAIRD: 0})


def _place(state: State, e: MemberPlaced) -> State:
    now = OWN_STATE.of(state)
    state = OWN_STATE.change(state, hosts={**now.hosts, e.member: e.host})
    if e.x is None or e.y is None:
        return state
    return OWN_STATE.change(state, tracked_positions={**now.member_positions, e.member: (e.x, e.y)})


def _use_power(state: State, e: PowerUsed) -> State:
    return OWN_STATE.change(state, used_powers=(*OWN_STATE.of(state).used_powers, e.member))


def _spend_bruce(state: State, _e: BruceCoinSpent) -> State:
    return OWN_STATE.change(state, bruce_coins=OWN_STATE.of(state).bruce_coins - 1)


def _set_pennies(state: State, e: PenniesSet) -> State:
    now = OWN_STATE.of(state)
    return OWN_STATE.change(
        state,
        minus_pennies={**now.minus_pennies, e.player: e.minus},
        plus_pennies={**now.plus_pennies, e.player: e.plus},
    )


def _set_member(state: State, e: MemberSet) -> State:
    """Set the place of a member. A member without a player loses its tokens on crests, cards and tiles."""
    now = OWN_STATE.of(state)
    owned = e.place not in (OUT_OF_GAME, JAIL)
    jail = tuple(m for m in now.jail if m != e.member)
    changed: dict[str, Any] = {
        "jail": (*jail, e.member) if e.place == JAIL else jail,
        "owners": {m: p for m, p in now.owners.items() if m != e.member},
        "pennies_on": {m: n for m, n in now.pennies_on.items() if m != e.member},
        "tokens": {m: n for m, n in now.tokens.items() if m != e.member},
    }
    if owned:
        changed["owners"][e.member] = e.place
        changed["tokens"][e.member] = 0 if e.member == MAIL else e.number
    elif e.place == JAIL and e.number:
        changed["pennies_on"][e.member] = e.number
    if e.member == MAIL:
        changed["bruce_coins"] = e.number if owned else 0
    return OWN_STATE.change(state, **changed, **({} if owned else _lies_nowhere(now, e.member)))


def _lies_nowhere(now: Mob, member: str) -> dict[str, Any]:
    changed: dict[str, Any] = {"hosts": {m: p for m, p in now.hosts.items() if m != member}}
    if member == WANDER:
        changed["crest_tokens"] = {}
    elif member == CLAIM:
        changed["card_tokens"] = {}
    elif member == LAIRD:
        changed["reserved"] = ("", 0)
    return changed


def _place_of(now: Mob, member: str) -> str:
    return now.owners.get(member) or (JAIL if member in now.jail else OUT_OF_GAME)


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
        return now.pennies_on.get(member, 0)
    return now.bruce_coins if member == MAIL else now.tokens.get(member, 0)


def _on_it(member: str, place: str, n: int) -> Message:
    if place == JAIL:
        return trn("{n} penny on it", "{n} pennies on it", n)
    return (
        trn("{n} coin on it", "{n} coins on it", n)
        if member == MAIL
        else trn("{n} token on it", "{n} tokens on it", n)
    )


def _sponge(state: State, e: SpongePointTaken) -> State:
    return OWN_STATE.change(state, sponge_turn=e.turn)


def _is_same_place(state: State, e: MemberSet) -> bool:
    """True if the place was right, so that the number on the member is shown."""
    return e.place != OUT_OF_GAME and e.place == _place_of(OWN_STATE.of(state), e.member)


def _corrected_member(state: State, e: MemberSet) -> Message:
    return _on_it(e.member, e.place, e.number) if _is_same_place(state, e) else _place_words(state, e.place)


def _earlier_member(state: State, e: MemberSet) -> Message | int | None:
    had = OWN_STATE.of(state)
    if not _is_same_place(state, e):
        return _place_words(state, _place_of(had, e.member))
    n = _number_on(had, e.member)
    return None if n == e.number else n


def _earlier_pennies(state: State, e: PenniesSet) -> Message:
    had = OWN_STATE.of(state)
    return tr("-{minus} +{plus}", minus=had.minus_pennies[e.player], plus=had.plus_pennies[e.player])


def _has_cell(_state: State, e: MemberPlaced) -> bool:
    return e.x is not None and e.y is not None and e.member != CASTLE


row = EventTable[State]({**FILLERS, "member": lambda _s, e: MEMBERS[e.member].name}).row
_TO_JAIL = tr("{member} goes to jail")
_TURNED = tr("Peggy McLaird is turned over")
_PLACED = When(_has_cell, tr("{member} is with {player}: {tile}"), tr("{member} is with {player}"))
ROWS = (
    row(
        PenniesSet,
        _set_pennies,
        tr("{player}: pennies {what}"),
        before=_earlier_pennies,
        corrects="what",
        fillers={"what": tr("-{minus} +{plus}")},
    ),
    row(
        MemberSet,
        _set_member,
        tr("{member}: {what}"),
        before=_earlier_member,
        corrects="what",
        fillers={"what": _corrected_member},
    ),
    row(MemberCame, _come, _TO_JAIL, log_change=LogChange(action=_TO_JAIL)),
    row(MembersHidden, _hide),
    row(
        PennyLaid,
        _lay,
        tr("{player}: a penny on {member}"),
        log_change=LogChange(action=tr("penny on {member}"), player="{player}"),
        undo=tr("The penny of {player} off {member}"),
        ends_turn=True,
    ),
    row(
        MemberTaken,
        _take,
        tr("{player} takes {member}"),
        log_change=LogChange(action=tr("took {tile}", tile=placeholder("member")), player="{player}"),
        undo=tr("{member} back to jail with the pennies"),
        ends_turn=True,
    ),
    row(PennyDecided, _decide),
    row(
        PennyGiven,
        _give,
        tr("{player} gives {to} a penny"),
        log_change=LogChange(action=tr("penny to {to}"), player="{player}"),
        undo=tr("The penny back to {player}"),
    ),
    row(
        TokenUsed,
        _use_token,
        tr("a token of {member} is used"),
        log_change=LogChange(action=tr("Token of {member} used")),
        undo=tr("The token back on {member}"),
    ),
    row(TokenRemoved, _remove_token),
    row(
        MemberPlaced,
        _place,
        _PLACED,
        log_change=LogChange(action=placeholder("deed")),
        undo=tr("{member} back to where he stood"),
        fillers={
            "player": lambda s, e: labels.figure_label(s, e.host),
            "tile": lambda s, e: tile_at_label(s, e.host, Cell(e.x, e.y)),
            "deed": _PLACED,
        },
    ),
    row(PowerUsed, _use_power, tr("{member}: done"), log_change=LogChange(action=tr("{member} used"))),
    row(CardTurned, _turn_card, _TURNED, log_change=LogChange(action=_TURNED)),
    row(BruceCoinSpent, _spend_bruce, undo=tr("1 coin back on Bruce McMail")),
    row(SpongePointTaken, _sponge),
)
