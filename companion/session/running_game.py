"""The running game: its history, where it is kept, and how it stands now.

Everything goes into the archive first, then into the history. Knows no menu and no device.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

import msgspec

from companion.engine.game import CORRECTION, TABLE, Game, GameOutline
from companion.engine.history import History
from companion.engine.journal import Entry, EntryUndo, redo_answer
from companion.engine.message import Message, Translate, tr
from companion.engine.offers import BY_CHANCE, ROLL, Answer, Question, Refusal, refusal_reason
from companion.games.definition import AnyGame, no_rematch_answer
from companion.menu.menu_state import GameItem
from companion.session.table_game import TableGame, TableGames
from companion.storage.archive import Archive
from companion.storage.archive_file import ArchiveTrouble
from companion.storage.game_summary import GameSummary, Rematch, game_details_text, game_name_text, summarize_game

log = logging.getLogger(__name__)


class GameSnapshot(msgspec.Struct, frozen=True):
    """A state of the game and what can be seen and asked in it."""

    state: Any
    """The game's own, secrets included: only its rules read it."""
    view: Any
    """What the table sees of it."""
    outline: GameOutline
    """The little of that which every game has."""
    questions: tuple[Question, ...]
    """Those that are open."""
    corrections: Callable[[], Question | None]
    """The question that is always open (number 0), made when it is asked for; None where a game has none."""
    kept: Answer | None = None
    """A die roll that was just taken back: the same roll is entered again, nobody rolls twice."""
    redo: bool = False
    """Whether there is something to redo."""


MAX_SETUP_ENTRIES = 200
"""Answers that a set-up takes at most; more is a game that never says that it is done."""


class RematchSetup(NamedTuple):
    """A new game that is to be set up as an ended one was."""

    ended: History
    game: int
    """The number of the new one."""
    waits_for: int
    """The number of the question that people answer first; 0 for none."""


class RunningGame:
    """One game at a time, out of an archive of many.

    `met` hears of an outline in which people got other names. `now` is the clock on the wall, for lists of games
    only. game: the id of the game to play, "" for the one in use last.
    """

    def __init__(
        self,
        games: TableGames,
        archive: Archive,
        names: Callable[[], Sequence[str]],
        translate: Translate = str,
        met: Callable[[GameOutline], None] = lambda _outline: None,
        now: Callable[[], datetime | None] = lambda: None,
        game: str = "",
    ) -> None:
        self.games = games
        self.archive = archive
        self.troubles = games.troubles
        """Sentences for people that nobody was shown yet, the oldest first; the list grows."""
        self.troubles += archive.notices
        self._again: RematchSetup | None = None
        self._rematch: Rematch | None = None
        self.set_aside = False
        """Whether the game in use last could not be gone on with, so that people may want another one."""
        self._names = names
        self._translate = translate
        self._met = met
        self._now = now
        self._open_last(game)
        self.asks_which = bool(games.playable) and not game and self.has_no_entries()
        """Whether people are to be asked which game they play before they begin."""

    @property
    def definition(self) -> AnyGame:
        """What game it is."""
        return self.table_game.definition

    @property
    def rules(self) -> Game:
        """Its rules."""
        return self.definition.rules

    def has_no_entries(self) -> bool:
        """Whether nothing was ever entered."""
        return not self.history.entries

    def _open_last(self, wanted: str) -> None:
        """The game in use last, or a new one; a game that can't be read stays in the archive and is told."""
        last = self.archive.running()
        if wanted and (last is None or self.archive.kept(last).header.game != wanted):
            kept = (each for each in self.archive.games() if each.header.game == wanted and not each.finished)
            last = next((each.id for each in kept), None)
        if last is None:
            self._new_or_kept(wanted)
            return
        try:
            self.resume(last)
        except ArchiveTrouble as trouble:
            self.leave(trouble.message, wanted)

    def leave(self, why: Message, wanted: str = "") -> None:
        """Begin another game instead of one that can't be gone on with; it stays in the archive and is told."""
        self.troubles.append(why)
        self.set_aside = True
        self._new_or_kept(wanted)

    def _new_or_kept(self, wanted: str) -> None:
        """A new game; where the disk doesn't take one, a kept game, to be looked at."""
        try:
            self.new(wanted or self.games.first)
        except ArchiveTrouble as trouble:
            for kept in self.archive.games():
                with suppress(ArchiveTrouble):
                    self.resume(kept.id)
                    self.troubles.append(trouble.message)
                    return
            raise

    def new(self, game: str = "") -> None:
        """Begin a game of this kind, "" for that of the running one; the one that ran is kept."""
        table_game = self.games.of(game or self.definition.id)
        header = table_game.header(self._names())
        history = History(table_game.definition.rules, header)
        snapshot = self._look(table_game.definition, history, history.state)
        self.id = self.archive.create(header, summarize_game(snapshot.outline, self._translate, self._now()))
        self._use(table_game, history, snapshot)

    @property
    def can_begin_rematch(self) -> bool:
        """Whether the game is over and its kind can be set up once more as it was."""
        return self.snapshot.outline.over and self.definition.once_more is not no_rematch_answer

    def once_more(self, reordered: bool = False) -> None:
        """A new game, set up as the ended one was as far as the game can say; the last word is people's.

        reordered: people answer the first question themselves, who plays and in which order.
        """
        self.undo_rematch()  # who asks for another order goes back first
        ended, ended_id = self.history, self.id
        self.new()
        self._again = RematchSetup(ended, self.id, self.snapshot.questions[0].number if reordered else 0)
        self.complete_rematch_setup()
        self._rematch = Rematch(ended_id, len(self.history.standing))
        with suppress(ArchiveTrouble):  # then only a power cut takes the way back
            self.label()

    def _fresh_rematch(self) -> Rematch | None:
        """Of a game of `once_more` in which nothing stands that people entered."""
        again = self._rematch
        return again if again and again.entries == len(self.history.standing) else None

    def rematch_order(self) -> Message | None:
        """In which order they play in such a game."""
        return self.definition.order(self.snapshot.state) if self._fresh_rematch() else None

    def undo_rematch(self) -> bool:
        """Whether this is such a game: then it goes, and the game that is over lies on the table as before."""
        begun, rematch = self.id, self._fresh_rematch()
        if rematch is None:
            return False
        self.resume(rematch.ended)
        with suppress(ArchiveTrouble):
            self.archive.delete(begun)
        return True

    def complete_rematch_setup(self) -> None:
        """What `once_more` left to be done, as soon as people have answered what is theirs; usually nothing."""
        again = self._again
        if again is None or any(question.number == again.waits_for for question in self.snapshot.questions):
            return
        self._again = None
        if again.game == self.id:
            self._repeat(again.ended)

    def _repeat(self, ended: History) -> None:
        for _ in range(MAX_SETUP_ENTRIES):
            answer = self.definition.once_more(ended, self.history.state)
            entries = self.history.propose(answer) if answer else None
            if entries is None or isinstance(entries, Refusal):
                return
            self.store(entries, lambda: None)

    def choose(self, game: str) -> None:
        """Begin a game of this kind; one that nothing was entered into makes room for it."""
        unused = self.id if self.has_no_entries() else None
        if unused is not None and game == self.definition.id:
            return
        self.new(game)
        if unused is not None:
            self.archive.delete(unused)

    def restart_empty_game(self) -> None:
        """A game that nothing was entered into begins with what the box knows now; any other keeps its facts."""
        if not self.has_no_entries():
            return
        unused = self.id
        self.new()
        self.archive.delete(unused)

    def resume(self, game_id: int) -> None:
        """Go on with a kept game; ArchiveTrouble leaves the running one as it is."""
        kept = self.archive.kept(game_id)
        table_game = self.games.of(kept.header.game)
        history = self.archive.load(game_id, table_game.definition.rules)
        try:
            snapshot = self._look(table_game.definition, history, history.state)
            summarize_game(snapshot.outline, self._translate)
        except Exception as error:
            log.exception("game %s can't be shown", game_id)
            raise ArchiveTrouble(unreadable_game_text(kept.summary)) from error
        # Only now, as it could be loaded and shown: each start opens the running game first.
        try:
            self.archive.resume(game_id)
        except ArchiveTrouble as trouble:
            self.troubles.append(trouble.message)  # it can be looked at all the same
        self.id = game_id
        self._use(table_game, history, snapshot)

    def switch(self, game_id: int) -> None:
        """Go on with a kept game instead of this one; this one goes if nothing in it counts, so that no empty
        games pile up. ArchiveTrouble leaves the running one as it is."""
        unused = self.id if not self.history.standing and game_id != self.id else None
        self.resume(game_id)
        if unused is not None:
            with suppress(ArchiveTrouble):
                self.archive.delete(unused)

    def delete(self, game_id: int) -> None:
        """Delete a kept game; when it is the running one, a new game begins."""
        if game_id == self.id:
            self.new()
        self.archive.delete(game_id)
        if self._rematch and self._rematch.ended == game_id:
            self._rematch = None

    def _use(self, table_game: TableGame, history: History, snapshot: GameSnapshot) -> None:
        self.table_game, self.history, self.snapshot = table_game, history, snapshot
        self._listed = self.archive.kept(self.id).summary
        self._began, self._taken_in = self._listed.began, self._listed.taken_in
        again = self._listed.rematch
        self._rematch = again if again and self.archive.has(again.ended) else None
        # Of a game of an earlier version the list knows no more than a name. If the disk wants it so, that stays.
        with suppress(ArchiveTrouble):
            self.label()

    def lines(self) -> list[GameItem]:
        """The kept games, newest first."""
        several = self.games.playable
        return [
            GameItem(
                str(kept.id),
                game_name_text(kept.summary, several.get(kept.header.game)),
                kept.id == self.id,
                game_details_text(kept.summary),
                kept.finished,
            )
            for kept in self.archive.games()
        ]

    def store(self, entries: Sequence[Entry], durable: Callable[[], None]) -> None:
        """Make entries durable, then true; `durable` is called in between. Trouble before that changes nothing."""
        self.archive.append(self.id, entries, self.rules)
        durable()
        if not self.history.entries:  # people may have sat down long after the companion was switched on
            self._began = self._now()
        self.history.add(entries)
        try:
            self.snapshot = self._look(self.definition, self.history, self.history.state)
        except Exception:
            self._withdraw(entries)
            raise

    def _withdraw(self, entries: Sequence[Entry]) -> None:
        """A game that can't show the state after an answer must not be left in it."""
        if isinstance(entries[-1].answer, Answer):
            back = self.history.propose_undo()
            self.archive.append(self.id, back, self.rules)
            self.history.add(back)

    def _look(self, definition: AnyGame, history: History, state: Any) -> GameSnapshot:
        rules, view = definition.rules, definition.view(state, TABLE)
        corrections = cache(lambda: rules.question(state, CORRECTION))
        bare = GameSnapshot(state, view, definition.outline(view), rules.questions(state), corrections)
        last = history.entries[-1].answer if history.entries else None
        if not isinstance(last, EntryUndo):
            return bare
        redo = redo_answer(history.entries) is not None
        return msgspec.structs.replace(bare, kept=_kept_roll(history), redo=redo)

    def pop_trouble(self) -> Message | None:
        """The oldest sentence that nobody was shown yet; it is not given again."""
        told, self.archive.mended = self.archive.mended, []
        self.troubles += told
        return self.troubles.pop(0) if self.troubles else None

    def rest(self) -> bool:
        """Nobody does anything: the games' log goes into their file. Whether there is something to tell."""
        self.archive.fold()
        return bool(self.archive.mended)

    def label(self) -> None:
        """Let the archive's list say how the game stands, when that changed."""
        summary = summarize_game(self.snapshot.outline, self._translate, self._began, self._taken_in)
        summary = msgspec.structs.replace(summary, rematch=self._rematch)
        if summary == self._listed:
            return
        self.archive.describe(self.id, summary)
        if summary.finished:
            self.archive.fold()
        if summary.name != self._listed.name:
            self._met(self.snapshot.outline)
            self.table_game.met(self.snapshot.outline)
        self._listed = summary


def unreadable_game_text(summary: GameSummary) -> Message:
    """The sentence for a kept game that can be read, but not shown."""
    return tr(
        "{name} is kept, but can't be shown; choose another game or begin a new one.", name=game_name_text(summary)
    )


def _kept_roll(history: History) -> Answer | None:
    """The die roll taken back last, if its question is open again."""
    answer = history.last_undone_answer()
    question = history.game.question(history.state, answer.question) if answer else None
    if answer is None or question is None or refusal_reason(question, answer):
        return None
    offer = question.offer(answer.offer)
    # What needs to be filled in besides tells no face.
    named = question.kind == ROLL and offer is not None and not offer.parts
    return answer if named or answer.offer == BY_CHANCE else None
