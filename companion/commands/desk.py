"""`companion desk`: the whole companion on desk devices; a page in the browser is panel, buttons and reader.

Builds no part itself: `companion.app` does.
"""

from __future__ import annotations

import socket

import msgspec

from companion.commands.command_line import command
from companion.commands.context import CommandContext
from companion.commands.errors import BadInput, Failed
from companion.commands.options import game_option, port_option
from companion.commands.page import listener, no_browser_option, opener
from companion.engine.message import Message


@command
@port_option
@game_option
@no_browser_option
def desk(context: CommandContext, port: int | None, game: str | None, no_browser: bool) -> None:
    """Serves the page until SIGINT or SIGTERM."""
    chosen = context.game(game).id if game is not None else ""
    with listener(port if port is not None else context.settings.port) as page:
        _play(context, page, chosen, open_browser=context.settings.open_browser and not no_browser)


def _play(context: CommandContext, page: socket.socket, game: str, open_browser: bool) -> None:
    from companion.app import build
    from companion.hardware.desk import DeskScreen
    from companion.hardware.wiring import DisplayWiring
    from companion.screens.panels import PANELS
    from companion.storage.archive import ArchiveTrouble
    from companion.storage.other_version import archive_at_start
    from companion.storage.toml_file import BadFile
    from companion.web.app_backend import AppBackend
    from companion.web.phones.phones import Phones
    from companion.web.server import serve

    # The page is the panel here, whatever else is connected.
    settings, translate = msgspec.structs.replace(context.settings, display=DisplayWiring()), context.translate
    troubles: list[Message] = []
    try:
        archive = archive_at_start(settings.data, troubles.append)
        phones = Phones(settings.data, translate, troubles.append, settings.phones_port)
        app = build(
            settings,
            archive=archive,
            games=context.games,
            game=game,
            translate=translate,
            phones=phones.desk,
            language_told=context.language_told,
            told=[*context.troubles, *troubles],
            practice=True,
        )
    except BadFile as error:
        raise BadInput(error.message) from None
    except ArchiveTrouble as trouble:
        raise Failed(trouble.message) from None
    screen = app.devices.screen
    assert isinstance(screen, DeskScreen)
    app.start()
    phones.begin(app)
    try:
        backend = AppBackend(app, screen, PANELS[settings.panel], translate)
        serve(backend, translate, page, opener(open_browser))
    finally:
        phones.end()
        app.stop()
