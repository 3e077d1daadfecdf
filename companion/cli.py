"""The command `companion`: its subcommands, their help, and exit codes.

Exit codes: 0 done, 1 failed, 2 bad input. Errors are one sentence on standard error, never a traceback.
Subcommands are imported when they are called; games are loaded only for the commands that they add.
"""

from __future__ import annotations

import contextlib
import gc
import io
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from companion import __version__
from companion.commands.command_line import CommandEntry, Group, lazy_command, text_option, usage_error_text
from companion.commands.context import (
    BadInput,
    CommandContext,
    CommandError,
    CommandFailed,
    choose_translator,
    command_name,
    early_option,
    load_settings,
    settings_file,
)
from companion.engine.message import Message, Translate, UserError, join_list, tr
from companion.screens.translator import ENGLISH, Translator

if TYPE_CHECKING:
    from companion.games.installed import InstalledGames


COMMAND_SUMMARIES = {
    "desk": tr("play on this computer: panel, buttons and tray as a page in the browser"),
    "run": tr("play in the case: the devices that the settings name; for systemd"),
    "demo": tr("watch a recorded game that plays by itself, on a page in the browser"),
    "games": tr("the kept games: list, export, import, delete; save and restore everything"),
    "score": tr("score a round without a game: counts in, points and reasons out"),
    "cards": tr("make the sheet of command cards to print"),
    "tags": tr("the stickers on the pieces: walk, labels, write, list, learn, export, import"),
    "replay": tr("go through an exported game again: its end, a check, its pictures"),
    "render": tr("draw one picture of the panel"),
    "doctor": tr("ask each device and file how it is, and what to do about it"),
    "report": tr("write a report for support: what is found, settings, log, game; no names"),
    "update": tr("install a newer version in a case, or take the one before back"),
    "rehearse": tr("try this version on a copy of the games; an update does it by itself"),
    "installing": tr("show on the panel how far the first start of a new card is; the card does it by itself"),
    "simulate": tr("play whole games at random, for tests"),
}
"""The help of each command. `simulate` is built from the installed games, because it has their options."""
COMMAND_FUNCTIONS = {
    "desk": "companion.commands.desk:desk",
    "run": "companion.commands.run:run",
    "demo": "companion.commands.demo:demo",
    "games": "companion.commands.games:games",
    "score": "companion.commands.score:score",
    "cards": "companion.commands.documents:cards",
    "tags": "companion.commands.tags:tags",
    "replay": "companion.commands.documents:replay",
    "render": "companion.commands.documents:render",
    "doctor": "companion.commands.doctor:doctor",
    "report": "companion.commands.doctor:report",
    "update": "companion.commands.update:update",
    "rehearse": "companion.commands.update:rehearse",
    "installing": "companion.commands.update:installing",
    "simulate": "companion.commands.simulate:simulate",
}
"""The function of each command, as module:function."""
COMMANDS = {
    name: CommandEntry(summary, lazy_command(COMMAND_FUNCTIONS[name]))
    for name, summary in COMMAND_SUMMARIES.items()
}
MAX_WIDTH = 100
"""The maximum width of help texts, in columns."""


VERSION = text_option(["--version"], tr("show the version"), lambda _: f"companion {__version__}")


class TopLevel(Group):
    """The whole command line: `COMMANDS`, then the commands of the games."""

    metavar = tr("COMMAND")
    title = tr("Commands")

    def __init__(self, context: CommandContext) -> None:
        super().__init__(COMMANDS, params=[VERSION], context_settings={"max_content_width": MAX_WIDTH})
        self._context = context
        self.entries["simulate"] = CommandEntry(COMMAND_SUMMARIES["simulate"], self._simulate)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.entries:
            self._add_those_of_games()
        return super().get_command(ctx, cmd_name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        self._add_those_of_games()
        return super().list_commands(ctx)

    def _simulate(self) -> click.Command:
        """Return a command whose options depend on the installed games."""
        from companion.commands.simulate import simulate_for

        return simulate_for(self._context.games)

    def _add_those_of_games(self) -> None:
        for game in self._context.games.listings:
            for each in game.commands:
                self.entries.setdefault(each.name, CommandEntry(each.summary, lazy_command(each.place)))

    def summary(self, _ctx: click.Context) -> Message:
        return tr(
            "A companion beside the board for {games}. It keeps turns and scores, "
            "and knows why everybody has the points they have.",
            games=join_list(game.title for game in self._context.games.listings),
        )

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self._add_those_of_games()
        super().format_help(ctx, formatter)
        text = tr('To play at once: "companion desk". More on one command: "companion score --help".')
        formatter.write_paragraph()
        formatter.write_text(ctx.obj.translate(text))


DONE, FAILED = 0, 1
GC_THRESHOLD = 50_000
"""Allocations before a garbage collection; almost everything that modules create on import stays."""


def main(arguments: Sequence[str] | None = None, games: InstalledGames | None = None) -> int:
    """Run one command line and return its exit code; never raises. games: None for all installed ones."""
    gc.set_threshold(GC_THRESHOLD)
    translate: Translate = Translator(ENGLISH)
    try:
        _speak_utf8()
        if sys.stdout is None:
            raise CommandFailed(tr("There is no standard output to write to."))
        line = sys.argv[1:] if arguments is None else list(arguments)
        config = early_option(line, "--config")
        settings, troubles = load_settings(config, early_option(line, "--data"), command_name(line))
        language = early_option(line, "--lang")
        translate = choose_translator(language, settings)
        for trouble in troubles:
            _print_error(translate(trouble), FAILED)
        code = _run(
            line, CommandContext(settings, translate, games, language is not None, troubles, settings_file(config))
        )
        sys.stdout.flush()
    except CommandError as error:
        return _print_error(translate(error.message), error.code)
    except UserError as error:  # such as a game that fails to load
        return _print_error(translate(error.message), FAILED)
    except BrokenPipeError:
        return _close_output()
    except KeyboardInterrupt:
        return _print_error(translate(tr("Stopped.")), FAILED)
    except OSError as error:
        _discard_output()
        why = error.strerror or type(error).__name__
        return _print_error(
            translate(
                tr(
                    "{file} can't be used ({why}); check the disk or card.",
                    why=why,
                    file=str(error.filename or "-"),
                )
            ),
            FAILED,
        )
    except Exception as error:
        return _print_error(translate(_defect_text(error)), FAILED)
    return code


def _run(line: Sequence[str], context: CommandContext) -> int:
    companion = TopLevel(context)
    try:
        with companion.make_context("companion", [*line], obj=context) as ctx:
            code: int | None = companion.invoke(ctx)
    except click.UsageError as error:
        raise BadInput(usage_error_text(error)) from None
    except click.exceptions.Exit as end:  # after --help
        return end.exit_code
    return code or DONE


def _print_error(sentence: str, code: int) -> int:
    if sys.stderr is None:  # print would use standard output instead
        return code
    with contextlib.suppress(OSError):
        print(" ".join(sentence.split()), file=sys.stderr)
    return code


def _close_output() -> int:
    """Redirect output after the reader has gone, so that Python does not fail again at exit."""
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    return FAILED


def _discard_output() -> None:
    """Discard output that cannot be written, so that Python does not complain at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        _close_output()
    except ValueError:  # closed already
        return


def _defect_text(error: Exception) -> Message:
    """Return a sentence about an unexpected error, with its kind and place, for a bug report."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}" if trace else "?"  # noqa: PTH119
    return tr(
        "This is a defect in the companion, please report it: {kind} in {where} ({text}).",
        kind=type(error).__name__, where=where, text=str(error),
    )  # fmt: skip


def _speak_utf8() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


if __name__ == "__main__":
    sys.exit(main())
