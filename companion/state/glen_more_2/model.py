"""The state of a game of Glen More II: plain frozen values.

Only `apply` makes a new state from an event. At scorekeeper depth goods on tiles, places and walking Scots are not
followed; their results are entered. What only the referee knows is left out of a state then (UNSET), so that its
hash stays what it was. A value never holds itself: the garbage collector may pass it by (gc=False).

The rulings a table may want otherwise: the switches, each with the rule it belongs to. Never reads a file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

import msgspec

from companion.state.glen_more_2.events import PHASE_OF, FollowUp, HookCall
from companion.state.glen_more_2.facts import DECKS, WORLDS_END, Facts, LearnedFact
from companion.state.territory.events import Event
from companion.state.territory.grid import Cell, Territory
from companion.state.territory.model import REFEREE as REFEREE
from companion.state.territory.model import SCOREKEEPER as SCOREKEEPER
from companion.state.territory.model import OpenQuestion as OpenQuestion
from companion.state.territory.model import TerritoryPlayer, TerritoryState, TerritoryTurn
from companion.state.territory.track import Space as Space


class HouseRules(msgspec.Struct, frozen=True):
    """The table's rulings where the books are silent or the editions differ; each default is ours."""

    use_die: bool = False
    """The die with 3 or 4 players; 2 always use it (GM-SET-08, GM-SET-09)."""
    short_game: bool = False
    """World's End lies on top of deck D instead of half-way down (GM-SET-12)."""
    refill_after_die: bool = False
    """Tiles are laid after the die's move too, not only after a player's turn (GM-DIE-11)."""
    die_discards_beyond_worlds_end: bool = True
    """The die throws out the tile it hits beyond World's End before it leaves; else it stops there (GM-DIE-06)."""
    difference_above_five: int = 8
    """Points for a difference of 6 or more in a scoring round; the table ends at 5 (GM-SCR-05)."""
    rebuild_needs_scot_on_neighbour: bool = False
    """The Scot on the covered tile itself is not enough to build over it (GM-RBD-03)."""
    loch_ness_any_time: bool = True
    """Its extra activation may come at any moment of the turn, not only after a tile is laid (GM-LMK-09)."""
    crest_placement_optional: bool = True
    """Who gets a clan marker may do without placing it (GM-PER-05)."""
    mckenzie: bool = True
    """The crest McKenzie is in the game; one edition doesn't have it (GM-CRS-17)."""
    more: dict[str, int] = {}
    """Switches of chronicles, by slug, dot and name; one that isn't here has the chronicle's default."""


HOUSE_RULE_IDS = {
    "use_die": "GM-SET-09",
    "short_game": "GM-SET-12",
    "refill_after_die": "GM-DIE-11",
    "die_discards_beyond_worlds_end": "GM-DIE-06",
    "difference_above_five": "GM-SCR-05",
    "rebuild_needs_scot_on_neighbour": "GM-RBD-03",
    "loch_ness_any_time": "GM-LMK-09",
    "crest_placement_optional": "GM-PER-05",
    "mckenzie": "GM-CRS-17",
}


DIE = "die"
JUST_PLAYED = "just_played"
"""What the ledger is about that belongs to `State.just_played`."""
NEUTRAL = "neutral:"
"""How the names of figures begin that belong to nobody and have turns of their own."""
MAX_SCOTS = 9
MARKERS_PER_PLAYER = 10
HOME_TILE_SIZE = 2
VILLAGE_CELL, CASTLE_CELL = Cell(0, 0), Cell(1, 0)
"""Where the halves of a home tile lie."""


def is_neutral_figure(figure: str) -> bool:
    """A figure that is no player's pawn: the die, or one that somebody controls."""
    return figure == DIE or figure.startswith(NEUTRAL)


class Deck(msgspec.Struct, frozen=True, gc=False):
    """A deck as the companion counts it."""

    letter: str
    """S, A, B, C or D."""
    size: int
    """Tiles at the start, World's End among those of D."""
    left: int
    """Tiles still in it."""


class Tile(msgspec.Struct, frozen=True, gc=False):
    """A tile that has left the rondel."""

    piece: str
    """Its id, "" where nobody told which it was."""
    deck: str
    """Its letter; "" for one that is of no deck."""
    pile: str = ""
    """Whose personal pile it lies on, "" = the common one."""


class Player(TerritoryPlayer, frozen=True, gc=False):
    """One player's counts; the id is the colour, the Scots are those in the home castle (GM-SCR-03)."""

    tiles: int = HOME_TILE_SIZE
    """Size of the territory: the home tile 2, a stack 1 (GM-CMP-12)."""
    landmarks: tuple[str, ...] = ()
    """Landmark cards."""
    persons: tuple[str, ...] = ()
    """Person tiles, David Hume among them (GM-PER-07)."""
    person_correction: int = 0
    """What puts the count of persons right."""
    crests: tuple[str, ...] = ()
    """Crests with a marker of this player, one entry a marker."""
    rebuilds: int = 0
    """Rebuild tiles taken (GM-RBD-11)."""
    taken: tuple[Tile, ...] = ()
    """Every tile taken, in order."""
    doubtful: tuple[str, ...] = ()
    """Counts that may be behind the table."""

    @property
    def markers(self) -> int:
        """Clan markers left in the own supply (GM-CMP-04)."""
        return MARKERS_PER_PLAYER - len(self.crests)

    def scots_in(self, territory: Territory) -> int:
        """Those in the home castle (GM-SCR-03), whatever covers it (GM-RBD-12)."""
        return next((spot.scots for spot in territory.spots if spot.cell == CASTLE_CELL), 0)


class Turn(TerritoryTurn, frozen=True, gc=False):
    """The turn that runs: whose it is and what has happened in it."""

    question: int = 0
    """The number of the question that was answered by taking."""
    deck: str = ""
    """Its letter."""
    discarded: tuple[Tile, ...] = ()
    """What left the rondel now."""
    laid: tuple[Tile, ...] = ()
    """Tiles laid so far."""
    todo: tuple[str, ...] = ()
    """Causes whose part for the hands is still to be told ("landmark:loch_lochy")."""
    entries: int = 0
    """How many ledger entries its player has made."""
    scots_entered: bool = False
    """The Scots of the home castle were entered in it."""
    is_movement_entered: bool = False
    """Movement points not used were told (GM-CRS-11)."""
    unidentified: int = 0
    """Which tile ahead it was that was taken, where nobody had told about it before."""
    touched: bool = False
    """Something was answered or entered since the taking."""
    before: str = ""
    """The known tile that was laid last in the turn before."""
    acting: str = ""
    """The player who acts for a neutral figure."""
    has_no_refill: bool = False
    """Nothing is laid at its end."""

    @property
    def player(self) -> str:
        return self.acting or ("" if is_neutral_figure(self.figure) else self.figure)


class Rules(ABC):
    """What a state must know of its rules; `ruleset.Ruleset` is the whole of them. Never written down."""

    @abstractmethod
    def apply(self, state: State, event: Event) -> State:
        """The state after an event."""

    @abstractmethod
    def reactions(self, before: State, event: Event, after: State) -> Iterable[Event]:
        """What the expansions in play make of an event."""


class TurnPoints(msgspec.Struct, frozen=True, gc=False):
    """Everybody's points at the end of a turn or after a scoring."""

    turn: int
    """As `Turn.number`."""
    figure: str
    """Whose turn it was."""
    points: tuple[int, ...]
    """Totals, in the order of the players."""
    scored: str = ""
    """"A", "B", "C" or "final" after a scoring; "" at the end of a turn."""


class PointGain(msgspec.Struct, frozen=True, gc=False):
    """Points that somebody got at once."""

    player: str
    points: int
    source: str
    turn: int


class UncertaintyStart(msgspec.Struct, frozen=True, gc=False):
    """Since when a count may be behind the table."""

    turn: int
    tile: str
    """The piece of that turn; "" where nobody told."""
    deck: str
    """Its deck; "" where no tile was taken in that turn."""


class CheckedCount(msgspec.Struct, frozen=True, gc=False):
    """A player's count as a scoring went by it."""

    player: str
    count: str
    value: int
    confirmed: bool = False
    """People have said so, alone or with the whole table; else it was still in doubt."""
    corrected: bool = False
    """People have said so in place of another number that was known; the first answer about a guess is none."""


class ScoreHistory(msgspec.Struct, frozen=True, gc=False):
    """The game as it is told in the end."""

    turns: tuple[TurnPoints, ...] = ()
    """The oldest first."""
    doubts: dict[tuple[str, str], UncertaintyStart] = {}
    """By player and count: when the doubt began that stands, or stood last."""
    counted: tuple[CheckedCount, ...] = ()
    """All that people have said for the scoring that comes, or that came last."""
    checked: tuple[CheckedCount, ...] = ()
    """Every count that the last scoring went by."""
    best: PointGain | None = None
    """The most points at once, by whoever got so many first."""
    unpaid: tuple[tuple[str, int], ...] = ()
    """Player and turn of each tile whose cost nobody has said, as long as that is all that is in doubt."""
    unknown: tuple[tuple[str, int], ...] = ()
    """The same of each whose cost nobody knows."""


class State(TerritoryState[Player, Turn], frozen=True, gc=False):
    """Everything a game is at one moment."""

    stage: str
    """Where the course stands."""
    rules: Rules
    """The rules it goes by; never written down."""
    facts: Facts
    """The facts of the box in force, with what was learned in play."""
    house: HouseRules
    """The table's rulings."""
    spaces: int = 0
    """Spaces of the rondel, 0 = not counted yet."""
    decks: tuple[Deck, ...] = ()
    """In the order in which they are laid; none before play."""
    deck: str = ""
    """The letter now laid."""
    discards: tuple[Tile, ...] = ()
    """The pile, the oldest first; no tile that a later effect took from it (GM-RND-09)."""
    removed: tuple[Tile, ...] = ()
    """Tiles out of the game."""
    use_die: bool = False
    """The die is in the game; no longer once it has left (GM-DIE-06)."""
    short_game: bool = False
    """World's End lies on top of deck D (GM-SET-12)."""
    is_die_waiting: bool = False
    """The die stands on the empty space until a tile is laid (GM-DIE-07)."""
    turn: Turn = Turn(0, "")
    """The turn that runs; number 0 before the first."""
    rolled: int = 0
    """The face of the die that is moving."""
    last_names: dict[str, str] = msgspec.field(default_factory=dict)
    """The names in the last game, by the player's id, to be offered all at once."""
    tiles_left_to_lay: int = -1
    """Tiles that the end of the turn still has to lay; -1 = the turn isn't ending."""
    learned: tuple[LearnedFact, ...] = ()
    """Facts of the box that this game was told."""
    chronicles: tuple[str, ...] = ()
    """Slugs of the expansions that are on."""
    switches: dict[str, int] = msgspec.field(default_factory=dict)
    """Their house rules, where the table reads them otherwise."""
    expansion_states: dict[str, Any] = msgspec.field(default_factory=dict)
    """What each expansion keeps."""
    hooks: tuple[HookCall, ...] = ()
    """Expansions still to be called when no question is in front of people, the next first."""
    follow_ups: tuple[FollowUp, ...] = ()
    """What expansions asked to come then, before the hooks."""
    happened: tuple[Event, ...] = ()
    """What was booked in this turn and on the way to it, the oldest first; never written down, never hashed."""
    story: ScoreHistory = ScoreHistory()
    """How the points came, for the end; never written down, never hashed."""
    gone: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """Ids of players who went home before the end; not written down, nor hashed, where everybody stayed."""

    @property
    def phase(self) -> str:
        """The part of the game that people see: setup, layout, take, turn, deck, roll, count, over."""
        return PHASE_OF[self.stage]

    @property
    def has_pending_steps(self) -> bool:
        """Hooks or follow-ups wait until no question is in front of people."""
        return bool(self.hooks or self.follow_ups)

    @property
    def is_worlds_end_known(self) -> bool:
        """People have said where World's End lies; once laid it stays there (GM-END-05)."""
        return any(space.piece == WORLDS_END for space in self.line)

    def has_left(self, player_id: str) -> bool:
        """Whether a player went home before the end."""
        return self.gone is not msgspec.UNSET and player_id in self.gone

    @property
    def remaining_players(self) -> tuple[Player, ...]:
        """The players who have not gone home: those with turns, compared, and asked."""
        return (
            self.players if self.gone is msgspec.UNSET else tuple(p for p in self.players if p.id not in self.gone)
        )

    def has_lasting_crest(self, player_id: str, crest: str) -> bool:
        """A lasting crest works for its owner, but not while acting for a neutral figure."""
        return crest in self.player(player_id).crests and self.turn.acting != player_id

    def deck_of(self, letter: str) -> Deck:
        return next(d for d in self.decks if d.letter == letter)

    def next_deck(self, letter: str) -> str:
        """The deck after this one, "" after D."""
        place = DECKS.index(letter) + 1
        return DECKS[place] if place < len(DECKS) else ""

    @property
    def last_turn_player(self) -> str:
        """The player whose turn ended with the last tile laid, nobody saying so; "" once the next pawn has moved.

        What is entered meanwhile may still be of that turn.
        """
        if self.turn.took and not is_neutral_figure(self.turn.figure):
            return ""
        return next((o.player for o in self.open if o.args == (JUST_PLAYED,)), "")
