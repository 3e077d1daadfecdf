"""The command line: click's commands, groups, options and arguments, with translated help and errors.

Help texts are `Message`s that are translated when shown. Errors in a line are raised as click's exceptions;
`usage_error_text` turns them into sentences. Options and arguments that several commands use are defined here.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import click

from companion.engine.message import Message, join_list, literal, tr
from companion.screens.translator import available_languages


class Option(click.Option):
    """Option with a translatable help text."""

    def __init__(self, names: Sequence[str], *, help: Message, **attributes: Any) -> None:
        super().__init__(names, **attributes)
        self.sentence = help

    def help_text(self, _ctx: click.Context) -> Message:
        """Return the help text."""
        return self.sentence

    def make_metavar(self, ctx: click.Context) -> str:
        """Return the option as it is typed: "--out FILE"."""
        return ", ".join(self.opts) + ("" if self.is_flag else f" {super().make_metavar(ctx)}")

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        # click accepts any following word: "--out --check" would write a file called "--check".
        if isinstance(value, str) and re.match("-[^0-9]", value):
            raise click.BadOptionUsage(self.opts[0], "", ctx)
        return super().type_cast_value(ctx, value)


class Argument(click.Argument):
    """Argument with a translatable help text."""

    def __init__(self, names: Sequence[str], *, help: Message, **attributes: Any) -> None:
        super().__init__(names, **attributes)
        self.sentence = help

    def help_text(self, _ctx: click.Context) -> Message:
        """Return the help text."""
        return self.sentence


option = partial(click.option, cls=Option)
flag = partial(click.option, cls=Option, is_flag=True)
argument = partial(click.argument, cls=Argument)


class WholeNumber(click.IntRange):
    """Whole number in ASCII digits; int() would accept other alphabets and underscores."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", str(value)):
            self.fail(str(value), param, ctx)
        return super().convert(value, param, ctx)


class OneOf(click.Choice[str]):
    """One of a few words. The message of its exception is the wrong word, for `usage_error_text`."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:  # noqa: ARG002  click's
        return str(value)


def text_option(names: Sequence[str], help: Message, text: Callable[[click.Context], str]) -> Option:
    """Return an option that prints a text and ends the command."""

    def tell(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
        if wanted:
            sys.stdout.write(f"{text(ctx)}\n")
            ctx.exit()

    return Option(names, help=help, is_flag=True, is_eager=True, expose_value=False, callback=tell)


HELP_OPTION = text_option(["-h", "--help"], tr("show this and do nothing else"), click.Context.get_help)
SHARED_OPTIONS = (
    Option(["--data"], metavar="DIR", expose_value=False, help=tr("where games, box and stickers are kept")),
    Option(["--config"], metavar="FILE", expose_value=False, help=tr("the settings, companion.toml")),
    Option(
        ["--lang"],
        metavar="LL",
        expose_value=False,
        help=tr("the language: {codes}", codes=join_list(available_languages())),
    ),
)
"""Options of every command, before or after its name.

`context.early_option` reads them before the line is parsed, so that errors in the line use the language of --lang.
"""


class Command(click.Command):
    """Command with the shared options. Its function takes the `CommandContext`, then each parameter by name."""

    metavar: Message | None = None
    """End of the usage line of a group."""
    allow_extra_args = True  # Extra arguments are refused below, with an exception type of their own.

    def __init__(
        self, name: str | None = None, *, params: Sequence[click.Parameter] = (), **attributes: Any
    ) -> None:
        super().__init__(name, params=[*params, HELP_OPTION, *SHARED_OPTIONS], add_help_option=False, **attributes)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            extra = super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # click's parser sometimes leaves the context out.
            raise
        if extra and not isinstance(self, click.Group):
            raise click.BadArgumentUsage(" ".join(extra), ctx)
        return extra

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        translate = ctx.obj.translate
        arguments = [each for each in self.params if isinstance(each, Argument)]
        options = [each for each in self.params if isinstance(each, Option) and each not in SHARED_OPTIONS]
        pieces = [each.make_metavar(ctx) for each in options if each.required]
        pieces += [translate(tr("[OPTIONS]")), *(each.make_metavar(ctx) for each in arguments)]
        pieces += [translate(self.metavar)] if self.metavar else []
        formatter.write_usage(ctx.command_path, " ".join(pieces), translate(tr("Usage: ")))
        formatter.write_paragraph()
        formatter.write_text(translate(self.summary(ctx)))
        for title, params in (
            (tr("Arguments"), arguments),
            (tr("Options"), options),
            (tr("Options of every command"), SHARED_OPTIONS),
        ):
            rows = [(each.make_metavar(ctx), translate(each.help_text(ctx))) for each in params]
            _write_section(formatter, translate(title), rows)

    def summary(self, ctx: click.Context) -> Message:
        """Return what the command does, from the group that it belongs to."""
        assert ctx.parent is not None
        assert isinstance(ctx.parent.command, Group)
        return ctx.parent.command.entries[ctx.info_name or ""].summary


def _write_section(formatter: click.HelpFormatter, title: str, rows: list[tuple[str, str]]) -> None:
    if rows:
        with formatter.section(title):
            formatter.write_dl(rows)


def command(function: Callable[..., int | None]) -> Command:
    """Decorator above a function's options and arguments; the function returns the exit code, None for success."""
    return click.command(cls=Command)(click.pass_obj(function))


class CommandEntry(NamedTuple):
    """Command in its group."""

    summary: Message
    """Help text."""
    load: Callable[[], click.Command]
    """Returns the command; it is loaded only when it is called, not for help."""


def lazy_command(place: str) -> Callable[[], click.Command]:
    """Return a function that imports the command at "module:name"."""
    module, _, name = place.partition(":")
    return lambda: getattr(importlib.import_module(module), name)


class Group(Command, click.Group):
    """Several commands under one name."""

    metavar = tr("WHAT")
    title = tr("What to do")

    def __init__(self, entries: Mapping[str, CommandEntry] | None = None, **attributes: Any) -> None:
        super().__init__(invoke_without_command=True, callback=_require_command, **attributes)
        self.entries = dict(entries or {})

    def subcommand(self, name: str, summary: Message) -> Callable[[Callable[..., int | None]], Command]:
        """Return a decorator like `command` for a command of this group."""

        def add(function: Callable[..., int | None]) -> Command:
            made = command(function)
            self.entries[name] = CommandEntry(summary, lambda: made)
            return made

        return add

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(self.entries)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        return self.entries[cmd_name].load() if cmd_name in self.entries else None

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_help(ctx, formatter)
        translate = ctx.obj.translate
        rows = [(name, translate(entry.summary)) for name, entry in self.entries.items()]
        _write_section(formatter, translate(self.title), rows)


@click.pass_context
def _require_command(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        raise click.MissingParameter(ctx=ctx)


MAX_ENTRY_NUMBER = 10**9

port_option = option(
    "--port", metavar="N", type=WholeNumber(0, 65535), help=tr("the port of the page (0: any free one)")
)
upto_option = option(
    "--upto",
    metavar="N",
    type=WholeNumber(0, MAX_ENTRY_NUMBER),
    help=tr("stop after entry N, entries that take back counted in"),
)


class GameOption(Option):
    """Option that names a game; its help lists the playable games."""

    def help_text(self, ctx: click.Context) -> Message:
        return tr("which game: {games}", games=join_list(game.id for game in ctx.obj.games.listings))


class KnownGameOption(GameOption):
    """Option that names a game that need not be playable; its help lists all known games."""

    def help_text(self, ctx: click.Context) -> Message:
        return tr("which game: {games}", games=join_list(ctx.obj.games.known))


game_option = click.option("--game", cls=GameOption, metavar="GAME", help=tr("which game, by its short name"))
"""None if it is not given: the first installed game."""
known_game_option = click.option(
    "--game", cls=KnownGameOption, metavar="GAME", help=tr("which game, by its short name")
)
"""Like `game_option`, for all known games."""
out_option = option("--out", metavar="FILE", default="-", help=tr("where to; without it standard output"))
"""Destination of an export."""
game_argument = argument(
    "game", type=WholeNumber(0, MAX_ENTRY_NUMBER), help=tr("the number of the game, from the list")
)


MIN_SIMILARITY = 0.75
"""Minimum similarity (0 to 1) at which a known option is suggested; "--fast" must not suggest "--data"."""


def usage_error_text(error: click.UsageError) -> Message:
    """Return the sentence for an error; if it has no remedy of its own, it names the help command."""
    match error:
        case click.MissingParameter(param=None, ctx=click.Context(parent=None)):
            return tr('Name a command, for example "companion desk"; "companion --help" lists them all.')
        case click.MissingParameter():
            what = tr("{what} is missing", what=_missing_parameters(error))
        case click.BadParameter(
            param=click.Parameter(type=click.IntRange(min=int() as low, max=int() as high)) as param
        ):
            return tr(
                "{option} must be a whole number from {low} to {high}.",
                option=_parameter_name(param),
                low=low,
                high=high,
            )
        case click.BadParameter(param=click.Parameter(type=click.Choice(choices=known)), message=value):
            what = _unknown_word_text(value, known)
        case click.NoSuchCommand(command_name=value, ctx=click.Context(command=click.Group() as group) as ctx):
            what = _unknown_word_text(value, group.list_commands(ctx))
        case click.NoSuchOption(option_name=option):
            from difflib import get_close_matches  # late: most lines are right

            if near := get_close_matches(option, error.possibilities or (), 1, MIN_SIMILARITY):
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


def _missing_parameters(error: click.MissingParameter) -> str | Message:
    """Return all missing parameters; click reports only the first."""
    if error.param is None or error.ctx is None:
        return tr("WHAT")
    missing = [each for each in error.ctx.command.params if each.required and each.name not in error.ctx.params]
    return ", ".join(map(_parameter_name, missing))


def _is_flag(error: click.UsageError, option: str) -> bool:
    params = error.ctx.command.params if error.ctx else ()
    return any(isinstance(each, click.Option) and each.is_flag and option in each.opts for each in params)


def _parameter_name(param: click.Parameter) -> str:
    """Return the name of a parameter for the user: "--out", "FILE"."""
    return param.opts[-1] if isinstance(param, click.Option) else param.human_readable_name


def _unknown_word_text(value: str, known: Iterable[str]) -> Message:
    return tr("{value} is none of {known}", value=value, known=", ".join(known))
