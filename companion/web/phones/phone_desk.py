"""Invitations as the case's menu does them: the network on and off, a phone invited, let in, forgotten.

Called on the session's thread. Who comes in over the network, `listener` and `routes` say.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.engine.message import Message, tr
from companion.engine.outline import GameOutline
from companion.menu import menu_state, phones
from companion.menu.menu_state import Menu, PhoneAct
from companion.menu.options import noticed, popped, pushed
from companion.menu.phones_now import PhoneIn, PhonesNow
from companion.web.phones import addresses
from companion.web.phones.devices import Devices
from companion.web.phones.invitations import Invitations
from companion.web.phones.listener import Listener
from companion.web.phones.network import Rules
from companion.web.phones.viewer import AT_TABLE, SEAT, SPECTATOR, Role, Viewer

log = logging.getLogger(__name__)

ROLES: dict[str, Role] = {phones.SEAT: SEAT, phones.AT_TABLE: AT_TABLE, phones.SPECTATOR: SPECTATOR}
NO_NETWORK = tr("This box is in no network that phones could come from; connect it to your Wi-Fi first.")


class InvitingDesk:
    """Implements `companion.session.phone_desk.PhoneDesk`. rules: ask for the network's; address: our own."""

    def __init__(
        self,
        devices: Devices,
        invitations: Invitations,
        listener: Listener,
        rules: Rules,
        address: Callable[[], str] = addresses.own_address,
    ) -> None:
        self._devices, self._invitations = devices, invitations
        self._listener, self._rules, self._address = listener, rules, address
        self._here = ""
        self.invited: Callable[[], None] = lambda: None
        """Called after each invitation: it will be over in a while."""

    def now(self, outline: GameOutline) -> PhonesNow:
        secret, name = self._invitations.secret, addresses.own_name()
        return PhonesNow(
            open=bool(self._listener.port),
            phones=tuple(PhoneIn(x.key, x.number, x.viewer.role, x.viewer.seat) for x in self._devices.all),
            asking=self._invitations.asking or 0,
            url=f"http://{self._here}:{self._listener.port}/#{secret}" if secret else "",
            name=f"{name}:{self._listener.port}" if name else "",
            people=tuple((each.id, each.label) for each in outline.players),
        )

    def do(self, menu: Menu, act: PhoneAct) -> Menu:
        match act.what:
            case phones.OPEN:
                return self._open(popped(menu))
            case phones.INVITE:
                return self._invite(menu)
            case phones.WITHDRAW:
                self._invitations.withdraw()
                return phones.without_phones(menu)
            case phones.ADMIT:
                return self._decide(menu, act, Viewer(ROLES[act.role], act.seat))
            case phones.REFUSE:
                return self._decide(menu, act, None)
            case phones.FORGET:
                return self._forget(popped(menu), act.key)
        return self._close(menu)

    def resume(self) -> None:
        """After a start: let them come as before the plug was pulled; else the rules are closed, as shipped."""
        try:
            self._rules(self._devices.open)
            if self._devices.open:
                self._listener.open()
        except OSError as error:
            log.warning("phones can't come in: %s", error)

    def evening_ends(self) -> None:
        """Everything as shipped; what can't be written down holds until the plug is pulled."""
        for error in _done(self._invitations.forget, self._devices.forget, lambda: self._devices.set_open(False)):
            log.warning("phones could not be forgotten on the disk: %s", error)

    def _open(self, menu: Menu) -> Menu:
        try:
            self._rules(True)
            self._listener.open()
            self._devices.set_open(True)
        except OSError as error:
            # What people are told is closed is closed: nothing stays half open.
            return noticed(self._close(menu), "trouble", tr("Phones can't come in ({why}).", why=_why(error)))
        return self._invite(menu)

    def _close(self, menu: Menu) -> Menu:
        self._invitations.forget()
        self._listener.close()
        failed = _done(lambda: self._devices.set_open(False), lambda: self._rules(False))
        return noticed(menu, "trouble", _not_written(failed[0])) if failed else menu

    def _invite(self, menu: Menu) -> Menu:
        self._here = self._address()
        if not self._here:
            return noticed(menu, "refused", NO_NETWORK)
        self._invitations.invite()
        self.invited()
        return pushed(phones.without_phones(menu), menu_state.Invitation())

    def _decide(self, menu: Menu, act: PhoneAct, viewer: Viewer | None) -> Menu:
        menu = phones.without_phones(menu)
        if not self._invitations.decide(act.number, viewer):
            return noticed(menu, "refused", tr("Phone {n} does not ask any more.", n=act.number))
        return menu

    def _forget(self, menu: Menu, key: str) -> Menu:
        self._invitations.forget()
        try:
            self._devices.forget(key)
        except OSError as error:
            return noticed(menu, "trouble", _not_written(error))
        finally:
            if self._listener.routes and self._listener.routes.streams:
                self._listener.routes.streams.keep_only(frozenset(each.key for each in self._devices.all))
        return menu


def _done(*acts: Callable[[], None]) -> list[OSError]:
    """Do all of it, whatever becomes of the others; what went wrong."""
    failed = []
    for act in acts:
        try:
            act()
        except OSError as error:
            failed.append(error)
    return failed


def _not_written(error: OSError) -> Message:
    return tr("That holds now, but could not be written down ({why}); do it again later.", why=_why(error))


def _why(error: OSError) -> str:
    return error.strerror or type(error).__name__
