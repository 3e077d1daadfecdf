"""One file per family of questions; importing this package registers all their kinds."""

from companion.state.glen_more_2.questions import corrections, crests, die, ledger, scoring, setup, take, turn
from companion.state.glen_more_2.questions import follow_ups as duties
from companion.state.glen_more_2.questions.question_kinds import KINDS

__all__ = ["KINDS", "corrections", "crests", "die", "duties", "ledger", "scoring", "setup", "take", "turn"]
