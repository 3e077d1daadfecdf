"""One step of a set-up and when in it hands come to it. Knows no game's steps."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from companion.engine.message import Message


class Stage(IntEnum):
    """In the order of the hands: decks are whole before they are shuffled, once; the rondel is laid last."""

    DECKS = 1
    """Tiles go into decks or out of them."""
    SHUFFLE = 2
    """The decks are shuffled (GM-SET-10)."""
    SHUFFLED = 3
    """Tiles go to a certain place of a deck."""
    PLAYERS = 4
    """What everybody has."""
    CARDS = 5
    """Cards and persons beside the boards."""
    MARKET = 6
    """Coins on the market, rows that are added to it."""
    SUPPLY = 7
    """What lies about for all."""
    RONDEL = 8
    """Figures, and what has a space of its own; the tiles follow at once."""


class Step(NamedTuple):
    """What hands do."""

    stage: Stage
    text: Message
    """An order in a few words."""
