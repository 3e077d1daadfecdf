"""Whose turn it is, how it begins and how it ends: the course's own actions and conditions.

Every action gives events through a `Resolution`; nothing here makes an offer.
"""

from __future__ import annotations

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import FigureTurn
from companion.state.glen_more_2.facts import FINAL
from companion.state.glen_more_2.model import DIE
from companion.state.glen_more_2.piece_locations import something_ahead
from companion.state.glen_more_2.referee.tiles import CASTLE, CASTLE_CELL, VILLAGE, VILLAGE_CELL, half
from companion.state.glen_more_2.refill import to_lay
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import last_figure
from companion.state.glen_more_2.ruleset import figure_turn
from companion.state.glen_more_2.worlds_end import game_ends, needs_worlds_end


def begin_play(resolution: Resolution) -> None:
    """Pawns, die and market stand; the rondel is laid out next."""
    resolution.do(ev.PlayBegan())
    if resolution.state.follows:
        for player in resolution.state.players:
            lay_home_tile(resolution, player.id)
    resolution.ask("prepare", "", 0)
    resolution.ask("layout")


def lay_home_tile(resolution: Resolution, player_id: str) -> None:
    """The home tile, two tiles in every respect, with a Scot on the start village (GM-CMP-12, GM-SET-02)."""
    for which, cell in ((VILLAGE, VILLAGE_CELL), (CASTLE, CASTLE_CELL)):
        resolution.do(ev.TilePlaced(player_id, half(player_id, which), cell.x, cell.y))
    resolution.do(ev.ScotPlaced(player_id, *VILLAGE_CELL, 1, "home"))


# ---- a turn begins: the last figure is on turn (GM-RND-01)


def die_is_last(resolution: Resolution) -> bool:
    return last_figure(resolution.state.line) == DIE


def neutral_is_last(resolution: Resolution) -> bool:
    return _neutral(resolution) is not None


def _neutral(resolution: Resolution) -> FigureTurn | None:
    return figure_turn(resolution.state, last_figure(resolution.state.line))


def begin_turn(resolution: Resolution) -> None:
    neutral = _neutral(resolution)
    acting = neutral.player(resolution.state) if neutral else ""
    resolution.do(ev.TurnBegan(last_figure(resolution.state.line), acting=acting))


def begin_neutral(resolution: Resolution) -> None:
    """A figure that a chronicle brought opens its own questions."""
    neutral = _neutral(resolution)
    assert neutral is not None
    neutral.begin(resolution)


def ask_take(resolution: Resolution) -> None:
    resolution.ask("take", resolution.state.turn.figure)


def ask_roll(resolution: Resolution) -> None:
    resolution.ask("roll")


def ask_end(resolution: Resolution) -> None:
    resolution.ask("end", resolution.state.turn.player)


# ---- the die has moved (GM-DIE-08)


def ask_end_after_die(resolution: Resolution) -> None:
    """By a house rule tiles are laid first (GM-DIE-11); so they are where nobody could move (GM-DIE-13)."""
    state = resolution.state
    if (state.house.refill_after_die or not something_ahead(state)) and to_lay(state):
        resolution.ask("end")


def nothing_is_laid(resolution: Resolution) -> bool:
    return resolution.state.opened("end") is None


# ---- a turn ends


def end_turn(resolution: Resolution) -> None:
    """The refill is done."""
    resolution.do(ev.TurnEnded(resolution.state.turn.figure))


def ask_where_end(resolution: Resolution) -> None:
    """Everything of the turn is done; where World's End lies must be known now."""
    if needs_worlds_end(resolution.state):
        resolution.ask("where_end")


def check_end(resolution: Resolution) -> None:
    """The final scoring is due when every pawn is at World's End (GM-END-01)."""
    if game_ends(resolution.state):
        resolution.do(ev.RoundDue(FINAL, "GM-END-01"))
