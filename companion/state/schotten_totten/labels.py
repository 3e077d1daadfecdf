"""How people call things: players, cards, places. Words only; decides nothing."""

from __future__ import annotations

from companion.engine.message import Message, literal, tr
from companion.scoring.schotten_totten.because import TROOPS, card_name
from companion.scoring.schotten_totten.border import Side
from companion.scoring.schotten_totten.cards import (
    BLIND_MANS_BLUFF,
    ELITE_TROOPS,
    JOKERS,
    MUD_FIGHT,
    RUSES,
    TECHNIQUES,
    piece,
)
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
"""What each tactics card is called."""
COLOUR_WORDS = {
    "red": tr("red"),
    "yellow": tr("yellow"),
    "green": tr("green"),
    "blue": tr("blue"),
    "purple": tr("purple"),
    "brown": tr("brown"),
}
STONE, PLACE = "stone-", "place-"
"""How the ids of stones and places begin: "stone-4", "place-a4"."""


def player(side: str, name: str) -> Message:
    """By name, else by the place at the table."""
    return literal(name) if name else tr("player {n}", n=1 if side == "A" else 2)


def figure(state: State, side: str) -> Message:
    return next((player(p.id, p.name) for p in state.players if p.id == side), literal(side))


def card(id: str) -> Message:
    """A card with what was declared of it: "green 7", "Joker as green 5", "Mud Fight"."""
    return TACTICS_WORDS[id] if id in TECHNIQUES or id in RUSES else card_name(id)


def kind(id: str) -> str:
    """What sort of card it is: "clan", "joker", "spy", "shield_bearer", "technique" or "ruse"."""
    own = piece(id)
    if own in JOKERS:
        return "joker"
    if own in ELITE_TROOPS:
        return own
    return "technique" if own in TECHNIQUES else "ruse" if own in RUSES else "clan"


def stone(number: int) -> Message:
    return tr("stone {n}", n=number)


def side_of(state: State, number: int, side: Side) -> Message:
    """A place: whose side of which stone."""
    return tr("stone {n}, side of {player}", n=number, player=figure(state, side))


def stone_of(id: str) -> int:
    """The stone that a stone or a place belongs to; 0 for other pieces."""
    return int(id[-1]) if id.startswith((STONE, PLACE)) else 0


def place_side(id: str) -> Side | None:
    """Whose place it is; None for any other piece."""
    if not id.startswith(PLACE):
        return None
    return "A" if id[-2] == "a" else "B"
