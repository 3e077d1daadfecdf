"""The sticker walk: which piece comes next, and what a tap or a press makes of it. Writes nothing down.

One tap and no press a piece. Named pieces come in printed order, nameless ones in any order; skipping puts a
piece last. A sticker that is on another piece is moved when it is tapped twice. At the end five pieces are tapped
and their names read.
"""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

import msgspec

from companion.engine.message import Message, literal, tr
from companion.engine.stickers import StickerKind, StickerStep, coming, kind_of, label_of, on_piece, step_of, steps
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import Outcome, on_top, popped, pushed
from companion.menu.pages import Hint, StickerPage
from companion.menu.sticker_levels import (
    Changes,
    SetStickers,
    StickerChoice,
    StickerDone,
    StickersNow,
    StickerWalk,
)

ENOUGH = 5
"""So many pieces are tapped at the end."""
TWO = tr("Two new stickers lie there together, and nothing was noted: tap one at a time.")


class Tapped(NamedTuple):
    """What a tap brought."""

    level: StickerWalk | StickerChoice
    """What lies open then."""
    changes: Changes = ()
    """What is to be written down first."""
    signal: str = "accepted"
    """What people hear."""


def current(level: StickerWalk, now: StickersNow) -> StickerStep | None:
    """The piece that a sticker tapped now is put on; None when every chosen one has its own."""
    for kind in now.kinds if level.at else ():
        if kind.id in level.chosen and (step := step_of(kind, level.at, now.on)):
            return step
    return next(iter(steps(now.kinds, level.chosen, now.on, level.skipped)), None)


def checks(level: StickerWalk, now: StickersNow) -> bool:
    """Whether pieces are only read."""
    return level.checking or current(level, now) is None


def name_of(now: StickersNow, piece: str) -> Message:
    """What people call a piece; one without a name by its deck or the like."""
    kind = kind_of(now.kinds, piece)
    label = label_of(now.kinds, piece)
    if label is not None or kind is None:
        return label or literal(piece)
    return kind.one or kind.label


# ---- taps


def tapped(level: StickerWalk, now: StickersNow, uid: str, beside: tuple[str, ...] = (), says: str = "") -> Tapped:
    """What the tap of a sticker brings, with the numbers of those that came together with it.

    says: the piece that is written on the sticker itself. Where another is asked for, people choose.
    """
    if beside:
        return _two(level, beside)
    step = current(level, now)
    if step is None or level.checking:
        return _read(level, now, uid, says)
    where = now.stickers.get(uid, "")
    if not where and says not in ("", step.piece):
        return Tapped(StickerChoice(uid, says=says), signal="asks")
    if not where:
        return _put(level, now, step, uid)
    if where == step.piece:
        told = tr("That is the sticker it has: {piece}.", piece=name_of(now, where))
        return Tapped(_told(level, told), signal="refused")
    if step.key == step.kind.id and where in step.kind.alike:
        return Tapped(_told(level, tr("This one has its sticker already; tap another one.")), signal="refused")
    if level.asked == uid:
        return _moved(level, now, step, uid)
    told = tr("That sticker is on {piece}. If that is wrong, tap it once more.", piece=name_of(now, where))
    return Tapped(msgspec.structs.replace(level, told=told, asked=uid), signal="asks")


def _told(level: StickerWalk, told: Message | None) -> StickerWalk:
    return msgspec.structs.replace(level, told=told, asked="")


def _two(level: StickerWalk, beside: tuple[str, ...]) -> Tapped:
    """Nobody knows which one is meant: the one that was taken for it a moment ago goes back too."""
    last = level.done[-1] if level.done and level.done[-1].uid in beside else None
    if last is None:
        return Tapped(_told(level, TWO), signal="refused")
    return Tapped(msgspec.structs.replace(_told(level, TWO), done=level.done[:-1]), last.back, "refused")


def _put(level: StickerWalk, now: StickersNow, step: StickerStep, uid: str) -> Tapped:
    """A new sticker; the one that the piece had so far is on nothing any more."""
    before = on_piece(now.stickers, step.piece)
    changes = (*((old, "") for old in before), (uid, step.piece))
    back = ((uid, ""), *((old, step.piece) for old in before))
    return Tapped(_done(level, step, uid, back, name_of(now, step.piece)), changes)


def _moved(level: StickerWalk, now: StickersNow, step: StickerStep, uid: str) -> Tapped:
    """From the piece it was on; where the new one had a sticker, the two change places."""
    where, before = now.stickers[uid], on_piece(now.stickers, step.piece)
    changes = ((uid, step.piece), *((old, where) for old in before))
    back = ((uid, where), *((old, step.piece) for old in before))
    here, there = name_of(now, step.piece), name_of(now, where)
    if before:
        told = tr("Swapped: {piece} and {other}.", piece=here, other=there)
    else:
        told = tr("The sticker is on {piece} now; {other} has none.", piece=here, other=there)
    return Tapped(msgspec.structs.replace(_done(level, step, uid, back, here), told=told), changes)


def _done(level: StickerWalk, step: StickerStep, uid: str, back: Changes, name: Message) -> StickerWalk:
    return msgspec.structs.replace(
        level,
        at="",
        asked="",
        skipped=tuple(key for key in level.skipped if key != step.key or key == step.kind.id),
        done=(*level.done, StickerDone(uid, back)),
        told=tr("Done: {piece}", piece=name),
    )


def chosen(level: StickerWalk, now: StickersNow, uid: str) -> StickerWalk:
    """The walk after people chose the piece of a sticker from the list."""
    piece = now.stickers[uid]
    return msgspec.structs.replace(
        level,
        asked="",
        skipped=tuple(key for key in level.skipped if key != piece),
        done=(*level.done, StickerDone(uid, ((uid, ""),))),
        told=tr("Done: {piece}", piece=name_of(now, piece)),
    )


def _read(level: StickerWalk, now: StickersNow, uid: str, says: str) -> Tapped:
    """A piece in the check: its name is read; a sticker that is on none asks where it belongs."""
    if uid not in now.stickers:
        return Tapped(StickerChoice(uid, says=says), signal="asks")
    read = (*(each for each in level.read if each != uid), uid)
    return Tapped(msgspec.structs.replace(level, read=read, checking=True, told=None))


# ---- the page


def page(level: StickerWalk, now: StickersNow) -> StickerPage:
    """What stands on the panel."""
    step = current(level, now)
    if step is None or level.checking:
        return _check_page(level, now)
    has_one = tr("It has a sticker; tap another one to change it.") if step.piece in now.on else None
    left = [each for each in steps(now.kinds, level.chosen, now.on, level.skipped) if each.key != step.key]
    alike = step.key == step.kind.id
    after = islice(coming([step, *left] if alike else left, now.on), int(alike), 2 + int(alike))
    return StickerPage(
        step.kind.label,
        step.label,
        tuple(each.label for each in after),
        tr("{n} of {of}", **_number(step, now)),
        level.told or has_one,
        _hints(level),
    )


def _number(step: StickerStep, now: StickersNow) -> dict[str, int]:
    """Which one it is: a piece with a name of all its kind, any of those that are alike of these alone."""
    if step.key != step.kind.id:
        named = [piece.id for piece in step.kind.pieces]
        return {"n": named.index(step.piece) + 1, "of": len(step.kind.ids)}
    return {"n": sum(id in now.on for id in step.kind.alike) + 1, "of": len(step.kind.alike)}


def _hints(level: StickerWalk) -> tuple[Hint, ...]:
    undo = (Hint("UNDO", tr("undo")),) if level.done else ()
    skip = tr("go on") if level.at else tr("skip")
    return Hint("UP", tr("before")), Hint("DOWN", skip), Hint("OK", tr("check")), Hint("BACK", tr("stop")), *undo


def _check_page(level: StickerWalk, now: StickersNow) -> StickerPage:
    last = now.stickers.get(level.read[-1], "") if level.read else ""
    told = level.told
    if len(level.read) >= ENOUGH:
        told = tr("Five are read: that is all.")
    elif not last and current(level, now) is None:
        told = tr("Every chosen piece has its sticker.")
    piece = name_of(now, last) if last else tr("Tap any five and read their names")
    wrong = (Hint("OK", tr("wrong")),) if last else ()
    number = tr("{n} of {of}", n=min(len(level.read), ENOUGH), of=ENOUGH)
    return StickerPage(tr("Check"), piece, (), number, told, (*wrong, Hint("BACK", tr("done"))))


# ---- presses


def pressed(menu: Menu, context: MenuContext, level: StickerWalk, button: str) -> Outcome:
    """What a button does in the walk."""
    now = context.stickers()
    if button == "BACK":
        return popped(menu)
    if checks(level, now):
        wrong = button == "OK" and level.read
        return pushed(menu, StickerChoice(level.read[-1])) if wrong else menu
    if button == "UNDO":
        return _taken_back(menu, level)
    if button == "OK":
        return on_top(menu, msgspec.structs.replace(_told(level, None), checking=True, at=""))
    moved = _before(level, now) if button == "UP" else _after(level, now)
    return on_top(menu, _told(moved, None))


def _taken_back(menu: Menu, level: StickerWalk) -> Outcome:
    """The last sticker of this walk is on nothing again, or where it was."""
    if not level.done:
        return menu
    told = tr("The last sticker is taken back.")
    return SetStickers(
        level.done[-1].back, msgspec.structs.replace(_told(level, told), done=level.done[:-1], at="")
    )


def _before(level: StickerWalk, now: StickersNow) -> StickerWalk:
    """The named piece before this one in printed order, whether it has a sticker or not."""
    keys = [key for kind in now.kinds if kind.id in level.chosen for key in _keys(kind)]
    step = current(level, now)
    at = keys.index(step.key) if step else len(keys)
    named = [key for key in keys[:at] if not _is_kind(now, key)]
    return msgspec.structs.replace(level, at=named[-1]) if named else level


def _keys(kind: StickerKind) -> tuple[str, ...]:
    return (*(piece.id for piece in kind.pieces), kind.id)


def _is_kind(now: StickersNow, key: str) -> bool:
    return any(kind.id == key for kind in now.kinds)


def _after(level: StickerWalk, now: StickersNow) -> StickerWalk:
    """On from where people went back to; else this piece comes last."""
    step = current(level, now)
    if level.at or step is None:
        return msgspec.structs.replace(level, at="")
    skipped = (*(key for key in level.skipped if key != step.key), step.key)
    return msgspec.structs.replace(level, skipped=skipped)
