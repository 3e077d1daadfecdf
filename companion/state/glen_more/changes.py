"""State changes of the events of Glen More.

Each function takes a state and an event and returns the next state. All are pure. Shared events change the state
in `companion.state.territory.changes`; the last functions add what this game needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from companion.state.glen_more import events as ev
from companion.state.glen_more.model import (
    DIE,
    EVENT_COUNTS,
    PLAYER_COUNTS_WITH_DIE,
    SCORING_AFTER_DECK,
    DiscardedTile,
    Player,
    State,
    Turn,
    counted_tiles,
    gives_card,
)
from companion.state.glen_more.text import GOODS_WORDS
from companion.state.territory import changes, grid
from companion.state.territory.grid import Cell
from companion.state.territory.model import NEW_TURN_WORK, with_player, with_territory, with_work
from companion.state.territory.track import (
    Space,
    figure_index,
    tile_indexes_ahead,
    with_laid_tile,
    with_moved_figure,
    with_space,
    without_tile,
)


def add_to_turn_log(state: State, event: ev.Event) -> State:
    """Return the state with the event stored for the screen of this turn."""
    return replace(state, turn=replace(state.turn, events=(*state.turn.events, event)))


def seat_player(state: State, e: ev.PlayerSeated) -> State:
    return replace(state, players=(*state.players, Player(e.player, e.name, village=e.village)))


def begin_play(state: State, _e: ev.PlayBegan) -> State:
    """Place pawns and the die in order, and coins on the market for 2 or 3 players (G1-SET-03, -06, G1-DIE-03)."""
    figures = [p.id for p in state.players] + [DIE] * state.use_die
    filled = int(state.house.warehouse_start and len(state.players) in PLAYER_COUNTS_WITH_DIE)
    return replace(
        state,
        track=tuple(Space((each,)) for each in figures),
        tiles_left=dict(state.facts.decks),
        market=dict.fromkeys(GOODS_WORDS, filled),
    )


def change_house_rule(state: State, e: ev.HouseRuleChanged) -> State:
    return replace(state, house=replace(state.house, **{e.name: not getattr(state.house, e.name)}))


def begin_turn(state: State, e: ev.TurnBegan) -> State:
    behind = sum(space.has_tile for space in state.track[: figure_index(state.track, e.figure)])
    after = bool(state.done_scorings) and state.last_scored_turn == state.turn.number
    # Players carry out the die's turn during the next player's turn, so its events are shown there.
    die = (*state.turn.die_events, *state.turn.events) if state.turn.figure == DIE else ()
    work = NEW_TURN_WORK if state.tracks_territories else UNSET
    turn = Turn(
        state.turn.number + 1,
        e.figure,
        tiles_behind=behind,
        is_after_scoring=after,
        die_events=die,
        tracked_work=work,
    )
    return replace(state, turn=turn, open_questions=())


def empty_deck(state: State, e: ev.DeckEmptied) -> State:
    due = SCORING_AFTER_DECK.get(e.deck)
    # A deck whose count was corrected can run out twice; its scoring comes once.
    new = due and due not in (*state.due_scorings, *state.done_scorings)
    left = {**state.tiles_left, e.deck: 0}
    return replace(
        state, tiles_left=left, due_scorings=(*state.due_scorings, due) if new and due else state.due_scorings
    )


def record_round(state: State, e: ev.RoundScored) -> State:
    due = tuple(each for each in state.due_scorings if each != e.round)
    return replace(
        state,
        due_scorings=due,
        done_scorings=(*state.done_scorings, e.round),
        last_scored_turn=state.turn.number,
        result=e.result,
        open_questions=(),
    )


def withdraw_scoring(state: State, _e: ev.ScoringWithdrawn) -> State:
    """Restore the points from before the last scoring."""
    before = {each["name"]: each for each in state.result["players"]}
    players = tuple(replace(p, points=_less(p.points, before[p.id].get("gains", ()))) for p in state.players)
    last = state.result["round"]
    scored = tuple(each for each in state.done_scorings if each != last)
    return replace(
        state,
        players=players,
        done_scorings=scored,
        due_scorings=(last,),
        winners=(),
        tiebreak_goods={},
        result=None,
        open_questions=(),
    )


def _less(points: dict[str, int], gains: Sequence[Any]) -> dict[str, int]:
    left = dict(points)
    for gain in gains:
        left[gain["source"]] = left.get(gain["source"], 0) - gain["points"]
    return {name: n for name, n in left.items() if n}


def identify_tile(state: State, e: ev.TileIdentified) -> State:
    return replace(state, track=with_space(state.track, e.place, replace(state.track[e.place], piece=e.piece)))


def move_pawn(state: State, e: ev.PawnMoved) -> State:
    place = tile_indexes_ahead(state.track)[e.ahead - 1]
    return replace(
        state, track=with_moved_figure(state.track, e.figure, place), turn=replace(state.turn, has_moved=True)
    )


def take_tile(state: State, e: ev.TileTaken) -> State:
    line = without_tile(state.track, figure_index(state.track, e.player))
    state = replace(state, track=line, turn=replace(state.turn, tile=e.piece))
    return with_player(state, e.player, taken_tiles=(*state.player(e.player).taken_tiles, e.piece))


def discard_tile(state: State, e: ev.TileDiscarded) -> State:
    return replace(
        state,
        track=without_tile(state.track, e.at),
        removed_tiles=(*state.removed_tiles, DiscardedTile(e.piece, e.deck)),
    )


def lay_tile(state: State, e: ev.TileLaid) -> State:
    left = {**state.tiles_left, e.deck: max(0, state.tiles_left[e.deck] - 1)}
    line = with_laid_tile(state.track, Space((), e.piece, e.deck))[0]
    return replace(
        state, track=line, tiles_left=left, turn=replace(state.turn, tiles_laid=state.turn.tiles_laid + 1)
    )


def set_space(state: State, e: ev.SpaceSet) -> State:
    return replace(state, track=with_space(state.track, e.at, Space(state.track[e.at].figures, e.piece, e.deck)))


def place_pawn(state: State, e: ev.PawnPlaced) -> State:
    line = tuple(replace(s, figures=tuple(f for f in s.figures if f != e.figure)) for s in state.track)
    return replace(state, track=with_space(line, e.at, replace(line[e.at], figures=(e.figure,))))


def place_piece(state: State, e: ev.PiecePlaced) -> State:
    """Place a tile in exactly one location.

    It is removed from the rondel, from all players and from the discarded tiles.
    """
    tile = state.facts.tiles[e.piece]
    line = tuple(replace(s, piece="") if s.piece == e.piece else s for s in state.track)
    gone = tuple(each for each in state.removed_tiles if each.piece != e.piece)
    players = tuple(replace(p, taken_tiles=tuple(t for t in p.taken_tiles if t != e.piece)) for p in state.players)
    state = replace(state, track=line, players=players, removed_tiles=gone)
    if e.place == "out":
        return replace(state, removed_tiles=(*gone, DiscardedTile(e.piece, tile.deck)))
    if e.place == "deck":
        return state
    return with_player(state, e.place, taken_tiles=(*state.player(e.place).taken_tiles, e.piece))


def change_count(state: State, e: ev.CountChanged) -> State:
    now = getattr(state.player(e.player), e.count)
    return with_player(state, e.player, **{e.count: now + e.by})


def set_card_owner(state: State, e: ev.CardPlaced) -> State:
    players = tuple(replace(p, cards=tuple(c for c in p.cards if c != e.card)) for p in state.players)
    state = replace(state, players=players)
    return with_player(state, e.player, cards=(*state.player(e.player).cards, e.card)) if e.player else state


def set_count(state: State, e: ev.CountSet) -> State:
    player = state.player(e.player)
    if e.count in EVENT_COUNTS:
        return with_player(state, e.player, **{e.count: e.value})
    if e.count == "points":
        points = {**player.points, "correction": player.points.get("correction", 0) + e.value - player.total}
        return with_player(state, e.player, points=points)
    more = {**player.tile_corrections, e.count: e.value - counted_tiles(state, player, e.count)}
    return with_player(state, e.player, tile_corrections=more)


def gain_card(state: State, e: ev.LandmarkGained) -> State:
    return with_player(state, e.player, cards=(*state.player(e.player).cards, e.card))


CHIEFTAIN = "chieftain"
"""Name of a chieftain as a payment source."""


def place_tile(state: State, e: ev.TilePlaced) -> State:
    """Place a tile. A tile that a correction placed belongs to the player from now on."""
    state = changes.place_tile(state, e)
    taken, tile = state.player(e.player).taken_tiles, state.facts.tiles.get(e.piece)
    if tile and tile.deck and e.piece not in taken:
        state = with_player(state, e.player, taken_tiles=(*taken, e.piece))
    if tile and e.piece == state.turn.tile and gives_card(state, tile, "activate_all"):
        return with_work(
            state, activatable_tiles=tuple(spot.top for spot in state.player(e.player).territory.spots)
        )
    return state


def remove_placed_tile(state: State, e: ev.TileRemoved) -> State:
    taken = tuple(piece for piece in state.player(e.player).taken_tiles if piece != e.piece)
    return changes.remove_tile(with_player(state, e.player, taken_tiles=taken), e)


def activate_tile(state: State, e: ev.TileActivated) -> State:
    card = state.facts.cards.get(e.by)
    by_card = card is not None and any(effect.op == "activate_one" for effect in card.effects)
    return changes.activate_tile(state, e, by_card)


def buy_good(state: State, e: ev.GoodBought) -> State:
    """Record a purchase. Only at referee depth it can fulfil a payment preference."""
    state = changes.buy_good(state, e)
    return changes.fulfil_payment_wishes(state, e.good) if state.tracks_territories else state


def make_chieftain(state: State, e: ev.ChieftainMade) -> State:
    land = grid.with_scots(state.player(e.player).territory, Cell(e.x, e.y), -1)
    state = changes.spend_movement_points(with_territory(state, e.player, land))
    return with_player(state, e.player, chieftains=state.player(e.player).chieftains + 1)


def pay_chieftain(state: State, e: ev.ChieftainPaid) -> State:
    state = changes.fulfil_payment_wishes(state, changes.SCOT, CHIEFTAIN)
    return with_player(state, e.player, chieftains=state.player(e.player).chieftains - 1)
