"""From which tile a good comes that is sold or paid. Of the games that follow territories."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from companion.engine.message import Message, tr
from companion.engine.offers import Answer, Choice, Pick, Reason
from companion.state.territory.events import SourceChosen
from companion.state.territory.grid import Spot, Territory
from companion.state.territory.market import SPACES
from companion.state.territory.payment_options import MARKET, source_of

USUAL = "usual"
"""In an answer: nothing is wished any more."""


def holding(territory: Territory, good: str) -> list[Spot]:
    """Tiles with that good, the fullest first."""
    return sorted((spot for spot in territory.spots if spot.goods.get(good)), key=lambda spot: spot.room)


def from_each(spots: Iterable[Spot], called: Callable[[Spot], Message]) -> tuple[Choice, ...]:
    """One of these tiles."""
    return tuple(Choice(source_of(spot.cell), called(spot)) for spot in spots)


def why_not_sold(
    rule: str, good: Message, player: Message, price: int | None, spots: Sequence[Spot]
) -> Reason | None:
    """Nobody buys it (no price), or there is none; None where it can be sold."""
    if price is None:
        return Reason(rule, tr("The {good} row holds no coins.", good=good))
    return None if spots else Reason(rule, tr("{Player} has no {good}.", Player=player, good=good))


def paid_otherwise(good: str, words: Message, lies: Sequence[Choice], filled: int) -> Choice | None:
    """From where this good is paid next, where there is a choice; filled: spaces of its row with a coin."""
    bought = (Choice(MARKET, tr("buy it")),) if filled < SPACES else ()
    choices = (*lies, *bought)
    if not lies or len(choices) < 2:
        return None
    return Choice(good, words, then=(Pick("source", tr("From where?"), choices),))


def wished(player_id: str, rather: Iterable[tuple[str, str]], answer: Answer) -> Iterator[SourceChosen]:
    """A wish of how to pay, or the end of all of them (rather)."""
    good = str(answer.values[0])
    if good != USUAL:
        yield SourceChosen(player_id, good, str(answer.values[1]))
    else:
        yield from (SourceChosen(player_id, each, "") for each in dict.fromkeys(good for good, _ in rather))
