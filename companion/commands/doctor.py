"""`companion doctor`: asks every device and file how it is, one by one, and says what to do about it.

Exit 1 when something is in trouble. All of it can go into one file for a bug report. Mends nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from companion.commands.command_line import WholeNumber, command, flag, option
from companion.commands.context import CommandContext
from companion.commands.files import write
from companion.doctor import contracts, panel, pins, reader, report_file, speed, stored
from companion.doctor.findings import MARKS, TROUBLE, Finding, guarded
from companion.doctor.report import report, without_secrets
from companion.engine.message import Message, tr, trn
from companion.hardware.opening import BUTTON_SET, PANEL, READER, SIGNALLER
from companion.screens.panels import PANELS
from companion.screens.translator import Translator
from companion.storage.own_log import kept_lines

WAIT = 10.0
"""Seconds that people at a terminal are waited for, each time they are asked for something."""


class AtTerminal:
    """People who read standard output; nobody where it is no terminal, or where none are wanted."""

    def __init__(self, translate: Translator, wait: int | None) -> None:
        self._translate = translate
        self.patience: float = wait if wait is not None else WAIT if sys.stdin and sys.stdin.isatty() else 0.0

    def ask(self, message: Message) -> None:
        _tell(f"  > {self._translate(message)}")


@command
@flag("--contract", help=tr("try all that each connected device must do"))
@option(
    "--wait",
    metavar="S",
    type=WholeNumber(0, 600),
    help=tr("seconds to wait for a sticker or a press (0: nobody is there)"),
)
@option(
    "--out",
    metavar="FILE",
    help=tr("write it all into a file for a bug report: a .zip with game and log, else text"),
)
@flag("--without-games", help=tr("leave the game and its players' names out of that file"))
def doctor(context: CommandContext, contract: bool, wait: int | None, out: str | None, without_games: bool) -> int:
    """Examine, tell as it comes, and write it all down where that is wanted."""
    translate, findings = context.translate, []
    for finding in examined(context, AtTerminal(translate, wait), contract):
        _tell(_shown(finding, context))
        findings.append(finding)
    if out:
        _write(context, out, findings, without_games)
    troubles = sum(finding.state == TROUBLE for finding in findings)
    _tell(translate(_end(troubles)))
    if not out:
        _tell(translate(tr('"companion doctor --out report.zip" writes it all into a file for a bug report.')))
    return int(troubles > 0)


def _write(context: CommandContext, out: str, findings: list[Finding], without_games: bool) -> None:
    """The file for a bug report, and one sentence about what is in it."""
    data, settings = context.data, context.settings
    people = report_file.people(data)
    text = report(settings, findings, people).encode()
    if not out.endswith(".zip"):
        write(out, text)
        return
    game = b"" if without_games else report_file.last_game(data, context.games)
    log, own = (
        without_secrets(lines, settings, people).encode() for lines in (report_file.last_lines(), kept_lines(data))
    )
    members = {report_file.REPORT: text, report_file.GAME: game, report_file.LOG: log, report_file.OWN_LOG: own}
    write(out, report_file.packed(members))
    _tell(context.translate(_held(out, bool(game))))


def _held(file: str, game: bool) -> Message:
    if not game:
        return tr(
            "{file} holds what was found, and the log if there is one; no game, and nobody's name.", file=file
        )
    return tr(
        "{file} holds what was found, the log if there is one, and the last game with its players' names; "
        "--without-games leaves that out.",
        file=file,
    )


def examined(context: CommandContext, people: AtTerminal, contract: bool = False) -> Iterator[Finding]:
    """Everything, one part after the other."""
    settings = context.settings
    yield from guarded(stored.FILES, stored.files(settings, context.games, context.troubles))
    yield from guarded(stored.JOURNAL, stored.games(settings.data, context.games))
    yield from guarded(READER, reader.examined(settings.reader, people))
    yield from guarded(PANEL, panel.examined(settings))
    yield from guarded(BUTTON_SET, pins.buttons(settings.buttons, people))
    yield from guarded(SIGNALLER, pins.signal(settings.signal))
    yield from guarded(speed.SPEED, speed.disk(settings.data))
    yield from guarded(speed.SPEED, speed.drawing(PANELS[settings.panel]))
    if contract:
        yield from contracts.findings(settings, people)


def _shown(finding: Finding, context: CommandContext) -> str:
    translate = context.translate
    head = f"{translate(MARKS[finding.state]):10} {translate(finding.part)}: {translate(finding.message)}"
    return "\n".join([head, *(f"{'':12}- {translate(step)}" for step in finding.todo)])


def _end(troubles: int) -> Message:
    if not troubles:
        return tr("Nothing is wrong.")
    return trn(
        "{n} thing is wrong; what to do stands below it.",
        "{n} things are wrong; what to do stands below each.",
        troubles,
    )


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
