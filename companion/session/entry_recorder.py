"""`EntryRecorder` changes the running game's journal: answers, undo, redo and history edits.

Each entry is durable before its signal sounds; the menu shows the result and the table instructions. Decides no
rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from companion.engine.game import CORRECTION, TableInstruction
from companion.engine.history_editing import NO_LONGER_ASKED, EditedHistory
from companion.engine.journal import Entry
from companion.engine.message import Message, capitalize_start, join_list, shorten_joined, tr
from companion.engine.offers import Answer, Refusal
from companion.menu import history_menu, menu_state, open_screens
from companion.menu.forms import update_recent
from companion.menu.help_pages import NON_BLOCKING_NOTICE
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import add_notice
from companion.session import history_view
from companion.session.game_switches import AutoRoll, with_roll
from companion.session.services import SessionServices, SessionTable, show_refusal_notice

NOTHING_TO_UNDO, NOTHING_TO_REDO = tr("There is nothing left to take back."), tr("That is the last entry already.")

EntryAction = (
    menu_state.GiveAnswer | menu_state.Undo | menu_state.Redo | menu_state.UndoAfter | menu_state.EditEntry
)
"""The menu actions that change the journal."""


class EntryRecorder:
    """Records the entries of one table. `durable` is called as soon as an entry cannot be lost any more."""

    def __init__(
        self, table: SessionTable, services: SessionServices, rolls: AutoRoll, durable: Callable[[], None]
    ) -> None:
        self._table, self._services, self._rolls, self._durable = table, services, rolls, durable
        self._instructions_made_at = 0
        self._unmoved: dict[str, Sequence[Entry]] = {}

    def enter(self, act: EntryAction) -> str:
        """Do the action and return its signal."""
        match act:
            case menu_state.GiveAnswer(answer, replaces):
                return self._replace_last_entry(answer) if replaces else self._record_from_keys(answer)
            case menu_state.Undo():
                return self._undo()
            case menu_state.Redo():
                return self._redo()
            case menu_state.UndoAfter(number):
                return self._undo_entries(self._table.running.history.propose_back_to(number), NOTHING_TO_REDO)
            case menu_state.EditEntry():
                return self._edit(act)

    def _store(self, entries: Sequence[Entry]) -> None:
        self._table.running.store(entries, self._durable)

    def _record_from_keys(self, answer: Answer) -> str:
        """Record an answer from the keys. A notice confirms a correction if a question hides the home page."""
        before = self._front_question_number()
        signal = self.give(answer)
        menu, history = self._table.menu, self._table.running.history
        hidden = before > 0 and self._front_question_number() == before
        if hidden and answer.question == CORRECTION and signal == "accepted" and not menu.notice:
            words = history.words(len(history.standing) - 1)
            self._table.menu = add_notice(menu, "told", capitalize_start(words))
        return signal

    def _front_question_number(self) -> int:
        """Return the number of the blocking question that is shown; 0 for none."""
        return next((question.number for question in self._table.context.front_questions), 0)

    def give(self, answer: Answer) -> str:
        """Record or refuse an answer; return the signal."""
        running, context = self._table.running, self._table.context
        answer = self._rolls.fill_roll(context.question(answer.question), answer, self._table.menu.is_rerolled)
        entries = running.history.propose(answer)
        if isinstance(entries, Refusal):
            self._table.menu = open_screens.show_refusal(self._table.menu, answer, entries)
            return "asks" if entries.is_soft else "refused"
        before = running.snapshot
        self._store(entries)
        running.complete_rematch_setup()
        running.table_game.tags.settle_answer(answer)
        self._remember(context, answer)
        self._learn(entries)
        stays = open_screens.screens_after_answer(self._table.menu, context, answer)
        self._table.menu = msgspec.structs.replace(
            open_screens.close_after_answer(self._table.menu, answer), levels=stays
        )
        self._announce_auto_roll(context, answer)
        if running.snapshot.outline.announcement not in ((), before.outline.announcement):
            self._table.menu = open_screens.show_scoring(self._table.menu, running.snapshot.outline)
        if not answer.anyway:  # With `anyway` the player has already read and confirmed the rule.
            for rule in self._violated_rules(entries)[:1]:
                self._show_violated_rule(rule)
        known = {question.number for question in before.questions}
        asked = any(q.number not in known and not q.non_blocking for q in running.snapshot.questions)
        return "asks" if asked else "accepted"

    def _announce_auto_roll(self, context: MenuContext, answer: Answer) -> None:
        """Roll again if automatic rolling is on; at the first roll show a notice with the way to turn it off."""
        history, before = self._table.running.history, self._rolls.go_on
        words = history.words(len(history.standing) - 1)
        self._rolls.record_answer(context.question(answer.question), answer)
        if self._rolls.go_on and not before and not self._table.menu.notice:
            told = tr(
                "The companion rolls from now on: {what}. To roll yourselves: menu.",
                what=shorten_joined(words),
            )
            self._table.menu = add_notice(self._table.menu, NON_BLOCKING_NOTICE, told)

    def _replace_last_entry(self, answer: Answer) -> str:
        """Replace the last entry by this answer, in one step that one undo takes back."""
        standing = self._table.running.history.standing
        edit = menu_state.EditEntry(standing[-1].number, answer) if standing else None
        return self._edit(edit, swapped=True) if edit else self.give(answer)

    def _remember(self, context: MenuContext, answer: Answer) -> None:
        question, habits = context.question(answer.question), self._table.running.table_game.habits
        if question and habits.remember(update_recent(context, question, answer)):
            self._services.later(habits.keep)

    def _violated_rules(self, entries: Iterable[Entry]) -> tuple[str, ...]:
        """Return the rules violated by these corrections, as far as they have a help article."""
        overruled = self._table.running.table_game.definition.overruled
        return self._table.context.explain.known(rule for each in entries for rule in overruled(each.events))

    def _show_violated_rule(self, rule: str) -> None:
        """Show the rule in a notice; its OK key opens the article."""
        menu, says = self._table.menu, self._table.context.explain.text(rule)[0]
        if menu.notice:  # The notice already names the entry.
            text = tr("{told}. {besides}", told=menu.notice.text, besides=says)
        else:
            text = tr("Against a rule: {rule} It stays as you say, marked in the history.", rule=says)
        self._table.menu = add_notice(menu, "told", text, rule)

    def _learn(self, entries: Iterable[Entry]) -> None:
        table_game, facts = self._table.running.table_game, self._facts_in(entries)
        if facts:
            self._services.later(lambda: table_game.learn(facts))

    def _facts_in(self, entries: Iterable[Entry]) -> list[Any]:
        """Return the facts about the box in these entries."""
        learned = self._table.running.table_game.definition.learned
        return [fact for entry in entries for fact in learned(entry.events)]

    def _store_edited_history(self, entries: Sequence[Entry], moved: bool = False) -> None:
        """Store an edited history; facts that are no longer in it are removed from the box, others are added.

        moved: the table stood as the old history, so the facts entered then were true and stay.
        """
        running = self._table.running
        before = tuple(running.history.standing)
        self._store(entries)
        stands = running.history.standing
        kept = {entry.number for entry in stands}
        told = self._facts_in(stands)
        gone = [fact for fact in self._facts_in(e for e in before if e.number not in kept) if fact not in told]
        table_game, now = running.table_game, running.table_game.definition.known(running.history.state)
        if gone and not moved:
            self._services.later(lambda: table_game.forget(gone, now))
        had = {entry.number for entry in before}
        self._learn(entry for entry in stands if entry.number not in had)

    def _undo(self) -> str:
        """Undo the last entry; before the first entry, undo the rematch that began the game."""
        running = self._table.running
        if running.undo_rematch():
            self._table.menu = open_screens.show_scoring(Menu(), running.snapshot.outline)
            return "accepted"
        return self._undo_entries(running.history.propose_undo(), NOTHING_TO_UNDO)

    def _undo_entries(self, entries: Sequence[Entry], nothing: Message) -> str:
        if not entries:
            return show_refusal_notice(self._table, nothing)
        history, unmoved = self._table.running.history, self._unmoved_parts()
        items = history.undo_instructions(entries[0], unmoved=unmoved)
        change = history_view.undone_edit_text(history, entries[0])
        still = not history.undo_instructions(entries[0])
        title = (
            tr("{done}. On the table:", done=change)
            if change
            else history_view.undo_text(history, entries[0], still)
        )
        alone = history_view.undo_only_text(history, entries[0])
        self._store_with_instructions(entries, items, unmoved)
        menu = open_screens.show_instructions(self._table.menu, items, title)
        # Without a list of instructions the notice is the only sign, unless the undone question is asked again.
        asks = any(not question.non_blocking for question in self._table.running.snapshot.questions)
        told = change or (None if asks else alone)
        self._table.menu = menu if menu.instructions or not told else add_notice(menu, "told", told)
        return "accepted"

    def _unmoved_parts(self) -> dict[str, Sequence[Entry]]:
        """Return `TableInstruction.about` -> the history as which that part of the table still stands.

        Empty if the players closed the last list of instructions and continued, which means that they are done.
        """
        lies_open = any(isinstance(level, menu_state.UndoInstructionList) for level in self._table.menu.levels)
        if not lies_open and self._instructions_made_at != len(self._table.running.history.entries):
            return {}
        return history_view.unmoved_entries(self._unmoved, self._table.menu.instructions)

    def _store_with_instructions(
        self,
        entries: Sequence[Entry],
        items: Sequence[TableInstruction],
        unmoved: Mapping[str, Sequence[Entry]],
        moved: bool = False,
    ) -> None:
        """Store an edited history and remember from which history each instruction starts."""
        rest = unmoved.get("", tuple(self._table.running.history.standing))
        self._store_edited_history(entries, moved)
        self._unmoved = {item.subject: unmoved.get(item.subject, rest) for item in items if item.subject}
        self._instructions_made_at = len(self._table.running.history.entries)

    def _redo(self) -> str:
        """Redo the last undo; name what stands again and what players do. An open history stays open."""
        history, menu = self._table.running.history, self._table.menu
        entries = history.propose_redo()
        if not entries:
            return show_refusal_notice(self._table, tr("There is nothing to redo."))
        unmoved, before = self._unmoved_parts(), {entry.number for entry in history.standing}
        items = history.undo_instructions(entries[0], unmoved=unmoved)
        self._store_with_instructions(entries, items, unmoved)
        came = [text for entry, text in history.lines() if entry.number not in before]
        done = tr("It stands again: {what}", what=history_view.first_entries_text(came))
        title = tr("{done}. On the table:", done=done)
        if not history_menu.is_history_list(menu):
            menu = open_screens.show_instructions(menu, items, title)
            self._table.menu = menu if items else add_notice(menu, "told", done)
            return "accepted"
        text = (
            tr("{told} {besides}", told=title, besides=join_list((i.text for i in items), ". ")) if items else done
        )
        menu = open_screens.open_history(Menu(instructions=items), history_view.history_turns(self._table.running))
        self._table.menu = add_notice(menu, "told", text)
        return "accepted"

    def _edit(self, act: menu_state.EditEntry, swapped: bool = False) -> str:
        """Record a history edit and show the rule that it violates.

        swapped: the pieces have already been exchanged.
        """
        history = self._table.running.history
        before = self._violated_rules(history.standing)
        signal = self._edit_history(act, swapped)
        newest = act.later_answers[-1] if act.later_answers else act.new_answer
        broken = next((rule for rule in self._violated_rules(history.standing) if rule not in before), "")
        if broken and newest and not newest.anyway:
            self._show_violated_rule(broken)
        return signal

    def _edit_history(self, act: menu_state.EditEntry, swapped: bool) -> str:
        history = self._table.running.history
        act = self._with_roll(act)
        if history_view.is_unchanged(history, act):
            self._table.menu = add_notice(Menu(), "told", tr("Nothing was changed."))
            return "accepted"
        moved = act.only_log is False
        edit = history.propose_edit(act.number, act.new_answer, act.is_insertion, act.later_answers, moved)
        if edit.new_question and not edit.refusal and self._table.menu.past_entry:
            turn, whose = (
                edit.new_question_turn.number,
                history_view.turn_owner(self._table.running, edit.new_question_turn),
            )
            self._table.menu = open_screens.ask_edit_question(
                self._table.menu, act, edit.new_question, turn, whose
            )
            return "asks"
        if asks := self._show_unfit_entries(act, edit):
            return asks
        items = (
            ()
            if swapped or history_view.is_correction(history, act.number)
            else history.undo_instructions(*edit.entries)
        )
        text = history_view.edit_text(history, act, edit)
        if items and act.only_log is None:
            self._table.menu = open_screens.ask_table_or_log(
                self._table.menu,
                act,
                history_view.distinct_edit_text(history, act, text),
                history.rescoring_text(*edit.entries),
                items,
            )
            return "asks"
        stays = () if act.only_log else items
        self._show_edit(act, edit, text, stays, swapped, moved)
        return "accepted"

    def _show_edit(
        self,
        act: menu_state.EditEntry,
        edit: EditedHistory,
        text: Message,
        items: tuple[TableInstruction, ...],
        swapped: bool,
        moved: bool,
    ) -> None:
        """Store the edited history, then show what it changed and what players must do on the table."""
        history, running, turn = self._table.running.history, self._table.running, self._turn
        short = shorten_joined(history_view.distinct_edit_text(history, act, text))
        done = history_view.edit_done_text(history, act, text)
        lost = history_view.unfit_entry_texts(
            history, history_view.lost_and_obsolete(history, edit.unfit_entries)[0]
        )
        moved_piece = history_view.changed_piece_position(history, act)
        corrections = None
        if moved_piece is not None and act.new_answer:
            corrections = history_view.piece_corrections_text(running, moved_piece, act.new_answer)
        left = self._store_edit(edit, items, swapped, moved)
        stay = (
            []
            if moved_piece is None
            else history_view.entries_that_stay(history, moved_piece, len(act.later_answers))
        )

        def complete(sentence: Message) -> Message:
            sentence = history_view.add_lost_entries(
                history_view.add_kept_entries(sentence, stay), lost, turn, self._turn
            )
            return history_view.add_side_effects(sentence, corrections)

        if left:
            done = complete(text if act.new_answer is None else tr("Corrected: {what}", what=short))
            title = tr("{done}. On the table:", done=done)
            if act.is_partly_done:
                title = tr("{done}. Tick what is done already:", done=done)
            self._table.menu = open_screens.show_instructions(Menu(), left, title)
        else:
            self._table.menu = Menu() if swapped else add_notice(Menu(), "told", complete(done))

    @property
    def _turn(self) -> int:
        """The number of the current turn."""
        history = self._table.running.history
        return history.game.turn(history.state).number

    def _with_roll(self, act: menu_state.EditEntry) -> menu_state.EditEntry:
        """Return the edit with its newest answer rolled, if the companion rolls."""
        then, dice = self._table.menu.past_entry, self._services.dice
        newest = act.later_answers[-1] if act.later_answers else act.new_answer
        if not (then and newest):
            return act
        rolled = with_roll(then.question(newest.question), newest, dice)
        if act.later_answers:
            return msgspec.structs.replace(act, later_answers=(*act.later_answers[:-1], rolled))
        return msgspec.structs.replace(act, new_answer=rolled)

    def _show_unfit_entries(self, act: menu_state.EditEntry, edit: EditedHistory) -> str:
        """Return the signal if the edit is refused or drops later entries and needs a confirmation; else ""."""
        if edit.refusal and act.new_answer:
            self._table.menu = open_screens.show_refusal(
                self._table.menu, act.new_answer, edit.refusal, edit=act.number
            )
            return "asks" if edit.refusal.is_soft else "refused"
        if act.is_confirmed or not (edit.unfit_entries or edit.side_effects):
            return ""
        history = self._table.running.history
        words = {entry.number: text for entry, text in history.lines()}
        lost, moot = history_view.lost_and_obsolete(history, edit.unfit_entries)
        side_effects = (*edit.side_effects, *((words[entry.number], NO_LONGER_ASKED) for entry in moot))
        lines = [(words[entry.number], refusal) for entry, refusal in history_view.with_loss_reasons(edit, lost)]
        turns, scorings = history_view.count_turns(history, lost), history.rescoring_text(*edit.entries)
        self._table.menu = open_screens.show_unfit_entries(
            self._table.menu, act, lines, turns, side_effects, scorings
        )
        return "asks"

    def _store_edit(
        self, edit: EditedHistory, items: tuple[TableInstruction, ...], swapped: bool, moved: bool
    ) -> tuple[TableInstruction, ...]:
        """Store the edit and return the table instructions."""
        # A swap concerns the table too: undoing it must put back the pieces that were already exchanged.
        entries = edit.entries if items or swapped else edit.log_only_entries()
        unmoved = self._unmoved_parts() if items else {}
        items = self._table.running.history.undo_instructions(*entries, unmoved=unmoved) if unmoved else items
        self._store_with_instructions(entries, items, unmoved, moved)
        return items
