"""What hands do for the die: the tile that it throws out, and where it stands while it waits. Words only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.engine.message import Message, tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import DIE, Space, State
from companion.state.glen_more_2.refill import to_lay
from companion.state.glen_more_2.ring import place_of


def thrown_out(state: State) -> list[ev.TileDiscarded]:
    """What the die threw out on the way to this turn, as long as the player on turn has not moved (GM-DIE-05)."""
    if state.phase not in ("take", "roll"):
        return []
    return [each for each in state.happened if isinstance(each, ev.TileDiscarded) and each.rule == "GM-DIE-05"]


def told_by_place(state: State) -> Counter[str]:
    """By deck, the tiles that hands are told by their place and not with what else is discarded at the refill."""
    return Counter(each.deck for each in _thrown_out_now(state) if not each.piece)


def owed_to_die(state: State) -> Iterator[Message]:
    """The tile that the die threw out without anybody being asked; one that nobody has told, by its place."""
    stays = place_of(state.line, DIE) >= 0
    thrown = _thrown_out_now(state)
    for each in thrown:
        if not each.piece:
            yield _by_place(state, each, _beside_die(state) if each is thrown[-1] else None)
        elif state.phase == "take":
            yield _by_name(labels.piece(state.facts, each.piece, each.deck), stays)


def _thrown_out_now(state: State) -> list[ev.TileDiscarded]:
    return thrown_out(state)


def _by_name(tile: Message, stays: bool) -> Message:
    if stays:
        return tr("Take {tile} off the rondel, the die goes there", tile=tile)
    return tr("Take {tile} and the die off the rondel", tile=tile)


def _by_place(state: State, thrown: ev.TileDiscarded, beside: Message | None) -> Message:
    """Counted from where the die still stands on the table, and what lies beside it."""
    at = next(i for i, event in enumerate(state.happened) if event is thrown)
    moved = (each for each in reversed(state.happened[:at]) if isinstance(each, ev.PawnMoved))
    ahead = next(each.ahead for each in moved if each.figure == DIE)
    if place_of(state.line, DIE) < 0:
        return tr("Take off tile {n} ahead of the die, and the die", n=ahead)
    if beside:
        return tr("Take off tile {n} ahead of the die ({beside}): the die goes there", n=ahead, beside=beside)
    return tr("Take off tile {n} ahead of the die: the die goes there", n=ahead)


def _beside_die(state: State) -> Message | None:
    """The pawn or told tile next to the die; a pawn tells most."""
    at = place_of(state.line, DIE)
    behind = state.line[at - 1] if at else Space()
    before = state.line[at + 1] if at + 1 < len(state.line) else Space()
    if before.figures or (before.piece and not behind.figures):
        return tr("right behind {what}", what=_what(state, before))
    if behind.figures or behind.piece:
        return tr("right in front of {what}", what=_what(state, behind))
    return None


def _what(state: State, space: Space) -> Message:
    return labels.figure(state, space.figures[0]) if space.figures else labels.tile(state.facts, space)


def waiting_die(state: State) -> Iterator[Message]:
    """Where the die that waits stands, and what becomes of the tile laid next (GM-DIE-07)."""
    if not state.die_waits or state.phase not in ("take", "turn", "roll"):
        return
    if state.opened("end") and to_lay(state):
        if state.chronicles:
            yield tr("The first without a Chronicle symbol is discarded: the die takes its space")
        else:
            yield tr("The first is discarded: the die takes its space")
    elif state.chronicles:
        yield tr("The die stands ahead of all tiles; it discards the next one laid without a Chronicle symbol")
    else:
        yield tr("The die stands ahead of all tiles; it discards the next one laid")
