"""What lies on the antenna: when a tag that was read is a tap, and when it is only still lying there.

Reads no chip and no clock; a resting tag may be missed by many polls and is the same tap all the same.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

MISSES, UNSEEN = 3, 0.6
"""A tag is gone when this many polls in a row missed it and this many seconds went by since it was seen."""
PHONE = "08"
"""How a number begins that a phone invents anew each time it is asked (4 bytes only)."""


class _PresentTag(msgspec.Struct):
    seen: float
    """When it was read last, in seconds by the monotonic clock."""
    misses: int = 0
    """Polls in a row that did not read it: a resting tag is often missed at every second one."""


class Antenna:
    """Remembers which tags are there."""

    def __init__(self) -> None:
        self._present: dict[str, _PresentTag] = {}

    def polled(self, uids: Sequence[str], now: float) -> list[str]:
        """The tags of one poll that have newly come, in the order they were read."""
        self._present = {name: tag for name, tag in self._present.items() if not _gone(tag, now)}
        new = []
        for uid in uids:
            if _name(uid) not in self._present:
                new.append(uid)
            self._present[_name(uid)] = _PresentTag(now)
        read = {_name(uid) for uid in uids}
        for name, tag in self._present.items():
            tag.misses += name not in read
        return new


def _gone(tag: _PresentTag, now: float) -> bool:
    return tag.misses >= MISSES and now - tag.seen >= UNSEEN


def _name(uid: str) -> str:
    # A phone that is left lying would else be somebody new at every poll.
    return PHONE if len(uid) == 8 and uid.startswith(PHONE) else uid
