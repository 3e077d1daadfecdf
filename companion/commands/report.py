"""`companion report`: one file for whoever helps, with all that the companion can tell and nobody's name.

In a case it lies on the boot partition of the memory card too, which any computer can read. Mends nothing.
"""

from __future__ import annotations

import sys

from companion.commands.command_line import argument, command
from companion.commands.context import CommandContext
from companion.commands.doctor import AtTerminal, examined
from companion.commands.errors import Failed
from companion.commands.files import shown, write
from companion.doctor.report_file import has_game, last_lines, nameless_report
from companion.engine.message import tr
from companion.update.asking import BOOT

NAME = "companion-report.zip"


@command
@argument("file", required=False, help=tr("where to put it; companion-report.zip here, if nothing is said"))
def report(context: CommandContext, file: str | None) -> None:
    """Look at everything, wait for nobody, write it down."""
    name = file or NAME
    findings = [*examined(context, AtTerminal(context.translate, 0))]
    content = nameless_report(context.settings, context.games, findings, last_lines())
    write(name, content)
    game = has_game(content)
    _tell(context, name, game)
    if file is None and BOOT.is_dir():
        try:
            write(str(BOOT / NAME), content)
        except Failed as failed:  # a login user may not, and the file is there anyway
            sys.stderr.write(f"{context.translate(failed.message)}\n")
        else:
            _tell(context, str(BOOT / NAME), game)


def _tell(context: CommandContext, name: str, game: bool) -> None:
    words = tr("{file} holds what was found, settings, log and the last game; no names.", file=shown(name))
    if not game:
        words = tr(
            '{file} holds what was found, settings and log, but no game; in a case type "sudo companion report".',
            file=shown(name),
        )
    sys.stdout.write(f"{context.translate(words)}\n")
