"""Scorings of expansions that come after a round's: booked with a sheet of their own (C5-13, C0-13).

Works out no points: whoever scores brings them with their reasons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from companion.engine.message import Message, literal
from companion.scoring.gains import Gain, Given, Result, Scored
from companion.scoring.places import places
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import State

APART = "apart"
"""Under this key the sheets stand in the state, beside the last round's own."""
ASKED = "asked"
"""Under this key stands how many questions had been asked when that round was scored."""


class Points(NamedTuple):
    """Points of such a scoring."""

    given: Given
    """Whose, how many, from which source, and why."""
    numbers: tuple[int | str, ...] = ()
    """As in `PointsScored.because`."""


def scored_apart(
    state: State, expansion: str, points: Iterable[Points], said: Message | None = None
) -> Iterator[ev.Event]:
    """The points, then the sheet that shows them; said: what all are told on it, also where nobody got any."""
    found = tuple(points)
    for each in found:
        gain = each.given.gain
        if gain.points:
            yield ev.PointsScored(each.given.name, gain.points, gain.source, each.numbers)
    if found or said:
        before = {p.id: dict(p.points) for p in state.players}
        yield ev.ExpansionScored(expansion, before, _as_json([each.given for each in found]), _as_json(said))


def _as_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def result_apart(state: State, e: ev.ExpansionScored) -> Result:
    """Its table: the totals are those of now, what others made of these points among them."""
    told = msgspec.convert(e.gains, list[Given])
    ranks = places({p.id: p.total for p in state.players}, state.goods)
    players = []
    for player in state.players:
        before = e.before[player.id]
        gains = [one.gain for one in told if one.name == player.id]
        sources = {gain.source for gain in gains}
        for source, now in player.points.items():
            if source not in sources and (more := now - before.get(source, 0)):
                gains.append(Gain(source, more, literal(f"{more:+}")))
        players.append(Scored(player.id, sum(before.values()), player.total, ranks[player.id], tuple(gains)))
    return Result(state.scored[-1], tuple(players))
