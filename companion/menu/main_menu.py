"""The main menu and what lies behind it: kept games, a new one, this box, switching off."""

from __future__ import annotations

from functools import partial

import msgspec

from companion.engine.message import Message, listed, literal, tr
from companion.menu import menu_state, sticker_levels, teaching_levels
from companion.menu.menu_state import Level, Menu, MenuContext
from companion.menu.options import Option, OptionList, popped, pushed
from companion.menu.pages import ListItem
from companion.menu.put_back import owed_words, put_back_list
from companion.menu.sticker_menu import begun_walk, missing

OFF, REPORT = "OFF", "REPORT"
"""What the case tells of buttons that are held for it alone, whatever lies open."""
REPORTED = partial(menu_state.MachineAct, "report")


def options_for_main(menu: Menu, context: MenuContext, _level: menu_state.MainMenu) -> OptionList:
    options = []
    if context.unbegun and (walk := begun_walk(context.stickers())):
        # Nothing is played yet, and a walk was broken off: whoever comes back goes on with it.
        row = ListItem(tr("Go on with the stickers"), missing(context.stickers(), walk))
        options.append(Option(row, partial(pushed, menu, sticker_levels.StickerWalk(walk))))
    if context.once_more:
        again = partial(pushed, menu, menu_state.OrderChoice())
        options.append(Option(ListItem(tr("Once more with the same players")), again))
    if context.corrections():
        options.append(Option(ListItem(tr("Correct something")), partial(pushed, menu, menu_state.OfferList(0))))
    options.append(Option(ListItem(tr("History")), lambda: menu_state.FetchData("history")))
    if menu.owed:
        options.append(Option(ListItem(owed_words(menu.owed)), partial(put_back_list, menu)))
    if context.redo:
        options.append(Option(ListItem(tr("Redo what was taken back")), lambda: menu_state.Redo()))
    if context.rolls_unasked:
        options.append(Option(ListItem(tr("We roll the die ourselves")), menu_state.RollOurselves))
    options += [
        Option(ListItem(sheet.label), partial(pushed, menu, menu_state.SheetLevel(kind)))
        for kind, sheet in context.sheets.items()
        if not (sheet.listed or sheet.key_only)
    ]
    if context.explain.lessons is not None:
        options.append(_lessons(context.explain.lessons))
    if context.phones:
        options.append(Option(ListItem(tr("Phones")), partial(pushed, menu, menu_state.PhoneMenu())))
    if context.box:
        options.append(Option(ListItem(tr("This box")), partial(pushed, menu, menu_state.BoxMenu())))
    options.append(Option(ListItem(tr("Games")), lambda: menu_state.FetchData("games")))
    options.append(Option(ListItem(tr("New game")), partial(pushed, menu, _before_new_game(context))))
    if context.update:
        options.append(Option(ListItem(tr("Install the new version")), partial(updating, menu, context.update)))
    if "off" in context.machine:
        options.append(Option(ListItem(tr("Switch off")), partial(switching_off, menu)))
    return OptionList("menu", tr("Menu"), options)


def _lessons(now: bool) -> Option:
    """Whether it is explained unasked what happens for the first time."""
    row = ListItem(tr("First game: explain things"), tr("on") if now else tr("off"))
    return Option(row, partial(menu_state.SetLessons, not now))


def options_for_order(_menu: Menu, _context: MenuContext, _level: menu_state.OrderChoice) -> OptionList:
    options = [
        Option(ListItem(tr("A new order")), partial(menu_state.OnceMore, True)),
        Option(ListItem(tr("The same order")), menu_state.OnceMore),
    ]
    return OptionList("menu", tr("In which order do you play?"), options)


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
        Option(ListItem(tr("Save everything to a file")), partial(menu_state.MachineAct, "save")),
    ]
    if "report" in context.machine:
        options.append(Option(ListItem(tr("Report for whoever helps")), REPORTED))
    if context.stickers().kinds:
        options.append(Option(ListItem(tr("Stickers")), partial(pushed, menu, sticker_levels.StickerMenu())))
    if context.taught().groups:
        options.append(Option(ListItem(tr("Tiles")), partial(pushed, menu, teaching_levels.GroupList())))
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


_EXPLAINED = tr("Start a first game, explained")
"""Of the game that lies on the table."""


def _before_new_game(context: MenuContext) -> Level:
    """Which game it is to be where there are several; else only whether it is meant."""
    if context.playable:
        return menu_state.GameChoice()
    return menu_state.ConfirmPrompt(
        tr("Start a new game? This one is kept."),
        tr("Start a new game"),
        menu_state.NewGame(),
        () if context.explain.lessons is None else ((_EXPLAINED, menu_state.NewGame("", True)),),
    )


def options_for_game_choice(menu: Menu, context: MenuContext, _level: menu_state.GameChoice) -> OptionList:
    options = [
        Option(ListItem(name), partial(menu_state.NewGame, game)) for game, name in context.playable.items()
    ]
    # Who is asked unasked, in an empty house, has it explained anyway.
    asked_for = len(menu.levels) > 1
    if context.explain.lessons is not None and asked_for:
        options.append(Option(ListItem(_EXPLAINED), partial(menu_state.NewGame, "", True)))
    title = tr("Which game next? This one is kept.") if asked_for else tr("Which game do you play?")
    return OptionList("menu", title, options, back=None if asked_for else tr("menu"))


def updating(menu: Menu, question: Message) -> Menu:
    """The question before a newer version is installed."""
    sure = menu_state.ConfirmPrompt(question, tr("Install"), menu_state.MachineAct("install"))
    return pushed(menu, sure)


def held(menu: Menu, context: MenuContext, what: str) -> Menu | menu_state.MachineAct:
    """What comes of OFF and REPORT, where the case can do that."""
    if what == REPORT:
        return REPORTED() if "report" in context.machine else menu
    return switching_off(menu) if "off" in context.machine else menu


def switching_off(menu: Menu) -> Menu:
    """The question before the machine is switched off, over whatever lies open."""
    sure = menu_state.ConfirmPrompt(
        tr("Switch off? The game is kept."), tr("Switch off"), menu_state.MachineAct("off")
    )
    return menu if menu.levels[-1:] == (sure,) else pushed(menu, sure)


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


def _acted(act: menu_state.Act) -> menu_state.Act:
    return act


def options_for_sure(menu: Menu, _context: MenuContext, level: menu_state.ConfirmPrompt) -> OptionList:
    options = [
        Option(ListItem(tr("No")), partial(popped, menu)),
        Option(ListItem(level.yes), lambda: level.act),
        *(Option(ListItem(words), partial(_acted, act)) for words, act in level.more),
    ]
    return OptionList("caution", level.title, options)
