"""What is wrong with a line that was typed, as one sentence: the only place that reads click's exceptions."""

from __future__ import annotations

from collections.abc import Iterable

import click

from companion.engine.message import Message, literal, tr

LIKENESS = 0.75
"""From 0 to 1: how much a known option is like the one that was typed, to be proposed. "--fast" is no "--data"."""


def sentence_of(error: click.UsageError) -> Message:
    """The sentence; where it does not say itself what to do, it names the help that does."""
    match error:
        case click.MissingParameter(param=None, ctx=click.Context(parent=None)):
            return tr('Name a command, for example "companion desk"; "companion --help" lists them all.')
        case click.MissingParameter():
            what = tr("{what} is missing", what=_missing(error))
        case click.BadParameter(
            param=click.Parameter(type=click.IntRange(min=int() as low, max=int() as high)) as param
        ):
            return tr(
                "{option} must be a whole number from {low} to {high}.", option=_name(param), low=low, high=high
            )
        case click.BadParameter(param=click.Parameter(type=click.Choice(choices=known)), message=value):
            what = _none_of(value, known)
        case click.NoSuchCommand(command_name=value, ctx=click.Context(command=click.Group() as group) as ctx):
            what = _none_of(value, group.list_commands(ctx))
        case click.NoSuchOption(option_name=option):
            from difflib import get_close_matches  # late: most lines are right

            if near := get_close_matches(option, error.possibilities or (), 1, LIKENESS):
                return tr("{what} is not known here; did you mean {known}?", what=option, known=near[0])
            what = tr("{what} is not known here", what=option)
        case click.BadArgumentUsage(message=extra):
            what = tr("{what} is not known here", what=extra)
        case click.BadOptionUsage(option_name=option):
            what = tr("{option} needs a value after it", option=option)
            if _is_flag(error, option):
                what = tr("{option} takes no value", option=option)
        case _:
            what = literal(error.format_message())
    command = error.ctx.command_path if error.ctx else "companion"
    return tr('{what}; "{command} --help" tells what can be typed.', what=what, command=command)


def _missing(error: click.MissingParameter) -> str | Message:
    """All that is missing: click tells the first, when whatever was given has been taken in."""
    if error.param is None or error.ctx is None:
        return tr("WHAT")
    missing = [each for each in error.ctx.command.params if each.required and each.name not in error.ctx.params]
    return ", ".join(map(_name, missing))


def _is_flag(error: click.UsageError, option: str) -> bool:
    params = error.ctx.command.params if error.ctx else ()
    return any(isinstance(each, click.Option) and each.is_flag and option in each.opts for each in params)


def _name(param: click.Parameter) -> str:
    """How people call it: "--out", "FILE"."""
    return param.opts[-1] if isinstance(param, click.Option) else param.human_readable_name


def _none_of(value: str, known: Iterable[str]) -> Message:
    return tr("{value} is none of {known}", value=value, known=", ".join(known))
