"""What every list of the menu shows, and what each of its rows does: one generator for page and press.

A row comes with the menu or act that OK on it gives. Draws nothing and moves no cursor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from companion.engine.game import PutBack
from companion.engine.message import Message, listed, literal, tr
from companion.engine.offers import Answer, Choice, Offer, Pick, Question, Reason, Text, Value, why_not
from companion.menu import menu_state
from companion.menu.forms import begin, folded, is_closed, next_part, title_of
from companion.menu.menu_state import Level, Menu, MenuContext
from companion.menu.pages import Hint, ListItem, NoticePage

Outcome = Menu | menu_state.Act

GO_ON = (Hint("OK", tr("go on")),)


class Option(NamedTuple):
    """A row of a list."""

    row: ListItem
    """What it shows."""
    chosen: Callable[[], Outcome]
    """Gives what OK on it does; worked out for the chosen row only."""
    held: Callable[[], Outcome] | None = None
    """The same for an OK that is held; None: it does what a short one does."""


class OptionList(NamedTuple):
    """A list ready for a page."""

    kind: str
    """As in `ListPage.kind`."""
    title: Message
    """Over the list: what is asked, or what the list is."""
    options: Sequence[Option]
    """From the top."""
    asked: str = ""
    """The player whom it is asked, by id; "" for everybody."""
    ok: Message = tr("choose")
    """What OK does, for the hint."""
    held: Message | None = None
    """What a held OK does, for the hint; None where it does the same."""


def noticed(menu: Menu, kind: str, text: Message, rule: str = "") -> Menu:
    """The menu with a sentence over it."""
    return msgspec.structs.replace(menu, notice=NoticePage(kind, text, GO_ON, rule))


def because(menu: Menu, reason: Reason) -> Menu:
    """The menu with the reason why not."""
    return noticed(menu, "refused", reason.text, reason.rule)


def pushed(menu: Menu, level: Level) -> Menu:
    return msgspec.structs.replace(menu, levels=(*menu.levels, level))


def popped(menu: Menu) -> Menu:
    return msgspec.structs.replace(menu, levels=menu.levels[:-1])


def on_top(menu: Menu, level: Level) -> Menu:
    """The menu with `level` in the place of the one on top."""
    return pushed(popped(menu), level)


def question_of(
    menu: Menu, context: MenuContext, level: menu_state.OfferList | menu_state.OfferForm
) -> Question | None:
    """The question a level is about: open now, or of the entry being changed."""
    if level.edit:
        return menu.past.question(level.question) if menu.past else None
    return context.question(level.question)


def opened(menu: Menu, context: MenuContext, question: Question, offer: Offer, edit: int = 0) -> Outcome:
    """What choosing an offer gives: its reason, its answer, or its form."""
    if offer.closed:
        return because(menu, offer.closed)
    form = menu_state.OfferForm(question.number, offer.name, () if edit else assumed(offer), edit=edit)
    return filled(menu, context, question, form, pushed)


def assumed(offer: Offer) -> tuple[Value, ...]:
    """What is filled in unasked, always the same: people step back from the next part to say something else."""
    values: tuple[Value, ...] = ()
    while isinstance(part := next_part(offer, values), Pick) and part.assumed:
        if not any(choice.value == part.default and not choice.closed for choice in part.choices):
            break
        values = (*values, part.default)
    return values


def filled(
    menu: Menu,
    context: MenuContext,
    question: Question,
    form: menu_state.OfferForm,
    place: Callable[[Menu, Level], Menu] = on_top,
) -> Outcome:
    """The form with its next part open, or the answer when there is none left."""
    offer = question.offer(form.offer)
    if form.rest and (whole := _with_rest(question, form)):
        return given(menu, form.edit, whole)
    part = next_part(offer, form.values) if offer else None
    if part is None:
        return given(menu, form.edit, Answer(question.number, form.offer, form.values))
    if isinstance(part, Text):
        return noticed(menu, "asks", tr("Letters can't be typed with buttons: type it on the page."))
    return place(menu, begin(question, form, context, form.rest[0] if form.rest else None))


def _with_rest(question: Question, form: menu_state.OfferForm) -> Answer | None:
    """The changed answer with what followed in the old one; None where that no longer fits."""
    answer = Answer(question.number, form.offer, (*form.values, *form.rest))
    return None if why_not(question, msgspec.structs.replace(answer, anyway=True)) else answer


def given(menu: Menu, edit: int, answer: Answer) -> menu_state.Act:
    """What a whole answer asks for: that it is entered, now or instead of an earlier one."""
    if not edit:
        return menu_state.GiveAnswer(answer)
    return menu_state.EditEntry(edit, answer, before=menu.past.before if menu.past else False)


def options_for_offers(menu: Menu, context: MenuContext, level: menu_state.OfferList) -> OptionList:
    question = question_of(menu, context, level)
    assert question is not None
    options = [
        option
        for offer in question.offers
        for option in (
            *(() if level.edit else _ready_options(question, offer)),
            offer_option(menu, context, question, offer, level.edit),
        )
    ]
    return OptionList("question", question.text, options, question.asked)


def offer_option(menu: Menu, context: MenuContext, question: Question, offer: Offer, edit: int = 0) -> Option:
    row = ListItem(
        offer.label, _note(offer.closed, offer.caution), closed=offer.closed is not None, sign=offer.name
    )
    return Option(row, partial(opened, menu, context, question, offer, edit))


def _note(closed: Reason | None, caution: Reason | None) -> Message | None:
    reason = closed or caution
    return reason.text if reason else None


def keyed(context: MenuContext, key: str = "") -> list[tuple[Question, Offer]]:
    """What keys open on the home page, or that key: open offers first, then the most pressing question's."""
    found = [(q, o) for q in context.questions for o in q.keyed_offers if key in ("", o.key)]
    return sorted(found, key=lambda pair: pair[1].closed is not None)


def options_for_key(menu: Menu, context: MenuContext, level: menu_state.KeyOffers) -> OptionList:
    """The same key opens this for several people."""
    held = keyed(context, level.key)
    options = [Option(ListItem(q.text), partial(_instead_of_top, menu, context, q, offer)) for q, offer in held]
    return OptionList("question", tr("{act}: for whom?", act=held[0][1].label) if held else tr("Menu"), options)


def _instead_of_top(menu: Menu, context: MenuContext, question: Question, offer: Offer) -> Outcome:
    outcome = opened(popped(menu), context, question, offer)
    return pushed(menu, outcome.levels[-1]) if isinstance(outcome, Menu) and not outcome.notice else outcome


def options_for_more(menu: Menu, context: MenuContext, _level: menu_state.MoreOffers) -> OptionList:
    """What the resting questions offer, always in the same order.

    First what belongs to this moment alone, then what the one on turn enters, whole answers before the forms for
    any number, what has a key of its own last; at the other end, one press away, other people's entries.
    """
    resting = [q for q in context.questions if q.non_blocking]
    asked = resting[0].asked if resting else ""
    own = [(q, o) for q in resting for o in q.offers if q.asked == asked]
    entered = [(q, o) for q, o in own if q is not resting[0]]
    row = partial(offer_option, menu, context)
    options = [
        option
        for q, o in keyed(context, "DOWN")
        for option in (
            *_ready_options(q, o),
            row(q, o) if q.asked == asked else _others(menu, context, q, o),
        )
    ]
    for q, o in entered:
        if o.ready and not o.closed and o.key != "DOWN":
            options += _ready_options(q, o)
        elif not o.key:
            options.append(row(q, o))
    options += [row(q, o) for q, o in entered if o.ready and not o.closed and not o.key]
    options += [row(q, o) for q, o in own if o.key not in ("", "DOWN")]
    options += [row(q, o) for q, o in own if q is resting[0] and not o.key]
    options.append(Option(ListItem(tr("Menu")), partial(on_top, menu, menu_state.MainMenu())))
    options += [
        Option(ListItem(q.text), partial(pushed, menu, menu_state.OfferList(q.number)))
        for q in resting
        if q.asked != asked
    ]
    sheets = [(kind, sheet) for kind, sheet in context.sheets.items() if sheet.listed]
    options += [
        Option(ListItem(s.label), partial(pushed, menu, menu_state.SheetLevel(kind))) for kind, s in sheets
    ]
    return OptionList("menu", tr("What happened?"), options)


def _others(menu: Menu, context: MenuContext, question: Question, offer: Offer) -> Option:
    """What somebody enters who isn't the one on turn."""
    option = offer_option(menu, context, question, offer)
    label = tr("{whose}: {what}", whose=question.text, what=option.row.label)
    return option._replace(row=msgspec.structs.replace(option.row, label=label))


def _ready_options(question: Question, offer: Offer) -> Iterator[Option]:
    for ready in () if offer.closed else offer.ready:
        answer = Answer(question.number, offer.name, ready.values)
        yield Option(ListItem(ready.label), partial(_given, answer))


def _given(answer: Answer) -> Outcome:
    return menu_state.GiveAnswer(answer)


def options_for_form(menu: Menu, context: MenuContext, level: menu_state.OfferForm) -> OptionList:
    """The pick that the form is at."""
    question = question_of(menu, context, level)
    offer = question.offer(level.offer) if question else None
    part = next_part(offer, level.values) if offer else None
    assert question is not None
    assert isinstance(part, Pick)
    options = [_choice_option(menu, context, question, level, part, row) for row in folded(part, level.group)]
    return OptionList("question", level.group or title_of(question, level, part), options, question.asked)


def _choice_option(
    menu: Menu,
    context: MenuContext,
    question: Question,
    form: menu_state.OfferForm,
    part: Pick,
    row: Message | Choice,
) -> Option:
    if isinstance(row, Message):
        inside = begin(question, msgspec.structs.replace(form, group=row), context)
        return Option(ListItem(row, closed=is_closed(row, part)), partial(on_top, menu, inside))
    item = ListItem(row.label, _note(row.closed, row.caution), row.closed is not None, sign=row.value)
    if row.closed:
        return Option(item, partial(because, on_top(menu, _past_closed(form, part)), row.closed))
    return Option(item, partial(picked, menu, context, question, form, row.value))


def _past_closed(form: menu_state.OfferForm, part: Pick) -> menu_state.OfferForm:
    """The cursor on the next row that can be picked: another press must not meet the same refusal."""
    rows = folded(part, form.group)
    at = min(form.cursor, len(rows) - 1)
    below = [*range(at, len(rows)), *range(at)]
    return msgspec.structs.replace(form, cursor=next((n for n in below if not is_closed(rows[n], part)), at))


def picked(
    menu: Menu, context: MenuContext, question: Question, form: menu_state.OfferForm, value: Value
) -> Outcome:
    """The form with one more value."""
    values = (*form.values, value)
    return filled(
        menu, context, question, msgspec.structs.replace(form, values=values, group=None, rest=form.rest[1:])
    )


def options_for_caution(menu: Menu, _context: MenuContext, level: menu_state.CautionPrompt) -> OptionList:
    anyway = msgspec.structs.replace(level.answer, anyway=True)
    act: Outcome = given(menu, level.edit, anyway)
    options = [
        Option(ListItem(tr("We did it anyway")), lambda: act),
        Option(ListItem(tr("Correct it")), lambda: Menu((menu_state.OfferList(0),), owed=menu.owed)),
        Option(ListItem(tr("Cancel")), partial(popped, menu)),
    ]
    return OptionList("caution", tr("Careful: {reason}", reason=level.reason.text), options)


def options_for_kept(menu: Menu, _context: MenuContext, level: menu_state.KeptRoll) -> OptionList:
    face = listed(str(value) for value in level.answer.values) if level.answer.values else literal("?")
    options = [
        Option(ListItem(tr("Keep it")), lambda: menu_state.GiveAnswer(level.answer)),
        Option(ListItem(tr("We rolled again")), lambda: Menu(rolled_again=True, owed=menu.owed)),
    ]
    return OptionList("question", tr("It showed {face}.", face=face), options)


def options_for_interpretations(
    menu: Menu, _context: MenuContext, level: menu_state.InterpretationList
) -> OptionList:
    options = [
        Option(ListItem(way.label), partial(menu_state.GiveAnswer, way.answer, way.replaces))
        for way in level.choices
    ]
    options.append(Option(ListItem(tr("Never mind")), partial(popped, menu)))
    return OptionList("interpretations", level.title, options)


PUT_BACK, PUT_RIGHT = tr("Put back on the table"), tr("Change on the table")


def owed_words(items: Sequence[PutBack]) -> Message:
    """What a list of this is called."""
    return PUT_RIGHT if any(item.forward for item in items) else PUT_BACK


def options_for_put_back(menu: Menu, _context: MenuContext, level: menu_state.PutBackList) -> OptionList:
    options = [Option(ListItem(tr("All done")), lambda: Menu())]
    options += [
        Option(ListItem(item.text, ticked=done), partial(ticked, menu, level, index, not done))
        for index, (item, done) in enumerate(zip(level.items, level.ticked, strict=True))
    ]
    return OptionList("put_back", level.title or owed_words(level.items), options, ok=tr("done"))


def ticked(menu: Menu, level: menu_state.PutBackList, index: int, done_now: bool = True) -> Menu:
    """The list with one thing done, or not done after all; when all are, it closes."""
    done = tuple(done_now if i == index else was for i, was in enumerate(level.ticked))
    if all(done):
        return Menu()
    left = tuple(item for item, was in zip(level.items, done, strict=True) if not was)
    now = on_top(menu, msgspec.structs.replace(level, ticked=done))
    return msgspec.structs.replace(now, owed=left)


def put_back_list(menu: Menu, title: Message | None = None) -> Menu:
    """The list of what is still owed to the table."""
    level = menu_state.PutBackList(menu.owed, (False,) * len(menu.owed), title=title)
    return Menu((level,), owed=menu.owed)


def options_for_unfit(_menu: Menu, _context: MenuContext, level: menu_state.UnfitList) -> OptionList:
    sure = msgspec.structs.replace(level.edit, sure=True)
    options = [Option(ListItem(text, reason.text), lambda: sure) for text, reason in level.lines]
    return OptionList("unfit", tr("These no longer fit and would be dropped"), options, ok=tr("do it"))
