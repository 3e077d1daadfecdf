"""An event is triggered: the card is turned, what touches a count is done, the rest is told (C6-10 to C6-14)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.chronicles.turbulent.chapters import (
    ARMADALE,
    BOAT,
    CHAPTERS,
    DUART,
    INVERNESS,
    LOMOND,
    MEY,
    MOIL,
    MONUMENT,
    MORAR,
    NESS,
    REMOVED_TILES,
    REMOVES,
    SHIEL,
    SLUG,
    STALKER,
    WADE,
    cause,
    hands,
)
from companion.chronicles.turbulent.pieces import DUNVEGAN, FORT_GEORGE, STORR, WALLACE
from companion.chronicles.turbulent.scoring import asked_for
from companion.chronicles.turbulent.sides import PAY, RowEmptied, SideTurned, cards_left, turned_of
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.effects import ask_marker, room_for_scots
from companion.state.glen_more_2.expansions import switch
from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.market import buy_price, coins_in
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.questions.ledger import remove_tiles
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import place_of

WHICH, HOME, SWAP, TABLE = f"{SLUG}.which", f"{SLUG}.home", f"{SLUG}.swap", f"{SLUG}.table"
ENGLISHMAN, ENGLAND_ROW = "neutral:englishman", "england"
WILLIAM_WALLACE, MACLEAN = "william_wallace", "maclean"
ONLY_TURNS, REMOVES_ONE = f"{SLUG}.wallace_only_turns", f"{SLUG}.removes_one"
WALLACE_POINTS, MACLEAN_POINTS, SHEEP_POINTS, STONE_POINTS, MORAR_POINTS = 4, 3, 7, 3, 9
MOIL_COINS, WADE_COINS = 2, 1

Values = Sequence[int]
Deed = Callable[[Resolution, str, Values], None]


def trigger(resolution: Resolution, player_id: str, card: str) -> None:
    """Where something must be paid it is asked first (C6-33); else the event is done at once."""
    if card in REMOVES and "boat_race" in resolution.state.chronicles:
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
    resolution.do(SideTurned(player_id, card, True))
    if home:
        resolution.do(ev.ScotsMoved(player_id, -home, cause(card)))
    if deed := DEEDS.get(card):
        deed(resolution, player_id, values)
    if CHAPTERS[card].hands and hands(card) not in resolution.state.turn.todo:
        resolution.do(ev.ManualStepDue(hands(card)))


def ask_table(resolution: Resolution, player_id: str, _values: Values) -> None:
    """The own table is printed on the card in the hand: asked once for each box."""
    for card in tuple(asked_for(resolution.state)):
        resolution.ask(TABLE, player_id, card)


def wallace(resolution: Resolution, player_id: str, _values: Values) -> None:
    """4 points with William Wallace, and another event (C6-19)."""
    if WILLIAM_WALLACE in resolution.state.player(player_id).persons:
        resolution.do(ev.PointsScored(player_id, WALLACE_POINTS, cause(WALLACE)))
    if cards_left(resolution.state, player_id):
        resolution.ask(WHICH, player_id, WALLACE)


def dunvegan(resolution: Resolution, player_id: str, _values: Values) -> None:
    resolution.do(ev.PointsScored(player_id, SHEEP_POINTS, cause(DUNVEGAN)))


def remove(resolution: Resolution, player_id: str, values: Values) -> None:
    """Two tiles out of the game, Scots on them into the home castle (C6-21, C6-30)."""
    *tiles, scots = values
    remove_tiles(resolution, player_id, tiles[0] if tiles else REMOVED_TILES, scots)


def stalker(resolution: Resolution, player_id: str, _values: Values) -> None:
    """Any tile of the discard pile, of a personal one too (C6-22, C7-25)."""
    resolution.ask("from_discards", player_id, cause(STALKER))


def duart(resolution: Resolution, player_id: str, _values: Values) -> None:
    """3 points with an own marker on MacLean; the exchange itself is entered (C6-25)."""
    if MACLEAN in resolution.state.player(player_id).crests:
        resolution.do(ev.PointsScored(player_id, MACLEAN_POINTS, cause(DUART)))


def shiel(resolution: Resolution, player_id: str, _values: Values) -> None:
    resolution.do(ev.PointsScored(player_id, -1, cause(SHIEL)))


def armadale(resolution: Resolution, player_id: str, values: Values) -> None:
    """Own stones and some from the market, by its rules (C6-28)."""
    for _ in range(sum(values[1:])):
        resolution.do(ev.GoodBought(player_id, "stone", buy_price(resolution.state.market["stone"]) or 0))
    if stones := sum(values):
        resolution.do(ev.PointsScored(player_id, STONE_POINTS * stones, cause(ARMADALE), (stones,)))


def ness(resolution: Resolution, player_id: str, _values: Values) -> None:
    """A coin for each own card on its event side, this one too (C6-29)."""
    resolution.do(ev.CoinsGained(player_id, len(turned_of(resolution.state, player_id)), cause(NESS)))


def moil(resolution: Resolution, player_id: str, _values: Values) -> None:
    resolution.do(ev.CoinsGained(player_id, MOIL_COINS, cause(MOIL)))
    if room_for_scots(resolution.state.player(player_id)):
        resolution.ask(HOME, player_id, MOIL)


def morar(resolution: Resolution, player_id: str, _values: Values) -> None:
    resolution.do(ev.PointsScored(player_id, MORAR_POINTS, cause(MORAR)))


def lomond(resolution: Resolution, player_id: str, _values: Values) -> None:
    """All coins of the row that another chronicle brings (C6-34)."""
    if coins := coins_in(resolution.state.market.get(ENGLAND_ROW, 0)):
        resolution.do(RowEmptied(player_id, ENGLAND_ROW, coins))


def monument(resolution: Resolution, player_id: str, _values: Values) -> None:
    if may_swap(resolution.state):
        resolution.ask(SWAP, player_id)


def may_swap(state: State) -> bool:
    """He stands on the rondel and has not just to move himself; nothing is swapped onto World's End."""
    place = place_of(state.line, ENGLISHMAN)
    moves = state.turn.figure == ENGLISHMAN and state.phase == "take"
    return place >= 0 and not moves and state.phase != "over" and state.line[place].piece != WORLDS_END


def wade(resolution: Resolution, player_id: str, _values: Values) -> None:
    """1 coin, which may pay for the marker (C6-37)."""
    resolution.do(ev.CoinsGained(player_id, WADE_COINS, cause(WADE)))
    ask_marker(resolution, player_id, cause(WADE))


DEEDS: dict[str, Deed] = {
    STORR: ask_table,
    INVERNESS: ask_table,
    WALLACE: wallace,
    DUNVEGAN: dunvegan,
    FORT_GEORGE: remove,
    MEY: remove,
    STALKER: stalker,
    DUART: duart,
    SHIEL: shiel,
    ARMADALE: armadale,
    NESS: ness,
    MOIL: moil,
    MORAR: morar,
    LOMOND: lomond,
    MONUMENT: monument,
    WADE: wade,
}


def removes_one(state: State) -> bool:
    """By house rule one tile may leave instead of two (C6-21)."""
    return bool(switch(state, REMOVES_ONE))


def may_only_turn(state: State) -> bool:
    """By house rule the second card of the monument is turned without its event (C6-19)."""
    return bool(switch(state, ONLY_TURNS))
