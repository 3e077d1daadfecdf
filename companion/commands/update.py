"""`companion update`: a signed bundle installed in a case, or the version before taken back.

Needs root: the companion itself may not change what it is made of. What it asks for on its panel comes here too.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

from companion import __version__
from companion.commands.command_line import argument, command, flag
from companion.commands.context import CommandContext
from companion.commands.errors import BadInput, Failed
from companion.commands.files import reason, write
from companion.engine.message import Message, tr
from companion.update import guard
from companion.update.asking import KEYS, asked_for
from companion.update.bundle import Refused, keys_beside, keys_in, read_bundle, verified
from companion.update.installing import SERVICE, Case, half_way, take_back, taken_back
from companion.update.installing import update as install


@command
@argument("file", required=False, help=tr("the bundle, its .minisig beside it"))
@flag("--trust", help=tr("trust the key that lies beside the bundle from now on"))
@flag("--back", help=tr("take the version before back, with the games as they were before the update"))
@flag("--asked", help=tr("do what was asked for on the panel; for systemd"))
def update(context: CommandContext, file: str | None, trust: bool, back: bool, asked: bool) -> None:
    """Each step is said; what can't be done is one sentence, and then the version in use is as it was."""
    if sum((file is not None, back, asked)) != 1:
        raise BadInput(tr('Say which bundle: "sudo companion update FILE", or "--back".'))
    case = Case(__version__)
    if os.geteuid() or not case.places.current.is_symlink():
        raise Failed(tr('Only root can do that, in a case: type "sudo companion update".'))
    if back:
        _take_back(context, case)
    elif file is not None:
        _update(context, case, Path(file), trust)
    elif request := asked_for():
        _as_asked(context, case, *request)


def _as_asked(context: CommandContext, case: Case, file: Path, trust: bool) -> None:
    """Whoever asked stands before the panel: what went wrong is told there."""
    try:
        _update(context, case, file, trust)
    except Failed as failed:
        if not guard.read(case.places.failed):
            why = context.translate(failed.message)
            with suppress(OSError):  # the journal has it
                guard.write(case.places.failed, {"why": why}, case.places.data.stat())
            case.run(("systemctl", "restart", "--no-block", SERVICE))
        raise


def _update(context: CommandContext, case: Case, file: Path, trust: bool) -> None:
    tell = partial(_tell, context)
    try:
        if trust:
            _trust(file)
        install(case, file, keys_in(KEYS), tell)
    except Refused as refused:
        raise Failed(refused.message) from None
    tell(tr('The new version plays. The one before is kept until a game was played: "companion update --back".'))


def _trust(file: Path) -> None:
    """From now on, and only once it did sign this very bundle."""
    key = verified(read_bundle(file), keys_beside(file))
    known = keys_in(KEYS)
    if key not in known:
        write(str(KEYS), "".join(f"{each.to_base64().decode()}\n" for each in (*known, key)).encode())


def _take_back(context: CommandContext, case: Case) -> None:
    record = guard.read_record(case.places)
    if not record:
        raise Failed(tr("No version before this one is kept; install the bundle of the one you want."))
    version = str(record.get("version"))
    try:
        aside = take_back(case, asked=True)
    except OSError as error:
        raise Failed(half_way(version, reason(error))) from error
    _tell(context, taken_back(version, aside))


def _tell(context: CommandContext, sentence: Message) -> None:
    sys.stdout.write(f"{context.translate(sentence)}\n")
    sys.stdout.flush()
