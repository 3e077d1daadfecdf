"""`companion update`, `companion rehearse` and `companion installing`: updates of a case and its first start.

`update` needs root: it installs a signed bundle, rolls back, or does what was requested on the panel. `rehearse`
tests this version on a copy of the games without devices and prints a JSON object with its version, the games it
can replay and the number of troubles; the next version compares itself with it, so fields are only added.
`installing STEP` shows the progress of a new card's first start on the panel.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

import msgspec

from companion import __version__
from companion.commands.command_line import OneOf, argument, command, flag, option
from companion.commands.context import BadInput, CommandContext, CommandFailed, system_reason, write_output
from companion.engine.history import first_difference
from companion.engine.message import Message, tr
from companion.hardware.device_opening import DeviceUnavailable, open_screen
from companion.hardware.devices import PersistentScreen, ScreenLost
from companion.hardware.wiring import ButtonsWiring, DisplayWiring, ReaderWiring, SignalWiring
from companion.menu.pages import HomePage, NoticePage, Page
from companion.screens.paper import PANELS
from companion.settings import Settings
from companion.storage.archive import Archive
from companion.storage.archive_file import ArchiveError
from companion.storage.data_folder import GAMES_FILE
from companion.update import guard
from companion.update.bundle import UpdateRefused, read_bundle, read_keys, read_keys_beside, verify_bundle
from companion.update.installation import (
    SERVICE,
    UpdateCase,
    interrupted_update_text,
    requested_rollback_text,
    roll_back,
)
from companion.update.installation import install_update as install
from companion.update.update_prompt import KEYS_FILE, read_request


@command
@argument("file", required=False, help=tr("the bundle, its .minisig beside it"))
@flag("--trust", help=tr("trust the key that lies beside the bundle from now on"))
@flag("--back", help=tr("take the version before back, with the games as they were before the update"))
@flag("--asked", "is_requested", help=tr("do what was asked for on the panel; for systemd"))
def update(context: CommandContext, file: str | None, trust: bool, back: bool, is_requested: bool) -> None:
    """Update or roll back, printing each step. After an error the current version is unchanged."""
    if sum((file is not None, back, is_requested)) != 1:
        raise BadInput(tr('Say which bundle: "sudo companion update FILE", or "--back".'))
    case = UpdateCase(__version__)
    if os.geteuid() or not case.places.current.is_symlink():
        raise CommandFailed(tr('Only root can do that, in a case: type "sudo companion update".'))
    if back:
        _roll_back(context, case)
    elif file is not None:
        _update(context, case, Path(file), trust)
    elif request := read_request():
        _run_request(context, case, *request)


def _run_request(context: CommandContext, case: UpdateCase, file: Path, trust: bool) -> None:
    """Perform the request from the panel; an error is reported there too."""
    try:
        _update(context, case, file, trust)
    except CommandFailed as failed:
        if not guard.read_json(case.places.failure_file):
            why = context.translate(failed.message)
            with suppress(OSError):  # The error is in the journal anyway.
                guard.write_json(case.places.failure_file, {"why": why}, case.places.data.stat())
            case.run(("systemctl", "restart", "--no-block", SERVICE))
        raise


def _update(context: CommandContext, case: UpdateCase, file: Path, trust: bool) -> None:
    tell = partial(_print_sentence, context)
    try:
        if trust:
            _trust(file)
        install(case, file, read_keys(KEYS_FILE), tell)
    except UpdateRefused as refused:
        raise CommandFailed(refused.message) from None
    tell(tr('The new version plays. The one before is kept until a game was played: "companion update --back".'))


def _trust(file: Path) -> None:
    """Trust the key beside the bundle from now on, if it did sign this bundle."""
    key = verify_bundle(read_bundle(file), read_keys_beside(file))
    known = read_keys(KEYS_FILE)
    if key not in known:
        write_output(str(KEYS_FILE), "".join(f"{each.to_base64().decode()}\n" for each in (*known, key)).encode())


def _roll_back(context: CommandContext, case: UpdateCase) -> None:
    record = guard.read_record(case.places)
    if not record:
        raise CommandFailed(tr("No version before this one is kept; install the bundle of the one you want."))
    version = str(record.get("version"))
    try:
        aside = roll_back(case, is_requested=True)
    except OSError as error:
        raise CommandFailed(interrupted_update_text(version, system_reason(error))) from error
    _print_sentence(context, requested_rollback_text(version, aside))


def _print_sentence(context: CommandContext, sentence: Message) -> None:
    sys.stdout.write(f"{context.translate(sentence)}\n")
    sys.stdout.flush()


PICTURE_TIMEOUT = 60.0
"""Seconds within which the first picture must be drawn."""
NOTHING_CONNECTED = {
    "reader": ReaderWiring(),
    "buttons": ButtonsWiring(),
    "signal": SignalWiring(),
    "display": DisplayWiring(),
}


@command
def rehearse(context: CommandContext) -> None:
    """Start, show a picture and stop; then replay each game."""
    settings = msgspec.structs.replace(context.settings, **NOTHING_CONNECTED)
    _rehearse_start(context, settings)
    told = {
        "version": __version__,
        "games": _replayable_games(context),
        "troubles": _trouble_count(context, settings),
    }
    sys.stdout.write(f"{json.dumps(told)}\n")


def _rehearse_start(context: CommandContext, settings: Settings) -> None:
    from companion.app import build_app
    from companion.hardware.desk import desk_devices

    try:
        app = build_app(settings, desk_devices(), games=context.games, translate=context.translate)
    except ArchiveError as trouble:
        raise CommandFailed(trouble.message) from None
    if not app.running.has_game:  # A game must begin here too.
        app.running.new(context.games.first.id)
    app.start()
    try:
        app.wait(lambda now: now.image is not None, PICTURE_TIMEOUT)
    except TimeoutError:
        raise CommandFailed(tr("No picture was drawn in time; this version is not installed.")) from None
    finally:
        app.stop()


def _replayable_games(context: CommandContext) -> list[int]:
    """Return the numbers of the games that this version reads, and decides as they were decided."""
    well = []
    with Archive(context.data / GAMES_FILE) as archive:
        for kept in archive.games():
            try:
                history = archive.load(kept.id, context.games.of(kept.header.game).rules)
                if first_difference(history) is None:
                    well.append(kept.id)
            except Exception:  # Any error counts, because the previous version is tested in the same way.
                continue
    return well


def _trouble_count(context: CommandContext, settings: Settings) -> int:
    from companion.doctor import stored_data
    from companion.doctor.findings import TROUBLE

    found = [
        *stored_data.examine_files(settings, context.games),
        *stored_data.examine_games(context.data, context.games),
    ]
    return sum(finding.state == TROUBLE for finding in found)


FAILED_STEP, OTHER_REASON = "failed", "other"
STEP_TEXTS = {
    "program": tr("First start, 1 of 3: installing the program. This takes some minutes."),
    "settings": tr("First start, 2 of 3: setting up the devices."),
    "start": tr("First start, 3 of 3: starting the companion."),
}
"""Steps of `tools.pi.first_start`."""
FAILURE_TEXTS = {
    "damaged": tr("Files on the memory card are damaged; make the card again."),
    "room": tr("The memory card is too small; use one of 8 GB or more."),
    "system": tr("This is not the right system; write Raspberry Pi OS Lite (64-bit) again."),
    OTHER_REASON: tr("The companion could not be installed; switch the Pi off and on once."),
}
MORE_HELP_TEXT = tr('More in the file "companion-failed.txt" on the memory card.')


@command
@argument("step", type=OneOf((*STEP_TEXTS, FAILED_STEP)), metavar="STEP", help=tr("how far it is"))
@option("--why", type=OneOf(FAILURE_TEXTS), metavar="WHY", default=OTHER_REASON, help=tr("what went wrong"))
def installing(context: CommandContext, step: str, why: str) -> None:
    """Show a step on the panel."""
    from companion.screens.picture import make_picture

    image = make_picture(
        None, installing_page(step, why), PANELS[context.settings.panel].paper(), context.translate
    )
    try:
        screen = open_screen(context.settings)
        if isinstance(screen, PersistentScreen):
            screen.leave(image)
        else:
            screen.show(image)
    except DeviceUnavailable as error:
        raise CommandFailed(error.message) from None
    except ScreenLost as error:
        raise CommandFailed(tr("The panel shows nothing ({why}); look at its wires.", why=str(error))) from None


def installing_page(step: str, why: str = OTHER_REASON) -> Page:
    """Return the page for a step."""
    return (
        NoticePage("trouble", FAILURE_TEXTS[why], more=(MORE_HELP_TEXT,))
        if step == FAILED_STEP
        else HomePage(STEP_TEXTS[step], ())
    )
