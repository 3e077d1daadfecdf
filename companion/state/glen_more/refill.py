"""Phase 4: what was passed leaves the rondel, new tiles are laid, decks run out (G1-TRK-05, G1-TRN-05)."""

from __future__ import annotations

from companion.state.glen_more import events as ev
from companion.state.glen_more.model import SPACES, State
from companion.state.glen_more.resolution import Resolution
from companion.state.territory.track import Space, last_figure, place_of, room, tiles_ahead, trimmed, with_space


def passed_now(state: State) -> list[int]:
    """Places of the tiles that leave in this phase 4.

    What lay behind the figure when its turn began; and if it is still the hindmost, what it has just passed.
    What others are left behind lies, out of reach, until phase 4 of whoever is first then.
    """
    if state.turn.cleared:
        return []
    first = place_of(state.line, last_figure(state.line))
    behind = [place for place, space in enumerate(state.line[:first]) if space.has_tile]
    if state.house.skipped_leave_at_once or last_figure(state.line) == state.turn.figure:
        return behind
    return behind[: state.turn.behind]


def to_lay(state: State) -> int:
    """How many tiles are laid now: until one space is empty, as far as there are any."""
    line = state.line
    for place in passed_now(state):
        line = with_space(line, place, Space())
    return min(room(trimmed(line), SPACES), sum(state.left.values()))


def is_told(state: State) -> bool:
    """People tell the tiles that they lay, and some are still to be laid."""
    return any(state.line[place].piece for place in tiles_ahead(state.line)) and to_lay(state) > 0


def throw_out(resolution: Resolution, place: int, rule: str) -> None:
    """The tile at that place leaves the game."""
    tile = resolution.state.line[place]
    resolution.do(ev.TileDiscarded(tile.piece, tile.deck, place, rule))


def clear(resolution: Resolution) -> None:
    """What was passed goes into the box."""
    if resolution.state.turn.cleared:
        return
    # The hindmost first: a tile that leaves moves the places of those ahead, so it is looked for anew each time.
    for _ in passed_now(resolution.state):
        throw_out(resolution, passed_now(resolution.state)[0], "G1-TRK-05")
    resolution.do(ev.RefillBegan())


def lay_one(resolution: Resolution, piece: str = "") -> None:
    """One tile at the end of the chain; a known one says by its back which deck is used now."""
    deck = resolution.state.facts.tiles[piece].deck if piece else resolution.state.deck
    if deck > resolution.state.deck:
        resolution.do(ev.DeckEmptied(resolution.state.deck))
    resolution.do(ev.TileLaid(piece, deck))
    if not resolution.state.left[deck]:
        resolution.do(ev.DeckEmptied(deck))


def refill(resolution: Resolution) -> None:
    """All that still has to be laid, by tiles that nobody has told about; a new deck is begun where one ends."""
    clear(resolution)
    while to_lay(resolution.state):
        lay_one(resolution)
