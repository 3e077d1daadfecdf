"""Every kind of question of the base game, a file for each family."""

from companion.state.glen_more_2.questions import (
    corrections,
    crests,
    die,
    follow_ups,
    given,
    laying,
    ledger,
    lies_otherwise,
    mid_game,
    scoring,
    setup,
    take,
    turn,
)

KINDS = (
    *setup.KINDS,
    *ledger.KINDS,
    *take.KINDS,
    *turn.KINDS,
    *follow_ups.KINDS,
    *given.KINDS,
    *laying.KINDS,
    *lies_otherwise.KINDS,
    *crests.KINDS,
    *die.KINDS,
    *scoring.KINDS,
    *mid_game.KINDS,
    *corrections.KINDS,
)
