"""Glen More in outline, made from a view: what lists, headings and the page need of it. Decides nothing."""

from __future__ import annotations

from companion.engine.memoize import memoize_last
from companion.engine.message import listed, tr
from companion.engine.outline import Figure, GameOutline
from companion.state.glen_more.model import DIE
from companion.state.glen_more.view import PlayerView, View

RESULT, STANDINGS, FINAL, COUNTS, TERRITORIES = "result", "standings", "final", "counts", "territories"
"""The kinds of sheets: the last scoring, what it would bring now, the end, all counts, what lies where."""


@memoize_last
def outline_of(view: View) -> GameOutline:
    """The outline of a view; the same view gives the same one."""
    players = tuple(_player(player, seat) for seat, player in enumerate(view.players))
    return GameOutline(
        title=listed(each.label for each in players) if players else tr("a game that is being set up"),
        figures=(*players, Figure(DIE, tr("The die"), is_die=True)),
        turn=view.turn,
        between=tr("Scoring") if view.phase == "count" else None,
        on_turn=view.on_turn,
        over=view.over,
        winners=view.winners if view.over else (),
        sheets=_sheets(view),
        announced=FINAL if view.over else RESULT if view.fresh and view.result else "",
        results=view.scorings,
        subject=view.taken,
    )


def _player(player: PlayerView, seat: int) -> Figure:
    return Figure(player.id, player.label, player.name, "", seat, player.points)


def _sheets(view: View) -> tuple[str, ...]:
    there = {
        FINAL: view.over,
        RESULT: view.result is not None and not view.over,
        STANDINGS: view.coming is not None,
        COUNTS: bool(view.market),
        TERRITORIES: bool(view.turn and view.territories),
    }
    return tuple(kind for kind, has in there.items() if has)
