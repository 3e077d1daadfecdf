"""I Highland Boat Race: castles that boats reach, reward tokens, places, and what being last costs.

Where territories are not followed movement points and rivers stay with the table (C1-12 to C1-16): people say
which castle a boat has reached.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.boat_race import event_rows, pieces, questions, race, rewards, rowing, words
from companion.chronicles.boat_race.articles import EXPLAINED
from companion.chronicles.boat_race.score_keys import SCORE_KEYS
from companion.chronicles.boat_race.scoring import ARMADALE_WHOLE, scoring
from companion.chronicles.queries import BOATS_RACE, REWARDS_WHERE_IT_LIES, SECOND_REWARD
from companion.engine.message import Message, tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.questions.already_playing import ask_how_far, how_far

NAME = tr("Highland Boat Race")


def set_up(state: State) -> Iterator[ev.Event]:
    """What no book tells and play needs."""
    yield from pieces.set_up(state)
    yield from rowing.set_up(state)


def lines(state: State, player_id: str) -> tuple[Message, ...]:
    """Of a player where the boat is."""
    line = rowing.line(state, player_id) if player_id and race.OWN_STATE.of(state).open else None
    return (*words.lines(state, player_id), *((line,) if line else ()))


CHRONICLE = Expansion(
    slug=race.SLUG,
    number=1,
    icon="ship",
    minutes=5,
    name=NAME,
    words=("boat", "boats", "boat_race", "race_start", "ship_builder", "cod_liver"),
    state=race.OWN_STATE,
    events=event_rows.ROWS,
    questions=(
        *pieces.KINDS,
        *rowing.KINDS,
        *questions.KINDS,
        *rewards.KINDS,
        how_far(race.SLUG, NAME, questions.CORRECTIONS),
    ),
    actions={
        "start": pieces.AT_THE_START,
        "ledger": questions.ENTRIES,
        "end": rowing.AFTER_LAYING,
        "correct": (*questions.CORRECTIONS, *rewards.CORRECTIONS, *pieces.CORRECTIONS),
    },
    facts=pieces.pieces,
    fact_words={pieces.BUILDERS: tr("letters of the Ship Builders"), **rewards.FACT_WORDS, **rowing.FACT_WORDS},
    house_rules=(
        ExpansionRule(pieces.START_BARRED, "C1-11", 1, tr("no pawn may stop on Start")),
        ExpansionRule(ARMADALE_WHOLE, "C1-28", 1, tr("Armadale Castle scores whole for the last of the race")),
    ),
    reactions={ev.PawnMoved: race.passed, ev.PlayerLeft: race.goes_home},
    hooks={
        "set_up": set_up,
        "laid_out": questions.laid_out,
        "taken_up": ask_how_far(race.SLUG),
        "before_final": race.at_the_end,
    },
    referee=rowing.REFEREE,
    scoring=scoring,
    answers=(
        BOATS_RACE.answered(race.boats_race),
        REWARDS_WHERE_IT_LIES.answered(rewards.where_it_lies),
        SECOND_REWARD.answered(rewards.second_reward),
    ),
    preparation=words.preparation,
    lines=lines,
    point_sources={race.SLUG: tr("Boat race"), rewards.TOKEN: tr("Reward tokens")},
    causes={
        race.FIRST_BARREL: tr("first in the race"),
        rewards.TOKEN: tr("a reward token"),
        rewards.BY_HAND: tr("Take the reward of the token: goods, movement or what else it shows."),
    },
    score_keys=SCORE_KEYS,
    explained=EXPLAINED,
)
