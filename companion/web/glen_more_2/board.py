"""The rondel as the page draws it: values of JSON with their words put in.

The page repeats it and knows no rule. Pure: reads no device and no clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.engine.message import Message, Translate, tr
from companion.screens.glen_more_2.home import deck_line
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.outline import outline_of
from companion.state.glen_more_2.questions.corrections import SPACE
from companion.state.glen_more_2.view import SpaceView, View
from companion.web import page_data
from companion.web.game_page import GamePage
from companion.web.glen_more_2.spoken import spoken
from companion.web.glen_more_2.tables import tables
from companion.web.glen_more_2.tray import tray

HERE = Path(__file__).parent
BEFORE_PLAY = ("setup", "layout")
EMPTY = SpaceView((), "", None, "", 0, True)
WORDS = {
    "tap": tr("Tap this tile on the reader"),
    "empty": tr("An empty space"),
    "tell": tr("Say what lies here"),
    "owed": tr("To do"),
    "booked": tr("Booked"),
}


def ring(view: View, translate: Translate) -> dict[str, Any]:
    """The rondel: its spaces from the last figure forward, and what stands in its middle."""
    said = {name: translate(word) for name, word in WORDS.items()}
    if not view.ring:
        nothing = translate(tr("The game has not begun"))
        return {"title": nothing, "lines": [], "booked": [], "owed": [], "spaces": [], "more": [], "words": said}
    empty = [EMPTY] * max(0, view.spaces - len(view.ring))
    spaces = [_space(view, place, space, translate) for place, space in enumerate((*view.ring, *empty))]
    return {
        "title": translate(_title(view)),
        "lines": [page_data.capital(translate(line)) for line in _lines(view)],
        "booked": [translate(line) for line in view.booked],
        "owed": [{"text": translate(each.text), "by": each.by} for each in view.owed],
        "spaces": spaces,
        "more": list(_more(view, translate)),
        "words": said,
    }


def _more(view: View, translate: Translate) -> Iterator[dict[str, Any]]:
    """What the chronicles have to show: for the table, then for each player."""
    if view.lines:
        yield {"figure": None, "lines": [translate(line) for line in view.lines]}
    for player in view.players:
        if player.lines:
            yield {
                "figure": _figure(view, player.id, translate),
                "lines": [translate(line) for line in player.lines],
            }


def _title(view: View) -> Message:
    if view.over:
        return tr("The game is over")
    if not view.on_turn:
        return view.scoring or tr("The game has not begun")
    return tr("{name}'s turn", name=outline_of(view).figure(view.on_turn).label)


def _lines(view: View) -> Iterator[Message]:
    if view.over or not view.on_turn:
        return
    if view.next_up and view.next_up != view.on_turn:
        yield tr("Next: {name}", name=outline_of(view).figure(view.next_up).label)
    line = deck_line(view)
    if line is not None:
        yield line


def _space(view: View, place: int, space: SpaceView, translate: Translate) -> dict[str, Any]:
    """A place: a tile with a name is tapped there; what lies on any other without a figure can be told.

    One space always stays free.
    """
    there = place < max(view.spaces - 1, len(view.ring))
    playing = view.phase not in BEFORE_PLAY and not view.over
    ask = there and playing and not space.piece and not space.figures
    untold = space.deck and not space.known
    return {
        "figures": [_figure(view, figure, translate) for figure in space.figures],
        "tag": f"tile:{space.piece}" if space.piece else "",
        "label": translate(tr("unknown")) if untold else _called(space, translate),
        "deck": space.deck,
        "ahead": space.ahead,
        "known": space.known,
        "tell": f"{SPACE}{place}" if ask else "",
    }


def _called(space: SpaceView, translate: Translate) -> str:
    """As in the tray: a tile without a name is found there by the desk's own number."""
    if space.nameless:
        return space.piece
    return translate(space.label) if space.label else ""


def _figure(view: View, who: str, translate: Translate) -> dict[str, Any]:
    return page_data.figure(outline_of(view).figure(who), translate)


PAGE: GamePage[State, View] = GamePage(
    label=tr("The rondel as the companion sees it"),
    script=HERE / "board.js",
    style=HERE / "board.css",
    board=ring,
    tray=tray,
    spoken=spoken,
    shortcuts=("names",),
    tables=tables,
)
