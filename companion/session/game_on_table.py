"""A game on this table: its definition with the owner's box, stickers and house rules (`TableGame`, `TableGames`).

Files are opened when the game is first needed, so a fault in another game's files does not matter. `TagResolver`
returns the piece of a tag; a sticker that is not enrolled is on a piece that is expected now, and is stored once
an answer shows which one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec

from companion.engine.game import GameOutline
from companion.engine.journal import SCHEMA, Header
from companion.engine.message import Message, tr
from companion.engine.piece_facts import BoxFacts, ImportedFacts
from companion.games.definition import AnyGame, DescribedBox, KnownPlayers, OwnersBox
from companion.games.installed import GameNotLoaded, InstalledGames
from companion.games.no_game import NO_GAME
from companion.games.sticker_registry import (
    Registry,
    StickerFile,
    Stickers,
    StickersWithPractice,
    physical_stickers,
)
from companion.session.preferences import RecentValues
from companion.session.tag_resolver import TOGETHER_SIGN, TagResolver
from companion.storage.archive_file import ArchiveError
from companion.storage.data_folder import PRACTICE_FOLDER, STICKERS_FILE, read_or_quarantine
from companion.storage.toml_file import BadFile

log = logging.getLogger(__name__)


RunLater = Callable[[Callable[[], None]], None]


class GameOnTable:
    """One game on this table. Every method may raise BadFile, with one sentence.

    - later: runs tasks that may wait for the disk.
    - tell: called with a sentence if a damaged file was put into quarantine.
    - rulings: house rules; None for the game's defaults.
    - facts: replaces the box file, which is left alone.
    - practice: stickers invented by the simulator page, with the facts about them; None without that page.
    """

    def __init__(
        self,
        definition: AnyGame,
        data: Path,
        stickers: Stickers,
        later: RunLater,
        tell: Callable[[Message], None],
        rulings: Any,
        facts: Any = None,
        practice: StickerFile | None = None,
    ) -> None:
        self.definition = definition
        self._practice = practice
        self._tell = tell
        self._data, self._stickers, self._later = data, stickers, later
        self._rulings, self._facts = rulings, facts
        self._writing = Lock()

    @cached_property
    def _box(self) -> OwnersBox:
        return read_or_quarantine(self._data / self.definition.on_disk.box, self._opened_box, self._tell)

    def _opened_box(self, path: Path) -> OwnersBox:
        """Return the box in that file, read as far as a new game and the stickers need it."""
        box = self.definition.open_box(path, self._facts)
        box.tag_names()
        box.facts(self._stickers.table(self.definition.on_disk.stickers).values())
        return box

    @cached_property
    def registry(self) -> Registry:
        """Which sticker is on which piece."""
        return Registry(self._stickers, self._box.tag_names(), self.definition.tags)

    @cached_property
    def tags(self) -> TagResolver:
        """Resolves tags to pieces."""
        return TagResolver(self.registry, self._later)

    @cached_property
    def habits(self) -> RecentValues:
        """The values entered last in this game."""
        return RecentValues(self._data / self.definition.on_disk.habits, self._tell)

    def header(self, names: Sequence[str]) -> Header:
        """Return the header of a new game. names: names of earlier players."""
        facts = self._box.facts(self._owned(), self._practice_box if self._practice else None)
        rulings = self.definition.house_rules.default if self._rulings is None else self._rulings
        people = KnownPlayers(tuple(names), self.habits.last_names)
        setup = self.definition.setup(facts, rulings, people)
        return Header(SCHEMA, self.definition.id, self.definition.rules.rules_version, msgspec.Raw(setup))

    def met(self, outline: GameOutline) -> None:
        """Store the names of the players, because they changed."""
        if self.habits.meet(outline):
            self._later(self.habits.keep)

    @property
    def can_edit_facts(self) -> bool:
        """True if facts of its pieces can be entered outside a game."""
        return isinstance(self._box, DescribedBox)

    @property
    def has_stickers(self) -> bool:
        """True if there is something to tap; always in the simulator, where every piece can be tapped."""
        return self._practice is not None or bool(self.registry.stickers)

    def box_facts(self) -> BoxFacts:
        """Return the known facts of the owner's box; empty if they cannot be entered or read."""
        try:
            return self._box.box_facts(self._owned()) if isinstance(self._box, DescribedBox) else BoxFacts()
        except BadFile:
            return BoxFacts()

    def save_facts(self, piece: str, values: Mapping[str, str | None]) -> None:
        """Store facts of a piece that were entered outside a game."""
        if isinstance(self._box, DescribedBox):
            with self._writing:
                self._box.save_facts(piece, values, self.registry)

    def export_box(self) -> tuple[bytes, Message | None]:
        """Return the owner's box as a file for other owners, and a sentence about what is left out."""
        return self._box.export_box() if isinstance(self._box, DescribedBox) else (b"", None)

    def import_box(self, tables: Mapping[str, Any], file: str, theirs: Mapping[str, bool]) -> ImportedFacts:
        """Import another owner's box, as `DescribedBox.import_box` does."""
        if not isinstance(self._box, DescribedBox):
            return ImportedFacts()
        with self._writing:
            return self._box.import_box(tables, file, theirs, self.registry)

    def learn(self, facts: Sequence[Any]) -> None:
        """Store facts that a game entered about its box.

        Facts about tiles without real stickers go to the practice box.
        """
        with self._writing:
            for box, told, stickers in self._by_box(facts):
                box.learn(told, stickers)

    def forget(self, facts: Sequence[Any], now: Any) -> None:
        """Remove facts that a game has taken back. now: the facts that the game still has."""
        with self._writing:
            for box, told, stickers in self._by_box(facts):
                if isinstance(box, DescribedBox):
                    box.forget(told, now, stickers)

    def _by_box(self, facts: Sequence[Any]) -> Iterator[tuple[OwnersBox, Sequence[Any], Registry]]:
        """Yield each box with its facts and its stickers."""
        made_up = self._made_up() if self._practice else frozenset()
        told = [fact for fact in facts if self.definition.about(fact) not in made_up]
        if told:
            yield self._box, told, self.registry
        if self._practice and len(told) < len(facts):
            invented = Registry(self._practice, self._practice_box.tag_names(), self.definition.tags)
            yield self._practice_box, [fact for fact in facts if fact not in told], invented

    def _owned(self) -> list[str]:
        return list(physical_stickers(self.registry.stickers).values())

    def _made_up(self) -> frozenset[str]:
        """Return pieces without a name or a real sticker, which exist only in the simulator."""
        alike = {id for kind in self.registry.kinds for id in kind.alike}
        return frozenset(alike.difference(self._owned()))

    @cached_property
    def _practice_box(self) -> OwnersBox:
        path = self._data / PRACTICE_FOLDER / self.definition.on_disk.box
        return read_or_quarantine(path, lambda path: self.definition.open_box(path, self._facts), self._tell)


class TableGames:
    """All games that can be played on this table, by id; each is loaded when it is first used.

    open_game: the game on this table from its definition. stickers: those of every game. first: the id of the game
    that starts by default, "" for the first of the list. troubles: sentences not yet shown to the players, oldest
    first.
    """

    def __init__(
        self,
        games: InstalledGames,
        open_game: Callable[[AnyGame], GameOnTable],
        stickers: Stickers,
        first: str,
        troubles: list[Message],
    ) -> None:
        self._games, self._open, self._stickers, self._first = games, open_game, stickers, first
        self._opened: dict[str, GameOnTable] = {}
        self.troubles = troubles
        self.none = open_game(NO_GAME)
        """What is on the table while no game is."""

    @property
    def first(self) -> str:
        """The id of the game that starts by default; one that fails to load is passed over."""
        return self._first or self._games.first.id

    def __contains__(self, game: object) -> bool:
        return game in self._games

    def of(self, game: str) -> GameOnTable:
        """Return the game with that id. Raises ArchiveError if it is not installed or fails to load."""
        if game in self._opened:
            return self._opened[game]
        if game not in self._games:
            raise ArchiveError(tr("That is a game of {game}, which is not installed here; it is kept.", game=game))
        try:
            definition = self._games.of(game)
        except GameNotLoaded as error:
            raise ArchiveError(error.message) from error
        self._opened[game] = self._open(definition)
        self.troubles += definition.troubles()
        return self._opened[game]

    def of_tag(self, tag: str) -> str:
        """Return the id of the game whose piece a tag on the reader is on; "" if its sticker is not enrolled."""
        kind, _, rest = tag.partition(":")
        table = self._stickers.table_of(rest.partition(TOGETHER_SIGN)[0]) if kind == "uid" else ""
        return next((game.id for game in self._games.listings if game.on_disk.stickers == table), "")

    @property
    def playable(self) -> dict[str, Message]:
        """The names of the games to choose from, by id; empty if there is only one."""
        return {game.id: game.name for game in self._games.listings} if len(self._games) > 1 else {}


def table_games(
    games: InstalledGames,
    data: Path,
    later: RunLater,
    house_rules: Callable[[AnyGame], Any],
    facts: Any = None,
    first: str = "",
    practice: bool = False,
) -> TableGames:
    """Return the installed games on this table.

    facts: replaces the box of the first game. house_rules: those of this table, None for
    the defaults of the game; may raise BadFile. practice: store
    invented stickers and facts of the simulator page in a folder of their own.
    """
    with_facts = first or games.listings[0].id
    titles = {game.on_disk.stickers: game.name for game in games.listings}
    troubles: list[Message] = []
    tell = troubles.append
    read = lambda path: StickerFile(path, titles)  # noqa: E731
    owners = read_or_quarantine(data / STICKERS_FILE, read, tell)
    invented = read_or_quarantine(data / PRACTICE_FOLDER / STICKERS_FILE, read, tell) if practice else None
    stickers = StickersWithPractice(owners, invented) if invented else owners

    def own_rules(game: AnyGame) -> Any:
        try:
            return house_rules(game)
        except BadFile as bad:
            log.warning("%s", bad.message)
            tell(unused_house_rules_text(bad))
            return None

    def open_game(game: AnyGame) -> GameOnTable:
        own = facts if game.id == with_facts else None
        return GameOnTable(game, data, stickers, later, tell, own_rules(game), own, invented)

    return TableGames(games, open_game, stickers, first, troubles)


def unused_house_rules_text(bad: BadFile) -> Message:
    """Return the sentence for house rules that cannot be read."""
    return tr("{why} Until then a new game follows the usual house rules.", why=bad.message)
