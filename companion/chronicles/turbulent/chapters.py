"""The event sides of the nineteen landmark cards: what each costs and does, in words (C6-18 to C6-37).

Carries nothing out: `effects` does.
"""

from __future__ import annotations

import msgspec

from companion.chronicles.turbulent.pieces import DUNVEGAN, FORT_GEORGE, STORR, WALLACE
from companion.engine.message import Message, literal, tr
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.sources import source

SLUG = "turbulent"
STALKER, DONAN, LOCHY = "castle_stalker", "donan_castle", "loch_lochy"
DUART, INVERNESS, SHIEL = "duart_castle", "inverness", "loch_shiel"
ARMADALE, NESS, MEY = "armadale_castle", "loch_ness", "castle_of_mey"
MOIL, MORAR = "castle_moil", "loch_morar"
LOMOND, CHURCH = "loch_lomond", "glenfinnan_church"
MONUMENT, WADE = "glenfinnan_monument", "general_wades_military_roads"

REMOVED_TILES = 2
SHEEP_POINTS, STONE_POINTS, MOIL_COINS = 7, 3, 2
REMOVES = (FORT_GEORGE, MEY)
TABLES = {"scots_in_home_castle": STORR, "whisky": INVERNESS}
"""Which card's table an owner scores a category by instead of the usual one (C6-18, C6-26)."""
LEADS = 5
"""The usual table ends at 5; so is this one asked."""


class Chapter(msgspec.Struct, frozen=True):
    """The right half of a card: what its event costs and leaves to do."""

    id: str
    """The landmark's piece id."""
    name: Message
    deck: str
    """The letter on the card (C6-06)."""
    rule: str
    """C6-18 to C6-37."""
    scots: int = 0
    """How many are returned to the supply (C6-33)."""
    price: Message | None = None
    """What else must be given; None = nothing."""
    step: Message | None = None
    """What is left to do by hand; None where everything is booked."""

    @property
    def costs(self) -> bool:
        """Something must be paid, so the player may also only turn the card (C6-33)."""
        return bool(self.scots or self.price)


REMOVE_WORDS = tr("Remove 2 tiles by the usual rules; goods on them go to the home castle, which holds 3.")

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
            step=tr("Lay the tile for nothing and activate it and its neighbours; a person pays the roads."),
        ),
        Chapter(
            DONAN,
            literal("Donan Castle"),
            "A",
            "C6-23",
            step=tr("Activate up to 2 tiles in other territories; you pay and gain. Enter what comes of it."),
        ),
        Chapter(
            LOCHY,
            literal("Loch Lochy"),
            "A",
            "C6-24",
            step=tr(
                "Put 1 cattle on the Loch Lochy tile (without it: on the home castle), "
                "then activate all your animal tiles, not their neighbours."
            ),
        ),
        Chapter(
            DUART,
            literal("Duart Castle"),
            "B",
            "C6-25",
            step=tr("You may make the exchange of this card once, with Sinclair too. Enter what comes of it."),
        ),
        Chapter(INVERNESS, literal("Inverness"), "B", "C6-26"),
        Chapter(
            SHIEL,
            literal("Loch Shiel"),
            "B",
            "C6-27",
            price=tr("1 point, for 2 Scots on the tile"),
            step=tr("Put 2 Scots from your supply on the Loch Shiel tile."),
        ),
        Chapter(WALLACE, literal("Wallace Monument"), "B", "C6-19"),
        Chapter(
            ARMADALE,
            literal("Armadale Castle"),
            "C",
            "C6-28",
            price=tr("Stones, for 3 points each"),
            step=tr("Put the stones back into the supply."),
        ),
        Chapter(NESS, literal("Loch Ness"), "C", "C6-29"),
        Chapter(
            DUNVEGAN,
            literal("Dunvegan Castle"),
            "C",
            "C6-20",
            price=tr("2 sheep, for 7 points"),
            step=tr("Put 2 sheep of your territory back into the supply."),
        ),
        Chapter(FORT_GEORGE, literal("Fort George"), "D", "C6-21", scots=1, step=REMOVE_WORDS),
        Chapter(MEY, literal("Castle of Mey"), "D", "C6-30", scots=1, step=REMOVE_WORDS),
        Chapter(MOIL, literal("Castle Moil"), "D", "C6-31"),
        Chapter(MORAR, literal("Loch Morar"), "D", "C6-32", scots=2),
        Chapter(LOMOND, literal("Loch Lomond"), "A", "C6-34"),
        Chapter(
            CHURCH,
            literal("Glenfinnan Church"),
            "B",
            "C6-35",
            step=tr("Activate Glenfinnan Church and all its neighbours, each tile once. Enter what comes of it."),
        ),
        Chapter(MONUMENT, literal("Glenfinnan Monument"), "C", "C6-36"),
        Chapter(WADE, literal("General Wade's Military Roads"), "D", "C6-37"),
    )
}


def chapter_of(question: OpenQuestion) -> Chapter:
    """The card that a question is about."""
    return CHAPTERS[str(question.args[0])]


def rule_of(_state: State, question: OpenQuestion) -> str:
    """The rule of the card that a question is about."""
    return chapter_of(question).rule


def event_name(card: str) -> str:
    """The event of a card, as this chronicle names what it brings and costs."""
    return f"{SLUG}.{card}"


def cause(card: str) -> str:
    """The event of a card as a reason of counts and points."""
    return source(event_name(card))


def manual_step(card: str) -> str:
    """The event of a card as something that people do by hand."""
    return f"{SLUG}.hands.{card}"


BOAT = f"{SLUG}.boat"
CAUSES = {
    **{event_name(c.id): tr("event of {card}", card=c.name) for c in CHAPTERS.values()},
    **{manual_step(c.id): tr("{card}: {text}", card=c.name, text=c.step) for c in CHAPTERS.values() if c.step},
    BOAT: tr("A tile with a boat on it can't be removed."),
}
