"""The installed games: every package of `companion.games` that has a `GAME`.

A `GAME` is a small listing; the definition of a game is imported when the game is first used. A game that fails to
load is left out with a message; the others can be played.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
from collections.abc import Iterable, Iterator
from contextlib import suppress

from companion import games as room
from companion.engine.message import Message, UserError, tr
from companion.games.definition import AnyGame, GameBasics, GameDefinition

log = logging.getLogger(__name__)


class GameNotLoaded(UserError, LookupError):
    """A game that is listed, but whose definition fails to load. `message` is the sentence for players."""


class InstalledGames:
    """The games that can be played, by id and in the order of lists; at least one.

    `games`: definitions, or listings whose definition is imported when the game is first used. `troubles`: a
    message for each game that is left out. `unplayable`: games of which only the basics are installed.
    """

    def __init__(
        self,
        games: Iterable[GameBasics],
        troubles: Iterable[Message] = (),
        unplayable: Iterable[GameBasics] = (),
    ) -> None:
        self._listings = {game.id: game for game in sorted(games, key=_place)}
        self._loaded: dict[str, AnyGame] = {}
        self.known = {game.id: game for game in sorted((*self._listings.values(), *unplayable), key=_place)}
        """The listing of every game, of those that cannot be played too."""
        self.troubles = tuple(troubles)

    @property
    def listings(self) -> tuple[GameBasics, ...]:
        """The games as lists need them; none is loaded."""
        return tuple(self._listings.values())

    def __contains__(self, game: object) -> bool:
        return game in self._listings

    def __iter__(self) -> Iterator[AnyGame]:
        """Yield the definition of each game, which loads it; one that fails to load is left out."""
        for game in self._listings:
            with suppress(GameNotLoaded):
                yield self.of(game)

    def __len__(self) -> int:
        return len(self._listings)

    def of(self, game: str) -> AnyGame:
        """Return the game with that id. Raises GameNotLoaded, LookupError if it is not installed."""
        if game not in self._loaded:
            self._loaded[game] = _load(self._listings[game])
        return self._loaded[game]

    @property
    def first(self) -> AnyGame:
        """The default game. Raises LookupError if no game could be loaded."""
        for game in self:
            return game
        raise LookupError("no game could be loaded")


def _load(listing: GameBasics) -> AnyGame:
    """Return the definition of a game. Raises GameNotLoaded."""
    if isinstance(listing, GameDefinition):
        return listing
    module, _, name = listing.definition.partition(":")
    try:
        found = getattr(importlib.import_module(module), name)
        if not isinstance(found, GameDefinition):
            raise TypeError(f"its definition is a {type(found).__name__}")
    except Exception as error:
        log.exception("the game %s could not be loaded", listing.id)
        raise GameNotLoaded(_left_out(listing.id)) from error
    return found


def _left_out(name: str) -> Message:
    return tr("The game {name} could not be loaded and is left out; the log says why.", name=name)


def _place(game: GameBasics) -> tuple[int, str]:
    return game.place, game.id


def installed_games(path: Iterable[str] = room.__path__, package: str = room.__name__) -> InstalledGames:
    """Return all games in the package of this name; `path` are its folders."""
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
            troubles.append(_left_out(name))
    playable = [game for game in games if game.definition or isinstance(game, GameDefinition)]
    return InstalledGames(playable, troubles, [game for game in games if game not in playable])


def _check_apart(game: GameBasics, others: Iterable[GameBasics]) -> None:
    """Raise ValueError if a game has the same name as another one in journals, files or tables."""
    for other in others:
        if same := _names(game) & _names(other):
            raise ValueError(f"of the same name in {other.id}: {', '.join(sorted(same))}")


def _names(game: GameBasics) -> set[str]:
    """Return the names of a game in files that all games share."""
    is_played = bool(game.definition) or isinstance(game, GameDefinition)
    return {game.id, game.code_on_stickers, *game.on_disk} if is_played else {game.id}
