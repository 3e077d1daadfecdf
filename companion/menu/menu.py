"""The page for the open screens (`menu_page`) and the effect of a key (`press_button`).

Both are pure functions of the menu, the context and the key; an action is returned, never carried out.
`refresh_menu` closes screens of questions that are gone and opens the next blocking question. The rows of lists
are made by the modules in `_OPTIONS`. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from string import digits

import msgspec

from companion.engine.game import CORRECTION
from companion.engine.message import Message, tr
from companion.engine.offers import COMPANION_ROLLS, Amount, Offer, Pick, Place, Question, refusal_reason
from companion.menu import (
    form_screens,
    forms,
    help_pages,
    history_menu,
    home_page,
    main_menu,
    menu_state,
    piece_facts_menu,
    sticker_enrolment,
)
from companion.menu import options as lists
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import OptionList, Outcome, pop_screen, push_screen
from companion.menu.pages import Hint, KeysPage, ListPage, MapPage, NoticePage, NumberPage, Page, SheetPage


def options_on_top(menu: Menu, context: MenuContext) -> OptionList:
    """Return the list of the top screen."""
    level = menu.levels[-1]
    return main_menu.with_setup_rows(menu, context, _OPTIONS[type(level)](menu, context, level))


_OPTIONS: dict[type, Callable[..., OptionList]] = {
    menu_state.PhoneMenu: main_menu.options_for_phones,
    menu_state.PhoneRequest: main_menu.options_for_phone_request,
    menu_state.OfferList: lists.options_for_offers,
    menu_state.OfferForm: form_screens.options_for_form,
    menu_state.MoreOffers: home_page.options_for_more,
    menu_state.KeyOffers: lists.options_for_key,
    menu_state.MainMenu: main_menu.options_for_main,
    menu_state.CautionPrompt: lists.options_for_caution,
    menu_state.UndoneRollPrompt: lists.options_for_kept_roll,
    menu_state.InterpretationList: lists.options_for_interpretations,
    menu_state.UndoInstructionList: history_menu.options_for_undo_instructions,
    menu_state.HistoryList: history_menu.options_for_history,
    menu_state.TurnEntryList: history_menu.options_for_turn,
    menu_state.EntryMenu: history_menu.options_for_entry,
    menu_state.PlayerList: history_menu.options_for_players,
    menu_state.ForgottenList: history_menu.options_for_forgotten,
    menu_state.TableOrLog: history_menu.options_for_table_or_log,
    menu_state.UnfitList: lists.options_for_unfit,
    menu_state.GameList: main_menu.options_for_games,
    menu_state.GameMenu: main_menu.options_for_game,
    menu_state.GameChoice: main_menu.options_for_game_choice,
    menu_state.OrderChoice: main_menu.options_for_order,
    menu_state.BoxMenu: main_menu.options_for_box,
    menu_state.LanguageList: main_menu.options_for_language,
    menu_state.ConfirmPrompt: main_menu.options_for_confirmation,
    menu_state.StickerKindList: sticker_enrolment.options_for_stickers,
    menu_state.StickerPieceList: sticker_enrolment.options_for_choice,
    menu_state.FactGroupList: piece_facts_menu.options_for_groups,
    menu_state.FactPieceList: piece_facts_menu.options_for_group,
    menu_state.FieldList: piece_facts_menu.options_for_piece,
    menu_state.FieldForm: piece_facts_menu.options_for_field,
    menu_state.HelpTopicList: help_pages.options_for_help_topics,
}


BACK_HINT = Hint("BACK", tr("back"))
OTHER_ANSWERS = tr("others")


def press_back(menu: Menu, context: MenuContext, long: bool) -> Outcome:
    """Return the result of BACK_HINT: one step back, or out of a question to the home page.

    Held BACK_HINT opens the main menu.
    """
    level = menu.levels[-1]
    if isinstance(menu.levels[0], menu_state.GameChoice) and (long or len(menu.levels) == 1):
        # No game is chosen yet, and none must start by itself, so the menu opens over the question.
        return push_screen(msgspec.structs.replace(menu, levels=menu.levels[:1]), menu_state.MainMenu())
    if help_pages.ends_tutorial(menu, "BACK", long):
        return menu_state.SetTutorial(False)
    if isinstance(level, menu_state.OfferForm) and not long and not level.old_values:
        question = lists.screen_question(menu, context, level)
        before = forms.step_back(question, level, context) if question else None
        if before is not None:
            return lists.replace_top(menu, before)
    if isinstance(level, menu_state.MoreOffers) and level.key_page and not long:
        return lists.replace_top(menu, msgspec.structs.replace(level, key_page=level.key_page - 1))
    if len(menu.levels) > 1 and not long:
        return pop_screen(menu)
    if keeps_question_open(menu, context, level) and not long and (found := other_offers_of_map(context, level)):
        return lists.replace_top(menu, menu_state.OfferList(found[0].number, is_rare=True))
    rolled = menu.is_rerolled or isinstance(level, menu_state.UndoneRollPrompt)
    seen = menu.has_seen_hidden_sheet or (
        isinstance(level, menu_state.SheetScreen) and level.kind == context.hidden_sheet()
    )
    home = Menu(
        postponed_question=_question_set_aside(menu, context),
        instructions=menu.instructions,
        is_rerolled=rolled,
        has_seen_hidden_sheet=seen,
    )
    if long:
        return push_screen(home, menu_state.MainMenu())
    return _with_to_do(home, context) if keeps_question_open(menu, context, level) else home


def _with_to_do(home: Menu, context: MenuContext) -> Menu:
    """Return the home page, with its sheet on top if it cannot show what is to be done besides the question."""
    has_hidden_tasks = context.task_title is not None and context.hidden_sheet() in context.sheets
    return (
        push_screen(home, menu_state.SheetScreen(context.hidden_sheet(), is_on_the_way=True))
        if has_hidden_tasks
        else home
    )


def _question_set_aside(menu: Menu, context: MenuContext) -> int:
    """Return the number of the question that leaving this menu sets aside: the blocking one if it was shown."""
    front = next(iter(context.front_questions), None)
    first = menu.levels[0]
    shown = (
        isinstance(first, menu_state.OfferList | menu_state.OfferForm)
        and front is not None
        and first.question == front.number
    )
    return (
        front.number
        if front is not None and (shown or isinstance(first, menu_state.UndoneRollPrompt))
        else menu.postponed_question
    )


def press_undo(menu: Menu, context: MenuContext) -> Outcome:
    """Return the result of UNDO: the last part of a half-filled form is removed, else the last entry is undone."""
    level = menu.levels[-1] if menu.levels else None
    if isinstance(level, menu_state.OfferForm) and not level.edit:
        question = lists.screen_question(menu, context, level)
        offer = question.offer(level.offer) if question else None
        whole = msgspec.structs.replace(level, group=None, key_page=0)
        told = offer is not None and level.values != lists.assumed_values(offer)
        before = forms.step_back(question, whole, context) if question and told else None
        if before is not None:
            return lists.replace_top(menu, before)
    return menu_state.Undo()


def keeps_question_open(menu: Menu, context: MenuContext, level: menu_state.MenuScreen) -> bool:
    """True if BACK_HINT leaves the blocking question open and shows the home page instead of a previous screen."""
    if len(menu.levels) > 1 or not isinstance(level, menu_state.OfferList | menu_state.OfferForm):
        return False
    question = next(iter(context.front_questions), None)
    if question is None or question.number != level.question:
        return False
    return isinstance(level, menu_state.OfferList) or forms.step_back(question, level, context) is None


def other_offers_of_map(context: MenuContext, level: menu_state.MenuScreen) -> tuple[Question, list[Offer]] | None:
    """Return the question and the other offers of a map that was opened directly; None if there are none."""
    if not isinstance(level, menu_state.OfferForm):
        return None
    question = context.question(level.question)
    offer = question.offer(level.offer) if question else None
    if question is None or offer is None or not isinstance(forms.next_part(offer, level.values), Place):
        return None
    is_rare = [each for each in question.offers if lists.is_behind_one_row(question, each)]
    return (question, is_rare) if is_rare else None


def back_label(context: MenuContext, level: menu_state.MenuScreen) -> Message:
    """Return the label of BACK_HINT: the to-do sheet or "not now"; on a map the other offers."""
    if found := other_offers_of_map(context, level):
        return found[1][0].hint or OTHER_ANSWERS if len(found[1]) == 1 else OTHER_ANSWERS
    return context.task_title or tr("not now")


def replace_back_hint(hint: Hint, words: Message) -> Hint:
    return Hint("BACK", words) if hint == BACK_HINT else hint


JUMP_ROWS, FAR_JUMP_ROWS, LONG_LIST_ROWS = 3, 8, 24
"""Rows that a held key moves, in short lists and in lists longer than LONG_LIST_ROWS."""

_STEPS = (Hint("UP", tr("up")), Hint("DOWN", tr("down")))
_ALWAYS = (BACK_HINT, Hint("UNDO", tr("undo")))
_TURN_OVER = (Hint("UP", tr("page -")), Hint("DOWN", tr("page +")))


def refresh_menu(menu: Menu, context: MenuContext) -> Menu:
    """Return the menu without screens of closed questions, and with the next blocking question open."""
    # If one screen is gone all are closed, because they were opened from it or for it.
    if not all(_is_still_open(menu, context, level) for level in menu.levels):
        menu = Menu(
            notice=menu.notice,
            instructions=menu.instructions,
            interrupted_tap=menu.interrupted_tap,
            last_offer=menu.last_offer,
        )
    if menu.levels:
        return menu
    if not context.has_game:
        return push_screen(menu, menu_state.GameChoice())
    if menu.interrupted_tap:
        back, menu = menu.interrupted_tap, msgspec.structs.replace(menu, interrupted_tap=None)
        if _is_still_asked(back, context):
            return push_screen(menu, back)
    if context.undone_roll and not menu.is_rerolled:
        return push_screen(menu, menu_state.UndoneRollPrompt(context.undone_roll))
    front = next(iter(context.front_questions), None)
    if front is None or front.number == menu.postponed_question:
        return menu
    return push_screen(menu, _front_screen(front, context, menu.last_offer))


def _front_screen(
    question: Question, context: MenuContext, last_offer: tuple[int, str] | None
) -> menu_state.MenuScreen:
    """Return the screen of a blocking question: the form of its only offer, or the list of its offers.

    A map is opened directly; its rare offers are behind BACK_HINT. The cursor stays on the last answer unless
    that is done only once; else it starts on the suggested offer.
    """
    only = question.offers[0] if len(question.offers) == 1 else None
    if only and not only.closed and isinstance(forms.next_part(only, ()), Pick | Amount):
        return forms.begin_form(question, menu_state.OfferForm(question.number, only.name), context)
    offers = [offer for offer in question.offers if not lists.is_behind_one_row(question, offer)]
    if len(offers) == 1 and not offers[0].closed and isinstance(forms.next_part(offers[0], ()), Place):
        return forms.begin_form(question, menu_state.OfferForm(question.number, offers[0].name), context)
    able = [i for i, offer in enumerate(offers) if not offer.closed]
    before = (i for i in able if last_offer == (question.number, offers[i].name) and not offers[i].is_done_once)
    likely = (*_rows_rolled_last(question, offers, able, context), *(i for i in able if offers[i].is_suggested))
    return menu_state.OfferList(
        question.number, main_menu.setup_row_of_offer(context, next(chain(before, likely, able), 0))
    )


def _rows_rolled_last(
    question: Question, offers: Sequence[Offer], able: Sequence[int], context: MenuContext
) -> Iterator[int]:
    """Yield the rows of the offer used for the last roll of this die, if the companion's roll is suggested.

    Faces count as one offer, because the last face is no suggestion.
    """
    start = next((i for i in able if offers[i].is_suggested), next(iter(able), None))
    if start is None or offers[start].name != COMPANION_ROLLS:
        return
    last = context.last_roll_offer(question).rstrip(digits)
    yield from (i for i in able if last and offers[i].name.rstrip(digits) == last)


def _is_still_asked(tapped: menu_state.InterpretationList, context: MenuContext) -> bool:
    """True if every interpretation of that tap can still be answered."""
    answers = [way.answer for way in tapped.choices]
    asked = {answer.question: context.question(answer.question) for answer in answers if answer.question}
    return all(
        (q := asked.get(a.question)) and ((no := refusal_reason(q, a)) is None or no.is_soft) for a in answers
    )


def _is_still_open(menu: Menu, context: MenuContext, level: menu_state.MenuScreen) -> bool:
    if isinstance(level, menu_state.SheetScreen):
        return level.kind in context.sheets
    if isinstance(level, menu_state.HelpPage | menu_state.HelpTopicList | menu_state.TutorialPage):
        return help_pages.has_help(level, context)
    if isinstance(level, menu_state.CautionPrompt):
        return level.edit > 0 or context.question(level.answer.question) is not None
    if not isinstance(level, menu_state.OfferList | menu_state.OfferForm):
        return True
    question = lists.screen_question(menu, context, level)
    if question is None or isinstance(level, menu_state.OfferList):
        return question is not None
    offer = question.offer(level.offer)
    return bool(offer and forms.parts_left(offer, level.values))


def menu_page(menu: Menu, context: MenuContext) -> Page:
    """Return the page on the screen."""
    menu = refresh_menu(menu, context)
    if menu.notice:
        bare = msgspec.structs.replace(menu, notice=None)
        below = menu_page(bare, context)
        if menu.notice.kind == help_pages.NON_BLOCKING_NOTICE:
            return help_pages.last_entry_over_page(menu.notice, below, refresh_menu(bare, context), context)
        shown = help_pages.notice_over_page(menu.notice, below)
        return help_pages.with_help_keys(shown, context) if isinstance(shown, NoticePage) else shown
    if not menu.levels:
        return home_page.build_home_page(menu, context)
    level = menu.levels[-1]
    if isinstance(level, menu_state.StickerEnrolment):
        return sticker_enrolment.enrolment_page(level, context.stickers())
    if isinstance(level, menu_state.SheetScreen):
        pages = context.sheets[level.kind].pages
        return SheetPage(level.kind, tuple(_sheet_hints(context, level, pages)), level.page % pages, pages)
    if isinstance(level, menu_state.HelpPage | menu_state.TutorialPage):
        return help_pages.build_help_page(level, context)
    if isinstance(level, menu_state.Invitation):
        return main_menu.invitation_page(context)
    amount = _amount(menu, context, level)
    here: ListPage | KeysPage | NumberPage | MapPage
    if amount and isinstance(level, menu_state.OfferForm):
        here = _number(menu, context, level, amount)
    else:
        here = _listing(menu, context)
    if keeps_question_open(menu, context, level):
        words = back_label(context, level)
        here = msgspec.structs.replace(here, hints=tuple(replace_back_hint(hint, words) for hint in here.hints))
    if not history_menu.is_history_open(menu):
        return here
    return msgspec.structs.replace(here, title=history_menu.history_title(menu, here.title), is_past=True)


def _sheet_hints(context: MenuContext, level: menu_state.SheetScreen, pages: int) -> Iterator[Hint]:
    if pages > 1:
        yield from _TURN_OVER
    wrong = _sheet_correction(context, level)
    yield Hint("OK", (wrong[1].hint or tr("correct")) if wrong else tr("go on"))
    if context.explain.sheet(level.kind):
        yield Hint("OK+", help_pages.EXPLAIN)
    yield from _ALWAYS


def _sheet_correction(context: MenuContext, level: menu_state.SheetScreen) -> tuple[Question, Offer] | None:
    """Return the correction that OK on a sheet opens; None for none."""
    name = "" if level.is_on_the_way else context.sheets[level.kind].correction
    question = context.corrections() if name else None
    offer = question.offer(name) if question else None
    return (question, offer) if question and offer and not offer.closed else None


def _listing(menu: Menu, context: MenuContext) -> ListPage | KeysPage | MapPage:
    shown = options_on_top(menu, context)
    if place := form_screens.top_map_part(menu, context):
        return form_screens.build_map_page(menu, context, place, shown, _cursor(menu, len(shown.options)))
    if laid := form_screens.key_layout(menu, shown):
        return help_pages.with_help_hint(form_screens.build_keys_page(shown, laid), menu, context, shown.options)
    rows = tuple(option.row for option in shown.options)
    at = _cursor(menu, len(rows))
    held = _held_hint(menu, context, shown, at)
    steps = (*(_STEPS if len(rows) > 1 else ()), *_jumps(menu, len(rows)))
    leave = (Hint("BACK", shown.back_label), *_ALWAYS[1:]) if shown.back_label else _ALWAYS
    again = (Hint("UNDO+", tr("redo")),) if context.can_redo and history_menu.is_history_list(menu) else ()
    ok = shown.options[at].ok_label if shown.options else None
    hints = (*steps, Hint("OK", ok or shown.ok_label), *held, *leave, *again)
    return ListPage(shown.kind, shown.title, rows, at, hints, shown.player)


def _jumps(menu: Menu, rows: int) -> tuple[Hint, ...]:
    """Return the hints of held keys in a long list."""
    if rows <= forms.MAX_FLAT_ROWS:
        return ()
    far = _jump_rows(menu, rows)
    return Hint("UP+", tr("{n} up", n=far), always=True), Hint("DOWN+", tr("{n} down", n=far), always=True)


def _jump_rows(menu: Menu, rows: int) -> int:
    """Return how many rows a held key moves; in the history few, because mistakes are found a few turns later."""
    return (
        JUMP_ROWS
        if rows <= LONG_LIST_ROWS or isinstance(menu.levels[-1], menu_state.HistoryList)
        else FAR_JUMP_ROWS
    )


def _held_hint(menu: Menu, context: MenuContext, listed: lists.OptionList, at: int) -> tuple[Hint, ...]:
    """Return the hint of held OK on the chosen row."""
    option = listed.options[at] if listed.options else None
    if listed.held_label and (option is None or option.help_keys is None):
        return (Hint("OK+", listed.held_label),)
    explains = option is not None and help_pages.held_ok_action(menu, context, option) is not None
    return (Hint("OK+", listed.held_label or help_pages.EXPLAIN),) if explains else ()


def _cursor(menu: Menu, rows: int) -> int:
    level = menu.levels[-1]
    return min(getattr(level, "cursor", 0), max(rows - 1, 0))


def _amount(menu: Menu, context: MenuContext, level: menu_state.MenuScreen) -> Amount | None:
    """Return the amount that the top form is at, if it is shown as a number; else None."""
    if not isinstance(level, menu_state.OfferForm):
        return None
    question = lists.screen_question(menu, context, level)
    offer = question.offer(level.offer) if question else None
    part = forms.next_part(offer, level.values) if offer else None
    on_keys = isinstance(part, Amount) and (part.is_yes_no or forms.quick_numbers(part, level))
    return part if isinstance(part, Amount) and not on_keys else None


def _clip(level: menu_state.MenuScreen, amount: Amount) -> int:
    """Return the number within its limits, which an answer from a page may change while the form is open."""
    return (
        max(amount.low, min(amount.high, level.cursor))
        if isinstance(level, menu_state.OfferForm)
        else amount.default
    )


def _number(menu: Menu, context: MenuContext, level: menu_state.OfferForm, amount: Amount) -> NumberPage:
    """Return the page of a number with what it is asked for."""
    question = lists.screen_question(menu, context, level)
    offer = question.offer(level.offer) if question else None
    assert question
    assert offer
    why = offer.label if question.non_blocking else form_screens.later_part_title(question, level)
    rest = () if level.edit else forms.counts_after(offer, level.values)
    return NumberPage(
        amount.text,
        _clip(level, amount),
        amount.low,
        amount.high,
        form_screens.hints_for_number(amount, bool(rest)),
        question.player,
        question=why if why != amount.text else None,
        reason=amount.why or (offer.caution.text if offer.caution else None),
        rest=form_screens.rest_of_counts_text(rest),
        old_value=_previous_number(question, level, amount),
    )


def _previous_number(question: Question, level: menu_state.OfferForm, amount: Amount) -> int | None:
    """Return the number before: the old value in a history edit, else the companion's own count; None for none."""
    if level.edit:
        stood = level.old_values[0] if level.old_values else None
        return stood if isinstance(stood, int) else None
    return amount.default if amount.is_own_count or question.number == CORRECTION else None


def press_button(menu: Menu, context: MenuContext, button: str, long: bool = False) -> Outcome:
    """Return the result of a key: another menu, or an action."""
    menu = refresh_menu(menu, context)
    if why := help_pages.open_notice_help(menu, context, button, long):
        return why
    refused = menu.notice is not None and menu.notice.kind == "refused"
    if menu.notice:
        notice, menu = menu.notice, msgspec.structs.replace(menu, notice=None)
        if help_pages.only_closes_notice(notice, menu, context, button, long):
            return menu
    if button in (main_menu.OFF_BUTTON, main_menu.REPORT_BUTTON):
        return main_menu.button_action(menu, context, button)
    out = button == "BACK" and long
    if menu.levels and isinstance(walk := menu.levels[-1], menu_state.StickerEnrolment) and not out:
        return sticker_enrolment.press_enrolment(menu, context, walk, button)
    if button == "UNDO":
        return (history_menu.press_held_undo if long else press_undo)(menu, context)
    if not menu.levels:
        return home_page.press_home(menu, context, button, long)
    if isinstance(menu.levels[-1], menu_state.Invitation):
        return menu_state.PhoneAction(main_menu.WITHDRAW_INVITATION)
    if button == "BACK":
        left = press_back(menu, context, long)
        return history_menu.notice_dropped_edit(menu, left) if isinstance(left, Menu) else left
    if isinstance(menu.levels[-1], menu_state.SheetScreen):
        return _press_sheet(menu, context, menu.levels[-1], button, long)
    if isinstance(menu.levels[-1], menu_state.HelpPage | menu_state.TutorialPage):
        return help_pages.press_help_page(menu, menu.levels[-1], button)
    return _press_screen(menu, context, button, long, refused)


def _press_sheet(
    menu: Menu, context: MenuContext, level: menu_state.SheetScreen, button: str, long: bool
) -> Outcome:
    if button == "OK":
        explained = help_pages.open_sheet_help(menu, context, level.kind) if long else None
        if not long and (wrong := _sheet_correction(context, level)):
            return lists.open_offer(menu, context, *wrong)
        return explained or pop_screen(
            msgspec.structs.replace(
                menu, has_seen_hidden_sheet=menu.has_seen_hidden_sheet or level.kind == context.hidden_sheet()
            )
        )
    turn = 1 if button == "DOWN" else -1
    return lists.replace_top(menu, msgspec.structs.replace(level, page=level.page + turn))


def _press_screen(menu: Menu, context: MenuContext, button: str, long: bool, refused: bool) -> Outcome:
    """Return the result of a key on a list or number.

    refused: the last row was refused, so closed rows are skipped.
    """
    level = menu.levels[-1]
    amount = _amount(menu, context, level)
    if amount and isinstance(level, menu_state.OfferForm):
        return _press_number(menu, context, level, amount, button, long)
    shown = options_on_top(menu, context)
    if laid := form_screens.key_layout(menu, shown):
        if long and button == "OK" and not any(each.option.hold for each in laid):
            return help_pages.open_rows_help(menu, context, shown.options) or help_pages.show_no_help(menu)
        return form_screens.press_soft_key(menu, laid, button, long)
    options = shown.options
    if not options:
        return pop_screen(menu)
    at = _cursor(menu, len(options))
    if button == "OK":
        if long:
            held = help_pages.held_ok_action(menu, context, options[at])
            return held() if held else help_pages.show_no_help(menu)
        return _skip_closed_row(options[at].choose(), options, at)
    way = 1 if button == "DOWN" else -1
    if long and form_screens.top_map_part(menu, context):
        to = form_screens.next_map_row(options, at, way)
    else:
        to = (at + way * (_jump_rows(menu, len(options)) if long else 1)) % len(options)
    if refused:
        to = at if way < 0 and _is_last_open_row(options, at) else to
        onward = ((to + n * way) % len(options) for n in range(len(options)))
        to = next((n for n in onward if not options[n].row.closed), to)
    return lists.replace_top(menu, msgspec.structs.replace(level, cursor=to))


def _is_last_open_row(options: Sequence[lists.Option], at: int) -> bool:
    """True if all rows after this one are closed; the cursor is then already on the last open row."""
    behind = options[at + 1 :]
    return bool(behind) and all(each.row.closed for each in behind)


def _skip_closed_row(outcome: Outcome, options: Sequence[lists.Option], at: int) -> Outcome:
    """Return the menu with the cursor on the next open row, at the end of the list on the previous one.

    So another press does not meet the same refusal, and the cursor stays near.
    """
    if not options[at].row.closed or not isinstance(outcome, Menu):
        return outcome
    beside = [*range(at, len(options)), *reversed(range(at))]
    able = next((n for n in beside if not options[n].row.closed), at)
    return lists.replace_top(outcome, msgspec.structs.replace(outcome.levels[-1], cursor=able))


def _press_number(
    menu: Menu, context: MenuContext, level: menu_state.OfferForm, amount: Amount, button: str, long: bool
) -> Outcome:
    now = _clip(level, amount)
    if button == "OK":
        question = lists.screen_question(menu, context, level)
        offer = question.offer(level.offer) if question else None
        assert question
        assert offer
        rest = forms.counts_after(offer, level.values) if long and not level.edit else ()
        if long and not rest:
            return help_pages.show_no_help(menu)
        return form_screens.add_values(menu, context, question, level, now, *(part.default for part in rest))
    step = (amount.stride if long else 1) * (1 if button == "UP" else -1)
    moved = msgspec.structs.replace(level, cursor=max(amount.low, min(amount.high, now + step)))
    return lists.replace_top(menu, moved)
