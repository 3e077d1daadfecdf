"""The rules of a game as journal, undo, menus and history need them: start, decide, apply.

They are pure: the same setup and answers give the same events and states, always. What the application needs of a
game beside (pictures, stickers, files, commands) is its `companion.games.definition.GameDefinition`.

A game in outline: the little that lists, headings, sounds and the page need of a view, whatever the game.

Who plays, who is on turn, whether it is over, what has just been scored. Never the game's own things: what its
pictures show, only its own view and screens know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from companion.engine.message import Message, UserError, literal, tr, trn
from companion.engine.offers import Answer, Question, Refusal

TABLE = ""
"""The viewer that stands for everybody at the table; a player's id sees what that player may."""

CORRECTION = 0
"""The number of the question that is always open and never stale: putting right what is wrong."""

State = Any
Event = Any


class Decision(msgspec.Struct, frozen=True):
    """What an answer makes happen."""

    events: tuple[Event, ...]
    """In the order in which they happened."""
    state: State
    """The state after them: what applying them one by one gives."""


class Interpretation(msgspec.Struct, frozen=True):
    """One answer that a tap may have meant."""

    label: Message
    """What would have happened, in words."""
    answer: Answer
    """What is given if it was meant; the game offers it, or offered it for the last entry."""
    replaces: bool = False
    """It is given instead of the last entry, which is taken back in the same step."""
    brief: Message | None = None
    """As in `Choice.brief`."""
    group: Message | None = None
    """Several that follow each other with the same words here lie behind one row, which says these."""


class TapMeaning(msgspec.Struct, frozen=True):
    """What a tap of a piece can mean now."""

    look: Message
    """Where the piece is and what is known of it, for a tap that means nothing else."""
    title: Message | None = None
    """What people are asked; None with one interpretation = it is taken as said."""
    interpretations: tuple[Interpretation, ...] = ()
    """The likeliest first; none = the piece is only looked at."""
    in_order: bool = False
    """As in `Pick.in_order`."""
    known: bool = False
    """It says what was booked a moment ago: nothing to tell, and what is asked stays on the screen."""
    why_not: bool = False
    """`look` says why nothing comes of it: people read that, whatever is asked in front of them."""


class TableInstruction(msgspec.Struct, frozen=True):
    """One thing the hands put back after a taking back, or do after a change of the past."""

    text: Message
    piece: str = ""
    """What ticks it off when tapped; "" = only a press does."""
    forward: bool = False
    """It brings the table to where another past leads, instead of back."""
    about: str = ""
    """What on the table it is about, the same for the way there and the way back; "" where no way back is told."""


class TurnMark(NamedTuple):
    """Which turn a state belongs to."""

    number: int
    """0 before the first."""
    figure: str
    """The id of whose turn it is, "" for nobody."""


class MissingPart(UserError):
    """A game was begun with a part, such as an expansion, that is not installed; `message` follows a colon."""


class Game(Protocol):
    """The rules of a game."""

    slug: str
    rules_version: int
    """The version of the rules; games of another version are not read."""

    def start(self, setup: msgspec.Raw) -> State:
        """The state before the first answer; `setup` is the first row's own part."""

    def questions(self, state: State) -> tuple[Question, ...]:
        """All open questions, the most pressing first; the correction question is not among them."""

    def question(self, state: State, number: int) -> Question | None:
        """The open question with that number, CORRECTION included; None when it is not open."""

    def decide(self, state: State, answer: Answer) -> Decision | Refusal:
        """What an answer makes happen, or why not; STALE where its question isn't open (any more)."""

    def apply(self, state: State, event: Event) -> State:
        """The state after one event; the only way a state changes."""

    def tapped(self, state: State, piece: str) -> TapMeaning:
        """What a tap of this piece (or command card) can mean now."""

    def encode_events(self, events: Sequence[Event]) -> bytes:
        """Events as a JSON array."""

    def decode_events(self, raw: bytes) -> tuple[Event, ...]:
        """The events of a JSON array; msgspec.ValidationError where it isn't one of this game."""

    def canonical(self, state: State) -> bytes:
        """The canonical JSON of a state, for its hash: no history, no words, no time."""

    def history_text(self, state: State, answer: Answer, events: Sequence[Event]) -> Message:
        """One line of the history: what was answered in `state` and what came of it."""

    def turn(self, state: State, answer: Answer | None = None, /) -> TurnMark:
        """The turn that runs; with an answer: the one that it belongs to, for a turn may be over before its last
        entry. Cheap, for the history asks it of every entry.
        """

    def turn_text(self, state: State, figure: str, events: Sequence[Event]) -> Message:
        """What a turn of `figure` brought, in a few words; `state` is any later one."""

    def undo_instructions(self, state: State, events: Sequence[Event]) -> tuple[TableInstruction, ...]:
        """What goes back on the table when these events, the last first, are taken back from `state`."""

    def reconcile_table(
        self, old: State, new: State, gone: Sequence[Event], came: Sequence[Event]
    ) -> tuple[TableInstruction, ...]:
        """What the hands do on a table that stands as in `old`, so that it stands as in `new`, another past.

        gone: what happened since the two pasts part. came: what happened instead.
        """

    def rescoring_text(self, gone: Sequence[Event], came: Sequence[Event]) -> Message | None:
        """What people are told of scorings that another past decides again; None where there is none."""


class Figure(msgspec.Struct, frozen=True, gc=False):
    """Somebody, or something, that has turns: a player, a die, a neutral figure."""

    id: str
    """As in a question's `asked` and in answers."""
    label: Message
    """What people call it."""
    name: str = ""
    """The name that a person gave; "" for who goes by a colour or has no name of its own."""
    colour: str = ""
    """The colour of the player's pieces, for pages in colour; "" for who has none."""
    seat: int | None = None
    """A player's place at the table, from 0: glass in black and white marks players by it. None: no player."""
    points: int | None = None
    """The points so far; None where a game counts none."""
    is_die: bool = False
    """Whether it is a die that has turns, and no figure."""
    icon: str = ""
    """The name of its picture in the game's set of icons, for who has no seat; "" for none."""
    picture: tuple[str, ...] = ()
    """That picture in small: rows of "#" and " ", for where the set has none of that name."""

    def is_called(self, who: str) -> bool:
        """Whether `who` is its id or the name it has here."""
        return bool(who) and who in (self.id, self.name)

    @property
    def has_own_name(self) -> bool:
        """Whether it goes by a name of no language: that may be shortened, and is written as people write it."""
        return self.label.text == literal("").text


class GameOutline(msgspec.Struct, frozen=True, gc=False):
    """What every game can say of a view; the defaults are those of a game without such a thing."""

    title: Message
    """What the list of games calls it, for example who plays."""
    figures: tuple[Figure, ...] = ()
    """All that may have turns: players first, in the order of their seats."""
    turn: int = 0
    """The number of the turn, 0 before the first; another number is another turn."""
    between: Message | None = None
    """What is under way while nobody has the turn, as a title; None where there is no such thing."""
    on_turn: str = ""
    """The figure on turn, "" for nobody. The panel takes its time for a picture when turn or figure change."""
    over: bool = False
    """Whether nothing is left to play."""
    winners: tuple[str, ...] = ()
    """The ids of those who have won, several for a shared victory; none before the end."""
    sheets: tuple[str, ...] = ()
    """The kinds of sheets that there is something to show on now, see `GameScreens.sheets`."""
    announced: str = ""
    """The sheet that is put in front of people by itself as long as they have not gone on: a fresh result."""
    results: int = 0
    """How many results there have been: with another number the sheet in `announced` is another one."""
    subject: str = ""
    """What this turn is about, for example its tile, as a word: what was entered last for it is offered again."""

    def figure(self, who: str) -> Figure:
        """The figure with that id or name; one that nobody knows goes by what it is asked as."""
        return next((each for each in self.figures if each.is_called(who)), unknown_figure(who))

    @property
    def announcement(self) -> tuple[str, int] | tuple[()]:
        """Which result is put in front of people; () for none. A new one is another value."""
        return (self.announced, self.results) if self.announced else ()

    @property
    def players(self) -> tuple[Figure, ...]:
        """The figures that are players, in the order of their seats."""
        return tuple(each for each in self.figures if each.seat is not None)


def unknown_figure(who: str) -> Figure:
    """A figure that nobody told us about: it goes by its id."""
    return Figure(who, literal(who))


def player_range_text(name: str | Message, low: int, high: int) -> Message:
    """For how many players something is."""
    if low == high:
        return trn("{name} is for {n} player.", "{name} is for {n} players.", low, name=name)
    return tr("{name} is for {n} to {most} players.", name=name, n=low, most=high)
