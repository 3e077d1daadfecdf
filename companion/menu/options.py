"""Options: the rows of the menu's lists, with the menu or action that OK on each gives.

One generator per list serves both page and key press. The `…_topics` functions yield help article keys for a row.
Draws nothing and moves no cursor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby
from typing import NamedTuple

import msgspec

from companion.engine.game import Interpretation
from companion.engine.message import Message, capitalize_start, join_list, literal, tr, trn
from companion.engine.offers import (
    Answer,
    Choice,
    Offer,
    Pick,
    Question,
    Reason,
    Text,
    Value,
    final_confirmation,
    refusal_reason,
)
from companion.menu import menu_state
from companion.menu.forms import begin_form, has_numbers_on_keys, next_part, sole_choice
from companion.menu.menu_state import Menu, MenuContext, MenuScreen
from companion.menu.pages import Hint, ListItem, NoticePage


def offer_topics(context: MenuContext, question: Question, offer: Offer) -> Iterator[str]:
    """Yield help keys for an offer: the rule against it, the entry, the rule behind the question."""
    yield from _rules(offer.closed, offer.caution)
    yield context.explain.row(question.kind, offer.name)
    yield question.rule


def choice_topics(context: MenuContext, question: Question, offer: str, choice: Choice) -> Iterator[str]:
    """Yield help keys for a choice: the rule against it, the piece or thing, the entry."""
    yield from _rules(choice.closed, choice.caution)
    yield choice.help_key
    yield choice.piece
    yield choice.value
    yield context.explain.row(question.kind, offer)
    yield question.rule


def interpretation_topics(context: MenuContext, interpretation: Interpretation) -> Iterator[str]:
    """Yield help keys for an interpretation of a tap: the entry, then the pieces in it."""
    if question := context.question(interpretation.answer.question):
        yield context.explain.row(question.kind, interpretation.answer.offer)
    yield from (value for value in interpretation.answer.values if isinstance(value, str))


def _rules(*reasons: Reason | None) -> Iterator[str]:
    yield from (reason.rule for reason in reasons if reason)


NO_TEXT_ENTRY = tr("Letters can't be typed with buttons: write it on the page.")
WRITE_ON_PHONE = tr(
    "Letters can't be typed with buttons. Write it on the page or a phone: BACK until the menu comes, then Phones."
)

Outcome = Menu | menu_state.MenuAction

GO_ON_HINTS = (Hint("OK", tr("go on")),)
FURTHER_CHOICES = tr("other …")
"""Label of the row and key that leads from the keys to further choices; small panels show only one of them."""
RARE_ENTRIES = tr("Rarely needed")


class Option(NamedTuple):
    """One row of a list."""

    row: ListItem
    """The row as it is shown."""
    choose: Callable[[], Outcome]
    """Returns the result of OK on it; called for the chosen row only."""
    hold: Callable[[], Outcome] | None = None
    """Returns the result of held OK; None shows help, if there is any."""
    help_keys: Callable[[], Iterable[str]] | None = None
    """Returns help keys for the row, most likely first (`Article.key`); None for none."""
    brief: Message | None = None
    """As in `Choice.brief`."""
    key: str = ""
    """Its fixed key on a page of keys; "" if its position decides."""
    ok_label: Message | None = None
    """Label of OK on this row; None for `OptionList.ok`."""


class OptionList(NamedTuple):
    """A list ready to be shown as a page."""

    kind: str
    """As in `ListPage.kind`."""
    title: Message
    """What is asked, or what the list is."""
    options: Sequence[Option]
    """From the top."""
    player: str = ""
    """The id of the player who is asked; "" for all."""
    ok_label: Message = tr("choose")
    """Label of OK."""
    held_label: Message | None = None
    """Label of held OK; None if it shows help."""
    in_order: bool = False
    """As in `Pick.in_order`."""
    has_more: bool = False
    """True if the whole list has more rows than these."""
    back_label: Message | None = None
    """Label of BACK; None for "back"."""
    why: tuple[Message, ...] = ()
    """As in `KeysPage.why`."""
    rest: tuple[Message, ...] = ()
    """As in `KeysPage.rest`."""
    suggested: int = 0
    """The index of the most likely option, unless `in_order`."""


def add_notice(menu: Menu, kind: str, text: Message, rule: str = "", about: str = "") -> Menu:
    """Return the menu with a notice on top; it begins with a capital letter."""
    return msgspec.structs.replace(menu, notice=NoticePage(kind, capitalize_start(text), GO_ON_HINTS, rule, about))


def show_reason(menu: Menu, reason: Reason) -> Menu:
    """Return the menu with a notice why something is refused."""
    return add_notice(menu, "refused", reason.text, reason.rule)


def show_no_text_entry(menu: Menu, context: MenuContext) -> Menu:
    """Return the menu with a notice where text can be typed, with a way that exists here."""
    return add_notice(menu, "asks", WRITE_ON_PHONE if context.phones else NO_TEXT_ENTRY)


def push_screen(menu: Menu, level: MenuScreen) -> Menu:
    return msgspec.structs.replace(menu, levels=(*menu.levels, level))


def pop_screen(menu: Menu) -> Menu:
    return msgspec.structs.replace(menu, levels=menu.levels[:-1])


def replace_top(menu: Menu, level: MenuScreen) -> Menu:
    """Return the menu with `level` instead of the top screen."""
    return push_screen(pop_screen(menu), level)


def screen_question(
    menu: Menu, context: MenuContext, level: menu_state.OfferList | menu_state.OfferForm
) -> Question | None:
    """Return the question of a screen, open now or of the edited entry; None if it is gone."""
    if level.edit:
        return menu.past_entry.question(level.question) if menu.past_entry else None
    return context.question(level.question)


def open_offer(menu: Menu, context: MenuContext, question: Question, offer: Offer, edit: int = 0) -> Outcome:
    """Return the result of choosing an offer: its reason, its answer or its form."""
    if offer.closed:
        return show_reason(menu, offer.closed)
    form = menu_state.OfferForm(question.number, offer.name, () if edit else assumed_values(offer), edit=edit)
    return fill_form(menu, context, question, form, push_screen)


def assumed_values(offer: Offer) -> tuple[Value, ...]:
    """Return the values that are filled in without asking; one step back from the next part changes them."""
    values: tuple[Value, ...] = ()
    while isinstance(part := next_part(offer, values), Pick) and part.is_assumed:
        if not any(choice.value == part.default and not choice.closed for choice in part.choices):
            break
        values = (*values, part.default)
    return values


def fill_form(
    menu: Menu,
    context: MenuContext,
    question: Question,
    form: menu_state.OfferForm,
    place: Callable[[Menu, MenuScreen], Menu] = replace_top,
) -> Outcome:
    """Return the menu with the form's next part open, or the answer if no part is left."""
    offer = question.offer(form.offer)
    while offer and not form.old_values and (only := sole_choice(next_part(offer, form.values))):
        form = msgspec.structs.replace(form, values=(*form.values, only))
    if form.old_values and (whole := _with_rest(question, form)):
        return answer_action(menu, form.edit, whole)
    part = next_part(offer, form.values) if offer else None
    if part is None:
        act = answer_action(menu, form.edit, Answer(question.number, form.offer, form.values))
        sure = final_confirmation(offer, form.values) if offer and not form.edit else None
        return (
            push_screen(menu, menu_state.ConfirmPrompt(sure.text, sure.go_on or tr("Yes"), act)) if sure else act
        )
    if isinstance(part, Text):
        return show_no_text_entry(menu, context)
    return place(
        menu,
        begin_form(question, form, context, form.old_values[0] if form.old_values else _entered_value(menu, form)),
    )


def _entered_value(menu: Menu, form: menu_state.OfferForm) -> Value | None:
    """Return the value in the entry that is edited, which the cursor starts on; None for none."""
    past, at = menu.past_entry, len(form.values)
    if not form.edit or past is None or past.is_insertion:
        return None
    if (past.answer.question, past.answer.offer) != (form.question, form.offer):
        return None
    values = past.answer.values
    return values[at] if len(values) > at and values[:at] == form.values else None


def _with_rest(question: Question, form: menu_state.OfferForm) -> Answer | None:
    """Return the edited answer with the old values after it; None if they no longer fit."""
    answer = Answer(question.number, form.offer, (*form.values, *form.old_values))
    return None if refusal_reason(question, msgspec.structs.replace(answer, anyway=True)) else answer


def answer_action(menu: Menu, edit: int, answer: Answer) -> menu_state.MenuAction:
    """Return the action of a complete answer: a new entry, or an edit of an earlier one."""
    if not edit:
        return menu_state.GiveAnswer(answer)
    past = menu.past_entry
    if past and past.edit and past.new_question and past.new_question.number == answer.question:
        return msgspec.structs.replace(past.edit, later_answers=(*past.edit.later_answers, answer))
    return menu_state.EditEntry(edit, answer, is_insertion=past.is_insertion if past else False)


def options_for_offers(menu: Menu, context: MenuContext, level: menu_state.OfferList) -> OptionList:
    question = screen_question(menu, context, level)
    assert question is not None
    shown = [
        offer for offer in question.offers if is_behind_one_row(question, offer) == level.is_rare or level.edit
    ]
    options = [
        option
        for offer in shown
        for option in (
            *(() if level.edit else preset_options(menu, question, offer)),
            offer_option(menu, context, question, offer, level.edit),
        )
    ]
    if len(shown) < len(question.offers) and not level.is_rare:
        options.append(
            Option(
                ListItem(RARE_ENTRIES),
                partial(push_screen, menu, menu_state.OfferList(level.question, is_rare=True)),
            )
        )
    usual = (n for n, offer in enumerate(shown) if offer.is_suggested)
    title = (
        resting_question_label(question)
        if question.player and question.non_blocking and not level.edit
        else question.text
    )
    return OptionList("question", title, options, question.player, suggested=suggested_row(usual, options))


def is_behind_one_row(question: Question, offer: Offer) -> bool:
    """True if a blocking question shows this offer behind its row of rare entries."""
    return offer.is_rare and not question.non_blocking


def suggested_row(usual: Iterator[int], options: Sequence[Option]) -> int:
    """Return the index of the suggested option, even if closed; without one, the first open option."""
    still_open = (n for n, option in enumerate(options) if not option.row.closed)
    return next(chain(usual, still_open), 0)


def resting_question_label(question: Question) -> Message:
    """Return the label of another player's question; its text names the player."""
    return tr("{whose}: something else", whose=question.text)


def offer_option(menu: Menu, context: MenuContext, question: Question, offer: Offer, edit: int = 0) -> Option:
    row = ListItem(
        offer.label,
        reason_note(offer.closed, offer.caution),
        closed=offer.closed is not None,
        sign=offer.sign or offer.name,
    )
    about = partial(offer_topics, context, question, offer)
    return Option(
        row, partial(open_offer, menu, context, question, offer, edit), help_keys=about, brief=offer.hint
    )


def reason_note(closed: Reason | None, caution: Reason | None) -> Message | None:
    reason = closed or caution
    return reason.text if reason else None


def offers_on_key(context: MenuContext, key: str = "") -> list[tuple[Question, Offer]]:
    """Return the offers with a key, or this key, on the home page, open ones first."""
    found = [(q, o) for q in context.questions for o in q.offers_with_keys if key in ("", o.key)]
    return sorted(found, key=lambda pair: pair[1].closed is not None)


def options_for_key(menu: Menu, context: MenuContext, level: menu_state.KeyOffers) -> OptionList:
    """Return the players for whom the key opens this offer."""
    held = offers_on_key(context, level.key)
    options = [Option(ListItem(q.text), partial(_instead_of_top, menu, context, q, offer)) for q, offer in held]
    return OptionList("question", tr("{act}: for whom?", act=held[0][1].label) if held else tr("Menu"), options)


def _instead_of_top(menu: Menu, context: MenuContext, question: Question, offer: Offer) -> Outcome:
    outcome = open_offer(pop_screen(menu), context, question, offer)
    return push_screen(menu, outcome.levels[-1]) if isinstance(outcome, Menu) and not outcome.notice else outcome


def preset_or_form_options(menu: Menu, context: MenuContext, question: Question, offer: Offer) -> Iterator[Option]:
    """Yield the presets of an offer; if it has none or is closed, the offer itself."""
    if offer.closed or not offer.presets:
        yield offer_option(menu, context, question, offer)
    else:
        yield from preset_options(menu, question, offer)


def preset_options(menu: Menu, question: Question, offer: Offer, edit: int = 0) -> Iterator[Option]:
    for ready in () if offer.closed else offer.presets:
        if ready.is_for_late_entry and not edit:
            continue
        answer = Answer(question.number, offer.name, ready.values)
        row = ListItem(ready.label, sign=offer.sign or offer.name)
        yield Option(row, partial(answer_action, menu, edit, answer), brief=ready.brief)


def options_for_caution(menu: Menu, _context: MenuContext, level: menu_state.CautionPrompt) -> OptionList:
    anyway = msgspec.structs.replace(level.answer, anyway=True)
    act: Outcome = answer_action(menu, level.edit, anyway)
    options = [
        Option(ListItem(level.reason.go_on or tr("We did it anyway")), lambda: act),
        _enter_option(menu) if level.reason.go_on else _correct_option(menu),
        Option(ListItem(tr("Cancel")), partial(pop_screen, menu)),
    ]
    why = [option._replace(help_keys=lambda: (level.reason.rule,)) for option in options]
    return OptionList("caution", tr("Careful: {reason}", reason=level.reason.text), why, held_label=tr("why?"))


def _correct_option(menu: Menu) -> Option:
    return Option(
        ListItem(tr("Correct it")), lambda: Menu((menu_state.OfferList(0),), instructions=menu.instructions)
    )


def _enter_option(menu: Menu) -> Option:
    """Return the option that leads to all entries, because one is missing."""
    return Option(
        ListItem(tr("Enter what is missing")),
        lambda: Menu((menu_state.MoreOffers(),), instructions=menu.instructions),
    )


def options_for_kept_roll(menu: Menu, context: MenuContext, level: menu_state.UndoneRollPrompt) -> OptionList:
    options = [
        Option(ListItem(tr("Keep it")), lambda: menu_state.GiveAnswer(level.answer), brief=tr("keep")),
        Option(
            ListItem(tr("We rolled again")),
            lambda: Menu(is_rerolled=True, instructions=menu.instructions),
            brief=tr("again"),
        ),
    ]
    return OptionList("question", tr("It showed {face}.", face=_face(context, level.answer)), options)


def _face(context: MenuContext, rolled: Answer) -> Message:
    """Return the text of a roll; a roll entered by a player is an offer for each face."""
    if rolled.values:
        return join_list(str(value) for value in rolled.values)
    question = context.question(rolled.question)
    told = question.offer(rolled.offer) if question else None
    return told.hint or told.label if told else literal("?")


def options_for_interpretations(
    menu: Menu, context: MenuContext, level: menu_state.InterpretationList
) -> OptionList:
    grouped = groupby(level.choices, key=lambda way: way.group)
    options = [
        option for group, ways in grouped for option in _interpretation_rows(menu, context, group, tuple(ways))
    ]
    if not (all(option.brief for option in options) and has_numbers_on_keys(len(options), level.key_page)):
        options.append(Option(ListItem(tr("Never mind")), partial(pop_screen, menu)))
    return OptionList("interpretations", level.title, options, in_order=level.in_order)


def _interpretation_rows(
    menu: Menu, context: MenuContext, group: Message | None, interpretations: Sequence[Interpretation]
) -> Iterator[Option]:
    """Yield a row for each interpretation of the tap, or one row for a group."""
    if group and len(interpretations) > 1:
        alone = tuple(msgspec.structs.replace(way, group=None) for way in interpretations)
        inside = menu_state.InterpretationList(group, alone, in_order=all(way.brief for way in alone))
        yield Option(ListItem(group), partial(push_screen, menu, inside))
        return
    for way in interpretations:
        yield Option(
            ListItem(way.label),
            partial(menu_state.GiveAnswer, way.answer, way.replaces),
            help_keys=partial(interpretation_topics, context, way),
            brief=way.brief,
        )


def options_for_unfit(_menu: Menu, _context: MenuContext, level: menu_state.UnfitList) -> OptionList:
    sure = msgspec.structs.replace(level.edit, is_confirmed=True)
    lines = (*level.lines, *level.side_effects)
    options = [Option(ListItem(text, reason.text), lambda: sure) for text, reason in lines]
    title = _dropped_text(level) if level.lines else tr("This changes too")
    if level.notice:
        title = tr("{title}. {scorings}", title=title, scorings=level.notice)
    return OptionList("unfit", title, options, ok_label=tr("do it"))


def _dropped_text(level: menu_state.UnfitList) -> Message:
    """Return the title with the number of dropped entries, without the player's new answer."""
    n, turns = len(level.lines), level.turns
    if level.edit.new_answer and turns > 1:
        return trn(
            "{n} entry of {turns} turns would go; your answer and all others stay",
            "{n} entries of {turns} turns would go; your answer and all others stay",
            n,
            turns=turns,
        )
    if level.edit.new_answer:
        return trn(
            "{n} entry would go; your answer and all others stay",
            "{n} entries would go; your answer and all others stay",
            n,
        )
    if turns > 1:
        return trn(
            "{n} entry of {turns} turns would go, all others stay",
            "{n} entries of {turns} turns would go, all others stay",
            n,
            turns=turns,
        )
    return trn("{n} entry would go, all others stay", "{n} entries would go, all others stay", n)
