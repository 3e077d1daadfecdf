"""What the hands set up before the first turn, step by step: the box's part and each chronicle's. Words only."""

from __future__ import annotations

from companion.engine.message import Message, listed, tr
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import DIE, State
from companion.state.glen_more_2.ruleset import expansions_of


def preparation(state: State) -> tuple[Message, ...]:
    """All steps, what is done first standing first (GM-SET-01 to GM-SET-17, C0-02)."""
    own = (step for x in expansions_of(state) if x.preparation for step in x.preparation(state))
    # Decks are shuffled before chronicles put tiles at a certain place of them, World's End goes in last of all.
    return (*_before(state), *own, *_after(state))


def _before(state: State) -> tuple[Message, ...]:
    coins = listed(
        tr("{player} {n}", player=labels.figure(state, player.id), n=player.coins) for player in state.players
    )
    return (
        tr("Each player: home tile, 10 Scots, 10 clan markers; 1 Scot onto the start village"),
        tr("Give out coins: {coins}", coins=coins),
        tr("Landmark cards and David Hume beside the clan board"),
        tr("Shuffle decks A, B, C and D, each for itself"),
    )


def _after(state: State) -> tuple[Message, ...]:
    end = tr("World's End on top of deck D") if state.short_game else tr("World's End half-way down deck D")
    market = (tr("1 coin onto the 1 of each market row"),) if any(state.market.values()) else ()
    order = [labels.figure(state, p.id) for p in state.players]
    if state.use_die:
        order.append(labels.figure(state, DIE))
    return (end, *market, tr("Onto the rondel, the last first: {figures}", figures=listed(order)))
