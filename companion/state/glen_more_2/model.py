"""The state of a game of Glen More II (frozen values), its house rules and its score history.

Only `Rules.apply` makes a new state from an event. At scorekeeper depth goods on tiles, tile positions and Scots
outside the home castle are not tracked: players enter their results. Fields that only the referee fills are UNSET
at scorekeeper depth, so that they do not change the hash of a state. No value contains itself, so the structs need
no garbage collection (gc=False).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

import msgspec

from companion.engine.table_game import Event
from companion.state.glen_more_2.events import PHASE_OF, FollowUp, HookCall
from companion.state.glen_more_2.facts import DECKS, WORLDS_END, Facts, LearnedFact
from companion.state.territory.grid import Cell, Territory
from companion.state.territory.model import REFEREE as REFEREE
from companion.state.territory.model import SCOREKEEPER as SCOREKEEPER
from companion.state.territory.model import OpenQuestion as OpenQuestion
from companion.state.territory.model import TerritoryPlayer, TerritoryState, TerritoryTurn
from companion.state.territory.track import Space as Space


class HouseRules(msgspec.Struct, frozen=True):
    """House rules: choices where the rulebooks are silent or the editions differ. The defaults are ours."""

    use_die: bool = False
    """The die is used with 3 or 4 players; 2 players always use it (GM-SET-08, GM-SET-09)."""
    short_game: bool = False
    """World's End is on top of deck D instead of about half-way down (GM-SET-12)."""
    refill_after_die: bool = False
    """Tiles are also laid after the die has moved, not only after a player's turn (GM-DIE-11)."""
    die_discards_beyond_worlds_end: bool = True
    """The die discards the tile it hits beyond World's End, then leaves; else it stops there (GM-DIE-06)."""
    difference_above_five: int = 8
    """Points for a difference of 6 or more in a scoring round; the printed table ends at 5 (GM-SCR-05)."""
    rebuild_needs_scot_on_neighbour: bool = False
    """A rebuild tile needs a Scot on a neighbouring tile; the Scot on the covered tile is not enough (GM-RBD-03).
    """
    loch_ness_any_time: bool = True
    """Loch Ness's extra activation is allowed at any time in the turn, not only after a tile is laid (GM-LMK-09).
    """
    crest_placement_optional: bool = True
    """A player who gains a clan marker may decline to place it (GM-PER-05)."""
    mckenzie: bool = True
    """The crest McKenzie is in the game; one edition does not have it (GM-CRS-17)."""
    more: dict[str, int] = {}
    """House rules of chronicles by "slug.name"; a missing one has the chronicle's default."""


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
"""Argument of the ledger question of `State.last_turn_player`."""
NEUTRAL_PREFIX = "neutral:"
"""Prefix of the ids of neutral figures, which belong to no player and have turns of their own."""
MAX_SCOTS = 9
MARKERS_PER_PLAYER = 10
HOME_TILE_SIZE = 2
VILLAGE_CELL, CASTLE_CELL = Cell(0, 0), Cell(1, 0)
"""Cells of the two halves of a home tile."""


def is_neutral_figure(figure: str) -> bool:
    """True if the figure is no player's pawn: the die, or a neutral figure that a player controls."""
    return figure == DIE or figure.startswith(NEUTRAL_PREFIX)


class Deck(msgspec.Struct, frozen=True, gc=False):
    """A deck with its counted size."""

    letter: str
    """Letter: S, A, B, C or D."""
    size: int
    """Number of tiles at the start; D includes World's End."""
    left: int
    """Number of tiles not yet laid."""


class Tile(msgspec.Struct, frozen=True, gc=False):
    """A tile that has left the rondel."""

    piece: str
    """Piece id, "" if unknown."""
    deck: str
    """Letter of its deck; "" if it belongs to no deck."""
    pile: str = ""
    """Owner id of the personal discard pile it is on, "" = the common pile."""


class Player(TerritoryPlayer, frozen=True, gc=False):
    """One player's counts. The id is the colour; `scots` counts those in the home castle (GM-SCR-03)."""

    tiles: int = HOME_TILE_SIZE
    """Size of the territory: the home tile counts 2, a stack 1 (GM-CMP-12)."""
    landmarks: tuple[str, ...] = ()
    """Ids of landmark cards."""
    persons: tuple[str, ...] = ()
    """Ids of person tiles, David Hume included (GM-PER-07)."""
    person_correction: int = 0
    """Correction that is added to the number of persons."""
    crests: tuple[str, ...] = ()
    """Crests that carry a marker of this player, one entry per marker."""
    rebuilds: int = 0
    """Number of rebuild tiles taken (GM-RBD-11)."""
    taken_tiles: tuple[Tile, ...] = ()
    """Every tile taken, in order."""
    uncertain_counts: tuple[str, ...] = ()
    """Names of uncertain counts: the table may have changed since they were entered."""

    @property
    def markers(self) -> int:
        """Return the clan markers left in the player's supply (GM-CMP-04)."""
        return MARKERS_PER_PLAYER - len(self.crests)

    def scots_in(self, territory: Territory) -> int:
        """Return the Scots in the home castle (GM-SCR-03), whatever covers it (GM-RBD-12)."""
        return next((spot.scots for spot in territory.spots if spot.cell == CASTLE_CELL), 0)


class Turn(TerritoryTurn, frozen=True, gc=False):
    """The current turn: its figure and what has happened in it."""

    take_question: int = 0
    """Number of the take question that this turn answered."""
    deck: str = ""
    """Letter of the deck of the tile taken."""
    discarded_tiles: tuple[Tile, ...] = ()
    """Tiles discarded from the rondel in this turn."""
    laid_tiles: tuple[Tile, ...] = ()
    """Tiles laid on the rondel in this turn."""
    instruction_causes: tuple[str, ...] = ()
    """Causes whose table instruction is still to be shown ("landmark:loch_lochy")."""
    entry_count: int = 0
    """Number of ledger entries the player has made."""
    are_scots_entered: bool = False
    """The Scots of the home castle were entered in this turn."""
    is_movement_entered: bool = False
    """The unused movement points were entered (GM-CRS-11)."""
    unidentified_ahead: int = 0
    """Number of the tile ahead that was taken, if its identity was unknown before."""
    has_later_entries: bool = False
    """An answer or an entry was given since the tile was taken."""
    previous_tile: str = ""
    """The last known tile that was laid in the previous turn."""
    acting_player: str = ""
    """Id of the player who acts for a neutral figure."""
    has_no_refill: bool = False
    """No tiles are laid at the end of this turn."""

    @property
    def player(self) -> str:
        """Id of the player on turn, also for a neutral figure; "" for the die."""
        return self.acting_player or ("" if is_neutral_figure(self.figure) else self.figure)


class Rules(ABC):
    """Interface of the rules that a state needs; `ruleset.Ruleset` implements it. Never saved."""

    @abstractmethod
    def apply(self, state: State, event: Event) -> State:
        """Return the state after an event."""

    @abstractmethod
    def reactions(self, before: State, event: Event, after: State) -> Iterable[Event]:
        """Yield the events by which the expansions in play react to an event."""


class TurnPoints(msgspec.Struct, frozen=True, gc=False):
    """All players' points at the end of a turn or after a scoring."""

    turn: int
    """`Turn.number`."""
    figure: str
    """Figure whose turn it was."""
    points: tuple[int, ...]
    """Total points, in the order of the players."""
    scoring: str = ""
    """"A", "B", "C" or "final" after a scoring; "" at the end of a turn."""


class PointGain(msgspec.Struct, frozen=True, gc=False):
    """Points that a player scored at once."""

    player: str
    points: int
    source: str
    turn: int


class UncertaintyStart(msgspec.Struct, frozen=True, gc=False):
    """Turn and tile since which a count is uncertain."""

    turn: int
    tile: str
    """Piece taken in that turn; "" if unknown."""
    deck: str
    """Deck of that piece; "" if no tile was taken."""


class CheckedCount(msgspec.Struct, frozen=True, gc=False):
    """A player's count as a scoring used it."""

    player: str
    count: str
    value: int
    confirmed: bool = False
    """Players confirmed the value, alone or with the whole table; False: it was still uncertain."""
    corrected: bool = False
    """Players replaced a known number; the first value entered for an uncertain count is no correction."""


class ScoreHistory(msgspec.Struct, frozen=True, gc=False):
    """How the points came about, for the summary after the game."""

    turns: tuple[TurnPoints, ...] = ()
    """Points after each turn and scoring, oldest first."""
    uncertainty_starts: dict[tuple[str, str], UncertaintyStart] = {}
    """By player and count: when the current (or the last) uncertainty began."""
    entered_counts: tuple[CheckedCount, ...] = ()
    """All counts that players entered for the next scoring, or for the last one."""
    checked_counts: tuple[CheckedCount, ...] = ()
    """Every count that the last scoring used."""
    best_gain: PointGain | None = None
    """The most points scored at once; of equal ones the first."""
    unpaid_costs: tuple[tuple[str, int], ...] = ()
    """Player and turn of each tile with an unentered cost, while that is the only reason for uncertain counts."""
    unknown_costs: tuple[tuple[str, int], ...] = ()
    """Player and turn of each tile whose cost the players do not know."""


class State(TerritoryState[Player, Turn], frozen=True, gc=False):
    """The whole state of a game at one moment."""

    stage: str
    """Current stage of the course."""
    rules: Rules
    """Rules that apply to this game; never saved."""
    facts: Facts
    """Facts of the box in force, with those learned in this game."""
    house: HouseRules
    """House rules of this game."""
    spaces: int = 0
    """Number of spaces of the rondel, 0 = not counted yet."""
    decks: tuple[Deck, ...] = ()
    """Decks in the order in which they are laid; empty before play begins."""
    deck: str = ""
    """Letter of the deck that is being laid."""
    discards: tuple[Tile, ...] = ()
    """Discard pile, oldest first, without tiles that a later effect took from it (GM-RND-09)."""
    removed_tiles: tuple[Tile, ...] = ()
    """Tiles out of the game."""
    use_die: bool = False
    """True while the die is in the game; False after it has left (GM-DIE-06)."""
    short_game: bool = False
    """World's End is on top of deck D (GM-SET-12)."""
    is_die_waiting: bool = False
    """The die is on the empty space until a tile is laid (GM-DIE-07)."""
    turn: Turn = Turn(0, "")
    """The current turn; number 0 before the first."""
    die_face: int = 0
    """Rolled face of the die while it moves."""
    last_names: dict[str, str] = msgspec.field(default_factory=dict)
    """Player names of the last game by player id, offered together at setup."""
    tiles_left_to_lay: int = -1
    """Number of tiles still to lay at the end of the turn; -1 = the turn is not ending."""
    learned_facts: tuple[LearnedFact, ...] = ()
    """Facts of the box that were entered in this game."""
    chronicles: tuple[str, ...] = ()
    """Slugs of the expansions in play."""
    switches: dict[str, int] = msgspec.field(default_factory=dict)
    """House rules of the chronicles that differ from their defaults."""
    expansion_states: dict[str, Any] = msgspec.field(default_factory=dict)
    """State of each expansion by slug."""
    pending_hooks: tuple[HookCall, ...] = ()
    """Hooks of expansions still to be called once no question is open, the next one first."""
    pending_follow_ups: tuple[FollowUp, ...] = ()
    """Follow-ups that expansions queued; they run before the hooks."""
    turn_events: tuple[Event, ...] = ()
    """Events of this turn and of the way to it, oldest first; never saved, never hashed."""
    score_history: ScoreHistory = ScoreHistory()
    """How the points came about, for the summary after the game; never saved, never hashed."""
    departed_players: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """Ids of players who left before the end; UNSET (neither saved nor hashed) while all players stay."""

    @property
    def phase(self) -> str:
        """Return the phase that players see: setup, layout, take, turn, deck, roll, count or over."""
        return PHASE_OF[self.stage]

    @property
    def has_pending_steps(self) -> bool:
        """True if hooks or follow-ups wait until no question is open."""
        return bool(self.pending_hooks or self.pending_follow_ups)

    @property
    def is_worlds_end_known(self) -> bool:
        """True if the place of World's End has been entered; once laid it stays there (GM-END-05)."""
        return any(space.piece == WORLDS_END for space in self.track)

    def has_left(self, player_id: str) -> bool:
        """True if the player left before the end."""
        return self.departed_players is not msgspec.UNSET and player_id in self.departed_players

    @property
    def remaining_players(self) -> tuple[Player, ...]:
        """Return the players who have not left: only they have turns, are compared and are asked."""
        return (
            self.players
            if self.departed_players is msgspec.UNSET
            else tuple(p for p in self.players if p.id not in self.departed_players)
        )

    def has_lasting_crest(self, player_id: str, crest: str) -> bool:
        """True if the player owns this permanent crest and is not acting for a neutral figure."""
        return crest in self.player(player_id).crests and self.turn.acting_player != player_id

    def deck_of(self, letter: str) -> Deck:
        """Return the deck with this letter."""
        return next(d for d in self.decks if d.letter == letter)

    def next_deck(self, letter: str) -> str:
        """Return the letter of the deck after this one, "" after D."""
        place = DECKS.index(letter) + 1
        return DECKS[place] if place < len(DECKS) else ""

    @property
    def last_turn_player(self) -> str:
        """Return the player whose turn ended automatically with the last tile laid; "" once the next pawn moved.

        Entries made in between may still belong to that player's turn.
        """
        if self.turn.has_moved and not is_neutral_figure(self.turn.figure):
            return ""
        return next((o.player for o in self.open_questions if o.args == (JUST_PLAYED,)), "")
