"""What another past makes of the scorings in it, in words for people. Scores nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from companion.engine.message import Message, listed, tr
from companion.scoring.gains import Result
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels


def counted_again(gone: Sequence[ev.Event], came: Sequence[ev.Event]) -> Message | None:
    """A scoring after the change is worked out by what was said then, or comes again and asks; which, is told."""
    before = {event.round: _brought(event) for event in gone if isinstance(event, ev.RoundScored)}
    after = {event.round: _brought(event) for event in came if isinstance(event, ev.RoundScored)}
    told = [*_worked_out(before, after)]
    if again := [labels.round_words(each) for each in before if each not in after]:
        told.append(tr("Asked again: {rounds}.", rounds=listed(again)))
    return listed(told, " ") if told else None


def _worked_out(before: Mapping[str, dict[str, int]], after: Mapping[str, dict[str, int]]) -> Iterator[Message]:
    """Scorings that nobody is asked about; those with other points alone where there are any."""
    changed = [labels.round_words(each) for each in after if before.get(each) != after[each]]
    if changed:
        yield tr("Worked out anew, with other points: {rounds}.", rounds=listed(changed))
    elif after:
        same = listed(map(labels.round_words, after))
        yield tr("Worked out anew, with the same points: {rounds}.", rounds=same)


def _brought(event: ev.RoundScored) -> dict[str, int]:
    """What that scoring itself gave each player, whatever each had before."""
    result = msgspec.convert(event.result, Result)
    return {player.name: player.points - player.points_before for player in result.players}
