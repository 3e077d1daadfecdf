"""Screens for entering, with five keys and outside a game, what is printed on the pieces of the box.

The fields that a game needs are asked one after the other, then the next piece follows. Nothing is stored here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from companion.engine.message import Message, join_list, literal, tr
from companion.engine.piece_facts import CHOICE, TEXT, BoxFacts, FactPiece, FieldOption, PieceField, format_counts
from companion.menu.menu_state import (
    FactGroupList,
    FactPieceList,
    FieldForm,
    FieldList,
    Menu,
    MenuContext,
    SaveFact,
)
from companion.menu.options import (
    FURTHER_CHOICES,
    Option,
    OptionList,
    Outcome,
    add_notice,
    pop_screen,
    push_screen,
    replace_top,
    show_no_text_entry,
)
from companion.menu.pages import ListItem

WHICH_STICKER = tr("Tap the tile: all that look like it have stickers, and its sticker says which one it is.")
MAX_COUNT = 9
"""The largest count of one thing on one piece."""


def options_for_groups(menu: Menu, context: MenuContext, _level: FactGroupList) -> OptionList:
    now = context.box_facts()
    options = []
    if (following := now.following()) is not None:
        row = ListItem(tr("The next one"), following.label)
        options.append(Option(row, partial(_open_chosen, menu, now, following)))
    for group in now.groups:
        row = ListItem(group.label, tr("{n} of {of}", n=group.known_count, of=len(group.pieces)))
        options.append(Option(row, partial(push_screen, menu, FactPieceList(group.id))))
    return OptionList("menu", tr("Tiles: {n} of {of} known", n=now.known, of=now.piece_count), options)


def options_for_group(menu: Menu, context: MenuContext, level: FactPieceList) -> OptionList:
    now = context.box_facts()
    found = next((group for group in now.groups if group.id == level.group), None)
    options = [
        Option(ListItem(piece.label, ticked=piece.is_known), partial(_open_chosen, menu, now, piece))
        for piece in (found.rows() if found else ())
    ]
    return OptionList("menu", found.label if found else tr("Tiles"), options)


def _open_chosen(menu: Menu, now: BoxFacts, piece: FactPiece) -> Menu:
    """Return the menu with a piece of a list open; one that only its sticker identifies must be tapped instead."""
    return add_notice(menu, "asks", WHICH_STICKER) if piece.needs_tap else open_piece_facts(menu, now, piece.id)


def open_piece_facts(menu: Menu, now: BoxFacts, piece: str) -> Menu:
    """Return the menu with the facts of a piece, the cursor on the first unknown field."""
    fields = now.fields(piece)
    at = next(
        (n for n, field in enumerate(fields) if field.is_asked_on_device and field.value is None), len(fields)
    )
    return push_screen(menu, FieldList(piece, at))


def open_piece_id(menu: Menu) -> str:
    """Return the id of the piece whose facts are open on the panel; "" for none."""
    return next((level.piece for level in reversed(menu.levels) if isinstance(level, FieldList | FieldForm)), "")


def options_for_piece(menu: Menu, context: MenuContext, level: FieldList) -> OptionList:
    """Return the fields with their values and who entered them, then a row for the next piece."""
    now = context.box_facts()
    piece = now.piece(level.piece)
    options = [
        Option(ListItem(field.label, _value_text(field)), partial(_open_field, menu, context, level, field))
        for field in now.fields(level.piece)
    ]
    if (following := now.following(level.piece)) is not None:
        row = ListItem(tr("The next one"), following.label)
        options.append(Option(row, partial(_open_chosen, pop_screen(menu), now, following)))
    options.append(Option(ListItem(tr("Done")), partial(pop_screen, menu)))
    n, of = now.known_count(level.piece)
    known = tr("{n} of {of}", n=n, of=of)
    title = tr("{piece} ({known})", piece=piece.label if piece else literal(level.piece), known=known)
    return OptionList("menu", title, options)


def _value_text(field: PieceField) -> Message:
    if field.value_text is None or field.entered_by is None:
        return tr("not known")
    return tr("{what} ({who})", what=field.value_text, who=field.entered_by)


def _open_field(menu: Menu, context: MenuContext, level: FieldList, field: PieceField) -> Outcome:
    if field.kind == TEXT and not field.options:
        return show_no_text_entry(menu, context)
    return push_screen(menu, FieldForm(level.piece, field.id))


def options_for_field(menu: Menu, context: MenuContext, level: FieldForm) -> OptionList:
    field = next((each for each in context.box_facts().fields(level.piece) if each.id == level.field), None)
    if field is None:
        return OptionList("menu", tr("Tiles"), [])
    if field.kind in (CHOICE, TEXT):
        return OptionList("question", field.label, list(_choices(level, field)))
    if level.counted_option:
        return _number_options(menu, field, level)
    if field.keyed_options and not (level.shows_all or level.entered_counts):
        options = [_option(level, each, each.id) for each in field.keyed_options]
        whole = msgspec.structs.replace(level, shows_all=True)
        further = Option(ListItem(FURTHER_CHOICES), partial(replace_top, menu, whole), brief=FURTHER_CHOICES)
        return OptionList("question", field.label, [*options, further], in_order=True)
    return OptionList("question", _counted_text(field, level), list(_count_options(menu, field, level)))


def _choices(level: FieldForm, field: PieceField) -> Iterator[Option]:
    for each in field.options:
        yield _option(level, each, each.id)
    if field.value is not None:
        forget = partial(SaveFact, level.piece, field.id, None)
        yield Option(ListItem(tr("We don't know")), forget, brief=tr("unknown"))


def _option(level: FieldForm, option: FieldOption, value: str) -> Option:
    return Option(ListItem(option.label), partial(SaveFact, level.piece, level.field, value), brief=option.brief)


def _counted_text(field: PieceField, level: FieldForm) -> Message:
    words = {each.id: each.label for each in field.options}
    told = [tr("{what} {n}", what=words[what], n=n) for what, n in level.entered_counts]
    return tr("{field}: {so_far}. More?", field=field.label, so_far=join_list(told)) if told else field.label


def _count_options(menu: Menu, field: PieceField, level: FieldForm) -> Iterator[Option]:
    """Yield the things that can be counted; the first row completes the value."""
    end = tr("That is all") if level.entered_counts else tr("nothing")
    yield Option(ListItem(end), partial(SaveFact, level.piece, field.id, format_counts(level.entered_counts)))
    for each in field.options:
        if each.id not in dict(level.entered_counts):
            asked = msgspec.structs.replace(level, counted_option=each.id, cursor=0)
            yield Option(ListItem(each.label), partial(replace_top, menu, asked))
    if field.value is not None and not level.entered_counts:
        yield Option(ListItem(tr("We don't know")), partial(SaveFact, level.piece, field.id, None))


def _number_options(menu: Menu, field: PieceField, level: FieldForm) -> OptionList:
    label = next(each.label for each in field.options if each.id == level.counted_option)
    options = []
    for n in range(1, MAX_COUNT + 1):
        more = msgspec.structs.replace(
            level, entered_counts=(*level.entered_counts, (level.counted_option, n)), counted_option="", cursor=0
        )
        options.append(Option(ListItem(literal(str(n))), partial(replace_top, menu, more)))
    return OptionList("question", tr("{what}: how many?", what=label), options)


def open_next_field(menu: Menu, now: BoxFacts, saved: SaveFact) -> Menu:
    """Return the menu back at the piece, with the next unknown field open.

    After the last field the cursor is on the row of the next piece.
    """
    while menu.levels and isinstance(menu.levels[-1], FieldForm):
        menu = pop_screen(menu)
    fields = now.fields(saved.piece)
    ids = [field.id for field in fields]
    start = ids.index(saved.field) + 1 if saved.field in ids else 0
    if menu.levels and isinstance(menu.levels[-1], FieldList):
        menu = replace_top(menu, FieldList(saved.piece, len(fields)))
    missing = next(
        (field.id for field in fields[start:] if field.is_asked_on_device and field.value is None), None
    )
    return push_screen(menu, FieldForm(saved.piece, missing)) if missing and saved.value is not None else menu
