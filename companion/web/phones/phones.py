"""All parts of the phone support, connected: made by a command, passed to the app, begun and ended.

Nothing is opened or loaded unless a player opens it in the menu, or had it open before the last start.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import TYPE_CHECKING

from companion.engine.message import Message
from companion.menu import main_menu as phone_menu
from companion.screens.translator import Translator
from companion.session.inputs import IdleInput, SessionCall
from companion.session.session import Session
from companion.storage.data_folder import PHONES_FILE
from companion.web.phones.admission import INVITATION_SECONDS, Invitations, PhoneDevices, Viewer
from companion.web.phones.phone_access import Listener, NetworkRules, PhoneAccess, network_rules

if TYPE_CHECKING:
    from companion.app import App
    from companion.web.phones.phone_backend import AppPhoneBackend


class Phones:
    """The phones of one case."""

    def __init__(
        self,
        data: Path,
        translate: Translator,
        tell: Callable[[Message], None],
        port: int,
        ask: NetworkRules | None = None,
    ) -> None:
        self.devices = PhoneDevices(data / PHONES_FILE, tell)
        self.invitations = Invitations(used_numbers=lambda: self.devices.numbers)
        self._translate = translate
        self.listener = Listener(self.backend, translate, port)
        self.desk = PhoneAccess(self.devices, self.invitations, self.listener, ask or network_rules())
        self.desk.invited = self._will_be_over
        self._over: threading.Timer | None = None
        self._app: App | None = None
        self._backend: AppPhoneBackend | None = None

    def begin(self, app: App) -> None:
        """Start to serve admitted phones for a running app."""
        self._app = app
        self.desk.resume()

    def end(self) -> None:
        """End all connections; admitted phones stay stored."""
        if self._over:
            self._over.cancel()
        self.listener.close()
        if self._backend:
            self._backend.close()

    def backend(self) -> AppPhoneBackend:
        """Return what phones use of the running app, made when the first network is opened."""
        from companion.web.phones.phone_backend import AppPhoneBackend  # late: many evenings are without phones

        self._backend = self._backend or AppPhoneBackend(
            self.app, self._translate, self.devices, self.invitations, self.asks, self.came, self.ring
        )
        return self._backend

    def ring(self, viewers: AbstractSet[Viewer]) -> None:
        """Notify the phones of these viewers."""
        routes = self.listener.routes
        if routes and routes.streams:
            routes.streams.ring(viewers)

    def _will_be_over(self) -> None:
        """Update the panel when the invitation expires."""
        if self._over:
            self._over.cancel()
        self._over = threading.Timer(INVITATION_SECONDS + 1, self.came)
        self._over.daemon = True
        self._over.start()

    @property
    def app(self) -> App:
        assert self._app, "not begun"
        return self._app

    def asks(self) -> None:
        """Show on the panel that a phone asks to join."""

        def show(session: Session) -> str:
            number = self.invitations.asking
            if number is None:
                return ""
            session.menu = phone_menu.show_phone_request(session.menu, number)
            return "asks"

        self._will_be_over()
        self.app.submit(SessionCall(show))

    def came(self) -> None:
        """Update the panel and the streams after a change of the phones."""
        devices = frozenset(each.key for each in self.devices.all)
        routes = self.listener.routes
        if routes and routes.streams:
            routes.streams.close_removed(devices)
        self.app.submit(IdleInput())
