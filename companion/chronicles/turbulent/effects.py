"""An event is triggered: the card is turned, what touches a count is booked (C6-10 to C6-14).

What is left to do by hand is said to people; what must be paid or chosen is asked in `questions` and `payment`.
Activates no tile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.chronicles.queries import BOATS_RACE
from companion.chronicles.turbulent import followed
from companion.chronicles.turbulent.chapters import (
    ARMADALE,
    BOAT,
    CHAPTERS,
    DUART,
    INVERNESS,
    LOMOND,
    MEY,
    MOIL,
    MOIL_COINS,
    MONUMENT,
    MORAR,
    NESS,
    REMOVED_TILES,
    REMOVES,
    SHEEP_POINTS,
    SHIEL,
    SLUG,
    STALKER,
    STONE_POINTS,
    WADE,
    cause,
    manual_step,
)
from companion.chronicles.turbulent.pieces import DUNVEGAN, FORT_GEORGE, STORR, WALLACE
from companion.chronicles.turbulent.scoring import tables_to_ask
from companion.chronicles.turbulent.sides import PAY, RowEmptied, SideTurned, cards_left, turned_of
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.effects import ask_marker, room_for_scots
from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.market import buy_price, coins_in
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.questions.ledger import remove_tiles
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import place_of
from companion.state.glen_more_2.ruleset import asked, switch

WHICH, HOME, SWAP, TABLE = f"{SLUG}.which", f"{SLUG}.home", f"{SLUG}.swap", f"{SLUG}.table"
# By their names, not imported: this chronicle plays without the other one, which may not even be installed.
ENGLISHMAN, ENGLAND_ROW = "neutral:englishman", "england"
WILLIAM_WALLACE, MACLEAN = "william_wallace", "maclean"
ONLY_TURNS, REMOVES_ONE = f"{SLUG}.wallace_only_turns", f"{SLUG}.removes_one"
WALLACE_POINTS, MACLEAN_POINTS, MORAR_POINTS = 4, 3, 9
WADE_COINS = 1

Values = Sequence[int]
EventEffect = Callable[[Resolution, str, Values], None]
"""What an event does for a player, with what was said when it was paid."""


def trigger(resolution: Resolution, player_id: str, card: str) -> None:
    """Where something must be paid it is asked first (C6-33); else the event is done at once."""
    if card in REMOVES and asked(BOATS_RACE, resolution.state) and not resolution.state.follows:
        # Where boats lie only the table sees, so they are reminded before they pay (C1-31).
        resolution.do(ev.ManualStepDue(BOAT))
    if CHAPTERS[card].costs:
        resolution.ask(PAY, player_id, card)
    else:
        carry_out(resolution, player_id, card)


def only_turn(resolution: Resolution, player_id: str, card: str) -> None:
    """The right half isn't done (C6-12)."""
    resolution.do(SideTurned(player_id, card, False))


def carry_out(resolution: Resolution, player_id: str, card: str, values: Values = (), home: int = 0) -> None:
    """The card is turned and its event done once (C6-11). home: Scots paid out of the home castle."""
    # Turned first: Loch Ness counts itself too (C6-29), and Wallace Monument must not offer itself (C6-19).
    resolution.do(SideTurned(player_id, card, True))
    if home:
        resolution.do(ev.ScotsMoved(player_id, -home, cause(card)))
    if resolution.state.follows:
        followed.pay_scots(resolution, player_id, card)
    in_territories = followed.EFFECTS.get(card) if resolution.state.follows else None
    if effect := in_territories or EFFECTS.get(card):
        effect(resolution, player_id, values)
    if resolution.state.follows and card != DUART:  # what that one exchanges no book tells
        return
    if CHAPTERS[card].step and manual_step(card) not in resolution.state.turn.todo:
        resolution.do(ev.ManualStepDue(manual_step(card)))


def _ask_table(resolution: Resolution, player_id: str, _values: Values) -> None:
    """The own table is printed on the card in the hand: asked once for each box."""
    for card in tuple(tables_to_ask(resolution.state)):
        resolution.ask(TABLE, player_id, card)


def _wallace(resolution: Resolution, player_id: str, _values: Values) -> None:
    """4 points with William Wallace, and another event (C6-19)."""
    if WILLIAM_WALLACE in resolution.state.player(player_id).persons:
        resolution.do(ev.PointsScored(player_id, WALLACE_POINTS, cause(WALLACE)))
    if cards_left(resolution.state, player_id):
        resolution.ask(WHICH, player_id, WALLACE)


def _dunvegan(resolution: Resolution, player_id: str, _values: Values) -> None:
    """7 points, for the 2 sheep that were paid (C6-20)."""
    resolution.do(ev.PointsScored(player_id, SHEEP_POINTS, cause(DUNVEGAN)))


def _remove(resolution: Resolution, player_id: str, values: Values) -> None:
    """Two tiles out of the game, Scots on them into the home castle (C6-21, C6-30)."""
    # As `payment._parts` asks them: the number of tiles only by a house rule.
    *tiles, scots = values
    remove_tiles(resolution, player_id, tiles[0] if tiles else REMOVED_TILES, scots)


def _stalker(resolution: Resolution, player_id: str, _values: Values) -> None:
    """Any tile of the discard pile, of a personal one too (C6-22, C7-25)."""
    resolution.ask("from_discards", player_id, cause(STALKER))


def _duart(resolution: Resolution, player_id: str, _values: Values) -> None:
    """3 points with an own marker on MacLean; the exchange itself is entered (C6-25)."""
    if MACLEAN in resolution.state.player(player_id).crests:
        resolution.do(ev.PointsScored(player_id, MACLEAN_POINTS, cause(DUART)))


def _shiel(resolution: Resolution, player_id: str, _values: Values) -> None:
    """It costs a point (C6-27)."""
    resolution.do(ev.PointsScored(player_id, -1, cause(SHIEL)))


def _armadale(resolution: Resolution, player_id: str, values: Values) -> None:
    """Own stones and some from the market, by its rules (C6-28)."""
    for _ in range(sum(values[1:])):
        resolution.do(ev.GoodBought(player_id, "stone", buy_price(resolution.state.market["stone"]) or 0))
    if stones := sum(values):
        resolution.do(ev.PointsScored(player_id, STONE_POINTS * stones, cause(ARMADALE), (stones,)))


def _ness(resolution: Resolution, player_id: str, _values: Values) -> None:
    """A coin for each own card on its event side, this one too (C6-29)."""
    resolution.do(ev.CoinsGained(player_id, len(turned_of(resolution.state, player_id)), cause(NESS)))


def _moil(resolution: Resolution, player_id: str, _values: Values) -> None:
    """2 coins, and a Scot may come home (C6-31)."""
    resolution.do(ev.CoinsGained(player_id, MOIL_COINS, cause(MOIL)))
    if room_for_scots(resolution.state.player(player_id)):
        resolution.ask(HOME, player_id, MOIL)


def _morar(resolution: Resolution, player_id: str, _values: Values) -> None:
    """9 points, for the 2 Scots that were paid (C6-32)."""
    resolution.do(ev.PointsScored(player_id, MORAR_POINTS, cause(MORAR)))


def _lomond(resolution: Resolution, player_id: str, _values: Values) -> None:
    """All coins of the row that another chronicle brings (C6-34)."""
    if coins := coins_in(resolution.state.market.get(ENGLAND_ROW, 0)):
        resolution.do(RowEmptied(player_id, ENGLAND_ROW, coins))


def _monument(resolution: Resolution, player_id: str, _values: Values) -> None:
    """The Englishman may change places with a tile (C6-36)."""
    if may_swap(resolution.state):
        resolution.ask(SWAP, player_id)


def may_swap(state: State) -> bool:
    """He stands on the rondel and has not just to move himself; nothing is swapped onto World's End."""
    place = place_of(state.line, ENGLISHMAN)
    moves = state.turn.figure == ENGLISHMAN and state.phase == "take"
    return place >= 0 and not moves and state.phase != "over" and state.line[place].piece != WORLDS_END


def _wade(resolution: Resolution, player_id: str, _values: Values) -> None:
    """1 coin, which may pay for the marker (C6-37)."""
    resolution.do(ev.CoinsGained(player_id, WADE_COINS, cause(WADE)))
    ask_marker(resolution, player_id, cause(WADE))


EFFECTS: dict[str, EventEffect] = {
    STORR: _ask_table,
    INVERNESS: _ask_table,
    WALLACE: _wallace,
    DUNVEGAN: _dunvegan,
    FORT_GEORGE: _remove,
    MEY: _remove,
    STALKER: _stalker,
    DUART: _duart,
    SHIEL: _shiel,
    ARMADALE: _armadale,
    NESS: _ness,
    MOIL: _moil,
    MORAR: _morar,
    LOMOND: _lomond,
    MONUMENT: _monument,
    WADE: _wade,
}


def removes_one(state: State) -> bool:
    """By house rule one tile may leave instead of two (C6-21)."""
    return bool(switch(state, REMOVES_ONE))


def may_only_turn(state: State) -> bool:
    """By house rule the second card of the monument is turned without its event (C6-19)."""
    return bool(switch(state, ONLY_TURNS))
