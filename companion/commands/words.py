"""What the command line says of itself: help, and what is wrong with a line that was typed. Runs nothing."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any, NoReturn

from companion.commands.errors import BadInput
from companion.engine.message import Message, literal, tr

Translate = Callable[[Message], str]

WRONG: tuple[tuple[str, Callable[..., Message]], ...] = (
    (r"the following arguments are required: (.+)", lambda what: tr("{what} is missing", what=what)),
    (r"unrecognized arguments: (.+)", lambda what: tr("{what} is not known here", what=what)),
    (r"argument (.+?): expected .*", lambda option: tr("{option} needs a value after it", option=option)),
    (
        r"argument .+?: invalid choice: '?(.+?)'? \(choose from (.+)\)",
        lambda value, known: tr("{value} is none of {known}", value=value, known=known.replace("'", "")),
    ),
    (
        r"argument (.+?): ignored explicit argument .*",
        lambda option: tr("{option} takes no value", option=option),
    ),
    (r"argument (.+?): not allowed with argument (.+)", lambda a, b: tr("{a} does not go with {b}", a=a, b=b)),
    (r"one of the arguments (.+) is required", lambda what: tr("one of {what} is missing", what=what)),
)


def wrong_line(command: str, message: str) -> Message:
    """argparse's complaint as one sentence in the language of the table."""
    for pattern, told in WRONG:
        if found := re.fullmatch(pattern, message, re.DOTALL):
            return _with_help(told(*found.groups()), command)
    return _with_help(literal(message), command)


def _with_help(what: Message, command: str) -> Message:
    return tr('{what}; "{command} --help" tells what can be typed.', what=what, command=command)


class Parser(argparse.ArgumentParser):
    """An argument parser that speaks the language of the table and leaves ending the program to others."""

    def __init__(self, *, words: Translate, **options: Any) -> None:
        self.words = words
        super().__init__(add_help=False, allow_abbrev=False, **options)
        self._positionals.title = words(tr("What to name"))
        self._optionals.title = words(tr("Options"))
        self.add_argument("-h", "--help", action="help", help=words(tr("show this and do nothing else")))

    def error(self, message: str) -> NoReturn:
        raise BadInput(wrong_line(self.prog, message))

    def _get_formatter(self) -> argparse.HelpFormatter:
        return Help(self.prog, self.words(tr("How to type it: ")))


class Help(argparse.HelpFormatter):
    """Wider than argparse's own, and with our word for "usage"."""

    def __init__(self, prog: str, usage_word: str) -> None:
        super().__init__(prog, max_help_position=30, width=100)
        self._usage_word = usage_word

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, prefix or self._usage_word)


def whole(option: str, low: int, high: int) -> Callable[[str], int]:
    """Reads a whole number for an option; BadInput where it is none or out of range."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", text) or not low <= int(text) <= high:
            raise BadInput(
                tr("{option} must be a whole number from {low} to {high}.", option=option, low=low, high=high)
            )
        return int(text)

    return read
