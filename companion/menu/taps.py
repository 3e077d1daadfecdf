"""The effect of a tap on the menu: it ticks an instruction, picks in the open list, or is passed on to the game.

Knows ids of pieces, not tags; never answers by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from companion.engine.game import TapMeaning
from companion.engine.message import tr
from companion.engine.offers import Choice, Pick
from companion.menu import form_screens, forms, help_pages, history_menu, menu_state
from companion.menu import options as lists
from companion.menu.menu import refresh_menu
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import Outcome


def tap_any_piece(menu: Menu, context: MenuContext, pieces: Sequence[str]) -> Outcome | None:
    """Return the effect of a tag that may be on one of several pieces, if only one is possible; else None."""
    if (looked_up := help_pages.open_tap_help(menu, context, pieces)) is not None:
        return looked_up
    # The list may have an answer for each piece that a new sticker can be on; the tap picks none of them.
    if len(pieces) > 1 and menu.levels and isinstance(menu.levels[-1], menu_state.InterpretationList):
        return None
    found = [outcome for piece in pieces if (outcome := tap_piece(menu, context, piece)) is not None]
    return found[0] if len(found) == 1 else None


def tap_piece(menu: Menu, context: MenuContext, piece: str) -> Outcome | None:
    """Return the effect of a tap on the open list; None if the tap is for the game."""
    menu = msgspec.structs.replace(refresh_menu(help_pages.close_help(menu), context), notice=None)
    level = menu.levels[-1] if menu.levels else None
    if isinstance(level, menu_state.UndoInstructionList):
        return _tap_undo_instruction(menu, level, piece)
    if isinstance(level, menu_state.InterpretationList):
        fitting = [way for way in level.choices if piece in way.answer.values]
        return menu_state.GiveAnswer(fitting[0].answer, fitting[0].replaces) if len(fitting) == 1 else None
    if isinstance(level, menu_state.OfferForm) and not _is_untouched_form(menu, context):
        return _tap_pick(menu, context, level, piece)
    return None


def edited_entry_number(menu: Menu) -> int:
    """Return the number of the entry whose edit form is open; 0 for none."""
    level = menu.levels[-1] if menu.levels else None
    return level.edit if isinstance(level, menu_state.OfferForm) else 0


def _is_untouched_form(menu: Menu, context: MenuContext) -> bool:
    """True if the form is the untouched blocking question, for which the game interprets the tap."""
    level = menu.levels[0]
    front = next(iter(context.front_questions), None)
    return (
        len(menu.levels) == 1
        and isinstance(level, menu_state.OfferForm)
        and not level.values
        and front is not None
        and front.number == level.question
    )


def _tap_pick(menu: Menu, context: MenuContext, form: menu_state.OfferForm, piece: str) -> Outcome | None:
    question = lists.screen_question(menu, context, form)
    offer = question.offer(form.offer) if question else None
    part = forms.next_part(offer, form.values) if offer else None
    choices: Sequence[Choice] = part.choices if isinstance(part, Pick) else ()
    found = [c for c in choices if c.piece == piece]
    if question is None or len(found) != 1:
        return None
    if found[0].closed:
        return lists.show_reason(menu, found[0].closed)
    return form_screens.add_values(menu, context, question, form, found[0].value)


def _tap_undo_instruction(menu: Menu, level: menu_state.UndoInstructionList, piece: str) -> Menu | None:
    """Tick the instruction for this piece; None if there is no unticked one."""
    todo = next((i for i, each in enumerate(level.items) if each.piece == piece and not level.ticked[i]), None)
    if todo is None:
        return None
    after = history_menu.tick_instruction(menu, level, todo)
    # The list closes with its last tick, so a notice confirms it.
    told = tr("Done: {what}.", what=level.items[todo].text)
    return after if after.levels else lists.add_notice(after, help_pages.NON_BLOCKING_NOTICE, told)


def join_meanings(each: Sequence[TapMeaning]) -> TapMeaning:
    """Return the combined meaning of a tag that may be on one of several pieces."""
    able = [meaning for meaning in each if meaning.interpretations]
    if len(able) <= 1:
        return (able or each)[0]
    return TapMeaning(
        able[0].description,
        tr("A new sticker: on which piece?"),
        tuple(way for meaning in able for way in meaning.interpretations),
        all(meaning.in_order for meaning in able),
    )


def show_tap_meaning(menu: Menu, meaning: TapMeaning, piece: str = "", waits: bool = False) -> Outcome:
    """Return the result of a tap's meaning: show, answer or ask. waits: a blocking question is open."""
    menu = close_tap_screens(menu)
    if meaning.is_repeat:
        return menu
    if not meaning.interpretations:
        if (waits or menu.interrupted_tap) and _question_shows(menu) and not meaning.is_refusal:
            return msgspec.structs.replace(
                lists.add_notice(menu, help_pages.ANSWER_FIRST_NOTICE, meaning.description), postponed_question=0
            )
        return lists.add_notice(menu, "told", meaning.description, about=piece)
    if len(meaning.interpretations) == 1 and meaning.title is None:
        return menu_state.GiveAnswer(meaning.interpretations[0].answer, meaning.interpretations[0].replaces)
    asked = menu_state.InterpretationList(
        meaning.title or meaning.description, meaning.interpretations, in_order=meaning.in_order
    )
    # Tapping the same tag again must not list the question twice.
    before = menu.interrupted_tap and msgspec.structs.replace(menu.interrupted_tap, cursor=0, key_page=0)
    unfinished = None if before == asked else menu.interrupted_tap
    return lists.push_screen(msgspec.structs.replace(menu, interrupted_tap=unfinished), asked)


def _question_shows(menu: Menu) -> bool:
    """True if the blocking question is on top; without screens it opens by itself."""
    asks = menu_state.OfferList | menu_state.OfferForm | menu_state.CautionPrompt | menu_state.UndoneRollPrompt
    return not menu.levels or isinstance(menu.levels[-1], asks)


def show_tap_meanings(menu: Menu, each: Mapping[str, TapMeaning], waits: bool) -> Outcome:
    """Return the result for a tag that may be on one of several pieces.

    Without a meaning the first piece is shown.
    """
    return show_tap_meaning(menu, join_meanings([*each.values()]), next(iter(each)), waits)


def close_tap_screens(menu: Menu) -> Menu:
    """Return the menu without lists that a tap opened or closes; forms that players opened stay.

    The question of the previous tap comes back after this one.
    """
    menu = help_pages.close_help(menu)
    asked = [level for level in menu.levels if isinstance(level, menu_state.InterpretationList)]
    unfinished = asked[0] if asked else menu.interrupted_tap
    kept = tuple(
        level
        for level in menu.levels
        if not isinstance(level, menu_state.InterpretationList | menu_state.UndoInstructionList)
    )
    return msgspec.structs.replace(menu, levels=kept, notice=None, interrupted_tap=unfinished)
