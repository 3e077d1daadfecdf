"""The box's menu: which page stands on the screen, and what a press of a button makes of it.

`page` and `press` are pure functions of the menu, the open questions and the button; an act is handed back, never
done. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import msgspec

from companion.engine.game import CORRECTION
from companion.engine.message import Message, tr, trn
from companion.engine.offers import Amount, Offer, Pick, Question, why_not
from companion.menu import forms, levels, main_menu, menu_state
from companion.menu import options as lists
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import Outcome, popped, pushed
from companion.menu.pages import Hint, HomePage, ListPage, NumberPage, Page, SheetPage

KEYS = ("UP", "UP+", "DOWN", "DOWN+", "OK", "OK+")
"""Those of the home page that enter or open something, in the order of the hardware."""
JUMP, FAR_JUMP, LONG_LIST = 3, 8, 24
"""How many rows a long press moves, and in lists longer than LONG_LIST."""
OFF = "OFF"
"""What a BACK that is held for seconds is told as."""

_LIST_HINTS = (Hint("BACK", tr("back")),)
_SHEET_HINTS = (Hint("OK", tr("go on")),)
_TURN_OVER = Hint("DOWN", tr("page"))


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

    The cursor stays where people were, else it stands on what is likely.
    """
    only = question.offers[0] if len(question.offers) == 1 else None
    if only and not only.closed and isinstance(forms.next_part(only, ()), Pick | Amount):
        return forms.begin(question, menu_state.OfferForm(question.number, only.name), context)
    able = [i for i, offer in enumerate(question.offers) if not offer.closed]
    before = (i for i in able if stood == (question.number, question.offers[i].name))
    likely = (i for i in able if question.offers[i].likely)
    return menu_state.OfferList(question.number, next(chain(before, likely, able), 0))


def _still_asked(tapped: menu_state.InterpretationList, context: MenuContext) -> bool:
    """Whether each way to read that tap can still be answered."""
    answers = [way.answer for way in tapped.choices]
    asked = {answer.question: context.question(answer.question) for answer in answers if answer.question}
    return all((q := asked.get(a.question)) and ((no := why_not(q, a)) is None or no.soft) for a in answers)


def _still_open(menu: Menu, context: MenuContext, level: menu_state.Level) -> bool:
    if isinstance(level, menu_state.SheetLevel):
        return level.kind in context.sheets
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
        return menu.notice
    if not menu.levels:
        return _home(context)
    level = menu.levels[-1]
    if isinstance(level, menu_state.SheetLevel):
        pages = context.sheets[level.kind].pages
        return SheetPage(
            level.kind, (*_SHEET_HINTS, *((_TURN_OVER,) if pages > 1 else ())), level.page % pages, pages
        )
    amount = _amount(menu, context, level)
    if amount and isinstance(level, menu_state.OfferForm):
        return _number(menu, context, level, amount)
    return _listing(menu, context)


def _listing(menu: Menu, context: MenuContext) -> ListPage:
    shown = levels.options_on_top(menu, context)
    rows = tuple(option.row for option in shown.options)
    held = (Hint("OK+", shown.held),) if shown.held else ()
    undo = (Hint("UNDO", tr("undo")),) if shown.kind == "put_back" else ()
    hints = (Hint("OK", shown.ok), *held, *_LIST_HINTS, *undo)
    return ListPage(shown.kind, shown.title, rows, _cursor(menu, len(rows)), hints, shown.asked)


def _cursor(menu: Menu, rows: int) -> int:
    level = menu.levels[-1]
    return 0 if isinstance(level, menu_state.SheetLevel) else min(level.cursor, max(rows - 1, 0))


def _amount(menu: Menu, context: MenuContext, level: menu_state.Level) -> Amount | None:
    """The number that the form on top is at."""
    if not isinstance(level, menu_state.OfferForm):
        return None
    question = lists.question_of(menu, context, level)
    offer = question.offer(level.offer) if question else None
    part = forms.next_part(offer, level.values) if offer else None
    return part if isinstance(part, Amount) else None


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
    why = offer.label if question.non_blocking else question.text
    return NumberPage(
        amount.text,
        _clip(level, amount),
        amount.low,
        amount.high,
        _number_hints(amount),
        question.asked,
        question=why if why != amount.text else None,
        reason=amount.why or (offer.caution.text if offer.caution else None),
        before=_before(question, level, amount),
    )


def _before(question: Question, level: menu_state.OfferForm, amount: Amount) -> int | None:
    """What stood there: in an entry that is changed, its number; else what the companion has of a count."""
    if level.edit:
        stood = level.rest[0] if level.rest else None
        return stood if isinstance(stood, int) else None
    return amount.default if amount.counted or question.number == CORRECTION else None


def _number_hints(amount: Amount) -> tuple[Hint, ...]:
    return (
        Hint("UP", tr("+1")),
        Hint("UP+", tr("+{n}", n=amount.stride)),
        Hint("DOWN", tr("-1")),
        Hint("DOWN+", tr("-{n}", n=amount.stride)),
        Hint("OK", tr("take it")),
        Hint("BACK", tr("back")),
    )


def claims(context: MenuContext) -> dict[str, tuple[Question, Offer]]:
    """Which offer each key opens on the home page: open ones first, then the most pressing question's."""
    held: dict[str, tuple[Question, Offer]] = {}
    for question, offer in lists.keyed(context):
        held.setdefault(offer.key, (question, offer))
    return held


def _home(context: MenuContext) -> HomePage:
    waiting = len(context.pressing)
    if context.over and not waiting:
        text = context.over
    elif waiting:
        text = trn("{n} question waits: OK", "{n} questions wait: OK", waiting)
    else:
        text = next((q.text for q in context.questions), tr("Nothing to answer right now."))
    return HomePage(text, tuple(_home_hints(context, bool(waiting))), waiting)


def _home_hints(context: MenuContext, waiting: bool) -> Iterator[Hint]:
    held = claims(context)
    spare = {sheet.key: sheet.hint for sheet in context.sheets.values() if sheet.hint}
    for key in KEYS:
        if waiting and key == "OK":
            yield Hint("OK", tr("answer"))
        elif key == "DOWN":
            yield Hint("DOWN", _down(held) if context.questions else tr("menu"))
        elif key in held:
            if not held[key][1].closed:
                yield Hint(key, _hint(held[key][1]))
        elif key in spare:
            yield Hint(key, spare[key])
    yield Hint("BACK+", tr("menu"))
    yield Hint("UNDO", tr("undo"))
    yield Hint("UNDO+", tr("history"))


def _hint(offer: Offer) -> Message:
    return offer.hint or offer.label


def _down(held: dict[str, tuple[Question, Offer]]) -> Message:
    """DOWN opens a list; what stands at its top is named."""
    first = held["DOWN"][1] if "DOWN" in held else None
    return tr("{act} …", act=_hint(first)) if first and not first.closed else tr("more")


def press(menu: Menu, context: MenuContext, button: str, long: bool = False) -> Outcome:
    """What a button makes of the menu: another menu, or something to be done."""
    menu = refreshed(menu, context)
    if menu.notice:
        menu = msgspec.structs.replace(menu, notice=None)
        # These only take the sentence away: whoever reads it doesn't see what they would do below.
        if button in ("OK", "BACK"):
            return menu
    if button == OFF:
        return main_menu.switching_off(menu) if context.may_switch_off else menu
    if button == "UNDO":
        return menu_state.FetchData("history") if long else menu_state.Undo()
    if not menu.levels:
        return _pressed_home(menu, context, button, long)
    if button == "BACK":
        return _left(menu, context, long)
    if isinstance(menu.levels[-1], menu_state.SheetLevel):
        return _pressed_sheet(menu, menu.levels[-1], button)
    return _pressed_level(menu, context, button, long)


def _pressed_home(menu: Menu, context: MenuContext, button: str, long: bool) -> Outcome:
    key = button + ("+" if long else "")
    if key == "OK" and context.pressing:
        return msgspec.structs.replace(menu, aside=0)
    if key == "BACK+":
        return pushed(menu, menu_state.MainMenu())
    if key == "DOWN":
        return pushed(menu, menu_state.MoreOffers() if context.questions else menu_state.MainMenu())
    if held := lists.keyed(context, key):
        # More than one person may enter this now: whose it is must be said, never guessed.
        several = len({q.asked for q, o in held if _same_entry((q, o), held[0])}) > 1
        return pushed(menu, menu_state.KeyOffers(key)) if several else lists.opened(menu, context, *held[0])
    if key == "DOWN+" and context.questions:
        return pushed(menu, menu_state.MoreOffers())
    opened = next((kind for kind, sheet in context.sheets.items() if sheet.key == key), None)
    return pushed(menu, menu_state.SheetLevel(opened)) if opened else menu


def _same_entry(one: tuple[Question, Offer], other: tuple[Question, Offer]) -> bool:
    """Whether two offers are the same entry, open for one person as for the other."""
    alike = (one[0].kind, one[1].name) == (other[0].kind, other[1].name)
    return alike and not (one[1].closed or other[1].closed)


def _left(menu: Menu, context: MenuContext, long: bool) -> Menu:
    """BACK: out of a level, out of a question to the home page; a long one out of everything into the menu."""
    level = menu.levels[-1]
    if isinstance(level, menu_state.OfferForm) and not long and not level.rest:
        question = lists.question_of(menu, context, level)
        before = forms.back(question, level, context) if question else None
        if before is not None:
            return lists.on_top(menu, before)
    if len(menu.levels) > 1 and not long:
        return popped(menu)
    rolled = menu.rolled_again or isinstance(level, menu_state.KeptRoll)
    home = Menu(aside=_aside(menu, context), owed=menu.owed, rolled_again=rolled)
    return pushed(home, menu_state.MainMenu()) if long else home


def _aside(menu: Menu, context: MenuContext) -> int:
    """The question that leaving this menu puts aside: the one in front, when it was on the screen."""
    front = next(iter(context.pressing), None)
    first = menu.levels[0]
    shown = (
        isinstance(first, menu_state.OfferList | menu_state.OfferForm)
        and front is not None
        and first.question == front.number
    )
    return front.number if front is not None and (shown or isinstance(first, menu_state.KeptRoll)) else menu.aside


def _pressed_sheet(menu: Menu, level: menu_state.SheetLevel, button: str) -> Menu:
    if button == "OK":
        return popped(menu)
    turn = 1 if button == "DOWN" else -1
    return lists.on_top(menu, msgspec.structs.replace(level, page=level.page + turn))


def _pressed_level(menu: Menu, context: MenuContext, button: str, long: bool) -> Outcome:
    level = menu.levels[-1]
    amount = _amount(menu, context, level)
    if amount and isinstance(level, menu_state.OfferForm):
        return _pressed_number(menu, context, level, amount, button, long)
    options = levels.options_on_top(menu, context).options
    if not options:
        return popped(menu)
    at = _cursor(menu, len(options))
    if button == "OK":
        held = options[at].held
        return held() if held and long else options[at].chosen()
    # Mistakes are found a few turns later, however long the evening is.
    short = len(options) <= LONG_LIST or isinstance(level, menu_state.HistoryList)
    far = JUMP if short else FAR_JUMP
    step = (far if long else 1) * (1 if button == "DOWN" else -1)
    return lists.on_top(menu, msgspec.structs.replace(level, cursor=(at + step) % len(options)))


def _pressed_number(
    menu: Menu, context: MenuContext, level: menu_state.OfferForm, amount: Amount, button: str, long: bool
) -> Outcome:
    now = _clip(level, amount)
    if button == "OK":
        question = lists.question_of(menu, context, level)
        assert question is not None
        return lists.picked(menu, context, question, level, now)
    step = (amount.stride if long else 1) * (1 if button == "UP" else -1)
    moved = msgspec.structs.replace(level, cursor=max(amount.low, min(amount.high, now + step)))
    return lists.on_top(menu, moved)
