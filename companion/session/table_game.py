"""A game as it is played on this table: its definition with the owner's box, the stickers and the table's rulings.

Opened when the game is first wanted, so that a mistake in another game's files stops nobody. Decides nothing.

Which piece a tag is on, stickers that nobody enrolled included: they are on a piece that is expected now.

A new sticker is kept as soon as an answer settles what it is on. Answers nothing itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import msgspec

from companion.engine.game import GameOutline
from companion.engine.journal import SCHEMA, Header
from companion.engine.message import Message, tr
from companion.engine.offers import Answer
from companion.engine.piece_facts import BoxFacts, ImportedFacts
from companion.games.definition import AnyGame, DescribedBox, KnownPlayers, OwnersBox
from companion.games.installed import InstalledGames
from companion.games.sticker_registry import (
    PRACTICE_UID_PREFIX,
    BadTag,
    Registry,
    StickerFile,
    Stickers,
    StickersWithPractice,
    real_stickers,
)
from companion.menu.sticker_enrolment import TWO_STICKERS
from companion.session.preferences import RecentValues
from companion.storage.archive_file import ArchiveTrouble
from companion.storage.data_folder import PRACTICE, STICKERS, read_or_quarantine
from companion.storage.toml_file import BadFile

CARD_PREFIX = "card:"
TOGETHER_SIGN = "+"
"""Between the number of a sticker and those of stickers that came together with it."""
NOT_EXPECTED = tr("That sticker is not known here, and no piece is expected now; tap it when its piece is played.")


class NewSticker(BadTag):
    """A sticker that nobody knows, and that no piece expected now can have."""

    def __init__(self, uid: str) -> None:
        super().__init__(NOT_EXPECTED)
        self.uid = uid


class _UnknownSticker(NamedTuple):
    """A sticker that nobody has enrolled yet."""

    uid: str
    """Its number, in lower-case hex."""
    pieces: tuple[str, ...]
    """The pieces it may be on."""
    answers: dict[Answer, str] = {}  # noqa: RUF012
    """The piece that each of these answers settles it to be on."""


class TagResolver:
    """The stickers of one box, and those met for the first time.

    `later` runs what may wait for the disk, and tells people the sentence of a UserError.
    """

    def __init__(self, stickers: Registry, later: Callable[[Callable[[], None]], None]) -> None:
        self._stickers = stickers
        self._later = later
        self._bound: dict[str, str] = {}
        self._newcomer: _UnknownSticker | None = None

    def pieces_of(self, tag: str, game: AnyGame, state: Any) -> tuple[str, ...]:
        """The id of the piece, or "card:…"; for a new sticker all it may be on. Raises BadTag where it is none."""
        before, self._newcomer = self._newcomer, None
        tag, *beside = tag.split(TOGETHER_SIGN)
        found = self._stickers.piece_of(tag)
        if found.kind == "card":
            return (f"{CARD_PREFIX}{found.id}",)
        if found.kind == "piece":
            return (found.id,)
        if found.id in self._bound:
            return (self._bound[found.id],)
        if any(self._is_new(uid) for uid in beside):
            raise BadTag(TWO_STICKERS)
        return self._welcomed(found.id, before, game, state)

    def _welcomed(self, uid: str, before: _UnknownSticker | None, game: AnyGame, state: Any) -> tuple[str, ...]:
        if before and before.uid == uid:
            pieces = before.pieces
        else:
            known = self._stickers.stickers
            # What the desk's page made up holds no piece of the box.
            there = known if uid.startswith(PRACTICE_UID_PREFIX) else real_stickers(known)
            pieces = game.unidentified(state, {*there.values(), *self._bound.values()})
        if not pieces:
            raise NewSticker(uid)
        self._newcomer = _UnknownSticker(uid, pieces)
        return pieces

    def _is_new(self, uid: str) -> bool:
        return uid not in self._bound and self._stickers.piece_of(f"uid:{uid}").kind == "sticker"

    def meant(self, answers: Mapping[Answer, str]) -> None:
        """What the tap just read may mean: one of these answers settles on which piece a new sticker is."""
        if self._newcomer:
            self._newcomer = self._newcomer._replace(answers=dict(answers))

    def settled(self, answer: Answer) -> None:
        """An answer was taken: if it is what the tap of a new sticker meant, the sticker stays on its piece."""
        new = self._newcomer
        slot = new.answers.get(msgspec.structs.replace(answer, anyway=False)) if new else None
        if new is None or slot is None:
            return
        self._newcomer = None
        self._bound[new.uid] = slot
        self._later(lambda: self._enrol(new.uid, slot))

    def _enrol(self, uid: str, slot: str) -> None:
        try:
            self._stickers.enrol(uid, slot)
        except BadTag as bad:
            raise BadTag(tr("The new sticker was not kept: {why}", why=bad.message)) from bad
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise BadTag(tr("The new sticker was not kept ({why}); the game itself is safe.", why=why)) from error
        self._bound.pop(uid, None)


RunLater = Callable[[Callable[[], None]], None]


class TableGame:
    """One game on this table. Every method may raise BadFile, one sentence.

    rulings: None for the game's own defaults. facts: given ones are the box, and its file is left alone. `tell`
    hears of a file that can't be read: it is put aside, and the game goes on without it. practice: the stickers
    that the desk's page made up; None where there is no such page. What is told of a tile that no sticker of the
    owner's is on stays beside them.
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
        """The box in that file, read as far as a new game and the stickers need it."""
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
        """Which piece a tag is on."""
        return TagResolver(self.registry, self._later)

    @cached_property
    def habits(self) -> RecentValues:
        """What was entered last in this game."""
        return RecentValues(self._data / self.definition.on_disk.habits, self._tell)

    def header(self, names: Sequence[str]) -> Header:
        """The first row of a new game; `names` are those of people who played before."""
        facts = self._box.facts(self._owned(), self._practice_box if self._practice else None)
        rulings = self.definition.house_rules.default if self._rulings is None else self._rulings
        people = KnownPlayers(tuple(names), self.habits.last_names)
        setup = self.definition.setup(facts, rulings, people)
        return Header(SCHEMA, self.definition.id, self.definition.rules.rules_version, msgspec.Raw(setup))

    def met(self, outline: GameOutline) -> None:
        """People got other names."""
        if self.habits.meet(outline):
            self._later(self.habits.keep)

    @property
    def can_edit_facts(self) -> bool:
        """Whether an owner can tell of its pieces outside of play."""
        return isinstance(self._box, DescribedBox)

    @property
    def has_stickers(self) -> bool:
        """Whether there is anything to tap: on the desk's page everything is, whatever has a sticker."""
        return self._practice is not None or bool(self.registry.stickers)

    def box_facts(self) -> BoxFacts:
        """How far the pieces of the owner's box are known; nothing where that can't be entered or read now."""
        try:
            return self._box.box_facts(self._owned()) if isinstance(self._box, DescribedBox) else BoxFacts()
        except BadFile:
            return BoxFacts()

    def save_facts(self, piece: str, values: Mapping[str, str | None]) -> None:
        """Write down at once what an owner tells of a piece outside of play."""
        if isinstance(self._box, DescribedBox):
            with self._writing:
                self._box.save_facts(piece, values, self.registry)

    def shared(self) -> tuple[bytes, Message | None]:
        """The owner's box as a file for other owners, and what is left out of it."""
        return self._box.shared() if isinstance(self._box, DescribedBox) else (b"", None)

    def import_box(self, tables: Mapping[str, Any], file: str, theirs: Mapping[str, bool]) -> ImportedFacts:
        """Take in another owner's box, as `TaughtBox.take_in` does."""
        if not isinstance(self._box, DescribedBox):
            return ImportedFacts()
        with self._writing:
            return self._box.import_box(tables, file, theirs, self.registry)

    def learn(self, facts: Sequence[Any]) -> None:
        """Write down what a game told of its box; of tiles that nobody has, in the practice box."""
        with self._writing:
            for box, told, stickers in self._by_box(facts):
                box.learn(told, stickers)

    def forget(self, facts: Sequence[Any], now: Any) -> None:
        """Take out of the box what a game told and takes back; `now`: what it has still."""
        with self._writing:
            for box, told, stickers in self._by_box(facts):
                if isinstance(box, DescribedBox):
                    box.forget(told, now, stickers)

    def _by_box(self, facts: Sequence[Any]) -> Iterator[tuple[OwnersBox, Sequence[Any], Registry]]:
        """Each box with those that stand in it, and its stickers."""
        made_up = self._made_up() if self._practice else frozenset()
        told = [fact for fact in facts if self.definition.about(fact) not in made_up]
        if told:
            yield self._box, told, self.registry
        if self._practice and len(told) < len(facts):
            invented = Registry(self._practice, self._practice_box.tag_names(), self.definition.tags)
            yield self._practice_box, [fact for fact in facts if fact not in told], invented

    def _owned(self) -> list[str]:
        return list(real_stickers(self.registry.stickers).values())

    def _made_up(self) -> frozenset[str]:
        """Pieces that nobody has named and no sticker of the owner's is on: only the page has them."""
        alike = {id for kind in self.registry.kinds for id in kind.alike}
        return frozenset(alike.difference(self._owned()))

    @cached_property
    def _practice_box(self) -> OwnersBox:
        path = self._data / PRACTICE / self.definition.on_disk.box
        return read_or_quarantine(path, lambda path: self.definition.open_box(path, self._facts), self._tell)


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
    later: RunLater,
    rulings: Mapping[str, Any],
    facts: Any = None,
    first: str = "",
    practice: bool = False,
) -> TableGames:
    """The installed games on this table; with `facts` these are the box of the first one.

    rulings: by the game's id, where the table has its own. practice: what the desk's page makes up stays in a
    folder of its own.
    """
    first = first or games.first.id
    titles = {game.on_disk.stickers: game.name for game in games}
    troubles: list[Message] = []
    tell = troubles.append
    read = lambda path: StickerFile(path, titles)  # noqa: E731
    owners = read_or_quarantine(data / STICKERS, read, tell)
    invented = read_or_quarantine(data / PRACTICE / STICKERS, read, tell) if practice else None
    stickers = StickersWithPractice(owners, invented) if invented else owners
    made = {
        game.id: TableGame(
            game, data, stickers, later, tell, rulings.get(game.id), facts if game.id == first else None, invented
        )
        for game in games
    }
    made[first].tags  # noqa: B018 - a mistake in the files of the first game is told before anything begins
    return TableGames(made, first, troubles)
