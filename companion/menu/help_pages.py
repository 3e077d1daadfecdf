"""Looking things up on the case: what a row, a piece or a refusal is about, in our words, over whatever lies open.

BACK and OK close it again, and nothing below has changed. Knows no game: its articles come with the context.
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
    GO_ON,
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
"""The command card after which a tap only explains."""
EXPLAIN = tr("explain")
WHY_KEY, PIECE_KEY = "DOWN", "OK+"
"""Asks a notice for its reason; opens all that is said of the piece that it is about."""
END_KEY = "BACK+"
"""Ends the explaining that nobody asks for: held, since people press the others while they choose and buy."""
FIRST_TUTORIAL = "first"
"""The kind of a notice that is no page of its own: it stands over the question that must be answered first."""
LAST_ENTRY = "kept"
"""The kind of a notice over the home page through which every key goes that enters nothing: none is lost on it.

It says what the die has brought that the companion rolled: nobody asked for it.
"""
HELP_REQUESTED = NoticePage("asks", tr("Tap what you want to know about."), GO_ON)
"""Stands there after the card until the next input."""
TUTORIAL_ON = tr("This game explains what happens for the first time.")
TUTORIAL_OFF = tr("From now on nothing is explained unasked; OK held explains a row.")
NO_HELP = tr("There is nothing more to explain here; OK pressed shortly chooses.")
_TURN = Hint("DOWN", tr("page"))
_CLOSE = (Hint("OK", tr("go on")), Hint("BACK", tr("back")))
_LESSON = (Hint("OK", tr("go on")), Hint(END_KEY, tr("no more")))


def open_help(menu: Menu, context: MenuContext, keys: Iterable[str]) -> Menu | None:
    """The menu with what is said of these; a list where there is something to say of several, None for nothing."""
    known = context.explain.known(keys)
    if not known:
        return None
    return push_screen(menu, HelpPage(known[0]) if len(known) == 1 else menu_state.HelpTopicList(known))


def open_first_help(menu: Menu, context: MenuContext, keys: Iterable[str]) -> Menu | None:
    """The menu with what is said of the first of these that anything is said of."""
    return open_help(menu, context, context.explain.known(keys)[:1])


# ---- from what stands on the screen


def held_ok_action(menu: Menu, context: MenuContext, option: Option) -> Callable[[], Outcome] | None:
    """What a held OK does on a row: its own, else it explains the row, a closed one with why it is closed; None
    where there is nothing to say.
    """
    if option.held or option.about is None:
        return option.held
    known = context.explain.known(option.about())[:1]
    why = option.row.note if option.row.closed else None
    shown = [push_screen(menu, HelpPage(key, why=why)) for key in known]
    return partial(lambda shown: shown, shown[0]) if shown else None


def show_no_help(menu: Menu) -> Menu:
    """A held OK enters nothing where it has nothing to say: people hold it to learn, never to choose."""
    return add_notice(menu, "told", NO_HELP)


def open_rows_help(menu: Menu, context: MenuContext, options: Sequence[Option]) -> Menu | None:
    """What is said of rows that no cursor chooses between."""
    keys = (context.explain.known(option.about())[:1] for option in options if option.about)
    return open_help(menu, context, chain.from_iterable(keys))


def with_help_hint(page: KeysPage, menu: Menu, context: MenuContext, options: Sequence[Option]) -> KeysPage:
    """The page of keys with a held OK that explains its rows, where there is anything to say of them."""
    # What OK held takes stands above what it explains.
    if any(hint.button == "OK+" for hint in page.hints) or open_rows_help(menu, context, options) is None:
        return page
    return msgspec.structs.replace(page, hints=(*page.hints, Hint("OK+", EXPLAIN)))


def with_help_keys(notice: NoticePage, context: MenuContext) -> NoticePage:
    """The notice with the key that opens its reason, or with what is said of its piece, where there is any."""
    if article := context.explain.article(notice.about):
        return msgspec.structs.replace(
            notice, more=article.text, hints=_with_hint(notice.hints, PIECE_KEY, EXPLAIN)
        )
    if context.explain.article(notice.rule):
        return msgspec.structs.replace(notice, hints=_with_hint(notice.hints, WHY_KEY, tr("why?")))
    return notice


def _with_hint(hints: Sequence[Hint], key: str, label: Message) -> tuple[Hint, ...]:
    """A key that the notice takes for itself."""
    return (*(hint for hint in hints if hint.button != key), Hint(key, label))


def notice_over_page(notice: NoticePage, below: Page) -> Page:
    """A notice with all that keys do while it stands; one that only says what comes first stays with its question.

    OK and BACK only take it away; the others do what they do below.
    """
    if notice.kind == FIRST_TUTORIAL:
        if not isinstance(below, ListPage | KeysPage | NumberPage | MapPage):
            return below
        return msgspec.structs.replace(below, title=tr("First answer: {question}", question=below.title))
    kept = tuple(hint for hint in getattr(below, "hints", ()) if hint.button.rstrip("+") in ("UP", "DOWN", "UNDO"))
    undo = () if any(hint.button == "UNDO" for hint in kept) else (Hint("UNDO", tr("undo")),)
    return msgspec.structs.replace(notice, hints=(*notice.hints, Hint("BACK", tr("back")), *kept, *undo))


def last_entry_over_page(notice: NoticePage, below: Page, menu: Menu, context: MenuContext) -> Page:
    """What came unasked, over a page: the home page's keys are said with it, as far as they go through."""
    hints = below.hints if isinstance(below, HomePage) else ()
    through = [hint for hint in hints if _reaches_page(menu, context, hint.button)]
    closes = () if any(hint.button == "OK" for hint in through) else GO_ON
    undo = () if any(hint.button == "UNDO" for hint in through) else (Hint("UNDO", tr("undo")),)
    return msgspec.structs.replace(notice, hints=(*closes, *through, *undo))


def only_closes_notice(notice: NoticePage, menu: Menu, context: MenuContext, button: str, long: bool) -> bool:
    """Whether a key only takes the notice away: whoever reads it doesn't see what the key would do below."""
    if notice.kind == LAST_ENTRY:
        return not _reaches_page(menu, context, button + "+" * long)
    return notice.kind != FIRST_TUTORIAL and button in ("OK", "BACK")


def _reaches_page(menu: Menu, context: MenuContext, key: str) -> bool:
    button = key.rstrip("+")
    return button == "UNDO" or home_page.is_harmless_press(menu, context, button, key.endswith("+"))


def open_notice_help(menu: Menu, context: MenuContext, button: str, long: bool) -> Menu | None:
    """What explains the notice that stands there, under its own words; None where that key asks for nothing."""
    if menu.notice is None:
        return None
    piece = menu.notice.about if button + "+" * long == PIECE_KEY else ""
    known = context.explain.known((piece or (menu.notice.rule if button == WHY_KEY else ""),))
    bare = msgspec.structs.replace(menu, notice=None)
    return push_screen(bare, HelpPage(known[0], why=menu.notice.text)) if known else None


def open_sheet_help(menu: Menu, context: MenuContext, kind: str) -> Menu | None:
    """What explains a sheet that lies open."""
    return open_help(menu, context, context.explain.sheet(kind))


# ---- taps


def open_tap_help(menu: Menu, context: MenuContext, pieces: Sequence[str]) -> Menu | None:
    """The card, and the tap after it, which enters nothing; None for any other tap."""
    if HELP_CARD in pieces:
        return msgspec.structs.replace(menu, notice=HELP_REQUESTED)
    if menu.notice != HELP_REQUESTED:
        return None
    bare = msgspec.structs.replace(menu, notice=None)
    shown = open_first_help(bare, context, pieces)
    return shown or add_notice(bare, "refused", tr("Nothing is written about that here."))


def close_help(menu: Menu) -> Menu:
    """The menu without what was looked up: a tap closes it."""
    lookups = HelpPage | menu_state.HelpTopicList | TutorialPage
    kept = tuple(level for level in menu.levels if not isinstance(level, lookups))
    return menu if kept == menu.levels else msgspec.structs.replace(menu, levels=kept)


# ---- its own pages


def build_help_page(level: HelpPage | TutorialPage, context: MenuContext) -> ArticlePage:
    """What is said of it."""
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
    """Whether there is still something to say: another game may have begun."""
    keys = (level.key,) if isinstance(level, HelpPage) else level.keys
    return len(context.explain.known(keys)) == len(keys)


def ends_tutorial(menu: Menu, button: str, long: bool) -> bool:
    """Whether that key, over what nobody asked for, ends the explaining for this game."""
    return isinstance(menu.levels[-1], TutorialPage) and button + "+" * long == END_KEY


def press_help_page(menu: Menu, level: HelpPage | TutorialPage, button: str) -> Outcome:
    """OK closes it, UP and DOWN turn the page."""
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
    return OptionList("menu", tr("What do you want to know?"), options, ok=tr("look"))


def with_tutorial_page(menu: Menu, keys: tuple[str, ...]) -> Menu:
    """The menu with what has just happened for the first time over everything."""
    return push_screen(close_help(menu), TutorialPage(keys)) if keys else menu


def show_tutorial_switched(on: bool) -> Menu:
    """Everything closed, and whether this game explains itself from now on."""
    return add_notice(Menu(), "told", TUTORIAL_ON if on else TUTORIAL_OFF)
