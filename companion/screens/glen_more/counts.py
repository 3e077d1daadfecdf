"""Everybody's counts: in the table under the turn, and all of them on a sheet. Works out nothing."""

from __future__ import annotations

from companion.engine.message import Message, tr
from companion.screens.matrix import NOTHING, MatrixRow, head_strip, line_strip
from companion.screens.paper import signed_plain
from companion.screens.pen import Pen
from companion.screens.strips import Leaf, Strip, in_pages, room
from companion.state.glen_more.labels import COUNT_WORDS
from companion.state.glen_more.outline import outline_of
from companion.state.glen_more.view import PlayerView, View

TITLE = tr("All counts")
IN_TURN = ("coins", "barrels", "chieftains", "locations", "points")
"""What is looked at in every turn."""
ALL = (
    "points",
    "coins",
    "barrels",
    "chieftains",
    "locations",
    "scots",
    "tiles",
    "green_tiles",
    "yellow_tiles",
    "villages",
)
WORDS = {**COUNT_WORDS, "chieftains": tr("chieftains + bonnets"), "locations": tr("cards")}


def number(player: PlayerView, count: str) -> str:
    """A count as it is written."""
    match count:
        case "chieftains":
            return f"{player.chieftains}+{player.bonnets}" if player.bonnets else str(player.chieftains)
        case "locations":
            return str(len(player.cards))
        case "points" if player.points is None:
            return NOTHING
    return signed_plain(getattr(player, count))


def row(view: View, count: str) -> MatrixRow:
    return MatrixRow(words(count), tuple(number(player, count) for player in view.players), count == "points")


def words(count: str) -> Message:
    return WORDS[count]


def shown(view: View, these: tuple[str, ...]) -> list[str]:
    """Of these counts those that this viewer may know of somebody."""
    return [each for each in these if each != "points" or any(p.points is not None for p in view.players)]


def head(pen: Pen, view: View) -> Strip:
    return head_strip(pen, outline_of(view), [player.id for player in view.players])


def in_turn(pen: Pen, view: View) -> list[Strip]:
    """The table under the turn."""
    return [head(pen, view), *(line_strip(pen, row(view, count), close=True) for count in shown(view, IN_TURN))]


def count_leaves(pen: Pen, view: View) -> list[Leaf]:
    """All counts, a line each."""
    strips = [line_strip(pen, row(view, count)._replace(bold=False)) for count in shown(view, ALL)]
    return [Leaf(TITLE, page) for page in in_pages(strips, room(pen), [head(pen, view)])]
