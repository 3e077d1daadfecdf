"""Finds the games that can be played here: every package of `companion.games` that has a GAME.

One that fails to load is named and left out; the others play. Knows none by name.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
from collections.abc import Iterable, Iterator

from companion import games as room
from companion.engine.message import Message, tr
from companion.games.definition import AnyGame, GameBasics, GameDefinition

log = logging.getLogger(__name__)


class InstalledGames:
    """The games that can be played by their ids, in the order of lists; at least one.

    troubles: a sentence for each left out. unplayable: games of which only the basics are here.
    """

    def __init__(
        self,
        games: Iterable[AnyGame],
        troubles: Iterable[Message] = (),
        unplayable: Iterable[GameBasics] = (),
    ) -> None:
        self._games = {game.id: game for game in sorted(games, key=_place)}
        self.known = {game.id: game for game in sorted((*self._games.values(), *unplayable), key=_place)}
        """Every game, those that nobody can play here yet too."""
        self.troubles = tuple(troubles)

    def __contains__(self, game: object) -> bool:
        return game in self._games

    def __iter__(self) -> Iterator[AnyGame]:
        return iter(self._games.values())

    def __len__(self) -> int:
        return len(self._games)

    def of(self, game: str) -> AnyGame:
        """The game with that id; LookupError where it is not installed."""
        return self._games[game]

    @property
    def first(self) -> AnyGame:
        """The game that is meant where nobody says which; LookupError where none could be loaded."""
        for game in self._games.values():
            return game
        raise LookupError("no game could be loaded")


def _place(game: GameBasics) -> tuple[int, str]:
    return game.place, game.id


def installed_games(path: Iterable[str] = room.__path__, package: str = room.__name__) -> InstalledGames:
    """All games in the room of that name; `path` are its folders."""
    games: list[GameBasics] = []
    troubles = []
    for name in sorted(module.name for module in pkgutil.iter_modules(path) if module.ispkg):
        try:
            game = importlib.import_module(f"{package}.{name}").GAME
            if not isinstance(game, GameBasics):
                raise TypeError(f"its GAME is a {type(game).__name__}")
            _check_apart(game, games)
            games.append(game)
        except Exception:
            log.exception("the game %s could not be loaded", name)
            troubles.append(
                tr("The game {name} could not be loaded and is left out; the log says why.", name=name)
            )
    playable = [game for game in games if isinstance(game, GameDefinition)]
    return InstalledGames(playable, troubles, [game for game in games if game not in playable])


def _check_apart(game: GameBasics, others: Iterable[GameBasics]) -> None:
    """ValueError where a game would write into another one's journals, files or tables."""
    for other in others:
        if same := _names(game) & _names(other):
            raise ValueError(f"of the same name in {other.id}: {', '.join(sorted(same))}")


def _names(game: GameBasics) -> set[str]:
    """What it is called in files that all games share."""
    return {game.id, game.tags.code, *game.on_disk} if isinstance(game, GameDefinition) else {game.id}
