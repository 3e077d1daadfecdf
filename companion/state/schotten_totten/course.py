"""The course of a game: one table, from set-up to the winner (`companion.engine.course`).

A stage's entry actions open questions; `ADVANCE` says what comes when nothing holds it up, `BY_ANSWER` what an
answer moves at once.

    setup -> deal -> turn <-> card -> played -> turn …      a card is shown, then it is said where it lies
                      |                  |
                      +------> won <-----+ -> deal … over   by a claim, or at a dead end
"""

from __future__ import annotations

from companion.engine import course
from companion.scoring.schotten_totten.border import SIDES, Side, other
from companion.scoring.schotten_totten.ending import (
    game_points,
    game_winners,
    round_points,
    stones_of,
    winners,
    won_by,
)
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten.judging import judged
from companion.state.schotten_totten.model import owners
from companion.state.schotten_totten.resolution import Resolution
from companion.state.schotten_totten.told import asks

Transition = course.Transition[Resolution]

PHASE_OF = {
    "setup": "setup",
    "deal": "play",
    "turn": "play",
    "card": "place",
    "played": "play",
    "won": "won",
    "over": "over",
}
"""The stages, and the coarser part of the game that people see."""
IN_A_TURN = ("claim", "play", "place", "stone", "declare", "target", "goal")
"""Questions of a turn; the last five are what a card that waits asks, see `told.asks`."""


def begin_turn(resolution: Resolution) -> None:
    """Who laid last claims until the other shows a card (ST-CLM-01); experts before the own one (ST-EXP-01)."""
    state = resolution.state
    before = state.to_move
    mover: Side = other(_side(before)) if before else state.starter
    resolution.do(ev.TurnBegan(mover))
    claims = mover if state.expert else before
    if claims and not claim_all(resolution, _side(claims)):
        resolution.ask("claim", claims)
    resolution.ask("play", mover)


def claim_all(resolution: Resolution, side: Side) -> bool:
    """Where the table wants it, claims make themselves, one at a time (ST-CLM-02, ST-CLM-03)."""
    if not resolution.state.house.claims_by_themselves:
        return False
    while not is_won(resolution) and (able := [each for each in judged(resolution.state, side) if each.claimable]):
        resolution.do(ev.StoneClaimed(side, able[0].stone, able[0].why, able[0]))
    return True


def ask_about_card(resolution: Resolution) -> None:
    """The claiming step is over with the first card (ST-CLM-03)."""
    close_turn(resolution)
    resolution.ask(asks(resolution.state), resolution.state.to_move)


def close_turn(resolution: Resolution) -> None:
    for kind in IN_A_TURN:
        resolution.close(kind)


def is_won(resolution: Resolution) -> bool:
    """To be asked after each claim (ST-END-04)."""
    return bool(winners(owners(resolution.state)))


def win_round(resolution: Resolution) -> None:
    """ST-RND-02, ST-RND-03; at a dead end more stones win (ST-END-05)."""
    close_turn(resolution)
    state = resolution.state
    stones = stones_of(owners(state))
    won = winners(owners(state)) or [side for side in SIDES if stones[side] > stones[other(side)]]
    winner = won[0] if won else None
    why = (won_by(owners(state), winner) if winner else None) or "ST-END-05"
    resolution.do(ev.RoundWon(winner or "", why, stones, round_points(winner, stones)))


def is_last_round(resolution: Resolution) -> bool:
    return resolution.state.round >= resolution.state.rounds


def ask_next(resolution: Resolution) -> None:
    if not is_last_round(resolution):
        resolution.ask("next")


def end_game(resolution: Resolution) -> None:
    """ST-RND-04."""
    points = game_points([result.points for result in resolution.state.results])
    resolution.do(ev.GameEnded(game_winners(points)))


def _side(side: str) -> Side:
    return "A" if side == "A" else "B"


ENTRY = {
    "turn": (begin_turn,),
    "card": (ask_about_card,),
    "won": (win_round, ask_next),
    "over": (end_game,),
}
ADVANCE: tuple[Transition, ...] = (
    Transition("deal", "turn"),
    Transition("played", "turn"),
    Transition("turn", "won", is_won),
    Transition("won", "over", is_last_round),
)
BY_ANSWER: dict[str, Transition] = {
    "started": Transition("setup", "deal"),
    "waits": Transition(("turn", "card"), "card"),
    "played": Transition(("turn", "card"), "played", None, close_turn),
    "ended": Transition("turn", "won"),
    "again": Transition("won", "deal"),
}
COURSE = course.Course(PHASE_OF, ENTRY, ADVANCE, BY_ANSWER)


def fire(resolution: Resolution, trigger: str) -> None:
    """An answer moves the course at once."""
    COURSE.fire(resolution, trigger)


def begin(resolution: Resolution, starter: Side) -> None:
    """The next round."""
    resolution.do(ev.RoundBegan(resolution.state.round + 1, starter))


def run(resolution: Resolution) -> None:
    """Let the course go on until an answer is waited for."""
    COURSE.run(resolution)
