"""`companion desk`: the whole companion on desk devices; a page in the browser is panel, buttons and reader.

Builds no part itself: `companion.app` does.
"""

from __future__ import annotations

import os
import socket
import sys
import threading

import msgspec

from companion.commands.command_line import command, flag
from companion.commands.context import CommandContext
from companion.commands.errors import BadInput, Failed
from companion.commands.files import reason
from companion.commands.options import game_option, port_option
from companion.engine.message import tr


@command
@port_option
@game_option
@flag("--no-browser", help=tr("do not open the page in the browser"))
def desk(context: CommandContext, port: int | None, game: str | None, no_browser: bool) -> None:
    """Serves the page until SIGINT or SIGTERM."""
    from companion.web.server import listen

    chosen = context.game(game).id if game is not None else ""
    wanted = port if port is not None else context.settings.port
    try:
        listener = listen(wanted)
    except OSError as error:
        text = tr("Port {n} is not free ({why}); choose another with --port.", n=wanted or 0, why=reason(error))
        raise Failed(text) from None
    with listener:
        _play(context, listener, chosen, open_browser=context.settings.open_browser and not no_browser)


def _play(context: CommandContext, listener: socket.socket, game: str, open_browser: bool) -> None:
    from companion.app import build
    from companion.hardware.desk import DeskScreen
    from companion.hardware.wiring import DisplayWiring
    from companion.screens.panels import PANELS
    from companion.storage.archive import ArchiveTrouble
    from companion.storage.toml_file import BadFile
    from companion.web.app_backend import AppBackend
    from companion.web.server import serve

    # The page is the panel here, whatever else is connected.
    settings, translate = msgspec.structs.replace(context.settings, display=DisplayWiring()), context.translate
    try:
        app = build(
            settings,
            games=context.games,
            game=game,
            translate=translate,
            language_told=context.language_told,
            told=context.troubles,
        )
    except BadFile as error:
        raise BadInput(error.message) from None
    except ArchiveTrouble as trouble:
        raise Failed(trouble.message) from None
    screen = app.devices.screen
    assert isinstance(screen, DeskScreen)
    app.start()
    try:
        backend = AppBackend(app, screen, PANELS[settings.panel], translate)
        serve(backend, translate, listener, _show_in_browser if open_browser else lambda _address: None)
    finally:
        app.stop()


def _show_in_browser(address: str) -> None:
    """Show the page, where there is a screen to show it on."""
    seen = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if seen:
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
