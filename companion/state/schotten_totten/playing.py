"""What playing a card makes happen: it lies there, a card is drawn. Asks nothing and checks nothing."""

from __future__ import annotations

from companion.scoring.schotten_totten.border import Side
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten.course import fire
from companion.state.schotten_totten.model import State
from companion.state.schotten_totten.resolution import Resolution

RECRUITED, RETURNED = 3, 2
"""ST-RUS-03."""


def mover(state: State) -> Side:
    """Who shows the next card."""
    return "A" if state.to_move == "A" else "B"


def lay(resolution: Resolution, card: str, stone: int) -> None:
    """A clan card or an elite troop, on the own side (ST-TRN-01, ST-ELT-01)."""
    side = mover(resolution.state)
    resolution.do(ev.CardLaid(side, card, stone, side))
    done(resolution)


def done(resolution: Resolution) -> None:
    """A card was played: one is drawn, and it is the other player's turn (ST-TRN-01, ST-TAC-04)."""
    draw(resolution)
    fire(resolution, "played")


def draw(resolution: Resolution) -> None:
    """One card while there is one and the hand has room (ST-TRN-05, ST-TAC-05, ST-TAC-07)."""
    state = resolution.state
    side = mover(state)
    if state.player(side).hand < state.hand:
        resolution.do(ev.CardsDrawn(side, min(1, state.pile)))


def recruit(resolution: Resolution) -> None:
    """Three cards, then two of the hand under the piles; what is left, where fewer are (ST-RUS-03)."""
    state = resolution.state
    side, hand = mover(state), state.player(mover(state)).hand
    n = min(RECRUITED, state.pile)
    back = min(RETURNED, hand + n)
    more = min(int(state.house.recruiter_draws), state.pile - n + back)
    resolution.do(ev.CardsDrawn(side, n + more, back))
