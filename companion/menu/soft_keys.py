"""Short choices straight on the keys: one press each, no cursor.

A list of up to five choices that all have a short word lies on UP, DOWN, OK and on UP and DOWN held. What fingers
know by its order (faces, numbers, tiles ahead) lies in that order; of anything else the likeliest lies on OK, so
that a press too many of the key that goes on everywhere gives the usual answer. Of a longer ordered list, and of
what is likely among many, the first four have keys; the fifth turns to the next four, and then to all there is.
Whether something is done is asked alike everywhere: yes is UP, a third way DOWN, and no OK, which goes on without.
UNDO stays what it is everywhere, and BACK leads back.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from companion.engine.message import tr
from companion.engine.offers import NO, NONE, SKIP, YES
from companion.menu import menu_state
from companion.menu.forms import EACH, still_on_keys
from companion.menu.menu_state import Menu
from companion.menu.options import FURTHER, Option, OptionList, Outcome, on_top
from companion.menu.pages import Hint, KeysPage, ListItem

IN_ORDER = ("UP", "DOWN", "OK", "UP+", "DOWN+")
"""As people find them on the case."""
AROUND_OK = ("OK", "UP", "DOWN", "UP+", "DOWN+")
"""For the likeliest, then the others as they are listed."""


DECIDED = {YES: "UP", SKIP: "DOWN", NO: "OK", NONE: "OK"}
"""The keys of short words that are the same in every question."""


class OnKey(NamedTuple):
    """A key with what it chooses."""

    key: str
    option: Option


Long = menu_state.OfferForm | menu_state.InterpretationList | menu_state.MoreOffers
"""Levels whose list may be longer than there are keys."""
Laid = tuple[OnKey, ...]
"""In the order of the hardware."""


def laid_on_keys(menu: Menu, shown: OptionList) -> Laid:
    """The choices of the list on top of the menu, each with its key; none where it stays a list."""
    options, level = shown.options, menu.levels[-1]
    # In the past the cursor says what was answered.
    past = isinstance(level, menu_state.OfferList) and level.edit
    changed = isinstance(level, menu_state.OfferForm) and level.edit and level.rest
    if past or changed or not options or not all(option.brief for option in options):
        return ()
    if shown.more or len(options) > len(IN_ORDER):
        return _one_page_of_many(menu, shown)
    if any(option.brief in (YES, NO, NONE) for option in options):
        return _decided(options)
    if shown.in_order and len(options) > 1:
        return tuple(map(OnKey, IN_ORDER, options))
    return _around_ok(options, shown.likely)


def _one_page_of_many(menu: Menu, shown: OptionList) -> Laid:
    """As far as people turned on; none where they want the whole list, or know none but that."""
    level = menu.levels[-1]
    known = shown.more or shown.in_order
    if not known or not isinstance(level, Long) or not still_on_keys(len(shown.options), level.turned):
        return ()
    left = shown.options[EACH * level.turned :]
    if not shown.more and len(left) <= len(IN_ORDER):
        return tuple(map(OnKey, IN_ORDER, left))
    keys = (option.key or key for key, option in zip(IN_ORDER, left[:EACH], strict=False))
    laid = sorted(map(OnKey, keys, left[:EACH]), key=lambda each: IN_ORDER.index(each.key))
    return (*laid, OnKey(IN_ORDER[EACH], _further(menu, shown, level)))


def _around_ok(options: Sequence[Option], likely: int) -> Laid:
    """The likeliest on OK."""
    others = [option for n, option in enumerate(options) if n != likely]
    # Of two the other one lies where a list would have led to it.
    keys = ("OK", "DOWN") if len(options) == 2 else AROUND_OK
    laid = [OnKey(key, option) for key, option in zip(keys, (options[likely], *others), strict=False)]
    return tuple(sorted(laid, key=lambda each: IN_ORDER.index(each.key)))


def _decided(options: Sequence[Option]) -> Laid:
    """Yes and no where they always lie; what else can be done on the keys that are left."""
    keys = [DECIDED.get(option.brief, "") if option.brief else "" for option in options]
    free = (key for key in IN_ORDER if key not in keys)
    laid = [OnKey(key or next(free), option) for key, option in zip(keys, options, strict=True)]
    return tuple(sorted(laid, key=lambda each: IN_ORDER.index(each.key)))


def _further(menu: Menu, shown: OptionList, level: Long) -> Option:
    """Turns on; in the whole of an ordered list to what had no key."""
    turned = level.turned + 1
    at = level.cursor if shown.more else EACH * turned
    further = msgspec.structs.replace(level, turned=turned, cursor=at)
    return Option(ListItem(FURTHER), partial(on_top, menu, further), brief=FURTHER)


def page_of_keys(shown: OptionList, laid: Laid) -> KeysPage:
    """The page that says what each key chooses; what is closed is shown, and its key's cell is white."""
    named = [(option.row.closed, Hint(key, option.brief)) for key, option in laid if option.brief]
    hints = [hint for closed, hint in named if not closed]
    rows, keys = tuple(each.option.row for each in laid), tuple(each.key for each in laid)
    if shown.held and any(each.option.held for each in laid):
        hints.append(Hint("OK+", shown.held))
    white = tuple(hint for closed, hint in named if closed)
    hints += (Hint("BACK", shown.back or tr("back")), Hint("UNDO", tr("undo")))
    return KeysPage(
        shown.kind, shown.title, rows, keys, tuple(hints), shown.asked, shown.why, shown.rest, white=white
    )


def pressed(menu: Menu, laid: Laid, button: str, long: bool) -> Outcome:
    """What a key chooses; one that has nothing on it does nothing, nor does a held OK where it takes nothing."""
    key = f"{button}+" if long and button != "OK" else button
    option = next((each.option for each in laid if each.key == key), None)
    if option is None:
        return menu
    if long and button == "OK":
        return option.held() if option.held else menu
    return option.chosen()
