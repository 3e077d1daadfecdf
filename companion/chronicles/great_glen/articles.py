"""Votes and the ten cards explained, and which rule is behind an event of them. Words only."""

from __future__ import annotations

from companion.chronicles.great_glen import glen
from companion.chronicles.great_glen.cards import CARDS, SLUG
from companion.chronicles.great_glen.rule_words import RULE_WORDS
from companion.engine.look_up import Article
from companion.engine.message import tr
from companion.state.glen_more_2.expansions import Explained

_ABOUT = (
    tr("Each person taken calls a vote on one of 5 cards; a card that is voted for brings 10 points at the end."),
    *RULE_WORDS["C7-08"],
)
ARTICLES = (
    Article(SLUG, tr("Great Glen Gathering"), _ABOUT),
    *(Article(card.id, card.name, RULE_WORDS[card.rule], card.rule) for card in CARDS.values()),
)
EXPLAINED: Explained = {
    glen.GreatCardLaid: lambda e: e.card,
    glen.VoiceHeard: lambda _e: "C7-08",
    glen.CardVoted: lambda _e: "C7-08",
    glen.VotesCounted: lambda _e: "C7-08",
}
