"""The state of a game of Glen More II at scorekeeper depth: plain frozen values.

Only `apply` makes a new state from an event. Goods on tiles, places and walking Scots are not
followed; their results are entered. A value never holds itself: the garbage collector may
pass it by (gc=False).
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.state.glen_more_2.facts import DECKS, WORLDS_END, Facts, Learned
from companion.state.glen_more_2.house_rules import HouseRules
from companion.state.glen_more_2.stages import PHASE_OF, FollowUp, HookCall

DIE = "die"
NEUTRAL = "neutral:"
"""How the names of figures begin that belong to nobody and have turns of their own."""
MAX_SCOTS = 9
MARKERS = 10
HOME_TILES = 2


class Space(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One rondel space of the line: figures on it and the tile that lies there.

    deck is the tile's letter, piece its id; a tile nobody told about has a deck and no piece. An empty space has
    neither. World's End keeps lying under figures. fixed: the space belongs to a fixture, which never leaves it
    and takes no tile; its first space carries the name.
    """

    figures: tuple[str, ...] = ()
    piece: str = ""
    deck: str = ""
    fixed: bool = False

    @property
    def has_tile(self) -> bool:
        return bool(self.piece or self.deck)

    @property
    def unidentified(self) -> bool:
        return bool(self.deck) and not self.piece


def is_neutral(figure: str) -> bool:
    """A figure that is no player's pawn: the die, or one that somebody controls."""
    return figure == DIE or figure.startswith(NEUTRAL)


class Deck(msgspec.Struct, frozen=True, gc=False):
    """A deck: its letter, how many tiles it had and how many are still in it."""

    letter: str
    size: int
    left: int


class Tile(msgspec.Struct, frozen=True, gc=False):
    """A tile that has left the rondel; piece "" where nobody told which it was. pile: whose personal pile."""

    piece: str
    deck: str
    pile: str = ""


class Player(msgspec.Struct, frozen=True, gc=False):
    """One player's counts. `id` is the colour.

    tiles: size of the territory (home tile 2, a stack 1). scots: in the home castle. persons: person tiles, David
    Hume among them; more_persons puts the count right. rebuilds: rebuild tiles taken. taken: every tile taken.
    points: by source. doubtful: counts that may be behind the table.
    """

    id: str
    name: str = ""
    coins: int = 0
    barrels: int = 0
    scots: int = 0
    tiles: int = HOME_TILES
    landmarks: tuple[str, ...] = ()
    persons: tuple[str, ...] = ()
    more_persons: int = 0
    crests: tuple[str, ...] = ()
    rebuilds: int = 0
    taken: tuple[Tile, ...] = ()
    points: dict[str, int] = {}
    doubtful: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        return sum(self.points.values())

    @property
    def markers(self) -> int:
        """Clan markers left in the own supply (GM-CMP-04)."""
        return MARKERS - len(self.crests)


class Turn(msgspec.Struct, frozen=True, gc=False):
    """The turn that runs: whose it is and what has happened in it.

    figure: "die", the player's id, or a neutral figure, for which the player `acting` acts. question: the number
    of the question that was answered by taking. tile: what was taken. discarded: what left the rondel now.
    laid: tiles laid so far. no_refill: none are. todo: causes whose hands-only part is still to be told
    ("landmark:loch_lochy"). entries: how many ledger entries were made. after_round: a scoring came just before.
    untold: which tile ahead it was, where nobody had told about it before. touched: something was answered or
    entered since. before: the known tile that was laid last in the turn before.
    """

    number: int
    figure: str
    question: int = 0
    took: bool = False
    tile: str = ""
    deck: str = ""
    discarded: tuple[Tile, ...] = ()
    laid: tuple[Tile, ...] = ()
    todo: tuple[str, ...] = ()
    entries: int = 0
    scots_entered: bool = False
    movement_told: bool = False
    after_round: bool = False
    unidentified: int = 0
    touched: bool = False
    before: str = ""
    acting: str = ""
    no_refill: bool = False

    @property
    def player(self) -> str:
        return self.acting or ("" if is_neutral(self.figure) else self.figure)


class OpenQuestion(msgspec.Struct, frozen=True, gc=False):
    """A question that is open: its number, kind, whom it is asked, and what it is about."""

    number: int
    kind: str
    player: str = ""
    args: tuple[str | int, ...] = ()


class CourseOfVersion1(msgspec.Struct, frozen=True, gc=False):
    """Where the course stood in a game decided by version 1 of the rules; the next answer translates it."""

    phase: str
    steps: tuple[str, ...] = ()


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything a game is at one moment.

    line: the ring from the last figure's space forward. deck: the letter now laid. scored: rounds done, the
    last one in turn `scored_in`.
    market: coins lie on that many spaces of each row, from the left. rolled: the face of the die that is moving.
    finishing: what the end of the turn still has to do (tiles to lay). result: the last scoring, as JSON.
    chronicles: slugs of those in play; drawers: what each counts, switches: their house rules. stage: where the
    course stands; hooks, follow_ups: what comes there when no question is in front of people, the next first.
    """

    stage: str
    facts: Facts
    house: HouseRules
    names: tuple[str, ...] = ()
    players: tuple[Player, ...] = ()
    spaces: int = 0
    line: tuple[Space, ...] = ()
    decks: tuple[Deck, ...] = ()
    deck: str = ""
    discards: tuple[Tile, ...] = ()
    removed: tuple[Tile, ...] = ()
    market: dict[str, int] = {}
    use_die: bool = False
    short_game: bool = False
    die_waits: bool = False
    turn: Turn = Turn(0, "")
    open: tuple[OpenQuestion, ...] = ()
    asked: int = 0
    due: tuple[str, ...] = ()
    scored: tuple[str, ...] = ()
    scored_in: int = -1
    rolled: int = 0
    finishing: int = -1
    goods: dict[str, int] = {}
    learned: tuple[Learned, ...] = ()
    result: Any = None
    winners: tuple[str, ...] = ()
    chronicles: tuple[str, ...] = ()
    switches: dict[str, int] = {}
    drawers: dict[str, Any] = {}
    hooks: tuple[HookCall, ...] = ()
    follow_ups: tuple[FollowUp, ...] = ()
    course_of_version_1: CourseOfVersion1 | None = None

    @property
    def phase(self) -> str:
        """The part of the game that people see: setup, layout, take, turn, deck, roll, count, over."""
        return self.course_of_version_1.phase if self.course_of_version_1 else PHASE_OF[self.stage]

    @property
    def something_waits(self) -> bool:
        """Hooks or follow-ups wait until no question is in front of people."""
        old = self.course_of_version_1
        return bool(self.hooks or self.follow_ups or (old and old.steps))

    @property
    def worlds_end_found(self) -> bool:
        """People have said where World's End lies; once laid it stays there (GM-END-05)."""
        return any(space.piece == WORLDS_END for space in self.line)

    def player(self, player_id: str) -> Player:
        return next(p for p in self.players if p.id == player_id)

    def has_lasting(self, player_id: str, crest: str) -> bool:
        """A lasting crest works for its owner, but not while acting for a neutral figure."""
        return crest in self.player(player_id).crests and self.turn.acting != player_id

    def deck_of(self, letter: str) -> Deck:
        return next(d for d in self.decks if d.letter == letter)

    def next_deck(self, letter: str) -> str:
        """The deck after this one, "" after D."""
        place = DECKS.index(letter) + 1
        return DECKS[place] if place < len(DECKS) else ""

    def opened(self, kind: str) -> OpenQuestion | None:
        return next((o for o in self.open if o.kind == kind), None)
