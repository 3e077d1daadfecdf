"""Things of the box that are no single piece, and what people enter, each explained in a sentence or two.

Words only: what single pieces do is read out of the facts, in `explaining`.
"""

from __future__ import annotations

from companion.engine.look_up import Article
from companion.engine.message import Message, tr
from companion.state.glen_more_2.piece_locations import ANY_TILE, NOT_LISTED
from companion.state.setup_rows import HOUSE, NAMES, SETUP_ROWS


def _topic(key: str, title: Message, *text: Message) -> Article:
    return Article(key, title, text)


_TOPICS = (
    _topic(
        "game",
        tr("The game"),
        tr("Whoever has most points after the final scoring wins."),
        tr("Points come from tiles, from four scorings and from coins; a large territory costs some at the end."),
    ),
    _topic(
        "take",
        tr("Taking a tile"),
        tr("Move your pawn to any tile ahead, pay its cost and lay it beside your tiles."),
        tr("What it brings at once comes first, then it and its neighbours may be activated."),
    ),
    _topic(
        "placing",
        tr("Laying a tile"),
        tr("A new tile shares an edge with one of yours, and a Scot of yours stands beside it, corners count."),
        tr("It may not be turned, and the river must stay in one piece."),
    ),
    _topic(
        "activation",
        tr("Activation"),
        tr("Laying a tile activates it and the up to 8 tiles around it: each once a turn, in any order."),
        tr("You need not activate a tile. Buying and selling is possible in between."),
    ),
    _topic(
        "river",
        tr("River"),
        tr("A territory has one unbroken river, in the row of the home tile."),
        tr("A river tile lengthens it at either end; beside it in that row lies no tile without river."),
    ),
    _topic(
        "home_castle",
        tr("Home castle"),
        tr("The right half of the home tile: only Scots here count in scoring rounds."),
        tr("Scots come here with movement points; the companion counts them."),
    ),
    _topic(
        "scot",
        tr("Scots"),
        tr("A new tile is laid where a Scot of yours stands beside it."),
        tr("1 movement point takes a Scot to a tile beside or diagonally across; at home castles they score."),
    ),
    _topic(
        "movement",
        tr("Movement points"),
        tr("1 movement point takes 1 Scot to a tile beside or diagonally across."),
        tr("Those not used are lost at the end of the turn."),
    ),
    _topic(
        "entered_points",
        tr("Points that were entered"),
        tr("You entered these points: a tile or a card gave them, or an exchange."),
        tr("Menu, Points so far: where the points of everybody came from."),
    ),
    _topic(
        "barrel",
        tr("Barrels"),
        tr("Barrels of whisky lie in your supply and are compared in each scoring round."),
        tr("They are no goods: nobody sells or buys them on the market, but some tiles cost them."),
    ),
    _topic(
        "person",
        tr("Persons"),
        tr("A person lies beside your territory, places 1 clan marker and counts in each scoring round."),
        tr("It activates nothing and does not make the territory larger."),
    ),
    _topic(
        "coin",
        tr("Coins"),
        tr("Coins pay for tiles, for goods on the market and for the roads to crests."),
        tr("Each coin left at the end is 1 point."),
    ),
    _topic(
        "points",
        tr("Points"),
        tr("Points that a tile or an exchange gives are entered as soon as you get them."),
    ),
    _topic(
        "goods",
        tr("Goods"),
        tr("Wood, stone, barley, sheep and cattle lie on the tile that made them, at most 3 on each."),
        tr("They pay for tiles, are exchanged for points and barrels, or sold on the market."),
    ),
    _topic(
        "doubt",
        tr("Numbers with ?"),
        tr("A number with ? may be behind the table: something that belongs to it was perhaps not entered yet."),
        tr("Enter what is missing or correct the number, and the ? goes away."),
    ),
    _topic(
        "sign.one_time",
        tr("Signs at the lower left"),
        tr("They bring something once, when the tile is laid, before anything is activated."),
    ),
    _topic(
        "sign.activation",
        tr("Signs at the lower right"),
        tr("They work each time the tile is activated."),
    ),
    _topic(
        "sign.good",
        tr("Sign: a good"),
        tr("Activated, the tile makes the good shown and keeps it; it holds 3 goods at most."),
    ),
    _topic(
        "sign.different",
        tr("Sign: different goods"),
        tr("Activated, give 2 different goods for 4 points or 4 different ones for 8 points."),
    ),
    _topic("sign.three", tr("Sign: 3 goods"), tr("Activated, give any 3 goods for 7 points.")),
    _topic(
        "sign.animals",
        tr("Sign: animals"),
        tr("Activated, give sheep and cattle in any mix for the points that are printed for their number."),
    ),
    _topic(
        "sign.shown", tr("Sign: goods for points"), tr("Activated, give exactly these goods for these points.")
    ),
    _topic(
        "sign.marker",
        tr("Sign: clan marker"),
        tr("At the lower left you place 1 clan marker; at the lower right you give 1 good for that."),
        tr("The roads are paid besides."),
    ),
    _topic(
        "sign.barrel",
        tr("Sign: barrel"),
        tr("At the lower left it is 1 barrel; activated, 1 barley becomes 1 barrel."),
    ),
    _topic("sign.movement", tr("Sign: movement"), tr("Activated, it gives 1 movement point.")),
    _topic("sign.points", tr("Sign: points"), tr("You get the points that it shows.")),
    _topic(
        "sign.chronicle",
        tr("Sign of a chronicle"),
        tr("A tile with the sign of a chronicle is never discarded by the die."),
    ),
)

TOPICS = {topic.key: topic for topic in _TOPICS}

_ROWS = (
    _topic(
        NOT_LISTED,
        tr("One the companion doesn't know"),
        tr("A tile that the companion does not know yet: none of those it can name."),
        tr("Enter what it costs: the companion offers to remember that."),
    ),
    _topic(
        ANY_TILE,
        tr("Any tile"),
        tr("The companion only counts that a tile was taken; you don't have to say which one."),
        tr("Enter what it costs; nothing is remembered of the tile."),
    ),
    _topic(
        "row.depth",
        tr("Scorekeeper or referee"),
        tr("Scorekeeper: you lay and activate as ever, and enter what that brought."),
        tr("Referee: you say where each tile lies; the companion pays, activates and counts."),
    ),
    _topic(
        "row.playing",
        tr("A game that runs already"),
        tr("The companion asks where the pawns stand, what lies ahead and what everybody has; then you play on."),
    ),
)
ROWS = SETUP_ROWS | {row.key: row for row in _ROWS}
"""What explains rows of lists that name no thing; nobody looks these up by name."""

ENTRIES = {
    "take": "take",
    "worlds_end": "GM-END-03",
    "nothing": "GM-TAK-07",
    "points": "points",
    "barrel": "barrel",
    "sell": "GM-MKT-07",
    "buy": "GM-MKT-03",
    "market": "GM-MKT-03",
    "scots_in": "home_castle",
    "scots_out": "home_castle",
    "coins_in": "coin",
    "coins_out": "coin",
    "barrels_out": "barrel",
    "crest": "GM-CLN-06",
    "landmark": "GM-ONE-04",
    "person": "person",
    "removed": "GM-EDG-04",
    "free": "GM-TIL-02",
    "sinclair": "sinclair",
    "die": "GM-SET-09",
    "chronicle": "GM-SET-18",
    "rebuild": "GM-RBD-01",
    "start.worlds_end": "GM-SET-12",
    "start.house": HOUSE,
    "start.depth": "row.depth",
    "start.playing": "row.playing",
    "start.name": NAMES,
    "start.names": NAMES,
}
"""What explains an offer, by its name, or by kind of question, dot and name where the name says several things."""
