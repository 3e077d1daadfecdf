"""Tag reader, panel, buttons, and LED with beeper: one protocol, one real driver and one desk version of each.

Nothing here knows a game.
"""
