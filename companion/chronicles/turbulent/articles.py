"""Landmark cards with two sides explained, and which rule is behind a turned card. Words only."""

from __future__ import annotations

from companion.chronicles.turbulent import pieces, sides
from companion.chronicles.turbulent.chapters import CHAPTERS, SLUG
from companion.chronicles.turbulent.rule_words import RULE_WORDS
from companion.engine.look_up import Article
from companion.engine.message import literal, tr
from companion.state.glen_more_2.expansions import Explained

_ABOUT = (
    tr("Each landmark card has an event, too, that may be used once; then the card lies with its event side up."),
    tr("A card with its event side up is 1 point more for you in every scoring round."),
)
_GATHERING = (tr("A tile with the event sign, as far as is known: look at yours."), *RULE_WORDS["C6-11"])
_SIDES = tr("It has an event side, too.")
ARTICLES = (
    Article(SLUG, tr("Turbulent Chapters"), _ABOUT),
    *(Article(tile.id, literal(tile.name), _GATHERING) for tile in pieces.GATHERINGS),
    *(
        Article(key, card.name, (_SIDES, *RULE_WORDS[card.rule]))
        for card in CHAPTERS.values()
        for key in (card.id, f"card_{card.id}")
    ),
)


def _turned(event: sides.SideTurned) -> str:
    return CHAPTERS[event.card].rule


EXPLAINED: Explained = {
    sides.SideTurned: _turned,
    sides.RowEmptied: lambda _e: "C6-34",
    sides.FigureSwapped: lambda _e: "C6-36",
}
