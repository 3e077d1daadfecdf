"""The shipped catalogue: published facts about the pieces, read from catalogue.toml and texts.txt.

It does not include the owner's box; an unknown fact is None.
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

NO_DECK = ""


class ShippedFacts(msgspec.Struct, frozen=True):
    """The facts of the shipped catalogue."""

    tiles: dict[str, Piece]
    """Tiles by id; tiles without a published name are in `Slots`."""
    letters: dict[str, int]
    """Number of tiles by deck letter; World's End counts for D."""
    landmarks: dict[str, Landmark]
    """Landmark cards by the id of their tile."""
    crests: dict[str, Crest]
    roads: tuple[Road, ...]
    """The few roads that the rulebooks print; a sum of several roads is one row with `whole`."""
    colours: tuple[str, ...]
    """Four colours; only two of them are in the rulebooks."""
    symbol: bool
    """True if tiles of the base game have a chronicle's symbol."""
    die_faces: tuple[int, ...]
    """All six faces, so that a value on three faces is three times as likely (GM-CMP-10)."""
    start_coins: tuple[int, ...]
    """Coins of the first player, the second, and so on."""

    def named_in(self, deck: str) -> list[str]:
        """Return the tiles that are published to be in a deck, without World's End."""
        return [id for id, tile in self.tiles.items() if tile.deck == deck and id != WORLDS_END]


@cache
def load_catalogue() -> ShippedFacts:
    """Return the catalogue, read once."""
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
    """Return the tables of the file, including its sources."""
    return tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text("utf-8"))


def _tile(id: str, row: dict[str, Any], symbol: bool) -> Piece:
    """Return a tile from its row; a partly published field counts as unknown."""
    # A partly published field could be mistaken for the whole, so the owner is asked instead.
    known = {key: value for key, value in row.items() if key not in row.get("partial", ())}
    return msgspec.convert({"id": id, "symbol": symbol, **known}, Piece)


def _landmark(tile: Piece, row: dict[str, Any]) -> Landmark:
    named = {"id": tile.id, "name": tile.name, "deck": tile.deck, "text": _text(tile.id)}
    return msgspec.convert({**row, **named}, Landmark)


def _crest(id: str, row: dict[str, Any]) -> Crest:
    return msgspec.convert({**row, "id": id, "text": _text(id)}, Crest)


def _text(id: str) -> Message:
    """Return the text of a landmark card or a crest."""
    [text] = help_file(Path(__file__).with_name("texts.txt")).articles[id].text
    return text


def card_id(landmark: str) -> str:
    """Return the id of the card that belongs to a landmark tile."""
    return f"card_{landmark}"


def home_id(colour: str) -> str:
    """Return the id of a colour's home tile."""
    return f"home_{colour}"


def card_piece(landmark: Landmark) -> Piece:
    """Return a landmark's card as a piece: it has a sticker and is in no deck."""
    return _piece_outside_decks(card_id(landmark.id), landmark.name, CARD, CARD)


def home_piece(colour: str) -> Piece:
    """Return the home tile of a colour."""
    return msgspec.structs.replace(
        _piece_outside_decks(home_id(colour), "", HOME, "village and castle"), colour=colour
    )


def _piece_outside_decks(id: str, name: str, category: str, kind: str) -> Piece:
    nothing = {"cost": (), "one_time": (), "rebuild": False, "symbol": False, "barred": False}
    return msgspec.convert(
        {"id": id, "name": name, "sort": category, "deck": NO_DECK, "kind": kind, **nothing}, Piece
    )
