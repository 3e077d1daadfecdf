"""The box's menu: which page stands on the screen, and what a press of a button makes of it.

`page` and `press` are pure functions of the menu, the open questions and the button; an act is handed back, never
done. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from string import digits

import msgspec

from companion.engine.game import CORRECTION
from companion.engine.message import tr
from companion.engine.offers import BY_CHANCE, Amount, Offer, Pick, Place, Question, why_not
from companion.menu import (
    beginning,
    form_options,
    forms,
    home,
    leaving,
    levels,
    looking,
    main_menu,
    map_level,
    menu_state,
    past,
    past_head,
    phones,
    soft_keys,
    sticker_levels,
    sticker_walk,
)
from companion.menu import options as lists
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import Outcome, popped, pushed
from companion.menu.pages import Hint, KeysPage, ListPage, MapPage, NoticePage, NumberPage, Page, SheetPage

JUMP, FAR_JUMP, LONG_LIST = 3, 8, 24
"""How many rows a long press moves, and in lists longer than LONG_LIST."""

_STEPS = (Hint("UP", tr("up")), Hint("DOWN", tr("down")))
_ALWAYS = (leaving.BACK, Hint("UNDO", tr("undo")))
_TURN_OVER = (Hint("UP", tr("page -")), Hint("DOWN", tr("page +")))


def refreshed(menu: Menu, context: MenuContext) -> Menu:
    """The menu as it stands before these questions: what is no longer asked is closed, what is asked is opened."""
    # One that is gone takes all the others along: they were opened from it or for it.
    if not all(_still_open(menu, context, level) for level in menu.levels):
        menu = Menu(notice=menu.notice, owed=menu.owed, unfinished=menu.unfinished, stood=menu.stood)
    if menu.levels:
        return menu
    if menu.unfinished:
        back, menu = menu.unfinished, msgspec.structs.replace(menu, unfinished=None)
        if _still_asked(back, context):
            return pushed(menu, back)
    if context.kept and not menu.rolled_again:
        return pushed(menu, menu_state.KeptRoll(context.kept))
    front = next(iter(context.pressing), None)
    if front is None or front.number == menu.aside:
        return menu
    return pushed(menu, _in_front(front, context, menu.stood))


def _in_front(question: Question, context: MenuContext, stood: tuple[int, str] | None) -> menu_state.Level:
    """A question put in front of people: the parts of its only offer, or the list of its offers.

    A map comes at once: what else is offered, and seldom needed, lies behind BACK there. The cursor stays where
    people were, but on what is done once; else it stands on what is likely.
    """
    only = question.offers[0] if len(question.offers) == 1 else None
    if only and not only.closed and isinstance(forms.next_part(only, ()), Pick | Amount):
        return forms.begin(question, menu_state.OfferForm(question.number, only.name), context)
    offers = [offer for offer in question.offers if not lists.behind(question, offer)]
    if len(offers) == 1 and not offers[0].closed and isinstance(forms.next_part(offers[0], ()), Place):
        return forms.begin(question, menu_state.OfferForm(question.number, offers[0].name), context)
    able = [i for i, offer in enumerate(offers) if not offer.closed]
    before = (i for i in able if stood == (question.number, offers[i].name) and not offers[i].once)
    likely = (*_as_last_time(question, offers, able, context), *(i for i in able if offers[i].likely))
    return menu_state.OfferList(question.number, beginning.row_of(context, next(chain(before, likely, able), 0)))


def _as_last_time(
    question: Question, offers: Sequence[Offer], able: Sequence[int], context: MenuContext
) -> Iterator[int]:
    """Where the companion would roll next: the row of whoever rolled the last such die, were it people themselves.

    Of several faces the first: what it showed is no habit.
    """
    start = next((i for i in able if offers[i].likely), next(iter(able), None))
    if start is None or offers[start].name != BY_CHANCE:
        return
    last = context.rolled_last(question).rstrip(digits)
    yield from (i for i in able if last and offers[i].name.rstrip(digits) == last)


def _still_asked(tapped: menu_state.InterpretationList, context: MenuContext) -> bool:
    """Whether each way to read that tap can still be answered."""
    answers = [way.answer for way in tapped.choices]
    asked = {answer.question: context.question(answer.question) for answer in answers if answer.question}
    return all((q := asked.get(a.question)) and ((no := why_not(q, a)) is None or no.soft) for a in answers)


def _still_open(menu: Menu, context: MenuContext, level: menu_state.Level) -> bool:
    if isinstance(level, menu_state.SheetLevel):
        return level.kind in context.sheets
    if isinstance(level, menu_state.ArticleLevel | menu_state.ArticleList | menu_state.LessonLevel):
        return looking.still_known(level, context)
    if isinstance(level, menu_state.CautionPrompt):
        return level.edit > 0 or context.question(level.answer.question) is not None
    if not isinstance(level, menu_state.OfferList | menu_state.OfferForm):
        return True
    question = lists.question_of(menu, context, level)
    if question is None or isinstance(level, menu_state.OfferList):
        return question is not None
    offer = question.offer(level.offer)
    return bool(offer and forms.parts_left(offer, level.values))


def page(menu: Menu, context: MenuContext) -> Page:
    """What stands on the screen."""
    menu = refreshed(menu, context)
    if menu.notice:
        bare = msgspec.structs.replace(menu, notice=None)
        below = page(bare, context)
        if menu.notice.kind == looking.LAST_KEPT:
            return looking.over_last_kept(menu.notice, below, refreshed(bare, context), context)
        shown = looking.over(menu.notice, below)
        return looking.with_why(shown, context) if isinstance(shown, NoticePage) else shown
    if not menu.levels:
        return home.page(menu, context)
    level = menu.levels[-1]
    if isinstance(level, sticker_levels.StickerWalk):
        return sticker_walk.page(level, context.stickers())
    if isinstance(level, menu_state.SheetLevel):
        pages = context.sheets[level.kind].pages
        return SheetPage(level.kind, tuple(_sheet_hints(context, level, pages)), level.page % pages, pages)
    if isinstance(level, menu_state.ArticleLevel | menu_state.LessonLevel):
        return looking.page_of(level, context)
    if isinstance(level, menu_state.Invitation):
        return phones.invitation(context)
    amount = _amount(menu, context, level)
    here: ListPage | KeysPage | NumberPage | MapPage
    if amount and isinstance(level, menu_state.OfferForm):
        here = _number(menu, context, level, amount)
    else:
        here = _listing(menu, context)
    if leaving.leaves_open(menu, context, level):
        words = leaving.what_back_does(context, level)
        here = msgspec.structs.replace(here, hints=tuple(leaving.put_off(hint, words) for hint in here.hints))
    if not past_head.is_past(menu):
        return here
    return msgspec.structs.replace(here, title=past_head.title_in_past(menu, here.title), past=True)


def _sheet_hints(context: MenuContext, level: menu_state.SheetLevel, pages: int) -> Iterator[Hint]:
    if pages > 1:
        yield from _TURN_OVER
    wrong = _corrected_on(context, level)
    yield Hint("OK", (wrong[1].hint or tr("correct")) if wrong else tr("go on"))
    if context.explain.sheet(level.kind):
        yield Hint("OK+", looking.EXPLAIN)
    yield from _ALWAYS


def _corrected_on(context: MenuContext, level: menu_state.SheetLevel) -> tuple[Question, Offer] | None:
    """What can be put right on a sheet."""
    name = "" if level.passing else context.sheets[level.kind].corrects
    question = context.corrections() if name else None
    offer = question.offer(name) if question else None
    return (question, offer) if question and offer and not offer.closed else None


def _listing(menu: Menu, context: MenuContext) -> ListPage | KeysPage | MapPage:
    shown = levels.options_on_top(menu, context)
    if place := map_level.place_on_top(menu, context):
        return map_level.page_of(menu, context, place, shown, _cursor(menu, len(shown.options)))
    if laid := soft_keys.laid_on_keys(menu, shown):
        return looking.with_held(soft_keys.page_of_keys(shown, laid), menu, context, shown.options)
    rows = tuple(option.row for option in shown.options)
    at = _cursor(menu, len(rows))
    held = _held_hint(menu, context, shown, at)
    steps = (*(_STEPS if len(rows) > 1 else ()), *_jumps(menu, len(rows)))
    leave = (Hint("BACK", shown.back), *_ALWAYS[1:]) if shown.back else _ALWAYS
    ok = shown.options[at].ok if shown.options else None
    hints = (*steps, Hint("OK", ok or shown.ok), *held, *leave)
    return ListPage(shown.kind, shown.title, rows, at, hints, shown.asked)


def _jumps(menu: Menu, rows: int) -> tuple[Hint, ...]:
    """What held keys do in a list that nobody walks through row by row."""
    if rows <= forms.LONGEST_FLAT:
        return ()
    far = _far(menu, rows)
    return Hint("UP+", tr("{n} up", n=far), always=True), Hint("DOWN+", tr("{n} down", n=far), always=True)


def _far(menu: Menu, rows: int) -> int:
    """How many rows a held key moves. Mistakes are found a few turns later, however long the evening is."""
    return JUMP if rows <= LONG_LIST or isinstance(menu.levels[-1], menu_state.HistoryList) else FAR_JUMP


def _held_hint(menu: Menu, context: MenuContext, shown: lists.OptionList, at: int) -> tuple[Hint, ...]:
    """What a held OK does on the chosen row."""
    option = shown.options[at] if shown.options else None
    if shown.held and (option is None or option.about is None):
        return (Hint("OK+", shown.held),)
    explains = option is not None and looking.held(menu, context, option) is not None
    return (Hint("OK+", shown.held or looking.EXPLAIN),) if explains else ()


def _cursor(menu: Menu, rows: int) -> int:
    level = menu.levels[-1]
    return min(getattr(level, "cursor", 0), max(rows - 1, 0))


def _amount(menu: Menu, context: MenuContext, level: menu_state.Level) -> Amount | None:
    """The number that the form on top is at."""
    if not isinstance(level, menu_state.OfferForm):
        return None
    question = lists.question_of(menu, context, level)
    offer = question.offer(level.offer) if question else None
    part = forms.next_part(offer, level.values) if offer else None
    on_keys = isinstance(part, Amount) and (part.yes_no or forms.quick_numbers(part, level))
    return part if isinstance(part, Amount) and not on_keys else None


def _clip(level: menu_state.Level, amount: Amount) -> int:
    """The number as it may be: its bounds can move while the form lies open, by an answer from a page."""
    return (
        max(amount.low, min(amount.high, level.cursor))
        if isinstance(level, menu_state.OfferForm)
        else amount.default
    )


def _number(menu: Menu, context: MenuContext, level: menu_state.OfferForm, amount: Amount) -> NumberPage:
    """The number with what it is asked for: the question, or what people chose to enter while nothing pressed."""
    question = lists.question_of(menu, context, level)
    offer = question.offer(level.offer) if question else None
    assert question
    assert offer
    why = offer.label if question.non_blocking else form_options.asked_still(question, level)
    rest = () if level.edit else forms.counts_after(offer, level.values)
    return NumberPage(
        amount.text,
        _clip(level, amount),
        amount.low,
        amount.high,
        form_options.hints_for_number(amount, bool(rest)),
        question.asked,
        question=why if why != amount.text else None,
        reason=amount.why or (offer.caution.text if offer.caution else None),
        rest=form_options.with_the_rest(rest),
        before=_before(question, level, amount),
    )


def _before(question: Question, level: menu_state.OfferForm, amount: Amount) -> int | None:
    """What stood there: in an entry that is changed, its number; else what the companion has of a count."""
    if level.edit:
        stood = level.rest[0] if level.rest else None
        return stood if isinstance(stood, int) else None
    return amount.default if amount.counted or question.number == CORRECTION else None


def press(menu: Menu, context: MenuContext, button: str, long: bool = False) -> Outcome:
    """What a button makes of the menu: another menu, or something to be done."""
    menu = refreshed(menu, context)
    if why := looking.asked_why(menu, context, button, long):
        return why
    refused = menu.notice is not None and menu.notice.kind == "refused"
    if menu.notice:
        notice, menu = menu.notice, msgspec.structs.replace(menu, notice=None)
        if looking.only_closes(notice, menu, context, button, long):
            return menu
    if button in (main_menu.OFF, main_menu.REPORT):
        return main_menu.held(menu, context, button)
    out = button == "BACK" and long
    if menu.levels and isinstance(walk := menu.levels[-1], sticker_levels.StickerWalk) and not out:
        return sticker_walk.pressed(menu, context, walk, button)
    if button == "UNDO":
        return menu_state.FetchData("history") if long else leaving.undone(menu, context)
    if not menu.levels:
        return home.pressed(menu, context, button, long)
    if isinstance(menu.levels[-1], menu_state.Invitation):
        return menu_state.PhoneAct(phones.WITHDRAW)
    if button == "BACK":
        left = leaving.left(menu, context, long)
        return past.dropped(menu, left) if isinstance(left, Menu) else left
    if isinstance(menu.levels[-1], menu_state.SheetLevel):
        return _pressed_sheet(menu, context, menu.levels[-1], button, long)
    if isinstance(menu.levels[-1], menu_state.ArticleLevel | menu_state.LessonLevel):
        return looking.pressed(menu, menu.levels[-1], button)
    return _pressed_level(menu, context, button, long, refused)


def _pressed_sheet(
    menu: Menu, context: MenuContext, level: menu_state.SheetLevel, button: str, long: bool
) -> Outcome:
    if button == "OK":
        explained = looking.of_sheet(menu, context, level.kind) if long else None
        if not long and (wrong := _corrected_on(context, level)):
            return lists.opened(menu, context, *wrong)
        return explained or popped(msgspec.structs.replace(menu, seen=menu.seen or level.kind == context.hides()))
    turn = 1 if button == "DOWN" else -1
    return lists.on_top(menu, msgspec.structs.replace(level, page=level.page + turn))


def _pressed_level(menu: Menu, context: MenuContext, button: str, long: bool, refused: bool) -> Outcome:
    """refused: people were just told why not, and must not be led to the next such row."""
    level = menu.levels[-1]
    amount = _amount(menu, context, level)
    if amount and isinstance(level, menu_state.OfferForm):
        return _pressed_number(menu, context, level, amount, button, long)
    shown = levels.options_on_top(menu, context)
    if laid := soft_keys.laid_on_keys(menu, shown):
        if long and button == "OK" and not any(each.option.held for each in laid):
            return looking.of_rows(menu, context, shown.options) or looking.nothing_held(menu)
        return soft_keys.pressed(menu, laid, button, long)
    options = shown.options
    if not options:
        return popped(menu)
    at = _cursor(menu, len(options))
    if button == "OK":
        if long:
            held = looking.held(menu, context, options[at])
            return held() if held else looking.nothing_held(menu)
        return _past_closed(options[at].chosen(), options, at)
    way = 1 if button == "DOWN" else -1
    if long and map_level.place_on_top(menu, context):
        to = map_level.next_row(options, at, way)
    else:
        to = (at + way * (_far(menu, len(options)) if long else 1)) % len(options)
    if refused:
        to = at if way < 0 and _was_last(options, at) else to
        onward = ((to + n * way) % len(options) for n in range(len(options)))
        to = next((n for n in onward if not options[n].row.closed), to)
    return lists.on_top(menu, msgspec.structs.replace(level, cursor=to))


def _was_last(options: Sequence[lists.Option], at: int) -> bool:
    """Whether the refused row has none to choose behind it, so that the cursor stands before it already."""
    behind = options[at + 1 :]
    return bool(behind) and all(each.row.closed for each in behind)


def _past_closed(outcome: Outcome, options: Sequence[lists.Option], at: int) -> Outcome:
    """The cursor on the next row that can be chosen, at the end of a list on the one before.

    Another press must not meet the same refusal, and nobody is led away from where they were.
    """
    if not options[at].row.closed or not isinstance(outcome, Menu):
        return outcome
    beside = [*range(at, len(options)), *reversed(range(at))]
    able = next((n for n in beside if not options[n].row.closed), at)
    return lists.on_top(outcome, msgspec.structs.replace(outcome.levels[-1], cursor=able))


def _pressed_number(
    menu: Menu, context: MenuContext, level: menu_state.OfferForm, amount: Amount, button: str, long: bool
) -> Outcome:
    now = _clip(level, amount)
    if button == "OK":
        question = lists.question_of(menu, context, level)
        offer = question.offer(level.offer) if question else None
        assert question
        assert offer
        rest = forms.counts_after(offer, level.values) if long and not level.edit else ()
        if long and not rest:
            return looking.nothing_held(menu)
        return form_options.picked(menu, context, question, level, now, *(part.default for part in rest))
    step = (amount.stride if long else 1) * (1 if button == "UP" else -1)
    moved = msgspec.structs.replace(level, cursor=max(amount.low, min(amount.high, now + step)))
    return lists.on_top(menu, moved)
