"""`RunningGame`: the game on the table, its history and its place in the archive.

It starts, resumes and deletes games. Entries go into the archive first, then into the history. Until players
choose one of several games, there is none on the table (`has_game`). Knows no menu and no device.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

import msgspec

from companion.engine.game import CORRECTION, TABLE_VIEWER, Game, GameOutline
from companion.engine.history import History
from companion.engine.journal import SCHEMA, Entry, EntryUndo, Header, redo_answer
from companion.engine.message import Message, Translate, tr
from companion.engine.offers import COMPANION_ROLLS, ROLL_QUESTION, Answer, Question, Refusal, refusal_reason
from companion.games.definition import AnyGame, no_rematch_answer
from companion.menu.menu_state import GameItem
from companion.session.game_on_table import GameOnTable, TableGames
from companion.storage.archive import Archive
from companion.storage.archive_file import ArchiveError
from companion.storage.game_summary import GameSummary, Rematch, game_details_text, game_name_text, summarize_game

log = logging.getLogger(__name__)


class GameSnapshot(msgspec.Struct, frozen=True):
    """One state of the game with its public view and questions."""

    state: Any
    """The game's state, secrets included; only its rules read it."""
    view: Any
    """The public view."""
    outline: GameOutline
    """The part of the view that every game has."""
    questions: tuple[Question, ...]
    """The open questions."""
    corrections: Callable[[], Question | None]
    """Returns the correction question; None in a game without one."""
    undone_roll: Answer | None = None
    """The die roll undone last, which keeps its face when it is rolled again; None for none."""
    can_redo: bool = False
    """True if there is something to redo."""


NO_ID = 0
"""`RunningGame.id` without a game on the table."""
MAX_SETUP_ENTRIES = 200
"""Answers that the set-up of a rematch takes at most; more would be an endless loop in the game."""


class RematchSetup(NamedTuple):
    """A rematch whose set-up is not complete."""

    ended: History
    game: int
    """The number of the new game."""
    waits_for: int
    """The number of the question that the players answer first; 0 for none."""


class RunningGame:
    """Plays one game at a time from an archive of many.

    - names: returns names of earlier players.
    - met: called with an outline that has new names.
    - now: wall clock, only for lists of games.
    - game: the id of the game to play; "" for the one used last, or for the one that players choose.
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
        """Sentences not yet shown to the players, oldest first."""
        self.troubles += archive.notices
        self._again: RematchSetup | None = None
        self._rematch: Rematch | None = None
        self.has_unreadable_game = False
        """True if the game used last could not be resumed, so that the players may want to choose another one."""
        self._names = names
        self._translate = translate
        self._met = met
        self._now = now
        self._open_last(game)
        self.asks_for_game = bool(games.playable) and not game and self.has_no_entries()
        """True if the players are asked which game they play before the first entry."""

    @property
    def definition(self) -> AnyGame:
        """The definition of the game on the table."""
        return self.table_game.definition

    @property
    def has_game(self) -> bool:
        """True if there is a game on the table; False until players choose one of several."""
        return self.table_game is not self.games.none

    @property
    def rules(self) -> Game:
        """The rules of the game on the table."""
        return self.definition.rules

    def has_no_entries(self) -> bool:
        """True if nothing was ever entered."""
        return not self.history.entries

    def _open_last(self, wanted: str) -> None:
        """Resume the game used last, or start a new one; an unreadable game stays in the archive with a notice."""
        last = self.archive.running()
        if wanted and (last is None or self.archive.find_game(last).header.game != wanted):
            kept = (each for each in self.archive.games() if each.header.game == wanted and not each.is_finished)
            last = next((each.id for each in kept), None)
        if last is None:
            self._new_or_none(wanted)
            return
        try:
            self.resume(last)
        except ArchiveError as trouble:
            self.leave(trouble.message, wanted)

    def leave(self, why: Message, wanted: str = "") -> None:
        """Leave a game that cannot be resumed; it stays in the archive. why: the notice."""
        self.troubles.append(why)
        self.has_unreadable_game = True
        self._new_or_none(wanted)

    def _new_or_none(self, wanted: str) -> None:
        """Start the wanted game; without one, players choose if there are several.

        If the disk is full, resume a stored game for viewing.
        """
        if self.games.playable and not wanted:
            self._use_none()
            return
        try:
            self.new(wanted or self.games.first)
        except ArchiveError as trouble:
            for kept in self.archive.games():
                with suppress(ArchiveError):
                    self.resume(kept.id)
                    self.troubles.append(trouble.message)
                    return
            raise

    def _use_none(self) -> None:
        """Take the game off the table, so that players choose the next one."""
        self.table_game, self.id = self.games.none, NO_ID
        rules = self.table_game.definition.rules
        self.history = History(rules, Header(SCHEMA, rules.slug, rules.rules_version, msgspec.Raw(b"null")))
        self.snapshot = self._look(self.table_game.definition, self.history, self.history.state)
        self._follow(summarize_game(self.snapshot.outline, self._translate))

    def new(self, game: str = "") -> None:
        """Start a new game of this kind, "" for the kind on the table; the old game stays in the archive."""
        table_game = self.games.of(game or self.definition.id)
        header = table_game.header(self._names())
        history = History(table_game.definition.rules, header)
        snapshot = self._look(table_game.definition, history, history.state)
        self.id = self.archive.create(header, summarize_game(snapshot.outline, self._translate, self._now()))
        self._use(table_game, history, snapshot)

    @property
    def can_begin_rematch(self) -> bool:
        """True if the game is over and its kind supports a rematch."""
        return self.snapshot.outline.over and self.definition.next_rematch_answer is not no_rematch_answer

    def rematch_answer(self, has_new_order: bool = False) -> None:
        """Start a rematch: a new game set up like the ended one as far as possible.

        reordered: the players answer the first question, who plays in which order, themselves.
        """
        self.undo_rematch()  # Asking for another order replaces the rematch that has begun.
        ended, ended_id = self.history, self.id
        self.new()
        self._again = RematchSetup(ended, self.id, self.snapshot.questions[0].number if has_new_order else 0)
        self.complete_rematch_setup()
        self._rematch = Rematch(ended_id, len(self.history.standing))
        with suppress(ArchiveError):  # Without the label only a power cut makes the rematch impossible to undo.
            self.label()

    def _fresh_rematch(self) -> Rematch | None:
        """Return the rematch if the players have entered nothing in it yet; else None."""
        again = self._rematch
        return again if again and again.entries == len(self.history.standing) else None

    def rematch_order(self) -> Message | None:
        """Return the order of play in such a rematch; None if there is none."""
        return self.definition.order(self.snapshot.state) if self._fresh_rematch() else None

    def undo_rematch(self) -> bool:
        """Undo a rematch without entries and resume the ended game; return False if there is none."""
        begun, rematch = self.id, self._fresh_rematch()
        if rematch is None:
            return False
        self.resume(rematch.ended)
        with suppress(ArchiveError):
            self.archive.delete(begun)
        return True

    def complete_rematch_setup(self) -> None:
        """Complete the set-up of a rematch once the players have answered their question."""
        again = self._again
        if again is None or any(question.number == again.waits_for for question in self.snapshot.questions):
            return
        self._again = None
        if again.game == self.id:
            self._repeat(again.ended)

    def _repeat(self, ended: History) -> None:
        for _ in range(MAX_SETUP_ENTRIES):
            answer = self.definition.next_rematch_answer(ended, self.history.state)
            entries = self.history.propose(answer) if answer else None
            if entries is None or isinstance(entries, Refusal):
                return
            self.store(entries, lambda: None)

    def choose(self, game: str) -> None:
        """Start a game of this kind; a game without entries is deleted."""
        unused = self.id if self.has_no_entries() else NO_ID
        if unused != NO_ID and game == self.definition.id:
            return
        self.new(game)
        if unused != NO_ID:
            self.archive.delete(unused)

    def restart_empty_game(self) -> None:
        """Restart a game without entries with the current facts of the box; any other keeps its facts."""
        if not self.has_game or not self.has_no_entries():
            return
        unused = self.id
        self.new()
        self.archive.delete(unused)

    def resume(self, game_id: int) -> None:
        """Resume a stored game. Raises ArchiveError, and then the running game stays."""
        kept = self.archive.find_game(game_id)
        table_game = self.games.of(kept.header.game)
        history = self.archive.load(game_id, table_game.definition.rules)
        try:
            snapshot = self._look(table_game.definition, history, history.state)
            summarize_game(snapshot.outline, self._translate)
        except Exception as error:
            log.exception("game %s can't be shown", game_id)
            raise ArchiveError(unreadable_game_text(kept.summary)) from error
        # Done last, because each start opens the running game first, and this game can now be loaded and shown.
        try:
            self.archive.resume(game_id)
        except ArchiveError as trouble:
            # The game can be viewed although it cannot be marked as running.
            self.troubles.append(trouble.message)
        self.id = game_id
        self._use(table_game, history, snapshot)

    def switch(self, game_id: int) -> None:
        """Resume a stored game instead of this one. Raises ArchiveError, and then this one stays.

        The old game is deleted if it has no standing entries, so that no empty games accumulate.
        """
        unused = self.id if not self.history.standing and game_id != self.id else NO_ID
        self.resume(game_id)
        if unused != NO_ID:
            with suppress(ArchiveError):
                self.archive.delete(unused)

    def delete(self, game_id: int) -> None:
        """Delete a stored game; the running one is replaced by a new game, or by none if there are several."""
        if game_id == self.id and not self.games.playable:
            self.new()
        self.archive.delete(game_id)
        if game_id == self.id:
            self._use_none()
        if self._rematch and self._rematch.ended == game_id:
            self._rematch = None

    def _use(self, table_game: GameOnTable, history: History, snapshot: GameSnapshot) -> None:
        self.table_game, self.history, self.snapshot = table_game, history, snapshot
        self._follow(self.archive.find_game(self.id).summary)
        # Games of an earlier version are listed by name only. An error while updating the list does no harm.
        with suppress(ArchiveError):
            self.label()

    def _follow(self, listed: GameSummary) -> None:
        """Continue with the game that is listed so."""
        self._listed, self._began, self._taken_in = listed, listed.began, listed.imported_at
        again = listed.rematch
        self._rematch = again if again and self.archive.has(again.ended) else None

    def lines(self) -> list[GameItem]:
        """Return the stored games for a list, newest first."""
        several = self.games.playable
        return [
            GameItem(
                str(kept.id),
                game_name_text(kept.summary, several.get(kept.header.game)),
                kept.id == self.id,
                game_details_text(kept.summary),
                kept.is_finished,
            )
            for kept in self.archive.games()
        ]

    def store(self, entries: Sequence[Entry], durable: Callable[[], None]) -> None:
        """Store entries, then apply them; `durable` is called in between. An error before that changes nothing."""
        self.archive.append(self.id, entries, self.rules)
        durable()
        if not self.history.entries:  # The players may have started long after the companion was switched on.
            self._began = self._now()
        self.history.add(entries)
        try:
            self.snapshot = self._look(self.definition, self.history, self.history.state)
        except Exception:
            self._withdraw(entries)
            raise

    def _withdraw(self, entries: Sequence[Entry]) -> None:
        """Undo an answer whose state cannot be shown, so that the game does not stay in it."""
        if isinstance(entries[-1].answer, Answer):
            back = self.history.propose_undo()
            self.archive.append(self.id, back, self.rules)
            self.history.add(back)

    def _look(self, definition: AnyGame, history: History, state: Any) -> GameSnapshot:
        rules, view = definition.rules, definition.view(state, TABLE_VIEWER)
        corrections = cache(lambda: rules.question(state, CORRECTION))
        bare = GameSnapshot(state, view, definition.outline(view), rules.questions(state), corrections)
        last = history.entries[-1].answer if history.entries else None
        if not isinstance(last, EntryUndo):
            return bare
        redo = redo_answer(history.entries) is not None
        return msgspec.structs.replace(bare, undone_roll=_undone_roll(history), can_redo=redo)

    def pop_notice(self) -> Message | None:
        """Return the oldest sentence not yet shown and remove it; None for none."""
        told, self.archive.mended = self.archive.mended, []
        self.troubles += told
        return self.troubles.pop(0) if self.troubles else None

    def rest(self) -> bool:
        """Compact the archive's log while idle; return True if there is a notice to show."""
        self.archive.fold()
        return bool(self.archive.mended)

    def label(self) -> None:
        """Update the game's entry in the archive's list if it changed."""
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
    """Return the sentence for a stored game that can be read but not shown."""
    return tr(
        "{name} is kept, but can't be shown; choose another game or begin a new one.", name=game_name_text(summary)
    )


def _undone_roll(history: History) -> Answer | None:
    """Return the die roll undone last if its question is open again; else None."""
    answer = history.last_undone_answer()
    question = history.game.question(history.state, answer.question) if answer else None
    if answer is None or question is None or refusal_reason(question, answer):
        return None
    offer = question.offer(answer.offer)
    # An offer with further parts does not name a face.
    named = question.kind == ROLL_QUESTION and offer is not None and not offer.parts
    return answer if named or answer.offer == COMPANION_ROLLS else None
