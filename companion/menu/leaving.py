"""How people leave what lies open: BACK a step or out of it, UNDO what was told last. Enters nothing."""

from __future__ import annotations

import msgspec

from companion.engine.message import Message, tr
from companion.engine.offers import Offer, Place, Question
from companion.menu import forms, looking, menu_state
from companion.menu import options as lists
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import Outcome, popped, pushed
from companion.menu.pages import Hint

BACK = Hint("BACK", tr("back"))
OTHERS = tr("others")


def left(menu: Menu, context: MenuContext, long: bool) -> Outcome:
    """BACK: out of a level, out of a question to the home page; a long one out of everything into the menu."""
    level = menu.levels[-1]
    if isinstance(menu.levels[0], menu_state.GameChoice) and (long or len(menu.levels) == 1):
        # No game is chosen yet, and none must begin by itself: the menu opens over the question.
        return pushed(msgspec.structs.replace(menu, levels=menu.levels[:1]), menu_state.MainMenu())
    if looking.ends_lessons(menu, "BACK", long):
        return menu_state.SetLessons(False)
    if isinstance(level, menu_state.OfferForm) and not long and not level.rest:
        question = lists.question_of(menu, context, level)
        before = forms.back(question, level, context) if question else None
        if before is not None:
            return lists.on_top(menu, before)
    if isinstance(level, menu_state.MoreOffers) and level.turned and not long:
        return lists.on_top(menu, msgspec.structs.replace(level, turned=level.turned - 1))
    if len(menu.levels) > 1 and not long:
        return popped(menu)
    if leaves_open(menu, context, level) and not long and (found := behind_map(context, level)):
        return lists.on_top(menu, menu_state.OfferList(found[0].number, seldom=True))
    rolled = menu.rolled_again or isinstance(level, menu_state.KeptRoll)
    seen = menu.seen or (isinstance(level, menu_state.SheetLevel) and level.kind == context.hides())
    home = Menu(aside=_aside(menu, context), owed=menu.owed, rolled_again=rolled, seen=seen)
    if long:
        return pushed(home, menu_state.MainMenu())
    return _to_do(home, context) if leaves_open(menu, context, level) else home


def _to_do(home: Menu, context: MenuContext) -> Menu:
    """The home page tells what is to be done besides the question; else the sheet for which it has no room."""
    untold = context.to_do is not None and context.hides() in context.sheets
    return pushed(home, menu_state.SheetLevel(context.hides(), passing=True)) if untold else home


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


def undone(menu: Menu, context: MenuContext) -> Outcome:
    """What was told last is taken back: a part, where a form is half filled in; else an entry."""
    level = menu.levels[-1] if menu.levels else None
    if isinstance(level, menu_state.OfferForm) and not level.edit:
        question = lists.question_of(menu, context, level)
        offer = question.offer(level.offer) if question else None
        whole = msgspec.structs.replace(level, group=None, turned=0)
        told = offer is not None and level.values != lists.assumed(offer)
        before = forms.back(question, whole, context) if question and told else None
        if before is not None:
            return lists.on_top(menu, before)
    return menu_state.Undo()


def leaves_open(menu: Menu, context: MenuContext, level: menu_state.Level) -> bool:
    """Whether BACK leaves the question in front of people open: it leads home, not to what came before."""
    if len(menu.levels) > 1 or not isinstance(level, menu_state.OfferList | menu_state.OfferForm):
        return False
    question = next(iter(context.pressing), None)
    if question is None or question.number != level.question:
        return False
    return isinstance(level, menu_state.OfferList) or forms.back(question, level, context) is None


def behind_map(context: MenuContext, level: menu_state.Level) -> tuple[Question, list[Offer]] | None:
    """What else people may answer where a map came at once; None where nothing else is offered."""
    if not isinstance(level, menu_state.OfferForm):
        return None
    question = context.question(level.question)
    offer = question.offer(level.offer) if question else None
    if question is None or offer is None or not isinstance(forms.next_part(offer, level.values), Place):
        return None
    seldom = [each for each in question.offers if lists.behind(question, each)]
    return (question, seldom) if seldom else None


def what_back_does(context: MenuContext, level: menu_state.Level) -> Message:
    """It leaves the question for later, to what is to be done where something is; on a map it opens what else is
    offered: one other thing, or all of them."""
    if found := behind_map(context, level):
        return found[1][0].hint or OTHERS if len(found[1]) == 1 else OTHERS
    return context.to_do or tr("not now")


def put_off(hint: Hint, words: Message) -> Hint:
    return Hint("BACK", words) if hint == BACK else hint
