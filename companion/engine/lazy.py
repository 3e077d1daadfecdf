"""A value that is worked out when somebody first reads it, and then kept. Knows nothing of what it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

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


def ready(value: T) -> Lazy[T]:
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
