"""Storage of games: the archive and its file, repair after damage, import, export and replay.

No rule and no device is known here; the caller passes the game.
"""
