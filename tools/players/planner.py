"""Finds the fewest presses from the current menu to an answer, by a breadth-first search over pure functions.

It presses nothing. A long press counts as one press; UNDO is never used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from companion.app import App
from companion.engine.offers import Answer
from companion.menu import menu_state
from companion.menu.menu import press_button, refresh_menu
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import Outcome

BUTTONS = ("OK", "UP", "DOWN", "BACK")
MAX_PRESSES = 24
"""Maximum number of presses."""


class Key(NamedTuple):
    """A press."""

    button: str
    long: bool = False


KEYS = tuple(Key(button, long) for long in (False, True) for button in BUTTONS)
ShortestPresses = dict[Answer, tuple[Key, ...]]


class NoPressesFound(Exception):
    """No presses lead to the wanted outcome."""


def current_menu(app: App) -> tuple[Menu, MenuContext]:
    """Return the menu of a running companion and its context."""
    sitting = app._session
    return sitting.menu, sitting.context


def presses_for(menu: Menu, context: MenuContext, wanted: Answer) -> tuple[Key, ...]:
    """Return the presses that give this answer. Raises NoPressesFound."""
    plain = msgspec.structs.replace(wanted, anyway=False)

    def there(outcome: Outcome) -> bool:
        return isinstance(outcome, menu_state.GiveAnswer) and outcome.answer in (wanted, plain)

    return presses_to(menu, context, there, lambda level: _on_the_way(level, wanted))


def presses_to(
    menu: Menu,
    context: MenuContext,
    there: Callable[[Outcome], bool],
    worth: Callable[[menu_state.MenuScreen], bool] = lambda _level: True,
) -> tuple[Key, ...]:
    """Return the presses to an outcome for which `there` is true. Raises NoPressesFound.

    worth: False for menu screens that are not searched.
    """
    for keys, outcome in _outcomes(menu, context, worth, MAX_PRESSES):
        if there(outcome):
            return keys
    raise NoPressesFound


def answers_within(menu: Menu, context: MenuContext, most: int) -> ShortestPresses:
    """Return every answer that `most` presses can give, with its shortest presses."""
    found: ShortestPresses = {}
    for keys, outcome in _outcomes(menu, context, lambda _level: True, most):
        if isinstance(outcome, menu_state.GiveAnswer):
            found.setdefault(outcome.answer, keys)
    return found


def _outcomes(
    menu: Menu, context: MenuContext, worth: Callable[[menu_state.MenuScreen], bool], most: int
) -> Iterator[tuple[tuple[Key, ...], Outcome]]:
    """Yield the outcomes of presses, fewest presses first; every menu is visited once."""
    menu = refresh_menu(menu, context)
    seen = {menu}
    edge: list[tuple[tuple[Key, ...], Menu]] = [((), menu)]
    for _ in range(most):
        further = []
        for before, here in edge:
            for key in KEYS:
                outcome = press_button(here, context, key.button, key.long)
                keys = (*before, key)
                yield keys, outcome
                if isinstance(outcome, Menu) and (now := refresh_menu(outcome, context)) not in seen:
                    seen.add(now)
                    if all(worth(level) for level in now.levels):
                        further.append((keys, now))
        edge = further


def _on_the_way(level: menu_state.MenuScreen, wanted: Answer) -> bool:
    """True if the menu screen can still lead to the answer."""
    match level:
        case menu_state.OfferForm():
            right = (level.question, level.offer) == (wanted.question, wanted.offer)
            # The last value may be a suggestion: one step back leads to another.
            before = level.values[:-1]
            return right and before == wanted.values[: len(before)]
        case menu_state.OfferList():
            return level.question == wanted.question
        case menu_state.MainMenu():
            return wanted.question == 0
        case (
            menu_state.ConfirmPrompt()
            | menu_state.GameList()
            | menu_state.GameMenu()
            | menu_state.HistoryList()
            | menu_state.TurnEntryList()
            | menu_state.EntryMenu()
            | menu_state.PlayerList()
            | menu_state.ForgottenList()
            | menu_state.TableOrLog()
        ):
            return False
    return True
