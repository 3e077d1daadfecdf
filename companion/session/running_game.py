"""The running game: its history, where it is kept, and how it stands now.

Everything goes into the archive first, then into the history. Knows no menu and no device.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cache
from typing import Any

import msgspec

from companion.engine.game import CORRECTION, TABLE, TableGame
from companion.engine.history import History
from companion.engine.journal import SCHEMA, Entry, Header, TakeBack, redo_of
from companion.engine.message import Message
from companion.engine.offers import Answer, Question, why_not
from companion.menu.forms import BY_CHANCE, ROLL
from companion.menu.menu_state import GameItem
from companion.session.game_list import details_of, name_of, summarized
from companion.storage.archive import Archive, ArchiveTrouble
from companion.storage.game_summary import GameSummary


class GameSnapshot(msgspec.Struct, frozen=True):
    """A state of the game and what can be seen and asked in it."""

    state: Any
    view: Any
    """The state as the table sees it."""
    questions: tuple[Question, ...]
    """Those that are open."""
    corrections: Callable[[], Question | None]
    """The question that is always open (number 0), made when it is asked for; None where a game has none."""
    kept: Answer | None = None
    """A die roll that was just taken back: the same roll is entered again, nobody rolls twice."""
    redo: bool = False
    """Whether there is something to redo."""

    @property
    def fresh(self) -> bool:
        """A scoring was just done and nobody has gone on."""
        return bool(getattr(self.view, "fresh", False))

    @property
    def tile(self) -> str:
        """What the turn is about, as a word to remember habits by."""
        taken = getattr(self.view, "taken", None)
        return str(taken) if taken else ""

    def sheets(self) -> dict[str, int]:
        """The sheets there are now, each counted as one page."""
        kinds = {"result": "result", "standings": "if_scored_now"}
        found = {kind: 1 for kind, field in kinds.items() if getattr(self.view, field, None)}
        return {"final": 1, **found} if getattr(self.view, "over", False) else found


class RunningGame:
    """One game at a time, out of an archive of many.

    `met` hears of a view in which people got other names. `now` is the clock on the wall, for lists of games only.
    """

    def __init__(
        self,
        game: TableGame,
        archive: Archive,
        setup: Callable[[], msgspec.Raw],
        words: Callable[[Message], str] = str,
        met: Callable[[Any], None] = lambda _view: None,
        now: Callable[[], datetime | None] = lambda: None,
    ) -> None:
        self.game = game
        self.archive = archive
        self.troubles: list[Message] = [*archive.notices, *archive.mended]
        self._setup = setup
        self._words = words
        self._met = met
        self._now = now
        self._open_last()

    def _open_last(self) -> None:
        """The game in use last, or a new one; a game that can't be read stays in the archive and is told."""
        last = self.archive.running()
        if last is None:
            self.new()
            return
        try:
            self.resume(last)
        except ArchiveTrouble as trouble:
            self.troubles.append(trouble.message)
            self.new()

    def new(self) -> None:
        """Begin a game; the one that ran is kept."""
        header = Header(SCHEMA, self.game.slug, self.game.rules_version, self._setup())
        history = History(self.game, header)
        snapshot = self._look(history, history.state)
        self.id = self.archive.create(header, self._summarized(snapshot.state, self._now()))
        self._use(history, snapshot)

    def resume(self, game_id: int) -> None:
        """Go on with a kept game; ArchiveTrouble leaves the running one as it is."""
        history = self.archive.load(game_id, self.game)
        snapshot = self._look(history, history.state)
        self.archive.resume(game_id)
        self.id = game_id
        self._use(history, snapshot)

    def delete(self, game_id: int) -> None:
        """Delete a kept game; when it is the running one, a new game begins."""
        if game_id == self.id:
            self.new()
        self.archive.delete(game_id)

    def _use(self, history: History, snapshot: GameSnapshot) -> None:
        self.history, self.snapshot = history, snapshot
        self._listed = self.archive.kept(self.id).summary
        self._began = self._listed.began
        # Of a game of an earlier version the list knows no more than a name. If the disk wants it so, that stays.
        with suppress(ArchiveTrouble):
            self.label()

    def lines(self) -> list[GameItem]:
        """The kept games, newest first."""
        return [
            GameItem(str(kept.id), name_of(kept.summary), kept.id == self.id, details_of(kept.summary))
            for kept in self.archive.games()
        ]

    def store(self, entries: Sequence[Entry], durable: Callable[[], None]) -> None:
        """Make entries durable, then true; `durable` is called in between. Trouble before that changes nothing."""
        self.archive.append(self.id, entries, self.game)
        durable()
        if not self.history.entries:  # people may have sat down long after the companion was switched on
            self._began = self._now()
        self.history.add(entries)
        try:
            self.snapshot = self._look(self.history, self.history.state)
        except Exception:
            self._withdraw(entries)
            raise

    def _withdraw(self, entries: Sequence[Entry]) -> None:
        """A game that can't show the state after an answer must not be left in it."""
        if isinstance(entries[-1].answer, Answer):
            back = self.history.propose_undo()
            self.archive.append(self.id, back, self.game)
            self.history.add(back)

    def _look(self, history: History, state: Any) -> GameSnapshot:
        game = self.game
        corrections = cache(lambda: game.question(state, CORRECTION))
        bare = GameSnapshot(state, game.view(state, TABLE), game.questions(state), corrections)
        last = history.entries[-1].answer if history.entries else None
        if state is not history.state or not isinstance(last, TakeBack):
            return bare
        redo = redo_of(history.entries) is not None
        return msgspec.structs.replace(bare, kept=self._kept_roll(history, state), redo=redo)

    def _kept_roll(self, history: History, state: Any) -> Answer | None:
        """The die roll taken back last, if its question is open again."""
        answer = history.taken_back_last()
        question = self.game.question(state, answer.question) if answer else None
        if answer is None or question is None or why_not(question, answer):
            return None
        return answer if question.kind == ROLL or answer.offer == BY_CHANCE else None

    def question_of(self, number: int) -> Question | None:
        """The question that the standing entry `number` answered, as it was asked then."""
        for position, entry in enumerate(self.history.standing):
            if entry.number == number and isinstance(entry.answer, Answer):
                return self.game.question(self.history.state_before(position), entry.answer.question)
        return None

    def label(self) -> None:
        """Let the archive's list say how the game stands, when that changed."""
        summary = self._summarized(self.snapshot.state, self._began)
        if summary == self._listed:
            return
        self.archive.describe(self.id, summary)
        if summary.name != self._listed.name:
            self._met(self.snapshot.view)
        self._listed = summary

    def _summarized(self, state: Any, began: datetime | None) -> GameSummary:
        return summarized(self.game, state, self._words, began)
