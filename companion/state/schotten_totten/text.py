"""Sentences about a state: reasons of claims, what players must do, and how a round ended. No rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.engine.message import Message, tr, trn, with_button_wording
from companion.scoring.schotten_totten.border import SIDES, Side
from companion.scoring.schotten_totten.claim_reasons import claim_reason, short_claim_reason
from companion.scoring.schotten_totten.claims import Claim
from companion.state.schotten_totten import labels
from companion.state.schotten_totten.legal_plays import beating_cards, cannot_lay, claimable_stones, judged_claims
from companion.state.schotten_totten.model import RoundResult, State


def named_claim_reason(state: State, claim: Claim) -> Message:
    """Return why a stone can or cannot be claimed, as a clause with the players' names."""
    names: dict[Side, str | Message] = {side: labels.figure_label(state, side) for side in SIDES}
    return claim_reason(claim, names, () if claim.claimable else beating_cards(state, claim))


def explained_stone(state: State) -> int:
    """Return the number of the stone that `claim_explanation` is about, 0 for none."""
    claim = _claimable_now(state) or _last_claim(state)
    return claim.stone if claim else 0


def claim_explanation(state: State) -> Message | None:
    """Return a sentence about the stone that can be claimed now, otherwise about the last claim, or None."""
    if now := _claimable_now(state):
        return _can_claim(state, now, named_claim_reason(state, now))
    last = _last_claim(state)
    return tr("{Clause}.", Clause=claimed_text(state, last)) if last else None


def short_claim_explanations(state: State) -> tuple[Message, ...]:
    """Return `claim_explanation` in shorter and shorter forms; () if there is none."""
    now, last = _claimable_now(state), _last_claim(state)
    claim = now or last
    if claim is None:
        return ()
    full, few = named_claim_reason(state, claim), short_claim_reason(claim)
    who, n = labels.figure_label(state, claim.by), claim.stone
    whole = tr("Stone {n}: {because}.", n=n, because=full)
    if not now:
        told = tr("{Clause}.", Clause=_claims(state, claim, few))
        return whole, told, labels.claimed_sentence(state, n, claim.by)
    return whole, _can_claim(state, claim, few), tr("{Player} can claim stone {n}.", Player=who, n=n)


def _can_claim(state: State, claim: Claim, because: Message) -> Message:
    who = labels.figure_label(state, claim.by)
    return tr("{Player} can claim stone {n}: {because}.", Player=who, n=claim.stone, because=because)


def claimed_text(state: State, claim: Claim) -> Message:
    """Return a claim that was made, with its reason, as a clause."""
    return _claims(state, claim, named_claim_reason(state, claim))


def _claims(state: State, claim: Claim, because: Message) -> Message:
    who = labels.figure_label(state, claim.by)
    return tr("{player} claims stone {n}: {because}", player=who, n=claim.stone, because=because)


def owner_text(state: State, number: int) -> Message:
    """Return the owner of a claimed stone with the reason of the claim."""
    return _whose(state, number, named_claim_reason)


def short_owner_text(state: State, number: int) -> Message:
    """Return the owner of a claimed stone with a short reason."""
    return _whose(state, number, lambda _, claim: short_claim_reason(claim))


def _whose(state: State, number: int, said: Callable[[State, Claim], Message]) -> Message:
    stone = state.stone(number)
    assert stone.owner
    if stone.claim is None:
        return labels.claimed_sentence(state, number, stone.owner)
    who, because = labels.figure_label(state, stone.owner), said(state, stone.claim)
    return tr("Stone {n} is claimed by {player}: {because}.", n=number, player=who, because=because)


def _last_claim(state: State) -> Claim | None:
    """Return the last claim until the next play.

    Recruiter is played without a waiting card, which would end this. Whether a claim came before that play
    follows from the side: players claim after their own card, in the expert variant before it.
    """
    claim, last, drew = state.claim, state.last, state.drew
    if claim and last and drew and last.card == "recruiter" and drew.player == last.player:
        return None if (claim.by == last.player) == state.expert else claim
    return claim


def _claimable_now(state: State) -> Claim | None:
    """Return the first stone that can be claimed in the open claiming step, or None; None without marks."""
    opened = state.find_question("claim")
    if not opened or not state.house.claims_are_marked:
        return None
    return next((claim for claim in claimable_stones(state).values() if claim.by == opened.player), None)


def proof_against(state: State, side: Side, stone: int) -> Message | None:
    """Return why this player cannot claim a stone, or None if it can be claimed or is not judged."""
    found = next((claim for claim in judged_claims(state, side) if claim.stone == stone), None)
    return None if found is None or found.claimable else named_claim_reason(state, found)


def todo_lines(state: State) -> Iterator[Message]:
    """Yield what players must do now."""
    if _deals(state):
        yield tr("Nine stones in a row.")
    if _deals(state) and state.tactical:
        yield tr("The ten tactics cards are a pile of their own.")
    drew = state.drew
    if drew is None:
        return
    who = labels.figure_label(state, drew.player)
    if drew.back:
        return  # `table_instruction` covers this case.
    if not drew.n:
        yield tr("No card is left to draw.")
    elif state.tactical:
        yield tr("{Player} draws from either pile.", Player=who)
    else:
        yield tr("{Player} draws a card.", Player=who)


def _deals(state: State) -> bool:
    """True if a round has just begun."""
    return bool(state.round) and not state.plays and not state.passes and state.waiting is None


def table_instruction(state: State) -> Message | None:
    """Return what players must do first, or None: deal (ST-SET-02) or carry out Recruiter (ST-RUS-03)."""
    if _deals(state):
        return tr("Deal {n} cards each.", n=state.hand)
    drew = state.drew
    if drew is None or not drew.back:
        return None
    who = labels.figure_label(state, drew.player)
    return tr(
        "{Player}: draw {n}, put {back} of your hand under the piles; draw no other.",
        Player=who,
        n=drew.n,
        back=drew.back,
    )


def draw_text(state: State, side: Side) -> Message | None:
    """Return what one player draws, to show beside the name; None if it needs a longer text."""
    drew = state.drew
    if drew is None or drew.player != side or drew.back or not drew.n:
        return None
    return tr("draws from either pile") if state.tactical else tr("draws a card")


def play_text(state: State) -> Message | None:
    """Return what the player on turn does, in a few words below the name; None if it needs a longer text."""
    if not state.find_question("play") or _claimable_now(state):
        return None
    if any(cannot_lay(state, side) for side in SIDES if side == state.to_move):
        return None
    return with_button_wording(tr("Tap your card."), tr("Which card?"))


def pending_question(state: State) -> str:
    """Return the kind of the question about the waiting card, "" if no card waits."""
    waiting = state.waiting
    if waiting is None:
        return ""
    match labels.card_kind(waiting.card):
        case "technique":
            return "stone"
        case "ruse":
            return "goal" if waiting.target else "target"
    return "declare" if waiting.stone else "place"


def round_end_reason(state: State, result: RoundResult) -> Message:
    """Return how a round ended, as a sentence."""
    return tr("{Clause}.", Clause=round_end_clause(state, result))


def round_end_clause(state: State, result: RoundResult) -> Message:
    """Return how a round ended, as a clause."""
    if not result.winner:
        return tr("nobody can go on, and both have the same number of stones")
    who = labels.figure_label(state, result.winner)
    if result.why == "ST-END-01":
        return tr("{player} owns three stones side by side", player=who)
    n = max(result.stones.values())
    if result.why == "ST-END-02":
        return trn("{player} owns {n} stone", "{player} owns {n} stones", n, player=who)
    return tr("nobody can go on, and {player} has more stones", player=who)
