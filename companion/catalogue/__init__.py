"""Pieces as data: a room for each game's catalogue and its owner's box, and the stickers of all games.

Holds no rule.
"""
