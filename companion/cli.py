"""The command `companion`: reads the line, hands over to one of the commands, every end becomes an exit code.

0 done, 1 failed, 2 bad input. What is wrong is one sentence on standard error; a traceback never is.
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

from companion.commands.context import CommandContext, early, forgives, settings_of, translator_of
from companion.commands.errors import BadInput, CommandError, Failed
from companion.commands.top_level import TopLevel
from companion.commands.usage_errors import sentence_of
from companion.engine.message import Message, Translate, tr
from companion.screens.translator import ENGLISH, Translator

if TYPE_CHECKING:
    from companion.games.installed import InstalledGames

DONE, FAILED = 0, 1
NEW_OBJECTS = 50_000
"""The garbage collector looks when there are so many: what modules bring as they load is all kept."""


def main(arguments: Sequence[str] | None = None, games: InstalledGames | None = None) -> int:
    """Run one command line and give its exit code; never raises. games: all that are installed, for None."""
    gc.set_threshold(NEW_OBJECTS)
    translate: Translate = Translator(ENGLISH)
    try:
        _speak_utf8()
        if sys.stdout is None:
            raise Failed(tr("There is no standard output to write to."))
        line = sys.argv[1:] if arguments is None else list(arguments)
        settings, troubles = settings_of(early(line, "--config"), early(line, "--data"), forgives(line))
        language = early(line, "--lang")
        translate = translator_of(language, settings)
        for trouble in troubles:
            _stopped(translate(trouble), FAILED)
        code = _run(line, CommandContext(settings, translate, games, language is not None, troubles))
        sys.stdout.flush()
    except CommandError as error:
        return _stopped(translate(error.message), error.code)
    except BrokenPipeError:
        return _unheard()
    except KeyboardInterrupt:
        return _stopped(translate(tr("Stopped.")), FAILED)
    except OSError as error:
        _let_go()
        why = error.strerror or type(error).__name__
        return _stopped(
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
        return _stopped(translate(_defect(error)), FAILED)
    return code


def _run(line: Sequence[str], context: CommandContext) -> int:
    companion = TopLevel(context)
    try:
        with companion.make_context("companion", [*line], obj=context) as ctx:
            code: int | None = companion.invoke(ctx)
    except click.UsageError as error:
        raise BadInput(sentence_of(error)) from None
    except click.exceptions.Exit as end:  # after --help
        return end.exit_code
    return code or DONE


def _stopped(sentence: str, code: int) -> int:
    if sys.stderr is None:  # print would take standard output instead
        return code
    with contextlib.suppress(OSError):
        print(" ".join(sentence.split()), file=sys.stderr)
    return code


def _unheard() -> int:
    """Whoever read our output has gone; Python must not find that out once more at its end."""
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    return FAILED


def _let_go() -> None:
    """What is still waiting to be written and can't be is let go, or Python complains of it at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        _unheard()
    except ValueError:  # closed already
        return


def _defect(error: Exception) -> Message:
    """Something nobody thought of: what it was and where, so that it can be told to those who can mend it."""
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
