"""Where a roll takes the die, what it throws out, and what is asked of it (GM-DIE-03 to GM-DIE-08)."""

from __future__ import annotations

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.course import fire
from companion.state.glen_more_2.die import must_be_asked, uncounted, with_symbol
from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.model import DIE, State
from companion.state.glen_more_2.moves import move_pawn
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import (
    ahead_of,
    die_target,
    last_figure,
    place_of,
    place_of_piece,
    tiles_ahead,
)
from companion.state.glen_more_2.worlds_end import game_ends, needs_worlds_end, unidentified_of_d

AIMED = ("hit", "die_waits")
STALE_KINDS = ("untold_end", *AIMED)


def aim_die(resolution: Resolution) -> None:
    """Where the roll takes the die: it moves, or the tile it throws out is asked, or it is over with it."""
    state = resolution.state
    beyond = state.house.die_discards_beyond_worlds_end
    place, leaves = die_target(state.line, state.rolled, with_symbol(state), beyond, uncounted(state))
    if place < 0 and needs_worlds_end(state):
        # Deck D is out, so one of the nameless tiles is World's End, and the roll went beyond all of them.
        resolution.do(ev.FigureLeft(DIE))
        after_die(resolution)
    elif place < 0 and unidentified_of_d(state):
        # One of the nameless tiles may be World's End, where the die would leave instead of waiting: people say.
        resolution.ask("die_waits")
    elif place < 0:
        resolution.do(ev.DieWaited())
        after_die(resolution)
    elif leaves and state.line[place].piece == WORLDS_END:
        resolution.do(ev.FigureLeft(DIE))
        after_die(resolution)
    elif not must_be_asked(state, place):
        throw_out_and_go_on(resolution, ahead_of(state.line, place), leaves)
    else:
        resolution.ask("hit", "", ahead_of(state.line, place), int(leaves))


def throw_out_and_go_on(resolution: Resolution, ahead: int, leaves: bool) -> None:
    """The die throws that tile out and leaves the game if it must; the next figure is on turn."""
    throw_out(resolution, ahead)
    # It went across World's End and threw out a tile there first (GM-DIE-06).
    if leaves:
        resolution.do(ev.FigureLeft(DIE))
    after_die(resolution)


def lies_beyond_end(state: State, ahead: int) -> bool:
    """Whether that tile ahead lies beyond World's End, as far as people have told where it is."""
    return 0 <= place_of_piece(state.line, WORLDS_END) < tiles_ahead(state.line)[ahead - 1]


def throw_out(resolution: Resolution, ahead: int) -> None:
    """The tile goes to the pile, the die stands on its space (GM-DIE-05)."""
    place = tiles_ahead(resolution.state.line)[ahead - 1]
    tile = resolution.state.line[place]
    move_pawn(resolution, DIE, ahead, place)
    # The move gave up its old space at the back: the line begins elsewhere now.
    at = place_of(resolution.state.line, DIE)
    resolution.do(ev.TileDiscarded(tile.piece, tile.deck, at, "GM-DIE-05"))


def after_die(resolution: Resolution) -> None:
    """The figure that is now last is on turn (GM-DIE-08), perhaps after some tiles were laid."""
    fire(resolution, "die_moved")


def take_again(resolution: Resolution) -> None:
    """After a correction of the ring: whoever is last now is on turn, what was asked about it is asked anew."""
    state = resolution.state
    if state.phase not in ("take", "roll"):
        return
    # While tiles are laid after the die nobody is on turn yet: that goes on, and then it is looked who is last.
    if state.opened("end"):
        return
    stale = [o for o in resolution.state.open if o.kind in STALE_KINDS]
    for question in stale:
        resolution.close(question)
    if game_ends(resolution.state) or resolution.state.turn.figure != last_figure(resolution.state.line):
        _withdraw_roll(resolution)
        _withdraw_takes(resolution)
        fire(resolution, "ring_corrected")
    elif any(o.kind in AIMED for o in stale):
        aim_die(resolution)


def _withdraw_takes(resolution: Resolution) -> None:
    """After the end nobody takes a tile; before it, whoever is on turn next is asked anew."""
    if game_ends(resolution.state):
        for kind in ("take", "neutral"):
            if asked := resolution.state.opened(kind):
                resolution.close(asked)


def _withdraw_roll(resolution: Resolution) -> None:
    """Nobody rolls a die whose turn it is not, nor after the end."""
    roll = resolution.state.opened("roll")
    if roll:
        resolution.close(roll)
