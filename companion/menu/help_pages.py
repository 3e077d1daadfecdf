"""Help on the panel: explanations of a row, a piece, a refusal or a sheet, shown over everything else.

BACK and OK close it and nothing below changes. Articles come with the context; knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain

import msgspec

from companion.engine.help_topics import Article
from companion.engine.message import Message, tr
from companion.menu import home_page, menu_state
from companion.menu.menu_state import HelpPage, Menu, MenuContext, TutorialPage
from companion.menu.options import (
    GO_ON_HINTS,
    Option,
    OptionList,
    Outcome,
    add_notice,
    pop_screen,
    push_screen,
    replace_top,
)
from companion.menu.pages import (
    ArticlePage,
    Hint,
    HomePage,
    KeysPage,
    ListItem,
    ListPage,
    MapPage,
    NoticePage,
    NumberPage,
    Page,
)

HELP_CARD = "card:what"
"""The command card after which a tap only shows help."""
EXPLAIN = tr("explain")
WHY_KEY, PIECE_KEY = "DOWN", "OK+"
"""The key of a notice that opens its reason, and the key that opens the help about its piece."""
END_TUTORIAL_KEY = "BACK+"
"""Long press that ends the tutorial; the other keys are used during normal entry."""
ANSWER_FIRST_NOTICE = "first"
"""Kind of a notice that is shown in the title of the question that must be answered first."""
NON_BLOCKING_NOTICE = "kept"
"""Kind of a notice over the home page that does not block keys which enter nothing.

It shows results that no player asked for, such as an automatic die roll.
"""
HELP_REQUESTED = NoticePage("asks", tr("Tap what you want to know about."), GO_ON_HINTS)
"""Shown after the help card until the next input."""
TUTORIAL_ON = tr("This game explains what happens for the first time.")
TUTORIAL_OFF = tr("Explanations are off. Hold OK to explain a row.")
NO_HELP = tr("There is nothing more to explain here; OK pressed shortly chooses.")
_TURN = Hint("DOWN", tr("page"))
_CLOSE = (Hint("OK", tr("go on")), Hint("BACK", tr("back")))
_LESSON = (Hint("OK", tr("go on")), Hint(END_TUTORIAL_KEY, tr("no more")))


def open_help(menu: Menu, context: MenuContext, keys: Iterable[str]) -> Menu | None:
    """Return the menu with the help on these keys, a list for several; None if there is none."""
    known = context.explain.known(keys)
    if not known:
        return None
    return push_screen(menu, HelpPage(known[0]) if len(known) == 1 else menu_state.HelpTopicList(known))


def open_first_help(menu: Menu, context: MenuContext, keys: Iterable[str]) -> Menu | None:
    """Return the menu with the help on the first key that has any; None if none has."""
    return open_help(menu, context, context.explain.known(keys)[:1])


def held_ok_action(menu: Menu, context: MenuContext, option: Option) -> Callable[[], Outcome] | None:
    """Return what held OK does on a row: its own function or its help; None for nothing.

    The help of a closed row begins with the reason.
    """
    if option.hold or option.help_keys is None:
        return option.hold
    known = context.explain.known(option.help_keys())[:1]
    why = option.row.note if option.row.closed else None
    shown = [push_screen(menu, HelpPage(key, why=why)) for key in known]
    return partial(lambda shown: shown, shown[0]) if shown else None


def show_no_help(menu: Menu) -> Menu:
    """Return the menu with a notice that there is no help; held OK must never enter anything instead."""
    return add_notice(menu, "told", NO_HELP)


def open_rows_help(menu: Menu, context: MenuContext, options: Sequence[Option]) -> Menu | None:
    """Return the menu with the help on rows without a cursor; None if there is none."""
    keys = (context.explain.known(option.help_keys())[:1] for option in options if option.help_keys)
    return open_help(menu, context, chain.from_iterable(keys))


def with_help_hint(page: KeysPage, menu: Menu, context: MenuContext, options: Sequence[Option]) -> KeysPage:
    """Return the page of keys with a held-OK hint if there is help on its rows."""
    # A held OK that confirms counts takes precedence over help.
    if any(hint.button == "OK+" for hint in page.hints) or open_rows_help(menu, context, options) is None:
        return page
    return msgspec.structs.replace(page, hints=(*page.hints, Hint("OK+", EXPLAIN)))


def with_help_keys(notice: NoticePage, context: MenuContext) -> NoticePage:
    """Return the notice with help about its piece, or with the key that opens its reason, if there is any."""
    if article := context.explain.article(notice.about):
        return msgspec.structs.replace(
            notice, more=article.text, hints=_with_hint(notice.hints, PIECE_KEY, EXPLAIN)
        )
    if context.explain.article(notice.rule):
        return msgspec.structs.replace(notice, hints=_with_hint(notice.hints, WHY_KEY, tr("why?")))
    return notice


def _with_hint(hints: Sequence[Hint], key: str, label: Message) -> tuple[Hint, ...]:
    """Return the hints with this key replaced or added."""
    return (*(hint for hint in hints if hint.button != key), Hint(key, label))


def notice_over_page(notice: NoticePage, below: Page) -> Page:
    """Return the notice with all key hints that apply while it is open.

    OK and BACK only close the notice; the other keys do what they do below. A notice of kind ANSWER_FIRST_NOTICE
    becomes part of the question's title.
    """
    if notice.kind == ANSWER_FIRST_NOTICE:
        if not isinstance(below, ListPage | KeysPage | NumberPage | MapPage):
            return below
        return msgspec.structs.replace(below, title=tr("First answer: {question}", question=below.title))
    kept = tuple(hint for hint in getattr(below, "hints", ()) if hint.button.rstrip("+") in ("UP", "DOWN", "UNDO"))
    undo = () if any(hint.button == "UNDO" for hint in kept) else (Hint("UNDO", tr("undo")),)
    return msgspec.structs.replace(notice, hints=(*notice.hints, Hint("BACK", tr("back")), *kept, *undo))


def last_entry_over_page(notice: NoticePage, below: Page, menu: Menu, context: MenuContext) -> Page:
    """Return the notice over a page, with the hints of the home page keys that it does not block."""
    hints = below.hints if isinstance(below, HomePage) else ()
    through = [hint for hint in hints if _reaches_page(menu, context, hint.button)]
    closes = () if any(hint.button == "OK" for hint in through) else GO_ON_HINTS
    undo = () if any(hint.button == "UNDO" for hint in through) else (Hint("UNDO", tr("undo")),)
    return msgspec.structs.replace(notice, hints=(*closes, *through, *undo))


def only_closes_notice(notice: NoticePage, menu: Menu, context: MenuContext, button: str, long: bool) -> bool:
    """True if the key only closes the notice, because the player cannot see what the key would do below."""
    if notice.kind == NON_BLOCKING_NOTICE:
        return not _reaches_page(menu, context, button + "+" * long)
    return notice.kind != ANSWER_FIRST_NOTICE and button in ("OK", "BACK")


def _reaches_page(menu: Menu, context: MenuContext, key: str) -> bool:
    button = key.rstrip("+")
    return button == "UNDO" or home_page.is_harmless_press(menu, context, button, key.endswith("+"))


def open_notice_help(menu: Menu, context: MenuContext, button: str, long: bool) -> Menu | None:
    """Return the menu with the help on the open notice, under its text; None if the key does not ask for it."""
    if menu.notice is None:
        return None
    piece = menu.notice.about if button + "+" * long == PIECE_KEY else ""
    known = context.explain.known((piece or (menu.notice.rule if button == WHY_KEY else ""),))
    bare = msgspec.structs.replace(menu, notice=None)
    return push_screen(bare, HelpPage(known[0], why=menu.notice.text)) if known else None


def open_sheet_help(menu: Menu, context: MenuContext, kind: str) -> Menu | None:
    """Return the menu with the help on an open sheet; None if there is none."""
    return open_help(menu, context, context.explain.sheet(kind))


def open_tap_help(menu: Menu, context: MenuContext, pieces: Sequence[str]) -> Menu | None:
    """Return the menu after the help card or the tap that follows it; None for any other tap."""
    if HELP_CARD in pieces:
        return msgspec.structs.replace(menu, notice=HELP_REQUESTED)
    if menu.notice != HELP_REQUESTED:
        return None
    bare = msgspec.structs.replace(menu, notice=None)
    shown = open_first_help(bare, context, pieces)
    return shown or add_notice(bare, "refused", tr("Nothing is written about that here."))


def close_help(menu: Menu) -> Menu:
    """Return the menu without help screens, because a tap closes them."""
    lookups = HelpPage | menu_state.HelpTopicList | TutorialPage
    kept = tuple(level for level in menu.levels if not isinstance(level, lookups))
    return menu if kept == menu.levels else msgspec.structs.replace(menu, levels=kept)


def build_help_page(level: HelpPage | TutorialPage, context: MenuContext) -> ArticlePage:
    """Return the page of a help or tutorial screen."""
    if isinstance(level, HelpPage):
        article = _article(context, level.key)
        text = (level.why, *article.text) if level.why else article.text
        return ArticlePage(article.title, text, _CLOSE, level.page, _TURN)
    told = tuple(
        tr("{title}: {text}", title=article.title, text=article.text[0])
        for article in (_article(context, key) for key in level.keys)
    )
    return ArticlePage(tr("For the first time"), told, _LESSON, level.page, _TURN)


def _article(context: MenuContext, key: str) -> Article:
    article = context.explain.article(key)
    assert article, "what can't be explained is closed"
    return article


def has_help(level: HelpPage | menu_state.HelpTopicList | TutorialPage, context: MenuContext) -> bool:
    """True if the articles still exist; another game may have started."""
    keys = (level.key,) if isinstance(level, HelpPage) else level.keys
    return len(context.explain.known(keys)) == len(keys)


def ends_tutorial(menu: Menu, button: str, long: bool) -> bool:
    """True if that key on a tutorial page turns the tutorial off."""
    return isinstance(menu.levels[-1], TutorialPage) and button + "+" * long == END_TUTORIAL_KEY


def press_help_page(menu: Menu, level: HelpPage | TutorialPage, button: str) -> Outcome:
    """Return the menu after OK (close) or UP and DOWN (turn the page)."""
    if button == "OK":
        return pop_screen(menu)
    step = 1 if button == "DOWN" else -1
    return replace_top(menu, msgspec.structs.replace(level, page=level.page + step))


def options_for_help_topics(menu: Menu, context: MenuContext, level: menu_state.HelpTopicList) -> OptionList:
    articles = [_article(context, key) for key in level.keys]
    options = [
        Option(ListItem(each.title, each.text[0]), partial(push_screen, menu, HelpPage(each.key)))
        for each in articles
    ]
    return OptionList("menu", tr("What do you want to know?"), options, ok_label=tr("look"))


def with_tutorial_page(menu: Menu, keys: tuple[str, ...]) -> Menu:
    """Return the menu with a tutorial page about these articles on top."""
    return push_screen(close_help(menu), TutorialPage(keys)) if keys else menu


def show_tutorial_switched(on: bool) -> Menu:
    """Return an empty menu with a notice whether the tutorial is on."""
    return add_notice(Menu(), "told", TUTORIAL_ON if on else TUTORIAL_OFF)
