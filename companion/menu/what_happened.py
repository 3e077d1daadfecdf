"""What happened in this turn: the list that DOWN opens on the home page, and the two lists behind its last rows.

Always in the same order, however much is open. Enters nothing itself: a row's act does.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from companion.engine.message import tr
from companion.engine.offers import Offer, Question, Together
from companion.menu import menu_state
from companion.menu.forms import EACH, still_on_keys
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import (
    SELDOM,
    Option,
    OptionList,
    offer_option,
    on_top,
    pushed,
    something_else,
    whole_or_form,
)
from companion.menu.pages import ListItem

OTHERS = tr("Entries for other players")
FORGOTTEN = 2
"""So many kinds of entries of other people stand in the list of all: what is forgotten most."""


def options_for_more(menu: Menu, context: MenuContext, level: menu_state.MoreOffers) -> OptionList:
    """What the resting questions offer, always in the same order."""
    match level.part:
        case "seldom":
            return OptionList("menu", SELDOM, list(_seldom(menu, context)))
        case "others":
            return OptionList("menu", OTHERS, list(_of_others(menu, context)))
    now, title = list(_asked_now(menu, context)), tr("What happened?")
    options = [option for option, _ in now]
    if len(now) > 1 and all(option.brief for option in options) and still_on_keys(len(now), level.turned):
        alike = dict.fromkeys(together for _, together in now[EACH * level.turned :][:EACH])
        first = next(iter(alike))
        title, asked = first.title if first and len(alike) == 1 else title, _own_entries(context)[0]
        return OptionList("menu", title, options, asked, more=True)
    return OptionList("menu", title, list(_in_most_turns(menu, context)))


def _asked_now(menu: Menu, context: MenuContext) -> Iterator[tuple[Option, Together | None]]:
    """What DOWN names on the home page, with what it answers: the one on turn enters it before all else."""
    for q in dict.fromkeys(q for q, _ in _own_entries(context)[1]):
        for o in q.keyed_offers:
            if o.key == "DOWN" and not o.closed:
                for option in whole_or_form(menu, context, q, o):
                    yield option, o.together


def _in_most_turns(menu: Menu, context: MenuContext) -> Iterator[Option]:
    """First what belongs to this moment alone, then what the one on turn enters, what has a key of its own last.

    At the other end, few presses away: what happens seldom, and what other people enter.
    """
    asked, own = _own_entries(context)
    often = [(q, o) for q, o in own if not o.seldom and o.key not in ("OK", "DOWN")]
    opened_by_down = [(q, o) for q in context.questions for o in q.keyed_offers if o.key == "DOWN"]
    for q, o in sorted(opened_by_down, key=lambda each: each[1].closed is not None):
        yield from whole_or_form(menu, context, q, o) if q.asked == asked else _others(menu, context, q, o)
    for q, o in sorted(often, key=lambda each: (not each[1].likely, bool(each[1].key))):
        yield from whole_or_form(menu, context, q, o)
    for q, o in _corrections(context, seldom=False):
        yield offer_option(menu, context, q, o)
    yield Option(ListItem(tr("Menu")), partial(on_top, menu, menu_state.MainMenu()))
    if any(True for _ in _seldom(menu, context)):
        yield Option(ListItem(SELDOM), partial(pushed, menu, menu_state.MoreOffers(part="seldom")))
    for kind, sheet in context.sheets.items():
        if sheet.listed:
            yield Option(ListItem(sheet.label), partial(pushed, menu, menu_state.SheetLevel(kind)))
    if any(q.asked != asked for q in _resting(context)):
        yield Option(ListItem(OTHERS), partial(pushed, menu, menu_state.MoreOffers(part="others")))


def _seldom(menu: Menu, context: MenuContext) -> Iterator[Option]:
    """What few turns need, and forms for any number."""
    _, own = _own_entries(context)
    for q, o in own:
        if (o.seldom and o.key != "DOWN") or (o.ready and not o.closed):
            yield offer_option(menu, context, q, o)
    for q, o in _corrections(context, seldom=True):
        yield offer_option(menu, context, q, o)


def _corrections(context: MenuContext, seldom: bool) -> Iterator[tuple[Question, Offer]]:
    """Those that people look for where they enter what happened."""
    if question := context.corrections():
        yield from ((question, o) for o in question.offers if o.at_hand and o.seldom == seldom)


def _of_others(menu: Menu, context: MenuContext) -> Iterator[Option]:
    """Of each other player what is forgotten most, and one row for everything else."""
    asked, _ = _own_entries(context)
    for q in _resting(context):
        if q.asked == asked:
            continue
        often = [o for o in q.offers if not (o.seldom or o.closed)]
        for o in often[:FORGOTTEN]:
            yield from _others(menu, context, q, o)
        row = ListItem(something_else(q), sign=q.asked)
        yield Option(row, partial(pushed, menu, menu_state.OfferList(q.number)))


def _resting(context: MenuContext) -> list[Question]:
    return [q for q in context.questions if q.non_blocking]


def _own_entries(context: MenuContext) -> tuple[str, list[tuple[Question, Offer]]]:
    """Who is on turn, and what that player may enter: in the ledger first, then what the turn itself asks."""
    resting = _resting(context)
    asked = resting[0].asked if resting else ""
    own = [(q, o) for q in resting for o in q.offers if q.asked == asked]
    return asked, sorted(own, key=lambda each: each[0] is resting[0])


def _others(menu: Menu, context: MenuContext, question: Question, offer: Offer) -> Iterator[Option]:
    """What somebody enters who isn't the one on turn."""
    for option in whole_or_form(menu, context, question, offer):
        label = tr("{whose}: {what}", whose=question.text, what=option.row.label)
        yield option._replace(row=msgspec.structs.replace(option.row, label=label, sign=question.asked))
