"""The home page: what its keys open or enter, and the list "What happened?" that DOWN opens.

The list has two sublists and a fixed order. Enters nothing itself; a row's action does. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from companion.engine.caching import memoize_last
from companion.engine.message import Message, tr, trn
from companion.engine.offers import Offer, Question, SharedQuestion
from companion.menu import menu_state
from companion.menu import options as lists
from companion.menu.forms import KEYS_PER_PAGE, has_numbers_on_keys
from companion.menu.menu_state import Menu, MenuContext, SheetEntry
from companion.menu.options import (
    RARE_ENTRIES,
    Option,
    OptionList,
    Outcome,
    offer_option,
    preset_or_form_options,
    push_screen,
    replace_top,
    resting_question_label,
)
from companion.menu.pages import Hint, HomePage, ListItem

HOME_KEYS = ("UP", "UP+", "DOWN", "DOWN+", "OK", "OK+", "BACK")
"""The keys of the home page that enter or open something, in the order of the hardware."""


@memoize_last
def offer_on_key(context: MenuContext, key: str) -> Offer | None:
    """Return the offer that this key opens on the home page, an open one first; None for none.

    Later offers are not computed, because DOWN has a whole list that is shown on its own page.
    """
    first = None
    for question in context.questions:
        for offer in question.offers_for_key(key):
            if offer.key == key and not offer.closed:
                return offer
            first = first or (offer if offer.key == key else None)
    return first


def build_home_page(menu: Menu, context: MenuContext) -> HomePage:
    waiting = len(context.front_questions)
    if context.end_text and not waiting:
        text = context.end_text
    elif waiting:
        text = trn("{n} question open: OK", "{n} questions open: OK", waiting)
    else:
        text = next((q.text for q in context.questions), tr("Nothing to answer right now."))
    return HomePage(text, tuple(_hints(menu, context, bool(waiting))), waiting)


def _hints(menu: Menu, context: MenuContext, waiting: bool) -> Iterator[Hint]:
    spare = {sheet.key: sheet.hint for sheet in _sheets_on_keys(context).values() if sheet.hint}
    for key in HOME_KEYS:
        if waiting and key == "OK":
            yield Hint("OK", tr("answer"))
        elif key == "OK" and _is_unseen(menu, context):
            sheet = context.sheets[context.hidden_sheet()]
            yield Hint("OK", sheet.hint or sheet.label)
        elif key == "DOWN":
            yield Hint(
                "DOWN",
                _down_hint(context) if context.questions else tr("again") if context.can_rematch else tr("menu"),
            )
        elif held := offer_on_key(context, key):
            if not held.closed:
                # A key that enters several steps at once would not be found without its hint.
                yield Hint(key, _hint(held), always=key == "OK+")
        elif key in spare:
            yield Hint(key, spare[key])
    if context.questions or context.can_rematch:
        # Otherwise DOWN opens the menu.
        yield Hint("BACK" if _back_is_menu(context) else "BACK+", tr("menu"))
    yield Hint("UNDO", tr("undo"))
    yield Hint("UNDO+", tr("history"))


def _sheets_on_keys(context: MenuContext) -> dict[str, SheetEntry]:
    """Return the sheets that can be opened by a key now."""
    return {
        kind: each for kind, each in context.sheets.items() if not (each.is_key_only and context.front_questions)
    }


def _back_is_menu(context: MenuContext) -> bool:
    """True if BACK opens the menu: players who left a question press it again; small panels show no held keys."""
    if not context.front_questions or offer_on_key(context, "BACK"):
        return False
    return all(sheet.key != "BACK" for sheet in _sheets_on_keys(context).values())


def _is_unseen(menu: Menu, context: MenuContext) -> bool:
    """True if OK would enter something although the home page could not show everything about it."""
    held = None if menu.has_seen_hidden_sheet else offer_on_key(context, "OK")
    return bool(held and not held.parts and context.hidden_sheet() in context.sheets)


def _hint(offer: Offer) -> Message:
    return offer.hint or offer.label


def _down_hint(context: MenuContext) -> Message:
    """Return the label of DOWN: the first entry of its list."""
    first = offer_on_key(context, "DOWN")
    if not first or first.closed:
        return tr("more")
    return tr("{act} …", act=first.shared_question.hint if first.shared_question else _hint(first))


def press_home(menu: Menu, context: MenuContext, button: str, long: bool) -> Outcome:
    key = button + ("+" if long else "")
    if key == "OK" and context.front_questions:
        return msgspec.structs.replace(menu, postponed_question=0)
    if key == "OK" and _is_unseen(menu, context):
        return push_screen(
            msgspec.structs.replace(menu, has_seen_hidden_sheet=True),
            menu_state.SheetScreen(context.hidden_sheet(), is_on_the_way=True),
        )
    if key == "BACK+" or (key == "BACK" and _back_is_menu(context)):
        return push_screen(menu, menu_state.MainMenu())
    if key == "DOWN":
        if context.questions:
            return push_screen(menu, menu_state.MoreOffers())
        # Another order of players is chosen in the menu.
        return menu_state.BeginRematch() if context.can_rematch else push_screen(menu, menu_state.MainMenu())
    if held := lists.offers_on_key(context, key):
        # If several players may enter this now, the player must be chosen.
        several = len({q.player for q, o in held if _same_entry((q, o), held[0])}) > 1
        return (
            push_screen(menu, menu_state.KeyOffers(key)) if several else lists.open_offer(menu, context, *held[0])
        )
    if key == "DOWN+" and context.questions:
        return push_screen(menu, menu_state.MoreOffers())
    opened = next((kind for kind, sheet in _sheets_on_keys(context).items() if sheet.key == key), None)
    return push_screen(menu, menu_state.SheetScreen(opened)) if opened else menu


def is_harmless_press(menu: Menu, context: MenuContext, button: str, long: bool = False) -> bool:
    """True if the home page is shown and the key only opens something or does nothing."""
    return not menu.levels and isinstance(press_home(menu, context, button, long), Menu)


def _same_entry(one: tuple[Question, Offer], other: tuple[Question, Offer]) -> bool:
    """True if two open offers are the same entry for different players."""
    alike = (one[0].kind, one[1].name) == (other[0].kind, other[1].name)
    return alike and not (one[1].closed or other[1].closed)


OTHER_PLAYERS = tr("Entries for other players")
MAX_FORGOTTEN_KINDS = 2
"""Kinds of entries of other players that are listed with the rest: those most often forgotten."""


def options_for_more(menu: Menu, context: MenuContext, level: menu_state.MoreOffers) -> OptionList:
    """Return the options of the non-blocking questions, in a fixed order."""
    match level.part:
        case "seldom":
            return OptionList("menu", RARE_ENTRIES, list(_rare_options(menu, context)))
        case "others":
            return OptionList("menu", OTHER_PLAYERS, list(_other_players_options(menu, context)))
    now, title = list(_current_options(menu, context)), tr("What happened?")
    options = [option for option, _ in now]
    if len(now) > 1 and all(option.brief for option in options) and has_numbers_on_keys(len(now), level.key_page):
        alike = dict.fromkeys(together for _, together in now[KEYS_PER_PAGE * level.key_page :][:KEYS_PER_PAGE])
        first = next(iter(alike))
        title, asked = first.title if first and len(alike) == 1 else title, _own_entries(context)[0]
        return OptionList("menu", title, options, asked, has_more=True)
    return OptionList("menu", title, list(_common_options(menu, context)))


def _current_options(menu: Menu, context: MenuContext) -> Iterator[tuple[Option, SharedQuestion | None]]:
    """Yield the options named on the DOWN key, each with the shared question it answers."""
    for q in dict.fromkeys(q for q, _ in _own_entries(context)[1]):
        for o in q.offers_with_keys:
            if o.key == "DOWN" and not o.closed:
                for option in preset_or_form_options(menu, context, q, o):
                    yield option, o.shared_question


def _common_options(menu: Menu, context: MenuContext) -> Iterator[Option]:
    """Yield the frequent options, those of this moment first, those with a key of their own last.

    At the end come the rows of rare entries and of other players, a few presses up from the top.
    """
    asked, own = _own_entries(context)
    often = [(q, o) for q, o in own if not o.is_rare and o.key not in ("OK", "DOWN")]
    opened_by_down = [(q, o) for q in context.questions for o in q.offers_with_keys if o.key == "DOWN"]
    for q, o in sorted(opened_by_down, key=lambda each: each[1].closed is not None):
        yield from (
            preset_or_form_options(menu, context, q, o)
            if q.player == asked
            else _other_player_options(menu, context, q, o)
        )
    for q, o in sorted(often, key=lambda each: (not each[1].is_suggested, bool(each[1].key))):
        yield from preset_or_form_options(menu, context, q, o)
    for q, o in _corrections(context, is_rare=False):
        yield offer_option(menu, context, q, o)
    yield Option(ListItem(tr("Menu")), partial(replace_top, menu, menu_state.MainMenu()))
    if any(True for _ in _rare_options(menu, context)):
        yield Option(ListItem(RARE_ENTRIES), partial(push_screen, menu, menu_state.MoreOffers(part="seldom")))
    for kind, sheet in context.sheets.items():
        if sheet.is_in_entry_list:
            yield Option(ListItem(sheet.label), partial(push_screen, menu, menu_state.SheetScreen(kind)))
    if any(q.player != asked for q in _resting_questions(context)):
        yield Option(ListItem(OTHER_PLAYERS), partial(push_screen, menu, menu_state.MoreOffers(part="others")))


def _rare_options(menu: Menu, context: MenuContext) -> Iterator[Option]:
    """Yield the options that few turns need, and forms for any number."""
    _, own = _own_entries(context)
    for q, o in own:
        if (o.is_rare and o.key != "DOWN") or (o.presets and not o.closed):
            yield offer_option(menu, context, q, o)
    for q, o in _corrections(context, is_rare=True):
        yield offer_option(menu, context, q, o)


def _corrections(context: MenuContext, is_rare: bool) -> Iterator[tuple[Question, Offer]]:
    """Yield the corrections that belong among the entries of a turn."""
    if question := context.corrections():
        yield from ((question, o) for o in question.offers if o.is_on_home_page and o.is_rare == is_rare)


def _other_players_options(menu: Menu, context: MenuContext) -> Iterator[Option]:
    """Yield the most often forgotten entries of each other player, and one row for the rest."""
    asked, _ = _own_entries(context)
    for q in _resting_questions(context):
        if q.player == asked:
            continue
        often = [o for o in q.offers if not (o.is_rare or o.closed)]
        for o in often[:MAX_FORGOTTEN_KINDS]:
            yield from _other_player_options(menu, context, q, o)
        row = ListItem(resting_question_label(q), sign=q.player)
        yield Option(row, partial(push_screen, menu, menu_state.OfferList(q.number)))


def _resting_questions(context: MenuContext) -> list[Question]:
    return [q for q in context.questions if q.non_blocking]


def _own_entries(context: MenuContext) -> tuple[str, list[tuple[Question, Offer]]]:
    """Return the player on turn and that player's entries, those of the ledger first."""
    resting = _resting_questions(context)
    asked = resting[0].player if resting else ""
    own = [(q, o) for q in resting for o in q.offers if q.player == asked]
    return asked, sorted(own, key=lambda each: each[0] is resting[0])


def _other_player_options(menu: Menu, context: MenuContext, question: Question, offer: Offer) -> Iterator[Option]:
    """Yield an entry of a player who is not on turn."""
    for option in preset_or_form_options(menu, context, question, offer):
        label = tr("{whose}: {what}", whose=question.text, what=option.row.label)
        yield option._replace(row=msgspec.structs.replace(option.row, label=label, sign=question.player))
