"""The command `companion` itself: the commands it has and what help says of each. Imports none of them."""

from __future__ import annotations

from collections.abc import Mapping

import click

from companion import __version__
from companion.commands.command_line import Entry, Group, lazy, telling
from companion.engine.message import Message, tr

SUMMARIES = {
    "desk": tr("play on this computer: panel, buttons and tray as a page in the browser"),
    "run": tr("play in the case: the devices that the settings name; for systemd"),
    "demo": tr("watch a recorded game: its pictures in a folder, its result here"),
    "games": tr("list, export, import and delete the games that are kept"),
    "score": tr("score a round without a game: counts in, points and reasons out"),
    "haggis": tr("score a haggis round without a game: tokens and rolls in, points out"),
    "cards": tr("make the sheet of command cards to print"),
    "tags": tr("list, learn, export and import the stickers on the pieces"),
    "replay": tr("go through an exported game again: its end, a check, its pictures"),
    "render": tr("draw one picture of the panel"),
    "doctor": tr("ask each device and file how it is, and what to do about it"),
    "simulate": tr("play whole games at random, for tests"),
}
"""Each command is a function of its own name, in the module of that name beside this one."""
COMMANDS = {name: Entry(summary, lazy(f"companion.commands.{name}:{name}")) for name, summary in SUMMARIES.items()}
MAX_WIDTH = 100
"""Columns that help fills at most."""


VERSION = telling(["--version"], tr("show the version"), lambda _: f"companion {__version__}")


class TopLevel(Group):
    """The whole command line. A game may bring commands of its own: entries beside those of `COMMANDS`."""

    metavar = tr("COMMAND")
    title = tr("Commands")

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        super().__init__(entries, params=[VERSION], context_settings={"max_content_width": MAX_WIDTH})

    def summary(self, _ctx: click.Context) -> Message:
        return tr(
            "A companion beside the board for Glen More II: Chronicles. It keeps turns, market and scores, "
            "and knows why everybody has the points they have."
        )

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_help(ctx, formatter)
        text = tr('To play at once: "companion desk". More on one command: "companion score --help".')
        formatter.write_paragraph()
        formatter.write_text(ctx.obj.words(text))
