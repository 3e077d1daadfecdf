"""`companion doctor` and `companion report`: examine every device and file, and write a file for a bug report.

`doctor` prints each finding with its remedies and exits with 1 if anything is in trouble. `report` writes one
anonymous file, in a case also onto the boot partition, which any computer can read. Neither repairs anything.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from companion.commands.command_line import WholeNumber, argument, command, flag, option
from companion.commands.context import CommandContext, CommandFailed, display_name, write_output
from companion.doctor import computer, device_contracts, devices, stored_data
from companion.doctor import report as report_report
from companion.doctor.findings import STATE_LABELS, TROUBLE, Finding, guard_findings
from companion.doctor.overlays import CONFIG_LABEL, examine_overlays
from companion.doctor.report import anonymous_report, has_game, remove_secrets, report_text, service_log_lines
from companion.engine.message import Message, tr, trn
from companion.hardware.device_opening import BUTTONS_LABEL, PANEL_LABEL, READER_LABEL, SIGNAL_LABEL
from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from companion.storage.data_folder import logged_lines
from companion.update.update_prompt import BOOT_FOLDER

USER_TIMEOUT = 10.0
"""Seconds to wait for a user at a terminal after each request."""


class TerminalUser:
    """User at the terminal; patience is 0 without a terminal or with --wait 0."""

    def __init__(self, translate: Translator, wait: int | None) -> None:
        self._translate = translate
        self.patience: float = (
            wait if wait is not None else USER_TIMEOUT if sys.stdin and sys.stdin.isatty() else 0.0
        )

    def ask(self, message: Message) -> None:
        _print_line(f"  > {self._translate(message)}")


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
    """Examine everything, print the findings, and write the file if `out` is given."""
    translate, findings = context.translate, []
    for finding in examine_everything(context, TerminalUser(translate, wait), contract):
        _print_line(_finding_line(finding, context))
        findings.append(finding)
    if out:
        _write(context, out, findings, without_games)
    troubles = sum(finding.state == TROUBLE for finding in findings)
    _print_line(translate(_summary_line(troubles)))
    if not out:
        _print_line(
            translate(tr('"companion doctor --out report.zip" writes it all into a file for a bug report.'))
        )
    return int(troubles > 0)


def _write(context: CommandContext, out: str, findings: list[Finding], without_games: bool) -> None:
    """Write the file for a bug report and print what it contains."""
    data, settings = context.data, context.settings
    people = report_report.known_names(data)
    text = report_text(settings, findings, people).encode()
    if not out.endswith(".zip"):
        write_output(out, text)
        return
    game = b"" if without_games else report_report.latest_game(data, context.games)
    log, own = (
        remove_secrets(lines, settings, people).encode()
        for lines in (report_report.service_log_lines(), logged_lines(data))
    )
    members = {
        report_report.REPORT_MEMBER: text,
        report_report.GAME_MEMBER: game,
        report_report.LOG_MEMBER: log,
        report_report.OWN_LOG_MEMBER: own,
    }
    write_output(out, report_report.zip_members(members))
    _print_line(context.translate(_content_text(out, bool(game))))


def _content_text(file: str, game: bool) -> Message:
    if not game:
        return tr(
            "{file} holds what was found, and the log if there is one; no game, and nobody's name.", file=file
        )
    return tr(
        "{file} holds what was found, the log if there is one, and the last game with its players' names; "
        "--without-games leaves that out.",
        file=file,
    )


def examine_everything(context: CommandContext, user: TerminalUser, contract: bool = False) -> Iterator[Finding]:
    """Yield the findings about every part."""
    settings = context.settings
    yield from guard_findings(
        stored_data.FILES_LABEL, stored_data.examine_files(settings, context.games, context.troubles)
    )
    yield from guard_findings(stored_data.GAMES_LABEL, stored_data.examine_games(settings.data, context.games))
    yield from guard_findings(CONFIG_LABEL, examine_overlays(settings))
    yield from guard_findings(READER_LABEL, devices.examine_reader(settings.reader, user))
    yield from guard_findings(PANEL_LABEL, devices.examine_panel(settings))
    yield from guard_findings(BUTTONS_LABEL, devices.examine_buttons(settings.buttons, user))
    yield from guard_findings(SIGNAL_LABEL, devices.examine_signal(settings.signal))
    yield from guard_findings(computer.SPEED_LABEL, computer.measure_disk(settings.data))
    yield from guard_findings(computer.SPEED_LABEL, computer.measure_drawing(PANELS[settings.panel]))
    if contract:
        yield from device_contracts.check_contracts(settings, user)


def _finding_line(finding: Finding, context: CommandContext) -> str:
    translate = context.translate
    head = f"{translate(STATE_LABELS[finding.state]):10} {translate(finding.part)}: {translate(finding.message)}"
    return "\n".join([head, *(f"{'':12}- {translate(step)}" for step in finding.todo)])


def _summary_line(troubles: int) -> Message:
    if not troubles:
        return tr("Nothing is wrong.")
    return trn(
        "{n} thing is wrong; what to do stands below it.",
        "{n} things are wrong; what to do stands below each.",
        troubles,
    )


def _print_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


REPORT_NAME = "companion-report.zip"


@command
@argument("file", required=False, help=tr("where to put it; companion-report.zip here, if nothing is said"))
def report(context: CommandContext, file: str | None) -> None:
    """Examine everything without waiting for a user, and write the report."""
    name = file or REPORT_NAME
    findings = [*examine_everything(context, TerminalUser(context.translate, 0))]
    content = anonymous_report(context.settings, context.games, findings, service_log_lines())
    write_output(name, content)
    game = has_game(content)
    _print_content(context, name, game)
    if file is None and BOOT_FOLDER.is_dir():
        try:
            write_output(str(BOOT_FOLDER / REPORT_NAME), content)
        except CommandFailed as failed:  # A user without root may not write there; the first file exists anyway.
            sys.stderr.write(f"{context.translate(failed.message)}\n")
        else:
            _print_content(context, str(BOOT_FOLDER / REPORT_NAME), game)


def _print_content(context: CommandContext, name: str, game: bool) -> None:
    words = tr("{file} holds what was found, settings, log and the last game; no names.", file=display_name(name))
    if not game:
        words = tr(
            '{file} holds what was found, settings and log, but no game; in a case type "sudo companion report".',
            file=display_name(name),
        )
    sys.stdout.write(f"{context.translate(words)}\n")
