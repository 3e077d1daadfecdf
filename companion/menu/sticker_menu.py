"""What gets stickers, and on which piece a new one is: the two lists beside the walk. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import msgspec

from companion.engine.message import Message, literal, tr, trn
from companion.engine.offers import Pick
from companion.engine.stickers import StickerKind, coming, done_of, step_of, steps
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import Option, OptionList, on_top, popped, pushed
from companion.menu.pages import ListItem
from companion.menu.sticker_levels import SetStickers, StickerChoice, StickerMenu, StickersNow, StickerWalk
from companion.menu.sticker_walk import name_of

MOST_LIKELY = 6
"""So many of the pieces that are asked for now stand over the kinds."""

HOW = tr("Put a sticker on it and tap it.")
"""On the first page; whoever has done it once knows how it goes."""


def options_for_stickers(menu: Menu, context: MenuContext, level: StickerMenu) -> OptionList:
    """The kinds, each with how many have a sticker; the first row begins with those that are ticked."""
    now = context.stickers()
    chosen = tuple(kind.id for kind in now.kinds) if level.chosen is None else level.chosen
    left = _left(now, chosen)
    begin = trn("Begin: {n} piece without a sticker", "Begin: {n} pieces without a sticker", left)
    options = [
        Option(ListItem(begin), partial(pushed, menu, StickerWalk(chosen, told=HOW))),
        *(_kind_option(menu, now, level, kind, chosen) for kind in now.kinds),
        Option(
            ListItem(tr("Check: tap a piece, read its name")),
            partial(pushed, menu, StickerWalk(chosen, checking=True)),
        ),
    ]
    return OptionList("stickers", tr("What gets stickers?"), options)


def _kind_option(
    menu: Menu, now: StickersNow, level: StickerMenu, kind: StickerKind, chosen: tuple[str, ...]
) -> Option:
    without = tuple(each for each in chosen if each != kind.id)
    other = without if kind.id in chosen else (*chosen, kind.id)
    row = ListItem(kind.label, _so_many(now, kind), ticked=kind.id in chosen)
    return Option(row, partial(on_top, menu, msgspec.structs.replace(level, chosen=other)))


def _so_many(now: StickersNow, kind: StickerKind) -> Message:
    done, whole = done_of(kind, now.on)
    return tr("{n} of {of}", n=done, of=whole)


def _left(now: StickersNow, chosen: Sequence[str]) -> int:
    """How many pieces of these kinds have no sticker."""
    return sum(1 for _ in coming(steps(now.kinds, chosen, now.on), now.on))


def missing(now: StickersNow, chosen: Sequence[str]) -> Message:
    n = _left(now, chosen)
    return trn("{n} piece without one", "{n} pieces without one", n)


def begun_walk(now: StickersNow) -> tuple[str, ...]:
    """The kinds that a walk goes on with, from the one that is half done: what comes before it was left out."""
    done = [done_of(kind, now.on) for kind in now.kinds]
    half = next((at for at, (n, of) in enumerate(done) if 0 < n < of), len(done))
    return tuple(kind.id for kind in now.kinds[half:] if not _whole(kind, now))


def _whole(kind: StickerKind, now: StickersNow) -> bool:
    """Whether all of it has stickers: a new one hardly belongs there."""
    done, whole = done_of(kind, now.on)
    return done == whole


def options_for_choice(menu: Menu, context: MenuContext, level: StickerChoice) -> OptionList:
    """The pieces that are asked for now, then every kind, those that lack stickers first; so too in a kind."""
    now = context.stickers()
    kind = next((each for each in now.kinds if each.id == level.kind), None)
    if kind:
        title: Message = kind.label
        options = list(_pieces(now, level, kind))
    else:
        title = tr("On which piece is this sticker?")
        if level.says:
            title = tr("This sticker says: {piece}. Keep it?", piece=name_of(now, level.says))
        likely = dict.fromkeys((*filter(None, [level.says]), *_likely(context, now)))
        options = [_piece(now, level, piece) for piece in likely]
        options += [
            Option(
                ListItem(each.label, _so_many(now, each)),
                partial(pushed, menu, StickerChoice(level.uid, each.id)),
            )
            for each in sorted(now.kinds, key=lambda kind: _whole(kind, now))
        ]
    # The number says something only to people who compare it with another list.
    options.append(Option(ListItem(tr("Never mind"), literal(level.uid)), partial(popped, menu)))
    return OptionList("stickers", title, options)


def _pieces(now: StickersNow, level: StickerChoice, kind: StickerKind) -> Iterator[Option]:
    if alike := step_of(kind, kind.id, now.on):
        yield _piece(now, level, alike.piece, alike.label)
    for piece in sorted(kind.pieces, key=lambda piece: piece.id in now.on):
        yield _piece(now, level, piece.id)


def _piece(now: StickersNow, level: StickerChoice, piece: str, label: Message | None = None) -> Option:
    note = tr("has a sticker") if piece in now.on else None
    changes = ((level.uid, piece),)
    return Option(ListItem(label or name_of(now, piece), note), partial(SetStickers, changes))


def _likely(context: MenuContext, now: StickersNow) -> list[str]:
    """Pieces without a sticker that an open question waits for."""
    wanted = [
        choice.piece
        for question in context.questions
        for offer in question.offers
        for part in offer.parts
        if isinstance(part, Pick)
        for choice in part.choices
        if choice.piece and not choice.closed and not choice.unlisted
    ]
    known = {id for kind in now.kinds for id in (piece.id for piece in kind.pieces)}
    return [piece for piece in dict.fromkeys(wanted) if piece in known and piece not in now.on][:MOST_LIKELY]
