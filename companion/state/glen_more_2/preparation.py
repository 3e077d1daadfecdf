"""What the hands set up before the first turn, step by step: the box's part and each chronicle's. Words only."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.message import Message, listed, tr
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import expansions_of
from companion.state.glen_more_2.set_up_steps import Stage, Step


def preparation(state: State) -> tuple[Message, ...]:
    """All steps in the order of the hands (GM-SET-01 to GM-SET-17, C0-02): by stages, in each the box's first."""
    own = (step for x in expansions_of(state) if x.preparation for step in x.preparation(state))
    return tuple(step.text for step in sorted((*_of_the_box(state), *own), key=lambda step: step.stage))


def _of_the_box(state: State) -> Iterator[Step]:
    yield Step(Stage.SHUFFLE, tr("Shuffle decks A, B, C and D, each on its own"))
    end = tr("World's End on top of deck D") if state.short_game else tr("World's End half-way down deck D")
    yield Step(Stage.SHUFFLED, end)
    each = tr("Each player: home tile, 10 Scots, 10 clan markers; 1 Scot onto the start village")
    yield Step(Stage.PLAYERS, each)
    coins = listed(
        tr("{player} {n}", player=labels.figure(state, player.id), n=player.coins) for player in state.players
    )
    yield Step(Stage.PLAYERS, tr("Give out coins: {coins}", coins=coins))
    yield Step(Stage.CARDS, tr("Landmark cards and David Hume beside the clan board"))
    if any(state.market.values()):
        yield Step(Stage.MARKET, tr("1 coin onto the 1 of each market row"))
    pawns = listed(labels.figure(state, p.id) for p in state.players)
    onto = tr("Pawns onto the rondel, the last first: {pawns}", pawns=pawns)
    yield Step(Stage.RONDEL, tr("{step}, then the die", step=onto) if state.use_die else onto)
