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
    return replace(state, turn=replace(state.turn, happened=(*state.turn.happened, event)))


def seat_player(state: State, e: ev.PlayerSeated) -> State:
    return replace(state, players=(*state.players, Player(e.player, e.name, village=e.village)))


def begin_play(state: State, _e: ev.PlayBegan) -> State:
    """Place pawns and the die in order, and coins on the market for 2 or 3 players (G1-SET-03, -06, G1-DIE-03)."""
    figures = [p.id for p in state.players] + [DIE] * state.use_die
    filled = int(state.house.warehouse_start and len(state.players) in PLAYER_COUNTS_WITH_DIE)
    return replace(
        state,
        line=tuple(Space((each,)) for each in figures),
        left=dict(state.facts.decks),
        market=dict.fromkeys(GOODS_WORDS, filled),
    )


def change_house_rule(state: State, e: ev.HouseRuleChanged) -> State:
    return replace(state, house=replace(state.house, **{e.name: not getattr(state.house, e.name)}))


def begin_turn(state: State, e: ev.TurnBegan) -> State:
    behind = sum(space.has_tile for space in state.line[: figure_index(state.line, e.figure)])
    after = bool(state.scored) and state.last_scored_turn == state.turn.number
    # Players carry out the die's turn during the next player's turn, so its events are shown there.
    die = (*state.turn.of_die, *state.turn.happened) if state.turn.figure == DIE else ()
    work = NEW_TURN_WORK if state.tracks_territories else UNSET
    turn = Turn(state.turn.number + 1, e.figure, behind=behind, after_round=after, of_die=die, followed=work)
    return replace(state, turn=turn, open=())


def empty_deck(state: State, e: ev.DeckEmptied) -> State:
    due = SCORING_AFTER_DECK.get(e.deck)
    # A deck whose count was corrected can run out twice; its scoring comes once.
    new = due and due not in (*state.due, *state.scored)
    left = {**state.left, e.deck: 0}
    return replace(state, left=left, due=(*state.due, due) if new and due else state.due)


def record_round(state: State, e: ev.RoundScored) -> State:
    due = tuple(each for each in state.due if each != e.round)
    return replace(
        state,
        due=due,
        scored=(*state.scored, e.round),
        last_scored_turn=state.turn.number,
        result=e.result,
        open=(),
    )


def withdraw_scoring(state: State, _e: ev.ScoringWithdrawn) -> State:
    """Restore the points from before the last scoring."""
    before = {each["name"]: each for each in state.result["players"]}
    players = tuple(replace(p, points=_less(p.points, before[p.id].get("gains", ()))) for p in state.players)
    last = state.result["round"]
    scored = tuple(each for each in state.scored if each != last)
    return replace(state, players=players, scored=scored, due=(last,), winners=(), goods={}, result=None, open=())


def _less(points: dict[str, int], gains: Sequence[Any]) -> dict[str, int]:
    left = dict(points)
    for gain in gains:
        left[gain["source"]] = left.get(gain["source"], 0) - gain["points"]
    return {name: n for name, n in left.items() if n}


def identify_tile(state: State, e: ev.TileIdentified) -> State:
    return replace(state, line=with_space(state.line, e.place, replace(state.line[e.place], piece=e.piece)))


def move_pawn(state: State, e: ev.PawnMoved) -> State:
    place = tile_indexes_ahead(state.line)[e.ahead - 1]
    return replace(state, line=with_moved_figure(state.line, e.figure, place), turn=replace(state.turn, took=True))


def take_tile(state: State, e: ev.TileTaken) -> State:
    line = without_tile(state.line, figure_index(state.line, e.player))
    state = replace(state, line=line, turn=replace(state.turn, tile=e.piece))
    return with_player(state, e.player, taken=(*state.player(e.player).taken, e.piece))


def discard_tile(state: State, e: ev.TileDiscarded) -> State:
    return replace(state, line=without_tile(state.line, e.at), gone=(*state.gone, DiscardedTile(e.piece, e.deck)))


def lay_tile(state: State, e: ev.TileLaid) -> State:
    left = {**state.left, e.deck: max(0, state.left[e.deck] - 1)}
    line = with_laid_tile(state.line, Space((), e.piece, e.deck))[0]
    return replace(state, line=line, left=left, turn=replace(state.turn, laid=state.turn.laid + 1))


def set_space(state: State, e: ev.SpaceSet) -> State:
    return replace(state, line=with_space(state.line, e.at, Space(state.line[e.at].figures, e.piece, e.deck)))


def place_pawn(state: State, e: ev.PawnPlaced) -> State:
    line = tuple(replace(s, figures=tuple(f for f in s.figures if f != e.figure)) for s in state.line)
    return replace(state, line=with_space(line, e.at, replace(line[e.at], figures=(e.figure,))))


def place_piece(state: State, e: ev.PiecePlaced) -> State:
    """Place a tile in exactly one location.

    It is removed from the rondel, from all players and from the discarded tiles.
    """
    tile = state.facts.tiles[e.piece]
    line = tuple(replace(s, piece="") if s.piece == e.piece else s for s in state.line)
    gone = tuple(each for each in state.gone if each.piece != e.piece)
    players = tuple(replace(p, taken=tuple(t for t in p.taken if t != e.piece)) for p in state.players)
    state = replace(state, line=line, players=players, gone=gone)
    if e.place == "out":
        return replace(state, gone=(*gone, DiscardedTile(e.piece, tile.deck)))
    if e.place == "deck":
        return state
    return with_player(state, e.place, taken=(*state.player(e.place).taken, e.piece))


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
    more = {**player.more, e.count: e.value - counted_tiles(state, player, e.count)}
    return with_player(state, e.player, more=more)


def gain_card(state: State, e: ev.LandmarkGained) -> State:
    return with_player(state, e.player, cards=(*state.player(e.player).cards, e.card))


CHIEFTAIN = "chieftain"
"""Name of a chieftain as a payment source."""


def place_tile(state: State, e: ev.TilePlaced) -> State:
    """Place a tile. A tile that a correction placed belongs to the player from now on."""
    state = changes.place_tile(state, e)
    taken, tile = state.player(e.player).taken, state.facts.tiles.get(e.piece)
    if tile and tile.deck and e.piece not in taken:
        state = with_player(state, e.player, taken=(*taken, e.piece))
    if tile and e.piece == state.turn.tile and gives_card(state, tile, "activate_all"):
        return with_work(state, near=tuple(spot.top for spot in state.player(e.player).territory.spots))
    return state


def remove_placed_tile(state: State, e: ev.TileRemoved) -> State:
    taken = tuple(piece for piece in state.player(e.player).taken if piece != e.piece)
    return changes.remove_tile(with_player(state, e.player, taken=taken), e)


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
