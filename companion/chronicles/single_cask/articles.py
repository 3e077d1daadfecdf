"""Cellars and sales explained, and which rule is behind an event of them. Words only."""

from __future__ import annotations

from companion.chronicles.single_cask import cellars, pieces
from companion.chronicles.single_cask.rule_words import RULE_WORDS
from companion.engine.look_up import Article
from companion.engine.message import literal, tr
from companion.state.glen_more_2.expansions import Explained

_ABOUT = (
    tr("Barrels lie in cellars and mature there: the farther to the right, the more points they sell for."),
    tr("They are sold on sale tiles of the rondel, in passing or by stopping there."),
)
_DISTILLERY = (tr("Activated, it makes a barrel or lets one mature, as its signs show."),)
_DISTILLERIES = (*(f"{id}_single_cask" for id in pieces.SWAPPED), *(piece.id for piece in pieces.NEW))
_SALE = (*RULE_WORDS["C3-22"], *RULE_WORDS["C3-24"], *RULE_WORDS["C3-25"], *RULE_WORDS["C3-27"])
ARTICLES = (
    Article(cellars.SLUG, tr("Single Cask Whisky"), _ABOUT),
    *(Article(piece.id, literal(piece.name), _SALE) for piece in pieces.SALES),
    *(Article(id, literal(id), _DISTILLERY) for id in _DISTILLERIES),
)
EXPLAINED: Explained = {
    cellars.CaskStored: lambda _e: cellars.SLUG,
    cellars.CaskGone: lambda _e: "C3-10",
    cellars.CaskMatured: lambda _e: "C3-12",
    cellars.CellarBuilt: lambda _e: "C3-18",
    cellars.CaskSold: lambda _e: "C3-22",
}
