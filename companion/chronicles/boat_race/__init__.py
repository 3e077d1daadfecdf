"""I Highland Boat Race: castles that boats reach, reward tokens, places, and what being last costs.

Movement points and rivers stay with the table (C1-12 to C1-16): people say which castle a boat has reached.
"""

from __future__ import annotations

from companion.chronicles.boat_race import pieces, questions, race, rewards, words
from companion.chronicles.boat_race.scoring import ARMADALE_WHOLE, scoring
from companion.chronicles.boat_race.sheet import SHEET
from companion.engine.message import say
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Chronicle, Switch
from companion.state.glen_more_2.questions.question_kinds import Kind

CHRONICLE = Chronicle(
    slug=race.SLUG,
    number=1,
    minutes=5,
    name=say("Highland Boat Race"),
    words=("boat", "boats", "boat_race", "race_start", "ship_builder", "cod_liver"),
    drawer=race.drawer,
    events=tuple(race.CHANGES),
    changes=race.CHANGES,
    kinds={
        pieces.LETTERS: Kind(pieces.ask_letters, pieces.settle_letters),
        questions.SEATS: Kind(questions.ask_seats, questions.settle_seats),
        rewards.REWARD: Kind(rewards.ask_reward, rewards.settle_reward),
    },
    facts=pieces.pieces,
    switches=(
        Switch(pieces.START_BARRED, "C1-11", 1, say("no pawn may stop on Start")),
        Switch(ARMADALE_WHOLE, "C1-28", 1, say("Armadale Castle scores whole for the last of the race")),
    ),
    reactions={ev.PawnMoved: race.passed},
    moments={"set_up": pieces.set_up, "laid_out": questions.laid_out, "before_final": race.at_the_end},
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
    reasons={race.SLUG: say("Boat race"), rewards.TOKEN: say("Reward tokens")},
    causes={
        race.FIRST_BARREL: say("first in the race"),
        rewards.TOKEN: say("a reward token"),
        rewards.BY_HAND: say("Take the reward of the token: goods, movement or what else it shows."),
    },
    told=words.TOLD,
    put_back=words.PUT_BACK,
    sheet=SHEET,
)
