"""The Englishman explained, and what is on his four tiles. Words only."""

from __future__ import annotations

from companion.chronicles.hammer import england, pieces
from companion.chronicles.hammer.rule_words import RULE_WORDS
from companion.engine.look_up import Article
from companion.engine.message import literal, tr

_ABOUT = (
    tr("Whoever has the England marker moves the Englishman, a pawn that takes a tile for them or discards one."),
    *RULE_WORDS["C4-10"],
)
ARTICLES = (
    Article(england.SLUG, tr("Hammer of the Scots"), _ABOUT),
    Article(england.ENGLISHMAN, tr("The Englishman"), (*_ABOUT, *RULE_WORDS["C4-17"], *RULE_WORDS["C4-16"])),
    Article(
        f"{england.SLUG}.{england.ROW}",
        tr("The England row"),
        (
            tr("A market row with 3 spaces for coins: it sells no good, it pays for the Englishman."),
            *RULE_WORDS["C4-17"],
            *RULE_WORDS["C4-16"],
        ),
    ),
    *(Article(tile.id, literal(tile.name), RULE_WORDS[pieces.RULES[tile.id]]) for tile in pieces.TILES),
)
