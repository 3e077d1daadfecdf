"""What is known of the box on this table: pieces, decks, crests, roads, as frozen values.

Missing is a value (None), never a guess. Never reads a file: `companion.catalogue` does that.
A game's first journal row holds a copy of these facts.
"""

from __future__ import annotations

import msgspec

from companion.engine.message import Message

GOODS = ("wood", "stone", "barley", "sheep", "cattle")
DECKS = ("S", "A", "B", "C", "D")
START_DECK = DECKS[0]
FINAL = "final"
"""What the scoring at the end of the game is called where a round goes by its deck."""
WORLDS_END = "worlds_end"
DAVID_HUME = "david_hume"

LAND, PERSON, LANDMARK, END, HOME, CARD = "land", "person", "landmark", "end", "home", "card"
FIXTURE, TOKEN = "fixture", "token"


class Effect(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One step of what a piece does.

    op: "gain" (what = coin, whisky, vp: booked; a good: told), "scots" (n Scots onto any tile: asked how many
    go to the home castle), "scot_on_tile" (told), "clan_marker", "landmark_card", "remove_tiles" (up to n),
    "take_piece" (what = piece id), "from_discards", "tell" (only its text matters).
    """

    op: str
    what: str = ""
    n: int = 0


class Cost(msgspec.Struct, frozen=True, gc=False):
    """What one kind of thing a tile costs: what = coin, whisky, scot, a good, or "any_good"."""

    what: str
    n: int


class Piece(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, rename={"category": "sort"}):
    """A tile, person, home tile or landmark card: whatever carries a sticker of its own.

    id: the catalogue's id ("loch_ness") or the slot of a tile nobody has named ("A-4").
    sort: "land" or "person" (where the piece goes), "landmark" (a land tile with a card), "end" (World's End),
    "home", "card" (a landmark card), "fixture" (stands on the rondel for good), "token" (no tile at all); None =
    unknown.
    deck: S, A, B, C, D, "" for none, None = unknown.
    rebuild, cost, one_time: None = unknown; an empty tuple = has none. symbol: carries a chronicle symbol.
    stays: it is not taken by a figure that stops on it. uncounted: the die goes by it as if it were not there.
    barred: no pawn may stop on it. kind: the printed type, only kept.
    """

    id: str
    name: str = ""
    category: str | None = None
    deck: str | None = None
    kind: str | None = None
    rebuild: bool | None = None
    cost: tuple[Cost, ...] | None = None
    one_time: tuple[Effect, ...] | None = None
    symbol: bool | None = None
    stays: bool = False
    uncounted: bool = False
    barred: bool | None = None
    persons: int = 1
    colour: str = ""


PIECE_FIELDS = dict(zip(Piece.__struct_encode_fields__, Piece.__struct_fields__, strict=True))
"""What a field of a piece is called in files -> what it is called here."""


class Landmark(msgspec.Struct, frozen=True, gc=False):
    """A landmark card: `id` is that of its tile. timing: one_time, permanent, end_game."""

    id: str
    name: str
    deck: str
    timing: str
    effects: tuple[Effect, ...]
    text: Message
    rule: str


class Crest(msgspec.Struct, frozen=True, gc=False):
    """A crest of the clan board.

    tiers: (needed, points) pairs, rising, for `counted`. needed counts in play: coins, rebuild_tiles;
    others are asked. repeatable: may be taken again. timing: one_time, permanent.
    """

    id: str
    name: str
    timing: str
    effects: tuple[Effect, ...]
    text: Message
    rule: str
    counted: str = ""
    tiers: tuple[tuple[int, int], ...] = ()
    repeatable: bool = False


class Road(msgspec.Struct, frozen=True, gc=False):
    """Coins of the way between two crests, or between "start" and a crest. whole: a sum over several roads."""

    a: str
    b: str
    coins: int
    whole: bool = False


class Facts(msgspec.Struct, frozen=True, gc=False):
    """Everything known of one box. decks: letter -> number of tiles printed with it, World's End not counted in.

    rondel_spaces None = nobody has counted yet. worlds_end_in_d: is World's End one of the 17 D tiles (so that
    only 16 others carry the letter)? None = unknown. roads_complete: the owner entered every road.
    colours: the players' colours in the order of the home tiles. more: facts that only a chronicle needs, by names
    that begin with its slug and a dot.
    """

    pieces: dict[str, Piece]
    decks: dict[str, int]
    landmarks: dict[str, Landmark]
    crests: dict[str, Crest]
    roads: tuple[Road, ...] = ()
    roads_complete: bool = False
    rondel_spaces: int | None = None
    worlds_end_in_d: bool | None = None
    colours: tuple[str, ...] = ()
    die_faces: tuple[int, ...] = (1, 1, 1, 2, 2, 3)
    start_coins: tuple[int, ...] = (5, 6, 7, 8)
    more: dict[str, int | str | bool] = {}


class Learned(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A fact of the box that the table told during play; applied to the box after the game, and shareable."""

    piece: str
    field: str
    value: str | int | bool


def in_order(facts: Facts) -> Facts:
    """The facts with pieces and crests in the order of lists: JSON files keep no order that can be relied on."""
    pieces = sorted(facts.pieces.values(), key=_piece_order)
    crests = sorted(facts.crests.values(), key=lambda c: c.name.casefold())
    return msgspec.structs.replace(facts, pieces={p.id: p for p in pieces}, crests={c.id: c for c in crests})


def _piece_order(piece: Piece) -> tuple[int, bool, str, int]:
    """By deck, tiles with a name of their own first, slots by number."""
    deck = DECKS.index(piece.deck) if piece.deck in DECKS else len(DECKS)
    letter, dash, number = piece.id.partition("-")
    slot = bool(dash) and number.isdecimal()
    return (deck, slot, letter if slot else piece.name.casefold(), int(number) if slot else 0)
