"""Forms for moving Scots: 1 movement point moves a Scot to a tile that touches its tile."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.engine.caching import LazyItems
from companion.engine.message import tr
from companion.engine.offers import Answer, Choice, Part, Place, cell_value, parse_cell
from companion.engine.question_kinds import ActionForm
from companion.state.territory import events as ev
from companion.state.territory.grid import Cell, Spot, Territory
from companion.state.territory.scots import count_opened_cells, distance, spots_one_step_away
from companion.state.territory.trading import Resolution
from companion.state.territory.words import TerritoryWords, mark_cell, scot_move_title


class ScotMoves:
    """The forms for moving Scots in one game."""

    def __init__(
        self,
        words: TerritoryWords,
        goal: Cell | None = None,
        is_over: Callable[[Any], bool] = lambda _state: False,
        is_time: Callable[[Any], bool] = lambda _state: True,
    ) -> None:
        """goal: cell on which Scots score, the first suggestion for a step. is_over: true if no Scot can move any
        more in this turn. is_time: as in `ActivationForms`.
        """
        self._words, self._goal, self._is_over, self._is_time = words, goal, is_over, is_time

    def movable(self, state: Any) -> tuple[Spot, ...]:
        """Return the tiles with a Scot that can move while movement points are left."""
        if state.turn.work.movement_points <= 0 or self._is_over(state):
            return ()
        return tuple(spot for spot in state.player(state.turn.player).territory.spots if spot.scots)

    def steps(self, land: Territory, here: Cell) -> list[Spot]:
        """Return the tiles one step away: the goal first, then those from which a Scot opens most cells."""
        there = spots_one_step_away(land, here)
        return sorted(
            there, key=lambda spot: (spot.cell != self._goal, -count_opened_cells(land, here, spot.cell))
        )

    def _suggested(self, state: Any, player_id: str) -> list[Spot]:
        """Return the tiles with a movable Scot, the nearest to the placed tile first.

        Without a goal those come first whose Scot opens more cells by a step.
        """
        land, new = state.player(player_id).territory, state.turn.work.placed_cell or Cell(0, 0)

        def merit(spot: Spot) -> tuple[bool, int]:
            if self._goal:
                return False, distance(spot.cell, new)
            there = (to.cell for to in spots_one_step_away(land, spot.cell))
            best = max((count_opened_cells(land, spot.cell, cell) for cell in there), default=0)
            gains = best > count_opened_cells(land, spot.cell, spot.cell)
            return not gains, distance(spot.cell, new)

        return sorted(self.movable(state), key=merit)

    def form(self, state: Any, question: Any) -> ActionForm | None:
        """Return the form for a step, or None if no Scot can move."""
        if not state.tracks_territories or not question.player:
            return None
        land = state.player(question.player).territory
        if not any(spots_one_step_away(land, spot.cell) for spot in self.movable(state)):
            return None
        parts = LazyItems(lambda: (self._which_scot(state, question.player),))
        # A Scot that scores where it stands leaves it only if players look for the entry in the list.
        gains = any(spot.cell != self._goal for spot in self.movable(state))
        return ActionForm(tr("Move a Scot"), parts, has_key=gains and self._is_time(state))

    def _which_scot(self, state: Any, player_id: str) -> Place:
        """Return the choice of Scots, each with its possible steps."""
        land, lie = state.player(player_id).territory, self._words.map_tiles(state, player_id)
        scots = self._suggested(state, player_id)
        which = tr("other Scot") if len(scots) > 1 else None

        def there(spot: Spot) -> tuple[Part, ...]:
            title = scot_move_title(self._words.standing(state, spot))
            cells = self.choices(state, self.steps(land, spot.cell), lambda _spot: ())
            return (Place("to", title, cells, map_tiles=mark_cell(lie, spot.cell), back=which),)

        from_where = self.choices(state, scots, there)
        first = cell_value(*scots[0].cell)
        assumed = scots[0].cell != self._goal
        return Place("scot", tr("Which Scot goes?"), from_where, default=first, is_assumed=assumed, map_tiles=lie)

    def choices(
        self, state: Any, spots: Iterable[Spot], then: Callable[[Spot], Sequence[Part]]
    ) -> tuple[Choice, ...]:
        """Return one choice for each of these tiles, with its further parts."""
        return tuple(self._words.choice(state, spot, tuple(then(spot))) for spot in spots)

    @staticmethod
    def enter_step(resolution: Resolution, question: Any, answer: Answer) -> None:
        """Record the step in an answer."""
        here, there = (Cell(*parse_cell(str(value))) for value in answer.values)
        resolution.do(ev.ScotMoved(question.player, here.x, here.y, there.x, there.y))
