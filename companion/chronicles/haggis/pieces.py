"""The six tiles and the thirteen tokens: what is published of them, and which facts of the box are asked.

Asks nothing itself, and knows no letters and values that nobody has told.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.chronicles.haggis.arithmetic import VALUES as VALUES
from companion.state.glen_more_2.facts import LAND, TOKEN, Facts, Piece, deck_told
from companion.state.glen_more_2.model import State

SLUG = "haggis"
TILES = {
    "drovers_inn": "Drover's Inn",
    "ye_olde_inn": "Ye Olde Inn",
    "creek_inn": "Creek Inn",
    "haggis_house": "Haggis House",
    "beast_feast_inn": "Beast Feast Inn",
    "shetland": "Shetland",
}
TOKENS, MAX_HELD, SHOWN = 13, 5, 2
LETTERS = ("A", "B", "C", "D")

STICKERS = f"{SLUG}.stickers"
FOR_A_TOKEN, FOR_A_ROLL = f"{SLUG}.token", f"{SLUG}.roll"
"""What a sheep and a barrel are paid for."""
TOKEN_IDS = tuple(f"haggis_token_{n}" for n in range(1, TOKENS + 1))


def letter_fact(letter: str) -> str:
    """How many of the six tiles have this letter."""
    return f"{SLUG}.tiles_{letter}"


def once_fact(tile: str) -> str:
    """Whether a token comes at once with this tile (C5-12)."""
    return f"{SLUG}.once_{tile}"


def value_fact(token: str) -> str:
    """What a token shows. No secret: nobody sees which token lies where."""
    return f"{SLUG}.value_{token}"


def letters(facts: Facts) -> dict[str, int]:
    """Letter -> how many tiles have it, told of every tile or counted; one that nobody knows is left out."""
    if told := tile_letters(facts):
        return {letter: told.count(letter) for letter in LETTERS}
    return {letter: int(facts.more[fact]) for letter in LETTERS if (fact := letter_fact(letter)) in facts.more}


def letters_known(facts: Facts) -> bool:
    return len(letters(facts)) == len(LETTERS)


def tile_letters(facts: Facts) -> str:
    """The letter of each tile, as the owner told it; "" unless of all of them."""
    told = [deck_told(facts, id) for id in TILES]
    return "".join(told) if all(told) else ""


def value_of(state: State, token: str) -> int:
    """What a token shows; 0 while nobody has said."""
    return int(state.facts.more.get(value_fact(token), 0)) if token else 0


def with_pieces(facts: Facts, _state: State) -> Facts:
    """The tiles in their decks, as far as their letters are known (C5-03); the tokens (C5-02)."""
    own = letters(facts)
    decks = {letter: n + own.get(letter, 0) for letter, n in facts.decks.items()}
    pieces = {piece.id: piece for piece in _pieces()}
    return replace(facts, pieces={**facts.pieces, **pieces}, decks=decks)


def _pieces() -> Iterator[Piece]:
    for id, name in TILES.items():
        yield Piece(id, name, LAND, symbol=True)
    for id in TOKEN_IDS:
        yield Piece(id, "Haggis token", TOKEN, "")
