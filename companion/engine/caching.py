"""A value that is worked out when somebody first reads it, and then kept. Knows nothing of what it is.

What was worked out lately: the questions of one moment share their long lists instead of each making its own.

Only for functions of frozen values: then the same arguments mean the same result. Never compares what is in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from inspect import Parameter, signature
from operator import is_
from typing import Any, Generic, ParamSpec, TypeVar, cast, overload

T = TypeVar("T")


class Lazy(Generic[T]):
    """Holds what makes a value, until the value is read. Read by two threads at once it may be made twice."""

    __slots__ = ("_kept", "_make")

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._kept: tuple[T] | None = None

    @property
    def value(self) -> T:
        if self._kept is None:
            self._kept = (self._make(),)
        return self._kept[0]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lazy) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return repr(self.value)


def computed_value(value: T) -> Lazy[T]:
    """One that need not be worked out any more."""
    return Lazy(lambda: value)


class LazyItems(Lazy[tuple[T, ...]], Sequence[T]):
    """One item or more, worked out when somebody first reads one: that there are some is known before.

    Who looks for one alone reads no further; who has read all keeps them. Equal to a tuple of the same items;
    where there are none, give () instead. With `find` one of them can be had by its value, and no other is made.
    """

    __slots__ = ("_each", "find")

    def __init__(self, make: Callable[[], Iterable[T]], find: Callable[[Any], T | None] | None = None) -> None:
        super().__init__(lambda: tuple(make()))
        self._each, self.find = make, find

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[T]:
        if self._kept is not None:
            yield from self._kept[0]
            return
        found = []
        for item in self._each():
            found.append(item)
            yield item
        self._kept = (tuple(found),)

    def __len__(self) -> int:
        return len(self.value)

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...

    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        return self.value[at]

    def __eq__(self, other: object) -> bool:
        return self.value == (other.value if isinstance(other, Lazy) else other)

    __hash__ = Lazy.__hash__


Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def memoize_last(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Gives the last result again for the very same arguments; keeps no more than that one."""
    if _takes_one(function):
        return cast(Callable[Parameters, Result], _memoize_last_of_one(function))
    last: tuple[tuple[Any, ...], Any] = ((), None)

    @wraps(function)
    def again(*given: Parameters.args, **named: Parameters.kwargs) -> Result:
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


def _memoize_last_of_one(function: Callable[..., Result]) -> Callable[[Any], Result]:
    """The same in fewer steps: most are functions of a state alone, and asked dozens of times for each answer."""
    last: tuple[Any, Any] = (object(), None)

    @wraps(function)
    def again(given: Any) -> Result:
        nonlocal last
        before, made = last
        if before is not given:
            made = function(given)
            last = (given, made)
        return made  # type: ignore[no-any-return]

    return again


def memoize_by_parts(
    parts: Callable[[Any], tuple[Any, ...]],
) -> Callable[[Callable[[Any], Result]], Callable[[Any], Result]]:
    """Gives the last result again as long as those parts of its argument, all that it goes by, are the same."""

    def memoize(function: Callable[[Any], Result]) -> Callable[[Any], Result]:
        last: tuple[tuple[Any, ...], Any] = ((), None)

        @wraps(function)
        def again(given: Any) -> Result:
            nonlocal last
            before, made = last
            now = parts(given)
            if len(before) != len(now) or not all(map(is_, before, now)):
                made = function(given)
                last = (now, made)
            return made  # type: ignore[no-any-return]

        return again

    return memoize


MAX_RESULTS = 256
"""So many results are kept of what is asked about each in turn: every player, every space, every tile."""


def memoize_few(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Gives each of the last results again for the very same arguments; forgets them all once they are many.

    For what stays as it is through several moments: what a player has while others have their turns.
    """
    kept: dict[tuple[int, ...], tuple[tuple[Any, ...], Result]] = {}

    @wraps(function)
    def again(*given: Parameters.args, **named: Parameters.kwargs) -> Result:
        key = tuple(map(id, given))
        found = kept.get(key)
        if found is None or named:
            if len(kept) >= MAX_RESULTS:
                kept.clear()
            # With its arguments: an object that is gone could leave its identity to another.
            found = kept[key] = given, function(*given, **named)
        return found[1]

    return again


def memoize_per_state(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Gives each result again as long as the first argument, a state, is the very same; then forgets them all.

    For what is asked in one moment of several players or tiles in turn. The others are compared by identity too.
    """
    last: tuple[Any, dict[object, tuple[tuple[Any, ...], Any]]] = (object(), {})

    @wraps(function)
    def again(*given: Parameters.args, **named: Parameters.kwargs) -> Result:
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
