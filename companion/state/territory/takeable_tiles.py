"""Tiles that a player can take at referee depth: each must be paid in full and then have a legal cell."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from companion.engine.message import Message, capitalize_start, tr
from companion.engine.offers import Choice, Reason
from companion.state.territory.grid import Cell, Territory
from companion.state.territory.placement import (
    CandidateCell,
    PlacementRules,
    TileGround,
    candidate_cells,
    legal_cells,
    nearly_legal_cells,
)

Tile = TypeVar("Tile")


class TakeableTiles(ABC, Generic[Tile]):
    """Tiles that one player can take now. What tiles with equal facts have in common is computed once."""

    def __init__(
        self,
        territory: Territory,
        grounds: Mapping[str, TileGround],
        rules: PlacementRules,
        held: Collection[Cell] = (),
    ) -> None:
        """held: cells that count as if a Scot were on them."""
        self._territory, self._grounds, self._rules, self._held = territory, grounds, rules, held
        self._room: dict[Hashable, bool] = {}
        self._no_room: dict[Hashable, str] = {}
        self._expensive: dict[Hashable, Reason | None] = {}

    @abstractmethod
    def ground(self, tile: Tile) -> TileGround | None:
        """Return what decides the placement of a tile; None if it is not placed, or that is not known."""

    @abstractmethod
    def price(self, tile: Tile) -> Hashable:
        """Return the cost of a tile, empty if it is free. Tiles with equal costs are equally affordable."""

    @abstractmethod
    def unaffordable_reason(self, tile: Tile) -> Reason | None:
        """Return why the cost of a tile cannot be paid in full, or None."""

    @abstractmethod
    def scots(self, tile: Tile) -> int:
        """Return the number of Scots that a tile costs."""

    @abstractmethod
    def is_legal_after_payment(self, tile: Tile, cell: Cell) -> bool:
        """True if the Scots that a tile costs can be paid so that a legal cell stays legal."""

    def unaffordable_besides(self, _tile: Tile) -> Reason | None:
        """Return why something beside the cost cannot be paid, or None."""
        return None

    def why_not(self, tile: Tile) -> Reason | None:
        """Return why a tile cannot be taken: too expensive or without a legal cell; None if it can."""
        return self._too_expensive(tile) or self.no_place_reason(tile) or self.unaffordable_besides(tile)

    def can_be_taken(self, tile: Tile) -> bool:
        """True if a tile can be taken; faster than `why_not`, which computes the reason."""
        return not self._too_expensive(tile) and self._has_room(tile) and not self.unaffordable_besides(tile)

    def no_place_reason(self, tile: Tile, free: bool = False) -> Reason | None:
        """Return why a tile has no legal cell, or None. free: its cost is not paid."""
        if self._has_room(tile, free):
            return None
        key = self._key(tile, free)
        if key not in self._no_room:
            self._no_room[key] = self._rule_against(tile, free)
        return _no_place_reason(self._no_room[key], self._rules)

    def cells(self, tile: Tile, free: bool = False) -> tuple[CandidateCell, ...]:
        """Return every cell in or beside the territory with the rule that closes it, "" for none.

        A cell is open if some payment of the cost leaves it legal. free: the cost is not paid.
        """
        ground = self.ground(tile)
        assert ground is not None, "only tiles of a territory are placed"
        found = candidate_cells(self._territory, ground, self._grounds, self._rules, self._held)
        return tuple(self._after_payment(tile, found, free))

    def _too_expensive(self, tile: Tile) -> Reason | None:
        price = self.price(tile)
        if not price:
            return None
        if price not in self._expensive:
            self._expensive[price] = self.unaffordable_reason(tile)
        return self._expensive[price]

    def _key(self, tile: Tile, free: bool) -> Hashable:
        """Return everything about a tile that decides whether it has a legal cell."""
        ground = self.ground(tile)
        if ground and not ground.rebuild:
            ground = TileGround(ground.marks)
        return ground, 0 if free else self.scots(tile)

    def _has_room(self, tile: Tile, free: bool = False) -> bool:
        """True if the tile has a legal cell; most tiles have one, and then no reason must be computed."""
        ground = self.ground(tile)
        if ground is None:
            return True
        key = self._key(tile, free)
        if key not in self._room:
            found = legal_cells(self._territory, ground, self._grounds, self._rules, self._held)
            pays = not free and self.scots(tile)
            self._room[key] = any(not pays or self.is_legal_after_payment(tile, cell) for cell in found)
        return self._room[key]

    def _after_payment(self, tile: Tile, found: Iterable[CandidateCell], free: bool) -> Iterator[CandidateCell]:
        """Yield the cells as they are after the Scots of the cost were paid."""
        pays = not free and self.scots(tile)
        for place in found:
            if pays and not place.rule and not self.is_legal_after_payment(tile, place.cell):
                yield place._replace(rule=self._rules.paid_scot)
            else:
                yield place

    def _rule_against(self, tile: Tile, free: bool) -> str:
        """Return the rule that closes the most nearly legal cell."""
        ground, rules = self.ground(tile), self._rules
        assert ground is not None
        found = nearly_legal_cells(self._territory, ground, self._grounds, rules, self._held)
        closing = {place.rule for place in self._after_payment(tile, found, free)}
        marks = (mark.rule for mark in rules.marks.values())
        order = (
            rules.paid_scot,
            rules.rebuild_scot_rule,
            rules.scot_rule,
            rules.rebuild_kind_rule,
            rules.rebuild_marks_rule,
        )
        return next(rule for rule in ("", *order, rules.matching_edges_rule, *marks) if rule in closing)


def _no_place_reason(rule: str, rules: PlacementRules) -> Reason | None:
    if not rule:
        return None
    texts = {
        rules.paid_scot: tr("The Scot you pay is the only one next to a place for it."),
        rules.scot_rule: tr("None of your Scots stands next to a place for it."),
    }
    return Reason(rule, texts.get(rule, tr("It fits nowhere in the territory.")))


def closed_cell_reason(rule: str, texts: Mapping[str, Message]) -> Reason | None:
    """Return why a cell is closed, by the texts of the game's rules; None for a legal cell."""
    return Reason(rule, texts[rule]) if rule else None


def why_tile_must_be_taken(choices: Iterable[Choice], rule: str) -> Reason | None:
    """Return the reason against taking no tile: the first known tile that can be taken; None without such a tile.

    choices: tiles ahead, closed where the player cannot take them.
    """
    for choice in choices:
        if not (choice.then or choice.closed or choice.caution):
            return Reason(rule, tr("{tile} can be taken.", tile=capitalize_start(choice.label)))
    return None


def preferred_source(sources: Sequence[str], wishes: Sequence[tuple[str, str]], what: str) -> str:
    """Return the first source that the player prefers to pay `what`, otherwise the first source."""
    wished = (source for kind, source in wishes if kind == what)
    return next((source for source in wished if source in sources), sources[0])


AnyTakeableTiles = TakeableTiles[Any]
