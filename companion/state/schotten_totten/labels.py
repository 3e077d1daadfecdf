"""Names of players, cards, stones, places and settings of Schotten Totten. Texts only; no rules."""

from __future__ import annotations

from companion.engine.message import Message, can_be_drawn, literal, tr
from companion.scoring.schotten_totten.border import (
    BLIND_MANS_BLUFF,
    ELITE_TROOPS,
    JOKERS,
    MUD_FIGHT,
    RUSES,
    TECHNIQUES,
    Side,
    printed_card,
)
from companion.scoring.schotten_totten.claim_reasons import TROOPS, card_name
from companion.state.schotten_totten.model import EXPERT, TACTICAL, State

VARIANT_WORDS = {TACTICAL: tr("tactics cards"), EXPERT: tr("expert variant")}
TACTICS_WORDS = {
    **TROOPS,
    BLIND_MANS_BLUFF: tr("Blind Man's Bluff"),
    MUD_FIGHT: tr("Mud Fight"),
    "recruiter": tr("Recruiter"),
    "strategist": tr("Strategist"),
    "banshee": tr("Banshee"),
    "traitor": tr("Traitor"),
}
"""Names of the tactics cards."""
HOUSE_WORDS = {
    "claims_are_marked": tr("stones that can be claimed are marked"),
    "claims_by_themselves": tr("what can be claimed is claimed by itself"),
    "runs_go_round": tr("8-9-1 and 9-1-2 are runs"),
    "proof_of_last_card_only": tr("a stone is proved only where one card is missing"),
    "discarded_are_seen": tr("discarded clan cards count in a proof"),
    "first_moment_counts": tr("a side that lost a card counts from when it was complete first"),
    "joker_declared": tr("a Joker says what it is when it is laid"),
    "joker_after_loss": tr("whose Joker was discarded may play the other"),
    "shield_bearer_strength": tr("the Shield Bearer says its strength when it is laid"),
    "one_technique_a_stone": tr("one combat technique a stone"),
    "recruiter_draws": tr("after Recruiter a card is drawn"),
    "ruse_without_target": tr("a ruse may be played for nothing"),
    "traitor_takes_troops": tr("Traitor takes elite troops too"),
    "traitor_stays": tr("Traitor may stay at the same stone"),
}
"""Each house rule as it is when turned on."""
COLOUR_WORDS = {
    "red": tr("red"),
    "yellow": tr("yellow"),
    "green": tr("green"),
    "blue": tr("blue"),
    "purple": tr("purple"),
    "brown": tr("brown"),
}
STONE_PREFIX, PLACE_PREFIX = "stone-", "place-"
"""Prefixes of the ids of stones and places: "stone-4", "place-a4"."""


def variant_setting(what: Message, on: bool) -> Message:
    """Return a variant and whether it is on."""
    return tr("{What}: on", What=what) if on else tr("{What}: off", What=what)


def rule_setting(rule: Message, yes: bool) -> Message:
    """Return a house rule and whether it is on."""
    return tr("yes: {rule}", rule=rule) if yes else tr("no: {rule}", rule=rule)


def player_label(side: str, name: str) -> Message:
    """Return the name of a player, or the seat if there is none that the panel can draw."""
    return literal(name) if name and can_be_drawn(name) else tr("player {n}", n=1 if side == "A" else 2)


def figure_label(state: State, side: str) -> Message:
    """Return the name of the player on a side, otherwise the seat."""
    return next((player_label(p.id, p.name) for p in state.players if p.id == side), literal(side))


def card_label(id: str) -> Message:
    """Return a card with its declaration: "green 7", "Joker as green 5", "Mud Fight"."""
    return TACTICS_WORDS[id] if id in TECHNIQUES or id in RUSES else card_name(id)


def card_kind(id: str) -> str:
    """Return the kind of a card: "clan", "joker", "spy", "shield_bearer", "technique" or "ruse"."""
    own = printed_card(id)
    if own in JOKERS:
        return "joker"
    if own in ELITE_TROOPS:
        return own
    return "technique" if own in TECHNIQUES else "ruse" if own in RUSES else "clan"


def stone_label(number: int) -> Message:
    """Return the name of a stone by number."""
    return tr("stone {n}", n=number)


def claimed_sentence(state: State, number: int, owner: Side) -> Message:
    """Return the owner of a claimed stone, as a sentence."""
    return tr("Stone {n} is claimed by {player}.", n=number, player=figure_label(state, owner))


def place_label(state: State, number: int, side: Side) -> Message:
    """Return the name of a place: the stone and the player of the side."""
    return tr("stone {n}, side of {player}", n=number, player=figure_label(state, side))


def stone_number(id: str) -> int:
    """Return the stone number of a stone or place id, 0 for other pieces."""
    return int(id[-1]) if id.startswith((STONE_PREFIX, PLACE_PREFIX)) else 0


def place_side(id: str) -> Side | None:
    """Return the side of a place id, None for other pieces."""
    if not id.startswith(PLACE_PREFIX):
        return None
    return "A" if id[-2] == "a" else "B"
