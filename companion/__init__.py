"""A companion beside the board: it follows the game, says what is due and keeps the score."""

__version__ = "0.2.0.dev0"
