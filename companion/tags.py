"""Which piece a tag is on, stickers that nobody enrolled included: they get the slot of the tile that is expected.

A new sticker is kept as soon as an answer settles what it is on. Answers nothing itself.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec

from companion.catalogue.registry import BadTag, Registry
from companion.frame.game import TableGame
from companion.frame.offers import Answer
from companion.frame.said import say

log = logging.getLogger(__name__)

CARD = "card:"
NOT_EXPECTED = say("That sticker is not known here, and no tile is expected now; tap it when its tile is taken.")


class _Newcomer(NamedTuple):
    """A sticker nobody enrolled, the slot it would be on, and the answers that would settle it."""

    uid: str
    slot: str
    answers: tuple[Answer, ...] = ()


class Tags:
    """The stickers of one box, and those met for the first time. `later` runs what may wait for the disk."""

    def __init__(self, stickers: Registry, later: Callable[[Callable[[], None]], None]) -> None:
        self._stickers = stickers
        self._later = later
        self._bound: dict[str, str] = {}
        self._newcomer: _Newcomer | None = None

    def piece_of(self, tag: str, game: TableGame, state: Any) -> str:
        """The id of the piece, or "card:…"; raises BadTag, also for a sticker that no tile can be meant by."""
        before, self._newcomer = self._newcomer, None
        found = self._stickers.piece_of(tag)
        if found.kind == "card":
            return f"{CARD}{found.id}"
        if found.kind == "piece":
            return found.id
        return self._bound.get(found.id) or self._welcomed(found.id, before, game, state)

    def _welcomed(self, uid: str, before: _Newcomer | None, game: TableGame, state: Any) -> str:
        if before and before.uid == uid:
            slot: str | None = before.slot
        else:
            slot = game.free_slot(state, {*self._stickers.stickers.values(), *self._bound.values()})
        if slot is None:
            raise BadTag(NOT_EXPECTED)
        self._newcomer = _Newcomer(uid, slot)
        return slot

    def meant(self, answers: Iterable[Answer]) -> None:
        """What the tap just read may mean: one of these answers settles a new sticker."""
        if self._newcomer:
            self._newcomer = self._newcomer._replace(answers=tuple(answers))

    def settled(self, answer: Answer) -> None:
        """An answer was taken: if it is what the tap of a new sticker meant, the sticker stays on its slot."""
        new = self._newcomer
        if new is None or msgspec.structs.replace(answer, anyway=False) not in new.answers:
            return
        self._newcomer = None
        self._bound[new.uid] = new.slot
        self._later(lambda: self._enrol(new))

    def _enrol(self, new: _Newcomer) -> None:
        try:
            self._stickers.enrol(new.uid, new.slot)
        except BadTag as bad:
            log.warning("sticker %s was not kept: %s", new.uid, bad.said)
