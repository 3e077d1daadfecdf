"""What every list of the menu shows, and what each of its rows does: one generator for page and press.

A row comes with the menu or act that OK on it gives. Draws nothing and moves no cursor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from companion.engine.message import Message, listed, literal, tr
from companion.engine.offers import Answer, Choice, Offer, Pick, Question, Reason, Text, Value
from companion.menu import menu_state
from companion.menu.forms import begin, folded, is_closed, next_part, title_of
from companion.menu.menu_state import Level, Menu, MenuContext
from companion.menu.pages import Hint, ListItem, NoticePage

Outcome = Menu | menu_state.Act

GO_ON = (Hint("OK", tr("go on")),)


class Option(NamedTuple):
    """A row of a list."""

    row: ListItem
    """What it shows."""
    chosen: Callable[[], Outcome]
    """Gives what OK on it does; worked out for the chosen row only."""


class OptionList(NamedTuple):
    """A list ready for a page."""

    kind: str
    """As in `ListPage.kind`."""
    title: Message
    """Over the list: what is asked, or what the list is."""
    options: Sequence[Option]
    """From the top."""
    asked: str = ""
    """The player whom it is asked, by id; "" for everybody."""
    ok: Message = tr("choose")
    """What OK does, for the hint."""


def noticed(menu: Menu, kind: str, text: Message, rule: str = "") -> Menu:
    """The menu with a sentence over it."""
    return msgspec.structs.replace(menu, notice=NoticePage(kind, text, GO_ON, rule))


def because(menu: Menu, reason: Reason) -> Menu:
    """The menu with the reason why not."""
    return noticed(menu, "refused", reason.text, reason.rule)


def pushed(menu: Menu, level: Level) -> Menu:
    return msgspec.structs.replace(menu, levels=(*menu.levels, level))


def popped(menu: Menu) -> Menu:
    return msgspec.structs.replace(menu, levels=menu.levels[:-1])


def on_top(menu: Menu, level: Level) -> Menu:
    """The menu with `level` in the place of the one on top."""
    return pushed(popped(menu), level)


def question_of(
    menu: Menu, context: MenuContext, level: menu_state.OfferList | menu_state.OfferForm
) -> Question | None:
    """The question a level is about: open now, or of the entry being changed."""
    return menu.past if level.edit else context.question(level.question)


def opened(menu: Menu, context: MenuContext, question: Question, offer: Offer, edit: int = 0) -> Outcome:
    """What choosing an offer gives: its reason, its answer, or its form."""
    if offer.closed:
        return because(menu, offer.closed)
    return filled(menu, context, question, menu_state.OfferForm(question.number, offer.name, edit=edit), pushed)


def filled(
    menu: Menu,
    context: MenuContext,
    question: Question,
    form: menu_state.OfferForm,
    place: Callable[[Menu, Level], Menu] = on_top,
) -> Outcome:
    """The form with its next part open, or the answer when there is none left."""
    offer = question.offer(form.offer)
    part = next_part(offer, form.values) if offer else None
    if part is None:
        answer = Answer(question.number, form.offer, form.values)
        return menu_state.EditEntry(form.edit, answer) if form.edit else menu_state.GiveAnswer(answer)
    if isinstance(part, Text):
        return noticed(menu, "asks", tr("Letters can't be typed with buttons: type it on the page."))
    return place(menu, begin(question, form, context))


def options_for_offers(menu: Menu, context: MenuContext, level: menu_state.OfferList) -> OptionList:
    question = question_of(menu, context, level)
    assert question is not None
    options = [_offer_option(menu, context, question, offer, level.edit) for offer in question.offers]
    return OptionList("question", question.text, options, question.asked)


def _offer_option(menu: Menu, context: MenuContext, question: Question, offer: Offer, edit: int = 0) -> Option:
    closed = offer.closed is not None
    row = ListItem(offer.label, _note(offer.closed, offer.caution), closed, sign=offer.name)
    return Option(row, partial(opened, menu, context, question, offer, edit))


def _note(closed: Reason | None, caution: Reason | None) -> Message | None:
    reason = closed or caution
    return reason.text if reason else None


def options_for_more(menu: Menu, context: MenuContext, _level: menu_state.MoreOffers) -> OptionList:
    """What the resting questions offer, in the order of need.

    First what the one on turn can enter and no button does, then what buttons do, other people's entries, the
    first question's own offers, the menu: the ends of the list are one press away.
    """
    resting = [q for q in context.questions if q.non_blocking]
    first, asked = resting[:1], resting[0].asked if resting else ""
    own = [(q, o) for q in resting[1:] if q.asked == asked for o in q.offers]
    front = [(q, o) for q in first for o in q.offers]
    sheets = [(kind, sheet) for kind, sheet in context.sheets.items() if sheet.first]
    options = [Option(ListItem(s.label), partial(pushed, menu, menu_state.SheetLevel(kind))) for kind, s in sheets]
    options += [_offer_option(menu, context, question, offer) for question, offer in own if not offer.key]
    keyed = [(question, offer) for question, offer in (*front, *own) if offer.key]
    options += [_offer_option(menu, context, question, offer) for question, offer in keyed]
    options += [
        Option(ListItem(q.text), partial(pushed, menu, menu_state.OfferList(q.number)))
        for q in resting[1:]
        if q.asked != asked
    ]
    options += [_offer_option(menu, context, question, offer) for question, offer in front if not offer.key]
    options.append(Option(ListItem(tr("Menu")), partial(on_top, menu, menu_state.MainMenu())))
    return OptionList("menu", tr("What happened?"), options)


def options_for_form(menu: Menu, context: MenuContext, level: menu_state.OfferForm) -> OptionList:
    """The pick that the form is at."""
    question = question_of(menu, context, level)
    offer = question.offer(level.offer) if question else None
    part = next_part(offer, level.values) if offer else None
    assert question is not None
    assert isinstance(part, Pick)
    options = [_choice_option(menu, context, question, level, part, row) for row in folded(part, level.group)]
    return OptionList("question", level.group or title_of(question, level, part), options, question.asked)


def _choice_option(
    menu: Menu,
    context: MenuContext,
    question: Question,
    form: menu_state.OfferForm,
    part: Pick,
    row: Message | Choice,
) -> Option:
    if isinstance(row, Message):
        inside = begin(question, msgspec.structs.replace(form, group=row), context)
        return Option(ListItem(row, closed=is_closed(row, part)), partial(on_top, menu, inside))
    options_on_top = ListItem(row.label, _note(row.closed, row.caution), row.closed is not None, sign=row.value)
    if row.closed:
        return Option(options_on_top, partial(because, menu, row.closed))
    return Option(options_on_top, partial(picked, menu, context, question, form, row.value))


def picked(
    menu: Menu, context: MenuContext, question: Question, form: menu_state.OfferForm, value: Value
) -> Outcome:
    """The form with one more value."""
    return filled(menu, context, question, msgspec.structs.replace(form, values=(*form.values, value), group=None))


def options_for_caution(menu: Menu, _context: MenuContext, level: menu_state.CautionPrompt) -> OptionList:
    anyway = msgspec.structs.replace(level.answer, anyway=True)
    act: Outcome = menu_state.EditEntry(level.edit, anyway) if level.edit else menu_state.GiveAnswer(anyway)
    options = [
        Option(ListItem(tr("We did it anyway")), lambda: act),
        Option(ListItem(tr("Correct it")), lambda: Menu((menu_state.OfferList(0),), owed=menu.owed)),
        Option(ListItem(tr("Cancel")), partial(popped, menu)),
    ]
    return OptionList("caution", tr("The book says: {reason}", reason=level.reason.text), options)


def options_for_kept(menu: Menu, _context: MenuContext, level: menu_state.KeptRoll) -> OptionList:
    face = listed(str(value) for value in level.answer.values) if level.answer.values else literal("?")
    options = [
        Option(ListItem(tr("Keep it")), lambda: menu_state.GiveAnswer(level.answer)),
        Option(ListItem(tr("We rolled again")), lambda: Menu(rolled_again=True, owed=menu.owed)),
    ]
    return OptionList("question", tr("It showed {face}.", face=face), options)


def options_for_interpretations(
    menu: Menu, _context: MenuContext, level: menu_state.InterpretationList
) -> OptionList:
    options = [
        Option(ListItem(way.label), partial(menu_state.GiveAnswer, way.answer, way.replaces))
        for way in level.choices
    ]
    options.append(Option(ListItem(tr("Never mind")), partial(popped, menu)))
    return OptionList("interpretations", level.title, options)


def options_for_put_back(menu: Menu, _context: MenuContext, level: menu_state.PutBackList) -> OptionList:
    options = [
        Option(ListItem(item.text, ticked=done), partial(ticked, menu, level, index))
        for index, (item, done) in enumerate(zip(level.items, level.ticked, strict=True))
    ]
    options.append(Option(ListItem(tr("All done")), lambda: Menu()))
    return OptionList("put_back", tr("Put back on the table"), options, ok=tr("done"))


def ticked(menu: Menu, level: menu_state.PutBackList, index: int) -> Menu:
    """The list with one thing done; when all are, it closes."""
    done = tuple(was or i == index for i, was in enumerate(level.ticked))
    if all(done):
        return Menu()
    following = next(i for i in (*range(index, len(done)), *range(index)) if not done[i])
    left = tuple(item for item, was in zip(level.items, done, strict=True) if not was)
    now = on_top(menu, msgspec.structs.replace(level, ticked=done, cursor=following))
    return msgspec.structs.replace(now, owed=left)


def put_back_list(menu: Menu) -> Menu:
    """The list of what is still owed to the table."""
    return Menu((menu_state.PutBackList(menu.owed, (False,) * len(menu.owed)),), owed=menu.owed)


def options_for_main(menu: Menu, context: MenuContext, _level: menu_state.MainMenu) -> OptionList:
    options = [
        Option(ListItem(sheet.label), partial(pushed, menu, menu_state.SheetLevel(kind)))
        for kind, sheet in context.sheets.items()
        if not sheet.first
    ]
    if context.once_more:
        options.append(Option(ListItem(tr("Once more with the same players")), menu_state.OnceMore))
    options.append(Option(ListItem(tr("History")), lambda: menu_state.FetchData("history")))
    if context.corrections():
        options.append(Option(ListItem(tr("Correct something")), partial(pushed, menu, menu_state.OfferList(0))))
    if menu.owed:
        options.append(Option(ListItem(tr("Put back on the table")), partial(put_back_list, menu)))
    if context.redo:
        options.append(Option(ListItem(tr("Redo what was taken back")), lambda: menu_state.Redo()))
    if context.box:
        options.append(Option(ListItem(tr("This box")), partial(pushed, menu, menu_state.BoxMenu())))
    options.append(Option(ListItem(tr("Games")), lambda: menu_state.FetchData("games")))
    options.append(Option(ListItem(tr("New game")), partial(pushed, menu, _before_new_game(context))))
    if context.may_switch_off:
        options.append(Option(ListItem(tr("Switch off")), partial(switching_off, menu)))
    return OptionList("menu", tr("Menu"), options)


def options_for_box(menu: Menu, context: MenuContext, _level: menu_state.BoxMenu) -> OptionList:
    """Each row says how it is now, and OK makes it otherwise at once."""
    assert context.box is not None
    now, names = context.box.settings, dict(context.box.languages)
    spoken = names.get(context.box.language, context.box.language)
    quiet = msgspec.structs.replace(now, sound=not now.sound)
    turned = msgspec.structs.replace(now, turned=not now.turned)
    options = [
        Option(ListItem(tr("Language"), literal(spoken)), partial(pushed, menu, menu_state.LanguageList())),
        Option(ListItem(tr("Sound"), tr("on") if now.sound else tr("off")), partial(menu_state.SetBox, quiet)),
        Option(
            ListItem(tr("Turn the picture round"), tr("is turned") if now.turned else None),
            partial(menu_state.SetBox, turned),
        ),
        Option(ListItem(tr("Save everything to a file")), menu_state.SaveEverything),
    ]
    return OptionList("menu", tr("This box"), options)


def options_for_language(_menu: Menu, context: MenuContext, _level: menu_state.LanguageList) -> OptionList:
    """Each in its own words, so that people find theirs whatever is spoken now."""
    assert context.box is not None
    now = context.box.settings
    options = [
        Option(
            ListItem(literal(name), ticked=code == context.box.language),
            partial(menu_state.SetBox, msgspec.structs.replace(now, language=code)),
        )
        for code, name in context.box.languages
    ]
    return OptionList("menu", tr("Language"), options)


def _before_new_game(context: MenuContext) -> Level:
    """Which game it is to be where there are several; else only whether it is meant."""
    if context.playable:
        return menu_state.GameChoice()
    return menu_state.ConfirmPrompt(
        tr("Start a new game? This one is kept."), tr("Start a new game"), menu_state.NewGame()
    )


def options_for_game_choice(_menu: Menu, context: MenuContext, _level: menu_state.GameChoice) -> OptionList:
    options = [
        Option(ListItem(name), partial(menu_state.NewGame, game)) for game, name in context.playable.items()
    ]
    return OptionList("menu", tr("Which game do you play?"), options)


def switching_off(menu: Menu) -> Menu:
    """The question before the machine is switched off, over whatever lies open."""
    sure = menu_state.ConfirmPrompt(tr("Switch off? The game is kept."), tr("Switch off"), menu_state.SwitchOff())
    return menu if menu.levels[-1:] == (sure,) else pushed(menu, sure)


def options_for_history(menu: Menu, _context: MenuContext, level: menu_state.HistoryList) -> OptionList:
    options = [
        Option(ListItem(line.text), partial(pushed, menu, menu_state.EntryMenu(line))) for line in level.lines
    ]
    return OptionList("history", tr("History"), options)


def options_for_entry(_menu: Menu, _context: MenuContext, level: menu_state.EntryMenu) -> OptionList:
    number = level.line.number
    options = [
        Option(ListItem(tr("Back to here")), partial(menu_state.BackTo, number)),
        Option(ListItem(tr("Change it")), partial(menu_state.FetchData, "change", number)),
        Option(ListItem(tr("Remove it")), partial(menu_state.EditEntry, number)),
    ]
    return OptionList("menu", level.line.text, options)


def options_for_unfit(_menu: Menu, _context: MenuContext, level: menu_state.UnfitList) -> OptionList:
    sure = msgspec.structs.replace(level.edit, sure=True)
    options = [Option(ListItem(text, reason.text), lambda: sure) for text, reason in level.lines]
    return OptionList("unfit", tr("These no longer fit and would be dropped"), options, ok=tr("do it"))


def options_for_games(menu: Menu, _context: MenuContext, level: menu_state.GameList) -> OptionList:
    options = [
        Option(
            ListItem(line.title, _state_of(line)),
            partial(pushed, menu, menu_state.GameMenu(line)),
        )
        for line in level.lines
    ]
    return OptionList("games", tr("Games"), options)


def _state_of(line: menu_state.GameItem) -> Message | None:
    """Under its name: whether it goes on, when it was, points and winner."""
    running = (tr("running"),) if line.running and not line.finished else ()
    known = (*running, *((line.details,) if line.details else ()))
    return listed(known) if known else None


def options_for_game(menu: Menu, _context: MenuContext, level: menu_state.GameMenu) -> OptionList:
    line = level.line
    sure = menu_state.ConfirmPrompt(
        tr("Delete {game} for ever?", game=line.title), tr("Delete it"), menu_state.Delete(line.id)
    )
    options = [
        Option(ListItem(tr("Play on")), partial(menu_state.Resume, line.id)),
        Option(ListItem(tr("Delete")), partial(pushed, menu, sure)),
    ]
    return OptionList("menu", line.details or line.title, options)


def options_for_sure(menu: Menu, _context: MenuContext, level: menu_state.ConfirmPrompt) -> OptionList:
    options = [
        Option(ListItem(tr("No")), partial(popped, menu)),
        Option(ListItem(level.yes), lambda: level.act),
    ]
    return OptionList("caution", level.title, options)


def options_on_top(menu: Menu, context: MenuContext) -> OptionList:
    """The list on top of the menu."""
    level = menu.levels[-1]
    return _OPTIONS[type(level)](menu, context, level)


_OPTIONS: dict[type, Callable[..., OptionList]] = {
    menu_state.OfferList: options_for_offers,
    menu_state.OfferForm: options_for_form,
    menu_state.MoreOffers: options_for_more,
    menu_state.MainMenu: options_for_main,
    menu_state.CautionPrompt: options_for_caution,
    menu_state.KeptRoll: options_for_kept,
    menu_state.InterpretationList: options_for_interpretations,
    menu_state.PutBackList: options_for_put_back,
    menu_state.HistoryList: options_for_history,
    menu_state.EntryMenu: options_for_entry,
    menu_state.UnfitList: options_for_unfit,
    menu_state.GameList: options_for_games,
    menu_state.GameMenu: options_for_game,
    menu_state.GameChoice: options_for_game_choice,
    menu_state.BoxMenu: options_for_box,
    menu_state.LanguageList: options_for_language,
    menu_state.ConfirmPrompt: options_for_sure,
}
