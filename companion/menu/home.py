"""The home page: what its keys open or enter, and what a press on it does. Knows no game."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.engine.memoize import memoize_last
from companion.engine.message import Message, tr, trn
from companion.engine.offers import Offer, Question
from companion.menu import menu_state
from companion.menu import options as lists
from companion.menu.menu_state import Menu, MenuContext, SheetEntry
from companion.menu.options import Outcome, pushed
from companion.menu.pages import Hint, HomePage

KEYS = ("UP", "UP+", "DOWN", "DOWN+", "OK", "OK+", "BACK")
"""Those of the home page that enter or open something, in the order of the hardware."""


@memoize_last
def claim(context: MenuContext, key: str) -> Offer | None:
    """What this key opens on the home page: an open one first, then the most pressing question's.

    Those behind it are not worked out: most keys have one, and DOWN a whole list that stands on its own page.
    """
    first = None
    for question in context.questions:
        for offer in question.keyed(key):
            if offer.key == key and not offer.closed:
                return offer
            first = first or (offer if offer.key == key else None)
    return first


def page(menu: Menu, context: MenuContext) -> HomePage:
    waiting = len(context.pressing)
    if context.over and not waiting:
        text = context.over
    elif waiting:
        text = trn("Press OK to answer {n} question", "Press OK to answer {n} questions", waiting)
    else:
        text = next((q.text for q in context.questions), tr("Nothing to answer right now."))
    return HomePage(text, tuple(_hints(menu, context, bool(waiting))), waiting)


def _hints(menu: Menu, context: MenuContext, waiting: bool) -> Iterator[Hint]:
    spare = {sheet.key: sheet.hint for sheet in _sheets(context).values() if sheet.hint}
    for key in KEYS:
        if waiting and key == "OK":
            yield Hint("OK", tr("answer"))
        elif key == "OK" and _is_unseen(menu, context):
            sheet = context.sheets[context.hides()]
            yield Hint("OK", sheet.hint or sheet.label)
        elif key == "DOWN":
            yield Hint(
                "DOWN", _down(context) if context.questions else tr("again") if context.once_more else tr("menu")
            )
        elif held := claim(context, key):
            if not held.closed:
                # Nobody who enters step by step would hold OK to see whether it enters all of them.
                yield Hint(key, _hint(held), always=key == "OK+")
        elif key in spare:
            yield Hint(key, spare[key])
    if context.questions or context.once_more:
        # Else DOWN opens it.
        yield Hint("BACK" if _back_is_menu(context) else "BACK+", tr("menu"))
    yield Hint("UNDO", tr("undo"))
    yield Hint("UNDO+", tr("history"))


def _sheets(context: MenuContext) -> dict[str, SheetEntry]:
    """Those that keys open here now."""
    return {kind: each for kind, each in context.sheets.items() if not (each.key_only and context.pressing)}


def _back_is_menu(context: MenuContext) -> bool:
    """Who left a question goes on to the menu with the same key: small paper has no words for held ones."""
    if not context.pressing or claim(context, "BACK"):
        return False
    return all(sheet.key != "BACK" for sheet in _sheets(context).values())


def _is_unseen(menu: Menu, context: MenuContext) -> bool:
    """OK would enter something, and the home page has no room for all that people should know before."""
    held = None if menu.seen else claim(context, "OK")
    return bool(held and not held.parts and context.hides() in context.sheets)


def _hint(offer: Offer) -> Message:
    return offer.hint or offer.label


def _down(context: MenuContext) -> Message:
    """DOWN opens a list; what is named is asked for now, or stands at its top."""
    first = claim(context, "DOWN")
    if not first or first.closed:
        return tr("more")
    return tr("{act} …", act=first.together.hint if first.together else _hint(first))


def pressed(menu: Menu, context: MenuContext, button: str, long: bool) -> Outcome:
    key = button + ("+" if long else "")
    if key == "OK" and context.pressing:
        return msgspec.structs.replace(menu, aside=0)
    if key == "OK" and _is_unseen(menu, context):
        return pushed(
            msgspec.structs.replace(menu, seen=True), menu_state.SheetLevel(context.hides(), passing=True)
        )
    if key == "BACK+" or (key == "BACK" and _back_is_menu(context)):
        return pushed(menu, menu_state.MainMenu())
    if key == "DOWN":
        if context.questions:
            return pushed(menu, menu_state.MoreOffers())
        # Another order is asked for in the menu.
        return menu_state.OnceMore() if context.once_more else pushed(menu, menu_state.MainMenu())
    if held := lists.keyed(context, key):
        # More than one person may enter this now: whose it is must be said, never guessed.
        several = len({q.asked for q, o in held if _same_entry((q, o), held[0])}) > 1
        return pushed(menu, menu_state.KeyOffers(key)) if several else lists.opened(menu, context, *held[0])
    if key == "DOWN+" and context.questions:
        return pushed(menu, menu_state.MoreOffers())
    opened = next((kind for kind, sheet in _sheets(context).items() if sheet.key == key), None)
    return pushed(menu, menu_state.SheetLevel(opened)) if opened else menu


def opens(menu: Menu, context: MenuContext, button: str, long: bool = False) -> bool:
    """Whether it stands on the screen, and that key only opens something or does nothing: it enters nothing."""
    return not menu.levels and isinstance(pressed(menu, context, button, long), Menu)


def _same_entry(one: tuple[Question, Offer], other: tuple[Question, Offer]) -> bool:
    """Whether two offers are the same entry, open for one person as for the other."""
    alike = (one[0].kind, one[1].name) == (other[0].kind, other[1].name)
    return alike and not (one[1].closed or other[1].closed)
