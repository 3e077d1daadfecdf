"""Why counts may be behind the table, in words: since which turn, and what nobody said then. Settles nothing."""

from __future__ import annotations

from companion.engine.memoize import memoize_while
from companion.engine.message import Message, listed, tr
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import PERSON, Piece
from companion.state.glen_more_2.model import Doubt, Player, State

KIND_COUNTS = ("persons", "tiles")
"""Counts that go by what a tile is."""


def _told_by(state: State) -> tuple[object, ...]:
    counts = (part for player in state.still_in for part in (player.doubtful, player.name))
    return state.facts, state.story.doubts, state.story.unpaid, *counts


@memoize_while(_told_by)
def doubts(state: State) -> tuple[Message, ...]:
    """Each reason with all counts of everybody that it speaks of."""
    found: dict[Message, dict[str, list[Message]]] = {}
    for player in state.still_in:
        for count in player.doubtful:
            reason = found.setdefault(why(state, player, count), {})
            reason.setdefault(player.id, []).append(labels.COUNT_BRIEFS[count])
    return tuple(
        tr("{counts}: {why}", counts=listed(_of_player(state, *each) for each in counts.items()), why=reason)
        for reason, counts in found.items()
    )


def _of_player(state: State, player_id: str, counts: list[Message]) -> Message:
    return tr("{player} ({counts})", player=labels.figure(state, player_id), counts=listed(counts))


def why(state: State, player: Player, count: str) -> Message:
    """Without the number, which stands beside it."""
    since = state.story.doubts.get((player.id, count))
    if count == "scots":
        return _walked(since)
    if said := nobody_said(state, player, count):
        return said
    return tr("May be wrong since turn {turn}.", turn=since.turn) if since else tr("May be wrong.")


def _walked(since: Doubt | None) -> Message:
    if since is None:
        return tr("Scots may have walked home or away.")
    return tr("Scots may have walked home or away since turn {n}.", n=since.turn)


def nobody_said(state: State, player: Player, count: str) -> Message | None:
    """What of the tile of that turn; None where no tile is behind it."""
    since = state.story.doubts.get((player.id, count))
    if since is None or not since.deck:
        return None
    tile, known = labels.piece(state.facts, since.tile, since.deck), state.facts.pieces.get(since.tile)
    if count in KIND_COUNTS:
        return _of_kind(tile, known, since.turn)
    if known and known.cost is not None and (player.id, since.turn) not in state.story.unpaid:
        return None
    return tr("Nobody said what {tile} cost or gave in turn {turn}.", tile=tile, turn=since.turn)


def _of_kind(tile: Message, known: Piece | None, turn: int) -> Message | None:
    """What counts as a tile or a person depends on what was taken, never on what it cost."""
    if known is None or known.category is None:
        return tr("Nobody said in turn {turn} what {tile} is.", turn=turn, tile=tile)
    if known.category != PERSON and known.rebuild is None:
        return tr("Nobody said in turn {turn} whether {tile} is a rebuild tile.", turn=turn, tile=tile)
    return None
