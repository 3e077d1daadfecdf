"""The race explained: what it is about, what its tiles do, which rule is behind an event. Words only."""

from __future__ import annotations

from companion.chronicles.boat_race import race
from companion.chronicles.boat_race.rule_words import RULE_WORDS
from companion.engine.look_up import Article
from companion.engine.message import literal, tr
from companion.state.glen_more_2.expansions import Explained

_BUILDER = (tr("Activated, it gives 2 movement points, for Scots or for your boat."),)
_ABOUT = (
    tr("Boats race along the rivers of all territories, moved with movement points instead of Scots."),
    tr("Castles on the way give reward tokens. The first boat home brings 15 points and a barrel, others less."),
)
ARTICLES = (
    Article(race.SLUG, tr("Highland Boat Race"), _ABOUT),
    Article(race.START, literal("Start"), (*RULE_WORDS["C1-09"], *RULE_WORDS["C1-11"])),
    Article("ship_builder_1", literal("Ship Builder"), _BUILDER),
    Article("ship_builder_2", literal("Ship Builder"), _BUILDER),
)
EXPLAINED: Explained = {
    race.CastleReached: lambda _e: "C1-13",
    race.RewardTaken: lambda _e: "C1-17",
    race.BoatHome: lambda _e: "C1-25",
}
