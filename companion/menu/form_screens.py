"""The screen of a form's current part: a list, choices on keys, a number or a map.

Up to five choices with short labels get a key each: UP, DOWN, OK, held UP and held DOWN. Choices with a fixed
order (faces, numbers, tiles ahead) are laid out in that order; otherwise the most likely is on OK, so that one
press too many gives the usual answer. Of a longer ordered list, or of suggestions, the first four get keys and the
fifth key turns to the next four, then to the whole list. Yes is always UP, a third answer DOWN and no OK. UNDO and
BACK keep their meaning.

Draws nothing and enters nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from companion.engine.message import Message, join_list, literal, tr
from companion.engine.offers import (
    NO,
    NONE,
    SKIP,
    YES,
    Amount,
    Choice,
    Offer,
    Pick,
    Place,
    Question,
    Value,
    choice_cell,
    parse_cell,
)
from companion.menu import help_pages, menu_state, options
from companion.menu.forms import (
    KEYS_PER_PAGE,
    begin_form,
    counts_after,
    has_numbers_on_keys,
    is_closed,
    next_part,
    part_title,
    pick_rows,
    quick_numbers,
)
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import (
    FURTHER_CHOICES,
    Option,
    OptionList,
    Outcome,
    assumed_values,
    fill_form,
    pop_screen,
    reason_note,
    replace_top,
    screen_question,
    show_reason,
    suggested_row,
)
from companion.menu.pages import Hint, KeysPage, ListItem, MapPage

KEYS_IN_ORDER = ("UP", "DOWN", "OK", "UP+", "DOWN+")
"""The keys in the order of the hardware."""
KEYS_AROUND_OK = ("OK", "UP", "DOWN", "UP+", "DOWN+")
"""The keys for the most likely choice, then for the others in list order."""


YES_NO_KEYS = {YES: "UP", SKIP: "DOWN", NO: "OK", NONE: "OK"}
"""The keys of labels that are the same in every question."""


class KeyOption(NamedTuple):
    """A key with the option that it chooses."""

    key: str
    option: Option


PagedScreen = menu_state.OfferForm | menu_state.InterpretationList | menu_state.MoreOffers
"""Screens whose list may have more rows than there are keys."""
KeyLayout = tuple[KeyOption, ...]
"""In the order of the hardware."""


def key_layout(menu: Menu, listed: OptionList) -> KeyLayout:
    """Return the options of the top list with their keys; () if it is shown as a list."""
    options, level = listed.options, menu.levels[-1]
    # In a history edit the list is shown, because its cursor marks the old answer.
    past = isinstance(level, menu_state.OfferList) and level.edit
    changed = isinstance(level, menu_state.OfferForm) and level.edit and level.old_values
    if past or changed or not options or not all(option.brief for option in options):
        return ()
    if listed.has_more or len(options) > len(KEYS_IN_ORDER):
        return _key_page(menu, listed)
    if any(option.brief in (YES, NO, NONE) for option in options):
        return _yes_no_layout(options)
    if listed.in_order and len(options) > 1:
        return tuple(map(KeyOption, KEYS_IN_ORDER, options))
    return _layout_around_ok(options, listed.suggested)


def _key_page(menu: Menu, listed: OptionList) -> KeyLayout:
    """Return the current page of a longer list on keys; () if the whole list is to be shown."""
    level = menu.levels[-1]
    known = listed.has_more or listed.in_order
    if (
        not known
        or not isinstance(level, PagedScreen)
        or not has_numbers_on_keys(len(listed.options), level.key_page)
    ):
        return ()
    left = listed.options[KEYS_PER_PAGE * level.key_page :]
    if not listed.has_more and len(left) <= len(KEYS_IN_ORDER):
        return tuple(map(KeyOption, KEYS_IN_ORDER, left))
    keys = (option.key or key for key, option in zip(KEYS_IN_ORDER, left[:KEYS_PER_PAGE], strict=False))
    laid = sorted(map(KeyOption, keys, left[:KEYS_PER_PAGE]), key=lambda each: KEYS_IN_ORDER.index(each.key))
    return (*laid, KeyOption(KEYS_IN_ORDER[KEYS_PER_PAGE], _next_page_option(menu, listed, level)))


def _layout_around_ok(options: Sequence[Option], likely: int) -> KeyLayout:
    """Return the layout with the most likely option on OK."""
    others = [option for n, option in enumerate(options) if n != likely]
    # Of two options the other one is on DOWN, which would lead to it in a list too.
    keys = ("OK", "DOWN") if len(options) == 2 else KEYS_AROUND_OK
    laid = [KeyOption(key, option) for key, option in zip(keys, (options[likely], *others), strict=False)]
    return tuple(sorted(laid, key=lambda each: KEYS_IN_ORDER.index(each.key)))


def _yes_no_layout(options: Sequence[Option]) -> KeyLayout:
    """Return the layout with yes and no on their usual keys, and other options on the free keys."""
    keys = [YES_NO_KEYS.get(option.brief, "") if option.brief else "" for option in options]
    free = (key for key in KEYS_IN_ORDER if key not in keys)
    laid = [KeyOption(key or next(free), option) for key, option in zip(keys, options, strict=True)]
    return tuple(sorted(laid, key=lambda each: KEYS_IN_ORDER.index(each.key)))


def _next_page_option(menu: Menu, listed: OptionList, level: PagedScreen) -> Option:
    """Return the option that turns to the next page; in a whole ordered list, to the rows that had no key."""
    turned = level.key_page + 1
    at = level.cursor if listed.has_more else KEYS_PER_PAGE * turned
    further = msgspec.structs.replace(level, key_page=turned, cursor=at)
    return Option(ListItem(FURTHER_CHOICES), partial(replace_top, menu, further), brief=FURTHER_CHOICES)


def build_keys_page(listed: OptionList, laid: KeyLayout) -> KeysPage:
    """Return the page that shows what each key chooses; the key of a closed option is left blank."""
    named = [(option.row.closed, Hint(key, option.brief)) for key, option in laid if option.brief]
    hints = [hint for closed, hint in named if not closed]
    rows, keys = tuple(each.option.row for each in laid), tuple(each.key for each in laid)
    if listed.held_label and any(each.option.hold for each in laid):
        hints.append(Hint("OK+", listed.held_label))
    white = tuple(hint for closed, hint in named if closed)
    hints += (Hint("BACK", listed.back_label or tr("back")), Hint("UNDO", tr("undo")))
    return KeysPage(
        listed.kind,
        listed.title,
        rows,
        keys,
        tuple(hints),
        listed.player,
        listed.why,
        listed.rest,
        blank_keys=white,
    )


def press_soft_key(menu: Menu, laid: KeyLayout, button: str, long: bool) -> Outcome:
    """Return what a key chooses. A key without an option does nothing, nor does held OK without a function."""
    key = f"{button}+" if long and button != "OK" else button
    option = next((each.option for each in laid if each.key == key), None)
    if option is None:
        return menu
    if long and button == "OK":
        return option.hold() if option.hold else menu
    return option.choose()


TAKE_ALL, ENTER_LATER = tr("take all"), tr("Say later")
COUNT_KEYS = {0: "OK", 1: "UP", -1: "DOWN"}
"""Keys of the counts next to the companion's own count, by the difference."""


def options_for_form(menu: Menu, context: MenuContext, level: menu_state.OfferForm) -> OptionList:
    """Return the options of the part that the form is at."""
    question = screen_question(menu, context, level)
    offer = question.offer(level.offer) if question else None
    part = next_part(offer, level.values) if offer else None
    assert question is not None
    if isinstance(part, Amount):
        return (_yes_or_no if part.is_yes_no else _numbers)(menu, context, question, level, part)
    assert isinstance(part, Pick)
    if isinstance(part, Place):
        return _cells(menu, context, question, level, part)
    if has_numbers_on_keys(len(part.suggestions), level.key_page) and not level.edit:
        front = [next(choice for choice in part.choices if choice.value == value) for value in part.suggestions]
        options = [_choice_option(menu, context, question, level, part, choice) for choice in front]
        return OptionList("question", part_title(question, level, part), options, question.player, has_more=True)
    rows = pick_rows(part, level.group)
    options = [_choice_option(menu, context, question, level, part, row) for row in rows]
    if part.is_postponable and not level.edit:
        options.insert(
            KEYS_IN_ORDER.index("OK"), Option(ListItem(ENTER_LATER), partial(pop_screen, menu), brief=tr("later"))
        )
    title = level.group or part_title(question, level, part)
    usual = (n for n, row in enumerate(rows) if isinstance(row, Choice) and row.value == part.default)
    shown = OptionList(
        "question",
        title,
        options,
        question.player,
        in_order=part.in_order,
        suggested=suggested_row(usual, options),
    )
    if not part.several or level.edit:
        return shown
    verbs = [row.change_verb if isinstance(row, Choice) else None for row in rows]
    options = [option._replace(ok_label=verb) for option, verb in zip(options, verbs, strict=True)]
    return shown._replace(options=options, ok_label=tr("change"), back_label=tr("done"))


def _cells(
    menu: Menu, context: MenuContext, question: Question, form: menu_state.OfferForm, part: Place
) -> OptionList:
    """Return the cells of a map as options; they have no keys, because their position says more than a label."""
    options = [_choice_option(menu, context, question, form, part, cell) for cell in pick_rows(part, None)]
    options = [option._replace(brief=None) if option.brief else option for option in options]
    ok = tr("lay it") if part.new_tile else tr("choose")
    return OptionList(
        "question", part_title(question, form, part), options, question.player, ok_label=ok, back_label=part.back
    )


def _yes_or_no(
    menu: Menu, context: MenuContext, question: Question, form: menu_state.OfferForm, part: Amount
) -> OptionList:
    # If this becomes a list, its cursor is on the earlier answer, as for every number.
    words = [(0, tr("No"), NO), (1, tr("Yes"), YES)]
    options = [
        Option(ListItem(label), partial(add_values, menu, context, question, form, value), brief=brief)
        for value, label, brief in words
        if part.low <= value <= part.high
    ]
    return OptionList("question", part.text, options, question.player, suggested=part.default - part.low)


def _numbers(
    menu: Menu, context: MenuContext, question: Question, form: menu_state.OfferForm, part: Amount
) -> OptionList:
    """Return the suggested numbers; further ones are set behind them.

    Held OK on the default also confirms the counts after it.
    """
    offer = question.offer(form.offer)
    rest = counts_after(offer, form.values) if offer else ()
    choose, others = partial(add_values, menu, context, question, form), [each.default for each in rest]
    options = [
        Option(
            ListItem(literal(str(n)), tr("as now") if part.is_own_count and n == part.default else None),
            partial(choose, n),
            partial(choose, n, *others) if rest and n == part.default else None,
            brief=literal(str(n)),
            key=COUNT_KEYS.get(n - part.default, "UP+") if part.is_own_count else "",
        )
        for n in quick_numbers(part, form)
    ]
    return OptionList(
        "question",
        part.text,
        options,
        question.player,
        held_label=TAKE_ALL if rest else None,
        has_more=True,
        back_label=part.back,
        why=(*_back_explanation(offer, form, part), *_number_reasons(question, form, part)),
        rest=rest_of_counts_text(rest),
    )


def _back_explanation(offer: Offer | None, form: menu_state.OfferForm, part: Amount) -> tuple[Message, ...]:
    """Return how to change an earlier part that was filled in without asking."""
    if offer is None or not part.back or assumed_values(offer) != form.values or not form.values:
        return ()
    earlier = next_part(offer, form.values[:-1])
    return (tr("BACK asks: {question}", question=earlier.text),) if earlier else ()


def _number_reasons(question: Question, form: menu_state.OfferForm, part: Amount) -> tuple[Message, ...]:
    """Return why this number is asked, its own reason first; the title says what the question is about."""
    asked = None if question.non_blocking else later_part_title(question, form)
    return tuple(each for each in (part.why, asked) if each and each != part.text)


def later_part_title(question: Question, form: menu_state.OfferForm) -> Message | None:
    """Return the question's text for a later part; None if the first part has answered it."""
    return None if form.values and question.text.text.endswith("?") else question.text


def rest_of_counts_text(rest: Sequence[Amount]) -> tuple[Message, ...]:
    """Return what held OK confirms, with the counts and without them; () for nothing."""
    if not rest:
        return ()
    counts = (tr("{what} {n}", what=part.brief, n=part.default) for part in rest if part.brief)
    return tr("Hold OK: all as counted ({counts})", counts=join_list(counts)), tr("Hold OK: all as counted")


def _choice_option(
    menu: Menu,
    context: MenuContext,
    question: Question,
    form: menu_state.OfferForm,
    part: Pick,
    row: Message | Choice,
) -> Option:
    if isinstance(row, Message):
        # In a history edit the cursor is on the old answer, even under a heading.
        answered = form.old_values[0] if form.old_values else None
        inside = begin_form(question, msgspec.structs.replace(form, group=row), context, answered)
        return Option(ListItem(row, closed=is_closed(row, part)), partial(replace_top, menu, inside))
    note = reason_note(row.closed, row.caution) or row.note
    item = ListItem(row.label, note, row.closed is not None, sign=choice_cell(row))
    about = partial(options.choice_topics, context, question, form.offer, row)
    if row.closed:
        return Option(item, partial(show_reason, menu, row.closed), help_keys=about, brief=row.brief)
    return Option(
        item, partial(add_values, menu, context, question, form, row.value), help_keys=about, brief=row.brief
    )


def add_values(
    menu: Menu, context: MenuContext, question: Question, form: menu_state.OfferForm, *more: Value
) -> Outcome:
    """Return the form with further values, usually one."""
    values = (*form.values, *more)
    further = msgspec.structs.replace(
        form, values=values, group=None, key_page=0, old_values=form.old_values[len(more) :]
    )
    return fill_form(menu, context, question, further)


def hints_for_number(amount: Amount, rest: bool) -> tuple[Hint, ...]:
    """Return the key hints of a number. rest: True if held OK confirms further counts too."""
    return (
        Hint("UP", tr("+1")),
        Hint("UP+", tr("+{n}", n=amount.stride)),
        Hint("DOWN", tr("-1")),
        Hint("DOWN+", tr("-{n}", n=amount.stride)),
        Hint("OK", tr("take it")),
        *((Hint("OK+", TAKE_ALL),) if rest else ()),
        Hint("BACK", amount.back or tr("back")),
        Hint("UNDO", tr("undo")),
    )


def top_map_part(menu: Menu, context: MenuContext) -> Place | None:
    """Return the map that the top form is at; None for any other part."""
    level = menu.levels[-1]
    if not isinstance(level, menu_state.OfferForm):
        return None
    question = screen_question(menu, context, level)
    offer = question.offer(level.offer) if question else None
    part = next_part(offer, level.values) if offer else None
    return part if isinstance(part, Place) else None


def build_map_page(menu: Menu, context: MenuContext, place: Place, listed: OptionList, at: int) -> MapPage:
    """Return the page of a map. listed: its cells; at: the index of the cell under the cursor."""
    rows = tuple(option.row for option in listed.options)
    hints = (*_cursor_hints(listed.options, at), *_ok_hints(menu, context, listed, at), *_back_hints(listed))
    return MapPage(listed.title, rows, at, place.map_tiles, place.new_tile, hints, listed.player)


def _back_hints(listed: OptionList) -> tuple[Hint, ...]:
    return (Hint("BACK", listed.back_label or tr("back")), Hint("UNDO", tr("undo")))


def _cursor_hints(options: Sequence[Option], at: int) -> tuple[Hint, ...]:
    if len(options) < 2:
        return ()
    held = ((key, words, next_map_row(options, at, way)) for key, words, way in _HELD_HINT)
    rows = (Hint(key, words) for key, words, to in held if to != at)
    return (Hint("UP", tr("before")), Hint("DOWN", tr("next")), *rows)


_HELD_HINT: tuple[tuple[str, Message, int], ...] = (("UP+", tr("up"), -1), ("DOWN+", tr("down"), 1))


def _ok_hints(menu: Menu, context: MenuContext, listed: OptionList, at: int) -> tuple[Hint, ...]:
    """Return the hints of OK, if it can take the cell, and of held OK, if there is help or a reason."""
    if not listed.options:
        return ()
    option = listed.options[at]
    takes = () if option.row.closed else (Hint("OK", listed.ok_label),)
    if help_pages.held_ok_action(menu, context, option) is None:
        return takes
    return (*takes, Hint("OK+", tr("why?") if option.row.closed else help_pages.EXPLAIN))


def next_map_row(options: Sequence[Option], at: int, direction: int) -> int:
    """Return the index where a held key moves the cursor, up (-1) or down (1).

    That is the nearest open cell in the next row of the map that has one; after the last such row comes the first.
    """
    x, y = parse_cell(options[at].row.sign)
    cells = [(n, *parse_cell(option.row.sign)) for n, option in enumerate(options) if not option.row.closed]
    others = [(n, east, (y - north) * direction) for n, east, north in cells if north != y]
    if not others:
        return at
    ahead = [each for each in others if each[2] > 0] or others
    row = min(each[2] for each in ahead)
    return min((abs(east - x), n) for n, east, south in ahead if south == row)[1]
