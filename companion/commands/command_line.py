"""What the command line is made of: click's commands, groups, options and arguments, with help in our languages.

Help is a `Message`, translated when it is shown. Prints no error: what is wrong with a line leaves here as one of
click's exceptions, and `usage_errors` puts it into words.

Options and arguments that several commands have: each is told here once. Reads none of them.

What is wrong with a line that was typed, as one sentence: the only place that reads click's exceptions.
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
    """An option with a sentence that can be translated."""

    def __init__(self, names: Sequence[str], *, help: Message, **attributes: Any) -> None:
        super().__init__(names, **attributes)
        self.sentence = help

    def told(self, _ctx: click.Context) -> Message:
        """What help says of it."""
        return self.sentence

    def make_metavar(self, ctx: click.Context) -> str:
        """As it is typed: "--out FILE"."""
        return ", ".join(self.opts) + ("" if self.is_flag else f" {super().make_metavar(ctx)}")

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        # click takes whatever follows: "--out --check" would write a file called "--check".
        if isinstance(value, str) and re.match("-[^0-9]", value):
            raise click.BadOptionUsage(self.opts[0], "", ctx)
        return super().type_cast_value(ctx, value)


class Argument(click.Argument):
    """An argument with a sentence that can be translated."""

    def __init__(self, names: Sequence[str], *, help: Message, **attributes: Any) -> None:
        super().__init__(names, **attributes)
        self.sentence = help

    def told(self, _ctx: click.Context) -> Message:
        """What help says of it."""
        return self.sentence


option = partial(click.option, cls=Option)
flag = partial(click.option, cls=Option, is_flag=True)
argument = partial(click.argument, cls=Argument)


class WholeNumber(click.IntRange):
    """A whole number in ASCII digits: int() reads every alphabet's, and underscores between them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", str(value)):
            self.fail(str(value), param, ctx)
        return super().convert(value, param, ctx)


class OneOf(click.Choice[str]):
    """One of a few words. Its exception's message is just the wrong word, for `usage_errors`."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:  # noqa: ARG002  click's
        return str(value)


def text_option(names: Sequence[str], help: Message, text: Callable[[click.Context], str]) -> Option:
    """An option that prints a text, instead of all that the command would do."""

    def tell(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
        if wanted:
            sys.stdout.write(f"{text(ctx)}\n")
            ctx.exit()

    return Option(names, help=help, is_flag=True, is_eager=True, expose_value=False, callback=tell)


HELP = text_option(["-h", "--help"], tr("show this and do nothing else"), click.Context.get_help)
SHARED = (
    Option(["--data"], metavar="DIR", expose_value=False, help=tr("where games, box and stickers are kept")),
    Option(["--config"], metavar="FILE", expose_value=False, help=tr("the settings, companion.toml")),
    Option(
        ["--lang"],
        metavar="LL",
        expose_value=False,
        help=tr("the language: {codes}", codes=join_list(available_languages())),
    ),
)
"""Options of every command, before its name or after it. `context.early` reads them before the line is understood:
what is wrong with the line is said in the language of --lang."""


class Command(click.Command):
    """A command with the shared options. Its function takes the `CommandContext`, then each parameter by name."""

    metavar: Message | None = None
    """What a line that calls it ends with."""
    allow_extra_args = True  # what is too much is refused below, with an exception that has a type of its own

    def __init__(
        self, name: str | None = None, *, params: Sequence[click.Parameter] = (), **attributes: Any
    ) -> None:
        super().__init__(name, params=[*params, HELP, *SHARED], add_help_option=False, **attributes)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            extra = super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # click's parser leaves it out now and then
            raise
        if extra and not isinstance(self, click.Group):
            raise click.BadArgumentUsage(" ".join(extra), ctx)
        return extra

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        translate = ctx.obj.translate
        arguments = [each for each in self.params if isinstance(each, Argument)]
        options = [each for each in self.params if isinstance(each, Option) and each not in SHARED]
        pieces = [each.make_metavar(ctx) for each in options if each.required]
        pieces += [translate(tr("[OPTIONS]")), *(each.make_metavar(ctx) for each in arguments)]
        pieces += [translate(self.metavar)] if self.metavar else []
        formatter.write_usage(ctx.command_path, " ".join(pieces), translate(tr("Usage: ")))
        formatter.write_paragraph()
        formatter.write_text(translate(self.summary(ctx)))
        for title, params in (
            (tr("Arguments"), arguments),
            (tr("Options"), options),
            (tr("Options of every command"), SHARED),
        ):
            rows = [(each.make_metavar(ctx), translate(each.told(ctx))) for each in params]
            _write_section(formatter, translate(title), rows)

    def summary(self, ctx: click.Context) -> Message:
        """What it does: the group that it belongs to knows."""
        assert ctx.parent is not None
        assert isinstance(ctx.parent.command, Group)
        return ctx.parent.command.entries[ctx.info_name or ""].summary


def _write_section(formatter: click.HelpFormatter, title: str, rows: list[tuple[str, str]]) -> None:
    if rows:
        with formatter.section(title):
            formatter.write_dl(rows)


def command(function: Callable[..., int | None]) -> Command:
    """A decorator above a function's options and arguments; the function gives the exit code, None for "done"."""
    return click.command(cls=Command)(click.pass_obj(function))


class CommandEntry(NamedTuple):
    """A command in its group."""

    summary: Message
    """What help says of it."""
    load: Callable[[], click.Command]
    """Gives the command when it is called: help must not import them all."""


def lazy_command(place: str) -> Callable[[], click.Command]:
    """The command at "module:name": the module is imported when somebody calls the command, not before."""
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
        """A decorator like `command`, for a command of this group."""

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


MAX_ENTRIES = 10**9

port_option = option(
    "--port", metavar="N", type=WholeNumber(0, 65535), help=tr("the port of the page (0: any free one)")
)
upto_option = option(
    "--upto",
    metavar="N",
    type=WholeNumber(0, MAX_ENTRIES),
    help=tr("stop after entry N, entries that take back counted in"),
)


class GameOption(Option):
    """The option that names a game; its help tells which there are."""

    def told(self, ctx: click.Context) -> Message:
        return tr("which game: {games}", games=join_list(game.id for game in ctx.obj.games))


class KnownGameOption(GameOption):
    """The same where a game need not be played."""

    def told(self, ctx: click.Context) -> Message:
        return tr("which game: {games}", games=join_list(ctx.obj.games.known))


game_option = click.option("--game", cls=GameOption, metavar="GAME", help=tr("which game, by its short name"))
"""None where nobody says: then the first of the installed games is meant."""
known_game_option = click.option(
    "--game", cls=KnownGameOption, metavar="GAME", help=tr("which game, by its short name")
)
"""The same of all games that are known."""
out_option = option("--out", metavar="FILE", default="-", help=tr("where to; without it standard output"))
"""Of what is exported."""
game_argument = argument(
    "game", type=WholeNumber(0, MAX_ENTRIES), help=tr("the number of the game, from the list")
)


LIKENESS = 0.75
"""From 0 to 1: how much a known option is like the one that was typed, to be proposed. "--fast" is no "--data"."""


def usage_error_text(error: click.UsageError) -> Message:
    """The sentence; where it does not say itself what to do, it names the help that does."""
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


def _missing_parameters(error: click.MissingParameter) -> str | Message:
    """All that is missing: click tells the first, when whatever was given has been taken in."""
    if error.param is None or error.ctx is None:
        return tr("WHAT")
    missing = [each for each in error.ctx.command.params if each.required and each.name not in error.ctx.params]
    return ", ".join(map(_parameter_name, missing))


def _is_flag(error: click.UsageError, option: str) -> bool:
    params = error.ctx.command.params if error.ctx else ()
    return any(isinstance(each, click.Option) and each.is_flag and option in each.opts for each in params)


def _parameter_name(param: click.Parameter) -> str:
    """How people call it: "--out", "FILE"."""
    return param.opts[-1] if isinstance(param, click.Option) else param.human_readable_name


def _unknown_word_text(value: str, known: Iterable[str]) -> Message:
    return tr("{value} is none of {known}", value=value, known=", ".join(known))
