"""Every kind of question of the base game, one module for each group."""

from companion.state.glen_more_2.questions import (
    corrections,
    crests,
    die,
    follow_ups,
    ledger,
    mid_game_setup,
    payments,
    placement,
    scoring,
    setup,
    take,
    territory_corrections,
    turn_end,
)

QUESTION_KINDS = (
    *setup.SETUP_QUESTIONS,
    *ledger.LEDGER_QUESTIONS,
    *take.TAKE_QUESTIONS,
    *turn_end.TURN_END_QUESTIONS,
    *follow_ups.FOLLOW_UP_QUESTIONS,
    *payments.GOODS_PAID_QUESTIONS,
    *placement.PLACEMENT_QUESTIONS,
    *territory_corrections.RIVER_CONFLICT_QUESTIONS,
    *crests.CREST_QUESTIONS,
    *die.DIE_QUESTIONS,
    *scoring.SCORING_QUESTIONS,
    *mid_game_setup.MID_GAME_QUESTIONS,
    *corrections.CORRECTION_QUESTIONS,
)
