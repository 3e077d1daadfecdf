"""Event rows of corrections: counts, rows, figures, spaces, pieces, cards, markers and the final scoring."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.event_rows import LogChange, When, placeholder
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.event_rows.common import (
    holder_text,
    other_uncertain_counts,
    points_with,
    row,
)
from companion.state.glen_more_2.event_rows.rondel import with_tile_given
from companion.state.glen_more_2.event_rows.territory import with_home_scots
from companion.state.glen_more_2.facts import DAVID_HUME, PERSON, WORLDS_END
from companion.state.glen_more_2.model import State, Tile
from companion.state.glen_more_2.rondel import rotate_track
from companion.state.glen_more_2.scoring_rounds import count_value, with_entered_count, without_missing_costs
from companion.state.glen_more_2.text import labels
from companion.state.glen_more_2.text.labels import figure_label, piece_label
from companion.state.territory.changes import set_row
from companion.state.territory.model import with_player
from companion.state.territory.track import (
    Space,
    figure_index,
    last_figure,
    number_ahead,
    tile_index,
    with_moved_figure,
    with_space,
    without_tile,
)


def _count_set(state: State, e: ev.CountSet) -> State:
    return with_count(with_entered_count(state, e.player, e.count, e.value), e.player, e.count, e.value)


def _figure_placed(state: State, e: ev.PawnPlaced) -> State:
    line = state.track + tuple(Space() for _ in range(e.at + 1 - len(state.track)))
    target, old = line[e.at], figure_index(line, e.figure)
    if target.has_tile and target.piece != WORLDS_END and not target.fixed:
        # The tile recorded there is moved to the figure's old space.
        line = with_space(line, e.at, Space(target.figures))
        if line[old].has_tile:
            state = replace(state, discards=(*state.discards, Tile(target.piece, target.deck)))
        else:
            line = with_space(line, old, Space(line[old].figures, target.piece, target.deck))
    return replace(state, track=rotate_track(with_moved_figure(line, e.figure, e.at), state.spaces))


def _space_set(state: State, e: ev.SpaceSet) -> State:
    line = state.track + tuple(Space() for _ in range(e.at + 1 - len(state.track)))
    space = Space(line[e.at].figures, e.piece, e.deck)
    return replace(state, track=rotate_track(with_space(line, e.at, space), state.spaces))


def _piece_placed(state: State, e: ev.PiecePlaced) -> State:
    tile, state = _without_piece(state, e.piece)
    if e.place == "discards":
        return replace(state, discards=(*state.discards, tile))
    if e.place == "removed":
        return replace(state, removed_tiles=(*state.removed_tiles, tile))
    if e.place == "deck":
        return state
    if state.facts.pieces[e.piece].category == PERSON:
        state = with_player(state, e.place, persons=(*state.player(e.place).persons, e.piece))
    return with_tile_given(state, e.place, tile)


def _place_words(state: State, place: str) -> Message:
    if place == "rondel":
        return tr("on the rondel")
    return labels.PLACE_LABELS.get(place) or tr("with {player}", player=figure_label(state, place))


def _card_placed(state: State, e: ev.CardPlaced) -> State:
    for player in state.players:
        held = tuple(c for c in player.landmarks if c != e.card)
        state = with_player(state, player.id, landmarks=(*held, e.card) if player.id == e.player else held)
    return state


def _marker_placed(state: State, e: ev.MarkerPlaced) -> State:
    shared = state.facts.crests[e.crest].repeatable and e.player
    for player in state.players:
        if player.id == e.player or not shared:
            held = tuple(c for c in player.crests if c != e.crest)
            own = (e.crest,) * e.markers if player.id == e.player else ()
            state = with_player(state, player.id, crests=(*held, *own))
    return state


def _scoring_withdrawn(state: State, _e: ev.ScoringWithdrawn) -> State:
    for scored_now in state.result["players"]:
        player = state.player(scored_now["name"])
        points = dict(player.points)
        for gain in scored_now["gains"]:
            points[gain["source"]] -= gain["points"]
        # A source with 0 points is removed, so that the hash equals that of a state that never scored.
        state = with_player(state, player.id, points={source: n for source, n in points.items() if n})
    return replace(
        state,
        due_scorings=state.done_scorings[-1:],
        done_scorings=state.done_scorings[:-1],
        result=None,
        winners=(),
        tiebreak_goods={},
    )


def with_count(state: State, player_id: str, count: str, value: int) -> State:
    """Return the state with a corrected count; a change of points has the source "correction"."""
    state = without_missing_costs(state, player_id, count)
    player = state.player(player_id)
    if count == "points":
        return with_player(state, player_id, points=points_with(player, "correction", value - player.total))
    if count == "persons":
        tiles = len(player.persons) + (DAVID_HUME in player.persons)
        return with_player(
            state,
            player_id,
            person_correction=value - tiles,
            uncertain_counts=other_uncertain_counts(player, count),
        )
    if count == "scots":
        state = replace(
            state,
            players=tuple(with_home_scots(p, value) if p.id == player_id else p for p in state.players),
        )
    return with_player(state, player_id, **{count: value}, uncertain_counts=other_uncertain_counts(player, count))


def _without_piece(state: State, piece: str) -> tuple[Tile, State]:
    """Return the tile and the state without it."""
    place = tile_index(state.track, piece)
    deck = state.facts.pieces[piece].deck or ""
    if place >= 0:
        deck = state.track[place].deck
        state = replace(state, track=rotate_track(without_tile(state.track, place), state.spaces))
    for player in state.players:
        state = with_player(
            state,
            player.id,
            taken_tiles=tuple(t for t in player.taken_tiles if t.piece != piece),
            persons=tuple(p for p in player.persons if p != piece),
        )
    return Tile(piece, deck), replace(
        state,
        discards=tuple(t for t in state.discards if t.piece != piece),
        removed_tiles=tuple(t for t in state.removed_tiles if t.piece != piece),
    )


def _content(state: State, tile: str, deck: str) -> Message:
    return piece_label(state.facts, tile, deck) if tile or deck else tr("nothing")


def _content_before(state: State, e: ev.SpaceSet) -> Message:
    """Return what was thought to lie on a space; the corrected content if that was nothing."""
    lay = state.track[e.at] if e.at < len(state.track) else Space()
    return _content(state, *((lay.piece, lay.deck) if lay.has_tile else (e.piece, e.deck)))


def _number_ahead(state: State, e: ev.SpaceSet) -> int:
    return number_ahead(state.track, tile_index(state.track, e.piece)) if e.piece else 0


def _earlier_place(state: State, e: ev.PiecePlaced) -> Message | None:
    before = _recorded_place(state, e.piece)
    return None if before == "deck" else _place_words(state, before)


def _recorded_place(state: State, tile: str) -> str:
    """Return the recorded place of a tile, as in `PiecePlaced.place`, or "rondel"."""
    if tile_index(state.track, tile) >= 0:
        return "rondel"
    for name, heap in (("discards", state.discards), ("removed", state.removed_tiles)):
        if any(each.piece == tile for each in heap):
            return name
    holders = (p.id for p in state.players if tile in p.persons or any(t.piece == tile for t in p.taken_tiles))
    return next(holders, "deck")


def _wrong_card_holder(state: State, e: ev.CardPlaced) -> Message | None:
    before = next((player.id for player in state.players if e.card in player.landmarks), "")
    return holder_text(state, before) if before not in (e.player, "") else None


def _is_shared(state: State, e: ev.MarkerPlaced) -> bool:
    """True for the markers of a player on a crest that several may take."""
    return bool(e.player and state.facts.crests[e.crest].repeatable)


def _wrong_marker(state: State, e: ev.MarkerPlaced) -> Message | int | None:
    """Return the wrong number of a shared crest, or the wrong holder of another one."""
    if _is_shared(state, e):
        markers = state.player(e.player).crests.count(e.crest)
        return None if markers == e.markers else markers
    before = next((each.id for each in state.players if e.crest in each.crests), "")
    return holder_text(state, before) if before not in (e.player, "") else None


def _holder(state: State, e: ev.CardPlaced | ev.MarkerPlaced) -> Message:
    return holder_text(state, e.player)


CORRECTION_EVENT_ROWS = (
    row(
        ev.CountSet,
        _count_set,
        tr("{player}'s {count} {n}"),
        before=lambda s, e: count_value(s.player(e.player), e.count) if s.turn.number else None,
        fillers={"n": "value", "count": lambda _s, e: labels.COUNT_LABELS[e.count]},
    ),
    row(
        ev.RowSet,
        set_row,
        trn("the {good} row holds coins on {n} space", "the {good} row holds coins on {n} spaces"),
        before=lambda s, e: s.market.get(e.good),
        fillers={"n": "filled"},
    ),
    row(
        ev.PawnPlaced,
        _figure_placed,
        tr("{figure} stands on space {n}"),
        before=lambda s, e: next((n for n, each in enumerate(s.track, 1) if e.figure in each.figures), None),
        fillers={"n": lambda _s, e: e.at + 1},
    ),
    row(
        ev.SpaceSet,
        _space_set,
        When(
            lambda s, e: _content_before(s, e) != _content(s, e.piece, e.deck),
            tr("on space {n} lies {what}, not {before}"),
            tr("{what} lies on space {n}"),
        ),
        # The place is given relative to the last figure, so that players know from where to count.
        log_change=When(
            _number_ahead,
            LogChange(action=tr("{tile} is on the rondel, tile {n} ahead of {figure}", n=placeholder("ahead"))),
        ),
        fillers={
            "n": lambda _s, e: e.at + 1,
            "what": lambda s, e: _content(s, e.piece, e.deck),
            "before": _content_before,
            "ahead": _number_ahead,
            "figure": lambda s, _e: figure_label(s, last_figure(s.track)),
        },
    ),
    row(
        ev.PiecePlaced,
        _piece_placed,
        tr("{tile} is {where}"),
        before=_earlier_place,
        corrects="where",
        fillers={"where": lambda s, e: _place_words(s, e.place)},
    ),
    row(
        ev.CardPlaced,
        _card_placed,
        tr("{what}: {player}", what=placeholder("card")),
        before=_wrong_card_holder,
        corrects=None,
        fillers={"player": _holder},
    ),
    row(
        ev.MarkerPlaced,
        _marker_placed,
        When(
            _is_shared,
            trn("{what}: {n} marker of {player}", "{what}: {n} markers of {player}", 0, what=placeholder("crest")),
            tr("{what}: {player}", what=placeholder("crest")),
        ),
        before=_wrong_marker,
        corrects=None,
        fillers={"player": _holder, "n": "markers"},
    ),
    row(ev.ScoringWithdrawn, _scoring_withdrawn, tr("the final scoring comes again")),
)
