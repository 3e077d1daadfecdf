"""`companion desk`: the companion on desk devices; a page in the browser is panel, buttons and reader.

`open_page_socket` and `page_opener` are also used by other commands that serve a page.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Callable

import msgspec

from companion.commands.command_line import command, flag, game_option, port_option
from companion.commands.context import BadInput, CommandContext, CommandFailed, system_reason
from companion.engine.message import Message, tr

no_browser_option = flag("--no-browser", help=tr("do not open the page in the browser"))


def open_page_socket(wanted: int | None) -> socket.socket:
    """Return a socket at that port, or at the default or any port for None.

    Raises CommandFailed if it is in use.
    """
    from companion.web.server import listen_on_loopback

    try:
        return listen_on_loopback(wanted)
    except OSError as error:
        text = tr(
            "Port {n} is not free ({why}); choose another with --port.", n=wanted or 0, why=system_reason(error)
        )
        raise CommandFailed(text) from None


def page_opener(wanted: bool) -> Callable[[str], None]:
    """Return a function that opens an address in the browser if `wanted`, and otherwise does nothing."""
    return _show_in_browser if wanted else lambda _address: None


def _show_in_browser(address: str) -> None:
    """Open the page in the browser if there is a screen."""
    seen = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if seen:
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


@command
@port_option
@game_option
@no_browser_option
def desk(context: CommandContext, port: int | None, game: str | None, no_browser: bool) -> None:
    """Serve the page until SIGINT or SIGTERM."""
    chosen = context.game(game).id if game is not None else ""
    with open_page_socket(port if port is not None else context.settings.port) as page:
        _play(context, page, chosen, open_browser=context.settings.open_browser and not no_browser)


def _play(context: CommandContext, page: socket.socket, game: str, open_browser: bool) -> None:
    from companion.app import build_app
    from companion.hardware.desk import DeskScreen
    from companion.hardware.wiring import DisplayWiring
    from companion.screens.paper import PANELS
    from companion.storage.archive_file import ArchiveError
    from companion.storage.other_version import archive_at_start
    from companion.storage.toml_file import BadFile
    from companion.web.app_backend import AppBackend
    from companion.web.phones.phones import Phones
    from companion.web.server import serve_page

    # The page is the panel, even if a real one is connected.
    settings, translate = msgspec.structs.replace(context.settings, display=DisplayWiring()), context.translate
    troubles: list[Message] = []
    try:
        archive = archive_at_start(settings.data, troubles.append)
        phones = Phones(settings.data, translate, troubles.append, settings.phones_port)
        app = build_app(
            settings,
            archive=archive,
            games=context.games,
            game=game,
            translate=translate,
            phones=phones.desk,
            is_language_given=context.is_language_given,
            notices=[*context.troubles, *troubles],
            practice=True,
        )
    except BadFile as error:
        raise BadInput(error.message) from None
    except ArchiveError as trouble:
        raise CommandFailed(trouble.message) from None
    screen = app.devices.screen
    assert isinstance(screen, DeskScreen)
    app.start()
    phones.begin(app)
    try:
        backend = AppBackend(app, screen, PANELS[settings.panel], translate)
        serve_page(backend, translate, page, page_opener(open_browser))
    finally:
        phones.end()
        app.stop()
