"""The state of a game of Glen More: the facts printed on its pieces, house rules, players, turn and counts.

All values are frozen; only events make a new state. At scorekeeper depth the companion does not track goods on
tiles or positions of Scots; players enter what these bring. Fields of the referee depth are then left out of the
state (UNSET). No value contains itself, so the garbage collector need not track them (gc=False).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from companion.engine.table_game import Event
from companion.state.territory.grid import Cell
from companion.state.territory.model import REFEREE as REFEREE
from companion.state.territory.model import SCOREKEEPER as SCOREKEEPER
from companion.state.territory.model import OpenQuestion as OpenQuestion
from companion.state.territory.model import TerritoryPlayer, TerritoryState, TerritoryTurn
from companion.state.territory.placement import Mark, PlacementRules, TileGround

GOODS = ("wood", "stone", "sheep", "cattle", "grain")
"""In the order of the rows of the warehouse (G1-WHS-01)."""
DECKS = ("0", "1", "2", "3")

Border = Literal["green", "yellow", "grey", "brown", "blue"]
Kind = Literal[
    "forest", "quarry", "meadow", "pasture", "grain_field", "distillery", "village", "castle", "abbey", "loch",
    "butcher", "fair", "grocer", "bridge", "tavern",
]  # fmt: skip


class Effect(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One effect of a tile or a card."""

    op: Literal[
        "clan_member", "barrel", "card", "coins", "choose_goods", "fill_empty", "activate_one", "activate_all",
        "chieftains_double", "points_each", "produce", "movement", "distil", "points", "hand_in_alike",
        "hand_in_set", "hand_in_different", "hand_in_any",
    ]  # fmt: skip
    """What it does. On placing: "clan_member" (`n`, onto the tile), "barrel" (`n`), "card" (named in `what`),
    "coins" (`n`), "choose_goods" (`n`, onto the tile), "fill_empty" (a good onto each empty production tile).

    On activation: "produce" (a good of `what`, by choice if there are several), "movement" (`n` points),
    "distil" (a good of `what` for a barrel), "points" (free), and goods paid for `points`: "hand_in_alike" (1, 2
    and so on of one kind), "hand_in_set" (one of each kind), "hand_in_different" (1, 2 and so on, each of
    another kind), "hand_in_any" (`n` of any kinds).

    Of a card: "activate_one" (any tile, once a turn), "activate_all", "chieftains_double", "points_each" (for
    each tile of that border or kind).
    """
    what: tuple[str, ...] = ()
    """Goods, a card, a border or a kind."""
    n: int = 1
    """Number of goods, Scots, barrels, coins or points."""
    points: tuple[int, ...] = ()
    """Points for 1, 2 and so on goods paid; one value if there is only one exchange."""


class Cost(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One part of the cost of a tile (G1-TRN-03)."""

    what: str
    """A good, "whisky" (a barrel), "different_goods" (any goods of different kinds, G1-LOC-05) or
    "clan_member_or_chieftain" (G1-LOC-04)."""
    n: int
    """Number of goods, barrels or Scots."""


class Tile(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The facts printed on a tile."""

    id: str
    """Our id: the deck and the tile in it ("1-12"); "S-01" to "S-05" are the start villages."""
    border: Border
    """Colour of the border, which some cards count (G1-CRD-05, G1-CRD-07)."""
    kind: Kind
    """Kind of the tile."""
    name: str = ""
    """Printed name of a special location, otherwise empty."""
    deck: str = ""
    """Number on the back; empty for a start village."""
    river: bool = False
    """True if the river runs over it from north to south (G1-PLC-03)."""
    road: bool = False
    """True if the road runs over it from east to west (G1-PLC-04)."""
    cost: tuple[Cost, ...] = ()
    """Cost of taking it; () if free."""
    placing: tuple[Effect, ...] = ()
    """Effects when it is placed, once."""
    activation: tuple[Effect, ...] = ()
    """Effects each time it is activated."""


class Card(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The card of a special location."""

    id: str
    """Id in journals and documents."""
    name: str
    """Printed name, never translated."""
    bonnets: int
    """Bonnets on it, counted with the chieftains (G1-SCR-01)."""
    timing: Literal["at_once", "always", "at_the_end"]
    """When its effects apply."""
    rule: str
    """Rule id of its effects."""
    effects: tuple[Effect, ...] = ()
    """Its effects; () if it only has bonnets."""


class Facts(msgspec.Struct, frozen=True):
    """All that is printed on the pieces of the box. The first journal row of a game holds a copy."""

    tiles: dict[str, Tile]
    """All 72 tiles by id, the start villages last."""
    cards: dict[str, Card]
    """Cards of the special locations, by id."""
    decks: dict[str, int]
    """Number of tiles of each deck, in the order in which decks are used (G1-TRN-05)."""
    die_faces: tuple[int, ...]
    """All six faces, repeated as on the die, so that a roll has the right chances (G1-DIE-02)."""

    def in_deck(self, deck: str) -> list[str]:
        """Return the ids of the tiles of a deck; "" for the start villages."""
        return [tile.id for tile in self.tiles.values() if tile.deck == deck]


class HouseRules(msgspec.Struct, frozen=True):
    """The players' decisions where the rulebook is silent. The defaults are ours."""

    warehouse_start: bool = True
    """With 2 or 3 players a coin is on each cheapest market space at the start (G1-SET-06)."""
    skipped_leave_at_once: bool = False
    """Tiles that all figures have passed leave at once, not in the turn of the next last player (G1-TRK-05)."""
    loch_ness_place_before_paying: bool = False
    """The Scot paid for Loch Ness may be the one that makes its cell legal (G1-LOC-04)."""
    mey_doubles_bonnets: bool = False
    """Castle of Mey doubles bonnets too, not only chieftains (G1-CRD-08)."""
    duart_counts_start: bool = True
    """Duart Castle counts the start village too (G1-CRD-09)."""
    die_counts_spaces: bool = False
    """The die counts spaces and steps on past a figure; otherwise it counts tiles (G1-DIE-04)."""
    points_are_secret: bool | UnsetType = UNSET
    """Until the last scoring players know only their own points (G1-SCR-06). UNSET means not secret."""


DIE = "die"
RONDEL_SPACES = 14
"""Number of spaces of the rondel (G1-TRK-01)."""
MIN_PLAYERS, MAX_PLAYERS, PLAYER_COUNTS_WITH_DIE = 2, 5, (2, 3)
START_COINS, START_SCOTS, START_TILES = 6, 1, 1
SCORING_AFTER_DECK = {"1": "1", "2": "2", "3": "final"}
"""Scoring that each deck's end causes; the end of the last deck causes the final scoring (G1-TRK-06)."""
FINAL_SCORING = "final"
NON_BLOCKING_QUESTIONS = ("take", "ledger", "end", "use")
"""Questions that wait on the home screen; any other question is shown at once."""
EVENT_COUNTS = ("coins", "barrels", "scots", "chieftains")
"""Counts that events change."""
TILE_COUNTS = ("tiles", "green_tiles", "yellow_tiles", "villages")
"""Counts derived from the tiles of a player plus corrections."""


class DiscardedTile(msgspec.Struct, frozen=True, gc=False):
    """A tile that has left the game."""

    piece: str
    """Tile id; empty if unidentified."""
    deck: str


class Player(TerritoryPlayer, frozen=True, gc=False):
    """One player's counts; ids "p1" to "p5" follow the seats. All Scots score."""

    coins: int = START_COINS
    scots: int = START_SCOTS
    village: str = ""
    """Id of the start village, if it was tapped."""
    chieftains: int = 0
    cards: tuple[str, ...] = ()
    """Ids of cards of special locations."""
    taken_tiles: tuple[str, ...] = ()
    """Ids of the tiles taken, in order, without the start village."""
    tile_corrections: dict[str, int] = msgspec.field(default_factory=dict)
    """Corrections of the counts of `TILE_COUNTS`: differences to the counted tiles."""


class Turn(TerritoryTurn, frozen=True, gc=False):
    """The current turn: its figure and what has happened in it."""

    tiles_behind: int = 0
    """Number of tiles behind the figure when the turn began; they leave at its end (G1-TRK-05)."""
    is_track_cleared: bool = False
    """True if the passed tiles have left the rondel."""
    tiles_laid: int = 0
    """Number of tiles laid so far."""
    events: tuple[Event, ...] = ()
    """Events of this turn that its screen shows."""
    die_events: tuple[Event, ...] = ()
    """Events of the die's turns just before this one."""


class State(TerritoryState[Player, Turn], frozen=True, gc=False):
    """The complete state of a game at one moment."""

    stage: str
    """Current stage of the course."""
    facts: Facts
    """Facts printed on the pieces."""
    house: HouseRules
    """House rules of these players."""
    tiles_left: dict[str, int] = msgspec.field(default_factory=dict)
    """Number of tiles left in each deck."""
    removed_tiles: tuple[DiscardedTile, ...] = ()
    """Tiles out of the game."""
    turn: Turn = Turn(0, "")

    @property
    def use_die(self) -> bool:
        """True if the game uses the die: with 2 or 3 players (G1-DIE-01)."""
        return len(self.players) in PLAYER_COUNTS_WITH_DIE

    @property
    def deck(self) -> str:
        """The deck tiles are laid from: the lowest that is not used up (G1-TRN-05); "" if all are."""
        return next((deck for deck in self.facts.decks if self.tiles_left.get(deck)), "")


def cards_of_tile(tile: Tile) -> tuple[str, ...]:
    """Return the ids of the cards that a tile gives."""
    return tuple(card for effect in tile.placing if effect.op == "card" for card in effect.what)


def gives_card(state: State, tile: Tile, op: str) -> str:
    """Return the id of the card with this effect if the tile gives it, otherwise ""."""
    given = (card for card in cards_of_tile(tile) if has_effect(state.facts.cards[card], op))
    return next(given, "")


def has_effect(card: Card, op: str) -> bool:
    """True if a card has this effect."""
    return any(effect.op == op for effect in card.effects)


def count_of(state: State, player: Player, count: str) -> int:
    """Return a count by name: a count that events change, a count of tiles with its correction, or the points."""
    if count in EVENT_COUNTS:
        return int(getattr(player, count))
    if count == "points":
        return player.total
    return counted_tiles(state, player, count) + player.tile_corrections.get(count, 0)


def counted_tiles(state: State, player: Player, count: str) -> int:
    """Return the count of the tiles taken; the start village is a grey tile and a village."""
    tiles = [state.facts.tiles[piece] for piece in player.taken_tiles if piece]
    match count:
        case "green_tiles":
            return sum(tile.border == "green" for tile in tiles)
        case "yellow_tiles":
            return sum(tile.border == "yellow" for tile in tiles)
        case "villages":
            return START_TILES + sum(tile.kind == "village" for tile in tiles)
    return START_TILES + len(player.taken_tiles)


RIVER, ROAD = "river", "road"

PLACEMENT_RULES = PlacementRules(
    home_cells=(Cell(0, 0),),
    edge_rule="G1-PLC-01",
    scot_rule="G1-PLC-02",
    marks={RIVER: Mark("north_south", "G1-PLC-03"), ROAD: Mark("east_west", "G1-PLC-04")},
    matching_edges_rule="G1-PLC-05",
    paid_scot="G1-LOC-04",
)


def tile_ground(tile: Tile) -> TileGround:
    """Return the placement properties of a tile; no tile of this game covers another."""
    runs_over = {RIVER: tile.river, ROAD: tile.road}
    return TileGround(tuple(mark for mark, runs in runs_over.items() if runs))


def tile_grounds(tiles: Iterable[Tile]) -> dict[str, TileGround]:
    """Return the placement properties of tiles, by id."""
    return {tile.id: tile_ground(tile) for tile in tiles}
