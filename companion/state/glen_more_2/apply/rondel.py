"""What happens on the rondel: tiles laid, taken and discarded, figures that move, decks that end."""

from __future__ import annotations

from msgspec.structs import replace

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.apply.table import change, with_player
from companion.state.glen_more_2.facts import DECKS, WORLDS_END
from companion.state.glen_more_2.model import DIE, OpenQuestion, Space, State, Tile, Turn
from companion.state.glen_more_2.ring import (
    fixture_put,
    laid,
    moved,
    place_of,
    rotated,
    tiles_ahead,
    with_space,
    without_tile,
)


@change(ev.PawnStopped)
def _(state: State, _e: ev.PawnStopped) -> State:
    return state


@change(ev.RefillSkipped)
def _(state: State, _e: ev.RefillSkipped) -> State:
    return replace(state, turn=replace(state.turn, no_refill=True))


@change(ev.FixturePut)
def _(state: State, e: ev.FixturePut) -> State:
    spaces = (Space((), e.piece, fixed=True), *(Space(fixed=True) for _ in range(e.size - 1)))
    return replace(state, line=fixture_put(state.line, state.spaces, spaces))


@change(ev.FigureJoined)
def _(state: State, e: ev.FigureJoined) -> State:
    return replace(state, line=laid(state.line, Space((e.figure,)))[0])


@change(ev.TileLaid)
def _(state: State, e: ev.TileLaid) -> State:
    decks = tuple(replace(d, left=max(0, d.left - 1)) if d.letter == e.deck else d for d in state.decks)
    return replace(
        state,
        line=laid(state.line, Space((), e.piece, e.deck))[0],
        decks=decks,
        deck=e.deck,
        turn=replace(state.turn, laid=(*state.turn.laid, Tile(e.piece, e.deck))),
        finishing=max(0, state.finishing - 1) if state.finishing >= 0 else -1,
    )


@change(ev.TurnBegan)
def _(state: State, e: ev.TurnBegan) -> State:
    ledgers = tuple(OpenQuestion(state.asked + 1 + i, "ledger", p.id) for i, p in enumerate(state.players))
    return replace(
        state,
        line=rotated(state.line, state.spaces),
        turn=Turn(
            state.turn.number + 1,
            e.figure,
            after_round=_just_scored(state),
            before=_laid_last(state),
            acting=e.acting,
        ),
        open=ledgers,
        asked=state.asked + len(ledgers),
        rolled=0,
        finishing=-1,
    )


def _just_scored(state: State) -> bool:
    """Nothing has happened since the last scoring: its round is done and the turn that brought it is over."""
    return bool(state.scored) and state.scored_in == state.turn.number


def _laid_last(state: State) -> str:
    return state.turn.laid[-1].piece if state.turn.laid else ""


@change(ev.ActingChanged)
def _(state: State, e: ev.ActingChanged) -> State:
    return replace(state, turn=replace(state.turn, acting=e.player))


@change(ev.TileIdentified)
def _(state: State, e: ev.TileIdentified) -> State:
    place = tiles_ahead(state.line)[e.ahead - 1]
    space = replace(state.line[place], piece=e.piece)
    unidentified = e.ahead if e.piece != WORLDS_END else 0
    return replace(
        state, line=with_space(state.line, place, space), turn=replace(state.turn, unidentified=unidentified)
    )


@change(ev.PawnMoved)
def _(state: State, e: ev.PawnMoved) -> State:
    place = tiles_ahead(state.line)[e.ahead - 1]
    turn = replace(state.turn, unidentified=e.ahead) if state.line[place].unidentified else state.turn
    line = rotated(moved(state.line, e.figure, place), state.spaces)
    return replace(state, line=line, turn=turn, die_waits=state.die_waits and e.figure != DIE)


@change(ev.TileTaken)
def _(state: State, e: ev.TileTaken) -> State:
    line = without_tile(state.line, place_of(state.line, state.turn.figure))
    turn = replace(state.turn, tile=e.piece, deck=e.deck)
    return given_to(replace(state, line=line, turn=turn), e.player, Tile(e.piece, e.deck))


@change(ev.TileGiven)
def _(state: State, e: ev.TileGiven) -> State:
    pile = list(state.discards)
    tile = Tile(e.piece, e.deck)
    same = [t for t in pile if t.deck == e.deck and t.piece in (e.piece, "")]
    for lying in sorted(same, key=lambda t: t.piece != e.piece)[:1]:
        pile.remove(lying)
    return given_to(replace(state, discards=tuple(pile)), e.player, tile)


def given_to(state: State, player_id: str, tile: Tile) -> State:
    return with_player(state, player_id, taken=(*state.player(player_id).taken, tile))


@change(ev.TileNamed)
def _(state: State, e: ev.TileNamed) -> State:
    taken = list(state.player(e.player).taken)
    place = max(i for i, tile in enumerate(taken) if tile.piece == e.was)
    taken[place] = replace(taken[place], piece=e.piece)
    named = state.turn.player == e.player and state.turn.tile == e.was
    turn = replace(state.turn, tile=e.piece) if named else state.turn
    return with_player(replace(state, turn=turn), e.player, taken=tuple(taken))


@change(ev.TileDiscarded)
def _(state: State, e: ev.TileDiscarded) -> State:
    tile = Tile(e.piece, e.deck, e.pile)
    return replace(
        state,
        line=rotated(without_tile(state.line, e.at), state.spaces),
        discards=(*state.discards, tile),
        turn=replace(state.turn, discarded=(*state.turn.discarded, tile)),
    )


@change(ev.FigureLeft)
def _(state: State, e: ev.FigureLeft) -> State:
    line = tuple(replace(s, figures=tuple(f for f in s.figures if f != e.figure)) for s in state.line)
    line = rotated(line, state.spaces)
    return replace(state, line=line, use_die=state.use_die and e.figure != DIE)


@change(ev.DieRolled)
def _(state: State, e: ev.DieRolled) -> State:
    return replace(state, rolled=e.face)


@change(ev.DieWaited)
def _(state: State, _e: ev.DieWaited) -> State:
    bare = tuple(replace(s, figures=tuple(f for f in s.figures if f != DIE)) for s in state.line)
    line = laid(rotated(bare, state.spaces), Space((DIE,)))[0]
    return replace(state, line=line, die_waits=True)


@change(ev.DeckEmptied)
def _(state: State, e: ev.DeckEmptied) -> State:
    decks = tuple(replace(d, left=0) if d.letter == e.letter else d for d in state.decks)
    return replace(state, decks=decks, deck=state.next_deck(e.letter) or e.letter)


@change(ev.DeckCounted)
def _(state: State, e: ev.DeckCounted) -> State:
    decks = tuple(replace(d, left=e.left) if d.letter == e.letter else d for d in state.decks)
    return replace(state, decks=decks, deck=_deck_laid(state, e))


def _deck_laid(state: State, e: ev.DeckCounted) -> str:
    """A deck that was believed to be empty is laid on; counting a later one changes nothing."""
    back = e.left and DECKS.index(e.letter) < DECKS.index(state.deck)
    return e.letter if back else state.deck
