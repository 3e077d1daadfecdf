"""Lazy values and memoizing decorators for pure functions of frozen values.

The questions of one state share long lists of choices through these caches. Arguments are compared by identity,
never by value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from inspect import Parameter, signature
from operator import is_
from typing import Any, Generic, ParamSpec, TypeVar, cast, overload

T = TypeVar("T")


class Lazy(Generic[T]):
    """A value that is computed on first read and then stored. Two threads reading at once may compute it twice."""

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


def lazy_constant(value: T) -> Lazy[T]:
    """Return a `Lazy` that holds an already known value."""
    return Lazy(lambda: value)


class LazyItems(Lazy[tuple[T, ...]], Sequence[T]):
    """A sequence with at least one item, computed on first read.

    It is always true, so use () where there are no items. Iterating computes only the items that are read; a
    complete iteration stores them. Equal to a tuple of the same items.
    `find` returns one item by its value without computing the others.
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
    """Decorate a function to return its last result again while it is called with the identical arguments."""
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
    """Return the one-argument form of `memoize_last`, which takes fewer steps.

    Most memoized functions take only a state and are called dozens of times per answer.
    """
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
    """Decorate a function to return its last result again while `parts(argument)` gives the identical objects.

    `parts` must return everything of the argument that the function reads.
    """

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
"""Results that `memoize_few` stores for one function before it forgets them all."""


def memoize_few(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Decorate a function to store up to MAX_RESULTS results, found again by the identity of the arguments.

    For values that stay the same over several states, for example a player's possessions during other players'
    turns.
    """
    kept: dict[tuple[int, ...], tuple[tuple[Any, ...], Result]] = {}

    @wraps(function)
    def again(*given: Parameters.args, **named: Parameters.kwargs) -> Result:
        key = tuple(map(id, given))
        found = kept.get(key)
        if found is None or named:
            if len(kept) >= MAX_RESULTS:
                kept.clear()
            # The arguments are stored too, because a new object could get the id of a deleted one.
            found = kept[key] = given, function(*given, **named)
        return found[1]

    return again


def memoize_per_state(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Decorate a function to store its results as long as the first argument, a state, is the identical object.

    The other arguments (players, tiles …) are compared by identity too.
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
            # The arguments are stored too, because a new object could get the id of a deleted one.
            found = worked_out[key] = given, function(*given, **named)
        return found[1]

    return again
