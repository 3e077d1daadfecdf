"""The catalogue that ships: what public words say of the pieces, read from catalogue.toml and texts.txt.

Knows no owner's box and fills no gap: an unknown fact stays None.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.message import Message
from companion.games.help_file import help_file
from companion.state.glen_more_2.facts import CARD, HOME, WORLDS_END, Crest, Landmark, Piece, Road

DECK_OF_NOTHING = ""


class ShippedFacts(msgspec.Struct, frozen=True):
    """The shipped facts."""

    tiles: dict[str, Piece]
    """By id; those without a published name are not here but in `Slots`."""
    letters: dict[str, int]
    """How many tiles a deck's letter is printed on, World's End counted in with D."""
    landmarks: dict[str, Landmark]
    """Cards by the id of their tile."""
    crests: dict[str, Crest]
    roads: tuple[Road, ...]
    """The few that the books print; a sum of several is one `whole` row."""
    colours: tuple[str, ...]
    """Four words; only two of them are in the books."""
    symbol: bool
    """Whether tiles of the base game carry a chronicle's symbol."""
    die_faces: tuple[int, ...]
    """All six, so that a face that is there three times is three times as likely (GM-CMP-10)."""
    start_coins: tuple[int, ...]
    """Of the first player, the second and so on."""

    def named_in(self, deck: str) -> list[str]:
        """The tiles that public words put into a deck, without World's End."""
        return [id for id, tile in self.tiles.items() if tile.deck == deck and id != WORLDS_END]


@cache
def load_catalogue() -> ShippedFacts:
    """The catalogue, read once."""
    tables = shipped_tables()
    decks = tables["decks"]
    symbol = tables["symbol"]["base_tiles"]
    tiles = {id: _tile(id, row, symbol) for id, row in tables["tile"].items()}
    return ShippedFacts(
        tiles=tiles,
        letters={deck: size for deck, size in decks.items() if isinstance(size, int)},
        landmarks={id: _landmark(tiles[id], row) for id, row in tables["landmark"].items()},
        crests={id: _crest(id, row) for id, row in tables["crest"].items()},
        roads=msgspec.convert(tables["road"], tuple[Road, ...]),
        colours=tuple(tables["colours"]["order"]),
        symbol=symbol,
        die_faces=tuple(tables["die"]["faces"]),
        start_coins=tuple(tables["setup"]["start_coins"]),
    )


def shipped_tables() -> dict[str, Any]:
    """The file itself, sources and all."""
    return tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text("utf-8"))


def _tile(id: str, row: dict[str, Any], symbol: bool) -> Piece:
    """A tile's row; what is only partly known counts as unknown."""
    # What a book tells in part could be taken for the whole: better asked than half known.
    known = {key: value for key, value in row.items() if key not in row.get("partial", ())}
    return msgspec.convert({"id": id, "symbol": symbol, **known}, Piece)


def _landmark(tile: Piece, row: dict[str, Any]) -> Landmark:
    named = {"id": tile.id, "name": tile.name, "deck": tile.deck, "text": _text(tile.id)}
    return msgspec.convert({**row, **named}, Landmark)


def _crest(id: str, row: dict[str, Any]) -> Crest:
    return msgspec.convert({**row, "id": id, "text": _text(id)}, Crest)


def _text(id: str) -> Message:
    """Return what a landmark card or a crest leaves for the players to do."""
    [text] = help_file(Path(__file__).with_name("texts.txt")).articles[id].text
    return text


def card_id(landmark: str) -> str:
    """The id of the card that belongs to a landmark tile."""
    return f"card_{landmark}"


def home_id(colour: str) -> str:
    """The id of a colour's home tile."""
    return f"home_{colour}"


def card_piece(landmark: Landmark) -> Piece:
    """A landmark's card as a piece of its own: it has a sticker and lies in no deck."""
    return _beside(card_id(landmark.id), landmark.name, CARD, CARD)


def home_piece(colour: str) -> Piece:
    """The home tile of a colour."""
    return msgspec.structs.replace(_beside(home_id(colour), "", HOME, "village and castle"), colour=colour)


def _beside(id: str, name: str, category: str, kind: str) -> Piece:
    nothing = {"cost": (), "one_time": (), "rebuild": False, "symbol": False, "barred": False}
    return msgspec.convert(
        {"id": id, "name": name, "sort": category, "deck": DECK_OF_NOTHING, "kind": kind, **nothing}, Piece
    )
