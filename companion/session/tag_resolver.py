"""What a read sticker stands for: its piece, a command card, or an unknown sticker that can be enrolled."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from companion.engine.message import tr
from companion.engine.offers import Answer
from companion.games.definition import AnyGame
from companion.games.sticker_registry import (
    PRACTICE_UID_PREFIX,
    BadTag,
    Registry,
    physical_stickers,
)
from companion.menu.sticker_enrolment import TWO_STICKERS

log = logging.getLogger(__name__)


CARD_PREFIX = "card:"


TOGETHER_SIGN = "+"
"""Separates the id of a sticker from those of stickers read together with it."""


NOT_EXPECTED = tr("That sticker is not known here, and no piece is expected now; tap it when its piece is played.")


class NewSticker(BadTag):
    """Raised for an unknown sticker if no piece is expected."""

    def __init__(self, uid: str) -> None:
        super().__init__(NOT_EXPECTED)
        self.uid = uid


class _UnknownSticker(NamedTuple):
    """A sticker that is not enrolled."""

    uid: str
    """Its id, in lower-case hex."""
    pieces: tuple[str, ...]
    """The pieces it may be on."""
    answers: dict[Answer, str] = {}  # noqa: RUF012
    """Answer -> the piece that it shows the sticker to be on."""


class TagResolver:
    """Resolves the stickers of one box, new ones included.

    later: runs tasks that may wait for the disk, and shows the sentence of a UserError.
    """

    def __init__(self, stickers: Registry, later: Callable[[Callable[[], None]], None]) -> None:
        self._stickers = stickers
        self._later = later
        self._bound: dict[str, str] = {}
        self._newcomer: _UnknownSticker | None = None

    def pieces_of(self, tag: str, game: AnyGame, state: Any) -> tuple[str, ...]:
        """Return the id of the piece, or "card:…"; for a new sticker all possible pieces.

        Raises BadTag for an unusable tag.
        """
        before, self._newcomer = self._newcomer, None
        tag, *beside = tag.split(TOGETHER_SIGN)
        found = self._stickers.piece_of(tag)
        if found.kind == "card":
            return (f"{CARD_PREFIX}{found.id}",)
        if found.kind == "piece":
            return (found.id,)
        if found.id in self._bound:
            return (self._bound[found.id],)
        if any(self._is_new(uid) for uid in beside):
            raise BadTag(TWO_STICKERS)
        return self._welcomed(found.id, before, game, state)

    def _welcomed(self, uid: str, before: _UnknownSticker | None, game: AnyGame, state: Any) -> tuple[str, ...]:
        if before and before.uid == uid:
            pieces = before.pieces
        else:
            known = self._stickers.stickers
            # Practice stickers of the simulator page are not on pieces of the box.
            there = known if uid.startswith(PRACTICE_UID_PREFIX) else physical_stickers(known)
            pieces = game.unidentified(state, {*there.values(), *self._bound.values()})
        if not pieces:
            raise NewSticker(uid)
        self._newcomer = _UnknownSticker(uid, pieces)
        return pieces

    def _is_new(self, uid: str) -> bool:
        return uid not in self._bound and self._stickers.piece_of(f"uid:{uid}").kind == "sticker"

    def meant(self, answers: Mapping[Answer, str]) -> None:
        """Note what the last tap may mean: each answer shows which piece a new sticker is on."""
        if self._newcomer:
            self._newcomer = self._newcomer._replace(answers=dict(answers))

    def settle_answer(self, answer: Answer) -> None:
        """Enrol the new sticker if this recorded answer shows which piece it is on."""
        new = self._newcomer
        slot = new.answers.get(msgspec.structs.replace(answer, anyway=False)) if new else None
        if new is None or slot is None:
            return
        self._newcomer = None
        self._bound[new.uid] = slot
        self._later(lambda: self._enrol(new.uid, slot))

    def _enrol(self, uid: str, slot: str) -> None:
        try:
            self._stickers.enrol(uid, slot)
        except BadTag as bad:
            raise BadTag(tr("The new sticker was not kept: {why}", why=bad.message)) from bad
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise BadTag(tr("The new sticker was not kept ({why}); the game itself is safe.", why=why)) from error
        self._bound.pop(uid, None)
