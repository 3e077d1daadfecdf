"""The lists and acts about invited phones: let them in, invite one, say as whom it comes, forget them.

Pure like all of the menu: what an act does, `companion.web.phones` does.
"""

from __future__ import annotations

from functools import partial

import msgspec

from companion.engine.message import Message, literal, tr
from companion.menu import menu_state
from companion.menu.menu_state import Menu, MenuContext, PhoneAct
from companion.menu.options import Option, OptionList, popped, pushed
from companion.menu.pages import Hint, InvitationPage, ListItem
from companion.menu.phones_now import PhoneIn, PhonesNow

OPEN, CLOSE, INVITE, WITHDRAW, FORGET = "open", "close", "invite", "withdraw", "forget"
ADMIT, REFUSE = "admit", "refuse"
SEAT, AT_TABLE, SPECTATOR = "seat", "table", "spectator"
"""As what a phone is let in."""

AS_WHOM = {AT_TABLE: tr("For the whole table"), SPECTATOR: tr("Only to look on")}

SURE = menu_state.ConfirmPrompt(
    tr("Let phones in over the Wi-Fi? Who is in the same Wi-Fi could overhear them."),
    tr("Let phones in"),
    PhoneAct(OPEN),
)


def options_for_phones(menu: Menu, context: MenuContext, _level: menu_state.PhoneMenu) -> OptionList:
    now = context.phones or PhonesNow()
    if not now.open:
        first = Option(ListItem(tr("Let phones in")), partial(pushed, menu, SURE))
        return OptionList("menu", tr("Phones"), [first])
    options = []
    if now.asking:
        asks = menu_state.PhoneAsks(now.asking)
        options.append(Option(ListItem(tr("Phone {n} asks", n=now.asking)), partial(pushed, menu, asks)))
    options.append(Option(ListItem(tr("Invite a phone")), partial(PhoneAct, INVITE)))
    options += [_phone(menu, now, each) for each in now.phones]
    if (n := len(now.phones)) > 1:
        sure = menu_state.ConfirmPrompt(
            tr("Forget all {n} phones? They come back only by new invitations.", n=n),
            tr("Forget them"),
            PhoneAct(FORGET),
        )
        options.append(Option(ListItem(tr("Forget all {n} phones", n=n)), partial(pushed, menu, sure)))
    options.append(Option(ListItem(tr("Let no phones in any more")), partial(PhoneAct, CLOSE)))
    return OptionList("menu", tr("Phones"), options)


def _phone(menu: Menu, now: PhonesNow, phone: PhoneIn) -> Option:
    """One that is let in, and as whom; chosen, it is forgotten once people have said so."""
    called = tr("Phone {n}", n=phone.number)
    sure = menu_state.ConfirmPrompt(
        tr("Forget phone {n}? It comes back only by a new invitation.", n=phone.number),
        tr("Forget it"),
        PhoneAct(FORGET, key=phone.key),
    )
    return Option(ListItem(called, _as_whom(now, phone)), partial(pushed, menu, sure))


def _as_whom(now: PhonesNow, phone: PhoneIn) -> Message:
    if phone.role != SEAT:
        return AS_WHOM[phone.role]
    return dict(now.people).get(phone.seat) or tr("a seat not in this game")


def options_for_asking(menu: Menu, context: MenuContext, level: menu_state.PhoneAsks) -> OptionList:
    """The seats without a phone first; nobody's is chosen beforehand."""
    now = context.phones or PhonesNow()
    if now.asking != level.number:
        gone = Option(ListItem(tr("It does not ask any more")), partial(popped, menu))
        return OptionList("menu", tr("Phone {n}", n=level.number), [gone])
    admit = partial(PhoneAct, ADMIT, level.number)
    options = [
        Option(
            ListItem(label, tr("instead of the phone there") if id in now.seats else None, sign=id),
            partial(admit, SEAT, id),
        )
        for id, label in sorted(now.people, key=lambda each: each[0] in now.seats)
    ]
    options += [
        Option(ListItem(AS_WHOM[AT_TABLE]), partial(admit, AT_TABLE)),
        Option(ListItem(AS_WHOM[SPECTATOR]), partial(admit, SPECTATOR)),
        Option(ListItem(tr("No")), partial(PhoneAct, REFUSE, level.number)),
    ]
    title = tr("Phone {n} asks to come in. As whom?", n=level.number)
    if not now.people:
        title = tr("Phone {n} asks to come in. There are seats once you have sat down. As whom?", n=level.number)
    return OptionList("question", title, options)


def invited(menu: Menu, context: MenuContext) -> Menu | PhoneAct:
    """What a press on the page brings: an invitation; where nobody may come yet, the case asks for that first."""
    if context.phones and context.phones.open:
        return PhoneAct(INVITE)
    return menu if SURE in menu.levels[-1:] else pushed(menu, SURE)


def invitation(context: MenuContext) -> InvitationPage:
    """The picture, or that the invitation is over."""
    now = context.phones or PhonesNow()
    return InvitationPage(now.url, literal(now.name) if now.name else None, (Hint("BACK", tr("withdraw")),))


def without_phones(menu: Menu) -> Menu:
    """The menu without what a phone brought onto the panel."""
    ours = (menu_state.Invitation, menu_state.PhoneAsks)
    levels = tuple(level for level in menu.levels if not isinstance(level, ours))
    return msgspec.structs.replace(menu, levels=levels)


def asked(menu: Menu, number: int) -> Menu:
    """A phone asks: that stands on the panel, over whatever lies open there."""
    return pushed(without_phones(menu), menu_state.PhoneAsks(number))
