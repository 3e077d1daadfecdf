"""Chronicle I, Highland Boat Race: boats, castles, reward tokens, places and the last-place card.

At referee depth boats move tile by tile for movement points (C1-12 to C1-16). Otherwise players enter which castle
a boat has reached.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.chronicles.boat_race import CHRONICLE as LISTING
from companion.chronicles.boat_race import events, model, questions, text
from companion.chronicles.boat_race.scoring import SCORE_KEYS, scoring_parts
from companion.chronicles.boat_race.text import EXPLAINED
from companion.chronicles.interactions import HAS_BOAT_RACE, REWARD_CASTLES, SECOND_REWARD_EVENTS
from companion.engine.message import Message, tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.questions.setup import mid_game_hook, mid_game_question


def prepare_boat_race(state: State) -> Iterator[ev.Event]:
    """Ask for the box facts that the rulebook does not print: deck letters and river length."""
    yield from model.ask_builder_letters(state)
    yield from questions.ask_river_length(state)


def boat_lines(state: State, player_id: str) -> tuple[Message, ...]:
    """Return the status lines of the table or of one player, with the distance of the boat while the race is
    open."""
    line = questions.distance_line(state, player_id) if player_id and model.OWN_STATE.of(state).is_open else None
    return (*text.status_lines(state, player_id), *((line,) if line else ()))


CHRONICLE = Expansion(
    **msgspec.structs.asdict(LISTING),
    icon="ship",
    state=model.OWN_STATE,
    events=events.ROWS,
    questions=(
        *model.BUILDER_KINDS,
        *questions.RIVER_KINDS,
        *questions.RACE_KINDS,
        *questions.REWARD_KINDS,
        mid_game_question(model.SLUG, LISTING.name, questions.RACE_CORRECTIONS),
    ),
    actions={
        "start": model.BUILDER_START_ACTIONS,
        "ledger": questions.RACE_ENTRIES,
        "end": questions.END_ACTIONS,
        "correct": (*questions.RACE_CORRECTIONS, *questions.REWARD_CORRECTIONS, *model.BUILDER_CORRECTIONS),
    },
    facts=model.add_pieces,
    fact_words={
        model.BUILDER_LETTERS_FACT: tr("letters of the Ship Builders"),
        **questions.REWARD_FACT_LABELS,
        **questions.RIVER_FACT_LABELS,
    },
    reactions={ev.PawnMoved: model.open_race_on_passing, ev.PlayerLeft: model.withdraw_boat},
    hooks={
        "set_up": prepare_boat_race,
        "laid_out": questions.ask_seating,
        "taken_up": mid_game_hook(model.SLUG),
        "before_final": model.end_race,
    },
    referee=questions.REFEREE,
    scoring=scoring_parts,
    answers=(
        HAS_BOAT_RACE.answered_by(model.has_boat_race),
        REWARD_CASTLES.answered_by(questions.reward_castles),
        SECOND_REWARD_EVENTS.answered_by(questions.second_reward_events),
    ),
    preparation=text.preparation_steps,
    lines=boat_lines,
    point_sources={model.SLUG: tr("Boat race"), questions.TOKEN_CAUSE: tr("Reward tokens")},
    causes={
        model.FIRST_PLACE_CAUSE: tr("first in the race"),
        questions.TOKEN_CAUSE: tr("a reward token"),
        questions.REWARD_INSTRUCTION: tr("Take the reward of the token: goods, movement or what else it shows."),
    },
    score_keys=SCORE_KEYS,
    explained=EXPLAINED,
)
