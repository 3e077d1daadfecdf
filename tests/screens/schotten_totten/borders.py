"""Borders for pictures: as they come up at a table, empty, and as full as they get."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from companion.engine.message import literal, tr
from companion.engine.offers import MapTile
from companion.menu.pages import Hint, HomePage, ListItem, MapPage, Page, SheetPage
from companion.scoring.schotten_totten.border import COLOURS, Side
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten.house_rules import HouseRules
from companion.state.schotten_totten.model import (
    BorderStone,
    OpenQuestion,
    Player,
    RoundResult,
    State,
    WaitingCard,
)
from companion.state.schotten_totten.suggestions import side_cell
from companion.state.schotten_totten.view import View, view_of

PLAY, MUD = BorderStone(), BorderStone(techniques=("mud_fight",))


def state(
    *stones: BorderStone, names: tuple[str, str] = ("Ann", "Ben"), to_move: Side = "A", **more: object
) -> State:
    """A round with these stones; what is said besides is as in a state."""
    tactics: tuple[str, ...] = more.pop("variants", ())  # type: ignore[assignment]
    players = (Player("A", names[0], 6), Player("B", names[1], 6))
    made = State(
        stage="turn",
        house=HouseRules(),
        players=players,
        variants=tactics,
        round=1,
        turn=12,
        to_move=to_move,
        stones=(*stones, *(BorderStone(),) * (9 - len(stones))),
        pile=21,
        open_questions=(
            OpenQuestion(4, "claim", "B" if to_move == "A" else "A"),
            OpenQuestion(5, "play", to_move),
        ),
    )
    return replace(made, **more)


IN_PLAY = state(
    BorderStone(("red-7", "red-8", "red-9"), ("blue-7",), a_full=5),
    BorderStone(("blue-1",), ("blue-9", "red-6", "blue-8"), b_full=8, owner="B"),
    BorderStone(("green-6", "green-9"), ("yellow-6", "yellow-8")),
    BorderStone((), ("purple-9",)),
    BorderStone(("brown-4", "blue-4", "green-4"), ("brown-6", "green-8"), a_full=6),
    BorderStone(("yellow-9",), ()),
    BorderStone(("purple-2", "purple-3", "purple-1"), ("blue-2", "blue-3", "blue-5"), 11, 9, owner="A"),
    BorderStone((), ("brown-1",)),
    BorderStone(("red-1", "green-1"), ()),
    last=ev.CardLaid("A", "red-9", 1, "A"),
    to_move="B",
)
"""Claims of both sides, one claimed stone each, sixes and nines on both sides."""
TACTICS = state(
    BorderStone(("joker-1=red-8", "red-7", "red-9"), ("spy", "blue-6"), a_full=5),
    BorderStone(
        ("brown-6", "brown-9", "brown-2", "brown-8"),
        ("yellow-6", "yellow-9", "joker-2=yellow-8", "yellow-1"),
        7,
        9,
        ("mud_fight",),
    ),
    BorderStone(("shield_bearer", "green-9"), ("purple-6", "purple-7"), techniques=("blind_mans_bluff",)),
    BorderStone(("green-3",), ("green-5", "green-4"), techniques=("blind_mans_bluff", "mud_fight")),
    BorderStone(("red-2", "red-3", "red-4"), ("blue-1", "blue-2", "blue-3"), 4, 5, owner="B"),
    last=ev.CardLaid("B", "joker-2=yellow-8", 2, "B"),
    to_move="A",
    variants=("tactics", "expert"),
    rounds=3,
    round=2,
    players=(
        Player("A", "Ann", 7, ("joker-1", "shield_bearer", "mud_fight")),
        Player("B", "Ben", 7, ("spy", "joker-2", "banshee")),
    ),
    discarded=("purple-9", "banshee"),
    results=(RoundResult("A", "ST-END-01", {"A": 4, "B": 2}, {"A": 5, "B": 2}),),
)


def crowded(cards: int, names: tuple[str, str] = ("Maximilianne", "Konstantinos")) -> State:
    """Every stone with so many cards on each side, in a Mud Fight where they are four."""
    deck = [f"{colour}-{n}" for n in (6, 9, 8, 7, 5, 4, 3, 2, 1) for colour in COLOURS]
    every: list[BorderStone] = []
    for n in range(9):
        mine, theirs = ([deck[(2 * n + side + 18 * k) % 54] for k in range(cards)] for side in (0, 1))
        both = ("blind_mans_bluff", "mud_fight") if cards == 4 else ("blind_mans_bluff",)
        techniques = both if n % 2 or cards == 4 else ()
        every.append(BorderStone(tuple(mine), tuple(theirs), 0, 0, techniques))  # type: ignore[arg-type]
    return state(*every, names=names, variants=("tactics",), rounds=9, pile=0)


def placing(view: View, cell: str = "9,0", card: str = "red-6", closed: bool = False) -> MapPage:
    """The question for a place, its cursor there; cell: stone, then 0 for side A and 1 for B."""
    n, _, row_ = cell.partition(",")
    side: Side = "B" if row_ == "1" else "A"
    who = view.player(side).label
    said = tr("{Player} has {n} cards at stone {stone} already.", Player=who, n=3, stone=n)
    row = ListItem(tr("stone {n}", n=n), said if closed else None, closed, sign=side_cell(int(n), side))
    title = tr("{Player}, {card}: tap its place.", Player=who, card=literal("red 6"))
    hints = (Hint("UP", tr("before")), Hint("DOWN", tr("next")), *HINTS_OF_PLACE)
    return MapPage(title, (row,), 0, (), MapTile(0, 0, literal("red 6"), card), hints, "A")


HINTS_OF_PLACE = (Hint("OK", tr("take it")), Hint("BACK", tr("not now")), Hint("UNDO", tr("undo")))
HINTS_OF_SHEET = (Hint("OK", tr("go on")), Hint("BACK", tr("back")), Hint("UNDO", tr("undo")))
HINTS = (
    Hint("UP", tr("card")),
    Hint("DOWN", tr("enter")),
    Hint("OK", tr("claim")),
    Hint("OK+", tr("why?")),
    Hint("BACK", tr("menu")),
    Hint("UNDO", tr("undo")),
    Hint("UNDO+", tr("history")),
)
HOME = HomePage(tr("{Player}, tap the card that you lay.", Player="Ben"), HINTS)
WAITS = replace(
    IN_PLAY,
    stage="card",
    to_move="A",
    waiting=WaitingCard("red-6"),
    open_questions=(OpenQuestion(6, "place", "A"),),
)
CLOSED: Literal[True] = True


def scenes() -> dict[str, tuple[View, Page]]:
    """For the contact sheet."""
    usual, tactics, waits = map(view_of, (IN_PLAY, TACTICS, WAITS))
    long, full = view_of(crowded(3)), view_of(crowded(4))
    return {
        "border": (usual, HOME),
        "border_tactics": (tactics, HOME),
        "border_empty": (view_of(state()), HOME),
        "border_long": (long, HOME),
        "border_full": (full, HOME),
        "border_waits": (waits, HOME),
        "place": (waits, placing(waits, "9,0")),
        "place_far": (tactics, placing(tactics, "4,1", "joker-1=red-6")),
        "place_closed": (full, placing(full, "9,0", closed=CLOSED)),
        **{
            f"sheet_{kind}": (tactics, SheetPage(kind, HINTS_OF_SHEET))
            for kind in ("claims", "unseen", "played", "result")
        },
    }
