"""The part that a form is at, as rows or keys: a pick, yes or no, numbers that are likely.

A number that is set is no list: `companion.menu.menu` shows it. Draws nothing and moves no cursor.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from companion.engine.message import Message, listed, literal, tr, trn
from companion.engine.offers import NO, YES, Amount, Choice, Offer, Pick, Place, Question, Value, cell_in
from companion.menu import menu_state, subjects
from companion.menu.forms import (
    begin,
    counts_after,
    folded,
    is_closed,
    next_part,
    quick_numbers,
    still_on_keys,
    title_of,
)
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import (
    Option,
    OptionList,
    Outcome,
    assumed,
    because,
    filled,
    likely_of,
    note_of,
    on_top,
    popped,
    question_of,
)
from companion.menu.pages import Hint, ListItem
from companion.menu.soft_keys import IN_ORDER

TAKE_ALL, LATER = tr("take all"), tr("Say later")
COUNTED_KEYS = {0: "OK", 1: "UP", -1: "DOWN"}
"""Where a count lies that is more or fewer by so much than the companion has, whatever that is."""


def options_for_form(menu: Menu, context: MenuContext, level: menu_state.OfferForm) -> OptionList:
    """The pick that the form is at."""
    question = question_of(menu, context, level)
    offer = question.offer(level.offer) if question else None
    part = next_part(offer, level.values) if offer else None
    assert question is not None
    if isinstance(part, Amount):
        return (_yes_or_no if part.yes_no else _numbers)(menu, context, question, level, part)
    assert isinstance(part, Pick)
    if isinstance(part, Place):
        return _cells(menu, context, question, level, part)
    if still_on_keys(len(part.in_front), level.turned) and not level.edit:
        front = [next(choice for choice in part.choices if choice.value == value) for value in part.in_front]
        options = [_choice_option(menu, context, question, level, part, choice) for choice in front]
        return OptionList("question", title_of(question, level, part), options, question.asked, more=True)
    rows = folded(part, level.group)
    options = [_choice_option(menu, context, question, level, part, row) for row in rows]
    if part.put_off and not level.edit:
        options.insert(IN_ORDER.index("OK"), Option(ListItem(LATER), partial(popped, menu), brief=tr("later")))
    title = level.group or title_of(question, level, part)
    usual = (n for n, row in enumerate(rows) if isinstance(row, Choice) and row.value == part.default)
    shown = OptionList(
        "question", title, options, question.asked, in_order=part.in_order, likely=likely_of(usual, options)
    )
    if not part.several or level.edit:
        return shown
    verbs = [row.change if isinstance(row, Choice) else None for row in rows]
    options = [option._replace(ok=verb) for option, verb in zip(options, verbs, strict=True)]
    return shown._replace(options=options, ok=tr("change"), back=tr("done"))


def _cells(
    menu: Menu, context: MenuContext, question: Question, form: menu_state.OfferForm, part: Place
) -> OptionList:
    """A map's: none has a key of its own, for where it lies says more than a word."""
    options = [_choice_option(menu, context, question, form, part, cell) for cell in folded(part, None)]
    options = [option._replace(brief=None) if option.brief else option for option in options]
    ok = tr("lay it") if part.laid else tr("choose")
    return OptionList("question", title_of(question, form, part), options, question.asked, ok=ok, back=part.back)


def _yes_or_no(
    menu: Menu, context: MenuContext, question: Question, form: menu_state.OfferForm, part: Amount
) -> OptionList:
    # As a list it has the cursor on what was answered, like any number.
    words = [(0, tr("No"), NO), (1, tr("Yes"), YES)]
    options = [
        Option(ListItem(label), partial(picked, menu, context, question, form, value), brief=brief)
        for value, label, brief in words
        if part.low <= value <= part.high
    ]
    return OptionList("question", part.text, options, question.asked, likely=part.default - part.low)


def _numbers(
    menu: Menu, context: MenuContext, question: Question, form: menu_state.OfferForm, part: Amount
) -> OptionList:
    """Those that are likely; behind them one is set. OK held on the default takes all the counts after it too."""
    offer = question.offer(form.offer)
    rest = counts_after(offer, form.values) if offer else ()
    choose, others = partial(picked, menu, context, question, form), [each.default for each in rest]
    options = [
        Option(
            ListItem(literal(str(n)), tr("as now") if part.counted and n == part.default else None),
            partial(choose, n),
            partial(choose, n, *others) if rest and n == part.default else None,
            brief=literal(str(n)),
            key=COUNTED_KEYS.get(n - part.default, "UP+") if part.counted else "",
        )
        for n in quick_numbers(part, form)
    ]
    return OptionList(
        "question",
        part.text,
        options,
        question.asked,
        held=TAKE_ALL if rest else None,
        more=True,
        back=part.back,
        why=(*_changed_with_back(offer, form, part), *_why(question, form, part)),
        rest=with_the_rest(rest),
    )


def _changed_with_back(offer: Offer | None, form: menu_state.OfferForm, part: Amount) -> tuple[Message, ...]:
    """Where what comes before was filled in unasked: how people say that it is something else."""
    unasked = assumed(offer) if offer else ()
    return (tr("BACK changes: {what}", what=part.back),) if unasked == form.values != () and part.back else ()


def _why(question: Question, form: menu_state.OfferForm, part: Amount) -> tuple[Message, ...]:
    """The reason of this one number first: the title says what the question is about."""
    asked = None if question.non_blocking else asked_still(question, form)
    return tuple(each for each in (part.why, asked) if each and each != part.text)


def asked_still(question: Question, form: menu_state.OfferForm) -> Message | None:
    """The words of a question at a later part of its answer; None where the first part has answered them."""
    return None if form.values and question.text.text.endswith("?") else question.text


def with_the_rest(rest: Sequence[Amount]) -> tuple[Message, ...]:
    """What a held OK takes too, each as it stands; then how many."""
    if not rest:
        return ()
    counts = (tr("{what} {n}", what=part.brief, n=part.default) for part in rest if part.brief)
    fewer = trn("OK held: {n} more as it stands", "OK held: {n} more as they stand", len(rest))
    return tr("OK held: also {counts}", counts=listed(counts)), fewer


def _choice_option(
    menu: Menu,
    context: MenuContext,
    question: Question,
    form: menu_state.OfferForm,
    part: Pick,
    row: Message | Choice,
) -> Option:
    if isinstance(row, Message):
        # In an entry that is changed the cursor stands on what was answered, under its heading too.
        answered = form.rest[0] if form.rest else None
        inside = begin(question, msgspec.structs.replace(form, group=row), context, answered)
        return Option(ListItem(row, closed=is_closed(row, part)), partial(on_top, menu, inside))
    note = note_of(row.closed, row.caution) or row.note
    item = ListItem(row.label, note, row.closed is not None, sign=cell_in(row))
    about = partial(subjects.of_choice, context, question, form.offer, row)
    if row.closed:
        return Option(item, partial(because, menu, row.closed), about=about, brief=row.brief)
    return Option(item, partial(picked, menu, context, question, form, row.value), about=about, brief=row.brief)


def picked(
    menu: Menu, context: MenuContext, question: Question, form: menu_state.OfferForm, *more: Value
) -> Outcome:
    """The form with more values, mostly one."""
    values = (*form.values, *more)
    further = msgspec.structs.replace(form, values=values, group=None, turned=0, rest=form.rest[len(more) :])
    return filled(menu, context, question, further)


def hints_for_number(amount: Amount, rest: bool) -> tuple[Hint, ...]:
    """What keys do with a number that is set; rest: counts come after it that OK held takes too."""
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
