"""What a turn at referee depth can still do, in words: nobody ends it without having read that. Enters nothing."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.message import Message, listed, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.payment import cost_is_owed, since_the_taking
from companion.state.glen_more_2.referee import activating
from companion.state.glen_more_2.referee.words import spot_words

GAINS = ("points", "barrel", "coins_in", "crest")
"""Entries that say what a tile gave which people used by hand; goods and Scots are corrected."""


def unspent_words(state: State) -> Iterator[Message]:
    """Movement points at any time of a turn; the tiles once there is nothing to lay and to pay."""
    if moves := state.turn.work.moves:
        yield trn("{n} movement point left", "{n} movement points left", moves)
    if not state.opened("end") or cost_is_owed(state):
        return
    if able := [spot_words(state, spot) for spot in activating.unspent(state)]:
        yield tr("Can still be used: {tiles}", tiles=listed(able))
    if full := [spot_words(state, spot) for spot in activating.full(state)]:
        yield tr("Full: {tiles}", tiles=listed(full))
    if untold := [spot_words(state, spot) for spot in activating.untold(state)]:
        yield trn(
            "Not known what it gives: {tiles}",
            "Not known what they give: {tiles}",
            len(untold),
            tiles=listed(untold),
        )


def not_entered_words(state: State) -> Iterator[Message]:
    """Tiles that people used by hand, as long as fewer entries than tiles say what they gave."""
    used = activating.told_by_people(state)
    if used and sum(map(_says_gain, since_the_taking(state))) < len(used):
        yield tr("DOWN: enter what {tiles} gave", tiles=listed(spot_words(state, spot) for spot in used))


def _says_gain(event: ev.Event) -> bool:
    if isinstance(event, ev.EntryMade):
        return event.entry in GAINS
    return isinstance(event, ev.GoodsSet | ev.ScotsSet)
