"""Sticker enrolment: the next piece, and the effect of a tap or key. Nothing is stored here.

One tap per piece and no key. Named pieces come in printed order, others in any order; skipping puts a piece last.
A sticker that is on another piece is moved when it is tapped twice. At the end five pieces are tapped to check
their names.

Two lists belong to it: which kinds get stickers, and which piece a new sticker is on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

import msgspec

from companion.engine.message import Message, literal, tr, trn
from companion.engine.offers import Pick
from companion.engine.stickers import (
    StickerKind,
    StickerStep,
    kind_of_piece,
    next_pieces,
    piece_label,
    remaining_steps,
    step_with_key,
    sticker_counts,
    stickers_on_piece,
)
from companion.menu.menu_state import (
    EnrolledPiece,
    Menu,
    MenuContext,
    SetStickers,
    StickerChanges,
    StickerEnrolment,
    StickerKindList,
    StickerPieceList,
    StickerState,
)
from companion.menu.options import Option, OptionList, Outcome, pop_screen, push_screen, replace_top
from companion.menu.pages import Hint, ListItem, StickerPage

CHECKED_PIECES = 5
"""Pieces that are tapped for the check at the end."""
TWO_STICKERS = tr("Two new stickers lie there together, and nothing was noted: tap one at a time.")


class EnrolmentTap(NamedTuple):
    """The result of a tap."""

    level: StickerEnrolment | StickerPieceList
    """The screen after it."""
    changes: StickerChanges = ()
    """Changes to store first."""
    signal: str = "accepted"
    """The signal to give."""


def current_step(level: StickerEnrolment, now: StickerState) -> StickerStep | None:
    """Return the piece that the next tapped sticker is put on; None if all chosen pieces have one."""
    for kind in now.kinds if level.at else ():
        if kind.id in level.chosen and (step := step_with_key(kind, level.at, now.enrolled_pieces)):
            return step
    return next(iter(remaining_steps(now.kinds, level.chosen, now.enrolled_pieces, level.skipped)), None)


def is_checking(level: StickerEnrolment, now: StickerState) -> bool:
    """True if pieces are only checked."""
    return level.checking or current_step(level, now) is None


def piece_name(now: StickerState, piece: str) -> Message:
    """Return the name of a piece; for a nameless one that of its kind."""
    kind = kind_of_piece(now.kinds, piece)
    label = piece_label(now.kinds, piece)
    if label is not None or kind is None:
        return label or literal(piece)
    return kind.one or kind.label


def tap_sticker(
    level: StickerEnrolment, now: StickerState, uid: str, beside: tuple[str, ...] = (), says: str = ""
) -> EnrolmentTap:
    """Return the result of tapping a sticker. beside: ids of stickers read together with it.

    says: the piece in the sticker's record; if another piece is expected, the owner chooses.
    """
    if beside:
        return _two_stickers(level, beside)
    step = current_step(level, now)
    if step is None or level.checking:
        return _check_sticker(level, now, uid, says)
    where = now.stickers.get(uid, "")
    if not where and says not in ("", step.piece):
        return EnrolmentTap(StickerPieceList(uid, recorded_piece=says), signal="asks")
    if not where:
        return _enrol(level, now, step, uid)
    if where == step.piece:
        told = tr("That is the sticker it has: {piece}.", piece=piece_name(now, where))
        return EnrolmentTap(_with_text(level, told), signal="refused")
    if step.key == step.kind.id and where in step.kind.alike:
        return EnrolmentTap(
            _with_text(level, tr("This one has its sticker already; tap another one.")), signal="refused"
        )
    if level.sticker_to_move == uid:
        return _move_sticker(level, now, step, uid)
    told = tr("That sticker is on {piece}. If that is wrong, tap it once more.", piece=piece_name(now, where))
    return EnrolmentTap(msgspec.structs.replace(level, result=told, sticker_to_move=uid), signal="asks")


def _with_text(level: StickerEnrolment, result: Message | None) -> StickerEnrolment:
    return msgspec.structs.replace(level, result=result, sticker_to_move="")


def _two_stickers(level: StickerEnrolment, beside: tuple[str, ...]) -> EnrolmentTap:
    """Refuse two stickers read together; the previous enrolment is undone if it was one of them."""
    last = level.done[-1] if level.done and level.done[-1].uid in beside else None
    if last is None:
        return EnrolmentTap(_with_text(level, TWO_STICKERS), signal="refused")
    return EnrolmentTap(
        msgspec.structs.replace(_with_text(level, TWO_STICKERS), done=level.done[:-1]), last.back, "refused"
    )


def _enrol(level: StickerEnrolment, now: StickerState, step: StickerStep, uid: str) -> EnrolmentTap:
    """Enrol a new sticker; the piece's old sticker is removed."""
    before = stickers_on_piece(now.stickers, step.piece)
    changes = (*((old, "") for old in before), (uid, step.piece))
    back = ((uid, ""), *((old, step.piece) for old in before))
    return EnrolmentTap(_with_enrolled(level, step, uid, back, piece_name(now, step.piece)), changes)


def _move_sticker(level: StickerEnrolment, now: StickerState, step: StickerStep, uid: str) -> EnrolmentTap:
    """Move a sticker from another piece; if the new piece had one, the two are swapped."""
    where, before = now.stickers[uid], stickers_on_piece(now.stickers, step.piece)
    changes = ((uid, step.piece), *((old, where) for old in before))
    back = ((uid, where), *((old, step.piece) for old in before))
    here, there = piece_name(now, step.piece), piece_name(now, where)
    if before:
        told = tr("Swapped: {piece} and {other}.", piece=here, other=there)
    else:
        told = tr("The sticker is on {piece} now; {other} has none.", piece=here, other=there)
    return EnrolmentTap(
        msgspec.structs.replace(_with_enrolled(level, step, uid, back, here), result=told), changes
    )


def _with_enrolled(
    level: StickerEnrolment, step: StickerStep, uid: str, back: StickerChanges, name: Message
) -> StickerEnrolment:
    return msgspec.structs.replace(
        level,
        at="",
        sticker_to_move="",
        skipped=tuple(key for key in level.skipped if key != step.key or key == step.kind.id),
        done=(*level.done, EnrolledPiece(uid, back)),
        result=tr("Done: {piece}", piece=name),
    )


def choose_piece(level: StickerEnrolment, now: StickerState, uid: str) -> StickerEnrolment:
    """Return the enrolment after the owner chose the piece of a sticker from the list."""
    piece = now.stickers[uid]
    return msgspec.structs.replace(
        level,
        sticker_to_move="",
        skipped=tuple(key for key in level.skipped if key != piece),
        done=(*level.done, EnrolledPiece(uid, ((uid, ""),))),
        result=tr("Done: {piece}", piece=piece_name(now, piece)),
    )


def _check_sticker(level: StickerEnrolment, now: StickerState, uid: str, says: str) -> EnrolmentTap:
    """Show the name of a tapped piece; a sticker without a piece asks for one."""
    if uid not in now.stickers:
        return EnrolmentTap(StickerPieceList(uid, recorded_piece=says), signal="asks")
    read = (*(each for each in level.read if each != uid), uid)
    return EnrolmentTap(msgspec.structs.replace(level, read=read, checking=True, result=None))


def enrolment_page(level: StickerEnrolment, now: StickerState) -> StickerPage:
    """Return the page for the panel."""
    step = current_step(level, now)
    if step is None or level.checking:
        return _check_page(level, now)
    has_one = tr("It has a sticker; tap another one to change it.") if step.piece in now.enrolled_pieces else None
    left = [
        each
        for each in remaining_steps(now.kinds, level.chosen, now.enrolled_pieces, level.skipped)
        if each.key != step.key
    ]
    alike = step.key == step.kind.id
    after = islice(next_pieces([step, *left] if alike else left, now.enrolled_pieces), int(alike), 2 + int(alike))
    return StickerPage(
        step.kind.label,
        step.label,
        tuple(each.label for each in after),
        tr("{n} of {of}", **_number(step, now)),
        level.result or has_one,
        _hints(level),
    )


def _number(step: StickerStep, now: StickerState) -> dict[str, int]:
    """Return the number of the piece and the total, among its kind or among its alike pieces."""
    if step.key != step.kind.id:
        named = [piece.id for piece in step.kind.pieces]
        return {"n": named.index(step.piece) + 1, "of": len(step.kind.ids)}
    return {"n": sum(id in now.enrolled_pieces for id in step.kind.alike) + 1, "of": len(step.kind.alike)}


def _hints(level: StickerEnrolment) -> tuple[Hint, ...]:
    undo = (Hint("UNDO", tr("undo")),) if level.done else ()
    skip = tr("go on") if level.at else tr("skip")
    return Hint("UP", tr("before")), Hint("DOWN", skip), Hint("OK", tr("check")), Hint("BACK", tr("stop")), *undo


def _check_page(level: StickerEnrolment, now: StickerState) -> StickerPage:
    last = now.stickers.get(level.read[-1], "") if level.read else ""
    told = level.result
    if len(level.read) >= CHECKED_PIECES:
        told = tr("Five are read: that is all.")
    elif not last and current_step(level, now) is None:
        told = tr("Every chosen piece has its sticker.")
    piece = piece_name(now, last) if last else tr("Tap any five and read their names")
    wrong = (Hint("OK", tr("wrong")),) if last else ()
    number = tr("{n} of {of}", n=min(len(level.read), CHECKED_PIECES), of=CHECKED_PIECES)
    return StickerPage(tr("Check"), piece, (), number, told, (*wrong, Hint("BACK", tr("done"))))


def press_enrolment(menu: Menu, context: MenuContext, level: StickerEnrolment, button: str) -> Outcome:
    """Return the result of a key during enrolment."""
    now = context.stickers()
    if button == "BACK":
        return pop_screen(menu)
    if is_checking(level, now):
        wrong = button == "OK" and level.read
        return push_screen(menu, StickerPieceList(level.read[-1])) if wrong else menu
    if button == "UNDO":
        return _undo_last(menu, level)
    if button == "OK":
        return replace_top(menu, msgspec.structs.replace(_with_text(level, None), checking=True, at=""))
    moved = _previous_piece(level, now) if button == "UP" else _next_piece(level, now)
    return replace_top(menu, _with_text(moved, None))


def _undo_last(menu: Menu, level: StickerEnrolment) -> Outcome:
    """Undo the last enrolment; the sticker returns to its previous piece, if any."""
    if not level.done:
        return menu
    told = tr("The last sticker is taken back.")
    return SetStickers(
        level.done[-1].back, msgspec.structs.replace(_with_text(level, told), done=level.done[:-1], at="")
    )


def _previous_piece(level: StickerEnrolment, now: StickerState) -> StickerEnrolment:
    """Go back to the previous named piece in printed order, with or without a sticker."""
    keys = [key for kind in now.kinds if kind.id in level.chosen for key in _keys(kind)]
    step = current_step(level, now)
    at = keys.index(step.key) if step else len(keys)
    named = [key for key in keys[:at] if not _is_kind(now, key)]
    return msgspec.structs.replace(level, at=named[-1]) if named else level


def _keys(kind: StickerKind) -> tuple[str, ...]:
    return (*(piece.id for piece in kind.pieces), kind.id)


def _is_kind(now: StickerState, key: str) -> bool:
    return any(kind.id == key for kind in now.kinds)


def _next_piece(level: StickerEnrolment, now: StickerState) -> StickerEnrolment:
    """Go on after going back; otherwise put this piece last."""
    step = current_step(level, now)
    if level.at or step is None:
        return msgspec.structs.replace(level, at="")
    skipped = (*(key for key in level.skipped if key != step.key), step.key)
    return msgspec.structs.replace(level, skipped=skipped)


MAX_SUGGESTIONS = 6
"""Pieces asked for by open questions that are listed above the kinds."""

INTRODUCTION = tr("Put a sticker on it and tap it.")
"""Shown on the first page only."""


def options_for_stickers(menu: Menu, context: MenuContext, level: StickerKindList) -> OptionList:
    """Return the kinds with the number of stickers; the first row starts enrolment of the ticked ones."""
    now = context.stickers()
    chosen = tuple(kind.id for kind in now.kinds) if level.chosen is None else level.chosen
    left = _missing_count(now, chosen)
    begin = trn("Begin: {n} piece without a sticker", "Begin: {n} pieces without a sticker", left)
    options = [
        Option(ListItem(begin), partial(push_screen, menu, StickerEnrolment(chosen, result=INTRODUCTION))),
        *(_kind_option(menu, now, level, kind, chosen) for kind in now.kinds),
        Option(
            ListItem(tr("Check: tap a piece, read its name")),
            partial(push_screen, menu, StickerEnrolment(chosen, checking=True)),
        ),
    ]
    return OptionList("stickers", tr("What gets stickers?"), options)


def _kind_option(
    menu: Menu, now: StickerState, level: StickerKindList, kind: StickerKind, chosen: tuple[str, ...]
) -> Option:
    without = tuple(each for each in chosen if each != kind.id)
    other = without if kind.id in chosen else (*chosen, kind.id)
    row = ListItem(kind.label, _count_text(now, kind), ticked=kind.id in chosen)
    return Option(row, partial(replace_top, menu, msgspec.structs.replace(level, chosen=other)))


def _count_text(now: StickerState, kind: StickerKind) -> Message:
    done, whole = sticker_counts(kind, now.enrolled_pieces)
    return tr("{n} of {of}", n=done, of=whole)


def _missing_count(now: StickerState, chosen: Sequence[str]) -> int:
    """Return how many pieces of these kinds have no sticker."""
    return sum(
        1 for _ in next_pieces(remaining_steps(now.kinds, chosen, now.enrolled_pieces), now.enrolled_pieces)
    )


def missing_text(now: StickerState, chosen: Sequence[str]) -> Message:
    n = _missing_count(now, chosen)
    return trn("{n} piece without one", "{n} pieces without one", n)


def kinds_to_continue(now: StickerState) -> tuple[str, ...]:
    """Return the kinds to continue with: from the half-finished one on, without complete ones."""
    done = [sticker_counts(kind, now.enrolled_pieces) for kind in now.kinds]
    half = next((at for at, (n, of) in enumerate(done) if 0 < n < of), len(done))
    return tuple(kind.id for kind in now.kinds[half:] if not _is_complete(kind, now))


def _is_complete(kind: StickerKind, now: StickerState) -> bool:
    """True if all its pieces have stickers."""
    done, whole = sticker_counts(kind, now.enrolled_pieces)
    return done == whole


def options_for_choice(menu: Menu, context: MenuContext, level: StickerPieceList) -> OptionList:
    """Return the suggested pieces, then the kinds, incomplete ones first; inside a kind its pieces."""
    now = context.stickers()
    kind = next((each for each in now.kinds if each.id == level.kind), None)
    if kind:
        title: Message = kind.label
        options = list(_piece_options(now, level, kind))
    else:
        title = tr("On which piece is this sticker?")
        if level.recorded_piece:
            title = tr("This sticker says: {piece}. Keep it?", piece=piece_name(now, level.recorded_piece))
        likely = dict.fromkeys((*filter(None, [level.recorded_piece]), *_suggested_pieces(context, now)))
        options = [_piece_option(now, level, piece) for piece in likely]
        options += [
            Option(
                ListItem(each.label, _count_text(now, each)),
                partial(push_screen, menu, StickerPieceList(level.uid, each.id)),
            )
            for each in sorted(now.kinds, key=lambda kind: _is_complete(kind, now))
        ]
    # The sticker id helps only owners who compare it with another list.
    options.append(Option(ListItem(tr("Never mind"), literal(level.uid)), partial(pop_screen, menu)))
    return OptionList("stickers", title, options)


def _piece_options(now: StickerState, level: StickerPieceList, kind: StickerKind) -> Iterator[Option]:
    if alike := step_with_key(kind, kind.id, now.enrolled_pieces):
        yield _piece_option(now, level, alike.piece, alike.label)
    for piece in sorted(kind.pieces, key=lambda piece: piece.id in now.enrolled_pieces):
        yield _piece_option(now, level, piece.id)


def _piece_option(now: StickerState, level: StickerPieceList, piece: str, label: Message | None = None) -> Option:
    note = tr("has a sticker") if piece in now.enrolled_pieces else None
    changes = ((level.uid, piece),)
    return Option(ListItem(label or piece_name(now, piece), note), partial(SetStickers, changes))


def _suggested_pieces(context: MenuContext, now: StickerState) -> list[str]:
    """Return pieces without a sticker that an open question waits for."""
    wanted = [
        choice.piece
        for question in context.questions
        for offer in question.offers
        for part in offer.parts
        if isinstance(part, Pick)
        for choice in part.choices
        if choice.piece and not choice.closed and not choice.is_hidden
    ]
    known = {id for kind in now.kinds for id in (piece.id for piece in kind.pieces)}
    return [piece for piece in dict.fromkeys(wanted) if piece in known and piece not in now.enrolled_pieces][
        :MAX_SUGGESTIONS
    ]
