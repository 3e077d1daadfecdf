"""What was paid for a tile of an earlier turn, told by that in place of by how it was entered. Decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.labels import EARLIER_TILE, LATE_PAID
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.payment import unpaid_turns


def by_their_tile(
    events: Iterable[ev.Event], cause: Callable[[ev.CostSettled], str] = lambda _e: EARLIER_TILE
) -> tuple[ev.Event, ...]:
    """The events, with that cause for what the entry paid which settled the cost of an earlier tile."""
    told, paid = list(events), dict[str, list[int]]()
    for at, event in enumerate(told):
        match event:
            case ev.EntryMade(player=player):
                paid[player] = []
            case ev.CoinsPaid(player=player, why="entered") | ev.BarrelsPaid(player=player, why="entered"):
                paid.setdefault(player, []).append(at)
            case ev.CostSettled(player=player):
                for place in paid.pop(player, []):
                    told[place] = replace(told[place], why=cause(event))
    return tuple(told)


def of_which_turn(state: State, settled: ev.CostSettled) -> str:
    """The cause with the turn in which the tile was taken, as it stood before."""
    turns = unpaid_turns(state, settled.player)
    turn = settled.turn or (turns[-1] if turns else 0)
    return f"{EARLIER_TILE}:{turn}" if turn else EARLIER_TILE


def by_hands(events: Iterable[ev.Event]) -> Iterator[ev.Event]:
    """The events, oldest first, without what a correction says was paid long ago: no hand has moved it now."""
    told_late = set[str]()
    for event in events:
        match event:
            case ev.EntryMade(player=player, entry=entry):
                (told_late.add if entry == LATE_PAID else told_late.discard)(player)
            case ev.CostSettled(player=player):
                told_late.discard(player)
            case ev.CoinsPaid(player=player) | ev.BarrelsPaid(player=player) if player in told_late:
                continue
        yield event
