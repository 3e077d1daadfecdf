"""Interface between the core of Glen More II and its expansions (chronicles).

An `ExpansionListing` is what lists need of one that is not loaded. An `Expansion` lists everything that a
chronicle adds: setup steps, facts, figures, questions, actions, events, hooks, scoring and texts. The core knows
figures, fixtures on the rondel, extra market rows, extra counts and personal piles, but no expansion and none of
its pieces. An expansion never changes the state itself; it returns events, forms and texts, and an empty result
means that it adds nothing.

Causes name in events what brought or cost something (`why`, `source`, `by`): "<chronicle>:<piece>" for a
chronicle, the bare id for a card or crest that activates a tile. Their texts are in `labels`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, ParamSpec, TypeVar

import msgspec

from companion.engine.game import Interpretation
from companion.engine.message import Message, tr
from companion.engine.offers import Reason
from companion.engine.table_game import Event
from companion.scoring.glen_more_2.model import ScoringPart
from companion.state.glen_more_2.actions import Action, ActionFamily, EventRow, QuestionKind, Resolution
from companion.state.glen_more_2.facts import Facts, Piece
from companion.state.glen_more_2.model import State
from companion.state.territory.activation_options import ActivationOption
from companion.state.territory.grid import Cell, Spot

if TYPE_CHECKING:
    from companion.scoring.glen_more_2.document import ExpansionKeys


class SetupStage(IntEnum):
    """Stages of setup, in table order: decks are complete before they are shuffled; the rondel is laid last."""

    DECKS = 1
    """Tiles are added to decks or removed from them."""
    SHUFFLE = 2
    """The decks are shuffled (GM-SET-10)."""
    SHUFFLED = 3
    """Tiles are put at a certain position in a deck."""
    PLAYERS = 4
    """What every player gets."""
    CARDS = 5
    """Cards and persons beside the boards."""
    MARKET = 6
    """Coins on the market, additional market rows."""
    SUPPLY = 7
    """Supplies for all players."""
    RONDEL = 8
    """Figures and fixtures on the rondel; the tiles follow next."""


class SetupStep(NamedTuple):
    """One setup instruction for the players."""

    stage: SetupStage
    text: Message
    """Short instruction."""


def cause_id(name: str, piece: str = "") -> str:
    """Return the cause of a chronicle's entry "<chronicle>.<entry>"; `piece` is its tile if named differently."""
    return f"{name.partition('.')[0]}:{piece}" if piece else _with_colon(name)


def activator_id(cause: str) -> str:
    """Return the card or crest that activates a tile, from a cause such as "landmark:<card>"."""
    return _with_colon(cause).rpartition(":")[2]


def merge_source_labels(tables: Iterable[Mapping[str, Message]]) -> dict[str, Message]:
    """Return the labels of all tables by entry name (`<chronicle>.<entry>`) and by cause id (as in `source`)."""
    words = {name: of_it for table in tables for name, of_it in table.items()}
    return words | {_with_colon(name): of_it for name, of_it in words.items()}


def _with_colon(name: str) -> str:
    return name.replace(".", ":", 1)


FIRST_EXPANSION_STEP = 100
"""First activation step number that belongs to an expansion."""


HOOK_POINTS = (
    "set_up",  # Before the rondel is laid out: for facts of the box that must be asked first.
    "laid_out",  # The rondel is laid out, the first turn has not begun.
    "taken_up",  # The rondel and all counts of a running game were entered; after "laid_out".
    "turn_begun",  # A pawn's turn began, nothing is taken yet; for a neutral figure after its own `begin`.
    "turn_done",  # After the refill, before a scoring round and the next turn (C8-11).
    "before_final",  # Every figure is at World's End; before the count sheet of the final scoring.
    "before_round",  # Before the count sheet of any scoring round, the final one included.
    "round_scored",  # A scoring round of deck A, B or C is done: the last of `state.done_scorings`.
    "final_scored",  # The final scoring is done, ties are not broken yet.
)

GOOD_CAUSE_SUFFIX = ".good"
"""Suffix of a cause name in `Expansion.causes`: the text used when a good is given."""

Reaction = Callable[[State, Any, State], Iterable[Event]]
Hook = Callable[[State], Iterable[Event]]
EventArticles = Mapping[type[Event], Callable[[Any], str]]
StopObjection = Callable[[State, str, str], Reason | None]
P = ParamSpec("P")
T = TypeVar("T")


class ExpansionState(Generic[T]):
    """Access to an expansion's part of the state: a frozen Struct, stored under the expansion's slug."""

    def __init__(
        self,
        slug: str,
        begin: Callable[[State], T],
        visible: Callable[[T, str], T] | None = None,
        joined: Callable[[T, str], T] | None = None,
    ) -> None:
        """Functions that begin, hide and extend the expansion's state.

        - `begin`: returns the state at the start of play.
        - `visible`: returns it without what this viewer may not see; None: no secrets.
        - `joined`: returns it with a player who joins late; None: no player can join.
        """
        self.slug, self.begin, self.visible, self.joined = slug, begin, visible, joined

    def is_in_play(self, state: State) -> bool:
        """True if play has begun with this expansion."""
        return self.slug in state.expansion_states

    def of(self, state: State) -> T:
        """Return the expansion's current state. Raises KeyError before play begins."""
        kept: T = state.expansion_states[self.slug]
        return kept

    def put(self, state: State, expansion_state: T) -> State:
        """Return the game state with this expansion state."""
        return msgspec.structs.replace(
            state, expansion_states={**state.expansion_states, self.slug: expansion_state}
        )

    def change(self, state: State, **fields: Any) -> State:
        """Return the game state with these fields of the expansion state changed."""
        kept: Any = self.of(state)
        return self.put(state, msgspec.structs.replace(kept, **fields))


class Query(Generic[P, T]):
    """Query that one expansion asks and another in play may answer; `default` if none does."""

    def __init__(self, name: str, default: T) -> None:
        self.name, self.default = name, default

    def answered_by(self, by: Callable[P, T]) -> tuple[Query[Any, Any], Callable[..., Any]]:
        """Return an entry of `Expansion.answers`: this query with the function that answers it."""
        return self, by


class FigureTurn(msgspec.Struct, frozen=True):
    """A neutral figure that has turns."""

    player: Callable[[State], str]
    """Return the id of the player who acts for it."""
    begin: Callable[[Resolution], None]
    """Open its questions; called after `TurnBegan` when the figure is last on the rondel."""
    label: Message
    """Label inside a sentence."""
    name: Message
    """Name alone, above or beside its picture."""
    icon: str
    """Icon name in the game's icon set; if there is none of that name, `picture` is drawn."""
    picture: tuple[str, ...]
    """Small picture: 11 rows of 11 characters, "#" and " "."""
    delays_game_end: bool = False
    """The game goes on until this figure too is on World's End or beyond it."""
    holds_tiles: Callable[[State], bool] | None = None
    """True if passed tiles stay on the rondel for this figure."""


class ActivationGain(msgspec.Struct, frozen=True):
    """A gain of activating a tile that only an expansion knows."""

    words: Message
    """Label of one unit."""
    come: Callable[[Resolution, str, Spot], None]
    """Give the gain of this tile to a player."""


class RefereeExtension(msgspec.Struct, frozen=True, kw_only=True):
    """What an expansion adds at referee depth. Its questions are the same as at scorekeeper depth."""

    gains: Mapping[str, ActivationGain] = {}
    """Gains by names "slug.name"."""
    uses: Callable[[State, str, Spot], Iterable[ActivationOption]] | None = None
    """Yield additional activation options of a tile, with steps from `FIRST_EXPANSION_STEP` on."""
    stays: Callable[[State, str, Spot], Reason | None] | None = None
    """Return why a tile cannot leave a player's territory, or None."""
    toll: Callable[[State, str, Cell], tuple[int, str]] | None = None
    """Return the additional coins that a player pays for placing a tile in a cell, and their cause."""
    unaffordable_reason: Callable[[State, str, Piece], Reason | None] | None = None
    """Return why a player who can pay a tile's cost cannot pay the additional cost of taking it, or None."""
    scots_outside_territory: Callable[[State, str], int] | None = None
    """Return the number of a player's Scots outside the own territory."""
    untracked_reason: Message | None = None
    """Why territories cannot be tracked with this expansion; referee depth is then not offered."""


NUMERALS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
"""Roman numerals as printed in the box."""


class ExpansionRule(msgspec.Struct, frozen=True):
    """House rule of an expansion."""

    name: str
    """Key, "slug.name"."""
    rule: str
    """Id of the rule that it decides."""
    default: int
    """Default value: our interpretation."""
    words: Message
    """Text that explains the values."""
    most: int = 1
    """Greatest value; 1 = no or yes."""


class ExpansionListing(msgspec.Struct, frozen=True, kw_only=True):
    """What lists, the setup and the command line use of an expansion that is not loaded."""

    slug: str
    """Name on disk; names of its actions, questions, facts and causes begin with "slug."."""
    number: int
    """Number in the box; the default order of expansions."""
    name: Message
    """Printed name."""
    min_players: int = 2
    """Smallest number of players."""
    max_players: int = 4
    """Largest number of players."""
    minutes: int = 0
    """Additional minutes of play."""
    words: tuple[str, ...] = ()
    """Words that only this expansion's own folder may contain (checked by a test)."""
    house_rules: tuple[ExpansionRule, ...] = ()
    """Its house rules."""
    definition: str = ""
    """Place of its `Expansion`, "module:name"; "" for an `Expansion`."""

    @property
    def numeral(self) -> str:
        """Return its number as printed."""
        return NUMERALS[self.number] if self.number < len(NUMERALS) else str(self.number)


class Expansion(ExpansionListing, frozen=True, kw_only=True):
    """Everything that one expansion adds."""

    icon: str = ""
    """Icon before its rows in lists, from the game's icon set; "" for none."""

    state: ExpansionState[Any] | None = None
    """Access to its part of the state."""
    events: tuple[EventRow, ...] = ()
    """Its own events."""
    questions: tuple[QuestionKind, ...] = ()
    """Its own kinds of questions."""
    actions: Mapping[str, tuple[Action | ActionFamily, ...]] = {}
    """Additional actions for questions of the core, by question kind ("ledger", "take", "end" ...)."""

    preparation: Callable[[State], tuple[SetupStep, ...]] | None = None
    """Return its setup instructions, in order within each stage; called when play has begun."""
    facts: Callable[[Facts, State], Facts] | None = None
    """Return the facts with its pieces, cards and deck sizes.

    Called when play begins, and for the stickers of the whole box with a state that only says that the expansion
    is on.
    """
    own_facts: tuple[str, ...] = ()
    """Prefixes of facts that apply to the pieces of one table only and are never shared."""
    fact_words: Mapping[str, Message] = {}
    """Labels of its facts that are no field of a piece, by name."""
    market_rows: Mapping[str, Message] = {}
    """Labels of the market rows that it adds."""
    figures: Mapping[str, FigureTurn] = {}
    """Neutral figures that it adds, by names that begin with "neutral:"."""
    unidentified: Callable[[State, Set[str]], tuple[str, ...]] | None = None
    """Return the pieces that an unknown sticker may be on now, given the pieces that have a sticker."""

    reactions: Mapping[type[Event], Reaction] = {}
    """Reactions to events, by event type: called with (state before, event, state after); yield further events.

    `FollowUpQueued(slug, name)` queues `follow_ups[name]`.
    """
    hooks: Mapping[str, Hook] = {}
    """Hooks by hook point (`HOOK_POINTS`). The course waits until the questions that a hook opens are answered."""
    follow_ups: Mapping[str, Hook] = {}
    """Follow-ups by name, run when queued and no question is open."""

    stop_prohibition: StopObjection | None = None
    """Return why a figure cannot stop on a piece, or None."""
    stop_warning: StopObjection | None = None
    """Return why a figure should not stop on a piece, or None; players may overrule it."""
    pile: Callable[[State], str] | None = None
    """Return the owner of the pile for tiles that leave the rondel by this turn's move ("" = the common pile)."""
    scoring: Callable[[State], tuple[ScoringPart, ...]] | None = None
    """Return its parts of a scoring, created for each scoring."""
    referee: RefereeExtension | None = None
    """What it adds at referee depth; None: territories cannot be tracked with it."""
    answers: tuple[tuple[Query[Any, Any], Callable[..., Any]], ...] = ()
    """Queries of other expansions that it can answer."""

    taps: Callable[[State, str], tuple[Interpretation, ...]] | None = None
    """Return additional meanings of a piece's tap, tried before the core's own."""
    lines: Callable[[State, str], tuple[Message, ...]] | None = None
    """Return its lines on the screen, for the table ("") or beside a player's counts."""
    table_tasks: Callable[[State], Iterable[Message]] | None = None
    """Return table instructions beside those of its causes, derived from the latest events."""
    point_sources: Mapping[str, Message] = {}
    """Labels of its point sources."""
    causes: Mapping[str, Message] = {}
    """Labels of its causes; a name with `GOOD_CAUSE_SUFFIX` labels the same cause paid with a good."""
    explained: EventArticles = {}
    """Help article keys for its own events that carry no rule."""
    score_keys: ExpansionKeys | None = None
    """Its keys in the document of `companion score`, which scores without a game."""

    @property
    def referee_unavailable_reason(self) -> Message | None:
        """Return why territories cannot be tracked with this expansion, or None."""
        if self.referee:
            return self.referee.untracked_reason
        return tr("With {chronicle} you tell what your territory gave.", chronicle=self.name)
