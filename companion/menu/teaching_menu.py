"""What is printed on the pieces of the box, told with five buttons outside of play. Keeps nothing itself.

What the table needs of each piece is asked one after the other, then the next piece comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from companion.engine.message import Message, listed, literal, tr
from companion.engine.teaching import CHOICE, TEXT, BoxTaught, FieldOption, PieceField, TaughtPiece, counts_told
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import (
    FURTHER,
    Option,
    OptionList,
    Outcome,
    no_letters,
    noticed,
    on_top,
    popped,
    pushed,
)
from companion.menu.pages import ListItem
from companion.menu.teaching_levels import FieldForm, FieldList, GroupList, PieceList, TellPiece

WHICH_STICKER = tr("Tap the tile: all that look like it have stickers, and its sticker says which one it is.")
MOST = 9
"""Of one thing on one piece."""


def options_for_groups(menu: Menu, context: MenuContext, _level: GroupList) -> OptionList:
    now = context.taught()
    options = []
    if (following := now.following()) is not None:
        row = ListItem(tr("The next one"), following.label)
        options.append(Option(row, partial(_chosen, menu, now, following)))
    for group in now.groups:
        row = ListItem(group.label, tr("{n} of {of}", n=group.known, of=len(group.pieces)))
        options.append(Option(row, partial(pushed, menu, PieceList(group.id))))
    return OptionList("menu", tr("Tiles: {n} of {of} known", n=now.known, of=now.of), options)


def options_for_group(menu: Menu, context: MenuContext, level: PieceList) -> OptionList:
    now = context.taught()
    found = next((group for group in now.groups if group.id == level.group), None)
    options = [
        Option(ListItem(piece.label, ticked=piece.known), partial(_chosen, menu, now, piece))
        for piece in (found.rows() if found else ())
    ]
    return OptionList("menu", found.label if found else tr("Tiles"), options)


def _chosen(menu: Menu, now: BoxTaught, piece: TaughtPiece) -> Menu:
    """A piece of a list; of one that others look like its sticker must say which it is."""
    return noticed(menu, "asks", WHICH_STICKER) if piece.by_tap else opened(menu, now, piece.id)


def opened(menu: Menu, now: BoxTaught, piece: str) -> Menu:
    """A piece; the cursor on the first field that nobody knows."""
    fields = now.fields(piece)
    at = next((n for n, field in enumerate(fields) if field.asked and field.value is None), len(fields))
    return pushed(menu, FieldList(piece, at))


def lies_open(menu: Menu) -> str:
    """The piece whose fields are on the case's panel; "" for none."""
    return next((level.piece for level in reversed(menu.levels) if isinstance(level, FieldList | FieldForm)), "")


def options_for_piece(menu: Menu, context: MenuContext, level: FieldList) -> OptionList:
    """Each field with its value and who said it; then the next piece."""
    now = context.taught()
    piece = now.piece(level.piece)
    options = [
        Option(ListItem(field.label, _said(field)), partial(_open_field, menu, context, level, field))
        for field in now.fields(level.piece)
    ]
    if (following := now.following(level.piece)) is not None:
        row = ListItem(tr("The next one"), following.label)
        options.append(Option(row, partial(_chosen, popped(menu), now, following)))
    options.append(Option(ListItem(tr("Done")), partial(popped, menu)))
    n, of = now.counted(level.piece)
    known = tr("{n} of {of}", n=n, of=of)
    title = tr("{piece} ({known})", piece=piece.label if piece else literal(level.piece), known=known)
    return OptionList("menu", title, options)


def _said(field: PieceField) -> Message:
    if field.words is None or field.who is None:
        return tr("not known")
    return tr("{what} ({who})", what=field.words, who=field.who)


def _open_field(menu: Menu, context: MenuContext, level: FieldList, field: PieceField) -> Outcome:
    if field.kind == TEXT and not field.options:
        return no_letters(menu, context)
    return pushed(menu, FieldForm(level.piece, field.id))


# ---- one field


def options_for_field(menu: Menu, context: MenuContext, level: FieldForm) -> OptionList:
    field = next((each for each in context.taught().fields(level.piece) if each.id == level.field), None)
    if field is None:
        return OptionList("menu", tr("Tiles"), [])
    if field.kind in (CHOICE, TEXT):
        return OptionList("question", field.label, list(_choices(level, field)))
    if level.what:
        return _numbers(menu, field, level)
    if field.usual and not (level.whole or level.told):
        options = [_option(level, each, each.id) for each in field.usual]
        whole = msgspec.structs.replace(level, whole=True)
        further = Option(ListItem(FURTHER), partial(on_top, menu, whole), brief=FURTHER)
        return OptionList("question", field.label, [*options, further], in_order=True)
    return OptionList("question", _so_far(field, level), list(_counted(menu, field, level)))


def _choices(level: FieldForm, field: PieceField) -> Iterator[Option]:
    for each in field.options:
        yield _option(level, each, each.id)
    if field.value is not None:
        forget = partial(TellPiece, level.piece, field.id, None)
        yield Option(ListItem(tr("We don't know")), forget, brief=tr("unknown"))


def _option(level: FieldForm, option: FieldOption, value: str) -> Option:
    return Option(ListItem(option.label), partial(TellPiece, level.piece, level.field, value), brief=option.brief)


def _so_far(field: PieceField, level: FieldForm) -> Message:
    words = {each.id: each.label for each in field.options}
    told = [tr("{what} {n}", what=words[what], n=n) for what, n in level.told]
    return tr("{field}: {so_far}. More?", field=field.label, so_far=listed(told)) if told else field.label


def _counted(menu: Menu, field: PieceField, level: FieldForm) -> Iterator[Option]:
    """What may be counted; the first row ends it."""
    end = tr("That is all") if level.told else tr("nothing")
    yield Option(ListItem(end), partial(TellPiece, level.piece, field.id, counts_told(level.told)))
    for each in field.options:
        if each.id not in dict(level.told):
            asked = msgspec.structs.replace(level, what=each.id, cursor=0)
            yield Option(ListItem(each.label), partial(on_top, menu, asked))
    if field.value is not None and not level.told:
        yield Option(ListItem(tr("We don't know")), partial(TellPiece, level.piece, field.id, None))


def _numbers(menu: Menu, field: PieceField, level: FieldForm) -> OptionList:
    label = next(each.label for each in field.options if each.id == level.what)
    options = []
    for n in range(1, MOST + 1):
        more = msgspec.structs.replace(level, told=(*level.told, (level.what, n)), what="", cursor=0)
        options.append(Option(ListItem(literal(str(n))), partial(on_top, menu, more)))
    return OptionList("question", tr("{what}: how many?", what=label), options)


# ---- after it was kept


def after(menu: Menu, now: BoxTaught, told: TellPiece) -> Menu:
    """Back at the piece, with the next field that is asked and not known; at the last one, on the way further."""
    while menu.levels and isinstance(menu.levels[-1], FieldForm):
        menu = popped(menu)
    fields = now.fields(told.piece)
    ids = [field.id for field in fields]
    start = ids.index(told.field) + 1 if told.field in ids else 0
    if menu.levels and isinstance(menu.levels[-1], FieldList):
        menu = on_top(menu, FieldList(told.piece, len(fields)))
    missing = next((field.id for field in fields[start:] if field.asked and field.value is None), None)
    return pushed(menu, FieldForm(told.piece, missing)) if missing and told.value is not None else menu
