"""What landmark cards and crests leave for the hands, in words for the table.

The texts stand here, not in catalogue.toml, so that the extractor finds each `tr("…")` for the translators; the
loader joins them by id. Proper names (tiles, clans) are never translated. Says nothing of points: scoring does.
"""

from __future__ import annotations

from companion.engine.message import tr

CARD_TEXTS = {
    "castle_stalker": tr("Take 3 coins."),
    "donan_castle": tr("Place a clan marker and pay the roads."),
    "loch_lochy": tr("Put 2 goods of your choice on the Loch Lochy tile."),
    "duart_castle": tr("Take 1 coin, then place a clan marker and pay the roads; the new coin may pay."),
    "inverness": tr("Take 1 barrel from the supply and put 1 barley on the Inverness tile."),
    "loch_shiel": tr("Take 1 barrel from the supply and put 1 Scot from your supply on the Loch Shiel tile."),
    "armadale_castle": tr("At the end of the game your first 8 coins are worth 2 points each."),
    "loch_ness": tr("In each of your turns activate 1 more tile, anywhere in your territory."),
    "castle_of_mey": tr("Activate all tiles of your territory once, instead of the new tile and its neighbours."),
    "castle_moil": tr("Scots in your home castle count twice in every scoring round."),
    "loch_morar": tr(
        "You may remove up to 2 tiles of your territory; what stands on them goes to the home castle."
    ),
}

CREST_TEXTS = {
    "brodie": tr("Points for villages: 5 for 3 of them, 8 for 4 or more."),
    "cameron": tr("Activate 1 trade tile and use 3 movement points."),
    "chisholm": tr("Put 1 barley on any of your tiles and 1 Scot on any of your tiles."),
    "douglas": tr("3 points; this crest may be used again and again."),
    "grant": tr("Points for tiles with a Scot: 5 for 5 of them, 8 for 6 or more."),
    "gunn": tr("Put 1 sheep and 1 cattle on any of your tiles."),
    "macdonald": tr("Put 1 stone and 1 wood on any of your tiles."),
    "macdonell": tr("Activate 1 material tile and 1 whisky tile."),
    "macgregor": tr(
        "From now on a whisky tile may give you 3 points instead of its barrel, and costs nothing then."
    ),
    "mackintosh": tr("From now on your castles count as holding a Scot when you lay a tile."),
    "maclachlan": tr("From now on each movement point you do not use is worth 1 point."),
    "maclean": tr("Activate 1 animal tile and 1 whisky tile."),
    "macleod": tr("Take 3 coins."),
    "macmillan": tr("You may remove 1 tile of your territory; what stands on it goes to the home castle."),
    "macpherson": tr("Points for rebuild tiles, covered ones too: 5 for 2 of them, 8 for 3 or more."),
    "mckay": tr("Take David Hume; he counts as 2 persons."),
    "mckenzie": tr("Take 1 barrel from the supply and put 1 barley on any of your tiles."),
    "mckinnon": tr("Take 2 coins from the supply and put 1 Scot on any of your tiles."),
    "munro": tr(
        "Take 1 tile from the discard pile and use it without paying its cost; a person still pays the roads."
    ),
    "oliphant": tr("Points for your coins, which you keep: 5 for 9 of them, 8 for 12 or more."),
    "ross": tr("Put 2 Scots on any of your tiles."),
    "sinclair": tr("From now on 1 coin may stand in for 1 good each time you activate a trade tile."),
    "sutherland": tr("Points for river tiles, the home tile counts as 2: 5 for 4 of them, 8 for 6 or more."),
}
