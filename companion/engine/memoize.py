"""What was worked out lately: the questions of one moment share their long lists instead of each making its own.

Only for functions of frozen values: then the same arguments mean the same result. Never compares what is in them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from operator import is_
from typing import Any, ParamSpec, TypeVar, cast

Given = ParamSpec("Given")
Made = TypeVar("Made")


def memoize_last(function: Callable[Given, Made]) -> Callable[Given, Made]:
    """Gives the last result again for the very same arguments; keeps no more than that one."""
    if _takes_one(function):
        return cast(Callable[Given, Made], _memoize_last_of_one(function))
    last: tuple[tuple[Any, ...], Any] = ((), None)

    @wraps(function)
    def again(*given: Given.args, **named: Given.kwargs) -> Made:
        nonlocal last
        before, made = last
        if named or len(before) != len(given) or not all(map(is_, before, given)):
            made = function(*given, **named)
            last = (given, made)
        return made  # type: ignore[no-any-return]

    return again


def _takes_one(function: Callable[..., Any]) -> bool:
    several = [*signature(function).parameters.values()]
    return len(several) == 1 and several[0].kind is Parameter.POSITIONAL_OR_KEYWORD


def _memoize_last_of_one(function: Callable[..., Made]) -> Callable[[Any], Made]:
    """The same in fewer steps: most are functions of a state alone, and asked dozens of times for each answer."""
    last: tuple[Any, Any] = (object(), None)

    @wraps(function)
    def again(given: Any) -> Made:
        nonlocal last
        before, made = last
        if before is not given:
            made = function(given)
            last = (given, made)
        return made  # type: ignore[no-any-return]

    return again


def memoize_while(
    parts: Callable[[Any], tuple[Any, ...]],
) -> Callable[[Callable[[Any], Made]], Callable[[Any], Made]]:
    """Gives the last result again as long as those parts of its argument, all that it goes by, are the same."""

    def memoize(function: Callable[[Any], Made]) -> Callable[[Any], Made]:
        last: tuple[tuple[Any, ...], Any] = ((), None)

        @wraps(function)
        def again(given: Any) -> Made:
            nonlocal last
            before, made = last
            now = parts(given)
            if len(before) != len(now) or not all(map(is_, before, now)):
                made = function(given)
                last = (now, made)
            return made  # type: ignore[no-any-return]

        return again

    return memoize


FEW = 256
"""So many results are kept of what is asked about each in turn: every player, every space, every tile."""


def memoize_few(function: Callable[Given, Made]) -> Callable[Given, Made]:
    """Gives each of the last results again for the very same arguments; forgets them all once they are many.

    For what stays as it is through several moments: what one player has while others have their turns.
    """
    kept: dict[tuple[int, ...], tuple[tuple[Any, ...], Made]] = {}

    @wraps(function)
    def again(*given: Given.args, **named: Given.kwargs) -> Made:
        key = tuple(map(id, given))
        found = kept.get(key)
        if found is None or named:
            if len(kept) >= FEW:
                kept.clear()
            # With its arguments: an object that is gone could leave its identity to another.
            found = kept[key] = given, function(*given, **named)
        return found[1]

    return again


def memoize_moment(function: Callable[Given, Made]) -> Callable[Given, Made]:
    """Gives each result again as long as the first argument, a state, is the very same; then forgets them all.

    For what is asked in one moment of several players or tiles in turn. The others are compared by identity too.
    """
    last: tuple[Any, dict[object, tuple[tuple[Any, ...], Any]]] = (object(), {})

    @wraps(function)
    def again(*given: Given.args, **named: Given.kwargs) -> Made:
        nonlocal last
        moment, worked_out = last
        if moment is not given[0]:
            worked_out = {}
            last = (given[0], worked_out)
        key = id(given[1]) if len(given) == 2 else tuple(map(id, given[1:]))
        found = worked_out.get(key)
        if found is None or named:
            # With its arguments: an object that is gone could leave its identity to another.
            found = worked_out[key] = given, function(*given, **named)
        return found[1]

    return again
