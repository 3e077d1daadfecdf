"""The prizes of the Great Glen: 10 points to the best of each accepted card, shared, rounded up (C7-13, C7-14).

Asks nothing: what only the table sees was counted before the final scoring.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.chronicles.great_glen.cards import (
    CARDS,
    MAX_CASTLES,
    MAX_DISCARDS,
    MAX_SETS,
    PRIZE,
    SLUG,
    SMALLEST,
)
from companion.chronicles.great_glen.glen import OWN_STATE
from companion.chronicles.queries import SCOT_IN_ANOTHER_CASTLE
from companion.engine.message import trn
from companion.scoring.gains import Given, given
from companion.scoring.glen_more_2.parts import GainsPart, ScoringPart
from companion.scoring.glen_more_2.rounds import persons_counted, scots_counted
from companion.scoring.glen_more_2.standing import Standing
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import asked, switch


def parts(state: State) -> tuple[ScoringPart, ...]:
    """One part for all accepted cards, at the moment of prizes (C0-13)."""

    def gains(standings: Sequence[Standing], _before: Sequence[Given]) -> Iterator[Given]:
        for card in OWN_STATE.of(state).accepted():
            yield from prize(state, card, counts_for(state, card, standings))

    return (GainsPart(SLUG, "prizes", gains),)


def counts_for(state: State, card: str, standings: Sequence[Standing]) -> dict[str, int]:
    """What everybody has of the thing a card compares."""
    if card == SMALLEST:
        return {s.name: s.tiles or 0 for s in standings}
    if card == MAX_SETS:
        return {s.name: sets(s, bool(switch(state, f"{SLUG}.hume_counts_once"))) for s in standings}
    if card == MAX_DISCARDS:
        return {s.name: sum(t.pile == s.name for t in state.discards) for s in standings}
    counted = OWN_STATE.of(state).counts.get(card, {})
    more = castles_elsewhere(state) if card == MAX_CASTLES else {}
    return {s.name: counted.get(s.name, 0) + more.get(s.name, 0) for s in standings}


def castles_elsewhere(state: State) -> dict[str, int]:
    """A Scot of theirs stands in another's home castle (C7-20)."""
    owner = asked(SCOT_IN_ANOTHER_CASTLE, state)
    return {owner: 1} if owner else {}


def sets(standing: Standing, hume_once: bool = False) -> int:
    """1 Scot in the home castle, 1 barrel, 1 landmark card and 1 person each (C7-19)."""
    persons = persons_counted(standing).number - (hume_once and standing.david_hume)
    return min(scots_counted(standing).number, standing.whisky, len(standing.landmarks), persons)


def prize(state: State, card: str, counts: Mapping[str, int]) -> Iterator[Given]:
    """The best get the prize, several share it (C7-14); everybody at zero is a tie like any other (C7-15)."""
    best = min(counts.values()) if card == SMALLEST else max(counts.values())
    if best == 0 and card != SMALLEST and switch(state, f"{SLUG}.zero_gives_nothing"):
        return
    winners = [player_id for player_id, count in counts.items() if count == best]
    points = share(len(winners))
    for player_id in winners:
        because = trn(
            "{card}, {best}: {points}",
            "{card}, {best}, shared by {n}: {points}",
            len(winners),
            card=CARDS[card].name,
            best=best,
            points=trn("{n} point", "{n} points", points),
        )
        yield given(player_id, SLUG, points, because)


def share(winners: int) -> int:
    """10 points divided by those who tie, rounded up."""
    return -(-PRIZE // winners)
