"""Results as people read them: players by their names, and what decided in two words where two are enough.

Works nothing out; the state keeps ids.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.message import Message
from companion.scoring.compare import in_short
from companion.scoring.ending import coins_in_short
from companion.scoring.gains import Gain, Result
from companion.scoring.glen_more_2.rounds import with_what_counts
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import State


def with_names(state: State, result: Result) -> Result:
    """The reasons tell players by their names, not by their ids; where they can be short they are that too."""
    names = {p.id: labels.figure(state, p.id) for p in state.players}
    return msgspec.structs.replace(
        result,
        players=tuple(
            msgspec.structs.replace(
                scored,
                gains=tuple(_told(gain, names) for gain in scored.gains),
            )
            for scored in result.players
        ),
    )


def _named(message: Any, names: dict[str, Message]) -> Any:
    """A sentence with players' ids replaced by their names, however deep they stand."""
    if isinstance(message, str):
        return names.get(message, message)
    if not isinstance(message, Message):
        return message
    values = tuple((hole, _named(value, names)) for hole, value in message.values)
    return msgspec.structs.replace(message, values=values)


def _told(gain: Gain, names: dict[str, Message]) -> Gain:
    because = _named(with_what_counts(gain.because), names)
    return msgspec.structs.replace(coins_in_short(in_short(gain)), because=because)
