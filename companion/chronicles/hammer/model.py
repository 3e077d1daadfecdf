"""Pieces, state and rondel rules of Hammer of the Scots.

The four landmark tiles and cards are data (C4-03, C4-04, C4-25 to C4-28); what the rulebook does not print (kinds,
most costs) is unknown. Then follow the England marker, how a player gets it, and the rules of the rondel for the
Englishman (C4-05 to C4-20). His turn is in `questions`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.engine.message import Message, tr
from companion.engine.offers import Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import ExpansionState, SetupStage, SetupStep
from companion.state.glen_more_2.facts import CARD, LANDMARK, START_DECK, Cost, Effect, Facts, Landmark, Piece
from companion.state.glen_more_2.model import State, is_neutral_figure
from companion.state.glen_more_2.ruleset import expansion_rule
from companion.state.territory.track import figure_index

LOCH_LOMOND, CHURCH = "loch_lomond", "glenfinnan_church"
MONUMENT, WADE = "glenfinnan_monument", "general_wades_military_roads"
MARKER_TEXT = tr("Take the England marker.")
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
"""Picture of the Englishman, bold enough to be read at nine pixels."""

TILES = (
    Piece(LOCH_LOMOND, "Loch Lomond", LANDMARK, "A", kind="loch", symbol=True),
    Piece(CHURCH, "Glenfinnan Church", LANDMARK, "B", activation=(Effect("exchange"),), symbol=True),
    # The older rulebook can be read as one Scot for each activation; the newer one makes it the tile's cost
    # (C4-27).
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
RULE_BY_LANDMARK = {LOCH_LOMOND: "C4-25", CHURCH: "C4-26", MONUMENT: "C4-27", WADE: "C4-28"}
LANDMARK_IDS = tuple(tile.id for tile in TILES)


def add_pieces(facts: Facts, _state: State) -> Facts:
    """Return the facts with one tile more in each deck and four more landmark cards."""
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
    text: Message = WADE_TEXT if tile.id == WADE else MARKER_TEXT
    # Only the older rulebook prints this effect. The newer one lists only some effects, so the effect still
    # applies (C4-28).
    effects = (Effect("scot_on_tile", "scot", 1),) if tile.id == WADE else ()
    return Landmark(tile.id, tile.name, str(tile.deck), "one_time", effects, text, RULE_BY_LANDMARK[tile.id])


def preparation_steps(_state: State) -> tuple[SetupStep, ...]:
    """Return the steps for cards, tiles, market overlay and Englishman (C4-04 to C4-06)."""
    return (
        SetupStep(SetupStage.CARDS, tr("Add the 4 landmark cards of Hammer of the Scots")),
        SetupStep(SetupStage.DECKS, tr("The 4 landmark tiles of Hammer of the Scots into their decks")),
        SetupStep(
            SetupStage.MARKET,
            tr("The England row (market overlay) onto the first unused market row, 1 coin onto its first space"),
        ),
        # The place of the Englishman is shown later, while tiles are laid.
        SetupStep(SetupStage.SUPPLY, tr("Keep the Englishman ready, the England marker under him")),
    )


SLUG = "hammer"
ENGLISHMAN = "neutral:englishman"
ENGLAND_ROW = "england"
DISCARD_DELAY_RULE = f"{SLUG}.holds_tiles"
BY_PASSING, BY_CARD = "C4-07", "C4-08"
"""Rules by which the marker moves without an entry, so players need an instruction."""


class England(msgspec.Struct, frozen=True):
    """State of the England marker."""

    holder: str = ""
    """Player who has the marker, or ""."""


class EnglandTaken(ev.Event, frozen=True):
    """The England marker came to a player."""

    player: str
    rule: str
    """C4-07: first to pass the Englishman; C4-08: a card; C4-09: entered when asked; C4-29: the symbol."""
    card: str = ""
    """Landmark card that gave the marker (C4-08)."""
    previous_holder: str = ""
    """Player who had the marker before, or ""."""


class MarkerSet(ev.Event, frozen=True):
    """A correction of the marker's owner."""

    player: str
    """"" if the marker is under the Englishman."""


OWN_STATE = ExpansionState(SLUG, begin=lambda _state: England(), joined=lambda now, _player: now)


def controller(state: State) -> str:
    """Return the player who controls the Englishman; "" if there is none or that player has left the game."""
    holder = OWN_STATE.of(state).holder
    return "" if state.has_left(holder) else holder


def place_row_coin(_before: State, _e: ev.PlayBegan, _after: State) -> Iterator[ev.Event]:
    """Place one coin on the leftmost space of the England row (C4-05)."""
    yield ev.RowSet(ENGLAND_ROW, 1)


def place_englishman(_before: State, e: ev.TileLaid, after: State) -> Iterator[ev.Event]:
    """Place the Englishman when all S tiles are laid, in place of the first A tile (C4-06)."""
    # The rondel is laid from the back, so this moment puts S tiles behind the Englishman and A tiles ahead
    # (C4-06).
    if e.deck == START_DECK and not after.deck_of(START_DECK).left:
        yield ev.FigureJoined(ENGLISHMAN)


def marker_transfer(state: State, player_id: str, rule: str, card: str = "") -> EnglandTaken:
    """Return the event that moves the marker from its present owner to this player."""
    return EnglandTaken(player_id, rule, card, OWN_STATE.of(state).holder)


def take_marker_on_passing(before: State, e: ev.PawnMoved, after: State) -> Iterator[ev.Event]:
    """Give the marker to the first player whose pawn passes the Englishman (C4-07)."""
    if controller(after) or is_neutral_figure(e.figure):
        return
    was_behind = figure_index(before.track, e.figure) < figure_index(before.track, ENGLISHMAN)
    # A place below 0 means that he is not on the rondel: he has not joined yet or has left.
    if was_behind and figure_index(after.track, e.figure) > figure_index(after.track, ENGLISHMAN) >= 0:
        yield marker_transfer(after, e.figure, BY_PASSING)


def take_marker_on_card(_before: State, e: ev.LandmarkGained, after: State) -> Iterator[ev.Event]:
    """Give the marker to a player who gains one of the four cards (C4-07, C4-08)."""
    if e.card not in LANDMARK_IDS:
        return
    if controller(after) != e.player:
        yield marker_transfer(after, e.player, BY_CARD, e.card)


def why_cannot_take(_state: State, figure: str, piece: str) -> Reason | None:
    """Return why the Englishman cannot take a tile: the four tiles of this chronicle are excluded (C4-15)."""
    if figure == ENGLISHMAN and piece in LANDMARK_IDS:
        return Reason("C4-15", tr("The Englishman cannot take this tile."))
    return None


def has_discard_delay(state: State) -> bool:
    """True if tiles wait for the Englishman before they are discarded (C4-20)."""
    return bool(expansion_rule(state, DISCARD_DELAY_RULE))
