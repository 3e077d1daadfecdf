"""Haggis tokens explained, and which rule is behind an event of them. Words only."""

from __future__ import annotations

from companion.chronicles.haggis import pieces, tokens
from companion.chronicles.haggis.rule_words import RULE_WORDS
from companion.engine.look_up import Article
from companion.engine.message import literal, tr
from companion.state.glen_more_2.expansions import Explained

_ABOUT = (
    tr("Haggis tokens are collected face down; the die decides at three scorings which of them are turned up."),
    *RULE_WORDS["C5-21"],
)
_TILE = (tr("It gives a haggis token: at once, or for 1 sheep each time it is activated. Look at the tile."),)
_TOKEN = (*RULE_WORDS["C5-02"], *RULE_WORDS["C5-16"], *RULE_WORDS["C5-21"])
_TURNED_BACK = (
    tr("The player has no token with the number of the last roll: the one turned up for it lies face down again."),
    tr("The roll stays, and the same is asked again."),
)
_ROWS = tuple(
    article
    for asked in ("roll", "buy")
    for article in (
        Article(f"{pieces.SLUG}.{asked}.not_", tr("Turn it back"), _TURNED_BACK),
        Article(f"{pieces.SLUG}.{asked}.turns_", tr("Turn it up"), RULE_WORDS["C5-16"]),
    )
)
"""Of rows that do something else than their question is about."""
ARTICLES = (
    *_ROWS,
    Article(pieces.SLUG, tr("Address to a Haggis"), _ABOUT),
    *(Article(id, literal(name), _TILE) for id, name in pieces.TILES.items()),
    *(Article(id, tr("Haggis token"), _TOKEN) for id in pieces.TOKEN_IDS),
)
EXPLAINED: Explained = {
    tokens.HaggisGained: lambda _e: "C5-05",
    tokens.HaggisReturned: lambda _e: "C5-09",
    tokens.HaggisPassed: lambda _e: "C8-39",
    tokens.HaggisShown: lambda _e: "C5-07",
    tokens.HaggisBegan: lambda _e: "C5-13",
    tokens.HaggisRolled: lambda _e: "C5-15",
    tokens.HaggisRecast: lambda _e: "C8-40",
    tokens.HaggisTurned: lambda _e: "C5-16",
    tokens.HaggisScored: lambda _e: "C5-21",
}
