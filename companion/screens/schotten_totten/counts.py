"""What each player has, in pictures with numbers: tactics cards, stones, points. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.scoring.schotten_totten.border import SIDES
from companion.screens import player_labels
from companion.screens.icons import MEDIUM, POINTS, SMALL, Icon, mask
from companion.screens.paper import BIG, BOLD, MIDDLE, Box, Face, capital, length
from companion.screens.pen import Pen
from companion.screens.schotten_totten.icons import BOULDER, RUSE
from companion.state.schotten_totten.outline import outline_of
from companion.state.schotten_totten.view import PlayerView, View


class Strip(NamedTuple):
    """How a player's line looks."""

    high: int
    face: Face
    sign: int
    """Size of the pictures."""
    gap: int
    """White between a picture and its number."""
    between: int
    """White before the next picture."""


STRIPS = {
    BIG: Strip(34, Face(24, BOLD), MEDIUM, 8, 24),
    MIDDLE: Strip(20, Face(17, BOLD), SMALL, 4, 12),
}
TIGHT = Strip(17, Face(13, BOLD), SMALL, 3, 4)
TIGHTER = TIGHT._replace(gap=1, between=2)
"""For numbers of two figures."""


def counts_of(view: View, player: PlayerView) -> list[tuple[Icon, int]]:
    """What each player has, and its picture."""
    tactics = [(RUSE, len(player.tactics))] if "tactics" in view.variants else []
    points = [(POINTS, player.points)] if view.rounds > 1 else []
    return [*tactics, (BOULDER, player.stones), *points]


def count(pen: Pen, right: int, box: Box, strip: Strip, icon: Icon, number: int, white: bool) -> int:
    """A picture with its number, ending there; gives where the one before it may end."""
    said, face = str(number), strip.face
    wide = length(said, face)
    pen.set(right - wide, box.y + (box.h + capital(face)) // 2, said, face, white=white)
    x = right - wide - strip.gap - mask(icon, strip.sign).width
    pen.icon(x, box.y + (box.h - strip.sign) // 2, icon, strip.sign, white)
    return x - strip.between


def counts_width(strip: Strip, counts: Iterable[tuple[Icon, int]]) -> int:
    """Pixels of pictures and numbers, with the white before each."""
    return sum(
        strip.between + mask(icon, strip.sign).width + strip.gap + length(str(n), strip.face) for icon, n in counts
    )


# ---- small glass: a line for each player


def counts_of_both(pen: Pen, box: Box, view: View) -> int:
    """Draw them from the top of a box, each line behind its player's mark; gives the pixels that they take."""
    strip = next((each for each in (TIGHT, TIGHTER) if _fits(each, view, box.w)), TIGHTER)
    for at, side in enumerate(SIDES):
        _line(pen, box.below(at * strip.high).top(strip.high), view, strip, side)
    return len(SIDES) * strip.high


def _fits(strip: Strip, view: View, room: int) -> bool:
    """Whether mark and counts of both players stand apart in that width."""
    size = player_labels.mark_size(strip.face)
    return all(size + counts_width(strip, _small_counts(view, each)) <= room for each in view.players)


def _small_counts(view: View, player: PlayerView) -> list[tuple[Icon, int]]:
    """What small glass has room for: tactics cards have a key there."""
    return counts_of(view, player)[-2:]


def _line(pen: Pen, box: Box, view: View, strip: Strip, side: str) -> None:
    """What a player has, behind the mark."""
    size = player_labels.mark_size(strip.face)
    player_labels.mark(pen, Box(box.x, box.y + (box.h - size) // 2, size, size), outline_of(view), side)
    x = box.right
    for icon, number in reversed(_small_counts(view, view.player(side))):
        x = count(pen, x, box, strip, icon, number, white=False)
