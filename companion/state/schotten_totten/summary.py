"""A state as the document that `companion score` reads, so that any position of a journal can be judged."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.scoring.score_sheet import SCHEMA
from companion.state.schotten_totten.house_rules import HouseRules
from companion.state.schotten_totten.model import NEW_ROW, State


def summary(state: State) -> dict[str, Any]:
    """Whose claiming step it is, else who shows a card, is to move."""
    claims = state.opened("claim")
    return {
        "schema": SCHEMA,
        "variants": [*state.variants],
        "house_rules": _otherwise(state.house),
        "to_move": (claims.player if claims else state.to_move) or "A",
        "discarded": [*state.discarded],
        "stones": [msgspec.to_builtins(stone.judged) for stone in state.stones or NEW_ROW],
    }


def _otherwise(house: HouseRules) -> dict[str, Any]:
    """What the table rules otherwise than we do."""
    usual = msgspec.structs.asdict(HouseRules())
    return {name: value for name, value in msgspec.structs.asdict(house).items() if value != usual[name]}
