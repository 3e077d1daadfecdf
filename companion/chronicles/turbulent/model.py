"""Tiles, cards, event sides and state of Turbulent Chapters.

First come the eight tiles and four new landmark cards as data (C6-02 to C6-06), then the event sides of the
nineteen landmark cards with costs and texts (C6-18 to C6-37), then which cards are turned. Effects are in
`effects`.
"""

from __future__ import annotations

from collections import Counter

import msgspec
from msgspec.structs import replace

from companion.engine.message import Message, literal, tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import ExpansionState, SetupStage, SetupStep, cause_id
from companion.state.glen_more_2.facts import CARD, LAND, LANDMARK, Effect, Facts, Landmark, Piece
from companion.state.glen_more_2.model import State
from companion.state.territory.model import OpenQuestion

STORR, WALLACE = "old_man_of_storr", "wallace_monument"
DUNVEGAN, FORT_GEORGE = "dunvegan_castle", "fort_george"

GATHERINGS = tuple(
    Piece(f"gathering_{deck.lower()}", f"Gathering ({deck})", LAND, deck, symbol=True)
    for deck in ("A", "B", "C", "D")
)
GATHERING_IDS = tuple(tile.id for tile in GATHERINGS)
LANDMARKS = (
    Piece(STORR, "Old Man of Storr", LANDMARK, "A", symbol=True),
    Piece(WALLACE, "Wallace Monument", LANDMARK, "B", symbol=True),
    Piece(DUNVEGAN, "Dunvegan Castle", LANDMARK, "C", kind="castle", symbol=True),
    Piece(FORT_GEORGE, "Fort George", LANDMARK, "D", symbol=True),
)
TILES = (*GATHERINGS, *LANDMARKS)
NEW_CARDS = (
    Landmark(
        STORR,
        "Old Man of Storr",
        "A",
        "one_time",
        (Effect("gain", "stone", 2),),
        tr("Put 2 stone on the Old Man of Storr tile."),
        "C6-18",
    ),
    Landmark(
        WALLACE,
        "Wallace Monument",
        "B",
        "one_time",
        (Effect("tell"),),
        tr("You may activate all your tiles once, instead of the new one and its neighbours."),
        "C6-19",
    ),
    Landmark(
        DUNVEGAN,
        "Dunvegan Castle",
        "C",
        "one_time",
        (Effect("gain", "sheep", 2),),
        tr("Put 2 sheep on the Dunvegan Castle tile."),
        "C6-20",
    ),
    Landmark(
        FORT_GEORGE,
        "Fort George",
        "D",
        "one_time",
        (Effect("tell"),),
        tr("Move any number of your Scots from your territory to your home castle for no movement."),
        "C6-21",
    ),
)


ACTIVATE_ALL_TILES = Effect("activate_all")


def _card(card: Landmark, tracks_territories: bool) -> Landmark:
    """Return the card; at referee depth Wallace Monument activates tiles instead of only saying so (C6-19)."""
    return replace(card, effects=(ACTIVATE_ALL_TILES,)) if tracks_territories and card.id == WALLACE else card


def add_pieces(facts: Facts, state: State) -> Facts:
    """Return the facts with two tiles more in each deck and four new landmark cards (C6-09).

    Replaced cards of the base game and of another chronicle have the same names, so they stay; their event sides
    are in `CHAPTERS`.
    """
    cards = tuple(Piece(f"card_{tile.id}", tile.name, CARD, "") for tile in LANDMARKS)
    more = Counter(str(tile.deck) for tile in TILES)
    return replace(
        facts,
        pieces={**facts.pieces, **{piece.id: piece for piece in (*TILES, *cards)}},
        landmarks={**facts.landmarks, **{card.id: _card(card, state.tracks_territories) for card in NEW_CARDS}},
        decks={letter: size + more[letter] for letter, size in facts.decks.items()},
    )


NEW_TILE_COUNT = 4
"""Landmark cards that the chronicle adds (C6-03)."""


def preparation_steps(state: State) -> tuple[SetupStep, ...]:
    """Return the steps for cards and tiles (C6-04, C6-05, C6-07)."""
    swapped = len(state.facts.landmarks) - NEW_TILE_COUNT
    return (
        SetupStep(SetupStage.CARDS, tr("Swap the {n} landmark cards for those with an event side", n=swapped)),
        SetupStep(
            SetupStage.CARDS,
            tr("Add the 4 new cards: Old Man of Storr, Wallace Monument, Dunvegan Castle, Fort George"),
        ),
        SetupStep(SetupStage.DECKS, tr("The 8 tiles of Turbulent Chapters into their decks")),
    )


SLUG = "turbulent"
STALKER, DONAN, LOCHY = "castle_stalker", "donan_castle", "loch_lochy"
DUART, INVERNESS, SHIEL = "duart_castle", "inverness", "loch_shiel"
ARMADALE, NESS, MEY = "armadale_castle", "loch_ness", "castle_of_mey"
MOIL, MORAR = "castle_moil", "loch_morar"
LOMOND, CHURCH = "loch_lomond", "glenfinnan_church"
MONUMENT, WADE = "glenfinnan_monument", "general_wades_military_roads"

REMOVED_TILES = 2
SHEEP_POINTS, STONE_POINTS, MOIL_COINS = 7, 3, 2
REMOVAL_CARDS = (FORT_GEORGE, MEY)
OWN_TABLE_CARDS = {"scots_in_home_castle": STORR, "whisky": INVERNESS}
"""Category and the card whose own table replaces the usual one for its owner (C6-18, C6-26)."""
LEAD_COUNT = 5
"""Number of leads in a table; the usual table ends at 5, so an own table has as many."""


class Chapter(msgspec.Struct, frozen=True):
    """The event side of a landmark card: what its event costs and which instruction remains."""

    id: str
    """Piece id of the landmark."""
    name: Message
    deck: str
    """Deck letter on the card (C6-06)."""
    rule: str
    """Rule id, C6-18 to C6-37."""
    scots: int = 0
    """Number of Scots returned to the supply (C6-33)."""
    other_payment: Message | None = None
    """Other payment; None if there is none."""
    instruction: Message | None = None
    """Instruction for the players; None if the companion does everything."""

    @property
    def has_cost(self) -> bool:
        """True if the event must be paid; then the player may also only turn the card (C6-33)."""
        return bool(self.scots or self.other_payment)


REMOVAL_TEXT = tr("Remove 2 tiles by the usual rules; goods on them go to the home castle, which holds 3.")

CHAPTERS = {
    chapter.id: chapter
    for chapter in (
        Chapter(STORR, literal("Old Man of Storr"), "A", "C6-18", scots=1),
        Chapter(
            STALKER,
            literal("Castle Stalker"),
            "A",
            "C6-22",
            scots=1,
            instruction=tr(
                "Lay the tile for nothing and activate it and its neighbours; a person pays the roads."
            ),
        ),
        Chapter(
            DONAN,
            literal("Donan Castle"),
            "A",
            "C6-23",
            instruction=tr(
                "Activate up to 2 tiles in other territories; you pay and gain. Enter what comes of it."
            ),
        ),
        Chapter(
            LOCHY,
            literal("Loch Lochy"),
            "A",
            "C6-24",
            instruction=tr(
                "Put 1 cattle on the Loch Lochy tile (without it: on the home castle), "
                "then activate all your animal tiles, not their neighbours."
            ),
        ),
        Chapter(
            DUART,
            literal("Duart Castle"),
            "B",
            "C6-25",
            instruction=tr(
                "You may make the exchange of this card once, with Sinclair too. Enter what comes of it."
            ),
        ),
        Chapter(INVERNESS, literal("Inverness"), "B", "C6-26"),
        Chapter(
            SHIEL,
            literal("Loch Shiel"),
            "B",
            "C6-27",
            other_payment=tr("1 point, for 2 Scots on the tile"),
            instruction=tr("Put 2 Scots from your supply on the Loch Shiel tile."),
        ),
        Chapter(WALLACE, literal("Wallace Monument"), "B", "C6-19"),
        Chapter(
            ARMADALE,
            literal("Armadale Castle"),
            "C",
            "C6-28",
            other_payment=tr("Stones, for 3 points each"),
            instruction=tr("Put the stones back into the supply."),
        ),
        Chapter(NESS, literal("Loch Ness"), "C", "C6-29"),
        Chapter(
            DUNVEGAN,
            literal("Dunvegan Castle"),
            "C",
            "C6-20",
            other_payment=tr("2 sheep, for 7 points"),
            instruction=tr("Put 2 sheep of your territory back into the supply."),
        ),
        Chapter(FORT_GEORGE, literal("Fort George"), "D", "C6-21", scots=1, instruction=REMOVAL_TEXT),
        Chapter(MEY, literal("Castle of Mey"), "D", "C6-30", scots=1, instruction=REMOVAL_TEXT),
        Chapter(MOIL, literal("Castle Moil"), "D", "C6-31"),
        Chapter(MORAR, literal("Loch Morar"), "D", "C6-32", scots=2),
        Chapter(LOMOND, literal("Loch Lomond"), "A", "C6-34"),
        Chapter(
            CHURCH,
            literal("Glenfinnan Church"),
            "B",
            "C6-35",
            instruction=tr(
                "Activate Glenfinnan Church and all its neighbours, each tile once. Enter what comes of it."
            ),
        ),
        Chapter(MONUMENT, literal("Glenfinnan Monument"), "C", "C6-36"),
        Chapter(WADE, literal("General Wade's Military Roads"), "D", "C6-37"),
    )
}


def chapter_of(question: OpenQuestion) -> Chapter:
    """Return the event side that a question is about."""
    return CHAPTERS[str(question.args[0])]


def rule_of(_state: State, question: OpenQuestion) -> str:
    """Return the rule id of the card that a question is about."""
    return chapter_of(question).rule


def event_name(card: str) -> str:
    """Return the name of a card's event in point sources and causes."""
    return f"{SLUG}.{card}"


def event_cause(card: str) -> str:
    """Return the cause id of a card's event."""
    return cause_id(event_name(card))


def manual_step(card: str) -> str:
    """Return the cause id of the instruction that a card's event leaves to the players."""
    return f"{SLUG}.hands.{card}"


BOAT_REMINDER = f"{SLUG}.boat"
CAUSES = {
    **{event_name(c.id): tr("event of {card}", card=c.name) for c in CHAPTERS.values()},
    **{
        manual_step(c.id): tr("{card}: {text}", card=c.name, text=c.instruction)
        for c in CHAPTERS.values()
        if c.instruction
    },
    BOAT_REMINDER: tr("A tile with a boat on it can't be removed."),
}


PRINTED_TABLE, BY_HAND = "printed", "by_hand"
PAYMENT_QUESTION = f"{SLUG}.pay"


class Sides(msgspec.Struct, frozen=True):
    """Landmark cards that are turned, and the own tables that count."""

    turned_cards: dict[str, bool] = {}
    """Cards with their event side up (the value is always True)."""
    tables: dict[str, str] = {}
    """Cards whose own table counts for their owner: PRINTED_TABLE (known or to be asked) or BY_HAND."""


class SideTurned(ev.Event, frozen=True):
    """A player turned a card to its event side (C6-11)."""

    player: str
    card: str
    done: bool
    """True if its event was carried out, False if the card was only turned (C6-12)."""


class SideSet(ev.Event, frozen=True):
    """A correction: which side of a card is up."""

    card: str
    turned: bool
    """True if the event side is up."""
    done: bool = False
    """True if its own table counts; no meaning for a card without one."""


class CountedByHand(ev.Event, frozen=True):
    """The table of a card is not entered; its points are entered after each scoring."""

    card: str


class RowEmptied(ev.Event, frozen=True):
    """A player took all coins of a market row (C6-34)."""

    player: str
    row: str
    coins: int
    """Number of coins taken."""


class FigureSwapped(ev.Event, frozen=True):
    """A figure and a tile of the rondel changed places (C6-36).

    The event itself changes nothing; a `PawnPlaced` event follows.
    """

    figure: str
    """The Englishman."""
    piece: str
    """Piece id of the tile; "" if unidentified."""
    deck: str
    """Deck letter of the tile, its name while it is unidentified."""


OWN_STATE = ExpansionState(SLUG, begin=lambda _state: Sides(), joined=lambda now, _player: now)


def turned_sides(state: State) -> dict[str, bool]:
    """Return the cards with their event side up."""
    return OWN_STATE.of(state).turned_cards


def turned_cards(state: State) -> frozenset[str]:
    """Return the ids of the cards with their event side up; answers the query `TURNED_CARDS`."""
    return frozenset(turned_sides(state))


def tables_in_force(state: State) -> dict[str, str]:
    """Return the cards whose own table counts for their owner, with PRINTED_TABLE or BY_HAND."""
    return OWN_STATE.of(state).tables


def set_side(state: State, card: str, up: bool, done: bool) -> State:
    """Return the state with a card's side set. `up`: event side up; `done`: its event was carried out."""
    sides = {c: True for c in turned_sides(state) if c != card} | ({card: True} if up else {})
    own = {c: how for c, how in tables_in_force(state).items() if c != card}
    if up and done and card in OWN_TABLE_CARDS.values():
        own[card] = PRINTED_TABLE
    return OWN_STATE.put(state, Sides(sides, own))


def cards_left_to_turn(state: State, player_id: str) -> list[str]:
    """Return the player's cards on their landmark side (C6-11), except one whose payment is being asked."""
    asked = {str(o.args[0]) for o in state.open_questions if o.kind == PAYMENT_QUESTION}
    spent = {*turned_sides(state), *asked}
    return [card for card in state.player(player_id).landmarks if card in CHAPTERS and card not in spent]


def cards_turned_by(state: State, player_id: str) -> list[str]:
    """Return the player's cards on their event side."""
    return [card for card in state.player(player_id).landmarks if card in turned_sides(state)]


def card_owner(state: State, card: str) -> str:
    """Return the player who has a card, or ""."""
    return next((p.id for p in state.players if card in p.landmarks), "")
