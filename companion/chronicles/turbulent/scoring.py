"""Scoring of event sides: one point each, and the own tables of two cards (C6-15, C6-16, C6-18, C6-26).

The last part reads the same from a document of `companion score`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.chronicles.turbulent.model import (
    BY_HAND,
    DUNVEGAN,
    FORT_GEORGE,
    OWN_TABLE_CARDS,
    SLUG,
    STORR,
    WALLACE,
    card_owner,
    tables_in_force,
    turned_sides,
)
from companion.engine.message import Message, tr, trn
from companion.scoring.gains import PlayerGain, PointsForLead, player_gain
from companion.scoring.glen_more_2.document import ExpansionKeys
from companion.scoring.glen_more_2.model import (
    GainsPart,
    ScoringPart,
    Standing,
    StandingsPart,
    WorthPart,
    changed_standings,
)
from companion.scoring.glen_more_2.scoring import CATEGORIES
from companion.scoring.score_sheet import Key
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import expansion_rule, scoring_parts
from companion.state.glen_more_2.scoring_rounds import player_standings as standings_of

EVENT_SIDE_ENDS_RULE = f"{SLUG}.event_side_ends_landmark_effect"


def table_fact(card: str) -> str:
    """Return the name of the box fact with a card's table: points for leads 1, 2, … separated by spaces."""
    return f"{SLUG}.table_{card}"


def printed_table(state: State, card: str) -> tuple[int, ...] | None:
    """Return the points of a card's table; None if unknown."""
    told = state.facts.more.get(table_fact(card))
    return tuple(int(points) for points in str(told).split()) if told else None


def points_by_table(table: tuple[int, ...] | None) -> PointsForLead:
    """Return the function from lead to points; always 0 for an unknown table, whose points are entered by hand."""
    return lambda lead: table[min(lead, len(table)) - 1] if table else 0


def side_scoring_parts(state: State) -> tuple[ScoringPart, ...]:
    """Return the scoring parts for own tables and event sides."""

    def own_table(standing: Standing, category: str) -> PointsForLead | None:
        card = OWN_TABLE_CARDS.get(category, "")
        if card not in tables_in_force(state) or card_owner(state, card) != standing.name:
            return None
        return points_by_table(printed_table(state, card))

    def gains(standings: Sequence[Standing], _before: Sequence[PlayerGain]) -> Iterator[PlayerGain]:
        return event_side_gains(turned_sides(state), standings)

    def cards(standings: tuple[Standing, ...]) -> tuple[Standing, ...]:
        return (
            standings_without_turned(turned_sides(state), standings)
            if expansion_rule(state, EVENT_SIDE_ENDS_RULE)
            else standings
        )

    return (StandingsPart(SLUG, cards), WorthPart(SLUG, own_table), GainsPart(SLUG, "compared", gains))


def standings_without_turned(sides: Collection[str], standings: Sequence[Standing]) -> tuple[Standing, ...]:
    """Return the standings without the lasting effects of turned cards, for a house rule (C6-39)."""
    return tuple(
        replace(
            standing, working_cards=tuple(card for card in standing.landmarks if _works(standing, card, sides))
        )
        for standing in standings
    )


def _works(standing: Standing, card: str, sides: Collection[str]) -> bool:
    return card not in sides and standing.has_working_card(card)


def event_side_gains(sides: Collection[str], standings: Sequence[Standing]) -> Iterator[PlayerGain]:
    """Yield one point for each turned card, in the scoring of landmark cards (C6-16)."""
    for standing in standings:
        if n := sum(card in sides for card in standing.landmarks):
            because = trn("{n} card on its event side: {n}", "{n} cards on their event sides: {n}", n)
            yield player_gain(standing.name, "landmarks", n, because)


def unknown_tables(state: State) -> Iterator[str]:
    """Yield the cards whose table counts for a player in the game and is unknown."""
    for card in tables_in_force(state):
        who = card_owner(state, card)
        if who and not state.has_left(who) and printed_table(state, card) is None:
            yield card


def tables_to_ask(state: State) -> Iterator[str]:
    """Return the unknown tables that players do not count by hand."""
    return (card for card in unknown_tables(state) if tables_in_force(state)[card] != BY_HAND)


def owner_lead(state: State, card: str) -> int:
    """Return how many more the owner of the card has than the player with the fewest."""
    category = next(c for c, tabled in OWN_TABLE_CARDS.items() if tabled == card)
    now = changed_standings(standings_of(state), scoring_parts(state))
    counts = {s.name: CATEGORIES[category](s).number for s in now}
    return counts[card_owner(state, card)] - min(counts.values())


MAX_LEADS, MAX_TABLE_POINTS = 40, 1000
PointsTable = Annotated[
    tuple[Annotated[int, Meta(ge=0, le=MAX_TABLE_POINTS)], ...], Meta(min_length=1, max_length=MAX_LEADS)
]


class OwnTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Own tables of a player: points for leads 1, 2, …; the last value counts for larger leads."""

    scots: PointsTable | None = None
    """Table of the Old Man of Storr (C6-18); None for the usual one."""
    whisky: PointsTable | None = None
    """Table of Inverness (C6-26); None for the usual one."""


def own_table(standing: Standing, category: str) -> PointsForLead | None:
    """Return the points by a player's own table in a category; None for the usual one."""
    tables: OwnTables = standing.expansion_standings[SLUG].get("tables", OwnTables())
    table = {"scots_in_home_castle": tables.scots, "whisky": tables.whisky}.get(category)
    return points_by_table(table) if table else None


def document_gains(standings: Sequence[Standing], _before: Sequence[PlayerGain]) -> Iterator[PlayerGain]:
    """Yield the points of the turned cards in the document."""
    for standing in standings:
        yield from event_side_gains(standing.expansion_standings[SLUG].get("event_side", ()), [standing])


def document_error(found: Mapping[str, Any]) -> Message | None:
    """Return the error if a turned card is not the player's or appears twice."""
    sides = found.get("event_side", ())
    for card in sides:
        if card not in found["landmarks"]:
            return tr('"event_side" has "{card}", which is not in "landmarks".', card=card)
        if sides.count(card) > 1:
            return tr('"event_side" has "{card}" more than once.', card=card)
    return None


SCORE_KEYS = ExpansionKeys(
    keys={
        "event_side": Key(list[str], tr("a list of ids of landmark cards"), "never"),
        "tables": Key(
            OwnTables,
            tr('an object with "scots" or "whisky", each a list of points from 0 for leads of 1, 2 and so on'),
            "never",
        ),
    },
    parts=(WorthPart(SLUG, own_table), GainsPart(SLUG, "compared", document_gains)),
    cards=(STORR, WALLACE, DUNVEGAN, FORT_GEORGE),
    fault=document_error,
)
