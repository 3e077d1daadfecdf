"""What events of the referee change that only this game has."""

from __future__ import annotations

from companion.state.glen_more import events as ev
from companion.state.glen_more.model import State
from companion.state.territory import changes, grid
from companion.state.territory.grid import Cell
from companion.state.territory.model import with_player, with_territory, with_work

CHIEFTAIN = "chieftain"
"""What stands for one where players say what they pay with."""


def placed(state: State, e: ev.TilePlaced) -> State:
    """What a player has taken is placed once; one that was placed by hand belongs to the player from here on."""
    state = changes.tile_placed(state, e)
    taken = state.player(e.player).taken
    if e.piece in state.facts.tiles and state.facts.tiles[e.piece].deck and e.piece not in taken:
        state = with_player(state, e.player, taken=(*taken, e.piece))
    return with_work(state, cell=Cell(e.x, e.y)) if e.piece == state.turn.tile else state


def lifted(state: State, e: ev.TileRemoved) -> State:
    taken = tuple(piece for piece in state.player(e.player).taken if piece != e.piece)
    return changes.tile_removed(with_player(state, e.player, taken=taken), e)


def activated(state: State, e: ev.TileActivated) -> State:
    card = state.facts.cards.get(e.by)
    by_card = card is not None and any(effect.op == "activate_one" for effect in card.effects)
    return changes.tile_activated(state, e, by_card)


def bought(state: State, e: ev.GoodBought) -> State:
    """At scorekeeper depth nobody says from where a payment comes."""
    state = changes.good_bought(state, e)
    return changes.wish_fulfilled(state, e.good) if state.follows else state


def chieftain_made(state: State, e: ev.ChieftainMade) -> State:
    land = grid.with_scots(state.player(e.player).territory, Cell(e.x, e.y), -1)
    state = changes.movement_spent(with_territory(state, e.player, land))
    return with_player(state, e.player, chieftains=state.player(e.player).chieftains + 1)


def chieftain_paid(state: State, e: ev.ChieftainPaid) -> State:
    state = changes.wish_fulfilled(state, changes.SCOT, CHIEFTAIN)
    return with_player(state, e.player, chieftains=state.player(e.player).chieftains - 1)
