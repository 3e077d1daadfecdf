"""What the rules of landmark cards and their events say, in our own words. Decides nothing."""

from __future__ import annotations

from companion.engine.message import Message, tr

RULE_WORDS: dict[str, tuple[Message, ...]] = {
    "C6-11": (
        tr(
            "An activated event sign lets you use the event of one of your cards on its landmark side; then "
            "the card is turned over."
        ),
    ),
    "C6-13": (tr("Without a card on its landmark side the event sign does nothing."),),
    "C6-18": (
        tr("Old Man of Storr brings 2 stone onto its tile."),
        tr("Its event costs 1 Scot: from then on you score Scots by the table on the card."),
    ),
    "C6-19": (
        tr("Wallace Monument lets you activate your whole territory."),
        tr("Its event lets you use another event; with William Wallace it also gives 4 points."),
    ),
    "C6-20": (
        tr("Dunvegan Castle brings 2 sheep onto its tile."),
        tr("Its event turns 2 sheep of your territory into 7 points."),
    ),
    "C6-21": (
        tr("Fort George moves any of your Scots to the home castle for nothing."),
        tr("Its event costs 1 Scot and removes 2 tiles of your territory."),
    ),
    "C6-22": (
        tr(
            "The event of Castle Stalker costs 1 Scot: take a tile from the discard pile, lay it for nothing "
            "and activate it with its neighbours."
        ),
    ),
    "C6-23": (
        tr(
            "The event of Donan Castle activates up to 2 tiles in other territories; you pay for them and "
            "gain from them."
        ),
    ),
    "C6-24": (
        tr(
            "The event of Loch Lochy brings 1 cattle onto its tile, or onto the home castle, and then "
            "activates all your animal tiles."
        ),
    ),
    "C6-25": (
        tr(
            "The event of Duart Castle allows the exchange printed on it once; with your marker on MacLean "
            "it also gives 3 points."
        ),
    ),
    "C6-26": (tr("The event of Inverness: from then on you score barrels by the table on the card."),),
    "C6-27": (tr("The event of Loch Shiel turns 1 point into 2 Scots on its tile."),),
    "C6-28": (
        tr(
            "The event of Armadale Castle gives 3 points for each stone that you give back; you may buy "
            "stone for it first."
        ),
    ),
    "C6-29": (
        tr(
            "The event of Loch Ness gives 1 coin for each of your cards with its event side up, this one included."
        ),
    ),
    "C6-30": (tr("The event of Castle of Mey costs 1 Scot and removes 2 tiles of your territory."),),
    "C6-31": (tr("The event of Castle Moil gives 2 coins and may move 1 Scot to the home castle for nothing."),),
    "C6-32": (tr("The event of Loch Morar turns 2 Scots into 9 points."),),
    "C6-34": (tr("The event of Loch Lomond takes all coins of the England row."),),
    "C6-35": (tr("The event of Glenfinnan Church activates its tile and all neighbours, each once."),),
    "C6-36": (tr("The event of Glenfinnan Monument may swap the Englishman with any tile on the rondel."),),
    "C6-37": (tr("The event of General Wade's Military Roads gives 1 coin and places 1 clan marker."),),
    "C6-39": (tr("What a landmark card does for good goes on working when its event side is up."),),
}
