"""What people are told of a state: why a stone is whose, what hands do, what a card waits for. Words only."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.message import Message, tr, trn
from companion.scoring.schotten_totten.because import because
from companion.scoring.schotten_totten.border import SIDES, Side
from companion.scoring.schotten_totten.claims import Claim
from companion.state.schotten_totten import labels
from companion.state.schotten_totten.judging import beating, claimable, judged
from companion.state.schotten_totten.model import RoundResult, State


def reason(state: State, claim: Claim) -> Message:
    """Why a stone can be claimed, or why not: a clause."""
    names: dict[Side, str | Message] = {side: labels.figure(state, side) for side in SIDES}
    return because(claim, names, () if claim.claimable else beating(state, claim))


def why(state: State) -> Message | None:
    """Of what can be claimed now, else of the last claim; None where nobody claimed since the last card."""
    if now := _claimable_now(state):
        return tr(
            "{Player} can claim stone {n}: {because}.",
            Player=labels.figure(state, now.by),
            n=now.stone,
            because=reason(state, now),
        )
    last = _last_claim(state)
    return tr("{Clause}.", Clause=claimed(state, last)) if last else None


def why_in_short(state: State) -> Message | None:
    """The same without who claims, for little room."""
    claim = _claimable_now(state) or _last_claim(state)
    return tr("Stone {n}: {because}.", n=claim.stone, because=reason(state, claim)) if claim else None


def claimed(state: State, claim: Claim) -> Message:
    """A claim that was made, with its reason: a clause."""
    return tr(
        "{player} claims stone {n}: {because}",
        player=labels.figure(state, claim.by),
        n=claim.stone,
        because=reason(state, claim),
    )


def _last_claim(state: State) -> Claim | None:
    """The last claim until the next play: Recruiter is played without a card that waits, which ends it.

    Whose claim came before that play follows from who claims when: after the own card, of experts before it.
    """
    claim, last, drew = state.claim, state.last, state.drew
    if claim and last and drew and last.card == "recruiter" and drew.player == last.player:
        return None if (claim.by == last.player) == state.expert else claim
    return claim


def _claimable_now(state: State) -> Claim | None:
    """The first stone that can be claimed in the claiming step that is open, where the table wants marks."""
    opened = state.opened("claim")
    if not opened or not state.house.claims_are_marked:
        return None
    return next((claim for claim in claimable(state).values() if claim.by == opened.player), None)


def proof_against(state: State, side: Side, stone: int) -> Message | None:
    """Why this player can't claim a stone; None where nothing is to be judged."""
    found = next((claim for claim in judged(state, side) if claim.stone == stone), None)
    return None if found is None or found.claimable else reason(state, found)


def todo(state: State) -> Iterator[Message]:
    """What hands do now."""
    if state.round and not state.plays and not state.passes and state.waiting is None:
        yield tr("Nine stones in a row. {n} clan cards to each player.", n=state.hand)
        if state.tactical:
            yield tr("The ten tactics cards are a pile of their own.")
    drew = state.drew
    if drew is None:
        return
    who = labels.figure(state, drew.player)
    if drew.back:
        yield tr("{Player} draws {n} and puts {back} under the piles.", Player=who, n=drew.n, back=drew.back)
    elif not drew.n:
        yield tr("No card is left to draw.")
    elif state.tactical:
        yield tr("{Player} draws a card from either pile.", Player=who)
    else:
        yield tr("{Player} draws a card.", Player=who)


def draws(state: State, side: Side) -> Message | None:
    """The same of one player, beside the name; None where `todo` has more to say of it."""
    drew = state.drew
    if drew is None or drew.player != side or drew.back or not drew.n:
        return None
    return tr("draws from either pile") if state.tactical else tr("draws a card")


def asks(state: State) -> str:
    """What is still to be said of the card that waits; "" where none does. Its question has that name."""
    waiting = state.waiting
    if waiting is None:
        return ""
    match labels.kind(waiting.card):
        case "technique":
            return "stone"
        case "ruse":
            return "goal" if waiting.target else "target"
    return "declare" if waiting.stone else "place"


def why_over(state: State, result: RoundResult) -> Message:
    """How a round ended."""
    return tr("{Clause}.", Clause=round_over(state, result))


def round_over(state: State, result: RoundResult) -> Message:
    """The same as a clause."""
    if not result.winner:
        return tr("nobody can go on, and both have the same number of stones")
    who = labels.figure(state, result.winner)
    if result.why == "ST-END-01":
        return tr("{player} owns three stones side by side", player=who)
    n = max(result.stones.values())
    if result.why == "ST-END-02":
        return trn("{player} owns {n} stone", "{player} owns {n} stones", n, player=who)
    return tr("nobody can go on, and {player} has more stones", player=who)
