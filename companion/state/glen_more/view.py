"""What screens, the web page and the history may show of a game. Secret points are absent from a view.

`view_of` makes the view of a state for a viewer, `outline_of` the outline of a view with its headings and
sheets.
"""

from __future__ import annotations

import msgspec

from companion.engine.caching import memoize_last
from companion.engine.event_rows import history_lines
from companion.engine.game import TABLE_VIEWER, Figure, GameOutline
from companion.engine.message import Message, join_list, tr
from companion.engine.offers import MapTile
from companion.scoring.gains import Gain, Result, map_gains, replace_ids_by_names
from companion.state.glen_more import text
from companion.state.glen_more.course import PHASE_OF
from companion.state.glen_more.event_rows import EVENTS
from companion.state.glen_more.model import (
    DIE,
    FINAL_SCORING,
    GOODS,
    SCORING_AFTER_DECK,
    TILE_COUNTS,
    Player,
    State,
    count_of,
)
from companion.state.glen_more.questions.turn import table_instructions
from companion.state.glen_more.standings import are_points_hidden, current_result, knows_points, visible_result
from companion.state.glen_more.text import map_tiles
from companion.state.territory.market import buy_price, sell_price
from companion.state.territory.model import SCOREKEEPER
from companion.state.territory.track import number_ahead


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """One player's counts."""

    id: str
    name: str
    """Name of the player; empty if unknown."""
    label: Message
    points: int | None
    """Points; None if this viewer may not know them."""
    coins: int
    barrels: int
    scots: int
    """Scots in the territory."""
    chieftains: int
    bonnets: int
    """Bonnets on the cards."""
    cards: tuple[Message, ...]
    """Names of the cards of special locations."""
    tiles: int
    green_tiles: int
    yellow_tiles: int
    villages: int


class SpaceView(msgspec.Struct, frozen=True, gc=False):
    """A space of the rondel."""

    figures: tuple[str, ...]
    piece: str
    label: Message | None
    """Name of the tile; None if there is none."""
    deck: str
    ahead: int
    """Number of the tile ahead, from 1; 0 for no tile or a passed one."""


class RowView(msgspec.Struct, frozen=True, gc=False):
    """A row of the market."""

    good: str
    label: Message
    filled: int
    buy: int | None
    sell: int | None


class View(msgspec.Struct, frozen=True, gc=False):
    """All that screens and the page show."""

    phase: str
    players: tuple[PlayerView, ...]
    track: tuple[SpaceView, ...]
    """Spaces of the rondel from the last figure forward."""
    market: tuple[RowView, ...]
    deck: str
    """Deck that tiles are laid from; empty before play and if all are used up."""
    left: int
    on_turn: str
    """Id of the figure on turn; empty for none."""
    turn: int
    turn_log: tuple[Message, ...]
    """History lines of this turn."""
    table_tasks: tuple[Message, ...]
    """What players must do now."""
    result: Result | None
    """The last scoring."""
    is_result_new: bool
    """True if the last scoring has just been done."""
    next_scoring: Result | None
    """Result of the next scoring with the current counts."""
    result_count: int
    winners: tuple[str, ...]
    taken_tile: str
    """Id of the tile taken in this turn."""
    depth: str = SCOREKEEPER
    """How much the companion tracks."""
    territories: tuple[tuple[MapTile, ...], ...] = ()
    """Territories as map tiles, in the order of the players; () if territories are not tracked."""

    @property
    def over(self) -> bool:
        return self.phase == "over"


@memoize_last
def _view_of(state: State, viewer: str) -> View:
    phase = PHASE_OF[state.stage]
    playing = phase in ("take", "turn", "roll")
    return View(
        phase=phase,
        players=tuple(_player(state, player, viewer) for player in state.players),
        track=tuple(_spaces(state)),
        market=tuple(_row(state, good) for good in GOODS) if state.market else (),
        deck=state.deck if state.market else "",
        left=state.tiles_left.get(state.deck, 0) if state.deck else 0,
        on_turn=state.turn.figure if playing else "",
        turn=state.turn.number,
        turn_log=tuple(_turn_log_lines(state)),
        table_tasks=tuple(table_instructions(state)) if phase == "turn" else (),
        result=_known(state, msgspec.convert(state.result, Result), viewer) if state.result else None,
        is_result_new=phase in ("take", "roll") and state.turn.is_after_scoring,
        next_scoring=_known(state, current_result(state, _next_scoring(state)), viewer) if playing else None,
        result_count=len(state.done_scorings),
        winners=state.winners,
        taken_tile=state.turn.tile,
        depth=state.depth,
        territories=tuple(map_tiles(state, player.id) for player in state.players)
        if state.tracks_territories
        else (),
    )


def view_of(state: State, viewer: str = TABLE_VIEWER) -> View:
    """Return the view for one viewer; the same for all viewers if no points are secret."""
    return _view_of(state, viewer if are_points_hidden(state) else TABLE_VIEWER)


def _known(state: State, result: Result, viewer: str) -> Result | None:
    """Return what a viewer may know of a scoring, with the players' names."""
    return visible_result(state, _with_names(state, result), viewer)


def _with_names(state: State, result: Result) -> Result:
    """Return the result with player names in its reasons."""
    names = {player.id: text.figure_label(state, player.id) for player in state.players}

    def told(gain: Gain) -> Gain:
        return msgspec.structs.replace(gain, because=replace_ids_by_names(gain.because, names))

    return map_gains(result, told)


def _next_scoring(state: State) -> str:
    return next((due for due in SCORING_AFTER_DECK.values() if due not in state.done_scorings), FINAL_SCORING)


def _player(state: State, player: Player, viewer: str) -> PlayerView:
    counts = {count: count_of(state, player, count) for count in TILE_COUNTS}
    return PlayerView(
        id=player.id,
        name=player.name,
        label=text.figure_label(state, player.id),
        points=player.total if knows_points(state, viewer, player.id) else None,
        coins=player.coins,
        barrels=player.barrels,
        scots=player.scots,
        chieftains=player.chieftains,
        bonnets=sum(state.facts.cards[card].bonnets for card in player.cards),
        cards=tuple(text.card_label(state.facts, card) for card in player.cards),
        **counts,
    )


def _spaces(state: State) -> list[SpaceView]:
    return [
        SpaceView(
            space.figures,
            space.piece,
            text.piece_label(state.facts, space.piece, space.deck) if space.has_tile else None,
            space.deck,
            number_ahead(state.track, place),
        )
        for place, space in enumerate(state.track)
    ]


def _row(state: State, good: str) -> RowView:
    filled = state.market[good]
    return RowView(good, text.GOODS_WORDS[good], filled, buy_price(filled), sell_price(filled))


def _turn_log_lines(state: State) -> list[Message]:
    """Return the lines of the die's turn just before, then the taken tile and each entry of the turn."""
    lines = [] if state.turn.has_moved else [*history_lines(EVENTS, state, state.turn.die_events)]
    if state.turn.tile:
        lines.append(tr("Took {tile}", tile=text.piece_label(state.facts, state.turn.tile)))
    for event in state.turn.events:
        words = EVENTS[type(event)].history
        if words and (line := words(state, event)):
            lines.append(line)
    return lines


def deck_text(view: View) -> Message | None:
    """Return how many tiles are left in the deck, or None."""
    if not view.deck or view.over:
        return None
    return tr("deck {deck}: {n} left", deck=view.deck, n=view.left)


RESULT_SHEET, STANDINGS_SHEET, FINAL_SHEET, COUNTS_SHEET, TERRITORIES_SHEET = (
    "result",
    "standings",
    "final",
    "counts",
    "territories",
)
"""Kinds of sheets: last scoring, scoring with current counts, end of the game, all counts, territories."""


@memoize_last
def outline_of(view: View) -> GameOutline:
    """Return the outline of a view; the same view gives the same outline object."""
    players = tuple(_figure_of_player(player, seat) for seat, player in enumerate(view.players))
    return GameOutline(
        title=join_list(each.label for each in players) if players else tr("a game that is being set up"),
        figures=(*players, Figure(DIE, tr("The die"), is_die=True)),
        turn=view.turn,
        phase_title=tr("Scoring") if view.phase == "count" else None,
        on_turn=view.on_turn,
        over=view.over,
        winners=view.winners if view.over else (),
        sheets=_sheets(view),
        announced_sheet=FINAL_SHEET if view.over else RESULT_SHEET if view.is_result_new and view.result else "",
        result_count=view.result_count,
        subject=view.taken_tile,
    )


def _figure_of_player(player: PlayerView, seat: int) -> Figure:
    return Figure(player.id, player.label, player.name, "", seat, player.points)


def _sheets(view: View) -> tuple[str, ...]:
    there = {
        FINAL_SHEET: view.over,
        RESULT_SHEET: view.result is not None and not view.over,
        STANDINGS_SHEET: view.next_scoring is not None,
        COUNTS_SHEET: bool(view.market),
        TERRITORIES_SHEET: bool(view.turn and view.territories),
    }
    return tuple(kind for kind, has in there.items() if has)
