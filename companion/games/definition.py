"""The definition of a game: every part of it that the application uses, field by field.

A game is a package of `companion.games` with a `GAME`. Journal, menu, panel, web page and commands use its fields
and depend on no particular game. To add a game, write its rules (`companion.engine.game.Game`) and fill in
`GameDefinition`; tests/counting_game is the smallest complete example. A game that can only be scored has a
`GameBasics`. `OwnersBox` and `DescribedBox` give access to the facts about the pieces of one owner's box.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

import msgspec

from companion.engine.game import Game, GameOutline
from companion.engine.help_topics import GameHelp
from companion.engine.history import History
from companion.engine.journal import Entry
from companion.engine.message import Message, Translate
from companion.engine.offers import Answer
from companion.engine.piece_facts import BoxFacts, ImportedFacts
from companion.games.sticker_registry import GAMES_PREFIX, Registry, TagFormat, TagNames
from companion.screens.game_screens import CardToPrint, GameScreens, ShownGame
from companion.web.game_page import GamePage

if TYPE_CHECKING:
    from companion.games.random_play import RandomPlayer


class OwnersBox(Protocol):
    """One game's box: its catalogue with the facts that its owner entered. A running game does not use it.

    Every method may raise BadFile if the file of the box is not valid.
    """

    def tag_names(self) -> TagNames:
        """Return everything that a sticker may be on, whichever parts of the box are played with."""

    def facts(self, stickered: Collection[str] = (), practice: Any = None) -> Any:
        """Return the known facts for a new game; `stickered` are the ids of pieces with a sticker.

        `practice`: a box of the same game with invented pieces, which adds facts about pieces without a sticker.
        """

    def learn(self, facts: Sequence[Any], stickers: Registry) -> None:
        """Save facts that a game learned (`GameDefinition.learned`) and update the stickers accordingly."""


@runtime_checkable
class DescribedBox(Protocol):
    """A box whose owner enters what is printed on its pieces, also outside of games, and may share it.

    Every method may raise BadFile if the file of the box is not valid.
    """

    def forget(self, facts: Sequence[Any], now: Any, stickers: Registry) -> None:
        """Remove facts that an undone entry added, unless they were changed since; `now` has their values."""

    def box_facts(self, stickered: Collection[str] = ()) -> BoxFacts:
        """Return the descriptions of the pieces and how many are known."""

    def save_facts(self, piece: str, values: Mapping[str, str | None], stickers: Registry) -> None:
        """Save the values of one piece, all or none; None makes a value unknown."""

    def export_box(self) -> tuple[bytes, Message | None]:
        """Return the file for other owners, and a message about what is left out of it."""

    def import_box(
        self, tables: Mapping[str, Any], file: str, theirs: Mapping[str, bool], stickers: Registry
    ) -> ImportedFacts:
        """Import another owner's box, completely or not at all.

        `theirs`: by the key of a difference, whether the imported value is used.
        """


State = TypeVar("State")
View = TypeVar("View", bound=msgspec.Struct)


class NamesOnDisk(NamedTuple):
    """Names of a game in files and folders that all games share."""

    box: str
    """Name of the owner's box file in the data folder."""
    stickers: str
    """Its table in stickers.toml: "games.<id>"; "stickers" for the first game."""
    house_rules: str
    """Its table in house_rules.toml: "games.<id>"; "" (the top of the file) for the first game."""
    habits: str
    """Name of the file with the last settings in the data folder, see `companion.session.preferences`."""


class HouseRulesReader(NamedTuple):
    """The house rules of a game."""

    default: Any
    """The default house rules, of any type that the game chooses."""
    read: Callable[[Mapping[str, Any], str, str], Any]
    """Function of its table in a file, the file's name and the table's key ("" at the top) that returns the house
    rules. Raises BadFile with a message that names file and key."""


class ExpansionInfo(NamedTuple):
    """A part of the box that may be played with or left out."""

    id: str
    """Id in journals and on the command line."""
    number: int
    """Number in the box: another name on the command line, and the order in lists."""
    name: Message
    """Name for players."""
    players: range
    """Numbers of players."""


class Expansions(NamedTuple):
    """The expansions of a game, and how the command line names them."""

    option: str
    """The option of `simulate` that takes a list of expansions, such as "--variants"."""
    help: Message
    """Help text of the option."""
    unknown: Callable[[str], Message]
    """Function that returns the message for an unknown name."""
    known: Callable[[], Sequence[ExpansionInfo]]
    """Function that returns the installed expansions in the order of their numbers."""


class Switch(NamedTuple):
    """A command-line switch of one game."""

    option: str
    """The switch with its dashes, such as "--die"."""
    help: Message
    """Help text of the switch."""


class RandomGame(NamedTuple):
    """Parameters of a random game; the same values give the same journal, byte for byte."""

    players: int
    """Number of players."""
    seed: int
    """Seed of all chance: dice, choices, corrections."""
    expansions: tuple[str, ...] = ()
    """Ids of expansions, in any order."""
    depth: str = ""
    """One of `GameDefinition.depths`; "" if the game has none."""
    switches: frozenset[str] = frozenset()
    """The switches of `RandomPlay.switches` that are on."""
    box: Path | None = None
    """File of an owner's box to play with, never the one in the data folder; None for the catalogue alone."""


class RandomPlay(NamedTuple):
    """How whole games are played with random answers."""

    begin: Callable[[RandomGame], tuple[History, RandomPlayer]]
    """Function that returns a game before its first answer, and its random player. Raises BadFile."""
    switches: tuple[Switch, ...] = ()
    """Switches of `simulate` that only this game has."""


class Demo(NamedTuple):
    """A recorded game that ships with the companion."""

    recording: Path
    """File with its inputs, see `companion.session.recording`."""
    facts: Callable[[str], Any]
    """Function that returns the facts of the box that a recording names, never the owner's. Raises
    `companion.session.recording.BadRecording` for an unknown name."""
    result: Callable[[Any, Translate], str]
    """Function that returns the final result as text, given the view."""


class ScoreSheet(NamedTuple):
    """Scoring from a document, without a game."""

    points: Callable[[str, bool, Translate], str]
    """Function of a document of counts, whether the output is a table, and a translator; returns the output.
    Raises `companion.commands.context.BadInput`."""
    example: Path
    """File with an example of such a document."""


class OwnCommand(NamedTuple):
    """A command that only one game has: `companion NAME …`."""

    name: str
    """Name of the command, the word after `companion`."""
    summary: Message
    """Help text of the command."""
    place: str
    """Place of the command, "module:name", see `companion.commands.command_line`; imported when it is called."""


def _no_trouble() -> tuple[Message, ...]:
    return ()


def _no_cards(_state: Any) -> tuple[CardToPrint, ...]:
    return ()


def _about_nothing(_fact: Any) -> str:
    return ""


def _no_facts(_events: Sequence[Any]) -> tuple[Any, ...]:
    return ()


def _no_rules(_events: Sequence[Any]) -> tuple[str, ...]:
    return ()


def no_rematch_answer(_ended: Any, _now: Any) -> None:
    """Return no answer: the default for games whose setup is too short for a rematch."""


def no_seating_order(_state: Any) -> None:
    """Return no order: the default for games without a seating order."""


def _no_pieces(_state: Any, _taken: AbstractSet[str]) -> tuple[str, ...]:
    return ()


def _whole(_state: Any, entry: Entry) -> Entry:
    return entry


class KnownPlayers(msgspec.Struct, frozen=True):
    """Names of players in earlier games, offered so that they need not be entered again."""

    names: tuple[str, ...] = ()
    """Names in all games, the most recent first."""
    last: dict[str, str] = {}
    """Names in the last game of this kind, by player id."""


class GameBasics(msgspec.Struct, frozen=True, eq=False, kw_only=True, dict=True):
    """What every game has, also one that can only be scored: its names, its scoring and its boundaries."""

    id: str
    """Id in journals, archives and files, and after `--game`; the `slug` of its rules. Never changes."""
    name: Message
    """Short name for players."""
    title: Message
    """Title on the box."""
    place: int
    """Position in lists of games; the first game is the default of commands."""
    score: ScoreSheet | None = None
    """Scoring for `companion score`; None if nothing can be scored without a game."""

    # Boundaries between games, which tests check.

    parts: tuple[str, ...]
    """Full names of its own packages and modules. No other module imports them, and they import no other game's.
    Without them the other games can still be played."""
    shares: tuple[str, ...] = ()
    """Modules and packages that this game shares with another one. They name neither game."""
    words: tuple[str, ...]
    """Words of its box that no module outside its parts may have in names or texts, except common nouns."""

    # What lists, settings and the sticker registry use of a game that is not loaded.

    names_on_disk: NamesOnDisk | None = None
    """Names of its files and tables; None for box-<id>.toml, habits-<id>.json and tables called games.<id>."""
    record_code: str = ""
    """Name of the game in records on stickers, if shorter than the id; "" for the id. Never changes."""
    commands: tuple[OwnCommand, ...] = ()
    """Commands that only this game has."""
    definition: str = ""
    """Place of its `GameDefinition`, "module:name"; "" for a definition, or for a game that only has basics."""

    @property
    def on_disk(self) -> NamesOnDisk:
        """Names of its files and tables."""
        own = f"{GAMES_PREFIX}{self.id}"
        return self.names_on_disk or NamesOnDisk(f"box-{self.id}.toml", own, own, f"habits-{self.id}.json")

    @property
    def code_on_stickers(self) -> str:
        """Name of the game in records on stickers."""
        return self.record_code or self.id


class GameDefinition(GameBasics, Generic[State, View], frozen=True, eq=False, kw_only=True, dict=True):
    """One game. State and View are its own types; modules outside its parts do not look into them."""

    # Description

    players: range
    """Numbers of players."""
    depths: tuple[str, ...] = ()
    """Depths that players may choose from, the default first; none if there is only one."""

    # Rules

    make_rules: Callable[[], Game]
    """Function that returns the rules; called once, when they are first needed (see `rules`)."""
    troubles: Callable[[], tuple[Message, ...]] = _no_trouble
    """Function that returns a message for each part, such as an expansion, that could not be loaded."""
    setup: Callable[[Any, Any, KnownPlayers], msgspec.Raw]
    """Function of facts, house rules and known players that returns the game's part of a journal's first row."""
    view: Callable[[State, str], View]
    """Function that returns what a viewer may see: a frozen Struct. `companion.engine.game.TABLE_VIEWER`
    is the viewer for everything public. /state.json contains its fields."""
    outline: Callable[[View], GameOutline]
    """Function that returns the outline of a view for lists, headings and sounds; fast, as it is called after
    every input."""
    finished: Callable[[State], bool]
    """Function that returns True if the game is over; faster than an outline."""
    summary: Callable[[State], dict[str, Any]]
    """Function that returns the public part of a state as plain JSON for `replay --json`, which adds the hash."""
    view_of_export: Callable[[State, Entry], Entry] = _whole
    """Function that returns an entry of a running game, in this state, without secrets."""
    next_rematch_answer: Callable[[History, State], Answer | None] = no_rematch_answer
    """Function that returns the next answer to set up a rematch of an ended game: players, names, expansions,
    house rules. Called again after each answer; None if the players have to answer the rest."""
    order: Callable[[State], Message | None] = no_seating_order
    """Function that returns the seating order as a sentence for a rematch; None if there is none to change."""
    random_play: RandomPlay
    """How `simulate`, tests and the bench play the game."""

    # Pieces and stickers

    open_box: Callable[[Path, Any], OwnersBox]
    """Function that returns the owner's box for a file, which need not exist. With facts (not None), the box has
    these facts and no file is read or written. Raises BadFile."""
    tag_kinds: Mapping[str, Callable[[str], str]]
    """Functions by kind of tag, the text before the colon, that return the piece id for the text after it. "uid"
    and "card" are kinds of every game."""
    unidentified: Callable[[State, AbstractSet[str]], tuple[str, ...]] = _no_pieces
    """Function that returns the pieces, one of each kind expected, that a sticker which is not enrolled may be on
    now. The set has pieces to exclude."""
    about: Callable[[Any], str] = _about_nothing
    """Function that returns the id of the piece that a fact is about; "" for none."""
    learned: Callable[[Sequence[Any]], tuple[Any, ...]] = _no_facts
    """Function that returns the facts of the box that these events entered, for `OwnersBox.learn`."""
    known: Callable[[State], Any] = _about_nothing
    """Function that returns the facts of a game, with those it learned, for `DescribedBox.forget`."""
    cards: Callable[[State], Sequence[CardToPrint]] = _no_cards
    """Function that returns the command cards in the order of the printed sheet. The card "undo" works like the
    UNDO key; after the card "what" the next tap only shows help."""
    cards_in_play: Callable[[State], Sequence[CardToPrint]] | None = None
    """Function that returns the cards without those of expansions that are not in play; None: all of them."""
    house_rules: HouseRulesReader
    """House rules in the file of the table."""
    overruled: Callable[[Sequence[Any]], tuple[str, ...]] = _no_rules
    """Function that returns the ids of rules that these events break because players insisted."""
    expansions: Expansions | None = None
    """Expansions; None if the game has none."""

    # Help and pictures

    look_up: GameHelp = GameHelp()
    """Help about its rules, pieces and signs."""
    screens: GameScreens[View]
    """Screens for the panel."""
    page: GamePage[State, View]
    """Board and tray for the web page."""

    # Commands

    demo: Demo | None = None
    """Recorded game for `companion demo`."""

    @cached_property
    def rules(self) -> Game:
        """The rules, created when first needed."""
        return self.make_rules()

    @property
    def tags(self) -> TagFormat:
        """How its tags are stored."""
        return TagFormat(self.on_disk.stickers, self.tag_kinds, self.code_on_stickers)

    def owners_box(self, folder: Path, facts: Any = None) -> OwnersBox:
        """Return the owner's box in a data folder; `facts` as in `open_box`. Raises BadFile."""
        return self.open_box(folder / self.on_disk.box, facts)

    def shown(self, view: View | None) -> ShownGame:
        """Return the view as pictures need it."""
        return ShownGame(self.screens, view, None if view is None else self.outline(view))


AnyGame = GameDefinition[Any, Any]
"""A game whose State and View types are unknown to the caller."""
