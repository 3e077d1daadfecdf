"""Screens of the history: turns, the entries of a turn, an entry part by part, changes, and table instructions.

Titles name the turn and its player, so that it is not mistaken for the current one. Changes nothing: a change is
returned as a menu action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import msgspec

from companion.engine.game import TableInstruction
from companion.engine.message import Message, capitalize_start, join_list, tr, trn
from companion.engine.offers import (
    COMPANION_ROLLS,
    Answer,
    Offer,
    Part,
    Pick,
    Question,
    Text,
    Value,
    parts_with_values,
    refusal_reason,
    takes_text,
    value_text,
)
from companion.menu import help_pages, menu_state
from companion.menu.forms import begin_form, next_part
from companion.menu.menu_state import HistoryTurn, Menu, MenuContext, PastEntry
from companion.menu.options import (
    Option,
    OptionList,
    Outcome,
    add_notice,
    answer_action,
    offer_option,
    pop_screen,
    preset_options,
    push_screen,
    replace_top,
    show_no_text_entry,
)
from companion.menu.pages import UNMADE_TEXT, ListItem

_OPENED = menu_state.TurnEntryList | menu_state.EntryMenu | menu_state.ForgottenList


def typed_question(menu: Menu) -> Question | None:
    """Return the question of the open entry with its offer alone, for a page to answer; None without a text."""
    past = menu.past_entry
    if (
        past is None
        or past.is_insertion
        or not any(isinstance(level, menu_state.EntryMenu) for level in menu.levels)
    ):
        return None
    question = past.question(past.answer.question)
    offer = question.offer(past.answer.offer) if question and not question.secret else None
    if question is None or offer is None or not any(takes_text(part) for part in offer.parts):
        return None
    changed = msgspec.structs.replace(offer, label=tr("Change the open entry: {what}", what=offer.label))
    return Question(question.number, question.kind, question.text, (changed,), question.player, non_blocking=True)


def is_history_open(menu: Menu) -> bool:
    """True if a screen about a turn or an entry of the history is open."""
    return any(isinstance(level, _OPENED) for level in menu.levels)


def is_history_list(menu: Menu) -> bool:
    """True if the list of turns is on top."""
    return bool(menu.levels) and isinstance(menu.levels[-1], menu_state.HistoryList)


def press_held_undo(menu: Menu, context: MenuContext) -> Outcome:
    """Return what a long press of UNDO does: it opens the history; in the open history it redoes."""
    return menu_state.Redo() if context.can_redo and is_history_list(menu) else menu_state.FetchData("history")


def history_title(menu: Menu, title: Message) -> Message:
    """Return the title of a history page with its turn; a question that only an edit asks is marked as such."""
    past, level = menu.past_entry, menu.levels[-1]
    if past is None or isinstance(level, menu_state.TurnEntryList):
        return title  # The title of this list is the turn already.
    if past.new_question and getattr(level, "question", 0) == past.new_question.number:
        return _edit_question_title(past, title)
    if past.turn is None:
        return title
    whose = None if past.turn_owner and _begins_with(title, past.turn_owner) else past.turn_owner
    return tr("{turn}. {title}", turn=turn_name(past.turn, whose), title=capitalize_start(title))


def _begins_with(title: Message, name: Message) -> bool:
    """True if the title begins with the name; the English texts decide for every language."""
    return str(title).casefold().startswith(str(name).casefold())


def turn_name(turn: int, owner: Message | None = None) -> Message:
    """Return the name of a turn: its number and its player."""
    if turn and owner:
        return tr("Turn {n}, {who}", n=turn, who=owner)
    return tr("Turn {n}", n=turn) if turn else tr("Set-up")


def _edit_question_title(past: menu_state.PastEntry, title: Message) -> Message:
    if not past.new_question_turn:
        return tr("The change asks: {question}", question=title)
    if past.new_question_turn_owner is None:
        return tr("The change asks in turn {n}: {question}", n=past.new_question_turn, question=title)
    return tr(
        "The change asks in turn {n}, {who}: {question}",
        n=past.new_question_turn,
        who=past.new_question_turn_owner,
        question=title,
    )


ROWS_WITH_TEXT = 64
"""Rows around the cursor whose texts are made; panels show no more, and making all texts of a long game takes
time.
"""
FORGOTTEN_KEY_ORDER = ("DOWN+", "OK", "UP", "DOWN", "UP+", "BACK", "BACK+")
"""Keys in the order in which their entries are most often forgotten: points, then frequent entries."""
MAX_NAMED_INSTRUCTIONS = 2
"""Table instructions that are named beside an answer."""
NOT_YET = tr("Not yet")


def options_for_history(menu: Menu, _context: MenuContext, level: menu_state.HistoryList) -> OptionList:
    options = [
        Option(
            _turn_row(turn, abs(at - level.cursor) <= ROWS_WITH_TEXT),
            partial(_open_turn, menu, turn),
            _forgotten_action(turn),
        )
        for at, turn in enumerate(level.turns)
    ]
    return OptionList("history", tr("History"), options, ok_label=tr("look"), held_label=tr("forgot?"))


def _forgotten_action(turn: HistoryTurn) -> Callable[[], Outcome] | None:
    """Return the action that asks for a forgotten entry in that turn; None for the set-up."""
    return partial(menu_state.FetchData, "forgotten", turn.lines[-1].number) if turn.number else None


def _turn_row(turn: HistoryTurn, near: bool) -> ListItem:
    return ListItem(turn.text.value if near else UNMADE_TEXT, figure=turn.figure, figure_note=_turn_words(turn))


def _turn_words(turn: HistoryTurn) -> Message:
    return tr("turn {n}", n=turn.number) if turn.number else tr("set-up")


def _open_turn(menu: Menu, turn: HistoryTurn) -> Menu:
    """Return the menu with the entries of a turn, the cursor on the first one; for the set-up on the last one.

    The first entry of a turn is its main one; the first entries of the set-up are rarely wrong.
    """
    return push_screen(menu, menu_state.TurnEntryList(turn, 0 if turn.number else len(turn.lines) - 1))


def options_for_turn(_menu: Menu, _context: MenuContext, level: menu_state.TurnEntryList) -> OptionList:
    lines = level.turn.lines
    options = [
        Option(
            ListItem(line.text.value if abs(at - level.cursor) <= ROWS_WITH_TEXT else UNMADE_TEXT),
            partial(menu_state.FetchData, "entry", line.number),
        )
        for at, line in enumerate(lines)
    ]
    if forgotten := _forgotten_action(level.turn):
        options.append(Option(ListItem(tr("Something was forgotten here")), forgotten))
    return OptionList("history", turn_name(level.turn.number), options, level.turn.figure)


def options_for_entry(menu: Menu, context: MenuContext, _level: menu_state.EntryMenu) -> OptionList:
    past = menu.past_entry
    assert past is not None
    options = list(_part_options(menu, context, past))
    options.append(Option(ListItem(tr("Remove it")), partial(menu_state.EditEntry, past.number)))
    if past.later_entries:
        gone = trn("takes back the {n} entry after it", "takes back the {n} entries after it", past.later_entries)
        options.append(
            Option(ListItem(tr("Back to here"), gone), partial(push_screen, menu, _back_to_prompt(past)))
        )
    if help_pages.open_help(menu, context, past.help_keys):
        options.append(Option(ListItem(tr("Why?")), partial(_open_entry_help, menu, context, past)))
    return OptionList("menu", past.text, options)


def _back_to_prompt(past: PastEntry) -> menu_state.ConfirmPrompt:
    """Return the confirmation before all later entries are undone."""
    title = trn("Take back the {n} entry after it?", "Take back the {n} entries after it?", past.later_entries)
    if past.later_turns > 1:
        title = trn(
            "Take back the {n} entry of {turns} turns after it?",
            "Take back the {n} entries of {turns} turns after it?",
            past.later_entries,
            turns=past.later_turns,
        )
    back = trn("Take it back", "Take them back", past.later_entries)
    return menu_state.ConfirmPrompt(title, back, menu_state.UndoAfter(past.number))


def _open_entry_help(menu: Menu, context: MenuContext, past: PastEntry) -> Menu:
    """Return the menu with the rules behind the entry's events."""
    return help_pages.open_help(menu, context, past.help_keys) or menu


def _part_options(menu: Menu, context: MenuContext, past: PastEntry) -> Iterator[Option]:
    """Yield rows for the parts of the answer: its values, the player and the kind of entry."""
    question, answer = past.question(past.answer.question), past.answer
    offer = question.offer(answer.offer) if question else None
    if question is None or offer is None or question.secret:
        return  # The panel is public; a secret entry is undone and entered again.
    parts = list(_value_options(menu, context, past, question, offer))
    at = assumed_parts_count(offer, answer)
    yield from (*parts[:at], *_player_options(menu, past, question), *parts[at:])
    if len(question.offers) > 1:
        at = next(i for i, each in enumerate(question.offers) if each.name == answer.offer)
        asks_it = any(str(part.text) == str(question.text) for part, _ in _parts_with_values(offer, answer))
        what = tr("What was done?") if question.non_blocking or asks_it else question.text
        chosen = menu_state.OfferList(question.number, at, edit=past.number)
        yield Option(ListItem(what, offer.label), partial(push_screen, menu, chosen))


def _value_options(
    menu: Menu, context: MenuContext, past: PastEntry, question: Question, offer: Offer
) -> Iterator[Option]:
    answer = past.answer
    for at, (part, value) in enumerate(_parts_with_values(offer, answer)):
        form = menu_state.OfferForm(
            question.number, offer.name, answer.values[:at], edit=past.number, old_values=answer.values[at:]
        )
        opened = partial(_open_part, menu, context, question, form)
        asked = (part.brief if isinstance(part, Pick) else None) or part.text
        yield Option(ListItem(asked, value_text(part, value)), opened)


def _parts_with_values(offer: Offer, answer: Answer) -> Iterable[tuple[Part, Value]]:
    """Return the parts and values of an answer; none for a roll of the companion."""
    return () if offer.name == COMPANION_ROLLS else parts_with_values(offer.parts, answer.values)


def assumed_parts_count(offer: Offer, answer: Answer) -> int:
    """Return how many parts were filled in without asking; they are rarely wrong."""
    first = offer.parts[0] if offer.parts else None
    return int(isinstance(first, Pick) and first.is_assumed and answer.values[:1] == (first.default,))


def _player_options(menu: Menu, past: PastEntry, question: Question) -> Iterator[Option]:
    if len(past.questions) > 1:
        whose = past.player_names[past.questions.index(question)]
        yield Option(ListItem(tr("Who?"), whose), partial(push_screen, menu, menu_state.PlayerList()))


def _open_part(menu: Menu, context: MenuContext, question: Question, form: menu_state.OfferForm) -> Menu:
    """Return the menu with one part of the entry open, the cursor on its value; a text is typed on a page."""
    offer = question.offer(form.offer)
    if offer and isinstance(next_part(offer, form.values), Text):
        return show_no_text_entry(menu, context)
    return push_screen(menu, begin_form(question, form, context, form.old_values[0]))


def options_for_players(menu: Menu, context: MenuContext, _level: menu_state.PlayerList) -> OptionList:
    past = menu.past_entry
    assert past is not None
    options = [
        Option(ListItem(name), partial(_move_to_player, menu, context, past, question))
        for question, name in zip(past.questions, past.player_names, strict=True)
    ]
    return OptionList("question", tr("Who was it?"), options)


def _move_to_player(menu: Menu, context: MenuContext, past: PastEntry, question: Question) -> Outcome:
    """Return the action that moves the entry to another player, or the form if it does not fit unchanged."""
    answer = Answer(question.number, past.answer.offer, past.answer.values)
    offer = question.offer(answer.offer)
    if offer and refusal_reason(question, msgspec.structs.replace(answer, anyway=True)):
        return offer_option(menu, context, question, offer, past.number).choose()
    if offer is None:
        return push_screen(menu, menu_state.OfferList(question.number, edit=past.number))
    return answer_action(menu, past.number, answer)


def options_for_forgotten(menu: Menu, context: MenuContext, _level: menu_state.ForgottenList) -> OptionList:
    """Return the entries possible at that point.

    Those of the turn's player come first, the most frequent ones on top; then those of others.
    """
    past = menu.past_entry
    assert past is not None
    first = past.questions[:1]
    own = _sort_offers(
        [(question, offer) for question in first for offer in question.offers if not offer.fallback]
    )
    options = [
        option
        for question, offer in own
        for option in (
            *preset_options(menu, question, offer, past.number),
            offer_option(menu, context, question, offer, past.number),
        )
    ]
    options += [
        Option(
            ListItem(question.text),
            partial(push_screen, menu, menu_state.OfferList(question.number, edit=past.number)),
        )
        for question in past.questions[1:]
    ]
    return OptionList("menu", tr("What was forgotten?"), options)


def _sort_offers(own: Sequence[tuple[Question, Offer]]) -> list[tuple[Question, Offer]]:
    """Return the first offer of each key in the order of FORGOTTEN_KEY_ORDER, then all other offers."""
    leads = {offer.key: (question, offer) for question, offer in reversed(own)}
    front = [leads[key] for key in FORGOTTEN_KEY_ORDER if key in leads]
    names = {offer.name for _, offer in front}
    return [*front, *(pair for pair in own if pair[1].name not in names)]


def options_for_table_or_log(menu: Menu, _context: MenuContext, level: menu_state.TableOrLog) -> OptionList:
    """Return the question whether the instructions of an edit are carried out already, with what follows."""
    done, edit = msgspec.structs.replace, level.edit
    options = [
        Option(ListItem(tr("Yes"), level.notice or level.text), lambda: done(edit, only_log=True)),
        Option(ListItem(NOT_YET, tr("goes onto the to-do list")), lambda: done(edit, only_log=False)),
    ]
    if len(level.instructions) > 1:
        partly = partial(done, edit, only_log=False, is_partly_done=True)
        options.append(Option(ListItem(tr("In part"), tr("tick what is done")), partly))
    if edit.new_answer and not edit.is_insertion:
        options.append(Option(ListItem(tr("Change something else")), partial(_back_to_parts, menu, level)))
    return OptionList("caution", tr("{what}. Done already?", what=_first_instructions(level)), options)


def _first_instructions(level: menu_state.TableOrLog) -> Message:
    """Return the first instructions and the number of the others."""
    first, more = (
        join_list(level.instructions[:MAX_NAMED_INSTRUCTIONS], ". "),
        len(level.instructions) - MAX_NAMED_INSTRUCTIONS,
    )
    if more > 0:
        return trn("{what}. {n} more thing to do", "{what}. {n} more things to do", more, what=first)
    return first


def _back_to_parts(menu: Menu, level: menu_state.TableOrLog) -> Menu:
    """Return the menu back at the parts of the entry, with the changes so far."""
    past, answer = menu.past_entry, level.edit.new_answer
    assert past is not None
    assert answer is not None
    menu = msgspec.structs.replace(menu, past_entry=msgspec.structs.replace(past, answer=answer, is_changed=True))
    while menu.levels and not isinstance(menu.levels[-1], menu_state.EntryMenu):
        menu = pop_screen(menu)
    return menu


def notice_dropped_edit(menu: Menu, left: Menu) -> Menu:
    """Return the menu after BACK, with a notice if an edit in progress was dropped."""
    was_there = any(isinstance(level, menu_state.EntryMenu) for level in menu.levels)
    still_there = any(isinstance(level, menu_state.EntryMenu) for level in left.levels)
    if not (menu.past_entry and menu.past_entry.is_changed and was_there) or still_there:
        return left
    return add_notice(left, "told", tr("The change was not made."))


UNDO_TITLE, RECONCILE_TITLE = tr("Put back on the table"), tr("Change on the table")


def instructions_title(items: Sequence[TableInstruction]) -> Message:
    """Return the title of a list of these instructions."""
    return RECONCILE_TITLE if any(item.is_forward for item in items) else UNDO_TITLE


def options_for_undo_instructions(
    menu: Menu, _context: MenuContext, level: menu_state.UndoInstructionList
) -> OptionList:
    options = [Option(ListItem(tr("All done")), lambda: Menu())]
    options += [
        Option(ListItem(item.text, ticked=done), partial(tick_instruction, menu, level, index, not done))
        for index, (item, done) in enumerate(zip(level.items, level.ticked, strict=True))
    ]
    return OptionList("put_back", level.title or instructions_title(level.items), options, ok_label=tr("done"))


def tick_instruction(menu: Menu, level: menu_state.UndoInstructionList, index: int, done_now: bool = True) -> Menu:
    """Return the menu with one instruction marked as done or not done; when all are done the list closes."""
    done = tuple(done_now if i == index else was for i, was in enumerate(level.ticked))
    if all(done):
        return Menu()
    left = tuple(item for item, was in zip(level.items, done, strict=True) if not was)
    now = replace_top(menu, msgspec.structs.replace(level, ticked=done))
    return msgspec.structs.replace(now, instructions=left)


def open_instructions(menu: Menu, title: Message | None = None) -> Menu:
    """Return a menu with the list of open table instructions."""
    level = menu_state.UndoInstructionList(menu.instructions, (False,) * len(menu.instructions), title=title)
    return Menu((level,), instructions=menu.instructions)
