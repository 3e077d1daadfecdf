"""Network access of phones: firewall requests, the server thread, and the actions of the phone menu.

The firewall is changed by a systemd unit that watches a file (companion-phones.path), so this process needs no
rights; without such a unit there are no rules. `Listener` runs the phones' server, which is separate from the desk
page's on the loopback. `PhoneAccess` opens and closes it, and invites, admits and removes phones; it is called on
the session's thread.
"""

from __future__ import annotations

import asyncio
import errno
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
from companion.web.phones import network
from companion.web.phones.admission import AT_TABLE, SEAT, SPECTATOR, Invitations, PhoneDevices, Role, Viewer
from companion.web.server import bind_socket

if TYPE_CHECKING:
    from companion.web.phones.routes import PhoneBackend, PhoneRoutes
    from companion.web.server import Server


RULES_FILE_VARIABLE = "COMPANION_PHONES"
"""Environment variable with the name of that file."""
RULES_OPEN, RULES_CLOSED = "open", "closed"

NetworkRules = Callable[[bool], None]
"""Requests open (True) or closed (False) firewall rules; may raise OSError."""


def network_rules(environ: Mapping[str, str] = os.environ) -> NetworkRules:
    """Return a function that requests firewall rules, or does nothing without a file to write to."""
    file = environ.get(RULES_FILE_VARIABLE)
    return partial(_request_rules, Path(file)) if file else lambda _on: None


def _request_rules(file: Path, on: bool) -> None:
    file.write_text(f"{RULES_OPEN if on else RULES_CLOSED}\n", encoding="ascii")


log = logging.getLogger(__name__)

ALL_ADDRESSES = ""
"""All addresses of this case."""
STOP_TIMEOUT = 5.0
"""Seconds to wait for the thread at the end."""


class Listener:
    """Serves phones between `open` and `close`, in its own thread. backend: called in it when it is opened."""

    def __init__(self, backend: Callable[[], PhoneBackend], translate: Translate, port: int) -> None:
        self._backend, self._translate, self.wanted_port = backend, translate, port
        self._thread: threading.Thread | None = None
        self._socket: socket.socket | None = None
        self._stop = threading.Event()
        self._server: Server | None = None
        self.routes: PhoneRoutes | None = None
        """Routes of the running server, whose streams notify phones; None otherwise."""

    @property
    def port(self) -> int:
        """Port; 0 while closed."""
        return int(self._socket.getsockname()[1]) if self._socket else 0

    def open(self) -> None:
        """Start to listen, unless it does already. Raises OSError if the port is not available."""
        if self._socket is None:
            self._socket = bind_socket(ALL_ADDRESSES, self.wanted_port)
            self._stop.clear()
            self._thread = threading.Thread(target=self._serve, args=(self._socket,), name="phones", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """End all connections and stop listening. May be called from any thread but its own."""
        listener, self._socket = self._socket, None
        if listener is None:
            return
        self._stop.set()
        if self._server:
            self._server.leave()
        if self._thread:
            self._thread.join(STOP_TIMEOUT)
        listener.close()

    def _serve(self, listener: socket.socket) -> None:
        # Created late, so that no server is in memory unless phones are used.
        from companion.web.phones.routes import PhoneConnection, phone_application
        from companion.web.server import Server, server_config

        app, self.routes = phone_application(self._backend(), self._translate)
        self._server = Server(server_config(app, PhoneConnection), self.routes, lambda: None)
        if self._stop.is_set():
            self._server.leave()
        try:
            asyncio.run(self._server.serve([listener]))
        except Exception:
            log.exception("the phones' listener broke")
        finally:
            self._server = self.routes = None


ROLES: dict[str, Role] = {
    main_menu.SEAT_ROLE: SEAT,
    main_menu.TABLE_ROLE: AT_TABLE,
    main_menu.SPECTATOR_ROLE: SPECTATOR,
}
NO_NETWORK = tr("This box is in no network that phones could come from; connect it to your Wi-Fi first.")


class PhoneAccess:
    """Implementation of `companion.session.services.PhoneDesk`.

    rules: requests firewall rules.
    address: returns the case's own address.
    """

    def __init__(
        self,
        devices: PhoneDevices,
        invitations: Invitations,
        listener: Listener,
        rules: NetworkRules,
        address: Callable[[], str] = network.own_address,
    ) -> None:
        self._devices, self._invitations = devices, invitations
        self._listener, self._rules, self._address = listener, rules, address
        self._here = ""
        self.invited: Callable[[], None] = lambda: None
        """Called after each invitation, to update the panel when it expires."""

    def now(self, outline: GameOutline) -> PhoneState:
        secret, name = self._invitations.secret, network.own_name()
        return PhoneState(
            open=bool(self._listener.port),
            phones=tuple(AdmittedPhone(x.key, x.number, x.viewer.role, x.viewer.seat) for x in self._devices.all),
            joining_phone=self._invitations.asking or 0,
            url=f"http://{self._here}:{self._listener.port}/#{secret}" if secret else "",
            name=f"{name}:{self._listener.port}" if name else "",
            players=tuple((each.id, each.label) for each in outline.players),
        )

    def do(self, menu: Menu, act: PhoneAction) -> Menu:
        match act.what:
            case main_menu.ALLOW_PHONES:
                return self._open(pop_screen(menu))
            case main_menu.INVITE_PHONE:
                return self._invite(menu)
            case main_menu.WITHDRAW_INVITATION:
                self._invitations.withdraw()
                return main_menu.without_phones(menu)
            case main_menu.ADMIT_PHONE:
                return self._decide(menu, act, Viewer(ROLES[act.role], act.seat))
            case main_menu.REFUSE_PHONE:
                return self._decide(menu, act, None)
            case main_menu.FORGET_PHONES:
                return self._forget(pop_screen(menu), act.key)
        return self._close(menu)

    def resume(self) -> None:
        """Open the network after a start if it was open before; otherwise close the rules."""
        try:
            self._rules(self._devices.open)
            if self._devices.open:
                self._listener.open()
        except OSError as error:
            log.warning("phones can't come in on port %s: %s", self._listener.wanted_port, error)

    def end_session(self) -> None:
        """Remove all phones and close the network, until the next start if the file cannot be written."""
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
            # Close everything, because players are told that phones can't come in.
            return add_notice(self._close(menu), "trouble", self._closed_text(error))
        return self._invite(menu)

    def _closed_text(self, error: OSError) -> Message:
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            return tr(
                "Phones can't come in, because port {port} is not free ({why}). "
                "Set phones_port in companion.toml to another one.",
                port=self._listener.wanted_port, why=_error_reason(error),
            )  # fmt: skip
        return tr("Phones can't come in ({why}).", why=_error_reason(error))

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
                self._listener.routes.streams.close_removed(frozenset(each.key for each in self._devices.all))
        return menu


def _run_all(*acts: Callable[[], None]) -> list[OSError]:
    """Call all functions, even if some fail; return their errors."""
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
