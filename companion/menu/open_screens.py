"""Functions that open screens for the application: reasons, lists that only it can fill, sheets.

Pure: every function returns a new menu.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.engine.game import CORRECTION, GameOutline, TableInstruction
from companion.engine.message import Message, tr
from companion.engine.offers import Answer, Pick, Question, Reason, Refusal
from companion.menu import menu_state
from companion.menu import options as lists
from companion.menu.forms import begin_form, next_part
from companion.menu.history_menu import assumed_parts_count, open_instructions
from companion.menu.menu_state import HistoryTurn, Menu, MenuContext
from companion.menu.options import add_notice, push_screen

NOTHING_AVAILABLE = tr(
    "Nothing is entered freely here: change one of these entries, or correct how the table is now."
)


def close_all(menu: Menu) -> Menu:
    """Return the menu with everything closed, after something was done."""
    return Menu(instructions=menu.instructions, interrupted_tap=menu.interrupted_tap, last_offer=menu.last_offer)


def close_after_answer(menu: Menu, answer: Answer) -> Menu:
    """Return the menu after an answer, closed; remembers the offer of an answer by keys for the cursor."""
    top = menu.levels[-1] if menu.levels else None
    # A tap leaves no form open; what it fills in is in its values.
    by_hand = isinstance(top, menu_state.OfferForm) or (
        isinstance(top, menu_state.OfferList) and not answer.values
    )
    stood = (answer.question, answer.offer) if by_hand else None
    return close_all(msgspec.structs.replace(menu, last_offer=stood))


def screens_after_answer(menu: Menu, context: MenuContext, answer: Answer) -> tuple[menu_state.MenuScreen, ...]:
    """Return the screens that stay open after an answer by keys.

    That is the sheet that led to a correction, or a list in which players change one row after the other.
    """
    form = menu.levels[-1] if menu.levels else None
    if not isinstance(form, menu_state.OfferForm) or (form.question, form.offer) != (
        answer.question,
        answer.offer,
    ):
        return ()
    under = menu.levels[-2] if len(menu.levels) > 1 else None
    if isinstance(under, menu_state.SheetScreen) and form.question == CORRECTION:
        return menu.levels[:-1]
    question = context.question(form.question)
    offer = question.offer(form.offer) if question else None
    rows = next_part(offer, ()) if offer else None
    if question is None or not isinstance(rows, Pick) or not rows.several:
        return ()
    chosen = begin_form(question, msgspec.structs.replace(form, values=(), key_page=0), context, answer.values[0])
    return (*menu.levels[:-1], chosen)


def show_scoring(menu: Menu, outline: GameOutline) -> Menu:
    """Return the menu with the sheet of the latest scoring, if there is one."""
    return open_sheet(menu, outline.announced_sheet) if outline.announced_sheet in outline.sheets else menu


def show_refusal(menu: Menu, answer: Answer, refusal: Refusal, edit: int = 0) -> Menu:
    """Return the menu after a refused answer: the reason, or for a soft rule the question what to do."""
    if refusal.is_soft:
        return push_screen(
            msgspec.structs.replace(menu, notice=None), menu_state.CautionPrompt(answer, refusal.reason, edit=edit)
        )
    return lists.show_reason(menu, refusal.reason)


def show_instructions(menu: Menu, items: Sequence[TableInstruction], title: Message | None = None) -> Menu:
    """Return the menu after an undo: its table instructions, together with those still open from before.

    Earlier instructions with an `about` are already included in `items`.
    """
    lies_open = any(isinstance(level, menu_state.UndoInstructionList) for level in menu.levels)
    earlier = [item for item in menu.instructions if not item.subject] if lies_open else []
    owed = (*earlier, *items)
    return open_instructions(Menu(instructions=owed), title) if owed else Menu()


def open_history(menu: Menu, turns: Sequence[HistoryTurn]) -> Menu:
    """Return the menu with the history, newest first. turns: oldest first."""
    if not turns:
        return add_notice(menu, "told", tr("Nothing has been entered yet."))
    return _push_over(menu, menu_state.HistoryList(tuple(reversed(turns))))


def open_game_list(menu: Menu, lines: Sequence[menu_state.GameItem]) -> Menu:
    """Return the menu with the list of stored games."""
    return _push_over(menu, menu_state.GameList(tuple(lines)))


def _push_over(menu: Menu, level: menu_state.MenuScreen) -> Menu:
    """Return the menu with a screen over the home page or main menu, replacing lists of its own kind."""
    kept = tuple(below for below in menu.levels if isinstance(below, menu_state.MainMenu | menu_state.MoreOffers))
    return msgspec.structs.replace(menu, levels=(*kept, level), notice=None)


def open_entry(menu: Menu, past: menu_state.PastEntry) -> Menu:
    """Return the menu with an earlier entry, or with what may have been forgotten before it."""
    menu = msgspec.structs.replace(menu, past_entry=past, notice=None)
    if past.is_insertion and not past.questions:
        return add_notice(menu, "told", NOTHING_AVAILABLE)
    if past.is_insertion:
        return push_screen(menu, menu_state.ForgottenList())
    # The cursor skips the player and parts filled in without asking, because they are rarely wrong.
    asked = past.question(past.answer.question)
    offer = asked.offer(past.answer.offer) if asked else None
    unasked = assumed_parts_count(offer, past.answer) if offer else 0
    return push_screen(menu, menu_state.EntryMenu((len(past.questions) > 1) + unasked))


def show_forgotten_now(menu: Menu) -> Menu:
    """Return the menu with the list of current entries, for an entry forgotten in the current turn."""
    return msgspec.structs.replace(menu, levels=(menu_state.MoreOffers(),), notice=None)


def ask_edit_question(
    menu: Menu, edit: menu_state.EditEntry, question: Question, turn: int, turn_owner: Message | None
) -> Menu:
    """Return the menu with a question that only the edited history asks, before the edit is made.

    It replaces the previous such question, so that BACK leads to the edit.
    """
    assert menu.past_entry is not None
    answered = menu.past_entry.new_question.number if menu.past_entry.new_question else 0
    kept = tuple(level for level in menu.levels if getattr(level, "question", 0) != answered or not answered)
    past = msgspec.structs.replace(
        menu.past_entry,
        new_question=question,
        new_question_turn=turn,
        new_question_turn_owner=turn_owner,
        edit=edit,
    )
    over = menu_state.OfferList(question.number, edit=edit.number)
    return push_screen(msgspec.structs.replace(menu, levels=kept, past_entry=past), over)


def ask_table_or_log(
    menu: Menu,
    edit: menu_state.EditEntry,
    text: Message,
    notice: Message | None,
    instructions: Sequence[TableInstruction],
) -> Menu:
    """Return the menu asking whether the table instructions of an edit are carried out already."""
    return push_screen(menu, menu_state.TableOrLog(edit, text, notice, tuple(item.text for item in instructions)))


def show_unfit_entries(
    menu: Menu,
    edit: menu_state.EditEntry,
    lines: Sequence[tuple[Message, Refusal]],
    turns: int = 1,
    side_effects: Sequence[tuple[Message, Reason]] = (),
    scorings: Message | None = None,
) -> Menu:
    """Return the menu with what an edit would drop and change, before it is made.

    lines: the dropped entries. turns: the number of their turns. scorings: notice about changed scorings.
    """
    told = tuple((text, refusal.reason) for text, refusal in lines)
    return push_screen(menu, menu_state.UnfitList(edit, told, turns, tuple(side_effects), scorings))


def open_sheet(menu: Menu, kind: str) -> Menu:
    """Return the menu with a sheet on top, until OK."""
    return push_screen(menu, menu_state.SheetScreen(kind))
