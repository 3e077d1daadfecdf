"""What an expansion may bring, and when the core calls each part of it.

The core knows figures, fixtures on the ring, extra market rows, extra counts and personal piles; it names no
expansion and none of its pieces. An expansion changes nothing itself: it gives back events, forms and words.
An empty answer of a hook always means: nothing from me.

One step of a set-up and when in it hands come to it. Knows no game's steps.

What brought or cost something, as events name it in `why`, `source` and `by` for readers of a journal.

A chronicle's is `<chronicle>:<piece>`; a tile is activated by a card or a crest, named alone. Words themselves are
in `labels`.

A way to activate a tile: what it costs, what it gives. Knows no tile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from enum import IntEnum
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar

import msgspec

from companion.engine.game import Interpretation
from companion.engine.message import Message, tr
from companion.engine.offers import Reason
from companion.scoring.glen_more_2.document import ExpansionKeys
from companion.scoring.glen_more_2.model import ScoringPart
from companion.state.glen_more_2.actions import Action, ActionFamily, EventRow, QuestionKind, Resolution
from companion.state.glen_more_2.facts import Facts, Piece
from companion.state.glen_more_2.model import State
from companion.state.territory.events import Event
from companion.state.territory.grid import Cell, Spot


class SetupStage(IntEnum):
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


class SetupStep(NamedTuple):
    """What hands do."""

    stage: SetupStage
    text: Message
    """An order in a few words."""


def cause_id(name: str, piece: str = "") -> str:
    """What a chronicle names `<chronicle>.<entry>`. piece: its tile, where the entry is called otherwise."""
    return f"{name.partition('.')[0]}:{piece}" if piece else _with_colon(name)


def activator_id(cause: str) -> str:
    """The card or crest that activates a tile, of a cause such as "landmark:<card>"."""
    return _with_colon(cause).rpartition(":")[2]


def merge_source_labels(tables: Iterable[Mapping[str, Message]]) -> dict[str, Message]:
    """The words of chronicles by the names in their tables (`<chronicle>.<entry>`) and by those of `source`."""
    words = {name: of_it for table in tables for name, of_it in table.items()}
    return words | {_with_colon(name): of_it for name, of_it in words.items()}


def _with_colon(name: str) -> str:
    return name.replace(".", ":", 1)


FIRST_EXPANSION_STEP = 100
"""Steps of tiles from this number on are what expansions bring."""


class ActivationOption:
    """One way to activate a tile, or an exchange on it."""

    def __init__(
        self,
        step: int,
        value: str = "",
        need: Mapping[str, int] | None = None,
        get: Mapping[str, int] | None = None,
        coin: bool = False,
        source: str = "",
        barrels: int = 0,
        paid_later: bool = False,
    ) -> None:
        """step: as in `TileActivated`. need: goods. get: what comes, by the words of `Effect.get`, goods and the
        gains of expansions.

        coin: 1 coin is given in place of a good. source: of points that a crest gives. barrels: given too.
        paid_later: the goods are paid by what comes for them.
        """
        self.step, self.value, self.need, self.get = step, value, need or {}, get or {}
        self.coin, self.source, self.barrels, self.paid_later = coin, source, barrels, paid_later

    @property
    def points(self) -> int:
        return self.get.get("vp", 0)


HOOK_POINTS = (
    "set_up",  # the rondel is about to be laid out; facts of the box that must be asked before
    "laid_out",  # the rondel is laid out, the first turn has not begun
    "taken_up",  # the rondel and everybody's counts were told of a running game; after "laid_out"
    "turn_begun",  # a pawn is on turn, nothing taken; for a neutral figure only after its own `begin`
    "turn_done",  # after the refill, before a scoring round and the next turn (C8-11)
    "before_final",  # every figure is at World's End; before the count sheet of the final scoring
    "before_round",  # before the count sheet of any scoring round, the final one included
    "round_scored",  # a scoring round of deck A, B or C is done: the last of `state.scored`
    "final_scored",  # the final scoring is done, ties are not broken yet
)

GOOD_CAUSE_SUFFIX = ".good"
"""After the name of a cause, in `Expansion.causes`."""

Reaction = Callable[[State, Any, State], Iterable[Event]]
Hook = Callable[[State], Iterable[Event]]
EventArticles = Mapping[type[Event], Callable[[Any], str]]
StopObjection = Callable[[State, str, str], Reason | None]
P = ParamSpec("P")
T = TypeVar("T")


class ExpansionState(Generic[T]):
    """What one expansion keeps of a game: a frozen Struct, under the expansion's slug in the state."""

    def __init__(
        self,
        slug: str,
        begin: Callable[[State], T],
        visible: Callable[[T, str], T] | None = None,
        joined: Callable[[T, str], T] | None = None,
    ) -> None:
        """begin: as it is when play begins. visible: without what this viewer may not see, for views.

        joined: with one more player, who comes later; None where nobody can.
        """
        self.slug, self.begin, self.visible, self.joined = slug, begin, visible, joined

    def is_in_play(self, state: State) -> bool:
        """Play has begun, with this expansion."""
        return self.slug in state.expansion_states

    def of(self, state: State) -> T:
        """What it keeps now; KeyError before play begins."""
        kept: T = state.expansion_states[self.slug]
        return kept

    def put(self, state: State, kept: T) -> State:
        """The state with this kept instead."""
        return msgspec.structs.replace(state, expansion_states={**state.expansion_states, self.slug: kept})

    def change(self, state: State, **fields: Any) -> State:
        """The state with these fields of it changed."""
        kept: Any = self.of(state)
        return self.put(state, msgspec.structs.replace(kept, **fields))


class Query(Generic[P, T]):
    """Something that one expansion asks of whichever other can answer it; `default` where none in play can."""

    def __init__(self, name: str, default: T) -> None:
        self.name, self.default = name, default

    def answered(self, by: Callable[P, T]) -> tuple[Query[Any, Any], Callable[..., Any]]:
        """An entry of `Expansion.answers`."""
        return self, by


class ExpansionRule(msgspec.Struct, frozen=True):
    """A house rule of an expansion."""

    name: str
    """Begins with the slug and a dot."""
    rule: str
    """The id of the rule that it settles."""
    default: int
    """Our reading."""
    words: Message
    """What its values mean."""
    most: int = 1
    """The greatest value; 1 = no or yes."""


class FigureTurn(msgspec.Struct, frozen=True):
    """A neutral figure that has turns."""

    player: Callable[[State], str]
    """Who acts for it."""
    begin: Callable[[Resolution], None]
    """Called when it is last on the rondel, after `TurnBegan`; opens its questions."""
    label: Message
    """What people call it in a sentence."""
    name: Message
    """Its name alone, over or beside its picture."""
    icon: str
    """The name of its picture in the game's set of icons; where there is none of that name `picture` is drawn."""
    picture: tuple[str, ...]
    """Its picture in small: rows of "#" and " ", 11 by 11."""
    delays_game_end: bool = False
    """The game goes on until it too is on or past World's End."""
    holds_tiles: Callable[[State], bool] | None = None
    """Whether passed tiles wait for it before they are discarded."""


class ActivationGain(msgspec.Struct, frozen=True):
    """Something that a tile can give when it is activated, and only an expansion knows."""

    words: Message
    """What it is, for one."""
    come: Callable[[Resolution, str, Spot], None]
    """It comes to a player, of that tile."""


class RefereeExtension(msgspec.Struct, frozen=True, kw_only=True):
    """What an expansion brings where territories are followed. What it asks there it asks as anywhere else."""

    gains: Mapping[str, ActivationGain] = {}
    """By names that begin with the slug and a dot."""
    uses: Callable[[State, str, Spot], Iterable[ActivationOption]] | None = None
    """More ways of a player to activate a tile, their steps from `OF_EXPANSIONS` on."""
    stays: Callable[[State, str, Spot], Reason | None] | None = None
    """Why a tile can't leave a player's territory."""
    toll: Callable[[State, str, Cell], tuple[int, str]] | None = None
    """Coins that laying a tile there costs a player besides, and why; whoever gets them sees them paid."""
    too_dear: Callable[[State, str, Piece], Reason | None] | None = None
    """Why a player who can pay a tile can't pay what taking it costs besides."""
    abroad: Callable[[State, str], int] | None = None
    """Scots of a player that stand elsewhere than in the own territory."""
    untracked_reason: Message | None = None
    """Why it can't be played so; the depth can't be chosen with it then."""


NUMERALS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
"""As the box prints its numbers."""


class Expansion(msgspec.Struct, frozen=True, kw_only=True):
    """One expansion: everything it brings."""

    slug: str
    """Its name on disk; names of its actions, questions, facts and causes begin with it and a dot."""
    number: int
    """Its number in the box; where no other order is told expansions go by it."""
    name: Message
    """Its printed name."""
    min_players: int = 2
    """It can be chosen with so many players and more."""
    max_players: int = 4
    """It can be chosen with so many players and fewer."""
    minutes: int = 0
    """How much longer a game takes."""
    icon: str = ""
    """The name of the picture before its rows in lists, from the game's set of icons; "" for none."""
    words: tuple[str, ...] = ()
    """Words that nothing outside its own folder may say (a test looks)."""

    state: ExpansionState[Any] | None = None
    """What it keeps of a game."""
    events: tuple[EventRow, ...] = ()
    """Its own events."""
    questions: tuple[QuestionKind, ...] = ()
    """Its own kinds of questions."""
    actions: Mapping[str, tuple[Action | ActionFamily, ...]] = {}
    """More that may be answered to a question of the core, by its kind ("ledger", "take", "end" ...)."""
    house_rules: tuple[ExpansionRule, ...] = ()
    """Its house rules."""

    preparation: Callable[[State], tuple[SetupStep, ...]] | None = None
    """What the hands set up for it, in its order within each stage; called when play has begun."""
    facts: Callable[[Facts, State], Facts] | None = None
    """The facts with its pieces, cards and deck sizes; called when play begins, and for the stickers of the whole
    box, where the state says no more than that the expansion is on."""
    own_facts: tuple[str, ...] = ()
    """How the names of those facts begin that hold for the pieces on one table alone; never shared with others."""
    fact_words: Mapping[str, Message] = {}
    """What its facts are that are no field of a piece, by their names."""
    market_rows: Mapping[str, Message] = {}
    """Labels of the market rows that it brings."""
    figures: Mapping[str, FigureTurn] = {}
    """Neutral figures that it brings, by names that begin with "neutral:"."""
    unidentified: Callable[[State, Set[str]], tuple[str, ...]] | None = None
    """Its pieces that a sticker nobody has enrolled may be on now, given those that have one."""

    reactions: Mapping[type[Event], Reaction] = {}
    """Called right after an event of that type, with the state before it, the event and the state after it; gives
    more events. `FollowUpQueued(slug, name)` asks for `follow_ups[name]`."""
    hooks: Mapping[str, Hook] = {}
    """Called when the course comes to that one of `HOOK_POINTS`; what comes next waits until the questions that it
    opens are answered."""
    follow_ups: Mapping[str, Hook] = {}
    """Called when it asked for them and no question is in front of people."""

    cannot_stop: StopObjection | None = None
    """Why a figure can't stop on a piece at all."""
    should_not_stop: StopObjection | None = None
    """Why it should not; people may overrule it."""
    pile: Callable[[State], str] | None = None
    """Whose personal pile a tile goes to that leaves the rondel by the move of the figure on turn ("" = all's)."""
    scoring: Callable[[State], tuple[ScoringPart, ...]] | None = None
    """Its part of a scoring, made anew for each."""
    referee: RefereeExtension | None = None
    """What it brings where territories are followed; None: it can't be played so."""
    answers: tuple[tuple[Query[Any, Any], Callable[..., Any]], ...] = ()
    """What it can tell other expansions."""

    taps: Callable[[State, str], tuple[Interpretation, ...]] | None = None
    """More ways to read a tap of a piece, tried before the core's own."""
    lines: Callable[[State, str], tuple[Message, ...]] | None = None
    """What the screen says of it, for the table ("") or beside a player's counts."""
    owed: Callable[[State], Iterable[Message]] | None = None
    """What it leaves to the hands now, beside its causes: read out of what has just happened."""
    point_sources: Mapping[str, Message] = {}
    """Words for its sources of points."""
    causes: Mapping[str, Message] = {}
    """Words for its reasons of counts and for what it tells the hands; with `FOR_A_GOOD` after the name: what
    comes of it whichever good is given.
    """
    explained: EventArticles = {}
    """What explains an event of its own that carries no rule: the key of an article."""
    score_keys: ExpansionKeys | None = None
    """What it adds to the document of `companion score`, a scoring without a game."""

    @property
    def referee_unavailable_reason(self) -> Message | None:
        """Why territories can't be followed with it."""
        if self.referee:
            return self.referee.untracked_reason
        return tr("With {chronicle} you tell what your territory gave.", chronicle=self.name)

    @property
    def numeral(self) -> str:
        """Its number as it is printed."""
        return NUMERALS[self.number] if self.number < len(NUMERALS) else str(self.number)
