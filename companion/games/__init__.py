"""The games that can be played: a package each, with a `GAME`. Nobody outside a game's package names it."""
