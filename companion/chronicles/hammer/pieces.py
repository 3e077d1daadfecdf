"""The four tiles and landmark cards of the Hammer of the Scots, as data (C4-03, C4-04, C4-25 to C4-28).

What no book prints (kinds, most costs) stays unknown here.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.message import Message, tr
from companion.state.glen_more_2.facts import CARD, LANDMARK, Cost, Effect, Facts, Landmark, Piece
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.set_up_steps import Stage, Step

LOCH_LOMOND, CHURCH = "loch_lomond", "glenfinnan_church"
MONUMENT, WADE = "glenfinnan_monument", "general_wades_military_roads"
MARKER = tr("Take the England marker.")
WADE_TEXT = tr("Take the England marker; put 1 Scot from your supply on the tile.")

CROWN = (
    "           ",
    "#    #    #",
    "##  ###  ##",
    "##  ###  ##",
    "### ### ###",
    "###########",
    "###########",
    "###########",
    "           ",
    "###########",
    "###########",
)
"""The Englishman's picture: bold, so that nine pixels are enough."""

TILES = (
    Piece(LOCH_LOMOND, "Loch Lomond", LANDMARK, "A", kind="loch", symbol=True),
    Piece(CHURCH, "Glenfinnan Church", LANDMARK, "B", activation=(Effect("exchange"),), symbol=True),
    # The older book can be read as a Scot for each activation; by the newer it is the tile's cost (C4-27).
    Piece(
        MONUMENT,
        "Glenfinnan Monument",
        LANDMARK,
        "C",
        cost=(Cost("scot", 1),),
        activation=(Effect("gain", "vp", 3),),
        symbol=True,
    ),
    Piece(WADE, "General Wade's Military Roads", LANDMARK, "D", symbol=True),
)
RULES = {LOCH_LOMOND: "C4-25", CHURCH: "C4-26", MONUMENT: "C4-27", WADE: "C4-28"}
IDS = tuple(tile.id for tile in TILES)


def with_pieces(facts: Facts, _state: State) -> Facts:
    """Each deck grows by one tile; four landmark cards more lie beside the boards."""
    cards = tuple(Piece(f"card_{tile.id}", tile.name, CARD, "") for tile in TILES)
    landmarks = {tile.id: _card(tile) for tile in TILES}
    decks = {**facts.decks, **{str(tile.deck): facts.decks[str(tile.deck)] + 1 for tile in TILES}}
    return replace(
        facts,
        pieces={**facts.pieces, **{piece.id: piece for piece in (*TILES, *cards)}},
        landmarks={**facts.landmarks, **landmarks},
        decks=decks,
    )


def _card(tile: Piece) -> Landmark:
    text: Message = WADE_TEXT if tile.id == WADE else MARKER
    # Only the older book has it; the newer names effects by choice, so its silence takes nothing away (C4-28).
    effects = (Effect("scot_on_tile", "scot", 1),) if tile.id == WADE else ()
    return Landmark(tile.id, tile.name, str(tile.deck), "one_time", effects, text, RULES[tile.id])


def preparation(_state: State) -> tuple[Step, ...]:
    """Cards, tiles, overlay, Englishman (C4-04 to C4-06)."""
    return (
        Step(Stage.CARDS, tr("Add the 4 landmark cards of Hammer of the Scots")),
        Step(Stage.DECKS, tr("The 4 landmark tiles of Hammer of the Scots into their decks")),
        Step(
            Stage.MARKET,
            tr("The England row (market overlay) onto the first unused market row, 1 coin onto its first space"),
        ),
        # Where he stands is said when he comes there, between the tiles.
        Step(Stage.SUPPLY, tr("Keep the Englishman ready, the England marker under him")),
    )
