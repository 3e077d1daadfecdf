"""Laying tiles at the end of a turn, and decks that run out (GM-RND-05 to GM-RND-08)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.die import carries_symbol
from companion.state.glen_more_2.facts import DECKS, WORLDS_END
from companion.state.glen_more_2.model import DIE, Space, State
from companion.state.glen_more_2.moves import move_pawn
from companion.state.glen_more_2.piece_locations import something_ahead
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import ahead_of, passed_by_all, room
from companion.state.glen_more_2.ring import laid as laid_at
from companion.state.glen_more_2.ruleset import pile_of, rules_of
from companion.state.glen_more_2.worlds_end import game_ends

SCORED_DECKS = ("A", "B", "C")


def discard_passed(resolution: Resolution) -> None:
    """What all player pawns have passed leaves the rondel at once (GM-RND-05)."""
    # Looked for anew each time: a tile that leaves moves the places of those behind it.
    while places := tiles_passed(resolution.state):
        tile = resolution.state.line[places[0]]
        pile = pile_of(resolution.state)
        resolution.do(ev.TileDiscarded(tile.piece, tile.deck, places[0], "GM-RND-05", pile))


def tiles_passed(state: State) -> list[int]:
    """Places of the tiles that nobody can take any more; some figures may be waited for."""
    figures = rules_of(state).figures
    holding = [
        place
        for place, space in enumerate(state.line)
        for figure in space.figures
        if (turn := figures.get(figure)) and turn.holds_tiles and turn.holds_tiles(state)
    ]
    return [place for place in passed_by_all(state.line) if place < min(holding, default=len(state.line))]


def to_lay(state: State) -> int:
    """How many tiles the refill lays now; none when the game is over with this turn (GM-RND-06, GM-END-01)."""
    return 0 if skips_refill(state) else can_lay(state)


def can_lay(state: State) -> int:
    """How many tiles find room, though perhaps none should be laid."""
    if game_ends(state):
        return 0
    coming = DECKS[DECKS.index(state.deck) :]
    return min(room(state.line, state.spaces), sum(state.deck_of(letter).left for letter in coming))


def skips_refill(state: State) -> bool:
    """After a turn that stopped on what stays, a chronicle may say that nothing is laid; never if none is left."""
    return state.turn.no_refill and something_ahead(state)


# ---- stage "deck": lay what the refill still needs; an empty deck is confirmed first (GM-RND-07)


def deck_to_confirm(resolution: Resolution) -> bool:
    """A counted end of a deck that ends a round is asked, because counts can be behind the table."""
    state = resolution.state
    return state.deck in SCORED_DECKS and state.deck_of(state.deck).left == 0


def ask_deck_end(resolution: Resolution) -> None:
    resolution.ask("deck_end", "", resolution.state.deck)


def more_to_lay(resolution: Resolution) -> bool:
    return resolution.state.finishing > 0 and can_lay(resolution.state) > 0


def lay_unidentified(resolution: Resolution) -> None:
    """Tiles that nobody has identified, until none is left to lay or something else must come first."""
    opened = len(resolution.state.open)
    while more_to_lay(resolution) and not deck_to_confirm(resolution) and len(resolution.state.open) == opened:
        lay_one(resolution)


# ---- tile by tile


def lay_one(resolution: Resolution, piece: str = "") -> None:
    """One tile of the current deck at the far end; on top of D lies World's End in a short game (GM-SET-12)."""
    state = resolution.state
    on_top = state.deck == "D" and state.short_game and not state.worlds_end_found
    # Another tile was tapped first: what lay on top of it is on the rondel already, untapped.
    if on_top and piece not in ("", WORLDS_END):
        lay_one(resolution)
    laid = WORLDS_END if on_top and not piece else piece
    place = laid_at(state.line, Space())[1]
    resolution.do(ev.TileLaid(laid, state.deck))
    start_deck_done(resolution)
    if resolution.state.die_waits and laid != WORLDS_END and not carries_symbol(resolution.state, laid):
        land_waiting_die(resolution, place)


def start_deck_done(resolution: Resolution) -> None:
    """The start tiles end without a scoring: the next one laid is of A (GM-SET-14)."""
    if resolution.state.deck == DECKS[0] and not resolution.state.deck_of(DECKS[0]).left:
        resolution.do(ev.DeckEmptied(DECKS[0]))


def land_waiting_die(resolution: Resolution, place: int) -> None:
    """The die that waited on the empty space goes onto the first tile that suits it (GM-DIE-07)."""
    tile = resolution.state.line[place]
    move_pawn(resolution, DIE, ahead_of(resolution.state.line, place), place)
    # Its old space at the back was given up: the line begins elsewhere now.
    place = next(i for i, s in enumerate(resolution.state.line) if DIE in s.figures)
    resolution.do(ev.TileDiscarded(tile.piece, tile.deck, place, "GM-DIE-07"))


def empty_deck(resolution: Resolution, letter: str) -> None:
    """A deck is empty: its scoring round is due (GM-RND-04); deck D brings none (GM-RND-08)."""
    resolution.do(ev.DeckEmptied(letter))
    # A deck that was counted anew can run out twice; its scoring comes once.
    if letter in SCORED_DECKS and letter not in (*resolution.state.scored, *resolution.state.due):
        resolution.do(ev.RoundDue(letter))


def decks_grow(resolution: Resolution, more: Mapping[str, int]) -> None:
    """Decks that people have not counted themselves grow by tiles that were told only now (C0-09)."""
    for letter, tiles in more.items():
        deck = resolution.state.deck_of(letter)
        if tiles and deck.size - deck.left == _come_from(resolution.state, letter):
            resolution.do(ev.DeckCounted(letter, deck.left + tiles))


def _come_from(state: State, letter: str) -> int:
    """Tiles of this deck that have been laid: on the rondel, with people, out of the game."""
    gone = [*state.discards, *state.removed, *(tile for player in state.players for tile in player.taken)]
    return sum(space.deck == letter for space in state.line) + sum(tile.deck == letter for tile in gone)
