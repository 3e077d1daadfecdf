"""The games that can be played: a package each, with a `GAME`. Nobody outside a game's package names it.

Pieces as data: a room for each game's catalogue and its owner's box, and the stickers of all games.

Holds no rule.
"""
