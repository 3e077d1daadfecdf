"""What lies on the antenna: when a tag that was read is a tap, and when it is only still lying there.

Reads no chip and no clock; a resting tag may be missed by many polls and is the same tap all the same.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

MISSES, UNSEEN = 3, 0.6
"""A tag is gone when at least so many polls in a row missed it and so many seconds went by since it was seen."""
BY_CHANCE = 1e-6
"""And when the reader would miss a resting tag so often in a row no more often than that."""
FIRST_READ, FIRST_MISSED = 4.8, 1.2
"""Before anything was seen of a reader: how many polls in six it is thought to miss."""
FADES = 0.99
"""What an observation still counts when the next is made: tags are laid elsewhere, and better."""
TOGETHER = 0.4
"""Seconds: tags that lie there at once and came within that time came together."""
PHONE = "08"
"""How a number begins that a phone invents anew each time it is asked (4 bytes only)."""


class NewTag(NamedTuple):
    """A tag that has newly come."""

    uid: str
    beside: tuple[str, ...] = ()
    """The tags that came together with it and lie there too: nobody knows which one is meant."""


class _PresentTag(msgspec.Struct):
    came: float
    """When it was read first, in seconds by the monotonic clock."""
    seen: float
    """When it was read last."""
    misses: int = 0
    """Polls in a row that did not read it: some boards tell a resting tag at every second one only."""


class Antenna:
    """Remembers which tags are there, and learns how many polls this reader misses a resting tag in."""

    def __init__(self) -> None:
        self._present: dict[str, _PresentTag] = {}
        self._read, self._missed = FIRST_READ, FIRST_MISSED

    def __bool__(self) -> bool:
        """Whether anything lies there, or may."""
        return bool(self._present)

    def __contains__(self, uid: object) -> bool:
        """Whether that tag lies there, or may."""
        return isinstance(uid, str) and _name(uid) in self._present

    def polled(self, uids: Sequence[str], now: float) -> list[NewTag]:
        """The tags of one poll that have newly come, in the order they were read."""
        self._present = {name: tag for name, tag in self._present.items() if not self._gone(tag, now)}
        new = [uid for uid in uids if _name(uid) not in self._present]
        read = {_name(uid) for uid in uids}
        for name, tag in self._present.items():
            tag.misses += name not in read
        for uid in uids:
            self._saw(_name(uid), now)
        return [NewTag(uid, self._beside(uid, uids, now)) for uid in new]

    def _saw(self, name: str, now: float) -> None:
        tag = self._present.setdefault(name, _PresentTag(now, now))
        # Only between two sightings is it sure that the tag lay there all the time.
        self._read = FADES * self._read + 1
        self._missed = FADES * self._missed + tag.misses
        tag.seen, tag.misses = now, 0

    def _gone(self, tag: _PresentTag, now: float) -> bool:
        missing = self._missed / (self._read + self._missed)
        enough = max(MISSES, math.log(BY_CHANCE) / math.log(missing))
        return tag.misses >= enough and now - tag.seen >= UNSEEN

    def _beside(self, uid: str, uids: Sequence[str], now: float) -> tuple[str, ...]:
        others = [other for other in uids if _name(other) != _name(uid)]
        return tuple(other for other in others if now - self._present[_name(other)].came <= TOGETHER)


def _name(uid: str) -> str:
    # A phone that is left lying would else be somebody new at every poll.
    return PHONE if len(uid) == 8 and uid.startswith(PHONE) else uid
