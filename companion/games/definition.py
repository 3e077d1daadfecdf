"""What a game is: everything that the application needs of one, field by field, and nothing else.

A game is a package of `companion.games` with a `GAME`, one value of `GameDefinition`; one that is only scored so
far has one of `GameBasics`. Journal, menu, panel, page and
commands work for any of them and know none. A new game writes its rules (`companion.engine.game.Game`), then fills
in this form; tests/counting_game is the smallest one that is whole.

What a game knows of the pieces on this table, as the application needs it. Says nothing of any piece.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

import msgspec

from companion.engine.game import Game, GameOutline
from companion.engine.help_topics import GameHelp
from companion.engine.history import History
from companion.engine.journal import Entry
from companion.engine.message import Message, Translate
from companion.engine.offers import Answer
from companion.engine.piece_facts import BoxFacts, ImportedFacts
from companion.games.random_play import RandomPlayer
from companion.games.sticker_registry import GAMES_PREFIX, Registry, TagNames, TagSpace
from companion.screens.game_screens import CardToPrint, GameScreens, ShownGame
from companion.web.game_page import GamePage


class OwnersBox(Protocol):
    """One game's box on this table: its catalogue with what its owner found out. A game in play never looks here.

    Every method may raise BadFile where somebody wrote nonsense into the file.
    """

    def tag_names(self) -> TagNames:
        """All that a sticker may be on, whichever parts of the box are played with."""

    def facts(self, stickered: Collection[str] = (), practice: Any = None) -> Any:
        """What is known of the pieces now, for a new game; `stickered` are the ids of those with a sticker.

        practice: a box of the same game with what was made up of pieces that nobody has; it says what this one
        doesn't, of pieces without a sticker alone.
        """

    def learn(self, facts: Sequence[Any], stickers: Registry) -> None:
        """Write down what a game told of the box (`GameDefinition.learned`) and correct its stickers by it."""


@runtime_checkable
class DescribedBox(Protocol):
    """A box whose owner tells what is printed on its pieces, outside of play, and which is shared by that.

    May raise BadFile, as above.
    """

    def forget(self, facts: Sequence[Any], now: Any, stickers: Registry) -> None:
        """Take out what a game told and takes back: each is as the game's own facts have it `now`, unless somebody
        has told it otherwise since.
        """

    def box_facts(self, stickered: Collection[str] = ()) -> BoxFacts:
        """How far its pieces are known."""

    def save_facts(self, piece: str, values: Mapping[str, str | None], stickers: Registry) -> None:
        """Write down what is told of one piece, all of it or nothing; None = nobody knows that any more."""

    def shared(self) -> tuple[bytes, Message | None]:
        """The file for other owners, and what is left out of it."""

    def import_box(
        self, tables: Mapping[str, Any], file: str, theirs: Mapping[str, bool], stickers: Registry
    ) -> ImportedFacts:
        """Lay another owner's box over this one, all of it or nothing.

        theirs: by the key of a difference, whether what the file says is taken.
        """


State = TypeVar("State")
View = TypeVar("View", bound=msgspec.Struct)


class NamesOnDisk(NamedTuple):
    """What a game's own things are called in files that all games share a folder with."""

    box: str
    """The file of the owner's box in the data folder."""
    stickers: str
    """Its table in stickers.toml: "games.<id>"; the first game has "stickers", from when it was alone there."""
    house_rules: str
    """Its table in house_rules.toml: "games.<id>"; the first game has "", the top of the file, as above."""
    habits: str
    """The file in the data folder with what was entered last, see `companion.session.preferences`."""


class HouseRulesReader(NamedTuple):
    """The rulings that a table may want otherwise."""

    default: Any
    """Ours, where nobody says anything; whatever type the game likes."""
    read: Callable[[Mapping[str, Any], str, str], Any]
    """Its table of a file, the file's name and the table's own key ("" at the top) -> the rulings; raises BadFile
    with one sentence that names file and key."""


class ExpansionInfo(NamedTuple):
    """A part of the box that may be played with or left out."""

    id: str
    """As in journals and on the command line."""
    number: int
    """Its number in the box: another way to name it, and the order of lists."""
    name: Message
    """What people call it."""
    players: range
    """For how many it is."""


class Expansions(NamedTuple):
    """The expansions of a game, and how the command line names them."""

    option: str
    """The option of `simulate` that takes a list of them, for example "--variants"."""
    help: Message
    """What stands beside it in the help."""
    unknown: Callable[[str], Message]
    """The sentence for a name that none of them has."""
    known: Callable[[], Sequence[ExpansionInfo]]
    """Those that are here, in the order of their numbers."""


class Switch(NamedTuple):
    """An option of the command line that is there or not, of one game alone."""

    option: str
    """With its dashes: "--die"."""
    help: Message
    """What help says of it."""


class RandomGame(NamedTuple):
    """What a game played at random starts from: the same values, the same journal, byte for byte."""

    players: int
    """How many."""
    seed: int
    """Of all chance: dice, choices, corrections."""
    expansions: tuple[str, ...] = ()
    """Ids, in any order."""
    depth: str = ""
    """One of `GameDefinition.depths`; "" where a game has none."""
    switches: frozenset[str] = frozenset()
    """Those of `RandomPlay.switches` that were given."""
    box: Path | None = None
    """An owner's box to play with; None for the bare catalogue. Never that of the data folder."""


class RandomPlay(NamedTuple):
    """Whole games by picking offered answers at random."""

    begin: Callable[[RandomGame], tuple[History, RandomPlayer]]
    """A game before its first answer, and who answers for everybody; raises BadFile for a box that can't be."""
    switches: tuple[Switch, ...] = ()
    """Options of `simulate` that only this game has."""


class Demo(NamedTuple):
    """A recorded game that ships with the companion."""

    recording: Path
    """Its inputs, see `companion.session.recording`."""
    facts: Callable[[str], Any]
    """The facts of the box that the recording names, never the owner's; raises
    `companion.session.recording.BadRecording` for a name that no box of this game has."""
    result: Callable[[Any, Translate], str]
    """The table of its end, in words, from the view of it."""


class ScoreSheet(NamedTuple):
    """A scoring without a game."""

    points: Callable[[str, bool, Translate], str]
    """A document of counts, whether people want a table, a language -> what is printed; raises
    companion.commands.context.BadInput."""
    example: Path
    """Such a document, for people to start from."""


class OwnCommand(NamedTuple):
    """A command that only one game has: `companion NAME …`."""

    name: str
    """The word after `companion`."""
    summary: Message
    """What the help says of it."""
    place: str
    """Where it is made, "module:name", see `companion.commands.command_line`; imported when it is called."""


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
    """For games that are set up so quickly that nobody needs it."""


def no_seating_order(_state: Any) -> None:
    """For games in which nobody is set in an order."""


def _no_pieces(_state: Any, _taken: AbstractSet[str]) -> tuple[str, ...]:
    return ()


def _whole(_state: Any, entry: Entry) -> Entry:
    return entry


class KnownPlayers(msgspec.Struct, frozen=True):
    """Who played before: so that nobody writes a name twice."""

    names: tuple[str, ...] = ()
    """Of all games, the latest first."""
    last: dict[str, str] = {}
    """Who had which name in the last game of this kind, by the player's id."""


class GameBasics(msgspec.Struct, frozen=True, eq=False, kw_only=True, dict=True):
    """What is known of every game, of one that nobody can play here yet too: its name, its scoring, its walls."""

    id: str
    """Its short name: in journals, archives and files, and after `--game`. Never changes. The rules' `slug`."""
    name: Message
    """What people call it, in short."""
    title: Message
    """What stands on its box."""
    place: int
    """Its place in lists of games; the lowest is the one a command means that is not told which."""
    score: ScoreSheet | None = None
    """`companion score`; None where nothing can be scored without a game."""

    # Walls

    parts: tuple[str, ...]
    """The packages and modules that are its own, by full names. No other module imports them, they import no other
    game's, and without them the companion plays the games that are left."""
    shares: tuple[str, ...] = ()
    """Modules and packages that are its own and another game's: they say what both boxes say, and name neither."""
    words: tuple[str, ...]
    """Words of its box that no module outside its parts may hold, in names or texts; common nouns aside."""

    # What lists, settings and the sticker registry need of a game that is not loaded

    names_on_disk: NamesOnDisk | None = None
    """Its files and tables; None for box-<id>.toml, habits-<id>.json and tables called games.<id>."""
    record_code: str = ""
    """Its name in records on stickers, where a short `id` would do; "" for the `id`. Never changes."""
    commands: tuple[OwnCommand, ...] = ()
    """Commands that only it has."""
    definition: str = ""
    """Where its `GameDefinition` is, "module:name"; "" for a game that cannot be played, or is one itself."""

    @property
    def on_disk(self) -> NamesOnDisk:
        """Its files and tables."""
        own = f"{GAMES_PREFIX}{self.id}"
        return self.names_on_disk or NamesOnDisk(f"box-{self.id}.toml", own, own, f"habits-{self.id}.json")

    @property
    def code_on_stickers(self) -> str:
        """Its name in records on stickers."""
        return self.record_code or self.id


class GameDefinition(GameBasics, Generic[State, View], frozen=True, eq=False, kw_only=True, dict=True):
    """One game. State and View are its own types; nobody outside its parts looks into either."""

    # What it is

    players: range
    """For how many it is."""
    depths: tuple[str, ...] = ()
    """Depths of play that a table may choose from, the usual one first; none where there is only one."""

    # Rules

    make_rules: Callable[[], Game]
    """Makes its rules; called once, when they are first needed (see `rules`)."""
    troubles: Callable[[], tuple[Message, ...]] = _no_trouble
    """A sentence for each part of it, such as an expansion, that could not be loaded and is left out."""
    setup: Callable[[Any, Any, KnownPlayers], msgspec.Raw]
    """Facts of the box, rulings, people who played before -> its part of a journal's first row."""
    view: Callable[[State, str], View]
    """What a viewer may see, `companion.engine.game.TABLE` for everybody: a frozen Struct, from which a secret is
    absent. Its fields are what /state.json tells."""
    outline: Callable[[View], GameOutline]
    """The little that lists, headings and sounds need of a view; cheap, for it is asked after every input."""
    finished: Callable[[State], bool]
    """Whether nothing is left to play; cheaper than an outline."""
    summary: Callable[[State], dict[str, Any]]
    """What everybody may see of a state as plain JSON, for programs outside: `replay --json`.
    The hash of the state is added there."""
    view_of_export: Callable[[State, Entry], Entry] = _whole
    """An entry of a game that is not over and stands at this state, as everybody may see it: itself where it tells
    no secret."""
    once_more: Callable[[History, State], Answer | None] = no_rematch_answer
    """The next answer that sets up a new game as an ended one was: who played, names, expansions, rulings. Asked
    again after each; None when the rest is people's, who have seen nothing of it yet."""
    order: Callable[[State], Message | None] = no_seating_order
    """In which order they play, in a sentence for who begins once more; None where there is none to change."""
    random_play: RandomPlay
    """How `simulate`, tests and the bench play it."""

    # Pieces

    open_box: Callable[[Path, Any], OwnersBox]
    """Opens the owner's box in that file, which need not be there, laid over the catalogue that ships. With facts
    (not None) these are the box, and the file is neither read nor written. Raises BadFile."""
    tag_kinds: Mapping[str, Callable[[str], str]]
    """Kinds of tags: the word before the colon of a tag's text -> the piece that the rest stands for (`same_id` of
    `companion.games.sticker_registry` where it is the piece's id). "uid" and "card" are everybody's."""
    unidentified: Callable[[State, AbstractSet[str]], tuple[str, ...]] = _no_pieces
    """Pieces that a sticker nobody enrolled may be on now, none of those taken: one of each kind expected."""
    about: Callable[[Any], str] = _about_nothing
    """The id of the piece that a fact of the box is about; "" where it is about none."""
    learned: Callable[[Sequence[Any]], tuple[Any, ...]] = _no_facts
    """The facts of the box that people told in these events, for `OwnersBox.learn`."""
    known: Callable[[State], Any] = _about_nothing
    """The facts of the box as a game has them, what was learned in it too, for `TaughtBox.forget`."""
    cards: Callable[[State], Sequence[CardToPrint]] = _no_cards
    """Its command cards, in the order of the printed sheet; the one called "undo" is the UNDO button, after
    the one called "what" a tap only explains."""
    house_rules: HouseRulesReader
    """Its rulings, as the table's file tells them."""
    overruled: Callable[[Sequence[Any]], tuple[str, ...]] = _no_rules
    """The ids of rules that something in these events breaks, entered as people say that it is."""
    expansions: Expansions | None = None
    """Its expansions; None where it has none."""

    # What people see

    look_up: GameHelp = GameHelp()
    """How it explains its rules, pieces and signs to people who ask."""
    screens: GameScreens[View]
    """Its pictures on the panel."""
    page: GamePage[State, View]
    """Its board and tray on the page."""

    # Commands

    demo: Demo | None = None
    """A recorded game for `companion demo`."""

    @cached_property
    def rules(self) -> Game:
        """Its rules, made when first needed and kept."""
        return self.make_rules()

    @property
    def tags(self) -> TagSpace:
        """How its tags are written down."""
        return TagSpace(self.on_disk.stickers, self.tag_kinds, self.code_on_stickers)

    def owners_box(self, folder: Path, facts: Any = None) -> OwnersBox:
        """The owner's box in a data folder; raises BadFile. facts: as in `open_box`."""
        return self.open_box(folder / self.on_disk.box, facts)

    def shown(self, view: View | None) -> ShownGame:
        """A view as pictures need it."""
        return ShownGame(self.screens, view, None if view is None else self.outline(view))


AnyGame = GameDefinition[Any, Any]
"""A game whose own types nobody here knows."""
