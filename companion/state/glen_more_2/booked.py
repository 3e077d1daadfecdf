"""What the companion has booked in this turn and on the way to it, in short words with the cause. Words only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from companion.engine.actions import Booking
from companion.engine.message import Message, begun, listed, tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.earlier_tiles import by_their_tile
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.payment import bought_as_cost
from companion.state.glen_more_2.ruleset import rules_of
from companion.state.glen_more_2.stages import SCORING


class Booked(NamedTuple):
    """A line of what is booked."""

    words: Message
    coins: int
    """What it gave or took of the money of whose turn it is."""
    points: int
    """The same of the points."""
    own: bool
    """It is about whose turn it is."""


def booked(state: State) -> tuple[Booked, ...]:
    """The latest first: what has just been done tells most."""
    if not state.happened:
        return ()
    lines: list[tuple[Booking, list[Message], int, int]] = []
    for booking in _bookings(state):
        same = next((at for at in range(len(lines) - 1, -1, -1) if _tells_with(lines[at][0], booking)), None)
        changes, coins, points = [booking.change] if booking.change else [], booking.money, booking.points
        if same is not None:
            # A line with something new in it is the latest.
            booking, before, coins_before, points_before = lines.pop(same)
            changes, coins, points = [*before, *changes], coins_before + coins, points_before + points
        lines.append((booking, changes, coins, points))
    own = _named_in_bar(state)
    return tuple(
        Booked(_line(state, own, booking, changes), *_of(own, booking, coins, points))
        for booking, changes, coins, points in reversed(lines)
    )


def _of(own: str, booking: Booking, coins: int, points: int) -> tuple[int, int, bool]:
    """Amounts of anybody else stand in words alone."""
    return (coins, points, True) if booking.player == own else (0, 0, False)


def whose_amounts(state: State, done: Sequence[Booked]) -> Message | None:
    """Who is to be named with a sum of lines that are not told: the one on turn, after a line about another."""
    own = _named_in_bar(state)
    return labels.figure(state, own) if own and done and not done[0].own else None


def _bookings(state: State) -> Iterator[Booking]:
    rows, goods = rules_of(state).events, bought_as_cost(state)
    events = _without_parts_of_rounds(by_their_tile(state.happened))
    paid = max((at for at, event in enumerate(events) if isinstance(event, _OF_THE_COST)), default=-1)
    for at, event in enumerate(events):
        row = rows[type(event)]
        booking = row.booked(state, row.public(event) if row.public else event) if row.booked else None
        if booking:
            yield booking
        if goods and at == paid:
            words = listed(labels.row(state, good) for good in dict.fromkeys(goods))
            yield Booking(deed=tr("Paid with the bought {goods}, own goods aren't counted", goods=words))


_OF_THE_COST = (ev.TileTaken, ev.GoodBought)
"""After the last of these it is said that what was bought is what the tile cost."""


def _without_parts_of_rounds(events: Iterable[ev.Event]) -> list[ev.Event]:
    """A scoring tells each player's points once: the events before it, one a gain, say nothing more."""
    kept: list[ev.Event] = []
    for event in events:
        if isinstance(event, ev.RoundScored):
            gains = sum(len(player["gains"]) for player in event.result["players"])
            del kept[len(kept) - gains :]
        kept.append(event)
    return kept


def _tells_with(line: Booking, more: Booking) -> bool:
    """Whether the change of `more` stands in the line of the other."""
    if line.player != more.player:
        return False
    if more.joins and line.deed:
        return True
    return (line.deed, line.cause) == (more.deed, more.cause)


def _line(state: State, own: str, booking: Booking, changes: list[Message]) -> Message:
    change = listed(_summed(changes)) if changes else None
    if booking.player in ("", own):
        return _words(booking, change)
    what = _behind_name(booking, change)
    return tr("{player}: {what}", player=labels.figure(state, booking.player), what=what)


def _summed(changes: Iterable[Message]) -> Iterable[Message]:
    """What is alike but for its number as one: the table sees the sum."""
    sums: dict[object, Message] = {}
    for at, each in enumerate(changes):
        others = tuple(value for value in each.values if value[0] != "n")
        key = (each.text, others) if each.plural else at
        n = each.count + (sums[key].count if key in sums else 0)
        sums.pop(key, None)  # what has just grown stands last, as the newest
        sums[key] = Message(each.text, (("n", n), *others), each.plural, n) if each.plural else each
    return sums.values()


def _named_in_bar(state: State) -> str:
    """Whose turn stands over it; who acts for a neutral figure is named, and between turns everybody."""
    return "" if state.phase in (SCORING, "over") or state.turn.acting else state.turn.player


def _words(booking: Booking, change: Message | None) -> Message:
    if booking.deed:
        return tr("{Deed}: {change}", Deed=booking.deed, change=change) if change else begun(booking.deed)
    if change and booking.cause:
        return tr("{change}: {cause}", change=change, cause=booking.cause)
    return change or listed(())


def _behind_name(booking: Booking, change: Message | None) -> Message:
    """The same where a name begins the line; it has a colon already."""
    if booking.deed:
        return tr("{deed}, {change}", deed=booking.deed, change=change) if change else booking.deed
    return _words(booking, change)


def in_fewer_words(line: Message) -> Iterator[Message]:
    """What was done, else what it came to, and whose it is; where neither can be said the cause.

    Behind a name what it came to: nothing else says an amount of another player.
    """
    parts = dict(line.values)
    what, change = parts.get("what"), parts.get("change")
    if isinstance(what, Message) and "player" in parts:
        amount = dict(what.values).get("change")
        told = [amount] if isinstance(amount, Message) and _has_amount(amount) else in_fewer_words(what)
        for each in told:
            yield tr("{player}: {what}", player=parts["player"], what=each)
        return
    about = parts.get("Deed", parts.get("cause"))
    if not isinstance(change, Message) or not isinstance(about, Message):
        yield line
    elif about == labels.ENTERED_BY_PEOPLE:
        yield from dict.fromkeys((change, _newest(change)))
    elif "Deed" in parts:
        yield begun(about)
    else:
        yield change if _has_amount(change) else about


def _newest(changes: Message) -> Message:
    """The last of what was `listed`."""
    last = changes.values[-1][1] if changes.values else changes
    return last if isinstance(last, Message) and not changes.plural else changes


def _has_amount(changes: Message) -> bool:
    """Of what was `listed`."""
    return any(map(_is_amount, dict(changes.values).values()))


def _is_amount(change: int | str | Message) -> bool:
    """So many of something: it says more than where it came from."""
    return isinstance(change, Message) and (bool(change.plural) or "n" in dict(change.values))
