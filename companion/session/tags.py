"""Which piece a tag is on, stickers that nobody enrolled included: they are on a piece that is expected now.

A new sticker is kept as soon as an answer settles what it is on. Answers nothing itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from companion.catalogue.sticker_registry import INVENTED, BadTag, Registry, owned
from companion.engine.message import tr
from companion.engine.offers import Answer
from companion.games.definition import AnyGame
from companion.menu.sticker_walk import TWO

CARD = "card:"
BESIDE = "+"
"""Between the number of a sticker and those of stickers that came together with it."""
NOT_EXPECTED = tr("That sticker is not known here, and no piece is expected now; tap it when its piece is played.")


class NewSticker(BadTag):
    """A sticker that nobody knows, and that no piece expected now can have."""

    def __init__(self, uid: str) -> None:
        super().__init__(NOT_EXPECTED)
        self.uid = uid


class _Newcomer(NamedTuple):
    """A sticker that nobody has enrolled yet."""

    uid: str
    """Its number, in lower-case hex."""
    pieces: tuple[str, ...]
    """The pieces it may be on."""
    answers: dict[Answer, str] = {}  # noqa: RUF012
    """The piece that each of these answers settles it to be on."""


class TagResolver:
    """The stickers of one box, and those met for the first time.

    `later` runs what may wait for the disk, and tells people the sentence of a UserError.
    """

    def __init__(self, stickers: Registry, later: Callable[[Callable[[], None]], None]) -> None:
        self._stickers = stickers
        self._later = later
        self._bound: dict[str, str] = {}
        self._newcomer: _Newcomer | None = None

    def pieces_of(self, tag: str, game: AnyGame, state: Any) -> tuple[str, ...]:
        """The id of the piece, or "card:…"; for a new sticker all it may be on. Raises BadTag where it is none."""
        before, self._newcomer = self._newcomer, None
        tag, *beside = tag.split(BESIDE)
        found = self._stickers.piece_of(tag)
        if found.kind == "card":
            return (f"{CARD}{found.id}",)
        if found.kind == "piece":
            return (found.id,)
        if found.id in self._bound:
            return (self._bound[found.id],)
        if any(self._is_new(uid) for uid in beside):
            raise BadTag(TWO)
        return self._welcomed(found.id, before, game, state)

    def _welcomed(self, uid: str, before: _Newcomer | None, game: AnyGame, state: Any) -> tuple[str, ...]:
        if before and before.uid == uid:
            pieces = before.pieces
        else:
            known = self._stickers.stickers
            # What the desk's page made up holds no piece of the box.
            there = known if uid.startswith(INVENTED) else owned(known)
            pieces = game.unidentified(state, {*there.values(), *self._bound.values()})
        if not pieces:
            raise NewSticker(uid)
        self._newcomer = _Newcomer(uid, pieces)
        return pieces

    def _is_new(self, uid: str) -> bool:
        return uid not in self._bound and self._stickers.piece_of(f"uid:{uid}").kind == "sticker"

    def meant(self, answers: Mapping[Answer, str]) -> None:
        """What the tap just read may mean: one of these answers settles on which piece a new sticker is."""
        if self._newcomer:
            self._newcomer = self._newcomer._replace(answers=dict(answers))

    def settled(self, answer: Answer) -> None:
        """An answer was taken: if it is what the tap of a new sticker meant, the sticker stays on its piece."""
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
