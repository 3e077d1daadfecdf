"""The box's menu: which page stands on the screen, and what a press of a button makes of it.

`page` and `press` are pure functions of the menu, the open questions and the button; an act is handed back, never
done. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.engine.message import say, say_n
from companion.engine.offers import Amount, Offer, Pick, Question
from companion.menu import forms
from companion.menu import menu_state as lv
from companion.menu import options as lists
from companion.menu.menu_state import Around, Menu
from companion.menu.options import Outcome, popped, pushed
from companion.menu.pages import Hint, Home, Listing, Number, Page, Sheet

KEYS = ("OK", "UP", "DOWN", "BACK", "BACK+", "OK+", "UP+", "DOWN+")
"""Those of the home page, the most wanted hint first: small paper leaves the last ones out."""
JUMP, FAR_JUMP, LONG_LIST = 3, 8, 12
"""How many rows a long press moves, and in lists longer than LONG_LIST."""
STRIDE = 5
"""How far a long press moves a number."""
OFF = "OFF"
"""What a BACK that is held for seconds is told as."""

_LIST_HINTS = (Hint("BACK", say("back")),)
_NUMBER_HINTS = (
    Hint("OK", say("take it")),
    Hint("UP", say("+1")),
    Hint("DOWN", say("-1")),
    Hint("UP+", say("+5")),
    Hint("DOWN+", say("-5")),
    Hint("BACK", say("back")),
)
_SHEET_HINTS = (Hint("OK", say("go on")),)
_TURN_OVER = Hint("DOWN", say("next page"))


def settled(menu: Menu, around: Around) -> Menu:
    """The menu as it stands before these questions: what is no longer asked is closed, what is asked is opened."""
    if not all(_still_open(menu, around, level) for level in menu.levels):
        menu = Menu(notice=menu.notice, owed=menu.owed)
    if menu.levels:
        return menu
    if around.kept and not menu.rolled_again:
        return pushed(menu, lv.Kept(around.kept))
    front = next(iter(around.pressing), None)
    if front is None or front.number == menu.aside:
        return menu
    return pushed(menu, _in_front(front, around))


def _in_front(question: Question, around: Around) -> lv.Level:
    """A question put in front of people: the parts of its only offer, or the list of its offers."""
    only = question.offers[0] if len(question.offers) == 1 else None
    if only and not only.closed and isinstance(forms.next_part(only, ()), Pick | Amount):
        return forms.begin(question, lv.Form(question.number, only.name), around)
    first_open = next((i for i, offer in enumerate(question.offers) if not offer.closed), 0)
    return lv.Offers(question.number, first_open)


def _still_open(menu: Menu, around: Around, level: lv.Level) -> bool:
    if isinstance(level, lv.Open):
        return level.kind in around.sheets
    if isinstance(level, lv.Caution):
        return level.edit > 0 or around.question(level.answer.question) is not None
    if not isinstance(level, lv.Offers | lv.Form):
        return True
    question = lists.question_of(menu, around, level)
    if question is None or isinstance(level, lv.Offers):
        return question is not None
    offer = forms.offer_of(question, level.offer)
    return bool(offer and forms.parts_left(offer, level.values))


def page(menu: Menu, around: Around) -> Page:
    """What stands on the screen."""
    menu = settled(menu, around)
    if menu.notice:
        return menu.notice
    if not menu.levels:
        return _home(around)
    level = menu.levels[-1]
    if isinstance(level, lv.Open):
        pages = around.sheets.get(level.kind, 1)
        return Sheet(level.kind, (*_SHEET_HINTS, *((_TURN_OVER,) if pages > 1 else ())), level.page % pages, pages)
    amount = _amount(menu, around, level)
    if amount:
        return Number(
            amount.text, _clip(level, amount), amount.low, amount.high, _NUMBER_HINTS, _asked(menu, around)
        )
    return _listing(menu, around)


def _listing(menu: Menu, around: Around) -> Listing:
    shown = lists.shown(menu, around)
    rows = tuple(option.row for option in shown.options)
    hints = (Hint("OK", shown.ok), *_LIST_HINTS)
    return Listing(shown.kind, shown.title, rows, _cursor(menu, len(rows)), hints, shown.asked)


def _cursor(menu: Menu, rows: int) -> int:
    level = menu.levels[-1]
    return 0 if isinstance(level, lv.Open) else min(level.cursor, max(rows - 1, 0))


def _amount(menu: Menu, around: Around, level: lv.Level) -> Amount | None:
    """The number that the form on top is at."""
    if not isinstance(level, lv.Form):
        return None
    question = lists.question_of(menu, around, level)
    offer = forms.offer_of(question, level.offer) if question else None
    part = forms.next_part(offer, level.values) if offer else None
    return part if isinstance(part, Amount) else None


def _clip(level: lv.Level, amount: Amount) -> int:
    return max(amount.low, min(amount.high, level.cursor)) if isinstance(level, lv.Form) else amount.usual


def _asked(menu: Menu, around: Around) -> str:
    level = menu.levels[-1]
    question = lists.question_of(menu, around, level) if isinstance(level, lv.Form) else None
    return question.asked if question else ""


def claims(around: Around) -> dict[str, tuple[Question, Offer]]:
    """Which offer each key opens on the home page: open ones first, then the most pressing question's."""
    keyed = [(q, o) for q in around.questions for o in q.offers if o.key]
    keyed.sort(key=lambda pair: pair[1].closed is not None)
    held: dict[str, tuple[Question, Offer]] = {}
    for question, offer in keyed:
        held.setdefault(offer.key, (question, offer))
    return held


def _home(around: Around) -> Home:
    waiting = len(around.pressing)
    if waiting:
        text = say_n("{n} question waits: OK", "{n} questions wait: OK", waiting)
    else:
        text = next((q.text for q in around.questions), say("Nothing is asked now."))
    return Home(text, tuple(_home_hints(around, bool(waiting))))


def _home_hints(around: Around, waiting: bool) -> Iterator[Hint]:
    held = claims(around)
    spare = {"DOWN": say("more"), "BACK+": say("menu")}
    if "standings" in around.sheets:
        spare["OK+"] = say("if scored now")
    for key in KEYS:
        if waiting and key == "OK":
            yield Hint("OK", say("answer it"))
        elif key in held:
            if not held[key][1].closed:
                yield Hint(key, held[key][1].label)
        elif key in spare:
            yield Hint(key, spare[key])
    yield Hint("UNDO", say("take back"))


def press(menu: Menu, around: Around, button: str, long: bool = False) -> Outcome:
    """What a button makes of the menu: another menu, or something to be done."""
    menu = settled(menu, around)
    if menu.notice:
        menu = msgspec.structs.replace(menu, notice=None)
        if button in ("OK", "BACK"):
            return menu
    if button == OFF:
        return lists.switching_off(menu) if around.may_switch_off else menu
    if button == "UNDO":
        return lv.Fetch("history") if long else lv.Undo()
    if not menu.levels:
        return _pressed_home(menu, around, button, long)
    if button == "BACK":
        return _left(menu, around, long)
    if isinstance(menu.levels[-1], lv.Open):
        return _pressed_sheet(menu, menu.levels[-1], button)
    return _pressed_level(menu, around, button, long)


def _pressed_home(menu: Menu, around: Around, button: str, long: bool) -> Outcome:
    key = button + ("+" if long else "")
    if key == "OK" and around.pressing:
        return msgspec.structs.replace(menu, aside=0)
    held = claims(around).get(key)
    if held:
        return lists.opened(menu, around, *held)
    if key in ("DOWN", "DOWN+"):
        return pushed(menu, lv.More())
    if key == "BACK+":
        return pushed(menu, lv.Main())
    if key == "OK+" and "standings" in around.sheets:
        return pushed(menu, lv.Open("standings"))
    return menu


def _left(menu: Menu, around: Around, long: bool) -> Menu:
    """BACK: out of a level, out of a question to the home page; a long one out of everything."""
    level = menu.levels[-1]
    if isinstance(level, lv.Form) and not long:
        question = lists.question_of(menu, around, level)
        before = forms.back(question, level, around) if question else None
        if before is not None:
            return lists.on_top(menu, before)
    if len(menu.levels) > 1 and not long:
        return popped(menu)
    rolled = menu.rolled_again or isinstance(level, lv.Kept)
    return Menu(aside=_aside(menu, around), owed=menu.owed, rolled_again=rolled)


def _aside(menu: Menu, around: Around) -> int:
    """The question that leaving this menu puts aside: the one in front, when it was on the screen."""
    front = next(iter(around.pressing), None)
    first = menu.levels[0]
    shown = isinstance(first, lv.Offers | lv.Form) and front is not None and first.question == front.number
    return front.number if front is not None and (shown or isinstance(first, lv.Kept)) else menu.aside


def _pressed_sheet(menu: Menu, level: lv.Open, button: str) -> Menu:
    if button == "OK":
        return popped(menu)
    turn = 1 if button == "DOWN" else -1
    return lists.on_top(menu, msgspec.structs.replace(level, page=level.page + turn))


def _pressed_level(menu: Menu, around: Around, button: str, long: bool) -> Outcome:
    level = menu.levels[-1]
    amount = _amount(menu, around, level)
    if amount and isinstance(level, lv.Form):
        return _pressed_number(menu, around, level, amount, button, long)
    options = lists.shown(menu, around).options
    if not options:
        return popped(menu)
    at = _cursor(menu, len(options))
    if button == "OK":
        return options[at].chosen()
    far = FAR_JUMP if len(options) > LONG_LIST else JUMP
    step = (far if long else 1) * (1 if button == "DOWN" else -1)
    return lists.on_top(menu, msgspec.structs.replace(level, cursor=(at + step) % len(options)))


def _pressed_number(
    menu: Menu, around: Around, level: lv.Form, amount: Amount, button: str, long: bool
) -> Outcome:
    now = _clip(level, amount)
    if button == "OK":
        question = lists.question_of(menu, around, level)
        assert question is not None
        return lists.picked(menu, around, question, level, now)
    step = (STRIDE if long else 1) * (1 if button == "UP" else -1)
    moved = msgspec.structs.replace(level, cursor=max(amount.low, min(amount.high, now + step)))
    return lists.on_top(menu, moved)
