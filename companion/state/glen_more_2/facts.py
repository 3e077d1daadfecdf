"""What is known of the box on this table: pieces, decks, crests, roads, as frozen values.

Missing is a value (None), never a guess. Never reads a file: `companion.games` does that.
A game's first journal row holds a copy of these facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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


FOR, AND = "for", "+"
"""In words between what is given and what comes for it, and between the things of one side."""

TILE_PREFIX, ENTERED_PREFIX = "tile.", "said."
"""How the names of further facts begin that tell of a chronicle's piece, and in whose box that came in."""


class Effect(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One step of what a piece does."""

    op: str
    """"gain" (what = coin, whisky, vp: booked; a good: told), "scots" (n Scots onto any tile: asked how many
    go to the home castle), "scot_on_tile" (told), "clan_marker", "landmark_card", "remove_tiles" (up to n),
    "take_piece" (what = piece id), "from_discards", "tell" (only its text matters).
    """
    what: str = ""
    """What it gives, or the id of a piece; "" where `op` says it all."""
    n: int = 0
    """How many; 0 where `op` has no number."""
    pay: dict[str, int] = {}
    """Of an "exchange" what is given, a good or any sort of them, and how many; {} = nobody has told."""
    get: dict[str, int] = {}
    """What comes for it; it is told together with `pay` or not at all."""


def parse_steps(words: str) -> tuple[Effect, ...]:
    """ "gain coin 2, clan_marker" as steps: what is done, of what, how many; "" = nothing happens.

    What is given for what is one step too: "exchange sheep 2 + stone 1 for vp 8".
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
    """["sheep", "2", "+", "stone", "1"] as counts; 0 of what is no count."""
    parts = [part.split() for part in " ".join(words).split(AND)]
    return {" ".join(part[:-1]): int(part[-1]) if part[-1].isdecimal() else 0 for part in parts if part}


def format_step(step: Effect) -> str:
    """A step as an entry holds it; the way back is `steps_in_words`."""
    if not step.pay:
        return " ".join(filter(None, (step.op, step.what, str(step.n or 1))))
    given, got = (f" {AND} ".join(f"{what} {n}" for what, n in side.items()) for side in (step.pay, step.get))
    return f"{step.op} {given} {FOR} {got}"


class Cost(msgspec.Struct, frozen=True, gc=False):
    """What one kind of thing a tile costs (GM-TIL-02)."""

    what: str
    """"coin", "whisky", "scot", a good, or "any_good" (whisky is none, GM-EDG-07)."""
    n: int
    """How many of it."""


def format_costs(costs: Iterable[Cost]) -> str:
    """ "coin 1, sheep 2", as an entry holds it."""
    return ", ".join(f"{cost.what} {cost.n}" for cost in costs)


class Piece(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, rename={"category": "sort"}):
    """A tile, person, home tile or landmark card: whatever carries a sticker of its own. None = unknown."""

    id: str
    """The catalogue's ("loch_ness"), or the slot of a tile nobody has named ("A-4")."""
    name: str = ""
    """As printed; "" where none is published."""
    category: str | None = None
    """"land" or "person" (where the piece goes), "landmark" (a land tile with a card), "end" (World's End),
    "home", "card" (a landmark card), "fixture" (stands on the rondel for good), "token" (no tile at all).
    """
    deck: str | None = None
    """The letter on its back, S, A, B, C or D; "" for none."""
    kind: str | None = None
    """The printed type (GM-TIL-03); only kept, no rule reads it."""
    rebuild: bool | None = None
    """Whether it carries the rebuild symbol (GM-TIL-10)."""
    cost: tuple[Cost, ...] | None = None
    """What taking it costs; () = free."""
    one_time: tuple[Effect, ...] | None = None
    """What happens when it joins the territory (GM-TIL-06); () = nothing."""
    activation: tuple[Effect, ...] | None = None
    """What it gives whenever it is activated; () = nothing. No rule reads it: people do it."""
    river: bool | None = None
    """Whether the river runs through it; no rule reads it."""
    symbol: bool | None = None
    """Whether it carries a chronicle symbol, which protects it from the die (GM-TIL-05)."""
    stays: bool = False
    """A figure that stops on it doesn't take it."""
    uncounted: bool = False
    """The die goes by it as if it were not there."""
    barred: bool | None = None
    """No pawn may stop on it (GM-TIL-08)."""
    colour: str = ""
    """The colour of a home tile; "" for any other piece."""
    said: dict[str, str] = {}
    """Who said what of it, by the fields' names in files: the title of the box that it came in with, "" for the
    people at this table. What is not here the rulebooks say."""


def is_unknown_slot(piece: Piece) -> bool:
    """A slot of which nothing is known but its deck: a new sticker on it inherits nothing."""
    told = (piece.category, piece.kind, piece.rebuild, piece.cost, piece.one_time, piece.activation, piece.river)
    return not piece.name and not piece.colour and all(each is None for each in told)


PIECE_FIELDS = dict(zip(Piece.__struct_encode_fields__, Piece.__struct_fields__, strict=True))
"""What a field of a piece is called in files -> what it is called here."""


class Landmark(msgspec.Struct, frozen=True, gc=False):
    """A landmark card (GM-ONE-04)."""

    id: str
    """That of its tile; the card's own piece is "card_" with it."""
    name: str
    deck: str
    """The letter of its tile."""
    timing: str
    """"one_time", "permanent" or "end_game"."""
    effects: tuple[Effect, ...]
    """What it does at once; () for one that only a scoring or the hands know."""
    text: Message
    """What it does, in words for people."""
    rule: str
    """The id of the rule that says so."""


class Crest(msgspec.Struct, frozen=True, gc=False):
    """A crest of the clan board."""

    id: str
    name: str
    timing: str
    """"one_time" or "permanent" (works for its owner from then on)."""
    effects: tuple[Effect, ...]
    """What it does at once, beside its tiers."""
    text: Message
    """What it does, in words for people."""
    rule: str
    """The id of the rule that says so."""
    counted: str = ""
    """What its tiers count: "coins" and "rebuild_tiles" are known here, others asked; "" = no tiers."""
    tiers: tuple[tuple[int, int], ...] = ()
    """(needed, points) pairs, rising; the highest that is reached counts (GM-CRS-01)."""
    repeatable: bool = False
    """It may be taken again, by anybody (GM-CLN-08)."""


class Road(msgspec.Struct, frozen=True, gc=False):
    """A way between two crests of the clan board (GM-CLN-02)."""

    a: str
    """The id of a crest, or "start"."""
    b: str
    """The id of a crest."""
    coins: int
    """What it costs; 0 where no cost is printed (GM-CLN-03)."""
    whole: bool = False
    """The sum of a way over several roads: its parts are not known, so it is never walked from `b` to `a`."""


class Facts(msgspec.Struct, frozen=True, gc=False):
    """Everything known of one box; None = unknown."""

    pieces: dict[str, Piece]
    """By id; the order is that of lists."""
    decks: dict[str, int]
    """Letter -> number of tiles printed with it (GM-CMP-13), World's End not counted in."""
    landmarks: dict[str, Landmark]
    """Landmark cards, by the id of their tile."""
    crests: dict[str, Crest]
    """By id; the order is that of lists."""
    roads: tuple[Road, ...] = ()
    roads_complete: bool = False
    """The owner entered every road, so that what is worked out from them is certain."""
    rondel_spaces: int | None = None
    """How many spaces the rondel has."""
    worlds_end_in_d: bool | None = None
    """Whether World's End is one of the 17 D tiles, so that only 16 others carry the letter."""
    colours: tuple[str, ...] = ()
    """The players' colours, in the order of the home tiles."""
    die_faces: tuple[int, ...] = (1, 1, 1, 2, 2, 3)
    """Its six faces (GM-CMP-10)."""
    start_coins: tuple[int, ...] = (5, 6, 7, 8)
    """By place, from the last pawn forward (GM-SET-07)."""
    more: dict[str, int | str | bool] = {}
    """Facts that only a chronicle needs, by names that begin with its slug and a dot; those of its pieces by TILE
    or SAID, the piece's id, a dot and the field."""


def entered_deck(facts: Facts, piece: str) -> str:
    """The letter that the owner told of a chronicle's piece; "" for none."""
    return str(facts.more.get(f"{TILE_PREFIX}{piece}.deck", ""))


class LearnedFact(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A fact of the box that the table told during play; applied to the box after the game, and shareable."""

    piece: str
    """The id of the piece it is about; "" for the whole box."""
    field: str
    """What of the piece, as the box's file calls it, see `PIECE_FIELDS`; "is" = the slot turned out to be `value`.
    Without a piece a field of `Facts`, or a name in its `more`.
    """
    value: str | int | bool
    """What it is."""


def sort_facts(facts: Facts) -> Facts:
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
