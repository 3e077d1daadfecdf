"""What was worked out lately: the questions of one moment share their long lists instead of each making its own.

Only for functions of frozen values: then the same arguments mean the same result.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import is_
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")


def memoize_last(function: Callable[Given, Made]) -> Callable[Given, Made]:
    """Gives the last result again for the very same arguments; keeps no more than that one."""
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


def memoize_moment(function: Callable[Given, Made]) -> Callable[Given, Made]:
    """Gives each result again as long as the first argument, a state, is the very same; then forgets them all.

    For what is asked in one moment of several players or tiles in turn. The others are compared by identity too.
    """
    moment: Any = None
    worked_out: dict[tuple[int, ...], tuple[tuple[Any, ...], Any]] = {}

    @wraps(function)
    def again(*given: Given.args, **named: Given.kwargs) -> Made:
        nonlocal moment
        if given[0] is not moment:
            moment = given[0]
            worked_out.clear()
        key = tuple(map(id, given))
        if key not in worked_out:
            # With its arguments: an object that is gone could leave its identity to another.
            worked_out[key] = given, function(*given, **named)
        return worked_out[key][1]  # type: ignore[no-any-return]

    return again
