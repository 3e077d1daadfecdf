"""A companion for board games: it follows the game, shows what is to be done and keeps the score."""

__version__ = "0.2.0.dev0"
