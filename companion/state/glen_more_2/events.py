"""What happened, in the past tense: the only things that change a state.

An event is made of names and numbers; `rule` is the id of the ledger's rule where it happened by itself.

Where the course of a game can stand, and what is still to come there. Data only: the course is `course.py`.

A stage is one state of the course's table. People, screens and files see the coarser phase.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from companion.state.glen_more_2.facts import LearnedFact
from companion.state.territory.events import *  # noqa: F403  # shared events go by this module's name too
from companion.state.territory.events import SHARED_EVENTS, TERRITORY_EVENTS, Event


class CourseStage(NamedTuple):
    """One state of the course."""

    name: str
    """As in `State.stage` and in journals."""
    phase: str
    """The coarser part of the game that people see, see `State.phase`."""
    words: str
    """What happens there, for the drawing."""


SCORING_PHASE = "count"
"""The phase from the counts before a scoring to the next turn: nobody is on turn."""

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
    """A chronicle that is still to be called at a hook point."""

    hook: str
    """A name of `expansions.HOOK_POINTS`."""
    expansion: str
    """The chronicle's slug."""


class FollowUp(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a chronicle does as soon as no question is in front of people."""

    expansion: str
    """The chronicle's slug."""
    name: str
    """A key of `Expansion.follow_ups`."""


class PlayerSeated(Event, frozen=True):
    """A player joined; the pawn stands ahead of those that joined earlier (GM-SET-05)."""

    player: str
    """The colour, which is the player's id from here on."""
    coins: int
    """Coins to start with, 5 to 8 by the place of the pawn (GM-SET-07)."""
    name: str = ""
    """What people call the player; "" until somebody says."""


class DieChosen(Event, frozen=True):
    """With or without the die."""

    used: bool
    """True: it stands before the foremost pawn (GM-SET-08)."""
    rule: str = ""
    """GM-SET-08 (two players always use it) or GM-SET-09 (the table's choice)."""


class WorldsEndChosen(Event, frozen=True):
    """Where World's End goes in deck D."""

    on_top: bool
    """True: on top, the short game (GM-SET-12); False: half-way down (GM-SET-11)."""


class HouseRuleChanged(Event, frozen=True):
    """The table rules otherwise than so far, during set-up."""

    name: str
    """A field of `HouseRules`."""
    value: int
    """The number; 0 or 1 where the ruling is yes or no."""


class ChronicleChosen(Event, frozen=True):
    """A chronicle is in the game, or is not."""

    slug: str
    """Its id in answers and files."""
    used: bool
    """False: it was taken out again."""


class ChronicleRuleChanged(Event, frozen=True):
    """The table rules otherwise than so far in a chronicle."""

    name: str
    """The chronicle's slug, a dot, and the name of the ruling."""
    value: int
    """The number of the reading; 0 or 1 where the ruling is yes or no."""


class FollowUpQueued(Event, frozen=True):
    """Something of a chronicle comes as soon as no question is in front of people."""

    expansion: str
    """The slug of the chronicle."""
    name: str
    """Which of the chronicle's own follow-ups it is."""


class PendingStepsSet(Event, frozen=True):
    """What still comes when no question is in front of people any more; it replaces what was noted before."""

    hooks: tuple[HookCall, ...] = ()
    """Chronicles still to be called, the next first."""
    follow_ups: tuple[FollowUp, ...] = ()
    """What chronicles asked to come before those, the next first."""


class FactLearned(Event, frozen=True):
    """A fact of the box was told; remembered beyond this game."""

    fact: LearnedFact
    """It goes into the owner's box after the game."""


class PlayBegan(Event, frozen=True):
    """Pawns, die and market stand as set up; decks are full."""

    rule: str = "GM-SET-15"


class TurnBegan(Event, frozen=True):
    """The last figure is on turn (GM-RND-01)."""

    figure: str
    """A player's id, "die", or "neutral:…"."""
    rule: str = "GM-RND-01"
    acting: str = ""
    """The player who acts for a neutral figure; "" for a pawn and the die."""


class ActingChanged(Event, frozen=True):
    """Another player acts for the neutral figure on turn."""

    player: str
    """Who acts from now on."""


class TileIdentified(Event, frozen=True):
    """A tile on the rondel that nobody had told about is known now."""

    ahead: int
    """Which tile ahead of the last figure it is, from 1; spaces without a tile don't count."""
    piece: str
    """What it turned out to be."""


class PawnStopped(Event, frozen=True):
    """A figure stopped on something that stays where it lies: World's End, a fixture, a tile that is not taken."""

    figure: str
    piece: str
    """What it stands on."""


class RefillSkipped(Event, frozen=True):
    """Nothing is laid at the end of this turn; the next refill makes up for it."""

    rule: str
    """The chronicle's rule that says so (C2-13, C3-27)."""


class TileGiven(Event, frozen=True):
    """A tile came to a player by an effect: from the discard pile or from beside the clan board."""

    player: str
    piece: str
    """Its id; "" when nobody told which it was."""
    deck: str
    """Its letter, if it comes from the discard pile; "" if from beside the clan board."""


class TileNamed(Event, frozen=True):
    """A tile that a player took turns out to be a certain piece."""

    player: str
    piece: str
    """What it is."""
    was: str
    """The id it went by so far; "" for none."""


class DiscardNamed(Event, frozen=True):
    """A tile of the discard pile that nobody had told turns out to be a certain piece; the latest of its deck."""

    piece: str
    deck: str


class FixturePlaced(Event, frozen=True):
    """A fixture stands directly before the one empty space."""

    piece: str
    size: int
    """How many spaces of the ring it covers; none of them takes a tile any more."""


class FigureJoined(Event, frozen=True):
    """A neutral figure stands on the first free space ahead of all."""

    figure: str
    """"neutral:…"; its turns come like any other figure's."""


class FigureLeft(Event, frozen=True):
    """A figure left the rondel for good."""

    figure: str
    """"die" or "neutral:…"; a pawn never leaves."""
    rule: str = "GM-DIE-06"


class DieWaited(Event, frozen=True):
    """No tile ahead suits the die: it stands on the empty space until one is laid."""

    rule: str = "GM-DIE-07"


class PersonGained(Event, frozen=True):
    """A person tile counts for a player from now on (GM-PER-01)."""

    player: str
    piece: str
    """Its id; David Hume's too, who counts twice (GM-PER-07)."""


class TileCountChanged(Event, frozen=True):
    """The size of a territory changed, or what of it counts as rebuilt."""

    player: str
    by: int
    """Tiles more, below zero fewer; 0 for one that covers another (GM-CMP-12)."""
    kind: str
    """"laid", "rebuilt" (covers one), "uncovered", "removed", "later" (told later) or "corrected"."""
    rule: str = ""
    """The rule it follows; "" for a correction."""


class CoinsPaid(Event, frozen=True):
    """Coins from a player to the supply."""

    player: str
    coins: int
    """How many; the player may end below zero where an entry is missing."""
    why: str
    """As in `CoinsGained.why`."""


class BoughtGoodSpent(Event, frozen=True):
    """A good that was bought earlier in this turn was given for something else than the tile (GM-MKT-05)."""

    player: str
    good: str


class HomeScotsChanged(Event, frozen=True):
    """Scots came to the home castle or left it; Scots elsewhere are not followed (GM-EDG-08)."""

    player: str
    by: int
    """Scots more in the home castle, below zero fewer."""
    why: str
    """As in `CoinsGained.why`."""


class CrestTaken(Event, frozen=True):
    """A clan marker was placed (GM-CLN-01)."""

    player: str
    crest: str
    """Its id; a repeatable one comes once for every marker (GM-CRS-04)."""


class ManualStepRequired(Event, frozen=True):
    """Something is left for the hands to do in this turn: the companion can't follow it."""

    cause: str
    """"landmark:…", "crest:…", "tile:…", or a word that the view turns into a sentence."""


class CountsMarkedUncertain(Event, frozen=True):
    """Counts of a player may now be behind the table; they are shown with "?" until somebody counts."""

    player: str
    counts: tuple[str, ...]
    """Their names: "coins", "barrels", "scots", "tiles", "persons"."""
    unpaid: bool = False
    """Nobody said what the tile of this turn cost; who says it later settles the doubt."""


class CostSettled(Event, frozen=True):
    """Somebody said later what a tile had cost that the player took in an earlier turn (GM-TIL-02)."""

    player: str
    turn: int = 0
    """The one it was taken in; 0 for the last of those that are not settled."""
    unknown: bool = False
    """That nobody knows it was said: nobody is asked any more, and the counts stay in doubt."""


class EntryMade(Event, frozen=True):
    """A player entered something in the ledger, so this turn's tile can't be swapped by a tap any more."""

    player: str
    """Whose ledger; only entries of the one on turn count for the turn."""
    entry: str
    """The action's name, as in answers."""


class LateEntryMade(Event, frozen=True):
    """An entry was made for a player who is not on turn ("I forgot")."""

    player: str


class RefillBegan(Event, frozen=True):
    """The turn is over but for the refill."""

    to_lay: int
    """Tiles still to be laid, by the rules or as people said; 0 = none."""


class RoundScheduled(Event, frozen=True):
    """A scoring round must come before the next turn."""

    round: str
    """"A", "B", "C" (the deck that is out) or "final"."""
    rule: str = "GM-RND-04"


class CountEntered(Event, frozen=True):
    """A count as the table counted it for a scoring; it puts right what was believed."""

    player: str
    count: str
    """The field of `Player` that was counted."""
    value: int
    """How many there are now, not how many more."""


class ExpansionScored(Event, frozen=True):
    """An expansion's scoring of its own is done, after a round's; its points are events of their own."""

    expansion: str
    """Its slug."""
    before: dict[str, dict[str, int]]
    """Everybody's points by source when it began."""
    gains: Any
    """`Given`s as JSON: what it gave to whom, with the reasons."""
    said: Any = None
    """A `Message` as JSON: what the whole table is told of it beside the points; None for nothing."""


class MarkerPlaced(Event, frozen=True):
    """A correction: whose clan marker lies on a crest."""

    crest: str
    player: str
    """"" = nobody's."""
    markers: int = 1
    """How many of that player; more than 1 only on a repeatable crest (GM-CRS-04)."""


class SpacesCounted(Event, frozen=True):
    """How many spaces the rondel has, which no book says."""

    spaces: int
    """All of them, the empty one and those under figures too."""


class ColourChanged(Event, frozen=True):
    """A correction: a player's pieces are of another colour; whoever had that colour takes the first one's."""

    player: str
    """The colour so far, which was the id."""
    colour: str
    """The colour and id from now on."""


class PlayerLeft(Event, frozen=True):
    """A player went home before the end: our ruling, for the books know no such thing.

    The pawn leaves the rondel; tiles, cards and points stay, and nothing is compared with them any more.
    """

    player: str


class DieJoined(Event, frozen=True):
    """The die joined, for only two are left (GM-SET-08); where it stands is our ruling."""

    player: str
    """Whose pawn's place it takes over, who went home."""
    rule: str = "GM-SET-08"


class PlayerJoinedLate(Event, frozen=True):
    """A player joined after the first turn: the pawn stands at the back, with what a last pawn starts with."""

    player: str
    """The colour."""
    coins: int
    """Coins to start with (GM-SET-07)."""


class MidGameSetupBegan(Event, frozen=True):
    """The companion is set up in the middle of a game: what follows was told in one go, not played."""


class DeckEntered(Event, frozen=True):
    """Which deck was laid when the companion was set up in the middle of a game."""

    deck: str
    """Its letter; those before it are out, those after it whole."""
    left: int
    """Tiles left in it."""
    due: str = ""
    """The round that has not been scored yet, though its deck is out; "" for none."""


class RondelEntered(Event, frozen=True):
    """How the rondel lay when the companion was set up in the middle of a game."""

    spaces: tuple[tuple[str, str], ...]
    """From the last figure forward: the figure on it or "", the letter of the tile on it or ""."""


class AllMayActivate(Event, frozen=True):
    """Every tile of the territory may be activated (GM-LMK-04), or some of them besides."""

    player: str
    pieces: tuple[str, ...] = ()
    """These; () = all."""


class MovementSpent(Event, frozen=True):
    """Points that moved something else than a Scot."""

    player: str
    n: int
    why: str


REFEREE_EVENTS: tuple[type[Event], ...] = (
    *TERRITORY_EVENTS,
    *(AllMayActivate, MovementSpent),
)
"""Those that happen only where territories are tracked."""
_OWN = (each for each in Event.__subclasses__() if each.__module__ == __name__)
EVENT_TYPES: tuple[type[Event], ...] = tuple(
    each for each in (*SHARED_EVENTS, *_OWN) if each not in REFEREE_EVENTS
)
"""All others."""
