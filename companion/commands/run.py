"""`companion run`: the companion in its case, on the devices of the settings, started by systemd.

It is the same application as `companion desk`. If it cannot start, the panel shows the reason in one sentence.
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
from companion.app import App, build_app
from companion.commands.command_line import command, flag, port_option
from companion.commands.context import (
    BadInput,
    CommandContext,
    CommandError,
    CommandFailed,
    store_last_settings,
    system_reason,
)
from companion.doctor import computer
from companion.engine.message import Message, tr
from companion.hardware.device_opening import close_devices, open_devices
from companion.hardware.devices import Devices, PersistentScreen, ScreenLost
from companion.hardware.systemd import Heartbeat, Notifier, power_off_switch
from companion.menu.pages import NoticePage
from companion.screens.paper import PANELS
from companion.session.preferences import BoxPreferences
from companion.storage.archive_file import ArchiveError
from companion.storage.data_folder import PREFERENCES_FILE, log_to_folder
from companion.storage.other_version import archive_at_start
from companion.storage.toml_file import BadFile
from companion.update.update_prompt import Health, find_update, report_last_update
from companion.web.phones.phones import Phones

log = logging.getLogger(__name__)

START_FAILED_TEXT = tr("The companion can't start, and the log says why; what was played is kept.")
OFF_TEXT = tr("The companion is off, and the game is kept.")


@command
@port_option
@flag("--no-page", help=tr("devices only, no page"))
def run(context: CommandContext, port: int | None, no_page: bool) -> None:
    """Run until SIGINT or SIGTERM."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    for handler in logging.getLogger().handlers:
        handler.setLevel(logging.WARNING)
    log.setLevel(logging.INFO)  # Start and end are recorded in the companion's own log only.
    with log_to_folder(context.data):
        log.info("companion %s begins", __version__)
        _run(context, port, no_page)
        log.info("companion ends")


def _run(context: CommandContext, port: int | None, no_page: bool) -> None:
    devices = open_devices(context.settings)
    troubles = [computer.IN_MEMORY_TEXT] if computer.is_in_memory(context.data) else []
    report_last_update(context.data, troubles.append)
    try:
        archive = archive_at_start(context.data, troubles.append)
        phones = Phones(context.data, context.translate, troubles.append, context.settings.phones_port)
        app = build_app(
            context.settings,
            devices,
            archive,
            games=context.games,
            translate=context.translate,
            switch_off=power_off_switch(),
            phones=phones.desk,
            update=find_update(troubles.append),
            report=partial(_write_report, context),
            is_language_given=context.is_language_given,
            notices=[*context.troubles, *troubles],
        )
    except (BadFile, ArchiveError) as error:
        _show_trouble(context, devices, error.message)
        kind: type[CommandError] = BadInput if isinstance(error, BadFile) else CommandFailed
        raise kind(error.message) from None
    except Exception:
        _show_trouble(context, devices, START_FAILED_TEXT)
        raise
    if context.config and not context.troubles:
        store_last_settings(context.config, context.data)
    with ExitStack() as listeners:
        _play(context, app, phones, Notifier(), lambda: None if no_page else _listener(context, port, listeners))


def _write_report(context: CommandContext) -> Message:
    from companion.doctor.report import write_live_report  # only now: few evenings want one

    return write_live_report(context.settings, context.games, context.troubles)


def _play(
    context: CommandContext,
    app: App,
    phones: Phones,
    notifier: Notifier,
    open_listener: Callable[[], socket.socket | None],
) -> None:
    ended = threading.Event()
    _handle_end_signals(ended)
    pulse = Heartbeat(app.watch, notifier)
    health = Health()
    app.subscribe(lambda: health.watch_game(app.snapshot.number, app.snapshot.outline.over))
    app.start()
    notifier.notify_ready()
    health.report_ready()
    pulse.start()
    phones.begin(app)
    try:
        if page := open_listener():
            _serve(context, app, page, ended)
        ended.wait()
    finally:
        notifier.stopping()
        phones.end()
        app.stop(OFF_TEXT)
        pulse.stop()


def _handle_end_signals(ended: threading.Event) -> None:
    """Set the handlers of SIGINT and SIGTERM, which the page's server replaces while it runs."""

    def end(_number: int, _frame: FrameType | None) -> None:
        ended.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)


def _listener(context: CommandContext, port: int | None, listeners: ExitStack) -> socket.socket | None:
    """Return the socket of the page; None if the port is not available, and the game continues without a page."""
    from companion.web.server import listen_on_loopback

    wanted = port if port is not None else context.settings.port
    try:
        return listeners.enter_context(listen_on_loopback(wanted))
    except OSError as error:
        log.warning("no page: port %s can't be had (%s)", wanted, system_reason(error))
        return None


def _serve(context: CommandContext, app: App, listener: socket.socket, ended: threading.Event) -> None:
    """Serve the page until the end. An error of the page does not affect the game."""
    from companion.hardware.desk import DeskScreen
    from companion.web.app_backend import AppBackend
    from companion.web.server import serve_page

    translate, panel = context.translate, PANELS[context.settings.panel]
    screen = app.devices.screen if isinstance(app.devices.screen, DeskScreen) else None
    desk = AppBackend(app, screen, panel, translate)

    def serving(_address: str) -> None:
        if ended.is_set():  # The signal came before the server could handle it.
            signal.raise_signal(signal.SIGTERM)

    try:
        serve_page(desk, translate, listener, serving)
        ended.set()
    except Exception:
        log.exception("the page broke")
    _handle_end_signals(ended)


def _show_trouble(context: CommandContext, devices: Devices, sentence: Message) -> None:
    """Show on the panel why the companion does not start."""
    from companion.screens.picture import make_picture

    page = NoticePage("trouble", sentence)
    box = BoxPreferences(
        context.data / PREFERENCES_FILE, context.translate, lambda _sentence: None, context.is_language_given
    )
    image = box.rotate_image(make_picture(None, page, PANELS[context.settings.panel].paper(), context.translate))
    devices.signal.give("trouble")
    with suppress(ScreenLost):
        if isinstance(devices.screen, PersistentScreen):
            devices.screen.leave(image)
        else:
            devices.screen.show(image)
    close_devices(devices)
