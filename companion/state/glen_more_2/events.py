"""Events and course stages of Glen More II. Events are the only values that change a state.

An event consists of names and numbers; `rule` is the id of the rule by which it happened automatically. A stage is
one state of the table in `course.py`; players, screens and files see the coarser phase.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from companion.engine import table_game
from companion.engine.table_game import Event as Event
from companion.state.glen_more_2.facts import LearnedFact
from companion.state.territory.events import *  # noqa: F403  # Shared events are also available here.
from companion.state.territory.events import SHARED_EVENTS, TERRITORY_EVENTS


class CourseStage(NamedTuple):
    """One state of the course."""

    name: str
    """Name, as in `State.stage` and in journals."""
    phase: str
    """Phase of the game that players see, see `State.phase`."""
    words: str
    """Description for the drawing."""


SCORING_PHASE = "count"
"""Phase from the counts before a scoring to the next turn: no figure is on turn."""

STAGES = (
    CourseStage("setup", "setup", "who plays, with what"),
    CourseStage("set_up", "setup", "facts of the box that must be known before"),
    CourseStage("layout", "layout", "the rondel is laid out"),
    CourseStage("laid_out", "layout", "the rondel lies, nobody has moved"),
    CourseStage("next", "deck", "who is last, and what is due"),
    CourseStage("take", "take", "a pawn is on turn and takes a tile"),
    CourseStage("neutral", "take", "a neutral figure is on turn"),
    CourseStage("turn", "turn", "the tile's effects, and the ledger"),
    CourseStage("deck", "deck", "tiles are laid, decks run out"),
    CourseStage("turn_done", "deck", "the refill is done"),
    CourseStage("turn_over", "deck", "the turn is over"),
    CourseStage("roll", "roll", "the die is on turn"),
    CourseStage("die_moved", "roll", "the die has moved"),
    CourseStage("before_final", SCORING_PHASE, "every figure is at World's End"),
    CourseStage("before_round", SCORING_PHASE, "a scoring is due"),
    CourseStage("count", SCORING_PHASE, "counts, then the scoring"),
    CourseStage("recount", SCORING_PHASE, "the final scoring once more"),
    CourseStage("round_scored", SCORING_PHASE, "a scoring round is done"),
    CourseStage("final_scored", SCORING_PHASE, "the final scoring is done"),
    CourseStage("winner", SCORING_PHASE, "ties are broken"),
    CourseStage("over", "over", "the winner"),
)

PHASE_OF = {stage.name: stage.phase for stage in STAGES}


class HookCall(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A pending call of a chronicle's hook."""

    hook: str
    """Hook point, see `expansions.HOOK_POINTS`."""
    expansion: str
    """Slug of the chronicle."""


class FollowUp(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A chronicle's pending action, run when no question is open."""

    expansion: str
    """Slug of the chronicle."""
    name: str
    """Key of `Expansion.follow_ups`."""


class PlayerSeated(table_game.PlayerSeated, frozen=True, kw_only=True):
    """A player joined; the pawn stands ahead of those that joined earlier (GM-SET-05). The colour is the id."""

    coins: int
    """Start coins, 5 to 8 by the place of the pawn (GM-SET-07)."""


class DieChosen(Event, frozen=True):
    """The die is in the game or not."""

    used: bool
    """True: it starts ahead of the first pawn (GM-SET-08)."""
    rule: str = ""
    """GM-SET-08 (two players always use it) or GM-SET-09 (players chose)."""


class WorldsEndChosen(Event, frozen=True):
    """The place of World's End in deck D was chosen."""

    on_top: bool
    """True: on top, the short game (GM-SET-12); False: about half-way down (GM-SET-11)."""


class HouseRuleChanged(Event, frozen=True):
    """Players changed a house rule during setup."""

    name: str
    """Field of `HouseRules`."""
    value: int
    """New value; 0 or 1 if it is yes or no."""


class ChronicleChosen(Event, frozen=True):
    """A chronicle was added to the game or removed from it."""

    slug: str
    """Its slug in answers and files."""
    used: bool
    """False: it was removed."""


class ChronicleRuleChanged(Event, frozen=True):
    """Players changed a house rule of a chronicle."""

    name: str
    """"slug.name" of the house rule."""
    value: int
    """New value; 0 or 1 if it is yes or no."""


class FollowUpQueued(Event, frozen=True):
    """A chronicle queued an action that runs when no question is open."""

    expansion: str
    """Slug of the chronicle."""
    name: str
    """Name of the follow-up."""


class PendingStepsSet(Event, frozen=True):
    """Hooks and follow-ups that are still pending; they replace those stored before."""

    hooks: tuple[HookCall, ...] = ()
    """Pending hooks, the next one first."""
    follow_ups: tuple[FollowUp, ...] = ()
    """Pending follow-ups, which run before the hooks, the next one first."""


class FactLearned(Event, frozen=True):
    """Players entered a fact of the box; it is stored beyond this game."""

    fact: LearnedFact
    """Saved to the owner's box after the game."""


class PlayBegan(Event, frozen=True):
    """Pawns, die and market are set up; decks are complete."""

    rule: str = "GM-SET-15"


class TurnBegan(Event, frozen=True):
    """The last figure begins its turn (GM-RND-01)."""

    figure: str
    """Player id, "die" or "neutral:…"."""
    rule: str = "GM-RND-01"
    acting: str = ""
    """Player who acts for a neutral figure; "" for a pawn and the die."""


class ActingChanged(Event, frozen=True):
    """Another player acts for the neutral figure on turn."""

    player: str
    """Player who acts from now on."""


class TileIdentified(Event, frozen=True):
    """An unidentified tile on the rondel was identified."""

    ahead: int
    """Number of the tile ahead of the last figure, from 1; spaces without a tile are not counted."""
    piece: str
    """Id of the piece."""


class PawnStopped(Event, frozen=True):
    """A figure stopped on a piece that stays on the rondel: World's End, a fixture, a tile that is not taken."""

    figure: str
    piece: str
    """Piece that it stopped on."""


class RefillSkipped(Event, frozen=True):
    """No tile is laid at the end of this turn; the next refill makes up for it."""

    rule: str
    """Rule of the chronicle (C2-13, C3-27)."""


class TileGiven(Event, frozen=True):
    """A player got a tile by an effect: from the discard pile or from beside the clan board."""

    player: str
    piece: str
    """Piece id; "" if unknown."""
    deck: str
    """Deck letter if it comes from the discard pile; "" if from beside the clan board."""


class TileNamed(Event, frozen=True):
    """A tile that a player took was identified or renamed."""

    player: str
    piece: str
    """Id of the piece."""
    was: str
    """Id that it had before; "" for none."""


class DiscardNamed(Event, frozen=True):
    """The latest unidentified tile of this deck on the discard pile was identified."""

    piece: str
    deck: str


class FixturePlaced(Event, frozen=True):
    """A fixture was put directly before the one empty space."""

    piece: str
    size: int
    """Number of spaces that it covers; they take no tiles any more."""


class FigureJoined(Event, frozen=True):
    """A neutral figure was put on the first free space ahead of all figures."""

    figure: str
    """"neutral:…"; it has turns like any other figure."""


class FigureLeft(Event, frozen=True):
    """A figure left the rondel for good."""

    figure: str
    """"die" or "neutral:…"; a pawn never leaves this way."""
    rule: str = "GM-DIE-06"


class DieWaited(Event, frozen=True):
    """No tile ahead is allowed for the die: it waits on the empty space until one is laid."""

    rule: str = "GM-DIE-07"


class PersonGained(Event, frozen=True):
    """A person tile counts for a player from now on (GM-PER-01)."""

    player: str
    piece: str
    """Piece id; David Hume counts twice (GM-PER-07)."""


class TileCountChanged(Event, frozen=True):
    """The size of a territory, or its number of rebuilt tiles, changed."""

    player: str
    by: int
    """Change in tiles, negative for fewer; 0 for a tile that covers another (GM-CMP-12)."""
    kind: str
    """"laid", "rebuilt" (covers one), "uncovered", "removed", "later" (entered late) or "corrected"."""
    rule: str = ""
    """Rule id; "" for a correction."""


class CoinsPaid(Event, frozen=True):
    """A player paid coins to the supply."""

    player: str
    coins: int
    """Number of coins; the player's count may become negative if an entry is missing."""
    why: str
    """Cause, as in `CoinsGained.why`."""


class BoughtGoodSpent(Event, frozen=True):
    """A good bought earlier in this turn paid for something other than the tile (GM-MKT-05)."""

    player: str
    good: str


class HomeScotsChanged(Event, frozen=True):
    """Scots entered or left the home castle; Scots elsewhere are not tracked (GM-EDG-08)."""

    player: str
    by: int
    """Change of the Scots in the home castle, negative for fewer."""
    why: str
    """Cause, as in `CoinsGained.why`."""


class CrestTaken(Event, frozen=True):
    """A clan marker was placed (GM-CLN-01)."""

    player: str
    crest: str
    """Crest id; a repeatable crest occurs once per marker (GM-CRS-04)."""


class ManualStepRequired(Event, frozen=True):
    """Players must do something on the table in this turn that the companion cannot track."""

    cause: str
    """"landmark:…", "crest:…", "tile:…", or a key that the view turns into a sentence."""


class CountsMarkedUncertain(Event, frozen=True):
    """Counts of a player became uncertain; they are shown with "?" until they are counted."""

    player: str
    counts: tuple[str, ...]
    """Names of the counts: "coins", "barrels", "scots", "tiles", "persons"."""
    unpaid: bool = False
    """The cost of this turn's tile was not entered; entering it later makes the counts certain again."""


class CostSettled(Event, frozen=True):
    """The cost of a tile from an earlier turn was entered (GM-TIL-02)."""

    player: str
    turn: int = 0
    """Turn in which it was taken; 0 for the last one that is not settled."""
    unknown: bool = False
    """Players do not know the cost: it is not asked again, and the counts stay uncertain."""


class EntryMade(Event, frozen=True):
    """A player made a ledger entry, so a tap can no longer swap this turn's tile."""

    player: str
    """Owner of the ledger; only entries of the player on turn count for the turn."""
    entry: str
    """Action name, as in answers."""


class LateEntryMade(Event, frozen=True):
    """An entry was made for a player who is not on turn ("I forgot")."""

    player: str


class RefillBegan(Event, frozen=True):
    """The refill began; it is the last part of the turn."""

    to_lay: int
    """Tiles still to lay, by the rules or as players entered; 0 = none."""


class RoundScheduled(Event, frozen=True):
    """A scoring round must come before the next turn."""

    round: str
    """"A", "B", "C" (the empty deck) or "final"."""
    rule: str = "GM-RND-04"


class CountEntered(Event, frozen=True):
    """Players entered a count for a scoring; it replaces the companion's value."""

    player: str
    count: str
    """Field of `Player` that was counted."""
    value: int
    """New value, not the change."""


class ExpansionScored(Event, frozen=True):
    """An expansion's extra scoring after a round is done; its points are events of their own."""

    expansion: str
    """Slug of the expansion."""
    before: dict[str, dict[str, int]]
    """All players' points by source before the extra scoring."""
    gains: Any
    """List of `PlayerGain` as JSON: gains by player, with reasons."""
    said: Any = None
    """`Message` as JSON for all players beside the points; None for none."""


class MarkerPlaced(Event, frozen=True):
    """A correction: the owner of a clan marker on a crest changed."""

    crest: str
    player: str
    """Owner of the marker; "" = none."""
    markers: int = 1
    """Number of markers of that player; more than 1 only on a repeatable crest (GM-CRS-04)."""


class SpacesCounted(Event, frozen=True):
    """The number of spaces of the rondel was counted; no rulebook gives it."""

    spaces: int
    """All spaces, including the empty one and those under figures."""


class ColourChanged(Event, frozen=True):
    """A correction: a player has another colour; a player who had that colour takes the first one's."""

    player: str
    """Previous colour, which was the id."""
    colour: str
    """New colour and id."""


class PlayerLeft(Event, frozen=True):
    """A player left before the end. Our own rule; the rulebooks do not cover it.

    The pawn leaves the rondel. Tiles, cards and points stay but are no longer compared.
    """

    player: str


class DieJoined(Event, frozen=True):
    """The die joined because only two players are left (GM-SET-08); its place is our own rule."""

    player: str
    """Player who left and whose pawn's place the die takes."""
    rule: str = "GM-SET-08"


class PlayerJoinedLate(Event, frozen=True):
    """A player joined after the first turn: the pawn is last, with the start values of a last pawn."""

    player: str
    """Colour."""
    coins: int
    """Start coins (GM-SET-07)."""


class MidGameSetupBegan(Event, frozen=True):
    """Setup in the middle of a game began: the following events were entered together, not played."""


class DeckEntered(Event, frozen=True):
    """The current deck was entered in a mid-game setup."""

    deck: str
    """Deck letter; earlier decks are empty, later ones complete."""
    left: int
    """Tiles left in it."""
    due: str = ""
    """Scoring round whose deck is empty but which is not scored yet; "" for none."""


class RondelEntered(Event, frozen=True):
    """The rondel was entered in a mid-game setup."""

    spaces: tuple[tuple[str, str], ...]
    """Spaces from the last figure forward: (figure or "", deck letter of the tile or "")."""


class AllMayActivate(Event, frozen=True):
    """Tiles of the territory may be activated in addition (GM-LMK-04)."""

    player: str
    pieces: tuple[str, ...] = ()
    """Ids of these tiles; () = all tiles."""


class MovementPaid(Event, frozen=True):
    """Movement points were spent on something other than moving a Scot."""

    player: str
    n: int
    why: str


REFEREE_EVENTS: tuple[type[Event], ...] = (
    *TERRITORY_EVENTS,
    *(AllMayActivate, MovementPaid),
)
"""Event types that happen only at referee depth."""
_OWN: tuple[type[Event], ...] = (
    PlayerSeated,
    *(each for each in Event.__subclasses__() if each.__module__ == __name__),
)
EVENT_TYPES: tuple[type[Event], ...] = tuple(
    each for each in (*SHARED_EVENTS, *_OWN) if each not in REFEREE_EVENTS
)
"""Event types that happen at any depth."""
