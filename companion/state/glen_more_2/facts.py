"""Facts of the box: pieces, decks, crests and roads, as frozen values.

None means unknown; nothing is guessed. Files are read by `companion.games`. The first journal row of a game holds
a copy of its facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from companion.engine.message import Message

GOODS = ("wood", "stone", "barley", "sheep", "cattle")
DECKS = ("S", "A", "B", "C", "D")
START_DECK = DECKS[0]
FINAL = "final"
"""Name of the final scoring where other rounds are named by their deck."""
WORLDS_END = "worlds_end"
DAVID_HUME = "david_hume"

LAND, PERSON, LANDMARK, END, HOME, CARD = "land", "person", "landmark", "end", "home", "card"
FIXTURE, TOKEN = "fixture", "token"


FOR, AND = "for", "+"
"""Separators in written exchanges: between price and gain, and between the parts of one side."""

TILE_PREFIX, ENTERED_PREFIX = "tile.", "said."
"""Prefixes of further facts about a chronicle's piece: a field of the piece, and the box that the fact came from.
"""


class Effect(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One effect step of a piece."""

    op: str
    """Operation; its use of `what` and `n` depends on it.

    - "gain": what = coin, whisky or vp is counted; a good is an instruction to players
    - "scots": n Scots onto any tiles; asked how many enter the home castle
    - "scot_on_tile": an instruction to players
    - "clan_marker", "landmark_card", "from_discards"
    - "remove_tiles": up to n tiles
    - "take_piece": what = piece id
    - "tell": only its text matters
    """
    what: str = ""
    """What is gained, or a piece id; "" if `op` needs none."""
    n: int = 0
    """Amount; 0 if `op` has no number."""
    pay: dict[str, int] = {}
    """Goods that an "exchange" costs, by good or any sort, with amounts; {} = unknown."""
    get: dict[str, int] = {}
    """Gains of an "exchange"; known if and only if `pay` is known."""


def parse_steps(words: str) -> tuple[Effect, ...]:
    """Return the effect steps of a text such as "gain coin 2, clan_marker"; "" = no effect.

    An exchange is one step: "exchange sheep 2 + stone 1 for vp 8".
    """
    steps = []
    for step in filter(None, map(str.split, words.split(","))):
        if FOR in step:
            at = step.index(FOR)
            steps.append(Effect(step[0], pay=_counts(step[1:at]), get=_counts(step[at + 1 :])))
            continue
        what = "".join(step[1:2])
        number = what.isdecimal()
        steps.append(Effect(step[0], "" if number else what, int(step[-1]) if step[-1].isdecimal() else 0))
    return tuple(steps)


def _counts(words: Sequence[str]) -> dict[str, int]:
    """Return the counts in ["sheep", "2", "+", "stone", "1"]; 0 where a number is missing."""
    parts = [part.split() for part in " ".join(words).split(AND)]
    return {" ".join(part[:-1]): int(part[-1]) if part[-1].isdecimal() else 0 for part in parts if part}


def format_step(step: Effect) -> str:
    """Return a step as text, the inverse of `parse_steps`."""
    if not step.pay:
        return " ".join(filter(None, (step.op, step.what, str(step.n or 1))))
    given, got = (f" {AND} ".join(f"{what} {n}" for what, n in side.items()) for side in (step.pay, step.get))
    return f"{step.op} {given} {FOR} {got}"


class Cost(msgspec.Struct, frozen=True, gc=False):
    """One part of a tile's cost (GM-TIL-02)."""

    what: str
    """"coin", "whisky", "scot", a good, or "any_good" (whisky is no good, GM-EDG-07)."""
    n: int
    """Amount."""


def format_costs(costs: Iterable[Cost]) -> str:
    """Return a cost as text, such as "coin 1, sheep 2"."""
    return ", ".join(f"{cost.what} {cost.n}" for cost in costs)


class Piece(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, rename={"category": "sort"}):
    """A tile, person, home tile or landmark card: a piece that can carry a sticker. None = unknown."""

    id: str
    """Catalogue id ("loch_ness"), or the slot of an unnamed tile ("A-4")."""
    name: str = ""
    """Printed name; "" if none is published."""
    category: str | None = None
    """Category: where the piece goes, or what it is.

    "land" or "person" (where the piece goes), "landmark" (a land tile with a card), "end" (World's End), "home",
    "card" (a landmark card), "fixture" (stays on the rondel), "token" (not a tile).
    """
    deck: str | None = None
    """Letter on its back: S, A, B, C or D; "" for none."""
    kind: str | None = None
    """Printed type (GM-TIL-03)."""
    rebuild: bool | None = None
    """True if it has the rebuild symbol (GM-TIL-10)."""
    cost: tuple[Cost, ...] | None = None
    """Cost of taking it; () = free."""
    one_time: tuple[Effect, ...] | None = None
    """One-time effects when it joins the territory (GM-TIL-06); () = none."""
    activation: tuple[Effect, ...] | None = None
    """Effects of each activation; () = none. Applied at referee depth only."""
    river: bool | None = None
    """True if the river runs through it."""
    symbol: bool | None = None
    """True if it has a chronicle symbol, which protects it from the die (GM-TIL-05)."""
    stays: bool = False
    """A figure that stops on it does not take it."""
    uncounted: bool = False
    """The die does not count it."""
    barred: bool | None = None
    """True if no pawn may stop on it (GM-TIL-08)."""
    colour: str = ""
    """Colour of a home tile; "" for any other piece."""
    said: dict[str, str] = {}
    """Origin of facts, by field name in files.

    The title of the box they were imported with, "" for the players at this table. Missing fields come from the
    rulebooks.
    """


def is_unknown_slot(piece: Piece) -> bool:
    """True if only the deck of this slot is known; a new sticker may then be put on it."""
    told = (piece.category, piece.kind, piece.rebuild, piece.cost, piece.one_time, piece.activation, piece.river)
    return not piece.name and not piece.colour and all(each is None for each in told)


PIECE_FIELDS = dict(zip(Piece.__struct_encode_fields__, Piece.__struct_fields__, strict=True))
"""Field names of a piece in files -> field names of `Piece`."""


class Landmark(msgspec.Struct, frozen=True, gc=False):
    """A landmark card (GM-ONE-04)."""

    id: str
    """Id of its tile; the card's own piece is "card_" + id."""
    name: str
    deck: str
    """Deck letter of its tile."""
    timing: str
    """"one_time", "permanent" or "end_game"."""
    effects: tuple[Effect, ...]
    """Immediate effects; () if only a scoring or the players apply it."""
    text: Message
    """Description for players."""
    rule: str
    """Rule id."""


class Crest(msgspec.Struct, frozen=True, gc=False):
    """A crest of the clan board."""

    id: str
    name: str
    timing: str
    """"one_time" or "permanent" (applies to its owner from then on)."""
    effects: tuple[Effect, ...]
    """Immediate effects besides its tiers."""
    text: Message
    """Description for players."""
    rule: str
    """Rule id."""
    tier_count: str = ""
    """Count that decides the tier: "coins" and "rebuild_tiles" are known, others asked; "" = no tiers."""
    tiers: tuple[tuple[int, int], ...] = ()
    """(needed count, points) pairs, rising; the highest that is reached counts (GM-CRS-01)."""
    repeatable: bool = False
    """The crest may be taken again, by any player (GM-CLN-08)."""


class Road(msgspec.Struct, frozen=True, gc=False):
    """A road between two crests of the clan board (GM-CLN-02)."""

    a: str
    """Crest id, or "start"."""
    b: str
    """Crest id."""
    coins: int
    """Coins to pay; 0 if no cost is printed (GM-CLN-03)."""
    is_sum: bool = False
    """Sum of several roads with unknown parts, so it cannot be used from `b` to `a`."""


class Facts(msgspec.Struct, frozen=True, gc=False):
    """All facts of one box; None = unknown."""

    pieces: dict[str, Piece]
    """Pieces by id, in list order."""
    decks: dict[str, int]
    """Deck letter -> number of printed tiles (GM-CMP-13), without World's End."""
    landmarks: dict[str, Landmark]
    """Landmark cards, by the id of their tile."""
    crests: dict[str, Crest]
    """Crests by id, in list order."""
    roads: tuple[Road, ...] = ()
    roads_complete: bool = False
    """The owner entered every road, so that road costs are certain."""
    rondel_spaces: int | None = None
    """Number of spaces of the rondel."""
    worlds_end_in_d: bool | None = None
    """True if World's End is one of the 17 D tiles, so that only 16 others have the letter."""
    colours: tuple[str, ...] = ()
    """Player colours, in the order of the home tiles."""
    die_faces: tuple[int, ...] = (1, 1, 1, 2, 2, 3)
    """The six faces of the die (GM-CMP-10)."""
    start_coins: tuple[int, ...] = (5, 6, 7, 8)
    """Start coins by place, from the last pawn forward (GM-SET-07)."""
    more: dict[str, int | str | bool] = {}
    """Facts of chronicles by "slug.name".

    Facts of their pieces by `TILE_PREFIX` or `ENTERED_PREFIX` + "piece.field".
    """


def entered_deck(facts: Facts, piece: str) -> str:
    """Return the deck letter that the owner entered for a chronicle's piece; "" for none."""
    return str(facts.more.get(f"{TILE_PREFIX}{piece}.deck", ""))


class LearnedFact(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A fact of the box that players entered during play; saved to the box after the game, and shareable."""

    piece: str
    """Piece id; "" for the whole box."""
    field: str
    """Field name as in box files, see `PIECE_FIELDS`; "is" = the slot turned out to be the piece `value`.

    Without a piece: a field of `Facts`, or a name in its `more`.
    """
    value: str | int | bool
    """New value."""


def sort_facts(facts: Facts) -> Facts:
    """Return the facts with pieces and crests in list order, because JSON files keep no reliable order."""
    pieces = sorted(facts.pieces.values(), key=_piece_order)
    crests = sorted(facts.crests.values(), key=lambda c: c.name.casefold())
    return msgspec.structs.replace(facts, pieces={p.id: p for p in pieces}, crests={c.id: c for c in crests})


def _piece_order(piece: Piece) -> tuple[int, bool, str, int]:
    """Return the sort key: by deck, named tiles first, slots by number."""
    deck = DECKS.index(piece.deck) if piece.deck in DECKS else len(DECKS)
    letter, dash, number = piece.id.partition("-")
    slot = bool(dash) and number.isdecimal()
    return (deck, slot, letter if slot else piece.name.casefold(), int(number) if slot else 0)
