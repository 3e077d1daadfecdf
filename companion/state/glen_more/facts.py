"""What is printed on the pieces of Glen More, all of it known. Holds no rule and reads nothing."""

from __future__ import annotations

from typing import Literal

import msgspec

GOODS = ("wood", "stone", "sheep", "cattle", "grain")
"""In the order of the rows of the warehouse (G1-WHS-01)."""
DECKS = ("0", "1", "2", "3")

Border = Literal["green", "yellow", "grey", "brown", "blue"]
Kind = Literal[
    "forest", "quarry", "meadow", "pasture", "grain_field", "distillery", "village", "castle", "abbey", "loch",
    "butcher", "fair", "grocer", "bridge", "tavern",
]  # fmt: skip


class Effect(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One thing that a tile or a card does."""

    op: Literal[
        "clan_member", "barrel", "card", "coins", "choose_goods", "fill_empty", "activate_one", "activate_all",
        "chieftains_double", "points_each", "produce", "movement", "distil", "points", "hand_in_alike",
        "hand_in_set", "hand_in_different", "hand_in_any",
    ]  # fmt: skip
    """On placing: "clan_member" (n of them, onto the tile), "barrel" (n), "card" (the one that `what` names),
    "coins" (n), "choose_goods" (n, onto the tile), "fill_empty" (a good onto each empty production tile).

    On activation: "produce" (a good of `what`, by choice where there are several), "movement" (n points), "distil"
    (a good of `what` for a barrel), "points" (nothing is paid), and for `points` are handed in: "hand_in_alike"
    (1, 2 and so on of the one kind), "hand_in_set" (one of each kind), "hand_in_different" (1, 2 and so on, each
    of another kind), "hand_in_any" (n, of any kinds).

    Of a card: "activate_one" (any tile, once a turn), "activate_all", "chieftains_double", "points_each" (for each
    tile of that border or kind).
    """
    what: tuple[str, ...] = ()
    """Goods, a card, a border or a kind."""
    n: int = 1
    """How many."""
    points: tuple[int, ...] = ()
    """For 1, 2 and so on handed in; for all of it where only one thing can be done."""


class Cost(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What one kind of thing a tile costs (G1-TRN-03)."""

    what: str
    """A good, "whisky" (a barrel), "different_goods" (any, each of another kind: G1-LOC-05) or
    "clan_member_or_chieftain" (G1-LOC-04)."""
    n: int
    """How many of it."""


class Tile(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A tile."""

    id: str
    """Ours: the deck and the tile in it ("1-12"); "S-01" to "S-05" are the start villages."""
    border: Border
    """Its colour: what some cards count (G1-CRD-05, G1-CRD-07)."""
    kind: Kind
    """What it is."""
    name: str = ""
    """Of a special location, as printed; "" where the kind is all."""
    deck: str = ""
    """The number on its back; "" for a start village."""
    river: bool = False
    """The river runs over it from north to south (G1-PLC-03)."""
    road: bool = False
    """The road runs over it from east to west (G1-PLC-04)."""
    cost: tuple[Cost, ...] = ()
    """What taking it costs; () = free."""
    placing: tuple[Effect, ...] = ()
    """What it gives once."""
    activation: tuple[Effect, ...] = ()
    """What it gives whenever it is activated."""


class Card(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The card of a special location."""

    id: str
    """As in journals and documents."""
    name: str
    """As printed; a proper name, never translated."""
    bonnets: int
    """Caps on it, counted with the chieftains (G1-SCR-01)."""
    timing: Literal["at_once", "always", "at_the_end"]
    """When it does what it does."""
    rule: str
    """Where the ledger tells what it does."""
    effects: tuple[Effect, ...] = ()
    """What it does; () where its bonnets are all."""


class Facts(msgspec.Struct, frozen=True):
    """All that is printed on the pieces of the box. A game's first journal row holds a copy."""

    tiles: dict[str, Tile]
    """All 72 by id, the start villages last."""
    cards: dict[str, Card]
    """Those of the special locations, by id."""
    decks: dict[str, int]
    """How many tiles each deck has, in the order in which they are used (G1-TRN-05)."""
    die_faces: tuple[int, ...]
    """All six, so that a face that is there three times is three times as likely (G1-DIE-02)."""

    def in_deck(self, deck: str) -> list[str]:
        """The tiles with this on their backs; "" for the start villages."""
        return [tile.id for tile in self.tiles.values() if tile.deck == deck]
