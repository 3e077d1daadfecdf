"""Reader, screen, buttons and signal: a small protocol each, a real driver each, a desk version each.

Nothing here knows a game.
"""
