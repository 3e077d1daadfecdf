"""Corrections of territories, and the instructions that make a table match an edited history.

Players may move a tile or set the goods and Scots on it at any time. A correction that breaks a rule records it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from companion.engine.game import TableInstruction
from companion.engine.message import Message, tr, trn
from companion.engine.offers import Amount, Answer, Choice, Part, Pick, Place, cell_value, parse_cell
from companion.engine.question_kinds import Action, ActionForm
from companion.state.territory import events as ev
from companion.state.territory.grid import MAX_GOODS_PER_TILE, Cell, Spot, Territory
from companion.state.territory.model import SCOREKEEPER, AnyState
from companion.state.territory.placement import free_cells_touching_tiles
from companion.state.territory.trading import Resolution
from companion.state.territory.words import TerritoryWords, mark_cell, scot_move_title

MAX_SCOTS = 9
"""Highest number of Scots of one player that can be entered."""
CorrectionAction = Action[Any, Any, Any]
TileParts = Callable[[Any, Spot], tuple[Part, ...] | None]
"""Returns the further parts of a correction for a player's tile; None leaves the tile out."""


def spot_at(state: AnyState, player_id: str, where: object) -> Spot:
    """Return the spot at a cell value of an answer. Raises LookupError if no tile is there."""
    spot: Spot = state.player(player_id).territory.at(Cell(*parse_cell(str(where))))
    return spot


def remove_stack(resolution: Resolution, player_id: str, spot: Spot) -> None:
    """Remove the tiles at a place from the top one down, with all that is on them."""
    for piece in reversed(spot.pieces):
        resolution.do(ev.TileRemoved(player_id, piece, spot.x, spot.y))


def place_stack(resolution: Resolution, player_id: str, pieces: Sequence[str], spot: Spot, cell: Cell) -> None:
    """Place these tiles at a cell with the goods and Scots of `spot`; nothing is activated."""
    for piece in pieces:
        resolution.do(ev.TilePlaced(player_id, piece, cell.x, cell.y, ev.CORRECTED))
    for good, n in spot.goods.items():
        resolution.do(ev.GoodsSet(player_id, cell.x, cell.y, good, n))
    if spot.scots:
        resolution.do(ev.ScotsSet(player_id, cell.x, cell.y, spot.scots))


class TerritoryCorrections:
    """The corrections of territories in one game."""

    def __init__(
        self,
        words: TerritoryWords,
        players: Callable[[Any], Iterable[Any]],
        home: Sequence[Cell],
        violated_rule: Callable[[Any, Territory, str, str, Cell], str],
        overfull_rule: str,
        corrected: Callable[[Any, str], None],
        in_front: Callable[[Any, ActionForm], ActionForm] = lambda _state, form: form,
    ) -> None:
        """Set what differs between the games.

        players: players whose territories are in play in a state; none if territories are not tracked. home:
        cells whose tile never moves. violated_rule: rule id against a tile, by state, territory, player, tile
        and cell; "" for none. overfull_rule: rule id against more goods than a tile holds. corrected: called
        after goods, Scots or a tile were set. in_front: changes a form before it is listed.
        """
        self._words, self._players, self._home = words, players, home
        self._violated_rule, self._overfull_rule = violated_rule, overfull_rule
        self._corrected, self._in_front = corrected, in_front

    def actions(self) -> tuple[CorrectionAction, ...]:
        """Return the corrections in the order in which they are listed."""
        return (
            Action("laid_elsewhere", self._laid_elsewhere, self._move_tile),
            Action("goods", self._goods, self._set_goods),
            Action("scots", self._scots, self._set_scots),
            Action("scot_elsewhere", self._scot_elsewhere, self._move_scot),
            Action("depth", stop_tracking_form, stop_tracking),
        )

    def _form(self, state: AnyState, label: Message, then: TileParts) -> ActionForm | None:
        """Return a form that asks for a player and a tile, or None if there is no tile to choose."""
        words, players = self._words, []
        for player in self._players(state):
            parts = [(spot, then(player, spot)) for spot in player.territory.spots]
            choices = tuple(words.choice(state, spot, part) for spot, part in parts if part is not None)
            if choices:
                which = Place("tile", tr("Which tile?"), choices, map_tiles=words.map_tiles(state, player.id))
                players.append(Choice(player.id, words.figure(state, player.id), then=(which,)))
        return ActionForm(label, (Pick("player", tr("Which player?"), tuple(players)),)) if players else None

    def free_places(self, state: AnyState, player: Any, without: Cell | None = None) -> tuple[Part, ...]:
        """Return a choice of all free cells beside tiles, without the cell `without`.

        No rule closes a cell, because the tile is already there on the table.
        """
        free = free_cells_touching_tiles(player.territory, without)
        choices = tuple(Choice(cell_value(*cell), self._words.cell(cell)) for cell in free)
        return (Place("to", tr("Where does it lie?"), choices, map_tiles=self._words.map_tiles(state, player.id)),)

    def _laid_elsewhere(self, state: AnyState, _question: Any) -> ActionForm | None:
        def then(player: Any, spot: Spot) -> tuple[Part, ...] | None:
            return None if spot.cell in self._home else self.free_places(state, player, spot.cell)

        return self._form(state, tr("A tile of a territory lies elsewhere"), then)

    def _move_tile(self, resolution: Resolution, _question: Any, answer: Answer) -> None:
        """Move a stack with all that is on it."""
        player_id, here, there = map(str, answer.values)
        spot, cell = spot_at(resolution.state, player_id, here), Cell(*parse_cell(there))
        remove_stack(resolution, player_id, spot)
        self.mark_place(resolution, player_id, spot.top, cell)
        place_stack(resolution, player_id, spot.pieces, spot, cell)
        self._corrected(resolution, player_id)

    def mark_place(self, resolution: Resolution, player_id: str, piece: str, cell: Cell) -> None:
        """Record the rule that a tile will break at this cell, if any."""
        state = resolution.state
        if rule := self._violated_rule(state, state.player(player_id).territory, player_id, piece, cell):
            resolution.do(ev.Overruled(rule))

    def _goods(self, state: AnyState, _question: Any) -> ActionForm | None:
        return self._listed(state, self._form(state, tr("Goods on a tile"), self._kinds))

    def _listed(self, state: AnyState, form: ActionForm | None) -> ActionForm | None:
        return self._in_front(state, form) if form else None

    def _kinds(self, _player: Any, spot: Spot) -> tuple[Part, ...]:
        rows = []
        for good, words in self._words.goods.items():
            now = spot.goods.get(good, 0)
            number = Amount("n", words, 0, max(MAX_GOODS_PER_TILE, now), now, is_own_count=True)
            rows.append(Choice(good, tr("{count}: {n}", count=words, n=now), then=(number,)))
        return (Pick("good", tr("Which good?"), tuple(rows)),)

    def _set_goods(self, resolution: Resolution, _question: Any, answer: Answer) -> None:
        where, good, n = answer.values[1:]
        player_id, (x, y) = str(answer.values[0]), parse_cell(str(where))
        resolution.do(ev.GoodsSet(player_id, x, y, str(good), int(n)))
        if sum(spot_at(resolution.state, player_id, where).goods.values()) > MAX_GOODS_PER_TILE:
            resolution.do(ev.Overruled(self._overfull_rule))
        self._corrected(resolution, player_id)

    def _scots(self, state: AnyState, _question: Any) -> ActionForm | None:
        def then(_player: Any, spot: Spot) -> tuple[Part, ...]:
            most = max(MAX_SCOTS, spot.scots)
            return (Amount("n", tr("How many Scots?"), 0, most, spot.scots, is_own_count=True),)

        return self._listed(state, self._form(state, tr("Scots on a tile"), then))

    def _set_scots(self, resolution: Resolution, _question: Any, answer: Answer) -> None:
        player_id, where, n = answer.values
        resolution.do(ev.ScotsSet(str(player_id), *parse_cell(str(where)), int(n)))
        self._corrected(resolution, str(player_id))

    def _scot_elsewhere(self, state: AnyState, _question: Any) -> ActionForm | None:
        """Return the form that moves one Scot between tiles, so that it takes one correction instead of two."""
        words = self._words

        def then(player: Any, spot: Spot) -> tuple[Part, ...] | None:
            others = [each for each in player.territory.spots if each.cell != spot.cell]
            if not (spot.scots and others):
                return None
            there = tuple(words.choice(state, each) for each in others)
            map_tiles = mark_cell(words.map_tiles(state, player.id), spot.cell)
            return (Place("to", scot_move_title(words.standing(state, spot)), there, map_tiles=map_tiles),)

        return self._listed(state, self._form(state, tr("A Scot stands elsewhere"), then))

    def _move_scot(self, resolution: Resolution, _question: Any, answer: Answer) -> None:
        player_id, here, there = map(str, answer.values)
        for where, change in ((here, -1), (there, 1)):
            spot = spot_at(resolution.state, player_id, where)
            resolution.do(ev.ScotsSet(player_id, spot.x, spot.y, spot.scots + change))
        self._corrected(resolution, player_id)


def stop_tracking_form(state: AnyState, _question: Any) -> ActionForm | None:
    """Return the form that stops tracking territories, or None.

    It is not offered while a tile waits to be placed: its cost and yield are entered at the depth it was taken
    at.
    """
    if not state.tracks_territories or not state.market or state.stage not in ("take", "roll"):
        return None
    return ActionForm(tr("We tell what our territory gave"))


def stop_tracking(resolution: Resolution, _question: Any, _answer: Answer) -> None:
    """Stop tracking territories."""
    if resolution.state.tracks_territories:
        resolution.do(ev.DepthChosen(SCOREKEEPER))


def reconcile_territories(old: AnyState, new: AnyState, words: TerritoryWords) -> Iterator[TableInstruction]:
    """Yield the instructions that turn the territories of `old` into those of `new`."""
    before = {player.id: player.territory for player in old.players}
    for now in new.players if old.tracks_territories and new.tracks_territories else ():
        if now.id in before:
            yield from _reconcile(before[now.id], now, new, words)


def _reconcile(old: Territory, now: Any, state: AnyState, words: TerritoryWords) -> Iterator[TableInstruction]:
    """Yield tiles, then goods and Scots. Tiles that are in no territory any more belong to other instructions."""
    player = words.figure(state, now.id)
    before = {piece: spot for spot in old.spots for piece in spot.pieces}
    for spot in now.territory.spots:
        for piece in spot.pieces:
            if piece not in before or before[piece].cell != spot.cell:
                tile, where = words.piece(state, piece), words.cell(spot.cell)
                line = tr("{player} lays {tile}: {where}", player=player, tile=tile, where=where)
                yield TableInstruction(line, piece, is_forward=True, subject=f"lies {piece}")
    for spot in now.territory.spots:
        for line, about in _on_tile(before.get(spot.top), spot, words.spot(state, spot), words):
            text = tr("{player}: {what}", player=player, what=line)
            yield TableInstruction(text, is_forward=True, subject=about)


def _on_tile(was: Spot | None, now: Spot, tile: Message, words: TerritoryWords) -> Iterator[tuple[Message, str]]:
    goods = was.goods if was else {}
    for good, word in words.goods.items():
        if (n := now.goods.get(good, 0)) != goods.get(good, 0):
            yield tr("{tile}: {n} {good}", tile=tile, n=n, good=word), f"{good} {now.top}"
    if now.scots != (was.scots if was else 0):
        yield trn("{tile}: {n} Scot", "{tile}: {n} Scots", now.scots, tile=tile), f"scots {now.top}"
