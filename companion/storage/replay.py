"""Recorded games again: up to an entry, and decided anew to find the first difference.

For the command `replay` and the bench. Prints nothing and opens no file.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.engine.history import Difference, History, check
from companion.engine.message import Message, UserError, tr
from companion.storage.transfer import GameOf, read_journals


class BadUpto(UserError):
    """An entry to stop at that no game of the file has; `message` is the sentence."""


class Replayed(msgspec.Struct, frozen=True):
    """A game of the file as it stood after so many entries, undo entries included."""

    history: History
    """Its entries up to there."""
    difference: Difference | None = None
    """What deciding it again gave first that is not in the file; None: all the same, or not decided again."""


def replay(
    lines: Iterable[bytes], game_of: GameOf, upto: int | None = None, decide_again: bool = False
) -> list[Replayed]:
    """Every game of a journal file; raises transfer.BadJournal (the whole file is read first) or BadUpto."""
    histories = read_journals(lines, game_of)
    if upto is not None:
        histories = _cut(histories, upto)
    return [Replayed(history, check(history) if decide_again else None) for history in histories]


def _cut(histories: list[History], upto: int) -> list[History]:
    """Each game as it stood then; a shorter one of several as it ended."""
    most = max(len(history.entries) for history in histories)
    if not 0 <= upto <= most:
        raise BadUpto(tr("There is no entry {upto}; say a number from 0 to {most}.", upto=upto, most=most))
    return [History(h.game, h.header, h.entries[:upto]) for h in histories]


def told(difference: Difference) -> Message:
    """The first difference in one sentence."""
    if difference.refusal is None:
        return tr("Entry {n} gives something else when it is decided again.", n=difference.number)
    reason = difference.refusal.reason
    if not reason.rule:
        return tr("Entry {n} is refused when it is decided again: {why}", n=difference.number, why=reason.text)
    return tr(
        "Entry {n} is refused when it is decided again: {why} ({rule})",
        n=difference.number,
        why=reason.text,
        rule=reason.rule,
    )
