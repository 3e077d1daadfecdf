"""Corrections: what the table says counts."""

from __future__ import annotations

from msgspec.structs import replace

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.apply.rondel import given_to
from companion.state.glen_more_2.apply.table import change, scored, sure, with_player
from companion.state.glen_more_2.facts import DAVID_HUME, PERSON, WORLDS_END
from companion.state.glen_more_2.model import Space, State, Tile
from companion.state.glen_more_2.ring import moved, place_of, place_of_piece, rotated, with_space, without_tile


def count_set(state: State, player_id: str, count: str, value: int) -> State:
    """A count is what the table says; points are put right under a source of their own."""
    player = state.player(player_id)
    if count == "points":
        return with_player(state, player_id, points=scored(player, "correction", value - player.total))
    if count == "persons":
        tiles = len(player.persons) + (DAVID_HUME in player.persons)
        return with_player(state, player_id, more_persons=value - tiles, doubtful=sure(player, count))
    return with_player(state, player_id, **{count: value}, doubtful=sure(player, count))


@change(ev.CountSet)
def _(state: State, e: ev.CountSet) -> State:
    return count_set(state, e.player, e.count, e.value)


@change(ev.RowSet)
def _(state: State, e: ev.RowSet) -> State:
    return replace(state, market={**state.market, e.good: e.filled})


@change(ev.FigurePlaced)
def _(state: State, e: ev.FigurePlaced) -> State:
    line = state.line + tuple(Space() for _ in range(e.at + 1 - len(state.line)))
    target, old = line[e.at], place_of(line, e.figure)
    if target.has_tile and target.piece != WORLDS_END and not target.fixed:
        # the tile that was believed there lies where the figure was
        line = with_space(line, e.at, Space(target.figures))
        if line[old].has_tile:
            state = replace(state, discards=(*state.discards, Tile(target.piece, target.deck)))
        else:
            line = with_space(line, old, Space(line[old].figures, target.piece, target.deck))
    return replace(state, line=rotated(moved(line, e.figure, e.at), state.spaces))


@change(ev.SpaceSet)
def _(state: State, e: ev.SpaceSet) -> State:
    line = state.line + tuple(Space() for _ in range(e.at + 1 - len(state.line)))
    space = Space(line[e.at].figures, e.piece, e.deck)
    return replace(state, line=rotated(with_space(line, e.at, space), state.spaces))


@change(ev.PiecePlaced)
def _(state: State, e: ev.PiecePlaced) -> State:
    tile, state = _lifted(state, e.piece)
    if e.place == "discards":
        return replace(state, discards=(*state.discards, tile))
    if e.place == "removed":
        return replace(state, removed=(*state.removed, tile))
    if e.place == "deck":
        return state
    if state.facts.pieces[e.piece].category == PERSON:
        state = with_player(state, e.place, persons=(*state.player(e.place).persons, e.piece))
    return given_to(state, e.place, tile)


def _lifted(state: State, piece: str) -> tuple[Tile, State]:
    """The tile and the state without it, wherever it was."""
    place = place_of_piece(state.line, piece)
    deck = state.facts.pieces[piece].deck or ""
    if place >= 0:
        deck = state.line[place].deck
        state = replace(state, line=rotated(without_tile(state.line, place), state.spaces))
    for player in state.players:
        state = with_player(
            state,
            player.id,
            taken=tuple(t for t in player.taken if t.piece != piece),
            persons=tuple(p for p in player.persons if p != piece),
        )
    return Tile(piece, deck), replace(
        state,
        discards=tuple(t for t in state.discards if t.piece != piece),
        removed=tuple(t for t in state.removed if t.piece != piece),
    )


@change(ev.CardPlaced)
def _(state: State, e: ev.CardPlaced) -> State:
    for player in state.players:
        held = tuple(c for c in player.landmarks if c != e.card)
        state = with_player(state, player.id, landmarks=(*held, e.card) if player.id == e.player else held)
    return state


@change(ev.MarkerPlaced)
def _(state: State, e: ev.MarkerPlaced) -> State:
    shared = state.facts.crests[e.crest].repeatable and e.player
    for player in state.players:
        if player.id == e.player or not shared:
            held = tuple(c for c in player.crests if c != e.crest)
            own = (e.crest,) * e.markers if player.id == e.player else ()
            state = with_player(state, player.id, crests=(*held, *own))
    return state


@change(ev.ScoringWithdrawn)
def _(state: State, _e: ev.ScoringWithdrawn) -> State:
    for player, scored_now in zip(state.players, state.result["players"], strict=True):
        points = dict(player.points)
        for gain in scored_now["gains"]:
            points[gain["source"]] -= gain["points"]
        state = with_player(state, player.id, points={source: n for source, n in points.items() if n})
    return replace(state, due=state.scored[-1:], scored=state.scored[:-1], result=None, winners=(), goods={})
