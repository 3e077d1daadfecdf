"""The line for the hands at the end of a turn: what is discarded, what is laid. Words only."""

from __future__ import annotations

from companion.engine.message import Message, listed, tr, trn
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import DECKS
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.refill import to_lay


def table_instructions(state: State) -> Message:
    """The line for the hands: what is discarded, what is laid."""
    parts: list[Message | str] = []
    if state.turn.discarded:
        parts.append(tr("Discard {tiles}.", tiles=listed(_discarded(state))))
    match _shares(state):
        case []:
            parts.append(tr("Lay nothing."))
        case [(deck, n)]:
            left = state.deck_of(deck).left
            parts.append(tr("Lay {n} from {deck} ({left} left).", n=n, deck=deck, left=left))
        case [(deck, n), (following, more), *_]:
            parts.append(
                tr("Lay {n} from {deck}, then {more} from {next}.", n=n, deck=deck, more=more, next=following)
            )
    if state.die_waits and to_lay(state):
        parts.append(_goes_out(state))
    return Message(
        " ".join(f"{{p{i}}}" for i in range(len(parts))), tuple((f"p{i}", p) for i, p in enumerate(parts))
    )


def _goes_out(state: State) -> Message:
    """What becomes of the tile that the die has waited for (GM-DIE-07)."""
    if state.chronicles:
        return tr("The first without a Chronicle symbol goes out: the die takes its space.")
    return tr("The first goes out: the die takes its space.")


def _discarded(state: State) -> list[Message]:
    """What goes off the rondel: told tiles by name, the others counted by deck."""
    tiles = [labels.tile(state.facts, t) for t in state.turn.discarded if t.piece]
    for deck in DECKS:
        if n := sum(not t.piece and t.deck == deck for t in state.turn.discarded):
            tiles.append(trn("{n} tile of deck {deck}", "{n} tiles of deck {deck}", n, deck=deck))
    return tiles


def _shares(state: State) -> list[tuple[str, int]]:
    """How many tiles of which deck the refill lays (GM-RND-07)."""
    lay, shares = to_lay(state), []
    for deck in state.decks[DECKS.index(state.deck) :]:
        share = min(lay, deck.left)
        if share:
            shares.append((deck.letter, share))
        lay -= share
    return shares
