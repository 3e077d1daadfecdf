"""The mountain explained, and which rule is behind an event of it. Words only."""

from __future__ import annotations

from companion.chronicles.highlander import mountain
from companion.chronicles.highlander.rule_words import RULE_WORDS
from companion.engine.look_up import Article
from companion.engine.message import tr
from companion.state.glen_more_2.expansions import Explained

_ABOUT = (
    tr("A mountain stands on the rondel."),
    tr("Who passes it puts 1 coin or good on it; who stops there takes them all."),
)
ARTICLES = (
    Article(mountain.SLUG, tr("Highlander"), _ABOUT),
    Article(mountain.MOUNTAIN, tr("Mountain"), (*RULE_WORDS["C2-05"], *RULE_WORDS["C2-08"], *RULE_WORDS["C2-11"])),
)


def _grown(event: mountain.MountainGrew) -> str:
    return "C2-20" if event.figure == "die" else "C2-05"


EXPLAINED: Explained = {mountain.MountainGrew: _grown}
