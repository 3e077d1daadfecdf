"""The main menu and the lists behind it: stored games, new game, this box, phones, switching off.

Also the extra rows in the first list of a game: the menu, because small panels do not show held keys, and another
order in a rematch. Pure: actions are returned; `companion.web.phones` carries out those about phones. Knows no
game.
"""

from __future__ import annotations

from functools import partial

import msgspec

from companion.engine.message import Message, join_list, literal, tr
from companion.menu import menu_state
from companion.menu.history_menu import instructions_title, open_instructions
from companion.menu.menu_state import AdmittedPhone, Menu, MenuContext, MenuScreen, PhoneAction, PhoneState
from companion.menu.options import Option, OptionList, pop_screen, push_screen
from companion.menu.pages import Hint, InvitationPage, ListItem
from companion.menu.sticker_enrolment import kinds_to_continue, missing_text

OFF_BUTTON, REPORT_BUTTON = "OFF", "REPORT"
"""Buttons of the device with one function, whatever is on the screen."""
WRITE_REPORT = partial(menu_state.MachineAction, "report")


def options_for_main(menu: Menu, context: MenuContext, _level: menu_state.MainMenu) -> OptionList:
    options = []
    if context.has_no_entries and (walk := kinds_to_continue(context.stickers())):
        # Enrolment was interrupted before the first game, so it is offered first.
        row = ListItem(tr("Go on with the stickers"), missing_text(context.stickers(), walk))
        options.append(Option(row, partial(push_screen, menu, menu_state.StickerEnrolment(walk))))
    if context.can_rematch:
        again = partial(push_screen, menu, menu_state.OrderChoice())
        options.append(Option(ListItem(tr("Once more with the same players")), again))
    if context.corrections():
        options.append(
            Option(ListItem(tr("Correct something")), partial(push_screen, menu, menu_state.OfferList(0)))
        )
    options.append(Option(ListItem(tr("History")), lambda: menu_state.FetchData("history")))
    if menu.instructions:
        options.append(Option(ListItem(instructions_title(menu.instructions)), partial(open_instructions, menu)))
    if context.can_redo:
        options.append(Option(ListItem(tr("Redo what was taken back")), lambda: menu_state.Redo()))
    if context.is_auto_roll_on:
        options.append(Option(ListItem(tr("We roll the die ourselves")), menu_state.StopAutoRoll))
    options += [
        Option(ListItem(sheet.label), partial(push_screen, menu, menu_state.SheetScreen(kind)))
        for kind, sheet in context.sheets.items()
        if not (sheet.is_in_entry_list or sheet.is_key_only)
    ]
    if context.explain.lessons is not None:
        options.append(_tutorial_option(context.explain.lessons))
    if context.phones:
        options.append(Option(ListItem(tr("Phones")), partial(push_screen, menu, menu_state.PhoneMenu())))
    if context.box:
        options.append(Option(ListItem(tr("This box")), partial(push_screen, menu, menu_state.BoxMenu())))
    options.append(Option(ListItem(tr("Games")), lambda: menu_state.FetchData("games")))
    options.append(Option(ListItem(tr("New game")), partial(push_screen, menu, _before_new_game(context))))
    if context.update:
        options.append(
            Option(ListItem(tr("Install the new version")), partial(show_update_prompt, menu, context.update))
        )
    if "off" in context.machine:
        options.append(Option(ListItem(tr("Switch off")), partial(show_switch_off_prompt, menu)))
    return OptionList("menu", tr("Menu"), options)


def _tutorial_option(now: bool) -> Option:
    """Return the option that turns the tutorial on or off."""
    row = ListItem(tr("First game: explain things"), tr("on") if now else tr("off"))
    return Option(row, partial(menu_state.SetTutorial, not now))


def options_for_order(_menu: Menu, _context: MenuContext, _level: menu_state.OrderChoice) -> OptionList:
    options = [
        Option(ListItem(tr("A new order")), partial(menu_state.BeginRematch, True)),
        Option(ListItem(tr("The same order")), menu_state.BeginRematch),
    ]
    return OptionList("menu", tr("In which order do you play?"), options)


def options_for_box(menu: Menu, context: MenuContext, _level: menu_state.BoxMenu) -> OptionList:
    """Return the settings with their values; OK changes a setting at once."""
    assert context.box is not None
    now, names = context.box.settings, dict(context.box.languages)
    spoken = names.get(context.box.language, context.box.language)
    quiet = msgspec.structs.replace(now, sound=not now.sound)
    turned = msgspec.structs.replace(now, turned=not now.turned)
    options = [
        Option(ListItem(tr("Language"), literal(spoken)), partial(push_screen, menu, menu_state.LanguageList())),
        Option(
            ListItem(tr("Sound"), tr("on") if now.sound else tr("off")), partial(menu_state.SetBoxSettings, quiet)
        ),
        Option(
            ListItem(tr("Turn the picture round"), tr("is turned") if now.turned else None),
            partial(menu_state.SetBoxSettings, turned),
        ),
        Option(ListItem(tr("Save everything to a file")), partial(menu_state.MachineAction, "save")),
    ]
    if "report" in context.machine:
        options.append(Option(ListItem(tr("Report for support")), WRITE_REPORT))
    if context.stickers().kinds:
        options.append(Option(ListItem(tr("Stickers")), partial(push_screen, menu, menu_state.StickerKindList())))
    if context.box_facts().groups:
        options.append(Option(ListItem(tr("Tiles")), partial(push_screen, menu, menu_state.FactGroupList())))
    return OptionList("menu", tr("This box"), options)


def options_for_language(_menu: Menu, context: MenuContext, _level: menu_state.LanguageList) -> OptionList:
    """Return the languages, each in its own language so that it is found whatever is selected."""
    assert context.box is not None
    now = context.box.settings
    options = [
        Option(
            ListItem(literal(name), ticked=code == context.box.language),
            partial(menu_state.SetBoxSettings, msgspec.structs.replace(now, language=code)),
        )
        for code, name in context.box.languages
    ]
    return OptionList("menu", tr("Language"), options)


_EXPLAINED = tr("Start a first game, explained")
"""For the game on the table."""


def _before_new_game(context: MenuContext) -> MenuScreen:
    """Return the choice of game if there are several; else the confirmation of a new game."""
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
    # When the companion asks at its first start, the tutorial is on anyway.
    asked_for = len(menu.levels) > 1
    if context.explain.lessons is not None and asked_for:
        options.append(Option(ListItem(_EXPLAINED), partial(menu_state.NewGame, "", True)))
    is_kept = asked_for and context.has_game
    title = tr("Which game next? This one is kept.") if is_kept else tr("Which game do you play?")
    return OptionList("menu", title, options, back_label=None if asked_for else tr("menu"))


def show_update_prompt(menu: Menu, question: Message) -> Menu:
    """Return the menu with the question before a newer version is installed."""
    sure = menu_state.ConfirmPrompt(question, tr("Install"), menu_state.MachineAction("install"))
    return push_screen(menu, sure)


def button_action(menu: Menu, context: MenuContext, what: str) -> Menu | menu_state.MachineAction:
    """Return the result of the OFF or REPORT_BUTTON button; the menu unchanged if the machine cannot do it."""
    if what == REPORT_BUTTON:
        return WRITE_REPORT() if "report" in context.machine else menu
    return show_switch_off_prompt(menu) if "off" in context.machine else menu


def show_switch_off_prompt(menu: Menu) -> Menu:
    """Return the menu with the question before switching off, over everything."""
    sure = menu_state.ConfirmPrompt(
        tr("Switch off? The game is kept."), tr("Switch off"), menu_state.MachineAction("off")
    )
    return menu if menu.levels[-1:] == (sure,) else push_screen(menu, sure)


def options_for_games(menu: Menu, _context: MenuContext, level: menu_state.GameList) -> OptionList:
    options = [
        Option(
            ListItem(line.title, _state_of(line)),
            partial(push_screen, menu, menu_state.GameMenu(line)),
        )
        for line in level.lines
    ]
    return OptionList("games", tr("Games"), options)


def _state_of(line: menu_state.GameItem) -> Message | None:
    """Return the details of a game: whether it is running, its date, points and winner; None if unknown."""
    running = (tr("running"),) if line.running and not line.finished else ()
    known = (*running, *((line.details,) if line.details else ()))
    return join_list(known) if known else None


def options_for_game(menu: Menu, _context: MenuContext, level: menu_state.GameMenu) -> OptionList:
    line = level.line
    sure = menu_state.ConfirmPrompt(
        tr("Delete {game} for ever?", game=line.title), tr("Delete it"), menu_state.DeleteGame(line.id)
    )
    options = [
        Option(ListItem(tr("Play on")), partial(menu_state.ResumeGame, line.id)),
        Option(ListItem(tr("Delete")), partial(push_screen, menu, sure)),
    ]
    return OptionList("menu", line.details or line.title, options)


def _named_action(act: menu_state.MenuAction) -> menu_state.MenuAction:
    return act


def options_for_confirmation(menu: Menu, _context: MenuContext, level: menu_state.ConfirmPrompt) -> OptionList:
    options = [
        Option(ListItem(tr("No")), partial(pop_screen, menu)),
        Option(ListItem(level.yes), lambda: level.act),
        *(Option(ListItem(words), partial(_named_action, act)) for words, act in level.more),
    ]
    return OptionList("caution", level.title, options)


def with_setup_rows(menu: Menu, context: MenuContext, listed: OptionList) -> OptionList:
    """Return the top list with the extra rows if it is the first list of a game."""
    if not _is_first_list(menu, context):
        return listed
    options = [*listed.options]
    if context.rematch:
        another = ListItem(tr("A new order"))
        options.insert(1, Option(another, partial(menu_state.BeginRematch, True), brief=tr("order")))
        listed = listed._replace(title=tr("{order} {text}", order=context.rematch, text=listed.title))
    if context.has_no_entries:
        row = ListItem(tr("Menu"), tr("or hold BACK"))
        options.append(Option(row, partial(push_screen, menu, menu_state.MainMenu()), brief=tr("menu")))
    return listed._replace(options=options)


def _is_first_list(menu: Menu, context: MenuContext) -> bool:
    """True if the top list is the blocking question itself, not opened from another screen."""
    first, front_questions = menu.levels[0], context.front_questions
    if len(menu.levels) > 1 or not isinstance(first, menu_state.OfferList) or not front_questions:
        return False
    return first.question == front_questions[0].number


def setup_row_of_offer(context: MenuContext, offer: int) -> int:
    """Return the row of an offer in that list."""
    return offer + 1 if context.rematch and offer else offer


ALLOW_PHONES, DISALLOW_PHONES, INVITE_PHONE, WITHDRAW_INVITATION, FORGET_PHONES = (
    "open",
    "close",
    "invite",
    "withdraw",
    "forget",
)
ADMIT_PHONE, REFUSE_PHONE = "admit", "refuse"
SEAT_ROLE, TABLE_ROLE, SPECTATOR_ROLE = "seat", "table", "spectator"
"""The roles of an admitted phone."""

ROLE_LABELS = {TABLE_ROLE: tr("For the whole table"), SPECTATOR_ROLE: tr("Only to look on")}

ALLOW_PHONES_PROMPT = menu_state.ConfirmPrompt(
    tr("Let phones in over the Wi-Fi? Who is in the same Wi-Fi could overhear them."),
    tr("Let phones in"),
    PhoneAction(ALLOW_PHONES),
)


def options_for_phones(menu: Menu, context: MenuContext, _level: menu_state.PhoneMenu) -> OptionList:
    now = context.phones or PhoneState()
    if not now.open:
        first = Option(ListItem(tr("Let phones in")), partial(push_screen, menu, ALLOW_PHONES_PROMPT))
        return OptionList("menu", tr("Phones"), [first])
    options = []
    if now.joining_phone:
        asks = menu_state.PhoneRequest(now.joining_phone)
        options.append(
            Option(ListItem(tr("Phone {n} asks", n=now.joining_phone)), partial(push_screen, menu, asks))
        )
    options.append(Option(ListItem(tr("Invite a phone")), partial(PhoneAction, INVITE_PHONE)))
    options += [_phone_option(menu, now, each) for each in now.phones]
    if (n := len(now.phones)) > 1:
        sure = menu_state.ConfirmPrompt(
            tr("Forget all {n} phones? They come back only by new invitations.", n=n),
            tr("Forget them"),
            PhoneAction(FORGET_PHONES),
        )
        options.append(Option(ListItem(tr("Forget all {n} phones", n=n)), partial(push_screen, menu, sure)))
    options.append(Option(ListItem(tr("Let no phones in any more")), partial(PhoneAction, DISALLOW_PHONES)))
    return OptionList("menu", tr("Phones"), options)


def _phone_option(menu: Menu, now: PhoneState, phone: AdmittedPhone) -> Option:
    """Return the row of an admitted phone and its role; choosing it removes the phone after a confirmation."""
    called = tr("Phone {n}", n=phone.number)
    sure = menu_state.ConfirmPrompt(
        tr("Forget phone {n}? It comes back only by a new invitation.", n=phone.number),
        tr("Forget it"),
        PhoneAction(FORGET_PHONES, key=phone.key),
    )
    return Option(ListItem(called, _role_text(now, phone)), partial(push_screen, menu, sure))


def _role_text(now: PhoneState, phone: AdmittedPhone) -> Message:
    if phone.role != SEAT_ROLE:
        return ROLE_LABELS[phone.role]
    return dict(now.players).get(phone.seat) or tr("a seat not in this game")


def options_for_phone_request(menu: Menu, context: MenuContext, level: menu_state.PhoneRequest) -> OptionList:
    """Return the roles for a phone that asks to join, players without a phone first; none is preselected."""
    now = context.phones or PhoneState()
    if now.joining_phone != level.number:
        gone = Option(ListItem(tr("It does not ask any more")), partial(pop_screen, menu))
        return OptionList("menu", tr("Phone {n}", n=level.number), [gone])
    admit = partial(PhoneAction, ADMIT_PHONE, level.number)
    options = [
        Option(
            ListItem(label, tr("instead of the phone there") if id in now.seats else None, sign=id),
            partial(admit, SEAT_ROLE, id),
        )
        for id, label in sorted(now.players, key=lambda each: each[0] in now.seats)
    ]
    options += [
        Option(ListItem(ROLE_LABELS[TABLE_ROLE]), partial(admit, TABLE_ROLE)),
        Option(ListItem(ROLE_LABELS[SPECTATOR_ROLE]), partial(admit, SPECTATOR_ROLE)),
        Option(ListItem(tr("No")), partial(PhoneAction, REFUSE_PHONE, level.number)),
    ]
    title = tr("Phone {n} asks to come in. As whom?", n=level.number)
    if not now.players:
        title = tr("Phone {n} asks to come in. There are seats once you have sat down. As whom?", n=level.number)
    return OptionList("question", title, options)


def invite_phone(menu: Menu, context: MenuContext) -> Menu | PhoneAction:
    """Return the action that invites a phone, or the question whether phones may join at all."""
    if context.phones and context.phones.open:
        return PhoneAction(INVITE_PHONE)
    return menu if ALLOW_PHONES_PROMPT in menu.levels[-1:] else push_screen(menu, ALLOW_PHONES_PROMPT)


def invitation_page(context: MenuContext) -> InvitationPage:
    """Return the page with the invitation, or a note that it has expired."""
    now = context.phones or PhoneState()
    return InvitationPage(now.url, literal(now.name) if now.name else None, (Hint("BACK", tr("withdraw")),))


def without_phones(menu: Menu) -> Menu:
    """Return the menu without screens about phones."""
    ours = (menu_state.Invitation, menu_state.PhoneRequest)
    levels = tuple(level for level in menu.levels if not isinstance(level, ours))
    return msgspec.structs.replace(menu, levels=levels)


def show_phone_request(menu: Menu, number: int) -> Menu:
    """Return the menu with the request of a phone on top."""
    return push_screen(without_phones(menu), menu_state.PhoneRequest(number))
