"""Glen More II in outline, made from a view: what lists, headings and the page need of it. Decides nothing."""

from __future__ import annotations

from companion.engine.memoize import memoize_last
from companion.engine.message import listed, literal, tr
from companion.engine.outline import Figure, GameOutline
from companion.state.glen_more_2.labels import colour
from companion.state.glen_more_2.model import DIE
from companion.state.glen_more_2.view import NOT_SCORED, PlayerView, View

RESULT, STANDINGS, FINAL, COUNTS, DUTIES, DOUBTS = "result", "standings", "final", "counts", "duties", "doubts"
"""The kinds of sheets: the last scoring, what it would bring now, the end, all counts, what is owed, why "?"."""
POINTS = "points"
"""Where the points so far came from."""
TERRITORIES = "territories"
"""What lies in everybody's territory, where it is followed."""


@memoize_last
def outline_of(view: View) -> GameOutline:
    """The outline of a view; the same view gives the same one."""
    players = tuple(_player(player, seat) for seat, player in enumerate(view.players))
    neutrals = (Figure(each.id, each.label, icon=each.icon, picture=each.picture) for each in view.neutrals)
    names = (each.label for each in players)
    return GameOutline(
        title=listed(names) if players else tr("a game that is being set up"),
        figures=(*players, Figure(DIE, tr("The die"), colour=DIE, is_die=True), *neutrals),
        turn=view.turn,
        between=view.scoring,
        on_turn=view.on_turn,
        over=view.over,
        winners=view.result.winners if view.over and view.result else (),
        sheets=_sheets(view),
        announced=FINAL if view.over else RESULT if view.fresh else "",
        results=view.scorings,
        subject=str(view.taken) if view.taken else "",
    )


def _player(player: PlayerView, seat: int) -> Figure:
    named = player.name if player.name != player.colour else ""
    label = literal(named) if named else colour(player.colour or player.id)
    if player.left:
        label = literal(f"({named})") if named else tr("({player})", player=label)
    return Figure(player.id, label, named, player.colour, seat, player.points)


def _sheets(view: View) -> tuple[str, ...]:
    # One sentence stands whole on the turn screen; what is booked may not.
    duties = not view.over and (len(view.owed) > 1 or bool(view.booked))
    there = {
        FINAL: view.over,
        # The end has it too.
        RESULT: view.result is not None and not view.over,
        STANDINGS: view.coming is not NOT_SCORED,
        COUNTS: bool(view.ring),
        # The end has its own table of them.
        POINTS: not view.over and any(player.sources for player in view.players),
        TERRITORIES: bool(view.turn and view.territories),
        DUTIES: duties,
        # Else that one has it too, under the same key.
        DOUBTS: bool(view.on_turn and view.doubts) and not duties and not view.over,
    }
    return tuple(kind for kind, has in there.items() if has)
