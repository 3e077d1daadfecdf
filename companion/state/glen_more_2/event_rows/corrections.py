"""What was put right: what the table says counts.

Each event in one row: what it changes, its words in the history, what the hands put back.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.actions import Booking
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.event_rows.common import holder, instead, instead_of_number, scored, sure
from companion.state.glen_more_2.event_rows.rondel import given_to
from companion.state.glen_more_2.facts import DAVID_HUME, PERSON, WORLDS_END
from companion.state.glen_more_2.labels import figure, piece
from companion.state.glen_more_2.model import Space, State, Tile
from companion.state.glen_more_2.referee.changes import home_scots
from companion.state.glen_more_2.ring import (
    ahead_of,
    last_figure,
    moved,
    place_of,
    place_of_piece,
    rotated,
    with_space,
    without_tile,
)
from companion.state.glen_more_2.rows import EventRow
from companion.state.glen_more_2.standings import count_value
from companion.state.glen_more_2.story import with_counted, without_unpaid
from companion.state.territory.changes import row_set
from companion.state.territory.model import with_player


def _count_set(state: State, e: ev.CountSet) -> State:
    return count_set(with_counted(state, e.player, e.count, e.value), e.player, e.count, e.value)


def _words_of_count_set(state: State, e: ev.CountSet) -> Message:
    whose, count = figure(state, e.player), labels.COUNT_WORDS[e.count]
    now = tr("{player}'s {count} {n}", player=whose, count=count, n=e.value)
    if not state.turn.number:
        return now  # said before the first turn, as all of the set-up is
    return instead_of_number(now, e.value, count_value(state.player(e.player), e.count))


def _words_of_row_set(state: State, e: ev.RowSet) -> Message:
    good = labels.row(state, e.good)
    now = trn(
        "the {good} row holds coins on {n} space", "the {good} row holds coins on {n} spaces", e.filled, good=good
    )
    return instead_of_number(now, e.filled, state.market.get(e.good, e.filled))


def _figure_placed(state: State, e: ev.PawnPlaced) -> State:
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


def _words_of_figure_placed(state: State, e: ev.PawnPlaced) -> Message:
    now = tr("{figure} stands on space {n}", figure=figure(state, e.figure), n=e.at + 1)
    stood = next((n for n, space in enumerate(state.line) if e.figure in space.figures), e.at)
    return instead_of_number(now, e.at + 1, stood + 1)


def _space_set(state: State, e: ev.SpaceSet) -> State:
    line = state.line + tuple(Space() for _ in range(e.at + 1 - len(state.line)))
    space = Space(line[e.at].figures, e.piece, e.deck)
    return replace(state, line=rotated(with_space(line, e.at, space), state.spaces))


def _words_of_space_set(state: State, e: ev.SpaceSet) -> Message:
    lay = state.line[e.at] if e.at < len(state.line) else Space()
    what, before = (_lying(state, *tile) for tile in ((e.piece, e.deck), (lay.piece, lay.deck)))
    if what == before or not lay.has_tile:
        return tr("{what} lies on space {n}", what=what, n=e.at + 1)
    return tr("on space {n} lies {what}, not {before}", what=what, n=e.at + 1, before=before)


def _lying(state: State, tile: str, deck: str) -> Message:
    return piece(state.facts, tile, deck) if tile or deck else tr("nothing")


def _booked_space_set(state: State, e: ev.SpaceSet) -> Booking | None:
    ahead = ahead_of(state.line, place_of_piece(state.line, e.piece)) if e.piece else 0
    if not ahead:
        return None
    # Without whose tiles are counted nobody knows where to look.
    tile, last = piece(state.facts, e.piece, e.deck), figure(state, last_figure(state.line))
    return Booking(deed=tr("{tile} is on the rondel, tile {n} ahead of {figure}", tile=tile, n=ahead, figure=last))


def _piece_placed(state: State, e: ev.PiecePlaced) -> State:
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


def _words_of_piece_placed(state: State, e: ev.PiecePlaced) -> Message:
    now = tr("{tile} is {where}", tile=piece(state.facts, e.piece), where=_place_words(state, e.place))
    before = _place_of(state, e.piece)
    return now if before in (e.place, "deck") else instead(now, _place_words(state, before))


def _place_words(state: State, place: str) -> Message:
    if place == "rondel":
        return tr("on the rondel")
    return labels.PLACES.get(place) or tr("with {player}", player=figure(state, place))


def _place_of(state: State, tile: str) -> str:
    """Where the companion had a tile, as in `PiecePlaced.place`; "rondel" there."""
    if place_of_piece(state.line, tile) >= 0:
        return "rondel"
    for name, heap in (("discards", state.discards), ("removed", state.removed)):
        if any(each.piece == tile for each in heap):
            return name
    holders = (p.id for p in state.players if tile in p.persons or any(t.piece == tile for t in p.taken))
    return next(holders, "deck")


def _card_placed(state: State, e: ev.CardPlaced) -> State:
    for player in state.players:
        held = tuple(c for c in player.landmarks if c != e.card)
        state = with_player(state, player.id, landmarks=(*held, e.card) if player.id == e.player else held)
    return state


def _words_of_card_placed(state: State, e: ev.CardPlaced) -> Message:
    before = next((player.id for player in state.players if e.card in player.landmarks), "")
    now = tr("{what}: {player}", what=labels.landmark(state.facts, e.card), player=holder(state, e.player))
    return now if before in (e.player, "") else instead(now, holder(state, before))


def _marker_placed(state: State, e: ev.MarkerPlaced) -> State:
    shared = state.facts.crests[e.crest].repeatable and e.player
    for player in state.players:
        if player.id == e.player or not shared:
            held = tuple(c for c in player.crests if c != e.crest)
            own = (e.crest,) * e.markers if player.id == e.player else ()
            state = with_player(state, player.id, crests=(*held, *own))
    return state


def _words_of_marker_placed(state: State, e: ev.MarkerPlaced) -> Message:
    crest, player = labels.crest(state.facts, e.crest), holder(state, e.player)
    if e.player and state.facts.crests[e.crest].repeatable:
        now = trn(
            "{what}: {n} marker of {player}",
            "{what}: {n} markers of {player}",
            e.markers,
            what=crest,
            player=player,
        )
        return instead_of_number(now, e.markers, state.player(e.player).crests.count(e.crest))
    before = next((each.id for each in state.players if e.crest in each.crests), "")
    now = tr("{what}: {player}", what=crest, player=player)
    return now if before in (e.player, "") else instead(now, holder(state, before))


def _scoring_withdrawn(state: State, _e: ev.ScoringWithdrawn) -> State:
    for scored_now in state.result["players"]:
        player = state.player(scored_now["name"])
        points = dict(player.points)
        for gain in scored_now["gains"]:
            points[gain["source"]] -= gain["points"]
        # No source stays at 0: the hash must be that of a state in which it never scored.
        state = with_player(state, player.id, points={source: n for source, n in points.items() if n})
    return replace(state, due=state.scored[-1:], scored=state.scored[:-1], result=None, winners=(), goods={})


def _words_of_scoring_withdrawn(_state: State, _e: ev.ScoringWithdrawn) -> Message:
    return tr("the final scoring comes again")


def count_set(state: State, player_id: str, count: str, value: int) -> State:
    """A count is what the table says; points are put right under a source of their own."""
    state = without_unpaid(state, player_id, count)
    player = state.player(player_id)
    if count == "points":
        return with_player(state, player_id, points=scored(player, "correction", value - player.total))
    if count == "persons":
        tiles = len(player.persons) + (DAVID_HUME in player.persons)
        return with_player(state, player_id, more_persons=value - tiles, doubtful=sure(player, count))
    if count == "scots":
        state = replace(
            state,
            players=tuple(home_scots(p, value) if p.id == player_id else p for p in state.players),
        )
    return with_player(state, player_id, **{count: value}, doubtful=sure(player, count))


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


ROWS = (
    EventRow(ev.CountSet, _count_set, history=_words_of_count_set),
    EventRow(ev.RowSet, row_set, history=_words_of_row_set),
    EventRow(ev.PawnPlaced, _figure_placed, history=_words_of_figure_placed),
    EventRow(ev.SpaceSet, _space_set, history=_words_of_space_set, booked=_booked_space_set),
    EventRow(ev.PiecePlaced, _piece_placed, history=_words_of_piece_placed),
    EventRow(ev.CardPlaced, _card_placed, history=_words_of_card_placed),
    EventRow(ev.MarkerPlaced, _marker_placed, history=_words_of_marker_placed),
    EventRow(ev.ScoringWithdrawn, _scoring_withdrawn, history=_words_of_scoring_withdrawn),
)
