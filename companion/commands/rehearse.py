"""`companion rehearse`: this version tried on a copy of the games, without any device, before an update.

Prints one JSON object: the version, the games that it can read and replay, how many parts are in trouble. What it
prints is what the next version will compare itself with: fields are only ever added.
"""

from __future__ import annotations

import json
import sys

import msgspec

from companion import __version__
from companion.commands.command_line import command
from companion.commands.context import CommandContext
from companion.commands.errors import Failed
from companion.engine.history import check
from companion.engine.message import tr
from companion.hardware.wiring import ButtonsWiring, DisplayWiring, ReaderWiring, SignalWiring
from companion.settings import Settings
from companion.storage.archive import Archive, ArchiveTrouble
from companion.storage.data_folder import GAMES_FILE

PATIENCE = 60.0
"""Seconds until the first picture must be drawn."""
NOTHING_CONNECTED = {
    "reader": ReaderWiring(),
    "buttons": ButtonsWiring(),
    "signal": SignalWiring(),
    "display": DisplayWiring(),
}


@command
def rehearse(context: CommandContext) -> None:
    """Starts, shows a picture, ends; then each game is read and decided again."""
    settings = msgspec.structs.replace(context.settings, **NOTHING_CONNECTED)
    _start(context, settings)
    told = {"version": __version__, "games": _games(context), "troubles": _troubles(context, settings)}
    sys.stdout.write(f"{json.dumps(told)}\n")


def _start(context: CommandContext, settings: Settings) -> None:
    from companion.app import build
    from companion.hardware.desk import desk_devices

    try:
        app = build(settings, desk_devices(), games=context.games, translate=context.translate)
    except ArchiveTrouble as trouble:
        raise Failed(trouble.message) from None
    app.start()
    try:
        app.wait(lambda now: now.image is not None, PATIENCE)
    except TimeoutError:
        raise Failed(tr("No picture was drawn in time; this version is not installed.")) from None
    finally:
        app.stop()


def _games(context: CommandContext) -> list[int]:
    """The numbers of those that this version reads, and decides as they were decided."""
    well = []
    with Archive(context.data / GAMES_FILE) as archive:
        for kept in archive.games():
            try:
                history = archive.load(kept.id, context.games.of(kept.header.game).rules)
                if check(history) is None:
                    well.append(kept.id)
            except Exception:  # whatever it is, the version before is asked the same
                continue
    return well


def _troubles(context: CommandContext, settings: Settings) -> int:
    from companion.doctor import stored
    from companion.doctor.findings import TROUBLE

    found = [*stored.files(settings, context.games), *stored.games(context.data, context.games)]
    return sum(finding.state == TROUBLE for finding in found)
