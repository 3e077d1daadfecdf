"""One file per family of questions; importing this package registers all their kinds."""

from companion.state.questions import corrections, crests, die, duties, ledger, scoring, setup, take, turn
from companion.state.questions.kinds import KINDS

__all__ = ["KINDS", "corrections", "crests", "die", "duties", "ledger", "scoring", "setup", "take", "turn"]
