"""How the case asks for its network rules to be opened or closed: a word in a file; who may do it does it.

The unit names the file; systemd watches for it (companion-phones.path). So this process needs no rights for it;
where there is no unit there are no rules to open.

The listener that phones come in by: a thread with a server of its own, opened by a press on the case.

The desk's page knows nothing of it and stays on the loopback. Who may come, `PhoneConnection` and the guard say.

Invitations as the case's menu does them: the network on and off, a phone invited, let in, forgotten.

Called on the session's thread. Who comes in over the network, `listener` and `routes` say.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import threading
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.engine.game import GameOutline
from companion.engine.message import Message, Translate, tr
from companion.menu import main_menu, menu_state
from companion.menu.menu_state import AdmittedPhone, Menu, PhoneAction, PhoneState
from companion.menu.options import add_notice, pop_screen, push_screen
from companion.web.phones import admission
from companion.web.phones.admission import AT_TABLE, SEAT, SPECTATOR, Invitations, PhoneDevices, Role, Viewer
from companion.web.server import bind_socket

if TYPE_CHECKING:
    from companion.web.phones.routes import PhoneBackend, PhoneRoutes
    from companion.web.server import Server


RULES_FILE = "COMPANION_PHONES"
"""The variable with the name of that file."""
OPEN, CLOSED = "open", "closed"

NetworkRules = Callable[[bool], None]
"""Asks for open rules (True) or closed ones; may raise OSError."""


def network_rules(environ: Mapping[str, str] = os.environ) -> NetworkRules:
    """What asks for it; does nothing where there is nobody to ask."""
    file = environ.get(RULES_FILE)
    return partial(_request_rules, Path(file)) if file else lambda _on: None


def _request_rules(file: Path, on: bool) -> None:
    file.write_text(f"{OPEN if on else CLOSED}\n", encoding="ascii")


log = logging.getLogger(__name__)

EVERYWHERE = ""
"""Every address of this case."""
PATIENCE = 5.0
"""Seconds that the end waits for the thread."""


class Listener:
    """Serves phones from `open` to `close`."""

    def __init__(self, backend: PhoneBackend, translate: Translate, port: int) -> None:
        self._backend, self._translate, self._wanted = backend, translate, port
        self._thread: threading.Thread | None = None
        self._socket: socket.socket | None = None
        self._stop = threading.Event()
        self._server: Server | None = None
        self.routes: PhoneRoutes | None = None
        """While it listens: what rings phones."""

    @property
    def port(self) -> int:
        """Where it listens; 0 while it doesn't."""
        return int(self._socket.getsockname()[1]) if self._socket else 0

    def open(self) -> None:
        """Listen; OSError where the port can't be had. Nothing happens where it listens already."""
        if self._socket is None:
            self._socket = bind_socket(EVERYWHERE, self._wanted)
            self._stop.clear()
            self._thread = threading.Thread(target=self._serve, args=(self._socket,), name="phones", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Let everybody go and listen no more; may be called from any thread but its own."""
        listener, self._socket = self._socket, None
        if listener is None:
            return
        self._stop.set()
        if self._server:
            self._server.leave()
        if self._thread:
            self._thread.join(PATIENCE)
        listener.close()

    def _serve(self, listener: socket.socket) -> None:
        # Late: where no phone ever comes there is no server in memory.
        from companion.web.phones.routes import PhoneConnection, phone_application
        from companion.web.server import Server, config_for

        app, self.routes = phone_application(self._backend, self._translate)
        self._server = Server(config_for(app, PhoneConnection), self.routes, lambda: None)
        if self._stop.is_set():
            self._server.leave()
        try:
            asyncio.run(self._server.serve([listener]))
        except Exception:
            log.exception("the phones' listener broke")
        finally:
            self._server = self.routes = None


ROLES: dict[str, Role] = {main_menu.SEAT: SEAT, main_menu.AT_TABLE: AT_TABLE, main_menu.SPECTATOR: SPECTATOR}
NO_NETWORK = tr("This box is in no network that phones could come from; connect it to your Wi-Fi first.")


class PhoneAccess:
    """Implements `companion.session.services.PhoneDesk`. rules: ask for the network's; address: our own."""

    def __init__(
        self,
        devices: PhoneDevices,
        invitations: Invitations,
        listener: Listener,
        rules: NetworkRules,
        address: Callable[[], str] = admission.own_address,
    ) -> None:
        self._devices, self._invitations = devices, invitations
        self._listener, self._rules, self._address = listener, rules, address
        self._here = ""
        self.invited: Callable[[], None] = lambda: None
        """Called after each invitation: it will be over in a while."""

    def now(self, outline: GameOutline) -> PhoneState:
        secret, name = self._invitations.secret, admission.own_name()
        return PhoneState(
            open=bool(self._listener.port),
            phones=tuple(AdmittedPhone(x.key, x.number, x.viewer.role, x.viewer.seat) for x in self._devices.all),
            asking=self._invitations.asking or 0,
            url=f"http://{self._here}:{self._listener.port}/#{secret}" if secret else "",
            name=f"{name}:{self._listener.port}" if name else "",
            people=tuple((each.id, each.label) for each in outline.players),
        )

    def do(self, menu: Menu, act: PhoneAction) -> Menu:
        match act.what:
            case main_menu.OPEN:
                return self._open(pop_screen(menu))
            case main_menu.INVITE:
                return self._invite(menu)
            case main_menu.WITHDRAW:
                self._invitations.withdraw()
                return main_menu.without_phones(menu)
            case main_menu.ADMIT:
                return self._decide(menu, act, Viewer(ROLES[act.role], act.seat))
            case main_menu.REFUSE:
                return self._decide(menu, act, None)
            case main_menu.FORGET:
                return self._forget(pop_screen(menu), act.key)
        return self._close(menu)

    def resume(self) -> None:
        """After a start: let them come as before the plug was pulled; else the rules are closed, as shipped."""
        try:
            self._rules(self._devices.open)
            if self._devices.open:
                self._listener.open()
        except OSError as error:
            log.warning("phones can't come in: %s", error)

    def end_session(self) -> None:
        """Everything as shipped; what can't be written down holds until the plug is pulled."""
        for error in _run_all(
            self._invitations.forget, self._devices.forget, lambda: self._devices.set_open(False)
        ):
            log.warning("phones could not be forgotten on the disk: %s", error)

    def _open(self, menu: Menu) -> Menu:
        try:
            self._rules(True)
            self._listener.open()
            self._devices.set_open(True)
        except OSError as error:
            # What people are told is closed is closed: nothing stays half open.
            return add_notice(
                self._close(menu), "trouble", tr("Phones can't come in ({why}).", why=_error_reason(error))
            )
        return self._invite(menu)

    def _close(self, menu: Menu) -> Menu:
        self._invitations.forget()
        self._listener.close()
        failed = _run_all(lambda: self._devices.set_open(False), lambda: self._rules(False))
        return add_notice(menu, "trouble", _write_error_text(failed[0])) if failed else menu

    def _invite(self, menu: Menu) -> Menu:
        self._here = self._address()
        if not self._here:
            return add_notice(menu, "refused", NO_NETWORK)
        self._invitations.invite()
        self.invited()
        return push_screen(main_menu.without_phones(menu), menu_state.Invitation())

    def _decide(self, menu: Menu, act: PhoneAction, viewer: Viewer | None) -> Menu:
        menu = main_menu.without_phones(menu)
        if not self._invitations.decide(act.number, viewer):
            return add_notice(menu, "refused", tr("Phone {n} does not ask any more.", n=act.number))
        return menu

    def _forget(self, menu: Menu, key: str) -> Menu:
        self._invitations.forget()
        try:
            self._devices.forget(key)
        except OSError as error:
            return add_notice(menu, "trouble", _write_error_text(error))
        finally:
            if self._listener.routes and self._listener.routes.streams:
                self._listener.routes.streams.close_others(frozenset(each.key for each in self._devices.all))
        return menu


def _run_all(*acts: Callable[[], None]) -> list[OSError]:
    """Do all of it, whatever becomes of the others; what went wrong."""
    failed = []
    for act in acts:
        try:
            act()
        except OSError as error:
            failed.append(error)
    return failed


def _write_error_text(error: OSError) -> Message:
    return tr(
        "That holds now, but could not be written down ({why}); do it again later.", why=_error_reason(error)
    )


def _error_reason(error: OSError) -> str:
    return error.strerror or type(error).__name__
