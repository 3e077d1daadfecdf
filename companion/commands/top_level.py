"""The command `companion` itself: the commands it has and what help says of each. Imports none of them.

Commands of the games stand beside the companion's own; a game is looked at only where its command is wanted.
"""

from __future__ import annotations

import click

from companion import __version__
from companion.commands.command_line import Entry, Group, lazy, telling
from companion.commands.context import CommandContext
from companion.engine.message import Message, listed, tr

SUMMARIES = {
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
    "report": tr("write one file for whoever helps: what is found, settings, log, game; no names"),
    "update": tr("install a newer version in a case, or take the one before back"),
    "rehearse": tr("try this version on a copy of the games; an update does it by itself"),
    "installing": tr("show on the panel how far the first start of a new card is; the card does it by itself"),
    "simulate": tr("play whole games at random, for tests"),
}
"""Each command is a function of its own name, in the module of that name beside this one; `simulate` alone is made
for the games that are there, whose options it has."""
COMMANDS = {name: Entry(summary, lazy(f"companion.commands.{name}:{name}")) for name, summary in SUMMARIES.items()}
MAX_WIDTH = 100
"""Columns that help fills at most."""


VERSION = telling(["--version"], tr("show the version"), lambda _: f"companion {__version__}")


class TopLevel(Group):
    """The whole command line: the commands of `COMMANDS`, then those that the games bring."""

    metavar = tr("COMMAND")
    title = tr("Commands")

    def __init__(self, context: CommandContext) -> None:
        super().__init__(COMMANDS, params=[VERSION], context_settings={"max_content_width": MAX_WIDTH})
        self._context = context
        self.entries["simulate"] = Entry(SUMMARIES["simulate"], self._simulate)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.entries:
            self._add_those_of_games()
        return super().get_command(ctx, cmd_name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        self._add_those_of_games()
        return super().list_commands(ctx)

    def _simulate(self) -> click.Command:
        """A command whose options the games tell."""
        from companion.commands.simulate import simulate_for

        return simulate_for(self._context.games)

    def _add_those_of_games(self) -> None:
        for game in self._context.games:
            for each in game.commands:
                self.entries.setdefault(each.name, Entry(each.summary, lazy(each.place)))

    def summary(self, _ctx: click.Context) -> Message:
        return tr(
            "A companion beside the board for {games}. It keeps turns and scores, "
            "and knows why everybody has the points they have.",
            games=listed(game.title for game in self._context.games),
        )

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self._add_those_of_games()
        super().format_help(ctx, formatter)
        text = tr('To play at once: "companion desk". More on one command: "companion score --help".')
        formatter.write_paragraph()
        formatter.write_text(ctx.obj.translate(text))
