"""What a tap does to the menu: it ticks, it picks in the list that lies open, or it is the game's to understand.

Knows no tags, only ids of pieces; never answers by itself.
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
    """The same for a tag that may be on one of several pieces: only what is clear without asking."""
    if (looked_up := help_pages.open_tap_help(menu, context, pieces)) is not None:
        return looked_up
    # The list may hold an answer for each piece that a new sticker can be on: the tap picks none of them.
    if len(pieces) > 1 and menu.levels and isinstance(menu.levels[-1], menu_state.InterpretationList):
        return None
    found = [outcome for piece in pieces if (outcome := tap_piece(menu, context, piece)) is not None]
    return found[0] if len(found) == 1 else None


def tap_piece(menu: Menu, context: MenuContext, piece: str) -> Outcome | None:
    """What a tap does in the list that lies open; None when the tap is the game's."""
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
    """The number of the past entry whose form lies open; 0 for none."""
    level = menu.levels[-1] if menu.levels else None
    return level.edit if isinstance(level, menu_state.OfferForm) else 0


def _is_untouched_form(menu: Menu, context: MenuContext) -> bool:
    """Whether the form is just the question in front, untouched: the game knows best what a tap means there."""
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
    """Ticks what goes back with it; a piece that is back already means what it means in the game."""
    todo = next((i for i, each in enumerate(level.items) if each.piece == piece and not level.ticked[i]), None)
    if todo is None:
        return None
    after = history_menu.tick_instruction(menu, level, todo)
    # With the list its tick is gone: what the tap did is said.
    told = tr("Done: {what}.", what=level.items[todo].text)
    return after if after.levels else lists.add_notice(after, help_pages.LAST_ENTRY, told)


def join_meanings(each: Sequence[TapMeaning]) -> TapMeaning:
    """What a tag means that may be on one of several pieces: everything that it may mean on each."""
    able = [meaning for meaning in each if meaning.interpretations]
    if len(able) <= 1:
        return (able or each)[0]
    return TapMeaning(
        able[0].look,
        tr("A new sticker: on which piece?"),
        tuple(way for meaning in able for way in meaning.interpretations),
        all(meaning.in_order for meaning in able),
    )


def show_tap_meaning(menu: Menu, told: TapMeaning, piece: str = "", waits: bool = False) -> Outcome:
    """What the game made of a tap of a piece: looked at, taken as said, or asked. `waits`: a question is put."""
    menu = close_tap_screens(menu)
    if told.known:
        return menu
    if not told.interpretations:
        if (waits or menu.unfinished) and _question_shows(menu) and not told.why_not:
            return msgspec.structs.replace(lists.add_notice(menu, help_pages.FIRST_TUTORIAL, told.look), aside=0)
        return lists.add_notice(menu, "told", told.look, about=piece)
    if len(told.interpretations) == 1 and told.title is None:
        return menu_state.GiveAnswer(told.interpretations[0].answer, told.interpretations[0].replaces)
    asked = menu_state.InterpretationList(told.title or told.look, told.interpretations, in_order=told.in_order)
    # The same tag once more asks the same once, not twice.
    before = menu.unfinished and msgspec.structs.replace(menu.unfinished, cursor=0, turned=0)
    unfinished = None if before == asked else menu.unfinished
    return lists.push_screen(msgspec.structs.replace(menu, unfinished=unfinished), asked)


def _question_shows(menu: Menu) -> bool:
    """Whether the question that was put lies on top; without any list it comes back by itself."""
    asks = menu_state.OfferList | menu_state.OfferForm | menu_state.CautionPrompt | menu_state.KeptRollPrompt
    return not menu.levels or isinstance(menu.levels[-1], asks)


def show_tap_meanings(menu: Menu, each: Mapping[str, TapMeaning], waits: bool) -> Outcome:
    """The same for a tag that may be on one of several pieces; what is only looked at is the first."""
    return show_tap_meaning(menu, join_meanings([*each.values()]), next(iter(each)), waits)


def close_tap_screens(menu: Menu) -> Menu:
    """Lists that a tap began, or that it closes, are gone; forms that people opened stay.

    What the tap before this one asked comes back after it.
    """
    menu = help_pages.close_help(menu)
    asked = [level for level in menu.levels if isinstance(level, menu_state.InterpretationList)]
    unfinished = asked[0] if asked else menu.unfinished
    kept = tuple(
        level
        for level in menu.levels
        if not isinstance(level, menu_state.InterpretationList | menu_state.UndoInstructionList)
    )
    return msgspec.structs.replace(menu, levels=kept, notice=None, unfinished=unfinished)
