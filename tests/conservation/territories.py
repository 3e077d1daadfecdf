"""The accounts of territories: tiles side by side, the goods and Scots on them, and activations.

They are followed at referee depth only.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.conservation.journal import Cell, Event
from tests.conservation.pieces import Pieces

GOODS_PER_TILE = 3


def around(cell: Cell) -> set[Cell]:
    """Return the eight cells that touch a cell by edge or corner."""
    x, y = cell
    return {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {cell}


def beside(cell: Cell) -> set[Cell]:
    """Return the four cells that touch a cell by an edge."""
    x, y = cell
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def joined(cells: set[Cell]) -> set[Cell]:
    """Return the cells that hang together with one of them by edges."""
    found: set[Cell] = set()
    waiting = set(list(cells)[:1])
    while waiting:
        found |= waiting
        waiting = {other for cell in waiting for other in beside(cell)} & cells - found
    return found


class Territories(Pieces):
    """Follows what lies and stands in the territories."""

    def on_TilePlaced(self, e: Event) -> None:
        player, piece, cell = e["player"], e["piece"], (e["x"], e["y"])
        land = self.land[player]
        is_home = not self.turn.is_moved and not self.figure
        if not is_home:
            self.move(piece, {f"hand:{player}", ""}, f"land:{player}")
            for kind, text in self.misplaced(player, piece, cell):
                self.expect(False, kind, f"{piece} at {cell}: {text}")
            self.settle_cost(player, piece)
        else:
            self.place[piece] = f"land:{player}"
        land.setdefault(cell, []).append(piece)
        self.turn.cell, self.turn.placed = cell, piece

    def misplaced(self, player: str, piece: str, cell: Cell) -> Iterator[tuple[str, str]]:
        """Yield what is wrong with a place: kind and sentence."""
        land, tile = self.land[player], self.printed(piece)
        has_scot = any(self.holds_scot(player, other) for other in around(cell))
        if cell in land:
            covered = self.printed(land[cell][-1])
            if tile.get("rebuild") is False:
                yield "placed over a tile", "is no rebuild tile"
            if tile.get("kind") and covered.get("kind") and tile["kind"] != covered["kind"]:
                yield "rebuilt another kind", f"{covered['kind']} under {tile['kind']}"
            has_scot = has_scot or self.holds_scot(player, cell)
        else:
            if tile.get("rebuild"):
                yield "rebuild tile alone", "covers nothing"
            if not any(other in land for other in beside(cell)):
                yield "not joined", "shares no edge with the territory"
        if not has_scot:
            yield "no Scot near", "no Scot stands beside it or on the covered tile"
        for mark, axis in zip(self.marks, self.axes, strict=True):
            if tile.get(mark) is not None:
                yield from self.broken_line(player, tile[mark], cell, mark, axis)

    def broken_line(
        self, player: str, has_mark: bool, cell: Cell, mark: str, axis: Cell
    ) -> Iterator[tuple[str, str]]:
        """Yield what is wrong with the river or road of a tile at this place."""
        land, (dx, dy) = self.land[player], axis
        for other in ((cell[0] + dx, cell[1] + dy), (cell[0] - dx, cell[1] - dy), cell):
            if other in land and self.printed(land[other][-1]).get(mark) not in (None, has_mark):
                yield f"{mark} is broken", f"{land[other][-1]} at {other}"
        if has_mark and (cell[1] if dx else cell[0]) != 0:
            yield f"second {mark}", "is not in line with the home tile"

    axes: tuple[Cell, ...] = ()

    def holds_scot(self, player: str, cell: Cell) -> bool:
        return self.scots[player, cell] > 0

    def on_TileRemoved(self, e: Event) -> None:
        player, cell = e["player"], (e["x"], e["y"])
        stack = self.land[player].get(cell, [])
        self.expect(bool(stack) and stack[-1] == e["piece"], "removed another tile", f"{e['piece']} at {cell}")
        if stack:
            stack.pop()
        self.place[e["piece"]] = "box"
        if stack:
            return
        self.land[player].pop(cell, None)
        self.move_home(player, cell)
        cells = set(self.land[player])
        self.expect(len(joined(cells)) == len(cells), "territory falls apart", f"without {cell}")

    def move_home(self, player: str, cell: Cell) -> None:
        raise NotImplementedError

    def on_GoodsGained(self, e: Event) -> None:
        player, cell = e["player"], (e["x"], e["y"])
        on_tile = self.goods[player, cell]
        on_tile[e["good"]] += e["n"]
        self.expect(cell in self.land[player], "goods beside the territory", f"{e['good']} at {cell}")
        self.expect(e["n"] > 0, "nothing gained", f"{e['n']} {e['good']}")
        total = sum(on_tile.values())
        self.expect(total <= GOODS_PER_TILE, "more than three goods", f"{total} at {cell} of {player}")
        self.gained(e, e["good"], e["n"])

    def on_GoodsGiven(self, e: Event) -> None:
        if "x" not in e:
            return
        on_tile = self.goods[e["player"], (e["x"], e["y"])]
        on_tile[e["good"]] -= e["n"]
        self.expect(on_tile[e["good"]] >= 0, "goods that are not there", f"{e['good']} at {e['x']},{e['y']}")
        on_tile[e["good"]] = max(0, on_tile[e["good"]])
        self.paid(e, e["good"], e["n"])

    def on_GoodsSet(self, e: Event) -> None:
        self.goods[e["player"], (e["x"], e["y"])][e["good"]] = e["n"]

    def on_ScotsSet(self, e: Event) -> None:
        self.scots[e["player"], (e["x"], e["y"])] = e["n"]

    def on_ScotPlaced(self, e: Event) -> None:
        player, cell = e["player"], (e["x"], e["y"])
        self.scots[player, cell] += e.get("n", 1)
        self.expect(cell in self.land[player], "Scot beside the territory", f"{player} at {cell}")
        total = self.scots_of(player)
        if self.scots_limit is not None:
            self.expect(total <= self.scots_limit, "no Scot left", f"{player} has {total} in the territory")
        self.gained(e, "scot", e.get("n", 1))

    def scots_of(self, player: str) -> int:
        return sum(n for (who, _), n in self.scots.items() if who == player)

    def take_scot(self, player: str, cell: Cell, n: int) -> None:
        self.scots[player, cell] -= n
        self.expect(self.scots[player, cell] >= 0, "Scot that is not there", f"{player} at {cell}")
        self.scots[player, cell] = max(0, self.scots[player, cell])

    def on_ScotRemoved(self, e: Event) -> None:
        self.take_scot(e["player"], (e["x"], e["y"]), e.get("n", 1))
        self.paid(e, "scot", e.get("n", 1))

    def on_ScotMoved(self, e: Event) -> None:
        player, start, end = e["player"], (e["from_x"], e["from_y"]), (e["to_x"], e["to_y"])
        self.expect(end in around(start), "step of a Scot", f"from {start} to {end}")
        self.expect(end in self.land[player], "Scot beside the territory", f"{player} at {end}")
        self.take_scot(player, start, 1)
        self.scots[player, end] += 1
        self.spend_movement(player, 1)

    def on_ChieftainMade(self, e: Event) -> None:
        self.take_scot(e["player"], (e["x"], e["y"]), 1)
        self.chieftains[e["player"]] += 1
        self.spend_movement(e["player"], 1)

    def on_ChieftainPaid(self, e: Event) -> None:
        self.chieftains[e["player"]] -= 1
        self.expect(self.chieftains[e["player"]] >= 0, "chieftain that is not there", e["player"])
        self.paid(e, "scot", 1)

    def spend_movement(self, player: str, n: int) -> None:
        if not self.is_refereed or self.is_free:
            return
        self.turn.movement -= n
        self.expect(
            self.turn.movement >= 0, "movement that is not there", f"{player} is {-self.turn.movement} short"
        )
        self.turn.movement = max(0, self.turn.movement)

    def on_MovementGained(self, e: Event) -> None:
        self.turn.movement += e["n"]
        self.gained(e, "movement", e["n"])

    def on_MovementPaid(self, e: Event) -> None:
        self.spend_movement(e["player"], e["n"])

    def on_MovementLapsed(self, e: Event) -> None:
        self.expect(e["n"] == self.turn.movement, "movement that lapses", f"{e['n']} of {self.turn.movement}")
        self.turn.movement = 0

    def on_TileActivated(self, e: Event) -> None:
        player, piece, by = e["player"], e["piece"], e.get("by", "placing")
        cell = (e["x"], e["y"]) if "x" in e else None
        if by == "placing":
            self.expect(player == self.acting, "tile of another", f"{self.acting} activates {piece} of {player}")
            self.expect(cell is None or cell in self.land[player], "activated another tile", f"{piece} at {cell}")
        if by in self.once_a_turn:
            self.expect(self.cards.get(by) == player, "card of another", f"{player} uses {by}")
            is_again = self.turn.by.get(by, piece) != piece
            self.expect(not is_again, "card used twice", f"{by} for {self.turn.by.get(by)} and {piece}")
            self.turn.by[by] = piece
        if cell is not None and player == self.acting and cell in self.land[player]:
            top = self.land[player][cell][-1]
            self.expect(top == piece, "activated another tile", f"{top} lies at {cell}, not {piece}")
            is_whole = piece not in self.turn.steps and "step" not in e
            self.expect(not is_whole or piece not in self.turn.activated, "activated twice", piece)
            if by == "placing" and piece not in self.turn.steps and not self.activates_all():
                is_near = self.turn.cell is not None and (cell == self.turn.cell or cell in around(self.turn.cell))
                self.expect(is_near, "activated from afar", f"{piece} at {cell} after {self.turn.cell}")
        self.turn.activated.add(piece)
        if "step" in e:  # One of several effects; the others follow in activations of their own.
            self.turn.steps.add(piece)

    def activates_all(self) -> bool:
        return False
