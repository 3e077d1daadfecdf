"""Legal plays and claims in a state; each refusal is a `Reason` with its rule.

Hands are unknown, so a card can be played unless something on the table forbids it. Claims are judged by
`companion.scoring.schotten_totten.claims`.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.caching import memoize_last, memoize_per_state
from companion.engine.message import Message, tr, trn
from companion.engine.offers import Reason
from companion.scoring.schotten_totten.border import (
    CLAN_CARDS,
    JOKERS,
    SIDES,
    TACTICS,
    Side,
    other_side,
    printed_card,
)
from companion.scoring.schotten_totten.claims import Claim, cards_that_beat, judge_claims
from companion.state.schotten_totten import labels
from companion.state.schotten_totten.model import (
    PlacedCard,
    State,
    find_card,
    jokers_played,
    placed_cards,
    stone_of_technique,
)


def cards_of_variant(state: State) -> tuple[str, ...]:
    """Return all cards of this variant, clan cards first (ST-CMP-02, ST-CMP-03)."""
    return (*CLAN_CARDS, *TACTICS) if state.tactical else (*CLAN_CARDS,)


def why_not_card(state: State, card: str, side: Side) -> Reason | None:
    """Return why a card cannot be played from this player's hand now, or None."""
    if found := location_text(state, card):
        return Reason("ST-APP-01", found)
    if card in CLAN_CARDS:
        return _no_room(state, side)
    if not state.tactical:
        return Reason(
            "ST-CMP-03", tr("{Card} is a tactics card; this game is played without.", Card=labels.card_label(card))
        )
    return _too_many(state, side) or _own_reason(state, card, side)


def location_text(state: State, card: str) -> Message | None:
    """Return where a card is that has left hands and piles, or None (ST-PRF-07)."""
    if found := find_card(state, card):
        place = labels.place_label(state, found.stone, found.side)
        return tr("{Card} lies there already: {where}.", Card=labels.card_label(found.card), where=place)
    if number := stone_of_technique(state, card):
        return tr(
            "{Card} lies there already: {where}.", Card=labels.card_label(card), where=labels.stone_label(number)
        )
    if card in state.discarded:
        return tr("{Card} lies in the discard pile.", Card=labels.card_label(card))
    return None


@memoize_last
def _no_room(state: State, side: Side) -> Reason | None:
    if has_free_side(state, side):
        return None
    who = labels.figure_label(state, side)
    return Reason("ST-TRN-06", tr("No free stone has room on the side of {player}.", player=who))


def has_free_side(state: State, side: Side) -> bool:
    """True if a clan card can be placed at any stone (ST-TRN-06, ST-TAC-06)."""
    return any(why_side_closed(state, number, side) is None for number, _ in enumerate(state.stones, 1))


def _too_many(state: State, side: Side) -> Reason | None:
    """Return why the player cannot play one more tactics card, or None (ST-TAC-08, ST-TAC-09).

    The limit is one more than the opponent has played, wherever the cards are now.
    """
    mine, theirs = (len(state.player(each).tactics) for each in (side, other_side(side)))
    if mine <= theirs:
        return None
    text = trn(
        "{Player} has played {n} tactics card, {other} {theirs}: first it is the turn of {other} to play one.",
        "{Player} has played {n} tactics cards, {other} {theirs}: first it is the turn of {other} to play one.",
        mine,
        Player=labels.figure_label(state, side),
        other=labels.figure_label(state, other_side(side)),
        theirs=theirs,
    )
    return Reason("ST-TAC-08", text)


def _own_reason(state: State, card: str, side: Side) -> Reason | None:
    """Return what the text of the card itself forbids."""
    if card in JOKERS and (reason := _second_joker(state, side)):
        return reason
    match labels.card_kind(card):
        case "technique":
            able = any(why_no_technique(state, number) is None for number, _ in enumerate(state.stones, 1))
            return None if able else Reason("ST-TEC-03", tr("No stone is free for it."))
        case "ruse":
            able = state.house.ruse_without_target or has_target(state, card, side)
            text = tr("There is nothing that {card} could take.", card=labels.card_label(card))
            return None if able else Reason("ST-RUS-07", text)
    return _no_room(state, side)


def _second_joker(state: State, side: Side) -> Reason | None:
    """Return why a second Joker cannot be played (ST-ELT-03), or None."""
    if state.house.joker_after_loss:
        locked = any(each.side == side and printed_card(each.card) in JOKERS for each in placed_cards(state))
    else:
        locked = jokers_played(state, side) > 0
    text = tr(
        "{Player} has played a Joker: the other one stays in the hand.", Player=labels.figure_label(state, side)
    )
    return Reason("ST-ELT-03", text) if locked else None


def why_side_closed(state: State, number: int, side: Side) -> Reason | None:
    """Return why no card can be added to this side of a stone, or None."""
    stone = state.stone(number)
    if stone.owner:
        return Reason("ST-CLM-06", labels.claimed_sentence(state, number, stone.owner))
    if stone.is_full(side):
        n = len(stone.cards(side))
        text = tr(
            "{Player} has {n} cards at stone {stone} already.",
            Player=labels.figure_label(state, side),
            n=n,
            stone=number,
        )
        return Reason("ST-TEC-02" if n > 3 else "ST-TRN-03", text)
    return None


def why_no_technique(state: State, number: int) -> Reason | None:
    """Return why no combat technique can be placed on a stone (ST-TEC-03), or None."""
    stone = state.stone(number)
    if stone.owner:
        return Reason("ST-CLM-06", labels.claimed_sentence(state, number, stone.owner))
    if stone.techniques and state.house.one_technique_a_stone:
        there = labels.card_label(stone.techniques[0])
        return Reason("ST-TEC-03", tr("{Card} lies on stone {n} already.", Card=there, n=number))
    return None


def ruse_targets(state: State, ruse: str, side: Side) -> Iterator[PlacedCard]:
    """Yield the cards that a ruse may take (ST-RUS-04 to ST-RUS-06)."""
    return (each for each in placed_cards(state) if why_not_target(state, ruse, side, each) is None)


def has_target(state: State, ruse: str, side: Side) -> bool:
    """True if a ruse can take a card; Recruiter needs none."""
    return ruse == "recruiter" or any(True for _ in ruse_targets(state, ruse, side))


def why_not_target(state: State, ruse: str, side: Side, target: PlacedCard) -> Reason | None:
    """Return why a ruse cannot take this card, or None."""
    rule = {"strategist": "ST-RUS-04", "banshee": "ST-RUS-05", "traitor": "ST-RUS-06"}[ruse]
    whose = side if ruse == "strategist" else other_side(side)
    if target.side != whose:
        who = labels.figure_label(state, whose)
        return Reason(rule, tr("{Card} takes a card of {player}.", Card=labels.card_label(ruse), player=who))
    if owner := state.stone(target.stone).owner:
        return Reason(rule, labels.claimed_sentence(state, target.stone, owner))
    if ruse != "traitor":
        return None
    if target.card not in CLAN_CARDS and not state.house.traitor_takes_troops:
        return Reason(rule, tr("{Card} takes clan cards only.", Card=labels.card_label(ruse)))
    if not any(why_not_destination(state, ruse, target, n, side) is None for n, _ in enumerate(state.stones, 1)):
        who = labels.figure_label(state, side)
        return Reason(rule, tr("No free stone has room on the side of {player}.", player=who))
    return None


def why_not_destination(state: State, ruse: str, target: PlacedCard, number: int, side: Side) -> Reason | None:
    """Return why the card that a ruse takes cannot go to the player's side of this stone, or None."""
    if number == target.stone and (ruse == "strategist" or not state.house.traitor_stays):
        rule = "ST-RUS-04" if ruse == "strategist" else "ST-RUS-06"
        return Reason(rule, tr("It lies at stone {n}: it must go to another one.", n=number))
    return why_side_closed(state, number, side)


def cannot_lay(state: State, side: Side) -> bool:
    """True if certainly no clan card can be played: empty hand or no free side (ST-TRN-07, ST-TAC-06)."""
    return state.player(side).hand == 0 or not has_free_side(state, side)


def may_play_tactics(state: State, side: Side) -> bool:
    """True if a tactics card may be playable, as far as the table shows."""
    cards = TACTICS if state.tactical and state.player(side).hand else ()
    return any(why_not_card(state, card, side) is None for card in cards)


def why_must_lay(state: State, side: Side) -> Reason | None:
    """Return why this player can certainly play a clan card; None if that is unknown."""
    hand = state.player(side).hand
    tactics_left = len(TACTICS) - sum(len(p.tactics) for p in state.players) if state.tactical else 0
    if hand <= tactics_left or not has_free_side(state, side):
        return None
    text = tr("{Player} still has a clan card, and room for it.", Player=labels.figure_label(state, side))
    return Reason("ST-TAC-06" if state.tactical else "ST-TRN-07", text)


def judged_claims(state: State, side: Side) -> tuple[Claim, ...]:
    """Return the judgement of every unclaimed stone where this side is full."""
    return _judged(state)[SIDES.index(side)]


@memoize_last
def _judged(state: State) -> tuple[tuple[Claim, ...], tuple[Claim, ...]]:
    stones = [stone.scoring_stone for stone in state.stones]
    a, b = (judge_claims(stones, side, state.discarded, state.house) for side in SIDES)
    return a, b


def claimable_stones(state: State) -> dict[int, Claim]:
    """Return by number every stone that either player could claim, in whichever claiming step."""
    return {claim.stone: claim for side in SIDES for claim in judged_claims(state, side) if claim.claimable}


def unclaimable_stones(state: State) -> dict[int, Claim]:
    """Return by number every stone with a full side that neither player can claim, because the proof fails."""
    able = claimable_stones(state)
    return {
        claim.stone: claim for side in SIDES for claim in judged_claims(state, side) if claim.stone not in able
    }


def judged_claim(state: State, side: Side, stone: int) -> Claim | None:
    """Return the judgement of one stone; None if it has an owner or the side is not full."""
    return next((claim for claim in judged_claims(state, side) if claim.stone == stone), None)


@memoize_per_state
def beating_cards(state: State, claim: Claim) -> tuple[str, ...]:
    """Return all cards that beat a claim, see `claims.cards_that_beat`."""
    return cards_that_beat([stone.scoring_stone for stone in state.stones], claim, state.discarded, state.house)
