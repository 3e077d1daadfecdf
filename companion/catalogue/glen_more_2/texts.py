"""What landmark cards and crests leave for the hands, in words for the table.

The texts stand here, not in catalogue.toml, so that the extractor finds each `say("…")` for the translators; the
loader joins them by id. Proper names (tiles, clans) are never translated. Says nothing of points: scoring does.
"""

from __future__ import annotations

from companion.engine.message import say

CARD_TEXTS = {
    "castle_stalker": say("Take 3 coins."),
    "donan_castle": say("Place a clan marker and pay the roads."),
    "loch_lochy": say("Put 2 goods of your choice on the Loch Lochy tile."),
    "duart_castle": say("Take 1 coin, then place a clan marker and pay the roads; the new coin may pay."),
    "inverness": say("Take 1 barrel and put 1 barley on the Inverness tile."),
    "loch_shiel": say("Take 1 barrel and put 1 Scot from your supply on the Loch Shiel tile."),
    "armadale_castle": say("At the end of the game your first 8 coins are worth 2 points each."),
    "loch_ness": say("In each of your turns activate 1 more tile, anywhere in your territory."),
    "castle_of_mey": say("Activate all tiles of your territory once, instead of the new tile and its neighbours."),
    "castle_moil": say("Scots in your home castle count twice in every scoring round."),
    "loch_morar": say(
        "You may remove up to 2 tiles of your territory; what stands on them goes to the home castle."
    ),
}

CREST_TEXTS = {
    "brodie": say("Points for villages: 5 for 3 of them, 8 for 4 or more."),
    "cameron": say("Activate 1 trade tile and use 3 movement points."),
    "chisholm": say("Put 1 barley on any of your tiles and 1 Scot on any of your tiles."),
    "douglas": say("3 points; this crest may be used again and again."),
    "grant": say("Points for tiles with a Scot: 5 for 5 of them, 8 for 6 or more."),
    "gunn": say("Put 1 sheep and 1 cattle on any of your tiles."),
    "macdonald": say("Put 1 stone and 1 wood on any of your tiles."),
    "macdonell": say("Activate 1 material tile and 1 whisky tile."),
    "macgregor": say(
        "From now on a whisky tile may give you 3 points instead of its barrel, and costs nothing then."
    ),
    "mackintosh": say("From now on your castles count as holding a Scot when you lay a tile."),
    "maclachlan": say("From now on each movement point you do not use is worth 1 point."),
    "maclean": say("Activate 1 animal tile and 1 whisky tile."),
    "macleod": say("Take 3 coins."),
    "macmillan": say("You may remove 1 tile of your territory; what stands on it goes to the home castle."),
    "macpherson": say("Points for rebuild tiles, covered ones too: 5 for 2 of them, 8 for 3 or more."),
    "mckay": say("Take David Hume; he counts as 2 persons."),
    "mckenzie": say("Take 1 barrel and put 1 barley on any of your tiles."),
    "mckinnon": say("Take 2 coins and put 1 Scot on any of your tiles."),
    "munro": say(
        "Take 1 tile from the discard pile and use it without paying its cost; a person still pays the roads."
    ),
    "oliphant": say("Points for your coins, which you keep: 5 for 9 of them, 8 for 12 or more."),
    "ross": say("Put 2 Scots on any of your tiles."),
    "sinclair": say("From now on 1 coin may stand in for 1 good each time you activate a trade tile."),
    "sutherland": say("Points for river tiles, the home tile counts as 2: 5 for 4 of them, 8 for 6 or more."),
}
