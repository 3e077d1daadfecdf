"""What every list of the menu shows, and what each of its rows does: one generator for page and press.

A row comes with the menu or act that OK on it gives. Draws nothing and moves no cursor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from companion.engine.message import Said, say
from companion.engine.offers import Answer, Choice, Offer, Pick, Question, Reason, Text, Value
from companion.menu import menu_state as lv
from companion.menu.forms import begin, folded, is_closed, next_part, offer_of
from companion.menu.menu_state import Around, Level, Menu
from companion.menu.pages import Hint, Notice, Row

Outcome = Menu | lv.Act

GO_ON = (Hint("OK", say("go on")),)


class Option(NamedTuple):
    """A row, and what choosing it gives."""

    row: Row
    chosen: Callable[[], Outcome]


class Shown(NamedTuple):
    """A list ready for a page."""

    kind: str
    title: Said
    options: Sequence[Option]
    asked: str = ""
    ok: Said = say("choose")


def noticed(menu: Menu, kind: str, text: Said, rule: str = "") -> Menu:
    """The menu with a sentence over it."""
    return msgspec.structs.replace(menu, notice=Notice(kind, text, GO_ON, rule))


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


def question_of(menu: Menu, around: Around, level: lv.Offers | lv.Form) -> Question | None:
    """The question a level is about: open now, or of the entry being changed."""
    return menu.past if level.edit else around.question(level.question)


def opened(menu: Menu, around: Around, question: Question, offer: Offer, edit: int = 0) -> Outcome:
    """What choosing an offer gives: its reason, its answer, or its form."""
    if offer.closed:
        return because(menu, offer.closed)
    return filled(menu, around, question, lv.Form(question.number, offer.name, edit=edit), pushed)


def filled(
    menu: Menu, around: Around, question: Question, form: lv.Form, place: Callable[[Menu, Level], Menu] = on_top
) -> Outcome:
    """The form with its next part open, or the answer when there is none left."""
    offer = offer_of(question, form.offer)
    part = next_part(offer, form.values) if offer else None
    if part is None:
        answer = Answer(question.number, form.offer, form.values)
        return lv.Edit(form.edit, answer) if form.edit else lv.Give(answer)
    if isinstance(part, Text):
        return noticed(menu, "asks", say("Letters can't be typed with buttons: type it on the page."))
    return place(menu, begin(question, form, around))


def of_offers(menu: Menu, around: Around, level: lv.Offers) -> Shown:
    question = question_of(menu, around, level)
    assert question is not None
    options = [_offer_option(menu, around, question, offer, level.edit) for offer in question.offers]
    return Shown("question", question.text, options, question.asked)


def _offer_option(menu: Menu, around: Around, question: Question, offer: Offer, edit: int = 0) -> Option:
    row = Row(offer.label, _note(offer.closed, offer.caution), closed=offer.closed is not None)
    return Option(row, partial(opened, menu, around, question, offer, edit))


def _note(closed: Reason | None, caution: Reason | None) -> Said | None:
    reason = closed or caution
    return reason.text if reason else None


def of_more(menu: Menu, around: Around, _level: lv.More) -> Shown:
    """What the resting questions offer, in the order of need.

    First what the one on turn can enter and no button does, then what buttons do, other people's entries, the
    first question's own offers, the menu: the ends of the list are one press away.
    """
    resting = [q for q in around.questions if q.home]
    first, asked = resting[:1], resting[0].asked if resting else ""
    own = [(q, o) for q in resting[1:] if q.asked == asked for o in q.offers]
    front = [(q, o) for q in first for o in q.offers]
    options = [_offer_option(menu, around, question, offer) for question, offer in own if not offer.key]
    keyed = [(question, offer) for question, offer in (*front, *own) if offer.key]
    options += [_offer_option(menu, around, question, offer) for question, offer in keyed]
    options += [
        Option(Row(q.text), partial(pushed, menu, lv.Offers(q.number))) for q in resting[1:] if q.asked != asked
    ]
    options += [_offer_option(menu, around, question, offer) for question, offer in front if not offer.key]
    options.append(Option(Row(say("Menu")), partial(on_top, menu, lv.Main())))
    return Shown("menu", say("What happened?"), options)


def of_form(menu: Menu, around: Around, level: lv.Form) -> Shown:
    """The pick that the form is at."""
    question = question_of(menu, around, level)
    offer = offer_of(question, level.offer) if question else None
    part = next_part(offer, level.values) if offer else None
    assert question is not None
    assert isinstance(part, Pick)
    options = [_choice_option(menu, around, question, level, part, row) for row in folded(part, level.group)]
    return Shown("question", level.group or part.text, options, question.asked)


def _choice_option(
    menu: Menu, around: Around, question: Question, form: lv.Form, part: Pick, row: Said | Choice
) -> Option:
    if isinstance(row, Said):
        inside = begin(question, msgspec.structs.replace(form, group=row), around)
        return Option(Row(row, closed=is_closed(row, part)), partial(on_top, menu, inside))
    shown = Row(row.label, _note(row.closed, row.caution), closed=row.closed is not None)
    if row.closed:
        return Option(shown, partial(because, menu, row.closed))
    return Option(shown, partial(picked, menu, around, question, form, row.value))


def picked(menu: Menu, around: Around, question: Question, form: lv.Form, value: Value) -> Outcome:
    """The form with one more value."""
    return filled(menu, around, question, msgspec.structs.replace(form, values=(*form.values, value), group=None))


def of_caution(menu: Menu, _around: Around, level: lv.Caution) -> Shown:
    anyway = msgspec.structs.replace(level.answer, anyway=True)
    act: Outcome = lv.Edit(level.edit, anyway) if level.edit else lv.Give(anyway)
    options = [
        Option(Row(say("We did it anyway")), lambda: act),
        Option(Row(say("Correct it")), lambda: Menu((lv.Offers(0),), owed=menu.owed)),
        Option(Row(say("Cancel")), partial(popped, menu)),
    ]
    return Shown("caution", say("The book says: {reason}", reason=level.reason.text), options)


def of_kept(menu: Menu, _around: Around, level: lv.Kept) -> Shown:
    face = level.answer.values[0] if level.answer.values else "?"
    options = [
        Option(Row(say("Keep it")), lambda: lv.Give(level.answer)),
        Option(Row(say("We rolled again")), lambda: Menu(rolled_again=True, owed=menu.owed)),
    ]
    return Shown("question", say("It showed {face}.", face=face), options)


def of_ways(_menu: Menu, _around: Around, level: lv.Ways) -> Shown:
    options = [Option(Row(way.label), partial(lv.Give, way.answer, way.replaces)) for way in level.ways]
    return Shown("ways", level.title, options)


def of_put_back(menu: Menu, _around: Around, level: lv.PutBackList) -> Shown:
    options = [
        Option(Row(item.text, ticked=done), partial(ticked, menu, level, index))
        for index, (item, done) in enumerate(zip(level.items, level.ticked, strict=True))
    ]
    options.append(Option(Row(say("All done")), lambda: Menu()))
    return Shown("put_back", say("Put back on the table"), options, ok=say("done"))


def ticked(menu: Menu, level: lv.PutBackList, index: int) -> Menu:
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
    return Menu((lv.PutBackList(menu.owed, (False,) * len(menu.owed)),), owed=menu.owed)


SHEETS = {
    "final": say("Final result"),
    "result": say("Last scoring round"),
    "standings": say("If scored now"),
}


def of_main(menu: Menu, around: Around, _level: lv.Main) -> Shown:
    options = [
        Option(Row(SHEETS[kind]), partial(pushed, menu, lv.Open(kind))) for kind in SHEETS if kind in around.sheets
    ]
    options.append(Option(Row(say("History")), lambda: lv.Fetch("history")))
    if around.corrections():
        options.append(Option(Row(say("Correct something")), partial(pushed, menu, lv.Offers(0))))
    if menu.owed:
        options.append(Option(Row(say("Put back on the table")), partial(put_back_list, menu)))
    if around.redo:
        options.append(Option(Row(say("Redo what was taken back")), lambda: lv.Redo()))
    options.append(Option(Row(say("Games")), lambda: lv.Fetch("games")))
    sure = lv.Sure(say("Start a new game? This one is kept."), say("Start a new game"), lv.NewGame())
    options.append(Option(Row(say("New game")), partial(pushed, menu, sure)))
    if around.may_switch_off:
        options.append(Option(Row(say("Switch off")), partial(switching_off, menu)))
    return Shown("menu", say("Menu"), options)


def switching_off(menu: Menu) -> Menu:
    """The question before the machine is switched off, over whatever lies open."""
    sure = lv.Sure(say("Switch off? The game is kept."), say("Switch off"), lv.SwitchOff())
    return menu if menu.levels[-1:] == (sure,) else pushed(menu, sure)


def of_history(menu: Menu, _around: Around, level: lv.HistoryList) -> Shown:
    options = [Option(Row(line.text), partial(pushed, menu, lv.EntryMenu(line))) for line in level.lines]
    return Shown("history", say("History"), options)


def of_entry(_menu: Menu, _around: Around, level: lv.EntryMenu) -> Shown:
    number = level.line.number
    options = [
        Option(Row(say("Back to here")), partial(lv.BackTo, number)),
        Option(Row(say("Change it")), partial(lv.Fetch, "change", number)),
        Option(Row(say("Remove it")), partial(lv.Edit, number)),
    ]
    return Shown("menu", level.line.text, options)


def of_unfit(_menu: Menu, _around: Around, level: lv.Unfit) -> Shown:
    sure = msgspec.structs.replace(level.edit, sure=True)
    options = [Option(Row(text, reason.text), lambda: sure) for text, reason in level.lines]
    return Shown("unfit", say("These no longer fit and would be dropped"), options, ok=say("do it"))


def of_games(menu: Menu, _around: Around, level: lv.GameList) -> Shown:
    options = [
        Option(Row(line.title, say("running") if line.running else None), partial(pushed, menu, lv.GameMenu(line)))
        for line in level.lines
    ]
    return Shown("games", say("Games"), options)


def of_game(menu: Menu, _around: Around, level: lv.GameMenu) -> Shown:
    line = level.line
    sure = lv.Sure(say("Delete {game} for ever?", game=line.title), say("Delete it"), lv.Delete(line.id))
    options = [
        Option(Row(say("Play on")), partial(lv.Resume, line.id)),
        Option(Row(say("Delete")), partial(pushed, menu, sure)),
    ]
    return Shown("menu", line.title, options)


def of_sure(menu: Menu, _around: Around, level: lv.Sure) -> Shown:
    options = [
        Option(Row(say("No")), partial(popped, menu)),
        Option(Row(level.yes), lambda: level.act),
    ]
    return Shown("caution", level.title, options)


def shown(menu: Menu, around: Around) -> Shown:
    """The list on top of the menu."""
    level = menu.levels[-1]
    return _SHOWN[type(level)](menu, around, level)


_SHOWN: dict[type, Callable[..., Shown]] = {
    lv.Offers: of_offers,
    lv.Form: of_form,
    lv.More: of_more,
    lv.Main: of_main,
    lv.Caution: of_caution,
    lv.Kept: of_kept,
    lv.Ways: of_ways,
    lv.PutBackList: of_put_back,
    lv.HistoryList: of_history,
    lv.EntryMenu: of_entry,
    lv.Unfit: of_unfit,
    lv.GameList: of_games,
    lv.GameMenu: of_game,
    lv.Sure: of_sure,
}
