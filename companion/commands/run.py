"""`companion run`: the companion in its case, on the devices that the settings name, started by systemd.

The same application as `companion desk`. What keeps it from starting stands on its panel, as one sentence.
"""

from __future__ import annotations

import logging
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from types import FrameType

from companion import __version__
from companion.app import App, build
from companion.commands.command_line import command, flag
from companion.commands.context import CommandContext
from companion.commands.errors import BadInput, CommandError, Failed
from companion.commands.files import reason
from companion.commands.options import port_option
from companion.doctor import computer
from companion.engine.message import Message, tr
from companion.hardware.devices import Devices, PersistentScreen, ScreenLost
from companion.hardware.opening import close_devices, open_devices
from companion.hardware.power_off import switch
from companion.hardware.systemd import Notifier, Pulse
from companion.menu.pages import NoticePage
from companion.screens.panels import PANELS
from companion.session.this_box import ThisBox
from companion.storage.archive import ArchiveTrouble
from companion.storage.data_folder import THIS_BOX
from companion.storage.other_version import archive_at_start
from companion.storage.own_log import own_log
from companion.storage.toml_file import BadFile
from companion.update.asking import Health, offered, told_at_start
from companion.web.phones.phones import Phones

log = logging.getLogger(__name__)

CANNOT_START = tr("The companion can't start, and the log says why; what was played is kept.")
FAREWELL = tr("The companion is off, and the game is kept.")


@command
@port_option
@flag("--no-page", help=tr("devices only, no page"))
def run(context: CommandContext, port: int | None, no_page: bool) -> None:
    """Plays until SIGINT or SIGTERM."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    for handler in logging.getLogger().handlers:
        handler.setLevel(logging.WARNING)
    log.setLevel(logging.INFO)  # when it began and ended stands in the log of our own alone
    with own_log(context.data):
        log.info("companion %s begins", __version__)
        _run(context, port, no_page)
        log.info("companion ends")


def _run(context: CommandContext, port: int | None, no_page: bool) -> None:
    devices = open_devices(context.settings)
    troubles = [computer.IN_MEMORY] if computer.in_memory(context.data) else []
    told_at_start(context.data, troubles.append)
    try:
        archive = archive_at_start(context.data, troubles.append)
        phones = Phones(context.data, context.translate, troubles.append, context.settings.phones_port)
        app = build(
            context.settings,
            devices,
            archive,
            games=context.games,
            translate=context.translate,
            switch_off=switch(),
            phones=phones.desk,
            update=offered(troubles.append),
            report=partial(_write_report, context),
            language_told=context.language_told,
            told=[*context.troubles, *troubles],
        )
    except (BadFile, ArchiveTrouble) as error:
        _show_trouble(context, devices, error.message)
        kind: type[CommandError] = BadInput if isinstance(error, BadFile) else Failed
        raise kind(error.message) from None
    except Exception:
        _show_trouble(context, devices, CANNOT_START)
        raise
    with ExitStack() as listeners:
        _play(context, app, phones, Notifier(), lambda: None if no_page else _listener(context, port, listeners))


def _write_report(context: CommandContext) -> Message:
    from companion.doctor.while_playing import write_report  # only now: few evenings want one

    return write_report(context.settings, context.games, context.troubles)


def _play(
    context: CommandContext,
    app: App,
    phones: Phones,
    notifier: Notifier,
    open_listener: Callable[[], socket.socket | None],
) -> None:
    ended = threading.Event()
    _listen_for_the_end(ended)
    pulse = Pulse(app.watch, notifier)
    health = Health()
    app.subscribe(lambda: health.seen(app.snapshot.number, app.snapshot.outline.over))
    app.start()
    notifier.ready()
    health.ready()
    pulse.start()
    phones.begin(app)
    try:
        if page := open_listener():
            _serve(context, app, page, ended)
        ended.wait()
    finally:
        notifier.stopping()
        phones.end()
        app.stop(FAREWELL)
        pulse.stop()


def _listen_for_the_end(ended: threading.Event) -> None:
    """The page's server listens for itself while it runs."""

    def end(_number: int, _frame: FrameType | None) -> None:
        ended.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)


def _listener(context: CommandContext, port: int | None, listeners: ExitStack) -> socket.socket | None:
    """Where the page is had; without one the game goes on."""
    from companion.web.server import listen

    wanted = port if port is not None else context.settings.port
    try:
        return listeners.enter_context(listen(wanted))
    except OSError as error:
        log.warning("no page: port %s can't be had (%s)", wanted, reason(error))
        return None


def _serve(context: CommandContext, app: App, listener: socket.socket, ended: threading.Event) -> None:
    """Until the end; a page that breaks leaves the game alone."""
    from companion.hardware.desk import DeskScreen
    from companion.web.app_backend import AppBackend
    from companion.web.server import serve

    translate, panel = context.translate, PANELS[context.settings.panel]
    screen = app.devices.screen if isinstance(app.devices.screen, DeskScreen) else None
    desk = AppBackend(app, screen, panel, translate)

    def serving(_address: str) -> None:
        if ended.is_set():  # told before the server could hear it
            signal.raise_signal(signal.SIGTERM)

    try:
        serve(desk, translate, listener, serving)
        ended.set()
    except Exception:
        log.exception("the page broke")
    _listen_for_the_end(ended)


def _show_trouble(context: CommandContext, devices: Devices, sentence: Message) -> None:
    """Whoever switched it on sees why nothing happens."""
    from companion.screens.picture import picture

    page = NoticePage("trouble", sentence)
    box = ThisBox(context.data / THIS_BOX, context.translate, lambda _sentence: None, context.language_told)
    image = box.hung(picture(None, page, PANELS[context.settings.panel].paper(), context.translate))
    devices.signal.give("trouble")
    with suppress(ScreenLost):
        if isinstance(devices.screen, PersistentScreen):
            devices.screen.leave(image)
        else:
            devices.screen.show(image)
    close_devices(devices)
