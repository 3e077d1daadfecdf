"""What the event sides score: a point each, and two tables of their owners' own (C6-15, C6-16, C6-18, C6-26).

Asks for no table: `tables` does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from companion.chronicles.turbulent.chapters import SLUG, TABLES
from companion.chronicles.turbulent.sides import BY_HAND, holder, tables, turned
from companion.engine.message import trn
from companion.scoring.compare import Worth
from companion.scoring.gains import Given, given
from companion.scoring.glen_more_2.parts import GainsPart, ScoringPart, StandingsPart, WorthPart, changed
from companion.scoring.glen_more_2.rounds import CATEGORIES
from companion.scoring.glen_more_2.standing import Standing
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import scoring_parts, switch
from companion.state.glen_more_2.standings import standings as standings_of

EVENT_SIDE_ENDS = f"{SLUG}.event_side_ends_landmark_effect"


def table_fact(card: str) -> str:
    """The name of the fact that holds a card's table: points for a lead of 1, 2, … with spaces between."""
    return f"{SLUG}.table_{card}"


def table_of(state: State, card: str) -> tuple[int, ...] | None:
    """The printed table; None while nobody has told."""
    told = state.facts.more.get(table_fact(card))
    return tuple(int(points) for points in str(told).split()) if told else None


def worth(table: tuple[int, ...] | None) -> Worth:
    """From the lead to points; nothing where the points are entered by hand afterwards."""
    return lambda lead: table[min(lead, len(table)) - 1] if table else 0


def parts(state: State) -> tuple[ScoringPart, ...]:
    """The tables of their owners, and the points of the event sides."""

    def own_table(standing: Standing, category: str) -> Worth | None:
        card = TABLES.get(category, "")
        if card not in tables(state) or holder(state, card) != standing.name:
            return None
        return worth(table_of(state, card))

    def gains(standings: Sequence[Standing], _before: Sequence[Given]) -> Iterator[Given]:
        return event_sides(turned(state), standings)

    def cards(standings: tuple[Standing, ...]) -> tuple[Standing, ...]:
        return without_turned(turned(state), standings) if switch(state, EVENT_SIDE_ENDS) else standings

    return (StandingsPart(SLUG, cards), WorthPart(SLUG, own_table), GainsPart(SLUG, "compared", gains))


def without_turned(sides: Collection[str], standings: Sequence[Standing]) -> tuple[Standing, ...]:
    """By house rule the lasting effect of a card rests while its event side is up (C6-39)."""
    return tuple(
        replace(standing, working=tuple(card for card in standing.landmarks if _works(standing, card, sides)))
        for standing in standings
    )


def _works(standing: Standing, card: str, sides: Collection[str]) -> bool:
    return card not in sides and standing.has_working(card)


def event_sides(sides: Collection[str], standings: Sequence[Standing]) -> Iterator[Given]:
    """One point for each of these cards, in the scoring of landmark cards, whoever is ahead (C6-16)."""
    for standing in standings:
        if n := sum(card in sides for card in standing.landmarks):
            because = trn("{n} card on its event side: {n}", "{n} cards on their event sides: {n}", n)
            yield given(standing.name, "landmarks", n, because)


def unknown_tables(state: State) -> Iterator[str]:
    """Cards whose table somebody scores by and nobody has told."""
    for card in tables(state):
        who = holder(state, card)
        if who and not state.has_left(who) and table_of(state, card) is None:
            yield card


def tables_to_ask(state: State) -> Iterator[str]:
    """Those of them that people have not said they count by hand."""
    return (card for card in unknown_tables(state) if tables(state)[card] != BY_HAND)


def lead(state: State, card: str) -> int:
    """How far the owner of such a card is ahead of the fewest."""
    category = next(c for c, tabled in TABLES.items() if tabled == card)
    now = changed(standings_of(state), scoring_parts(state))
    counts = {s.name: CATEGORIES[category](s).number for s in now}
    return counts[holder(state, card)] - min(counts.values())
