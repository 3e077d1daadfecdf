"""I Highland Boat Race: castles that boats reach, reward tokens, places, and what being last costs.

Movement points and rivers stay with the table (C1-12 to C1-16): people say which castle a boat has reached.
"""

from __future__ import annotations

from companion.chronicles.boat_race import pieces, questions, race, rewards, words
from companion.chronicles.boat_race.scoring import ARMADALE_WHOLE, scoring
from companion.chronicles.boat_race.sheet import SHEET
from companion.engine.message import tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule
from companion.state.glen_more_2.questions.question_kinds import QuestionKind

CHRONICLE = Expansion(
    slug=race.SLUG,
    number=1,
    minutes=5,
    name=tr("Highland Boat Race"),
    words=("boat", "boats", "boat_race", "race_start", "ship_builder", "cod_liver"),
    drawer=race.drawer,
    events=tuple(race.CHANGES),
    changes=race.CHANGES,
    kinds={
        pieces.LETTERS: QuestionKind(pieces.ask_letters, pieces.settle_letters),
        questions.SEATS: QuestionKind(questions.ask_seats, questions.settle_seats),
        rewards.REWARD: QuestionKind(rewards.ask_reward, rewards.settle_reward),
    },
    facts=pieces.pieces,
    switches=(
        ExpansionRule(pieces.START_BARRED, "C1-11", 1, tr("no pawn may stop on Start")),
        ExpansionRule(ARMADALE_WHOLE, "C1-28", 1, tr("Armadale Castle scores whole for the last of the race")),
    ),
    reactions={ev.PawnMoved: race.passed},
    hooks={"set_up": pieces.set_up, "laid_out": questions.laid_out, "before_final": race.at_the_end},
    offers={"start": pieces.change_letters, "ledger": questions.entries, "correct": questions.corrections},
    settles={
        pieces.LETTERS: pieces.settle_change,
        questions.OPEN: questions.settle_open,
        questions.CASTLE: questions.settle_castle,
        questions.BOAT: questions.settle_boat,
        questions.TOKENS: questions.settle_tokens,
        rewards.REWARD: rewards.settle_change,
    },
    scoring=scoring,
    lines=words.lines,
    reasons={race.SLUG: tr("Boat race"), rewards.TOKEN: tr("Reward tokens")},
    causes={
        race.FIRST_BARREL: tr("first in the race"),
        rewards.TOKEN: tr("a reward token"),
        rewards.BY_HAND: tr("Take the reward of the token: goods, movement or what else it shows."),
    },
    told=words.TOLD,
    put_back=words.PUT_BACK,
    sheet=SHEET,
)
