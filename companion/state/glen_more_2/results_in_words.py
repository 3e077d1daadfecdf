"""Results as people read them: players by their names, and what decided in two words where two are enough.

Works nothing out; the state keeps ids.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.memoize import memoize_last
from companion.engine.message import Message
from companion.scoring.compare import in_short
from companion.scoring.ending import coins_in_short
from companion.scoring.gains import Gain, Result, by_names, with_gains
from companion.scoring.glen_more_2.rounds import with_what_counts
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import State


def with_names(state: State, result: Result) -> Result:
    """The reasons tell players by their names, not by their ids; where they can be short they are that too."""
    names = {p.id: labels.figure(state, p.id) for p in state.players}
    return with_gains(result, lambda gain: _told(gain, names))


def last_result(state: State) -> Result | None:
    """The last scoring with its names; None before the first. It stands for many turns, each of which shows it."""
    if state.result is None:
        return None
    return _kept(state.result, *(text for p in state.players for text in (p.id, p.name)))


@memoize_last
def _kept(result: dict[str, Any], *ids_and_names: str) -> Result:
    ids, names = ids_and_names[::2], ids_and_names[1::2]
    called = {id: labels.player(id, name) for id, name in zip(ids, names, strict=True)}
    return with_gains(msgspec.convert(result, Result), lambda gain: _told(gain, called))


def _told(gain: Gain, names: dict[str, Message]) -> Gain:
    because = by_names(with_what_counts(gain.because), names)
    return msgspec.structs.replace(coins_in_short(in_short(gain)), because=because)
