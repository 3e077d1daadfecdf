"""The course of a game from setup to the winner, and the steps that playing a card causes.

`COURSE` is one table of stages (`companion.engine.stage_machine`): actions on entering a stage open questions,
`AUTOMATIC_TRANSITIONS` lists the transitions when no question is open. `ANSWER_TRANSITIONS` lists those that an
answer fires at once.

    setup -> deal -> turn <-> card -> played -> turn …      a card is shown, then its stone is chosen
                      |                  |
                      +------> won <-----+ -> deal … over   by a claim, or at a dead end
"""

from __future__ import annotations

from companion.engine import stage_machine
from companion.scoring.schotten_totten.border import SIDES, Side, other_side
from companion.scoring.schotten_totten.claims import (
    game_points,
    game_winners,
    round_points,
    round_winners,
    stones_by_side,
    winning_rule,
)
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten.legal_plays import judged_claims
from companion.state.schotten_totten.model import State, stone_owners
from companion.state.schotten_totten.resolution import Resolution
from companion.state.schotten_totten.text import pending_question

Transition = stage_machine.Transition[Resolution]

PHASE_OF = {
    "setup": "setup",
    "deal": "play",
    "turn": "play",
    "card": "place",
    "played": "play",
    "won": "won",
    "over": "over",
}
"""The stages, and the phase of each that players see."""
TURN_QUESTIONS = ("claim", "play", "place", "stone", "declare", "target", "goal")
"""Questions of a turn. The last five are about a shown card, see `text.pending_question`."""


def begin_turn(resolution: Resolution) -> None:
    """Begin a turn with its claiming step.

    The player who played last may claim until the other shows a card (ST-CLM-01). In the expert variant the
    player on turn claims before playing (ST-EXP-01).
    """
    state = resolution.state
    before = state.to_move
    mover: Side = other_side(_side(before)) if before else state.starter
    resolution.do(ev.TurnBegan(mover))
    claims = mover if state.expert else before
    if claims and not claim_all(resolution, _side(claims)):
        resolution.ask("claim", claims)
    resolution.ask("play", mover)


def claim_all(resolution: Resolution, side: Side) -> bool:
    """Record all possible claims if players chose automatic claims (ST-CLM-02, ST-CLM-03).

    Return True if they did.
    """
    if not resolution.state.house.claims_by_themselves:
        return False
    while not is_won(resolution) and (
        able := [each for each in judged_claims(resolution.state, side) if each.claimable]
    ):
        resolution.do(ev.StoneClaimed(side, able[0].stone, able[0].why, able[0]))
    return True


def ask_about_card(resolution: Resolution) -> None:
    """End the claiming step with the first card (ST-CLM-03) and ask about the card."""
    close_turn(resolution)
    resolution.ask(pending_question(resolution.state), resolution.state.to_move)


def close_turn(resolution: Resolution) -> None:
    """Close all questions of a turn."""
    for kind in TURN_QUESTIONS:
        resolution.close_all(kind)


def is_won(resolution: Resolution) -> bool:
    """True if the round is won; checked after each claim (ST-END-04)."""
    return bool(round_winners(stone_owners(resolution.state)))


def win_round(resolution: Resolution) -> None:
    """Record the end of the round (ST-RND-02, ST-RND-03); at a dead end more stones win (ST-END-05)."""
    close_turn(resolution)
    state = resolution.state
    stones = stones_by_side(stone_owners(state))
    won = round_winners(stone_owners(state)) or [side for side in SIDES if stones[side] > stones[other_side(side)]]
    winner = won[0] if won else None
    why = (winning_rule(stone_owners(state), winner) if winner else None) or "ST-END-05"
    resolution.do(ev.RoundWon(winner or "", why, stones, round_points(winner, stones)))


def is_last_round(resolution: Resolution) -> bool:
    """True if no round follows."""
    return resolution.state.round >= resolution.state.rounds


def ask_next(resolution: Resolution) -> None:
    """Ask for the starter of the next round if there is one."""
    if not is_last_round(resolution):
        resolution.ask("next")


def end_game(resolution: Resolution) -> None:
    """Record the winners of the game (ST-RND-04)."""
    points = game_points([result.points for result in resolution.state.results])
    resolution.do(ev.GameEnded(game_winners(points)))


def _side(side: str) -> Side:
    return "A" if side == "A" else "B"


ENTRY_ACTIONS = {
    "turn": (begin_turn,),
    "card": (ask_about_card,),
    "won": (win_round, ask_next),
    "over": (end_game,),
}
AUTOMATIC_TRANSITIONS: tuple[Transition, ...] = (
    Transition("deal", "turn"),
    Transition("played", "turn"),
    Transition("turn", "won", is_won),
    Transition("won", "over", is_last_round),
)
ANSWER_TRANSITIONS: dict[str, Transition] = {
    "started": Transition("setup", "deal"),
    "waits": Transition(("turn", "card"), "card"),
    "played": Transition(("turn", "card"), "played", None, close_turn),
    "ended": Transition("turn", "won"),
    "again": Transition("won", "deal"),
}
COURSE = stage_machine.StageMachine(PHASE_OF, ENTRY_ACTIONS, AUTOMATIC_TRANSITIONS, ANSWER_TRANSITIONS)


def fire_trigger(resolution: Resolution, trigger: str) -> None:
    """Fire the transition that an answer triggers."""
    COURSE.fire(resolution, trigger)


def begin_next_round(resolution: Resolution, starter: Side) -> None:
    """Record the start of the next round."""
    resolution.do(ev.RoundBegan(resolution.state.round + 1, starter))


def run_course(resolution: Resolution) -> None:
    """Continue the course until an answer is needed."""
    COURSE.run(resolution)


CARDS_RECRUITER_DRAWS, CARDS_RECRUITER_RETURNS = 3, 2
"""Cards drawn and returned with Recruiter (ST-RUS-03)."""


def side_to_play(state: State) -> Side:
    """Return the side that plays the next card."""
    return "A" if state.to_move == "A" else "B"


def lay_on_own_side(resolution: Resolution, card: str, stone: int) -> None:
    """Record a clan card or an elite troop on the player's own side (ST-TRN-01, ST-ELT-01)."""
    side = side_to_play(resolution.state)
    resolution.do(ev.CardLaid(side, card, stone, side))
    finish_play(resolution)


def finish_play(resolution: Resolution) -> None:
    """Record the drawn card and end the turn (ST-TRN-01, ST-TAC-04)."""
    draw_card(resolution)
    fire_trigger(resolution, "played")


def draw_card(resolution: Resolution) -> None:
    """Record a drawn card if one is left and the hand is not full (ST-TRN-05, ST-TAC-05, ST-TAC-07)."""
    state = resolution.state
    side = side_to_play(state)
    if state.player(side).hand < state.hand:
        resolution.do(ev.CardsDrawn(side, min(1, state.pile)))


def play_recruiter(resolution: Resolution) -> None:
    """Record three drawn cards and two returned under the piles, or as many as there are (ST-RUS-03)."""
    state = resolution.state
    side, hand = side_to_play(state), state.player(side_to_play(state)).hand
    n = min(CARDS_RECRUITER_DRAWS, state.pile)
    back = min(CARDS_RECRUITER_RETURNS, hand + n)
    more = min(int(state.house.recruiter_draws), state.pile - n + back)
    resolution.do(ev.CardsDrawn(side, n + more, back))
