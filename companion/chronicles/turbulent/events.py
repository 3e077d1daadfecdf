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
from companion.state.glen_more_2.resolution import Course
from companion.state.glen_more_2.ring import place_of

WHICH, HOME, SWAP, TABLE = f"{SLUG}.which", f"{SLUG}.home", f"{SLUG}.swap", f"{SLUG}.table"
ENGLISHMAN, ENGLAND_ROW = "neutral:englishman", "england"
WILLIAM_WALLACE, MACLEAN = "william_wallace", "maclean"
ONLY_TURNS, REMOVES_ONE = f"{SLUG}.wallace_only_turns", f"{SLUG}.removes_one"
WALLACE_POINTS, MACLEAN_POINTS, SHEEP_POINTS, STONE_POINTS, MORAR_POINTS = 4, 3, 7, 3, 9
MOIL_COINS, WADE_COINS = 2, 1

Values = Sequence[int]
Deed = Callable[[Course, str, Values], None]


def trigger(course: Course, who: str, card: str) -> None:
    """Where something must be paid it is asked first (C6-33); else the event is done at once."""
    if card in REMOVES and "boat_race" in course.state.chronicles:
        course.do(ev.Told(BOAT))
    if CHAPTERS[card].costs:
        course.ask(PAY, who, card)
    else:
        carry_out(course, who, card)


def only_turn(course: Course, who: str, card: str) -> None:
    """The right half isn't done (C6-12)."""
    course.do(SideTurned(who, card, False))


def carry_out(course: Course, who: str, card: str, values: Values = (), home: int = 0) -> None:
    """The card is turned and its event done once (C6-11). home: Scots paid out of the home castle."""
    course.do(SideTurned(who, card, True))
    if home:
        course.do(ev.ScotsMoved(who, -home, cause(card)))
    if deed := DEEDS.get(card):
        deed(course, who, values)
    if CHAPTERS[card].hands and hands(card) not in course.state.turn.todo:
        course.do(ev.Told(hands(card)))


def ask_table(course: Course, who: str, _values: Values) -> None:
    """The own table is printed on the card in the hand: asked once for each box."""
    for card in tuple(asked_for(course.state)):
        course.ask(TABLE, who, card)


def wallace(course: Course, who: str, _values: Values) -> None:
    """4 points with William Wallace, and another event (C6-19)."""
    if WILLIAM_WALLACE in course.state.player(who).persons:
        course.do(ev.PointsScored(who, WALLACE_POINTS, cause(WALLACE)))
    if cards_left(course.state, who):
        course.ask(WHICH, who, WALLACE)


def dunvegan(course: Course, who: str, _values: Values) -> None:
    course.do(ev.PointsScored(who, SHEEP_POINTS, cause(DUNVEGAN)))


def remove(course: Course, who: str, values: Values) -> None:
    """Two tiles out of the game, Scots on them into the home castle (C6-21, C6-30)."""
    *tiles, scots = values
    remove_tiles(course, who, tiles[0] if tiles else REMOVED_TILES, scots)


def stalker(course: Course, who: str, _values: Values) -> None:
    """Any tile of the discard pile, of a personal one too (C6-22, C7-25)."""
    course.ask("from_discards", who, cause(STALKER))


def duart(course: Course, who: str, _values: Values) -> None:
    """3 points with an own marker on MacLean; the exchange itself is entered (C6-25)."""
    if MACLEAN in course.state.player(who).crests:
        course.do(ev.PointsScored(who, MACLEAN_POINTS, cause(DUART)))


def shiel(course: Course, who: str, _values: Values) -> None:
    course.do(ev.PointsScored(who, -1, cause(SHIEL)))


def armadale(course: Course, who: str, values: Values) -> None:
    """Own stones and some from the market, by its rules (C6-28)."""
    for _ in range(sum(values[1:])):
        course.do(ev.GoodBought(who, "stone", buy_price(course.state.market["stone"]) or 0))
    if stones := sum(values):
        course.do(ev.PointsScored(who, STONE_POINTS * stones, cause(ARMADALE), (stones,)))


def ness(course: Course, who: str, _values: Values) -> None:
    """A coin for each own card on its event side, this one too (C6-29)."""
    course.do(ev.CoinsGained(who, len(turned_of(course.state, who)), cause(NESS)))


def moil(course: Course, who: str, _values: Values) -> None:
    course.do(ev.CoinsGained(who, MOIL_COINS, cause(MOIL)))
    if room_for_scots(course.state.player(who)):
        course.ask(HOME, who, MOIL)


def morar(course: Course, who: str, _values: Values) -> None:
    course.do(ev.PointsScored(who, MORAR_POINTS, cause(MORAR)))


def lomond(course: Course, who: str, _values: Values) -> None:
    """All coins of the row that another chronicle brings (C6-34)."""
    if coins := coins_in(course.state.market.get(ENGLAND_ROW, 0)):
        course.do(RowEmptied(who, ENGLAND_ROW, coins))


def monument(course: Course, who: str, _values: Values) -> None:
    if may_swap(course.state):
        course.ask(SWAP, who)


def may_swap(state: State) -> bool:
    """He stands on the rondel and has not just to move himself; nothing is swapped onto World's End."""
    place = place_of(state.line, ENGLISHMAN)
    moves = state.turn.figure == ENGLISHMAN and state.phase == "take"
    return place >= 0 and not moves and state.phase != "over" and state.line[place].piece != WORLDS_END


def wade(course: Course, who: str, _values: Values) -> None:
    """1 coin, which may pay for the marker (C6-37)."""
    course.do(ev.CoinsGained(who, WADE_COINS, cause(WADE)))
    ask_marker(course, who, cause(WADE))


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
