"""A game as it is played on this table: its definition with the owner's box, the stickers and the table's rulings.

Opened when the game is first wanted, so that a mistake in another game's files stops nobody. Decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from companion.catalogue.owners_box import OwnersBox
from companion.catalogue.sticker_registry import Registry, StickerFile
from companion.engine.journal import SCHEMA, Header
from companion.engine.message import Message, tr
from companion.engine.outline import GameOutline
from companion.games.definition import AnyGame, KnownPeople
from companion.games.installed import InstalledGames
from companion.session.habits import Habits
from companion.session.tags import TagResolver
from companion.storage.archive import ArchiveTrouble
from companion.storage.data_folder import STICKERS
from companion.storage.spoilt import read_or_put_aside

Later = Callable[[Callable[[], None]], None]


class TableGame:
    """One game on this table. Every method may raise BadFile, one sentence.

    rulings: None for the game's own defaults. facts: given ones are the box, and its file is left alone. `tell`
    hears of a file that can't be read: it is put aside, and the game goes on without it.
    """

    def __init__(
        self,
        definition: AnyGame,
        data: Path,
        stickers: StickerFile,
        later: Later,
        tell: Callable[[Message], None],
        rulings: Any,
        facts: Any = None,
    ) -> None:
        self.definition = definition
        self._tell = tell
        self._data, self._stickers, self._later = data, stickers, later
        self._rulings, self._facts = rulings, facts

    @cached_property
    def _box(self) -> OwnersBox:
        return read_or_put_aside(self._data / self.definition.on_disk.box, self._opened_box, self._tell)

    def _opened_box(self, path: Path) -> OwnersBox:
        """The box in that file, read as far as a new game and the stickers need it."""
        self.definition.migrate(self._data)
        box = self.definition.open_box(path, self._facts)
        box.tag_names()
        box.facts(self._stickers.table(self.definition.on_disk.stickers).values())
        return box

    @cached_property
    def _registry(self) -> Registry:
        return Registry(self._stickers, self._box.tag_names(), self.definition.tags)

    @cached_property
    def tags(self) -> TagResolver:
        """Which piece a tag is on."""
        return TagResolver(self._registry, self._later)

    @cached_property
    def habits(self) -> Habits:
        """What was entered last in this game."""
        return Habits(self._data / self.definition.on_disk.habits, self._tell)

    def header(self, names: Sequence[str]) -> Header:
        """The first row of a new game; `names` are those of people who played before."""
        facts = self._box.facts(self._registry.stickers.values())
        rulings = self.definition.house_rules.default if self._rulings is None else self._rulings
        people = KnownPeople(tuple(names), self.habits.last_names)
        setup = self.definition.setup(facts, rulings, people)
        return Header(SCHEMA, self.definition.id, self.definition.rules.rules_version, msgspec.Raw(setup))

    def met(self, outline: GameOutline) -> None:
        """People got other names."""
        if self.habits.meet(outline):
            self._later(self.habits.keep)

    def learn(self, facts: Sequence[Any]) -> None:
        """Write down what a game told of its box."""
        self._box.learn(facts, self._registry)


class TableGames:
    """All games that can be played on this table, by id."""

    def __init__(self, games: Mapping[str, TableGame], first: str, troubles: list[Message]) -> None:
        self._games = games
        self.troubles = troubles
        """Sentences for people that nobody was shown yet, the oldest first; the list grows."""
        self.first = first
        """The id of the one to begin with where nobody says which."""

    def __contains__(self, game: object) -> bool:
        return game in self._games

    def of(self, game: str) -> TableGame:
        """The game with that id; ArchiveTrouble names one that is not installed."""
        if game not in self._games:
            raise ArchiveTrouble(
                tr("That is a game of {game}, which is not installed here; it is kept.", game=game)
            )
        return self._games[game]

    @property
    def playable(self) -> dict[str, Message]:
        """The games among which people choose; none where there is no choice."""
        return {id: each.definition.name for id, each in self._games.items()} if len(self._games) > 1 else {}


def table_games(
    games: InstalledGames,
    data: Path,
    later: Later,
    rulings: Mapping[str, Any],
    facts: Any = None,
    first: str = "",
) -> TableGames:
    """The installed games on this table; with `facts` these are the box of the first one.

    rulings: by the game's id, where the table has its own.
    """
    first = first or games.first.id
    titles = {game.on_disk.stickers: game.name for game in games}
    troubles: list[Message] = []
    tell = troubles.append
    stickers = read_or_put_aside(data / STICKERS, lambda path: StickerFile(path, titles), tell)
    made = {
        game.id: TableGame(
            game, data, stickers, later, tell, rulings.get(game.id), facts if game.id == first else None
        )
        for game in games
    }
    made[first].tags  # noqa: B018 - a mistake in the files of the first game is told before anything begins
    return TableGames(made, first, troubles)
