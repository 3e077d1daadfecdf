"""Keeping games: the archive and its file, what is mended after a power cut, export and import, playing back.

Knows no rule and no device; it is handed the game.
"""
