"""Schotten Totten in outline, made from a view: what lists, headings and the page need of it. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.memoize import memoize_last
from companion.engine.message import listed, tr
from companion.engine.outline import Figure, GameOutline
from companion.state.schotten_totten.model import TACTICAL
from companion.state.schotten_totten.view import PlayerView, View

CLAIMS, UNSEEN, PLAYED, RESULT = "claims", "unseen", "played", "result"
"""Sheets by what they show: what can be claimed, clan cards nobody has seen, tactics and discards, each round's
points.
"""


@memoize_last
def outline_of(view: View) -> GameOutline:
    """The outline of a view; the same view gives the same one."""
    players = tuple(_player(player, seat) for seat, player in enumerate(view.players))
    return GameOutline(
        title=listed(each.label for each in players) if players else tr("a game that is being set up"),
        figures=players,
        turn=view.turn,
        between=tr("The round is over") if view.phase == "won" else None,
        on_turn=view.to_move,
        over=view.over,
        winners=view.winners,
        sheets=tuple(_sheets(view)),
        announced=RESULT if view.phase in ("won", "over") else "",
        results=len(view.results),
    )


def _sheets(view: View) -> Iterator[str]:
    """Those that have something to show now."""
    if any(stone.claimable or stone.stays or stone.claimed for stone in view.stones):
        yield CLAIMS
    if view.stones:
        yield UNSEEN
    if view.stones and TACTICAL in view.variants:
        yield PLAYED
    if view.results:
        yield RESULT


def _player(player: PlayerView, seat: int) -> Figure:
    return Figure(player.id, player.label, player.name, "", seat, player.points)
