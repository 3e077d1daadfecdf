"""VII Great Glen Gathering: five cards, a vote after each person taken, prizes at the end (C7-01 to C7-27).

Squares, groups and distances of a territory are never worked out: the table counts them at the end.
"""

from __future__ import annotations

from companion.chronicles.great_glen import corrections, event_rows, glen, questions, scoring, words
from companion.chronicles.great_glen.articles import EXPLAINED
from companion.chronicles.great_glen.cards import SLUG
from companion.engine.message import tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule, Refereed
from companion.state.glen_more_2.questions.already_playing import ask_how_far, how_far

NAME = tr("Great Glen Gathering")

CHRONICLE = Expansion(
    slug=SLUG,
    number=7,
    icon="vote",
    minutes=10,
    name=NAME,
    words=("great_glen", "gathering", "voting", "aye", "most_discards"),
    state=glen.OWN_STATE,
    events=event_rows.ROWS,
    questions=(*questions.KINDS, how_far(SLUG, NAME, corrections.ROWS)),
    actions={"correct": corrections.ROWS},
    house_rules=(
        ExpansionRule(f"{SLUG}.hume_calls", "C7-10", 0, tr("David Hume calls a vote too")),
        ExpansionRule(f"{SLUG}.zero_gives_nothing", "C7-15", 0, tr("nobody gets a prize when all have none")),
        ExpansionRule(f"{SLUG}.hume_counts_once", "C7-19", 0, tr("David Hume is one person in a set")),
    ),
    reactions={ev.PersonGained: questions.person_taken, glen.GreatCardSet: questions.card_put_right},
    hooks={"laid_out": questions.lay_cards, "taken_up": ask_how_far(SLUG), "before_final": questions.ask_counts},
    follow_ups={"vote": questions.call_vote},
    pile=glen.pile,
    referee=Refereed(),
    scoring=scoring.parts,
    preparation=words.preparation,
    lines=words.lines,
    causes=words.CAUSES,
    point_sources={SLUG: tr("Great Glen cards")},
    explained=EXPLAINED,
)
